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

export const de = {
  language: "Deutsch",
  direction: "ltr",

  skip: "Zum Tisch", games: "Spiele", menu: "Menü", loading: "Wird geladen …", close: "Schließen",
  titles: { fiveo: "Five-O", checkers: "Dame", mastermind: "Mastermind" },
  howto: "Spielregeln", records: "Partien", own: "Eigener Spieler", board: "micro:bit", search: "Suche", settings: "Einstellungen",
  hint: "Tipp", why: "Warum?", undo: "Zurück", share: "Teilen", newGame: "Neues Spiel", opponents: "Gegner", help: "Hilfe im Spiel",
  you: "Du", yes: "ja", no: "nein", back: "Zurück", cancel: "Abbrechen",
  title: (game, own, other) => (own === null ? `${game}: du gegen ${other}` : `${game}: ${own} gegen ${other}`),
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
  outcome: { won: "Du gewinnst", lost: (name) => `${name} gewinnt`, tied: "Unentschieden", of: (name) => `${name} gewinnt` },
  hinted: "mit Tipps", kept: "Die Partie liegt unter Partien.", notKept: (error) => `Sie konnte nicht aufgezeichnet werden: ${error}.`,

  fiveo: {
    leads: { own: "vorn", other: "hinten", level: "gleich" }, ends: { own: "gewonnen", other: "verloren", level: "gleich" },
    columns: "Fünf Spalten; die Pfeiltasten gehen von einer zur nächsten",
    column: (n, who, own, ownHand, lead, other, cards, otherHand) => `Spalte ${n}. ${who === null ? "Du hast" : `${who} hat`} ${own}: ${ownHand}, ${lead}. ${other} hat ${cards}: ${otherHand}.`,
    place: (card, n) => `${card} in Spalte ${n} legen`, facts: (round) => `Karte ${round} von 20`, yourCard: "Deine Karte",
    prompt: (card) => `${card}: Wähle eine Spalte.`, placing: (name) => `${name} legt eine Karte …`, placed: (name, card, n) => `${name} hat ${card} in Spalte ${n} gelegt.`,
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
    verdict: { won: "dein Gegner kann nicht mehr ziehen", lost: "du kannst nicht mehr ziehen", tied: "unentschieden", other: (name) => `${name} kann nicht mehr ziehen` },
    guide: () => [
      "Deine Steine sind unten. Tippe auf einen leuchtenden, dann auf ein markiertes Feld: Steine ziehen schräg vorwärts.",
      "Kannst du über einen gegnerischen Stein springen, musst du es, und du schlägst ihn.",
      "Schlage alle gegnerischen Steine, oder lass ihnen keinen Zug, und du gewinnst.",
    ],
  },
  mastermind: {
    yourGuesses: "Deine Versuche", guesses: (name) => `Versuche von ${name}`, yourCode: "Dein Code", code: (name) => `Code von ${name}`, answer: (blacks, whites) => `${blacks} schwarz, ${whites} weiß`, codeOf: (code) => `Code ${[...code].join(" ")}`,
    hidden: "verdeckt", notSet: "noch nicht gesetzt", none: "Noch kein Versuch.", place: (n, letter) => `Platz ${n}: ${letter ?? "leer"}`, peg: (letter) => `Stift ${letter}`, set: "Code setzen", guess: "Raten",
    over: "Beide Codes liegen offen.", facts: (n, most) => `Versuch ${n} von ${most}`, setting: "Code setzen", promptSet: (name) => `Setze einen Code, den ${name} finden soll.`, prompt: (n, most) => `Versuch ${n} von ${most}.`,
    yourLast: (guess, answer) => `Dein letzter Versuch ${guess}: ${answer}.`, theirLast: (name, guess, answer) => `${name} riet ${guess}${answer ? `: ${answer}` : ""}.`,
    verdict: (own, other, name) => `du ${own === null ? "hast ihn nicht gefunden" : `brauchtest ${own}`}, ${name} ${other === null ? "hat ihn nicht gefunden" : `brauchte ${other}`}`,
    size: "Größe der Codes", sizes: (pegs, colors) => `${pegs} Stifte, ${colors} Farben`,
    guide: () => ["Setze zuerst einen geheimen Code: Tippe vier Stifte an oder ihre Buchstaben.", "Nun rate den anderen Code. Schwarz: richtiger Stift am richtigen Platz. Weiß: richtige Farbe am falschen Platz.", "Ihr ratet abwechselnd. Wer weniger Versuche braucht, gewinnt."],
  },

  hintAt: { fiveo: (move) => `Tipp: Spalte ${move}.`, checkers: (move) => `Tipp: ${move}.`, mastermind: (move) => `Tipp: ${[...move].join(" ")}.` },
  column: (n) => `Spalte ${n}`, only: "Keine andere Spalte ist offen.", same: "Andere Spalten sind gleich gut; die linke wird genommen.", better: (n, other) => `Spalte ${n} ist mehr wert als Spalte ${other}.`,
  fact, factName,
  whyTitle: "Warum?", whyPlaced: (name, card, n, reason) => `${name} hat ${card} in Spalte ${n} gelegt. ${reason}`, whyRather: (name, move) => `${name} hätte ${move} gewählt.`, whyAgrees: (name) => `${name} hätte dasselbe getan.`,
  worth: "Was jede offene Spalte wert war", more: "Mehr", factHead: "Tatsache", shareHead: "Anteil", gap: "der Unterschied", between: (n, other) => `Was Spalte ${n} besser machte als Spalte ${other}`, nothingDiffers: "Nichts, worauf der Spieler achtet, unterscheidet sich.",
  exactShares: "Jeder Anteil ist, was die Tatsache im Mittel über alle Reihenfolgen beiträgt (ihr Shapley-Wert).", sampledShares: (error) => `Viele Tatsachen unterscheiden sich; die Anteile sind Mittel über 512 zufällige Reihenfolgen mit Standardfehlern bis ${error}.`,
  genes: "Der Spieler addiert diese Produkte", treeTitle: (n) => `Der Baum mit seinen Werten für Spalte ${n}`, treeAbout: "Nicht genommene Zweige sind blass und gestrichelt.", treeGain: "Der Wert einer Spalte ist dieser Wert minus der Wert ohne die Karte.", treeLabel: (n) => `Ein Baum mit ${count(n, "Knoten", "Knoten")}, gezeichnet; die Liste darüber sagt, was zählte`,
  zoomIn: "Größer", zoomOut: "Kleiner", fit: "Einpassen",
  checkersLine: (name, line) => (line.length > 1 ? `${name} erwartet ${line.join(", ")}.` : `${name} spielt ${line[0]}.`), checkersTakes: (n) => `Das schlägt ${count(n, "Stein", "Steine")}.`,
  checkersScore: (men, isWin) => (isWin ? (men > 0 ? "Ein Gewinn ist in Sicht." : "Eine Niederlage ist in Sicht.") : Math.abs(men) < 0.15 ? "Das Spiel steht gleich." : `${men > 0 ? "Vorsprung" : "Rückstand"}: etwa ${comma(Math.abs(men))} Steine.`),
  checkersDepth: (depth, nodes) => `${count(depth, "Zug", "Züge")} vorausgeschaut, ${nodes.toLocaleString("de")} Stellungen.`, checkersSees: "Was auf dem Brett zu sehen ist", mover: "selbst", otherSide: "die andere Seite",
  mastermindLeaves: (guess, most, before, fits) => (before === 1 ? `${guess} ist der einzige Code, der zu allen Antworten passt.` : `${guess} lässt höchstens ${most} von ${before} Codes übrig.${fits ? " Es kann der Code selbst sein." : " Der Code selbst kann es nicht sein, aber die Antwort verrät viel."}`),
  mastermindExpected: (n) => `Im Mittel bleiben ${comma(n)} Codes.`, mastermindSetting: "Ein Code ist so gut wie der andere.",

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
      "full-strategy": ["Quill", "Wägt jede Art Blatt ab."], "tactician": ["Vera", "Wartet auf gute Karten und gibt Verlorenes auf."], "champion": ["Pipsqueak", "Von niemandem geschrieben: Er ist durch Evolution entstanden."],
    },
    checkers: {
      "child": ["Lulu", "Zieht jedes zweite Mal irgendetwas."], "easy": ["Bruno", "Schaut zwei Züge voraus und ist manchmal sorglos."], "medium": ["Hazel", "Schaut vier Züge voraus."], "simple": ["Abacus", "Zählt Steine, sonst nichts."], "better_h": ["Castle", "Zählt Steine, Mitte und Grundreihe."],
      "improved": ["Swift", "Zählt Steine und zieht Leichtes schnell."], "improved_better_h": ["Sage", "Zählt Mitte und Grundreihe und zieht Leichtes schnell."], "hard": ["Flint", "Schaut acht Züge voraus."], "champion": ["Pipsqueak", "Sein Urteil ist durch Evolution entstanden."], "expert": ["Mira", "Denkt eine Sekunde lang, so gut sie kann."],
    },
    mastermind: {
      "beginner": ["Doodle", "Merkt sich nur die letzten zwei Antworten."], "consistent": ["Basil", "Rät irgendetwas, das zu allen Antworten passt."], "minimax": ["Knut", "Lässt im schlimmsten Fall die wenigsten Codes."], "entropy": ["Nova", "Fragt nach der meisten Information."],
      "expected": ["Ada", "Lässt im Mittel die wenigsten Codes."], "parts": ["Iris", "Macht möglichst viele Antworten möglich."], "champion": ["Pipsqueak", "Perfekt: Keine Strategie braucht im Mittel weniger Versuche."],
    },
  },
  ownTree: "Dein Baum", ownChampion: "Eigener Spieler",

  leave: (name) => `Dein Spiel gegen ${name} verlassen?`, leaveAbout: "Es ist nicht zu Ende. Wenn du es verlässt, ist es weg.", leaveYes: "Verlassen", leaveNo: "Weiterspielen",
  forgetAsk: (title) => `${title} vergessen?`, forgetYes: "Vergessen", resetAsk: "Ergebnisse zurücksetzen?", resetAbout: "Alle Ergebnisse und die Leiter beginnen von vorn.", resetYes: "Zurücksetzen", eraseAsk: (title) => `Die Champions von ${title} löschen?`, eraseYes: "Löschen", keep: "Behalten", cannotUndo: "Das lässt sich nicht rückgängig machen.",
  shareTitle: "Dieses Spiel teilen", shareAbout: "Diese Adresse öffnet dasselbe Blatt mit demselben Gegner.", shareBoard: "Dein Gegner ist ein micro:bit, das keine Adresse tragen kann: Wer sie öffnet, spielt gegen den üblichen Gegner.", address: "Adresse", copy: "Kopieren", copied: "Kopiert", copyFailed: "Mit Strg+C kopieren", saveRecord: "Partie speichern",
  classTitle: "Ein Link für die Klasse", classAbout: "Alle, die ihn öffnen, bekommen dieses Spiel, diesen Gegner und dieses Blatt.", classOpponent: "Gegner", classDeal: "Blatt", classBegins: "Die Klasse zieht", print: "Regeln drucken",
  noRecords: "Hier wurde noch keine Partie beendet.", stepThrough: "Durchgehen", save: "Speichern", forget: "Vergessen", recordFile: "Eine Partie aus einer Datei (wie `pipsqueak play --transcript` sie schreibt)", against: (title, name) => `${title} gegen ${name}`, fileTooLarge: "die Datei ist zu groß für eine Partie", resetScore: "Ergebnisse zurücksetzen", wasReset: "Die Ergebnisse sind zurückgesetzt.",
  stepper: "Die Partie durchgehen; auch mit Pfeiltasten, Pos1 und Ende", move: "Zug", steps: { Start: "Anfang", Back: "Zurück", Forward: "Vor", End: "Ende" }, gameOfRecord: "Partie der Datei", gameNumber: (n, own, other) => `Partie ${n}: ${own} gegen ${other}`, moveOf: (n, of) => `Zug ${n} von ${of}.`, result: (text) => `Das Ergebnis: ${text}.`, backAtTable: "Zurück am Tisch.",
  ownTitle: "Dein eigener Spieler", ownAbout: "Spiele gegen einen Champion aus deiner Evolution, oder gegen einen Baum, den du schreibst.", ownFile: "Eine Championdatei (.pips); du kannst sie überall auf die Seite ziehen", ownGame: "Spiel", ownTreeLabel: "Oder ein Baum", checkTree: "Baum prüfen", words: "Wörter, die so beginnen",
  treeScoring: { fiveo: "Der Baum bewertet, was eine Karte einer Spalte bringt; mit column: davor bewertet er die Spalte selbst.", checkers: "Der Baum bewertet die Stellung einer Seite in Hundertsteln eines Steins; der Wert der anderen wird abgezogen." },
  championOf: (name, title) => `${name}, ein Spieler für ${title}`, writtenTree: "Ein geschriebener Baum", championBytes: (about, n, fingerprint) => `${about}; ${count(n, "Byte", "Bytes")}, Prüfsumme ${fingerprint}.`, playIt: "Dagegen spielen", keepIt: "Für den micro:bit behalten", keptIt: "Bereit für den micro:bit", inAddress: (n) => `In einer Adresse braucht er ${count(n, "Zeichen", "Zeichen")}.`, noFile: "keine Datei gewählt", championTooLarge: "die Datei ist zu groß für einen Champion",
  themes: ["Farben", { system: "wie das System", light: "hell", dark: "dunkel" }], motions: ["Bewegung", { system: "wie das System", on: "an", off: "aus" }], sounds: ["Ton", { off: "aus", on: "an" }], languages: ["Sprache", { system: "wie der Browser", en: "English", de: "Deutsch" }], storage: "Ergebnisse, Spiele und Einstellungen bleiben nur in diesem Browser.",
  howtoTitle: (title) => `So spielt man ${title}`, beats: "schlägt", found: "gefunden!", handsTitle: "Die Blätter, von stark bis schwach", handNames: ["Straight Flush", "Vierling", "Full House", "Flush", "Straße", "Drilling", "zwei Paare", "Paar", "hohe Karte"],
  rules: {
    fiveo: ["Jeder baut fünf Pokerblätter, Karte für Karte. Gewinne mehr Spalten als dein Gegner.", [["Fünf Spalten", "Jeder beginnt mit fünf Karten, einer je Spalte. Jede Spalte wird ein Pokerblatt aus fünf Karten."], ["Ziehen und legen", "Abwechselnd zieht ihr eine Karte und legt sie. Eine Spalte nimmt erst eine Karte, wenn keine deiner anderen kürzer ist: Hier leuchten die offenen."], ["Die fünfte liegt verdeckt", "Die letzte Karte jeder Spalte wird verdeckt gelegt und am Ende umgedreht."], ["Spalte gegen Spalte", "Das stärkere Blatt gewinnt die Spalte. Drei von fünf Spalten gewinnen das Spiel."]], "Tasten: 1 bis 5 legen die Karte; Pfeile und Eingabe auch. H gibt einen Tipp, W erklärt den Zug des Gegners."],
    checkers: ["Schlage alle gegnerischen Steine, oder lass dem Gegner keinen Zug.", [["Steine ziehen vorwärts", "Ein Feld, schräg, immer vorwärts, auf den dunklen Feldern. Schwarz beginnt."], ["Springen und schlagen", "Ein Stein springt über einen gegnerischen auf das freie Feld dahinter und schlägt ihn. Wer springen kann, muss."], ["Und weiter", "Ein Sprung geht weiter, solange es geht, mit demselben Stein. Wähle jedes Feld der Reihe nach."], ["Damen", "Ein Stein auf der letzten Reihe wird Dame und darf auch rückwärts. Fünfzig Züge ohne Sprung sind unentschieden."]], "Tasten: Pfeile gehen über das Brett, Eingabe wählt Stein und Ziel, Escape hebt die Wahl auf. U nimmt einen Zug zurück."],
    mastermind: ["Jeder setzt einen Code und rät den anderen. Wer weniger Versuche braucht, gewinnt.", [["Setze einen Code", "Vier Stifte in sechs Farben, jede mit ihrem Buchstaben; eine Farbe darf mehrfach vorkommen."], ["Rate", "Beide raten abwechselnd, höchstens zwölfmal. Wähle Stifte unten oder tippe ihre Buchstaben."], ["Lies die Antwort", "Schwarz für jeden Stift der richtigen Farbe am richtigen Platz, weiß für eine richtige Farbe am falschen."], ["Finde ihn", "Hat einer den Code gefunden, endet die Runde, und wer weniger Versuche brauchte, gewinnt."]], "Tasten: A bis F setzen Stifte, Rücktaste nimmt einen weg, Eingabe rät. U setzt deinen Code vor dem ersten Versuch neu."],
  },
};

