// A session with a board: the line, the board's hello, its lights, and the loss of the line. A move that is requested
// meanwhile waits until the board is back, so that a game continues where it was.

import { Link } from "./link.js";
import { t } from "./texts.js";
import { PageTransport } from "./transports/wasm.js";

// Milliseconds without a reply after which a board may still be starting.
const STARTING = 1500;

export class Session {
  // Called whenever something is to be redrawn.
  onchange = () => {};
  hello = null;
  // By the game's number: {id, room, vocabulary}.
  champions = new Map();
  lights = null;
  // Why the line is lost; null while it is open.
  lost = null;
  note = "";
  #app;
  #link;
  #mirror = null;
  // The champions of the mirror, by game: a fingerprint.
  #mirrored = new Map();
  #waiting = [];

  static async open(app, transport, onnote = () => {}) {
    const session = new Session();
    session.#app = app;
    await session.#connect(transport, onnote);
    return session;
  }

  get name() {
    return this.#link.transport.name;
  }

  get isInPage() {
    return this.#link.transport instanceof PageTransport;
  }

  // The kind of board: the page's own, a real one, or a player without lights.
  get hasLights() {
    return this.hello.games.length > 1;
  }

  // The board must play the game, if one is named.
  async #connect(transport, onnote, game = null) {
    const timer = setTimeout(() => onnote(t.device.starting), STARTING);
    let link;
    try {
      link = await Link.open(this.#app.engine, transport);
      this.hello = await link.connect(game);
      this.champions.clear();
      for (const game of this.#games()) this.champions.set(game.id, await link.champion(game.id).catch(absent));
    } catch (error) {
      await link?.close().catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
    link.onclose = (reason) => this.#lose(reason);
    this.#link = link;
    this.lost = null;
    await this.#light();
  }

  #games() {
    return this.#app.games.filter(({ id, champions }) => champions && this.hello.games.includes(id));
  }

  #lose(reason) {
    this.lost = reason;
    this.onchange();
  }

  // Opens the line again, to the same board.
  async reconnect(onnote = () => {}) {
    const transport = this.#link.transport;
    // A game that waits for a move needs a board that plays it, be it this one or another.
    const game = this.#app.games.find(({ id }) => id === this.#waiting[0]?.game);
    await this.#connect(transport.again ? await transport.again() : transport, onnote, game);
    const waiting = this.#waiting.splice(0);
    waiting.forEach(({ resolve }) => resolve());
    this.onchange();
  }

  // Ends the session; pending moves fail.
  async close() {
    this.#waiting.splice(0).forEach(({ reject }) => reject(new Error(t.device.wasDisconnected)));
    this.lost ??= t.device.closed;
    await this.#link.close().catch(() => {});
  }

  // The board's move. If the line is lost meanwhile, it is requested again when the board is back.
  async move(game, view, effort) {
    for (;;) {
      try {
        if (this.lost !== null) await new Promise((resolve, reject) => this.#waiting.push({ resolve, reject, game }));
        const answer = await this.#link.move(game, view, effort);
        await this.#reflect(game, view, effort, answer.chosen);
        return answer;
      } catch (error) {
        if (!error.lost) throw error;
        if (this.lost === null) this.#lose(error.message);
      }
    }
  }

  // Throws if the board does not play the game.
  async check(game) {
    this.hello = await this.#link.connect(game);
  }

  async upload(game, bytes, progress) {
    await this.#link.upload(game, bytes, progress);
    this.champions.set(game, await this.#link.champion(game));
    this.onchange();
  }

  async erase(game) {
    await this.#link.erase(game);
    this.champions.set(game, await this.#link.champion(game));
    this.onchange();
  }

  read(game, progress) {
    return this.#link.read(game, progress);
  }

  statistics() {
    return this.#link.statistics();
  }

  // ---- Lights ----
  // The link has no request for the lights. But they follow from the champion and the request, so the page's own board,
  // which is the same program, gets both and shows the same.

  async #light() {
    if (!this.hasLights) return;
    const isPage = this.isInPage;
    if (!isPage) {
      await this.#app.engine.call("board_restart");
      this.#mirrored.clear();
    }
    this.#mirror = isPage ? this.#link : await Link.open(this.#app.engine, new PageTransport(this.#app.engine));
    this.lights = await this.#mirror.transport.lights();
  }

  async #reflect(game, view, effort, chosen) {
    if (this.#mirror === null) return;
    try {
      if (this.#mirror !== this.#link) {
        await this.#follow(game);
        const own = await this.#mirror.move(game, view, effort);
        if (String(own.chosen) !== String(chosen)) throw new Error("the boards differ");
      }
      this.lights = await this.#mirror.transport.lights();
      this.note = "";
    } catch {
      this.lights = null;
      this.note = t.device.noLights;
    }
    this.onchange();
  }

  // Uploads the board's active champion to the mirror.
  async #follow(game) {
    const id = this.champions.get(game)?.id;
    if (!id || this.#mirrored.get(game) === id.fingerprint) return;
    const { id: held } = await this.#mirror.champion(game);
    if (held.fingerprint !== id.fingerprint) await this.#mirror.upload(game, await this.#link.read(game));
    this.#mirrored.set(game, id.fingerprint);
  }
}

// A board that plays a game without champions refuses.
function absent(error) {
  if (error.refused) return { id: null, room: 0, vocabulary: 0 };
  throw error;
}
