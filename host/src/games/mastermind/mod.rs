//! Mastermind on the desktop: codebreakers and the memory they play in, records of duels, and the `mastermind` commands. What
//! plays is in core.

mod champions;
mod command;
mod contradiction;
pub mod exhaustive;
mod method;
mod optimal;
mod picture;
pub mod scene;
pub mod search;
mod solve;
mod table;

use std::io::Write;

use anyhow::Result;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::mastermind::{Code, CodeSize, Duel, DuelView, strategy};
use pipsqueak_core::random::Seed;

pub use command::SizeOptions;
pub use contradiction::contradiction;
pub use optimal::{OptimalStrategy, find_optimal};
pub use pipsqueak_shared::mastermind::{Codebreaker, Method, record};

use super::json_lines::RecordedGame;
use super::{BoxedPlayer, Champions, Commands, DesktopGame, NamedPlayer, PlayContext};
use crate::arena::Referee;
use crate::replay::{self, Counted, Part};
use scene::DuelScene;

/// Mastermind with codes of some size.
pub struct Mastermind {
    size: CodeSize,
}

impl DesktopGame for Mastermind {
    type Game = Duel;
    type Options = SizeOptions;
    type Player = Method;
    type Backend = Referee;
    type Scene = DuelScene;

    const NAME: &'static str = "mastermind";
    const TITLE: &'static str = "Mastermind";
    const PLAYERS: &'static str = "minimax, entropy, parts, expected, champion, or a champion file";
    const BASELINES: &'static [&'static str] = &["minimax", "entropy", "parts", "expected"];
    const DEFAULT_OPPONENT: &'static str = "expected";
    const DEFAULT_BOARD_OPPONENT: &'static str = "minimax";

    fn new(options: &SizeOptions, _: PlayContext) -> Result<Mastermind> {
        Ok(Mastermind { size: options.size()? })
    }

    fn deal(&self, seed: Seed) -> Duel {
        Duel::new(self.size, seed)
    }

    fn scene(&self, _: &Duel, seat: Seat) -> DuelScene {
        DuelScene::new(self.size, seat)
    }

    fn player(&self, name: &str) -> Result<Method> {
        method::named(name, self.size)
    }

    /// There are no strategies for longer codes: there the board's solver plays.
    fn uses_champion(&self) -> bool {
        self.size.pegs() <= strategy::MAX_PEGS
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Code]) -> Result<Vec<u8>> {
        Ok(RecordedGame::dealt(self.deal(seed), seed, players, moves).text()?)
    }

    fn replay(part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        replay::json_lines(part, counted, out, record::show)
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::MastermindChampions)
    }

    fn commands() -> Option<&'static dyn Commands> {
        Some(&command::MastermindCommands)
    }
}

impl NamedPlayer<Mastermind> for Method {
    fn name(&self) -> &str {
        Method::name(self)
    }

    fn seat<'p>(&'p self, game: &Mastermind, _: Seed, _: Seat) -> BoxedPlayer<'p, Duel> {
        Box::new(Program(Codebreaker::new(self.clone(), game.size)))
    }
}

/// A codebreaker among players who can fail in other ways. Its only failure would be answers that contradict each other; the
/// referee's never do.
struct Program(Codebreaker);

impl Player<Duel> for Program {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &DuelView) -> Result<Code> {
        Ok(self.0.choose(view)?)
    }
}
