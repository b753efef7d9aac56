#!/usr/bin/env python3
"""The examples of docs/link.md, made without any of Pipsqueak's code: prints the table that the document ends with.

    python3 tests/data/link_frames.py

A test compares the document's table with what this prints, and others read every frame with the Rust code.
"""

import zlib

VERSION, REPLY = 2, 0x80
FIVE_O, CHECKERS, MASTERMIND = 1, 2, 3


def varint(number):
    """Seven bits a byte, the lowest first; the high bit says that more follow."""
    encoded = []
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(encoded + [number])


def zigzag(number):
    return varint(2 * number if number >= 0 else -2 * number - 1)


def string(content):
    """Bytes or text behind their length."""
    content = content.encode() if isinstance(content, str) else bytes(content)
    return varint(len(content)) + content


def sequence_of(elements):
    return varint(len(elements)) + b"".join(elements)


def cobs(content):
    """Each zero-free stretch behind its length; no stretch of our frames is as long as 254."""
    return b"".join(bytes([len(run) + 1]) + run for run in content.split(b"\0"))


def frame(direction, sequence, body):
    content = bytes([VERSION | direction]) + sequence.to_bytes(2, "little") + body
    content += zlib.crc32(content).to_bytes(4, "little")
    assert len(content) <= 200 and (direction == 0 or len(content) <= 61)
    return b"\0" + cobs(content) + b"\0"


# Efforts.
DEFAULT = varint(0)


def nodes(number):
    return varint(1) + varint(number)


def millis(number):
    return varint(2) + varint(number)


# Five-O: where each card lies, four bits a card.
CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def five_o_view(own, opponent, drawn, face_down=0):
    places = dict.fromkeys(CARDS, 0)
    for first, columns in ((1, own), (6, opponent)):
        for number, column in enumerate(columns):
            for card in column.split():
                places[card] = first + number
    places[drawn] = 11
    nibbles = [places[card] for card in CARDS]
    return bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2])) + bytes([face_down])


FIVE_O_VIEW = five_o_view(["2c 3c", "4c", "5c", "6c", "7c"], ["2d", "3d", "4d 6d", "5d", "As"], "3h")


# Mastermind: four bits a peg, the first peg highest.
def code(text):
    return varint(int(text, 16))


def history(pegs, colors, rounds):
    return bytes([pegs, colors]) + sequence_of([code(guess) + bytes(answer) for guess, answer in rounds])


def duel(seed, secret, guesses, opponent, size=(4, 6)):
    own = b"\0" if secret is None else b"\1" + code(secret)
    return varint(seed) + own + history(*size, guesses) + history(*size, opponent)


# Checkers: squares as bits, square 1 lowest; a step is (square - 1) * 4 + direction.
def squares(*numbers):
    return varint(sum(1 << (number - 1) for number in numbers))


def position(black, white, kings, white_moves, since_jump, since_progress, rule):
    counts = bytes([white_moves, since_jump, since_progress, rule])
    return squares(*black) + squares(*white) + squares(*kings) + counts


DOWN_RIGHT, DOWN_LEFT, UP_RIGHT, UP_LEFT = range(4)
START = position(range(1, 13), range(21, 33), [], False, 0, 0, 0) + string([])
STEPS = [(1, DOWN_RIGHT), (32, UP_LEFT), (6, UP_LEFT)]
KINGS = position([1], [32], [1, 32], False, 0, 0, 1) + string([(square - 1) * 4 + way for square, way in STEPS])


def move_request(game, effort, view):
    return varint(1) + bytes([game]) + effort + string(view)


def move_reply(game, chosen, ticks, score=0, depth=0, positions=0):
    return (
        varint(1) + bytes([game]) + string(chosen) + varint(ticks) + zigzag(score) + bytes([depth]) + varint(positions)
    )


def champion(upload=None):
    origin = varint(0) if upload is None else varint(1) + varint(upload)
    return string("pip") + varint(0xDEADBEEF) + varint(135) + origin


def refused(number, more=b""):
    return varint(8) + varint(number) + more


