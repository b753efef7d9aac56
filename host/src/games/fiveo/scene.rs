//! The scene of Five-O: what the person may know, in order, and as text. Knows no screen.
//!
//! Invariant: until the reveal a face-down card of the opponent is `None` here, so that no drawing code can show it.

use std::cmp::Ordering;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::fiveo::{Column, Columns, Strength, Table, TableView};
use pipsqueak_lab::games::fiveo::card_text;
use pipsqueak_lab::games::fiveo::why::{Why, why};

use super::picture;
use crate::terminal::canvas::Canvas;
use crate::terminal::keys::Key;
use crate::terminal::{Answer, GameInfo, Prompt, Scene, text};

/// The width of five cards and their hand's name.
const HAND_WIDTH: usize = 17 + card_text::LONGEST_HAND;

/// A game as the person sees it.
pub struct TableScene {
    /// The person's seat.
    pub seat: Seat,
    /// The card that the person is to place, and the open columns.
    pub question: Option<(Card, Columns)>,
    /// Where the opponent placed its card, if the last card was the opponent's.
    pub answer: Option<Column>,
    columns: [[Vec<Option<Card>>; 5]; 2],
    /// The opponent's tree, if it is one.
    explainer: Option<Evolved>,
    /// The person's view, on the person's turn.
    view: Option<TableView>,
}

impl TableScene {
    /// The table just after the deal.
    pub fn new(table: &Table, seat: Seat) -> TableScene {
        let columns =
            Seat::BOTH.map(|of| Column::ALL.map(|column| table.face_up(of, column).iter().map(Some).collect()));
        TableScene { seat, question: None, answer: None, columns, explainer: None, view: None }
    }

    /// The scene with the opponent's tree, which explains its moves.
    #[must_use]
    pub fn explained_by(self, explainer: Option<Evolved>) -> TableScene {
        TableScene { explainer, ..self }
    }

    /// Explains the opponent's last move. The opponent's view is reconstructed from what the person sees. In the last
    /// round that is not enough, and a face-down card is never explained.
    fn why(&self) -> Result<Why, &'static str> {
        let player = self.explainer.as_ref().ok_or("This opponent is not evolved, so it cannot explain itself.")?;
        let column = self.answer.ok_or("The opponent has not placed a card yet.")?;
        let other = self.seat.other();
        let card = self.column(other, column).last().copied().flatten();
        let card = card.ok_or("That card is face down, so its reason stays hidden.")?;
        let [own, opponent] = [other, self.seat].map(|seat| Column::ALL.map(|column| self.cards(seat, column)));
        let mut own = own;
        own[column.index()] = self.cards(other, column).iter().filter(|&held| held != card).collect();
        let view = TableView::check(own, opponent, Columns::NONE, card);
        let view = view.map_err(|_| "That move can no longer be explained.")?;
        why(player, &view).ok_or("That move can no longer be explained.")
    }

    /// The column that the evolved opponent, or else the shipped champion, would choose for the person's card.
    fn hint(&self) -> Answer<Column> {
        let shipped = || Some(Champion::decode(pipsqueak_app::BUILT_IN).ok()?.player);
        let advice = self.view.as_ref().zip(self.explainer.clone().or_else(shipped));
        Answer::Say(match advice.map(|(view, player)| player.column(view)) {
            Some(column) => format!("The champion would choose column {}.", column.index() + 1),
            None => "It is not your turn.".to_owned(),
        })
    }

    fn explain(&self, as_json: bool) -> Answer<Column> {
        match self.why() {
            Err(reason) => Answer::Say(reason.to_owned()),
            Ok(why) if as_json => Answer::Show(serde_json::json!(why).to_string()),
            Ok(why) => Answer::Show(explained(&why)),
        }
    }

    /// A column's cards in order of placement; `None` lies face down.
    pub fn column(&self, seat: Seat, column: Column) -> &[Option<Card>] {
        &self.columns[seat.index()][column.index()]
    }

    /// The cards of a column that the person knows.
    pub fn cards(&self, seat: Seat, column: Column) -> Cards {
        self.column(seat, column).iter().flatten().copied().collect()
    }

    /// Whether the opponent can explain its moves.
    pub fn can_explain(&self) -> bool {
        self.explainer.is_some()
    }

    /// The seat whose known cards are stronger.
    pub fn leader(&self, column: Column) -> Option<Seat> {
        let [own, opponent] = [self.seat, self.seat.other()].map(|seat| Strength::of(self.cards(seat, column)));
        match own.cmp(&opponent) {
            Ordering::Greater => Some(self.seat),
            Ordering::Less => Some(self.seat.other()),
            Ordering::Equal => None,
        }
    }

    /// The number of the person's next card, from 1 to 20.
    pub fn turn(&self) -> usize {
        let n_held: usize = self.columns[self.seat.index()].iter().map(Vec::len).sum();
        n_held - 4
    }

    /// The open columns.
    pub fn open(&self) -> Columns {
        self.question.map_or(Columns::NONE, |(_, open)| open)
    }

    /// The open columns, counted from 1.
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
            format!("{} ({})", cards.join(" "), card_text::hand(self.cards(seat, column)))
        });
        format!("{} {state:4}  you {own:HAND_WIDTH$}  {} {other}", column.index() + 1, info.opponent)
    }
}

