//! The Pareto front of a run with two objectives, as CSV, JSON and a plot.

use std::fmt::Write;

use serde_json::{Value, json};

use super::engine::Contender;
use super::problem::Problem;
use crate::arena::PairedTally;
use crate::plot::{Chart, Series};

/// As CSV: each player's file, nodes, cost of a decision on the board, and score.
pub fn csv<P: Problem>(front: &[Contender<P>]) -> String {
    let opponents = front.first().map_or_else(Vec::new, |first| names(first));
    let mut text = "file,nodes,instructions,win_percent".to_owned();
    opponents.iter().for_each(|opponent| text += &format!(",{opponent}"));
    text.push('\n');
    for (place, contender) in (1..).zip(front) {
        let (nodes, cost) = (contender.player.tree.n_nodes(), contender.instructions);
        let _ = write!(text, "front/{place:02}.pips,{nodes},{cost:.0},{:.2}", contender.tally().win_percent());
        contender.record.iter().for_each(|(_, score)| text += &format!(",{:.2}", score.tally.win_percent()));
        text.push('\n');
    }
    text
}

/// As JSON.
pub fn json<P: Problem>(front: &[Contender<P>]) -> Value {
    let members = (1..).zip(front).map(|(place, contender)| {
        let record = contender.record.iter().map(|(opponent, PairedTally { tally, .. })| {
            json!({"opponent": opponent.to_string(), "wins": tally.win, "ties": tally.tie, "losses": tally.loss})
        });
        json!({
            "file": format!("front/{place:02}.pips"),
            "nodes": contender.player.tree.n_nodes(),
            "instructions": contender.instructions.round(),
            "record": record.collect::<Vec<_>>(),
        })
    });
    json!({"event": "front", "front": members.collect::<Vec<_>>()})
}

/// As a plot.
pub fn chart<P: Problem>(front: &[Contender<P>]) -> Chart {
    let points = front.iter().map(|contender| (contender.instructions.round() as u32, contender.tally().win_percent()));
    let opponents = front.first().map_or_else(Vec::new, |first| names(first)).join(", ");
    Chart {
        title: format!("Strength against cost, measured against {opponents}"),
        x_label: "estimated instructions of a decision on the board".to_owned(),
        y_label: "games won, %".to_owned(),
        series: vec![Series::new("front", points.collect())],
        ..Chart::default()
    }
}

fn names<P: Problem>(contender: &Contender<P>) -> Vec<String> {
    contender.record.iter().map(|(opponent, _)| opponent.to_string()).collect()
}
