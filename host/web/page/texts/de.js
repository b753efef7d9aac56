// German. What is not here stays English.

import { parts, percent } from "./en.js";

const RANKS = { A: "Ass", K: "König", Q: "Dame", J: "Bube", T: "Zehn", 9: "Neun", 8: "Acht", 7: "Sieben", 6: "Sechs", 5: "Fünf", 4: "Vier", 3: "Drei", 2: "Zwei" };
const PLURALS = { A: "Asse", K: "Könige", Q: "Damen", J: "Buben", T: "Zehnen", 9: "Neunen", 8: "Achten", 7: "Siebenen", 6: "Sechsen", 5: "Fünfen", 4: "Vieren", 3: "Dreien", 2: "Zweien" };
const SUITS = { c: "Kreuz", d: "Karo", h: "Herz", s: "Pik" };
const figure = (rank) => (rank === "T" ? "10" : { Q: "Dame", K: "König", J: "Bube", A: "Ass" }[rank] ?? rank);
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const HANDS = { Pair: "ein Paar", TwoPairs: "zwei Paare", ThreeOfAKind: "ein Drilling", Trips: "ein Drilling", Trip: "ein Drilling", Straight: "eine Straße", Flush: "ein Flush", FullHouse: "ein Full House", FourOfAKind: "ein Vierling", StraightFlush: "ein Straight Flush" };
const CATEGORIES = ["kein Paar", "ein Paar", "zwei Paare", "ein Drilling", "eine Straße", "ein Flush", "ein Full House", "ein Vierling", "ein Straight Flush"];
const comma = (value, digits = 1) => value.toFixed(digits).replace(".", ",");

const has = (name) => (name === null ? "Du hast" : `${name} hat`);

