"""UART0 and the wire to the interface chip: a byte takes as long as at 115,200 baud in both directions, and one that
comes when six are unread is lost. RXDRDY comes when a byte moves into the register RXD: a byte behind it does so only
when RXD is read."""

from collections import deque

from device import Device

BAUDRATE_115200 = 0x01D7E000
# Ten bits a byte.
CYCLES_PER_BYTE = 5_556
FIFO = 6
ENABLED = 4
INTERRUPT = 2
RXDRDY = 0x108
TXDRDY = 0x11C
# Where the board's schematic connects the interface chip: out on P0.06, in on P1.08.
OUTPUT = 6
INPUT = 32 + 8


class Uart(Device):
    def __init__(self, board, base):
        super().__init__(board, base)
        # Bytes on the wire, of which the first comes next.
        self.queue = deque()
        self.n_lost = 0
        self.reset()

    def reset(self):
        self.fifo = deque()
        self.events = {RXDRDY: 0, TXDRDY: 0}
        self.enabled_interrupts = 0
        self.is_receiving = self.is_sending = False
        self.sent_at = self.next_at = None
        self.byte = 0
        self.due = None
        self.writers |= {
            0x000: self._start_receiving,
            0x004: self._stop_receiving,
            0x008: self._start_sending,
            0x00C: self._stop_sending,
            0x304: lambda value: self._enable(self.enabled_interrupts | value),
            0x308: lambda value: self._enable(self.enabled_interrupts & ~value),
            0x51C: self._send,
        }
        self.readers[0x304] = self.readers[0x308] = lambda: self.enabled_interrupts
        self.readers[0x518] = self._take
        for event in self.events:
            self.writers[event] = lambda value, event=event: self._set(event, value & 1)
        self.readers[RXDRDY] = lambda: self.events[RXDRDY]
        self.readers[TXDRDY] = self._poll_sent
        self.enabled = self.keep(0x500, 0, allowed=[0, ENABLED])
        self.output = self.keep(0x50C, 0xFFFFFFFF)
        self.input = self.keep(0x514, 0xFFFFFFFF)
        # Another rate, parity or flow control would be noise to the interface chip.
        self.keep(0x524, 0x04000000, allowed=[BAUDRATE_115200])
        self.keep(0x56C, 0, allowed=[0])
        self._schedule()

    def receive(self, data):
        """Bytes from the computer."""
        self.queue.extend(data)
        self._schedule()

    @property
    def is_idle(self):
        return not self.queue and self.sent_at is None

    def fire(self):
        now = self.board.now
        if self.sent_at is not None and self.sent_at <= now:
            self.sent_at = None
            if self.output() == OUTPUT and self.board.pins.is_output(OUTPUT):
                self.board.sent(self.byte)
            self._set(TXDRDY, 1)
        if self.next_at is not None and self.next_at <= now:
            self.next_at = None
            # A wire does not wait, but bytes that come before a new board listens are kept for it.
            if self.is_receiving:
                self._arrive(self.queue.popleft())
        self._schedule()

    def _arrive(self, byte):
        if len(self.fifo) >= FIFO:
            self.n_lost += 1
            return
        self.fifo.append(byte)
        if len(self.fifo) == 1:
            self._set(RXDRDY, 1)

    def _schedule(self):
        if self.next_at is None and self.queue and self.board.is_running:
            self.next_at = self.board.now + CYCLES_PER_BYTE
        times = [time for time in (self.sent_at, self.next_at) if time is not None]
        self.due = min(times, default=None)

    def _set(self, event, value):
        self.events[event] = value
        self._request()

    def _enable(self, bits):
        if bits & ~(1 << 2 | 1 << 7):
            raise self.not_modelled(0x304, f"set to {bits:#x}")
        self.enabled_interrupts = bits
        self._request()

    def _request(self):
        bits = self.events[RXDRDY] << 2 | self.events[TXDRDY] << 7
        self.board.nvic.set_line(INTERRUPT, bits & self.enabled_interrupts != 0)

    def _start_receiving(self, value):
        is_wired = self.input() == INPUT and self.board.pins.is_input(INPUT)
        self.is_receiving = bool(value & 1) and self.enabled() == ENABLED and is_wired

    def _stop_receiving(self, _value):
        self.is_receiving = False

    def _start_sending(self, value):
        self.is_sending = bool(value & 1) and self.enabled() == ENABLED

    def _stop_sending(self, _value):
        self.is_sending = False

    def _take(self):
        if not self.fifo:
            return 0
        byte = self.fifo.popleft()
        if self.fifo:
            self._set(RXDRDY, 1)
        return byte

    def _send(self, value):
        if not self.is_sending:
            return
        self.byte = value & 0xFF
        self.sent_at = self.board.now + CYCLES_PER_BYTE
        self._schedule()

    def _poll_sent(self):
        if not self.events[TXDRDY]:
            self.board.poll()
        return self.events[TXDRDY]
