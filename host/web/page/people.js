// The opponents as characters: a face for each, the name and sentence of texts.js, and the ladder from gentle to strong.

import { svg } from "./dom.js";
import { score } from "./store.js";
import { t } from "./texts.js";

// A face: colour of the head, ears, eyes, mouth and what it wears.
const FACES = {
  fiveo: {
    "random": ["#f2b3c4", "round", "wide", "open", "tuft"], "greedy": ["#6f7f9b", "beak", "dots", "smile", "none"], "pairing": ["#e7b04a", "round", "dots", "smile", "bow"],
    "weighted-pairing": ["#9bbf6a", "cat", "dots", "flat", "bow"], "full-strategy": ["#c9a27a", "tall", "glasses", "flat", "none"], "tactician": ["#a68ac9", "cat", "sharp", "smirk", "hat"], "report-3": ["#d98a6a", "tall", "wide", "smirk", "tuft"],
    "champion": ["#b9bec7", "round", "sharp", "smile", "crown"],
  },
  checkers: {
    "child": ["#f7c9a0", "round", "wide", "open", "bow"], "easy": ["#b98a5e", "round", "dots", "smile", "none"], "medium": ["#d99c5f", "tall", "dots", "smile", "none"], "minimax": ["#9aa57a", "round", "glasses", "flat", "tuft"],
    "simple": ["#8fa3b0", "box", "dots", "flat", "none"], "better_h": ["#a3a8ad", "box", "sharp", "flat", "hat"], "improved": ["#7fb4c9", "beak", "wide", "smirk", "none"],
    "improved_better_h": ["#8aa98a", "cat", "glasses", "flat", "none"], "hard": ["#8d7f78", "box", "sharp", "smirk", "none"], "champion": ["#b9bec7", "round", "sharp", "smile", "crown"], "expert": ["#c77f9b", "cat", "sharp", "smirk", "hat"],
  },
  mastermind: {
    "beginner": ["#f2d16b", "round", "wide", "open", "tuft"], "consistent": ["#8fc08f", "tall", "dots", "smile", "none"], "minimax": ["#c7a58a", "box", "glasses", "flat", "none"],
    "entropy": ["#8a9fd9", "cat", "wide", "smirk", "none"], "expected": ["#d9a0b8", "round", "glasses", "smile", "bow"], "parts": ["#b3a0d9", "cat", "sharp", "smile", "none"], "champion": ["#b9bec7", "round", "sharp", "smile", "crown"],
  },
};
export const hasFace = (game, level) => level in FACES[game];
const STRANGER = ["#9fb59f", "box", "dots", "flat", "none"];

const INK = "#26221d";
const line = (d, more = {}) => svg("path", { d, fill: "none", stroke: INK, "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round", ...more });
const dot = (cx, cy, r, fill = INK) => svg("circle", { cx, cy, r, fill });
const EARS = {
  round: (fill) => [dot(13, 16, 9, fill), dot(47, 16, 9, fill), dot(13, 16, 5, "#0002"), dot(47, 16, 5, "#0002")],
  cat: (fill) => [svg("path", { d: "M11 27 10 6l16 9zM49 27 50 6 34 15z", fill })],
  tall: (fill) => [svg("rect", { x: 15, y: 1, width: 10, height: 26, rx: 5, fill }), svg("rect", { x: 35, y: 1, width: 10, height: 26, rx: 5, fill })],
  beak: () => [], box: () => [line("M30 12V5"), dot(30, 4, 3, "#d8a520")],
};
const EYES = {
  dots: () => [dot(22, 32, 2.8), dot(38, 32, 2.8)],
  wide: () => [dot(22, 31, 5.5, "#fff"), dot(38, 31, 5.5, "#fff"), dot(23, 32, 2.5), dot(37, 32, 2.5)],
  sharp: () => [dot(22, 33, 2.8), dot(38, 33, 2.8), line("M17 27l9 2M43 27l-9 2")],
  glasses: () => [dot(22, 32, 2.4), dot(38, 32, 2.4), svg("circle", { cx: 22, cy: 32, r: 6.5, fill: "#fff5", stroke: INK, "stroke-width": 1.8 }), svg("circle", { cx: 38, cy: 32, r: 6.5, fill: "#fff5", stroke: INK, "stroke-width": 1.8 }), line("M28.500 32h3", { "stroke-width": 1.8 })],
};
const MOUTHS = { smile: () => [line("M23 43q7 6 14 0")], open: () => [svg("ellipse", { cx: 30, cy: 45, rx: 4.5, ry: 4, fill: "#7a2a35" })], flat: () => [line("M24 45h12")], smirk: () => [line("M24 45q7 2 12-3")] };
const WORN = {
  none: () => [], tuft: () => [line("M27 13q-3-7 2-9M32 13q4-6 0-9")],
  bow: () => [svg("path", { d: "M30 12 20 6v12zM30 12l10-6v12z", fill: "#c0394f" }), dot(30, 12, 2.6, "#8d2436")],
  hat: () => [svg("path", { d: "M12 16h36v4H12zM19 3h22v14H19z", fill: "#33394a" }), svg("rect", { x: 19, y: 12, width: 22, height: 4, fill: "#c0394f" })],
  crown: () => [svg("path", { d: "M17 17 14 3l9 6 7-8 7 8 9-6-3 14z", fill: "#e6b422", stroke: "#8a6508", "stroke-width": 1 })],
};

export function face(game, level) {
  const [fill, ears, eyes, mouth, worn] = FACES[game]?.[level] ?? STRANGER;
  const head = ears === "box" ? svg("rect", { x: 9, y: 12, width: 42, height: 42, rx: 10, fill }) : svg("circle", { cx: 30, cy: 34, r: 22, fill });
  const beak = ears === "beak" ? [svg("path", { d: "M26 38h8l-4 8z", fill: "#e6a122" })] : MOUTHS[mouth]();
  return svg("svg.face", { viewBox: "0 0 60 60", "aria-hidden": "true" }, EARS[ears](fill), head, EYES[eyes](), beak, WORN[worn]());
}

// The name and the sentence of an opponent: a level's character, or what a champion or a board is called.
export function person(game, opponent, technical) {
  const [name, about] = t.people[game]?.[opponent.level] ?? [];
  if (name) return { name, about, technical: opponent.level };
  return { name: opponent.tree ? t.ownTree : technical, about: "", technical: "" };
}

// Whom to play next: the gentlest who was not beaten without hints yet, the strongest after that.
export function nextLevel({ name, levels }) {
  const isBeaten = (level) => { const { won, hinted } = score.against(name, level); return won > hinted; };
  return (levels.find((level) => !isBeaten(level.name)) ?? levels.at(-1)).name;
}

// The deal of the day: the same for everybody, against one who is neither weak nor strong.
export function dealOfTheDay({ name, levels }) {
  const now = new Date();
  const seed = String(now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate());
  return { game: name, seed, seat: now.getDate() % 2, opponent: { level: levels[Math.floor(levels.length / 2)].name } };
}
