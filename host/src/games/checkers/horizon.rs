//! `checkers horizon`: what a search believes depth by depth, with and without quiescence.

use std::fmt::Write;

use anyhow::Result;
use pipsqueak_core::games::checkers::{DrawRule, Position};
use pipsqueak_lab::game_tree::Budget;
use pipsqueak_lab::games::checkers::game_tree::Evaluation;
use pipsqueak_lab::games::checkers::horizon::{Belief, EXAMPLES, Illusion, Look, illusion, look, turning_points};
use serde_json::{Value, json};

use super::board_of;
use super::tree::PositionOptions;
use crate::system::{output, progress, signals};

/// The options of `horizon`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    at: PositionOptions,
    /// The deepest search; 10 with --fen, else the example's [1 to 20]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=20), allow_negative_numbers = true)]
    depth: Option<u8>,
    /// Print one JSON object a position
    #[arg(long)]
    json: bool,
}

/// The most nodes of a search, after which no deeper one is begun.
const MOST_NODES: u64 = 50_000_000;

/// Runs the command: the position of `--fen`, or the shipped examples.
pub fn run(options: &Options) -> Result<()> {
    let evaluation = options.at.evaluation()?;
    signals::stop_at_the_first()?;
    if options.at.fen.is_some() {
        show(options, "your position", "", options.at.position()?, options.depth.unwrap_or(10), &evaluation)?;
    } else {
        for example in EXAMPLES {
            let position = Position::new(board_of(Some(example.fen))?, DrawRule::Report);
            let depth = options.depth.unwrap_or(example.depth);
            show(options, example.name, example.about, position, depth, &evaluation)?;
        }
    }
    signals::ended()
}

fn show(
    options: &Options,
    name: &str,
    about: &str,
    position: Position,
    depth: u8,
    evaluation: &Evaluation,
) -> Result<()> {
    let looks = looks(&position, depth, evaluation);
    let budget = Budget { nodes: MOST_NODES, must_stop: &mut signals::stop_is_wanted };
    let illusion = illusion(&position, &looks, evaluation, budget);
    if options.json {
        let looks: Vec<Value> = looks.iter().map(told).collect();
        let illusion = illusion.map(|it| {
            json!({ "depth": it.depth, "survives_quiescence": it.survives_quiescence, "belief": belief(&it.belief), "truth": belief(&it.truth) })
        });
        let told =
            json!({ "name": name, "fen": position.to_string(), "about": about, "depths": looks, "illusion": illusion });
        return output::json(&told);
    }
    output::line(format_args!(
        "{name}: {position}, {} to move, evaluation {}",
        position.board().turn(),
        evaluation.name()
    ))?;
    if !about.is_empty() {
        output::line(about)?;
    }
    output::text(table(&looks))?;
    output::line(
        illusion.as_ref().map_or("  no belief is above the deepest one by half a man or more\n".to_owned(), why),
    )
}

/// What was wrong with a belief, and the line that shows it.
fn why(illusion: &Illusion) -> String {
    let Illusion { depth, survives_quiescence, belief, truth } = illusion;
    let even = if *survives_quiescence { "even with quiescence " } else { "" };
    let chosen = belief.line_text.first().map_or("", String::as_str);
    format!(
        "  at depth {depth} the search {even}believes {} by {chosen}; searched as deep as the deepest, {chosen} is worth {}:\n  {}\n",
        belief.value_text,
        truth.value_text,
        truth.line_text.join(" ")
    )
}

/// The search at every depth, up to the first that takes too many nodes.
fn looks(position: &Position, depth: u8, evaluation: &Evaluation) -> Vec<Look> {
    let bar = progress::bar(0, "{spinner} {elapsed}; Ctrl-C gives the depths so far");
    let search = |depth| {
        let budget = Budget { nodes: MOST_NODES, must_stop: &mut signals::stop_is_wanted };
        look(position, depth, evaluation, budget).ok()
    };
    let looks = (1..=depth).map_while(search).collect();
    bar.finish_and_clear();
    looks
}

fn told(look: &Look) -> Value {
    json!({ "depth": look.depth, "plain": belief(&look.beliefs[0]), "quiescence": belief(&look.beliefs[1]) })
}

fn belief(it: &Belief) -> Value {
    json!({ "value": it.value, "value_text": it.value_text, "line": it.line_text, "nodes": it.nodes })
}

fn table(looks: &[Look]) -> String {
    let mut shown = String::new();
    for (place, heading) in ["stopped at its depth", "with quiescence"].into_iter().enumerate() {
        let _ = writeln!(shown, "\n  {heading}\n  depth      value  line");
        let turns = turning_points(looks, place);
        for look in looks {
            let belief = &look.beliefs[place];
            let mark = if turns.contains(&look.depth) { '*' } else { ' ' };
            let _ =
                writeln!(shown, "{mark} {:>5} {:>10}  {}", look.depth, belief.value_text, belief.line_text.join(" "));
        }
    }
    shown + "\n  * another move than one depth before, or another value by half a man or more\n\n"
}
