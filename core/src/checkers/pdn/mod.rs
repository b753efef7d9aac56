//! Games as text: Portable Draughts Notation. Knows boards, moves and text; knows no files.
