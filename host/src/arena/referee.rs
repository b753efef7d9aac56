//! Games through the referee, one at a time: the backend of every game that brings no faster one, and the only way to a
//! record.

use anyhow::{Result, anyhow};
use pipsqueak_core::game::{Game, GameError, Player, Points, Seat, referee};

use super::{Backend, Fixture};
use crate::games::{DesktopGame, Move, NamedPlayer};
use crate::system::signals;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame<M> {
    /// How it ended.
    pub points: Points,
    /// Its moves.
    pub moves: Vec<M>,
}

/// Plays a game between two players who can fail.
pub fn play<G: Game>(
    game: G,
    players: [&mut dyn Player<G, Error = anyhow::Error>; 2],
) -> Result<FinishedGame<G::Move>, GameError<anyhow::Error, G::Illegal>> {
    let mut moves = Vec::new();
    let (_, points) = referee(game, players, |_, _, chosen| moves.push(chosen))?;
    Ok(FinishedGame { points, moves })
}

/// A player who gives a game up once somebody asks to stop: a game of thinkers may take hours.
pub struct Interruptible<P>(pub P);

impl<G: Game, P: Player<G, Error = anyhow::Error>> Player<G> for Interruptible<P> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> Result<G::Move> {
        signals::ended()?;
        self.0.choose(view)
    }
}

/// The referee as a backend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Referee;

impl Referee {
    /// Plays a fixture between programs, for whom a foul is a defect.
    pub fn play_one<G: DesktopGame>(
        game: &G,
        players: &[&G::Player],
        fixture: &Fixture,
    ) -> Result<FinishedGame<Move<G>>> {
        let [mut first, mut second] =
            Seat::BOTH.map(|seat| players[fixture.seats[seat.index()]].seat(game, fixture.seed, seat));
        let [mut first, mut second] = [Interruptible(&mut *first), Interruptible(&mut *second)];
        let played = play(game.deal(fixture.seed), [&mut first, &mut second]);
        // Whoever gives a game up because somebody asked to stop breaks no rule.
        played.map_err(|foul| signals::ended().err().unwrap_or_else(|| anyhow!("a player broke the rules: {foul}")))
    }
}

impl<G: DesktopGame> Backend<G> for Referee {
    fn deals_a_batch(_: [&G::Player; 2]) -> u64 {
        1
    }

    fn play(&mut self, game: &G, players: &[&G::Player], fixtures: &[Fixture]) -> Result<Vec<Points>> {
        fixtures.iter().map(|fixture| Ok(Referee::play_one(game, players, fixture)?.points)).collect()
    }
}
