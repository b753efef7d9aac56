// The page and boards, in a real browser: the real firmware in the emulator, through `pipsqueak serve` and through the
// page's own Web Serial code.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { EmulatedBoard, ROOT, comes, firmware } from "./emulator.js";
import { babblingBoard, narrowBoard } from "./fake_boards.js";
import { OVER, OWN_TURN, browse, look, open, pipsqueak, place, says, serve, text, until } from "./program.js";
import { standIn } from "./serial_stand_in.js";

const CHAMPION = join(ROOT, "host/champions/report.pips");
const folder = mkdtempSync(join(tmpdir(), "pipsqueak-board-"));
let board, server, browser;

before(async () => {
  board = new EmulatedBoard(firmware());
  await board.start();
  server = await serve("--port", board.port);
  browser = await browse();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await board?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// A page that is closed with its test, however that ends: a board has one line.
async function opening(t, options) {
  const opened = await open(browser, server.address, options);
  t.after(opened.close);
  return opened;
}

const connect = async (page) => {
  await page.click("#board-open");
  await page.waitForSelector(`[data-port="${board.port}"]`);
  await page.click(`[data-port="${board.port}"]`);
  await page.waitForSelector("[data-play=fiveo]");
};

// Opens the panel and disconnects the board.
const leave = async (page) => {
  await page.click("#board-open");
  await page.waitForSelector("#board-leave");
  await page.click("#board-leave");
  await page.waitForSelector("[data-port=page]");
};

const wire = async (page) => {
  await page.click("#board-open");
  await page.waitForSelector("#board-choose");
  await page.click("#board-choose");
  await page.waitForSelector("[data-play=fiveo]");
};

const withSerial = (t) => opening(t, { before: { script: standIn, argument: board.port } });

// Plays Five-O to its end by mouse, and lets the program check the record move by move.
async function playOut(page, name) {
  while (await place(page));
  await until(page, OVER);
  await until(page, "JSON.parse(localStorage.getItem('pipsqueak.records') ?? '[]').length > 0");
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem("pipsqueak.records"))[0].text);
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, record);
  assert.match(pipsqueak("replay", file), / wins |tie/);
}

const clean = ({ watched }, allowed = /^$/) => {
  assert.deepEqual(watched.foreign, []);
  assert.deepEqual(watched.errors.filter((error) => !allowed.test(error)), []);
};

test("a whole game of Five-O against the real firmware, through serve, and its lights on the screen", async (t) => {
  const opened = await opening(t);
  const { page } = opened;
  await connect(page);
  assert.match(await text(page, "#dialog"), /microbit/);
  await page.click("[data-play=fiveo]");
  for (let n = 0; n < 4; n += 1) await place(page);
  await until(page, OWN_TURN);
  // The page shows what the processor's pins show.
  await page.click("#board-open");
  await page.waitForSelector("[data-lights]");
  const shown = (await page.$eval("[data-lights]", (lights) => lights.dataset.lights)).split(" ").map(Number);
  const pins = await board.lights();
  const bits = (rows) => rows.flatMap((row) => [0, 1, 2, 3, 4].map((column) => (row >> column) & 1));
  const count = (rows) => bits(rows).reduce((sum, bit) => sum + bit, 0);
  const all = pins.flat().filter(([off, on]) => off + on > 0);
  const steady = all.filter(([off, on]) => on > 0 && off === 0).length;
  const blinking = all.filter(([off, on]) => on > 0 && off > 0).length;
  assert.deepEqual([steady, blinking], [count(shown.slice(0, 5)), count(shown.slice(5))]);
  await page.click("#dialog-close");
  await playOut(page, "serve");
  clean(opened);
  await leave(page);
});

