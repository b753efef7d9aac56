"""Runs the micro:bit v2's firmware behind a TCP port of the loopback, or on a unix socket. See ../emulate.

With --control a test's commands come on the standard input, and its end ends the emulator; each is answered with a
line:
  reset                      presses the button
  jump ADDRESS               makes the processor go on there
  cut N before|amid          cuts the power in the N-th flash operation from now, which ends the emulator with status 3
  press NAME, release NAME   the buttons A and B, and the logo
  lights                     what a person sees in the next second, row by row: # lit, * blinking, . dark
  counts                     flash operations, lost bytes, instructions and resets so far
  exceptions                 interrupts and faults so far
A firmware that violates the hardware's requirements ends it with one line and status 4.
"""

import argparse
import os
import selectors
import signal
import socket
import sys
import time

import elf
from board import Board
from errors import Ending, Refused
from nvmc import Flash

HERTZ = 64_000_000
# Cycles between two looks at what else there is to do, and the seconds that an idle board leaves the computer to others
# meanwhile: its clock is then that of the hardware.
SLICE = 320_000
NAP = SLICE / HERTZ
# A paced board must answer in time: it runs for less before it waits.
PACED_SLICE = SLICE // 4
# Two periods of a blinking light, in cycles.
LOOK = 1024 * 64_000
# The share of the time that a light is on: a row of five, half of that if it blinks.
STEADY = (0.15, 0.21)
BLINKING = (0.06, 0.13)
BUTTONS = ("A", "B", "logo")
USAGE = "usage: emulate [ELF] [--flash FILE] [--port N | --unix PATH] [--paced] [--interrupts SEED] [--control]"


def options():
    parser = argparse.ArgumentParser(prog="emulate", allow_abbrev=False)
    parser.add_argument("elf", metavar="ELF", help="the firmware")
    parser.add_argument("--flash", metavar="FILE", help="keep the champions in a file")
    parser.add_argument("--port", metavar="N", type=int, default=0, help="the TCP port (default: a free one)")
    parser.add_argument("--unix", metavar="PATH", help="connect to a unix socket instead, and end with it")
    parser.add_argument("--paced", action="store_true", help="never run faster than the hardware's clock")
    parser.add_argument("--interrupts", metavar="SEED", type=int, help="add interrupts at random instructions")
    parser.add_argument("--control", action="store_true", help="read commands from the standard input")
    parser.error = lambda text: leave(2, f"{text}; {USAGE}")
    chosen = parser.parse_args()
    if not 0 <= chosen.port < 65536:
        parser.error(f"{chosen.port} is no port")
    return chosen


def leave(status, text):
    sys.stderr.write(f"emulate: {text}\n")
    sys.stderr.flush()
    os._exit(status)


class Emulation:
    def __init__(self, chosen):
        flash = Flash(chosen.flash)
        elf.load(chosen.elf, flash.data)
        flash.restore()
        self.unsent = bytearray()
        self.board = Board(flash, self.unsent.append, chosen.interrupts)
        self.selector = selectors.DefaultSelector()
        self.is_paced = chosen.paced
        self.started = time.monotonic()
        self.client = None
        self.ends_with_client = chosen.unix is not None
        self.commands = b""
        if chosen.control:
            self.selector.register(sys.stdin.buffer, selectors.EVENT_READ, self.read_commands)
        if chosen.unix is not None:
            line = socket.socket(socket.AF_UNIX)
            line.connect(chosen.unix)
            self.connect(line)
        else:
            self.listen(chosen.port)

    def listen(self, port):
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind(("127.0.0.1", port))
        except OSError as error:
            raise Refused(f"the port {port} cannot be had: {error.strerror}") from None
        server.listen()
        self.selector.register(server, selectors.EVENT_READ, self.accept)
        say(f"Reach the micro:bit v2 with --port tcp:127.0.0.1:{server.getsockname()[1]} (Ctrl-C ends it)")

    def run(self):
        while True:
            is_busy = self.board.run(PACED_SLICE if self.is_paced else SLICE)
            self.flush()
            pause = self.lead() if self.is_paced else 0 if is_busy else NAP
            for key, _ in self.selector.select(pause):
                key.data(key.fileobj)

    def lead(self):
        """The seconds by which the board's clock is ahead of the computer's. Lost time is not caught up."""
        now, passed = time.monotonic(), self.board.time / HERTZ
        self.started = max(self.started, now - passed)
        return passed - (now - self.started)

    def flush(self):
        if self.client is not None and self.unsent:
            try:
                self.client.send(self.unsent)
            except OSError:
                # A wire does not wait for a reader.
                pass
        self.unsent.clear()

    def accept(self, server):
        line, _ = server.accept()
        if self.client is not None:
            # A line has two ends.
            line.close()
            return
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connect(line)

    def connect(self, line):
        line.setblocking(False)
        self.client = line
        self.selector.register(line, selectors.EVENT_READ, self.receive)

    def receive(self, line):
        try:
            data = line.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.board.uart.receive(data)
            return
        if self.ends_with_client:
            os._exit(0)
        self.selector.unregister(line)
        line.close()
        self.client = None

    def read_commands(self, stream):
        data = os.read(stream.fileno(), 4096)
        if not data:
            os._exit(0)
        *lines, self.commands = (self.commands + data).split(b"\n")
        for line in lines:
            self.obey(line.decode().split())

    def obey(self, words):
        board = self.board
        match words:
            case ["reset"]:
                board.reset()
            case ["jump", address]:
                board.jump(int(address, 16))
            case ["cut", number, ("before" | "amid") as tear]:
                board.flash.cut_after(int(number) - 1, tear)
            case ["press", name] if name in BUTTONS:
                board.pins.press(name)
            case ["release", name] if name in BUTTONS:
                board.pins.release(name)
            case ["lights"]:
                say(f"lights {self.look()}")
            case ["counts"]:
                say(f"counts {board.flash.n_operations} {board.uart.n_lost} {board.n_instructions} {board.n_resets}")
            case ["exceptions"]:
                say(f"exceptions {board.n_exceptions}")
            case _:
                raise Refused(f"{' '.join(words)!r} is no command")
        say(f"done {words[0]}")

    def look(self):
        self.board.pins.lit()
        self.board.run(LOOK)
        self.flush()

        def mark(time):
            share = time / LOOK
            if share == 0:
                return "."
            return "#" if STEADY[0] < share < STEADY[1] else "*" if BLINKING[0] < share < BLINKING[1] else "?"

        return " ".join("".join(map(mark, row)) for row in self.board.pins.lit())


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main():
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    try:
        Emulation(options()).run()
    except Ending as ending:
        is_violation = ending.status == 4
        leave(ending.status, f"the firmware breaks a rule of the hardware: {ending}" if is_violation else str(ending))


main()
