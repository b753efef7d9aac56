// The Pico's serial line on two pins: a byte takes as long as on a wire of 115200 baud, and one that comes when the
// chip's 32-byte buffer is full is lost.

/** Ten bits a byte. */
const NANOS_A_BYTE = 1e10 / 115200;

export class UartPins {
    constructor(rp2040, received) {
        this.uart = rp2040.uart[0];
        this.queue = [];
        this.n_lost = 0;
        this.uart.onByte = (byte) => received(Uint8Array.of(byte));
        this.alarm = rp2040.clock.createAlarm(() => this.#next());
        this.isScheduled = false;
    }

    send(bytes) {
        this.queue.push(...bytes);
        this.#schedule();
    }

    get isIdle() {
        return this.queue.length === 0;
    }

    #schedule() {
        if (this.isScheduled || this.queue.length === 0) return;
        this.isScheduled = true;
        this.alarm.schedule(NANOS_A_BYTE);
    }

    #next() {
        this.isScheduled = false;
        // A wire does not wait, but bytes that come before a new board has enabled its UART are kept for it.
        if (this.uart.enabled) {
            const byte = this.queue.shift();
            if (this.uart.rxFIFO.full) this.n_lost += 1;
            else this.uart.feedByte(byte);
        }
        this.#schedule();
    }
}
