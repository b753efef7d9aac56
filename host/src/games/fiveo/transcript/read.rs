//! The door: text from outside becomes games, or the first line that cannot be is named.

use pipsqueak_core::cards::{Card, Cards, Deck};
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::fiveo::{Column, Table};
use serde::Deserialize;

use super::{CardText, Fault, MoveLine, OpeningLine, RecordedGame, ResultLine, TranscriptError};

/// All games of a transcript. Empty lines are passed over; a text without games gives none.
pub fn read(text: &str) -> Result<Vec<RecordedGame>, TranscriptError> {
    let mut games = Vec::new();
    let mut reading = None;
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let at = |fault| TranscriptError { line: number, fault };
        reading = match Reading::next(reading, line).map_err(at)? {
            Step::Goes(reading) => Some(reading),
            Step::Ends(game) => {
                games.push(game);
                None
            }
        };
        last = number;
    }
    match reading {
        None => Ok(games),
        Some(_) => Err(TranscriptError { line: last, fault: Fault::EndsEarly }),
    }
}

/// A game of which some lines are read.
struct Reading {
    opening: OpeningLine,
    /// The cards in the order in which they were drawn, the deal's first.
    drawn: Vec<Card>,
    moves: Vec<Column>,
    /// Says whose turn it is and what is legal, neither of which depends on the cards. Its cards are the game's own
    /// only if the seed is known.
    table: Table,
}

enum Step {
    Goes(Reading),
    Ends(RecordedGame),
}

impl Reading {
    fn next(reading: Option<Reading>, line: &str) -> Result<Step, Fault> {
        match (reading, Kind::of(line)?) {
            (None, Kind::Opening) => Reading::open(parse(line)?).map(Step::Goes),
            (None, _) => Err(Fault::ExpectedDeal),
            (Some(reading), kind) => match (reading.table.turn(), kind) {
                (Turn::Of(..), Kind::Move) => reading.play(&parse(line)?).map(Step::Goes),
                (Turn::Of(..), _) => Err(Fault::ExpectedMove),
                (Turn::Over(_), Kind::Result) => reading.close(&parse(line)?).map(Step::Ends),
                (Turn::Over(_), _) => Err(Fault::ExpectedResult),
            },
        }
    }

    fn open(opening: OpeningLine) -> Result<Reading, Fault> {
        if opening.game != "fiveo" {
            return Err(Fault::UnknownGame(opening.game));
        }
        let mut drawn = Vec::with_capacity(50);
        for CardText(card) in opening.deal.into_iter().flatten() {
            draw(&mut drawn, card)?;
        }
        let deck = match opening.seed {
            Some(seed) => Deck::shuffled(&mut seed.rng()),
            None => Deck::in_order(drawn.iter().copied()),
        };
        if !deck.cards().starts_with(&drawn) {
            return Err(Fault::DealNotOfSeed);
        }
        Ok(Reading { opening, drawn, moves: Vec::with_capacity(40), table: Table::with_deck(deck) })
    }

    fn play(mut self, line: &MoveLine) -> Result<Reading, Fault> {
        let Turn::Of(seat, view) = self.table.turn() else { return Err(Fault::ExpectedResult) };
        if usize::from(line.seat) != seat.index() {
            return Err(Fault::WrongSeat(line.seat, seat.index()));
        }
        let CardText(card) = line.card;
        draw(&mut self.drawn, card)?;
        if self.opening.seed.is_some() && card != view.card() {
            return Err(Fault::CardNotOfSeed(card, view.card()));
        }
        let column = Column::new(line.column).ok_or(Fault::UnknownColumn(line.column))?;
        self.table.play(column).map_err(Fault::IllegalMove)?;
        self.moves.push(column);
        Ok(self)
    }

    fn close(self, line: &ResultLine) -> Result<RecordedGame, Fault> {
        let OpeningLine { seed, players, .. } = self.opening;
        let game = RecordedGame::new(seed, players, Deck::in_order(self.drawn), self.moves)?;
        let expected = ResultLine::from(game.points());
        if line.columns != expected.columns {
            return Err(Fault::WrongColumns(line.columns, expected.columns));
        }
        if line.winner != expected.winner {
            return Err(Fault::WrongWinner(line.winner, expected.winner));
        }
        Ok(game)
    }
}

fn draw(drawn: &mut Vec<Card>, card: Card) -> Result<(), Fault> {
    if drawn.iter().copied().collect::<Cards>().contains(card) {
        return Err(Fault::CardTwice(card));
    }
    drawn.push(card);
    Ok(())
}

/// What a line says it is, by the field that no other kind has.
enum Kind {
    Opening,
    Move,
    Result,
}

impl Kind {
    fn of(line: &str) -> Result<Kind, Fault> {
        let value: serde_json::Value = parse(line)?;
        match &value {
            value if value.get("game").is_some() => Ok(Kind::Opening),
            value if value.get("seat").is_some() => Ok(Kind::Move),
            value if value.get("columns").is_some() => Ok(Kind::Result),
            _ => Err(Fault::UnknownLine),
        }
    }
}

pub(crate) fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, Fault> {
    serde_json::from_str(line).map_err(|error| {
        // The parser counts lines as well, and would always say 1.
        let text = error.to_string();
        let why = text.split(" at line 1").next().unwrap_or(&text);
        Fault::Malformed(why.to_owned())
    })
}
