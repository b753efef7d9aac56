// The page's WebAssembly in Chromium against the same code as native programs: a board's application answers the same
// requests in all. Prints decisions and positions per second, and two ratios (see host/web/examples/speed.rs): against
// the program compiled with the page's own settings, which compares V8's code with LLVM's, and against the fastest
// build of the same source: the highest level, with everything inlined that the league inlines.
//
//   node tests/browser/speed.js      after host/web/build

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { serveFolder } from "./server.js";

const RUNS = 40;
const path = (name) => fileURLToPath(new URL(`../../host/web/${name}`, import.meta.url));

const highest = ["", ".package.pipsqueak-core", ".package.pipsqueak-app"].flatMap((which) => ["--config", `profile.release${which}.opt-level=3`]);
const PROGRAMS = { "with the page's settings": [], "as fast as can be": ["--features", "pipsqueak-core/lanes", ...highest] };

const natives = Object.values(PROGRAMS).map((settings, place) => {
  const folder = path(`target/native${place}`);
  const build = ["build", "--release", "--locked", "--example", "speed", ...settings, "--target-dir", folder, "--manifest-path", path("Cargo.toml")];
  execFileSync("cargo", build, { stdio: ["ignore", "ignore", "inherit"] });
  return JSON.parse(execFileSync(`${folder}/release/examples/speed`, { encoding: "utf8", maxBuffer: 1 << 24 }));
});

// A cross-origin isolated page has the finer clock.
const server = await serveFolder(path("page"), { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const page = await browser.newPage();
await page.goto(`${server.address}icon.svg`);

async function inPage(pieces, runs) {
  if (!crossOriginIsolated) throw new Error("the clock is too coarse");
  const bytes = pieces.map((hex) => Uint8Array.from(hex.match(/../g), (digits) => parseInt(digits, 16)));
  const wasm = await (await fetch("boards.wasm")).arrayBuffer();
  // The programs have no clock either: a board reads it twice per decision.
  const { instance } = await WebAssembly.instantiate(wasm, { page: { micros: () => 0 } });
  const { memory, input, board_restart: restart, board_receive: receive } = instance.exports;
  const least = bytes.map(() => Infinity);
  for (let run = 0; run < runs; run++) {
    restart();
    for (const [place, piece] of bytes.entries()) {
      new Uint8Array(memory.buffer, input(piece.length), piece.length).set(piece);
      const start = performance.now();
      const length = receive(piece.length);
      least[place] = Math.min(least[place], performance.now() - start);
      if (length === 0) throw new Error("the board says nothing");
    }
    // Hot code is recompiled, better optimised, in the background.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return least.reduce((sum, one) => sum + one, 0) / 1000;
}

for (const [game, { n, pieces }] of Object.entries(natives[0])) {
  const browsed = await page.evaluate(inPage, pieces, RUNS);
  const rate = (seconds) => Math.round(n / seconds).toLocaleString("en");
  console.log(`${game}: ${rate(browsed)} ${game === "checkers" ? "positions" : "decisions"} a second in WebAssembly`);
  for (const [place, name] of Object.keys(PROGRAMS).entries()) {
    const { seconds } = natives[place][game];
    console.log(`  native ${name}: ${rate(seconds)}, ratio ${(seconds / browsed).toFixed(2)}`);
  }
}
await browser.close();
await server.close();
