// The Pico's USB cable: rp2040js's own host enumerates the device and opens its serial line; bytes go through its bulk
// endpoints. Unlike that host, this one answers a waiting endpoint only when there is data for it, as a real host does.

import { USBCDC } from 'rp2040js';

const PACKET = 64;

export class UsbCable {
    constructor(rp2040, received) {
        this.usb = rp2040.usbCtrl;
        this.queue = [];
        /** How much each endpoint waits for. It may wait before the host knows which one the line's is. */
        this.room = new Map();
        this.isOpen = false;
        this.host = new USBCDC(this.usb);
        this.host.onSerialData = (bytes) => received(bytes);
        this.host.onDeviceConnected = () => {
            this.isOpen = true;
            this.#pass();
        };
        this.usb.onEndpointRead = (endpoint, size) => {
            this.room.set(endpoint, Math.min(size, PACKET));
            this.#pass();
        };
    }

    send(bytes) {
        this.queue.push(...bytes);
        this.#pass();
    }

    get isIdle() {
        return this.queue.length === 0 || !this.isOpen || !this.room.has(this.host.outEndpoint);
    }

    #pass() {
        if (this.isIdle) return;
        const packet = Uint8Array.from(this.queue.splice(0, this.room.get(this.host.outEndpoint)));
        this.room.delete(this.host.outEndpoint);
        this.usb.endpointReadDone(this.host.outEndpoint, packet);
    }
}
