//! `play checkers`: a person plays a program on a board in the terminal. Knows who plays and what was played; how the
//! board looks is the front's matter.

mod entry;
mod level;
mod picture;
mod plain;
mod scene;
mod screen;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Foul, Player, referee};
use pipsqueak_core::games::checkers::pdn::{Header, Outcome, write_game};
use pipsqueak_core::games::checkers::{Board, Game, Move, Position, Side, View};
use pipsqueak_core::link::Effort;

use crate::board::{BoardPlayer, Client, LinkError, SearchStats};
use crate::port::Cable;
use level::Opponent;
pub use level::{Level, Rival};
use plain::Plain;
use scene::Scene;
use screen::BoardScreen;

/// What a game of checkers is asked for.
pub struct Request {
    /// Who the opponent is.
    pub rival: Rival,
    /// The line to it, if it is a board.
    pub board: Option<Box<Client<Box<dyn Cable>>>>,
    /// The person's colour; by turns if not given, Black first.
    pub side: Option<Side>,
    /// Where the weaker levels' whims come from.
    pub seed: Seed,
    /// How many games; until the person leaves if not given.
    pub n_games: Option<u32>,
    /// Where finished and unfinished games are saved.
    pub pdn: Option<PathBuf>,
    /// Plain lines instead of the full screen.
    pub plain: bool,
}

/// Why a person made no move.
#[derive(Debug)]
pub enum Leave {
    /// The person left.
    Quit,
    /// The last move was a mistake.
    Undo,
    /// Another opponent is wanted.
    Level(Level),
    /// There is nobody to ask any more.
    InputEnded,
    /// The terminal failed.
    Io(io::Error),
    /// The board across the table gave no move.
    Board(anyhow::Error),
}

impl From<io::Error> for Leave {
    fn from(error: io::Error) -> Leave {
        Leave::Io(error)
    }
}

/// How a person is shown the board and asked.
pub trait Front {
    /// Asks for a move.
    fn ask(&mut self, scene: &Scene) -> Result<Move, Leave>;
    /// Shows the board while the opponent thinks, and after each move.
    fn show(&mut self, scene: &Scene) -> Result<(), Leave>;
    /// Shows how the game ended; comes back when the person wants another.
    fn close(&mut self, scene: &Scene) -> Result<(), Leave>;
}

/// Plays.
pub fn run(request: Request) -> Result<()> {
    let record = request.pdn.clone().map(create).transpose()?;
    let mut series = Series { request, record };
    if series.request.plain {
        return series.play(&mut Plain::new(io::stdin().lock(), io::stdout().lock()));
    }
    let mut screen = BoardScreen::open().context("the terminal cannot be taken over (try --plain)")?;
    let played = series.play(&mut screen);
    drop(screen);
    if let (Ok(()), Some((path, _))) = (&played, &series.record) {
        println!("The games are in {}.", path.display());
    }
    played
}

fn create(path: PathBuf) -> Result<(PathBuf, File)> {
    let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok((path, file))
}

/// Games against one opponent.
struct Series {
    request: Request,
    record: Option<(PathBuf, File)>,
}

impl Series {
    /// Plays until the games are played or the person leaves.
    fn play<F: Front>(&mut self, front: &mut F) -> Result<()> {
        let mut score = [0; 3];
        for number in 1..=self.request.n_games.unwrap_or(u32::MAX) {
            let person = self.request.side.unwrap_or(if number % 2 == 1 { Side::Black } else { Side::White });
            let mut scene = Scene::new(person, self.request.rival.clone(), number, score);
            scene.is_last = self.request.n_games == Some(number);
            let left = self.play_one(front, &mut scene);
            self.request.rival = scene.rival.clone();
            self.save(&scene)?;
            score = scene.score_with_end();
            match left {
                Ok(()) => {}
                Err(Leave::Quit) => return Ok(()),
                Err(Leave::InputEnded) => return Err(anyhow!("the input ended in the middle of the game")),
                Err(Leave::Io(error)) => return Err(error).context("the terminal failed"),
                Err(Leave::Board(error)) => return Err(error),
                Err(Leave::Undo | Leave::Level(_)) => return Err(anyhow!("a wish came at a wrong time")),
            }
        }
        Ok(())
    }

    /// Plays one game to its end; a wish of the person takes moves back or changes the opponent, and the game goes on.
    fn play_one<F: Front>(&mut self, front: &mut F, scene: &mut Scene) -> Result<(), Leave> {
        loop {
            match self.play_on(front, scene) {
                Ok(()) => match front.close(scene) {
                    Err(Leave::Undo) => scene.take_back(),
                    closed => return closed,
                },
                Err(Leave::Undo) => scene.take_back(),
                Err(Leave::Level(level)) => scene.rival = Rival::Program(level),
                Err(other) => return Err(other),
            }
        }
    }

