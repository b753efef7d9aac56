// The page's WebAssembly against the same code as a program of this machine: the board's application answers the same requests
// in both, in turns, and the best run of each counts. Prints decisions and positions a second, and the ratio.
//
//   node tests/browser/speed.js      after host/web/build
//
// What counts is the time on a processor, so that other programs of the machine disturb little (on Linux; elsewhere the clock counts).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [ROUNDS, RUNS] = [3, 4];
const path = (name) => fileURLToPath(new URL(`../../host/web/${name}`, import.meta.url));

// The fastest program there is of it: nothing in it is made small.
const fast = ["", ".package.pipsqueak-core", ".package.pipsqueak-app"].flatMap((which) => ["--config", `profile.release${which}.opt-level=3`]);
const build = ["build", "--release", "--locked", "--example", "speed", "--features", "pipsqueak-core/lanes", ...fast, "--target-dir", path("target/native")];
execFileSync("cargo", [...build, "--manifest-path", path("Cargo.toml")], { stdio: ["ignore", "ignore", "inherit"] });
const native = () => JSON.parse(execFileSync(path("target/native/release/examples/speed"), { encoding: "utf8" }));

const { instance } = await WebAssembly.instantiate(readFileSync(path("page/pipsqueak.wasm")), { page: { micros: () => performance.now() * 1000 } });
const { memory, input, board_restart: restart, board_receive: receive } = instance.exports;

function processorSeconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e9;
  } catch {
    return performance.now() / 1000;
  }
}

function inPage(frames) {
  const place = input(frames.length);
  new Uint8Array(memory.buffer, place, frames.length).set(frames);
  restart();
  const start = processorSeconds();
  assert.ok(receive(frames.length) > 0, "the board answers");
  return processorSeconds() - start;
}

const best = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [game, { seconds, n, frames }] of Object.entries(native())) {
    const bytes = Uint8Array.from(frames.match(/../g), (digits) => parseInt(digits, 16));
    const page = Math.min(...Array.from({ length: RUNS }, () => inPage(bytes)));
    const before = best[game] ?? { native: Infinity, page: Infinity };
    best[game] = { n, native: Math.min(before.native, seconds), page: Math.min(before.page, page) };
  }
}
for (const [game, { n, native, page }] of Object.entries(best)) {
  const unit = game === "checkers" ? "positions" : "decisions";
  const rate = (seconds) => Math.round(n / seconds).toLocaleString("en");
  console.log(`${game}: ${rate(page)} ${unit} a second in WebAssembly, ${rate(native)} native: ${(native / page).toFixed(2)}`);
}
