// Five-O, drawn: five columns across the table, yours below, the opponent's above; a whole column is the button.

import { cardElement } from "../cards.js";
import { h, roving } from "../dom.js";
import { draggable, isMoving, sound } from "../motion.js";
import { t } from "../texts.js";

const SIGNS = { own: "▲", other: "▼", level: "=" };
const END_SIGNS = { own: "✔", other: "✘", level: "=" };
// Milliseconds from one column that is turned at the end to the next.
const TURN = 420;
export const ending = () => (isMoving() ? 5 * TURN + 300 : 0);

export function draw(root, state, ui) {
  const { scene } = state;
  const isOver = state.points !== null;
  const columns = scene.columns.map((column, index) => drawColumn(column, index, state, ui, isOver));
  // The place of the drawn card stays while the opponent has its turn, so that the table does not move.
  const card = scene.card === null ? cardElement(null, "absent") : cardElement(scene.card, "lifted");
  const drawn = isOver ? h("div.drawn") : h("div.drawn", {}, h("p", { class: scene.card === null ? "drawn-label absent" : "drawn-label", "aria-hidden": "true" }, state.person ? t.fiveo.yourCard : ""), card);
  root.replaceChildren(h("div.felt", { role: "group", "aria-label": t.fiveo.columns }, h("div.columns", {}, columns), drawn));
  root.onkeydown = (event) => {
    const buttons = [...root.querySelectorAll("button.place")];
    if (roving(buttons, event.key)) event.preventDefault();
  };
  if (state.person && state.turn === "own" && scene.card !== null) {
    draggable(drawn.lastChild, { ondrop: (below) => below?.closest("[data-column]")?.querySelector("button.place")?.click() });
  }
  if (scene.last && ui.isFresh && !ui.isEnding) {
    const side = scene.last.own ? "own" : "other";
    root.querySelector(`[data-column="${scene.last.column}"] .stack.${side} .card:last-of-type`)?.classList.add("arrives");
    sound("place");
  }
  if (ui.isEnding && isMoving()) turn(root);
}

// The opponent's fifth cards are turned column by column, and each column is decided then.
function turn(root) {
  for (const [index, column] of [...root.querySelectorAll(".column")].entries()) {
    const card = column.querySelector(".stack.other .card:last-child");
    card?.append(cardElement(null, "cover"));
    column.classList.add("turning");
    column.style.setProperty("--delay", `${index * TURN}ms`);
    setTimeout(() => sound("turn"), index * TURN);
  }
}

function drawColumn(column, index, state, ui, isOver) {
  const { scene } = state;
  const isOpen = state.person && state.turn === "own" && scene.open.includes(index);
  const lead = (isOver ? t.fiveo.ends : t.fiveo.leads)[column.lead];
  const marked = (side, place, cards) => ui.marked && ui.marked.side === side && ui.marked.column === index && place === cards.length - 1;
  const stack = (cards, side) => h(`div.stack.${side}`, {}, cards.map((card, place) => cardElement(card, marked(side, place, cards) ? "marked" : "")),
    side === "own" && isOpen ? h("span.ghost", {}, String(index + 1)) : null);
  const known = (cards) => cards.map(t.card).join(", ");
  const [ownHand, otherHand] = [t.hand(column.ownHand), t.hand(column.otherHand)];
  const told = t.fiveo.column(index + 1, state.own, known(column.own), ownHand, lead, state.other, known(column.other), otherHand);
  return h("div", { class: `column ${column.lead}${isOpen ? " open" : ""}${ui.hinted === String(index + 1) ? " hinted" : ""}`, "data-column": index },
    h("p.told", {}, told),
    h("p.hand", { "aria-hidden": "true" }, otherHand),
    h("div.stack-place", { "aria-hidden": "true" }, stack(column.other, "other")),
    h("p.lead", { "aria-hidden": "true" }, h("span.sign", {}, (isOver ? END_SIGNS : SIGNS)[column.lead]), h("span.word", {}, lead)),
    h("div.stack-place", { "aria-hidden": "true" }, stack(column.own, "own")),
    h("p.hand", { "aria-hidden": "true" }, ownHand),
    isOpen ? h("button.place", { type: "button", "data-move": index + 1, "aria-label": t.fiveo.place(t.card(scene.card), index + 1), onclick: () => ui.play(String(index + 1)) }) : null);
}

export const facts = ({ scene }) => t.fiveo.facts(scene.round);

export function prompt(state) {
  const { scene } = state;
  if (!state.person || state.points !== null) return "";
  return state.turn === "own" ? t.fiveo.prompt(t.card(scene.card)) : t.fiveo.placing(state.other);
}

// A key that is a move.
export function key(event, state) {
  const column = Number(event.key) - 1;
  return state.turn === "own" && state.scene.open.includes(column) ? String(column + 1) : null;
}

// What happened, for screen readers.
export function tell(state) {
  const { last, card, open } = state.scene;
  const parts = [];
  if (last && !last.own) parts.push(t.fiveo.placed(state.other, last.card === null ? t.card(null) : t.fiveo.the(t.card(last.card)), last.column + 1));
  if (state.turn === "own" && card) parts.push(t.fiveo.drawn(t.card(card), open.map((column) => column + 1).join(", ")));
  return parts.join(" ");
}

export const verdict = ({ points }) => t.fiveo.verdict(Math.max(...points), Math.min(...points));
export const guide = ({ scene }) => t.fiveo.guide(t.card(scene.card));
