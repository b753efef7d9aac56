//! What can be wrong with a transcript.

use std::fmt;

use pipsqueak_core::cards::Card;
use pipsqueak_core::games::fiveo::Illegal;

/// The first line of a transcript that cannot be, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranscriptError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line, or with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The line is no JSON, or its fields are not those of its kind.
    Malformed(String),
    /// The line is none of deal, move and result.
    UnknownLine,
    /// A game must begin here.
    ExpectedDeal,
    /// Moves are missing.
    ExpectedMove,
    /// All moves are made.
    ExpectedResult,
    /// The text stops in the middle of a game, or moves are missing from a game.
    EndsEarly,
    /// The game is not one that can be recorded.
    UnknownGame(String),
    /// The deal is not the one that the seed gives.
    DealNotOfSeed,
    /// The card drawn is not the one that the seed gives, which stands second.
    CardNotOfSeed(Card, Card),
    /// The card was there before.
    CardTwice(Card),
    /// The seat is not to move; the one that is stands second.
    WrongSeat(u8, usize),
    /// There is no such column.
    UnknownColumn(u8),
    /// The rules forbid the move.
    IllegalMove(Illegal),
    /// The columns are not those taken, which stand second.
    WrongColumns([u8; 2], [u8; 2]),
    /// A line of a duel of Mastermind is not what the rules give.
    Duel(String),
    /// The winner is not the one that the columns give, which stands second.
    WrongWinner(Option<u8>, Option<u8>),
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for TranscriptError {}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Malformed(why) => write!(formatter, "malformed: {why}"),
            Fault::UnknownLine => formatter.write_str("this is neither a deal nor a move nor a result"),
            Fault::ExpectedDeal => formatter.write_str("a game begins here, and it must begin with its deal"),
            Fault::ExpectedMove => formatter.write_str("a move is missing: the game is not over"),
            Fault::ExpectedResult => formatter.write_str("the game is over, and its result must follow"),
            Fault::EndsEarly => formatter.write_str("the transcript ends in the middle of a game"),
            Fault::UnknownGame(game) => {
                write!(formatter, "there is no game {game:?}; only fiveo and mastermind are recorded")
            }
            Fault::DealNotOfSeed => formatter.write_str("the deal is not the one that the seed gives"),
            Fault::CardNotOfSeed(card, expected) => {
                write!(formatter, "the card drawn is {card}, but the seed gives {expected}")
            }
            Fault::CardTwice(card) => write!(formatter, "the card {card} was there before"),
            Fault::WrongSeat(seat, expected) => {
                write!(formatter, "seat {seat} moves, but it is seat {expected}'s turn")
            }
            Fault::UnknownColumn(column) => write!(formatter, "there is no column {column}: columns are 0 to 4"),
            Fault::IllegalMove(illegal) => write!(formatter, "illegal move: {illegal}"),
            Fault::WrongColumns(columns, expected) => {
                write!(formatter, "the columns taken are {expected:?}, not {columns:?}")
            }
            Fault::Duel(why) => formatter.write_str(why),
            Fault::WrongWinner(winner, expected) => {
                let name = |seat: &Option<u8>| seat.map_or("null".to_owned(), |seat| seat.to_string());
                write!(formatter, "the winner is {}, not {}", name(expected), name(winner))
            }
        }
    }
}

impl std::error::Error for Fault {}
