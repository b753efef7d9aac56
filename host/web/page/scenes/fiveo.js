// Five-O, drawn: five columns across the table, yours below, the opponent's above.

import { cardElement, cardName } from "../cards.js";
import { h, roving } from "../dom.js";

const LEADS = {
  own: { sign: "▲", text: "ahead" },
  other: { sign: "▼", text: "behind" },
  level: { sign: "=", text: "level" },
};
const ENDS = { own: { sign: "✔", text: "won" }, other: { sign: "✘", text: "lost" }, level: { sign: "=", text: "tied" } };

export function draw(root, state, ui) {
  const { scene } = state;
  const isOver = state.points !== null;
  const columns = scene.columns.map((column, index) => drawColumn(column, index, state, ui, isOver));
  const placed = scene.last;
  root.replaceChildren(
    h("div.felt", { role: "group", "aria-label": "Five columns; arrow keys go from one to the next" },
      h("p.seat", {}, state.other), h("div.columns", {}, columns), h("p.seat.own", {}, state.person ? "You" : state.own)),
    h("div.drawn", {},
      scene.card === null ? null : cardElement(scene.card, "lifted"),
      h(isOver ? "p.outcome" : "p", {}, prompt(state, isOver))),
  );
  root.onkeydown = (event) => {
    const buttons = [...root.querySelectorAll("button.place")];
    if (roving(buttons, event.key)) event.preventDefault();
  };
  if (placed && ui.isFresh) {
    const side = placed.own ? "own" : "other";
    root.querySelector(`[data-column="${placed.column}"] .stack.${side} .card:last-child`)?.classList.add("arrives");
  }
}

function drawColumn(column, index, state, ui, isOver) {
  const isOpen = state.person && state.turn === "own" && state.scene.open.includes(index);
  const lead = (isOver ? ENDS : LEADS)[column.lead];
  const stack = (cards, side) => h(`div.stack.${side}`, {}, cards.map((card) => cardElement(card)));
  const known = (cards) => cards.map(cardName).join(", ");
  const told = h("p.told", {}, `Column ${index + 1}. ${state.person ? "You have" : `${state.own} has`} ${known(column.own)}: ${column.ownHand}, ${lead.text}. ` +
    `${state.other} has ${known(column.other)}: ${column.otherHand}.`);
  return h("div", { class: `column ${column.lead}`, "data-column": index },
    told,
    h("p.hand", { "aria-hidden": "true" }, column.otherHand),
    h("div", { "aria-hidden": "true" }, stack(column.other, "other")),
    h("p.lead", { "aria-hidden": "true" }, h("span.sign", {}, lead.sign), ` ${lead.text}`),
    h("div", { "aria-hidden": "true" }, stack(column.own, "own")),
    h("p.hand", { "aria-hidden": "true" }, column.ownHand),
    isOpen
      ? h("button.place", {
          type: "button", "data-move": index + 1, "aria-label": `Place the ${state.scene.cardName} in column ${index + 1}`,
          class: `place${ui.hinted === String(index + 1) ? " hinted" : ""}`, onclick: () => ui.play(String(index + 1)),
        }, String(index + 1))
      : h("span.place.closed", { "aria-hidden": "true" }, String(index + 1)));
}

// The result, in words.
const outcome = ({ result, person, own, other }) =>
  ({ won: person ? "You win" : `${own} wins`, lost: `${other} wins`, tied: "A tie" })[result];

function prompt(state, isOver) {
  const { scene } = state;
  if (isOver) return `${outcome(state)}: ${verdict(state.points)}.`;
  if (!state.person) return `Card ${scene.round}.`;
  if (state.turn !== "own") return `${state.other} is placing a card…`;
  return `Card ${scene.round} of 20: the ${scene.cardName}. Choose a column.`;
}

// A key that is a move.
export function key(event, state) {
  const column = Number(event.key) - 1;
  return state.turn === "own" && state.scene.open.includes(column) ? String(column + 1) : null;
}

// What happened, for screen readers.
export function tell(state) {
  const { last, cardName: drawn } = state.scene;
  const parts = [];
  if (last && !last.own) {
    parts.push(`${state.other} placed ${last.card === null ? "a card face down" : `the ${cardName(last.card)}`} in column ${last.column + 1}.`);
  }
  if (state.turn === "own" && drawn) {
    parts.push(`Your card is the ${drawn}. Open: ${state.scene.open.map((column) => column + 1).join(", ")}.`);
  }
  return parts.join(" ");
}

export const verdict = (points) => `${Math.max(...points)} to ${Math.min(...points)} in columns`;
