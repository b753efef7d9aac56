// The page: the current game and opponent, and what happens on a move. It draws the state that the WebAssembly returns,
// and knows no rule.

import { hint, reason, share, undo } from "./actions.js";
import { addressOf, readAddress } from "./address.js";
import { ask, closeDialog, listenToDialog, openDialog } from "./dialog.js";
import { $, h, sentence } from "./dom.js";
import { endPanel } from "./end.js";
import { Engine } from "./engine.js";
import { isMoving, pause, sound } from "./motion.js";
import { nextLevel, person } from "./people.js";
import { kept, once, records, score, seen, settings } from "./store.js";
import { draw, scene, showLine } from "./table.js";
import { speak, t } from "./texts.js";

const engine = new Engine();

// The page's state. Other modules (dialogs, the board) reach it as `app`.
export const app = {
  engine,
  games: [],
  game: null,
  state: null,
  // The opponent: the WebAssembly's setting, and its name in the list.
  opponent: null,
  // The size of the game, where it has several; the seat that the person wants.
  size: null,
  seat: 0,
  // A board as the opponent: a Link, and its name.
  board: null,
  // The champion that was loaded last: {game, name, bytes, …}.
  champion: null,
  isBusy: false,
  isAway: false,
  hinted: null,
  // Whether the person has asked for a hint in this game, and whether its result is counted already.
  isHelped: false,
  isCounted: false,
  // The card that an explanation is about: {side, column}.
  marked: null,
  // The game that was left to look at a record.
  left: null,
  say, ask, openDialog, closeDialog, newGame, beginGame, playBoard, useChampion, showRecord, back, keep, draw: (...args) => draw(app, ui, ...args), renamed,
};

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

const ui = { play: working((text) => play(text)), say: (text) => say(text) };
app.play = ui.play;

// Says a sentence to everybody: one line that is seen, and a region that is heard.
function say(text, shown = text) {
  $("status").textContent = text;
  showLine(app, shown);
}

// The state with the players' names for people; null is the person's own.
function shown(state) {
  const { own, other } = state.names ?? state;
  const called = (name) => (name === "you" || name === "person" ? { name: null, about: "" } : person(state.game, { level: name }, name));
  const opponent = state.person ? person(state.game, app.opponent, other) : called(other);
  return { ...state, names: { own, other }, own: called(own).name, other: opponent.name, about: opponent.about };
}

// The names of a record's players.
app.called = (state) => { const { own, other } = shown(state); return [own, other]; };

// Another language is spoken: everything is drawn and said again.
function renamed() {
  app.state = shown(app.state);
  app.draw({ isFresh: false });
  if (app.state.points !== null && app.state.person) endPanel(app, scene(app.state).verdict(app.state));
  else say(scene(app.state).tell(app.state), scene(app.state).prompt(app.state));
}

const request = async (what) => shown(await engine.ask(what));
app.request = request;

// ---- Games ----

// What the game needs to be continued after the page was closed.
function keep() {
  const { state, opponent, size, isHelped, isCounted, isSecond, day } = app;
  if (!state.person) return;
  const begun = state.line.length > state.seat;
  kept.put({ game: state.game, seed: state.seed, seat: state.seat, opponent, size, line: state.line, name: state.other, isOver: state.points !== null, isBegun: begun, isHelped, isCounted, isSecond, day });
  if (begun) seen.add(dealOf(state));
}

const dealOf = ({ game, seed }) => (game === "checkers" ? null : `${game} ${seed}`);