function factName({ terminal, meaning }) {
  const [, opponent, asks, hand, measure] = parts(terminal) ?? [];
  if (!hand) return meaning;
  const whose = opponent ? "Gegner: " : "";
  if (asks === "Has") return `${whose}${HANDS[hand]} ist möglich`;
  if (asks === "NumFor") return `${whose}fehlende Karten: ${HANDS[hand]}`;
  return measure === "Outs" || asks === "MissingFor" ? `${whose}passende Karten: ${HANDS[hand]}` : `${whose}Chance: ${HANDS[hand]}`;
}

function fact({ terminal, meaning, unit }, [before, after]) {
  const [, opponent, asks, hand] = parts(terminal) ?? [];
  const change = percent(before) === percent(after) ? percent(after) : `${percent(before)} → ${percent(after)}`;
  if (unit === "category") return `${opponent ? "der Gegner hat" : "dort liegt"} ${CATEGORIES[after] ?? after}`;
  if (unit === "flag" && hand) return after !== 0 ? `${HANDS[hand]} ist dort ${opponent ? "für den Gegner " : ""}noch möglich` : `${HANDS[hand]} ist dort ${opponent ? "für den Gegner " : ""}nicht ${before !== 0 ? "mehr " : ""}möglich`;
  if (asks === "NumFor" && hand) return after >= 6 ? `${HANDS[hand]} ist dort nicht mehr möglich` : `${count(after, "Karte fehlt", "Karten fehlen")} dort: ${HANDS[hand]}`;
  if (unit === "chance" && hand) return opponent ? `die Chance des Gegners dort: ${HANDS[hand]}, ${change}` : after > before ? `hier entsteht ${HANDS[hand]}: ${change}` : `die Chance bleibt dort: ${HANDS[hand]}, ${percent(after)}`;
  if (unit === "rank") return `${meaning}: ${RANKS["23456789TJQKA"[after]] ?? after}`;
  if (unit === "flag") return `${meaning}: ${after !== 0 ? "ja" : "nein"}`;
  return `${meaning}: ${unit === "chance" ? change : before === after ? after : `${before} → ${after}`}`;
}
