// English: every text of the page. A language is a file like this one with the same keys; a value is a text, a list, or
// a function that puts names and numbers into a sentence. Names of cards and hands are made from their parts.

const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four",
  3: "three", 2: "two",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const plural = (rank) => (rank === "6" ? "sixes" : `${RANKS[rank]}s`);
const figure = (rank) => (rank === "T" ? "10" : rank);
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const whose = (name) => (name === null ? "Your" : `${name}'s`);
const has = (name) => (name === null ? "You have" : `${name} has`);
const HANDS = {
  Pair: "a pair", TwoPairs: "two pairs", ThreeOfAKind: "three of a kind", Trips: "three of a kind", Trip: "three of a kind",
  Straight: "a straight", Flush: "a flush", FullHouse: "a full house", FourOfAKind: "four of a kind", StraightFlush: "a straight flush",
};
const CATEGORIES = ["no pair", "a pair", "two pairs", "three of a kind", "a straight", "a flush", "a full house", "four of a kind", "a straight flush"];

export const en = {
  language: "English",
  direction: "ltr",

  // The frame
  skip: "To the table", games: "Games", menu: "Menu", loading: "Loading…", close: "Close",
  titles: { fiveo: "Five-O", checkers: "Checkers", mastermind: "Mastermind" },
  howto: "How to play", records: "Records", own: "Own player", board: "micro:bit", search: "Search", settings: "Settings",
  hint: "Hint", why: "Why?", undo: "Undo", share: "Share", newGame: "New game", opponents: "Opponents",
  help: "Help in this game", noScript: "The page needs JavaScript: the players are programs.",
  you: "You", yes: "yes", no: "no", back: "Back", cancel: "Cancel",
  // A name that is null is the person's own, in every sentence.
  title: (game, own, other) => `${game}: ${own ?? "you"} against ${other ?? "you"}`,
  tally: ({ won, lost, tied }) => `won ${won} · lost ${lost} · tied ${tied}`,
  deal: (seed) => `Deal ${seed}`,
  chooseOpponent: (name) => `Your opponent is ${name}. Choose another, or begin a new game`,
  notLoaded: (error) => `The players could not be loaded: ${error}.`,

  // Cards and hands
  card: (card) => (card === null ? "a card face down" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`),
  hand: ({ kind, ranks: [first, second], cards }) => ({
    "nothing": "nothing", "high": `${RANKS[first]} high`, "pair": `pair of ${plural(first)}`, "two pairs": `${plural(first)} & ${plural(second)}`,
    "three": `three ${plural(first)}`, "straight": `straight to ${figure(first)}`, "flush": `flush, ${figure(first)} high`, "full house": `${plural(first)} full`,
    "four": `four ${plural(first)}`, "to a flush": `${cards} to a flush`, "to a straight": `${cards} to a straight`,
  })[kind] ?? kind,
  categories: CATEGORIES,

  // What happens
  thinking: (name) => `${name} is thinking…`,
  takenBack: "Taken back. It is your move.",
  noMove: (name, error) => `${name} made no move: ${error}.`,
  boardGone: (name) => `${name} is not connected. Open micro:bit to connect it again; the game waits.`,
  resumed: "Your game, where you left it.",
  cannotPlay: (error) => `That player cannot play: ${error}. The usual opponent plays instead.`,
  addressTooLong: "the address is too long for one",
  badSeed: "That address names no deal, so you get another one.",
  badGame: "That address names no game that is known here.",
  unusable: {
    turn: (name) => `It is ${name}'s turn.`, over: "The game is over.", undoHidden: "Nothing can be taken back: you have seen the next card.",
    undoNone: "There is no move to take back yet.", undoAnswered: "An answer that you have seen cannot be taken back.",
    whyNone: (name) => `${name} has not moved yet.`, whyHidden: "That would reveal a face-down card. Ask again when the game is over.",
    replay: "This is a record: step through it, or go back to your game.",
  },
  outcome: { won: "You win", lost: (name) => `${name} wins`, tied: "A tie", of: (name) => (name === null ? "you won" : `${name} won`) },
  hinted: "with hints",
  kept: "The game is kept under Records.",
  notKept: (error) => `It could not be recorded: ${error}.`,

  fiveo: {
    leads: { own: "ahead", other: "behind", level: "level" }, ends: { own: "won", other: "lost", level: "tied" },
    columns: "Five columns; arrow keys go from one to the next",
    column: (n, who, own, ownHand, lead, other, cards, otherHand) => `Column ${n}. ${has(who)} ${own}: ${ownHand}, ${lead}. ${has(other)} ${cards}: ${otherHand}.`,
    place: (card, n) => `Place the ${card} in column ${n}`,
    facts: (round) => `Card ${round} of 20`,
    yourCard: "Your card",
    prompt: (card) => `The ${card}: choose a column.`,
    placing: (name) => `${name} is placing a card…`,
    placed: (name, card, n) => `${name ?? "You"} placed ${card} in column ${n}.`,
    drawn: (card, open) => `Your card is the ${card}. Open: ${open}.`,
    the: (card) => `the ${card}`,
    verdict: (more, fewer) => `${more} to ${fewer} in columns`,
    guide: (card) => [
      `This is your card: the ${card}. You place one card each turn; tap a column that glows.`,
      "Only glowing columns are open: a column waits until your others are as long.",
      "Each column is a poker hand. Win more of the five columns than your opponent, and you win.",
    ],
  },
  checkers: {
    pieces: { b: "black man", B: "black king", w: "white man", W: "white king" }, sides: { b: "Black", w: "White" },
    board: "Checkers board; arrow keys move, Enter chooses", light: "light square", empty: "empty", chosen: "chosen", reachable: "can be reached", movable: "can move",
    facts: (b, w) => `Black ${b} · White ${w}`, quiet: (n) => ` · ${n} of 50 turns without a jump`,
    endings: { won: "no move is left", idle: "nothing was taken for 50 turns", repeated: "the position occurred for the third time" },
    over: (ending) => `The game is over: ${ending}.`,
    prompt: (side) => `You are ${side}. Choose a piece, then where it goes.`,
    must: (side) => `You are ${side}, and a jump must be taken.`,
    jumpFirst: "A jump must be taken: choose a piece that glows.",
    blocked: "That piece has no move. Choose one that glows.", notThere: "That piece cannot go there.",
    moved: (who, from, to) => `${who ?? "You"} moved from ${from} to ${to}.`,
    took: (who, n, from, to) => `${who ?? "You"} jumped from ${from} to ${to} and took ${count(n, "piece")}.`,
    then: ", then ",
    verdict: { won: "your opponent has no move left", lost: "you have no move left", tied: "a draw", other: (name) => `${name === null ? "you have" : has(name)} no move left` },
    guide: () => [
      "Your men are below. Tap one that glows, then a marked square: men step forward diagonally.",
      "If you can jump over an enemy piece, you must, and you take it.",
      "Take all enemy pieces, or leave none of them a move, and you win.",
    ],
  },
  mastermind: {
    guesses: (name) => `${whose(name)} guesses`, code: (name) => `${whose(name)} code`,
    answer: (blacks, whites) => `${blacks} black, ${whites} white`, codeOf: (code) => `code ${[...code].join(" ")}`, hidden: "hidden", notSet: "not set yet",
    none: "No guess yet.", place: (n, letter) => `Place ${n}: ${letter ?? "empty"}`, peg: (letter) => `Peg ${letter}`, set: "Set this code", guess: "Guess",
    over: "Both codes are shown.", facts: (n, most) => `Guess ${n} of ${most}`, setting: "Set a code",
    promptSet: (name) => `Set a code for ${name} to find.`, prompt: (n, most) => `Guess ${n} of ${most}.`,
    guessed: (name, guess, answer) => `${name === null ? `Your last guess ${guess}` : `${name} guessed ${guess}`}${answer ? `: ${answer}` : ""}.`,
    verdict: (needed) => needed.map(([name, guesses]) => `${name ?? "you"} ${guesses === null ? "did not find it" : `found it in ${guesses}`}`).join(", "),
    size: "Size of the codes", sizes: (pegs, colors) => `${pegs} pegs, ${colors} colours`,
    guide: () => [
      "First set a secret code: tap four pegs, or type their letters.",
      "Now guess the other code. A black mark: right peg, right place. A white one: right colour, wrong place.",
      "You both guess in turn. The one who needs fewer guesses wins.",
    ],
  },

  // Hints and reasons
  hintAt: { fiveo: (move) => `Hint: column ${move}.`, checkers: (move) => `Hint: ${move}.`, mastermind: (move) => `Hint: ${[...move].join(" ")}.` },
  column: (n) => `Column ${n}`, columnNamed: (n) => `column ${n}`,
  only: "No other column is open.",
  same: "Other columns are worth the same; the leftmost is taken.",
  better: (n, other) => `Column ${n} is worth more than column ${other}.`,
  fact: factText, factName,
  fiveoFacts: {
    DiffOfHandStrength: "how far its hand is ahead", IsLastRound: "the fifth cards are being placed", OwnCategory: "its hand", OpponentCategory: "the other side's hand", OwnLeadingRank: "the rank of its hand", OpponentLeadingRank: "the rank of the other side's hand",
    BeatsOpponent: "it beats what the other side shows", CardsPlaced: "its cards there", OpenColumns: "its other open columns", OpponentCardsPlaced: "the other side's open cards there", LeadChance: "the chance that its next card takes the lead", OpponentLeadChance: "the chance that the other side's next card takes the lead",
  },
  whyTitle: "Why?",
  whyPlaced: (name, card, n, reason) => `${name ?? "You"} put the ${card} in column ${n}. ${reason}`,
  whyRather: (name, move) => (name === null ? `A good player would have chosen ${move}.` : `On second thoughts, ${name} would choose ${move}.`),
  whyWould: (name, move) => `${name} would have chosen ${move}.`,
  whyAgrees: (name) => `${name} would have done the same.`,
  worth: "What each open column was worth", more: "More", factHead: "fact", shareHead: "share", gap: "the difference",
  between: (n, other) => `What made column ${n} better than column ${other}`,
  nothingDiffers: "Nothing that the player looks at differs.",
  exactShares: "Each share is what the fact adds, on average over all orders in which the facts could change (its Shapley value).",
  sampledShares: (error) => `Many facts differ, so the shares are means over 512 random orders; their standard errors are at most ${error}.`,
  genes: "The player adds up these products", treeTitle: (n) => `The tree, with its values for column ${n}`,
  treeAbout: "Branches that were not taken are faint, with dashed lines.", treeGain: "A column's worth is this value minus the value without the card.",
  treeLabel: (n) => `A tree of ${count(n, "node")}, drawn; the list above says what mattered`,
  zoomIn: "Larger", zoomOut: "Smaller", fit: "Fit",
  checkersPlayed: (name, move) => `${name ?? "You"} played ${move}.`,
  checkersLine: (name, line) => (name === null ? `The line to expect is ${line.join(", ")}.` : `${name} expects ${line.join(", ")}.`),
  checkersTakes: (n) => `It takes ${count(n, "piece")}.`,
  checkersScore: (men, isWin) => (isWin ? (men > 0 ? "It sees a win." : "It sees a loss.") : Math.abs(men) < 0.15 ? "It thinks the game is even." : `It thinks it is ${men > 0 ? "ahead" : "behind"} by the worth of ${Math.abs(men).toFixed(1)} men.`),
  checkersDepth: (depth, nodes) => `It looked ${count(depth, "move")} ahead, at ${nodes.toLocaleString("en")} ${nodes === 1 ? "position" : "positions"}.`,
  checkersPicture: (line) => `The board, with the moves ${line.join(", ")} as arrows`,
  checkersSees: "What it sees on the board after the move", side: (name) => name ?? "you",
  // What an evaluation counts, of either side.
  checkersFacts: {
    Men: "men", Kings: "kings", OpponentMen: "men of the other side", OpponentKings: "kings of the other side", OpponentHasKing: "the other side has a king", IsAhead: "has more pieces", IsToMove: "is to move",
    HasTheMove: "has the move (the opposition)", PiecesLeft: "pieces of both sides", Exchanged: "pieces taken so far", IsEndgame: "eight pieces or fewer are left", Steps: "possible steps", SafeSteps: "safe steps", Hanging: "pieces that can be jumped",
    Runaways: "men with a free way to the last row", BlockedMen: "men that cannot step", TrappedKings: "kings that cannot step", DogHole: "a man in the dog hole", HolesBehind: "empty squares behind its men", Backing: "pieces behind its men", Home: "men on the home row",
    Bridge: "holds the bridge", MenOnRow2: "men on the second row", MenOnRow3: "men on the third row", MenOnRow4: "men on the fourth row", MenOnRow5: "men on the fifth row", MenOnRow6: "men on the sixth row", MenOnRow7: "men one step from a crown", Tempo: "rows that its men have advanced",
    Centre: "pieces on the four squares in the centre", WideCentre: "pieces on the eight squares in the centre", KingsInCentre: "kings in the centre", Edges: "pieces on the edges", DoubleCorner: "kings in the double corners", MainRoad: "kings on the long diagonal",
  },
  mastermindLeaves: (guess, most, before, fits) => (before === 1 ? `${guess} is the only code that fits all answers.` : `${guess} leaves at most ${most} of ${before} codes.${fits ? " It may be the code itself." : " It cannot be the code itself, but its answer tells much."}`),
  mastermindWhy: (name, reason) => (name === null ? reason : `${name}: ${reason}`),
  mastermindExpected: (n) => `On average ${n.toFixed(1)} codes are left.`,
  mastermindParts: (guess) => `The codes that were left, by their answer to ${guess}`, mastermindPartHeads: ["Answer", "Codes"],
  mastermindSetting: "Any code is as good as another.",

  // The end
  again: "Again", next: (name) => `Play ${name}`, whyLost: "Why did I lose?", whyTied: "What cost me the win?", reviewing: "Looking for the decision that cost most…",
  review: {
    none: "No single decision cost much: the luck was against you.",
    fiveo: (card, played, better, from, to) => `The ${card} cost most: in column ${better} you would have won ${to} % of the games from there, in column ${played} ${from} %.`,
    checkers: (played, better, men) => `${played} cost most. ${better} was better by about ${men.toFixed(1)} men.`,
    checkersLost: (played, better) => `${played} lost the game. ${better} was better.`,
    mastermind: (played, better, from, to, before) => `Your guess ${played} left ${from.toFixed(0)} of ${before} codes on average; ${better} would have left ${to.toFixed(0)}.`,
    shown: "The table shows that moment.",
  },
  backTo: (title) => `Back to ${title}`,

  // Opponents
  ladder: "From gentle to strong. The next one to beat is marked.", beaten: "beaten", beatenHinted: "beaten with hints", nextUp: "next", technical: (name) => `plays as “${name}”`,
  youMove: "You move", first: "first", second: "second", dayDeal: (name) => `Deal of the day, against ${name}`, dayDone: (result) => `Deal of the day: ${result}`, results: { won: "won", lost: "lost", tied: "tied" },
  people: {
    fiveo: {
      "random": ["Wobble", "Drops cards wherever they fall."], "greedy": ["Magpie", "Grabs the best hand it can see right now."],
      "pairing": ["Noah", "Loves pairs, and what grows from them."], "weighted-pairing": ["Olive", "Pairs up where you are weak."],
      "full-strategy": ["Quill", "Weighs every kind of hand."], "tactician": ["Vera", "Waits for good draws and gives up lost columns."],
      "report-3": ["Ember", "Evolved, as in a student's report."],
      "champion": ["Pipsqueak", "It was not written: it evolved. It comes with every micro:bit."],
    },
    checkers: {
      "child": ["Lulu", "Half of the time, plays any move."], "easy": ["Bruno", "Looks two moves ahead, and is sometimes careless."],
      "medium": ["Hazel", "Looks four moves ahead."],
      "minimax": ["Plod", "Looks at every move there is, and so not far."], "simple": ["Abacus", "Counts pieces, and nothing else."],
      "better_h": ["Castle", "Counts pieces, the centre and its home row."], "improved": ["Swift", "Counts pieces, and is quick on easy moves."],
      "improved_better_h": ["Sage", "Counts the centre and home row, and is quick on easy moves."], "hard": ["Flint", "Looks eight moves ahead."],
      "champion": ["Pipsqueak", "Its judgement was not written: it evolved."], "expert": ["Mira", "Thinks for a second, as well as it can."],
    },
    mastermind: {
      "beginner": ["Doodle", "Remembers its last two answers only."], "consistent": ["Basil", "Guesses anything that fits all answers."],
      "minimax": ["Knut", "Leaves you the fewest codes in the worst case."], "entropy": ["Nova", "Asks for the most information."],
      "expected": ["Ada", "Leaves the fewest codes on average."], "parts": ["Iris", "Makes as many answers possible as it can."],
      "champion": ["Pipsqueak", "Perfect: no strategy needs fewer guesses on average."],
    },
  },
  ownTree: "Your tree", ownChampion: "Own player",

  // Search
  searching: {
    about: "MAX and MIN take turns; a node's value is the greatest or least of its branches. Alpha-beta leaves out what cannot change the root's value.",
    source: "Tree of", board: "the position on the board", numbers: "numbers typed in", leaves: "Leaves in parentheses", depth: "Moves ahead", evaluation: "Evaluation",
    order: "Order of moves", orders: { none: "as they come", evaluation: "by the evaluation", full: "by evaluation, killers and history" }, run: "Search",
    pruned: "Alpha-beta", whole: "Without pruning", tree: (title) => `${title}: the tree`, drawn: (value) => `Game tree, value ${value}`,
    first: "First", back: "Back", play: "Play", pause: "Pause", next: "Next", last: "Last", steps: "Steps; also the arrow keys, Home, End and the space bar", unpruned: "What if there were no pruning?",
    step: (n, of, what) => `Step ${n} of ${of}. ${what}`, counts: (nodes, leaves) => `${count(nodes, "node")}, ${count(leaves, "leaf", "leaves")}`, cutoffs: (shallow, deep) => `, cutoffs: ${shallow} shallow, ${deep} deep`,
    comparison: (pruned, whole, isMore) => `Alpha-beta visits ${count(pruned, "node")}, minimax ${isMore ? "more than " : ""}${whole}.`, sameValue: (value) => `The value is ${value} both ways.`, tooLarge: "That tree is too large to draw.",
    key: ["pointing up: MAX, down: MIN", "cut off, shallow: by the parent's bound", "cut off, deep: by a bound from further above"],
    infinity: "infinity", minusInfinity: "minus infinity",
    leaf: (n, value) => `leaf ${n}, value ${value}.`, looks: (player) => `${player} looks at its branches.`, enters: (player, alpha, beta) => `${player} enters with alpha ${alpha} and beta ${beta}.`,
    cut: (player, value, isBelow, bound, isShallow) => `${player} has ${value}, not ${isBelow ? "above alpha" : "below beta"} ${bound}: the rest is cut off. A ${isShallow ? "shallow cutoff, its parent" : "deep cutoff, an ancestor further above"} set the bound.`,
    returns: (player, value, isGreatest) => `${player} returns ${value}, the ${isGreatest ? "greatest" : "least"} of its branches.`,
    horizon: "The horizon effect", position: "Position", beliefs: "Beliefs by depth", believes: "What the search believes at each depth; changes of mind are bold.", heads: ["Depth", "Value", "Line, stopped at its depth", "Value", "Line with quiescence"],
    examples: { "half an exchange": ["half an exchange", "Stopped after the first capture of an exchange, the search believes that a man is won."], "a king for two men": ["a king for two men", "26-23 attacks two men and looks best for many depths. White gives both for the king, and then catches the last man. Quiescence follows captures alone: the quiet moves between them keep the loss behind the horizon."] },
    illusion: (depth, believed, move, worth) => `At depth ${depth} the search believes ${believed} by ${move}. Searched as deep as the deepest row, ${move} is worth ${worth}:`, toMove: (side, fen) => `${side} to move: ${fen}`,
  },

  // The micro:bit's panel
  device: {
    failed: (error) => `The micro:bit panel cannot be shown: ${error}.`,
    usb: "A micro:bit on this computer’s USB", server: "Through pipsqueak serve", none: "No micro:bit at hand", connect: (name) => `Connect ${name}`, connectPage: "Connect the board in this page", samePlayer: "the same program, in this browser", inPage: "the board in this page",
    kinds: {
      emulator: "the micro:bit’s real firmware in the emulator; the first time it is built, which takes a minute", sim: "the firmware’s application in the server", board: "a board on the server’s computer",
      serial: "a serial device of the server’s computer", named: "named when the server was started", player: "a player of the server’s computer",
    },
    missing: "This browser has no Web Serial, so it cannot talk to a board on the cable. Chrome, Edge and Firefox from version 151 have it; or use the file below, or “pipsqueak serve”.", insecure: "Browsers allow serial ports only on secure pages: open this page over https, or from http://localhost.",
    notChosen: "No device was chosen. A board is listed when its cable is plugged in and carries data, not only power.", connectAgain: (name) => `Connect the ${name} again`, choose: "Choose a micro:bit…", chooseOther: "Choose another device…", needsFirmware: "The board needs Pipsqueak’s firmware first: drop the file below onto its drive.",
    opening: (name) => `Opening ${name}…`, starting: "The board does not answer yet: it may be starting, as some do when the line is opened.", disconnected: (why) => `The board is disconnected: ${why}. The game continues when it reconnects.`,
    lost: (name, why) => `The line to ${name} is lost: ${why}.`, plugIn: "Plug the cable back in and reconnect: the game continues where it was.", reconnect: "Reconnect", disconnect: "Disconnect", wasDisconnected: "the board was disconnected", closed: "the line was closed",
    firmware: "Firmware", play: "Play it", champion: (name, bytes, origin) => `${name} (${count(bytes, "byte")}, ${origin})`, builtIn: "built in", upload: (n) => `upload ${n}`, noChampion: "plays without a champion", called: (name) => `${name} (board)`,
    champions: "Its champions", putFile: "Put a champion file on the board", put: (name) => `Put ${name} on the board`, progress: "Writing and reading back", writing: (name) => `Writing ${name} and reading it back…`, written: (name, title) => `${name} is active for ${title}, written and read back.`,
    erase: (title) => `Erase the champions of ${title}`, erased: (title) => `The stored champions of ${title} are erased; the built-in one plays.`, lights: (on, blinking) => `The board’s lights: ${on} on, ${blinking} blinking`, noLights: "The lights cannot be shown: this board's moves differ from the simulated board's.",
    file: "A file for the MICROBIT drive", fileAbout: "Firmware and champion in one file, for a micro:bit v1. It needs no Web Serial.", download: "Download with the built-in champion", downloadOwn: (name) => `Download with ${name}`, fetching: "Fetching the firmware… Where it is not built yet, that takes a minute.", copyFile: (file) => `Copy ${file} onto the MICROBIT drive: firmware and champion are in it.`,
    offline: "the firmware is fetched when it is first needed, and there is no network now; try again online", notFetched: (why) => `the firmware could not be fetched: ${why}`,
    held: "The port cannot be opened. Another tab or program may have it: close the other tab, a terminal, or the editor that talks to the board.", rights: "On Linux the rights may be missing: run “sudo usermod -aG dialout $USER”, log out and in again.",
    notThere: "The board is not there: plug the cable in, then connect again.", unplugged: "the cable was unplugged, or the board lost power", alreadyOpen: "This page has the port open already.", clickAgain: "The browser does not let this page choose a device now: click the button once more.", unusable: (error) => `The port cannot be used: ${error}`,
    serialDevice: "serial device", usbDevice: (id) => `USB device ${id}`, serverSilent: "pipsqueak serve does not answer: is it still running?", serverGone: "pipsqueak serve is gone",
  },

  // Messages of the WebAssembly: a language gives its own words for the English ones, with their values as {}.
  errors: {},

  // Questions
  leave: (name) => `Leave your game against ${name}?`, leaveAbout: "It is not finished. If you leave it, it is gone.", leaveYes: "Leave it", leaveNo: "Keep playing",
  forgetAsk: (title) => `Forget ${title}?`, forgetYes: "Forget it", resetAsk: "Reset the score?", resetAbout: "All results and the ladder begin again.", resetYes: "Reset", eraseAsk: (title) => `Erase the champions of ${title}?`, eraseYes: "Erase", keep: "Keep",
  cannotUndo: "This cannot be undone.",

  // Sharing
  shareTitle: "Share this game", shareAbout: "This address opens the same deal with the same opponent.", shareBoard: "Your opponent is a board, which an address cannot carry: who opens it plays the usual opponent.",
  address: "Address", copy: "Copy", copied: "Copied", copyFailed: "Press Ctrl+C to copy", saveRecord: "Save the record",
  classTitle: "A link for a class", classAbout: "All who open it get this game, opponent and deal.", classOpponent: "Opponent", classDeal: "Deal", classBegins: "The pupil moves", print: "Print the rules",

  // Records
  noRecords: "No game has been finished here yet.", stepThrough: "Step through", save: "Save", forget: "Forget", recordFile: "A record from a file (as `pipsqueak play --transcript` writes them)",
  against: (title, name) => `${title} against ${name}`, fileTooLarge: "the file is too large to be a record", resetScore: "Reset the score", wasReset: "The score was reset.",
  stepper: "Step through the game; arrow keys, Home and End do too", move: "Move", steps: { Start: "Start", Back: "Back", Forward: "Forward", End: "End" },
  gameOfRecord: "Game of the record", gameNumber: (n, own, other) => `Game ${n}: ${own ?? "you"} against ${other ?? "you"}`, moveOf: (n, of) => `Move ${n} of ${of}.`, result: (outcome, text) => `The result: ${outcome}, ${text}.`, tie: "a tie", backAtTable: "Back at the table.",

  // Own player
  ownTitle: "Your own player", ownAbout: "Play against a champion that you evolved, or against a tree that you write.",
  ownFile: "A champion's file (.pips); you can drop it anywhere on the page", ownGame: "Game", ownTreeLabel: "Or a tree", checkTree: "Check the tree", words: "Words that begin so",
  treeScoring: { fiveo: "The tree scores what a card adds to a column; write column: in front of it to score the column itself.", checkers: "The tree scores one side's position in hundredths of a man; the other side's value is subtracted." },
  championOf: (name, title) => `${name}, a player of ${title}`, writtenTree: "A written tree", championBytes: (about, n, fingerprint) => `${about}; ${count(n, "byte")}, fingerprint ${fingerprint}.`, playIt: "Play against it", keepIt: "Keep for the micro:bit", keptIt: "Ready for the micro:bit", inAddress: (n) => `In a shared address it takes ${count(n, "character")}.`,
  noFile: "no file was chosen", championTooLarge: "the file is too large to be a champion",

  // Settings
  themes: ["Colours", { system: "as the system", light: "light", dark: "dark" }], motions: ["Motion", { system: "as the system", on: "on", off: "off" }],
  sounds: ["Sound", { off: "off", on: "on" }], languages: ["Language", { system: "as the browser", en: "English", de: "Deutsch", he: "עברית" }],
  storage: "Score, games and settings are kept in this browser only.",

  // How to play
  howtoTitle: (title) => `How to play ${title}`,
  beats: "beats", found: "found!", handsTitle: "The hands, from strong to weak",
  handNames: ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pairs", "pair", "high card"],
  rules: {
    fiveo: ["Five poker hands each, built card by card. Win more columns than your opponent.", [
      ["Five columns", "Each player begins with five cards, one per column. Every column becomes a poker hand of five cards."],
      ["Draw and place", "In turn you draw a card and place it. A column may take its next card only when none of your other columns has fewer cards: here, the glowing columns are open."],
      ["The fifth lies face down", "The last card of each column is placed face down, and turned when the game is over."],
      ["Column meets column", "The stronger hand wins the column. Three columns of five win the game."],
    ], "Keys: 1 to 5 place the card; arrows and Enter do too. H gives a hint, W explains your opponent's move."],
    checkers: ["Capture all enemy pieces, or leave your opponent without a move.", [
      ["Men step forward", "One square, diagonally, always forward, on the dark squares. Black moves first."],
      ["Jump to take", "A piece jumps over an enemy piece onto the free square behind it and captures it. If you can jump, you must."],
      ["And jump again", "A jump continues as long as it can, with the same piece. Choose each landing in turn."],
      ["Kings", "A man that reaches the last row becomes a king and may move backward as well. Fifty turns without a jump are a draw."],
    ], "Keys: arrows move over the board, Enter chooses a piece and then its square, Escape deselects it. U takes a move back."],
    mastermind: ["Each player sets a code and guesses the other's. The player who needs fewer guesses wins.", [
      ["Set a code", "Four pegs of six colours, each with its letter; a colour may be used more than once."],
      ["Guess", "Both guess in turn, at most twelve times. Choose pegs from the row below, or type their letters."],
      ["Read the answer", "A black mark for each peg of the right colour in the right place, a white one for a right colour in a wrong place."],
      ["Find it", "When one player has found the code the round is finished, and the player who needed fewer guesses wins."],
    ], "Keys: A to F place pegs, Backspace takes one away, Enter guesses. U sets your code again before the first guess."],
  },
};

