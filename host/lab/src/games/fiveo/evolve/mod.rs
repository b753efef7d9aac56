//! Five-O as a problem for evolution: leagues and gauntlets, decisions rated by rollouts, the presets, and the
//! champion's bytes. Only this module joins the game with the crate's `evolve`, which knows no game.

mod cost;
mod decisions;
mod fitness;
#[cfg(test)]
mod many_processes;
mod player_setting;
mod presets;

use anyhow::Result;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::{self, BaselineResult, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved, Scoring};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::PrimitiveSet;

use crate::arena::{PairedTally, Tally, head_to_head};
use crate::evolve::settings::SettingKind;
use crate::evolve::{self, Champion, Decision, Player, Problem, PublishedFigures, RatedDecision, Sampling, Settings};
use crate::games::fiveo::players::{self, FiveOPlayer};
use crate::workers::Workers;
pub use decisions::Choice;
pub use fitness::{Fitness, FitnessKind, Weights};
pub use player_setting::PlayerSetting;
pub use presets::{Preset, TerminalSet};

impl Problem for FiveO {
    type TerminalSet = TerminalSet;
    type Scoring = Scoring;
    type PlayerSetting = PlayerSetting;
    type Fitness = Fitness;
    type Decision = Choice;
    type Opponent = BaselineKind;
    type Preset = Preset;

    const GAME: &'static str = "fiveo";
    const GAME_OPTION: &'static str = "";
    const OPPONENTS: &'static [BaselineKind] = &BaselineKind::ALL;
    const YARDSTICK: BaselineKind = BaselineKind::FullStrategy;
    /// A move is worth the tree's value of its column after the move, less that before it: the gains of genes add up.
    const ADDITIVE: Scoring = Scoring::Board;

    fn primitive_set(terminals: TerminalSet) -> PrimitiveSet {
        terminals.primitive_set()
    }

    fn scorings() -> SettingKind {
        player_setting::scorings()
    }

    fn tree(setting: &PlayerSetting) -> Result<Player<FiveO>> {
        let Evolved { tree, constants, scoring } = setting.tree()?.clone();
        Ok(Player { tree, constants, scoring })
    }

    fn player_setting(champion: &[u8]) -> Result<PlayerSetting> {
        Ok(PlayerSetting::Player(FiveOPlayer::from(champion::Champion::decode(champion)?)))
    }

    fn probes(workers: Workers<'_>) -> Vec<RatedDecision<Choice>> {
        /// Every fourth of the 512 decisions: eight of each kind. The sixteen kinds are a seat's sixteen choices of a
        /// game, and come in batches of 32.
        const EVERY: usize = 4;
        let (opponents, teacher) = (&presets::opponents()[..], &PlayerSetting::Itself);
        let [games, samples] = [Seed(1), Seed(2)];
        let sampling =
            Sampling { n_decisions: 512, n_samples: 2, exploration: 0.2, opponents, teacher, games, samples };
        let rated = Choice::rated(&evolve::indifferent(), &sampling, workers.until(&|| false)).unwrap_or_default();
        rated.into_iter().step_by(EVERY).collect()
    }

    fn settings(preset: Preset, seed: Seed) -> Settings<FiveO> {
        preset.settings(seed)
    }

    fn measure(
        player: &Player<FiveO>,
        opponent: BaselineKind,
        n_deals: u64,
        deals: Seed,
        workers: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally> {
        let player = FiveOPlayer { name: Self::GAME.to_owned(), kind: kind(player) };
        let players = [&player, &FiveOPlayer::from(opponent)];
        head_to_head(&super::FiveO::default(), players, n_deals, deals, workers, played)
    }

    fn pack(champion: &Champion<FiveO>) -> Result<Vec<u8>> {
        let Champion { name, player, seed, generation, record } = champion;
        let record = record.iter().map(|&(opponent, PairedTally { tally, .. })| {
            let [wins, ties, losses] = [tally.win, tally.tie, tally.loss].map(|count| count as u32);
            BaselineResult { opponent, wins, ties, losses }
        });
        let champion = champion::Champion {
            name: heapless::String::try_from(name.as_str()).unwrap_or_default(),
            player: evolved(player),
            provenance: Provenance { seed: *seed, generation: *generation, record: record.collect() },
        };
        let mut buffer = [0; MAX_BYTES];
        Ok(champion.encode(&mut buffer)?.to_vec())
    }

    fn unpack(bytes: &[u8]) -> Result<(usize, Vec<Tally>)> {
        let champion = champion::Champion::decode(bytes)?;
        let record = champion.provenance.record.iter().map(|record| {
            let [win, tie, loss] = [record.wins, record.ties, record.losses].map(u64::from);
            Tally { win, tie, loss }
        });
        Ok((champion.player.tree.n_nodes(), record.collect()))
    }

    fn instructions(nodes: &[u8], scoring: Scoring) -> Option<f64> {
        Some(cost::instructions(nodes, scoring))
    }

    fn published(preset: Preset) -> Option<PublishedFigures> {
        Some(preset.published())
    }
}

fn evolved(player: &Player<FiveO>) -> Evolved {
    let Player { tree, constants, scoring } = player.clone();
    Evolved { tree, constants, scoring }
}

fn kind(player: &Player<FiveO>) -> players::PlayerKind {
    players::PlayerKind::Evolved(Box::new(evolved(player)))
}
