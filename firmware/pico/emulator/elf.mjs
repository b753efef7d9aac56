// A firmware's ELF file: the bytes that a flash tool would write, and their addresses. Knows nothing of the chip but
// the address of its flash.

import { Refused } from './errors.mjs';

const ARM = 40;
const LOADED = 1;
const HEADER = 52;
const PROGRAM_HEADER = 32;

/** Copies what is loaded into flash, which is seen from `base` on. Whatever the file holds, nothing else is written. */
export function loadElf(file, flash, base) {
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    const isElf = file.length >= HEADER && view.getUint32(0, false) === 0x7f454c46;
    // 32 bits, little-endian.
    if (!isElf || file[4] !== 1 || file[5] !== 1 || view.getUint16(18, true) !== ARM) {
        throw new Refused('it is no ELF file for this processor');
    }
    const [start, size, count] = [view.getUint32(28, true), view.getUint16(42, true), view.getUint16(44, true)];
    if (size !== PROGRAM_HEADER || start + size * count > file.length) {
        throw new Refused('its program headers are damaged');
    }
    let n_bytes = 0;
    for (let header = start; header < start + size * count; header += size) {
        const [kind, offset, , address, length] = [0, 4, 8, 12, 16].map((at) => view.getUint32(header + at, true));
        if (kind !== LOADED || length === 0) continue;
        const place = address - base;
        if (place < 0 || place + length > flash.length || offset + length > file.length) {
            throw new Refused(`a segment at ${address.toString(16)} does not lie in flash`);
        }
        flash.set(file.subarray(offset, offset + length), place);
        n_bytes += length;
    }
    if (n_bytes === 0) throw new Refused('there is nothing in it');
}
