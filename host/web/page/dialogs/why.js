// Why? One sentence and a picture, at most three bars; the facts, the sum and the tree under "More".

import { cardElement } from "../cards.js";
import { h, sentence, svg } from "../dom.js";
import { columnReason, guessReason } from "../reasons.js";
import { smallBoard } from "../small_board.js";
import { t } from "../texts.js";

export async function open(app) {
  const { state } = app;
  let told;
  try {
    told = await app.engine.ask({ do: "why", table: state.table, ...(await adviser(app)) });
  } catch (error) {
    app.openDialog(t.whyTitle, h("p", {}, sentence(error.message)));
    return;
  }
  app.marked = MARKS[state.game]?.(told, state) ?? null;
  app.draw({ isFresh: false });
  app.openDialog(t.whyTitle, ...CONTENT[state.game](told, state));
}

// How many of the codes that are left give each answer to the guess.
function answersTable(parts, guess) {
  return h("table", {}, h("caption", {}, t.mastermindParts(guess)),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.mastermindPartHeads[0]), h("th.number", { scope: "col" }, t.mastermindPartHeads[1]))),
    h("tbody", {}, parts.map(([blacks, whites, n]) => h("tr", {}, h("td", {}, t.mastermind.answer(blacks, whites)), h("td.number", {}, n)))));
}

// What an explanation is about, marked on the table: a card, or the squares of the moves that are expected.
const MARKS = {
  fiveo: (told, state) => ({ side: state.last?.by === "own" ? "own" : "other", column: Number(told.played) - 1 }),
  checkers: (told, state) => ({ squares: linesUp(told, state) ? told.why.line.slice(0, SHOWN_MOVES).flatMap(squaresOf) : squaresOf(told.played) }),
};

// The moves of an expected line that are drawn.
const SHOWN_MOVES = 3;
const squaresOf = (move) => move.split(/[-x]/).map(Number);
// Whether the table shows the position after the move that is explained, so that the line goes on from it.
const linesUp = (told, state) => told.isSame && !(state.person && state.last?.by === "own");

// A board's own champion explains a board's move.
async function adviser({ state, opponent, board }) {
  if (!state.person || !opponent.board || !board?.link?.champions?.get(state.id)?.id) return {};
  try {
    return { by: { champion: [...(await board.link.read(state.id))] } };
  } catch {
    return {};
  }
}

// The name of the player who moved, for people.
const mover = (state) => (state.person || state.last?.by !== "own" ? state.other : state.own);
// Whether another player's reasons are shown, and whether that one agrees.
function agreement(told, by, name, move) {
  if (by) return h("p", {}, told.isSame ? t.whyAgrees(by) : t.whyWould(by, move));
  return told.isSame ? null : h("p", {}, t.whyRather(name, move));
}

const CONTENT = {
  fiveo(told, state) {
    const { why } = told;
    const by = why.by ? t.people.fiveo.champion[0] : null;
    const column = Number(told.played);
    const placed = told.isSame ? t.whyPlaced(mover(state), t.card(why.card), column, columnReason(why)) : t.fiveo.placed(mover(state), t.fiveo.the(t.card(why.card)), column);
    return [
      h("p.sentence", {}, placed),
      agreement(told, by, mover(state), t.columnNamed(why.column + 1)),
      told.isSame ? null : h("p", {}, columnReason(why)),
      picture(why, state, column - 1),
      h("h3", {}, t.worth), scores(why),
      h("details", {}, h("summary", {}, t.more), ...more(why)),
    ];
  },
  checkers(told, state) {
    const { why } = told;
    const name = mover(state);
    const other = state.person ? null : name === state.own ? state.other : state.own;
    const line = [told.isSame && why.line.length > 1 ? t.checkersLine(name, why.line) : t.checkersPlayed(name, told.played), told.isSame ? t.checkersScore(why.score / 100, why.wins) : ""];
    const rather = `${t.whyRather(name, told.chosen)} ${why.line.length > 1 ? t.checkersLine(name, why.line) : ""}`;
    const facts = why.facts.filter(({ own, other }) => own !== other);
    return [
      h("p.sentence", {}, line.filter(Boolean).join(" ")),
      told.isSame ? null : h("p", {}, rather.trim()),
      linesUp(told, state) ? h("div.why-board", {}, smallBoard(state.scene.squares, { isTurned: state.scene.isBlack, label: t.checkersPicture(why.line.slice(0, SHOWN_MOVES)), moves: why.line.slice(0, SHOWN_MOVES).map(squaresOf) })) : null,
      h("p.about", {}, t.checkersDepth(why.depth, why.nodes)),
      facts.length === 0 ? null : h("details", {}, h("summary", {}, t.more), h("h3", {}, t.checkersSees), h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.factHead), h("th.number", { scope: "col" }, t.side(name)), h("th.number", { scope: "col" }, t.side(other)))),
        h("tbody", {}, facts.map(({ terminal, meaning, own, other }) => h("tr", {}, h("td", { title: terminal }, t.checkersFacts[terminal] ?? meaning), h("td.number", {}, own), h("td.number", {}, other)))))),
    ];
  },
  mastermind(told, state) {
    const { why } = told;
    const guess = [...told.chosen].join(" ");
    return [
      h("p.sentence", {}, told.isSame ? t.mastermindWhy(mover(state), guessReason(why, told.chosen)) : t.mastermind.guessed(mover(state), [...told.played].join(" "), "")),
      told.isSame ? null : h("p", {}, `${t.whyRather(mover(state), guess)} ${guessReason(why, told.chosen)}`),
      why.setting || why.before === 1 ? null : h("p", {}, t.mastermindExpected(why.expected)),
      why.setting || why.before === 1 ? null : h("details", {}, h("summary", {}, t.more), answersTable(why.parts, guess)),
    ];
  },
};

