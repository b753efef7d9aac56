//! Five-O as something to evolve players for: leagues and gauntlets, decisions rated by rollouts, the presets, and the
//! champion's bytes. This is all that joins the game with the crate's `evolve`, which knows none.

mod decisions;
mod fitness;
mod presets;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::{self, MAX_BYTES, Provenance, Record};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved, Scoring};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::PrimitiveSet;

use crate::arena::{Tally, head_to_head};
use crate::evolve::{self, Champion, Options, Player, Problem, Published, Settings};
use crate::games::Commands;
use crate::games::fiveo::players::{FiveOPlayer, Kind};
pub use decisions::Choice;
pub use fitness::Fitness;
pub use presets::{Preset, Terminals};

/// The `evolve` command for Five-O.
pub struct Evolution;

impl Commands for Evolution {
    fn describe(&self, command: Command) -> Command {
        Options::<FiveO>::augment_args(command)
    }

    fn run(&self, matches: &ArgMatches) -> Result<()> {
        evolve::run(Options::<FiveO>::from_arg_matches(matches)?)
    }
}

impl Problem for FiveO {
    type Terminals = Terminals;
    type Scoring = Scoring;
    type Fitness = Fitness;
    type Decision = Choice;
    type Opponent = BaselineKind;
    type Preset = Preset;

    const GAME: &'static str = "fiveo";
    const OPPONENTS: &'static [BaselineKind] = &BaselineKind::ALL;
    const YARDSTICK: BaselineKind = BaselineKind::FullStrategy;
    /// It looks at the gain of the one column that changes.
    const ADDITIVE: Scoring = Scoring::Board;

    fn primitive_set(terminals: Terminals) -> PrimitiveSet {
        terminals.primitive_set()
    }

    fn settings(preset: Preset, seed: Seed) -> Settings<FiveO> {
        preset.settings(seed)
    }

    fn measure(
        player: &Player<FiveO>,
        opponent: BaselineKind,
        n_deals: u64,
        deals: Seed,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<Tally> {
        let player = FiveOPlayer { name: Self::GAME.to_owned(), kind: kind(player) };
        let score =
            head_to_head(&super::FiveO::default(), [&player, &FiveOPlayer::from(opponent)], n_deals, deals, played)?;
        Ok(score.tally)
    }

    fn pack(champion: &Champion<FiveO>) -> Result<Vec<u8>> {
        let Champion { name, player, seed, generation, record } = champion;
        let record = record.iter().map(|&(opponent, tally)| {
            let [wins, ties, losses] = [tally.win, tally.tie, tally.loss].map(|count| count as u32);
            Record { opponent, wins, ties, losses }
        });
        let champion = champion::Champion {
            name: heapless::String::try_from(name.as_str()).unwrap_or_default(),
            player: evolved(player),
            provenance: Provenance { seed: *seed, generation: *generation, record: record.collect() },
        };
        let mut buffer = [0; MAX_BYTES];
        Ok(champion.encode(&mut buffer)?.to_vec())
    }

    fn published(preset: Preset) -> Option<Published> {
        Some(preset.published())
    }
}

fn evolved(player: &Player<FiveO>) -> Evolved {
    let Player { tree, constants, scoring } = player.clone();
    Evolved { tree, constants, scoring }
}

fn kind(player: &Player<FiveO>) -> Kind {
    Kind::Evolved(Box::new(evolved(player)))
}
