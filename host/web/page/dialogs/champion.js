// Your own player: a champion file, or a tree that you write. Both are checked by the same code as on the desktop.

import { complain, h, sentence, toBase64url } from "../dom.js";
import { t } from "../texts.js";

const EXAMPLES = { fiveo: "Plus(Multiply(4, FlushChance), OwnCategory)", checkers: "Plus(Multiply(100, Men), Multiply(150, Kings))" };
const LARGEST = 65_536;
const MOST_WORDS = 8;

export function open(app, found = null, told = "", written = null) {
  const named = found?.game ?? written?.game ?? app.game.name;
  const game = named in EXAMPLES ? named : "fiveo";
  const problem = h("p.error", { role: "alert" }, told);
  const shown = h("div", {}, found ? championCard(app, found) : h("p", {}, t.ownAbout));
  const attempt = async (work) => {
    try {
      const champion = await work();
      open(app, champion, "", { game: champion.game, text: tree.value });
    } catch (error) {
      // What was checked before is no longer what stands in the fields.
      shown.replaceChildren(h("p", {}, t.ownAbout));
      complain(problem, error);
      mark(problem, error.english ?? "", tree);
    }
  };
  const file = h("input", { type: "file", id: "champion-file", accept: ".pips", onchange: () => attempt(() => check(app, file.files[0])) });
  const choice = h("select", { id: "tree-game", onchange: () => { open(app, null, "", { game: choice.value, text: EXAMPLES[choice.value] }); } }, Object.keys(EXAMPLES).map((name) => h("option", { value: name, selected: name === game }, t.titles[name])));
  const tree = h("textarea", { id: "tree", rows: 3, spellcheck: "false", autocomplete: "off" }, found?.text || written?.text || EXAMPLES[game]);
  const words = h("div.words", { role: "group", "aria-label": t.words });
  complete(app, game, tree, words);
  app.openDialog(t.ownTitle, shown,
    h("div.drop", {}, h("label", { for: "champion-file" }, t.ownFile), file),
    h("label.field", {}, t.ownGame, choice),
    h("label", { for: "tree" }, t.ownTreeLabel), tree, words,
    h("p.about", {}, t.treeScoring[game]),
    h("div.row", {}, h("button", { type: "button", id: "check-tree", onclick: () => attempt(() => app.engine.ask({ do: "tree", game: choice.value, text: tree.value.trim() })) }, t.checkTree)),
    problem);
}

// Shows the word that is wrong, and selects it.
function mark(problem, message, tree) {
  const at = Number(message.match(/at character (\d+)/)?.[1]) - 1;
  if (!(at >= 0)) return;
  const start = tree.value.length - tree.value.trimStart().length + (tree.value.match(/^\s*[a-z]+:/)?.[0].trim().length ?? 0) + at;
  const word = tree.value.slice(start).match(/^[\w.-]+/)?.[0] ?? tree.value.slice(start, start + 1);
  problem.append(" ", h("mark", {}, word));
  tree.focus();
  tree.setSelectionRange(start, start + word.length);
}

// The words of the vocabulary that begin as the one at the cursor does.
async function complete(app, game, tree, place) {
  const { functions, terminals } = await app.engine.ask({ do: "vocabulary", game });
  const all = [...functions.map((word) => ({ ...word, after: "(" })), ...terminals.map((word) => ({ ...word, after: "" }))];
  const update = () => {
    const begun = tree.value.slice(0, tree.selectionEnd).match(/[A-Za-z]+$/)?.[0] ?? "";
    const fitting = begun === "" ? [] : all.filter(({ name }) => name !== begun && name.toLowerCase().startsWith(begun.toLowerCase())).slice(0, MOST_WORDS);
    place.replaceChildren(...fitting.map(({ name, meaning, after }) => h("button", { type: "button", title: meaning, onclick: () => {
      const end = tree.selectionEnd;
      tree.setRangeText(name + after, end - begun.length, end, "end");
      tree.focus();
      update();
    } }, name)));
  };
  for (const event of ["input", "click", "keyup"]) tree.addEventListener(event, update);
  update();
}

async function check(app, file) {
  if (!file) throw new Error(t.noFile);
  if (file.size > LARGEST) throw new Error(t.championTooLarge);
  return app.engine.ask({ do: "champion", bytes: [...new Uint8Array(await file.arrayBuffer())] });
}

// A file that was dropped on the page.
export async function drop(app, file) {
  try {
    open(app, await check(app, file));
  } catch (error) {
    open(app, null, sentence(`${file.name}: ${error.message}`));
  }
}

function championCard(app, found) {
  return h("div.panel", {},
    h("h3", {}, t.championOf(found.name === "a written tree" ? t.writtenTree : found.name, t.titles[found.game])),
    h("p", {}, t.championBytes(found.about, found.bytes.length, found.fingerprint)),
    h("div.row", {}, h("button.main", { type: "button", onclick: async () => { app.closeDialog(); await app.useChampion(found); } }, t.playIt),
      h("button", { type: "button", onclick: (event) => {
        app.champion = found;
        event.target.textContent = t.keptIt;
      } }, t.keepIt)),
    h("p.about", {}, t.inAddress(toBase64url(found.bytes).length)));
}
