//! How fit whole trees are: what they win against those that stand next to them in their generation.

use std::sync::Arc;

use anyhow::{Result, ensure};
use pipsqueak_core::games::checkers::{Checkers, Side};
use pipsqueak_core::random::Seed;
use rayon::prelude::*;

use super::evaluation;
use super::games::{Terms, Workspace};
use crate::evolve::settings::{Kind, Row, Tabled};
use crate::evolve::{self, MOST, Player};

/// What makes a tree fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitness {
    /// How many of the next trees each one meets, with both colours from the same opening.
    pub neighbours: usize,
    /// Positions to look at for a move.
    pub nodes: u64,
}

impl Tabled for Fitness {
    fn rows() -> Vec<Row<Fitness>> {
        vec![
            Row::new(
                "fitness.neighbours",
                "how many of the next trees of its generation a tree meets, with both colours",
                Kind::Whole(1..=1_000),
                |s: &mut Fitness| &mut s.neighbours,
            ),
            Row::new(
                "fitness.nodes",
                "positions that a tree looks at for a move",
                Kind::Whole(1..=MOST),
                |s: &mut Fitness| &mut s.nodes,
            ),
        ]
    }
}

impl evolve::Fitness<Checkers> for Fitness {
    fn check(&self) -> Result<()> {
        ensure!(self.neighbours > 0, "fitness.neighbours: a tree must meet somebody");
        Ok(())
    }

    fn games(&self, population: usize) -> u64 {
        2 * (population * self.neighbours) as u64
    }

    /// Two points for a win and one for a draw. A tree that is too high to be worked out wins nothing.
    fn points(&self, players: &[Player<Checkers>], deals: Seed) -> Vec<u64> {
        let trees: Vec<_> = players.par_iter().map(|player| evaluation(player).ok().map(Arc::new)).collect();
        let terms = Terms { nodes: self.nodes, exploration: 0.0 };
        let pairs: Vec<(usize, usize)> = (0..players.len())
            .flat_map(|one| (1..=self.neighbours).map(move |step| (one, (one + step) % players.len())))
            .filter(|(one, other)| one != other)
            .collect();
        let results = pairs.par_iter().map_init(Workspace::default, |workspace, &(one, other)| {
            let (Some(first), Some(second)) = (&trees[one], &trees[other]) else {
                return [trees[one].is_some(), trees[other].is_some()].map(|is_there| if is_there { 4 } else { 0 });
            };
            let opening = deals.derive(one as u64).derive(other as u64);
            let there = points(workspace.play([first, second], terms, opening).1);
            let [second, first] = points(workspace.play([second, first], terms, opening).1);
            [there[0] + first, there[1] + second]
        });
        let mut points = vec![0; players.len()];
        for ((one, other), [won, lost]) in pairs.iter().zip(results.collect::<Vec<_>>()) {
            points[*one] += won;
            points[*other] += lost;
        }
        points
    }
}

/// What a game brings Black and White.
fn points(winner: Option<Side>) -> [u64; 2] {
    match winner {
        Some(Side::Black) => [2, 0],
        Some(Side::White) => [0, 2],
        None => [1, 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Fitness as _;
    use pipsqueak_core::games::checkers::evaluation::Scoring;
    use pipsqueak_core::tree::parse;

    #[test]
    fn who_counts_pieces_is_fitter_than_who_gives_them_away() {
        let texts = ["Multiply(7, Men)", "Multiply(-7, Men)", "Multiply(7, Plus(Men, Kings))", "Multiply(-7, Kings)"];
        let players = texts.map(|text| {
            let (tree, constants) = parse(text).unwrap();
            Player { tree, constants, scoring: Scoring::Hundredths }
        });
        let fitness = Fitness { neighbours: 3, nodes: 40 };
        let points = fitness.points(&players, Seed(1));
        assert_eq!(points.iter().sum::<u64>(), 2 * fitness.games(4));
        assert!(points[0] > points[1] && points[2] > points[3], "{points:?}");
    }
}
