// Games that were played here, and records from files: to save, and to step through.

import { $, complain, download, h } from "../dom.js";
import { records, score } from "../store.js";
import { scene } from "../table.js";
import { t } from "../texts.js";

export function open(app) {
  const all = records.all();
  const rows = all.map((record) => h("li", {},
    h("span.what", {}, h("b", {}, record.title), ` · ${t.results[record.result]}${record.isHelped ? ` ${t.hinted}` : ""} · ${new Date(record.date).toLocaleString(document.documentElement.lang)}`),
    h("button", { type: "button", onclick: () => show(app, record.text) }, t.stepThrough),
    h("button", { type: "button", onclick: () => download(`${record.game}-${record.id}.${app.games.find(({ name }) => name === record.game)?.record ?? "txt"}`, record.text) }, t.save),
    h("button", { type: "button", "data-forget": record.id, "aria-label": `${t.forget}: ${record.title}`, onclick: () => forget(app, record) }, t.forget)));
  const problem = h("p.error", { role: "alert" });
  const file = h("input", { type: "file", id: "record-file", accept: ".jsonl,.pdn,.txt", onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      if (chosen.size > 2_000_000) throw new Error(t.fileTooLarge);
      await show(app, await chosen.text());
    } catch (error) {
      complain(problem, error);
    }
  } });
  app.openDialog(t.records,
    all.length > 0 ? h("ul.list", {}, rows) : h("p", {}, t.noRecords),
    h("label", { for: "record-file" }, t.recordFile), file, problem,
    h("div.row", {}, h("button", { type: "button", id: "reset-score", onclick: () => reset(app) }, t.resetScore)));
}

async function forget(app, record) {
  if (await app.ask(t.forgetAsk(record.title), t.cannotUndo, t.forgetYes, t.keep)) records.remove(record.id);
  open(app);
}

async function reset(app) {
  if (await app.ask(t.resetAsk, t.resetAbout, t.resetYes, t.keep)) {
    score.clear();
    app.draw({ isFresh: false });
    app.say(t.wasReset);
  }
  open(app);
}

// Opens a record, and shows the controls to step through it where the end of a game stands.
async function show(app, text) {
  const games = await app.engine.ask({ do: "open", text });
  app.closeDialog();
  controls(app, games, 0);
}

function result(state) {
  const outcome = state.result === "tied" ? t.tie : t.outcome.of(state.result === "won" ? state.own : state.other);
  return t.result(outcome, scene(state).verdict(state));
}

function controls(app, games, which) {
  const { table, moves } = games[which];
  let at = 0;
  // Only the last of several requests is drawn: a slider moves faster than a table.
  let wanted = 0;
  const go = async (to) => {
    wanted = Math.max(0, Math.min(moves, to));
    const mine = wanted;
    const state = await app.engine.ask({ do: "show", table, moves: wanted });
    if (mine !== wanted || panel.parentElement === null) return;
    app.showRecord(state, { isFresh: Math.abs(mine - at) === 1 });
    at = mine;
    slider.value = at;
    count.textContent = `${at} / ${moves}`;
    $("end").hidden = false;
    const end = state.points === null ? "" : ` ${result(app.state)}`;
    verdict.textContent = end.trim();
    app.say(`${t.moveOf(at, moves)}${end}`, t.moveOf(at, moves));
  };
  const slider = h("input", { type: "range", min: 0, max: moves, value: 0, "aria-label": t.move, oninput: () => go(Number(slider.value)) });
  const count = h("span");
  const verdict = h("p.verdict");
  const button = (label, name, to) => h("button", { type: "button", "aria-label": t.steps[name], "data-step": name, onclick: () => go(to()) }, label);
  const choice = games.length < 2 ? null : h("select", { "aria-label": t.gameOfRecord, onchange: (event) => controls(app, games, Number(event.target.value)) },
    games.map((game, place) => h("option", { value: place, selected: place === which }, t.gameNumber(place + 1, ...app.called(game)))));
  const panel = h("div.stepper", { role: "group", "aria-label": t.stepper },
    slider, button("|◀", "Start", () => 0), button("◀", "Back", () => at - 1), button("▶", "Forward", () => at + 1), button("▶|", "End", () => moves), count, choice,
    h("button", { type: "button", id: "back", onclick: () => app.back() }, t.backTo(t.titles[app.left?.game ?? app.state.game])));
  panel.onkeydown = (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves }[event.key];
    if (to === undefined || event.target.matches("select, input")) return;
    event.preventDefault();
    go(to);
  };
  $("end").className = "end";
  $("end").replaceChildren(verdict, panel);
  go(0).then(() => panel.querySelector('[data-step="Forward"]').focus());
}
