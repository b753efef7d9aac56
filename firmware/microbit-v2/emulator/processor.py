"""The Cortex-M4F: unicorn executes its instructions; exceptions, which unicorn lacks for this profile, are here.

Unicorn (https://www.unicorn-engine.org) is licensed under the GPL, version 2. It is a program for tests that runs in a
process of its own; nothing of Pipsqueak is linked with it.

Instructions are counted. A stretch of them runs as translated code, without a Python hook, and ends at a count or at
an access that asks for it. Unicorn counts in two fields of its engine that its interface does not show; their place is
found by experiment at the start. Two limits: a stretch that would end inside an IT block ends after it, so that no
interrupt is taken inside one, and the count may be one short then; and an exception does not clear the exclusive
monitor, so that a STREX fails only if the word has changed.
"""

import ctypes
import struct

from unicorn import UC_ARCH_ARM, UC_HOOK_INTR, UC_HOOK_MEM_WRITE_PROT, UC_MODE_MCLASS, UC_MODE_THUMB
from unicorn import UC_PROT_EXEC, UC_PROT_READ, Uc, UcError, arm_const
from unicorn.unicorn_const import UC_ERR_OK

import names
import registers
from errors import NotModelled, Violation
from registers import Registers

FLASH_SIZE = 0x80000
RAM = 0x20000000
RAM_SIZE = 0x20000
# No code may lie from here on: peripherals.
NO_CODE = 0x40000000
NOWHERE = 0xFFFFFFFE
WFI = 0xBF30

R = arm_const
CORE = [R.UC_ARM_REG_R0, R.UC_ARM_REG_R1, R.UC_ARM_REG_R2, R.UC_ARM_REG_R3, R.UC_ARM_REG_R12, R.UC_ARM_REG_LR]
ALL = [getattr(R, f"UC_ARM_REG_R{n}") for n in range(13)] + [R.UC_ARM_REG_SP, R.UC_ARM_REG_LR, R.UC_ARM_REG_XPSR]
FLOATS = [getattr(R, f"UC_ARM_REG_S{n}") for n in range(16)] + [R.UC_ARM_REG_FPSCR]
STATE = [R.UC_ARM_REG_SP, R.UC_ARM_REG_XPSR, R.UC_ARM_REG_CONTROL]
MASKS = [R.UC_ARM_REG_PRIMASK, R.UC_ARM_REG_FAULTMASK, R.UC_ARM_REG_BASEPRI]

# Bits of CONTROL: the process stack, and that floating-point registers are in use.
SPSEL = 2
FPCA = 4
# Of a stacked xPSR: the stack was aligned by four bytes. Of an EXC_RETURN: there are no floating-point registers.
ALIGNED = 1 << 9
NO_FLOATS = 1 << 4
TO_HANDLER = 0xFFFFFFF1
TO_THREAD = 0xFFFFFFF9
EXCEPTION_NUMBER = 0x1FF
IT_BITS = 0x0600FC00
# What unicorn calls the end of an exception, and a supervisor call.
EXCEPTION_EXIT = 8
SUPERVISOR_CALL = 2

# Why a stretch ended.
COUNTED, ASLEEP, RETURNED, FAULTED = range(4)


def _new_engine():
    engine = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
    engine.ctl_set_cpu_model(R.UC_CPU_ARM_CORTEX_M4)
    return engine


def _find_counter():
    """The offset of the count of executed instructions in unicorn's engine; the limit is the next field."""

    def fields(n_before, limit):
        seen = []
        engine = _new_engine()

        def look():
            seen.append(ctypes.string_at(engine._uch.value, 4096))
            return 0

        engine.mem_map(0, 0x1000)
        engine.mmio_map(names.APB, 0x1000, lambda *_: look(), None, None, None)
        # Some NOPs, then a load from [r0].
        engine.mem_write(0, b"\x00\xbf" * n_before + b"\x01\x68" + b"\x00\xbf" * limit)
        engine.reg_write(R.UC_ARM_REG_R0, names.APB)
        engine.emu_start(1, NOWHERE, count=limit)
        size = ctypes.sizeof(ctypes.c_size_t)
        pattern = (n_before + 1).to_bytes(size, "little") + limit.to_bytes(size, "little")
        return {at for at in range(0, len(seen[0]), size) if seen[0][at : at + 2 * size] == pattern}

    found = fields(301, 1003) & fields(77, 507)
    if len(found) != 1:
        raise Violation("this version of unicorn counts elsewhere; install the version in requirements.txt")
    return found.pop()


