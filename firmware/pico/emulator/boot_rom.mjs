// A simulation of the RP2040's boot ROM: the table of its functions, and those that change flash. It checks what the
// hardware silently requires of their callers: interrupts off, the caller in RAM, and nothing read from flash until the
// start code has made it readable again.

import { Violation } from './errors.mjs';

const FLASH = 0x10000000;
const FLASH_END = 0x14000000;
const RAM = 0x20000000;
const RAM_END = 0x20042000;

/** The magic, the version, the table's place and the function that looks something up in it, where the manual has them. */
const MAGIC = 0x01754d;
const TABLE = 0x0100;
const LOOK_UP = 0x0200;
const FUNCTIONS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX'];
const addressOf = (name) => 0x0210 + 0x10 * FUNCTIONS.indexOf(name);

/** Registers of the flash's interface: on or off, frame format, instruction and address. */
const SSI = 0x18000;
const SSIENR = 0x08;

export class BootRom {
    constructor(rp2040, chip) {
        this.rp2040 = rp2040;
        this.chip = chip;
        this.isDetached = false;
        rp2040.bootrom[0x10 / 4] = (MAGIC | (2 << 24)) >>> 0;
        rp2040.bootrom[0x14 / 4] = TABLE;
        rp2040.bootrom[0x18 / 4] = LOOK_UP | 1;
        rp2040.flash = chip.bytes;
        rp2040.flash16 = new Uint16Array(chip.bytes.buffer);
        this.readable = new ReadOnlyView(chip.bytes.buffer);
        rp2040.flashView = this.readable;
        this.#watchInterface();
    }

    /** Whether the processor is about to run a function of the ROM; then it is done, and the processor has returned. */
    call(core) {
        const at = core.PC & ~1;
        if (at === LOOK_UP) {
            const code = core.registers[1];
            const name = String.fromCharCode(code & 0xff, (code >> 8) & 0xff);
            core.registers[0] = FUNCTIONS.includes(name) ? addressOf(name) | 1 : 0;
        } else {
            const name = FUNCTIONS.find((name) => addressOf(name) === at);
            if (name === undefined) return false;
            this.#checkCaller(core, name);
            this.#run(name, core.registers);
        }
        core.PC = core.LR & ~1;
        return true;
    }

    /** While the flash cannot be read, every instruction is looked at. */
    check(core) {
        if (!core.PM) throw new Violation('interrupts were let in while the flash could not be read');
        if (core.PC >= FLASH && core.PC < FLASH_END) this.#read('fetched', core.PC);
    }

    #checkCaller(core, name) {
        if (!core.PM) throw new Violation(`the ROM's ${name} was called with interrupts on`);
        if (core.LR < RAM || core.LR >= RAM_END) {
            throw new Violation(`the ROM's ${name} was called from ${core.LR.toString(16)}, which is not RAM`);
        }
    }

    #run(name, [place, second, third]) {
        const isChange = name === 'RE' || name === 'RP';
        if (isChange && !this.isDetached) throw new Violation(`the ROM's ${name} was called while the flash was read`);
        switch (name) {
            case 'EX':
                return this.#detach();
            case 'CX':
                return this.#attach();
            case 'RE':
                return this.chip.erase(place, second);
            case 'RP': {
                const start = second - RAM;
                if (start < 0 || second + third > RAM_END) {
                    throw new Violation(`a page was to be written from ${second.toString(16)}, which is not RAM`);
                }
                return this.chip.program(place, this.rp2040.sram.slice(start, start + third));
            }
        }
        return undefined;
    }

    #detach() {
        this.isDetached = true;
        const read = (_, at) => this.#read('read', FLASH + at);
        const refused = { getUint32: (at) => read(0, at), getUint16: (at) => read(0, at), setUint32: stored };
        this.rp2040.flashView = refused;
        const length = this.chip.bytes.length;
        this.rp2040.flash = new Proxy({}, { get: (_, key) => (key === 'length' ? length : read(0, Number(key))) });
    }

    #attach() {
        this.isDetached = false;
        this.rp2040.flashView = this.readable;
        this.rp2040.flash = this.chip.bytes;
    }

    #read(how, address) {
        throw new Violation(`${address.toString(16)} was ${how} while the flash could not be read`);
    }

    /** The start code ends with the interface on, in the mode in which the chip answers to addresses alone. */
    #watchInterface() {
        const ssi = this.rp2040.peripherals[SSI];
        const write = ssi.writeUint32.bind(ssi);
        ssi.writeUint32 = (offset, value) => {
            write(offset, value);
            const [isQuad, isAddressOnly] = [((ssi.crtlr0 >>> 21) & 3) === 2, (ssi.spictlr0 & 3) === 2];
            if (this.isDetached && offset === SSIENR && value === 1 && isQuad && isAddressOnly) this.#attach();
        };
    }
}

/** Flash as loads see it. A store to it does nothing good on the chip. */
class ReadOnlyView extends DataView {
    setUint32(at) {
        stored(at);
    }
}

function stored(at) {
    throw new Violation(`${(FLASH + at).toString(16)} is flash, and was stored to as if it were RAM`);
}
