// The simulated boot ROM reports what the hardware would not tolerate, and accepts what it would.

import assert from 'node:assert';
import test from 'node:test';
import { RP2040 } from 'rp2040js';
import { BootRom } from './boot_rom.mjs';
import { loadElf } from './elf.mjs';
import { PowerCut, Refused, Violation } from './errors.mjs';
import { FlashChip, PAGE, SECTOR, START } from './flash_chip.mjs';

const FLASH = 0x10000000;
const RAM = 0x20000000;

/** A chip whose processor stands in RAM with interrupts off. */
function chip() {
    const rp2040 = new RP2040();
    rp2040.logger = { debug() {}, info() {}, warn() {}, error() {} };
    const flash = new FlashChip(undefined);
    const rom = new BootRom(rp2040, flash);
    const { core } = rp2040;
    core.PM = true;
    /** Calls a function of the ROM as a program does: looked up in the table that the ROM's first words name. */
    const call = (name, ...values) => {
        core.LR = RAM + 0x101;
        core.PC = rp2040.readUint32(0x18) & 0xffff & ~1;
        core.registers[1] = name.charCodeAt(0) | (name.charCodeAt(1) << 8);
        assert.ok(rom.call(core));
        core.PC = core.registers[0] & ~1;
        values.forEach((value, at) => (core.registers[at] = value));
        core.LR = core.caller ?? RAM + 0x101;
        assert.ok(rom.call(core));
        assert.strictEqual(core.PC, core.LR & ~1);
    };
    return { rp2040, flash, rom, core, call };
}

const refuses = (work, told) => assert.throws(work, (error) => error instanceof Violation && told.test(error.message));

test('what the hardware demands is enough', () => {
    const { rp2040, flash, rom, call } = chip();
    rp2040.sram.fill(0x5a, 0, PAGE);
    call('IF');
    call('EX');
    call('RE', START, SECTOR);
    call('RP', START, RAM, PAGE);
    call('FC');
    assert.ok(rom.isDetached);
    call('CX');
    assert.ok(!rom.isDetached);
    assert.strictEqual(rp2040.readUint8(FLASH + START), 0x5a);
    assert.strictEqual(flash.n_operations, 2);
});

test('interrupts must be off, from the first call until the flash is read again', () => {
    const { core, rom, call } = chip();
    core.PM = false;
    refuses(() => call('EX'), /interrupts on/);
    core.PM = true;
    call('EX');
    core.PM = false;
    refuses(() => rom.check(core), /interrupts were let in/);
});

test('the caller must be in RAM', () => {
    const { core, call } = chip();
    core.caller = FLASH + 0x201;
    refuses(() => call('EX'), /not RAM/);
});

test('nothing may be fetched, read or stored in flash meanwhile', () => {
    const { rp2040, core, rom, call } = chip();
    call('EX');
    refuses(() => rp2040.readUint32(FLASH), /was read/);
    refuses(() => rp2040.readUint16(FLASH + 2), /was read/);
    refuses(() => rp2040.readUint8(FLASH + 3), /was read/);
    core.PC = FLASH + 0x200;
    refuses(() => rom.check(core), /was fetched/);
    call('CX');
    assert.strictEqual(rp2040.readUint8(FLASH + 3), 0xff);
    refuses(() => rp2040.writeUint32(FLASH, 0), /stored to/);
});

test('only whole sectors and pages of the champions, from RAM, after the flash was left', () => {
    const { call } = chip();
    refuses(() => call('RE', START, SECTOR), /while the flash was read/);
    call('EX');
    refuses(() => call('RE', START + PAGE, SECTOR), /whole sectors/);
    refuses(() => call('RE', START - SECTOR, SECTOR), /not the champions/);
    refuses(() => call('RP', START + 4, RAM, PAGE), /whole pages/);
    refuses(() => call('RP', START, FLASH, PAGE), /not RAM/);
});

test('ones become zeros and not the other way round, and a cut leaves the rest undone', () => {
    const flash = new FlashChip(undefined);
    flash.program(START, new Uint8Array(PAGE).fill(0x0f));
    flash.program(START, new Uint8Array(PAGE).fill(0xf3));
    assert.strictEqual(flash.bytes[START], 0x03);
    flash.cutAfter(0, 'before');
    assert.throws(() => flash.erase(START, SECTOR), PowerCut);
    assert.strictEqual(flash.bytes[START], 0x03);
    flash.cutAfter(0, 'amid');
    assert.throws(() => flash.erase(START, SECTOR), PowerCut);
    const values = new Set(flash.bytes.subarray(START, START + PAGE));
    assert.ok(values.size > 2 && [...values].every((byte) => (byte & 0x03) === 0x03));
});

test('whatever bytes a file holds, it is loaded or refused', () => {
    const flash = new Uint8Array(1024);
    const header = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 40, 0);
    let state = 1;
    const chance = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    for (let n = 0; n < 2000; n += 1) {
        const file = Uint8Array.from({ length: chance() }, chance);
        if (n % 2 === 0) file.set(header.subarray(0, file.length));
        assert.throws(() => loadElf(file, flash, FLASH), Refused);
    }
});