// The columns that were compared, with the card that was placed.
function picture(why, state, column) {
  const side = state.last?.by === "own" && !state.person ? "own" : "other";
  const pile = (index, isMarked) => {
    const cards = state.scene.columns[index]?.[side] ?? [];
    return h("figure", {}, h("div.pile", {}, cards.map((card, place) => cardElement(card, isMarked && place === cards.length - 1 ? "marked" : ""))), h("figcaption", {}, t.column(index + 1)));
  };
  return h("div.why-picture", { "aria-hidden": "true" }, pile(column, true), why.against && why.against.column !== column ? pile(why.against.column, false) : null);
}

// At most three: the chosen column and the best others.
function scores(why) {
  const best = [...why.scores].sort((a, b) => b.score - a.score).slice(0, 3);
  const values = best.map(({ score }) => score);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = (score) => (most === least ? 100 : 12 + (88 * (score - least)) / (most - least));
  return h("div.scores", {}, best.map(({ column, score }) => [
    h("span", {}, `${t.column(column + 1)}${column === why.column ? " ✔" : ""}`),
    h("span", { class: column === why.column ? "bar" : "bar rest", "aria-hidden": "true" }, bar(width(score))),
  ]));
}

// The width is set through the style object: the page's policy forbids inline style attributes.
function bar(percent) {
  const span = h("span");
  span.style.width = `${percent}%`;
  return span;
}

const number = (value) => (Math.abs(value) >= 1000 ? value.toFixed(0) : value.toFixed(2)).replace(/^-(0\.00)$/, "$1").replace("-", "−");
const signed = (value) => `${value < 0 ? "" : "+"}${number(value)}`;

function more(why) {
  const genes = addends(why.tree);
  return [
    ...(why.against ? difference(why) : []),
    ...(genes.length > 1 ? [h("h3", {}, t.genes), h("ul.genes", {}, genes.map(({ weight, text, value }) => h("li", {}, h("span", {}, weight === null ? "" : `${number(weight)} ×`), h("code", {}, text), h("span", {}, number(value)))))] : []),
    h("h3", {}, t.treeTitle(why.column + 1)),
    h("p.about", {}, t.treeAbout, " ", why.scoring === "board" ? t.treeGain : ""),
    fitted(drawTree(why.tree), why.tree.length),
  ];
}

function difference({ column, against }) {
  // A share that would be shown as 0.00 says nothing.
  const rows = against.shares.filter(({ share }) => Math.abs(share) >= 0.005).map((fact) => h("tr", {},
    h("td", { title: fact.terminal }, t.factName(fact)), h("td", {}, t.fact(fact, fact.values[0])), h("td", {}, t.fact(fact, fact.values[1])),
    h("td", { class: `number ${fact.share < 0 ? "minus" : "plus"}` }, signed(fact.share))));
  const error = Math.max(0, ...against.shares.map((share) => share.error));
  return [
    h("h3", {}, t.between(column + 1, against.column + 1)),
    rows.length === 0 ? h("p", {}, t.nothingDiffers)
      : h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.factHead), h("th", { scope: "col" }, t.column(column + 1)), h("th", { scope: "col" }, t.column(against.column + 1)), h("th.number", { scope: "col" }, t.shareHead))),
        h("tbody", {}, rows),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t.gap), h("td"), h("td"), h("td.number", {}, signed(against.gap))))),
    h("p.about", {}, against.exact ? t.exactShares : t.sampledShares(number(error))),
  ];
}

