// Games that were played here, and records from files: to save, and to step through.

import { $, complain, download, h } from "../dom.js";
import { records, score } from "../store.js";

export function open(app) {
  const all = records.all();
  const told = { won: "won", lost: "lost", tied: "tied" };
  const rows = all.map((record) => h("li", {},
    h("span.what", {}, h("b", {}, record.title), ` · ${told[record.result]} · ${new Date(record.date).toLocaleString()}`),
    h("button", { type: "button", onclick: () => show(app, record.text) }, "Step through"),
    h("button", { type: "button", onclick: () => download(`${record.game}-${record.id}.${app.games.find(({ name }) => name === record.game)?.record ?? "txt"}`, record.text) }, "Save"),
    h("button", { type: "button", "aria-label": `Forget ${record.title}`, onclick: () => { records.remove(record.id); open(app); } }, "Forget")));
  const problem = h("p.error", { role: "alert" });
  const file = h("input", { type: "file", id: "record-file", accept: ".jsonl,.pdn,.txt", onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      if (chosen.size > 2_000_000) throw new Error("the file is too large to be a record");
      await show(app, await chosen.text());
    } catch (error) {
      complain(problem, error);
    }
  } });
  app.openDialog("Records",
    all.length > 0 ? h("ul.list", {}, rows) : h("p", {}, "No game has been finished here yet."),
    h("label", { for: "record-file" }, "A record from a file (as `pipsqueak play --transcript` writes them)"), file, problem,
    h("div.row", {}, h("button", { type: "button", onclick: () => { score.clear(); open(app); app.say("The score was reset."); } }, "Reset the score")));
}

// Opens a record, and shows the controls to step through it below the table.
async function show(app, text) {
  const games = await app.engine.ask({ do: "open", text });
  app.closeDialog();
  step(app, games, 0, 0);
}

async function step(app, games, which, moves) {
  const state = await app.engine.ask({ do: "show", table: games[which].table, moves });
  app.showRecord(state);
  const go = (to) => step(app, games, which, Math.max(0, Math.min(state.moves, to)));
  const slider = h("input", { type: "range", min: 0, max: state.moves, value: state.shown, "aria-label": "Move", onchange: (event) => go(Number(event.target.value)) });
  const button = (label, name, to) => h("button", { type: "button", "aria-label": name, "data-step": name, onclick: async () => { await go(to); $("scene").querySelector(`[data-step="${name}"]`)?.focus(); } }, label);
  const choice = games.length < 2 ? null : h("select", { "aria-label": "Game of the record", onchange: (event) => step(app, games, Number(event.target.value), 0) },
    games.map((game, place) => h("option", { value: place, selected: place === which }, `Game ${place + 1}: ${game.own} against ${game.other}`)));
  $("scene").append(h("div.stepper", { role: "group", "aria-label": "Step through the game" },
    button("|◀", "Start", 0), button("◀", "Back", moves - 1), slider, button("▶", "Forward", moves + 1), button("▶|", "End", state.moves),
    h("span", {}, `${state.shown} of ${state.moves}`), choice,
    app.left && h("button", { type: "button", id: "back", onclick: () => app.back() }, `Back to ${app.left.title}`)));
  const end = state.points === null ? "" : ` The result is ${state.points.join(" to ")}.`;
  app.say(`Move ${state.shown} of ${state.moves}.${end}`);
}
