//! `checkers openings`: the openings that `play` knows by number or name.

use anyhow::Result;
use pipsqueak_lab::games::checkers::ballots::{Ballot, ballots, named};
use serde_json::{Value, json};

use crate::system::output;

/// The options of `openings`.
#[derive(clap::Args)]
pub struct Options {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    if options.json {
        let numbered =
            |Ballot { number, moves, is_barred }| json!({"number": number, "moves": moves, "barred": is_barred});
        let name = |(name, moves): &(&str, &str)| json!({"name": name, "moves": moves});
        let [ballots, names]: [Vec<Value>; 2] = [ballots().map(numbered).collect(), named().iter().map(name).collect()];
        return output::json(&json!({"ballots": ballots, "names": names}));
    }
    let mut text = "By number: the three-move openings (* barred, not in the deck)\n".to_owned();
    let cells: Vec<String> = ballots().map(cell).collect();
    // Down the columns, as in a printed list.
    let n_rows = cells.len().div_ceil(COLUMNS);
    for row in 0..n_rows {
        let line: Vec<&str> = cells.iter().skip(row).step_by(n_rows).map(String::as_str).collect();
        text += &format!("{}\n", line.join(" ").trim_end());
    }
    text += "\nBy name\n";
    for (name, moves) in named() {
        text += &format!("  {name:22} {moves}\n");
    }
    output::text(text)
}

/// Columns of the list, to fit 80 letters.
const COLUMNS: usize = 3;

fn cell(Ballot { number, moves, is_barred }: Ballot) -> String {
    format!("{number:4}{} {moves:20}", if is_barred { '*' } else { ' ' })
}
