// The page's interface to the WebAssembly: every call is a promise. Rules, dealing, players, records and frames are in
// there.

import { translated } from "./texts.js";

export class Engine {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #open = new Map();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#open.get(id);
      this.#open.delete(id);
      if (error === undefined) resolve(value);
      else reject(Object.assign(new Error(translated(error)), { english: error }));
    };
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#open.values()) reject(new Error(event.message ?? "the worker failed"));
      this.#open.clear();
    };
  }

  // Calls an export: numbers as arguments, and bytes or a JSON value as its input.
  call(name, args = [], input = undefined) {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#open.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args, input });
    });
  }

  // Sends a request to the games: {do: "...", ...} in, an object out.
  ask(request) {
    return this.call("ask", [], request);
  }

  // Sends a request for a game tree or the horizon effect.
  search(request) {
    return this.call("search", [], request);
  }
}
