//! Scales the weights of a sum of genes to integers, so that a man is worth a hundred points.
//!
//! The search's windows are in hundredths of a man, so an evaluation needs that unit. Least squares gives weights in
//! the unit of its targets. The mean change of value by one man, in fixed positions, converts one into the other.

use std::sync::OnceLock;

use pipsqueak_core::game::Game as _;
use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_core::games::checkers::{Board, BoardFeatures, Checkers, Game, MAX_MOVES, Move, Side};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Constants, IntegerConstants};

use crate::evolve::Player;

/// A man in sixteenths of hundredths.
const MAN: f64 = 1600.0;
/// The greatest weight: sixty men.
const LARGEST: f64 = 96_000.0;
/// Pairs of positions, with and without a man.
const N_PAIRS: u64 = 200;

/// A player's constants as whole numbers. Those of a sum are its weights, scaled so that a man is worth a hundred
/// points; other trees keep theirs, rounded.
pub fn whole(player: &Player<Checkers>) -> IntegerConstants {
    let values = player.constants.values().map(f64::from);
    let scale = match player.scoring {
        Scoring::Hundredths => 1.0,
        Scoring::Fine => {
            let man = worth_of_a_man(player);
            let largest = values.iter().fold(0.0f64, |most, value| most.max(value.abs()));
            let scale = if man > 1e-3 { MAN / man } else { MAN / largest.max(1.0) };
            scale.min(LARGEST / largest.max(f64::MIN_POSITIVE))
        }
    };
    let whole = values.map(|value| (value * scale).round() as i32);
    IntegerConstants::new(&whole).unwrap_or_default()
}

/// The mean gain in value for the side to move if the opponent has one man less.
fn worth_of_a_man(player: &Player<Checkers>) -> f64 {
    static PAIRS: OnceLock<Vec<[Board; 2]>> = OnceLock::new();
    let pairs = PAIRS.get_or_init(|| (0..N_PAIRS).filter_map(|seed| pair(Seed(seed))).collect());
    let gained = pairs.iter().map(|&[with, without]| value(player, &without) - value(player, &with));
    gained.sum::<f64>() / pairs.len().max(1) as f64
}

fn value(player: &Player<Checkers>, board: &Board) -> f64 {
    let BoardFeatures { black, white } = BoardFeatures::of(board);
    let constants: &Constants = &player.constants;
    let difference =
        f64::from(player.tree.evaluate(constants, &black)) - f64::from(player.tree.evaluate(constants, &white));
    if board.turn() == Side::Black { difference } else { -difference }
}

/// A random position, and the same without one of the opponent's men.
fn pair(seed: Seed) -> Option<[Board; 2]> {
    let mut rng = seed.rng();
    let mut game = Game::deal(seed);
    for _ in 0..random::below(&mut rng, 40) {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = game.position().board().moves(&mut room)?;
        game.make(random::pick(&mut rng, room.get(..n_moves)?)?).ok()?;
    }
    let board = *game.position().board();
    let men: Vec<_> = (board.others() - board.kings()).in_order().collect();
    let gone = random::pick(&mut rng, &men)?.alone();
    let [black, white] = [Side::Black, Side::White].map(|side| board.pieces(side) - gone);
    Some([board, Board::new(black, white, board.kings(), board.turn()).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::tree::parse;

    #[test]
    fn a_man_is_worth_a_hundred_whatever_the_weights_were() {
        let player = |text, scoring| {
            let (tree, constants) = parse(text).unwrap();
            Player { tree, constants, scoring }
        };
        for text in
            ["Plus(Multiply(12.5, Men), Multiply(20.0, Kings))", "Plus(Multiply(0.5, Men), Multiply(0.8, Kings))"]
        {
            assert_eq!(whole(&player(text, Scoring::Fine)).named(), [1600, 2560], "{text}");
        }
        // A sum that values no man keeps its proportions.
        assert_eq!(whole(&player("Multiply(0.5, Kings)", Scoring::Fine)).named(), [800]);
        assert_eq!(whole(&player("Multiply(100.0, Men)", Scoring::Hundredths)).named(), [100]);
    }
}
