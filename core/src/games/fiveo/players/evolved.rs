//! The player that follows an Eval-Tree: tries every open column, takes the best, the leftmost of equals.

use core::convert::Infallible;

use serde::{Deserialize, Serialize};

use crate::game::Player;
use crate::games::fiveo::chances::HitCache;
use crate::games::fiveo::{Column, ColumnFeatures, FiveO, Remembered, Table, TableView, Unseen};
use crate::tree::{Constants, Tree};

/// What a tree's value of a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// The column after placing.
    Column,
    /// A share of the whole board: what counts is the gain of the one column that changes.
    Board,
}

/// A player that evolution made, or a tree that somebody wrote.
#[derive(Clone, PartialEq, Debug)]
pub struct Evolved {
    /// The tree.
    pub tree: Tree<FiveO>,
    /// The constants that it names.
    pub constants: Constants,
    /// What its value stands for.
    pub scoring: Scoring,
}

impl Evolved {
    /// The tree's column. A forced placement needs no thought and gets none.
    pub fn column(&self, view: &TableView) -> Column {
        if let Some(only) = view.open().only() {
            return only;
        }
        let (unseen, hits) = (Unseen::new(view.unseen()), HitCache::new());
        let mut best: Option<(f32, Column)> = None;
        for column in view.open().iter() {
            let score = self.score(view, column, &unseen, &hits);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, column));
            }
        }
        best.map_or(Column::ALL[0], |(_, column)| column)
    }

    fn score(&self, view: &TableView, column: Column, unseen: &Unseen, hits: &HitCache) -> f32 {
        let mut remembered = Remembered::new(ColumnFeatures::after(view, column, unseen), hits);
        let after = self.tree.evaluate(&self.constants, &remembered);
        match self.scoring {
            Scoring::Column => after,
            Scoring::Board => {
                remembered.turn_to(ColumnFeatures::before(view, column, unseen));
                after - self.tree.evaluate(&self.constants, &remembered)
            }
        }
    }
}

impl Player<Table> for Evolved {
    type Error = Infallible;

    fn choose(&mut self, view: &TableView) -> Result<Column, Infallible> {
        Ok(self.column(view))
    }
}
