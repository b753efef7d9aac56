//! Determinization: a random table that is consistent with a view, with the unseen cards in random order.

use core::iter::once;

use rand_core::Rng;

use super::table::Side;
use super::{Column, Columns, Table, TableView};
use crate::cards::{Card, Cards, Deck};
use crate::game::Seat;
use crate::random;

impl TableView {
    /// A random table that gives the seat to move this view. All arrangements of the unseen cards are equally likely;
    /// what the opponent's moves may reveal is ignored.
    ///
    /// A view does not say which card of the seat's own full columns lies face down, as the seat sees them all: any of
    /// the five is chosen.
    pub fn determinize(&self, rng: &mut impl Rng) -> Table {
        let unseen = self.unseen();
        let face_up = Cards::ALL - unseen.with(self.card());
        let n_face_up = face_up.len() as usize;
        let n_drawn = self.n_lying();

        // The cards in the order in which they could have come: those that lie open, the opponent's face-down ones,
        // the one to place, the rest of the deck.
        let mut order = Card::ALL;
        for (place, card) in order.iter_mut().zip(face_up.iter().chain(unseen.iter()).chain(once(self.card()))) {
            *place = card;
        }
        random::shuffle(rng, order.get_mut(n_face_up..51).unwrap_or_default());
        if let Some(from_drawn) = order.get_mut(usize::from(n_drawn)..) {
            from_drawn.rotate_right(1);
        }

        let mut opponent = Side::face_up(Column::ALL.map(|column| self.opponent(column)), Columns::NONE);
        for (column, &card) in self.opponent_face_down().iter().zip(order.iter().skip(n_face_up)) {
            opponent.columns[column.index()] = opponent.columns[column.index()].with(card);
            opponent.face_down = opponent.face_down.with(card);
        }
        opponent.open = shortest(&opponent.columns);
        let mut own = Side::face_up(Column::ALL.map(|column| self.own(column)), self.open());
        for full in own.columns.iter().filter(|cards| cards.len() == 5) {
            let face_down = full.iter().nth(random::below(rng, 5) as usize);
            own.face_down = face_down.map_or(own.face_down, |card| own.face_down.with(card));
        }
        own.face_up = own.face_up - own.face_down;
        let sides = match self.seat() {
            Seat::First => [own, opponent],
            Seat::Second => [opponent, own],
        };
        Table { deck: Deck::of_all(order), n_drawn, sides }
    }
}

/// The columns with the fewest cards.
fn shortest(columns: &[Cards; 5]) -> Columns {
    let least = columns.iter().map(|cards| cards.len()).min().unwrap_or(0);
    Column::ALL.into_iter().filter(|column| columns[column.index()].len() == least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};
    use crate::games::fiveo::table::tests::random_game;
    use crate::random::Seed;
    use std::collections::BTreeMap;
    use std::vec::Vec;

    #[test]
    fn a_determinized_table_looks_like_the_view_and_can_be_played_to_its_end() {
        for seed in 0..50 {
            for (_, _, view) in random_game(seed) {
                let mut rng = Seed(seed).derive(2).rng();
                let mut table = view.determinize(&mut rng);
                assert_eq!(table.turn(), Turn::Of(view.seat(), view));
                assert_eq!(table.deck.cards().iter().copied().collect::<Cards>(), Cards::ALL);
                while let Turn::Of(_, view) = table.turn() {
                    let open: Vec<Column> = view.open().iter().collect();
                    table.play(random::pick(&mut rng, &open).unwrap()).unwrap();
                }
                let lying = Seat::BOTH.iter().flat_map(|&seat| Column::ALL.map(|column| table.column(seat, column)));
                assert_eq!(lying.fold(Cards::EMPTY, |lying, cards| lying | cards).len(), 50);
            }
        }
    }

    #[test]
    fn every_unseen_card_is_face_down_as_often_as_any_other() {
        let (_, _, view) = random_game(3)[36];
        let n_down = view.opponent_face_down().len();
        let mut rng = Seed(4).rng();
        let mut counts = BTreeMap::new();
        for _ in 0..9_000 {
            for card in view.determinize(&mut rng).sides[view.seat().other().index()].face_down.iter() {
                assert!(view.unseen().contains(card));
                *counts.entry(std::format!("{card:?}")).or_insert(0u32) += 1;
            }
        }
        let expected = 9_000 * n_down / view.unseen().len();
        assert_eq!(counts.len(), view.unseen().len() as usize);
        assert!(counts.values().all(|count| count.abs_diff(expected) < expected / 10), "{counts:?}");
    }
}
