//! A tournament as text, PDN and a plot.

use pipsqueak_core::games::checkers::Board;
use pipsqueak_core::games::checkers::pdn::{Header, Outcome, write_commented_game};
use pipsqueak_lab::arena::Fixture;
use pipsqueak_lab::games::checkers::match_up::FinishedGame;
use pipsqueak_lab::plot::{Chart, Series};

use super::standings::{Line, Pair, Report, Round};
use super::{Entrant, Label};
use crate::system::clock;

/// The games as PDN, with the depth that each search reached.
pub fn pdn(entrants: &[Entrant], label: Label, fixtures: &[Fixture], played: &[FinishedGame]) -> String {
    let event = match label {
        Label::Time(time) => format!("Pipsqueak tournament, {time} s"),
        Label::Nodes(nodes) => format!("Pipsqueak tournament, {nodes} positions"),
    };
    let date = clock::today();
    let mut text = String::new();
    for (fixture, game) in fixtures.iter().zip(played) {
        let [black, white] = fixture.seats.map(|seat| entrants[seat].name.as_str());
        let outcome = Outcome::of(Some(game.ending));
        let round = (fixture.seed.0 + 1).to_string();
        let header = Header { event: &event, date: &date, round: &round, black, white, outcome };
        // The moves of the opening were not searched; every later move has a depth.
        let n_opening = game.moves.len() - game.depths.iter().map(Vec::len).sum::<usize>();
        let comment = |place: usize| {
            let place = place.checked_sub(n_opening)?;
            game.depths[place % 2].get(place / 2).map(|depth| format!("depth {depth}"))
        };
        let moves = game.moves.iter().enumerate().map(|(place, chosen)| (*chosen, comment(place)));
        // Writing into a string cannot fail.
        let _ = write_commented_game(&mut text, &header, &Board::START, moves);
        text.push('\n');
    }
    text
}

/// The standings as text.
pub fn table(report: &Report) -> String {
    let mut text = String::new();
    if report.interrupted {
        text += "Interrupted: these are the openings that were played with both colours.\n\n";
    }
    for round in &report.rounds {
        let control = match (round.time, round.nodes) {
            (Some(time), _) => format!("{time} s"),
            (_, nodes) => format!("{} positions", nodes.unwrap_or(0)),
        };
        let n_games = 2 * round.players.len().saturating_sub(1);
        text += &format!(
            "{control} for {} turns; {} games per pair, half with each colour. Points of {n_games} games, 95 % intervals.\n\n",
            report.turns, report.games
        );
        for Line { name, points, win, draw, loss, depth } in &round.players {
            text += &format!(
                "{name:20} {:5.2}  {:5.2} to {:5.2}   {win} won, {draw} drawn, {loss} lost, {depth:.1} plies deep\n",
                points.points, points.low, points.high
            );
        }
        text += "\nShare of the points of the first of two, in percent:\n";
        for Pair { a, b, win, draw, loss, share } in &round.pairs {
            let names = format!("{a} v {b}");
            if win + draw + loss == 0 {
                text += &format!("{names:40} not played\n");
                continue;
            }
            text += &format!(
                "{names:40} {:5.1}  {:5.1} to {:5.1}   +{win} ={draw} -{loss}\n",
                share.percent, share.low, share.high
            );
        }
        if round.overdrawn > 0.0 {
            text += &format!("\nThe longest overdraft of a period was {:.3} s.\n", round.overdrawn);
        }
        text.push('\n');
    }
    text
}

/// The points of every player over the time or positions of a period, with their intervals, as SVG.
pub fn plot(report: &Report) -> String {
    let is_timed = report.rounds.iter().any(|round| round.time.is_some());
    // The axis takes whole numbers only: milliseconds, unless all times are whole seconds.
    let in_seconds = report.rounds.iter().all(|round| round.time.is_none_or(|time| time.fract() == 0.0));
    let scale = if in_seconds { 1.0 } else { 1000.0 };
    let place = |round: &Round| round.nodes.unwrap_or_else(|| (round.time.unwrap_or(0.0) * scale).round() as u32);
    let mut rounds: Vec<&Round> = report.rounds.iter().collect();
    rounds.sort_by_key(|round| place(round));
    let n_players = rounds.first().map_or(0, |round| round.players.len());
    let series = |player: usize| Series {
        name: rounds.first().map_or(String::new(), |round| round.players[player].name.clone()),
        points: rounds.iter().map(|round| (place(round), round.players[player].points.points)).collect(),
        band: rounds
            .iter()
            .map(|round| (place(round), &round.players[player].points))
            .map(|(place, points)| (place, [points.low, points.high]))
            .collect(),
    };
    let unit = match (is_timed, in_seconds) {
        (false, _) => "positions",
        (true, true) => "seconds",
        (true, false) => "milliseconds",
    };
    Chart {
        title: format!("Points of {} games, 95 % intervals", 2 * n_players.saturating_sub(1)),
        x_label: format!("{unit} for {} turns", report.turns),
        y_label: "points".to_owned(),
        series: (0..n_players).map(series).collect(),
        ..Chart::default()
    }
    .svg()
}

#[cfg(test)]
mod tests {
    use pipsqueak_lab::arena::Share;

    use super::*;

    #[test]
    fn a_pair_without_games_has_no_share() {
        let share = || Share { percent: 0.0, low: 0.0, high: 49.0 };
        let pair = |b: &str, loss| Pair { a: "ann".to_owned(), b: b.to_owned(), win: 0, draw: 0, loss, share: share() };
        let pairs = vec![pair("bob", 2), pair("eve", 0)];
        let round = Round { time: None, nodes: Some(10), players: Vec::new(), pairs, overdrawn: 0.0 };
        let text = table(&Report { games: 2, turns: 5, interrupted: true, rounds: vec![round] });
        let row = |names: &str| text.lines().find(|row| row.starts_with(names)).unwrap();
        assert!(row("ann v eve").ends_with(" not played"), "{text}");
        assert!(row("ann v bob").ends_with(" 0.0 to  49.0   +0 =0 -2"), "{text}");
    }
}
