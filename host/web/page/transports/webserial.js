// A board on this computer's USB, through the browser's Web Serial: 115200 baud, 8N1.

import { t } from "../texts.js";

// The micro:bit's interface chip.
const MICROBIT = { usbVendorId: 0x0d28, usbProductId: 0x0204 };
// Errors of a line after which reading can continue.
const PASSING = new Set(["BufferOverrunError", "BreakError", "FramingError", "ParityError"]);
// Whether the browser supports it, by feature detection.
export const isSupported = () => "serial" in navigator;

export class WebSerialTransport {
  name;
  onbytes = () => {};
  onclose = () => {};
  #port;
  #reader = null;
  #writer = null;
  #reading = null;
  #isOver = false;

  constructor(port) {
    this.#port = port;
    this.name = describe(port.getInfo());
  }

  async open() {
    try {
      await this.#port.open({ baudRate: 115200, bufferSize: 4096 });
    } catch (error) {
      throw new Error(remedy(error));
    }
    this.#isOver = false;
    this.#writer = this.#port.writable.getWriter();
    this.#port.addEventListener?.("disconnect", this.#lost);
    this.#reading = this.#read();
  }

  async send(bytes) {
    if (this.#writer === null) throw new Error(t.device.closed);
    await this.#writer.write(bytes);
  }

  async close() {
    this.#isOver = true;
    await this.#putAway();
  }

  // The same device again, after it was lost: a device that was plugged in again is another object.
  async again() {
    const { usbVendorId, usbProductId } = this.#port.getInfo();
    const isSame = (port) => port.getInfo().usbVendorId === usbVendorId && port.getInfo().usbProductId === usbProductId;
    const port = (await navigator.serial.getPorts()).find((port) => isSame(port) && port.connected !== false);
    if (!port) throw new Error(t.device.notThere);
    return new WebSerialTransport(port);
  }

  #lost = () => this.#end(t.device.unplugged);

  async #read() {
    while (this.#port.readable && !this.#isOver) {
      this.#reader = this.#port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.#reader.read();
          if (done) break;
          this.onbytes(value);
        }
      } catch (error) {
        if (!PASSING.has(error.name)) return this.#lost();
      } finally {
        this.#reader.releaseLock();
        this.#reader = null;
      }
    }
    this.#lost();
  }

  async #end(reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onclose(reason);
    await this.#putAway();
  }

  // Closes the port, however far it was opened: an open port is blocked for other programs.
  async #putAway() {
    this.#port.removeEventListener?.("disconnect", this.#lost);
    await this.#reader?.cancel().catch(() => {});
    await this.#writer?.abort().catch(() => {});
    this.#writer?.releaseLock();
    this.#writer = null;
    await this.#port.close().catch(() => {});
  }
}

// Lets the user choose a device; null if none was chosen. The browser requires a click or a key first.
export async function choose({ anyDevice = false } = {}) {
  try {
    return new WebSerialTransport(await navigator.serial.requestPort(anyDevice ? {} : { filters: [MICROBIT] }));
  } catch (error) {
    if (error.name === "NotFoundError") return null;
    throw new Error(remedy(error));
  }
}

// Devices that the user allowed before and that are plugged in.
export async function remembered() {
  if (!isSupported()) return [];
  const ports = await navigator.serial.getPorts();
  return ports.filter((port) => port.connected !== false).map((port) => new WebSerialTransport(port));
}

function describe({ usbVendorId, usbProductId }) {
  if (usbVendorId === MICROBIT.usbVendorId && usbProductId === MICROBIT.usbProductId) return "micro:bit";
  const digits = (number) => (number ?? 0).toString(16).padStart(4, "0");
  return usbVendorId === undefined ? t.device.serialDevice : t.device.usbDevice(`${digits(usbVendorId)}:${digits(usbProductId)}`);
}

function remedy(error) {
  switch (error.name) {
    case "InvalidStateError":
      return t.device.alreadyOpen;
    case "NetworkError":
      return /linux/i.test(navigator.userAgentData?.platform ?? navigator.platform) ? `${t.device.held} ${t.device.rights}` : t.device.held;
    case "SecurityError":
      return t.device.clickAgain;
    default:
      return t.device.unusable(error.message);
  }
}
