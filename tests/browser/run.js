// Drives the page in a real Chromium, as a user does. Usage: node run.js FOLDER PROGRAM DESKTOP_MOVES [SCREENSHOTS]
//   FOLDER         the page's files, as any web server would serve them
//   PROGRAM        pipsqueak, which checks the records that the page wrote
//   DESKTOP_MOVES  what the desktop's players do in the same games

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import puppeteer from "puppeteer-core";
import { HANG_TIMEOUT } from "./emulator.js";
import { hearing } from "./hearing.js";
import { keeping } from "./keeping.js";
import { languages } from "./languages.js";
import { NEEDED, layout, outside } from "./layout.js";
import { lesson } from "./lesson.js";
import { playing } from "./playing.js";
import { screens } from "./screens.js";
import { serveFolder } from "./server.js";

const [folder, program, desktopMoves, screenshots] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "pipsqueak-browser-"));
if (screenshots) mkdirSync(screenshots, { recursive: true });
const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let server = await serveFolder(folder);
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const started = Date.now();
const figures = {};

// A page that sends requests only to this server, and fails a test on any error.
async function open(address = "", { width = 1400, height = 1000, dark = false, still = true, isPage = true } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_TIMEOUT);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "blob:" && protocol !== "data:" && `${origin}/` !== server.address) page.errors.push(`a request to ${request.url()}`);
  });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" },
  ]);
  await page.goto(server.address + address);
  if (isPage) await page.waitForSelector("html[data-ready]");
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.browserContext().close();
}

const tests = [];
const test = (name, work) => tests.push([name, work]);
const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
// Waits until a condition holds in the page. Polled by a timer: frames are not drawn in a window behind another.
const until = (page, holds, ...args) => page.waitForFunction(holds, { timeout: HANG_TIMEOUT, polling: 20 }, ...args);
// Waits until an element contains a text; elements come and go meanwhile.
const says = (page, selector, pattern) => until(page, (selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""), selector, pattern.source);
// Nothing is being computed: it is the person's turn, or the game is over.
const settled = (page) => until(page, () => document.querySelector("#table").getAttribute("aria-busy") !== "true");
// Opens a dialog by its button and returns one of its elements. Dialogs are loaded on first use, so the click itself
// does not open one yet.
async function dialog(page, button, selector) {
  await page.click(button);
  return page.waitForSelector(`#dialog[open] ${selector}`);
}
const drawnCard = (page) => page.evaluate(async () => (await import("./app.js")).app.state.scene.card);
const isOver = (page) => page.$eval("#status", (status) => /Records\.$/.test(status.textContent));

// The page's last record, checked by the desktop: the results must be the same.
async function checkedRecord(page, game) {
  const [record] = await page.evaluate(() => JSON.parse(localStorage.getItem("pipsqueak.records")));
  assert.equal(record.game, game);
  const file = join(scratch, `${game}.record`);
  writeFileSync(file, record.text);
  return { record, replayed: execFileSync(program, ["replay", file], { encoding: "utf8" }) };
}

// Some piece that can move, and any of its moves, landing by landing.
async function anyMove(page) {
  await page.click(".square.movable");
  const isUnfinished = () => document.querySelector("#table").getAttribute("aria-busy") !== "true" && document.querySelector(".square.chosen") !== null;
  while (await page.evaluate(isUnfinished)) await page.click(".square.target");
}

test("Why? explains the champion's move: shares add up to the gap, and nothing hidden is shown", async () => {
  const page = await open("#fiveo?seed=5&seat=1&against=champion");
  for (let card = 0; card < 20; card++) {
    await settled(page);
    const why = await page.evaluate(async () => {
      const { app } = await import("./app.js");
      return app.engine.ask({ do: "why", table: app.state.table }).catch((error) => ({ error: error.message }));
    });
    if (card >= 15) {
      assert.match(why.error, /face-down card/);
    } else {
      assert.ok(why.isSame, "the champion explains its own move");
      const { against } = why.why;
      const sum = (against?.shares ?? []).reduce((total, { share }) => total + share, 0);
      if (against) assert.ok(Math.abs(sum - against.gap) < 1e-6, `${sum} is not ${against.gap}`);
    }
    assert.equal(await page.$eval("#why", (button) => button.ariaDisabled === "true"), card >= 15);
    if (card === 8) {
      await dialog(page, "#why", ".scores");
      assert.ok((await page.$$(".scores .bar")).length <= 3);
      await page.click("#dialog summary");
      assert.equal(await page.$$eval(".tree-node", (nodes) => nodes.length), why.why.tree.length);
      // The whole tree is in the window.
      const [tree, place] = await page.$eval(".tree-scroll", (element) => [element.firstChild.getBoundingClientRect().width, element.clientWidth]);
      assert.ok(tree <= place + 1, `${tree} px in ${place}`);
      assert.doesNotMatch(await text(page, "#dialog-body"), /± 0\.0|→ 6/);
      await page.click("#dialog-close");
    }
    await page.click("button.place");
  }
  await close(page);
});

