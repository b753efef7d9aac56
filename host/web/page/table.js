// Draws the table and what stands around it from the page's state: the scene, the opponent, the line, the buttons.

import { reason } from "./actions.js";
import { $ } from "./dom.js";
import { face } from "./people.js";
import * as checkers from "./scenes/checkers.js";
import * as fiveo from "./scenes/fiveo.js";
import * as mastermind from "./scenes/mastermind.js";
import { score } from "./store.js";
import { t } from "./texts.js";

const SCENES = { fiveo, checkers, mastermind };
export const scene = (state) => SCENES[state.game];

export function draw(app, ui, { isFresh = true, isEnding = false } = {}) {
  const { state } = app;
  const held = document.activeElement?.dataset?.move ?? document.activeElement?.dataset?.square;
  // A keyboard player gets the focus back after the opponent's move, unless it was moved elsewhere.
  const hadFocus = $("scene").contains(document.activeElement) || (app.isAway && document.activeElement === document.body);
  scene(state).draw($("scene"), state, { ...ui, hinted: app.hinted, marked: app.marked, isFresh, isEnding });
  if (state.person && (state.points === null || isEnding)) $("end").hidden = true;
  drawOpponent(app);
  $("title").textContent = t.title(t.titles[state.game], state.own, state.other);
  document.title = `${t.titles[state.game]} · Pipsqueak`;
  drawButtons(app);
  for (const link of $("games").children) {
    if (link.dataset.game === state.game) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const isOwnTurn = state.person && state.turn === "own" && !app.isBusy;
  app.isAway = hadFocus && !isOwnTurn;
  if (hadFocus && isOwnTurn) {
    const again = $("scene").querySelector(held ? `[data-move="${held}"],[data-square="${held}"]` : "none");
    (again ?? $("scene").querySelector("button:not([disabled]),[tabindex='0']"))?.focus();
  }
}

function drawOpponent({ state, opponent }) {
  const technical = state.names.other;
  const level = state.person ? opponent.level : technical;
  $("face").replaceChildren(face(state.game, level));
  $("name").textContent = state.other ?? t.you;
  $("about").textContent = state.about || (technical === state.other || state.other === null ? "" : technical);
  $("facts").textContent = scene(state).facts(state);
  $("score").textContent = t.tally(score.of(state.game));
  $("opponent").title = t.chooseOpponent(state.other);
}

// Buttons that make no sense in a game are not there; those that must wait say why when they are pressed.
function drawButtons(app) {
  const { state } = app;
  $("undo").hidden = state.game === "fiveo" || !state.person;
  $("hint").hidden = $("share").hidden = $("new").hidden = !state.person;
  if (state.points !== null) $("hint").hidden = $("undo").hidden = true;
  for (const id of ["hint", "undo", "why", "share"]) {
    const why = reason(app, id);
    if (why) $(id).setAttribute("aria-disabled", "true");
    else $(id).removeAttribute("aria-disabled");
    $(id).title = why;
  }
}

export function showLine(app, text) {
  $("line").textContent = text;
  $("line").classList.remove("tip");
}
