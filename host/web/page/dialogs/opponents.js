// The opponents from gentle to strong, as a ladder; the seat, the size, and the deal of the day.

import { h } from "../dom.js";
import { dealOfTheDay, face, nextLevel, person } from "../people.js";
import { once, score } from "../store.js";
import { t } from "../texts.js";

const SIZES = [[3, 6], [4, 6], [5, 6], [4, 8], [5, 8]];

export function open(app) {
  const { game } = app;
  const next = nextLevel(game);
  const begin = (options) => async () => {
    app.closeDialog();
    await app.beginGame({ seat: app.seat, ...options });
  };
  const rung = ({ name }) => {
    const { name: called, about } = person(game.name, { level: name }, name);
    const { won, hinted } = score.against(game.name, name);
    const badge = won > hinted ? h("span.badge.beaten", {}, `✔ ${t.beaten}`) : won > 0 ? h("span.badge", {}, t.beatenHinted) : name === next ? h("span.badge.next", {}, t.nextUp) : h("span");
    return h("li", {}, h("button", { type: "button", "data-level": name, "aria-current": name === app.opponent.level ? "true" : null, onclick: begin({ opponent: { level: name } }) },
      face(game.name, name), h("span", {}, h("b", {}, called), h("small", {}, about), h("small", {}, t.technical(name))), badge));
  };
  app.openDialog(t.opponents, h("p", {}, t.ladder), h("ol.ladder", {}, game.levels.map(rung)),
    seats(app), game.name === "mastermind" ? sizes(app) : null,
    h("div.row", {}, day(app, begin)));
}

function seats(app) {
  return h("fieldset", {}, h("legend", {}, t.youMove), [t.first, t.second].map((text, seat) => h("label", {},
    h("input", { type: "radio", name: "seat", value: seat, checked: app.seat === seat, onchange: () => { app.seat = seat; } }), ` ${text}`)));
}

function sizes(app) {
  const now = String(app.size ?? [4, 6]);
  const set = (event) => { const size = event.target.value.split(",").map(Number); app.size = String(size) === "4,6" ? null : size; };
  return h("label.field", {}, t.mastermind.size, h("select", { id: "size", onchange: set }, SIZES.map((size) => h("option", { value: size, selected: String(size) === now }, t.mastermind.sizes(...size)))));
}

function day(app, begin) {
  if (app.game.name === "checkers") return null;
  const deal = dealOfTheDay(app.game);
  const key = `day.${deal.game}.${deal.seed}`;
  const done = once.get(key);
  if (done) return h("p", {}, t.dayDone(t.results[done]));
  const start = begin({ ...deal, size: null, day: key });
  return h("button", { type: "button", id: "day", onclick: start }, t.dayDeal(person(deal.game, deal.opponent, "").name));
}
