//! What a run needs of a game, and all that it knows of one.

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

/// A vocabulary whose trees can be evolved, as its game is at hand to try them. A game without it has no evolved players.
pub trait Problem: Vocabulary + Copy + PartialEq + Debug + Send + Sync {
    /// The named sets of terminals that trees can be made of.
    type TerminalSet: Choice + Setting;
    /// The ways to read a tree's value as a move.
    type Scoring: Setting + Copy;
    /// A player that a setting names: an opponent, a teacher, or a champion to begin with.
    type PlayerSetting: Setting;
    /// What makes whole trees fit.
    type Fitness: Fitness<Self>;
    /// What genes learn from.
    type Decision: Decision<Self>;
    /// A player that evolved ones are measured by.
    type Opponent: Copy + PartialEq + Debug + Display + Send + Sync + 'static;
    /// The named settings.
    type Preset: Choice + Setting + Default;

    /// The game's name on the command line.
    const GAME: &'static str;
    /// What tells a command that this game is meant: nothing, if it takes it without being told.
    const GAME_OPTION: &'static str;
    /// All opponents, the weakest first.
    const OPPONENTS: &'static [Self::Opponent];
    /// The opponent that the log follows.
    const YARDSTICK: Self::Opponent;
    /// The scoring under which the worth of a sum is the sum of the worths.
    const ADDITIVE: Self::Scoring;

    /// The nodes that new trees are made of.
    fn primitive_set(terminals: Self::TerminalSet) -> PrimitiveSet;

    /// The names of the scorings.
    fn scorings() -> SettingKind;

    /// The tree of a player that is one.
    fn tree(setting: &Self::PlayerSetting) -> Result<Player<Self>>;

    /// The player that a champion's bytes are, as a setting.
    ///
    /// # Errors
    /// The bytes are not a champion of this game.
    fn player_setting(champion: &[u8]) -> Result<Self::PlayerSetting>;

    /// The same decisions for every run, by which behaviours are told apart.
    fn probes(workers: Workers<'_>) -> Vec<RatedDecision<Self::Decision>>;

    /// The settings of a preset.
    fn settings(preset: Self::Preset, seed: Seed) -> Settings<Self>;

    /// What a player wins against an opponent on so many deals, each played in both seats. `played` hears of the games.
    fn measure(
        player: &Player<Self>,
        opponent: Self::Opponent,
        n_deals: u64,
        deals: Seed,
        workers: Workers<'_>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<PairedTally>;

    /// The champion as the bytes that files and boards hold.
    fn pack(champion: &Champion<Self>) -> Result<Vec<u8>>;

    /// The nodes of a champion's tree and its record against each opponent, from its bytes.
    fn unpack(bytes: &[u8]) -> Result<(usize, Vec<Tally>)>;

    /// About how many instructions a decision of a tree made of these nodes takes on the board, on average; `None` if nobody
    /// has measured that. The order of the nodes does not matter, so that parts of a tree can be counted together.
    fn instructions(_nodes: &[u8], _scoring: Self::Scoring) -> Option<f64> {
        None
    }

    /// What others published of players that were made in this way, or of the best that is known.
    fn published(preset: Self::Preset) -> Option<PublishedFigures>;
}

/// What `run.toml` can hold.
pub trait Setting: Clone + PartialEq + Debug + Element + Send + Sync + 'static {}
impl<S: Clone + PartialEq + Debug + Element + Send + Sync + 'static> Setting for S {}

/// The settings of a run, by the way it evolves.
#[derive(Clone, PartialEq, Debug)]
pub enum Settings<P: Problem> {
    /// Whole trees play, and the fitter ones breed.
    WholeTrees(whole_trees::Settings<P>),
    /// Small trees are added up.
    Multigene(multigene::Settings<P>),
}

/// How fit whole trees are.
pub trait Fitness<P: Problem>: SettingsTable + PartialEq + Debug + Send + Sync {
    /// Refuses settings that no run can have, where one depends on another.
    fn check(&self) -> Result<()>;

    /// Games of one generation that meets so many of the hall of fame.
    fn games(&self, population: usize, n_famous: usize) -> u64;

    /// The scores of every player of a generation, all of whom meet the hall of fame too. At most `n_cases` cases are told
    /// apart, a fair sample if there are more; none of them if that is 0.
    fn scores(
        &self,
        players: &[Player<P>],
        famous: &[Player<P>],
        n_cases: usize,
        deals: Seed,
        workers: Workers<'_>,
    ) -> Scores;
}

/// What the players of a generation came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// Each player's points in all games.
    pub points: Vec<u64>,
    /// Some games alike for all, such as those against one opponent on one deal: each player's points there.
    pub cases: Vec<Case>,
}

/// A decision of the game, with alternatives to choose from.
pub trait Decision<P: Problem>: Sized + Send + Sync {
    /// Decisions that a policy meets in games, rated by playing on.
    ///
    /// # Errors
    /// The workers were asked to stop.
    fn rated(policy: &Player<P>, sampling: &Sampling<'_, P>, workers: Workers<'_>) -> Result<Vec<RatedDecision<Self>>>;

    /// Games that it takes to rate so many decisions with so many samples of every alternative: towards and from them.
    fn n_games(n_decisions: usize, n_samples: u64) -> u64;

    /// What every terminal says of an alternative once it is taken, and before.
    fn features(&self, alternative: usize) -> [[f32; MAX_TERMINALS]; 2];
}

/// A decision and what its alternatives are worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedDecision<D> {
    /// What there was to decide.
    pub decision: D,
    /// Which kind of decision it is, counted from 0: those of a kind have about as much at stake.
    pub kind: usize,
    /// Each alternative's mean over one half of the samples and over the other. What the halves agree on is not luck.
    pub halves: Vec<[f32; 2]>,
}

/// Which decisions are wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling<'a, P: Problem> {
    /// How many.
    pub n_decisions: usize,
    /// Samples of every alternative.
    pub n_samples: u64,
    /// The chance of a random move in the games that decisions come from.
    pub exploration: f64,
    /// Whom the player meets on the way, in turn.
    pub opponents: &'a [P::PlayerSetting],
    /// Who plays on from the decision.
    pub teacher: &'a P::PlayerSetting,
    /// Where the games come from.
    pub games: Seed,
    /// Where the samples come from.
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

/// What a run ends with.
#[derive(Clone, PartialEq, Debug)]
pub struct Champion<P: Problem> {
    /// What people call it.
    pub name: String,
    /// How it plays.
    pub player: Player<P>,
    /// The seed of the run.
    pub seed: Seed,
    /// Where in the run it was found: after so many generations, or genes.
    pub generation: u32,
    /// What it won against each opponent, on deals that it was not chosen by.
    pub record: Vec<(P::Opponent, PairedTally)>,
}

/// Figures to compare a champion with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedFigures {
    /// Where they stand.
    pub source: &'static str,
    /// Which of that source's they are.
    pub name: &'static str,
    /// Games won in percent against the first of the opponents.
    pub wins: &'static [f64],
}
