// The end of a game: the result where the person looks, and what to do next.

import { $, h } from "./dom.js";
import { reviewText } from "./reasons.js";
import { t } from "./texts.js";

export function endPanel(app, verdict) {
  const { state, game, opponent } = app;
  const outcome = { won: t.outcome.won, lost: t.outcome.lost(state.other), tied: t.outcome.tied }[state.result];
  const place = game.levels.findIndex(({ name }) => name === opponent.level);
  const next = place >= 0 ? game.levels[place + 1] : null;
  const button = (text, id, work, isMain = false) => h(isMain ? "button.main" : "button", { type: "button", id, onclick: work }, text);
  const isGoingUp = state.result === "won" && next;
  $("line").textContent = "";
  $("end").className = `end ${state.result}`;
  $("end").replaceChildren(
    h("p.outcome", {}, outcome, state.result === "won" && app.isHelped ? h("small", {}, ` ${t.hinted}`) : null),
    h("p.verdict", {}, verdict),
    h("div.row", {},
      isGoingUp ? button(t.next(t.people[game.name]?.[next.name]?.[0] ?? next.name), "next", () => app.newGame({ opponent: { level: next.name } }), true) : null,
      button(t.again, "again", () => app.newGame(), !isGoingUp),
      state.result === "won" ? null : button(state.result === "lost" ? t.whyLost : t.whyTied, "review", () => review(app))));
  $("end").hidden = false;
}

// Finds the decision that cost most, shows the table at that moment, and the better move on it.
async function review(app) {
  const { table, game } = app.state;
  app.say(t.reviewing);
  $("end").querySelector(".verdict").textContent = t.reviewing;
  $("review").disabled = true;
  let found;
  try {
    found = await app.engine.ask({ do: "review", table });
  } catch (error) {
    app.say(error.message);
    return;
  }
  if (app.state.table !== table) return;
  const text = reviewText(game, found);
  if (found !== null) {
    const state = await app.request({ do: "show", table, moves: found.before });
    app.state = { ...state, person: false, turn: null, scene: { ...state.scene, options: [] } };
    app.left = state;
    app.hinted = found.better;
    app.draw({ isFresh: false });
  }
  app.say(text);
  const back = h("button.main", { type: "button", id: "back", onclick: async () => {
    await app.engine.ask({ do: "show", table, moves: app.left?.moves ?? app.state.moves });
    app.hinted = null;
    await app.back();
  } }, t.back);
  $("end").replaceChildren(h("p.verdict", {}, text, found === null ? "" : ` ${t.review.shown}`), h("div.row", {}, back));
  $("end").hidden = false;
  $("line").textContent = "";
  back.focus();
}
