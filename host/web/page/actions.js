// What the buttons below the table do: a hint, an undo, sharing; and why one of them cannot be used now.

import { addressOf } from "./address.js";
import { download, h, sentence } from "./dom.js";
import { hintText } from "./reasons.js";
import { t } from "./texts.js";

// Why a button cannot be used now; empty if it can.
export function reason({ state, isBusy }, id) {
  if (state === null) return t.loading;
  const isTurn = state.turn === "own" && !isBusy;
  const waits = state.points !== null ? t.unusable.over : !state.person ? t.unusable.replay : isTurn ? "" : t.unusable.turn(state.other);
  if (id === "hint") return waits;
  if (id === "undo" && !state.undo) return waits || (state.game === "fiveo" ? t.unusable.undoHidden : state.game === "mastermind" && state.line.length > 2 ? t.unusable.undoAnswered : t.unusable.undoNone);
  if (id === "undo" && isBusy) return t.unusable.turn(state.other);
  if (id === "why" && !state.why) return state.shown < 2 || !state.person || state.game !== "fiveo" ? t.unusable.whyNone(state.other) : t.unusable.whyHidden;
  if (id === "share" && !state.person) return t.unusable.replay;
  return "";
}

export async function hint(app) {
  try {
    const { move, why } = await app.engine.ask({ do: "hint", table: app.state.table });
    app.hinted = move;
    app.isHelped = true;
    app.keep();
    app.draw({ isFresh: false });
    app.say(`${t.hintAt[app.state.game](move)} ${hintText(app.state.game, why, move)}`);
  } catch (error) {
    app.say(sentence(error.message));
  }
}

export async function undo(app) {
  try {
    app.state = await app.request({ do: "undo", table: app.state.table });
    app.hinted = null;
    app.keep();
    app.draw();
    app.say(t.takenBack);
  } catch (error) {
    app.say(sentence(error.message));
  }
}

export function fullAddress(hash) {
  // Only the parts that name the game: the rest of the address, such as a server's token, is private.
  const address = new URL(location.href);
  address.search = "";
  address.hash = hash;
  return address.href;
}

// A button that copies a field, or selects it where there is no clipboard.
export function copyButton(field) {
  return h("button.main", { type: "button", onclick: async (event) => {
    try {
      await navigator.clipboard.writeText(field.value);
      event.target.textContent = t.copied;
    } catch {
      field.focus();
      field.select();
      event.target.textContent = t.copyFailed;
    }
  } }, t.copy);
}

const addressField = (id, value) => h("input", { id, readonly: true, value, onfocus: (event) => event.target.select() });

export function share(app) {
  const { state, opponent, size } = app;
  const shared = addressField("shared", fullAddress(addressOf({ game: state.game, seed: state.seed, seat: state.seat, opponent, size })));
  app.openDialog(t.shareTitle,
    h("p", {}, opponent.board ? t.shareBoard : t.shareAbout),
    h("label", { for: "shared" }, t.address), shared,
    h("div.row", {}, copyButton(shared),
      state.points === null ? null : h("button", { type: "button", onclick: async () => {
        const text = await app.engine.ask({ do: "record", table: state.table });
        download(`${state.game}-${state.seed}.${app.game.record}`, text);
      } }, t.saveRecord)),
    classLink(app));
}

// A link that gives a whole class the same game, opponent and deal.
function classLink(app) {
  const { game, state } = app;
  const level = h("select", { id: "class-level" }, game.levels.map(({ name }) => h("option", { value: name, selected: name === app.opponent.level }, `${t.people[game.name]?.[name]?.[0] ?? name} (${name})`)));
  const deal = h("input", { id: "class-deal", type: "number", min: 0, max: 999_999, value: Number(state.seed) % 1_000_000 });
  const seat = h("select", { id: "class-seat" }, [t.first, t.second].map((text, place) => h("option", { value: place, selected: place === state.seat }, text)));
  const shared = addressField("class-shared", "");
  const write = () => { shared.value = fullAddress(addressOf({ game: game.name, seed: String(Math.max(0, Math.floor(Number(deal.value)))), seat: Number(seat.value), opponent: { level: level.value }, size: app.size })); };
  for (const field of [level, deal, seat]) field.addEventListener("input", write);
  write();
  const labelled = (text, field) => h("label.field", {}, text, field);
  return h("section.class-link", {}, h("h3", {}, t.classTitle), h("p.about", {}, t.classAbout),
    h("div.fields", {}, labelled(t.classOpponent, level), game.name === "checkers" ? null : labelled(t.classDeal, deal), labelled(t.classBegins, seat)),
    h("label", { for: "class-shared" }, t.address), shared, h("div.row", {}, copyButton(shared)));
}
