//! The rules: the table, and what a seat sees of it.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Column, Columns, PackedView, Strength};
use crate::cards::{Card, Cards, Deck};
use crate::chance::Seed;
use crate::game::{Game, Points, Seat, Turn};

/// Cards drawn before the first move: one a column.
const N_DEALT: u8 = 10;
/// Cards drawn when the game is over; two stay in the deck.
const N_PLAYED: u8 = 50;
/// From this card on the fifth cards of the columns are placed, face down.
const N_BEFORE_LAST_ROUND: u8 = 40;

/// A game of Five-O between two seats.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) deck: Deck,
    pub(super) n_drawn: u8,
    pub(super) sides: [Side; 2],
}

/// One seat's half of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) columns: [Cards; 5],
    /// The columns with the fewest cards, which may get the next one.
    pub(super) open: Columns,
    /// The columns' fifth cards.
    pub(super) face_down: Cards,
}

impl Table {
    /// The start of the game with this deck: five cards to the first seat from left to right, five to the second.
    #[inline]
    pub fn with_deck(deck: Deck) -> Table {
        let mut cards = deck.cards().iter();
        let sides = Seat::BOTH.map(|_| Side {
            columns: Column::ALL.map(|_| cards.next().map_or(Cards::EMPTY, |&card| Cards::EMPTY.with(card))),
            open: Columns::ALL,
            face_down: Cards::EMPTY,
        });
        Table { deck, n_drawn: N_DEALT, sides }
    }

    /// The card that the seat to move has drawn; `None` when the game is over.
    #[inline]
    pub fn drawn(&self) -> Option<Card> {
        if self.n_drawn < N_PLAYED { self.deck.card(self.n_drawn) } else { None }
    }

    /// All cards of a column, the face-down one too.
    #[inline]
    pub fn column(&self, seat: Seat, column: Column) -> Cards {
        self.sides[seat.index()].columns[column.index()]
    }

    /// A column's cards that lie face up.
    #[inline]
    pub fn face_up(&self, seat: Seat, column: Column) -> Cards {
        self.column(seat, column) - self.sides[seat.index()].face_down
    }

    /// The cards that a seat has not seen, the drawn one not being among them.
    #[inline]
    pub fn unseen(&self, seat: Seat) -> Cards {
        let [first, second] = &self.sides;
        let lying = first.columns.iter().chain(&second.columns).fold(Cards::EMPTY, |lying, &cards| lying | cards);
        let seen = lying - self.sides[seat.other().index()].face_down;
        Cards::ALL - self.drawn().map_or(seen, |card| seen.with(card))
    }

    /// Whether the fifth cards are being placed.
    #[inline]
    pub fn is_last_round(&self) -> bool {
        self.n_drawn >= N_BEFORE_LAST_ROUND
    }

    /// The columns that may get the seat's next card.
    #[inline]
    pub fn open(&self, seat: Seat) -> Columns {
        self.sides[seat.index()].open
    }

    /// How many moves were made.
    #[inline]
    pub fn n_moves(&self) -> u8 {
        self.n_drawn - N_DEALT
    }

    /// The seat that draws the next card: the first has drawn as often as the second when it is its turn.
    #[inline]
    fn mover(&self) -> Seat {
        if self.n_drawn.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    #[inline]
    fn view(&self, seat: Seat, card: Card) -> TableView {
        let own = &self.sides[seat.index()];
        let other = &self.sides[seat.other().index()];
        let filled = |&column: &Column| other.columns[column.index()].meets(other.face_down);
        TableView {
            own: own.columns,
            opponent: other.columns.map(|cards| cards - other.face_down),
            opponent_face_down: Column::ALL.into_iter().filter(filled).collect(),
            card,
            open: own.open,
        }
    }

    /// Who takes each column as the cards lie now, face-down ones included; `None` for equal hands.
    pub fn column_winner(&self, column: Column) -> Option<Seat> {
        let [first, second] = Seat::BOTH.map(|seat| Strength::of(self.column(seat, column)));
        match first.cmp(&second) {
            core::cmp::Ordering::Greater => Some(Seat::First),
            core::cmp::Ordering::Less => Some(Seat::Second),
            core::cmp::Ordering::Equal => None,
        }
    }

    /// Columns taken by each seat as the cards lie now.
    #[inline]
    pub fn points(&self) -> Points {
        let mut points = [0; 2];
        for column in Column::ALL {
            if let Some(seat) = self.column_winner(column) {
                points[seat.index()] += 1;
            }
        }
        Points(points)
    }
}

/// Why a card may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Another own column has fewer cards than this one.
    ColumnIsAhead(Column),
    /// All 50 cards are placed.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::ColumnIsAhead(column) => {
                write!(formatter, "column {} already has its card of this round", column.index())
            }
            Illegal::GameOver => formatter.write_str("the game is over"),
        }
    }
}

