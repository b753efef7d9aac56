//! Recorded games: parses PDN into games whose every move is legal, and writes them.

use core::fmt::{self, Write};

use pipsqueak_core::games::checkers::pdn::{
    Header, MoveTextError, Outcome, PdnErrorKind, Token, Tokens, line_and_column, read_move, write_game,
};
use pipsqueak_core::games::checkers::{Board, Game, Move, fen};
use pipsqueak_core::random::Seed;

use crate::text;

/// A game in which every move is legal. Comments and variations are dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The tags in their order, with quotes and backslashes unescaped.
    pub tags: Vec<(String, String)>,
    /// The starting position.
    pub start: Board,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The result in the record.
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

    /// As PDN, which parses to the same game.
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
        // Writing into a string cannot fail.
        let _ = write_game(&mut text, &header, &self.start, self.moves.iter().copied());
        text
    }

    /// As PDN followed by an empty line, as it stands in a file of games.
    pub fn to_bytes(&self) -> Vec<u8> {
        (self.to_pdn() + "\n").into_bytes()
    }
}

/// A game of the series of a seed, from its start on.
///
/// # Errors
/// A move is illegal.
pub fn recorded(
    mut game: Game,
    seed: Seed,
    [black, white]: [&str; 2],
    moves: Vec<Move>,
) -> crate::Result<RecordedGame> {
    let start = *game.position().board();
    moves.iter().try_for_each(|&chosen| game.make(chosen)).map_err(|illegal| illegal.to_string())?;
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let round = seed.0.to_string();
    let tags = vec![tag("Event", "Pipsqueak"), tag("Round", &round), tag("Black", black), tag("White", white)];
    Ok(RecordedGame { tags, start, moves, outcome: Outcome::of(game.ending()) })
}

/// The same, as PDN followed by an empty line.
///
/// # Errors
/// A move is illegal.
pub fn written(game: Game, seed: Seed, players: [&str; 2], moves: &[Move]) -> crate::Result<Vec<u8>> {
    Ok(recorded(game, seed, players, moves.to_vec())?.to_bytes())
}

/// An error in a game of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Which game, counted from 1.
    pub game: usize,
    /// The players of Black and White, if their tags came before the error.
    pub players: [Option<String>; 2],
    /// Line and column, counted from 1.
    pub place: (usize, usize),
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// The kind of error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordErrorKind {
    /// A syntax error.
    Pdn(PdnErrorKind),
    /// Another variant than English draughts, by its tag.
    Rules(String),
    /// An impossible starting position.
    Position(fen::FenError),
    /// An illegal move: its number, its text, and why.
    Move(usize, String, MoveTextError),
    /// The brackets of a variation do not match.
    Variation,
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordError { game, players, place: (line, column), kind } = self;
        write!(formatter, "game {game}")?;
        if let [Some(black), Some(white)] = players {
            write!(formatter, ", {} v {}", text::name(black, 30), text::name(white, 30))?;
        }
        write!(formatter, ", line {line}, column {column}: ")?;
        match kind {
            RecordErrorKind::Pdn(kind) => write!(formatter, "{kind}"),
            RecordErrorKind::Rules(rules) => {
                let rules = text::name(rules, 20);
                write!(formatter, "GameType {rules} is not {ENGLISH}, English draughts: other rules are not supported")
            }
            RecordErrorKind::Position(error) => write!(formatter, "{error}"),
            RecordErrorKind::Move(number, text, error) => {
                write!(formatter, "move {number}, {}: {error}", text::name(text, 40))
            }
            RecordErrorKind::Variation => formatter.write_str("the brackets of a variation do not match"),
        }
    }
}

impl core::error::Error for RecordError {}

/// The GameType of English draughts in PDN.
const ENGLISH: &str = "21";

/// Parses a collection and checks every move of every game; variations are skipped. Stops at the first bad game.
pub fn read(text: &str) -> Result<Vec<RecordedGame>, RecordError> {
    read_each(text).into_iter().collect()
}

/// Parses a collection game by game: a game, or what is wrong with it.
pub fn read_each(text: &str) -> Vec<Result<RecordedGame, RecordError>> {
    let mut reader = Reader { text, games: Vec::new(), begun: None, depth: 0, opened: 0 };
    let mut tokens = Tokens::new(text);
    while let Some(token) = tokens.next() {
        match token {
            Ok((at, token)) => reader.take(at, token),
            Err(error) => {
                reader.fail(error.at, RecordErrorKind::Pdn(error.kind));
                // After an error, parsing resumes at the tags of the next game.
                let Some(next) =
                    text.get(error.at + 1..).and_then(|rest| rest.as_bytes().windows(2).position(|two| two == b"\n["))
                else {
                    break;
                };
                reader.finish(None);
                tokens = Tokens::from(text, error.at + 1 + next);
            }
        }
    }
    if reader.depth > 0 {
        reader.fail(reader.opened, RecordErrorKind::Variation);
    }
    reader.finish(None);
    reader.games
}

