// Asks a board over any transport. Which frames go out and what the answers mean is decided in WebAssembly (line.rs); here
// is only what needs a clock: waiting, and sending again what was lost.
//
//   const link = await Link.open(engine, transport);
//   await link.hello()                      {firmware, board, games, max_chunk, ticks_per_second}
//   await link.champion(game)               {id: {name, fingerprint, length, origin} or null, room, vocabulary}
//   await link.upload(game, bytes, progress)  the same id, once it was read back; progress(done, of)
//   await link.read(game)                   Uint8Array
//   await link.erase(game)                  the id of the one that is active then
//   await link.statistics()                 {n_decisions, longest_decision, …}
//   await link.move(game, view, effort)     {chosen, ticks}; effort is "Default", {Nodes: n} or {Millis: n}
//   await link.close()
//
// A game is its number (1 Five-O, 2 checkers, 3 Mastermind). Each throws a LinkError: `refused` is true if the board said
// no, `lost` if the line is gone.

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
  #line;
  #queue = Promise.resolve();
  #incoming = [];
  #wake = null;
  #lost = null;

  static async open(engine, transport) {
    const link = new Link();
    link.#engine = engine;
    link.#transport = transport;
    transport.onbytes = (bytes) => {
      link.#incoming.push(bytes);
      link.#wake?.();
    };
    transport.onclose = (reason) => {
      link.#lost = reason;
      link.#wake?.();
      link.onclose(reason);
    };
    await transport.open();
    const [sequence] = crypto.getRandomValues(new Uint16Array(1));
    link.#line = await engine.call("line_open", [sequence]);
    return link;
  }

  get transport() {
    return this.#transport;
  }

  async close() {
    this.#lost = "the line was closed";
    this.#wake?.();
    await this.#transport.close();
  }

  hello() {
    return this.#ask({ ask: "hello" }).then(({ answer }) => answer.Hello);
  }

  champion(game) {
    return this.#ask({ ask: "champion", game }).then(({ answer }) => answer.Champion);
  }

  upload(game, bytes, progress = () => {}) {
    return this.#ask({ ask: "upload", game, bytes: [...bytes] }, progress).then(({ answer }) => answer.Committed);
  }

  read(game, progress = () => {}) {
    return this.#ask({ ask: "read", game }, progress).then(({ bytes }) => new Uint8Array(bytes));
  }

  erase(game) {
    return this.#ask({ ask: "erase", game }).then(({ answer }) => answer.Erased);
  }

  statistics() {
    return this.#ask({ ask: "statistics" }).then(({ answer }) => answer.Statistics);
  }

  move(game, view, effort = "Default") {
    return this.#ask({ ask: "move", game, view: [...view], effort }).then(({ answer }) => answer.Move);
  }

  // One request at a time: whoever asks while another is answered waits for it.
  #ask(job, progress = () => {}) {
    const result = this.#queue.then(() => this.#run(job, progress));
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(job, progress) {
    const patience = await this.#engine.call("line_start", [this.#line], job);
    let [sends, silences] = [0, 0];
    let isToSend = true;
    for (;;) {
      if (isToSend) {
        if (sends++ >= patience.sends) throw new LinkError("the line is too noisy: no answer came through");
        await this.#send(await this.#engine.call("line_frame", [this.#line]));
        isToSend = false;
      }
      const bytes = await this.#receive(patience.wait);
      if (bytes === null) {
        if (++silences >= patience.silences) throw new LinkError("the board does not answer");
        isToSend = true;
        continue;
      }
      const next = await this.#engine.call("line_hear", [this.#line], bytes);
      switch (next.state) {
        case "done":
          return next;
        case "failed":
          throw new LinkError(next.why, { refused: next.refused });
        case "again":
          isToSend = true;
          break;
        case "send":
          progress(next.done, next.of);
          [sends, silences, isToSend] = [0, 0, true];
          break;
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

  // The next bytes, or null if none come in time.
  async #receive(milliseconds) {
    const end = performance.now() + milliseconds;
    for (;;) {
      if (this.#incoming.length > 0) return this.#incoming.shift();
      if (this.#lost !== null) throw new LinkError(this.#lost, { lost: true });
      const rest = end - performance.now();
      if (rest <= 0) return null;
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
