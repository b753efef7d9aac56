//! What the person at the table may know, in the order in which it came. Knows no screen.
//!
//! Invariant: until the reveal a face-down card of the opponent is `None` here, so that nothing that draws a scene can
//! give it away.

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::{Column, Columns, Strength, Table, TableView};

/// A game as the person sees it.
pub struct Scene {
    /// The person's seat.
    pub seat: Seat,
    /// The opponent's name, fit for one line.
    pub opponent: String,
    /// Where the deal comes from.
    pub seed: Seed,
    /// Which game of the series it is, counted from 1.
    pub number: u32,
    /// Whether no game follows.
    pub last: bool,
    /// The games before this one, and this one once it is over.
    pub score: Score,
    /// What the person is asked to place, and where it may go.
    pub question: Option<(Card, Columns)>,
    /// Where the opponent placed its card, if the last card was the opponent's.
    pub answer: Option<Column>,
    /// How the game ended.
    pub points: Option<Points>,
    columns: [[Vec<Option<Card>>; 5]; 2],
}

/// Games of a series, as the person counts them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games tied.
    pub tied: u32,
}

impl Score {
    /// The score with one more game.
    #[must_use]
    pub fn with(mut self, points: Points, person: Seat) -> Score {
        match points.winner() {
            Some(seat) if seat == person => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.tied += 1,
        }
        self
    }
}

impl Scene {
    /// The table just after the deal.
    pub fn new(table: &Table, seed: Seed, seat: Seat, opponent: String) -> Scene {
        let columns =
            Seat::BOTH.map(|of| Column::ALL.map(|column| table.face_up(of, column).iter().map(Some).collect()));
        let score = Score::default();
        Scene {
            seat,
            opponent,
            seed,
            number: 1,
            last: false,
            score,
            question: None,
            answer: None,
            points: None,
            columns,
        }
    }

    /// The person is to move.
    pub fn ask(&mut self, view: &TableView) {
        self.question = Some((view.card(), view.open()));
    }

    /// A card was placed. The opponent's fifth cards come as `None`.
    pub fn witness(&mut self, table: &Table, seat: Seat, column: Column) {
        let visible = if seat == self.seat { table.column(seat, column) } else { table.face_up(seat, column) };
        let new = (visible - self.cards(seat, column)).iter().next();
        self.columns[seat.index()][column.index()].push(new);
        self.question = None;
        self.answer = (seat != self.seat).then_some(column);
    }

    /// The game is over, and the face-down cards are turned.
    pub fn reveal(&mut self, table: &Table, points: Points) {
        for column in Column::ALL {
            let seat = self.seat.other();
            let hidden = (table.column(seat, column) - self.cards(seat, column)).iter().next();
            for card in &mut self.columns[seat.index()][column.index()] {
                *card = card.or(hidden);
            }
        }
        self.points = Some(points);
        self.score = self.score.with(points, self.seat);
    }

    /// A column's cards in the order in which they came; `None` lies face down.
    pub fn column(&self, seat: Seat, column: Column) -> &[Option<Card>] {
        &self.columns[seat.index()][column.index()]
    }

    /// The cards of a column that the person knows.
    pub fn cards(&self, seat: Seat, column: Column) -> Cards {
        self.column(seat, column).iter().flatten().copied().collect()
    }

    /// Whose known cards are stronger.
    pub fn leader(&self, column: Column) -> Option<Seat> {
        let [own, opponent] = [self.seat, self.seat.other()].map(|seat| Strength::of(self.cards(seat, column)));
        match own.cmp(&opponent) {
            std::cmp::Ordering::Greater => Some(self.seat),
            std::cmp::Ordering::Less => Some(self.seat.other()),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Which of its twenty cards the person places next, counted from 1.
    pub fn turn(&self) -> usize {
        let n_held: usize = self.columns[self.seat.index()].iter().map(Vec::len).sum();
        n_held - 4
    }

    /// How the game ended, in a sentence.
    pub fn verdict(&self) -> Option<String> {
        let points = self.points?;
        let [own, other] = [self.seat, self.seat.other()].map(|seat| points.of(seat));
        Some(match points.winner() {
            Some(seat) if seat == self.seat => format!("You win {own} to {other}."),
            Some(_) => format!("{} wins {other} to {own}.", self.opponent),
            None => format!("A tie, {own} to {other}."),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};

    #[test]
    fn the_opponents_fifth_cards_are_unknown_until_the_reveal() {
        let mut table = Table::deal(Seed(3));
        let mut scene = Scene::new(&table, Seed(3), Seat::Second, "them".to_owned());
        while let Turn::Of(seat, view) = table.turn() {
            let column = view.open().iter().next().unwrap();
            table.play(column).unwrap();
            scene.witness(&table, seat, column);
        }
        for column in Column::ALL {
            assert_eq!(scene.cards(Seat::First, column), table.face_up(Seat::First, column));
            assert_eq!(scene.column(Seat::First, column)[4], None);
            assert_eq!(scene.cards(Seat::Second, column), table.column(Seat::Second, column));
        }
        scene.reveal(&table, table.points());
        for column in Column::ALL {
            assert_eq!(scene.cards(Seat::First, column), table.column(Seat::First, column));
            assert_eq!(scene.leader(column), table.column_winner(column));
        }
    }

    #[test]
    fn cards_stay_in_the_order_in_which_they_came() {
        let mut table = Table::deal(Seed(3));
        let mut scene = Scene::new(&table, Seed(3), Seat::First, "them".to_owned());
        let mut expected = scene.column(Seat::First, Column::ALL[0]).to_vec();
        while let Turn::Of(seat, view) = table.turn() {
            let column = view.open().iter().next().unwrap();
            if (seat, column) == (Seat::First, Column::ALL[0]) {
                expected.push(Some(view.card()));
            }
            table.play(column).unwrap();
            scene.witness(&table, seat, column);
        }
        assert_eq!(scene.column(Seat::First, Column::ALL[0]), expected);
    }
}
