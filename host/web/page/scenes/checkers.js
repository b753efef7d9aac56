// Checkers, drawn: a wooden board with your side below. Choose a piece, then its square; or drag it there.

import { h } from "../dom.js";
import { draggable, slide, sound, vanish } from "../motion.js";
import { t } from "../texts.js";

// The squares chosen so far, the cursor of the arrow keys, and the squares before the last move.
let chosen = [];
let cursor = null;
let before = [];
export const ending = () => 0;

export function draw(root, state, ui) {
  const { scene } = state;
  if (ui.isFresh) chosen = [];
  const paths = scene.options.map((option) => option.path);
  const fitting = paths.filter((path) => chosen.every((square, place) => path[place] === square));
  const next = new Set(chosen.length === 0 ? paths.map((path) => path[0]) : fitting.map((path) => path[chosen.length]));
  const rows = [...Array(8).keys()].map((row) => h("div.rank", { role: "row" },
    [...Array(8).keys()].map((column) => drawSquare(state, ui, next, row, column, root))));
  root.replaceChildren(h("div.wood", {}, h("div", { class: "board", role: "grid", "aria-label": t.checkers.board }, rows)));
  root.onkeydown = (event) => steer(event, root, state, ui);
  if (ui.isFresh) animate(root, scene);
  before = scene.squares;
}

// The piece that moved slides along its path, and the pieces that it took vanish.
function animate(root, { last, taken, squares }) {
  const at = (number) => root.querySelector(`[data-square="${number}"]`);
  if (last.length === 0 || before[last[0] - 1] === null || squares[last[0] - 1] !== null || before.length === 0) return;
  sound(taken.length > 0 ? "take" : "place");
  slide(at(last.at(-1)).querySelector(".man"), last.slice(0, -1).map(at));
  for (const [place, number] of taken.entries()) {
    if (!before[number - 1] || squares[number - 1]) continue;
    const ghost = man(before[number - 1]);
    at(number).append(ghost);
    vanish(ghost, 200 + 260 * place);
  }
}

// The square at a row and a column of the screen; light ones have no number.
function numberAt(state, row, column) {
  if ((row + column) % 2 === 0) return null;
  // From White's side square 1 is at the top; from Black's at the bottom.
  const [boardRow, boardColumn] = state.scene.isBlack ? [7 - row, 7 - column] : [row, column];
  return boardRow * 4 + Math.floor(boardColumn / 2) + 1;
}

const man = (piece) => h("span", { class: `man ${piece.toLowerCase() === "b" ? "dark-man" : "light-man"}${piece === piece.toUpperCase() ? " king" : ""}`, "aria-hidden": "true" },
  h("span.ring"), piece === piece.toUpperCase() ? h("span.crown", {}, "♛") : null);

function drawSquare(state, ui, next, row, column, root) {
  const number = numberAt(state, row, column);
  if (number === null) return h("div.square.light", { role: "gridcell", "aria-label": t.checkers.light });
  const { scene } = state;
  const piece = scene.squares[number - 1];
  const isNext = next.has(number);
  const isChosen = chosen.includes(number);
  const hinted = ui.hinted?.split(/[-x]/).map(Number) ?? [];
  const classes = ["square", "dark"];
  if (isChosen) classes.push("chosen");
  if (isNext) classes.push(chosen.length === 0 ? "movable" : "target");
  if (scene.last.includes(number)) classes.push("last");
  if (hinted.includes(number)) classes.push("hinted");
  if (ui.marked?.squares?.includes(number)) classes.push("marked");
  const told = [`${number}`, piece ? t.checkers.pieces[piece] : t.checkers.empty, isChosen ? t.checkers.chosen : "", isNext ? (chosen.length > 0 ? t.checkers.reachable : t.checkers.movable) : ""];
  cursor ??= number;
  const drawn = piece ? man(piece) : null;
  if (drawn && scene.options.some(({ path }) => path[0] === number)) {
    draggable(drawn, { onstart: () => { chosen = []; choose(number, root, state, ui); }, ondrop: (below) => drop(below, number, root, state, ui) });
  }
  return h("div", {
    class: classes.join(" "), role: "gridcell", tabindex: number === cursor ? 0 : -1, "data-square": number,
    "aria-label": told.filter(Boolean).join(", "), "aria-selected": isChosen ? "true" : "false",
    onclick: () => choose(number, root, state, ui), onfocus: () => { cursor = number; },
  },
    h("span.number", { "aria-hidden": "true" }, number), drawn,
    isNext && chosen.length > 0 ? h("span.dot", { "aria-hidden": "true" }) : null);
}

