// Game trees step by step, for the position on the board or for numbers typed in, and the horizon effect.

import { $, complain, h, sentence } from "../dom.js";
import { drawTree, stepsOf, tell } from "../search_tree.js";
import { smallBoard } from "../small_board.js";
import { t } from "../texts.js";

const NUMBERS = "((3 12 8) (2 4 6) (14 5 2))";
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
  app.openDialog(t.search, h("p", {}, t.searching.about), form, place, h("h3", {}, t.searching.horizon), horizon);
  form.requestSubmit();
  showHorizon(app, fen, horizon);
}

const option = (value, label, selected = false) => h("option", { value, selected }, label);

function searchForm(app, fen, place) {
  const source = h("select", { id: "search-source" }, fen && option("board", t.searching.board, true), option("numbers", t.searching.numbers));
  const numbers = h("input", { id: "search-numbers", value: NUMBERS, dir: "ltr", spellcheck: "false", autocomplete: "off" });
  const depth = h("select", { id: "search-depth" }, [1, 2, 3, 4, 5, 6].map((moves) => option(moves, `${moves}`, moves === 2)));
  const order = h("select", { id: "search-order" }, Object.entries(t.searching.orders).map(([value, label]) => option(value, label)));
  const evaluation = h("select", { id: "search-evaluation" }, ["simple", "better_h", "expert", "champion"].map((name) => option(name, name)));
  const field = (label, input) => h("div", {}, h("label", { for: input.id }, label), input);
  const ofNumbers = field(t.searching.leaves, numbers);
  const ofBoard = [field(t.searching.depth, depth), field(t.searching.evaluation, evaluation)];
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
  const form = h("form.search-form", { onsubmit: submit }, field(t.searching.source, source), ofBoard, field(t.searching.order, order), ofNumbers,
    h("button.main", { type: "submit", id: "search-run" }, t.searching.run), error);
  for (const select of [source, depth, order, evaluation]) select.addEventListener("change", () => { choose(); form.requestSubmit(); });
  choose();
  return form;
}

// The tree with buttons and keys to step through it, and minimax's beside it if asked for.
function stepper(place, { pruned, whole }) {
  const trees = [{ tree: pruned, title: t.searching.pruned }, ...(whole.nodes ? [{ tree: whole, title: t.searching.whole }] : [])]
    .map(({ tree, title }) => ({ tree, title, steps: stepsOf(tree), ...drawTree(tree) }));
  const last = trees[0].steps.length - 1;
  let [step, timer, withWhole] = [last, null, false];
  const said = h("p.status", { id: "search-said", role: "status", "aria-live": "polite" });
  const figures = trees.map(({ drawing, title, tree }) => h("figure.search-figure", {}, h("figcaption", {}, h("b", {}, title), `: ${counts(tree)}`),
    h("div.search-scroll", { tabindex: "0", role: "region", "aria-label": t.searching.tree(title) }, drawing)));
  const grid = h("div.search-trees", {}, figures);
  const end = () => (withWhole && trees[1] ? trees[1].steps.length - 1 : last);
  const stop = () => { clearInterval(timer); timer = null; play.textContent = t.searching.play; };
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
    said.textContent = t.searching.step(Math.min(step, last) + 1, last + 1, sentence(tell(pruned, current)));
    back.disabled = first.disabled = step === 0;
    next.disabled = finish.disabled = step === end();
    if (step === end()) stop();
  };
  const begin = () => {
    if (timer) return stop();
    if (step === end()) show(0);
    timer = setInterval(() => (place.isConnected && $("dialog").open ? show(step + 1) : stop()), PLAY_PAUSE);
    play.textContent = t.searching.pause;
  };
  const button = (id, label, action) => h("button", { type: "button", id: `search-${id}`, onclick: action }, label);
  const go = (to) => () => { stop(); show(to()); };
  const first = button("first", t.searching.first, go(() => 0));
  const back = button("back", t.searching.back, go(() => step - 1));
  const play = button("play", t.searching.play, begin);
  const next = button("next", t.searching.next, go(() => step + 1));
  const finish = button("last", t.searching.last, go(end));
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
  place.replaceChildren(h("div.search-steps", { role: "group", "aria-label": t.searching.steps }, first, back, play, next, finish,
    h("label", {}, check, ` ${t.searching.unpruned}`)), said, beside, grid, key());
  place.tabIndex = -1;
  show(last);
}

const counts = ({ visited: { nodes, leaves, shallow, deep }, method }) => t.searching.counts(nodes, leaves) + (method === "minimax" ? "" : t.searching.cutoffs(shallow, deep));

function comparison(pruned, whole) {
  const isMore = whole.value_text === null;
  const told = [t.searching.comparison(pruned.visited.nodes, whole.visited.nodes, isMore), isMore ? "" : t.searching.sameValue(whole.value_text), whole.nodes ? "" : t.searching.tooLarge];
  return told.filter(Boolean).join(" ");
}

const key = () => h("p.search-key", {}, ["span", "span.shallow", "span.deep"].map((kind, place) => h(kind, {}, t.searching.key[place])));

// ---- The horizon effect ----

async function showHorizon(app, fen, place) {
  const examples = await app.engine.search({ do: "horizon" });
  const named = ({ name, about, ...example }) => { const [own, ownAbout] = t.searching.examples[name] ?? [name, about]; return { ...example, name: own, about: ownAbout }; };
  const choices = [...examples.map(named), ...(fen ? [{ name: t.searching.board, fen, depth: 8, about: t.searching.believes }] : [])];
  const select = h("select", { id: "horizon-example" }, choices.map(({ name }, index) => option(index, name)));
  const result = h("div");
  const show = async () => {
    const { fen, depth, about } = choices[Number(select.value)];
    try {
      const { looks, illusion } = await app.engine.search({ do: "horizon", fen, depth });
      result.replaceChildren(h("div.search-example", {}, boardOf(fen), h("p", {}, about)), horizonTable(looks), ...illusionTold(illusion));
    } catch (failure) {
      result.replaceChildren(h("p.error", { role: "alert" }, sentence(failure.message)));
    }
  };
  select.addEventListener("change", show);
  place.replaceChildren(h("label", { for: "horizon-example" }, t.searching.position), select, result);
  await show();
}

// What the search believed wrongly, and the line that shows why.
function illusionTold(illusion) {
  if (!illusion) return [];
  const { depth, believed, worth, line } = illusion;
  return [h("p", { id: "horizon-illusion" }, t.searching.illusion(depth, believed, line[0], worth)), h("p.search-line", { dir: "ltr" }, line.join(" "))];
}

function horizonTable(rows) {
  const cells = ({ value, line, turns }) => [h(`td.number${turns ? ".turns" : ""}`, {}, value), h("td", { dir: "ltr" }, line.join(" "))];
  return h("div.search-horizon", { tabindex: "0", role: "region", "aria-label": t.searching.beliefs }, h("table", {},
    h("thead", {}, h("tr", {}, t.searching.heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(({ depth, beliefs }) => h("tr", {}, h("td.number", {}, String(depth)), beliefs.map(cells))))));
}

// A picture of a position, Black at the top.
function boardOf(fen) {
  const [turn, ...sides] = fen.split(":");
  const squares = Array(32).fill(null);
  for (const side of sides) for (const piece of side.slice(1).split(",").filter(Boolean)) squares[Number(piece.replace("K", "")) - 1] = piece[0] === "K" ? side[0] : side[0].toLowerCase();
  return smallBoard(squares, { label: t.searching.toMove(t.checkers.sides[turn.toLowerCase()], fen) });
}
