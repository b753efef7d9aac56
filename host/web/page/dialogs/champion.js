// Your own player: a champion file, or a tree that you write. Both are checked by the same code as on the desktop.

import { complain, h, sentence, toBase64url } from "../dom.js";

const EXAMPLE = "Plus(Multiply(4, FlushChance), OwnCategory)";
const LARGEST = 65_536;

export function open(app, found = null, told = "") {
  const problem = h("p.error", { role: "alert" }, told);
  const attempt = async (work) => {
    try {
      open(app, await work());
    } catch (error) {
      complain(problem, error);
    }
  };
  const file = h("input", { type: "file", id: "champion-file", accept: ".pips", onchange: () => attempt(() => check(app, file.files[0])) });
  const tree = h("textarea", { id: "tree", rows: 3, spellcheck: "false" }, found?.text || EXAMPLE);
  app.openDialog("Your own player",
    found ? championCard(app, found) : h("p", {}, "Play against a champion that you evolved, or against a tree that you write."),
    h("div.drop", {}, h("label", { for: "champion-file" }, "A champion's file (.pips); you can drop it anywhere on the page"), file),
    h("label", { for: "tree" }, "Or a tree for Five-O"), tree,
    h("p.about", {}, "Functions: Plus, Multiply, If, And, Or, EqualTo, GreaterThan, LessThan, ProbabilityToGetCard. `pipsqueak vocabulary` lists the terminals. The tree scores what a card adds to a column; write column: in front of it to score the column itself."),
    h("div.row", {}, h("button", { type: "button", onclick: () => attempt(() => app.engine.ask({ do: "tree", text: tree.value.trim() })) }, "Check the tree")),
    problem);
}

async function check(app, file) {
  if (!file) throw new Error("no file was chosen");
  if (file.size > LARGEST) throw new Error("the file is too large to be a champion");
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
  const title = app.games.find(({ name }) => name === found.game).title;
  return h("div.panel", {},
    h("h3", {}, `${found.name}, a player of ${title}`),
    h("p", {}, `${found.about}; ${found.bytes.length} bytes, fingerprint ${found.fingerprint}.`),
    h("div.row", {}, h("button.main", { type: "button", onclick: async () => { app.closeDialog(); await app.useChampion(found); } }, "Play against it"),
      h("button", { type: "button", onclick: (event) => {
        app.champion = found;
        event.target.textContent = "Ready for a board";
      } }, "Keep for the board")),
    h("p.about", {}, `In a shared address it takes ${toBase64url(found.bytes).length} characters.`));
}
