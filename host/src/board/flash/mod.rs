//! The `flash` command: puts a champion onto a board, over the line or as a file for the board's drive.

mod hex;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::link::Hello;
use pipsqueak_core::tree::Vocabulary;

use crate::board::envelope::{self, Opened};
use crate::board::{InForce, Whereabouts};
use crate::port::firmware;
use crate::system::progress;
use crate::terminal::text;

/// What `flash` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The champion's file
    champion: PathBuf,
    #[command(flatten)]
    board: Whereabouts,
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
    let Opened { game, name } = envelope::open(&bytes).with_context(|| format!("{} is no champion", path.display()))?;
    Ok(Checked { game, name, bytes })
}

fn upload(champion: &Checked, board: &Whereabouts) -> Result<()> {
    let (mut client, hello) = board.connect()?;
    let (_, room) = client.champion(champion.game)?;
    check_room(champion, room, &hello)?;
    let old = InForce::of(&mut client, champion.game)?;
    let bar =
        progress::bar(2 * champion.bytes.len() as u64, "{bar:30.green/dim} {percent:>3} %  writing and reading back");
    let uploaded = client.upload(champion.game, &champion.bytes, |n_bytes| bar.set_position(n_bytes as u64));
    bar.finish_and_clear();
    let new = InForce::new(uploaded?, Some(champion.name.clone()));
    client.close()?;
    let (board, game) = (text::name(&hello.board, 12), envelope::game_name(champion.game));
    println!("{board}: {new} is in force for {game}, written and read back; before it {old}.");
    Ok(())
}

fn check_room(champion: &Checked, room: u16, hello: &Hello) -> Result<()> {
    let (n_bytes, n_most) = (champion.bytes.len(), usize::from(room));
    ensure!(n_bytes <= n_most, "the champion has {n_bytes} bytes and the board has room for {n_most}");
    ensure!(
        champion.game != GameId::FiveO || hello.vocabulary == FiveO::VERSION,
        "the board knows vocabulary version {} and the champion has version {}: put this program's firmware on the board",
        hello.vocabulary,
        FiveO::VERSION
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