// A terminal's name taken apart: whose it is, what it asks, about which hand.
export const parts = (terminal) => terminal.match(/^(Opponent)?(Has|MissingFor|NumFor)?(Pair|TwoPairs|ThreeOfAKind|Trips|Trip|StraightFlush|Straight|Flush|FullHouse|FourOfAKind)?(Outs|Chance)?$/);
export const percent = (value) => `${Math.round(100 * value)} %`;

// What a fact is called.
function factName({ terminal, meaning: english }) {
  const meaning = en.fiveoFacts[terminal] ?? english;
  const [, opponent, asks, hand, measure] = parts(terminal) ?? [];
  if (!hand) return meaning;
  const whose = opponent ? "the opponent: " : "";
  if (asks === "Has") return `${whose}${HANDS[hand]} is possible`;
  if (asks === "NumFor") return `${whose}cards missing for ${HANDS[hand]}`;
  return measure === "Outs" || asks === "MissingFor" ? `${whose}cards left for ${HANDS[hand]}` : `${whose}chance of ${HANDS[hand]}`;
}

// A fact's value without and with the card, in words.
function factText({ terminal, meaning: english, unit }, [before, after]) {
  const meaning = factName({ terminal, meaning: english });
  const [, opponent, asks, hand] = parts(terminal) ?? [];
  const who = opponent ? "the opponent" : "it";
  if (unit === "category") return `${terminal.startsWith("Opponent") ? "the opponent has" : "it has"} ${CATEGORIES[after] ?? after} there`;
  if (unit === "flag" && hand) return after !== 0 ? `${HANDS[hand]} is still possible for ${who} there` : before !== 0 ? `${HANDS[hand]} is no longer possible for ${who} there` : `${HANDS[hand]} is not possible for ${who} there`;
  if (unit === "flag") return terminal === "BeatsOpponent" ? (after !== 0 ? "it beats what the other side shows there" : "it does not beat what the other side shows there") : `${meaning}: ${after !== 0 ? "yes" : "no"}`;
  if (asks === "NumFor" && hand) return after >= 6 ? `${HANDS[hand]} is no longer possible there` : after === 0 ? `it has ${HANDS[hand]} there` : `${count(after, "card is", "cards are")} missing for ${HANDS[hand]} there`;
  if (unit === "chance" && hand) {
    const change = percent(before) === percent(after) ? percent(after) : `${percent(before)} → ${percent(after)}`;
    return opponent ? `the opponent's chance of ${HANDS[hand]} there: ${change}` : after > before ? `it is building ${HANDS[hand]} here: ${change}` : `it keeps the chance of ${HANDS[hand]} there: ${percent(after)}`;
  }
  if (unit === "chance") return `${meaning}: ${percent(before) === percent(after) ? percent(after) : `${percent(before)} → ${percent(after)}`}`;
  if (unit === "rank") return `${meaning}: ${RANKS["23456789TJQKA"[after]] ?? after}`;
  const shown = (value) => (Number.isInteger(value) ? value : value.toFixed(1));
  return `${meaning}: ${before === after ? shown(after) : `${shown(before)} → ${shown(after)}`}`;
}
