// Hebrew, right to left. Sentences about players have no verb that would need their gender; instructions are in the plural.

import { parts } from "./en.js";

const RANKS = { A: "אס", K: "מלך", Q: "מלכה", J: "נסיך", T: "10", 9: "9", 8: "8", 7: "7", 6: "6", 5: "5", 4: "4", 3: "3", 2: "2" };
const PLURALS = { ...RANKS, A: "אסים", K: "מלכים", Q: "מלכות", J: "נסיכים" };
const SUITS = { c: "תלתן", d: "יהלום", h: "לב", s: "עלה" };
const HANDS = { Pair: "זוג", TwoPairs: "שני זוגות", ThreeOfAKind: "שלישייה", Trips: "שלישייה", Trip: "שלישייה", Straight: "רצף", Flush: "פלאש", FullHouse: "פול האוס", FourOfAKind: "רביעייה", StraightFlush: "רצף פלאש" };
const CATEGORIES = ["בלי זוג", "זוג", "שני זוגות", "שלישייה", "רצף", "פלאש", "פול האוס", "רביעייה", "רצף פלאש"];
const count = (n, one, many) => (n === 1 ? one : `${n} ${many}`);
const percent = (value) => `${Math.round(100 * value)}%`;
const change = (before, after) => (percent(before) === percent(after) ? percent(after) : `מ־${percent(before)} ל־${percent(after)}`);
const of = (name) => (name === null ? "שלך" : `של ${name}`);

