// A small picture of a checkers position, with moves as arrows. Squares are numbered as in FEN, 1 to 32.

import { svg } from "./dom.js";

// Squares with their pieces (b, B, w, W or null); Black is at the top, or at the bottom if it is turned.
export function smallBoard(squares, { label, isTurned = false, moves = [] }) {
  const place = (number) => {
    const [x, y] = [((number - 1) % 4) * 2 + (Math.floor((number - 1) / 4) % 2 === 0 ? 1 : 0), Math.floor((number - 1) / 4)];
    return isTurned ? [7 - x, 7 - y] : [x, y];
  };
  const middle = (number) => place(number).map((at) => at * 10 + 5);
  const numbers = squares.map((_, index) => index + 1);
  return svg("svg.search-board", { viewBox: "0 0 80 80", role: "img", "aria-label": label }, svg("rect", { width: 80, height: 80, fill: "var(--light-square)" }),
    numbers.map(place).map(([x, y]) => svg("rect", { x: x * 10, y: y * 10, width: 10, height: 10, fill: "var(--dark-square)" })),
    numbers.filter((number) => squares[number - 1]).map((number) => man(squares[number - 1], middle(number))),
    moves.map((path, index) => arrow(path.map(middle), index)));
}

function man(piece, [x, y]) {
  const isBlack = piece.toLowerCase() === "b";
  return svg("g", {}, svg("circle", { cx: x, cy: y, r: 3.9, fill: isBlack ? "#15181d" : "#f4e7c6", stroke: isBlack ? "#777" : "#8d7748", "stroke-width": 0.5 }),
    piece === piece.toUpperCase() && svg("text", { x, y: y + 2, "text-anchor": "middle", "font-size": 5.5, fill: isBlack ? "#ffe39a" : "#6b2f00" }, "♛"));
}

// A move as an arrow with its number; later ones are fainter.
function arrow(points, index) {
  const [[fromX, fromY], [toX, toY]] = points.slice(-2);
  const turn = (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
  const [startX, startY] = points[0];
  return svg("g.arrow", { opacity: Math.max(0.45, 1 - 0.18 * index) },
    svg("polyline", { points: points.join(" "), fill: "none", stroke: "var(--hint)", "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-linecap": "round" }),
    svg("path", { d: "M-3 -2.4 1.6 0 -3 2.4z", transform: `translate(${toX} ${toY}) rotate(${turn})`, fill: "var(--hint)", stroke: "#2a2100", "stroke-width": 0.3 }),
    svg("circle", { cx: startX, cy: startY, r: 2.3, fill: "var(--hint)", stroke: "#2a2100", "stroke-width": 0.3 }),
    svg("text", { x: startX, y: startY + 1.3, "text-anchor": "middle", "font-size": 3.6, "font-weight": 700, fill: "var(--on-hint)" }, index + 1));
}