async function sit({ game, seed, seat, opponent, size = null, line = [], ...rest }) {
  const known = app.games.find(({ name }) => name === game);
  const before = [app.game, app.opponent, app.size];
  [app.game, app.opponent, app.size] = [known, opponent, size];
  try {
    const fields = { do: "new", game, seed, seat, opponent, line, ...(size ? { size } : {}) };
    app.state = await request(fields);
  } catch (error) {
    [app.game, app.opponent, app.size] = before;
    throw error;
  }
  app.hinted = app.left = app.marked = null;
  app.seat = seat;
  Object.assign(app, { isBusy: false, isHelped: false, isCounted: false, isSecond: false, day: null, ...rest });
  const address = addressOf({ game, seed, seat, opponent, size });
  if (location.hash !== address) history.replaceState(null, "", address);
  keep();
  app.draw();
}

const randomSeed = () => String(Math.floor(Math.random() * 1_000_000));

// Begins a game, without a question; options that are not given stay as they are. An opponent that cannot play is
// replaced by the usual one, with a sentence.
function newGame(options) {
  return working(begin)(options);
}

async function begin({ game = app.game.name, seed = randomSeed(), seat = app.seat, opponent = app.opponent, size = app.game?.name === game ? app.size : null, day = null } = {}) {
  const known = app.games.find(({ name }) => name === game) ?? app.games[0];
  const usual = { level: nextLevel(known) };
  const fields = { game: known.name, seed, seat, opponent: opponent ?? usual, size, day, isSecond: seen.has(dealOf({ game: known.name, seed })) };
  let refused = null;
  try {
    await sit(fields);
  } catch (error) {
    refused = error;
    await sit({ ...fields, size: null, opponent: usual });
  }
  await goOn(refused === null ? "" : t.cannotPlay(refused.message.replace(/\.$/, "")));
}

// Begins a game after a question, if another one of its kind is not finished.
async function beginGame(options = {}) {
  const old = kept.of(options.game ?? app.game.name);
  if (old?.isBegun && !old.isOver && !(await ask(t.leave(old.name), t.leaveAbout, t.leaveYes, t.leaveNo))) return false;
  await newGame(options);
  return true;
}

function resume(old) {
  return working(goBack)(old);
}

async function goBack(old) {
  try {
    const { name, isOver, isBegun, ...table } = old;
    await sit(table);
  } catch {
    // What was stored cannot be played any more, for example after a new version.
    return newGame({ game: old.game, opponent: null, size: null });
  }
  await goOn(old.isBegun && !old.isOver ? t.resumed : "");
}

// The game goes on: the prompt, and the opponent's move if it is its turn.
async function goOn(first) {
  if (app.state.points !== null) return endPanel(app, scene(app.state).verdict(app.state));
  tellTurn(first);
  await answers(first);
}

// The first three turns of a first game come with a hint in passing.
function tellTurn(first = "") {
  const { state } = app;
  const heard = [first, scene(state).tell(state)].filter(Boolean).join(" ");
  const tip = state.person && state.turn === "own" ? guideTip(state) : "";
  say([heard, tip].filter(Boolean).join(" "), tip || [first, scene(state).prompt(state)].filter(Boolean).join(" "));
  $("line").classList.toggle("tip", tip !== "");
}

// The guide's tip for this turn; a turn that is shown again, after a reload for example, has the same one.
function guideTip(state) {
  const key = `guided.${state.game}`;
  const turn = `${state.seed} ${state.line.length}`;
  const told = once.get(key) || [];
  const step = told.includes(turn) ? told.indexOf(turn) : told.length;
  if (step === told.length && step < 3) once.set(key, [...told, turn]);
  return scene(state).guide(state)[step] ?? "";
}

async function play(text) {
  if (app.isBusy || app.state.turn !== "own") return;
  const { table } = app.state;
  try {
    app.state = await request({ do: "play", table, text });
    app.hinted = app.marked = null;
  } catch (error) {
    say(sentence(error.message));
    return;
  }
  keep();
  app.draw({ isEnding: app.state.points !== null });
  await answers();
}

