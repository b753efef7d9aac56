// The page: the current game and opponent, what happens on a move, and what the buttons do. It draws the state that the
// WebAssembly returns, and knows no rule.

import { $, download, fromBase64url, h, sentence, toBase64url } from "./dom.js";
import { Engine } from "./engine.js";
import { records, score, settings } from "./store.js";
import * as checkers from "./scenes/checkers.js";
import * as fiveo from "./scenes/fiveo.js";
import * as mastermind from "./scenes/mastermind.js";

const SCENES = { fiveo, checkers, mastermind };
const engine = new Engine();

// The page's state. Other modules (dialogs, the board) reach it as `app`.
export const app = {
  engine,
  games: [],
  game: null,
  state: null,
  // The opponent: the WebAssembly's setting, and its name in the list.
  opponent: null,
  // A board as the opponent: a Link, and its name.
  board: null,
  // The champion that was loaded last: {game, name, bytes, …}.
  champion: null,
  isBusy: false,
  isAway: false,
  hinted: null,
  // The game that was left to look at a record.
  left: null,
  say, openDialog, closeDialog, newGame, playBoard, useChampion, showRecord, back, sit,
};

// ---- The table ----

function scene() {
  return SCENES[app.state.game];
}

// While something is computed the table shows it, to screen readers too.
let nWorking = 0;
const working = (work) => async (...args) => {
  nWorking++;
  $("table").setAttribute("aria-busy", "true");
  try {
    return await work(...args);
  } finally {
    if (--nWorking === 0) $("table").setAttribute("aria-busy", "false");
  }
};

const ui = {
  get hinted() { return app.hinted; },
  isFresh: true,
  play: working((text) => play(text)),
  say: (text) => say(text),
};

