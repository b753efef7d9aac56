"""Runs a program at a terminal of 80 columns and 24 lines, types keys, and writes all that the terminal got.

  at_a_terminal.py STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of pairs: a regular expression that is awaited in what came since the last step, and the keys that are
typed then; SIGTERM in their place is sent as a signal. The status is the program's; 125 if an expected text does not come, 124
if the program does not end, 123 if it leaves a terminal that reads and shows lines otherwise than before.
"""

import fcntl
import json
import os
import re
import select
import signal
import struct
import sys
import termios
import time

# How long a text, or the end of the program, may take to come.
TIMEOUT = 120.0


def start(command):
    """Starts a program at a new terminal; gives its number, the terminal, and the terminal's state before the program began."""
    terminal, line = os.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    # Before there is a program that could change it.
    before = state(line)
    child = os.fork()
    if child == 0:
        # The terminal becomes the one that Ctrl-C comes from, and the standard input, output and error.
        os.setsid()
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
        for stream in range(3):
            os.dup2(line, stream)
        os.environ["TERM"] = "xterm-256color"
        # As at a person's terminal, also when the tests themselves run in the background, where Ctrl-C is ignored.
        for ignored in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
            signal.signal(ignored, signal.SIG_DFL)
        os.execvp(command[0], command)
    # Only the program has it open now, so that its end is seen.
    os.close(line)
    return child, terminal, before


def state(terminal):
    """What the terminal does with what is typed and written."""
    return termios.tcgetattr(terminal)[:4]


def main():
    steps, command = json.loads(sys.argv[1]), sys.argv[2:]
    child, terminal, before = start(command)
    seen, end = b"", time.monotonic() + TIMEOUT
    while True:
        ready, _, _ = select.select([terminal], [], [], max(0.0, min(1.0, end - time.monotonic())))
        try:
            part = os.read(terminal, 65536) if ready else None
        except OSError:
            # Linux says so when the last program at the terminal has gone.
            part = b""
        if part == b"":
            break
        if part:
            sys.stdout.buffer.write(part)
            seen += part
        if steps and re.search(steps[0][0].encode(), seen):
            keys = steps.pop(0)[1]
            if keys == "SIGTERM":
                os.kill(child, signal.SIGTERM)
            else:
                os.write(terminal, keys.encode())
            seen, end = b"", time.monotonic() + TIMEOUT
        if time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            sys.exit(125 if steps else 124)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    is_restored = state(terminal) == before
    sys.exit(125 if steps else status if is_restored else 123)


main()
