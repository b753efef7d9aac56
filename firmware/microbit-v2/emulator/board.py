"""The micro:bit v2: the processor, the peripherals on its bus, and time. An instruction takes a cycle, so that the same
bytes at the same times give the same run; real cycles are more. Whenever the processor sleeps or waits for the line in
a loop, time passes without instructions."""

import random

from unicorn.arm_const import UC_ARM_REG_PC as PC

import names
from device import not_modelled
from errors import Violation
from nvic import HARD_FAULT, SYSTICK, Nvic, SysTick
from nvmc import Nvmc
from pins import Pins
from processor import ASLEEP, FAULTED, FLASH_SIZE, RAM, RAM_SIZE, RETURNED, Processor
from timing import Clock, Timer
from uart import Uart

SYSTEM_CONTROL = 0xE000E000
# The longest loop, in instructions, that is recognised as waiting.
LONGEST_LOOP = 32
# Mean instructions between interrupts that a test adds.
BETWEEN_INTERRUPTS = 500


class Board:
    def __init__(self, flash, sent, seed=None):
        """A board that has just got power. `sent` takes the bytes of its serial line. With a seed, the tick's interrupt
        comes at random instructions too."""
        self.flash = flash
        self.sent = sent
        self.random = None if seed is None else random.Random(seed)
        self.extra_at = None
        self.time = self.planned = 0
        self.n_instructions = 0
        self.n_exceptions = 0
        self.n_resets = -1
        self.is_running = False
        self.processor = None
        self.uart = None
        # Memory holds anything at power-on.
        self.reset(random.Random(1).randbytes(RAM_SIZE))

    def reset(self, ram=None):
        """Begins anew: everything but flash, RAM and the wire is as it was at the start."""
        ram = self.processor.read(RAM, RAM_SIZE) if ram is None else ram
        self.is_running = False
        self.wants_reset = self.is_asleep = False
        self.polled = self.loop = None
        self.stalled_until = None
        self.nvic = Nvic(self, SYSTEM_CONTROL)
        self.systick = SysTick(self, SYSTEM_CONTROL)
        self.processor = Processor(self, self.flash.data, ram, self._store)
        pressed = self.pins.pressed if self.n_resets >= 0 else set()
        self.pins = Pins(self, names.AHB)
        self.pins.pressed = pressed
        self.nvmc = Nvmc(self, 0x4001E000, self.flash)
        self.is_running = True
        if self.uart is None:
            self.uart = Uart(self, 0x40002000)
        else:
            self.uart.reset()
        clock, timer = Clock(self, 0x40000000), Timer(self, 0x40008000)
        self.devices = [self.systick, self.uart, clock]
        self.on_bus = {device.base >> 12: device for device in (clock, self.uart, timer, self.nvmc)}
        self.n_resets += 1
        self._plan_extra()

    @property
    def now(self):
        """The time in cycles, also amid a stretch of instructions."""
        return self.time if self.processor is None else self.time + self.processor.n_done

    def run(self, n_cycles):
        """Runs for this time; returns whether there is more to do than to wait."""
        end = self.time + n_cycles
        while self.time < end:
            if self.wants_reset:
                self.reset()
            self._fire()
            is_masked = self._take_exceptions()
            if self.is_asleep:
                if self.nvic.wakes():
                    self.is_asleep = False
                else:
                    self.time = min(self._next_event(), end)
                    self._plan_extra()
                continue
            planned = min(self._next_event(), end, self.extra_at or end)
            self._stretch(1 if is_masked else max(1, planned - self.time))
        return not (self.is_asleep and self.uart.is_idle)

    def jump(self, address):
        """Makes the processor go on at an address."""
        self.is_asleep = False
        self.processor.pc = address

    # What devices call.

    def replan(self):
        """Something may have to happen earlier than was planned."""
        self.processor.end_stretch()

    def request_reset(self):
        self.wants_reset = True
        self.replan()

    def stall_until(self, time):
        self.stalled_until = time
        self.replan()

    def poll(self):
        """The program has read a flag that is not set yet. If it does so in a loop that changes nothing, time may pass
        in whole rounds of the loop."""
        state = (self.program_counter(), self.processor.registers())
        now = self.now
        if self.polled is not None and self.polled[0] == state and now - self.polled[1] <= LONGEST_LOOP:
            self.loop = now - self.polled[1]
            self.replan()
        self.polled = (state, now)

    def program_counter(self):
        return self.processor.engine.reg_read(PC)

    def check_floats(self):
        if self.processor.uses_floats() and not self.nvic.has_floats:
            raise Violation("a floating-point instruction ran before the unit was switched on")

    # What the processor calls.

    def read(self, address, size):
        device, offset = self._device(address, "read")
        if device is not self.uart:
            self.polled = None
        if device is self.nvic and self._is_priority(offset):
            return sum(device.read(offset + place) << 8 * place for place in range(size))
        if size != 4:
            raise not_modelled(self, address, f"read as {size} bytes")
        return device.read(offset)

    def write(self, address, size, value):
        self.polled = None
        device, offset = self._device(address, f"set to {value:#x}")
        if device is self.nvic and self._is_priority(offset):
            for place in range(size):
                device.write(offset + place, value >> 8 * place & 0xFF)
        elif size == 4:
            device.write(offset, value)
        else:
            raise not_modelled(self, address, f"written as {size} bytes")
        if device is self.nvic or self._next_event() < self.planned:
            self.replan()

    def _is_priority(self, offset):
        return 0x400 <= offset < 0x500 or 0xD18 <= offset < 0xD24

    def _device(self, address, access):
        page = address >> 12
        if page == SYSTEM_CONTROL >> 12:
            offset = address & 0xFFF
            return (self.systick if 0x10 <= offset < 0x20 else self.nvic), offset
        if page == names.AHB >> 12:
            offset = address & 0xFFF
            # P1's registers lie 0x300 above those of P0, whose last is PIN_CNF[31].
            number = 1 if offset >= 0x800 else 0
            return self.pins.ports[number], offset - 0x300 * number
        device = self.on_bus.get(page)
        if device is None:
            raise not_modelled(self, address, access)
        return device, address & 0xFFF

    def _store(self, address, size, value):
        self.nvmc.store(address, size, value)

    # Time.

    def _next_event(self):
        return min([device.due for device in self.devices if device.due is not None], default=self.time + 1_000_000)

    def _fire(self):
        for device in self.devices:
            while device.due is not None and device.due <= self.time:
                device.fire()
        if self.extra_at is not None and self.extra_at <= self.time and not self.is_asleep:
            if self.systick.control & 2:
                self.nvic.pend(SYSTICK)
            self._plan_extra()

    def _plan_extra(self):
        if self.random is not None:
            self.extra_at = self.time + self.random.randrange(1, 2 * BETWEEN_INTERRUPTS)

    def _take_exceptions(self):
        """Enters the exception that is due; returns whether one is only held back by the program's masks."""
        candidate = self.nvic.candidate() if self.nvic.pending else None
        if candidate is None:
            return False
        number, priority = candidate
        primask, faultmask, base = self.processor.masks()
        if primask & 1 or faultmask & 1 or (base and priority >= base):
            return True
        self.is_asleep = False
        self._enter(number)
        return False

    def _enter(self, number):
        self.check_floats()
        self.n_exceptions += 1
        self.nvic.enter(number)
        if not self.processor.enter(number, self.nvic.vectors):
            self._fault()

    def _stretch(self, n_instructions):
        self.planned = self.time + n_instructions
        n_done, reason = self.processor.run(n_instructions)
        self.time += n_done
        self.n_instructions += n_done
        if self.loop is not None:
            self._pass_rounds()
        if self.stalled_until is not None:
            if self.processor.pc < FLASH_SIZE:
                self.time = max(self.time, self.stalled_until)
            self.stalled_until = None
        if reason == ASLEEP:
            self.is_asleep = True
        elif reason == RETURNED:
            self.processor.leave(is_nested=len(self.nvic.active) > 1)
            self.nvic.leave()
        elif reason == FAULTED:
            self._fault()

    def _pass_rounds(self):
        """Lets rounds of a waiting loop pass, as many as end before the next event."""
        passed = max(0, self._next_event() - self.time) // self.loop * self.loop
        self.time += passed
        self.n_instructions += passed
        self.loop = self.polled = None
        self._plan_extra()

    def _fault(self):
        """Every fault is a hard fault; one amid a hard fault locks the processor up, and this chip resets then."""
        if HARD_FAULT in self.nvic.active:
            self.wants_reset = True
            return
        self.processor.pc &= ~1
        self._enter(HARD_FAULT)
