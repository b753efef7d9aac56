//! The `device` command: shows what is on a board, and writes a file with new firmware for it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::Hello;
use serde::Serialize;

use super::flash::hand_over;
use super::registry::Registry;
use super::selftest;
use crate::board::files::drive_file;
use crate::board::{ActiveChampion, AnyClient, BoardOptions, Report};
use crate::port::firmware;
use crate::system::{files, output};

/// The options of `device`. The game selects the champion to read or erase.
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
    /// Write a file for the board's drive: this program's firmware, with the champions that are stored on the board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["erase", "json"])]
    renew: Option<PathBuf>,
    /// With --renew: write to the board's drive too, if it is mounted, without asking
    #[arg(long, requires = "renew")]
    yes: bool,
    /// Test everything the board does and print a report to paste into an issue; stored champions are restored
    #[arg(long, conflicts_with_all = ["erase", "renew", "read"])]
    selftest: bool,
    /// With --selftest: how many decisions of each game are compared [1 to 100000]
    #[arg(long, value_name = "N", default_value_t = 200, requires = "selftest", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    decisions: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: Report,
    /// The active champion after erasing.
    #[serde(skip_serializing_if = "Option::is_none")]
    after_erasing: Option<ActiveChampion>,
}

/// Runs the command.
pub fn run(registry: Registry, game: &str, options: &Options) -> Result<()> {
    if options.selftest {
        return selftest::run(registry, &options.board, options.decisions, options.json);
    }
    let game = registry.named(game)?;
    let none = || format!("boards have no champions of {}: they search", game.name());
    let asked = (options.read.is_some() || options.erase).then(|| game.id());
    let (mut client, hello) = options.board.connect(&registry.board_games(), asked)?;
    let report = Report::of(&mut client, &hello, &registry.board_games())?;
    if let Some(file) = &options.renew {
        return renew(client, &hello, &report, registry, file, options);
    }
    let active = report.champions.iter().find(|champion| champion.game == game.name());
    if let Some(path) = &options.read {
        let active = active.with_context(none)?;
        ensure!(active.bytes > 0, "no champion of {} is stored on the board; {active} plays", game.name());
        let bytes = client.read_champion(game.id())?;
        files::replace(path, &bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut after_erasing = None;
    if options.erase {
        active.with_context(none)?;
        client.erase(game.id())?;
        after_erasing = ActiveChampion::of(&mut client, game.id(), &registry.board_games())?;
    }
    client.close()?;
    show(&Answer { report, after_erasing }, game.name(), options)
}

/// Writes this program's firmware with the champions stored on the board, since a drive may erase them with the old
/// firmware.
fn renew(
    mut client: AnyClient,
    hello: &Hello,
    report: &Report,
    registry: Registry,
    file: &Path,
    options: &Options,
) -> Result<()> {
    let model = firmware::model(&hello.board)
        .with_context(|| format!("there is no drive that a file for {} could be copied to", report.board))?;
    let stored = report.champions.iter().filter(|champion| champion.upload.is_some());
    let names: Vec<String> = stored.clone().map(ActiveChampion::to_string).collect();
    let games = stored.map(|champion| Ok(registry.named(&champion.game)?.id()));
    let games: Vec<GameId> = games.collect::<Result<_>>()?;
    let champions = games.into_iter().map(|game| client.read_champion(game)).collect::<Result<Vec<_>, _>>()?;
    client.close()?;
    let bytes = drive_file::bytes(&[model], options.board.firmware.as_deref(), &champions)?;
    let with = match &names[..] {
        [] => "the firmware; no champions are stored on the board".to_owned(),
        names => format!("the firmware with {}", names.join(" and ")),
    };
    hand_over(file, &bytes, &with, None, &[model], options.yes)
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
