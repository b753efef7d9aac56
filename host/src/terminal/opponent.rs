//! The person's opponent: a program or a board.

use pipsqueak_core::game::{Game, Seat};
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
