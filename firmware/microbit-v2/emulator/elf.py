"""A firmware's ELF file: the bytes that a flash tool would write, and their addresses. Knows nothing of the chip but
the size of its flash."""

import struct

from errors import Refused

ARM = 40
LOADED = 1
HEADER = 52
PROGRAM_HEADER = 32
# Far more than any firmware's file.
MAX_SIZE = 64_000_000


def load(name, flash):
    """Copies what is loaded into flash, which begins at address 0. Whatever the file holds, nothing else is written."""
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_SIZE + 1)
        if len(data) > MAX_SIZE:
            raise Refused("it is too large")
        _copy(data, flash)
    except (OSError, Refused, struct.error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Refused(f"{name} cannot be run: {reason}") from None


def _copy(data, flash):
    if len(data) < HEADER or data[:6] != b"\x7fELF\x01\x01":
        raise Refused("it is no ELF file of 32 bits")
    if struct.unpack_from("<H", data, 18)[0] != ARM:
        raise Refused("it is not for an ARM processor")
    (table,) = struct.unpack_from("<I", data, 28)
    entry_size, n_entries = struct.unpack_from("<HH", data, 42)
    if entry_size != PROGRAM_HEADER:
        raise Refused("its program headers are of an unknown kind")
    n_loaded = 0
    for at in range(table, table + n_entries * PROGRAM_HEADER, PROGRAM_HEADER):
        kind, start, _, address, size = struct.unpack_from("<IIIII", data, at)
        if kind != LOADED or size == 0:
            continue
        if start + size > len(data):
            raise Refused("it is cut off")
        if address + size > len(flash):
            raise Refused(f"its part at {address:#x} does not lie in flash")
        flash[address : address + size] = data[start : start + size]
        n_loaded += size
    if n_loaded == 0:
        raise Refused("it has nothing to load")
