// The Pico: processor and peripherals are rp2040js's. The boot ROM and the flash chip are ours, and so is what rp2040js
// lacks: faults, resets, and sleep that costs nothing.

import { RP2040 } from 'rp2040js';
import { BootRom } from './boot_rom.mjs';
import { UartPins } from './uart_pins.mjs';
import { UsbCable } from './usb_cable.mjs';

/** Where the chip's start code leaves the processor: the vectors of the program. */
const VECTORS = 0x10000100;
const NANOS_A_CYCLE = 8;
const HARD_FAULT = 3;
/** Interrupt and reset control, and what asks it for a reset. */
const AIRCR = 0xd0c;
const RESET_KEY = 0x05fa;
const RESET_REQUEST = 1 << 2;
/** Instructions between two looks at what else there is to do. */
const BATCH = 100_000;
/** The longest time that a board may sleep through before the computer is yielded to others. */
const NAP_NANOS = 5e6;

export class Board {
    constructor(chip, { usb }, received) {
        Object.assign(this, { chip, usb, received });
        this.n_instructions = 0;
        this.n_resets = -1;
        this.reset();
    }

    /** Begins anew: everything but the flash is as it was at the start. */
    reset() {
        const rp2040 = new RP2040();
        this.rp2040 = rp2040;
        this.core = rp2040.core;
        this.isResetWanted = false;
        this.isFaulty = false;
        rp2040.logger = this.#logger();
        rp2040.onBreak = () => this.#fault();
        this.rom = new BootRom(rp2040, this.chip);
        const Line = this.usb ? UsbCable : UartPins;
        const unread = this.line?.queue ?? [];
        this.line = new Line(rp2040, this.received);
        this.line.send(unread);
        const { ppb } = rp2040;
        const write = ppb.writeUint32.bind(ppb);
        ppb.writeUint32 = (offset, value) => {
            if (offset === AIRCR && value >>> 16 === RESET_KEY && value & RESET_REQUEST) this.isResetWanted = true;
            else write(offset, value);
        };
        this.core.VTOR = VECTORS;
        this.core.SP = rp2040.readUint32(VECTORS);
        this.core.PC = rp2040.readUint32(VECTORS + 4) & ~1;
        this.n_resets += 1;
    }

    /** Runs for a while; gives whether there is more to do than to wait. */
    run() {
        const slept = { nanos: 0 };
        for (let n = 0; n < BATCH; n += 1) {
            if (this.isResetWanted) this.reset();
            if (this.core.waiting) {
                if (!this.#sleep(slept)) return false;
            } else {
                this.#step();
            }
        }
        return true;
    }

    /** Makes the processor go on at an address. */
    jump(address) {
        this.core.waiting = false;
        this.core.PC = address;
    }

    #step() {
        const { core, rom, rp2040 } = this;
        const at = core.PC;
        if (at < 0x10000000 || at >= 0x20042000 || (at >= 0x14000000 && at < 0x20000000)) {
            if (at >= 0x4000 || !rom.call(core)) this.#fault();
            return;
        }
        if (rom.isDetached) rom.check(core);
        this.n_instructions += 1;
        rp2040.clock.tick(core.executeInstruction() * NANOS_A_CYCLE);
        if (this.isFaulty) this.#fault();
    }

    /** Passes the time until something wakes the processor; not for long if nothing will. */
    #sleep(slept) {
        const { core, rp2040 } = this;
        const nanos = rp2040.clock.nanosToNextAlarm;
        if (nanos <= 0 && rp2040.clock.nextAlarm === null) return false;
        rp2040.clock.tick(nanos);
        if (core.waiting && core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
        slept.nanos += nanos;
        return !this.line.isIdle || slept.nanos < NAP_NANOS;
    }

    /** What the processor does with what it cannot do. A fault in the fault's own handler locks it up for good: reset. */
    #fault() {
        this.isFaulty = false;
        if (this.core.IPSR === HARD_FAULT) {
            this.isResetWanted = true;
            return;
        }
        this.core.waiting = false;
        this.core.exceptionEntry(HARD_FAULT);
        // The frame itself may lie outside of the memory.
        if (this.isFaulty) this.isResetWanted = true;
    }

    /** rp2040js tells of accesses to nothing, which are faults, and of peripherals that it does not have, which are not. */
    #logger() {
        const heed = (component) => {
            this.isFaulty ||= component === 'RP2040' || component === 'CortexM0Core';
        };
        return { debug() {}, info() {}, warn: heed, error: heed };
    }
}
