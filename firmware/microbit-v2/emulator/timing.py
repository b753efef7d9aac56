"""The crystal oscillator, and the 16 MHz counter TIMER0."""

from device import Device

CYCLES_PER_MICROSECOND = 64
# How long the crystal takes to start (product specification, 32 MHz crystal oscillator).
CRYSTAL_START = 360 * CYCLES_PER_MICROSECOND
# Cycles of the processor for each tick of a timer without prescaler.
CYCLES_PER_TICK = 4


class Clock(Device):
    def __init__(self, board, base):
        super().__init__(board, base)
        self.is_started = 0
        self.writers[0x000] = self._start
        self.readers[0x100] = lambda: self.is_started
        self.writers[0x100] = self._clear

    def _start(self, value):
        if value & 1:
            self.due = self.board.now + CRYSTAL_START

    def _clear(self, value):
        self.is_started = value & 1

    def fire(self):
        self.due = None
        self.is_started = 1


class Timer(Device):
    """Counts and captures. Compare events and interrupts are not modelled."""

    def __init__(self, board, base):
        super().__init__(board, base)
        self.started = None
        self.counted = 0
        self.captured = [0] * 6
        self.writers |= {0x000: self._start, 0x004: self._stop, 0x00C: self._clear}
        for number in range(6):
            self.writers[0x040 + 4 * number] = lambda value, number=number: self._capture(value, number)
            self.readers[0x540 + 4 * number] = lambda number=number: self.captured[number]
        # Only as a timer, not as a counter.
        self.keep(0x504, 0, allowed=[0])
        self.width = self.keep(0x508, 0, allowed=range(4))
        self.prescaler = self.keep(0x510, 4, allowed=range(10))

    def _count(self):
        n_ticks = self.counted
        if self.started is not None:
            n_ticks += (self.board.now - self.started) // (CYCLES_PER_TICK << self.prescaler())
        return n_ticks & ((1 << (16, 8, 24, 32)[self.width()]) - 1)

    def _start(self, value):
        if value & 1 and self.started is None:
            self.started = self.board.now

    def _stop(self, value):
        if value & 1:
            self.counted, self.started = self._count(), None

    def _clear(self, value):
        if value & 1:
            self.counted = 0
            self.started = None if self.started is None else self.board.now

    def _capture(self, value, number):
        if value & 1:
            self.captured[number] = self._count()
