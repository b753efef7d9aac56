//! The moves of the desktop's players in the games that the browser's tests play, to compare the page with: a line of
//! JSON per game.
//!
//! In each game the named level plays one seat, and the page's adviser the other.

use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{self, Position};
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::games::mastermind::{CodeSize, Duel};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Limits;
use pipsqueak_lab::clock::no_clock;
use pipsqueak_lab::games::checkers::Level;
use pipsqueak_lab::games::checkers::engine::Engine;
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};

const FIVE_O: [&str; 7] = ["random", "greedy", "pairing", "weighted-pairing", "full-strategy", "tactician", "champion"];
/// The players whose moves do not depend on a clock.
const CHECKERS: [&str; 5] = ["child", "easy", "medium", "simple", "better_h"];
const MASTERMIND: [&str; 5] = ["minimax", "entropy", "expected", "parts", "champion"];
/// The page's limits: the positions of the report's players and of a hint, and bytes of their tables.
const NODES: u64 = 5000;
const HINT_NODES: u64 = 60_000;
const TABLE: usize = 1 << 20;
/// Games of checkers end after this many moves.
const MOST_MOVES: usize = 40;

fn main() {
    for seed in 1..=75 {
        let level = FIVE_O[seed as usize % FIVE_O.len()];
        let contender = FiveOPlayer::named(level, None).expect("a level");
        let champion = FiveOPlayer::named("champion", None).expect("the champion");
        let play = |seed, seat| contender.at(seed, seat);
        let advise = champion.at(Seed(0), Seat::First);
        let table = Table::deal(Seed(seed));
        told("fiveo", level, seed, table, play, advise, usize::MAX, |column| (column.index() + 1).to_string());
    }
    for seed in 1..=5 {
        let level = CHECKERS[seed as usize % CHECKERS.len()];
        let start = checkers::Game::new(Position::START);
        let play = |seed: Seed, seat: Seat| Thinker::named(level, seed.derive(seat.index() as u64));
        told("checkers", level, seed, start, play, Adviser, MOST_MOVES, |chosen| chosen.to_string());
    }
    for seed in 1..=25 {
        let level = MASTERMIND[seed as usize % MASTERMIND.len()];
        let machine = |name| {
            Codebreaker::new(Method::known(name, CodeSize::CLASSIC).expect("known").expect("sound"), CodeSize::CLASSIC)
        };
        told(
            "mastermind",
            level,
            seed,
            Duel::deal(Seed(seed)),
            |_, _| machine(level),
            machine("champion"),
            usize::MAX,
            |code| code.to_string(),
        );
    }
}

/// Plays a game and prints its moves. The level has the first seat in games of odd seeds, and the second in the others.
#[expect(clippy::too_many_arguments, reason = "one call per game")]
fn told<G: Game, P: Player<G>, A: Player<G>>(
    name: &str,
    level: &str,
    seed: u64,
    mut game: G,
    play: impl Fn(Seed, Seat) -> P,
    mut advise: A,
    most: usize,
    text: impl Fn(G::Move) -> String,
) {
    let level_seat = if seed % 2 == 1 { Seat::First } else { Seat::Second };
    let mut player = play(Seed(seed), level_seat);
    let mut moves = Vec::new();
    while let Turn::Of(seat, view) = game.turn() {
        if moves.len() == most {
            break;
        }
        let chosen = if seat == level_seat { player.choose(&view).ok() } else { advise.choose(&view).ok() };
        let chosen = chosen.expect("programs do not fail");
        game.play(chosen).expect("players make legal moves");
        moves.push(text(chosen));
    }
    println!(r#"{{"game":"{name}","against":"{level}","seed":"{seed}","moves":"{}"}}"#, moves.join(" "));
}

/// A level, or one of the report's players.
enum Thinker {
    Level(Level, Engine, pipsqueak_core::random::GameRng),
    Report(Engine),
}

impl Thinker {
    fn named(name: &str, seed: Seed) -> Thinker {
        match Level::named(name) {
            Some(level) => Thinker::Level(level, Engine::new(level.engine_kind(), Level::TABLE, no_clock), seed.rng()),
            None => Thinker::Report(Engine::new(name.parse().expect("a strategy"), TABLE, no_clock)),
        }
    }
}

impl Player<checkers::Game> for Thinker {
    type Error = ();

    fn choose(&mut self, view: &checkers::View) -> Result<checkers::Move, ()> {
        match self {
            Thinker::Level(level, engine, rng) => Ok(level.choose(rng, view, |limits| engine.think(view, limits).best)),
            Thinker::Report(engine) => engine.think(view, Limits::of_nodes(NODES)).best.ok_or(()),
        }
    }
}

/// The expert, new for each move.
struct Adviser;

impl Player<checkers::Game> for Adviser {
    type Error = ();

    fn choose(&mut self, view: &checkers::View) -> Result<checkers::Move, ()> {
        Engine::new(EngineKind::Expert, TABLE, no_clock).think(view, Limits::of_nodes(HINT_NODES)).best.ok_or(())
    }
}
