//! Recorded games on the full screen, move by move. Knows games only by their scenes.

use anyhow::Result;
use pipsqueak_core::game::{Game, Seat};
use pipsqueak_core::random::Seed;
use ratatui_core::backend::Backend;

use super::keys::{Key, Keys};
use super::scene::{GameInfo, Replay, Scene};
use super::screen::Screen;
use super::series::NewScene;
use super::text;
use pipsqueak_lab::arena::Tally;

/// A recorded game.
pub struct Recording<G: Game> {
    /// The game before its first move.
    pub start: G,
    /// The players' names, by seat.
    pub players: [String; 2],
    /// Its moves, each with the seat that made it and the game after it.
    pub steps: Vec<(Seat, G::Move, G)>,
    /// The result in words.
    pub result: String,
}

/// Recorded games to step through.
pub struct Stepper<'a, S: Scene> {
    /// The name of the game.
    pub title: &'a str,
    /// The games.
    pub games: Vec<Recording<S::Game>>,
    /// Makes the scene of a game, seen from a seat.
    pub scene: NewScene<'a, S>,
    /// The seat from which games are seen.
    pub seat: Seat,
}

impl<S: Scene> Stepper<'_, S> {
    /// Steps through the games as the keys say, until the person leaves.
    pub(super) fn run<B: Backend<Error: Send + Sync + 'static>, K: Keys>(
        &self,
        screen: &mut Screen<B, K>,
    ) -> Result<()> {
        let (mut number, mut n_made) = (0, 0);
        while let Some(game) = self.games.get(number) {
            let (mut scene, info) = self.shown(number, game, n_made);
            screen.paint(&scene, &info)?;
            let is_last = number + 1 == self.games.len();
            match screen.read()? {
                Key::Arrow(1, 0) | Key::Enter | Key::Char('n' | ' ') => n_made = (n_made + 1).min(game.steps.len()),
                Key::Arrow(-1, 0) | Key::Backspace | Key::Char('b') => n_made = n_made.saturating_sub(1),
                Key::Home | Key::Char('f') => n_made = 0,
                Key::End | Key::Char('l') => n_made = game.steps.len(),
                Key::Arrow(0, 1) if !is_last => (number, n_made) = (number + 1, 0),
                Key::Arrow(0, -1) if number > 0 => (number, n_made) = (number - 1, 0),
                Key::Char('q') | Key::Escape => break,
                // Turning the board is the scene's own.
                key @ Key::Char('t') => _ = scene.key(key, &mut String::new()),
                _ => {}
            }
        }
        Ok(())
    }

    /// The scene of a game after some of its moves.
    fn shown(&self, number: usize, game: &Recording<S::Game>, n_made: usize) -> (S, GameInfo) {
        let mut scene = (self.scene)(&game.start, self.seat);
        for (mover, chosen, after) in game.steps.iter().take(n_made) {
            scene.witness(after, *mover, *chosen);
        }
        let players = game.players.each_ref().map(|name| text::name(name, text::NAME_WIDTH));
        let info = GameInfo {
            title: self.title.to_owned(),
            number: u32::try_from(number + 1).unwrap_or(u32::MAX),
            is_last: number + 1 == self.games.len(),
            seed: Seed::default(),
            seat: self.seat,
            opponent: players[self.seat.other().index()].clone(),
            score: Tally::default(),
            points: None,
            replay: Some(Replay {
                players,
                n_games: self.games.len(),
                moves: [n_made, game.steps.len()],
                result: game.result.clone(),
            }),
        };
        (scene, info)
    }
}
