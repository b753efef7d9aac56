//! Checkers as a problem for evolution: positions from self-play, rated by the search and by results; the presets, and
//! the champion's bytes. Only this module joins the game with the crate's `evolve`, which knows no game.
//!
//! No evaluation written by hand takes part: the first player moves at random, and each round's player plays the games
//! that the next one is fitted to. Engines only measure.

mod fitness;
mod games;
mod player_setting;
mod positions;
mod presets;
mod scale;

use std::sync::Arc;

use anyhow::Result;
use pipsqueak_core::games::checkers::Checkers;
use pipsqueak_core::games::checkers::champion::{self, EngineResult, Provenance};
use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Constants, PrimitiveSet};

use super::engine::EngineSpec;
use super::players::CheckersPlayer;
use super::trees::TreeEvaluation;
use crate::arena::{PairedTally, Tally, head_to_head};
use crate::evolve::settings::SettingKind;
use crate::evolve::{self, Champion, Decision, Player, Problem, PublishedFigures, RatedDecision, Sampling, Settings};
use crate::workers::Workers;
pub use fitness::Fitness;
pub use player_setting::PlayerSetting;
pub use positions::Positions;
pub use presets::{Preset, TerminalSet};

/// Positions per move in measuring games.
const NODES: u32 = 1_000;

impl Problem for Checkers {
    type TerminalSet = TerminalSet;
    type Scoring = Scoring;
    type PlayerSetting = PlayerSetting;
    type Fitness = Fitness;
    type Decision = Positions;
    type Opponent = EngineKind;
    type Preset = Preset;

    const GAME: &'static str = "checkers";
    const GAME_OPTION: &'static str = " --game checkers";
    const OPPONENTS: &'static [EngineKind] = &[EngineKind::BetterH, EngineKind::Simple, EngineKind::Expert];
    const YARDSTICK: EngineKind = EngineKind::Simple;
    const ADDITIVE: Scoring = Scoring::Fine;

    fn primitive_set(terminals: TerminalSet) -> PrimitiveSet {
        terminals.primitive_set()
    }

    fn scorings() -> SettingKind {
        SettingKind::Choice(super::trees::scoring_names())
    }

    fn tree(setting: &PlayerSetting) -> Result<Player<Checkers>> {
        let tree = setting.tree()?;
        Ok(Player { tree: tree.tree.clone(), constants: Constants::from(&tree.constants), scoring: tree.scoring })
    }

    fn player_setting(champion: &[u8]) -> Result<PlayerSetting> {
        Ok(PlayerSetting::Tree(Arc::new(TreeEvaluation::of_bytes(champion)?)))
    }

    fn probes(workers: Workers<'_>) -> Vec<RatedDecision<Positions>> {
        let (opponents, teacher) = (&[PlayerSetting::Itself][..], &PlayerSetting::Itself);
        let [games, samples] = [Seed(1), Seed(2)];
        let sampling = Sampling { n_decisions: 24, n_samples: 2, exploration: 0.0, opponents, teacher, games, samples };
        Positions::rated(&evolve::indifferent(), &sampling, workers.until(&|| false)).unwrap_or_default()
    }

    fn settings(preset: Preset, seed: Seed) -> Settings<Checkers> {
        preset.settings(seed)
    }

    /// With the same search, at equal numbers of positions.
    fn measure(
        player: &Player<Checkers>,
        opponent: EngineKind,
        n_deals: u64,
        deals: Seed,
        workers: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally> {
        let evolved = CheckersPlayer::Engine(EngineSpec::Tree(Arc::new(evaluation(player)?)));
        let opponent = CheckersPlayer::Engine(EngineSpec::AsExpert(opponent));
        let game = super::Checkers::of_nodes(NODES);
        head_to_head(&game, [&evolved, &opponent], n_deals, deals, workers, played)
    }

    fn pack(champion: &Champion<Checkers>) -> Result<Vec<u8>> {
        let Champion { name, player, seed, generation, record } = champion;
        let record = record.iter().map(|&(opponent, PairedTally { tally, .. })| {
            let [wins, draws, losses] = [tally.win, tally.tie, tally.loss].map(|count| count as u32);
            EngineResult { opponent, wins, draws, losses }
        });
        let provenance = Provenance { seed: *seed, generation: *generation, record: record.collect() };
        Ok(evaluation(player)?.bytes(name, provenance)?)
    }

    fn unpack(bytes: &[u8]) -> Result<(usize, Vec<Tally>)> {
        let champion = champion::Champion::decode(bytes)?;
        let record = champion.provenance.record.iter().map(|record| {
            let [win, tie, loss] = [record.wins, record.draws, record.losses].map(u64::from);
            Tally { win, tie, loss }
        });
        Ok((champion.tree.nodes().len(), record.collect()))
    }

    fn published(_: Preset) -> Option<PublishedFigures> {
        None
    }
}

/// A tree as it plays: its constants are scaled to whole numbers, with a man worth a hundred.
fn evaluation(player: &Player<Checkers>) -> Result<TreeEvaluation> {
    let constants = scale::whole(player);
    let Player { tree, scoring, .. } = player.clone();
    Ok(TreeEvaluation { name: Checkers::GAME.to_owned(), tree, constants, scoring }.checked()?)
}