impl core::error::Error for Illegal {}

impl Game for Table {
    type Move = Column;
    type View = TableView;
    type Illegal = Illegal;

    fn deal(seed: Seed) -> Table {
        Table::with_deck(Deck::shuffled(&mut seed.rng()))
    }

    #[inline]
    fn turn(&self) -> Turn<TableView> {
        match self.drawn() {
            Some(card) => Turn::Of(self.mover(), self.view(self.mover(), card)),
            None => Turn::Over(self.points()),
        }
    }

    #[inline]
    fn play(&mut self, column: Column) -> Result<(), Illegal> {
        let card = self.drawn().ok_or(Illegal::GameOver)?;
        let is_last_round = self.is_last_round();
        let side = &mut self.sides[self.mover().index()];
        if !side.open.contains(column) {
            return Err(Illegal::ColumnIsAhead(column));
        }
        let cards = &mut side.columns[column.index()];
        *cards = cards.with(card);
        if is_last_round {
            side.face_down = side.face_down.with(card);
        }
        side.open = side.open.without(column);
        self.n_drawn += 1;
        if side.open.is_empty() {
            side.open = Columns::ALL;
        }
        Ok(())
    }
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
    /// A view from outside, checked: the cards are distinct and lie as the rules can bring them.
    pub fn check(
        own: [Cards; 5],
        opponent: [Cards; 5],
        opponent_face_down: Columns,
        card: Card,
    ) -> Result<TableView, ViewError> {
        let seen = own.into_iter().chain(opponent).fold(Cards::EMPTY.with(card), |seen, column| seen | column);
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
    #[inline]
    pub const fn card(&self) -> Card {
        self.card
    }

    /// The columns it may be placed in: those with the fewest cards.
    #[inline]
    pub const fn open(&self) -> Columns {
        self.open
    }

    /// The seat's own column, its face-down card included.
    #[inline]
    pub fn own(&self, column: Column) -> Cards {
        self.own[column.index()]
    }

    /// The face-up cards of the opponent's opposite column.
    #[inline]
    pub fn opponent(&self, column: Column) -> Cards {
        self.opponent[column.index()]
    }

    /// The opponent's columns that hold a face-down card.
    pub const fn opponent_face_down(&self) -> Columns {
        self.opponent_face_down
    }

    /// How many cards lie on the table, face-down ones included; the card to place is not among them.
    #[inline]
    pub fn n_lying(&self) -> u8 {
        let seen: u32 = self.own.iter().chain(&self.opponent).map(|cards| cards.len()).sum();
        (seen + self.opponent_face_down.len()) as u8
    }

    /// The seat that sees this: the second has one card more across the table when it is its turn.
    #[inline]
    pub fn seat(&self) -> Seat {
        if self.n_lying().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// The cards that this seat has not seen: the deck's and the opponent's face-down ones.
    #[inline]
    pub fn unseen(&self) -> Cards {
        let seen = self.own.iter().chain(&self.opponent).fold(Cards::EMPTY, |seen, &column| seen | column);
        Cards::ALL - seen.with(self.card)
    }

    /// Whether the fifth cards are being placed.
    #[inline]
    pub fn is_last_round(&self) -> bool {
        self.open.iter().next().is_some_and(|column| self.own(column).len() == 4)
    }
}

/// Why a view from outside cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ViewError {
    /// A card lies in a place that there is not, or there is not exactly one card to place.
    Places,
    /// A card lies in two places.
    CardTwice,
    /// The own columns differ by more than one card, or are empty or all full.
    OwnColumns,
    /// The opponent's columns do not fit the own ones.
    OpponentColumns,
}

impl fmt::Display for ViewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ViewError::Places => "a card lies nowhere, or there is not one card to place",
            ViewError::CardTwice => "a card lies in two places",
            ViewError::OwnColumns => "the own columns do not hold what the rules allow",
            ViewError::OpponentColumns => "the opponent's columns do not fit the own ones",
        })
    }
}

