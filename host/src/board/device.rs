//! The `device` command: what is on a board.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::games::{fiveo, mastermind};
use serde::Serialize;

use crate::board::{ActiveChampion, BoardOptions, Client, Report, envelope};
use crate::game_name::GameName;
use crate::port::Cable;

/// What `device` is asked for.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,
    /// Write the champion in force to this file
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// Remove the stored champions; the built-in one is in force then
    #[arg(long)]
    erase: bool,
    /// Whose champion is read or erased: that of fiveo or mastermind
    #[arg(long, default_value = "fiveo")]
    game: GameName,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: Report,
    /// What is in force after erasing.
    #[serde(skip_serializing_if = "Option::is_none")]
    after_erasing: Option<ActiveChampion>,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let game = match options.game {
        GameName::Fiveo => fiveo::ID,
        GameName::Mastermind => mastermind::ID,
        GameName::Checkers => bail!("boards have no champions of checkers: they search"),
    };
    let (mut client, hello) = options.board.connect()?;
    let report = Report::of(&mut client, &hello)?;
    if let Some(path) = &options.read {
        let bytes = client.read_champion(game)?;
        fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let after_erasing = options.erase.then(|| erase(&mut client, game)).transpose()?;
    client.close()?;
    show(&Answer { report, after_erasing }, game, &options)
}

fn erase<C: Cable>(client: &mut Client<C>, game: GameId) -> Result<ActiveChampion> {
    client.erase(game)?;
    Ok(ActiveChampion::of(client, game)?)
}

fn show(answer: &Answer, game: GameId, options: &Options) -> Result<()> {
    if options.json {
        println!("{}", serde_json::to_string(answer)?);
        return Ok(());
    }
    print!("{}", answer.report.text());
    if let Some(path) = &options.read {
        let game = envelope::game_name(game);
        for read in answer.report.champions.iter().filter(|champion| champion.game == game) {
            println!("\n{read} is written to {}.", path.display());
        }
    }
    if let Some(champion) = &answer.after_erasing {
        println!("\nThe stored champions are erased; {champion} is in force.");
    }
    Ok(())
}