export const de = {
  language: "Deutsch",
  direction: "ltr",

  skip: "Zum Tisch", games: "Spiele", menu: "Menü", loading: "Wird geladen …", close: "Schließen",
  titles: { fiveo: "Five-O", checkers: "Dame", mastermind: "Mastermind" },
  howto: "Spielregeln", records: "Partien", own: "Eigener Spieler", board: "micro:bit", search: "Suche", settings: "Einstellungen",
  hint: "Tipp", why: "Warum?", undo: "Zurück", share: "Teilen", newGame: "Neues Spiel", opponents: "Gegner", help: "Hilfe im Spiel", noScript: "Die Seite braucht JavaScript: Die Spieler sind Programme.",
  you: "Du", yes: "ja", no: "nein", back: "Zurück", cancel: "Abbrechen",
  title: (game, own, other) => `${game}: ${own ?? "du"} gegen ${other ?? "dich"}`,
  tally: ({ won, lost, tied }) => `${won} gewonnen · ${lost} verloren · ${tied} unentschieden`,
  deal: (seed) => `Blatt ${seed}`,
  chooseOpponent: (name) => `Dein Gegner ist ${name}. Wähle einen anderen oder beginne ein neues Spiel`,
  notLoaded: (error) => `Die Spieler konnten nicht geladen werden: ${error}.`,

  card: (card) => (card === null ? "verdeckte Karte" : `${SUITS[card[1]]} ${RANKS[card[0]]}`),
  hand: ({ kind, ranks: [first, second], cards }) => ({
    "nothing": "nichts", "high": `${RANKS[first]} hoch`, "pair": `Paar ${PLURALS[first]}`, "two pairs": `${PLURALS[first]} & ${PLURALS[second]}`, "three": `drei ${PLURALS[first]}`,
    "straight": `Straße bis ${figure(first)}`, "flush": `Flush, ${figure(first)} hoch`, "full house": `Full House, ${PLURALS[first]}`, "four": `vier ${PLURALS[first]}`, "to a flush": `${cards} zum Flush`, "to a straight": `${cards} zur Straße`,
    "royal flush": "Royal Flush", "straight flush": "Straight Flush",
  })[kind] ?? kind,
  categories: CATEGORIES,

  thinking: (name) => `${name} denkt nach …`,
  takenBack: "Zurückgenommen. Du bist am Zug.",
  noMove: (name, error) => `${name} hat nicht gezogen: ${error}.`,
  boardGone: (name) => `${name} ist nicht verbunden. Unter micro:bit kannst du es wieder verbinden; das Spiel wartet.`,
  resumed: "Dein Spiel, wie du es verlassen hast.",
  cannotPlay: (error) => `Dieser Spieler kann nicht spielen: ${error}. Der übliche Gegner spielt.`,
  addressTooLong: "die Adresse ist zu lang",
  badSeed: "Diese Adresse nennt kein gültiges Blatt; du bekommst ein anderes.",
  badGame: "Diese Adresse nennt kein Spiel, das es hier gibt.",
  unusable: {
    turn: (name) => `${name} ist am Zug.`, over: "Das Spiel ist aus.", undoHidden: "Nichts kann zurückgenommen werden: Du hast die nächste Karte gesehen.", undoNone: "Es gibt noch keinen Zug zum Zurücknehmen.",
    undoAnswered: "Eine Antwort, die du gesehen hast, lässt sich nicht zurücknehmen.", whyNone: (name) => `${name} hat noch nicht gezogen.`, whyHidden: "Das würde eine verdeckte Karte verraten. Frag nach dem Spiel noch einmal.",
    replay: "Das ist eine aufgezeichnete Partie: Geh sie durch, oder kehre zu deinem Spiel zurück.",
  },
  outcome: { won: "Du gewinnst", lost: (name) => `${name} gewinnt`, tied: "Unentschieden", of: (name) => `${name === null ? "du hast" : has(name)} gewonnen` },
  hinted: "mit Tipps", kept: "Die Partie liegt unter Partien.", notKept: (error) => `Sie konnte nicht aufgezeichnet werden: ${error}.`,

  fiveo: {
    leads: { own: "vorn", other: "hinten", level: "gleich" }, ends: { own: "gewonnen", other: "verloren", level: "gleich" },
    columns: "Fünf Spalten; die Pfeiltasten gehen von einer zur nächsten",
    column: (n, who, own, ownHand, lead, other, cards, otherHand) => `Spalte ${n}. ${has(who)} ${own}: ${ownHand}, ${lead}. ${has(other)} ${cards}: ${otherHand}.`,
    place: (card, n) => `${card} in Spalte ${n} legen`, facts: (round) => `Karte ${round} von 20`, yourCard: "Deine Karte",
    prompt: (card) => `${card}: Wähle eine Spalte.`, placing: (name) => `${name} legt eine Karte …`, placed: (name, card, n) => `${has(name)} ${card} in Spalte ${n} gelegt.`,
    drawn: (card, open) => `Deine Karte ist ${card}. Offen: ${open}.`, the: (card) => card, verdict: (more, fewer) => `${more} zu ${fewer} Spalten`,
    guide: (card) => [
      `Das ist deine Karte: ${card}. Jede Runde legst du eine; tippe auf eine leuchtende Spalte.`,
      "Nur leuchtende Spalten sind offen: Eine Spalte wartet, bis deine anderen gleich lang sind.",
      "Jede Spalte ist ein Pokerblatt. Wer mehr der fünf Spalten gewinnt, gewinnt.",
    ],
  },
  checkers: {
    pieces: { b: "schwarzer Stein", B: "schwarze Dame", w: "weißer Stein", W: "weiße Dame" }, sides: { b: "Schwarz", w: "Weiß" },
    board: "Damebrett; die Pfeiltasten bewegen, die Eingabetaste wählt", light: "helles Feld", empty: "leer", chosen: "gewählt", reachable: "erreichbar", movable: "kann ziehen",
    facts: (b, w) => `Schwarz ${b} · Weiß ${w}`, quiet: (n) => ` · ${n} von 50 Zügen ohne Sprung`,
    endings: { won: "kein Zug ist mehr möglich", idle: "50 Züge lang wurde nichts geschlagen", repeated: "die Stellung kam zum dritten Mal vor" },
    over: (ending) => `Das Spiel ist aus: ${ending}.`, prompt: (side) => `Du hast ${side}. Wähle einen Stein, dann sein Ziel.`, must: (side) => `Du hast ${side} und musst springen.`,
    jumpFirst: "Du musst springen: Wähle einen leuchtenden Stein.", blocked: "Dieser Stein kann nicht ziehen. Wähle einen leuchtenden.", notThere: "Dorthin kann der Stein nicht.",
    moved: (who, from, to) => `${who ?? "Du"}: von ${from} nach ${to} gezogen.`, took: (who, n, from, to) => `${who ?? "Du"}: von ${from} nach ${to} gesprungen und ${count(n, "Stein", "Steine")} geschlagen.`, then: ", dann ",
    verdict: { won: "dein Gegner kann nicht mehr ziehen", lost: "du kannst nicht mehr ziehen", tied: "unentschieden", other: (name) => (name === null ? "du kannst nicht mehr ziehen" : `${name} kann nicht mehr ziehen`) },
    guide: () => [
      "Deine Steine sind unten. Tippe auf einen leuchtenden, dann auf ein markiertes Feld: Steine ziehen schräg vorwärts.",
      "Kannst du über einen gegnerischen Stein springen, musst du es, und du schlägst ihn.",
      "Schlage alle gegnerischen Steine, oder lass ihnen keinen Zug, und du gewinnst.",
    ],
  },
  mastermind: {
    guesses: (name) => (name === null ? "Deine Versuche" : `Versuche von ${name}`), code: (name) => (name === null ? "Dein Code" : `Code von ${name}`), answer: (blacks, whites) => `${blacks} schwarz, ${whites} weiß`, codeOf: (code) => `Code ${[...code].join(" ")}`,
    hidden: "verdeckt", notSet: "noch nicht gesetzt", none: "Noch kein Versuch.", place: (n, letter) => `Platz ${n}: ${letter ?? "leer"}`, peg: (letter) => `Stift ${letter}`, set: "Code setzen", guess: "Raten",
    over: "Beide Codes liegen offen.", facts: (n, most) => `Versuch ${n} von ${most}`, setting: "Code setzen", promptSet: (name) => `Setze einen Code, den ${name} finden soll.`, prompt: (n, most) => `Versuch ${n} von ${most}.`,
    guessed: (name, guess, answer) => `${name === null ? `Dein letzter Versuch ${guess}` : `${name} riet ${guess}`}${answer ? `: ${answer}` : ""}.`,
    verdict: (needed) => needed.map(([name, guesses]) => (guesses === null ? `${name === null ? "du hast" : `${name} hat`} ihn nicht gefunden` : `${name === null ? "du brauchtest" : `${name} brauchte`} ${guesses}`)).join(", "),
    size: "Größe der Codes", sizes: (pegs, colors) => `${pegs} Stifte, ${colors} Farben`,
    guide: () => ["Setze zuerst einen geheimen Code: Tippe vier Stifte an oder ihre Buchstaben.", "Nun rate den anderen Code. Schwarz: richtiger Stift am richtigen Platz. Weiß: richtige Farbe am falschen Platz.", "Ihr ratet abwechselnd. Wer weniger Versuche braucht, gewinnt."],
  },

  hintAt: { fiveo: (move) => `Tipp: Spalte ${move}.`, checkers: (move) => `Tipp: ${move}.`, mastermind: (move) => `Tipp: ${[...move].join(" ")}.` },
  column: (n) => `Spalte ${n}`, columnNamed: (n) => `Spalte ${n}`, only: "Keine andere Spalte ist offen.", same: "Andere Spalten sind gleich gut; die linke wird genommen.", better: (n, other) => `Spalte ${n} ist mehr wert als Spalte ${other}.`,
  fact, factName,
  fiveoFacts: {
    DiffOfHandStrength: "wie weit das Blatt vorn liegt", IsLastRound: "die fünften Karten werden gelegt", OwnCategory: "das Blatt", OpponentCategory: "das Blatt des Gegners", OwnLeadingRank: "der Rang des Blatts", OpponentLeadingRank: "der Rang des gegnerischen Blatts",
    BeatsOpponent: "es schlägt, was der Gegner dort zeigt", CardsPlaced: "eigene Karten dort", OpenColumns: "andere offene Spalten", OpponentCardsPlaced: "offene Karten des Gegners dort", LeadChance: "die Chance, mit der nächsten Karte in Führung zu gehen", OpponentLeadChance: "die Chance des Gegners, mit der nächsten Karte in Führung zu gehen",
  },
  whyTitle: "Warum?", whyPlaced: (name, card, n, reason) => `${has(name)} ${card} in Spalte ${n} gelegt. ${reason}`, whyRather: (name, move) => (name === null ? `Ein guter Spieler hätte ${move} gewählt.` : `Bei längerem Nachdenken zieht ${name} ${move} vor.`), whyWould: (name, move) => `${name} hätte ${move} gewählt.`, whyAgrees: (name) => `${name} hätte dasselbe getan.`,
  worth: "Was jede offene Spalte wert war", more: "Mehr", factHead: "Tatsache", shareHead: "Anteil", gap: "der Unterschied", between: (n, other) => `Was Spalte ${n} besser machte als Spalte ${other}`, nothingDiffers: "Nichts, worauf der Spieler achtet, unterscheidet sich.",
  exactShares: "Jeder Anteil ist, was die Tatsache im Mittel über alle Reihenfolgen beiträgt (ihr Shapley-Wert).", sampledShares: (error) => `Viele Tatsachen unterscheiden sich; die Anteile sind Mittel über 512 zufällige Reihenfolgen mit Standardfehlern bis ${error}.`,
  genes: "Der Spieler addiert diese Produkte", treeTitle: (n) => `Der Baum mit seinen Werten für Spalte ${n}`, treeAbout: "Nicht genommene Zweige sind blass und gestrichelt.", treeGain: "Der Wert einer Spalte ist dieser Wert minus der Wert ohne die Karte.", treeLabel: (n) => `Ein Baum mit ${count(n, "Knoten", "Knoten")}, gezeichnet; die Liste darüber sagt, was zählte`,
  zoomIn: "Größer", zoomOut: "Kleiner", fit: "Einpassen",
  checkersPlayed: (name, move) => `${has(name)} ${move} gespielt.`, checkersLine: (name, line) => (name === null ? `Zu erwarten ist ${line.join(", ")}.` : `${name} erwartet ${line.join(", ")}.`), checkersTakes: (n) => `Das schlägt ${count(n, "Stein", "Steine")}.`,
  checkersScore: (men, isWin) => (isWin ? (men > 0 ? "Ein Gewinn ist in Sicht." : "Eine Niederlage ist in Sicht.") : Math.abs(men) < 0.15 ? "Das Spiel steht gleich." : `${men > 0 ? "Vorsprung" : "Rückstand"}: etwa ${comma(Math.abs(men))} Steine.`),
  checkersDepth: (depth, nodes) => `${count(depth, "Zug", "Züge")} vorausgeschaut, ${nodes.toLocaleString("de")} Stellungen.`, checkersPicture: (line) => `Das Brett mit den Zügen ${line.join(", ")} als Pfeilen`,
  checkersSees: "Was nach dem Zug auf dem Brett zu sehen ist", side: (name) => name ?? "du",
  checkersFacts: {
    Men: "Steine", Kings: "Damen", OpponentMen: "Steine der anderen Seite", OpponentKings: "Damen der anderen Seite", OpponentHasKing: "die andere Seite hat eine Dame", IsAhead: "hat mehr Steine", IsToMove: "ist am Zug",
    HasTheMove: "hat die Opposition", PiecesLeft: "Steine beider Seiten", Exchanged: "bisher geschlagene Steine", IsEndgame: "acht Steine oder weniger sind übrig", Steps: "mögliche Schritte", SafeSteps: "sichere Schritte", Hanging: "Steine, die geschlagen werden können",
    Runaways: "Steine mit freiem Weg zur letzten Reihe", BlockedMen: "blockierte Steine", TrappedKings: "gefangene Damen", DogHole: "ein Stein im Hundeloch", HolesBehind: "leere Felder hinter den Steinen", Backing: "Deckung hinter den Steinen", Home: "Steine auf der Grundreihe",
    Bridge: "hält die Brücke", MenOnRow2: "Steine auf der zweiten Reihe", MenOnRow3: "Steine auf der dritten Reihe", MenOnRow4: "Steine auf der vierten Reihe", MenOnRow5: "Steine auf der fünften Reihe", MenOnRow6: "Steine auf der sechsten Reihe", MenOnRow7: "Steine einen Schritt vor der Krönung", Tempo: "Reihen, die die Steine vorgerückt sind",
    Centre: "Steine auf den vier Feldern der Mitte", WideCentre: "Steine auf den acht Feldern der Mitte", KingsInCentre: "Damen in der Mitte", Edges: "Steine am Rand", DoubleCorner: "Damen in den Doppelecken", MainRoad: "Damen auf der langen Diagonale",
  },
  mastermindLeaves: (guess, most, before, fits) => (before === 1 ? `${guess} ist der einzige Code, der zu allen Antworten passt.` : `${guess} lässt höchstens ${most} von ${before} Codes übrig.${fits ? " Es kann der Code selbst sein." : " Der Code selbst kann es nicht sein, aber die Antwort verrät viel."}`),
  mastermindWhy: (name, reason) => (name === null ? reason : `${name}: ${reason}`), mastermindExpected: (n) => `Im Mittel bleiben ${comma(n)} Codes.`, mastermindParts: (guess) => `Die Codes, die übrig waren, nach ihrer Antwort auf ${guess}`, mastermindPartHeads: ["Antwort", "Codes"], mastermindSetting: "Ein Code ist so gut wie der andere.",

  again: "Noch einmal", next: (name) => `Gegen ${name}`, whyLost: "Warum habe ich verloren?", whyTied: "Was hat den Sieg gekostet?", reviewing: "Die teuerste Entscheidung wird gesucht …",
  review: {
    none: "Keine einzelne Entscheidung hat viel gekostet: Das Glück war gegen dich.",
    fiveo: (card, played, better, from, to) => `${card} hat am meisten gekostet: In Spalte ${better} hättest du von da an ${to} % der Spiele gewonnen, in Spalte ${played} ${from} %.`,
    checkers: (played, better, men) => `${played} hat am meisten gekostet. ${better} war um etwa ${comma(men)} Steine besser.`, checkersLost: (played, better) => `${played} hat das Spiel verloren. ${better} war besser.`,
    mastermind: (played, better, from, to, before) => `Dein Versuch ${played} ließ im Mittel ${from.toFixed(0)} von ${before} Codes übrig; ${better} hätte ${to.toFixed(0)} gelassen.`, shown: "Der Tisch zeigt diesen Moment.",
  },
  backTo: (title) => `Zurück zu ${title}`,

  ladder: "Von sanft bis stark. Der nächste Gegner ist markiert.", beaten: "besiegt", beatenHinted: "mit Tipps besiegt", nextUp: "als Nächstes", technical: (name) => `spielt als „${name}“`,
  youMove: "Du ziehst", first: "zuerst", second: "als Zweiter", dayDeal: (name) => `Blatt des Tages, gegen ${name}`, dayDone: (result) => `Blatt des Tages: ${result}`, results: { won: "gewonnen", lost: "verloren", tied: "unentschieden" },
  people: {
    fiveo: {
      "random": ["Wobble", "Legt Karten, wohin sie gerade fallen."], "greedy": ["Magpie", "Nimmt sich sofort das beste Blatt."], "pairing": ["Noah", "Liebt Paare und was daraus wächst."], "weighted-pairing": ["Olive", "Sammelt Paare, wo du schwach bist."],
      "full-strategy": ["Quill", "Wägt jede Art Blatt ab."], "tactician": ["Vera", "Wartet auf gute Karten und gibt Verlorenes auf."], "report-3": ["Ember", "Durch Evolution entstanden, wie in einem Studentenbericht."], "champion": ["Pipsqueak", "Von niemandem geschrieben: Er ist durch Evolution entstanden."],
    },
    checkers: {
      "child": ["Lulu", "Zieht jedes zweite Mal irgendetwas."], "easy": ["Bruno", "Schaut zwei Züge voraus und ist manchmal sorglos."], "medium": ["Hazel", "Schaut vier Züge voraus."], "minimax": ["Plod", "Schaut sich jeden Zug an, und darum nicht weit."], "simple": ["Abacus", "Zählt Steine, sonst nichts."], "better_h": ["Castle", "Zählt Steine, Mitte und Grundreihe."],
      "improved": ["Swift", "Zählt Steine und zieht Leichtes schnell."], "improved_better_h": ["Sage", "Zählt Mitte und Grundreihe und zieht Leichtes schnell."], "hard": ["Flint", "Schaut acht Züge voraus."], "champion": ["Pipsqueak", "Sein Urteil ist durch Evolution entstanden."], "expert": ["Mira", "Denkt eine Sekunde lang, so gut sie kann."],
    },
    mastermind: {
      "beginner": ["Doodle", "Merkt sich nur die letzten zwei Antworten."], "consistent": ["Basil", "Rät irgendetwas, das zu allen Antworten passt."], "minimax": ["Knut", "Lässt im schlimmsten Fall die wenigsten Codes."], "entropy": ["Nova", "Fragt nach der meisten Information."],
      "expected": ["Ada", "Lässt im Mittel die wenigsten Codes."], "parts": ["Iris", "Macht möglichst viele Antworten möglich."], "champion": ["Pipsqueak", "Perfekt: Keine Strategie braucht im Mittel weniger Versuche."],
    },
  },
  ownTree: "Dein Baum", ownChampion: "Eigener Spieler",

  searching: {
    about: "MAX und MIN ziehen abwechselnd; der Wert eines Knotens ist der größte oder kleinste seiner Zweige. Alpha-Beta lässt aus, was den Wert der Wurzel nicht ändern kann.",
    source: "Baum", board: "der Stellung auf dem Brett", numbers: "aus eingegebenen Zahlen", leaves: "Blätter in Klammern", depth: "Züge voraus", evaluation: "Bewertung", order: "Reihenfolge der Züge", orders: { none: "wie sie kommen", evaluation: "nach der Bewertung", full: "nach Bewertung, Killerzügen und History" }, run: "Suchen",
    pruned: "Alpha-Beta", whole: "Ohne Beschneiden", tree: (title) => `${title}: der Baum`, drawn: (value) => `Spielbaum, Wert ${value}`, first: "Anfang", back: "Zurück", play: "Abspielen", pause: "Pause", next: "Weiter", last: "Ende", steps: "Schritte; auch mit Pfeiltasten, Pos1, Ende und Leertaste", unpruned: "Und ohne Beschneiden?",
    step: (n, of, what) => `Schritt ${n} von ${of}. ${what}`, counts: (nodes, leaves) => `${nodes} Knoten, ${count(leaves, "Blatt", "Blätter")}`, cutoffs: (shallow, deep) => `, Schnitte: ${shallow} flach, ${deep} tief`,
    comparison: (pruned, whole, isMore) => `Alpha-Beta besucht ${pruned} Knoten, Minimax ${isMore ? "mehr als " : ""}${whole}.`, sameValue: (value) => `Der Wert ist beide Male ${value}.`, tooLarge: "Dieser Baum ist zu groß zum Zeichnen.",
    key: ["Spitze oben: MAX, unten: MIN", "flach abgeschnitten: durch die Schranke des Elternknotens", "tief abgeschnitten: durch eine Schranke von weiter oben"], infinity: "unendlich", minusInfinity: "minus unendlich",
    leaf: (n, value) => `Blatt ${n}, Wert ${value}.`, looks: (player) => `${player} sieht seine Zweige an.`, enters: (player, alpha, beta) => `${player} beginnt mit Alpha ${alpha} und Beta ${beta}.`,
    cut: (player, value, isBelow, bound, isShallow) => `${player} hat ${value}, nicht ${isBelow ? "über Alpha" : "unter Beta"} ${bound}: Der Rest wird abgeschnitten. Ein ${isShallow ? "flacher Schnitt, die Schranke kommt vom Elternknoten" : "tiefer Schnitt, die Schranke kommt von weiter oben"}.`,
    returns: (player, value, isGreatest) => `${player} gibt ${value} zurück, den ${isGreatest ? "größten" : "kleinsten"} Wert seiner Zweige.`,
    horizon: "Der Horizonteffekt", position: "Stellung", beliefs: "Was die Suche je Tiefe glaubt", believes: "Was die Suche in jeder Tiefe glaubt; wo sie es sich anders überlegt, steht es fett.", heads: ["Tiefe", "Wert", "Zugfolge, an ihrer Tiefe beendet", "Wert", "Zugfolge mit Ruhesuche"],
    examples: { "half an exchange": ["ein halber Abtausch", "Nach dem ersten Schlagen eines Abtauschs beendet, glaubt die Suche, dass ein Stein gewonnen ist."], "a king for two men": ["eine Dame für zwei Steine", "26-23 greift zwei Steine an und sieht viele Tiefen lang am besten aus. Weiß gibt beide für die Dame und fängt dann den letzten Stein. Die Ruhesuche folgt nur Schlagzügen: Die stillen Züge dazwischen halten den Verlust hinter dem Horizont."] },
    illusion: (depth, believed, move, worth) => `In Tiefe ${depth} glaubt die Suche an ${believed} durch ${move}. So tief gesucht wie die tiefste Zeile, ist ${move} wert: ${worth}.`, toMove: (side, fen) => `${side} am Zug: ${fen}`,
  },

  device: {
    failed: (error) => `Die micro:bit-Anzeige kann nicht gezeigt werden: ${error}.`, usb: "Ein micro:bit am USB dieses Rechners", server: "Über pipsqueak serve", none: "Kein micro:bit zur Hand", connect: (name) => `${name} verbinden`, connectPage: "Das Gerät in dieser Seite verbinden", samePlayer: "dasselbe Programm, in diesem Browser", inPage: "das Gerät in dieser Seite",
    kinds: { emulator: "die echte Firmware des micro:bit im Emulator; beim ersten Mal wird sie gebaut, das dauert eine Minute", sim: "die Anwendung der Firmware im Server", board: "ein Gerät am Rechner des Servers", serial: "eine serielle Schnittstelle am Rechner des Servers", named: "beim Start des Servers genannt", player: "ein Spieler auf dem Rechner des Servers" },
    missing: "Dieser Browser hat kein Web Serial und kann nicht mit einem Gerät am Kabel sprechen. Chrome, Edge und Firefox ab Version 151 können es; oder nimm die Datei unten oder „pipsqueak serve“.", insecure: "Browser erlauben serielle Schnittstellen nur auf sicheren Seiten: Öffne die Seite über https oder von http://localhost.",
    notChosen: "Kein Gerät wurde gewählt. Ein micro:bit erscheint, wenn sein Kabel steckt und Daten überträgt, nicht nur Strom.", connectAgain: (name) => `${name} wieder verbinden`, choose: "Einen micro:bit wählen …", chooseOther: "Ein anderes Gerät wählen …", needsFirmware: "Der micro:bit braucht zuerst die Firmware von Pipsqueak: Zieh die Datei unten auf sein Laufwerk.",
    opening: (name) => `${name} wird geöffnet …`, starting: "Das Gerät antwortet noch nicht: Vielleicht startet es gerade, wie manche beim Öffnen der Leitung.", disconnected: (why) => `Das Gerät ist getrennt: ${why}. Das Spiel geht weiter, wenn es wieder da ist.`, lost: (name, why) => `Die Leitung zu ${name} ist verloren: ${why}.`, plugIn: "Steck das Kabel wieder ein und verbinde neu: Das Spiel geht weiter, wo es war.",
    reconnect: "Neu verbinden", disconnect: "Trennen", wasDisconnected: "das Gerät wurde getrennt", closed: "die Leitung wurde geschlossen", firmware: "Firmware", play: "Dagegen spielen", champion: (name, bytes, origin) => `${name} (${count(bytes, "Byte", "Bytes")}, ${origin})`, builtIn: "eingebaut", upload: (n) => `Upload ${n}`, noChampion: "spielt ohne Champion", called: (name) => `${name} (Gerät)`,
    champions: "Seine Champions", putFile: "Eine Championdatei auf das Gerät laden", put: (name) => `${name} auf das Gerät laden`, progress: "Schreiben und Zurücklesen", writing: (name) => `${name} wird geschrieben und zurückgelesen …`, written: (name, title) => `${name} spielt jetzt ${title}, geschrieben und zurückgelesen.`, erase: (title) => `Die Champions von ${title} löschen`, erased: (title) => `Die gespeicherten Champions von ${title} sind gelöscht; der eingebaute spielt.`,
    lights: (on, blinking) => `Die Lichter des Geräts: ${on} an, ${blinking} blinken`, noLights: "Die Lichter können nicht gezeigt werden: Die Züge dieses Geräts weichen vom simulierten ab.", file: "Eine Datei für das Laufwerk MICROBIT", fileAbout: "Firmware und Champion in einer Datei, für einen micro:bit v1. Sie braucht kein Web Serial.", download: "Mit dem eingebauten Champion herunterladen", downloadOwn: (name) => `Mit ${name} herunterladen`,
    fetching: "Die Firmware wird geholt … Wo sie noch nicht gebaut ist, dauert das eine Minute.", copyFile: (file) => `Kopiere ${file} auf das Laufwerk MICROBIT: Firmware und Champion sind darin.`, offline: "die Firmware wird geholt, wenn sie zuerst gebraucht wird, und jetzt ist kein Netz da; versuch es mit Netz noch einmal", notFetched: (why) => `die Firmware konnte nicht geholt werden: ${why}`,
    held: "Die Schnittstelle kann nicht geöffnet werden. Vielleicht hat sie ein anderer Tab oder ein anderes Programm: Schließ den Tab, das Terminal oder den Editor, der mit dem Gerät spricht.", rights: "Unter Linux fehlen vielleicht die Rechte: Führe „sudo usermod -aG dialout $USER“ aus und melde dich neu an.", notThere: "Das Gerät ist nicht da: Steck das Kabel ein und verbinde dann neu.", unplugged: "das Kabel wurde gezogen, oder das Gerät hat keinen Strom",
    alreadyOpen: "Diese Seite hat die Schnittstelle schon offen.", clickAgain: "Der Browser lässt die Seite gerade kein Gerät wählen: Klick noch einmal.", unusable: (error) => `Die Schnittstelle kann nicht benutzt werden: ${error}`, serialDevice: "serielles Gerät", usbDevice: (id) => `USB-Gerät ${id}`, serverSilent: "pipsqueak serve antwortet nicht: Läuft es noch?", serverGone: "pipsqueak serve ist weg",
  },

  // By the English message.
  errors: {
    "there is no player {}: the players are {}": "es gibt keinen Spieler {}: Die Spieler sind {}",
    "{} has no players that are trees": "{} hat keine Spieler, die Bäume sind",
    "{} has one size": "{} hat nur eine Größe",
    "{} has {} codes; at most {} can be played here": "{} hat {} Codes; höchstens {} sind hier spielbar",
    "this game is over; it can only be looked at": "dieses Spiel ist zu Ende; man kann es nur ansehen",
    "the game is over": "das Spiel ist zu Ende",
    "that would reveal a face-down card or a code; ask again when the game is over": "das würde eine verdeckte Karte oder einen Code verraten; frag nach dem Spiel noch einmal",
    "that table is gone": "diesen Tisch gibt es nicht mehr",
    "no code fits the answers": "kein Code passt zu den Antworten",
    "this is not a record of a game that is known here": "das ist keine Partie eines Spiels, das es hier gibt",
    "the record holds no game": "die Datei enthält keine Partie",
    "line {}: {}": "Zeile {}: {}",
    "malformed: {}": "fehlerhaft: {}",
    "the transcript ends in the middle of a game": "die Datei endet mitten in einer Partie",
    "this is not a player of Five-O": "das ist kein Spieler für Five-O",
    "this is not a player of checkers": "das ist kein Spieler für Dame",
    "a champion of {}, which is not known here": "ein Champion für {}, das es hier nicht gibt",
    "champions begin with PIPS, and this does not": "Champions beginnen mit PIPS, das hier nicht",
    "the champion is cut off": "der Champion ist abgeschnitten",
    "more bytes follow the champion": "nach dem Champion folgen weitere Bytes",
    "a champion of version {}; this program reads version {}": "ein Champion der Version {}; dieses Programm liest Version {}",
    "a champion of another game ({})": "ein Champion eines anderen Spiels ({})",
    "the champion is damaged: its checksum does not match": "der Champion ist beschädigt: Seine Prüfsumme stimmt nicht",
    "the champion's payload is malformed": "der Inhalt des Champions ist fehlerhaft",
    "the champion's tree is malformed: {}": "der Baum des Champions ist fehlerhaft: {}",
    "the tree cannot be read: {}": "der Baum ist nicht lesbar: {}",
    "the tree {} cannot be read: {}": "der Baum {} ist nicht lesbar: {}",
    "expected {} at character {}": "erwartet: {}, bei Zeichen {}",
    "a function, a terminal or a number": "eine Funktion, ein Terminal oder eine Zahl",
    "the end": "das Ende",
    "an opening bracket": "eine öffnende Klammer",
    "a comma and another argument": "ein Komma und noch ein Argument",
    "a closing bracket": "eine schließende Klammer",
    "{} at character {} is not a function, a terminal or a number; `pipsqueak vocabulary` lists them all": "{} bei Zeichen {} ist weder Funktion noch Terminal noch Zahl; „pipsqueak vocabulary“ nennt alle",
    "{} at character {} is not a function, a terminal or a number; did you mean {}?": "{} bei Zeichen {} ist weder Funktion noch Terminal noch Zahl; meintest du {}?",
    "{} at character {} is a {}, but {} needs a {} as its {} argument": "{} bei Zeichen {} ist vom Typ {}, aber {} braucht {} als {} Argument",
    "{} is a {}, but a tree's value must be a {}": "{} ist vom Typ {}, aber der Wert eines Baums muss vom Typ {} sein",
    "first": "erstes", "second": "zweites", "third": "drittes",
    "a tree is written in prefix form, each function before its arguments: Plus(OwnCategory, 1)": "ein Baum wird in Präfixform geschrieben, jede Funktion vor ihren Argumenten: Plus(OwnCategory, 1)",
    "a tree may have at most {} nodes": "ein Baum darf höchstens {} Knoten haben",
    "checkers trees use only whole numbers: {}": "Bäume für Dame enthalten nur ganze Zahlen: {}",
    "the drawing would have more than {} nodes: choose a smaller depth": "die Zeichnung hätte mehr als {} Knoten: Wähle eine kleinere Tiefe",
    "the tree of numbers has {} letters; {} is the most": "der Zahlenbaum hat {} Zeichen; höchstens {} sind möglich",
    "the tree of numbers closes at letter {} what was not opened": "der Zahlenbaum schließt bei Zeichen {}, was nicht geöffnet wurde",
    "the tree of numbers has a node without branches, closed at letter {}": "der Zahlenbaum hat einen Knoten ohne Zweige, geschlossen bei Zeichen {}",
    "the tree of numbers goes on at letter {}, after its end": "der Zahlenbaum geht bei Zeichen {} nach seinem Ende weiter",
    "the tree of numbers is nested deeper than {} levels, at letter {}": "der Zahlenbaum ist tiefer als {} Ebenen verschachtelt, bei Zeichen {}",
    "the tree of numbers is empty; write it as in {}": "der Zahlenbaum ist leer; schreib ihn wie {}",
    "the tree of numbers ends with {} of its parentheses open": "im Zahlenbaum bleiben {} Klammern offen",
    "the tree of numbers has {} at letter {}: a leaf is a whole number from {} to {}": "der Zahlenbaum hat {} bei Zeichen {}: Ein Blatt ist eine ganze Zahl von {} bis {}",
    "the board does not answer (is Pipsqueak's firmware on it?)": "das Gerät antwortet nicht (ist die Firmware von Pipsqueak darauf?)",
    "the board does not answer: what comes over the line is noise": "das Gerät antwortet nicht: Über die Leitung kommt nur Rauschen",
    "the board refused: {}": "das Gerät hat abgelehnt: {}",
    "the board gave an answer that does not match the request": "die Antwort des Geräts passt nicht zur Frage",
    "the board does not hold what was sent to it": "das Gerät enthält nicht, was gesendet wurde",
    "the board does not play {}: put this program's firmware on it": "das Gerät spielt {} nicht: Lade die Firmware dieses Programms darauf",
    "the board does not play that game": "das Gerät spielt dieses Spiel nicht",
    "the flash memory failed": "der Flash-Speicher hat versagt",
    "a champion of that length does not fit": "ein Champion dieser Länge passt nicht",
    "the board's answer is not a move": "die Antwort des Geräts ist kein Zug",
    "the board's move is not legal: {}": "der Zug des Geräts ist nicht erlaubt: {}",
  },

  leave: (name) => `Dein Spiel gegen ${name} verlassen?`, leaveAbout: "Es ist nicht zu Ende. Wenn du es verlässt, ist es weg.", leaveYes: "Verlassen", leaveNo: "Weiterspielen",
  forgetAsk: (title) => `${title} vergessen?`, forgetYes: "Vergessen", resetAsk: "Ergebnisse zurücksetzen?", resetAbout: "Alle Ergebnisse und die Leiter beginnen von vorn.", resetYes: "Zurücksetzen", eraseAsk: (title) => `Die Champions von ${title} löschen?`, eraseYes: "Löschen", keep: "Behalten", cannotUndo: "Das lässt sich nicht rückgängig machen.",
  shareTitle: "Dieses Spiel teilen", shareAbout: "Diese Adresse öffnet dasselbe Blatt mit demselben Gegner.", shareBoard: "Dein Gegner ist ein micro:bit, das keine Adresse tragen kann: Wer sie öffnet, spielt gegen den üblichen Gegner.", address: "Adresse", copy: "Kopieren", copied: "Kopiert", copyFailed: "Mit Strg+C kopieren", saveRecord: "Partie speichern",
  classTitle: "Ein Link für die Klasse", classAbout: "Alle, die ihn öffnen, bekommen dieses Spiel, diesen Gegner und dieses Blatt.", classOpponent: "Gegner", classDeal: "Blatt", classBegins: "Die Klasse zieht", print: "Regeln drucken",
  noRecords: "Hier wurde noch keine Partie beendet.", stepThrough: "Durchgehen", save: "Speichern", forget: "Vergessen", recordFile: "Eine Partie aus einer Datei (wie `pipsqueak play --transcript` sie schreibt)", against: (title, name) => `${title} gegen ${name}`, fileTooLarge: "die Datei ist zu groß für eine Partie", resetScore: "Ergebnisse zurücksetzen", wasReset: "Die Ergebnisse sind zurückgesetzt.",
  stepper: "Die Partie durchgehen; auch mit Pfeiltasten, Pos1 und Ende", move: "Zug", steps: { Start: "Anfang", Back: "Zurück", Forward: "Vor", End: "Ende" }, gameOfRecord: "Partie der Datei", gameNumber: (n, own, other) => `Partie ${n}: ${own ?? "du"} gegen ${other ?? "dich"}`, moveOf: (n, of) => `Zug ${n} von ${of}.`, result: (outcome, text) => `Das Ergebnis: ${outcome}, ${text}.`, tie: "unentschieden", backAtTable: "Zurück am Tisch.",
  ownTitle: "Dein eigener Spieler", ownAbout: "Spiele gegen einen Champion aus deiner Evolution, oder gegen einen Baum, den du schreibst.", ownFile: "Eine Championdatei (.pips); du kannst sie überall auf die Seite ziehen", ownGame: "Spiel", ownTreeLabel: "Oder ein Baum", checkTree: "Baum prüfen", words: "Wörter, die so beginnen",
  treeScoring: { fiveo: "Der Baum bewertet, was eine Karte einer Spalte bringt; mit column: davor bewertet er die Spalte selbst.", checkers: "Der Baum bewertet die Stellung einer Seite in Hundertsteln eines Steins; der Wert der anderen wird abgezogen." },
  championOf: (name, title) => `${name}, ein Spieler für ${title}`, writtenTree: "Ein geschriebener Baum", championBytes: (about, n, fingerprint) => `${about}; ${count(n, "Byte", "Bytes")}, Prüfsumme ${fingerprint}.`, playIt: "Dagegen spielen", keepIt: "Für den micro:bit behalten", keptIt: "Bereit für den micro:bit", inAddress: (n) => `In einer Adresse braucht er ${count(n, "Zeichen", "Zeichen")}.`, noFile: "keine Datei gewählt", championTooLarge: "die Datei ist zu groß für einen Champion",
  themes: ["Farben", { system: "wie das System", light: "hell", dark: "dunkel" }], motions: ["Bewegung", { system: "wie das System", on: "an", off: "aus" }], sounds: ["Ton", { off: "aus", on: "an" }], languages: ["Sprache", { system: "wie der Browser", en: "English", de: "Deutsch", he: "עברית" }], storage: "Ergebnisse, Spiele und Einstellungen bleiben nur in diesem Browser.",
  howtoTitle: (title) => `So spielt man ${title}`, beats: "schlägt", found: "gefunden!", handsTitle: "Die Blätter, von stark bis schwach", handNames: ["Straight Flush", "Vierling", "Full House", "Flush", "Straße", "Drilling", "zwei Paare", "Paar", "hohe Karte"],
  rules: {
    fiveo: ["Jeder baut fünf Pokerblätter, Karte für Karte. Gewinne mehr Spalten als dein Gegner.", [["Fünf Spalten", "Jeder beginnt mit fünf Karten, einer je Spalte. Jede Spalte wird ein Pokerblatt aus fünf Karten."], ["Ziehen und legen", "Abwechselnd zieht ihr eine Karte und legt sie. Eine Spalte nimmt erst eine Karte, wenn keine deiner anderen kürzer ist: Hier leuchten die offenen."], ["Die fünfte liegt verdeckt", "Die letzte Karte jeder Spalte wird verdeckt gelegt und am Ende umgedreht."], ["Spalte gegen Spalte", "Das stärkere Blatt gewinnt die Spalte. Drei von fünf Spalten gewinnen das Spiel."]], "Tasten: 1 bis 5 legen die Karte; Pfeile und Eingabe auch. H gibt einen Tipp, W erklärt den Zug des Gegners."],
    checkers: ["Schlage alle gegnerischen Steine, oder lass dem Gegner keinen Zug.", [["Steine ziehen vorwärts", "Ein Feld, schräg, immer vorwärts, auf den dunklen Feldern. Schwarz beginnt."], ["Springen und schlagen", "Ein Stein springt über einen gegnerischen auf das freie Feld dahinter und schlägt ihn. Wer springen kann, muss."], ["Und weiter", "Ein Sprung geht weiter, solange es geht, mit demselben Stein. Wähle jedes Feld der Reihe nach."], ["Damen", "Ein Stein auf der letzten Reihe wird Dame und darf auch rückwärts. Fünfzig Züge ohne Sprung sind unentschieden."]], "Tasten: Pfeile gehen über das Brett, Eingabe wählt Stein und Ziel, Escape hebt die Wahl auf. U nimmt einen Zug zurück."],
    mastermind: ["Jeder setzt einen Code und rät den anderen. Wer weniger Versuche braucht, gewinnt.", [["Setze einen Code", "Vier Stifte in sechs Farben, jede mit ihrem Buchstaben; eine Farbe darf mehrfach vorkommen."], ["Rate", "Beide raten abwechselnd, höchstens zwölfmal. Wähle Stifte unten oder tippe ihre Buchstaben."], ["Lies die Antwort", "Schwarz für jeden Stift der richtigen Farbe am richtigen Platz, weiß für eine richtige Farbe am falschen."], ["Finde ihn", "Hat einer den Code gefunden, endet die Runde, und wer weniger Versuche brauchte, gewinnt."]], "Tasten: A bis F setzen Stifte, Rücktaste nimmt einen weg, Eingabe rät. U setzt deinen Code vor dem ersten Versuch neu."],
  },
};

