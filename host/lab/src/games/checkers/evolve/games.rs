//! Self-play games of trees, with the search's scores. A game depends only on its seed and its players.

use std::sync::Arc;

use pipsqueak_core::game::Game as _;
use pipsqueak_core::games::checkers::{Board, Ending, Game, MAX_MOVES, Move, Position, Side};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::search::{LIMIT, Limits, Score};
use pipsqueak_core::tree::Node;

use super::super::engine::{Engine, EngineSpec};
use super::super::trees::TreeEvaluation;
use crate::clock::no_clock;

/// Bytes of a player's table: small enough to be cleared for every game.
const TABLE: usize = 1 << 16;
/// A longer game is a draw.
const MAX_TURNS: usize = 160;
/// The score that maps to a verdict of one half: a man.
const HALF_SURE: f32 = 100.0;

/// A position without captures that was searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedPosition {
    /// The position.
    pub board: Board,
    /// The search's verdict for the side to move, from -1 to 1.
    pub verdict: f32,
    /// The game's result for the side to move: 1, 0 or -1.
    pub result: f32,
}

/// The engines of two players, reused from game to game.
pub struct Workspace([Engine; 2]);

impl Default for Workspace {
    fn default() -> Workspace {
        let placeholder = || EngineSpec::Engine(pipsqueak_core::games::checkers::players::EngineKind::Simple);
        Workspace([placeholder(), placeholder()].map(|spec| Engine::of(spec, TABLE, no_clock)))
    }
}

/// How a game is played.
#[derive(Clone, Copy)]
pub struct Terms {
    /// Positions to search per move.
    pub nodes: u64,
    /// The chance of a random move.
    pub exploration: f64,
}

impl Workspace {
    /// Plays a game from a random opening; returns the positions that were searched, and the winner.
    pub fn play(
        &mut self,
        players: [&Arc<TreeEvaluation>; 2],
        terms: Terms,
        seed: Seed,
    ) -> (Vec<RatedPosition>, Option<Side>) {
        let Workspace(engines) = self;
        for (engine, player) in engines.iter_mut().zip(players) {
            engine.become_another(EngineSpec::Tree(Arc::clone(player)));
        }
        let mut rng = seed.derive(1).rng();
        let mut game = Game::deal(seed);
        let mut judged = Vec::new();
        for _ in 0..MAX_TURNS {
            if game.ending().is_some() {
                break;
            }
            let board = *game.position().board();
            let side = board.turn();
            let is_indifferent = is_indifferent(players[side.index()]);
            let chosen = if is_indifferent || random::happens(&mut rng, terms.exploration) {
                anything(&mut rng, game.position())
            } else {
                let limits = if board.n_moves() == 1 { 1 } else { terms.nodes };
                let found = engines[side.index()].think(game.view(), Limits::of_nodes(limits));
                if !board.must_jump() && limits > 1 {
                    judged.push((board, verdict(found.score)));
                }
                found.best
            };
            if is_indifferent && !board.must_jump() {
                judged.push((board, 0.0));
            }
            let Some(chosen) = chosen else { break };
            game.make(chosen).expect("a player makes legal moves");
        }
        let winner = game.ending().and_then(Ending::winner);
        let result = |side: Side| winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
        let judged =
            judged.into_iter().map(|(board, verdict)| RatedPosition { board, verdict, result: result(board.turn()) });
        (judged.collect(), winner)
    }
}

/// Whether a tree is a single number, to which all positions are equal. Such a player moves at random.
fn is_indifferent(player: &TreeEvaluation) -> bool {
    matches!(player.tree.bytes(), &[byte] if matches!(Node::of(byte), Node::Integer(_)))
}

fn anything(rng: &mut GameRng, position: &Position) -> Option<Move> {
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = position.board().moves(&mut room)?;
    random::pick(rng, room.get(..n_moves)?)
}

/// A score as a verdict from -1 to 1.
fn verdict(score: Score) -> f32 {
    match score {
        score if score > LIMIT => 1.0,
        score if score < -LIMIT => -1.0,
        score => f32::from(score) / (HALF_SURE + f32::from(score).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Arc<TreeEvaluation> {
        Arc::new(TreeEvaluation::of_text(text).unwrap())
    }

    #[test]
    fn a_game_follows_from_its_seed_whatever_was_played_before() {
        let (men, kings) = (tree("Multiply(100, Men)"), tree("Plus(Multiply(100, Men), Multiply(150, Kings))"));
        let terms = Terms { nodes: 60, exploration: 0.1 };
        let mut used = Workspace::default();
        used.play([&kings, &kings], terms, Seed(7));
        let [one, other] =
            [&mut used, &mut Workspace::default()].map(|workspace| workspace.play([&men, &kings], terms, Seed(8)));
        assert_eq!(one, other);
        assert!(one.0.len() > 10 && one.0.iter().all(|judged| !judged.board.must_jump()));
    }

    #[test]
    fn the_winner_has_results_of_one_and_verdicts_agree_with_results() {
        let men = tree("Plus(Multiply(100, Men), Multiply(150, Kings))");
        let (mut agreed, mut n_won) = (0.0, 0);
        for seed in 0..40 {
            let (judged, winner) =
                Workspace::default().play([&men, &men], Terms { nodes: 60, exploration: 0.2 }, Seed(seed));
            for RatedPosition { board, verdict, result } in judged {
                assert_eq!(result, winner.map_or(0.0, |winner| if winner == board.turn() { 1.0 } else { -1.0 }));
                assert!((-1.0..=1.0).contains(&verdict));
                agreed += verdict * result;
            }
            n_won += u32::from(winner.is_some());
        }
        assert!(n_won > 10 && agreed > 10.0, "{n_won} games won, agreement {agreed}");
    }

    #[test]
    fn an_indifferent_player_moves_at_random() {
        let indifferent = tree("hundredths:0");
        let terms = Terms { nodes: 60, exploration: 0.0 };
        let [one, other] =
            [1, 2].map(|seed| Workspace::default().play([&indifferent, &indifferent], terms, Seed(seed)).0);
        assert!(one != other && one.iter().all(|judged| judged.verdict == 0.0));
    }
}
