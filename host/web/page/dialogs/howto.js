// How to play, in a minute a game, with pictures.

import { cardElement } from "../cards.js";
import { h, svg } from "../dom.js";

const cards = (...names) => h("div.cards", {}, names.map((name) => cardElement(name)));
const columns = (...stacks) => h("div.cards", {}, stacks.map((stack) => h("div.stack", {}, stack.map((card) => cardElement(card)))));
const step = (picture, title, text) => h("li", {}, h("div.picture", { "aria-hidden": "true" }, picture), h("h3", {}, title), h("p", {}, text));

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
  [...Array(4).keys()].map((place) => h("i", { class: place < blacks ? "black" : place < blacks + whites ? "white" : "none" })),
  h("b", {}, [blacks > 0 && `${blacks} black`, whites > 0 && `${whites} white`].filter(Boolean).join(", ")));

function code(letters) {
  return h("span.pegs", {}, [...letters].map((letter) => h("span", { class: letter === "?" ? "peg hidden" : `peg color-${letter}` }, letter)));
}

const GAMES = {
  fiveo: () => [
    "Five poker hands each, built card by card. Win more columns than your opponent.",
    [
      step(columns(["Kc"], ["6c"], ["9d"], ["Th"], ["2s"]), "Five columns", "Each player begins with five cards, one per column. Every column becomes a poker hand of five cards."),
      step(columns(["Kc", "Ks"], ["6c"], ["9d", "Td"]), "Draw and place", "In turn you draw a card and place it. A column may take its next card only when none of your other columns has fewer cards: here, only the marked columns are open."),
      step(columns(["Kc", "Ks", "Kd", "6c", null]), "The fifth lies face down", "The last card of each column is placed face down, and turned when the game is over."),
      step(h("div", {}, cards("2h", "7h", "9h", "Jh", "Ah"), h("p", {}, "beats"), cards("Kc", "Kd", "4s", "8d", "9c")), "Column meets column", "The stronger hand wins the column. From weakest to strongest: high card, pair, two pairs, three of a kind, straight, flush, full house, four of a kind, straight flush."),
    ],
    "Keys: 1 to 5 place the card; arrows and Enter do too. H gives a hint, W explains an evolved opponent's move.",
  ],
  checkers: () => [
    "Capture all enemy pieces, or leave your opponent without a move.",
    [
      step(board([[2, 1, "w"]], [[[2, 1], [1, 0]], [[2, 1], [1, 2]]]), "Men step forward", "One square, diagonally, always forward, on the dark squares. Black moves first."),
      step(board([[3, 0, "w"], [2, 1, "b"]], [[[3, 0], [1, 2]]]), "Jump to take", "A piece jumps over an enemy piece onto the free square behind it and captures it. If you can jump, you must."),
      step(board([[4, 1, "w"], [3, 2, "b"], [1, 2, "b"]], [[[4, 1], [2, 3], [0, 1]]], 5), "And jump again", "A jump continues as long as it can, with the same piece. Choose each landing in turn."),
      step(board([[0, 1, "B"]], [[[0, 1], [1, 2]], [[0, 1], [1, 0]]]), "Kings", "A man that reaches the last row becomes a king and may move backward as well. Fifty turns without a jump are a draw."),
    ],
    "Keys: arrows move over the board, Enter chooses a piece and then its square, Escape deselects it. U takes a move back.",
  ],
  mastermind: () => [
    "Each player sets a code and guesses the other's. The player who needs fewer guesses wins.",
    [
      step(code("????"), "Set a code", "Four pegs of six colours, each with its letter; a colour may be used more than once."),
      step(code("AABC"), "Guess", "Both guess in turn, at most twelve times. Choose pegs from the row below, or type their letters."),
      step(h("div", {}, code("AABC"), h("p", {}, answer(1, 1))), "Read the answer", "A black mark for each peg of the right colour in the right place, a white one for a right colour in a wrong place."),
      step(h("div", {}, code("ABDE"), h("p", {}, answer(4, 0), " found!")), "Find it", "When one player has found the code the round is finished, and the player who needed fewer guesses wins."),
    ],
    "Keys: A to F place pegs, Backspace takes one away, Enter guesses. U sets your code again before the first guess.",
  ],
};

export function open(app) {
  const [goal, steps, keys] = GAMES[app.state.game]();
  app.openDialog(`How to play ${app.state.title}`, h("p.sentence", {}, goal), h("ol.steps", {}, steps), h("p.about", {}, keys));
}
