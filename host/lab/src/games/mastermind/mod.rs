//! Mastermind in the laboratory: codebreakers with their buffers, records of duels, exact tables and the optimal
//! strategy. The rules and solvers are in core.

mod champions;
mod codebreaker;
mod contradiction;
pub mod exhaustive;
pub mod optimal;
pub mod record;
pub mod search;

use anyhow::Result;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::games::mastermind::{Code, CodeSize, Duel, DuelView, Objective, strategy};
use pipsqueak_core::random::Seed;

use crate::SHIPPED;
use crate::arena::{ArenaGame, BoxedPlayer, Champions, NamedPlayer, Referee, UnknownPlayer};
use crate::json_lines::RecordedGame;
pub use codebreaker::{Codebreaker, Method};
pub use contradiction::contradiction;

/// Mastermind with codes of some size.
#[derive(Clone, Copy, Debug)]
pub struct Mastermind {
    /// The size of the codes.
    pub size: CodeSize,
}

impl ArenaGame for Mastermind {
    type Game = Duel;
    type Player = Method;
    type Backend = Referee;

    const NAME: &'static str = "mastermind";
    const TITLE: &'static str = "Mastermind";
    const PLAYERS: &'static str = "minimax, entropy, parts, expected, champion, or a champion file";
    const BASELINES: &'static [&'static str] = &["minimax", "entropy", "parts", "expected"];

    fn deal(&self, seed: Seed) -> Duel {
        Duel::new(self.size, seed)
    }

    fn player(&self, name: &str) -> Result<Method> {
        if let Some(known) = Method::known(name, self.size) {
            return Ok(known?);
        }
        Err(UnknownPlayer { name: name.to_owned(), known: Self::names(), also: "or a champion file" }.into())
    }

    fn names() -> Vec<&'static str> {
        Objective::ALL.into_iter().map(Objective::name).chain([SHIPPED]).collect()
    }

    fn champion(&self, name: &str, bytes: &[u8]) -> Result<Method> {
        Ok(Method::of_champion(name, bytes.to_vec(), self.size)?)
    }

    /// There are no strategies for longer codes; for these the board's solver plays.
    fn uses_champion(&self) -> bool {
        self.size.pegs() <= strategy::MAX_PEGS
    }

    fn record(&self, seed: Seed, players: [&str; 2], moves: &[Code]) -> Result<Vec<u8>> {
        Ok(RecordedGame::dealt(self.deal(seed), seed, players, moves).text()?)
    }

    fn champions() -> Option<&'static dyn Champions> {
        Some(&champions::MastermindChampions)
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

/// A codebreaker as a player that can fail. Its only failure would be contradictory answers, which the referee never
/// gives.
struct Program(Codebreaker);

impl Player<Duel> for Program {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &DuelView) -> Result<Code> {
        Ok(self.0.choose(view)?)
    }
}