function draw(isFresh = true) {
  const { state } = app;
  const held = document.activeElement?.dataset?.move ?? document.activeElement?.dataset?.square;
  // A keyboard player gets the focus back after the opponent's move, unless it was moved elsewhere.
  const hadFocus = $("scene").contains(document.activeElement) || (app.isAway && document.activeElement === document.body);
  scene().draw($("scene"), state, { ...ui, hinted: app.hinted, isFresh });
  $("title").textContent = state.person ? `${state.title}: you against ${state.other}` : `${state.title}: ${state.own} against ${state.other}`;
  const { won, lost, tied } = score.of(state.game);
  $("score").textContent = `won ${won} · lost ${lost} · tied ${tied}`;
  const isOwnTurn = state.person && state.turn === "own" && !app.isBusy;
  $("hint").disabled = !isOwnTurn;
  $("undo").disabled = !state.undo || app.isBusy;
  $("why").disabled = !state.why;
  $("share").disabled = !state.person;
  $("seed").textContent = state.seed === null ? "" : `Deal ${state.seed}`;
  for (const link of $("games").children) {
    if (link.dataset.game === state.game) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  app.isAway = hadFocus && !isOwnTurn;
  if (hadFocus && isOwnTurn) {
    const again = $("scene").querySelector(held ? `[data-move="${held}"],[data-square="${held}"]` : "none");
    (again ?? $("scene").querySelector("button:not([disabled]),[tabindex='0']"))?.focus();
  }
}

function say(text) {
  $("status").textContent = text;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isMoving = () => document.documentElement.dataset.motion !== "off";

async function sit(request) {
  app.hinted = app.left = null;
  app.state = await engine.ask({ do: "new", ...request });
  draw();
  say(scene().tell(app.state));
  await answers();
}

// Begins a game: options that are not given stay as they are.
async function newGame({ game = app.game.name, seed = String(Math.floor(Math.random() * 1_000_000)), seat = seatWanted(), opponent = app.opponent } = {}) {
  app.game = app.games.find(({ name }) => name === game) ?? app.games[0];
  app.opponent = opponent ?? { level: app.game.partner };
  fillLevels();
  for (const radio of document.querySelectorAll("input[name=seat]")) radio.checked = radio.value === String(seat);
  app.isBusy = false;
  const address = addressOf({ game: app.game.name, seed, seat, opponent: app.opponent });
  if (location.hash !== address) history.replaceState(null, "", address);
  try {
    await sit({ game: app.game.name, seed, seat: Number(seat), opponent: app.opponent });
  } catch (error) {
    if (opponent !== undefined && opponent !== null && !opponent.level) return fall(error, game, seed, seat);
    say(sentence(error.message));
  }
}

// An invalid opponent: the reason is shown, and the default one plays.
async function fall(error, game, seed, seat) {
  await newGame({ game, seed, seat, opponent: { level: app.game.partner } });
  say(`That player cannot play: ${error.message}.`);
}

async function play(text) {
  if (app.isBusy || app.state.turn !== "own") return;
  const { table } = app.state;
  try {
    app.hinted = null;
    app.state = await engine.ask({ do: "play", table, text });
  } catch (error) {
    say(sentence(error.message));
    return;
  }
  draw();
  await answers();
}

// The opponent moves as long as it is its turn; then the game may be over.
async function answers() {
  const { table } = app.state;
  while (app.state.table === table && app.state.person && app.state.turn === "other") {
    app.isBusy = true;
    draw(false);
    try {
      if (isMoving()) await pause(350);
      const state = app.board && app.opponent.board ? await boardMove(table) : await engine.ask({ do: "answer", table });
      if (app.state.table !== table) return;
      app.state = state;
    } catch (error) {
      app.isBusy = false;
      if (app.state.table === table) {
        draw(false);
        say(`${app.state.other} made no move: ${error.message}.`);
      }
      return;
    }
    app.isBusy = false;
    draw();
  }
  app.isBusy = false;
  if (app.state.table === table && app.state.person) say(app.state.points === null ? scene().tell(app.state) : await finish());
}

async function boardMove(table) {
  const view = await engine.ask({ do: "view", table });
  const { chosen } = await app.board.link.move(app.state.id, view);
  return engine.ask({ do: "take", table, bytes: chosen });
}

async function finish() {
  const { state } = app;
  score.add(state.game, state.result);
  draw(false);
  const outcome = { won: "You win", lost: `${state.other} wins`, tied: "A tie" }[state.result];
  const sentence = `${outcome}: ${scene().verdict(state.points)}.`;
  try {
    const text = await engine.ask({ do: "record", table: state.table });
    records.add({
      id: `${Date.now()}-${state.table}`, game: state.game, title: `${state.title} against ${state.other}`, result: state.result,
      date: new Date().toISOString(), text,
    });
  } catch (error) {
    return `${sentence} It could not be recorded: ${error.message}.`;
  }
  return `${sentence} The game is kept under Records.`;
}

// A board plays from now on.
async function playBoard(link, name, game = app.game.name) {
  app.board = { link, name };
  await newGame({ game, opponent: { board: name } });
}

// A checked champion plays from now on.
async function useChampion(champion) {
  app.champion = champion;
  await newGame({ game: champion.game, opponent: { champion: [...champion.bytes] } });
}

// A recorded game, to be stepped through.
function showRecord(state) {
  if (app.state.person) app.left = app.state;
  app.state = state;
  app.hinted = null;
  draw();
}

// Resumes the game that was left.
async function back() {
  app.state = await engine.ask({ do: "state", table: app.left.table });
  app.left = null;
  app.isBusy = false;
  draw();
  say(scene().tell(app.state) || "Back at the table.");
  if (app.state.points === null) await answers();
}

// ---- Addresses ----

function addressOf({ game, seed, seat, opponent }) {
  const fields = new URLSearchParams({ seed, seat });
  if (opponent.level) fields.set("against", opponent.level);
  if (opponent.champion) fields.set("champion", toBase64url(opponent.champion));
  if (opponent.tree) fields.set("tree", opponent.tree);
  return `#${game}?${fields}`;
}

// A champion has at most 8 KB, which are 11,000 letters; a tree's text is shorter. Anything longer is neither.
const LONGEST_PLAYER = 20_000;

async function follow() {
  const [game, text = ""] = location.hash.slice(1).split("?");
  const fields = new URLSearchParams(text);
  const known = app.games.find(({ name }) => name === game) ?? app.games[0];
  const isTooLong = ["champion", "tree"].some((name) => (fields.get(name) ?? "").length > LONGEST_PLAYER);
  if (isTooLong) ["champion", "tree"].forEach((name) => fields.delete(name));
  const champion = fields.has("champion") ? fromBase64url(fields.get("champion")) : null;
  const opponent =
    champion ? { champion: [...champion] }
    : fields.has("tree") ? { tree: fields.get("tree") }
    : { level: fields.get("against") ?? known.partner };
  const request = { game: known.name, opponent, seat: fields.get("seat") === "1" ? 1 : 0 };
  if (/^\d{1,20}$/.test(fields.get("seed") ?? "")) request.seed = fields.get("seed");
  app.board = null;
  await newGame(request);
  if (isTooLong) say("That player cannot play: the address is too long for one.");
}

// ---- What stands beside the table ----

const seatWanted = () => Number(document.querySelector("input[name=seat]:checked").value);

function fillLevels() {
  const { levels } = app.game;
  const { opponent } = app;
  const others = opponent.level ? [] : [h("option", { value: "", selected: true }, opponent.board ?? (opponent.tree ? "your tree" : app.champion?.name ?? "own player"))];
  $("level").replaceChildren(...others, ...levels.map(({ name }, place) =>
    h("option", { value: name, selected: name === opponent.level }, `${place + 1}. ${name}`)));
  const about = levels.find(({ name }) => name === opponent.level)?.about ?? "";
  $("about").textContent = about ? `${about[0].toUpperCase()}${about.slice(1)}.` : "";
}

function fillGames() {
  $("games").replaceChildren(...app.games.map(({ name, title }) => h("a", { href: `#${name}`, "data-game": name }, title)));
}

// ---- Dialogs ----

function openDialog(title, ...content) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...content);
  if (!$("dialog").open) $("dialog").showModal();
  $("dialog-body").scrollTop = 0;
}

