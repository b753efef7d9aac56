//! Views of a table, from one seat: borrowed for a decision at once, or to keep and to send.
//!
//! Invariant: neither has a way to the deck or to the opponent's face-down cards.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::table::{N_BEFORE_LAST_ROUND, N_DEALT, Side};
use super::{Column, Columns, PackedView, Table};
use crate::cards::{Card, Cards};
use crate::game::Seat;

/// What one seat sees of a table, without a copy: for callers that decide at many tables at once.
///
/// ```
/// # use pipsqueak_core::{random::Seed, game::{Game, Seat}, games::fiveo::{Column, Table}};
/// let table = Table::deal(Seed(1));
/// let seen = table.seen_by(Seat::First);
/// let cards = seen.opponent(Column::First);
/// ```
///
/// That is all there is of the opponent's column. The sides of the table are private, and what the table tells of any
/// seat it does not tell here:
///
/// ```compile_fail,E0616
/// # use pipsqueak_core::{random::Seed, game::{Game, Seat}, games::fiveo::{Column, Table}};
/// let table = Table::deal(Seed(1));
/// let seen = table.seen_by(Seat::First);
/// let cards = seen.opponent.columns[0];
/// ```
///
/// ```compile_fail,E0599
/// # use pipsqueak_core::{random::Seed, game::{Game, Seat}, games::fiveo::{Column, Table}};
/// let table = Table::deal(Seed(1));
/// let seen = table.seen_by(Seat::First);
/// let cards = seen.column(Seat::Second, Column::First);
/// ```
// Not `Debug` and not `PartialEq`: printing or comparing would tell the face-down cards.
#[derive(Clone, Copy)]
pub struct TableViewRef<'t> {
    own: &'t Side,
    opponent: &'t Side,
    card: Option<Card>,
    n_drawn: u8,
}

impl Table {
    /// What a seat sees of this table, whether or not it is to move.
    #[inline(always)]
    pub fn seen_by(&self, seat: Seat) -> TableViewRef<'_> {
        let [own, opponent] = [seat, seat.other()].map(|seat| &self.sides[seat.index()]);
        let card = if seat == self.mover() { self.drawn() } else { None };
        TableViewRef { own, opponent, card, n_drawn: self.n_drawn }
    }
}

impl TableViewRef<'_> {
    /// The card that the seat has drawn; `None` when it is not its turn.
    #[inline(always)]
    pub const fn card(&self) -> Option<Card> {
        self.card
    }

    /// The columns that may get the seat's next card: those with the fewest cards.
    #[inline(always)]
    pub const fn open(&self) -> Columns {
        self.own.open
    }

    /// The seat's own column, its face-down card included.
    #[inline(always)]
    pub fn own(&self, column: Column) -> Cards {
        self.own.columns[column.index()]
    }

    /// The face-up cards of the opponent's opposite column.
    #[inline(always)]
    pub fn opponent(&self, column: Column) -> Cards {
        self.opponent.columns[column.index()] - self.opponent.face_down
    }

    /// How many cards lie in the opponent's opposite column, a face-down one included.
    #[inline(always)]
    pub fn n_opponent(&self, column: Column) -> u32 {
        self.opponent.columns[column.index()].len()
    }

    /// The cards that the seat has not seen: the deck's and the opponent's face-down ones.
    #[inline(always)]
    pub fn unseen(&self) -> Cards {
        let seen = self.own.face_up | self.own.face_down | self.opponent.face_up;
        Cards::ALL - self.card.map_or(seen, |card| seen.with(card))
    }

    /// Whether the fifth cards are being placed.
    #[inline(always)]
    pub const fn is_last_round(&self) -> bool {
        self.n_drawn >= N_BEFORE_LAST_ROUND
    }

    /// How many moves were made.
    #[inline(always)]
    pub const fn n_moves(&self) -> u8 {
        self.n_drawn - N_DEALT
    }

    /// The same to keep, for the seat that has drawn this card.
    #[inline(always)]
    pub(super) fn view(&self, card: Card) -> TableView {
        TableView {
            own: self.own.columns,
            opponent: self.opponent.columns.map(|cards| cards - self.opponent.face_down),
            opponent_face_down: self.opponent_face_down(),
            card,
            open: self.open(),
        }
    }

    /// The opponent's columns that hold a face-down card: those that got their card of the last round. Once all have it,
    /// all count as open again.
    #[inline(always)]
    fn opponent_face_down(&self) -> Columns {
        let Side { face_down, open, .. } = *self.opponent;
        match (face_down.is_empty(), open) {
            (true, _) => Columns::NONE,
            (false, Columns::ALL) => Columns::ALL,
            (false, open) => open.others(),
        }
    }
}

/// All cards of both sides.
#[inline(always)]
fn union(own: &[Cards; 5], opponent: &[Cards; 5]) -> Cards {
    own.iter().chain(opponent).fold(Cards::EMPTY, |all, &cards| all | cards)
}

/// All that the seat to move sees: there is no field for the opponent's face-down cards or the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "PackedView", into = "PackedView")]
pub struct TableView {
    own: [Cards; 5],
    opponent: [Cards; 5],
    opponent_face_down: Columns,
    card: Card,
    /// Follows from `own`; kept because every decision asks for it.
    open: Columns,
}