impl Scene for TableScene {
    type Game = Table;

    fn ask(&mut self, view: &TableView) {
        self.question = Some((view.card(), view.open()));
        self.view = Some(*view);
    }

    /// The opponent's fifth cards come as `None`.
    fn witness(&mut self, table: &Table, seat: Seat, column: Column) {
        let visible = if seat == self.seat { table.column(seat, column) } else { table.face_up(seat, column) };
        let new = (visible - self.cards(seat, column)).iter().next();
        self.columns[seat.index()][column.index()].push(new);
        (self.question, self.view) = (None, None);
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
            (Some(_), _) => lines.push("The game is over, and all cards are face up.".to_owned()),
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
        lines.extend(self.question.map(|(card, _)| format!("Your card is {card}, the {}.", card_text::card(card))));
        lines
    }

    fn question(&self) -> String {
        let card = self.question.map(|(card, _)| card);
        format!("Place {} in column {}?", face(card, "the card"), self.places())
    }

    fn understand(&mut self, text: &str) -> Answer<Column> {
        match text {
            "w" | "why" | "explain" => return self.explain(false),
            "s" | "suggest" | "hint" => return self.hint(),
            "explain --json" => return self.explain(true),
            _ => {}
        }
        let number = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        match number.and_then(Column::new) {
            Some(column) if self.open().contains(column) => Answer::Move(column),
            Some(_) => {
                Answer::Say(format!("Column {text} already has its card for this round: type {}.", self.places()))
            }
            None => Answer::Say(format!("{:?} is not a column: type {}, ? or q.", text::name(text, 20), self.places())),
        }
    }

    fn typing_help(&self) -> String {
        "Type the number of an open column, 1 to 5. ?? is a face-down card. s suggests a column.\nexplain says why an evolved opponent placed its last card there; explain --json says it as data.".to_owned()
    }

    fn picture(&self, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
        picture::table(self, info, prompt, canvas);
    }

    fn key(&mut self, key: Key, _: &mut String) -> Option<Answer<Column>> {
        self.question?;
        match (key, self.open().only()) {
            (Key::Char('w'), _) => Some(self.explain(false)),
            (Key::Char('s'), _) => Some(self.hint()),
            (Key::Char(digit @ '1'..='5'), _) => Some(self.understand(&digit.to_string())),
            (Key::Enter | Key::Char(' '), Some(column)) => Some(Answer::Move(column)),
            (Key::Enter | Key::Char(' '), None) => Some(Answer::Say("Choose a column by its number.".to_owned())),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("1 to 5", "place the card in that column"),
            ("Enter, Space", "place it, if only one column is open"),
            ("s", "suggest a column"),
            ("w", "why did the evolved opponent place its last card there?"),
        ]
    }
}