// The opponent moves as long as it is its turn; then the game may be over.
async function answers(first = "") {
  const { table } = app.state;
  let moved = false;
  while (app.state.table === table && app.state.person && app.state.turn === "other") {
    app.isBusy = true;
    app.draw({ isFresh: false });
    showLine(app, scene(app.state).prompt(app.state));
    try {
      if (isMoving()) await pause(350);
      if (app.opponent.board && !app.board) throw new Error("board");
      const state = app.opponent.board ? await boardMove(table) : await request({ do: "answer", table });
      if (app.state.table !== table) return;
      app.state = state;
      moved = true;
    } catch (error) {
      app.isBusy = false;
      if (app.state.table === table) {
        app.draw({ isFresh: false });
        say(error.message === "board" ? t.boardGone(app.state.other) : t.noMove(app.state.other, error.message));
      }
      return;
    }
    app.isBusy = false;
    keep();
    app.draw({ isEnding: app.state.points !== null });
  }
  app.isBusy = false;
  if (app.state.table !== table || !app.state.person) return;
  if (app.state.points !== null) await finish();
  else if (moved) tellTurn(first);
}

async function boardMove(table) {
  const view = await engine.ask({ do: "view", table });
  const { chosen } = await app.board.link.move(app.state.id, view);
  return request({ do: "take", table, bytes: chosen });
}

async function finish() {
  const { state } = app;
  const wait = scene(state).ending();
  if (!app.isCounted) {
    app.isCounted = true;
    // A deal that was seen before counts as a win with help.
    score.add(state.game, app.opponent.level ?? "other", state.result, app.isHelped || app.isSecond);
    if (app.day) once.set(app.day, state.result);
    keep();
  }
  const verdict = scene(state).verdict(state);
  const outcome = { won: t.outcome.won, lost: t.outcome.lost(state.other), tied: t.outcome.tied }[state.result];
  let stored = t.kept;
  try {
    const text = await engine.ask({ do: "record", table: state.table });
    const id = `${Date.now()}-${state.table}`;
    records.add({ id, game: state.game, title: t.against(t.titles[state.game], state.other), result: state.result, isHelped: app.isHelped, date: new Date().toISOString(), text });
  } catch (error) {
    stored = t.notKept(error.message);
  }
  if (wait > 0) await pause(wait);
  if (app.state !== state) return;
  app.draw({ isFresh: false });
  sound(state.result);
  endPanel(app, verdict);
  say(`${outcome}: ${verdict}. ${stored}`, "");
  $("end").querySelector("button")?.focus({ preventScroll: true });
}

// A board plays from now on.
async function playBoard(link, name, game = app.game.name) {
  app.board = { link, name };
  // A game against this board that waits for it goes on.
  const old = kept.of(game);
  if (old?.opponent.board === name && old.isBegun && !old.isOver) return resume(old);
  await newGame({ game, opponent: { board: name }, size: null });
}

// A checked champion plays from now on.
async function useChampion(champion) {
  app.champion = champion;
  await beginGame({ game: champion.game, opponent: { champion: [...champion.bytes] }, size: champion.size ?? null });
}

// A recorded game, to be stepped through.
function showRecord(state, { isFresh = true } = {}) {
  if (app.state.person) app.left = app.state;
  app.state = shown(state);
  app.hinted = app.marked = null;
  app.draw({ isFresh });
}

// Resumes the game that was left.
async function back() {
  app.state = await request({ do: "state", table: app.left.table });
  app.left = null;
  app.isBusy = false;
  app.draw({ isFresh: false });
  if (app.state.points !== null) endPanel(app, scene(app.state).verdict(app.state));
  else say(scene(app.state).tell(app.state) || t.backAtTable, scene(app.state).prompt(app.state));
  if (app.state.points === null) await answers();
}

// ---- Addresses ----

