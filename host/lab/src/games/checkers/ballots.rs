//! Openings that have a number, a name, or just moves. Random openings are in `opening`. Knows the rules; knows no command.
//!
//! The numbers are those of the American Checker Federation: all three-move openings that lose no man at once and lead to
//! different positions, by their moves. 156 of them are its deck; the other 18 are barred, for one side has too much of a
//! lead. Source: the list of ballots in the program CheckerBoard, which agrees with the federation's account of its deck
//! (144 openings, and twelve more since 2003).

use std::fmt;

use pipsqueak_core::games::checkers::pdn::{MoveTextError, read_move};
use pipsqueak_core::games::checkers::{Game, Move, Position};
use pipsqueak_core::random::{self, Seed};

use crate::text;
use crate::trees::nearest;

/// The third moves by the first two, in the order of the numbers; a barred one has an exclamation mark.
const BALLOTS: &[(&str, &str)] = &[
    ("9-13 21-17", "5-9 6-9 10-14!"),
    ("9-13 22-17", "13x22"),
    ("9-13 22-18", "6-9 10-14 10-15 11-15 11-16 12-16"),
    ("9-13 23-18", "5-9 6-9 10-14! 10-15 11-15 11-16 12-16"),
    ("9-13 23-19", "5-9 6-9 10-14 10-15 11-16"),
    ("9-13 24-19", "5-9 6-9 10-14 10-15! 11-15 11-16"),
    ("9-13 24-20", "5-9 6-9 10-14 10-15 11-15 11-16 12-16!"),
    ("9-14 22-17", "5-9 6-9 11-15 11-16"),
    ("9-14 22-18", "5-9 10-15 11-15 11-16 12-16! 14-17!"),
    ("9-14 23-18", "14x23"),
    ("9-14 23-19", "5-9 10-15! 11-16 14-18"),
    ("9-14 24-19", "5-9 10-15! 11-15 11-16"),
    ("9-14 24-20", "5-9 10-15 11-15 11-16"),
    ("10-14 22-17", "7-10 9-13 11-15 11-16 14-18"),
    ("10-14 22-18", "6-10 7-10 11-15 11-16 12-16"),
    ("10-14 23-18", "14x23"),
    ("10-14 23-19", "6-10 7-10 11-15 11-16 14-18"),
    ("10-14 24-19", "6-10 7-10 11-15! 11-16 14-18"),
    ("10-14 24-20", "6-10 7-10 11-15 11-16 14-18"),
    ("10-15 21-17", "6-10 7-10 9-13 9-14! 11-16 15-18"),
    ("10-15 22-17", "6-10 7-10 9-13 9-14! 11-16 15-19"),
    ("10-15 22-18", "15x22"),
    ("10-15 23-18", "6-10 7-10 9-14 11-16 12-16"),
    ("10-15 23-19", "6-10 7-10 11-16"),
    ("10-15 24-19", "15x24"),
    ("10-15 24-20", "6-10 7-10 11-16! 15-19"),
    ("11-15 21-17", "8-11 9-13 9-14 10-14! 15-19"),
    ("11-15 22-17", "8-11 9-13 15-18 15-19"),
    ("11-15 22-18", "15x22"),
    ("11-15 23-18", "8-11 9-14 10-14 12-16 15-19"),
    ("11-15 23-19", "8-11 9-13 9-14"),
    ("11-15 24-19", "15x24"),
    ("11-15 24-20", "8-11 12-16 15-18"),
    ("11-16 21-17", "7-11 8-11 9-13 9-14 10-14! 16-20"),
    ("11-16 22-17", "7-11 8-11 9-13 16-20"),
    ("11-16 22-18", "7-11 8-11 10-15! 16-19 16-20"),
    ("11-16 23-18", "7-11 8-11 9-14 10-14 16-20"),
    ("11-16 23-19", "16x23"),
    ("11-16 24-19", "7-11 8-11 10-15! 16-20"),
    ("11-16 24-20", "7-11 16-19"),
    ("12-16 21-17", "9-13 9-14 16-19 16-20"),
    ("12-16 22-17", "16-19 16-20"),
    ("12-16 22-18", "16-19 16-20"),
    ("12-16 23-18", "9-14! 16-19 16-20"),
    ("12-16 23-19", "16x23!"),
    ("12-16 24-19", "16-20"),
    ("12-16 24-20", "8-12 10-15"),
];

