// Checkers, drawn: a wooden board with your side below. Choose a piece, then its square.

import { h } from "../dom.js";

const NAMES = { b: "black man", B: "black king", w: "white man", W: "white king" };

// The squares chosen so far, and the cursor of the arrow keys.
let chosen = [];
let cursor = null;

export function draw(root, state, ui) {
  const { scene } = state;
  if (ui.isFresh) chosen = [];
  const paths = scene.options.map((option) => option.path);
  const fitting = paths.filter((path) => chosen.every((square, place) => path[place] === square));
  const next = new Set(chosen.length === 0 ? paths.map((path) => path[0]) : fitting.map((path) => path[chosen.length]));
  const rows = [...Array(8).keys()].map((row) => h("div.rank", { role: "row" },
    [...Array(8).keys()].map((column) => drawSquare(state, ui, next, row, column, root))));
  const { b, w } = scene.pieces;
  root.replaceChildren(
    h("div.wood", {}, h("div", { class: "board", role: "grid", "aria-label": "Checkers board; arrow keys move, Enter chooses" }, rows)),
    h("p.counts", {}, `Black ${b} · White ${w}`, scene.quiet > 19 ? ` · ${scene.quiet} of 50 turns without a jump` : ""),
    h("p.ask", {}, prompt(state)),
  );
  root.onkeydown = (event) => steer(event, root, state, ui);
}

// The square at a row and a column of the screen; light ones have no number.
function numberAt(state, row, column) {
  if ((row + column) % 2 === 0) return null;
  // From White's side square 1 is at the top; from Black's at the bottom.
  const [boardRow, boardColumn] = state.scene.isBlack ? [7 - row, 7 - column] : [row, column];
  return boardRow * 4 + Math.floor(boardColumn / 2) + 1;
}

function drawSquare(state, ui, next, row, column, root) {
  const number = numberAt(state, row, column);
  if (number === null) return h("div.square.light", { role: "gridcell", "aria-label": "light square" });
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
  const told = [`${number}`, piece ? NAMES[piece] : "empty", isChosen ? "chosen" : "", isNext && chosen.length > 0 ? "can be reached" : isNext ? "can move" : ""];
  cursor ??= number;
  return h("div", {
    class: classes.join(" "), role: "gridcell", tabindex: number === cursor ? 0 : -1, "data-square": number,
    "aria-label": told.filter(Boolean).join(", "), "aria-selected": isChosen ? "true" : "false",
    onclick: () => choose(number, root, state, ui), onfocus: () => { cursor = number; },
  },
    h("span.number", { "aria-hidden": "true" }, number),
    piece ? h("span", { class: `man ${piece.toLowerCase() === "b" ? "dark-man" : "light-man"}${piece === piece.toUpperCase() ? " king" : ""}`, "aria-hidden": "true" },
      h("span.ring"), piece === piece.toUpperCase() ? h("span.crown", {}, "♛") : null) : null,
    isNext && chosen.length > 0 ? h("span.dot", { "aria-hidden": "true" }) : null);
}

function choose(number, root, state, ui) {
  const { options } = state.scene;
  if (options.length === 0) return;
  const wanted = [...chosen, number];
  const fits = (path, way) => way.every((square, place) => path[place] === square);
  let fitting = options.filter(({ path }) => fits(path, wanted));
  if (fitting.length === 0) {
    // Another piece, or the end of a capture that only one path leads to.
    const ending = options.filter(({ path }) => chosen.length > 0 && path[0] === chosen[0] && path.at(-1) === number);
    if (ending.length === 1) return finish(ending[0], ui);
    fitting = options.filter(({ path }) => path[0] === number);
    chosen = fitting.length > 0 && chosen[0] !== number ? [number] : [];
    if (fitting.length === 0) ui.say(options.some(({ taken }) => taken.length > 0) ? "A jump must be taken." : "That piece cannot go there.");
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

function prompt(state) {
  const { scene } = state;
  const side = scene.isBlack ? "Black" : "White";
  if (scene.ending) return `The game is over: ${scene.ending}.`;
  if (!state.person) return "";
  if (state.turn !== "own") return `${state.other} is thinking…`;
  return scene.mustJump ? `You are ${side}, and a jump must be taken.` : `You are ${side}. Choose a piece, then where it goes.`;
}

export const key = () => null;

export function tell(state) {
  const { last } = state.scene;
  if (last.length === 0) return prompt(state);
  const who = state.last?.by === "own" ? "You" : state.other;
  return `${who} moved from ${last[0]} to ${last.slice(1).join(", then ")}. ${prompt(state)}`;
}

export const verdict = ([own, other]) => (own === other ? "a draw" : own > other ? "the opponent had no move left" : "you had no move left");
