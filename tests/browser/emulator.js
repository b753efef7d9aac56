// The micro:bit's real firmware in the emulator, behind a unix socket: a cable that can be pulled and plugged in again.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = new URL("../..", import.meta.url).pathname;

// The firmware's ELF file: the named one, or a built one.
export function firmware() {
  if (process.env.FIRMWARE) return process.env.FIRMWARE;
  const said = execFileSync("cargo", ["build", "--release", "--locked", "--message-format", "json"], {
    cwd: join(ROOT, "firmware/microbit"), stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26,
  });
  const files = said.toString().trim().split("\n").map((line) => JSON.parse(line).executable);
  return files.findLast(Boolean);
}

export class EmulatedBoard {
  #elf;
  #folder = mkdtempSync(join(tmpdir(), "pipsqueak-browser-"));
  #process = null;

  constructor(elf) {
    this.#elf = elf;
  }

  // The port's name for `pipsqueak serve --port`.
  get port() {
    return `unix:${join(this.#folder, "serial")}`;
  }

  async start() {
    const [serial, qtest] = ["serial", "qtest"].map((name) => join(this.#folder, name));
    for (const socket of [serial, qtest]) rmSync(socket, { force: true });
    this.#process = spawn("qemu-system-arm", [
      "-M", "microbit", "-display", "none", "-monitor", "none", "-kernel", this.#elf,
      "-serial", `unix:${serial},server=on,wait=off`, "-qtest", `unix:${qtest},server=on,wait=off`, "-qtest-log", "none",
    ], { stdio: "ignore" });
    await comes("the emulator", () => existsSync(serial) && existsSync(qtest));
  }

  // The power is cut, or the cable pulled: the line is closed.
  async pull() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
    this.#process = null;
  }

  async stop() {
    if (this.#process) await this.pull();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // The state of the 25 lights, from many samples of the processor's pins: steady ones are lit whenever their row is,
  // blinking ones sometimes.
  async lights(milliseconds = 1400) {
    const socket = connect(join(this.#folder, "qtest"));
    let heard = "";
    socket.on("data", (data) => (heard += data));
    await new Promise((resolve) => socket.once("connect", resolve));
    const seen = [1, 2, 3].map(() => Array.from({ length: 9 }, () => [0, 0]));
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      heard = "";
      socket.write("readl 0x50000504\n".repeat(20));
      await comes("the pins", () => heard.split("\n").length > 20);
      for (const line of heard.split("\n").filter((line) => line.startsWith("OK "))) {
        const out = Number.parseInt(line.slice(3), 16);
        const row = [0x2000, 0x4000, 0x8000].indexOf(out & 0xe000);
        if (row < 0) continue;
        for (let column = 0; column < 9; column += 1) seen[row][column][(~(out >> 4) >> column) & 1] += 1;
      }
    }
    socket.destroy();
    return seen;
  }
}

// Longer than anything that a test waits for takes on a busy machine, in milliseconds: what takes longer hangs.
export const HANG_TIMEOUT = 120_000;

// Waits for a condition, and fails if it does not come.
export async function comes(what, hasCome) {
  for (const end = Date.now() + HANG_TIMEOUT; !hasCome(); await pause(1)) if (Date.now() > end) throw new Error(`${what} did not come`);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