test("a champion is uploaded with progress and read back, a bad one refused, and erased", async (t) => {
  const opened = await opening(t);
  const { page } = opened;
  await connect(page);
  const before = await text(page, "[data-champion='1']");
  assert.match(before, /built in/);
  const bad = join(folder, "bad.pips");
  const bytes = readFileSync(CHAMPION);
  writeFileSync(bad, bytes.map((byte, place) => (place === 50 ? byte ^ 1 : byte)));
  await (await page.$("#board-file")).uploadFile(bad);
  await says(page, "[role=alert]", "checksum");
  assert.equal(await text(page, "[data-champion='1']"), before);
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => window.seen.push(document.querySelector("progress")?.value)).observe(document.body, { subtree: true, attributes: true });
  });
  await (await page.$("#board-file")).uploadFile(CHAMPION);
  await says(page, "[role=status]", "written and read back");
  const after = await text(page, "[data-champion='1']");
  assert.match(after, new RegExp(`${bytes.length} bytes, upload 1`));
  assert.ok((await page.evaluate(() => window.seen.length)) > 3, "its progress is seen");
  // The board itself refuses what the page would not have sent.
  const told = await look(page, `(async () => {
    const { Link } = await import(new URL("link.js", document.baseURI));
    const { PageTransport } = await import(new URL("transports/wasm.js", document.baseURI));
    const link = await Link.open(app.engine, new PageTransport(app.engine));
    return link.upload(1, new Uint8Array(100)).then(() => "taken", (error) => error.refused);
  })()`);
  assert.equal(told, true);
  await page.click("#board-leave");
  await page.waitForSelector("[data-port=page]");
  const device = JSON.parse(pipsqueak("device", "--port", board.port, "--json"));
  assert.equal(device.champions.find(({ game }) => game === "fiveo").bytes ?? bytes.length, bytes.length);
  const back = join(folder, "back.pips");
  pipsqueak("device", "--port", board.port, "--read", back);
  assert.deepEqual(readFileSync(back), bytes);
  await page.click(`[data-port="${board.port}"]`);
  await page.waitForSelector("[data-erase='1']");
  await page.click("[data-erase='1']");
  await (await page.waitForSelector("#answer-yes")).click();
  await says(page, "[data-champion='1']", "built in");
  await page.click("#board-leave");
  clean(opened);
});

for (const [name, start, join] of [
  ["serve", opening, connect],
  ["Web Serial", withSerial, wire],
]) {
  test(`a pulled cable is told, and the game goes on after a reconnect: ${name}`, async (t) => {
    const opened = await start(t);
    const { page } = opened;
    await join(page);
    await page.click("[data-play=fiveo]");
    for (let n = 0; n < 3; n += 1) await place(page);
    await until(page, OWN_TURN);
    const seed = await look(page, "app.state.seed");
    if (name !== "serve") await page.evaluate(() => (window.serialStandIn.isPlugged = false));
    await board.pull();
    await page.waitForSelector("#board-reconnect");
    await says(page, "[role=alert]", "is lost");
    // Still unplugged: the reason is shown, and nothing is lost.
    await page.click("#board-reconnect");
    await says(page, ".alert", name === "serve" ? "cannot be opened" : "plug the cable in");
    await board.start();
    if (name !== "serve") await page.evaluate(() => (window.serialStandIn.isPlugged = true));
    await page.click("#board-reconnect");
    await page.waitForSelector("[data-play=fiveo]");
    await page.click("#dialog-close");
    assert.equal(await look(page, "app.state.seed"), seed, "the same game");
    await playOut(page, `pulled-${name.replace(" ", "-")}`);
    await leave(page);
    clean(opened);
  });
}

test("a cable that is pulled while the board thinks: the move is requested again", async (t) => {
  const opened = await opening(t);
  const { page } = opened;
  await connect(page);
  await page.click("[data-play=fiveo]");
  await until(page, OWN_TURN);
  await board.pull();
  await page.waitForSelector("#board-reconnect");
  await page.click("#dialog-close");
  await page.click("button.place");
  await until(page, "app.state.turn === 'other' && app.isBusy");
  await board.start();
  await page.click("#board-open");
  await page.waitForSelector("#board-reconnect");
  await page.click("#board-reconnect");
  await page.waitForSelector("[data-play=fiveo]");
  await page.click("#dialog-close");
  await until(page, OWN_TURN);
  await leave(page);
  clean(opened);
});

test("a whole game over Web Serial, with its own failures: no click, a port that is held, one that is remembered", async (t) => {
  const opened = await withSerial(t);
  const { page } = opened;
  // The stand-in is as strict as the browser.
  const refused = await page.evaluate(() => window.serialStandIn.withoutClick);
  assert.equal(refused, "SecurityError");
  await page.evaluate(() => (window.serialStandIn.isBusy = true));
  await page.click("#board-open");
  await page.waitForSelector("#board-choose");
  assert.equal((await page.$$("[data-port=remembered]")).length, 0);
  await page.click("#board-choose");
  await says(page, "[role=alert]", "Another tab or program may have it");
  await says(page, "[role=alert]", "dialout");
  await page.evaluate(() => Object.assign(window.serialStandIn, { isBusy: false, isPlugged: false }));
  await page.click("#board-choose");
  await says(page, "[role=status]", "No device was chosen");
  await page.evaluate(() => (window.serialStandIn.isPlugged = true));
  await page.click("#board-choose");
  await page.waitForSelector("[data-play=fiveo]");
  assert.equal(await page.evaluate(() => window.serialStandIn.baudRate), 115200);
  await page.click("[data-play=fiveo]");
  await playOut(page, "web-serial");
  await leave(page);
  // Once disconnected, it can be opened again without being chosen again.
  await page.waitForSelector("[data-port=remembered]");
  await page.click("[data-port=remembered]");
  await page.waitForSelector("[data-play=fiveo]");
  await page.click("#board-leave");
  await page.waitForSelector("[data-port=page]");
  clean(opened);
});