/// Openings with names that players agree on, in alphabetical order.
const NAMES: &[(&str, &str)] = &[
    ("Alma", "11-15 23-19 8-11 22-17 3-8"),
    ("Ayrshire Lassie", "11-15 24-20"),
    ("Black Hole", "10-14 22-17 9-13"),
    ("Black Widow", "11-16 23-19 16x23"),
    ("Boston", "11-15 22-17 9-13 17-14"),
    ("Bristol", "11-16"),
    ("Bristol Cross", "11-16 23-18"),
    ("Centre", "11-15 23-19 8-11 22-17 15-18"),
    ("Cross", "11-15 23-18"),
    ("Defiance", "11-15 23-19 9-14 27-23"),
    ("Denny", "10-14"),
    ("Double Corner", "9-14"),
    ("Double Cross", "9-14 23-18 14x23"),
    ("Dundee", "12-16"),
    ("Dyke", "11-15 22-17 15-19"),
    ("Edinburgh", "9-13"),
    ("Fife", "11-15 23-19 9-14 22-17 5-9"),
    ("Glasgow", "11-15 23-19 8-11 22-17 11-16"),
    ("Kelso", "10-15"),
    ("Laird and Lady", "11-15 23-19 8-11 22-17 9-13"),
    ("Maid of the Mill", "11-15 22-17 8-11 17-13 15-18"),
    ("Nailor", "11-15 23-19 8-11 26-23"),
    ("Octopus", "10-15 21-17 7-10"),
    ("Old Fourteenth", "11-15 23-19 8-11 22-17 4-8"),
    ("Paisley", "11-16 24-19"),
    ("Rattlesnake", "9-14 23-19 10-15"),
    ("Second Double Corner", "11-15 24-19"),
    ("Single Corner", "11-15 22-18"),
    ("Skull-Cracker", "10-15 22-17 15-19"),
    ("Skunk", "12-16 24-20 10-15"),
    ("Slip Cross", "11-15 23-18 8-11 27-23 11-16"),
    ("Souter", "11-15 23-19 9-14 22-17 6-9"),
    ("Switcher", "11-15 21-17"),
    ("Twilight Zone", "9-13 24-20 11-16"),
    ("Tyne", "10-15 21-17 9-13"),
    ("White Doctor", "10-14 22-18 12-16"),
    ("Wilderness", "9-13 22-18 11-16"),
    ("Will o' the Wisp", "11-15 23-19 9-13"),
];

/// The number of three-move openings.
pub const N_BALLOTS: usize = 174;

/// A three-move opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    /// Its number, from 1 on.
    pub number: usize,
    /// Its moves as text.
    pub moves: String,
    /// Whether it is left out of the deck.
    pub is_barred: bool,
}

/// All three-move openings, in the order of their numbers.
pub fn ballots() -> impl Iterator<Item = Ballot> {
    let lines = BALLOTS.iter().flat_map(|(first, thirds)| thirds.split(' ').map(move |third| (first, third)));
    (1..).zip(lines).map(|(number, (first, third))| {
        let moves = format!("{first} {}", third.trim_end_matches('!'));
        Ballot { number, moves, is_barred: third.ends_with('!') }
    })
}

/// The openings with names, and their moves as text.
pub fn named() -> &'static [(&'static str, &'static str)] {
    NAMES
}

/// The opening of the deck that follows from a seed.
pub fn drawn(seed: Seed) -> Vec<Move> {
    let deck: Vec<usize> = ballots().filter(|ballot| !ballot.is_barred).map(|ballot| ballot.number).collect();
    let number = random::pick(&mut seed.rng(), &deck).unwrap_or(1);
    ballots().nth(number - 1).and_then(|ballot| legal(&ballot.moves).ok()).unwrap_or_default()
}

/// The moves of an opening that is given by its number, its name or its moves.
///
/// # Errors
/// There is no such opening.
pub fn find(text: &str) -> Result<Vec<Move>, OpeningError> {
    let text = text.trim();
    if let Ok(number) = text.parse::<usize>() {
        let ballot = number.checked_sub(1).and_then(|place| ballots().nth(place));
        return legal(&ballot.ok_or(OpeningError::Number)?.moves);
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return legal(text);
    }
    let found = NAMES.iter().find(|(name, _)| key(name) == key(text));
    legal(found.ok_or_else(|| OpeningError::Name(text.to_owned()))?.1)
}

/// A name without spaces, signs and capitals: `old-fourteenth` is Old Fourteenth.
fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Reads moves from the start position; move numbers may stand between them.
fn legal(moves: &str) -> Result<Vec<Move>, OpeningError> {
    let mut game = Game::new(Position::START);
    let mut read = Vec::new();
    let words = moves.split([' ', ',', '\t']).filter(|word| !word.is_empty() && !word.ends_with('.'));
    for word in words {
        let error = |error| OpeningError::Move(read.len() + 1, word.to_owned(), error);
        let chosen = read_move(game.position().board(), word).map_err(error)?;
        game.make(chosen).map_err(|_| error(MoveTextError::Illegal))?;
        read.push(chosen);
    }
    if game.ending().is_some() { Err(OpeningError::Over) } else { Ok(read) }
}

/// Why a text is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// There is no opening of this number.
    Number,
    /// There is no opening of this name.
    Name(String),
    /// A move is illegal: its place, its text, and why.
    Move(usize, String, MoveTextError),
    /// The game is over after it.
    Over,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Number => write!(formatter, "three-move openings are numbered 1 to {N_BALLOTS}"),
            OpeningError::Name(name) => {
                write!(formatter, "there is no opening {:?}", text::name(name, 30))?;
                match nearest(name, NAMES.iter().map(|(name, _)| *name)).first() {
                    Some(near) => write!(formatter, "; did you mean {near}?"),
                    None => {
                        formatter.write_str(": give a number from 1 to 174, a name, or moves like \"11-15 23-19 8-11\"")
                    }
                }
            }
            OpeningError::Move(number, text, error) => {
                write!(formatter, "move {number} of the opening, {}: {error}", text::name(text, 20))
            }
            OpeningError::Over => formatter.write_str("the game is over after these moves"),
        }
    }
}

impl std::error::Error for OpeningError {}
