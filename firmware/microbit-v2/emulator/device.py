"""What peripherals share: registers by offset, of which any that is not named ends the emulation, and a time at which
something happens."""

import names
from errors import NotModelled


class Device:
    # The time of the next event, in cycles; None if there is none.
    due = None

    def __init__(self, board, base):
        self.board = board
        self.base = base
        # Functions by offset.
        self.readers = {}
        self.writers = {}

    def fire(self):
        """Does what is due."""

    def read(self, offset):
        reader = self.readers.get(offset)
        if reader is None:
            raise self.not_modelled(offset, "read")
        return reader()

    def write(self, offset, value):
        writer = self.writers.get(offset)
        if writer is None:
            raise self.not_modelled(offset, f"set to {value:#x}")
        writer(value)

    def keep(self, offset, value=0, allowed=None):
        """A register that holds what was written to it; of some values only, if others would need a model."""
        kept = [value]

        def write(value):
            if allowed is not None and value not in allowed:
                raise self.not_modelled(offset, f"set to {value:#x}")
            kept[0] = value

        self.readers[offset] = lambda: kept[0]
        self.writers[offset] = write
        return lambda: kept[0]

    def not_modelled(self, offset, access):
        return not_modelled(self.board, self.base + offset, access)


def not_modelled(board, address, access):
    place = f"{names.of(address)}: the register {address:#010x}"
    return NotModelled(f"{place} is not modelled, and was {access} at {board.program_counter():#x}")