// A tree as nested branches: {node, children}.
function nested(nodes) {
  let at = 0;
  const branch = () => {
    const node = nodes[at++];
    return { node, children: [...Array(node.arguments)].map(branch) };
  };
  return branch();
}

const written = ({ node, children }) => (children.length === 0 ? node.label : `${node.label}(${children.map(written).join(", ")})`);

// The addends of a sum, each as a weight and a gene.
function addends(nodes) {
  const split = (branch) => {
    const { node, children } = branch;
    if (node.label === "Plus") return children.flatMap(split);
    const [first, second] = children;
    const isWeighted = node.label === "Multiply" && first.children.length === 0 && Number.isFinite(Number(first.node.label));
    return [isWeighted ? { weight: Number(first.node.label), text: written(second), value: node.value } : { weight: null, text: written(branch), value: node.value }];
  };
  return split(nested(nodes));
}

// The whole tree in the window, with its root in view; larger on request.
function fitted(tree, nNodes) {
  const [width, height] = [Number(tree.getAttribute("width")), Number(tree.getAttribute("height"))];
  const place = h("div.tree-scroll", { tabindex: 0, role: "img", "aria-label": t.treeLabel(nNodes) }, tree);
  let scale = 1;
  let isFit = true;
  const zoom = (to) => {
    const fit = Math.min(1, (place.clientWidth || 600) / width);
    isFit = to === null;
    scale = isFit ? fit : Math.max(fit, Math.min(1.5, to));
    tree.setAttribute("width", width * scale);
    tree.setAttribute("height", height * scale);
    place.scrollLeft = Number(tree.dataset.root) * scale - place.clientWidth / 2;
    place.scrollTop = 0;
  };
  // It has a width only once it is shown, and another in another window.
  new ResizeObserver(() => { if (isFit && place.clientWidth > 0) zoom(null); }).observe(place);
  const button = (text, name, to) => h("button", { type: "button", "aria-label": name, onclick: () => zoom(to()) }, text);
  return h("div", {}, h("div.row", {}, button("−", t.zoomOut, () => scale / 1.6), button("+", t.zoomIn, () => scale * 1.6), button(t.fit, t.fit, () => null)), place);
}

// The tree from the top down: leaves side by side, each function above the middle of its arguments.
export function drawTree(nodes) {
  const [CELL, ROW, BOX] = [96, 62, 38];
  let leaf = 0;
  let depths = 0;
  const drawn = [];
  const place = ({ node, children }, depth) => {
    depths = Math.max(depths, depth);
    const below = children.map((child) => place(child, depth + 1));
    const x = below.length === 0 ? leaf++ * CELL : (below[0].x + below.at(-1).x) / 2;
    const here = { node, x, y: depth * ROW, children: below };
    drawn.push(here);
    return here;
  };
  const root = place(nested(nodes), 0);
  const width = leaf * CELL + 10;
  const height = (depths + 1) * ROW;
  const edges = drawn.flatMap(({ x, y, children }) => children.map((child) =>
    svg("path", { class: `tree-edge${child.node.idle ? " idle" : ""}`, d: `M${x + CELL / 2} ${y + BOX + 4}C${x + CELL / 2} ${y + ROW} ${child.x + CELL / 2} ${y + BOX} ${child.x + CELL / 2} ${child.y + 4}` })));
  const boxes = drawn.map(({ node, x, y, children }) => svg("g", { class: `tree-node${children.length > 0 ? " inner" : ""}${node.idle ? " idle" : ""}` },
    svg("rect", { x: x + 2, y: y + 4, width: CELL - 4, height: BOX, rx: 7 }),
    svg("text", { x: x + CELL / 2, y: y + 19, "text-anchor": "middle", textLength: node.label.length > 12 ? CELL - 10 : null, lengthAdjust: "spacingAndGlyphs" }, node.label),
    svg("text", { class: "value", x: x + CELL / 2, y: y + 34, "text-anchor": "middle" }, shown(node))));
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "data-root": root.x + CELL / 2, "aria-hidden": "true" }, edges, boxes);
}

const shown = ({ kind, value }) => (kind === "flag" ? (value === 0 ? t.no : t.yes) : kind === "cards" ? `${(100 * value).toFixed(0)} %` : String(Number(value.toFixed(3))));
