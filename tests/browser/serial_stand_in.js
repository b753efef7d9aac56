// A stand-in for `navigator.serial`, put into the page before its own scripts: a headless browser has no devices. It leads
// over a WebSocket to a board behind `pipsqueak serve`, and fails as the browser's own does: no click, port busy, device
// lost, opened twice. The tests reach it as `window.serialStandIn`.

export function standIn(portName) {
  const fail = (name, message) => new DOMException(message, name);
  const control = { isPlugged: true, isBusy: false, isAllowed: false, baudRate: null, n_opened: 0 };
  const INFO = { usbVendorId: 0x0d28, usbProductId: 0x0204 };

  class StandInPort extends EventTarget {
    readable = null;
    writable = null;
    connected = true;
    #socket = null;
    #fail = () => {};

    getInfo() {
      return { ...INFO };
    }

    async open({ baudRate }) {
      if (this.#socket !== null) throw fail("InvalidStateError", "The port is already open.");
      if (control.isBusy || !control.isPlugged || !this.connected) throw fail("NetworkError", "Failed to open serial port.");
      const address = new URL(`api/port?name=${encodeURIComponent(portName)}`, document.baseURI);
      address.protocol = "ws:";
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      this.#socket = socket;
      let enqueue = () => {};
      await new Promise((resolve, reject) => {
        socket.onmessage = ({ data }) => {
          if (typeof data !== "string") return enqueue(new Uint8Array(data));
          if (JSON.parse(data).state === "open") resolve();
        };
        socket.onclose = () => reject(fail("NetworkError", "Failed to open serial port."));
      }).catch((error) => {
        this.#socket = null;
        throw error;
      });
      control.baudRate = baudRate;
      control.n_opened += 1;
      this.readable = new ReadableStream({
        start: (controller) => {
          enqueue = (bytes) => controller.enqueue(bytes);
          this.#fail = (error) => controller.error(error);
        },
      });
      let failWriter;
      this.writable = new WritableStream({
        start: (controller) => {
          failWriter = (error) => controller.error(error);
        },
        write: (bytes) => {
          if (socket.readyState !== WebSocket.OPEN) throw fail("NetworkError", "The device has been lost.");
          socket.send(bytes);
        },
      });
      socket.onclose = () => {
        if (this.#socket !== socket) return;
        const lost = fail("NetworkError", "The device has been lost.");
        this.connected = false;
        this.#fail(lost);
        failWriter(lost);
        this.readable = null;
        this.dispatchEvent(new Event("disconnect", { bubbles: true }));
      };
    }

    // Like the browser, it does not close a port whose streams are locked.
    async close() {
      if (this.#socket === null) throw fail("InvalidStateError", "The port is already closed.");
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("Cannot close: the stream is locked.");
      const socket = this.#socket;
      this.#socket = null;
      this.readable = this.writable = null;
      socket.close();
    }
  }

  let device = new StandInPort();
  const current = () => {
    if (!device.connected) device = new StandInPort();
    return device;
  };
  const serial = new EventTarget();
  serial.requestPort = async () => {
    if (!navigator.userActivation.isActive) {
      throw fail("SecurityError", "Must be handling a user gesture to show a permission request.");
    }
    if (!control.isPlugged) throw fail("NotFoundError", "No port selected by the user.");
    control.isAllowed = true;
    return current();
  };
  serial.getPorts = async () => (control.isAllowed && control.isPlugged ? [current()] : []);
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
  // Requested before any click: as strict as the browser.
  control.withoutClick = serial.requestPort().then(() => "granted", (error) => error.name);
  window.serialStandIn = control;
}
