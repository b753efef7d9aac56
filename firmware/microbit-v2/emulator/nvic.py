"""The Cortex-M4's own registers: SysTick, the interrupt controller, and system control."""

from device import Device

HARD_FAULT = 3
SYSTICK = 15
FIRST_INTERRUPT = 16
N_INTERRUPTS = 48
# The lowest urgency: no exception is active.
THREAD = 256
CPUID = 0x410FC241
RESET_KEY = 0x05FA
RESET_REQUEST = 1 << 2


class SysTick(Device):
    """Registers at offset 0x10 of the system control space."""

    def __init__(self, board, base):
        super().__init__(board, base)
        self.control = 0
        self.reload = 0
        self.has_counted = 0
        self.readers |= {0x10: self._read_control, 0x14: lambda: self.reload, 0x18: self._current}
        self.writers |= {0x10: self._write_control, 0x14: self._set_reload, 0x18: lambda _value: self._restart()}

    def fire(self):
        self.has_counted = 1
        self.due += self.reload + 1
        if self.control & 2:
            self.board.nvic.pend(SYSTICK)

    def _restart(self):
        self.has_counted = 0
        self.due = self.board.now + self.reload + 1 if self.control & 1 and self.reload else None

    def _set_reload(self, value):
        self.reload = value & 0xFFFFFF

    def _write_control(self, value):
        if value & ~7 or value & 5 == 1:
            # Without bit 2 it would count another clock.
            raise self.not_modelled(0x10, f"set to {value:#x}")
        was_on = self.control & 1
        self.control = value
        if not value & 1:
            self.due = None
        elif not was_on:
            self._restart()

    def _read_control(self):
        value = self.control | self.has_counted << 16
        self.has_counted = 0
        return value

    def _current(self):
        return 0 if self.due is None else self.due - self.board.now - 1


class Nvic(Device):
    """The interrupt controller and system control. Priorities have three bits, all of them for preemption."""

    def __init__(self, board, base):
        super().__init__(board, base)
        self.enabled = set()
        self.pending = set()
        # The innermost is the last.
        self.active = []
        self.priorities = {}
        self.levels = set()
        self.vectors = 0
        self.has_floats = False
        for word in range((N_INTERRUPTS + 31) // 32):
            self._bits(0x100, 0x180, word, self.enabled)
            self._bits(0x200, 0x280, word, self.pending)
            self.readers[0x300 + 4 * word] = lambda word=word: self._word(self.active, word)
        for number in range(4, FIRST_INTERRUPT + N_INTERRUPTS):
            offset = 0x400 + number - FIRST_INTERRUPT if number >= FIRST_INTERRUPT else 0xD18 + number - 4
            self.readers[offset] = lambda number=number: self.priorities.get(number, 0)
            self.writers[offset] = lambda value, number=number: self._prioritise(number, value)
        self.readers |= {0xD00: lambda: CPUID, 0xD04: self._state, 0xD08: lambda: self.vectors, 0xD88: self._access}
        self.readers[0xD0C] = lambda: 0xFA050000
        self.writers |= {0xD0C: self._control, 0xD88: self._grant}
        # Sleep on exit and deep sleep would need a model.
        self.keep(0xD10, 0, allowed=[0])

    def pend(self, number):
        self.pending.add(number)
        if self.candidate() is not None:
            self.board.replan()

    def set_line(self, interrupt, level):
        """A peripheral's request: as long as it stays, the interrupt comes again."""
        number = FIRST_INTERRUPT + interrupt
        if not level:
            self.levels.discard(number)
        elif number not in self.levels or number not in self.active:
            self.levels.add(number)
            self.pend(number)

    def wakes(self):
        """Whether something ends a sleep, masked or not."""
        return any(self._is_enabled(number) for number in self.pending)

    def candidate(self):
        """The pending exception that would be taken if none were masked, and its priority."""
        ready = [(self._priority(number), number) for number in self.pending if self._is_enabled(number)]
        if not ready:
            return None
        priority, number = min(ready)
        return (number, priority) if priority < self.running_priority() else None

    def running_priority(self):
        return min((self._priority(number) for number in self.active), default=THREAD)

    def enter(self, number):
        self.pending.discard(number)
        self.active.append(number)

    def leave(self):
        number = self.active.pop()
        if number in self.levels:
            self.pending.add(number)

    def _is_enabled(self, number):
        return number < FIRST_INTERRUPT or number in self.enabled

    def _priority(self, number):
        return -1 if number == HARD_FAULT else self.priorities.get(number, 0)

    def _prioritise(self, number, value):
        self.priorities[number] = value & 0xE0

    def _word(self, numbers, word):
        first = FIRST_INTERRUPT + 32 * word
        return sum(1 << bit for bit in range(32) if first + bit in numbers)

    def _bits(self, set_at, clear_at, word, numbers):
        first = FIRST_INTERRUPT + 32 * word

        def named(value):
            return {first + bit for bit in range(32) if value >> bit & 1 and 32 * word + bit < N_INTERRUPTS}

        for offset in (set_at, clear_at):
            self.readers[offset + 4 * word] = lambda: self._word(numbers, word)
        self.writers[set_at + 4 * word] = lambda value: numbers.update(named(value))
        # A request that stays pends its interrupt again.
        self.writers[clear_at + 4 * word] = lambda value: numbers.difference_update(
            named(value) - (self.levels - set(self.active) if numbers is self.pending else set())
        )

    def _state(self):
        return self.active[-1] if self.active else 0

    def _control(self, value):
        if value >> 16 != RESET_KEY or value & ~(0xFFFF0000 | RESET_REQUEST):
            raise self.not_modelled(0xD0C, f"set to {value:#x}")
        if value & RESET_REQUEST:
            self.board.request_reset()

    def _access(self):
        return 0x00F00000 if self.has_floats else 0

    def _grant(self, value):
        if value not in (0, 0x00F00000):
            raise self.not_modelled(0xD88, f"set to {value:#x}")
        self.board.check_floats()
        self.has_floats = value != 0
