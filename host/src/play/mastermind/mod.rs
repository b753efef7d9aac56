//! `play mastermind`: a person and a program set codes and break each other's. Knows who plays and how many games; how it
//! looks is the front's matter.

mod person;
mod picture;
mod plain;
mod scene;
mod screen;

use std::cell::RefCell;
use std::fs::File;
use std::path::PathBuf;
use std::{io, iter};

use anyhow::{Context, Result, bail};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Foul, Player, Points, Seat, referee};
use pipsqueak_core::games::mastermind::{Code, Duel, Size};

use super::scene::Score;
use super::screen::Screen;
use super::{Options, SeatName, create, fresh_seed, has_screen};
use crate::board::BoardOptions;
use crate::games::mastermind::record::RecordedDuel;
use crate::games::mastermind::{Machine, Method};
use crate::words;
use person::{Front, Opponent, Person, Seen};
use plain::Plain;
use scene::Scene;

use super::person::Stop;

/// The opponent, if none is named.
const OPPONENT: &str = "expected";

/// Runs the command for this game.
pub fn run(options: Options) -> Result<()> {
    let size = options.size.size()?;
    let (opponent, name) = opponent(&options, size)?;
    let plain = options.plain || !has_screen();
    let mut series = Series {
        name: words::name(&name, 24),
        opponent,
        size,
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
    println!("Mastermind against {}, from seed {}: {won} won, {lost} lost, {tied} tied.", series.name, series.seed.0);
    Ok(())
}

/// Whoever the options name, and what they are called.
fn opponent(options: &Options, size: Size) -> Result<(Opponent, String)> {
    let Some(port) = &options.port else {
        let method = Method::named(options.against.as_deref().unwrap_or(OPPONENT), size)?;
        let name = method.name().to_owned();
        return Ok((Opponent::Program(Box::new(Machine::new(method, size))), name));
    };
    let (client, hello) = BoardOptions::at(port).connect()?;
    Ok((Opponent::Board(Box::new(client)), words::name(&hello.board, 24)))
}

/// Games against one opponent.
struct Series {
    name: String,
    opponent: Opponent,
    size: Size,
    seed: Seed,
    seat: Option<SeatName>,
    n_games: Option<u32>,
    record: Option<(PathBuf, File)>,
    score: Score,
}

impl Series {
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
        let seat = match self.seat {
            Some(SeatName::First) => Seat::First,
            Some(SeatName::Second) => Seat::Second,
            None if number.is_multiple_of(2) => Seat::Second,
            None => Seat::First,
        };
        let mut scene = Scene::new(self.size, seed, seat, self.name.clone());
        (scene.number, scene.score) = (number, self.score);
        scene.last = self.n_games == Some(number);
        let seen = RefCell::new(Seen { scene, front });
        let (duel, points, moves) = self.decide(Duel::new(self.size, seed), &seen)?;
        let Seen { mut scene, front } = seen.into_inner();
        scene.reveal(&duel, points);
        self.score = scene.score;
        self.write_down(seed, seat, moves)?;
        Ok(front.reveal(&scene)?)
    }

    /// Lets the referee play the game, and keeps its moves.
    fn decide<F: Front>(&mut self, duel: Duel, seen: &RefCell<Seen<'_, F>>) -> Result<(Duel, Points, Vec<Code>)> {
        let seat = seen.borrow().scene.seat;
        let mut person = Person(seen);
        let opponent = &mut self.opponent;
        let players: [&mut dyn Player<Duel, Error = Stop>; 2] = match seat {
            Seat::First => [&mut person, opponent],
            Seat::Second => [opponent, &mut person],
        };
        let mut moves = Vec::new();
        let witness = |duel: &Duel, mover: Seat, code: Code| {
            moves.push(code);
            let Seen { scene, front } = &mut *seen.borrow_mut();
            scene.witness(duel, mover);
            // A terminal that fails here fails again at the next question, which reports it.
            let _ = front.moved(scene);
        };
        match referee(duel, players, witness) {
            Ok((duel, points)) => Ok((duel, points, moves)),
            Err(Foul::NoDecision(_, stop)) => Err(stop.into()),
            Err(Foul::Illegal(_, illegal)) => bail!("an illegal move: {illegal}"),
        }
    }

    fn write_down(&mut self, seed: Seed, seat: Seat, moves: Vec<Code>) -> Result<()> {
        let Some((path, file)) = &mut self.record else { return Ok(()) };
        let mut players = ["person".to_owned(), self.name.clone()];
        if seat == Seat::Second {
            players.reverse();
        }
        let mut bytes = Vec::new();
        RecordedDuel::new(Some(seed), players, self.size, moves)?.write(&mut bytes)?;
        io::Write::write_all(file, &bytes).with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// What a person should know, in lines of up to 76 characters.
fn rules() -> impl Iterator<Item = &'static str> {
    let text = "You and the program each set a secret code, then guess in turn.
A colour may be used more than once.
A guess is answered with blacks and whites:
  black: a peg of the right colour in the right place,
  white: a peg of the right colour in the wrong place.
Nobody learns which peg scored. Every peg of the code counts once.
Who finds the other's code with fewer guesses wins; the same number is a tie.
After twelve guesses each, nobody wins.";
    iter::once("Mastermind").chain(iter::once("")).chain(text.lines())
}