async function follow() {
  const asked = readAddress(location.hash, app.games);
  const game = asked.game ?? app.games.find(({ name }) => name === kept.last())?.name ?? app.games[0].name;
  const old = kept.of(game);
  const names = asked.seed !== undefined || asked.opponent !== undefined || asked.wrong !== null;
  const isSame = old && (asked.seed ?? old.seed) === old.seed && (asked.seat ?? old.seat) === old.seat
    && String(asked.size ?? old.size) === String(old.size) && JSON.stringify(asked.opponent ?? old.opponent) === JSON.stringify(old.opponent);
  const mustAsk = old && names && !isSame && old.isBegun && !old.isOver;
  if (old && (!names || isSame || (mustAsk && !(await ask(t.leave(old.name), t.leaveAbout, t.leaveYes, t.leaveNo))))) {
    await resume(old);
  } else {
    const { seed, seat = names ? 0 : app.seat, opponent = null, size = null } = asked;
    await newGame({ game, ...(seed === undefined ? {} : { seed }), seat, opponent, size });
  }
  if (asked.wrong) say(asked.wrong === "addressTooLong" ? t.cannotPlay(t.addressTooLong) : t[asked.wrong]);
}

// ---- Listening ----

const dialogs = {
  "howto": () => import("./dialogs/howto.js"),
  "why": () => import("./dialogs/why.js"),
  "records-open": () => import("./dialogs/records.js"),
  "search-open": () => import("./dialogs/search.js"),
  "champion-open": () => import("./dialogs/champion.js"),
  "settings-open": () => import("./dialogs/settings.js"),
  "opponent": () => import("./dialogs/opponents.js"),
};

async function openBoard() {
  const place = h("div.board-panel");
  openDialog(t.board, place);
  try {
    const { mountBoard } = await import("./board.js");
    await mountBoard(place, app);
  } catch (error) {
    place.replaceChildren(h("p", {}, t.device.failed(error.message)));
  }
}

// A button that cannot be used says why.
const orReason = (id, work) => async () => {
  const why = reason(app, id);
  if (why) say(why);
  else await work();
};

function listen() {
  for (const [id, load] of Object.entries(dialogs)) $(id).addEventListener("click", orReason(id, async () => (await load()).open(app)));
  $("board-open").addEventListener("click", openBoard);
  $("hint").addEventListener("click", orReason("hint", working(() => hint(app))));
  $("undo").addEventListener("click", orReason("undo", working(() => undo(app))));
  $("share").addEventListener("click", orReason("share", () => share(app)));
  $("new").addEventListener("click", () => beginGame());
  $("skip").addEventListener("click", (event) => {
    event.preventDefault();
    ($("scene").querySelector("button:not([disabled]),[tabindex='0']") ?? $("table")).focus();
  });
  const open = (isOpen) => {
    $("tools").classList.toggle("open", isOpen);
    $("menu").setAttribute("aria-expanded", String(isOpen));
  };
  $("menu").addEventListener("click", () => open(!$("tools").classList.contains("open")));
  document.addEventListener("click", (event) => { if (!$("menu").contains(event.target)) open(false); });
  listenToDialog();
  window.addEventListener("hashchange", working(follow));
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) (await dialogs["champion-open"]()).drop(app, file);
  });
}

const LETTERS = { h: "hint", u: "undo", w: "why", s: "share", n: "new", "?": "howto" };

function onKey(event) {
  const { target } = event;
  const isTyping = target.matches?.("input, select, textarea") || $("dialog").open;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !app.state) return;
  if (app.state.person && !app.isBusy) {
    const text = scene(app.state).key(event, app.state, $("scene"), { ...ui, hinted: null });
    if (text !== null) {
      event.preventDefault();
      if (text !== undefined) ui.play(text);
      return;
    }
  }
  const button = LETTERS[event.key] && $(LETTERS[event.key]);
  if (button && !button.hidden) {
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
  await speak();
  try {
    app.games = await engine.ask({ do: "games" });
  } catch (error) {
    $("scene").replaceChildren(h("p.loading", {}, t.notLoaded(error.message)));
    return;
  }
  listen();
  await follow();
  document.documentElement.dataset.ready = "yes";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

start();
