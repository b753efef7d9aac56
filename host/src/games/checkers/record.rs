//! Recorded games: PDN text into games whose every move is legal, and back.

use std::fmt::{self, Write};

use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::checkers::pdn::{
    Header, MoveFault, Outcome, PdnFault, Token, Tokens, line_and_column, read_move, write_game,
};
use pipsqueak_core::games::checkers::{Board, Game, Move, fen};

/// A game in which every move is legal. What the comments and variations said is not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The tags in their order, with quotes and backslashes as they were meant.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Board,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How it ended, as the record says.
    pub outcome: Outcome,
}

impl RecordedGame {
    /// A tag's value.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The board at its end.
    pub fn end(&self) -> Board {
        self.moves.iter().fold(self.start, |board, &chosen| board.after(chosen))
    }

    /// As PDN, which reads back to the same game.
    pub fn to_pdn(&self) -> String {
        let tag = |name| self.tag(name).unwrap_or("?");
        let header = Header {
            event: tag("Event"),
            date: tag("Date"),
            round: tag("Round"),
            black: tag("Black"),
            white: tag("White"),
            outcome: self.outcome,
        };
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = write_game(&mut text, &header, &self.start, self.moves.iter().copied());
        text
    }
}

/// A finished game that was dealt from a seed, as PDN with an empty line behind it.
pub fn written(mut game: Game, seed: Seed, [black, white]: [&str; 2], moves: &[Move]) -> anyhow::Result<Vec<u8>> {
    let start = *game.position().board();
    moves.iter().try_for_each(|&chosen| game.make(chosen))?;
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let round = seed.0.to_string();
    let tags = vec![tag("Event", "Pipsqueak"), tag("Round", &round), tag("Black", black), tag("White", white)];
    let outcome = Outcome::of(game.ending());
    Ok((RecordedGame { tags, start, moves: moves.to_vec(), outcome }.to_pdn() + "\n").into_bytes())
}

/// Where a collection goes wrong, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Which game, counted from 1.
    pub game: usize,
    /// Line and column, counted from 1.
    pub place: (usize, usize),
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is no PDN.
    Pdn(PdnFault),
    /// The game's position cannot be.
    Position(fen::FenError),
    /// A move is not legal: its number, its text, and why.
    Move(usize, String, MoveFault),
    /// A variation ends that did not begin, or begins and does not end.
    Variation,
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordError { game, place: (line, column), fault } = self;
        write!(formatter, "game {game}, line {line}, column {column}: ")?;
        match fault {
            Fault::Pdn(fault) => write!(formatter, "{fault}"),
            Fault::Position(error) => write!(formatter, "{error}"),
            Fault::Move(number, text, fault) => {
                write!(formatter, "move {number}, {}: {fault}", crate::terminal::text::name(text, 40))
            }
            Fault::Variation => formatter.write_str("a variation does not begin and end"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Reads a collection and checks every move of every game; variations are passed over.
pub fn read(text: &str) -> Result<Vec<RecordedGame>, RecordError> {
    let mut reader = Reader { text, games: Vec::new(), begun: None, depth: 0, opened: 0 };
    for token in Tokens::new(text) {
        match token {
            Ok((at, token)) => reader.take(at, token)?,
            Err(error) => return Err(reader.error(error.at, Fault::Pdn(error.fault))),
        }
    }
    if reader.depth > 0 {
        return Err(reader.error(reader.opened, Fault::Variation));
    }
    reader.finish(None);
    Ok(reader.games)
}

/// A collection that has been read up to some place.
struct Reader<'t> {
    text: &'t str,
    games: Vec<RecordedGame>,
    begun: Option<Begun>,
    /// How many variations are open, and where the last one began.
    depth: usize,
    opened: usize,
}

/// A game that has not ended yet.
struct Begun {
    game: RecordedGame,
    board: Board,
    has_moves: bool,
}

impl Reader<'_> {
    fn error(&self, at: usize, fault: Fault) -> RecordError {
        RecordError { game: self.games.len() + 1, place: line_and_column(self.text, at), fault }
    }

    fn take(&mut self, at: usize, token: Token<'_>) -> Result<(), RecordError> {
        match token {
            Token::Comment(_) => {}
            Token::Open => (self.depth, self.opened) = (self.depth + 1, at),
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => return Err(self.error(at, Fault::Variation)),
            },
            Token::Tag(..) | Token::Outcome(_) | Token::Move(_) if self.depth > 0 => {}
            Token::Tag(name, value) => self.tag(at, name, value)?,
            Token::Outcome(outcome) => self.finish(Some(outcome)),
            Token::Move(text) => self.play(at, text)?,
        }
        Ok(())
    }

    fn begun(&mut self) -> &mut Begun {
        self.begun.get_or_insert_with(|| {
            let (start, outcome) = (Board::START, Outcome::Open);
            let game = RecordedGame { tags: Vec::new(), start, moves: Vec::new(), outcome };
            Begun { game, board: start, has_moves: false }
        })
    }

    fn tag(&mut self, at: usize, name: &str, value: &str) -> Result<(), RecordError> {
        // A tag after moves belongs to the next game, even where no result stands between.
        if self.begun.as_ref().is_some_and(|begun| begun.has_moves) {
            self.finish(None);
        }
        let value = meant(value);
        if name == "FEN" {
            let start = fen::parse(&value).map_err(|error| self.error(at, Fault::Position(error)))?;
            let begun = self.begun();
            (begun.game.start, begun.board) = (start, start);
        }
        self.begun().game.tags.push((name.to_owned(), value));
        Ok(())
    }

    fn play(&mut self, at: usize, text: &str) -> Result<(), RecordError> {
        let begun = self.begun();
        match read_move(&begun.board, text) {
            Ok(chosen) => {
                begun.game.moves.push(chosen);
                begun.board = begun.board.after(chosen);
                begun.has_moves = true;
                Ok(())
            }
            Err(fault) => {
                let number = begun.game.moves.len() + 1;
                Err(self.error(at, Fault::Move(number, text.to_owned(), fault)))
            }
        }
    }

    /// The game ends; the text of its result counts more than its tag.
    fn finish(&mut self, outcome: Option<Outcome>) {
        if outcome.is_some() {
            self.begun();
        }
        if let Some(Begun { mut game, .. }) = self.begun.take() {
            let tagged = game.tag("Result").and_then(Outcome::parse);
            game.outcome = outcome.or(tagged).unwrap_or(Outcome::Open);
            self.games.push(game);
        }
    }
}

/// A tag's value without its backslashes.
fn meant(value: &str) -> String {
    let mut letters = value.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        let _ = match letter {
            '\\' => letters.next().map_or(Ok(()), |escaped| text.write_char(escaped)),
            letter => text.write_char(letter),
        };
    }
    text
}
