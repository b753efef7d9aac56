// Mastermind, drawn: your guesses at the opponent's code, and the opponent's at yours. Pegs have colours and letters.

import { h } from "../dom.js";

let row = [];
let at = 0;

export function draw(root, state, ui) {
  const { scene } = state;
  if (ui.isFresh) [row, at] = [Array(scene.pegs).fill(null), 0];
  if (ui.hinted) row = [...ui.hinted];
  const isAsked = state.person && state.turn === "own";
  root.replaceChildren(
    h("div.trays", {},
      tray(state.person ? "Your guesses" : `${state.own}'s guesses`, scene.guesses, scene, scene.otherSecret, scene.isSet, `${state.other}'s code`),
      tray(`${state.other}'s guesses`, scene.otherGuesses, scene, scene.secret, scene.secret !== null, state.person ? "Your code" : `${state.own}'s code`)),
    isAsked ? entry(root, state, ui) : h("p.ask", {}, prompt(state)),
  );
  root.onkeydown = null;
}

function tray(title, guesses, scene, secret, isSet, whose) {
  const rows = guesses.map(({ guess, blacks, whites }, number) => h("li", {},
    h("span.count", {}, number + 1), pegs(guess),
    h("span.answer", { role: "img", "aria-label": `${blacks} black, ${whites} white` },
      [...Array(scene.pegs).keys()].map((place) => h("i", { class: place < blacks ? "black" : place < blacks + whites ? "white" : "none" })),
      h("b", { "aria-hidden": "true" }, `${blacks} black ${whites} white`))));
  return h("section.tray", {},
    h("h2", {}, title),
    h("p.secret", {}, h("span", {}, whose), secret ? pegs(secret) : h("span.pegs", { role: "img", "aria-label": isSet ? "hidden" : "not set yet" },
      [...Array(scene.pegs).keys()].map(() => h("span", { class: `peg ${isSet ? "hidden" : "empty"}` }, isSet ? "?" : "")))),
    guesses.length > 0 ? h("ol", {}, rows) : h("p.none", {}, "No guess yet."));
}

const peg = (letter) => h("span", { class: `peg ${letter ? `color-${letter}` : "empty"}` }, letter ?? "");
const pegs = (code) => h("span.pegs", { role: "img", "aria-label": `code ${[...code].join(" ")}` }, [...code].map(peg));

function entry(root, state, ui) {
  const { scene } = state;
  const redraw = (focus) => {
    draw(root, state, { ...ui, isFresh: false, hinted: null });
    root.querySelector(focus)?.focus();
  };
  const put = (letter) => {
    row[at] = letter;
    const gap = row.findIndex((held) => held === null);
    at = gap >= 0 ? gap : at;
  };
  const letters = [..."ABCDEFGHIJKL"].slice(0, scene.colors);
  const isWhole = row.every((letter) => letter !== null);
  const slots = row.map((letter, place) => h("button", {
    type: "button", class: `slot${place === at ? " here" : ""}`, "aria-label": `Place ${place + 1}: ${letter ?? "empty"}`,
    onclick: () => { at = place; row[place] = null; redraw(".slot.here"); },
  }, peg(letter)));
  const palette = letters.map((letter) => h("button", {
    type: "button", class: "pick", "data-letter": letter, "aria-label": `Peg ${letter}`,
    onclick: () => { put(letter); redraw(`[data-letter="${letter}"]`); },
  }, peg(letter)));
  return h("div.entry", { role: "group", "aria-label": prompt(state) },
    h("p.ask", {}, prompt(state)),
    h("div.slots", {}, slots), h("div.palette", {}, palette),
    h("button.main.send", { type: "button", disabled: !isWhole, onclick: () => ui.play(row.join("")) }, scene.setting ? "Set this code" : "Guess"));
}

function prompt(state) {
  if (state.points !== null) return "The codes are open.";
  if (state.turn !== "own") return `${state.other} is thinking…`;
  return state.scene.setting ? "Set a code for the opponent to find." : `Guess ${state.scene.guesses.length + 1} of ${state.scene.most}.`;
}

// Letters fill the row, Backspace empties it, Enter sends it, arrows move along it.
export function key(event, state, root, ui) {
  if (state.turn !== "own") return null;
  const letter = event.key.toUpperCase();
  const isPeg = letter.length === 1 && letter >= "A" && letter < String.fromCharCode(65 + state.scene.colors);
  if (isPeg) {
    row[at] = letter;
    const gap = row.findIndex((held) => held === null);
    at = gap >= 0 ? gap : Math.min(at + 1, row.length - 1);
  } else if (event.key === "Backspace") {
    if (row[at] === null && at > 0) at -= 1;
    row[at] = null;
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    at = (at + (event.key === "ArrowLeft" ? row.length - 1 : 1)) % row.length;
  } else if (event.key === "Enter" && row.every((held) => held !== null)) {
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
  const said = ({ guess, blacks, whites }) => `${[...guess].join(" ")}: ${blacks} black, ${whites} white`;
  const parts = [];
  if (guesses.length > 0) parts.push(`Your last guess ${said(guesses.at(-1))}.`);
  if (otherGuesses.length > 0) parts.push(`${state.other} guessed ${said(otherGuesses.at(-1))}.`);
  return [...parts, prompt(state)].join(" ");
}

export const verdict = ([own, other]) => {
  const needed = (points) => (points === 0 ? "no code found" : `found in ${13 - points}`);
  return `you: ${needed(own)}, opponent: ${needed(other)}`;
};
