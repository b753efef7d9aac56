//! The player that follows an Eval-Tree: tries every open column, takes the best, the leftmost of equals.
//!
//! **On the board a tree's terminals are worked out once each.** A chance costs as much as a hundred nodes where floats
//! are calls; good trees ask for the same few again and again. Flags and limits are compared as bits for the same
//! reason.
//!
//! **Opponent first, once.** Board scoring looks at a column with the card and without it; what only the opponent's
//! cards tell is worked out once for both.

use core::convert::Infallible;

use serde::{Deserialize, Serialize};

use crate::game::Player;
use crate::games::fiveo::chances::HitCache;
use crate::games::fiveo::{CachedFeatures, Column, ColumnFeatures, FiveO, Table, TableView, UnseenCards};
use crate::tree::{self, Constants, ParseError, Tree};

/// What a tree's value of a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// The column after placing.
    Column,
    /// A share of the whole board: what counts is the gain of the one column that changes.
    Board,
}

impl Scoring {
    /// The scoring that a player's text begins with, as in `column:OwnCategory`, and the tree's text after it. Without one
    /// it is the board's.
    pub fn split(text: &str) -> (Scoring, &str) {
        match text.split_once(':') {
            Some(("column", rest)) => (Scoring::Column, rest),
            Some(("board", rest)) => (Scoring::Board, rest),
            _ => (Scoring::Board, text),
        }
    }
}

/// A player that evolution made, or a tree written by hand.
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
    /// A player from a tree's text. It plays with board scoring, or with column scoring if the text begins with `column:`.
    #[inline]
    pub fn parse(text: &str) -> Result<Evolved, ParseError> {
        let (scoring, text) = Scoring::split(text);
        let (tree, constants) = tree::parse::<FiveO>(text)?;
        Ok(Evolved { tree, constants, scoring })
    }

    /// The column that the tree chooses. A forced placement is made without evaluation.
    pub fn column(&self, view: &TableView) -> Column {
        if let Some(only) = view.open().only() {
            return only;
        }
        let (unseen, hits) = (UnseenCards::new(view.unseen()), HitCache::new());
        let mut best: Option<(f32, Column)> = None;
        for column in view.open().iter() {
            let score = self.score(view, column, &unseen, &hits);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, column));
            }
        }
        best.map_or(Column::ALL[0], |(_, column)| column)
    }

    fn score(&self, view: &TableView, column: Column, unseen: &UnseenCards, hits: &HitCache) -> f32 {
        let mut features = CachedFeatures::new(ColumnFeatures::after(view, column, unseen), hits);
        let after = self.tree.evaluate(&self.constants, &features);
        match self.scoring {
            Scoring::Column => after,
            Scoring::Board => {
                features.turn_to(ColumnFeatures::before(view, column, unseen));
                after - self.tree.evaluate(&self.constants, &features)
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