REQUESTS = [
    ("Hello", 1, varint(0)),
    ("Move, Five-O, the view above", 4660, move_request(FIVE_O, DEFAULT, FIVE_O_VIEW)),
    ("Move, checkers, the start, 5000 positions", 14, move_request(CHECKERS, nodes(5000), START)),
    ("Move, checkers, two kings after three steps, 2000 ms", 15, move_request(CHECKERS, millis(2000), KINGS)),
    ("Move, Mastermind, set a code, seed 7", 11, move_request(MASTERMIND, DEFAULT, duel(7, None, [], []))),
    (
        "Move, Mastermind, guess, seed 300",
        13,
        move_request(MASTERMIND, DEFAULT, duel(300, "3456", [("1123", (1, 2))], [("1122", (0, 0)), ("3465", (2, 2))])),
    ),
    ("Begin, Five-O, 135 bytes", 2, varint(2) + bytes([FIVE_O]) + varint(135)),
    ("Chunk at 96: 01 02 00", 3, varint(3) + varint(96) + string([1, 2, 0])),
    ("Commit", 4, varint(4)),
    ("Read, Five-O, from 48", 5, varint(5) + bytes([FIVE_O]) + varint(48)),
    ("Erase, Five-O", 6, varint(6) + bytes([FIVE_O])),
    ("Statistics", 7, varint(7)),
    ("Champion, Mastermind", 10, varint(8) + bytes([MASTERMIND])),
]

REPLIES = [
    (
        "Hello: 0.1.0, microbit, games 1 2 3, 48, 16000000",
        1,
        varint(0) + string("0.1.0") + string("microbit") + string([1, 2, 3]) + bytes([48]) + varint(16_000_000),
    ),
    ("Move: Five-O, column 3, 300000 ticks", 4660, move_reply(FIVE_O, [3], 300_000)),
    (
        "Move: checkers, 11-15, 300000 ticks, worth -3, 7 deep, 5000 positions",
        14,
        move_reply(CHECKERS, string([11, 15]), 300_000, -3, 7, 5000),
    ),
    ("Move: Mastermind, 2315, 300000 ticks", 13, move_reply(MASTERMIND, code("2315"), 300_000)),
    ("Begun", 2, varint(2)),
    ("Received: 99", 3, varint(3) + varint(99)),
    ("Committed: pip, deadbeef, 135 bytes, upload 7", 4, varint(4) + champion(7)),
    ("Bytes: ff 00", 5, varint(5) + string([0xFF, 0])),
    ("Erased: pip, deadbeef, 135 bytes, built in", 6, varint(6) + champion()),
    (
        "Statistics: 3000, 700, 100, 200, 40, 50, 1, 2, 3",
        7,
        varint(7) + b"".join(varint(number) for number in (3000, 700, 100, 200, 40, 50, 1, 2, 3)),
    ),
    ("Refused: another version", 20, refused(0)),
    ("Refused: no message", 21, refused(1)),
    ("Refused: the view, reason 3", 17, refused(2, bytes([3]))),
    ("Refused: the length", 22, refused(3)),
    ("Refused: no upload is in progress", 23, refused(4)),
    ("Refused: the next chunk must begin at 48", 8, refused(5, varint(48))),
    ("Refused: the champion's version is 2", 24, refused(6, varint(3) + bytes([2]))),
    ("Refused: the champion's checksum", 9, refused(6, varint(5))),
    ("Refused: the champion's payload, reason 4", 18, refused(7, bytes([4]))),
    ("Refused: another game", 25, refused(8)),
    ("Refused: the flash", 26, refused(9)),
    ("Refused: without a champion", 27, refused(10)),
    ("Refused: too much work", 28, refused(11)),
    ("Garbled: the checksum", 0, varint(9) + varint(3)),
    (
        "Champion: pip, deadbeef, 135 bytes, built in; room for 8000, vocabulary 1",
        10,
        varint(10) + b"\1" + champion() + varint(8000) + bytes([1]),
    ),
    ("Champion: none", 29, varint(10) + b"\0" + varint(0) + bytes([0])),
]

if __name__ == "__main__":
    print("| message | sequence | frame |\n|---|---|---|")
    for direction, examples in ((0, REQUESTS), (REPLY, REPLIES)):
        for name, sequence, body in examples:
            print(f"| {name} | {sequence} | `{frame(direction, sequence, body).hex(' ')}` |")
