//! The `flash` command: puts a champion onto a board, over the line or as a file for the board's drive.

mod hex;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pipsqueak_app::GAMES;
use pipsqueak_app::games::champions_of;
use pipsqueak_core::champion::{self, GameId};

use crate::board::{ActiveChampion, BoardOptions, Champions, envelope};
use crate::port::firmware;
use crate::system::progress;
use crate::words;

/// What `flash` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The champion's file
    champion: PathBuf,
    #[command(flatten)]
    board: BoardOptions,
    /// Write firmware and champion as one Intel HEX instead, to be copied onto the MICROBIT drive
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    hex: Option<PathBuf>,
}

/// A champion that may be flashed.
struct Checked {
    game: GameId,
    name: String,
    bytes: Vec<u8>,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let champion = read(&options.champion)?;
    match &options.hex {
        Some(file) => write_hex(&champion, file, options.board.firmware.as_deref()),
        None => upload(&champion, &options.board),
    }
}

/// Nothing is sent that the board would refuse in the end.
fn read(path: &Path) -> Result<Checked> {
    let bytes = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let game = envelope::check(&bytes).with_context(|| format!("{} is no champion", path.display()))?;
    let name =
        words::name(champion::open(&bytes).ok().and_then(|(_, payload)| champion::name(payload)).unwrap_or(""), 32);
    Ok(Checked { game, name, bytes })
}

fn upload(champion: &Checked, board: &BoardOptions) -> Result<()> {
    let (mut client, hello) = board.connect()?;
    let old = client.champion(champion.game)?;
    check_room(champion, &old)?;
    let bar =
        progress::bar(2 * champion.bytes.len() as u64, "{bar:30.green/dim} {percent:>3} %  writing and reading back");
    let uploaded = client.upload(champion.game, &champion.bytes, |n_bytes| bar.set_position(n_bytes as u64));
    bar.finish_and_clear();
    let [new, old] = [Champions { id: uploaded?, ..old.clone() }, old].map(|of| ActiveChampion::new(champion.game, of));
    client.close()?;
    let (board, game) = (words::name(&hello.board, 12), envelope::game_name(champion.game));
    println!("{board}: {new} is in force for {game}, written and read back; before it {old}.");
    Ok(())
}

fn check_room(champion: &Checked, board: &Champions) -> Result<()> {
    let (n_bytes, n_most) = (champion.bytes.len(), usize::from(board.room));
    ensure!(n_bytes <= n_most, "the champion has {n_bytes} bytes and the board has room for {n_most}");
    let ours = champions_of(GAMES, champion.game).map_or(0, |kind| kind.vocabulary);
    let theirs = board.vocabulary;
    ensure!(
        ours == theirs,
        "the board knows vocabulary version {theirs} and the champion has version {ours}: put this program's firmware on the board",
    );
    Ok(())
}

fn write_hex(champion: &Checked, file: &Path, firmware: Option<&Path>) -> Result<()> {
    let elf = firmware::find(firmware)?;
    let image = fs::read(&elf).with_context(|| format!("{} cannot be read", elf.display()))?;
    let hex = hex::combine(&image, champion.game, &champion.bytes).with_context(|| elf.display().to_string())?;
    fs::write(file, hex).with_context(|| format!("{} cannot be written", file.display()))?;
    println!(
        "{}: the firmware with {} ({} bytes). Copy it onto the MICROBIT drive.",
        file.display(),
        champion.name,
        champion.bytes.len()
    );
    Ok(())
}