class Processor:
    _offset = None

    def __init__(self, bus, flash, ram, store):
        """Memory with this content; `bus` reads and writes registers; `store` is called for a store to flash."""
        if Processor._offset is None:
            Processor._offset = _find_counter()
        self.engine = engine = _new_engine()
        engine.mem_map(0, FLASH_SIZE, UC_PROT_READ | UC_PROT_EXEC)
        engine.mem_write(0, bytes(flash))
        engine.mem_map(RAM, RAM_SIZE)
        engine.mem_write(RAM, bytes(ram))
        for base, size in [
            (names.APB, names.APB_SIZE),
            (names.AHB, names.AHB_SIZE),
            (names.PPB, names.PPB_SIZE),
            (names.INFORMATION, names.INFORMATION_SIZE),
        ]:
            engine.mmio_map(base, size, self._reader(bus, base), None, self._writer(bus, base), None)
        engine.hook_add(UC_HOOK_INTR, self._interrupted)
        engine.hook_add(UC_HOOK_MEM_WRITE_PROT, self._stored)
        self.store = store
        place = engine._uch.value + Processor._offset
        self._counter = ctypes.c_size_t.from_address(place)
        self._limit = ctypes.c_size_t.from_address(place + ctypes.sizeof(ctypes.c_size_t))
        self.ending = None
        self._event = None
        self.is_running = False
        self._all, self._masks, self._floats = (Registers(engine, names) for names in (ALL, MASKS, FLOATS))
        self._core, self._state = Registers(engine, CORE), Registers(engine, STATE)
        stack, start = struct.unpack("<II", bytes(flash[:8]))
        engine.reg_write(R.UC_ARM_REG_SP, stack & ~3)
        engine.reg_write(R.UC_ARM_REG_LR, 0xFFFFFFFF)
        engine.reg_write(R.UC_ARM_REG_XPSR, 1 << 24)
        self.pc = start & ~1

    def run(self, n_instructions):
        """Runs at most this many instructions; returns how many there were, and why it ended."""
        if self.pc >= NO_CODE:
            return 0, FAULTED
        self._event = None
        self.is_running = True
        error = registers.start(self.engine, self.pc | 1, n_instructions)
        if error != UC_ERR_OK and self._event is None:
            self._event = FAULTED
        self.is_running = False
        self.pc = self.engine.reg_read(R.UC_ARM_REG_PC)
        if self.ending is not None:
            raise self.ending
        counted, limit = self._counter.value, self._limit.value
        if self._event is not None:
            return counted, self._event
        if counted <= limit:
            return counted, self._sleep()
        # One more was counted than executed, unless an IT block had to be finished.
        return (counted if counted > limit + 1 else limit), COUNTED

    def end_stretch(self):
        """Ends the running stretch after the current instruction."""
        self._limit.value = min(self._limit.value, self._counter.value)

    @property
    def n_done(self):
        """Instructions of the running stretch before the current one."""
        return self._counter.value - 1 if self.is_running else 0

    def registers(self):
        """All core registers, to compare two states."""
        return self._all.read()

    def masks(self):
        """PRIMASK, FAULTMASK and BASEPRI."""
        return self._masks.read()

    def uses_floats(self):
        return self.engine.reg_read(R.UC_ARM_REG_CONTROL) & FPCA != 0

    def read(self, address, length):
        return bytes(self.engine.mem_read(address, length))

    def write(self, address, data):
        """Writes memory, flash too."""
        self.engine.mem_write(address, data)

    def enter(self, number, vectors):
        """Enters an exception: pushes a frame, with floating-point registers if they are in use."""
        engine = self.engine
        core = self._core.read()
        stack, xpsr, control = self._state.read()
        if control & SPSEL:
            raise NotModelled("the process stack is not modelled, and is in use")
        has_floats = control & FPCA != 0
        frame = struct.pack("<8I", *core, self.pc, 0)
        if has_floats:
            frame += struct.pack("<18I", *self._floats.read(), 0)
        base = stack - len(frame)
        aligned = ALIGNED if base & 4 else 0
        base &= ~7
        frame = frame[:28] + struct.pack("<I", xpsr & ~ALIGNED | aligned) + frame[32:]
        try:
            engine.mem_write(base, frame)
        except UcError:
            return False
        back = TO_HANDLER if xpsr & EXCEPTION_NUMBER else TO_THREAD
        (vector,) = struct.unpack("<I", self.read(vectors + 4 * number, 4))
        if not vector & 1:
            return False
        xpsr = xpsr & ~(EXCEPTION_NUMBER | IT_BITS) | number | 1 << 24
        self._state.write([base, xpsr, control & ~FPCA])
        engine.reg_write(R.UC_ARM_REG_LR, back & ~NO_FLOATS if has_floats else back)
        self.pc = vector & ~1
        return True

    def leave(self, is_nested):
        """Returns from an exception: pops its frame."""
        engine = self.engine
        # Bit 0 was cleared like that of any branch's target.
        back = self.pc | 1
        has_floats = not back & NO_FLOATS
        expected = TO_HANDLER if is_nested else TO_THREAD
        if back | NO_FLOATS != expected:
            raise Violation(f"an exception returns with {back:#x}, which is not how it began")
        stack, _, control = self._state.read()
        length = 104 if has_floats else 32
        frame = struct.unpack(f"<{length // 4}I", self.read(stack, length))
        core, (pc, xpsr) = frame[:6], frame[6:8]
        if has_floats:
            self._floats.write(frame[8:25])
        self._core.write(core)
        stack += length + (4 if xpsr & ALIGNED else 0)
        self._state.write([stack, xpsr & ~ALIGNED, control | FPCA if has_floats else control & ~FPCA])
        if self._masks.read()[1]:
            engine.reg_write(R.UC_ARM_REG_FAULTMASK, 0)
        self.pc = pc & ~1

    def _sleep(self):
        if struct.unpack("<H", self.read(self.pc - 2, 2))[0] != WFI:
            raise NotModelled(f"the processor stopped at {self.pc - 2:#x}, at an instruction that is not modelled")
        return ASLEEP

    def _interrupted(self, _engine, number, _data):
        if number == SUPERVISOR_CALL:
            self.ending = NotModelled("the instruction SVC is not modelled")
        self._event = RETURNED if number == EXCEPTION_EXIT else FAULTED
        self.engine.emu_stop()

    def _stored(self, _engine, _access, address, size, value, _data):
        return self._guarded(lambda: self.store(address, size, value & ((1 << 8 * size) - 1)) or True)

    def _reader(self, bus, base):
        def read(engine, offset, size, _data):
            if engine.reg_read(R.UC_ARM_REG_PC) < NO_CODE:
                return self._guarded(lambda: bus.read(base + offset, size))
            # An instruction was to be fetched from among the peripherals.
            self._event = FAULTED
            engine.emu_stop()
            return 0

        return read

    def _writer(self, bus, base):
        return lambda _engine, offset, size, value, _data: self._guarded(lambda: bus.write(base + offset, size, value))

    def _guarded(self, access):
        """An access whose exception ends the emulation after the stretch: none may pass through unicorn."""
        try:
            return access()
        except Exception as error:
            self.ending = self.ending or error
            self.engine.emu_stop()
            return 0
