"""The flash controller: what erasing a page and writing a word do, what a power cut leaves of them, and the file that
keeps the champions. The file is changed with every operation, so that killing the emulator is a power cut."""

import fcntl
import os
import struct

from device import Device
from errors import PowerCut, Refused, Violation
from processor import FLASH_SIZE

PAGE = 4096
REGION = 32 * 1024
# The champions': the last 32 KB.
START = FLASH_SIZE - REGION
READ_ONLY, WRITE, ERASE = range(3)
# A word may be written this often before it must be erased (product specification, nWRITE).
MAX_WRITES = 2
# Longest times of the product specification, in cycles: 42.5 us a word, 87.5 ms a page.
WRITE_TIME = 2_720
ERASE_TIME = 5_600_000


class Flash:
    """The chip's flash, which outlasts resets."""

    def __init__(self, name):
        self.data = bytearray(b"\xff" * FLASH_SIZE)
        self.n_writes = {}
        self.n_operations = 0
        self.cut = None
        self.file = None if name is None else _open(name)

    def restore(self):
        """Loads the champions from the file."""
        if self.file is not None:
            self.data[START:] = os.pread(self.file, REGION, 0)

    def cut_after(self, n_operations, tear):
        """Cuts the power in the operation after this many more: before it does anything, or amid it."""
        self.cut = (self.n_operations + n_operations, tear)

    def operate(self, address, after):
        """Replaces bytes in one operation; returns the new ones."""
        is_cut = self.cut is not None and self.cut[0] == self.n_operations
        self.n_operations += 1
        before = self.data[address : address + len(after)]
        if is_cut:
            after = before if self.cut[1] == "before" else _torn(before, after, self.n_operations)
        self.data[address : address + len(after)] = after
        if self.file is not None:
            os.pwrite(self.file, after, address - START)
        if is_cut:
            raise PowerCut(f"the power was cut in operation {self.n_operations}")
        return after


def _torn(before, after, seed):
    """Some bits have changed by then and others not yet."""
    state = seed * 2654435761 & 0xFFFFFFFF
    torn = bytearray()
    for old, new in zip(before, after):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        done = (0x00, 0xFF, state >> 8 & 0xFF, state >> 16 & 0xFF)[state >> 24 & 3]
        torn.append(old & ~done | new & done)
    return bytes(torn)


def _open(name):
    """Opens a board's file, for this emulator alone, or makes one."""
    try:
        file = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        size = os.fstat(file).st_size
        if size == 0:
            os.pwrite(file, b"\xff" * REGION, 0)
        elif size != REGION:
            raise Refused(f"it is no image of a board's flash: it has {size} bytes, not {REGION}")
        return file
    except BlockingIOError:
        reason = "it is in use by another emulator"
    except (OSError, Refused) as error:
        reason = error.strerror if isinstance(error, OSError) else error
    raise Refused(f"{name} cannot keep the flash: {reason}")


class Nvmc(Device):
    def __init__(self, board, base, flash):
        super().__init__(board, base)
        self.flash = flash
        self.busy_until = 0
        self.readers[0x400] = self._ready
        self.config = self.keep(0x504, READ_ONLY, allowed=[READ_ONLY, WRITE, ERASE])
        self.writers[0x508] = self._erase

    def store(self, address, size, value):
        """A store of the program to flash."""
        if self.config() != WRITE:
            raise Violation(f"{address:#x} is flash, and was stored to while writing was not enabled")
        if size != 4 or address % 4 != 0:
            raise Violation(f"{size} bytes were written to flash at {address:#x}, which takes whole words only")
        self._check(address)
        n_writes = self.flash.n_writes.get(address, 0) + 1
        if n_writes > MAX_WRITES:
            raise Violation(f"the word at {address:#x} was written {n_writes} times without an erasure")
        self.flash.n_writes[address] = n_writes
        # Writing can only clear bits.
        old = self.flash.data[address : address + 4]
        new = bytes(a & b for a, b in zip(old, struct.pack("<I", value)))
        self._operate(address, new, WRITE_TIME)

    def _erase(self, address):
        if self.config() != ERASE:
            raise Violation(f"the page at {address:#x} was to be erased while erasing was not enabled")
        if address % PAGE != 0:
            raise Violation(f"{address:#x} is not the beginning of a page")
        self._check(address)
        for word in range(address, address + PAGE, 4):
            self.flash.n_writes.pop(word, None)
        self._operate(address, b"\xff" * PAGE, ERASE_TIME)

    def _check(self, address):
        if not START <= address < FLASH_SIZE:
            raise Violation(f"the flash at {address:#x} is not the champions', and was to be changed")
        if self.board.now < self.busy_until:
            raise Violation("the flash was to be changed while it was busy")

    def _operate(self, address, data, time):
        self.board.processor.write(address, self.flash.operate(address, data))
        self.busy_until = self.board.now + time
        # A program in flash stands still meanwhile: it cannot be read.
        self.board.stall_until(self.busy_until)

    def _ready(self):
        return int(self.board.now >= self.busy_until)
