// The flash chip behind the boot ROM's functions: the effects of erasing a sector and programming a page, what a power
// cut leaves of them, and the file that keeps the champions. The file is changed with every operation, so that killing
// the emulator is a power cut.

import fs from 'node:fs';
import path from 'node:path';
import { PowerCut, Refused, Violation } from './errors.mjs';

export const SECTOR = 4096;
export const PAGE = 256;
/** The champions': the last 32 KB of the Pico's 2 MB. */
export const CHIP = 2 * 1024 * 1024;
export const REGION = 32 * 1024;
export const START = CHIP - REGION;

export class FlashChip {
    /** A chip whose bytes the processor sees; the champions' part is loaded from the file, if one is named. */
    constructor(name) {
        this.bytes = new Uint8Array(16 * 1024 * 1024).fill(0xff);
        this.n_operations = 0;
        this.cut = null;
        this.file = name === undefined ? null : open(name);
        if (this.file !== null) fs.readSync(this.file, this.bytes, START, REGION, 0);
    }

    /** Cuts the power in the operation after `n_operations` more: before it does anything, or in the midst of it. */
    cutAfter(n_operations, tear) {
        this.cut = { at: this.n_operations + n_operations, tear };
    }

    erase(offset, length) {
        if (offset % SECTOR !== 0 || length % SECTOR !== 0 || length === 0) {
            throw new Violation(`an erasure of ${length} bytes at ${offset.toString(16)} is not of whole sectors`);
        }
        this.#check(offset, length);
        for (let sector = offset; sector < offset + length; sector += SECTOR) {
            this.#operate(sector, new Uint8Array(SECTOR).fill(0xff));
        }
    }

    program(offset, data) {
        if (offset % PAGE !== 0 || data.length % PAGE !== 0 || data.length === 0) {
            throw new Violation(`a write of ${data.length} bytes at ${offset.toString(16)} is not of whole pages`);
        }
        this.#check(offset, data.length);
        // Programming can only clear bits.
        this.#operate(offset, data.map((byte, at) => byte & this.bytes[offset + at]));
    }

    #check(offset, length) {
        if (offset < START || offset + length > CHIP) {
            throw new Violation(`${length} bytes at ${offset.toString(16)} are not the champions'`);
        }
    }

    #operate(offset, after) {
        const isCut = this.cut !== null && this.cut.at === this.n_operations;
        this.n_operations += 1;
        if (!isCut) {
            this.bytes.set(after, offset);
        } else if (this.cut.tear === 'amid') {
            // Some bits have changed by then and others not yet.
            let state = (this.n_operations * 2654435761) >>> 0;
            for (let at = 0; at < after.length; at += 1) {
                state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
                const done = [0x00, 0xff, (state >>> 8) & 0xff, (state >>> 16) & 0xff][(state >>> 24) % 4];
                this.bytes[offset + at] = (this.bytes[offset + at] & ~done) | (after[at] & done);
            }
        }
        if (this.file !== null) fs.writeSync(this.file, this.bytes, offset, after.length, offset - START);
        if (isCut) throw new PowerCut(`the power was cut in operation ${this.n_operations}`);
    }
}

/** Opens a board's file, for this emulator alone, or makes one. */
function open(name) {
    try {
        lock(name);
        if (!fs.existsSync(name)) fs.writeFileSync(name, new Uint8Array(REGION).fill(0xff));
        const { size } = fs.statSync(name);
        if (size !== REGION) {
            throw new Refused(`it is no image of a board's flash: it has ${size} bytes, not ${REGION}`);
        }
        return fs.openSync(name, 'r+');
    } catch (error) {
        throw new Refused(`${name} cannot keep the flash: ${error.message}`);
    }
}

/** What a killed emulator leaves behind locks nothing. */
function lock(name) {
    const place = path.join(path.dirname(path.resolve(name)), `.${path.basename(name)}.emulated`);
    const holder = fs.existsSync(place) ? Number.parseInt(fs.readFileSync(place, 'utf8'), 10) : NaN;
    if (holder > 0 && holder !== process.pid && isAlive(holder)) {
        throw new Refused(`it is in use by another emulator (process ${holder})`);
    }
    fs.writeFileSync(place, `${process.pid}\n`);
    process.on('exit', () => fs.rmSync(place, { force: true }));
}

function isAlive(id) {
    try {
        return process.kill(id, 0);
    } catch (error) {
        return error.code === 'EPERM';
    }
}
