// Game trees step by step, for the position on the board or for numbers typed in, and the horizon effect.

import { $, complain, h, sentence, svg } from "../dom.js";
import { drawTree, stepsOf, tell } from "../search_tree.js";

const NUMBERS = "((3 12 8) (2 4 6) (14 5 2))";
const ORDERS = { none: "as they come", evaluation: "by the evaluation", full: "by evaluation, killers and history" };
const PLAY_PAUSE = 900;

// The position on the board as FEN; null if it is another game's.
function fenOf({ state }) {
  if (state?.game !== "checkers") return null;
  const { squares, isBlack } = state.scene;
  const pieces = (man, king) => squares.flatMap((piece, place) => (piece === man ? [place + 1] : piece === king ? [`K${place + 1}`] : [])).join(",");
  const isOwn = state.turn === "own";
  return `${isBlack === isOwn ? "B" : "W"}:W${pieces("w", "W")}:B${pieces("b", "B")}`;
}

function dress() {
  if (!$("search-style")) document.head.append(h("link", { id: "search-style", rel: "stylesheet", href: new URL("../search.css", import.meta.url).href }));
}

export function open(app) {
  dress();
  const fen = app.state?.points === null ? fenOf(app) : null;
  const place = h("div", { id: "search-place" });
  const form = searchForm(app, fen, place);
  const horizon = h("section", { id: "horizon-place" });
  $("dialog").classList.add("wide");
  $("dialog").addEventListener("close", () => $("dialog").classList.remove("wide"), { once: true });
  app.openDialog("Search", h("p", {}, "MAX and MIN take turns; a node's value is the greatest or least of its branches. Alpha-beta leaves out what cannot change the root's value."),
    form, place, h("h3", {}, "The horizon effect"), horizon);
  form.requestSubmit();
  showHorizon(app, fen, horizon);
}

const option = (value, label, selected = false) => h("option", { value, selected }, label);

function searchForm(app, fen, place) {
  const source = h("select", { id: "search-source" }, fen && option("board", "the position on the board", true), option("numbers", "numbers typed in"));
  const numbers = h("input", { id: "search-numbers", value: NUMBERS, spellcheck: "false", autocomplete: "off" });
  const depth = h("select", { id: "search-depth" }, [1, 2, 3, 4, 5, 6].map((moves) => option(moves, `${moves}`, moves === 2)));
  const order = h("select", { id: "search-order" }, Object.entries(ORDERS).map(([value, label]) => option(value, label)));
  const evaluation = h("select", { id: "search-evaluation" }, ["simple", "better_h", "expert", "champion"].map((name) => option(name, name)));
  const field = (label, input) => h("div", {}, h("label", { for: input.id }, label), input);
  const ofNumbers = field("Leaves in parentheses", numbers);
  const ofBoard = [field("Moves ahead", depth), field("Evaluation", evaluation)];
  ofNumbers.className = "wide";
  const error = h("p.error", { role: "alert" });
  const choose = () => {
    const isBoard = source.value === "board";
    ofNumbers.hidden = isBoard;
    for (const element of ofBoard) element.hidden = !isBoard;
  };
  const submit = async (event) => {
    event.preventDefault();
    error.textContent = "";
    const what = source.value === "board" ? { fen, depth: Number(depth.value), evaluation: evaluation.value } : { numbers: numbers.value };
    try {
      stepper(place, await app.engine.search({ do: "tree", order: order.value, ...what }));
    } catch (failure) {
      complain(error, failure);
    }
  };
  const form = h("form.search-form", { onsubmit: submit }, field("Tree of", source), ofBoard, field("Order of moves", order), ofNumbers,
    h("button.main", { type: "submit", id: "search-run" }, "Search"), error);
  for (const select of [source, depth, order, evaluation]) select.addEventListener("change", () => { choose(); form.requestSubmit(); });
  choose();
  return form;
}

// The tree with buttons and keys to step through it, and minimax's beside it if asked for.
function stepper(place, { pruned, whole }) {
  const trees = [{ tree: pruned, title: "Alpha-beta" }, ...(whole.nodes ? [{ tree: whole, title: "Without pruning" }] : [])]
    .map(({ tree, title }) => ({ tree, title, steps: stepsOf(tree), ...drawTree(tree) }));
  const last = trees[0].steps.length - 1;
  let [step, timer, withWhole] = [last, null, false];
  const said = h("p.status", { id: "search-said", role: "status", "aria-live": "polite" });
  const figures = trees.map(({ drawing, title, tree }) => h("figure.search-figure", {}, h("figcaption", {}, h("b", {}, title), `: ${counts(tree)}`),
    h("div.search-scroll", { tabindex: "0", role: "region", "aria-label": `${title}: the tree` }, drawing)));
  const grid = h("div.search-trees", {}, figures);
  const end = () => (withWhole && trees[1] ? trees[1].steps.length - 1 : last);
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  const show = (to) => {
    step = Math.max(0, Math.min(end(), to));
    trees.forEach((drawn, index) => {
      const own = Math.min(step, drawn.steps.length - 1);
      drawn.show(own);
      const [x, y] = drawn.at(drawn.steps[own].index);
      const scroll = figures[index].querySelector(".search-scroll");
      scroll.scrollTo({ left: x - scroll.clientWidth / 2, top: y - scroll.clientHeight / 2 });
    });
    const current = trees[0].steps[Math.min(step, last)];
    said.textContent = `Step ${Math.min(step, last) + 1} of ${last + 1}. ${sentence(tell(pruned, current))}`;
    back.disabled = first.disabled = step === 0;
    next.disabled = finish.disabled = step === end();
    if (step === end()) stop();
  };
  const begin = () => {
    if (timer) return stop();
    if (step === end()) show(0);
    timer = setInterval(() => (place.isConnected && $("dialog").open ? show(step + 1) : stop()), PLAY_PAUSE);
    play.textContent = "Pause";
  };
  const button = (id, label, action) => h("button", { type: "button", id: `search-${id}`, onclick: action }, label);
  const go = (to) => () => { stop(); show(to()); };
  const first = button("first", "First", go(() => 0));
  const back = button("back", "Back", go(() => step - 1));
  const play = button("play", "Play", begin);
  const next = button("next", "Next", go(() => step + 1));
  const finish = button("last", "Last", go(end));
  const check = h("input", { type: "checkbox", id: "search-whole", onchange: () => {
    withWhole = check.checked;
    grid.classList.toggle("two", withWhole);
    if (figures[1]) figures[1].hidden = !withWhole;
    beside.hidden = !withWhole;
    show(step);
  } });
  const beside = h("p", { id: "search-beside", hidden: true }, comparison(pruned, whole));
  if (figures[1]) figures[1].hidden = true;
  const keys = { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1), Home: () => show(0), End: () => show(end()), " ": begin };
  const onKey = (event) => {
    if (!keys[event.key] || event.target.matches("input, select") || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    keys[event.key]();
  };
  place.onkeydown = onKey;
  place.replaceChildren(h("div.search-steps", { role: "group", "aria-label": "Steps; also the arrow keys, Home, End and the space bar" }, first, back, play, next, finish,
    h("label", {}, check, " What if there were no pruning?")), said, beside, grid, key());
  place.tabIndex = -1;
  show(last);
}

