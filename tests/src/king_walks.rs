//! Games of checkers in which kings move about and captures are avoided: games with a long history.

use pipsqueak_core::games::checkers::{DrawRule, Game, Move, Position, fen};
use pipsqueak_core::random::{self, Seed};

use crate::checkers_reference::legal;

/// The game before each move, and at its end.
pub fn game(start: &str, seed: Seed, rule: DrawRule) -> Vec<Game> {
    let mut rng = seed.rng();
    let start = fen::parse(start).expect("a position in FEN");
    let mut games = vec![Game::new(Position::new(start, rule))];
    while let Some(game) = games.last().filter(|game| game.ending().is_none()) {
        let board = *game.position().board();
        let moves = legal(&board);
        let is_quiet = |chosen: &Move| !chosen.is_capture() && !board.after(*chosen).must_jump();
        let quiet: Vec<Move> = moves.iter().copied().filter(is_quiet).collect();
        let chosen = random::pick(&mut rng, if quiet.is_empty() { &moves } else { &quiet });
        let mut game = game.clone();
        game.make(chosen.expect("a game that is not over has a move")).expect("a legal move");
        games.push(game);
    }
    games
}
