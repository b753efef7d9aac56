// `pipsqueak serve` and a browser on its page, for tests.

import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { HANG_TIMEOUT, ROOT } from "./emulator.js";

// The program that `cargo test` builds, unless another is named.
export const PROGRAM = process.env.PIPSQUEAK ?? join(ROOT, "target/debug/program");

export const pipsqueak = (...words) => execFileSync(PROGRAM, words, { stdio: ["ignore", "pipe", "pipe"] }).toString();

// Starts the server; `address` is its page's address.
export async function serve(...words) {
  const child = spawn(PROGRAM, ["serve", "--address", "127.0.0.1:0", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (data) => (complaints += data));
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const found = said.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    child.once("exit", (status) => reject(new Error(`serve ended with ${status}: ${complaints}`)));
  });
  const stop = () => new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGINT");
  });
  return { address, stop };
}

export function browse() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], headless: true });
}

// A page whose requests to other hosts and errors are recorded.
export async function open(browser, address, { before } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_TIMEOUT);
  // Wide enough for the header with all its buttons.
  await page.setViewport({ width: 1366, height: 768 });
  const watched = { foreign: [], errors: [] };
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && origin !== new URL(address).origin) watched.foreign.push(request.url());
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") watched.errors.push(message.text());
  });
  await page.evaluateOnNewDocument(() => localStorage.setItem("pipsqueak.settings", JSON.stringify({ motion: "off" })));
  if (before) await page.evaluateOnNewDocument(before.script, before.argument);
  await page.goto(address);
  await page.waitForSelector("html[data-ready=yes]");
  return { page, watched, close: () => context.close() };
}

// The page's state, as a plain object.
export const look = (page, what) => page.evaluate(`import(new URL("app.js", document.baseURI)).then(({ app }) => (${what}))`);

// Waits until a condition holds in the page.
export async function until(page, what, milliseconds = HANG_TIMEOUT) {
  const end = Date.now() + milliseconds;
  while (!(await look(page, what))) {
    if (Date.now() > end) throw new Error(`it never was so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export const OWN_TURN = "app.state.turn === 'own' && !app.isBusy && app.state.points === null";
export const OVER = "app.state.points !== null && !app.isBusy";

// One card of Five-O, by mouse.
export async function place(page) {
  await until(page, `${OWN_TURN} || ${OVER}`);
  if (await look(page, OVER)) return false;
  const lying = await look(page, "app.state.scene.round");
  await page.click("button.place");
  await until(page, `app.state.scene.round !== ${JSON.stringify(lying)} || app.state.turn !== 'own' || ${OVER}`);
  return true;
}

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);

// Waits until an element contains a text.
export async function says(page, selector, words, milliseconds = HANG_TIMEOUT) {
  await page.waitForFunction((selector, words) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words)),
    { timeout: milliseconds, polling: 25 }, selector, words);
}
