//! The person's opponent: a program or a board.

use pipsqueak_core::game::{Game, Player, Seat};
use pipsqueak_core::random::Seed;

use pipsqueak_lab::arena::BoxedPlayer;

/// Provides a player for each game.
pub trait Opponent<G: Game> {
    /// Its name.
    fn name(&self) -> String;
    /// The player of one game. After a move is taken back, a new player is requested.
    fn player(&mut self, game: Seed, seat: Seat) -> BoxedPlayer<'_, G>;
}

/// A name, and a function that returns a player for a game.
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
    /// Its name.
    pub name: String,
    /// The player.
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

/// A player whose errors are converted to [`anyhow::Error`].
pub struct Fallible<P>(pub P);

impl<G: Game, P: Player<G, Error: Into<anyhow::Error>>> Player<G> for Fallible<P> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> anyhow::Result<G::Move> {
        self.0.choose(view).map_err(Into::into)
    }
}
