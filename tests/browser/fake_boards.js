// Boards in JavaScript, written only from docs/link.md, for a page to talk to: transports that are injected into the
// page as text.

// A board whose chunks have one byte. `chunks` are the lengths of those received, `stored` their bytes.
export function narrowBoard() {
  const crc = (bytes) => {
    let value = ~0;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
  };
  const stuffed = (bytes) => {
    const blocks = [[]];
    for (const byte of bytes) byte === 0 ? blocks.push([]) : blocks.at(-1).push(byte);
    return blocks.flatMap((block) => [block.length + 1, ...block]);
  };
  const unstuffed = (bytes) => {
    const out = [];
    for (let at = 0; at < bytes.length; at += bytes[at]) out.push(...bytes.slice(at + 1, at + bytes[at]), 0);
    return out.slice(0, -1);
  };
  const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);
  const number = (bytes, at) => (bytes[at] < 128 ? bytes[at] : bytes[at] - 128 + 128 * number(bytes, at + 1));
  const little = (value) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
  const text = (words) => [words.length, ...new TextEncoder().encode(words)];
  const fingerprint = (bytes) => bytes.slice(-4).reduceRight((sum, byte) => 256 * sum + byte, 0);
  const board = {
    name: "a narrow board",
    chunks: [],
    stored: [],
    onbytes: () => {},
    onclose: () => {},
    async open() {},
    async close() {},
    async send(frame) {
      const [, low, high, ...rest] = unstuffed([...frame.slice(1, -1)]);
      const content = [0x82, low, high, ...answer(rest.slice(0, -4))];
      this.onbytes(Uint8Array.from([0, ...stuffed([...content, ...little(crc(content))]), 0]));
    },
  };
  const answer = ([kind, ...rest]) => {
    const { chunks, stored } = board;
    switch (kind) {
      case 0:
        return [0, ...text("0.0"), ...text("narrow"), 1, 1, 1, 1];
      case 2:
        return [2];
      case 3: {
        const bytes = rest.slice(varint(number(rest, 0)).length + 1);
        chunks.push(bytes.length);
        stored.push(...bytes);
        return [3, ...varint(stored.length)];
      }
      case 4:
        return [4, ...text("new"), ...varint(fingerprint(stored)), ...varint(stored.length), 1, 1];
      case 5:
        return [5, 1, stored[number(rest, 1)]];
      default:
        return [8, 1];
    }
  };
  return board;
}

// A line that is never silent after the first request: these bytes, again and again.
export function babblingBoard(garbage) {
  let timer = null;
  return {
    name: "noise",
    nSent: 0,
    onbytes: () => {},
    onclose: () => {},
    async open() {},
    async close() {
      clearInterval(timer);
    },
    async send() {
      this.nSent += 1;
      timer ??= setInterval(() => this.onbytes(Uint8Array.from(garbage)), 1);
    },
  };
}
