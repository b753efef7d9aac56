"""P0 and P1, and what the board's schematic connects to them: the light matrix, the buttons, the serial line."""

from device import Device

# Rows are lit by a high pin, columns by a low one. Pins of P1 are counted from 32 on.
ROWS = [21, 22, 15, 24, 19]
COLUMNS = [28, 11, 31, 32 + 5, 30]
# Pressed, they pull their pin to ground.
BUTTONS = {"A": 14, "B": 23, "logo": 32 + 4}
SERIAL_INPUT = 32 + 8
IS_OUTPUT = 1
IS_DISCONNECTED = 2
PULL_UP = 3 << 2
OUT, IN, DIR = 0x504, 0x510, 0x514


class Port(Device):
    def __init__(self, board, base, first, changed):
        super().__init__(board, base)
        self.first = first
        self.changed = changed
        self.out = 0
        # As after a reset: an input without its buffer.
        self.settings = [IS_DISCONNECTED] * 32
        self.writers |= {
            OUT: self._set_out,
            0x508: lambda value: self._set_out(self.out | value),
            0x50C: lambda value: self._set_out(self.out & ~value),
            DIR: self._set_direction,
            0x518: lambda value: self._set_direction(self.direction() | value),
            0x51C: lambda value: self._set_direction(self.direction() & ~value),
        }
        for offset in (OUT, 0x508, 0x50C):
            self.readers[offset] = lambda: self.out
        for offset in (DIR, 0x518, 0x51C):
            self.readers[offset] = self.direction
        self.readers[IN] = self._levels
        for pin in range(32):
            self.readers[0x700 + 4 * pin] = lambda pin=pin: self.settings[pin]
            self.writers[0x700 + 4 * pin] = lambda value, pin=pin: self._configure(pin, value)

    def direction(self):
        return sum((setting & IS_OUTPUT) << pin for pin, setting in enumerate(self.settings))

    def _set_out(self, value):
        self.changed()
        self.out = value & 0xFFFFFFFF

    def _set_direction(self, value):
        self.changed()
        self.settings = [setting & ~IS_OUTPUT | value >> pin & 1 for pin, setting in enumerate(self.settings)]

    def _configure(self, pin, value):
        self.changed()
        self.settings[pin] = value

    def _levels(self):
        return sum(self._level(pin) << pin for pin in range(32))

    def _level(self, pin):
        setting = self.settings[pin]
        if setting & IS_DISCONNECTED:
            return 0
        if setting & IS_OUTPUT:
            return self.out >> pin & 1
        pulled = setting & PULL_UP == PULL_UP
        return self.board.pins.outside(self.first + pin, int(pulled))


class Pins:
    """All pins, and a record of how long each light was on."""

    def __init__(self, board, base):
        self.board = board
        self.ports = [Port(board, base, 0, self._changed), Port(board, base + 0x300, 32, self._changed)]
        self.pressed = set()
        self.since = board.now
        self.lit_time = [[0] * 5 for _ in range(5)]

    def is_output(self, pin):
        return self._setting(pin) & IS_OUTPUT != 0

    def is_input(self, pin):
        return not self._setting(pin) & (IS_OUTPUT | IS_DISCONNECTED)

    def outside(self, pin, otherwise):
        """The level that the board gives a pin."""
        if pin in BUTTONS.values():
            return int(pin not in self.pressed)
        return 1 if pin == SERIAL_INPUT else otherwise

    def press(self, name):
        self.pressed.add(BUTTONS[name])

    def release(self, name):
        self.pressed.discard(BUTTONS[name])

    def lit(self):
        """The time that each light was on since the last call, in cycles, row by row."""
        self._changed()
        lit_time, self.lit_time = self.lit_time, [[0] * 5 for _ in range(5)]
        return lit_time

    def _changed(self):
        """Adds up the time until a change, which is now."""
        passed = self.board.now - self.since
        self.since = self.board.now
        rows = [y for y, pin in enumerate(ROWS) if self._drives(pin, 1)]
        if not rows or passed == 0:
            return
        columns = [x for x, pin in enumerate(COLUMNS) if self._drives(pin, 0)]
        for y in rows:
            for x in columns:
                self.lit_time[y][x] += passed

    def _setting(self, pin):
        return self.ports[pin >> 5].settings[pin & 31]

    def _drives(self, pin, level):
        port = self.ports[pin >> 5]
        return port.settings[pin & 31] & IS_OUTPUT and port.out >> (pin & 31) & 1 == level
