//! Checkers on a board: the expert's search within a board's memory. Keeps nothing of a game.

use pipsqueak_core::games::checkers::evaluation::Expert;
use pipsqueak_core::games::checkers::{Move, Position, perft_within};
use pipsqueak_core::link::{Effort, Refusal};
use pipsqueak_core::search::{Clock, Desk, Found, Limits, Search, Settings, Slot, Table};

/// The line that a board looks at is at most so long.
const PLIES: usize = 40;
/// Room for the moves of such a line.
const MOVES: usize = 400;
/// Places of the table: 2 KB.
const N_SLOTS: usize = 256;

/// No search takes longer than about a minute: the other end waits.
pub const MOST_NODES: u32 = 400_000;
/// As above.
pub const MOST_MILLIS: u32 = 60_000;
/// No count goes deeper: its moves take the stack.
pub const MOST_DEPTH: u8 = 8;
/// No count makes moves in more positions.
const MOST_COUNTED: u64 = 200_000;

/// Looks for the best move. Where positions are counted the clock decides nothing.
pub fn think<C: Clock>(position: &Position, effort: Effort, clock: &mut C) -> Result<Found<Move>, Refusal> {
    match effort {
        Effort::Nodes(nodes) if nodes <= MOST_NODES => Ok(search(position, Limits::of_nodes(nodes.into()), clock)),
        Effort::Millis(millis) if millis <= MOST_MILLIS => {
            let micros = millis * 1000;
            // An iteration that is begun in the second half would hardly be finished.
            Ok(search(position, Limits { settled_micros: micros / 2, ..Limits::of_micros(micros) }, clock))
        }
        _ => Err(Refusal::TooMuch),
    }
}

/// The memory is on the stack, and only there while it is needed. The table is new each time, so that the answer depends
/// on nothing that was asked before.
#[inline(never)]
fn search<C: Clock>(position: &Position, limits: Limits, clock: &mut C) -> Found<Move> {
    let mut desk = Desk::<Position, PLIES, MOVES>::new(*position);
    let mut slots = [Slot::default(); N_SLOTS];
    let mut table = Table::new(&mut slots, 0);
    Search::new(desk.memory(), &mut table, &Expert, Settings::FULL, clock).run(position, &[], limits)
}

/// Counts lines of so many moves.
#[inline(never)]
pub fn count(position: &Position, depth: u8) -> Result<u64, Refusal> {
    let counted = if depth <= MOST_DEPTH { perft_within(position.board(), depth, &mut { MOST_COUNTED }) } else { None };
    counted.ok_or(Refusal::TooMuch)
}
