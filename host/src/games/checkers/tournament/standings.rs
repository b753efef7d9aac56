//! Who has how many points.

use pipsqueak_core::game::Points;
use pipsqueak_lab::arena::{Fixture, PairedTally, Share, Tally, pairs, score};
use pipsqueak_lab::games::checkers::match_up::FinishedGame;
use serde::Serialize;

use super::{Entrant, Label};

/// A tournament.
#[derive(Serialize)]
pub struct Report {
    pub games: u64,
    pub turns: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    pub rounds: Vec<Round>,
}

/// All pairs with one time control.
#[derive(Serialize)]
pub struct Round {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    pub players: Vec<Line>,
    pub pairs: Vec<Pair>,
    /// The worst overdraft of a period, in seconds; absent for positions.
    pub overdrawn: f64,
}

/// A player's games.
#[derive(Serialize)]
pub struct Line {
    pub name: String,
    pub points: PlayerPoints,
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    /// The mean depth, in plies, of the last finished iteration of its searches.
    pub depth: f64,
}

/// On the report's scale: a win 1, a draw 0.5, two games with each opponent; with the 95 % interval.
#[derive(Serialize)]
pub struct PlayerPoints {
    pub points: f64,
    pub low: f64,
    pub high: f64,
}

/// Two players' games.
#[derive(Serialize)]
pub struct Pair {
    pub a: String,
    pub b: String,
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    pub share: Share,
}

/// The standings after some games.
pub fn standings(entrants: &[Entrant], label: Label, fixtures: &[Fixture], played: &[FinishedGame]) -> Round {
    let points: Vec<Points> = played.iter().map(|game| game.points).collect();
    let name = |seat: usize| entrants[seat].name.clone();
    // The first player's score against the second. The two games of an opening are adjacent.
    let met = |[a, b]: [usize; 2]| -> PairedTally {
        let deals =
            fixtures.chunks(2).zip(points.chunks(2)).filter(|(deal, _)| [[a, b], [b, a]].contains(&deal[0].seats));
        deals.map(|(fixtures, points)| score(a, fixtures, points)).sum()
    };
    let line = |seat: usize| {
        let others = (0..entrants.len()).filter(|&other| other != seat);
        let sum: PairedTally = others.map(|other| met([seat, other])).sum();
        let Share { percent, low, high } = sum.points();
        let points = |percent: f64| percent / 100.0 * 2.0 * (entrants.len() as f64 - 1.0);
        let points = PlayerPoints { points: points(percent), low: points(low), high: points(high) };
        let Tally { win, tie: draw, loss } = sum.tally;
        Line { name: name(seat), points, win, draw, loss, depth: mean_depth(seat, fixtures, played) }
    };
    let pair = |[b, a]: [usize; 2]| {
        let score = met([a, b]);
        let Tally { win, tie: draw, loss } = score.tally;
        Pair { a: name(a), b: name(b), win, draw, loss, share: score.points() }
    };
    let (time, nodes) = match label {
        Label::Time(time) => (Some(time), None),
        Label::Nodes(nodes) => (None, Some(nodes)),
    };
    let worst = played.iter().flat_map(|game| game.overdrawn).max().unwrap_or(0);
    Round {
        time,
        nodes,
        players: (0..entrants.len()).map(line).collect(),
        pairs: pairs(entrants.len()).map(pair).collect(),
        overdrawn: if nodes.is_some() { 0.0 } else { f64::from(worst) / 1e6 },
    }
}

fn mean_depth(player: usize, fixtures: &[Fixture], played: &[FinishedGame]) -> f64 {
    let seats = fixtures.iter().zip(played).flat_map(|(fixture, game)| fixture.seats.into_iter().zip(&game.depths));
    let depths = seats.filter(|(seat, _)| *seat == player).flat_map(|(_, depths)| depths);
    let (sum, n_moves) = depths.fold((0u64, 0u64), |(sum, n_moves), &depth| (sum + u64::from(depth), n_moves + 1));
    sum as f64 / n_moves.max(1) as f64
}
