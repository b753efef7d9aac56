//! A run's interface to a game: all that evolution knows of one.

use std::fmt::{Debug, Display};

use anyhow::Result;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Constants, MAX_TERMINALS, PrimitiveSet, Tree, Vocabulary};
use serde::{Deserialize, Serialize};

use super::selection::Case;
use super::settings::{Element, SettingKind, SettingsTable};
use super::{multigene, whole_trees};
use crate::arena::{PairedTally, Tally};
use crate::choice::Choice;
use crate::workers::Workers;

/// A vocabulary whose trees can be evolved, because its game can evaluate them. A game without it has no evolved
/// players.
pub trait Problem: Vocabulary + Copy + PartialEq + Debug + Send + Sync {
    /// The named sets of terminals that trees can be made of.
    type TerminalSet: Choice + Setting;
    /// The ways to read a tree's value as a move.
    type Scoring: Setting + Copy;
    /// A player that a setting names: an opponent, a teacher, or a champion to begin with.
    type PlayerSetting: Setting;
    /// The fitness of whole trees.
    type Fitness: Fitness<Self>;
    /// The decisions that genes are fitted to.
    type Decision: Decision<Self>;
    /// An opponent that evolved players are measured against.
    type Opponent: Copy + PartialEq + Debug + Display + Send + Sync + 'static;
    /// The presets.
    type Preset: Choice + Setting + Default;

    /// The game's name on the command line.
    const GAME: &'static str;
    /// The command-line option that selects this game; empty for the default game.
    const GAME_OPTION: &'static str;
    /// All opponents, the weakest first.
    const OPPONENTS: &'static [Self::Opponent];
    /// The opponent that the log measures against.
    const YARDSTICK: Self::Opponent;
    /// The scoring under which the value of a sum is the sum of the values.
    const ADDITIVE: Self::Scoring;

    /// The nodes that new trees are made of.
    fn primitive_set(terminals: Self::TerminalSet) -> PrimitiveSet;

    /// The names of the scorings.
    fn scorings() -> SettingKind;

    /// The player of a setting that names a tree.
    fn tree(setting: &Self::PlayerSetting) -> Result<Player<Self>>;

    /// A champion's bytes as a player setting.
    ///
    /// # Errors
    /// The bytes are not a champion of this game.
    fn player_setting(champion: &[u8]) -> Result<Self::PlayerSetting>;

    /// The same decisions for every run, to tell behaviours apart.
    fn probes(workers: Workers<'_>) -> Vec<RatedDecision<Self::Decision>>;

    /// The settings of a preset.
    fn settings(preset: Self::Preset, seed: Seed) -> Settings<Self>;

    /// A player's score against an opponent on `n_deals` deals, each played in both seats. `played` is called with the
    /// number of games.
    fn measure(
        player: &Player<Self>,
        opponent: Self::Opponent,
        n_deals: u64,
        deals: Seed,
        workers: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally>;

    /// Encodes the champion as files and boards hold it.
    fn pack(champion: &Champion<Self>) -> Result<Vec<u8>>;

    /// Decodes a champion's number of nodes and its record against each opponent.
    fn unpack(bytes: &[u8]) -> Result<(usize, Vec<Tally>)>;

    /// The estimated mean instructions of a decision on the board, for a tree of these nodes; `None` if the game has no
    /// estimate. The order of the nodes does not matter, so that parts of a tree can be counted together.
    fn instructions(_nodes: &[u8], _scoring: Self::Scoring) -> Option<f64> {
        None
    }

    /// Published figures of players made with this preset, or of the best known players.
    fn published(preset: Self::Preset) -> Option<PublishedFigures>;
}

/// A value that `run.toml` can hold.
pub trait Setting: Clone + PartialEq + Debug + Element + Send + Sync + 'static {}
impl<S: Clone + PartialEq + Debug + Element + Send + Sync + 'static> Setting for S {}

/// The settings of a run, by algorithm.
#[derive(Clone, PartialEq, Debug)]
pub enum Settings<P: Problem> {
    /// Whole trees play, and the fittest breed.
    WholeTrees(whole_trees::Settings<P>),
    /// Small trees are added up.
    Multigene(multigene::Settings<P>),
}

/// The fitness function of whole trees.
pub trait Fitness<P: Problem>: SettingsTable + PartialEq + Debug + Send + Sync {
    /// Refuses settings that contradict each other.
    fn check(&self) -> Result<()>;

    /// Games of one generation that also meets `n_famous` members of the hall of fame.
    fn games(&self, population: usize, n_famous: usize) -> u64;

    /// The scores of every player of a generation; all of them also meet the hall of fame. At most `n_cases` cases are
    /// recorded, a random sample if there are more; none if it is 0.
    fn scores(
        &self,
        players: &[Player<P>],
        famous: &[Player<P>],
        n_cases: usize,
        deals: Seed,
        workers: Workers<'_>,
    ) -> Scores;
}

/// The scores of a generation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// Each player's points in all games.
    pub points: Vec<u64>,
    /// Each player's points per case; a case is a group of games that is the same for all, such as those against one
    /// opponent on one deal.
    pub cases: Vec<Case>,
}

/// A decision of the game, with alternatives to choose from.
pub trait Decision<P: Problem>: Sized + Send + Sync {
    /// Decisions that a policy meets in games, rated by rollouts.
    ///
    /// # Errors
    /// The workers were asked to stop.
    fn rated(policy: &Player<P>, sampling: &Sampling<'_, P>, workers: Workers<'_>) -> Result<Vec<RatedDecision<Self>>>;

    /// Games that rating takes: those that lead to the decisions, and the rollouts.
    fn n_games(n_decisions: usize, n_samples: u64) -> u64;

    /// The terminals' values after an alternative is taken, and before.
    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2];
}

/// A decision with the values of its alternatives.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedDecision<D> {
    /// The decision.
    pub decision: D,
    /// The kind of decision, counted from 0: decisions of a kind have about the same stakes.
    pub kind: usize,
    /// Each alternative's mean over either half of the rollouts, to tell signal from luck.
    pub halves: Vec<[f32; 2]>,
}

/// A request for rated decisions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling<'a, P: Problem> {
    /// The number of decisions.
    pub n_decisions: usize,
    /// Rollouts of every alternative.
    pub n_samples: u64,
    /// The chance of a random move in the games that decisions come from.
    pub exploration: f64,
    /// The opponents in these games, in turn.
    pub opponents: &'a [P::PlayerSetting],
    /// The player of the rollouts.
    pub teacher: &'a P::PlayerSetting,
    /// The seed of the games.
    pub games: Seed,
    /// The seed of the rollouts.
    pub samples: Seed,
}

/// A tree as a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Player<P: Problem> {
    /// The tree.
    pub tree: Tree<P>,
    /// The constants that it names.
    pub constants: Constants,
    /// How its value is read.
    pub scoring: P::Scoring,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Champion<P: Problem> {
    /// Its name.
    pub name: String,
    /// How it plays.
    pub player: Player<P>,
    /// The seed of the run.
    pub seed: Seed,
    /// The number of generations, or genes, after which it was found.
    pub generation: u32,
    /// Its score against each opponent, on deals that it was not chosen by.
    pub record: Vec<(P::Opponent, PairedTally)>,
}

/// Published figures to compare a champion with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedFigures {
    /// The publication.
    pub source: &'static str,
    /// The player's name in that publication.
    pub name: &'static str,
    /// Games won in percent against the first of the opponents.
    pub wins: &'static [f64],
}
