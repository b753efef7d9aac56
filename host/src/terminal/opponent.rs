//! The person's opponent: a program or a board, the same to a series of games.

use pipsqueak_core::game::{Game, Player, Seat};
use pipsqueak_core::random::Seed;

use pipsqueak_lab::arena::BoxedPlayer;

/// Gives a player for each game.
pub trait Opponent<G: Game> {
    /// What it is called.
    fn name(&self) -> String;
    /// The player of one game. A game that is taken back asks for a player again.
    fn player(&mut self, game: Seed, seat: Seat) -> BoxedPlayer<'_, G>;
}

/// A name, and a function that gives a player for a game.
impl<G: Game, F: FnMut(Seed, Seat) -> BoxedPlayer<'static, G>> Opponent<G> for (String, F) {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn player(&mut self, game: Seed, seat: Seat) -> BoxedPlayer<'_, G> {
        (self.1)(game, seat)
    }
}

/// One player for all games, and its name.
pub struct Named<P> {
    /// What it is called.
    pub name: String,
    /// Who plays.
    pub player: P,
}

impl<G: Game, P: Player<G, Error: Into<anyhow::Error>>> Opponent<G> for Named<P> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn player(&mut self, _: Seed, _: Seat) -> BoxedPlayer<'_, G> {
        Box::new(Fallible(&mut self.player))
    }
}

/// A player whose own kind of failure is told as every other.
pub struct Fallible<P>(pub P);

impl<G: Game, P: Player<G, Error: Into<anyhow::Error>>> Player<G> for Fallible<P> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> anyhow::Result<G::Move> {
        self.0.choose(view).map_err(Into::into)
    }
}
