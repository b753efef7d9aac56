// Runs the Pico's firmware behind a TCP port of the loopback. See ../emulate.
//
// With --control a test's commands come on the standard input, and its end ends the emulator; each is answered with a
// line:
//   reset                      presses the button
//   jump ADDRESS               makes the processor go on there
//   cut N before|amid          cuts the power in the N-th flash operation from now, which ends the emulator with status 3
//   counts                     operations, lost bytes, instructions and resets so far
// A firmware that violates the hardware's requirements ends it with one line and status 4.

import fs from 'node:fs';
import net from 'node:net';
import readline from 'node:readline';
import { Board } from './board.mjs';
import { loadElf } from './elf.mjs';
import { PowerCut, Refused, Violation } from './errors.mjs';
import { FlashChip } from './flash_chip.mjs';

const USAGE = 'usage: emulate [ELF] [--flash FILE] [--port N] [--usb] [--control]';
const FLASH = 0x10000000;
/** Far more than any firmware's file. */
const LARGEST_ELF = 64_000_000;
/** How long an idle board leaves the computer to others, in milliseconds. */
const NAP = 3;

function leave(status, text) {
    process.stderr.write(`emulate: ${text}\n`);
    process.exit(status);
}

function parse([elf, ...rest]) {
    const options = { elf, port: 0, usb: false, control: false };
    while (rest.length > 0) {
        const name = rest.shift();
        if (name === '--usb' || name === '--control') options[name.slice(2)] = true;
        else if ((name === '--flash' || name === '--port') && rest.length > 0) options[name.slice(2)] = rest.shift();
        else leave(2, USAGE);
    }
    options.port = Number(options.port);
    if (elf === undefined || !(Number.isInteger(options.port) && options.port >= 0 && options.port < 65536)) {
        leave(2, USAGE);
    }
    return options;
}

function load(name, chip) {
    try {
        if (fs.statSync(name).size > LARGEST_ELF) throw new Refused('it is too large');
        loadElf(fs.readFileSync(name), chip.bytes.subarray(0, 2 * 1024 * 1024), FLASH);
    } catch (error) {
        throw new Refused(`${name} cannot be run: ${error.message}`);
    }
}

/** Runs the board, and lets others run whenever it has nothing to do. */
class Emulation {
    constructor(options) {
        const chip = new FlashChip(options.flash);
        load(options.elf, chip);
        this.client = null;
        this.unsent = [];
        this.board = new Board(chip, options, (bytes) => this.unsent.push(bytes));
        this.turn = this.turn.bind(this);
        this.next = setImmediate(this.turn);
    }

    turn() {
        this.next = this.nap = undefined;
        guarded(() => {
            const isBusy = this.board.run();
            if (this.client !== null) for (const bytes of this.unsent) this.client.write(bytes);
            this.unsent = [];
            if (isBusy) this.next = setImmediate(this.turn);
            else this.nap = setTimeout(this.turn, NAP);
        });
    }

    wake() {
        if (this.nap === undefined) return;
        clearTimeout(this.nap);
        this.nap = undefined;
        this.next = setImmediate(this.turn);
    }

    /** One at a time: a line has two ends. */
    connect(socket) {
        if (this.client !== null) {
            socket.destroy();
            return;
        }
        this.client = socket;
        socket.setNoDelay(true);
        socket.on('data', (bytes) => {
            this.board.line.send(bytes);
            this.wake();
        });
        socket.on('error', () => {});
        socket.on('close', () => {
            this.client = null;
        });
    }

    obey(line) {
        const [command, first, second] = line.split(' ');
        const { board } = this;
        if (command === 'reset') board.isResetWanted = true;
        else if (command === 'jump') board.jump(Number.parseInt(first, 16));
        else if (command === 'cut') board.chip.cutAfter(Number(first) - 1, second);
        else if (command === 'counts') {
            const { n_operations } = board.chip;
            const n_lost = board.line.n_lost ?? 0;
            process.stdout.write(`counts ${n_operations} ${n_lost} ${board.n_instructions} ${board.n_resets}\n`);
        }
        process.stdout.write(`done ${command}\n`);
        // A nap would let an idle board sleep through a reset.
        this.wake();
    }
}

/** Ends the emulator in good order with whatever ends the emulation. */
function guarded(work) {
    try {
        work();
    } catch (error) {
        if (error instanceof PowerCut) leave(3, error.message);
        if (error instanceof Violation) leave(4, `the firmware breaks a rule of the hardware: ${error.message}`);
        if (error instanceof Refused) leave(1, error.message);
        throw error;
    }
}

guarded(() => {
    const options = parse(process.argv.slice(2));
    const emulation = new Emulation(options);
    const server = net.createServer((socket) => emulation.connect(socket));
    server.on('error', (error) => leave(1, `the port ${options.port} cannot be had: ${error.message}`));
    server.listen(options.port, '127.0.0.1', () => {
        const { port } = server.address();
        const line = options.usb ? "the Pico's USB cable" : 'the Pico';
        process.stdout.write(`Reach ${line} with --port tcp:127.0.0.1:${port} (Ctrl-C ends it)\n`);
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(signal === 'SIGINT' ? 130 : 0));
    if (options.control) {
        const commands = readline.createInterface({ input: process.stdin });
        commands.on('line', (line) => emulation.obey(line));
        commands.on('close', () => process.exit(0));
    }
});
