//! Tables of chances, computed on first use and shared by all threads: they depend only on the move's number.

use std::sync::OnceLock;

use pipsqueak_core::games::fiveo::{ChanceTable, ChanceTables, DRAWS_A_ROUND};

/// Rows of tables: a seat has at most 52 unseen cards.
const N_ROWS: usize = 1 + 52;
/// Tables in a row.
const N_DRAWS: usize = 1 + DRAWS_A_ROUND as usize;

/// The tables by the number of unseen cards and of draws that may go to a column this round.
static TABLES: [[OnceLock<ChanceTable>; N_DRAWS]; N_ROWS] = [const { [const { OnceLock::new() }; N_DRAWS] }; N_ROWS];

/// For players that use no chances.
pub const NO_CHANCES: ChanceTables<'static> = {
    static NONE: ChanceTable = ChanceTable::NONE;
    ChanceTables(&NONE, &NONE)
};

/// The tables for the draws that the seat's columns may get, and for a whole round's, which the opponent's columns may
/// get.
pub fn chances_at(n_unseen: u32, draws: u32) -> ChanceTables<'static> {
    let known =
        |draws: u32| TABLES[n_unseen as usize][draws as usize].get_or_init(|| ChanceTable::new(n_unseen as f32, draws));
    ChanceTables(known(draws), known(DRAWS_A_ROUND))
}
