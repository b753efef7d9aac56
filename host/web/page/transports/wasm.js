// The board inside the page: the firmware's own application, in WebAssembly.

import { t } from "../texts.js";

export class PageTransport {
  name = t.device.inPage;
  onbytes = () => {};
  onclose = () => {};
  #engine;
  #isOpen = false;

  constructor(engine) {
    this.#engine = engine;
  }

  async open() {
    this.#isOpen = true;
  }

  async send(bytes) {
    if (!this.#isOpen) throw new Error(t.device.closed);
    const answer = await this.#engine.call("board_receive", [], bytes);
    if (this.#isOpen && answer.length > 0) this.onbytes(answer);
  }

  async close() {
    this.#isOpen = false;
  }

  // The 5 x 5 lights: five rows of steady lights and five of blinking ones, bit 0 leftmost.
  async lights() {
    const rows = await this.#engine.call("board_lights");
    return { steady: [...rows.slice(0, 5)], blinking: [...rows.slice(5)] };
  }
}