test("a record is stepped through from its start to its end", async () => {
  const page = await open("#mastermind?seed=3&seat=0&against=champion");
  const game = execFileSync(program, ["league", "greedy", "random", "--games", "2", "--seed", "4", "--transcript", join(scratch, "league.jsonl")], { encoding: "utf8" });
  assert.match(game, /greedy/);
  await (await dialog(page, "#records-open", "#record-file")).uploadFile(join(scratch, "league.jsonl"));
  await page.waitForSelector(".stepper");
  for (let move = 1; move <= 3; move++) {
    await page.click('[data-step="Forward"]');
    await says(page, "#status", new RegExp(`^Move ${move} of 40`));
  }
  await page.click('[data-step="End"]');
  await says(page, "#status", /Move 40 of 40\. The result/);
  // The game that was left is resumed.
  await page.click("#back");
  await says(page, "#title", /Mastermind: you against/);
  await page.click('[data-letter="C"]');
  await (await dialog(page, "#records-open", "#record-file")).uploadFile(new URL("./package.json", import.meta.url).pathname);
  await says(page, "#dialog .error", /.{6}/);
  await close(page);
});

test("a champion's file and a written tree are checked as on the desktop, and are shared in the address", async () => {
  const page = await open();
  const champion = new URL("../../host/champions/report.pips", import.meta.url).pathname;
  const broken = join(scratch, "broken.pips");
  const bytes = readFileSync(champion);
  bytes[40] ^= 1;
  writeFileSync(broken, bytes);
  await (await dialog(page, "#champion-open", "#champion-file")).uploadFile(broken);
  await says(page, "#dialog .error", /checksum/);
  await (await page.waitForSelector("#dialog[open] #champion-file")).uploadFile(champion);
  await page.waitForSelector("#dialog .panel .main");
  await page.click("#dialog .panel .main");
  await settled(page);
  const title = await text(page, "#title");
  const address = await page.evaluate(() => location.hash);
  assert.match(address, /champion=[\w-]{400,460}$/);
  const again = await open(address);
  assert.equal(await text(again, "#title"), title);
  assert.equal(await drawnCard(again), await drawnCard(page));
  await close(again);
  await page.bringToFront();
  const tree = await dialog(page, "#champion-open", "#tree");
  await tree.click({ count: 3 });
  await tree.type("Plus(HasFlush, 1)");
  await page.click("#dialog ::-p-text(Check the tree)");
  await says(page, "#dialog .error", /HasFlush at character 6 is a Flag/);
  assert.equal(await text(page, "#dialog .error mark"), "HasFlush");
  assert.equal(await page.$("#dialog .panel"), null, "what was checked before cannot be played any more");
  // The message of a closed dialog is not shown by the next one.
  await page.keyboard.press("Escape");
  await page.waitForSelector("#dialog:not([open])");
  await dialog(page, "#champion-open", "#tree");
  assert.equal(await text(page, "#dialog .error"), "");
  await close(page);
});

