// Why? The score of every open column, the contributions to the difference, and the tree with the values of this
// decision.

import { h, svg } from "../dom.js";

export async function open(app) {
  let why;
  try {
    why = await app.engine.ask({ do: "why", table: app.state.table });
  } catch (error) {
    app.openDialog("Why?", h("p", {}, `${error.message}.`));
    return;
  }
  app.openDialog(`Why column ${why.column + 1}?`, ...content(why));
}

const number = (value) => (Math.abs(value) >= 1000 ? value.toFixed(0) : value.toFixed(3)).replace("-", "−");
const signed = (value) => `${value < 0 ? "" : "+"}${number(value)}`;

export function content(why) {
  return [
    h("p.sentence", {}, why.sentence),
    h("h3", {}, "What each open column was worth"),
    scores(why),
    ...(why.against ? difference(why) : []),
    h("h3", {}, `The tree, with its values for column ${why.column + 1}`),
    h("p.about", {}, "Branches that were not taken are faint, with dashed lines. ",
      why.scoring === "board" ? "A column's worth is this value minus the value without the card." : ""),
    h("div.tree-scroll", { tabindex: 0, role: "img", "aria-label": `A tree of ${why.tree.length} nodes, drawn; the list above says what mattered` }, drawTree(why.tree)),
  ];
}

function scores(why) {
  const values = why.scores.map(({ score }) => score);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = (score) => (most === least ? 100 : 6 + (94 * (score - least)) / (most - least));
  return h("div.scores", {}, why.scores.map(({ column, score }) => [
    h("span", {}, `column ${column + 1}${column === why.column ? " ✔" : ""}`),
    h("span", { class: column === why.column ? "bar" : "bar rest", "aria-hidden": "true" }, bar(width(score))),
    h("span.worth", {}, number(score)),
  ]));
}

// The width is set through the style object: the page's policy forbids inline style attributes.
function bar(percent) {
  const span = h("span");
  span.style.width = `${percent}%`;
  return span;
}

function difference({ column, against }) {
  const rows = against.shares.map(({ terminal, meaning, chosen, other, share, error }) => h("tr", {},
    h("td", { title: terminal }, meaning), h("td.value", {}, chosen), h("td.value", {}, other),
    h("td", { class: `number ${share < 0 ? "minus" : "plus"}` }, signed(share), error > 0 ? ` ± ${number(error)}` : "")));
  const how = against.exact
    ? "Each share is exact: what the fact adds, on average over all orders in which the facts could change (its Shapley value)."
    : "Many facts differ, so the shares are means over 512 random orders, with their standard errors; they still add up to the gap.";
  return [
    h("h3", {}, `What made column ${column + 1} better than column ${against.column + 1}`),
    rows.length === 0 ? h("p", {}, "Nothing that the tree looks at differs.")
      : h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "fact"), h("th", { scope: "col" }, `column ${column + 1}`), h("th", { scope: "col" }, `column ${against.column + 1}`), h("th.number", { scope: "col" }, "share"))),
        h("tbody", {}, rows),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "the gap"), h("td"), h("td"), h("td.number", {}, signed(against.gap))))),
    h("p.about", {}, how),
  ];
}

// The tree from the top down: leaves side by side, each function above the middle of its arguments.
export function drawTree(nodes) {
  const [CELL, ROW, BOX] = [96, 62, 38];
  let at = 0;
  let leaf = 0;
  let depths = 0;
  const drawn = [];
  const place = (depth) => {
    const node = nodes[at++];
    depths = Math.max(depths, depth);
    const children = [...Array(node.arguments)].map(() => place(depth + 1));
    const x = children.length === 0 ? leaf++ * CELL : (children[0].x + children.at(-1).x) / 2;
    const here = { node, x, y: depth * ROW, children };
    drawn.push(here);
    return here;
  };
  place(0);
  const width = leaf * CELL + 10;
  const height = (depths + 1) * ROW;
  const edges = drawn.flatMap(({ x, y, children }) => children.map((child) =>
    svg("path", { class: `tree-edge${child.node.idle ? " idle" : ""}`, d: `M${x + CELL / 2} ${y + BOX + 4}C${x + CELL / 2} ${y + ROW} ${child.x + CELL / 2} ${y + BOX} ${child.x + CELL / 2} ${child.y + 4}` })));
  const boxes = drawn.map(({ node, x, y, children }) => svg("g", { class: `tree-node${children.length > 0 ? " inner" : ""}${node.idle ? " idle" : ""}` },
    svg("rect", { x: x + 2, y: y + 4, width: CELL - 4, height: BOX, rx: 7 }),
    svg("text", { x: x + CELL / 2, y: y + 19, "text-anchor": "middle", textLength: node.label.length > 12 ? CELL - 10 : null, lengthAdjust: "spacingAndGlyphs" }, node.label),
    svg("text", { class: "value", x: x + CELL / 2, y: y + 34, "text-anchor": "middle" }, shown(node))));
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, edges, boxes);
}

const shown = ({ kind, value }) => (kind === "flag" ? (value === 0 ? "no" : "yes") : kind === "cards" ? `${(100 * value).toFixed(0)} %` : String(Number(value.toFixed(3))));
