//! The `flash` command: puts a champion onto a board, over the line or as a file for the board's drive.

pub(crate) mod hex;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::champion::GameId;

use super::{ActiveChampion, BoardOptions};
use crate::games::Registry;
use crate::port::firmware::MICROBIT;
use crate::system::{files, output, progress};
use crate::terminal::text;

/// What `flash` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// A champion file of any game, `champion`, or a tree like "If(HasFlush, 1, 0)"
    #[arg(value_name = "PLAYER")]
    champion: String,
    #[command(flatten)]
    board: BoardOptions,
    /// Write firmware and champion as one Intel HEX instead, to be copied onto the MICROBIT drive
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    hex: Option<PathBuf>,
}

/// A champion that may be flashed.
struct Checked {
    game: GameId,
    /// What people call its game.
    title: &'static str,
    name: String,
    bytes: Vec<u8>,
}

/// Runs the command; the game is meant where the champion is not a file.
pub fn run(registry: Registry, game: &str, options: &Options) -> Result<()> {
    let (game, champions, bytes) = registry.champion(&options.champion, game)?;
    // Nothing is sent that the board would refuse in the end.
    let checked = champions.portrait(&bytes).with_context(|| format!("{} is not a champion", options.champion))?;
    let name = checked.title;
    let champion = Checked { game: game.id(), title: game.title(), name, bytes };
    match &options.hex {
        Some(file) if files::is_same(file, Path::new(&options.champion)) => {
            bail!("{} is the champion itself: write the drive's file elsewhere", file.display())
        }
        Some(file) => write_hex(&champion, file, options.board.firmware.as_deref()),
        None => upload(registry, &champion, &options.board),
    }
}

fn upload(registry: Registry, champion: &Checked, board: &BoardOptions) -> Result<()> {
    let (mut client, hello) = board.connect(registry.board)?;
    let old = ActiveChampion::of(&mut client, champion.game, registry)?;
    let old = old.with_context(|| format!("the board keeps no champions of {}", champion.title))?;
    check(registry, champion, &old)?;
    let n_bytes = champion.bytes.len();
    let bar = progress::bar(2 * n_bytes as u64, "{bar:30.green/dim} {percent:>3} %  writing and reading back");
    let uploaded = client.upload(champion.game, &champion.bytes, |n_bytes| bar.set_position(n_bytes as u64));
    bar.finish_and_clear();
    uploaded?;
    let new = ActiveChampion::of(&mut client, champion.game, registry)?;
    let new = new.context("the board has forgotten the champion that it took")?;
    client.close()?;
    let (board, title) = (text::name(&hello.board, 12), champion.title);
    output::line(format_args!("{board}: {new} is active for {title}, written and read back; before it {old}."))
}

/// Whether the board has room for the champion and speaks its vocabulary.
fn check(registry: Registry, champion: &Checked, active: &ActiveChampion) -> Result<()> {
    let (n_bytes, n_most) = (champion.bytes.len(), usize::from(active.room));
    ensure!(n_bytes <= n_most, "the champion has {n_bytes} bytes and the board has room for {n_most}");
    let rows = registry.board.iter().filter(|row| row.id == champion.game);
    let ours = rows.filter_map(|row| row.champions.as_ref()).map(|champions| champions.vocabulary).next().unwrap_or(0);
    ensure!(
        active.vocabulary == ours,
        "the board knows vocabulary version {} and the champion has version {ours}: put this program's firmware on the board",
        active.vocabulary
    );
    Ok(())
}

fn write_hex(champion: &Checked, file: &Path, firmware: Option<&Path>) -> Result<()> {
    let elf = MICROBIT.read(firmware)?;
    let hex = hex::combine(&elf, &champion.bytes)
        .with_context(|| firmware.map_or("the firmware".to_owned(), |file| file.display().to_string()))?;
    files::replace(file, hex.as_bytes()).with_context(|| format!("{} cannot be written", file.display()))?;
    output::line(format_args!(
        "{}: the firmware with {} ({} bytes). Copy it onto the MICROBIT drive.",
        file.display(),
        champion.name,
        champion.bytes.len()
    ))
}