export const he = {
  language: "עברית",
  direction: "rtl",

  skip: "אל השולחן", games: "משחקים", menu: "תפריט", loading: "בטעינה…", close: "סגירה",
  titles: { fiveo: "פייב־או", checkers: "דמקה", mastermind: "בול פגיעה" },
  howto: "איך משחקים", records: "משחקים שמורים", own: "שחקן משלך", board: "micro:bit", search: "חיפוש", settings: "הגדרות",
  hint: "רמז", why: "למה?", undo: "ביטול", share: "שיתוף", newGame: "משחק חדש", opponents: "יריבים", help: "עזרה במשחק", noScript: "הדף צריך JavaScript: השחקנים הם תוכנות.",
  you: "את/ה", yes: "כן", no: "לא", back: "חזרה", cancel: "ביטול",
  title: (game, own, other) => `${game}: ${own ?? "את/ה"} נגד ${other ?? "עצמך"}`,
  tally: ({ won, lost, tied }) => `ניצחונות ${won} · הפסדים ${lost} · תיקו ${tied}`,
  deal: (seed) => `חלוקה ${seed}`,
  chooseOpponent: (name) => `מולך: ${name}. אפשר לבחור יריב אחר או להתחיל משחק חדש`,
  notLoaded: (error) => `לא ניתן לטעון את השחקנים: ${error}.`,

  card: (card) => (card === null ? "קלף הפוך" : `${RANKS[card[0]]} ${SUITS[card[1]]}`),
  hand: ({ kind, ranks: [first, second], cards }) => ({
    "nothing": "כלום", "high": `${RANKS[first]} בראש`, "pair": `זוג ${PLURALS[first]}`, "two pairs": `${PLURALS[first]} ו־${PLURALS[second]}`, "three": `שלישיית ${PLURALS[first]}`, "straight": `רצף עד ${RANKS[first]}`, "flush": `פלאש ${RANKS[first]}`,
    "full house": `פול ${PLURALS[first]}`, "four": `רביעיית ${PLURALS[first]}`, "to a flush": `${cards} לפלאש`, "to a straight": `${cards} לרצף`, "straight flush": "רצף פלאש", "royal flush": "רויאל פלאש",
  })[kind] ?? kind,
  categories: CATEGORIES,

  thinking: (name) => `התור של ${name}…`,
  takenBack: "המהלך בוטל. התור שלך.",
  noMove: (name, error) => `אין מהלך של ${name}: ${error}.`,
  boardGone: (name) => `אין חיבור אל ${name}. אפשר לחבר שוב דרך micro:bit; המשחק מחכה.`,
  resumed: "המשחק שלך, מהמקום שבו נעצר.",
  cannotPlay: (error) => `השחקן הזה לא יכול לשחק: ${error}. במקומו משחק היריב הרגיל.`,
  addressTooLong: "הכתובת ארוכה מדי",
  badSeed: "הכתובת אינה מציינת חלוקה תקינה, ולכן קיבלת חלוקה אחרת.",
  badGame: "הכתובת אינה מציינת משחק שמוכר כאן.",
  unusable: {
    turn: (name) => `התור של ${name}.`, over: "המשחק נגמר.", undoHidden: "אי אפשר לבטל: הקלף הבא כבר נראה.", undoNone: "עדיין אין מהלך לבטל.", undoAnswered: "אי אפשר לבטל תשובה שכבר נראתה.",
    whyNone: (name) => `עדיין אין מהלך של ${name}.`, whyHidden: "זה היה חושף קלף הפוך. אפשר לשאול שוב בסוף המשחק.", replay: "זה משחק שמור: אפשר לעבור עליו צעד צעד, או לחזור למשחק שלך.",
  },
  outcome: { won: "ניצחת", lost: (name) => `ניצחון של ${name}`, tied: "תיקו", of: (name) => (name === null ? "ניצחון שלך" : `ניצחון של ${name}`) },
  hinted: "עם רמזים", kept: "המשחק נשמר במשחקים השמורים.", notKept: (error) => `לא ניתן לשמור את המשחק: ${error}.`,

  fiveo: {
    leads: { own: "יתרון", other: "פיגור", level: "שוויון" }, ends: { own: "ניצחון", other: "הפסד", level: "תיקו" },
    columns: "חמש עמודות; מקשי החצים עוברים ביניהן",
    column: (n, who, own, ownHand, lead, other, cards, otherHand) => `עמודה ${n}. הקלפים ${of(who)}: ${own}: ${ownHand}, ${lead}. הקלפים ${of(other)}: ${cards}: ${otherHand}.`,
    place: (card, n) => `להניח ${card} בעמודה ${n}`, facts: (round) => `קלף ${round} מתוך 20`, yourCard: "הקלף שלך",
    prompt: (card) => `${card}: בחרו עמודה.`, placing: (name) => `התור של ${name}…`, placed: (name, card, n) => `המהלך ${of(name)}: ${card} לעמודה ${n}.`,
    drawn: (card, open) => `הקלף שלך: ${card}. פתוחות: ${open}.`, the: (card) => card, verdict: (more, fewer) => `${more} עמודות מול ${fewer}`,
    guide: (card) => [
      `זה הקלף שלך: ${card}. בכל תור מניחים קלף אחד; הקישו על עמודה מוארת.`,
      "רק עמודות מוארות פתוחות: עמודה מחכה עד שהאחרות באותו אורך.",
      "כל עמודה היא יד פוקר. מי שמנצח ביותר מחמש העמודות מנצח במשחק.",
    ],
  },
  checkers: {
    pieces: { b: "חייל שחור", B: "מלכה שחורה", w: "חייל לבן", W: "מלכה לבנה" }, sides: { b: "השחור", w: "הלבן" },
    board: "לוח דמקה; חצים זזים, Enter בוחר", light: "משבצת בהירה", empty: "ריקה", chosen: "נבחרה", reachable: "אפשר להגיע אליה", movable: "יכול לזוז",
    facts: (b, w) => `שחור ${b} · לבן ${w}`, quiet: (n) => ` · ${n} מתוך 50 תורות בלי אכילה`,
    endings: { won: "לא נשאר מהלך", idle: "50 תורות בלי אכילה", repeated: "העמדה חזרה בפעם השלישית" },
    over: (ending) => `המשחק נגמר: ${ending}.`, prompt: (side) => `הצד שלך: ${side}. בחרו כלי, ואז יעד.`, must: (side) => `הצד שלך: ${side}. חייבים לאכול.`,
    jumpFirst: "חייבים לאכול: בחרו כלי מואר.", blocked: "הכלי הזה לא יכול לזוז. בחרו כלי מואר.", notThere: "הכלי לא יכול להגיע לשם.",
    moved: (who, from, to) => `המהלך ${of(who)}: מ־${from} ל־${to}.`, took: (who, n, from, to) => `המהלך ${of(who)}: קפיצה מ־${from} ל־${to}, ${count(n, "כלי אחד נאכל", "כלים נאכלו")}.`, then: ", ואז ל־",
    verdict: { won: "ליריב לא נשאר מהלך", lost: "לא נשאר לך מהלך", tied: "תיקו", other: (name) => (name === null ? "לא נשאר לך מהלך" : `לא נשאר מהלך ל־${name}`) },
    guide: () => [
      "הכלים שלך למטה. הקישו על כלי מואר ואז על משבצת מסומנת: חיילים זזים קדימה באלכסון.",
      "אם אפשר לקפוץ מעל כלי של היריב, חייבים, והוא נאכל.",
      "מי שאוכל את כל כלי היריב, או לא משאיר להם מהלך, מנצח.",
    ],
  },
  mastermind: {
    guesses: (name) => `הניחושים ${of(name)}`, code: (name) => `הקוד ${of(name)}`, answer: (blacks, whites) => `${blacks} שחור, ${whites} לבן`, codeOf: (code) => `קוד ${[...code].join(" ")}`, hidden: "מוסתר", notSet: "עוד לא נקבע",
    none: "עדיין אין ניחושים.", place: (n, letter) => `מקום ${n}: ${letter ?? "ריק"}`, peg: (letter) => `סיכה ${letter}`, set: "קביעת הקוד", guess: "ניחוש",
    over: "שני הקודים גלויים.", facts: (n, most) => `ניחוש ${n} מתוך ${most}`, setting: "קביעת קוד", promptSet: (name) => `קבעו קוד סודי מול ${name}.`, prompt: (n, most) => `ניחוש ${n} מתוך ${most}.`,
    guessed: (name, guess, answer) => `הניחוש האחרון ${of(name)}: ${guess}${answer ? `: ${answer}` : ""}.`,
    verdict: (needed) => needed.map(([name, guesses]) => `${name ?? "את/ה"}: ${guesses === null ? "הקוד לא נמצא" : `נמצא בניחוש ${guesses}`}`).join(", "),
    size: "גודל הקוד", sizes: (pegs, colors) => `${pegs} סיכות, ${colors} צבעים`,
    guide: () => [
      "קודם קובעים קוד סודי: הקישו על ארבע סיכות, או על האותיות שלהן.",
      "עכשיו מנחשים את הקוד השני. סימן שחור: סיכה נכונה במקום הנכון. לבן: צבע נכון במקום אחר.",
      "מנחשים לפי התור. מי שצריך פחות ניחושים מנצח.",
    ],
  },

  hintAt: { fiveo: (move) => `רמז: עמודה ${move}.`, checkers: (move) => `רמז: ${move}.`, mastermind: (move) => `רמז: ${[...move].join(" ")}.` },
  column: (n) => `עמודה ${n}`, columnNamed: (n) => `עמודה ${n}`, only: "אין עמודה פתוחה אחרת.", same: "עמודות אחרות שוות אותו דבר; נבחרת השמאלית.", better: (n, other) => `עמודה ${n} שווה יותר מעמודה ${other}.`,
  fact, factName,
  fiveoFacts: {
    DiffOfHandStrength: "היתרון של היד", IsLastRound: "מניחים את הקלפים החמישיים", OwnCategory: "היד", OpponentCategory: "היד של היריב", OwnLeadingRank: "הדרגה של היד", OpponentLeadingRank: "הדרגה של יד היריב",
    BeatsOpponent: "היד חזקה ממה שהיריב מראה שם", CardsPlaced: "קלפים בעמודה", OpenColumns: "עמודות פתוחות אחרות", OpponentCardsPlaced: "קלפים גלויים של היריב שם", LeadChance: "הסיכוי שהקלף הבא ייתן יתרון", OpponentLeadChance: "הסיכוי שהקלף הבא ייתן יתרון ליריב",
  },
  whyTitle: "למה?", whyPlaced: (name, card, n, reason) => `המהלך ${of(name)}: ${card} לעמודה ${n}. ${reason}`, whyRather: (name, move) => (name === null ? `הבחירה של שחקן טוב: ${move}.` : `במחשבה שנייה, הבחירה של ${name}: ${move}.`), whyWould: (name, move) => `הבחירה של ${name}: ${move}.`, whyAgrees: (name) => `זו גם הבחירה של ${name}.`,
  worth: "כמה שווה כל עמודה פתוחה", more: "עוד", factHead: "עובדה", shareHead: "חלק", gap: "ההפרש", between: (n, other) => `במה עמודה ${n} טובה מעמודה ${other}`, nothingDiffers: "אין הבדל בדברים שהשחקן בודק.",
  exactShares: "כל חלק הוא מה שהעובדה מוסיפה, בממוצע על כל הסדרים שבהם העובדות יכולות להשתנות (ערך שפלי).", sampledShares: (error) => `עובדות רבות שונות, ולכן החלקים הם ממוצעים של 512 סדרים אקראיים; טעויות התקן הן לכל היותר ${error}.`,
  genes: "השחקן מחבר את המכפלות האלה", treeTitle: (n) => `העץ, עם הערכים שלו לעמודה ${n}`, treeAbout: "ענפים שלא נבחרו חיוורים ומקווקווים.", treeGain: "שווי העמודה הוא הערך הזה פחות הערך בלי הקלף.", treeLabel: (n) => `ציור של עץ, ${count(n, "צומת אחד", "צמתים")}; הרשימה שלמעלה אומרת מה היה חשוב`,
  zoomIn: "הגדלה", zoomOut: "הקטנה", fit: "התאמה",
  checkersPlayed: (name, move) => `המהלך ${of(name)}: ${move}.`, checkersLine: (name, line) => (name === null ? `ההמשך הצפוי: ${line.join(", ")}.` : `ההמשך הצפוי לפי ${name}: ${line.join(", ")}.`), checkersTakes: (n) => `${count(n, "כלי אחד נאכל", "כלים נאכלים")}.`,
  checkersScore: (men, isWin) => (isWin ? (men > 0 ? "ניצחון באופק." : "הפסד באופק.") : Math.abs(men) < 0.15 ? "המשחק שקול." : `${men > 0 ? "יתרון" : "פיגור"} בשווי ${Math.abs(men).toFixed(1)} חיילים.`),
  checkersDepth: (depth, nodes) => `הסתכלות ${count(depth, "מהלך אחד", "מהלכים")} קדימה, ${nodes.toLocaleString("he")} עמדות.`, checkersPicture: (line) => `הלוח, עם המהלכים ${line.join(", ")} כחצים`,
  checkersSees: "מה רואים על הלוח אחרי המהלך", side: (name) => name ?? "את/ה",
  checkersFacts: {
    Men: "חיילים", Kings: "מלכות", OpponentMen: "חיילים של הצד השני", OpponentKings: "מלכות של הצד השני", OpponentHasKing: "לצד השני יש מלכה", IsAhead: "יותר כלים", IsToMove: "התור", HasTheMove: "האופוזיציה", PiecesLeft: "כלים של שני הצדדים", Exchanged: "כלים שנאכלו עד כה", IsEndgame: "נשארו שמונה כלים או פחות",
    Steps: "צעדים אפשריים", SafeSteps: "צעדים בטוחים", Hanging: "כלים שאפשר לאכול", Runaways: "חיילים עם דרך פנויה לשורה האחרונה", BlockedMen: "חיילים חסומים", TrappedKings: "מלכות לכודות", DogHole: "חייל במלכודת הפינה", HolesBehind: "משבצות ריקות מאחורי החיילים", Backing: "כלים מאחורי החיילים", Home: "חיילים בשורת הבית", Bridge: "הגשר מוחזק",
    MenOnRow2: "חיילים בשורה השנייה", MenOnRow3: "חיילים בשורה השלישית", MenOnRow4: "חיילים בשורה הרביעית", MenOnRow5: "חיילים בשורה החמישית", MenOnRow6: "חיילים בשורה השישית", MenOnRow7: "חיילים צעד לפני הכתרה", Tempo: "שורות שהחיילים התקדמו", Centre: "כלים בארבע משבצות המרכז", WideCentre: "כלים בשמונה משבצות המרכז",
    KingsInCentre: "מלכות במרכז", Edges: "כלים בקצוות", DoubleCorner: "מלכות בפינות הכפולות", MainRoad: "מלכות באלכסון הארוך",
  },
  mastermindLeaves: (guess, most, before, fits) => (before === 1 ? `${guess} הוא הקוד היחיד שמתאים לכל התשובות.` : `${guess} משאיר לכל היותר ${most} מתוך ${before} קודים.${fits ? " אולי זה הקוד עצמו." : " זה לא יכול להיות הקוד עצמו, אבל התשובה מגלה הרבה."}`),
  mastermindWhy: (name, reason) => (name === null ? reason : `${name}: ${reason}`), mastermindExpected: (n) => `בממוצע נשארים ${n.toFixed(1)} קודים.`, mastermindParts: (guess) => `הקודים שנותרו, לפי התשובה שלהם ל־${guess}`, mastermindPartHeads: ["תשובה", "קודים"], mastermindSetting: "כל קוד טוב באותה מידה.",

  again: "עוד פעם", next: (name) => `מול ${name}`, whyLost: "למה הפסדתי?", whyTied: "מה מנע את הניצחון?", reviewing: "מחפשים את ההחלטה היקרה ביותר…",
  review: {
    none: "אף החלטה אחת לא עלתה הרבה: המזל היה נגדך.", fiveo: (card, played, better, from, to) => `ההחלטה היקרה ביותר: ${card}. בעמודה ${better} היו לך מכאן ${to}% ניצחונות, בעמודה ${played} ${from}%.`,
    checkers: (played, better, men) => `ההחלטה היקרה ביותר: ${played}. ${better} היה טוב יותר בכ־${men.toFixed(1)} חיילים.`, checkersLost: (played, better) => `${played} הפסיד את המשחק. ${better} היה טוב יותר.`,
    mastermind: (played, better, from, to, before) => `הניחוש ${played} השאיר בממוצע ${from.toFixed(0)} מתוך ${before} קודים; ${better} היה משאיר ${to.toFixed(0)}.`, shown: "השולחן מראה את הרגע הזה.",
  },
  backTo: (title) => `חזרה אל ${title}`,

  ladder: "מהעדין לחזק. היריב הבא מסומן.", beaten: "ניצחת", beatenHinted: "ניצחת עם רמזים", nextUp: "הבא בתור", technical: (name) => `השם הטכני: “${name}”`,
  youMove: "התור שלך", first: "ראשון", second: "שני", dayDeal: (name) => `החלוקה היומית, מול ${name}`, dayDone: (result) => `החלוקה היומית: ${result}`, results: { won: "ניצחון", lost: "הפסד", tied: "תיקו" },
  people: {
    fiveo: {
      "random": ["נדנד", "מניח קלפים איפה שיוצא."], "greedy": ["עורבני", "חוטף מיד את היד הטובה ביותר."], "pairing": ["נח", "אוהב זוגות, ומה שצומח מהם."], "weighted-pairing": ["זית", "אוסף זוגות איפה שאצלך חלש."], "full-strategy": ["נוצה", "שוקלת כל סוג של יד."],
      "tactician": ["ורה", "מחכה לקלפים טובים ומוותרת על עמודות אבודות."], "report-3": ["גחלת", "נוצרה באבולוציה, כמו בעבודה של סטודנטים."], "champion": ["פיפסקוויק", "לא נכתב: נוצר באבולוציה. מגיע עם כל micro:bit."],
    },
    checkers: {
      "child": ["לולו", "חצי מהמהלכים סתם ככה."], "easy": ["ברונו", "מסתכל שני מהלכים קדימה, ולפעמים לא נזהר."], "medium": ["אגוז", "מסתכל ארבעה מהלכים קדימה."], "minimax": ["צב", "בודק כל מהלך שיש, ולכן לא רחוק."], "simple": ["חשבונייה", "סופרת כלים, וזה הכול."], "better_h": ["צריח", "סופר כלים, מרכז ושורת בית."],
      "improved": ["סיס", "סופר כלים, ומהיר במהלכים קלים."], "improved_better_h": ["מרווה", "סופרת מרכז ושורת בית, ומהירה במהלכים קלים."], "hard": ["צור", "מסתכל שמונה מהלכים קדימה."], "champion": ["פיפסקוויק", "השיפוט שלו לא נכתב: נוצר באבולוציה."], "expert": ["מירה", "חושבת שנייה שלמה, הכי טוב שאפשר."],
    },
    mastermind: {
      "beginner": ["קשקוש", "זוכר רק את שתי התשובות האחרונות."], "consistent": ["בזיל", "מנחש כל מה שמתאים לכל התשובות."], "minimax": ["קנוט", "משאיר הכי מעט קודים במקרה הגרוע."], "entropy": ["נובה", "מבקשת הכי הרבה מידע."], "expected": ["עדה", "משאירה הכי מעט קודים בממוצע."], "parts": ["איריס", "מאפשרת כמה שיותר תשובות."], "champion": ["פיפסקוויק", "מושלם: אין שיטה עם פחות ניחושים בממוצע."],
    },
  },
  ownTree: "העץ שלך", ownChampion: "שחקן משלך",

  searching: {
    about: "MAX ו־MIN משחקים לפי התור; הערך של צומת הוא הגדול או הקטן מבין הענפים שלו. אלפא־ביתא מדלג על מה שלא יכול לשנות את ערך השורש.",
    source: "עץ של", board: "העמדה שעל הלוח", numbers: "מספרים שהוקלדו", leaves: "עלים בסוגריים", depth: "מהלכים קדימה", evaluation: "הערכה", order: "סדר המהלכים", orders: { none: "כמו שהם באים", evaluation: "לפי ההערכה", full: "לפי הערכה, killers ו־history" }, run: "חיפוש",
    pruned: "אלפא־ביתא", whole: "בלי גיזום", tree: (title) => `${title}: העץ`, drawn: (value) => `עץ משחק, ערך ${value}`, first: "התחלה", back: "אחורה", play: "הפעלה", pause: "עצירה", next: "קדימה", last: "סוף", steps: "צעדים; גם מקשי החצים, Home,‏ End ורווח", unpruned: "ומה בלי גיזום?",
    step: (n, of, what) => `צעד ${n} מתוך ${of}. ${what}`, counts: (nodes, leaves) => `${count(nodes, "צומת אחד", "צמתים")}, ${count(leaves, "עלה אחד", "עלים")}`, cutoffs: (shallow, deep) => `, גיזומים: ${shallow} רדודים, ${deep} עמוקים`,
    comparison: (pruned, whole, isMore) => `אלפא־ביתא עובר על ${pruned} צמתים, מינימקס על ${isMore ? "יותר מ־" : ""}${whole}.`, sameValue: (value) => `הערך בשתי הדרכים: ${value}.`, tooLarge: "העץ הזה גדול מדי לציור.",
    key: ["חוד למעלה: MAX, למטה: MIN", "גיזום רדוד: לפי החסם של ההורה", "גיזום עמוק: לפי חסם מגבוה יותר"], infinity: "אינסוף", minusInfinity: "מינוס אינסוף",
    leaf: (n, value) => `עלה ${n}, ערך ${value}.`, looks: (player) => `${player} בודק את הענפים שלו.`, enters: (player, alpha, beta) => `${player} מתחיל עם אלפא ${alpha} וביתא ${beta}.`,
    cut: (player, value, isBelow, bound, isShallow) => `ל־${player} יש ${value}, לא ${isBelow ? "מעל אלפא" : "מתחת לביתא"} ${bound}: השאר נגזם. גיזום ${isShallow ? "רדוד, החסם בא מההורה" : "עמוק, החסם בא מגבוה יותר"}.`,
    returns: (player, value, isGreatest) => `${player} מחזיר ${value}, ${isGreatest ? "הגדול" : "הקטן"} מבין הענפים שלו.`,
    horizon: "אפקט האופק", position: "עמדה", beliefs: "מה החיפוש מאמין בכל עומק", believes: "מה החיפוש מאמין בכל עומק; שינויי דעה מודגשים.", heads: ["עומק", "ערך", "המשך, נעצר בעומקו", "ערך", "המשך עם חיפוש שקט"],
    examples: { "half an exchange": ["חצי חילוף", "כשעוצרים אחרי האכילה הראשונה בחילוף, החיפוש מאמין שהורווח חייל."], "a king for two men": ["מלך תמורת שני חיילים", "26-23 מאיים על שני חיילים ונראה הטוב ביותר לאורך עומקים רבים. הלבן נותן את שניהם תמורת המלך, ואז לוכד את החייל האחרון. החיפוש השקט עוקב רק אחרי אכילות: המהלכים השקטים שביניהן משאירים את ההפסד מעבר לאופק."] },
    illusion: (depth, believed, move, worth) => `בעומק ${depth} החיפוש מאמין ב־${believed} אחרי ${move}. בחיפוש עמוק כמו השורה העמוקה ביותר, ${move} שווה ${worth}:`, toMove: (side, fen) => `התור של ${side}: ${fen}`,
  },

  device: {
    failed: (error) => `לא ניתן להציג את לוח ה־micro:bit: ${error}.`, usb: "micro:bit בחיבור USB למחשב הזה", server: "דרך pipsqueak serve", none: "אין micro:bit בהישג יד", connect: (name) => `חיבור ${name}`, connectPage: "חיבור המכשיר שבדף הזה", samePlayer: "אותה תוכנה, בדפדפן הזה", inPage: "המכשיר שבדף הזה",
    kinds: { emulator: "הקושחה האמיתית של micro:bit באמולטור; בפעם הראשונה היא נבנית, וזה לוקח דקה", sim: "היישום של הקושחה, בשרת", board: "מכשיר במחשב של השרת", serial: "התקן טורי במחשב של השרת", named: "צוין בהפעלת השרת", player: "שחקן במחשב של השרת" },
    missing: "לדפדפן הזה אין Web Serial, ולכן הוא לא יכול לדבר עם מכשיר בכבל. יש ב־Chrome, ב־Edge וב־Firefox מגרסה 151; אפשר גם להשתמש בקובץ שלמטה או ב־“pipsqueak serve”.", insecure: "דפדפנים מאפשרים יציאות טוריות רק בדפים מאובטחים: פתחו את הדף ב־https או מ־http://localhost.",
    notChosen: "לא נבחר התקן. מכשיר מופיע ברשימה כשהכבל מחובר ומעביר נתונים, לא רק חשמל.", connectAgain: (name) => `חיבור ${name} שוב`, choose: "בחירת micro:bit…", chooseOther: "בחירת התקן אחר…", needsFirmware: "המכשיר צריך קודם את הקושחה של Pipsqueak: גררו את הקובץ שלמטה אל הכונן שלו.",
    opening: (name) => `פותחים את ${name}…`, starting: "המכשיר עוד לא עונה: אולי הוא מופעל עכשיו, כמו שיש כאלה כשפותחים את הקו.", disconnected: (why) => `המכשיר מנותק: ${why}. המשחק ימשיך כשיחובר שוב.`, lost: (name, why) => `הקו אל ${name} אבד: ${why}.`, plugIn: "חברו שוב את הכבל ולחצו על חיבור מחדש: המשחק ממשיך מאותו מקום.",
    reconnect: "חיבור מחדש", disconnect: "ניתוק", wasDisconnected: "המכשיר נותק", closed: "הקו נסגר", firmware: "קושחה", play: "לשחק נגדו", champion: (name, bytes, origin) => `${name} (${count(bytes, "בייט אחד", "בייטים")}, ${origin})`, builtIn: "מובנה", upload: (n) => `העלאה ${n}`, noChampion: "משחק בלי אלוף", called: (name) => `${name} (מכשיר)`,
    champions: "האלופים שלו", putFile: "העלאת קובץ אלוף אל המכשיר", put: (name) => `העלאת ${name} אל המכשיר`, progress: "כתיבה וקריאה חוזרת", writing: (name) => `כותבים את ${name} וקוראים חזרה…`, written: (name, title) => `${name} פעיל עכשיו ב${title}, נכתב ונקרא חזרה.`, erase: (title) => `מחיקת האלופים של ${title}`, erased: (title) => `האלופים השמורים של ${title} נמחקו; המובנה משחק.`,
    lights: (on, blinking) => `הנורות של המכשיר: ${on} דולקות, ${blinking} מהבהבות`, noLights: "לא ניתן להציג את הנורות: המהלכים של המכשיר שונים מאלה של המכשיר המדומה.", file: "קובץ לכונן MICROBIT", fileAbout: "קושחה ואלוף בקובץ אחד, עבור micro:bit v1. לא צריך Web Serial.", download: "הורדה עם האלוף המובנה", downloadOwn: (name) => `הורדה עם ${name}`,
    fetching: "מביאים את הקושחה… אם היא עוד לא נבנתה, זה לוקח דקה.", copyFile: (file) => `העתיקו את ${file} אל הכונן MICROBIT: הקושחה והאלוף בתוכו.`, offline: "הקושחה מובאת כשצריך אותה בפעם הראשונה, ועכשיו אין רשת; נסו שוב כשיש רשת", notFetched: (why) => `לא ניתן להביא את הקושחה: ${why}`,
    held: "לא ניתן לפתוח את היציאה. אולי לשונית או תוכנה אחרת מחזיקה בה: סגרו את הלשונית, את המסוף או את העורך שמדבר עם המכשיר.", rights: "ב־Linux אולי חסרות הרשאות: הריצו “sudo usermod -aG dialout $USER”, צאו והיכנסו שוב.", notThere: "המכשיר לא שם: חברו את הכבל, ואז התחברו שוב.", unplugged: "הכבל נותק, או שלמכשיר אין חשמל",
    alreadyOpen: "הדף הזה כבר פתח את היציאה.", clickAgain: "הדפדפן לא מאפשר לדף לבחור התקן עכשיו: לחצו שוב על הכפתור.", unusable: (error) => `לא ניתן להשתמש ביציאה: ${error}`, serialDevice: "התקן טורי", usbDevice: (id) => `התקן USB ${id}`, serverSilent: "pipsqueak serve לא עונה: האם הוא עדיין פועל?", serverGone: "pipsqueak serve נעלם",
  },

  // By the English message.
  errors: {
    "there is no player {}: the players are {}": "אין שחקן {}: השחקנים הם {}",
    "{} has no players that are trees": "ב־{} אין שחקנים שהם עצים",
    "{} has one size": "ל־{} יש גודל אחד",
    "{} has {} codes; at most {} can be played here": "ב־{} יש {} קודים; כאן אפשר לשחק עם {} לכל היותר",
    "this game is over; it can only be looked at": "המשחק הזה נגמר; אפשר רק להסתכל בו",
    "the game is over": "המשחק נגמר",
    "that would reveal a face-down card or a code; ask again when the game is over": "זה היה חושף קלף הפוך או קוד; אפשר לשאול שוב בסוף המשחק",
    "that table is gone": "השולחן הזה כבר לא קיים",
    "no code fits the answers": "אין קוד שמתאים לתשובות",
    "this is not a record of a game that is known here": "זה לא תיעוד של משחק שמוכר כאן",
    "the record holds no game": "אין משחק בקובץ",
    "line {}: {}": "שורה {}: {}",
    "malformed: {}": "פגום: {}",
    "the transcript ends in the middle of a game": "הקובץ נגמר באמצע משחק",
    "this is not a player of Five-O": "זה לא שחקן של פייב־או",
    "this is not a player of checkers": "זה לא שחקן דמקה",
    "a champion of {}, which is not known here": "אלוף של {}, שלא מוכר כאן",
    "champions begin with PIPS, and this does not": "אלופים מתחילים ב־PIPS, וזה לא",
    "the champion is cut off": "האלוף קטוע",
    "more bytes follow the champion": "אחרי האלוף באים בייטים נוספים",
    "a champion of version {}; this program reads version {}": "אלוף מגרסה {}; התוכנה הזאת קוראת גרסה {}",
    "a champion of another game ({})": "אלוף של משחק אחר ({})",
    "the champion is damaged: its checksum does not match": "האלוף פגום: סכום הביקורת לא מתאים",
    "the champion's payload is malformed": "התוכן של האלוף פגום",
    "the champion's tree is malformed: {}": "העץ של האלוף פגום: {}",
    "the tree cannot be read: {}": "לא ניתן לקרוא את העץ: {}",
    "the tree {} cannot be read: {}": "לא ניתן לקרוא את העץ {}: {}",
    "expected {} at character {}": "ציפינו ל{} בתו {}",
    "a function, a terminal or a number": "פונקציה, טרמינל או מספר",
    "the end": "סוף",
    "an opening bracket": "סוגר פותח",
    "a comma and another argument": "פסיק וארגומנט נוסף",
    "a closing bracket": "סוגר סוגר",
    "{} at character {} is not a function, a terminal or a number; `pipsqueak vocabulary` lists them all": "{} בתו {} אינו פונקציה, טרמינל או מספר; `pipsqueak vocabulary` מציג את כולם",
    "{} at character {} is not a function, a terminal or a number; did you mean {}?": "{} בתו {} אינו פונקציה, טרמינל או מספר; האם הכוונה ל־{}?",
    "{} at character {} is a {}, but {} needs a {} as its {} argument": "{} בתו {} הוא {}, אבל {} צריך {} כארגומנט {}",
    "{} is a {}, but a tree's value must be a {}": "{} הוא {}, אבל הערך של עץ חייב להיות {}",
    "first": "ראשון", "second": "שני", "third": "שלישי",
    "a tree is written in prefix form, each function before its arguments: Plus(OwnCategory, 1)": "עץ נכתב בצורת רישא, כל פונקציה לפני הארגומנטים שלה: Plus(OwnCategory, 1)",
    "a tree may have at most {} nodes": "בעץ מותרים לכל היותר {} צמתים",
    "checkers trees use only whole numbers: {}": "בעצים של דמקה יש רק מספרים שלמים: {}",
    "the drawing would have more than {} nodes: choose a smaller depth": "בציור היו יותר מ־{} צמתים: בחרו עומק קטן יותר",
    "the tree of numbers has {} letters; {} is the most": "בעץ המספרים {} תווים; מותרים לכל היותר {}",
    "the tree of numbers closes at letter {} what was not opened": "עץ המספרים סוגר בתו {} מה שלא נפתח",
    "the tree of numbers has a node without branches, closed at letter {}": "בעץ המספרים יש צומת בלי ענפים, שנסגר בתו {}",
    "the tree of numbers goes on at letter {}, after its end": "עץ המספרים ממשיך בתו {}, אחרי סופו",
    "the tree of numbers is nested deeper than {} levels, at letter {}": "עץ המספרים עמוק מ־{} רמות, בתו {}",
    "the tree of numbers is empty; write it as in {}": "עץ המספרים ריק; כתבו אותו כמו {}",
    "the tree of numbers ends with {} of its parentheses open": "בעץ המספרים נשארו {} סוגריים פתוחים",
    "the tree of numbers has {} at letter {}: a leaf is a whole number from {} to {}": "בעץ המספרים יש {} בתו {}: עלה הוא מספר שלם מ־{} עד {}",
    "the board does not answer (is Pipsqueak's firmware on it?)": "המכשיר לא עונה (האם הקושחה של Pipsqueak עליו?)",
    "the board does not answer: what comes over the line is noise": "המכשיר לא עונה: מהקו מגיע רק רעש",
    "the board refused: {}": "המכשיר סירב: {}",
    "the board gave an answer that does not match the request": "התשובה של המכשיר לא מתאימה לבקשה",
    "the board does not hold what was sent to it": "במכשיר אין מה שנשלח אליו",
    "the board does not play {}: put this program's firmware on it": "המכשיר לא משחק {}: העלו אליו את הקושחה של התוכנה הזאת",
    "the board does not play that game": "המכשיר לא משחק במשחק הזה",
    "the flash memory failed": "זיכרון ההבזק כשל",
    "a champion of that length does not fit": "אין מקום לאלוף באורך כזה",
    "the board's answer is not a move": "התשובה של המכשיר אינה מהלך",
    "the board's move is not legal: {}": "המהלך של המכשיר אינו חוקי: {}",
  },

  leave: (name) => `לעזוב את המשחק נגד ${name}?`, leaveAbout: "הוא לא נגמר. אם עוזבים, הוא אבוד.", leaveYes: "לעזוב", leaveNo: "להמשיך לשחק",
  forgetAsk: (title) => `למחוק את ${title}?`, forgetYes: "למחוק", resetAsk: "לאפס את התוצאות?", resetAbout: "כל התוצאות והסולם מתחילים מחדש.", resetYes: "איפוס", eraseAsk: (title) => `למחוק את האלופים של ${title}?`, eraseYes: "מחיקה", keep: "להשאיר", cannotUndo: "אי אפשר לבטל את זה.",
  shareTitle: "שיתוף המשחק", shareAbout: "הכתובת הזאת פותחת אותה חלוקה עם אותו יריב.", shareBoard: "היריב שלך הוא מכשיר, וכתובת לא יכולה לשאת אותו: מי שפותח אותה משחק נגד היריב הרגיל.", address: "כתובת", copy: "העתקה", copied: "הועתק", copyFailed: "להעתקה: Ctrl+C", saveRecord: "שמירת המשחק",
  classTitle: "קישור לכיתה", classAbout: "כל מי שפותח אותו מקבל את המשחק, היריב והחלוקה האלה.", classOpponent: "יריב", classDeal: "חלוקה", classBegins: "התור של הכיתה", print: "הדפסת הכללים",
  noRecords: "עדיין לא נגמר כאן משחק.", stepThrough: "צעד צעד", save: "שמירה", forget: "מחיקה", recordFile: "משחק מקובץ (כמו ש־`pipsqueak play --transcript` כותב)", against: (title, name) => `${title} נגד ${name}`, fileTooLarge: "הקובץ גדול מכדי להיות תיעוד של משחק", resetScore: "איפוס התוצאות", wasReset: "התוצאות אופסו.",
  stepper: "מעבר על המשחק צעד צעד; גם בחצים, Home ו־End", move: "מהלך", steps: { Start: "התחלה", Back: "אחורה", Forward: "קדימה", End: "סוף" }, gameOfRecord: "משחק בקובץ", gameNumber: (n, own, other) => `משחק ${n}: ${own ?? "את/ה"} נגד ${other ?? "עצמך"}`, moveOf: (n, of) => `מהלך ${n} מתוך ${of}.`, result: (outcome, text) => `התוצאה: ${outcome}, ${text}.`, tie: "תיקו", backAtTable: "חזרה לשולחן.",
  ownTitle: "שחקן משלך", ownAbout: "שחקו נגד אלוף שיצרתם באבולוציה, או נגד עץ שתכתבו.", ownFile: "קובץ של אלוף (‎.pips); אפשר לגרור אותו לכל מקום בדף", ownGame: "משחק", ownTreeLabel: "או עץ", checkTree: "בדיקת העץ", words: "מילים שמתחילות כך",
  treeScoring: { fiveo: "העץ מעריך מה קלף מוסיף לעמודה; עם column: לפניו הוא מעריך את העמודה עצמה.", checkers: "העץ מעריך את העמדה של צד אחד במאיות של חייל; הערך של הצד השני מופחת." },
  championOf: (name, title) => `${name}, שחקן של ${title}`, writtenTree: "עץ כתוב", championBytes: (about, n, fingerprint) => `${about}; ${count(n, "בייט אחד", "בייטים")}, טביעת אצבע ${fingerprint}.`, playIt: "לשחק נגדו", keepIt: "לשמור ל־micro:bit", keptIt: "מוכן ל־micro:bit", inAddress: (n) => `בכתובת משותפת הוא תופס ${count(n, "תו אחד", "תווים")}.`, noFile: "לא נבחר קובץ", championTooLarge: "הקובץ גדול מכדי להיות אלוף",
  themes: ["צבעים", { system: "כמו המערכת", light: "בהיר", dark: "כהה" }], motions: ["תנועה", { system: "כמו המערכת", on: "פועלת", off: "כבויה" }], sounds: ["צליל", { off: "כבוי", on: "פועל" }], languages: ["שפה", { system: "כמו הדפדפן", en: "English", de: "Deutsch", he: "עברית" }], storage: "תוצאות, משחקים והגדרות נשמרים רק בדפדפן הזה.",
  howtoTitle: (title) => `איך משחקים ${title}`, beats: "מנצח את", found: "נמצא!", handsTitle: "הידיים, מהחזקה לחלשה", handNames: ["רצף פלאש", "רביעייה", "פול האוס", "פלאש", "רצף", "שלישייה", "שני זוגות", "זוג", "קלף גבוה"],
  rules: {
    fiveo: ["לכל שחקן חמש ידיים של פוקר, קלף אחרי קלף. מנצח מי שזוכה ביותר עמודות.", [["חמש עמודות", "כל שחקן מתחיל עם חמישה קלפים, אחד בכל עמודה. כל עמודה נעשית יד פוקר של חמישה קלפים."], ["שולפים ומניחים", "בכל תור שולפים קלף ומניחים אותו. עמודה מקבלת קלף רק כשאין עמודה קצרה ממנה: כאן העמודות המוארות פתוחות."], ["החמישי הפוך", "הקלף האחרון בכל עמודה מונח הפוך, ונחשף בסוף המשחק."], ["עמודה מול עמודה", "היד החזקה זוכה בעמודה. שלוש עמודות מחמש מנצחות."]], "מקשים: 1 עד 5 מניחים את הקלף; גם חצים ו־Enter. ‏H נותן רמז, W מסביר את מהלך היריב."],
    checkers: ["אוכלים את כל כלי היריב, או לא משאירים לו מהלך.", [["חיילים זזים קדימה", "משבצת אחת, באלכסון, תמיד קדימה, על המשבצות הכהות. השחור מתחיל."], ["קופצים ואוכלים", "כלי קופץ מעל כלי של היריב אל המשבצת הפנויה שמאחוריו ואוכל אותו. אם אפשר לקפוץ, חייבים."], ["וקופצים שוב", "הקפיצה נמשכת כל עוד אפשר, עם אותו כלי. בוחרים כל נחיתה בתורה."], ["מלכות", "חייל שמגיע לשורה האחרונה נעשה מלכה וזז גם אחורה. חמישים תורות בלי אכילה הן תיקו."]], "מקשים: חצים זזים על הלוח, Enter בוחר כלי ואז יעד, Escape מבטל את הבחירה. ‏U מבטל מהלך."],
    mastermind: ["כל שחקן קובע קוד ומנחש את הקוד של השני. מי שצריך פחות ניחושים מנצח.", [["קובעים קוד", "ארבע סיכות בשישה צבעים, לכל צבע אות; מותר לחזור על צבע."], ["מנחשים", "שני הצדדים מנחשים לפי התור, עד שתים עשרה פעמים. בוחרים סיכות מהשורה שלמטה או מקלידים אותיות."], ["קוראים את התשובה", "סימן שחור לכל סיכה בצבע הנכון ובמקום הנכון, לבן לצבע נכון במקום אחר."], ["מוצאים", "כשצד אחד מצא את הקוד הסיבוב נגמר, ומי שצריך פחות ניחושים מנצח."]], "מקשים: A עד F שמים סיכות, Backspace מוריד, Enter מנחש. ‏U קובע את הקוד מחדש לפני הניחוש הראשון."],
  },
};

