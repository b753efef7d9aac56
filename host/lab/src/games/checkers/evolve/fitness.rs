//! The fitness of whole trees: their points against their neighbours in the generation.

use std::sync::Arc;

use anyhow::{Result, ensure};
use pipsqueak_core::games::checkers::{Checkers, Side};
use pipsqueak_core::random::Seed;

use super::evaluation;
use super::games::{Terms, Workspace};
use crate::evolve::settings::{Row, SettingKind, SettingsTable};
use crate::evolve::{self, MOST, Player, Scores, WEIGHT};
use crate::workers::Workers;

/// The fitness function.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitness {
    /// How many of the following trees each one meets, with both colours from the same opening.
    pub neighbours: usize,
    /// Positions to search per move.
    pub nodes: u64,
    /// What a game won counts.
    pub win: u64,
    /// What a draw counts.
    pub draw: u64,
}

impl SettingsTable for Fitness {
    fn rows() -> Vec<Row<Fitness>> {
        vec![
            Row::new(
                "fitness.neighbours",
                "how many of its neighbours in the generation each tree plays, with both colours",
                SettingKind::Whole(1..=1_000),
                |s: &mut Fitness| &mut s.neighbours,
            ),
            Row::new(
                "fitness.nodes",
                "positions that a tree searches per move",
                SettingKind::Whole(1..=MOST),
                |s: &mut Fitness| &mut s.nodes,
            ),
            Row::new(
                "fitness.win",
                "points of a tree for a game won",
                SettingKind::Whole(WEIGHT),
                |s: &mut Fitness| &mut s.win,
            ),
            Row::new("fitness.draw", "points of a tree for a draw", SettingKind::Whole(WEIGHT), |s: &mut Fitness| {
                &mut s.draw
            }),
        ]
    }
}

impl evolve::Fitness<Checkers> for Fitness {
    fn check(&self) -> Result<()> {
        ensure!(self.win + self.draw > 0, "fitness.win and fitness.draw are 0: every tree would be as fit");
        ensure!(self.neighbours > 0, "fitness.neighbours: every tree needs at least one opponent");
        Ok(())
    }

    fn games(&self, population: usize, n_famous: usize) -> u64 {
        2 * (population * (self.neighbours + n_famous)) as u64
    }

    /// A tree that is too high to be evaluated wins nothing. A case is one of the following trees, or a member of the
    /// hall of fame.
    fn scores(
        &self,
        players: &[Player<Checkers>],
        famous: &[Player<Checkers>],
        n_cases: usize,
        deals: Seed,
        workers: Workers<'_>,
    ) -> Scores {
        let n_players = players.len();
        let everybody: Vec<&Player<Checkers>> = players.iter().chain(famous).collect();
        let trees: Vec<_> = workers.map(&everybody, |player| evaluation(player).ok().map(Arc::new));
        let terms = Terms { nodes: self.nodes, exploration: 0.0 };
        let next = |one: usize| (1..=self.neighbours).map(move |step| (one + step) % n_players);
        let opponents = |one: usize| next(one).chain(n_players..everybody.len()).enumerate();
        let pairs: Vec<(usize, usize, usize)> = (0..n_players)
            .flat_map(|one| opponents(one).map(move |(case, other)| (one, other, case)))
            .filter(|(one, other, _)| one != other)
            .collect();
        let results = |workspace: &mut Workspace, pair: usize| {
            let (one, other, _) = pairs[pair];
            let (Some(first), Some(second)) = (&trees[one], &trees[other]) else {
                return [trees[one].is_some(), trees[other].is_some()]
                    .map(|is_there| if is_there { 2 * self.win } else { 0 });
            };
            let opening = deals.derive(one as u64).derive(other as u64);
            let there = self.points(workspace.play([first, second], terms, opening).1);
            let [second, first] = self.points(workspace.play([second, first], terms, opening).1);
            [there[0] + first, there[1] + second]
        };
        let results: Vec<[u64; 2]> = workers.share_with(pairs.len(), Workspace::default, results);
        let n_cases = n_cases.min(self.neighbours + famous.len());
        let (mut points, mut cases) = (vec![0; everybody.len()], vec![vec![f32::NAN; n_players]; n_cases]);
        for (&(one, other, case), [won, lost]) in pairs.iter().zip(results) {
            points[one] += won;
            points[other] += lost;
            if let Some(case) = cases.get_mut(case) {
                case[one] = won as f32;
            }
        }
        points.truncate(n_players);
        Scores { points, cases }
    }
}

impl Fitness {
    /// The points of Black and White for a game.
    fn points(&self, winner: Option<Side>) -> [u64; 2] {
        match winner {
            Some(Side::Black) => [self.win, 0],
            Some(Side::White) => [0, self.win],
            None => [self.draw; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Fitness as _;
    use pipsqueak_core::games::checkers::evaluation::Scoring;
    use pipsqueak_core::tree::parse;

    #[test]
    fn counting_pieces_is_fitter_than_giving_them_away() {
        let texts = ["Multiply(7, Men)", "Multiply(-7, Men)", "Multiply(7, Plus(Men, Kings))", "Multiply(-7, Kings)"];
        let players = texts.map(|text| {
            let (tree, constants) = parse(text).unwrap();
            Player { tree, constants, scoring: Scoring::Hundredths }
        });
        let fitness = Fitness { neighbours: 3, nodes: 40, win: 2, draw: 1 };
        let Scores { points, cases } = fitness.scores(&players, &[], 3, Seed(1), Workers::ALONE);
        assert_eq!(points.iter().sum::<u64>(), 2 * fitness.games(4, 0));
        // Each is also an opponent of three others; those games are not its own cases.
        for (player, &points) in points.iter().enumerate() {
            assert!(cases.iter().map(|case| case[player]).sum::<f32>() <= points as f32);
        }
        let with_famous = fitness.scores(&players[..2], &players[2..], 9, Seed(1), Workers::ALONE);
        assert_eq!((with_famous.points.len(), with_famous.cases.len()), (2, 3 + 2));
        assert!(points[0] > points[1] && points[2] > points[3], "{points:?}");
        // Wins count ten times as much, and draws nothing: what is left of the points are the wins.
        let of_wins = Fitness { win: 20, draw: 0, ..fitness.clone() }.scores(&players, &[], 0, Seed(1), Workers::ALONE);
        let of_draws = Fitness { win: 0, draw: 1, ..fitness }.scores(&players, &[], 0, Seed(1), Workers::ALONE);
        let sums = of_wins.points.iter().zip(&of_draws.points).map(|(wins, draws)| wins / 10 + draws);
        assert_eq!(sums.collect::<Vec<_>>(), points);
    }
}