function drop(below, from, root, state, ui) {
  const to = Number(below?.closest("[data-square]")?.dataset.square);
  if (to && to !== from) choose(to, root, state, ui);
}

function choose(number, root, state, ui) {
  const { options } = state.scene;
  if (options.length === 0) return;
  const wanted = [...chosen, number];
  let fitting = options.filter(({ path }) => wanted.every((square, place) => path[place] === square));
  if (fitting.length === 0) {
    // Another piece, or the end of a capture that only one path leads to.
    const endings = options.filter(({ path }) => chosen.length > 0 && path[0] === chosen[0] && path.at(-1) === number);
    if (endings.length === 1) return finish(endings[0], ui);
    fitting = options.filter(({ path }) => path[0] === number);
    const wasChosen = chosen[0] === number;
    const isOwn = state.scene.squares[number - 1]?.toLowerCase() === (state.scene.isBlack ? "b" : "w");
    if (fitting.length === 0 && !wasChosen) ui.say(options.some(({ taken }) => taken.length > 0) ? t.checkers.jumpFirst : isOwn ? t.checkers.blocked : t.checkers.notThere);
    else ui.say(prompt(state));
    // A square that cannot be reached keeps the piece that was chosen, so that the next press can be right.
    chosen = fitting.length > 0 && !wasChosen ? [number] : wasChosen || isOwn ? [] : chosen;
  } else if (fitting.length === 1 && fitting[0].path.length === wanted.length) {
    return finish(fitting[0], ui);
  } else {
    chosen = wanted;
  }
  draw(root, state, { ...ui, isFresh: false });
  root.querySelector(`[data-square="${number}"]`)?.focus();
}

function finish(option, ui) {
  chosen = [];
  ui.play(option.text);
}

function steer(event, root, state, ui) {
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [0, 0];
  const at = Number(event.target.dataset?.square);
  if (!at) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(at, root, state, ui);
  } else if (event.key === "Escape") {
    chosen = [];
    draw(root, state, { ...ui, isFresh: false });
    root.querySelector(`[data-square="${at}"]`)?.focus();
  } else if (down !== 0 || right !== 0) {
    event.preventDefault();
    const seen = state.scene.isBlack ? 33 - at : at;
    let [row, column] = [Math.floor((seen - 1) / 4), 0];
    column = ((seen - 1) % 4) * 2 + 1 - (row % 2);
    // Along a row to the next dark square; along a file to the dark one beside.
    const to = down === 0 ? [row, column + 2 * right] : [row + down, column + (row % 2 === 0 ? -1 : 1)];
    const number = to.every((place) => place >= 0 && place < 8) ? numberAt(state, ...to) : null;
    if (number !== null) {
      cursor = number;
      for (const square of root.querySelectorAll("[data-square]")) square.tabIndex = Number(square.dataset.square) === number ? 0 : -1;
      root.querySelector(`[data-square="${number}"]`).focus();
    }
  }
}

export function prompt(state) {
  const { scene } = state;
  const side = t.checkers.sides[scene.isBlack ? "b" : "w"];
  if (scene.ending) return t.checkers.over(t.checkers.endings[scene.ending]);
  if (!state.person) return "";
  if (state.turn !== "own") return t.thinking(state.other);
  return scene.mustJump ? t.checkers.must(side) : t.checkers.prompt(side);
}

export const facts = ({ scene }) => t.checkers.facts(scene.pieces.b, scene.pieces.w) + (scene.quiet > 19 ? t.checkers.quiet(scene.quiet) : "");

export const key = () => null;

export function tell(state) {
  const { last, taken } = state.scene;
  if (last.length === 0) return prompt(state);
  const who = state.last?.by === "own" ? state.own : state.other;
  const [from, to] = [last[0], last.slice(1).join(t.checkers.then)];
  return `${taken.length > 0 ? t.checkers.took(who, taken.length, from, to) : t.checkers.moved(who, from, to)} ${prompt(state)}`;
}

export function verdict(state) {
  const { ending: how } = state.scene;
  if (how !== "won") return t.checkers.endings[how] ?? t.checkers.verdict.tied;
  return state.person ? t.checkers.verdict[state.result] : t.checkers.verdict.other(state.result === "won" ? state.other : state.own);
}

export const guide = () => t.checkers.guide();
