//! The settings that every algorithm has.

use anyhow::{Result, ensure};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::Node;

use super::{FunctionChoice, Row, SettingKind, TerminalChoice, choice};
use crate::evolve::limits::{GAMES, MOST_GAMES, POPULATION};
use crate::evolve::problem::Problem;
use crate::evolve::selection::SelectionSettings;

/// The settings that every algorithm has.
#[derive(Clone, PartialEq, Debug)]
pub struct CommonSettings<P: Problem> {
    /// The preset that the settings began as.
    pub preset: P::Preset,
    /// The random seed that everything derives from.
    pub seed: Seed,
    /// Trees, or genes, of a generation.
    pub population: usize,
    /// How many generations are played, or genes found.
    pub generations: u32,
    /// The run ends once it has played this many selection games; 0 for no limit.
    pub max_games: u64,
    /// The terminals that trees are made of.
    pub terminals: TerminalChoice<P>,
    /// The functions that trees are made of.
    pub functions: FunctionChoice<P>,
    /// Starting champions.
    pub start: Vec<P::PlayerSetting>,
    /// Games of each elite tree, or of the sum, against the yardstick in each generation, for the log alone.
    pub elite_games: u64,
    /// Games of the champion against each opponent at the end.
    pub final_games: u64,
    /// How parents are chosen, and the objectives.
    pub selection: SelectionSettings,
}

impl<P: Problem> CommonSettings<P> {
    /// Refuses the cost on the board as an objective in a game without an estimate of it.
    pub fn check_objectives(&self, scoring: P::Scoring) -> Result<()> {
        let is_known = P::instructions(&[Node::Integer(0).byte()], scoring).is_some();
        let game = P::GAME;
        ensure!(
            is_known || !self.selection.counts_cost(),
            "objectives: what a decision of {game} costs on the board is not known"
        );
        Ok(())
    }
}

/// Settings that hold the common ones.
pub trait Common<P: Problem>: 'static {
    /// The common settings.
    fn common_mut(&mut self) -> &mut CommonSettings<P>;

    /// Their rows.
    fn common_rows() -> Vec<Row<Self>>
    where
        Self: Sized,
    {
        let own = [
            Row::new("preset", "the preset that these settings began with", choice::<P::Preset>(), |s: &mut Self| {
                &mut s.common_mut().preset
            }),
            Row::new("seed", "the random seed that everything derives from", SettingKind::Whole(0..=u64::MAX), |s: &mut Self| {
                &mut s.common_mut().seed
            }),
            Row::new("population", "trees, or genes, in a generation", SettingKind::Whole(POPULATION), |s: &mut Self| {
                &mut s.common_mut().population
            }),
            Row::new(
                "generations",
                "generations to play, or genes to find, in the whole run",
                SettingKind::Whole(1..=u32::MAX.into()),
                |s: &mut Self| &mut s.common_mut().generations,
            )
            .open(),
            Row::new(
                "max_games",
                "stop after the generation or round in which this many selection games have been played; 0 for no limit",
                SettingKind::Whole(0..=MOST_GAMES),
                |s: &mut Self| &mut s.common_mut().max_games,
            )
            .open(),
            Row::new(
                "terminals",
                "the terminals that trees are made of",
                TerminalChoice::<P>::kind(),
                |s: &mut Self| &mut s.common_mut().terminals,
            ),
            Row::new(
                "functions",
                "the functions that trees are made of; multigene: genes, whose weighted sum always has Plus and Multiply",
                FunctionChoice::<P>::kind(),
                |s: &mut Self| &mut s.common_mut().functions,
            ),
            Row::new(
                "start",
                "starting champions: added to the first generation; multigene: their addends are the first genes, and the first champion plays the first round",
                SettingKind::list(SettingKind::Player(""), 0..=1_000),
                |s: &mut Self| &mut s.common_mut().start,
            ),
            Row::new(
                "elite_games",
                "games of each elite tree, or of the sum, against the log's opponent in each generation",
                SettingKind::Even(GAMES),
                |s: &mut Self| &mut s.common_mut().elite_games,
            ),
            Row::new(
                "final_games",
                "games of the champion against each opponent at the end",
                SettingKind::Even(GAMES),
                |s: &mut Self| &mut s.common_mut().final_games,
            ),
        ];
        let selection = SelectionSettings::rows().into_iter();
        own.into_iter().chain(selection.map(|row| row.within(|s: &mut Self| &mut s.common_mut().selection))).collect()
    }
}
