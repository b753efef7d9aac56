// Mastermind, drawn: your guesses at the opponent's code, and the opponent's at yours. Pegs have colours and letters.

import { h } from "../dom.js";
import { sound } from "../motion.js";
import { t } from "../texts.js";

let row = [];
let at = 0;
export const ending = () => 0;

const gap = () => row.findIndex((held) => held === null);

export function draw(root, state, ui) {
  const { scene } = state;
  if (ui.isFresh) [row, at] = [Array(scene.pegs).fill(null), 0];
  if (ui.isFresh && scene.guesses.length + scene.otherGuesses.length > 0) sound("place");
  if (ui.hinted) [row, at] = [[...ui.hinted], 0];
  const isAsked = state.person && state.turn === "own";
  root.replaceChildren(h("div", { class: `mastermind pegs-${scene.pegs}` },
    h("div.trays", {},
      tray(t.mastermind.guesses(state.own), scene.guesses, scene, scene.otherSecret, scene.isSet, t.mastermind.code(state.other)),
      tray(t.mastermind.guesses(state.other), scene.otherGuesses, scene, scene.secret, scene.secret !== null, t.mastermind.code(state.own))),
    state.person && state.points === null ? entry(root, state, ui, isAsked) : null));
  for (const list of root.querySelectorAll(".tray ol")) list.scrollTop = list.scrollHeight;
  root.onkeydown = null;
}

function tray(title, guesses, scene, secret, isSet, whose) {
  const rows = guesses.map(({ guess, blacks, whites }, number) => h("li", {},
    h("span.count", {}, number + 1), pegs(guess),
    h("span.answer", { role: "img", "aria-label": t.mastermind.answer(blacks, whites) },
      [...Array(scene.pegs).keys()].map((place) => h("i", { class: place < blacks ? "black" : place < blacks + whites ? "white" : "none" })))));
  return h("section.tray", {},
    h("h2", {}, title),
    h("p.secret", {}, h("span", {}, whose), secret ? pegs(secret) : h("span.pegs", { role: "img", "aria-label": isSet ? t.mastermind.hidden : t.mastermind.notSet },
      [...Array(scene.pegs).keys()].map(() => h("span", { class: `peg ${isSet ? "hidden" : "empty"}` }, isSet ? "?" : "")))),
    guesses.length > 0 ? h("ol", { tabindex: guesses.length > 7 ? 0 : null }, rows) : h("p.none", {}, t.mastermind.none));
}

const peg = (letter) => h("span", { class: `peg ${letter ? `color-${letter}` : "empty"}` }, letter ?? "");
const pegs = (code) => h("span.pegs", { role: "img", "aria-label": t.mastermind.codeOf(code) }, [...code].map(peg));

function entry(root, state, ui, isAsked) {
  const { scene } = state;
  const redraw = (focus) => {
    draw(root, state, { ...ui, isFresh: false, hinted: null });
    root.querySelector(focus)?.focus();
  };
  const letters = [..."ABCDEFGHIJKL"].slice(0, scene.colors);
  const isWhole = row.every((letter) => letter !== null);
  const slots = row.map((letter, place) => h("button", {
    type: "button", class: `slot${place === at ? " here" : ""}`, disabled: !isAsked, "aria-label": t.mastermind.place(place + 1, letter),
    onclick: () => { at = place; row[place] = null; redraw(".slot.here"); },
  }, peg(letter)));
  const palette = letters.map((letter) => h("button", {
    type: "button", class: "pick", "data-letter": letter, disabled: !isAsked, "aria-label": t.mastermind.peg(letter),
    onclick: () => { put(letter); redraw(`[data-letter="${letter}"]`); },
  }, peg(letter)));
  return h("div.entry", { role: "group", "aria-label": prompt(state) },
    h("div.slots", {}, slots, h("button.main.send", { type: "button", disabled: !isAsked || !isWhole, onclick: () => ui.play(row.join("")) }, scene.setting ? t.mastermind.set : t.mastermind.guess)),
    h("div.palette", {}, palette));
}

// Puts a peg in the marked place, and marks the next gap, or the next place where there is none.
function put(letter) {
  row[at] = letter;
  at = gap() >= 0 ? gap() : (at + 1) % row.length;
}

export function prompt(state) {
  const { guesses, most, setting } = state.scene;
  if (state.points !== null) return t.mastermind.over;
  if (!state.person) return "";
  if (state.turn !== "own") return t.thinking(state.other);
  return setting ? t.mastermind.promptSet(state.other) : t.mastermind.prompt(guesses.length + 1, most);
}

export const facts = ({ scene }) => (scene.setting ? t.mastermind.setting : t.mastermind.facts(Math.min(scene.guesses.length + 1, scene.most), scene.most));

// Letters fill the row, Backspace empties it, Enter sends it, arrows move along it.
export function key(event, state, root, ui) {
  if (state.turn !== "own") return null;
  const letter = event.key.toUpperCase();
  if (letter.length === 1 && letter >= "A" && letter < String.fromCharCode(65 + state.scene.colors)) {
    put(letter);
  } else if (event.key === "Backspace") {
    if (row[at] === null && at > 0) at -= 1;
    row[at] = null;
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    at = Math.max(0, Math.min(row.length - 1, at + (event.key === "ArrowLeft" ? -1 : 1)));
  } else if (event.key === "Enter" && row.every((held) => held !== null) && (root.contains(event.target) || event.target === document.body)) {
    return row.join("");
  } else {
    return null;
  }
  draw(root, state, { ...ui, isFresh: false, hinted: null });
  root.querySelector(".slot.here")?.focus();
  return undefined;
}

export function tell(state) {
  const { guesses, otherGuesses } = state.scene;
  const said = ({ guess, blacks, whites }) => [[...guess].join(" "), t.mastermind.answer(blacks, whites)];
  const parts = [];
  if (guesses.length > 0) parts.push(t.mastermind.guessed(state.own, ...said(guesses.at(-1))));
  if (otherGuesses.length > 0) parts.push(t.mastermind.guessed(state.other, ...said(otherGuesses.at(-1))));
  return [...parts, prompt(state)].join(" ");
}

export function verdict({ points, scene, own, other }) {
  const needed = points.map((value) => (value === 0 ? null : scene.most + 1 - value));
  return t.mastermind.verdict([[own, needed[0]], [other, needed[1]]]);
}

export const guide = () => t.mastermind.guide();
