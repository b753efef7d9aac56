// The board's panel: connect, show what is on it, play it, store or erase a champion, watch its lights; and advice
// where something is in the way. Without Web Serial: one file for the board's drive.

import { complain, download, h, svg } from "./dom.js";
import { Session } from "./session.js";
import { t } from "./texts.js";
import { PageTransport } from "./transports/wasm.js";
import { choose, isSupported, remembered } from "./transports/webserial.js";
import { WebSocketTransport, ports } from "./transports/websocket.js";

const KINDS = {
  emulator: "the micro:bit’s real firmware in the emulator; the first time it is built, which takes a minute",
  sim: "the firmware’s application in the server",
  board: "a board on the server’s computer",
  serial: "a serial device of the server’s computer",
  named: "named when the server was started",
  player: "a player of the server’s computer",
};
const MISSING =
  "This browser has no Web Serial, so it cannot talk to a board on the cable. Chrome, Edge and Firefox from version 151 have it; or use the file below, or “pipsqueak serve”.";
const INSECURE =
  "Browsers allow serial ports only on secure pages: open this page over https, or from http://localhost.";

// One session for the page, however often the panel is opened.
let session = null;
let panel = null;

export async function mountBoard(element, app) {
  if (!document.querySelector('link[href$="board.css"]')) {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("board.css", import.meta.url).href }));
  }
  panel = new Panel(element, app);
  await panel.show();
}

class Panel {
  #element;
  #app;
  #alert = h("p.alert", { role: "alert" });
  #note = h("p.note", { role: "status" });
  #body = h("div.board-panel");

