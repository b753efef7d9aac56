// The worker with the WebAssembly: one request after the other, so that the page never blocks. A request is {id, name,
// args, input}; the reply is {id, value} or {id, error}.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function load(name) {
  const imports = { page: { micros: () => performance.now() * 1000 } };
  const response = await fetch(new URL(`./${name}.wasm`, import.meta.url));
  if (!response.ok) throw new Error(`${name}.wasm cannot be fetched (${response.status})`);
  // Not streaming: a plain file server may not send the content type of WebAssembly.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  return instance.exports;
}

// The games are fetched at once, the other parts on first use.
const parts = new Map([["games", load("games")]]);
const PARTS = { ask: "games", search: "search" };

function part(name) {
  const file = PARTS[name] ?? "boards";
  // A fetch that failed is tried again by the next request.
  if (!parts.has(file)) parts.set(file, load(file).catch((error) => {
    parts.delete(file);
    throw error;
  }));
  return parts.get(file);
}

// The results of the exports: the length of an output that is JSON or bytes, or a plain number.
const JSON_OUTPUT = new Set(["ask", "search", "session_start", "session_step", "hex"]);
const BYTES_OUTPUT = new Set(["board_receive", "board_lights"]);

function call(exports, name, args, input) {
  if (!(name in exports)) throw new Error(`the WebAssembly has no ${name}`);
  const all = [...args];
  if (input !== undefined) {
    const bytes = input instanceof Uint8Array ? input : encoder.encode(JSON.stringify(input));
    const place = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    all.push(bytes.length);
  }
  const value = exports[name](...all);
  if (JSON_OUTPUT.has(name)) {
    const answer = JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.output(), value)));
    if (answer && answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
  if (BYTES_OUTPUT.has(name)) return new Uint8Array(exports.memory.buffer, exports.output(), value).slice();
  return value;
}

self.onmessage = async ({ data: { id, name, args, input } }) => {
  try {
    self.postMessage({ id, value: call(await part(name), name, args ?? [], input) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
