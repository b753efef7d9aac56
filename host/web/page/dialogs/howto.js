// How to play, in a minute a game, with pictures.

import { cardElement } from "../cards.js";
import { h, svg } from "../dom.js";
import { t } from "../texts.js";

const cards = (...names) => h("div.cards", {}, names.map((name) => cardElement(name)));
// Five columns; the open ones are marked.
const columns = (stacks, open = []) => h("div.cards", {}, stacks.map((stack, place) => h("div", { class: `pile${open.includes(place) ? " open" : ""}` }, stack.map((card) => cardElement(card)))));
const HANDS = ["9h Th Jh Qh Kh", "9c 9d 9h 9s 4c", "Qc Qd Qs 5h 5s", "2h 7h 9h Jh Ah", "5c 6d 7h 8s 9c", "7c 7d 7s Kh 2d", "Kc Kd 6s 6h 3c", "Ac Ad 9s 5h 2c", "Kc Jd 8s 5h 2d"];

function board(pieces, arrows = [], size = 4) {
  const squares = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const fill = (row + column) % 2 === 0 ? "#ecd9b0" : "#7a4b2a";
      squares.push(svg("rect", { x: column * 30, y: row * 30, width: 30, height: 30, fill }));
    }
  }
  const men = pieces.map(([row, column, kind]) => svg("g", { transform: `translate(${column * 30 + 15} ${row * 30 + 15})` },
    svg("circle", { r: 11, fill: kind.toLowerCase() === "b" ? "#1b1f25" : "#f4e6c3", stroke: "#000" }),
    svg("circle", { r: 6.500, fill: "none", stroke: kind.toLowerCase() === "b" ? "#ffe39a" : "#6b2f00", "stroke-dasharray": kind.toLowerCase() === "b" ? null : "2 2" }),
    kind === kind.toUpperCase() ? svg("text", { y: 5, "text-anchor": "middle", fill: "#ffe39a", "font-size": 14 }, "♛") : null));
  const ways = arrows.map((points) => svg("polyline", { points: points.map(([row, column]) => `${column * 30 + 15},${row * 30 + 15}`).join(" "), fill: "none", stroke: "#ffd54a", "stroke-width": 4, "stroke-linejoin": "round", "marker-end": "url(#head)" }));
  return svg("svg", { viewBox: `0 0 ${size * 30} ${size * 30}` },
    svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 5, refY: 4, markerWidth: 3.500, markerHeight: 3.500, orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8z", fill: "#ffd54a" }))),
    squares, men, ways);
}

// The marks of an answer, beside a guess.
const answer = (blacks, whites) => h("span.answer", {},
  [...Array(4).keys()].map((place) => h("i", { class: place < blacks ? "black" : place < blacks + whites ? "white" : "none" })));

const code = (letters) => h("span.pegs", {}, [...letters].map((letter) => h("span", { class: letter === "?" ? "peg hidden" : `peg color-${letter}` }, letter)));

const PICTURES = {
  fiveo: () => [
    columns([["Kc"], ["6c"], ["9d"], ["Th"], ["2s"]]),
    columns([["Kc", "Ks"], ["6c"], ["9d", "Td"], ["Th"], ["2s"]], [1, 3, 4]),
    columns([["Kc", "Ks", "Kd", "6c", null]]),
    h("div", {}, cards("2h", "7h", "9h", "Jh", "Ah"), h("p", {}, t.beats), cards("Kc", "Kd", "4s", "8d", "9c")),
  ],
  checkers: () => [
    board([[2, 1, "w"]], [[[2, 1], [1, 0]], [[2, 1], [1, 2]]]),
    board([[3, 0, "w"], [2, 1, "b"]], [[[3, 0], [1, 2]]]),
    board([[4, 1, "w"], [3, 2, "b"], [1, 2, "b"]], [[[4, 1], [2, 3], [0, 1]]], 5),
    board([[0, 1, "B"]], [[[0, 1], [1, 2]], [[0, 1], [1, 0]]]),
  ],
  mastermind: () => [code("????"), code("AABC"), h("div", {}, code("AABC"), answer(1, 1)), h("div", {}, code("ABDE"), answer(4, 0), h("p", {}, t.found))],
};

export function open(app) {
  const { game } = app.state;
  const [goal, rules, keys] = t.rules[game];
  const pictures = PICTURES[game]();
  const steps = rules.map(([title, text], place) => h("li", {}, h("div.picture", { "aria-hidden": "true" }, pictures[place]), h("h3", {}, title), h("p", {}, text)));
  const hands = game !== "fiveo" ? [] : [h("h3", {}, t.handsTitle), h("ol.hands", {}, HANDS.map((hand, place) => h("li", {}, h("div", { "aria-hidden": "true" }, cards(...hand.split(" "))), t.handNames[place])))];
  app.openDialog(t.howtoTitle(t.titles[game]), h("p.sentence", {}, goal), h("ol.steps", {}, steps), ...hands, h("p.about", {}, keys),
    h("div.row.no-print", {}, h("button", { type: "button", id: "print", onclick: () => window.print() }, t.print)));
}
