//! Tables of chances, worked out when they are first asked for and then kept for all threads: they are the same for all
//! games at a move.

use std::sync::OnceLock;

use pipsqueak_core::games::fiveo::{ChanceTable, ChanceTables, DRAWS_A_ROUND};

/// Rows of tables: a seat never has more unseen cards than there are.
const N_ROWS: usize = 1 + 52;
/// Tables in a row.
const N_DRAWS: usize = 1 + DRAWS_A_ROUND as usize;

/// The tables by how many cards are unseen and how many draws may go to a column this round.
static TABLES: [[OnceLock<ChanceTable>; N_DRAWS]; N_ROWS] = [const { [const { OnceLock::new() }; N_DRAWS] }; N_ROWS];

/// For who asks for no chances.
pub const NO_CHANCES: ChanceTables<'static> = {
    static NONE: ChanceTable = ChanceTable::NONE;
    ChanceTables(&NONE, &NONE)
};

/// The tables for the draws that the seat's columns may get, and for a whole round's, which the opponent's may.
pub fn chances_at(n_unseen: u32, draws: u32) -> ChanceTables<'static> {
    let known =
        |draws: u32| TABLES[n_unseen as usize][draws as usize].get_or_init(|| ChanceTable::new(n_unseen as f32, draws));
    ChanceTables(known(draws), known(DRAWS_A_ROUND))
}
