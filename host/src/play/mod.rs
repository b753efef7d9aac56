//! The `play` command: a person plays a program or a board in the terminal. Knows who plays and how many games; how the table looks
//! is the front's matter.

mod canvas;
pub mod checkers;
mod keys;
mod mastermind;
mod person;
mod picture;
mod plain;
mod scene;
mod screen;

use std::cell::RefCell;
use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::{env, iter};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Foul, Game, Player, Points, Seat, referee};
use pipsqueak_core::games::checkers::Side;
use pipsqueak_core::games::fiveo::{self, Column, Table};

use crate::board::{ActiveChampion, BoardOptions, Client};
use crate::game_name::GameName;
use crate::games::fiveo::contender::Contender;
use crate::games::fiveo::transcript;
use crate::games::mastermind::SizeOptions;
use crate::port::Cable;
use crate::words;
use person::{Across, Front, Person, Seen, Stop};
use plain::Plain;
use scene::{Scene, Score};
use screen::Screen;

/// What `play` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The game
    game: GameName,
    /// The opponent. Five-O: a baseline's name, `monte-carlo`, `champion`, a champion file, or a tree written as text
    /// (`champion` if not given). Mastermind: minimax, entropy, parts, expected, or a champion file (expected if not given). Checkers: a
    /// level: child, easy, medium, hard or expert (medium if not given)
    #[arg(long, value_name = "PLAYER", visible_alias = "level", conflicts_with = "port")]
    against: Option<String>,
    /// The opponent is a board: a serial device, unix:PATH, tcp:HOST:PORT, qemu or sim
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    #[command(flatten)]
    size: SizeOptions,
    /// The seed of the first deal; each further game takes the next number. Without it one is drawn and shown
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Your seat; without it you move first, and seats change from game to game
    #[arg(long)]
    seat: Option<SeatName>,
    /// Plain lines instead of the full screen: for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// How many games; 1 in plain mode and until you quit on the full screen, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Record the finished games in this file, as JSON Lines; what it held is replaced. Checkers is recorded as PDN
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

/// A seat as it is named on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum SeatName {
    /// You move first
    First,
    /// The opponent moves first
    Second,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let plain = options.plain || !has_screen();
    match options.game {
        GameName::Fiveo => play_fiveo(options, plain),
        GameName::Checkers => play_checkers(options, plain),
        GameName::Mastermind => mastermind::run(options),
    }
}

fn play_checkers(options: Options, plain: bool) -> Result<()> {
    let (rival, board) = match &options.port {
        None => {
            let level = checkers::Level::named(options.against.as_deref().unwrap_or("medium"));
            let level = level.context("the levels of checkers are child, easy, medium, hard and expert, or 1 to 5")?;
            (checkers::Rival::Program(level), None)
        }
        Some(port) => {
            let (client, hello) = BoardOptions::at(port).connect()?;
            (checkers::Rival::Board(words::name(&hello.board, 12)), Some(Box::new(client)))
        }
    };
    checkers::run(checkers::Request {
        rival,
        board,
        side: options.seat.map(|seat| match seat {
            SeatName::First => Side::Black,
            SeatName::Second => Side::White,
        }),
        seed: Seed(options.seed.unwrap_or_else(fresh_seed)),
        n_games: options.games.or(plain.then_some(1)),
        pdn: options.transcript,
        plain,
    })
}

fn play_fiveo(options: Options, plain: bool) -> Result<()> {
    let mut series = Series {
        opponent: Opponent::named(&options)?,
        seed: Seed(options.seed.unwrap_or_else(fresh_seed)),
        seat: options.seat,
        n_games: options.games.or(plain.then_some(1)),
        record: options.transcript.map(create).transpose()?,
        score: Score::default(),
    };
    if plain {
        return series.play(&mut Plain::new(io::stdin().lock(), io::stdout().lock()));
    }
    let mut screen = Screen::open().context("the terminal cannot be taken over (try --plain)")?;
    let played = series.play(&mut screen);
    drop(screen);
    played?;
    let Score { won, lost, tied } = series.score;
    println!("Five-O against {}, from seed {}: {won} won, {lost} lost, {tied} tied.", series.name(), series.seed.0);
    Ok(())
}

fn has_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A seed that nobody chose, short enough to be typed again.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one("deal") % 1_000_000
}

fn create(path: PathBuf) -> Result<(PathBuf, File)> {
    let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok((path, file))
}

/// Whoever sits across the table.
enum Opponent {
    Program(Contender),
    Board { name: String, client: Box<Client<Box<dyn Cable>>> },
}

impl Opponent {
    fn named(options: &Options) -> Result<Opponent> {
        let Some(port) = &options.port else {
            return Ok(Opponent::Program(Contender::named(options.against.as_deref().unwrap_or("champion"))?));
        };
        let board = BoardOptions::at(port);
        let (mut client, _) = board.connect()?;
        let name = ActiveChampion::of(&mut client, fiveo::ID)?.name.unwrap_or_else(|| "board".to_owned());
        Ok(Opponent::Board { name, client: Box::new(client) })
    }