impl core::error::Error for ViewError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::cards;
    use crate::chance;
    use std::vec::Vec;

    /// All views of a game in which both seats place at random, with the tables they were seen at.
    fn random_game(seed: u64) -> Vec<(Table, Seat, TableView)> {
        let mut rng = Seed(seed).derive(99).rng();
        let mut table = Table::deal(Seed(seed));
        let mut views = Vec::new();
        while let Turn::Of(seat, view) = table.turn() {
            views.push((table.clone(), seat, view));
            let open: Vec<Column> = view.open().iter().collect();
            table.play(chance::pick(&mut rng, &open).unwrap()).unwrap();
        }
        views
    }

    #[test]
    fn a_game_has_40_moves_and_every_round_gives_every_column_a_card() {
        for seed in 0..50 {
            let views = random_game(seed);
            assert_eq!(views.len(), 40);
            for (number, (_, seat, view)) in views.iter().enumerate() {
                assert_eq!(seat.index(), number % 2);
                assert_eq!(view.open().len() as usize, 5 - number / 2 % 5);
                assert_eq!(views[number].0.unseen(*seat), view.unseen());
                assert_eq!((view.seat(), usize::from(view.n_lying())), (*seat, 10 + number));
                assert_eq!(view.is_last_round(), number >= 30);
            }
        }
    }

    #[test]
    fn a_column_that_is_ahead_is_refused_and_nothing_changes() {
        let mut table = Table::deal(Seed(1));
        table.play(Column::ALL[2]).unwrap();
        table.play(Column::ALL[0]).unwrap();
        let before = table.drawn();
        assert_eq!(table.play(Column::ALL[2]), Err(Illegal::ColumnIsAhead(Column::ALL[2])));
        assert_eq!(table.drawn(), before);
    }

    #[test]
    fn a_finished_game_takes_no_move() {
        let (mut table, _, view) = random_game(3).pop().unwrap();
        table.play(view.open().only().unwrap()).unwrap();
        assert!(matches!(table.turn(), Turn::Over(_)));
        assert_eq!(table.play(Column::ALL[0]), Err(Illegal::GameOver));
    }

    #[test]
    fn unseen_cards_are_41_at_the_first_decision_and_12_less_own_before_the_last_round() {
        // 42 are unseen before the seat's own first card is drawn, 12 before the first seat's last round.
        let views = random_game(7);
        assert_eq!(views[0].2.unseen().len(), 42 - 1);
        assert_eq!(views[30].2.unseen().len(), 12 - 1);
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

    #[test]
    fn the_reports_final_tables_end_5_0_and_4_1() {
        let tables = [
            (
                ["Jh 8h Th Jc Ac", "5c 2c Qh 5h Qs", "5d 9d 8d 7d 2d", "Kc 6c Ks Kd 9c", "3s 7h 7c Js 3d"],
                ["4h 8c Ts Tc Qd", "3h 4s Td 8s 6s", "2s 6d As Ah Jd", "Qc 4c Kh 3c 7s", "2h 5s 9h 9s 6h"],
                [5, 0],
            ),
            (
                ["Ah 5h Jh 3h 6h", "7d Kc Ks Th Qs", "Ad Td 9d 3d 8d", "6d Js Jc Kd 6c", "7h 4h 4d 3c 2h"],
                ["9h 4c Qd 9s 7s", "Qh 3s Qc 2c 4s", "8h Jd 8c 9c 8s", "5c Ac Ts 5s As", "5d 2s Tc 2d 6s"],
                [4, 1],
            ),
        ];
        for (evolved, baseline, points) in tables {
            let mut table = Table::deal(Seed(0));
            table.sides[0].columns = evolved.map(cards);
            table.sides[1].columns = baseline.map(cards);
            assert_eq!(table.points(), Points(points));
        }
    }
}