function factName({ terminal, meaning: english }) {
  const meaning = he.fiveoFacts[terminal] ?? english;
  const [, opponent, asks, hand, measure] = parts(terminal) ?? [];
  if (!hand) return meaning;
  const whose = opponent ? "היריב: " : "";
  if (asks === "Has") return `${whose}אפשר עוד ${HANDS[hand]}`;
  if (asks === "NumFor") return `${whose}קלפים שחסרים ל${HANDS[hand]}`;
  return measure === "Outs" || asks === "MissingFor" ? `${whose}קלפים שנשארו ל${HANDS[hand]}` : `${whose}סיכוי ל${HANDS[hand]}`;
}

function fact({ terminal, meaning: english, unit }, [before, after]) {
  const meaning = factName({ terminal, meaning: english });
  const [, opponent, asks, hand] = parts(terminal) ?? [];
  const who = opponent ? " ליריב" : "";
  if (unit === "category") return `${terminal.startsWith("Opponent") ? "ליריב יש שם" : "יש שם"} ${CATEGORIES[after] ?? after}`;
  if (unit === "flag" && hand) return after !== 0 ? `עוד אפשר שם${who} ${HANDS[hand]}` : `${before !== 0 ? "כבר " : ""}אי אפשר שם${who} ${HANDS[hand]}`;
  if (asks === "NumFor" && hand) return after >= 6 ? `כבר אי אפשר שם ${HANDS[hand]}` : after === 0 ? `יש שם ${HANDS[hand]}` : `${count(after, "חסר שם קלף אחד", "קלפים חסרים שם")} ל${HANDS[hand]}`;
  if (unit === "chance" && hand) return opponent ? `הסיכוי של היריב שם ל${HANDS[hand]}: ${change(before, after)}` : after > before ? `כאן נבנה ${HANDS[hand]}: ${change(before, after)}` : `נשמר שם הסיכוי ל${HANDS[hand]}: ${percent(after)}`;
  if (unit === "chance") return `${meaning}: ${change(before, after)}`;
  if (unit === "rank") return `${meaning}: ${RANKS["23456789TJQKA"[after]] ?? after}`;
  if (unit === "flag") return `${meaning}: ${after !== 0 ? "כן" : "לא"}`;
  const shown = (value) => (Number.isInteger(value) ? value : value.toFixed(1));
  return `${meaning}: ${before === after ? shown(after) : `מ־${shown(before)} ל־${shown(after)}`}`;
}
