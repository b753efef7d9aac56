//! Nim on the desktop: two players, a record, and an entry in the registry.

use std::io::Write;

use anyhow::{Result, bail};
use pipsqueak::games::{DesktopGame, PlayContext};
use pipsqueak::records::{self, Counted, Part};
use pipsqueak::terminal::NewScene;
use pipsqueak::{ALL, RegisteredGame, Registry};
use pipsqueak_core::game::{Game, Player, Points, Seat};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_lab::arena::{ArenaGame, BoxedPlayer, NamedPlayer, Referee};
use pipsqueak_lab::json_lines::{Fields, JsonLines, RecordedGame, field};
use serde_json::{Value, json};

use super::board::GAMES;
use super::rules::{self, Nim, Piles, Take};
use super::scene::NimScene;

/// The program's games and Nim.
pub static REGISTRY: Registry =
    Registry { games: &[ALL.games[0], ALL.games[1], ALL.games[2], &RegisteredGame::<NimGame>::new()], board: GAMES };

/// Nim, with an option for larger piles.
pub struct NimGame {
    extra: u8,
}

/// The options of Nim.
#[derive(clap::Args)]
pub struct NimOptions {
    /// Additional sticks in every pile
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=50))]
    extra: u8,
}

/// The players of Nim.
#[derive(Clone, Copy)]
pub enum NimPlayer {
    /// Plays by the binary sum.
    Perfect,
    /// Plays at random.
    Random,
}

impl ArenaGame for NimGame {
    type Game = Nim;
    type Player = NimPlayer;
    type Backend = Referee;

    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const PLAYERS: &'static str = "perfect or random";
    const BASELINES: &'static [&'static str] = &["random", "perfect"];

    fn deal(&self, seed: Seed) -> Nim {
        Nim::new(Nim::deal(seed).piles().map(|sticks| sticks + self.extra))
    }

    fn names() -> Vec<&'static str> {
        vec!["perfect", "random"]
    }

    fn player(&self, name: &str) -> Result<NimPlayer> {
        Ok(match name {
            "perfect" => NimPlayer::Perfect,
            "random" => NimPlayer::Random,
            _ => bail!("there is no player {name:?}: a player is perfect or random"),
        })
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Take]) -> Result<Vec<u8>> {
        Ok(RecordedGame::dealt(self.deal(seed), seed, players, moves).text()?)
    }
}

impl DesktopGame for NimGame {
    type Options = NimOptions;
    type Scene = NimScene;

    const DEFAULT_OPPONENT: &'static str = "perfect";
    const DEFAULT_BOARD_OPPONENT: &'static str = "random";

    fn new(options: &NimOptions, _: PlayContext<'_>) -> Result<NimGame> {
        Ok(NimGame { extra: options.extra })
    }

    fn scenes<'a>(&'a self, _: Option<&NimPlayer>) -> NewScene<'a, NimScene> {
        Box::new(|start, _| NimScene::new(start))
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        records::json_lines::<Nim>(part, counted, out, |game, out| {
            for (before, _, seat, Take { pile, sticks }) in game.played() {
                writeln!(out, "{:?}: seat {} takes {sticks} of pile {}", before.piles(), seat.index(), pile + 1)?;
            }
            Ok(())
        })
    }
}

impl NamedPlayer<NimGame> for NimPlayer {
    fn name(&self) -> &str {
        match self {
            NimPlayer::Perfect => "perfect",
            NimPlayer::Random => "random",
        }
    }

    fn seat<'p>(&'p self, _: &NimGame, seed: Seed, seat: Seat) -> BoxedPlayer<'p, Nim> {
        let rng = seed.derive(1 + seat.index() as u64).rng();
        Box::new(AtSeat { player: *self, rng })
    }
}

struct AtSeat {
    player: NimPlayer,
    rng: GameRng,
}

impl Player<Nim> for AtSeat {
    type Error = anyhow::Error;

    fn choose(&mut self, piles: &Piles) -> Result<Take> {
        Ok(match self.player {
            NimPlayer::Perfect => rules::perfect(*piles),
            NimPlayer::Random => {
                let open: Vec<(u8, u8)> = (0..).zip(*piles).filter(|&(_, sticks)| sticks > 0).collect();
                let (pile, sticks) = random::pick(&mut self.rng, &open).unwrap_or_default();
                Take { pile, sticks: 1 + random::below(&mut self.rng, sticks.into()) as u8 }
            }
        })
    }
}

impl JsonLines for Nim {
    const NAME: &'static str = "nim";

    fn open(_: Option<Seed>, deal: &Fields, _: &[Fields]) -> Result<Nim, String> {
        Ok(Nim::new(field(deal, "piles")?))
    }

    fn deal_fields(&self) -> Value {
        json!({ "piles": self.piles() })
    }

    fn chosen(step: &Fields) -> Result<Take, String> {
        Ok(Take { pile: field(step, "pile")?, sticks: field(step, "sticks")? })
    }

    fn step_fields(_: &Nim, _: &Nim, _: Seat, Take { pile, sticks }: Take) -> Value {
        json!({ "pile": pile, "sticks": sticks })
    }

    /// Nim's result is the winner.
    fn end_fields(&self, _: Points) -> Value {
        json!({})
    }
}
