"""Runs a program at a terminal of 80 columns and 24 lines, types keys, and writes all that the terminal got.

  at_a_terminal.py STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of pairs: a regular expression that is awaited in what came since the last step, and the keys that are
typed then; SIGTERM in their place is sent as a signal. The status is the program's; 125 if an expected text does not come, 124
if the program does not end, 123 if it leaves a terminal that reads and shows lines otherwise than before.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 120.0
# Keys that are typed before a program has drawn all of its picture are dropped, as those of a person would be.
MOMENT = 0.3


def main():
    steps, command = json.loads(sys.argv[1]), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        # 24 lines of 80 columns, before the program asks.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.environ["TERM"] = "xterm-256color"
        # As at a person's terminal, also when the tests themselves run in the background, where Ctrl-C is ignored.
        for ignored in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
            signal.signal(ignored, signal.SIG_DFL)
        os.execvp(command[0], command)
    before = termios.tcgetattr(terminal)[:4]
    seen, end = b"", time.monotonic() + PATIENCE
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
            time.sleep(MOMENT)
            keys = steps.pop(0)[1]
            if keys == "SIGTERM":
                os.kill(child, signal.SIGTERM)
            else:
                os.write(terminal, keys.encode())
            seen, end = b"", time.monotonic() + PATIENCE
        if time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            sys.exit(125 if steps else 124)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    is_restored = termios.tcgetattr(terminal)[:4] == before
    sys.exit(125 if steps else status if is_restored else 123)


main()