impl TableView {
    /// Checks a view from outside: the cards are distinct, and the rules can lead to it.
    pub fn check(
        own: [Cards; 5],
        opponent: [Cards; 5],
        opponent_face_down: Columns,
        card: Card,
    ) -> Result<TableView, ViewError> {
        let seen = union(&own, &opponent).with(card);
        let count = |columns: [Cards; 5]| columns.iter().map(|column| column.len()).sum::<u32>();
        if seen.len() != count(own) + count(opponent) + 1 {
            return Err(ViewError::CardTwice);
        }
        let round = own.iter().map(|column| column.len()).min().unwrap_or(0);
        if !(1..=4).contains(&round) || own.iter().any(|column| column.len() > round + 1) {
            return Err(ViewError::OwnColumns);
        }
        let height = |column: Column| opponent[column.index()].len() + u32::from(opponent_face_down.contains(column));
        let lawful = |column: Column| {
            (round..=round + 1).contains(&height(column))
                && (opponent[column.index()].len() <= 4)
                && (!opponent_face_down.contains(column) || height(column) == 5)
        };
        // The first seat draws with as many cards on both sides, the second with one more across the table.
        let lead = Column::ALL.map(height).iter().sum::<u32>().checked_sub(count(own));
        if !Column::ALL.into_iter().all(lawful) || !matches!(lead, Some(0 | 1)) {
            return Err(ViewError::OpponentColumns);
        }
        let open = Column::ALL.into_iter().filter(|column| own[column.index()].len() == round).collect();
        Ok(TableView { own, opponent, opponent_face_down, card, open })
    }

    /// The card to place.
    #[inline(always)]
    pub const fn card(&self) -> Card {
        self.card
    }

    /// The columns it may be placed in: those with the fewest cards.
    #[inline(always)]
    pub const fn open(&self) -> Columns {
        self.open
    }

    /// The seat's own column, its face-down card included.
    #[inline(always)]
    pub fn own(&self, column: Column) -> Cards {
        self.own[column.index()]
    }

    /// The face-up cards of the opponent's opposite column.
    #[inline(always)]
    pub fn opponent(&self, column: Column) -> Cards {
        self.opponent[column.index()]
    }

    /// The opponent's columns that hold a face-down card.
    pub const fn opponent_face_down(&self) -> Columns {
        self.opponent_face_down
    }

    /// How many cards lie on the table, face-down ones included; the card to place is not among them.
    #[inline(always)]
    pub fn n_lying(&self) -> u8 {
        let seen: u32 = self.own.iter().chain(&self.opponent).map(|cards| cards.len()).sum();
        (seen + self.opponent_face_down.len()) as u8
    }

    /// The seat that sees this: the second has one card more across the table when it is its turn.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        if self.n_lying().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// The cards that this seat has not seen: the deck's and the opponent's face-down ones.
    #[inline(always)]
    pub fn unseen(&self) -> Cards {
        Cards::ALL - union(&self.own, &self.opponent).with(self.card)
    }

    /// Whether the fifth cards are being placed.
    #[inline(always)]
    pub fn is_last_round(&self) -> bool {
        self.open.iter().next().is_some_and(|column| self.own(column).len() == 4)
    }
}

/// Why a view from outside is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ViewError {
    /// A card is in a place that does not exist, or there is not exactly one card to place.
    Places,
    /// A card lies in two places.
    CardTwice,
    /// The player's columns differ by more than one card, or are empty or all full.
    OwnColumns,
    /// The opponent's columns do not match the player's.
    OpponentColumns,
}

impl fmt::Display for ViewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ViewError::Places => "a card is missing, or there is not exactly one card to place",
            ViewError::CardTwice => "a card is in two places",
            ViewError::OwnColumns => "the player's own columns break the rules",
            ViewError::OpponentColumns => "the opponent's columns do not match the player's own",
        })
    }
}

impl core::error::Error for ViewError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::table::tests::random_game;

    #[test]
    fn what_is_seen_at_the_table_is_the_view_and_the_drawn_card_is_its_owners_alone() {
        for (table, seat, view) in (0..50).flat_map(random_game) {
            let (seen, across) = (table.seen_by(seat), table.seen_by(seat.other()));
            assert_eq!(seen.view(view.card()), view);
            assert_eq!((seen.card(), seen.open(), seen.unseen()), (Some(view.card()), view.open(), view.unseen()));
            assert_eq!((seen.is_last_round(), seen.n_moves() + N_DEALT), (view.is_last_round(), view.n_lying()));
            for column in Column::ALL {
                assert_eq!((seen.own(column), seen.opponent(column)), (view.own(column), view.opponent(column)));
                assert_eq!(seen.n_opponent(column), across.own(column).len());
            }
            assert_eq!(across.card(), None);
            assert!(across.unseen().contains(view.card()));
            let n_seen: u32 =
                Column::ALL.map(|column| across.own(column).len() + across.opponent(column).len()).iter().sum();
            assert_eq!(across.unseen().len(), 52 - n_seen);
        }
    }

    #[test]
    fn every_view_of_a_game_passes_the_door() {
        for seed in 0..50 {
            for (_, _, view) in random_game(seed) {
                let checked = TableView::check(view.own, view.opponent, view.opponent_face_down, view.card);
                assert_eq!(checked, Ok(view));
            }
        }
    }

    #[test]
    fn impossible_views_are_refused() {
        let (_, _, view) = random_game(5)[13];
        let check = |own, opponent, card| TableView::check(own, opponent, view.opponent_face_down, card);
        let held = view.own[0].iter().next().unwrap();
        assert_eq!(check(view.own, view.opponent, held), Err(ViewError::CardTwice));
        assert_eq!(check([Cards::EMPTY; 5], view.opponent, view.card), Err(ViewError::OwnColumns));
        assert_eq!(check(view.own, [Cards::EMPTY; 5], view.card), Err(ViewError::OpponentColumns));
        let all_down = TableView::check(view.own, view.opponent, Columns::ALL, view.card);
        assert_eq!(all_down, Err(ViewError::OpponentColumns));
    }
}
