// A searched game tree as a drawing that can be stepped through. It knows nodes as the WebAssembly recorded them: when each was
// entered and left, its value, window and cutoff.

import { svg } from "./dom.js";
import { t } from "./texts.js";

const HEIGHT = 22;
const POINT = 7;
// A tree with more rows grows to the right.
const MOST_ACROSS = 14;

// The steps of a search: each enters a node, leaves one, or both at a leaf.
export function stepsOf({ nodes }) {
  const steps = [];
  nodes.forEach((node, index) => {
    if (node.visit === null) return;
    steps[node.entered] = { index, enters: true };
    if (node.left !== node.entered) steps[node.left] = { index, enters: false };
  });
  return steps;
}

const bound = (text) => text.replace("−∞", t.searching.minusInfinity).replace("∞", t.searching.infinity);

// What happens in a step, as a sentence.
export function tell(tree, { index, enters }) {
  const node = tree.nodes[index];
  const player = node.player.toUpperCase();
  const by = node.move ? `${node.move}: ` : "";
  const [alpha, beta] = node.window_text;
  if (node.is_leaf) return by + t.searching.leaf(node.visit, node.value_text);
  if (enters) return by + (tree.method === "minimax" ? t.searching.looks(player) : t.searching.enters(player, bound(alpha), bound(beta)));
  if (node.cutoff) return t.searching.cut(player, node.value_text.slice(1), player === "MIN", player === "MIN" ? alpha : beta, node.cutoff === "shallow");
  return t.searching.returns(player, node.value_text, player === "MAX");
}

// The drawing, and a function that shows it after some step.
export function drawTree(tree) {
  const isDown = Math.max(...tree.rows) <= MOST_ACROSS;
  const longest = (text) => Math.max(...tree.nodes.map((node) => text(node).length));
  const width = Math.max(30, longest((node) => node.value_text) * 8 + 12);
  const moves = longest((node) => node.move) * 6.5;
  const [row, level] = isDown ? [Math.max(width + 14, moves + 6), 82] : [38, width + moves + 64];
  const places = tree.nodes.map(({ ply }, index) => {
    const [across, along] = [tree.rows[index] * row, ply * level];
    return isDown ? [across + width / 2 + 34, along + 30] : [along + width / 2 + 24, across + 30];
  });
  const size = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + (axis === 0 ? width / 2 + 34 : 42));
  const edges = tree.nodes.map((node, index) => (node.parent === null ? null : edge(node, places[node.parent], places[index], width, isDown)));
  const boxes = tree.nodes.map((node, index) => box(tree, node, places[index], width, isDown));
  const drawing = svg("svg.search-tree", { viewBox: `0 0 ${size[0]} ${size[1]}`, width: size[0], height: size[1], role: "img", "aria-label": t.searching.drawn(tree.value_text) },
    edges, boxes.map(({ group }) => group));
  const show = (step) => tree.nodes.forEach((node, index) => {
    const state = stateOf(tree, node, step);
    const isNow = node.visit !== null && (node.entered === step || node.left === step);
    const isPrincipal = node.is_principal && step >= tree.nodes[0].left;
    const classes = `${state}${isNow ? " now" : ""}${isPrincipal ? " principal" : ""}`;
    boxes[index].group.setAttribute("class", `node ${node.player} ${classes}`);
    boxes[index].value.textContent = valueAt(tree, index, step, state);
    edges[index]?.setAttribute("class", `edge ${classes} ${node.cut_by ?? ""}`);
  });
  // Where the step's node is, as shares of the drawing.
  const at = (index) => places[index];
  return { drawing, show, at };
}

// Not reached yet, entered, left, or cut off.
function stateOf(tree, node, step) {
  if (node.visit === null) {
    let above = tree.nodes[node.parent];
    while (above.visit === null) above = tree.nodes[above.parent];
    return above.left <= step ? "cut" : "future";
  }
  return node.entered > step ? "future" : node.left <= step ? "done" : "open";
}

// A node's value so far: its own once it was left, the best of its branches before.
function valueAt(tree, index, step, state) {
  const node = tree.nodes[index];
  if (state === "done" || (node.is_leaf && node.value !== null)) return node.value_text;
  if (state !== "open") return "";
  const known = tree.nodes.filter((child) => child.parent === index && child.visit !== null && child.left <= step);
  if (known.length === 0) return "";
  const better = node.player === "max" ? (a, b) => (b.value > a.value ? b : a) : (a, b) => (b.value < a.value ? b : a);
  return known.reduce(better).value_text.replace(/^[≤≥]/, "");
}

function edge(node, [x, y], [toX, toY], width, isDown) {
  const bend = x + width / 2 + 18;
  const path = isDown ? `M${x} ${y}L${toX} ${toY}` : `M${x + width / 2} ${y}C${bend} ${y} ${bend} ${toY} ${bend + 18} ${toY}H${toX - width / 2}`;
  const [cutX, cutY] = isDown ? [x + (toX - x) * 0.42, y + (toY - y) * 0.42] : [bend + 20, toY];
  return svg("g", {}, svg("path", { d: path }), node.cut_by && svg("path.scissors", { d: `M${cutX - 5} ${cutY + 5}l4 -10M${cutX + 1} ${cutY + 5}l4 -10` }));
}

function box(tree, node, [x, y], width, isDown) {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - HEIGHT / 2, y + HEIGHT / 2];
  const shape = node.is_leaf ? svg("rect", { x: left, y: top, width, height: HEIGHT, rx: 6 })
    : svg("path", { d: node.player === "max" ? `M${left} ${top}L${x} ${top - POINT}L${right} ${top}V${bottom}H${left}Z` : `M${left} ${top}H${right}V${bottom}L${x} ${bottom + POINT}L${left} ${bottom}Z` });
  const value = svg("text.value", { x, y: y + 4.5, "text-anchor": "middle" });
  const [moveX, moveY, anchor] = isDown ? [x, top - POINT - 3, "middle"] : [left - 5, y + 3.5, "end"];
  const move = node.move && svg("text.note", { x: moveX, y: moveY, "text-anchor": anchor }, node.move);
  const hasWindow = node.visit !== null && !node.is_leaf && tree.method !== "minimax";
  const window = hasWindow && svg("text.note", { x, y: bottom + POINT + 10, "text-anchor": "middle" }, `α ${node.window_text[0]}  β ${node.window_text[1]}`);
  return { group: svg("g", {}, shape, value, move, window), value };
}
