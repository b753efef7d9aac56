// Cards, drawn: suits as shapes, pips where printers put them, courts in a frame.

import { h, svg } from "./dom.js";

const SUITS = {
  c: "M12 2a5 5 0 0 1 4.3 7.6A5 5 0 1 1 13 17.300c.2 2.200 1 3.700 2.600 4.700H8.400c1.600-1 2.400-2.500 2.600-4.700A5 5 0 1 1 7.700 9.600 5 5 0 0 1 12 2z",
  d: "M12 1c2.200 4 4.700 7.600 8 11-3.300 3.400-5.800 7-8 11-2.200-4-4.700-7.600-8-11 3.300-3.400 5.800-7 8-11z",
  h: "M12 22C8.500 17 2 13.500 2 8a5.200 5.200 0 0 1 10-2.200A5.200 5.200 0 0 1 22 8c0 5.500-6.500 9-10 14z",
  s: "M12 1.500c3.300 5 10 8 10 13.300a4.700 4.700 0 0 1-8.600 2.600c.2 2.200.9 3.800 2.600 5.100H8c1.700-1.300 2.400-2.900 2.600-5.100A4.700 4.700 0 0 1 2 14.800C2 9.500 8.700 6.500 12 1.500z",
};
// The positions of the pips, in a card of 100 x 140.
const [L, M, R] = [32, 50, 68];
const PIPS = {
  2: [[M, 32], [M, 108]],
  3: [[M, 32], [M, 70], [M, 108]],
  4: [[L, 32], [R, 32], [L, 108], [R, 108]],
  5: [[L, 32], [R, 32], [M, 70], [L, 108], [R, 108]],
  6: [[L, 32], [R, 32], [L, 70], [R, 70], [L, 108], [R, 108]],
  7: [[L, 32], [R, 32], [M, 51], [L, 70], [R, 70], [L, 108], [R, 108]],
  8: [[L, 32], [R, 32], [M, 51], [L, 70], [R, 70], [M, 89], [L, 108], [R, 108]],
  9: [[L, 30], [R, 30], [L, 57], [R, 57], [M, 70], [L, 83], [R, 83], [L, 110], [R, 110]],
  T: [[L, 30], [R, 30], [M, 43], [L, 57], [R, 57], [L, 83], [R, 83], [M, 97], [L, 110], [R, 110]],
};
const CROWN = "M-15 8l-3-17 9 7 9-13 9 13 9-7-3 17z";

const isRed = (suit) => suit === "d" || suit === "h";

function pip(suit, x, y, size, isTurned = false) {
  const turn = isTurned ? " rotate(180)" : "";
  const place = `translate(${x} ${y})${turn} scale(${size / 24}) translate(-12 -12)`;
  return svg("path", { d: SUITS[suit], transform: place, fill: "currentColor" });
}

function corner(rank, suit) {
  const figure = rank === "T" ? "10" : rank;
  // Rank and suit side by side, so that a stack shows both.
  return [
    svg("text", { x: 16, y: 26, "text-anchor": "middle", class: figure === "10" ? "rank ten" : "rank" }, figure),
    pip(suit, 41, 17, 20),
  ];
}

function court(rank, suit) {
  const half = () => [
    svg("path", { d: CROWN, transform: "translate(50 43) scale(.6)", class: "crown" }),
    pip(suit, 34, 60, 9),
    svg("text", { x: 52, y: 68, "text-anchor": "middle", class: "court" }, rank),
  ];
  return [
    svg("rect", { x: 25, y: 31, width: 50, height: 78, rx: 4, class: "frame" }),
    svg("path", { d: "M25 95 75 45", class: "sash" }),
    svg("g", {}, ...half()),
    svg("g", { transform: "rotate(180 50 70)" }, ...half()),
  ];
}

// The face of a card.
function face(card) {
  const [rank, suit] = card;
  const middle =
    rank === "A" ? [pip(suit, 50, 70, 44)]
    : rank in PIPS ? PIPS[rank].map(([x, y]) => pip(suit, x, 70 + (y - 70) * 0.8, 17, y > 70))
    : court(rank, suit);
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
    corner(rank, suit), svg("g", { transform: "rotate(180 50 70)" }, corner(rank, suit)), middle);
}

// The back of a card.
function back() {
  const lines = [];
  for (let at = -140; at < 140; at += 14) lines.push(svg("path", { d: `M${at} 0l140 140M${at + 140} 0l-140 140` }));
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("rect", { x: 7, y: 7, width: 86, height: 126, rx: 5, class: "back-field" }), svg("g", { class: "back-lines" }, lines),
    svg("path", { d: SUITS.s, transform: "translate(32 52) scale(1.5)", class: "back-pip" }));
}

// A card on the table; null lies face down.
export function cardElement(card, more = "") {
  const kind = card === null ? "card back" : `card ${isRed(card[1]) ? "red" : "black"}`;
  return h("div", { class: `${kind} ${more}`.trim() }, card === null ? back() : face(card));
}
