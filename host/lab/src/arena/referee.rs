//! Games through the referee, one at a time: the backend of every game without a faster one, and the only one that
//! records moves.

use anyhow::{Error, Result, anyhow};
use pipsqueak_core::game::{Game, GameError, Player, Points, Seat, referee};

use super::Fixture;
use super::game::{ArenaGame, Backend, Move, NamedPlayer};
use crate::workers::{Stopped, Workers};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame<M> {
    /// How it ended.
    pub points: Points,
    /// Its moves.
    pub moves: Vec<M>,
}

/// Plays a game between two players that can fail. No player is asked for a move once the workers are to stop, since a
/// game between players that search may take hours.
///
/// # Errors
/// Which player failed or broke a rule, and how; [`Stopped`] as a player's failure if the game was abandoned.
pub fn play<G: Game>(
    game: G,
    players: [&mut dyn Player<G, Error = Error>; 2],
    workers: Workers<'_>,
) -> Result<FinishedGame<G::Move>, GameError<Error, G::Illegal>> {
    let [mut first, mut second] = players.map(|player| Interruptible { player, workers });
    let mut moves = Vec::new();
    let (_, points) = referee(game, [&mut first, &mut second], |_, _, chosen| moves.push(chosen))?;
    Ok(FinishedGame { points, moves })
}

/// The error for an abandoned game or a foul between two programs, where a foul is a defect.
pub fn between_programs<E: std::fmt::Display>(foul: GameError<Error, E>) -> Error {
    match foul {
        GameError::NoDecision(_, error) if error.is::<Stopped>() => error,
        foul => anyhow!("a player broke the rules: {foul}"),
    }
}

struct Interruptible<'a, G: Game> {
    player: &'a mut dyn Player<G, Error = Error>,
    workers: Workers<'a>,
}

impl<G: Game> Player<G> for Interruptible<'_, G> {
    type Error = Error;

    fn choose(&mut self, view: &G::View) -> Result<G::Move> {
        self.workers.check()?;
        self.player.choose(view)
    }
}

/// The referee as a backend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Referee;

impl Referee {
    /// Plays a fixture between programs.
    ///
    /// # Errors
    /// A player broke a rule, or the workers were asked to stop.
    pub fn play_one<G: ArenaGame>(
        game: &G,
        players: &[&G::Player],
        fixture: &Fixture,
        workers: Workers<'_>,
    ) -> Result<FinishedGame<Move<G>>> {
        let [mut first, mut second] =
            Seat::BOTH.map(|seat| players[fixture.seats[seat.index()]].seat(game, fixture.seed, seat));
        play(game.deal(fixture.seed), [&mut *first, &mut *second], workers).map_err(between_programs)
    }
}

impl<G: ArenaGame> Backend<G> for Referee {
    fn deals_per_batch(_: [&G::Player; 2]) -> u64 {
        1
    }

    fn play(
        &mut self,
        game: &G,
        players: &[&G::Player],
        fixtures: &[Fixture],
        workers: Workers<'_>,
    ) -> Result<Vec<Points>> {
        fixtures.iter().map(|fixture| Ok(Referee::play_one(game, players, fixture, workers)?.points)).collect()
    }
}
