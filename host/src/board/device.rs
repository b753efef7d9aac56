//! The `device` command: what is on a board.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Serialize;

use super::{ActiveChampion, BoardOptions, Report};
use crate::games::Registry;
use crate::system::{files, output};

/// What `device` is asked for. The game says whose champion is read or erased.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,
    /// Write the active champion to this file
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// Erase the stored champions, which reactivates the built-in one
    #[arg(long)]
    erase: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: Report,
    /// What is active after erasing.
    #[serde(skip_serializing_if = "Option::is_none")]
    after_erasing: Option<ActiveChampion>,
}

/// Runs the command.
pub fn run(registry: Registry, game: &str, options: &Options) -> Result<()> {
    let game = registry.named(game)?;
    let none = || format!("boards have no champions of {}: they search", game.name());
    let (mut client, hello) = options.board.connect(registry.board)?;
    let report = Report::of(&mut client, &hello, registry)?;
    let active = report.champions.iter().find(|champion| champion.game == game.name());
    if let Some(path) = &options.read {
        active.with_context(none)?;
        let bytes = client.read_champion(game.id())?;
        files::replace(path, &bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut after_erasing = None;
    if options.erase {
        active.with_context(none)?;
        client.erase(game.id())?;
        after_erasing = ActiveChampion::of(&mut client, game.id(), registry)?;
    }
    client.close()?;
    show(&Answer { report, after_erasing }, game.name(), options)
}

fn show(answer: &Answer, game: &str, options: &Options) -> Result<()> {
    if options.json {
        return output::json(answer);
    }
    output::text(answer.report.text())?;
    if let Some(path) = &options.read {
        for read in answer.report.champions.iter().filter(|champion| champion.game == game) {
            output::line(format_args!("\n{read} is written to {}.", path.display()))?;
        }
    }
    if let Some(champion) = &answer.after_erasing {
        output::line(format_args!("\nThe stored champions are erased; {champion} is active."))?;
    }
    Ok(())
}
