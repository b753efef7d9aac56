//! The rules of Five-O. `Table` is the full game state; what one seat may see of it is in `view.rs`.

use core::fmt;

use super::{Column, Columns, Strength, TableView};
use crate::cards::{Card, Cards, Deck};
use crate::game::{Game, Points, Seat, Turn};
use crate::random::Seed;

/// Moves of a game: each seat places four cards in each of its five columns.
pub const N_MOVES: u8 = 40;

/// Cards drawn before the first move: one per column.
pub(super) const N_DEALT: u8 = 10;
/// Cards drawn when the game is over; two stay in the deck.
const N_PLAYED: u8 = N_DEALT + N_MOVES;
/// From this card on the fifth cards of the columns are placed, face down.
pub(super) const N_BEFORE_LAST_ROUND: u8 = 40;

/// A game of Five-O between two seats.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) deck: Deck,
    pub(super) n_drawn: u8,
    pub(super) sides: [Side; 2],
}

/// One seat's half of the table: 64 bytes, aligned to a cache line where there is a cache. A league holds thousands of
/// tables, and a half that crosses two lines would take twice as long to load.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_os = "none"), repr(align(64)))]
pub(super) struct Side {
    pub(super) columns: [Cards; 5],
    /// The columns with the fewest cards, which may get the next one.
    pub(super) open: Columns,
    /// All cards of the columns but the fifth ones.
    pub(super) face_up: Cards,
    /// The columns' fifth cards.
    pub(super) face_down: Cards,
}

impl Side {
    /// Columns without face-down cards.
    #[inline(always)]
    pub(super) fn face_up(columns: [Cards; 5], open: Columns) -> Side {
        let face_up = columns.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
        Side { columns, open, face_up, face_down: Cards::EMPTY }
    }
}

impl Table {
    /// The start of the game with this deck: five cards to the first seat from left to right, five to the second.
    #[inline(always)]
    pub fn with_deck(deck: Deck) -> Table {
        let mut cards = deck.cards().iter();
        let sides = Seat::BOTH.map(|_| {
            let columns = Column::ALL.map(|_| cards.next().map_or(Cards::EMPTY, |&card| Cards::EMPTY.with(card)));
            Side::face_up(columns, Columns::ALL)
        });
        Table { deck, n_drawn: N_DEALT, sides }
    }

    /// The card that the seat to move has drawn; `None` when the game is over.
    #[inline(always)]
    pub(super) fn drawn(&self) -> Option<Card> {
        if self.n_drawn < N_PLAYED { self.deck.card(self.n_drawn) } else { None }
    }

    /// All cards of a column, the face-down one too.
    #[inline(always)]
    pub fn column(&self, seat: Seat, column: Column) -> Cards {
        self.sides[seat.index()].columns[column.index()]
    }

    /// A column's cards that lie face up.
    #[inline(always)]
    pub fn face_up(&self, seat: Seat, column: Column) -> Cards {
        self.column(seat, column) - self.sides[seat.index()].face_down
    }

    /// The columns that may get the seat's next card.
    #[inline(always)]
    pub fn open(&self, seat: Seat) -> Columns {
        self.sides[seat.index()].open
    }

    /// The seat that draws the next card: the first seat if an even number of cards has been drawn.
    #[inline(always)]
    pub(super) fn mover(&self) -> Seat {
        if self.n_drawn.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// The seat with the stronger hand in a column as the cards lie now, face-down ones included; `None` for equal
    /// hands.
    pub fn column_winner(&self, column: Column) -> Option<Seat> {
        let [first, second] = Seat::BOTH.map(|seat| Strength::of(self.column(seat, column)));
        match first.cmp(&second) {
            core::cmp::Ordering::Greater => Some(Seat::First),
            core::cmp::Ordering::Less => Some(Seat::Second),
            core::cmp::Ordering::Equal => None,
        }
    }

    /// The number of columns that each seat wins as the cards lie now.
    #[inline(always)]
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
    /// Another column of the seat has fewer cards than this one.
    ColumnIsAhead(Column),
    /// All 50 cards are placed.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::ColumnIsAhead(column) => {
                write!(formatter, "column {} already has its card for this round", column.index() + 1)
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

    #[inline(always)]
    fn turn(&self) -> Turn<TableView> {
        match self.drawn() {
            Some(card) => Turn::Of(self.mover(), self.seen_by(self.mover()).view(card)),
            None => Turn::Over(self.points()),
        }
    }

    #[inline(always)]
    fn play(&mut self, column: Column) -> Result<(), Illegal> {
        let card = self.drawn().ok_or(Illegal::GameOver)?;
        let is_last_round = self.n_drawn >= N_BEFORE_LAST_ROUND;
        let side = &mut self.sides[self.mover().index()];
        if !side.open.contains(column) {
            return Err(Illegal::ColumnIsAhead(column));
        }
        let cards = &mut side.columns[column.index()];
        *cards = cards.with(card);
        let turned = if is_last_round { &mut side.face_down } else { &mut side.face_up };
        *turned = turned.with(card);
        side.open = side.open.without(column);
        self.n_drawn += 1;
        if side.open.is_empty() {
            side.open = Columns::ALL;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cards::cards;
    use crate::random;
    use std::vec::Vec;

    /// All views of a game in which both seats place at random, with the tables they were seen at.
    pub(in super::super) fn random_game(seed: u64) -> Vec<(Table, Seat, TableView)> {
        let mut rng = Seed(seed).derive(99).rng();
        let mut table = Table::deal(Seed(seed));
        let mut views = Vec::new();
        while let Turn::Of(seat, view) = table.turn() {
            views.push((table.clone(), seat, view));
            let open: Vec<Column> = view.open().iter().collect();
            table.play(random::pick(&mut rng, &open).unwrap()).unwrap();
        }
        views
    }

    #[test]
    fn a_game_has_40_moves_and_every_round_gives_every_column_a_card() {
        for seed in 0..50 {
            let views = random_game(seed);
            assert_eq!(views.len(), usize::from(N_MOVES));
            for (number, (_, seat, view)) in views.iter().enumerate() {
                assert_eq!(seat.index(), number % 2);
                assert_eq!(view.open().len() as usize, 5 - number / 2 % 5);
                assert_eq!((view.seat(), usize::from(view.n_lying())), (*seat, 10 + number));
                assert_eq!(view.is_last_round(), number >= 30);
            }
        }
    }

    #[test]
    fn four_cards_of_a_column_lie_face_up_and_the_fifth_does_not() {
        for (number, (table, ..)) in random_game(5).into_iter().enumerate() {
            for (seat, column) in Seat::BOTH.into_iter().flat_map(|seat| Column::ALL.map(|column| (seat, column))) {
                let (all, face_up) = (table.column(seat, column), table.face_up(seat, column));
                assert_eq!(face_up.len(), all.len().min(4), "move {number}");
                assert_eq!(face_up & all, face_up);
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