const counts = ({ visited: { nodes, leaves, shallow, deep }, method }) =>
  `${nodes} nodes, ${leaves} leaves${method === "minimax" ? "" : `, cutoffs: ${shallow} shallow, ${deep} deep`}`;

function comparison(pruned, whole) {
  const without = whole.value_text === null ? `more than ${whole.visited.nodes}` : whole.visited.nodes;
  const same = whole.value_text === null ? "" : ` The value is ${whole.value_text} both ways.`;
  const drawn = whole.nodes ? "" : " That tree is too large to draw.";
  return `Alpha-beta visits ${pruned.visited.nodes} nodes, minimax ${without}.${same}${drawn}`;
}

const key = () => h("p.search-key", {}, h("span", {}, "pointing up: MAX, down: MIN"), h("span.shallow", {}, "cut off, shallow: by the parent's bound"), h("span.deep", {}, "cut off, deep: by a bound from further above"));

// ---- The horizon effect ----

async function showHorizon(app, fen, place) {
  const examples = await app.engine.search({ do: "horizon" });
  const choices = [...examples, ...(fen ? [{ name: "the position on the board", fen, depth: 8, about: "" }] : [])];
  const select = h("select", { id: "horizon-example" }, choices.map(({ name }, index) => option(index, name)));
  const result = h("div");
  const show = async () => {
    const { fen, depth, about } = choices[Number(select.value)];
    try {
      const rows = await app.engine.search({ do: "horizon", fen, depth });
      result.replaceChildren(h("div.search-example", {}, smallBoard(fen), h("p", {}, about || "What the search believes at each depth; changes of mind are bold.")), horizonTable(rows));
    } catch (failure) {
      result.replaceChildren(h("p.error", { role: "alert" }, sentence(failure.message)));
    }
  };
  select.addEventListener("change", show);
  place.replaceChildren(h("label", { for: "horizon-example" }, "Position"), select, result);
  await show();
}

function horizonTable(rows) {
  const cells = ({ value, line, turns }) => [h(`td.number${turns ? ".turns" : ""}`, {}, value), h("td", {}, line.join(" "))];
  const heads = ["Depth", "Value", "Line, stopped at its depth", "Value", "Line with quiescence"];
  return h("div.search-horizon", { tabindex: "0", role: "region", "aria-label": "Beliefs by depth" }, h("table", {},
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(({ depth, beliefs }) => h("tr", {}, h("td.number", {}, String(depth)), beliefs.map(cells))))));
}

// A picture of a position, Black at the top, squares numbered as in FEN.
function smallBoard(fen) {
  const [turn, ...sides] = fen.split(":");
  const men = sides.flatMap((side) => side.slice(1).split(",").filter(Boolean).map((piece) => ({ side: side[0], isKing: piece[0] === "K", number: Number(piece.replace("K", "")) })));
  const place = (number) => [((number - 1) % 4) * 2 + (Math.floor((number - 1) / 4) % 2 === 0 ? 1 : 0), Math.floor((number - 1) / 4)];
  const squares = Array.from({ length: 32 }, (_, index) => place(index + 1));
  const label = `${turn === "B" ? "Black" : "White"} to move: ${fen}`;
  return svg("svg.search-board", { viewBox: "0 0 80 80", role: "img", "aria-label": label }, svg("rect", { width: 80, height: 80, fill: "var(--light-square)" }),
    squares.map(([x, y]) => svg("rect", { x: x * 10, y: y * 10, width: 10, height: 10, fill: "var(--dark-square)" })),
    men.map(({ side, isKing, number }) => {
      const [x, y] = place(number);
      return svg("g", {}, svg("circle", { cx: x * 10 + 5, cy: y * 10 + 5, r: 3.9, fill: side === "B" ? "#15181d" : "#f4e7c6", stroke: side === "B" ? "#777" : "#8d7748", "stroke-width": 0.5 }),
        isKing && svg("text", { x: x * 10 + 5, y: y * 10 + 7, "text-anchor": "middle", "font-size": 5.5, fill: side === "B" ? "#ffe39a" : "#6b2f00" }, "♛"));
    }));
}