/// An explanation in lines of up to 76 characters.
fn explained(why: &Why) -> String {
    let mut lines = text::wrapped(&why.sentence, 76);
    lines.push(String::new());
    for scored in &why.scores {
        let mark = if scored.column == why.column { "  <- chosen" } else { "" };
        lines.push(format!("column {}  {:10.3}{mark}", scored.column + 1, scored.score));
    }
    if let Some(against) = &why.against {
        lines.push(String::new());
        let gap = signed(against.gap);
        lines.push(format!("share of {gap}   columns {} and {}", why.column + 1, against.column + 1));
        for share in against.shares.iter().take(10) {
            let value = signed(share.share);
            lines.push(format!("{value:>12}   {}: {} and {}", share.terminal, share.chosen, share.other));
        }
        let rest: f64 = against.shares.iter().skip(10).map(|share| share.share).sum();
        if against.shares.len() > 10 {
            lines.push(format!("{:>12}   {} more", signed(rest), against.shares.len() - 10));
        }
        if !against.exact {
            lines.push("Means over 512 orders; they add up to the whole.".to_owned());
        }
    }
    lines.join("\n")
}

/// A number with its sign and three decimals; what rounds to zero has no sign.
fn signed(value: f64) -> String {
    let text = format!("{value:+.3}");
    match text.strip_prefix(['+', '-']) {
        Some("0.000") => "0.000".to_owned(),
        _ => text,
    }
}

/// A card as text, or `unknown`.
fn face(card: Option<Card>, unknown: &str) -> String {
    card.map_or(unknown.to_owned(), |card| card.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::random::Seed;

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
    fn cards_stay_in_order_of_placement() {
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

    #[test]
    fn an_evolved_opponent_explains_moves_with_visible_cards() {
        let player = Evolved::parse("Plus(Multiply(4, FlushChance), OwnCategory)").unwrap();
        let explainer = Some(player.clone());
        let mut table = Table::deal(Seed(3));
        let mut scene = TableScene::new(&table, Seat::First).explained_by(explainer);
        assert!(matches!(scene.understand("explain"), Answer::Say(_)));
        let (mut n_told, mut n_hidden) = (0, 0);
        while let Turn::Of(seat, view) = table.turn() {
            let column = if seat == Seat::First { view.open().iter().next().unwrap() } else { player.column(&view) };
            table.play(column).unwrap();
            scene.witness(&table, seat, column);
            if seat == Seat::First {
                continue;
            }
            // The reconstructed view leads to the same explanation.
            match scene.why() {
                Ok(told) => {
                    assert_eq!(Some(&told), why(&player, &view).as_ref());
                    assert_eq!(scene.understand("explain"), Answer::Show(explained(&told)));
                    let Answer::Show(json) = scene.understand("explain --json") else { panic!("nothing is shown") };
                    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
                    assert_eq!(json["sentence"], told.sentence);
                    assert_eq!(json["scores"].as_array().map(Vec::len), Some(told.scores.len()));
                    if let Some(against) = &told.against {
                        let shares = json["against"]["shares"].as_array().unwrap();
                        let sum: f64 = shares.iter().map(|share| share["share"].as_f64().unwrap()).sum();
                        assert!((sum - against.gap).abs() < 1e-7, "{sum} is not {}", against.gap);
                    }
                    n_told += 1;
                }
                Err(reason) => {
                    assert!(reason.contains("face down"), "{reason}");
                    n_hidden += 1;
                }
            }
        }
        assert_eq!((n_told, n_hidden), (15, 5));
    }

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        assert_eq!(
            [-0.0004, 0.0004, -0.0006, 0.25, -12.5].map(signed),
            ["0.000", "0.000", "-0.001", "+0.250", "-12.500"]
        );
    }
}