test("without Web Serial the page says what to do, and makes the file that the program makes", async (t) => {
  const opened = await opening(t, { before: { script: () => delete Navigator.prototype.serial } });
  const { page } = opened;
  await page.click("#board-open");
  await says(page, ".remedy", "no Web Serial");
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id });
  await page.click("#board-hex");
  await says(page, "[role=status]", "MICROBIT drive", 300_000);
  const name = "pipsqueak-microbit.hex";
  await comes(name, () => readdirSync(folder).includes(name));
  const other = join(folder, "other.hex");
  pipsqueak("flash", "champion", "--hex", other);
  const [own, program] = [join(folder, name), other].map((file) => memory(readFileSync(file, "latin1")));
  assert.ok(program.size > 20_000);
  for (const [address, byte] of program) assert.equal(own.get(address), byte, `address ${address}`);
  for (const [address, byte] of own) if (!program.has(address)) assert.equal(byte, 0xff, `address ${address}`);
  clean(opened);
});

// The flash content of a HEX file; every checksum is verified.
function memory(text) {
  const bytes = new Map();
  let upper = 0;
  for (const line of text.trim().split("\n")) {
    const record = Uint8Array.from(line.trim().slice(1).match(/../g), (digits) => Number.parseInt(digits, 16));
    assert.equal(record.reduce((sum, byte) => (sum + byte) & 0xff, 0), 0, line);
    const [length, high, low, kind] = record;
    if (kind === 4) upper = (record[4] << 24) | (record[5] << 16);
    if (kind === 0) for (let n = 0; n < length; n += 1) bytes.set(upper + (high << 8) + low + n, record[4 + n]);
  }
  return bytes;
}

// The result of a function of a link to this board; its arguments are the link and the board.
const linked = (page, board, work) => look(page, `(async () => {
  const { Link } = await import(new URL("link.js", document.baseURI));
  const board = (${board});
  const link = await Link.open(app.engine, board);
  return (${work})(link, board).finally(() => link.close());
})()`);

test("a board with the smallest chunks gets them, and is refused a game that it does not play", async (t) => {
  const opened = await opening(t);
  const bytes = [...readFileSync(CHAMPION)];
  const { id, chunks, stored, told } = await linked(opened.page, `(${narrowBoard})()`, `async (link, { chunks, stored }) => {
    const id = await link.upload(1, ${JSON.stringify(bytes)});
    const told = await link.connect({ id: 2, name: "checkers" }).catch(({ name, message }) => ({ name, message }));
    return { id, chunks, stored, told };
  }`);
  assert.deepEqual(chunks, bytes.map(() => 1));
  assert.deepEqual(stored, bytes);
  assert.equal(id.length, bytes.length);
  assert.deepEqual(told, { name: "LinkError", message: "the board does not play checkers: put this program's firmware on it" });
  clean(opened);
});

for (const [kind, garbage] of [["frames that are none", [9, 1, 0]], ["a frame that never ends", [1, 2, 3]]]) {
  test(`a line that never falls silent is given up within the bound of a request: ${kind}`, async (t) => {
    const opened = await opening(t);
    const { why, nSent } = await linked(opened.page, `(${babblingBoard})(${JSON.stringify(garbage)})`, `async (link, board) => {
      const why = await link.connect().then(() => "connected", ({ message }) => message);
      return { why, nSent: board.nSent };
    }`);
    assert.match(why, /noise/);
    assert.ok(nSent <= 32, `${nSent} sends`);
    clean(opened);
  });
}

test("the Monte-Carlo player is an opponent over the same line", async (t) => {
  const opened = await opening(t);
  const { page } = opened;
  await page.click("#board-open");
  await page.waitForSelector("[data-port=monte-carlo]");
  await page.click("[data-port=monte-carlo]");
  await page.waitForSelector("[data-play=fiveo]");
  assert.equal((await page.$$("[data-play]")).length, 1);
  await page.click("[data-play=fiveo]");
  await place(page);
  await until(page, OWN_TURN);
  clean(opened);
});