/// A parser's position in a collection.
struct Reader<'t> {
    text: &'t str,
    games: Vec<Result<RecordedGame, RecordError>>,
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
    /// A move that may continue in the next token: where it begins, its text, and its error if it does not.
    unfinished: Option<(usize, String, MoveTextError)>,
    /// The first error; the rest of the game is skipped.
    error: Option<RecordError>,
}

impl Reader<'_> {
    /// Records an error in the current game; the first one counts.
    fn fail(&mut self, at: usize, kind: RecordErrorKind) {
        let (game, place) = (self.games.len() + 1, line_and_column(self.text, at));
        let begun = self.begun();
        let players = ["Black", "White"].map(|name| begun.game.tag(name).map(str::to_owned));
        begun.error.get_or_insert(RecordError { game, players, place, kind });
    }

    fn take(&mut self, at: usize, token: Token<'_>) {
        match token {
            Token::Comment(_) => {}
            Token::Open => (self.depth, self.opened) = (self.depth + 1, at),
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => self.fail(at, RecordErrorKind::Variation),
            },
            Token::Tag(..) | Token::Outcome(_) | Token::Move(_) if self.depth > 0 => {}
            Token::Tag(name, value) => self.tag(at, name, value),
            Token::Outcome(outcome) => self.finish(Some(outcome)),
            Token::Move(text) => self.play(at, text),
        }
    }

    fn begun(&mut self) -> &mut Begun {
        self.begun.get_or_insert_with(|| {
            let (start, outcome) = (Board::START, Outcome::Open);
            let game = RecordedGame { tags: Vec::new(), start, moves: Vec::new(), outcome };
            Begun { game, board: start, has_moves: false, unfinished: None, error: None }
        })
    }

    fn tag(&mut self, at: usize, name: &str, value: &str) {
        // A tag after moves belongs to the next game, even without a result between them.
        if self.begun.as_ref().is_some_and(|begun| begun.has_moves) {
            self.finish(None);
        }
        let value = meant(value);
        match name {
            "FEN" => match fen::parse(&value) {
                Ok(start) => {
                    let begun = self.begun();
                    (begun.game.start, begun.board) = (start, start);
                }
                Err(error) => self.fail(at, RecordErrorKind::Position(error)),
            },
            "GameType" if value.split(',').next().is_some_and(|kind| kind.trim() != ENGLISH) => {
                self.fail(at, RecordErrorKind::Rules(value.clone()));
            }
            _ => {}
        }
        self.begun().game.tags.push((name.to_owned(), value));
    }

    fn play(&mut self, at: usize, text: &str) {
        let begun = self.begun();
        begun.has_moves = true;
        if begun.error.is_some() {
            return;
        }
        // A capture may be written in parts: `9x18 x25`, `9x18 18x25`, `9 x 18`.
        let (at, text) = match begun.unfinished.take() {
            Some((begin, before, _)) => (begin, joined(&before, text)),
            None => (at, text.to_owned()),
        };
        match read_move(&begun.board, &text) {
            Ok(chosen) => {
                begun.game.moves.push(chosen);
                begun.board = begun.board.after(chosen);
            }
            Err(error @ (MoveTextError::Unfinished(_) | MoveTextError::NotAMove)) if text.len() <= LONGEST_MOVE => {
                begun.unfinished = Some((at, text, error));
            }
            Err(error) => self.move_error(at, text, error),
        }
    }

    fn move_error(&mut self, at: usize, text: String, error: MoveTextError) {
        let number = self.begun().game.moves.len() + 1;
        self.fail(at, RecordErrorKind::Move(number, text, error));
    }

    /// Ends the game. The result in the moves takes precedence over the tag.
    fn finish(&mut self, outcome: Option<Outcome>) {
        if outcome.is_some() {
            self.begun();
        }
        if let Some((at, text, error)) = self.begun.as_mut().and_then(|begun| begun.unfinished.take()) {
            self.move_error(at, text, error);
        }
        if let Some(Begun { mut game, error, .. }) = self.begun.take() {
            let tagged = game.tag("Result").and_then(Outcome::parse);
            game.outcome = outcome.or(tagged).unwrap_or(Outcome::Open);
            self.games.push(error.map_or(Ok(game), Err));
        }
    }
}

/// A capture of nine jumps takes 29 letters.
const LONGEST_MOVE: usize = 32;

/// Joins two parts of one move: the second continues with a landing square, or repeats the first's last square.
fn joined(before: &str, after: &str) -> String {
    let is_sign = |letter: char| matches!(letter, '-' | 'x' | 'X' | ':');
    let landing = before.rsplit(is_sign).next().unwrap_or_default();
    match after.strip_prefix(landing) {
        Some(rest) if !landing.is_empty() && rest.starts_with(is_sign) => format!("{before}{rest}"),
        _ => format!("{before}{after}"),
    }
}

/// A tag's value, unescaped.
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