test("the page's players make the desktop's moves", async () => {
  const page = await open();
  const expected = execFileSync(desktopMoves, { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  const counts = {};
  for (const game of expected) {
    const moves = await page.evaluate(async ({ game, against, seed, moves: wanted }) => {
      const { app } = await import("./app.js");
      const most = wanted.split(" ").length;
      let state = await app.engine.ask({ do: "new", game, seed, seat: Number(seed) % 2 === 1 ? 1 : 0, opponent: { level: against } });
      const made = [];
      while (state.points === null && made.length < most) {
        if (state.turn === "other") {
          state = await app.engine.ask({ do: "answer", table: state.table });
        } else {
          const { move } = await app.engine.ask({ do: "hint", table: state.table });
          state = await app.engine.ask({ do: "play", table: state.table, text: move });
        }
        made.push(game === "checkers" ? state.scene.last.join("-") : "");
      }
      if (game === "checkers") return made.join(" ");
      // The other seat's moves are hidden until the end; the record has them.
      const lines = (await app.engine.ask({ do: "record", table: state.table })).trim().split("\n").slice(1, -1).map((line) => JSON.parse(line));
      return lines.map(({ column, code, guess }) => (game === "fiveo" ? String(column + 1) : code ?? guess)).join(" ");
    }, game);
    assert.equal(moves, game.game === "checkers" ? game.moves.replaceAll("x", "-") : game.moves, `${game.game} against ${game.against}, seed ${game.seed}`);
    counts[game.game] = (counts[game.game] ?? 0) + game.moves.split(" ").length;
  }
  assert.ok(counts.fiveo >= 3000 && counts.checkers >= 200 && counts.mastermind >= 200, JSON.stringify(counts));
  figures.parity = counts;
  await close(page);
});

test("a tree of numbers is stepped through by mouse and by keyboard, with minimax beside it", async () => {
  const page = await open("#fiveo?seed=1");
  await dialog(page, "#search-open", "#search-last:disabled");
  // Russell and Norvig's tree: 11 nodes visited, 7 leaves, 4 inner nodes that are also left: 15 steps.
  await says(page, "#search-said", /^Step 15 of 15\. MAX returns 3/);
  assert.match(await text(page, ".search-figure figcaption"), /11 nodes, 7 leaves, cutoffs: 1 shallow, 0 deep/);
  assert.equal(await page.$$eval(".search-tree .node.cut", (nodes) => nodes.length), 2);
  await page.click("#search-first");
  await says(page, "#search-said", /^Step 1 of 15\. MAX enters with alpha minus infinity and beta infinity/);
  for (let step = 2; step <= 9; step++) {
    if (step % 2 === 0) await page.click("#search-next");
    else { await page.focus(".search-scroll"); await page.keyboard.press("ArrowRight"); }
    await says(page, "#search-said", new RegExp(`^Step ${step} of 15`));
  }
  await says(page, "#search-said", /MIN has 2, not above alpha 3: the rest is cut off\. A shallow cutoff/);
  await page.keyboard.press("ArrowLeft");
  await says(page, "#search-said", /^Step 8 of 15\. Leaf 7, value 2/);
  await page.click("#search-back");
  await page.click("#search-whole");
  await says(page, "#search-beside", /Alpha-beta visits 11 nodes, minimax 13\. The value is 3 both ways/);
  assert.equal(await page.$$eval(".search-figure:not([hidden])", (figures) => figures.length), 2);
  await page.focus(".search-scroll");
  await page.keyboard.press("End");
  assert.equal(await page.$$eval(".search-figure:nth-child(2) .node.done", (nodes) => nodes.length), 13);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await says(page, "#search-said", /^Step 3 of 15/);
  const numbers = await page.$("#search-numbers");
  for (const [typed, why] of [["((1 2)", /1 of its parentheses open/], [`${"(".repeat(200)}1`, /deeper than 60 levels/], ["(1 x)", /"x" at letter 4/]]) {
    await numbers.click({ count: 3 });
    await numbers.type(typed);
    await page.click("#search-run");
    await says(page, "#dialog .error", why);
  }
  await close(page);
});

test("the position on the board is searched, and the horizon examples show changes of mind", async () => {
  const page = await open("#checkers?seed=1&seat=0&against=easy");
  await settled(page);
  await dialog(page, "#search-open", "#search-last:disabled");
  assert.match(await text(page, ".search-figure figcaption"), /21 nodes, 13 leaves, cutoffs: 6 shallow, 0 deep/);
  await page.select("#search-depth", "6");
  await says(page, "#dialog .error", /more than 1000 nodes: choose a smaller depth/);
  await page.waitForSelector(".search-horizon .turns");
  assert.equal(await page.$$eval("#horizon-example option", (options) => options.length), 3);
  await says(page, "#horizon-illusion", /At depth 3 the search believes \+1\.0 by 17-13\. .* 17-13 is worth -1\.0:/);
  await close(page);
});

test("the board inside the page answers hello and stores a champion", async () => {
  const page = await open();
  const told = await page.evaluate(async () => {
    const [{ app }, { Link }, { PageTransport }] = await Promise.all([import("./app.js"), import("./link.js"), import("./transports/wasm.js")]);
    const link = await Link.open(app.engine, new PageTransport(app.engine));
    const hello = await link.connect();
    const before = await link.champion(1);
    const { bytes } = await app.engine.ask({ do: "tree", text: "Plus(Multiply(4, FlushChance), OwnCategory)" });
    const steps = [];
    const id = await link.upload(1, bytes, (done, of) => steps.push(done / of));
    const back = await link.read(1);
    const refused = await link.upload(1, bytes.with(10, bytes[10] ^ 1)).catch((error) => ({ refused: error.refused, why: error.message }));
    await app.playBoard(link, hello.board, "fiveo");
    return { hello, before, id, isSame: back.length === bytes.length && back.every((byte, place) => byte === bytes[place]), steps, refused };
  });
  assert.equal(told.hello.board, "page");
  assert.deepEqual(told.hello.games, [1, 2, 3]);
  assert.ok(told.isSame && told.steps.length > 2 && told.steps.every((step, place) => place === 0 || step >= told.steps[place - 1]));
  assert.notEqual(told.id.fingerprint, told.before.id.fingerprint);
  assert.equal(told.refused.refused, true);
  assert.match(told.refused.why, /checksum/);
  await settled(page);
  await page.click("button.place");
  await settled(page);
  await close(page);
});

test("a link with a player that is too long is answered with a sentence and a game", async () => {
  for (const field of ["champion", "tree"]) {
    const page = await open(`#fiveo?seed=5&seat=0&${field}=${"A".repeat(200_000)}`);
    assert.match(await text(page, "#status"), /That player cannot play: the address is too long for one\./);
    await settled(page);
    await page.click("button.place");
    await settled(page);
    await close(page);
  }
});

test("a shared address contains only the game", async () => {
  const page = await open("?token=0123456789abcdef#fiveo?seed=5&seat=0&against=champion");
  assert.equal(await page.evaluate(() => location.search), "");
  await page.evaluate(() => history.replaceState(null, "", `/?token=secret${location.hash}`));
  const shared = await dialog(page, "#share", "#shared");
  const address = await shared.evaluate((element) => element.value);
  assert.equal(address, `${server.address}#fiveo?seed=5&seat=0&against=champion`);
  await close(page);
});

test("the service worker leaves the caches of other programs of its origin alone", async () => {
  const page = await open("icon.svg", { isPage: false });
  await page.evaluate(async () => {
    for (const name of ["another-program", "pipsqueak-0"]) await (await caches.open(name)).put("/kept", new Response("kept"));
  });
  await page.goto(server.address);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await until(page, async () => !(await caches.keys()).includes("pipsqueak-0"));
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(names.filter((name) => !name.startsWith("pipsqueak-")), ["another-program"]);
  // A picture alone names no icon for its window, and browsers request one.
  page.errors = page.errors.filter((error) => !/Failed to load resource.*404/.test(error));
  await close(page);
});

test("without a server: the page still plays, offline", async () => {
  const page = await open("#fiveo?seed=5&seat=0&against=champion");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const card = await drawnCard(page);
  await server.close();
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await drawnCard(page), card);
  for (let placed = 0; placed < 3; placed++) { await settled(page); await page.click("button.place"); }
  await dialog(page, "#howto", ".steps");
  await page.click("#dialog-close");
  await (await dialog(page, "#board-open", "#board-hex")).click();
  await says(page, "#dialog .alert", /The firmware is fetched when it is first needed, and there is no network now; try again online\./);
  page.errors = page.errors.filter((error) => !/ERR_CONNECTION_REFUSED|Failed to load resource/.test(error));
  await close(page);
  server = await serveFolder(folder);
});

test("figures: what is loaded, and how soon the first move is made", async () => {
  const files = (path) => readdirSync(path, { withFileTypes: true }).flatMap((entry) => entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]);
  const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
  [figures.wasm, figures.boardsWasm, figures.searchWasm] = ["games.wasm", "boards.wasm", "search.wasm"].map((name) => gzipped(join(folder, name)));
  const loaded = new Set();
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
  const start = Date.now();
  await page.goto(`${server.address}#fiveo?seed=5&seat=0&against=champion`);
  await page.waitForSelector("html[data-ready]");
  const first = new Set(loaded);
  await page.click("button.place");
  await until(page, () => document.querySelectorAll(".stack.own .card").length === 6);
  figures.firstMove = Date.now() - start;
  figures.firstLoad = [...first].filter((path) => path !== "/sw.js").map((path) => gzipped(join(folder, path === "/" ? "index.html" : path))).reduce((sum, size) => sum + size, 0);
  figures.allFiles = files(folder).map(gzipped).reduce((sum, size) => sum + size, 0);
  await context.close();
  for (const later of ["/boards.wasm", "/search.wasm"]) assert.ok(!first.has(later), `${later} is fetched on first use`);
  // The first load may be 300 KB (RESULTS.md); the files must not grow unnoticed.
  const sizes = [figures.wasm, figures.boardsWasm, figures.searchWasm, figures.firstLoad];
  assert.ok(sizes.every((size, place) => size <= [245_000, 105_000, 140_000, 300_000][place]), `${sizes} bytes`);
});

for (const more of [playing, screens, layout, keeping, hearing, lesson, languages]) more(test, { checkedRecord, isOver, screenshots, outside, NEEDED, open, close, text, until, says, settled, dialog, anyMove, drawnCard, axe });

const wanted = process.env.ONLY;
let failures = 0;
for (const [name, work] of tests) {
  if (wanted && !name.includes(wanted)) continue;
  const start = Date.now();
  try {
    await work();
    console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name}\n     ${String(error.stack ?? error).split("\n").slice(0, 12).join("\n     ")}`);
  }
}
console.log(JSON.stringify(figures));
console.log(`${tests.length} tests, ${failures} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`);
await browser.close();
await server.close();
rmSync(scratch, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
