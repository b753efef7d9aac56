//! Recorded games, as JSON Lines: the deal, a line a move, the result; a file may hold several games one after another.
//!
//! ```text
//! {"game":"fiveo","seed":7,"players":["greedy","tactician"],"deal":[["Jh","5c","5d","Kc","3s"],["4h","3h","2s","Qc","2h"]]}
//! {"seat":0,"card":"8h","column":0}
//! …
//! {"columns":[5,0],"winner":0}
//! ```
//!
//! Invariant: a [`RecordedGame`] is a whole game that the rules allow. A text is checked line by line where it is read,
//! and the first line that cannot be is named.

mod fault;
pub(crate) mod read;

use std::io::{self, Write};

use pipsqueak_core::cards::{Card, Deck};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::games::fiveo::{Column, Illegal, Table};
use serde::{Deserialize, Serialize};

pub use fault::{Fault, TranscriptError};
pub use read::read;

/// A finished game that can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    seed: Option<Seed>,
    players: [String; 2],
    deck: Deck,
    moves: Vec<Column>,
}

/// One move of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Who moved.
    pub seat: Seat,
    /// The card drawn.
    pub card: Card,
    /// Where it was placed.
    pub column: Column,
}

/// Writes one game that was dealt from a seed. Moves that are not a whole legal game are refused, and nothing is written.
pub fn write_game(out: &mut impl Write, seed: Seed, players: [&str; 2], moves: &[Column]) -> io::Result<()> {
    let deck = Deck::shuffled(&mut seed.rng());
    let game = RecordedGame::new(Some(seed), players.map(str::to_owned), deck, moves.to_vec())
        .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, fault.to_string()))?;
    game.write(out)
}

impl RecordedGame {
    /// A whole game, checked. A game against a hidden deck has no seed, and its deck is known by the cards drawn.
    pub fn new(
        seed: Option<Seed>,
        players: [String; 2],
        deck: Deck,
        moves: Vec<Column>,
    ) -> Result<RecordedGame, Fault> {
        let mut table = Table::with_deck(deck);
        for &column in &moves {
            table.play(column).map_err(|illegal| match illegal {
                Illegal::GameOver => Fault::ExpectedResult,
                illegal => Fault::IllegalMove(illegal),
            })?;
        }
        match table.turn() {
            Turn::Over(_) => Ok(RecordedGame { seed, players, deck, moves }),
            Turn::Of(..) => Err(Fault::EndsEarly),
        }
    }

    /// The seed it was dealt from, if that is known.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The players' names, by seat.
    pub fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The columns chosen, in order.
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// The table before the first move.
    pub fn start(&self) -> Table {
        Table::with_deck(self.deck)
    }

    /// The table after the last move.
    pub fn end(&self) -> Table {
        let mut table = self.start();
        for &column in &self.moves {
            // Checked when the game was made.
            let _ = table.play(column);
        }
        table
    }

    /// The columns taken, by seat.
    pub fn points(&self) -> Points {
        self.end().points()
    }

    /// The first five cards of a seat, by column.
    pub fn deal(&self, seat: Seat) -> [Card; 5] {
        Column::ALL.map(|column| self.deck.cards()[5 * seat.index() + column.index()])
    }

    /// The moves with their cards, in order.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        let drawn = self.deck.cards().iter().skip(10);
        let seats = Seat::BOTH.into_iter().cycle();
        seats.zip(drawn).zip(&self.moves).map(|((seat, &card), &column)| Placement { seat, card, column })
    }

    /// The cards of a column in the order in which they came.
    pub fn column(&self, seat: Seat, column: Column) -> Vec<Card> {
        let placed = self.placements().filter(|placement| (placement.seat, placement.column) == (seat, column));
        std::iter::once(self.deal(seat)[column.index()]).chain(placed.map(|placement| placement.card)).collect()
    }

    /// Writes the game's lines.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let deal = Seat::BOTH.map(|seat| self.deal(seat).map(CardText));
        let opening = OpeningLine { game: "fiveo".to_owned(), seed: self.seed, players: self.players.clone(), deal };
        write_line(out, &opening)?;
        for Placement { seat, card, column } in self.placements() {
            write_line(out, &MoveLine { seat: seat.index() as u8, card: CardText(card), column: column.into() })?;
        }
        write_line(out, &ResultLine::from(self.points()))
    }
}

pub(crate) fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The first line of a game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningLine {
    game: String,
    seed: Option<Seed>,
    players: [String; 2],
    deal: [[CardText; 5]; 2],
}

/// The line of a move. Numbers are wider than what they may be, so that the reader can say what is wrong with them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveLine {
    seat: u8,
    card: CardText,
    column: u8,
}

/// The last line of a game.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct ResultLine {
    columns: [u8; 2],
    // Named so that a missing winner is refused and only a written null is a tie.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<u8>,
}

impl From<Points> for ResultLine {
    fn from(points: Points) -> ResultLine {
        ResultLine { columns: points.0, winner: points.winner().map(|seat| seat.index() as u8) }
    }
}

/// A card as people write it; the core's own form is a byte.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct CardText(Card);

impl TryFrom<String> for CardText {
    type Error = String;

    fn try_from(text: String) -> Result<CardText, String> {
        text.parse().map(CardText).map_err(|error| format!("{text:?} is no card: {error}"))
    }
}

impl From<CardText> for String {
    fn from(card: CardText) -> String {
        card.0.to_string()
    }
}

#[cfg(test)]
mod tests;