function closeDialog() {
  $("dialog").close();
  emptyDialog();
}

// The content of a closed dialog is removed: the next one starts afresh, and no code finds the old fields.
function emptyDialog() {
  if (!$("dialog").open) $("dialog-body").replaceChildren();
}

const dialogs = {
  "howto": () => import("./dialogs/howto.js"),
  "why": () => import("./dialogs/why.js"),
  "records-open": () => import("./dialogs/records.js"),
  "champion-open": () => import("./dialogs/champion.js"),
  "settings-open": () => import("./dialogs/settings.js"),
};

async function openBoard() {
  const place = h("div.board-panel");
  openDialog("Board", place);
  try {
    const { mountBoard } = await import("./board.js");
    await mountBoard(place, app);
  } catch (error) {
    place.replaceChildren(h("p", {}, `The board panel cannot be shown: ${error.message}.`));
  }
}

async function hint() {
  try {
    const { move, said } = await engine.ask({ do: "hint", table: app.state.table });
    app.hinted = move;
    draw(false);
    const where = app.state.game === "fiveo" ? `column ${move}` : move;
    say(`Hint: ${where}. ${said}`);
  } catch (error) {
    say(sentence(error.message));
  }
}

async function undo() {
  try {
    app.state = await engine.ask({ do: "undo", table: app.state.table });
    app.hinted = null;
    draw();
    say("Taken back. It is your move.");
  } catch (error) {
    say(sentence(error.message));
  }
}

async function share() {
  const { state } = app;
  // Only the parts that name the game: the rest of the address, such as a server's token, is private.
  const address = new URL(location.href);
  address.search = "";
  address.hash = addressOf({ game: state.game, seed: state.seed, seat: state.seat, opponent: app.opponent });
  openDialog("Share this game",
    h("p", {}, "This address opens the same deal with the same opponent."),
    h("label", { for: "shared" }, "Address"), h("input", { id: "shared", readonly: true, value: address.href, onfocus: (event) => event.target.select() }),
    h("div.row", {}, h("button.main", { type: "button", onclick: async (event) => {
      await navigator.clipboard?.writeText(address.href).catch(() => {});
      event.target.textContent = "Copied";
    } }, "Copy"),
    state.points === null ? null : h("button", { type: "button", onclick: async () => {
      const text = await engine.ask({ do: "record", table: state.table });
      download(`${state.game}-${state.seed}.${app.game.record}`, text);
    } }, "Save the record")));
}

// ---- Listening ----

function listen() {
  $("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    const level = $("level").value;
    newGame({ opponent: level ? { level } : app.opponent });
  });
  $("level").addEventListener("change", () => {
    app.board = null;
    newGame({ opponent: { level: $("level").value } });
  });
  for (const [id, load] of Object.entries(dialogs)) $(id).addEventListener("click", async () => (await load()).open(app));
  $("board-open").addEventListener("click", openBoard);
  $("hint").addEventListener("click", working(hint));
  $("undo").addEventListener("click", working(undo));
  $("share").addEventListener("click", share);
  $("dialog-close").addEventListener("click", closeDialog);
  $("dialog").addEventListener("close", emptyDialog);
  $("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) closeDialog(); });
  window.addEventListener("hashchange", working(follow));
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) (await dialogs["champion-open"]()).drop(app, file);
  });
}

const LETTERS = { h: "hint", u: "undo", w: "why", s: "share", "?": "howto" };

function onKey(event) {
  const { target } = event;
  const isTyping = target.matches?.("input, select, textarea") || $("dialog").open;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !app.state) return;
  if (app.state.person && !app.isBusy) {
    const text = scene().key(event, app.state, $("scene"), { ...ui, hinted: null });
    if (text !== null) {
      event.preventDefault();
      if (text !== undefined) ui.play(text);
      return;
    }
  }
  const button = LETTERS[event.key] && $(LETTERS[event.key]);
  if (button && !button.disabled) {
    event.preventDefault();
    button.click();
  }
}

export function dress() {
  const { theme, motion } = settings.get();
  const wantsLess = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.motion = motion === "off" || (motion === "system" && wantsLess) ? "off" : "on";
}

async function start() {
  // The page reads nothing before the "#"; offline, the cached page answers any address.
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  dress();
  try {
    app.games = await engine.ask({ do: "games" });
  } catch (error) {
    $("scene").replaceChildren(h("p.loading", {}, `The players could not be loaded: ${error.message}.`));
    return;
  }
  fillGames();
  listen();
  try {
    await follow();
  } catch (error) {
    // For an address with invalid content, the page shows what is wrong.
    $("scene").replaceChildren(h("p.loading", {}, `This address cannot be opened: ${sentence(error.message)}`));
  }
  document.documentElement.dataset.ready = "yes";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

start();
