// Sends requests to a board over any transport. The session in WebAssembly (link.rs) decides what is sent, how long to
// wait and when to give up; this file has only the line and the clock.
//
//   const link = await Link.open(engine, transport);
//   await link.connect(game?)               {firmware, board, games, max_chunk, ticks_per_second}; the board must play the game
//   await link.champion(game)               {id: {name, fingerprint, length, origin}, room, vocabulary}
//   await link.upload(game, bytes, progress)  the same id, once it was read back; progress(done, of)
//   await link.read(game)                   Uint8Array
//   await link.erase(game)                  the id of the one that is active then
//   await link.statistics()                 {n_decisions, longest_decision, …}
//   await link.move(game, view, effort)     {chosen, ticks}; effort is "Default", {Nodes: n} or {Millis: n}
//   await link.close()
//
// A game is its number (1 Five-O, 2 checkers, 3 Mastermind), for connect() a row of the list of games: {id, name}. Each throws
// a LinkError: `refused` is true if the board said no, `lost` if the line is gone.

import { t, translated } from "./texts.js";

export class LinkError extends Error {
  constructor(message, { refused = false, lost = false } = {}) {
    super(message);
    this.name = "LinkError";
    this.refused = refused;
    this.lost = lost;
  }
}

export class Link {
  onclose = () => {};
  #engine;
  #transport;
  #session;
  #queue = Promise.resolve();
  #incoming = [];
  #isBusy = false;
  #wake = null;
  #lost = null;

  static async open(engine, transport) {
    const link = new Link();
    link.#engine = engine;
    link.#transport = transport;
    transport.onbytes = (bytes) => {
      // Without a job, incoming bytes are dropped: a line that is never silent must not fill the memory.
      if (link.#isBusy) link.#incoming.push(bytes);
      link.#wake?.();
    };
    transport.onclose = (reason) => {
      link.#lost = reason;
      link.#wake?.();
      link.onclose(reason);
    };
    await transport.open();
    const [sequence] = crypto.getRandomValues(new Uint16Array(1));
    link.#session = await engine.call("session_open", [sequence]);
    return link;
  }

  get transport() {
    return this.#transport;
  }

  async close() {
    this.#lost = t.device.closed;
    this.#wake?.();
    await this.#transport.close();
  }

  connect(game = null) {
    return this.#ask({ ask: "connect", ...(game && { game: game.id, name: game.name }) });
  }

  champion(game) {
    return this.#ask({ ask: "champion", game });
  }

  upload(game, bytes, progress) {
    return this.#ask({ ask: "upload", game, bytes: [...bytes] }, progress);
  }

  async read(game, progress) {
    return Uint8Array.from(await this.#ask({ ask: "read", game }, progress));
  }

  erase(game) {
    return this.#ask({ ask: "erase", game });
  }

  statistics() {
    return this.#ask({ ask: "statistics" });
  }

  move(game, view, effort = "Default") {
    return this.#ask({ ask: "move", game, view: [...view], effort });
  }

  // One job at a time: the next one waits for the one before.
  #ask(job, progress = () => {}) {
    const result = this.#queue.then(() => this.#run(job, progress)).finally(() => {
      this.#isBusy = false;
      this.#incoming = [];
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(job, progress) {
    const call = (name, input) => this.#engine.call(name, [this.#session, performance.now()], input);
    this.#isBusy = true;
    let next = await call("session_start", job);
    for (;;) {
      if (next.total > 0) progress(next.done, next.total);
      switch (next.state) {
        case "send":
          await this.#send(Uint8Array.from(next.frame));
          next = await call("session_step", new Uint8Array());
          break;
        case "wait":
          next = await call("session_step", await this.#receive(next.until));
          break;
        case "done":
          return next.answer;
        default:
          throw new LinkError(translated(next.why), { refused: next.refused });
      }
    }
  }

  async #send(bytes) {
    if (this.#lost !== null) throw new LinkError(this.#lost, { lost: true });
    try {
      await this.#transport.send(bytes);
    } catch (error) {
      throw new LinkError(this.#lost ?? error.message, { lost: true });
    }
  }

  // The next bytes, or none if the deadline passes.
  async #receive(until) {
    for (;;) {
      if (this.#incoming.length > 0) return this.#incoming.shift();
      if (this.#lost !== null) throw new LinkError(this.#lost, { lost: true });
      const rest = until - performance.now();
      if (rest <= 0) return new Uint8Array();
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, rest);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
  }
}
