// Any PORT of this computer, through `pipsqueak serve`. Binary messages are the line's bytes; text messages are its state.

import { t, translated } from "../texts.js";

export class WebSocketTransport {
  name;
  onbytes = () => {};
  onclose = () => {};
  #socket = null;
  #isOver = false;

  constructor(port) {
    this.port = port;
    this.name = port;
  }

  open() {
    const address = new URL(`api/port?name=${encodeURIComponent(this.port)}`, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.#isOver = false;
    return new Promise((resolve, reject) => {
      let why = t.device.serverSilent;
      let isOpen = false;
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      socket.onmessage = ({ data }) => {
        if (typeof data !== "string") return this.onbytes(new Uint8Array(data));
        const { state, why: reason } = JSON.parse(data);
        if (state === "open") {
          isOpen = true;
          why = t.device.serverGone;
          resolve();
        } else {
          why = translated(reason);
        }
      };
      socket.onclose = () => {
        this.#socket = null;
        if (!isOpen) reject(new Error(why));
        else if (!this.#isOver) this.onclose(why);
      };
      this.#socket = socket;
    });
  }

  async send(bytes) {
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error(t.device.closed);
    this.#socket.send(bytes);
  }

  async close() {
    this.#isOver = true;
    this.#socket?.close();
  }

  // The same port again, after the line was lost.
  async again() {
    return new WebSocketTransport(this.port);
  }
}

// The ports that the server offers: [{name, kind, game}]; none if the page has no server.
export async function ports() {
  try {
    const about = await fetch("about.json");
    if (!about.ok || !(await about.json()).server) return [];
    const list = await fetch("api/ports");
    return list.ok ? await list.json() : [];
  } catch {
    return [];
  }
}
