"""Groups of the processor's registers, read and written with one call of unicorn. Its own interface for that takes ten
times as long, which is most of the time of an interrupt."""

import ctypes

from unicorn import UcError
from unicorn.unicorn_py3.unicorn import uclib


class Registers:
    def __init__(self, engine, names):
        self.handle = engine._uch
        self.n_registers = len(names)
        self.names = (ctypes.c_int * len(names))(*names)
        self.values = (ctypes.c_uint64 * len(names))()
        place, size = ctypes.addressof(self.values), ctypes.sizeof(ctypes.c_uint64)
        self.places = (ctypes.c_void_p * len(names))(*(place + size * n for n in range(len(names))))

    def read(self):
        """All values, in the order of the names."""
        check(uclib.uc_reg_read_batch(self.handle, self.names, self.places, self.n_registers))
        return self.values[:]

    def write(self, values):
        self.values[:] = values
        check(uclib.uc_reg_write_batch(self.handle, self.names, self.places, self.n_registers))


def start(engine, address, n_instructions):
    """Runs instructions; returns unicorn's error number, 0 for none. Hooks must not raise exceptions."""
    return uclib.uc_emu_start(engine._uch, address, 0xFFFFFFFE, 0, n_instructions)


def check(error):
    if error != 0:
        raise UcError(error)
