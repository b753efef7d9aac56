//! Tables of chances, worked out when they are first asked for and kept: they are the same for all games at a move.

use pipsqueak_core::games::fiveo::{ChanceTable, ChanceTables, DRAWS_A_ROUND};

/// The tables by how many cards are unseen and how many draws may go to a column this round.
#[derive(Default)]
pub struct ChancesByMove {
    tables: Vec<[Option<Box<ChanceTable>>; 1 + DRAWS_A_ROUND as usize]>,
}

/// For who asks for no chances.
pub const NO_CHANCES: ChanceTables<'static> = {
    static NONE: ChanceTable = ChanceTable::NONE;
    ChanceTables(&NONE, &NONE)
};

impl ChancesByMove {
    /// The tables for the draws that the seat's columns may get, and for a whole round's, which the opponent's may.
    pub fn at(&mut self, n_unseen: u32, draws: u32) -> ChanceTables<'_> {
        let row = n_unseen as usize;
        if row >= self.tables.len() {
            self.tables.resize_with(row + 1, Default::default);
        }
        for draws in [draws, DRAWS_A_ROUND] {
            let table = &mut self.tables[row][draws as usize];
            table.get_or_insert_with(|| Box::new(ChanceTable::new(n_unseen as f32, draws)));
        }
        let known = |draws: u32| self.tables[row][draws as usize].as_deref().expect("it was worked out just now");
        ChanceTables(known(draws), known(DRAWS_A_ROUND))
    }
}