    /// Lets the referee play on from where the game stands.
    fn play_on<F: Front>(&mut self, front: &mut F, scene: &mut Scene) -> Result<(), Leave> {
        let game = scene.game().clone();
        let person_side = scene.person;
        let seed = self.request.seed.derive(u64::from(scene.number));
        let mut stats = SearchStats::default();
        let across = match (&scene.rival, &mut self.request.board) {
            (Rival::Program(level), _) => {
                Across::Program(Box::new(Opponent::new(*level, seed.derive(scene.moves().len() as u64))))
            }
            (Rival::Board(_), Some(client)) => {
                Across::Board(BoardPlayer { client, effort: BOARD_EFFORT, stats: &mut stats })
            }
            (Rival::Board(_), None) => return Err(Leave::Board(LinkError::Closed.into())),
        };
        let seen = RefCell::new((front, scene));
        let mut person = Person(&seen);
        let mut program = Program { across, seen: &seen };
        let players: [&mut dyn Player<Game, Error = Leave>; 2] = match person_side {
            Side::Black => [&mut person, &mut program],
            Side::White => [&mut program, &mut person],
        };
        let witness = |_: &Game, _, chosen: Move| {
            let (front, scene) = &mut *seen.borrow_mut();
            scene.witness(chosen);
            // A terminal that fails here fails again at the next question, which reports it.
            let _ = front.show(scene);
        };
        match referee(game, players, witness) {
            Ok(_) => Ok(()),
            Err(Foul::NoDecision(_, leave)) => Err(leave),
            Err(Foul::Illegal(_, illegal)) => Err(Leave::Io(io::Error::other(illegal.to_string()))),
        }
    }

    /// Saves a game that has moves, whether it ended or not.
    fn save(&mut self, scene: &Scene) -> Result<()> {
        let Some((path, file)) = &mut self.record else { return Ok(()) };
        if scene.moves().is_empty() {
            return Ok(());
        }
        let text = pdn(scene);
        file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// The game as PDN, with an empty line behind it.
fn pdn(scene: &Scene) -> String {
    let rival = scene.rival.name();
    let (black, white) = if scene.person == Side::Black { ("person", rival) } else { (rival, "person") };
    let outcome = Outcome::of(scene.game().ending());
    let round = scene.number.to_string();
    let header = Header { event: "Pipsqueak", date: "????.??.??", round: &round, black, white, outcome };
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write_game(&mut text, &header, &Board::START, scene.moves().iter().copied());
    text + "\n"
}

type Seen<'s, 'a, F> = RefCell<(&'a mut F, &'s mut Scene)>;

/// The person, as a player.
struct Person<'r, 's, 'a, F>(&'r Seen<'s, 'a, F>);

impl<F: Front> Player<Game> for Person<'_, '_, '_, F> {
    type Error = Leave;

    fn choose(&mut self, _: &View) -> Result<Move, Leave> {
        let (front, scene) = &mut *self.0.borrow_mut();
        front.ask(scene)
    }
}

/// Whoever sits across the board.
enum Across<'c> {
    Program(Box<Opponent>),
    Board(BoardPlayer<'c, Box<dyn Cable>>),
}

/// The opponent, as a player.
struct Program<'r, 's, 'a, 'c, F> {
    across: Across<'c>,
    seen: &'r Seen<'s, 'a, F>,
}

impl<F: Front> Player<Game> for Program<'_, '_, '_, '_, F> {
    type Error = Leave;

    fn choose(&mut self, view: &View) -> Result<Move, Leave> {
        let (front, scene) = &mut *self.seen.borrow_mut();
        front.show(scene)?;
        match &mut self.across {
            Across::Program(opponent) => Ok(opponent.choose(view)),
            Across::Board(board) => Player::<Game>::choose(board, view).map_err(Leave::Board),
        }
    }
}

/// How long a board may think about a move.
const BOARD_EFFORT: Effort = Effort::Millis(2000);

/// What is said to whoever wants a board to play at another level.
const NO_LEVELS: &str = "A board has no levels: it thinks for two seconds.";

/// The position that games begin with.
const START: Position = Position::START;

/// What a person should know, in lines of up to 76 characters.
fn rules() -> impl Iterator<Item = &'static str> {
    "Checkers

Men go one step forward on the dark squares, kings forward and back.
You jump over an opponent's piece onto the free square behind it, which
takes the piece, and go on as long as there is another to jump.
Whoever can jump must. A man that reaches the last row becomes a king,
and its move ends there. Whoever cannot move has lost.
After 50 turns without a jump, both sides' counted, the game is drawn."
        .lines()
}