  constructor(element, app) {
    this.#element = element;
    this.#app = app;
    element.replaceChildren(this.#alert, this.#note, this.#body);
  }

  async show() {
    const parts = session === null ? await this.#ways() : session.lost !== null ? this.#lost() : this.#board();
    this.#body.replaceChildren(...parts);
    if (session !== null) this.#note.textContent = session.note;
  }

  // Runs a button's action: one at a time, and failures are shown.
  #doing(work) {
    return async () => {
      const buttons = [...this.#body.querySelectorAll("button, input")].filter((one) => !one.disabled);
      this.#tell("");
      this.#alert.textContent = "";
      for (const button of buttons) button.disabled = true;
      try {
        await work();
      } catch (error) {
        complain(this.#alert, error);
      }
      for (const button of buttons) button.disabled = false;
    };
  }

  #tell(text) {
    this.#note.textContent = text;
  }

  #button(text, work, attributes = {}) {
    return h("button", { type: "button", onclick: this.#doing(work), ...attributes }, text);
  }

  // ---- Not connected ----

  async #ways() {
    const [devices, offered] = await Promise.all([remembered().catch(() => []), ports()]);
    return [
      h("section", {}, h("h3", {}, "A board on this computer’s USB"), ...this.#usb(devices)),
      offered.length === 0 ? null : h("section", {}, h("h3", {}, "Through pipsqueak serve"),
        ...offered.map((port) => h("div.row", {},
          this.#button(`Connect ${port.name}`, () => this.#connect(new WebSocketTransport(port.name)), { "data-port": port.name }),
          h("span", {}, KINDS[port.kind] ?? "")))),
      h("section", {}, h("h3", {}, "No board at hand"), h("div.row", {},
        this.#button("Connect the board in this page", () => this.#connect(new PageTransport(this.#app.engine)), { "data-port": "page" }),
        h("span", {}, "the same program, in this browser"))),
      this.#file(),
    ].filter(Boolean);
  }

  #usb(devices) {
    if (!window.isSecureContext) return [h("p.remedy", {}, INSECURE)];
    if (!isSupported()) return [h("p.remedy", {}, MISSING)];
    const ask = (options) => async () => {
      const transport = await choose(options);
      if (transport === null) this.#tell("No device was chosen. A board is listed when its cable is plugged in and carries data, not only power.");
      else await this.#connect(transport);
    };
    return [
      h("div.row", {},
        ...devices.map((device) => this.#button(`Connect the ${device.name} again`, () => this.#connect(device), { "data-port": "remembered" })),
        this.#button("Choose a micro:bit…", ask(), { id: "board-choose" }),
        this.#button("Choose another device…", ask({ anyDevice: true }))),
      h("p", {}, "The board needs Pipsqueak’s firmware first: drop the file below onto its drive."),
    ];
  }

  async #connect(transport) {
    this.#tell(`Opening ${transport.name}…`);
    const opened = await Session.open(this.#app, transport, (text) => this.#tell(text));
    session = opened;
    session.onchange = () => this.#changed();
    this.#tell("");
    await this.show();
  }

  // The panel that is open shows the change; a lost board opens it.
  #changed() {
    if (session !== null && session.lost !== null) {
      if (!panel.#element.closest("dialog")?.open) this.#app.openDialog(t.board, panel.#element);
      this.#app.say(`The board is disconnected: ${session.lost}. The game continues when it reconnects.`);
    }
    panel.show();
  }

  // ---- Lost ----

  #lost() {
    return [h("section", {},
      h("p.alert", { role: "alert" }, `The line to ${session.name} is lost: ${session.lost}.`),
      h("p", {}, "Plug the cable back in and reconnect: the game continues where it was."),
      h("div.row", {},
        this.#button("Reconnect", async () => {
          await session.reconnect((text) => this.#tell(text));
          await this.show();
        }, { id: "board-reconnect", class: "main" }),
        this.#button("Disconnect", () => this.#leave())))];
  }

  async #leave() {
    const old = session;
    session = null;
    await old.close();
    await this.show();
  }

  // ---- Connected ----

  #board() {
    const { hello } = session;
    const games = this.#app.games.filter(({ id }) => hello.games.includes(id));
    return [
      h("section", {}, h("h3", {}, heading(session.name, hello.board)), h("div.facts", {},
        h("dl", {}, h("dt", {}, "Firmware"), h("dd", {}, hello.firmware), ...games.flatMap((game) => this.#fact(game))),
        session.lights && drawn(session.lights))),
      h("section", {}, h("h3", {}, "Play it"), h("div.row", {},
        ...games.map(({ name, title }) => this.#button(title, () => this.#play(name), { "data-play": name, class: "main" })))),
      ...games.filter(({ id }) => session.champions.get(id)?.id).length > 0 ? [this.#upload(games)] : [],
      h("div.row", {}, this.#button("Disconnect", () => this.#leave(), { id: "board-leave" })),
    ];
  }

  #fact({ id, title }) {
    const held = session.champions.get(id)?.id;
    const origin = held && (held.origin === "BuiltIn" ? "built in" : `upload ${held.origin.Stored}`);
    return [h("dt", {}, title), h("dd", { "data-champion": id }, held ? `${held.name} (${held.length} bytes, ${origin})` : "plays without a champion")];
  }

  async #play(game) {
    this.#app.closeDialog();
    await this.#app.playBoard(session, /board/.test(session.name) ? session.name : `${session.name} (board)`, game);
  }

  #upload(games) {
    const { champion } = this.#app;
    const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Writing and reading back" });
    const put = async (bytes) => {
      // Checked before anything is sent, as the board would check it in the end.
      const described = await this.#app.engine.ask({ do: "champion", bytes: [...bytes] });
      const game = this.#app.games.find(({ name }) => name === described.game);
      await session.check(game);
      progress.hidden = false;
      this.#tell(`Writing ${described.name} and reading it back…`);
      await session.upload(game.id, bytes, (done, of) => {
        progress.max = of;
        progress.value = done;
      });
      this.#tell(`${described.name} is active for ${game.title}, written and read back.`);
      session.note = this.#note.textContent;
      await this.show();
    };
    const file = h("input", { type: "file", id: "board-file", accept: ".pips", onchange: (event) => {
      const [chosen] = event.target.files;
      if (chosen) this.#doing(async () => put(await bytesOf(chosen)))();
    } });
    return h("section", {}, h("h3", {}, "Its champions"),
      h("label", { for: "board-file" }, "Put a champion file on the board"), file,
      champion && h("div.row", {}, this.#button(`Put ${champion.name} on the board`, () => put(Uint8Array.from(champion.bytes)), { id: "board-put" })),
      progress,
      h("div.row", {}, ...games.filter(({ id }) => session.champions.get(id)?.id).map(({ id, title }) =>
        this.#button(`Erase the champions of ${title}`, async () => {
          const isSure = await this.#app.ask(t.eraseAsk(title), t.cannotUndo, t.eraseYes, t.keep);
          this.#app.openDialog(t.board, this.#element);
          if (!isSure) return;
          await session.erase(id);
          session.note = `The stored champions of ${title} are erased; the built-in one plays.`;
          await this.show();
        }, { "data-erase": id }))));
  }

  // ---- A file for the drive ----

  #file() {
    const { champion } = this.#app;
    const make = (of) => async () => {
      this.#tell("Fetching the firmware… Where it is not built yet, that takes a minute.");
      const [firmware, bytes] = [await fetched("firmware/microbit.bin"), of ?? (await this.#builtIn())];
      const both = new Uint8Array(bytes.length + firmware.length);
      both.set(bytes);
      both.set(firmware, bytes.length);
      download("pipsqueak-microbit.hex", await this.#app.engine.call("hex", [bytes.length], both));
      this.#tell("Copy pipsqueak-microbit.hex onto the MICROBIT drive: firmware and champion are in it.");
    };
    return h("section", {}, h("h3", {}, "A file for the MICROBIT drive"),
      h("p", {}, "Firmware and champion in one file, for a micro:bit v1. It needs no Web Serial."),
      h("div.row", {},
        this.#button("Download with the built-in champion", make(null), { id: "board-hex" }),
        champion && this.#button(`Download with ${champion.name}`, make(Uint8Array.from(champion.bytes)), { id: "board-hex-own" })));
  }

  // The champion that every board comes with is that of the page's own board.
  async #builtIn() {
    await this.#app.engine.call("board_restart");
    const { Link } = await import("./link.js");
    const link = await Link.open(this.#app.engine, new PageTransport(this.#app.engine));
    return link.read(this.#app.games.find(({ champions }) => champions).id);
  }
}

// Five rows of five, as on the board.
function drawn({ steady, blinking }) {
  const lit = (rows, row, column) => (rows[row] >> column) & 1;
  const kind = (row, column) => (lit(steady, row, column) ? ".on" : lit(blinking, row, column) ? ".blinks" : "");
  const count = (rows) => rows.reduce((sum, row) => sum + row.toString(2).replaceAll("0", "").length, 0);
  const words = `The board’s lights: ${count(steady)} on, ${count(blinking)} blinking`;
  const places = [0, 1, 2, 3, 4];
  return svg("svg.lights", { viewBox: "0 0 60 60", role: "img", "aria-label": words, "data-lights": [...steady, ...blinking].join(" ") },
    places.flatMap((row) => places.map((column) =>
      svg(`circle${kind(row, column)}`, { cx: 10 + 10 * column, cy: 10 + 10 * row, r: 3.4 }))));
}

async function bytesOf(file) {
  // More than any board has room for.
  if (file.size > 65_536) throw new Error("this file is too large for a champion");
  return new Uint8Array(await file.arrayBuffer());
}

async function fetched(name) {
  const response = await fetch(name).catch(() => {
    throw new Error("the firmware is fetched when it is first needed, and there is no network now; try again online");
  });
  if (!response.ok) throw new Error(`the firmware could not be fetched: ${(await response.text()).trim() || response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The connected board, and its hello.
const heading = (name, board) => (board === "page" ? `${name[0].toUpperCase()}${name.slice(1)}` : `${name}: ${board}`);
