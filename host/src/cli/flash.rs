//! The `flash` command: stores a champion on a board, over the line or as a file for the board's drive.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::champion::GameId;

use super::registry::{AskedGame, Registry};
use crate::board::files::drive::Drive;
use crate::board::files::drive_file;
use crate::board::{ActiveChampion, BoardOptions};
use crate::port::firmware::{Format, MICROBIT, MICROBIT_V2, Model, PICO};
use crate::system::{files, output, progress};
use pipsqueak_lab::text;

/// The options of `flash`.
#[derive(clap::Args)]
pub struct Options {
    /// A champion file of any game, `champion`, or a tree like "If(HasFlush, 1, 0)"; optional with --hex and --uf2
    #[arg(value_name = "PLAYER", required_unless_present_any = ["hex", "uf2"])]
    champion: Option<String>,
    /// The name under which the board knows it, at most 32 bytes; otherwise its own
    #[arg(long, value_name = "NAME", requires = "champion")]
    name: Option<String>,
    #[command(flatten)]
    board: BoardOptions,
    /// Write firmware and champion as one file for the MICROBIT drive instead: a universal HEX, for the micro:bit v1 and v2
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    hex: Option<PathBuf>,
    /// The same for a Pico: a UF2 file for the RPI-RP2 drive (hold BOOTSEL while plugging it in)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["port", "hex"])]
    uf2: Option<PathBuf>,
    /// A plain Intel HEX, for this micro:bit alone
    #[arg(long = "board", value_name = "BOARD", requires = "hex", conflicts_with = "uf2")]
    only: Option<Microbit>,
    /// Write to the board's drive too, if it is mounted, without asking
    #[arg(long)]
    yes: bool,
}

/// A micro:bit that a file can be for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Microbit {
    /// BBC micro:bit v1
    #[value(name = "microbit-v1", alias = "microbit")]
    V1,
    /// BBC micro:bit v2
    #[value(name = "microbit-v2")]
    V2,
}

/// DAPLink, behind a micro:bit's drive, may erase the flash that a file does not mention.
const ERASES: &str = "The drive may erase other champions that are on the board; pipsqueak device --renew FILE makes a file that keeps them.";

/// A champion that was checked.
struct Checked {
    game: GameId,
    /// The title of its game.
    title: &'static str,
    name: String,
    bytes: Vec<u8>,
}

/// Runs the command; `game` applies if the champion is not a file.
pub fn run(registry: Registry, game: AskedGame<'_>, options: &Options) -> Result<()> {
    let champion = options.champion.as_ref().map(|champion| checked(registry, game, champion, options.name.as_deref()));
    let champion = champion.transpose()?;
    match (options.hex.as_ref().or(options.uf2.as_ref()), champion) {
        (Some(file), champion) => write_file(file, champion.as_ref(), options),
        (None, Some(champion)) => upload(registry, &champion, &options.board),
        (None, None) => bail!("there is no champion to flash"),
    }
}

/// The named champion. Nothing is sent or written that the board would refuse in the end.
fn checked(registry: Registry, game: AskedGame<'_>, champion: &str, name: Option<&str>) -> Result<Checked> {
    let (game, champions, bytes) = registry.champion(champion, game)?;
    let bytes = name.map_or(Ok(bytes.clone()), |name| champions.renamed(&bytes, name))?;
    let description = champions.describe(&bytes).with_context(|| format!("{champion} is not a champion"))?;
    Ok(Checked { game: game.id(), title: game.title(), name: description.title, bytes })
}

fn upload(registry: Registry, champion: &Checked, board: &BoardOptions) -> Result<()> {
    let (mut client, hello) = board.connect(&registry.board_games(), Some(champion.game))?;
    let old = ActiveChampion::of(&mut client, champion.game, &registry.board_games())?;
    let old = old.with_context(|| format!("the board keeps no champions of {}", champion.title))?;
    check(registry, champion, &old)?;
    let n_bytes = champion.bytes.len();
    let bar = progress::bar(2 * n_bytes as u64, "{bar:30.green/dim} {percent:>3} %  writing and reading back");
    let uploaded = client.upload(champion.game, &champion.bytes, |n_bytes| bar.set_position(n_bytes as u64));
    bar.finish_and_clear();
    uploaded?;
    let new = ActiveChampion::of(&mut client, champion.game, &registry.board_games())?;
    let new = new.context("the board accepted the champion but does not report it")?;
    client.close()?;
    let (board, title) = (text::name(&hello.board, 12), champion.title);
    output::line(format_args!("{board}: {new} is active for {title}, written and read back; it replaced {old}."))
}

/// Checks that the board has room for the champion and knows its vocabulary.
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

/// The boards that the file is for: both micro:bits, unless an option selects one or its firmware is given.
fn models(options: &Options) -> &'static [&'static Model] {
    match (options.only, options.board.firmware.is_some()) {
        _ if options.uf2.is_some() => &[&PICO],
        (Some(Microbit::V2), _) => &[&MICROBIT_V2],
        (Some(Microbit::V1), _) | (None, true) => &[&MICROBIT],
        (None, false) => &[&MICROBIT, &MICROBIT_V2],
    }
}

fn write_file(file: &Path, champion: Option<&Checked>, options: &Options) -> Result<()> {
    let champions: Vec<Vec<u8>> = champion.iter().map(|champion| champion.bytes.clone()).collect();
    let models = models(options);
    let bytes = drive_file::bytes(models, options.board.firmware.as_deref(), &champions)?;
    let with = match champion {
        Some(Checked { name, bytes, .. }) => format!("the firmware with {name} ({} bytes)", bytes.len()),
        None => "the firmware with its built-in champions".to_owned(),
    };
    let warning = models.iter().all(|model| matches!(model.format, Format::Hex(_))).then_some(ERASES);
    hand_over(file, &bytes, &with, warning, models, options.yes)
}

/// Writes a file for boards' drives, copies it to a drive if the user agrees, and otherwise prints what to do. If the
/// named file is on the drive itself, the user has agreed, and it is written once.
pub(crate) fn hand_over(
    file: &Path,
    bytes: &[u8],
    with: &str,
    warning: Option<&str>,
    models: &[&Model],
    agreed: bool,
) -> Result<()> {
    let drive = models.first().map(|model| Drive::taking(model.format)).context("the file is for no board")?;
    let is_there = drive.holds(file);
    let written = if is_there { drive.write(file, bytes) } else { files::replace(file, bytes) };
    written.with_context(|| format!("{} cannot be written", file.display()))?;
    let titles: Vec<&str> = models.iter().map(|model| model.title).collect();
    output::line(format_args!("{}: {with}, for the {}.", file.display(), titles.join(" and the ")))?;
    if let Some(warning) = warning {
        output::line(warning)?;
    }
    if is_there || drive.offer(bytes, agreed)? {
        output::line(format_args!("Copied to the {} drive; the board restarts with it.", drive.label))
    } else {
        output::line(format_args!("Copy it onto the {} drive.", drive.label))
    }
}
