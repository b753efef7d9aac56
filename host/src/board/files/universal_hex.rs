//! Universal HEX: one file for several kinds of micro:bit, each of which uses its own section. The format is the
//! Micro:bit Educational Foundation's: <https://tech.microbit.org/software/spec-universal-hex/>.
//!
//! ```text
//! an address record, a block start record with the board's number     a section for each board; its length is a
//! the board's records; for boards but the v1, data has kind 0x0D      multiple of 512 characters
//! padding records, a block end record
//! …
//! the end record
//! ```

use pipsqueak_lab::hex::{self, Piece, record};

const BLOCK_START: u8 = 0x0A;
const BLOCK_END: u8 = 0x0B;
const PADDING: u8 = 0x0C;
const CUSTOM_DATA: u8 = 0x0D;

/// The number of the micro:bit v1, whose data records any tool understands.
const V1: u16 = 0x9900;
/// The bytes after the board's number.
const MAGIC: [u8; 2] = [0xC0, 0xDE];
/// The length of a section is a multiple of this many characters.
const ALIGNMENT: usize = 512;
/// The length of a record without data, including its line end.
const EMPTY_RECORD: usize = 12;
/// The most bytes of padding in a record.
const ROW: usize = 16;

/// The text of a file for these boards.
pub fn text(boards: &[(u16, Vec<Piece>)]) -> String {
    let mut text: String = boards.iter().map(|(board, pieces)| section(*board, pieces)).collect();
    record(&mut text, hex::END, 0, &[]);
    text
}

fn section(board: u16, pieces: &[Piece]) -> String {
    let data = hex::records(pieces, if board == V1 { hex::DATA } else { CUSTOM_DATA });
    // A piece begins with its address, and the section begins with the first piece's.
    let (address, rest) = data.split_once('\n').unwrap_or_default();
    let mut text = format!("{address}\n");
    let [high, low] = board.to_be_bytes();
    record(&mut text, BLOCK_START, 0, &[high, low, MAGIC[0], MAGIC[1]]);
    text += rest;
    let missing = |text: &str| (text.len() + EMPTY_RECORD).next_multiple_of(ALIGNMENT) - text.len() - EMPTY_RECORD;
    while missing(&text) > 2 * ROW {
        let n_bytes = (missing(&text) - EMPTY_RECORD) / 2;
        record(&mut text, PADDING, 0, &[0xFF; ROW][..n_bytes.min(ROW)]);
    }
    let n_bytes = missing(&text) / 2;
    record(&mut text, BLOCK_END, 0, &[0xFF; ROW][..n_bytes]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the specification requires of every file, parsed by hand; the tests of the released program use the
    /// Foundation's own parser.
    #[test]
    fn sections_are_whole_blocks_one_for_each_board() {
        for n_bytes in 1..700 {
            let piece = |address: u32| Piece { address, bytes: vec![0x5A; n_bytes] };
            let text = text(&[(V1, vec![piece(0)]), (0x9903, vec![piece(0xFFF0), piece(0x7_8000)])]);
            let starts: Vec<usize> =
                text.match_indices(":0400000A").map(|(at, _)| at - ":020000040000FA\n".len()).collect();
            assert_eq!(starts.len(), 2);
            assert!(starts.iter().all(|start| start.is_multiple_of(ALIGNMENT)), "{starts:?}");
            assert!((text.len() - ":00000001FF\n".len()).is_multiple_of(ALIGNMENT));
            let v1 = &text[..starts[1]];
            let n_data = |text: &str, kind: &str| text.lines().filter(|line| &line[7..9] == kind).count();
            assert_eq!((n_data(v1, "00"), n_data(v1, "0D")), (n_bytes.div_ceil(16), 0));
            assert_eq!(n_data(&text[starts[1]..], "00"), 0);
        }
    }
}