function factName({ terminal, meaning: english }) {
  const meaning = de.fiveoFacts[terminal] ?? english;
  const [, opponent, asks, hand, measure] = parts(terminal) ?? [];
  if (!hand) return meaning;
  const whose = opponent ? "Gegner: " : "";
  if (asks === "Has") return `${whose}${HANDS[hand]} ist möglich`;
  if (asks === "NumFor") return `${whose}fehlende Karten: ${HANDS[hand]}`;
  return measure === "Outs" || asks === "MissingFor" ? `${whose}passende Karten: ${HANDS[hand]}` : `${whose}Chance: ${HANDS[hand]}`;
}

function fact({ terminal, meaning: english, unit }, [before, after]) {
  const meaning = factName({ terminal, meaning: english });
  const [, opponent, asks, hand] = parts(terminal) ?? [];
  const change = percent(before) === percent(after) ? percent(after) : `${percent(before)} → ${percent(after)}`;
  if (unit === "category") return `${terminal.startsWith("Opponent") ? "der Gegner hat" : "dort liegt"} ${CATEGORIES[after] ?? after}`;
  if (unit === "flag" && hand) return after !== 0 ? `${HANDS[hand]} ist dort ${opponent ? "für den Gegner " : ""}noch möglich` : `${HANDS[hand]} ist dort ${opponent ? "für den Gegner " : ""}nicht ${before !== 0 ? "mehr " : ""}möglich`;
  if (asks === "NumFor" && hand) return after >= 6 ? `${HANDS[hand]} ist dort nicht mehr möglich` : `${count(after, "Karte fehlt", "Karten fehlen")} dort: ${HANDS[hand]}`;
  if (unit === "chance" && hand) return opponent ? `die Chance des Gegners dort: ${HANDS[hand]}, ${change}` : after > before ? `hier entsteht ${HANDS[hand]}: ${change}` : `die Chance bleibt dort: ${HANDS[hand]}, ${percent(after)}`;
  if (unit === "rank") return `${meaning}: ${RANKS["23456789TJQKA"[after]] ?? after}`;
  if (unit === "flag") return `${meaning}: ${after !== 0 ? "ja" : "nein"}`;
  return `${meaning}: ${unit === "chance" ? change : before === after ? after : `${before} → ${after}`}`;
}
