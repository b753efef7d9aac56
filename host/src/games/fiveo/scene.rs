//! What the person at the table may know, in the order in which it came, and in words. Knows no screen.
//!
//! Invariant: until the reveal a face-down card of the opponent is `None` here, so that nothing that draws a scene can
//! give it away.

use std::cmp::Ordering;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::{Column, Columns, Strength, Table, TableView};

use super::{picture, words};
use crate::terminal::canvas::Canvas;
use crate::terminal::keys::Key;
use crate::terminal::{Answer, GameInfo, Prompt, Scene, text};

/// The room for five cards and what they are.
const HAND_WIDTH: usize = 17 + words::LONGEST_HAND;

/// A game as the person sees it.
pub struct TableScene {
    /// The person's seat.
    pub seat: Seat,
    /// What the person is asked to place, and where it may go.
    pub question: Option<(Card, Columns)>,
    /// Where the opponent placed its card, if the last card was the opponent's.
    pub answer: Option<Column>,
    columns: [[Vec<Option<Card>>; 5]; 2],
}

impl TableScene {
    /// The table just after the deal.
    pub fn new(table: &Table, seat: Seat) -> TableScene {
        let columns =
            Seat::BOTH.map(|of| Column::ALL.map(|column| table.face_up(of, column).iter().map(Some).collect()));
        TableScene { seat, question: None, answer: None, columns }
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
            Ordering::Greater => Some(self.seat),
            Ordering::Less => Some(self.seat.other()),
            Ordering::Equal => None,
        }
    }

    /// Which of its twenty cards the person places next, counted from 1.
    pub fn turn(&self) -> usize {
        let n_held: usize = self.columns[self.seat.index()].iter().map(Vec::len).sum();
        n_held - 4
    }

    /// The open columns.
    pub fn open(&self) -> Columns {
        self.question.map_or(Columns::NONE, |(_, open)| open)
    }

    /// The open columns as a person counts them.
    pub fn places(&self) -> String {
        let numbers: Vec<String> = self.open().iter().map(|column| (column.index() + 1).to_string()).collect();
        text::either(&numbers)
    }

    /// A column of both players in one line.
    fn line(&self, info: &GameInfo, column: Column) -> String {
        let state = match (info.points, self.leader(column)) {
            (None, _) if self.open().contains(column) => "open",
            (None, _) => "",
            (Some(_), Some(seat)) if seat == self.seat => "won",
            (Some(_), Some(_)) => "lost",
            (Some(_), None) => "tied",
        };
        let [own, other] = [self.seat, self.seat.other()].map(|seat| {
            let cards: Vec<String> = self.column(seat, column).iter().map(|&card| face(card, "??")).collect();
            format!("{} ({})", cards.join(" "), words::hand(self.cards(seat, column)))
        });
        format!("{} {state:4}  you {own:HAND_WIDTH$}  {} {other}", column.index() + 1, info.opponent)
    }
}

impl Scene for TableScene {
    type Game = Table;

    fn ask(&mut self, view: &TableView) {
        self.question = Some((view.card(), view.open()));
    }

    /// The opponent's fifth cards come as `None`.
    fn witness(&mut self, table: &Table, seat: Seat, column: Column) {
        let visible = if seat == self.seat { table.column(seat, column) } else { table.face_up(seat, column) };
        let new = (visible - self.cards(seat, column)).iter().next();
        self.columns[seat.index()][column.index()].push(new);
        self.question = None;
        self.answer = (seat != self.seat).then_some(column);
    }

    /// The face-down cards are turned.
    fn reveal(&mut self, table: &Table, _: Points) {
        for column in Column::ALL {
            let seat = self.seat.other();
            let hidden = (table.column(seat, column) - self.cards(seat, column)).iter().next();
            for card in &mut self.columns[seat.index()][column.index()] {
                *card = card.or(hidden);
            }
        }
    }

    fn rules(&self) -> &'static str {
        "Five-O Poker

Each player has five columns; each column becomes a poker hand of five cards.
In turn you draw a card and place it in one of your own columns.
Every column gets its second card before any gets its third, and so on:
only the columns with the fewest cards are open.
The fifth cards are placed face down and turned when the game is over.
Then column meets column: the stronger hand takes a point, equal hands none.
More points win. The ace is high, or low in a straight; suits are equal."
    }

    fn lines(&self, info: &GameInfo) -> Vec<String> {
        let mut lines = vec![String::new()];
        match (info.points, self.answer) {
            (Some(_), _) => lines.push("The game is over, and all cards are turned.".to_owned()),
            (None, Some(column)) => {
                let placed = self.column(self.seat.other(), column).last().copied().flatten();
                let placed = face(placed, "a card face down");
                lines.push(format!("{} placed {placed} in column {}.", info.opponent, column.index() + 1));
            }
            (None, None) => {}
        }
        if info.points.is_none() {
            lines.push(format!("Turn {} of 20.", self.turn()));
        }
        lines.extend(Column::ALL.map(|column| self.line(info, column)));
        lines.extend(self.question.map(|(card, _)| format!("Your card is {card}, the {}.", words::card(card))));
        lines
    }

    fn question(&self) -> String {
        let card = self.question.map(|(card, _)| card);
        format!("Place {} in column {}?", face(card, "the card"), self.places())
    }

    fn understand(&mut self, text: &str) -> Answer<Column> {
        let number = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        match number.and_then(Column::new) {
            Some(column) if self.open().contains(column) => Answer::Move(column),
            Some(_) => {
                Answer::Say(format!("Column {text} already has its card of this round: type {}.", self.places()))
            }
            None => Answer::Say(format!("{:?} is no column: type {}, ? or q.", text::name(text, 20), self.places())),
        }
    }

    fn typing_help(&self) -> String {
        "Type the number of an open column, 1 to 5. ?? is a card that lies face down.".to_owned()
    }

    fn picture(&self, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
        picture::table(self, info, prompt, canvas);
    }

    fn key(&mut self, key: Key, _: &mut String) -> Option<Answer<Column>> {
        self.question?;
        match (key, self.open().only()) {
            (Key::Char(digit @ '1'..='5'), _) => Some(self.understand(&digit.to_string())),
            (Key::Enter | Key::Char(' '), Some(column)) => Some(Answer::Move(column)),
            (Key::Enter | Key::Char(' '), None) => Some(Answer::Say("Choose a column by its number.".to_owned())),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("1 to 5", "place the card in that column"), ("Enter, Space", "place it, if only one column is open")]
    }
}

/// A card in letters, or what stands for one that is not known.
fn face(card: Option<Card>, unknown: &str) -> String {
    card.map_or(unknown.to_owned(), |card| card.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::game::{Game, Turn};

    #[test]
    fn the_opponents_fifth_cards_are_unknown_until_the_reveal() {
        let mut table = Table::deal(Seed(3));
        let mut scene = TableScene::new(&table, Seat::Second);
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
        let mut scene = TableScene::new(&table, Seat::First);
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
