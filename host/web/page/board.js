// The board's panel: connect, show what is on it, play it, store or erase a champion, watch its lights; and advice
// where something is in the way. Without Web Serial: one file for the board's drive.

import { complain, download, h, svg } from "./dom.js";
import { Session } from "./session.js";
import { t } from "./texts.js";
import { PageTransport } from "./transports/wasm.js";
import { choose, isSupported, remembered } from "./transports/webserial.js";
import { WebSocketTransport, ports } from "./transports/websocket.js";

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
      h("section", {}, h("h3", {}, t.device.usb), ...this.#usb(devices)),
      offered.length === 0 ? null : h("section", {}, h("h3", {}, t.device.server),
        ...offered.map((port) => h("div.row", {},
          this.#button(t.device.connect(port.name), () => this.#connect(new WebSocketTransport(port.name)), { "data-port": port.name }),
          h("span", {}, t.device.kinds[port.kind] ?? "")))),
      h("section", {}, h("h3", {}, t.device.none), h("div.row", {},
        this.#button(t.device.connectPage, () => this.#connect(new PageTransport(this.#app.engine)), { "data-port": "page" }),
        h("span", {}, t.device.samePlayer))),
      this.#file(),
    ].filter(Boolean);
  }

  #usb(devices) {
    if (!window.isSecureContext) return [h("p.remedy", {}, t.device.insecure)];
    if (!isSupported()) return [h("p.remedy", {}, t.device.missing)];
    const ask = (options) => async () => {
      const transport = await choose(options);
      if (transport === null) this.#tell(t.device.notChosen);
      else await this.#connect(transport);
    };
    return [
      h("div.row", {},
        ...devices.map((device) => this.#button(t.device.connectAgain(device.name), () => this.#connect(device), { "data-port": "remembered" })),
        this.#button(t.device.choose, ask(), { id: "board-choose" }),
        this.#button(t.device.chooseOther, ask({ anyDevice: true }))),
      h("p", {}, t.device.needsFirmware),
    ];
  }

  async #connect(transport) {
    this.#tell(t.device.opening(transport.name));
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
      this.#app.say(t.device.disconnected(session.lost));
    }
    panel.show();
  }

  // ---- Lost ----

  #lost() {
    return [h("section", {},
      h("p.alert", { role: "alert" }, t.device.lost(session.name, session.lost)),
      h("p", {}, t.device.plugIn),
      h("div.row", {},
        this.#button(t.device.reconnect, async () => {
          await session.reconnect((text) => this.#tell(text));
          await this.show();
        }, { id: "board-reconnect", class: "main" }),
        this.#button(t.device.disconnect, () => this.#leave())))];
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
        h("dl", {}, h("dt", {}, t.device.firmware), h("dd", {}, hello.firmware), ...games.flatMap((game) => this.#fact(game))),
        session.lights && drawn(session.lights))),
      h("section", {}, h("h3", {}, t.device.play), h("div.row", {},
        ...games.map(({ name }) => this.#button(t.titles[name], () => this.#play(name), { "data-play": name, class: "main" })))),
      ...games.filter(({ id }) => session.champions.get(id)?.id).length > 0 ? [this.#upload(games)] : [],
      h("div.row", {}, this.#button(t.device.disconnect, () => this.#leave(), { id: "board-leave" })),
    ];
  }

  #fact({ id, name }) {
    const held = session.champions.get(id)?.id;
    const origin = held && (held.origin === "BuiltIn" ? t.device.builtIn : t.device.upload(held.origin.Stored));
    return [h("dt", {}, t.titles[name]), h("dd", { "data-champion": id }, held ? t.device.champion(held.name, held.length, origin) : t.device.noChampion)];
  }

  async #play(game) {
    this.#app.closeDialog();
    await this.#app.playBoard(session, session.isInPage ? session.name : t.device.called(session.name), game);
  }

  #upload(games) {
    const { champion } = this.#app;
    const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t.device.progress });
    const put = async (bytes) => {
      // Checked before anything is sent, as the board would check it in the end.
      const described = await this.#app.engine.ask({ do: "champion", bytes: [...bytes] });
      const game = this.#app.games.find(({ name }) => name === described.game);
      await session.check(game);
      progress.hidden = false;
      this.#tell(t.device.writing(described.name));
      await session.upload(game.id, bytes, (done, of) => {
        progress.max = of;
        progress.value = done;
      });
      this.#tell(t.device.written(described.name, t.titles[game.name]));
      session.note = this.#note.textContent;
      await this.show();
    };
    const file = h("input", { type: "file", id: "board-file", accept: ".pips", onchange: (event) => {
      const [chosen] = event.target.files;
      if (chosen) this.#doing(async () => put(await bytesOf(chosen)))();
    } });
    return h("section", {}, h("h3", {}, t.device.champions),
      h("label", { for: "board-file" }, t.device.putFile), file,
      champion && h("div.row", {}, this.#button(t.device.put(champion.name), () => put(Uint8Array.from(champion.bytes)), { id: "board-put" })),
      progress,
      h("div.row", {}, ...games.filter(({ id }) => session.champions.get(id)?.id).map(({ id, name }) =>
        this.#button(t.device.erase(t.titles[name]), async () => {
          const isSure = await this.#app.ask(t.eraseAsk(t.titles[name]), t.cannotUndo, t.eraseYes, t.keep);
          this.#app.openDialog(t.board, this.#element);
          if (!isSure) return;
          await session.erase(id);
          session.note = t.device.erased(t.titles[name]);
          await this.show();
        }, { "data-erase": id }))));
  }

  // ---- A file for the drive ----

  #file() {
    const { champion } = this.#app;
    const make = (of) => async () => {
      this.#tell(t.device.fetching);
      const [firmware, bytes] = [await fetched("firmware/microbit.bin"), of ?? (await this.#builtIn())];
      const both = new Uint8Array(bytes.length + firmware.length);
      both.set(bytes);
      both.set(firmware, bytes.length);
      download("pipsqueak-microbit.hex", await this.#app.engine.call("hex", [bytes.length], both));
      this.#tell(t.device.copyFile("pipsqueak-microbit.hex"));
    };
    return h("section", {}, h("h3", {}, t.device.file),
      h("p", {}, t.device.fileAbout),
      h("div.row", {},
        this.#button(t.device.download, make(null), { id: "board-hex" }),
        champion && this.#button(t.device.downloadOwn(champion.name), make(Uint8Array.from(champion.bytes)), { id: "board-hex-own" })));
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
  const words = t.device.lights(count(steady), count(blinking));
  const places = [0, 1, 2, 3, 4];
  return svg("svg.lights", { viewBox: "0 0 60 60", role: "img", "aria-label": words, "data-lights": [...steady, ...blinking].join(" ") },
    places.flatMap((row) => places.map((column) =>
      svg(`circle${kind(row, column)}`, { cx: 10 + 10 * column, cy: 10 + 10 * row, r: 3.4 }))));
}

async function bytesOf(file) {
  // More than any board has room for.
  if (file.size > 65_536) throw new Error(t.championTooLarge);
  return new Uint8Array(await file.arrayBuffer());
}

async function fetched(name) {
  const response = await fetch(name).catch(() => {
    throw new Error(t.device.offline);
  });
  if (!response.ok) throw new Error(t.device.notFetched((await response.text()).trim() || response.status));
  return new Uint8Array(await response.arrayBuffer());
}

// The connected board, and its hello.
const heading = (name, board) => (board === "page" ? `${name[0].toUpperCase()}${name.slice(1)}` : `${name}: ${board}`);