    fn name(&self) -> &str {
        match self {
            Opponent::Program(contender) => &contender.name,
            Opponent::Board { name, .. } => name,
        }
    }

    fn player(&mut self, game: Seed, seat: Seat) -> Box<dyn Player<Table, Error = Stop> + '_> {
        match self {
            Opponent::Program(contender) => Box::new(contender.among(game, seat)),
            Opponent::Board { client, .. } => Box::new(Across(client)),
        }
    }
}

/// Games against one opponent.
struct Series {
    opponent: Opponent,
    seed: Seed,
    seat: Option<SeatName>,
    n_games: Option<u32>,
    record: Option<(PathBuf, File)>,
    score: Score,
}

impl Series {
    fn name(&self) -> String {
        words::name(self.opponent.name(), 24)
    }

    /// Plays until the games are played or the person leaves.
    fn play<F: Front>(&mut self, front: &mut F) -> Result<()> {
        for number in 1..=self.n_games.unwrap_or(u32::MAX) {
            match self.play_one(front, number) {
                Err(error) if matches!(error.downcast_ref(), Some(Stop::Quit)) => return Ok(()),
                played => played?,
            }
        }
        Ok(())
    }

    fn play_one<F: Front>(&mut self, front: &mut F, number: u32) -> Result<()> {
        let seed = Seed(self.seed.0.wrapping_add(u64::from(number - 1)));
        let seat = self.seat_in(number);
        let table = Table::deal(seed);
        let mut scene = Scene::new(&table, seed, seat, self.name());
        (scene.number, scene.score) = (number, self.score);
        scene.last = self.n_games == Some(number);
        let seen = RefCell::new(Seen { scene, front });
        let (table, points, moves) = self.decide(table, seed, &seen)?;
        let Seen { mut scene, front } = seen.into_inner();
        scene.reveal(&table, points);
        self.score = scene.score;
        self.record(seed, seat, &moves)?;
        Ok(front.reveal(&scene)?)
    }

    fn seat_in(&self, number: u32) -> Seat {
        match self.seat {
            Some(SeatName::First) => Seat::First,
            Some(SeatName::Second) => Seat::Second,
            None if number.is_multiple_of(2) => Seat::Second,
            None => Seat::First,
        }
    }

    /// Lets the referee play the game, and keeps its moves.
    fn decide<F: Front>(
        &mut self,
        table: Table,
        seed: Seed,
        seen: &RefCell<Seen<'_, F>>,
    ) -> Result<(Table, Points, Vec<Column>)> {
        let seat = seen.borrow().scene.seat;
        let mut person = Person(seen);
        let mut opponent = self.opponent.player(seed, seat.other());
        let players: [&mut dyn Player<Table, Error = Stop>; 2] = match seat {
            Seat::First => [&mut person, &mut *opponent],
            Seat::Second => [&mut *opponent, &mut person],
        };
        let mut moves = Vec::new();
        let witness = |table: &Table, mover: Seat, column: Column| {
            moves.push(column);
            let Seen { scene, front } = &mut *seen.borrow_mut();
            scene.witness(table, mover, column);
            // A terminal that fails here fails again at the next question, which reports it.
            let _ = front.placed(scene);
        };
        match referee(table, players, witness) {
            Ok((table, points)) => Ok((table, points, moves)),
            Err(Foul::NoDecision(_, stop)) => Err(stop.into()),
            Err(Foul::Illegal(_, illegal)) => bail!("the opponent made an illegal move: {illegal}"),
        }
    }

    fn record(&mut self, seed: Seed, seat: Seat, moves: &[Column]) -> Result<()> {
        let Some((path, file)) = &mut self.record else { return Ok(()) };
        let mut players = ["person", self.opponent.name()];
        if seat == Seat::Second {
            players.reverse();
        }
        let mut bytes = Vec::new();
        transcript::write_game(&mut bytes, seed, players, moves)
            .and_then(|()| io::Write::write_all(file, &bytes))
            .with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// The open columns as a person counts them.
fn numbers(columns: impl IntoIterator<Item = Column>) -> String {
    let numbers: Vec<String> = columns.into_iter().map(|column| (column.index() + 1).to_string()).collect();
    words::either(&numbers)
}

/// What a person should know, in lines of up to 76 characters.
fn rules() -> impl Iterator<Item = &'static str> {
    let text = "Each player has five columns; each column becomes a poker hand of five cards.
In turn you draw a card and place it in one of your own columns.
Every column gets its second card before any gets its third, and so on:
only the columns with the fewest cards are open.
The fifth cards are placed face down and turned when the game is over.
Then column meets column: the stronger hand takes a point, equal hands none.
More points win. The ace is high, or low in a straight; suits are equal.";
    iter::once("Five-O Poker").chain(iter::once("")).chain(text.lines())
}
