//! Runs of evolution from the command line: a run's folder, the session that records and reports it, and its champion.

mod folder;
mod pace;
mod report;
mod session;
mod view;

use std::error::Error;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path};

use anyhow::{Context, Result};
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::link::LinkGame;
use pipsqueak_lab::arena::ArenaGame;
use pipsqueak_lab::evolve::settings::Document;

use crate::system::files;
pub use folder::{CHAMPION, Folder, LARGEST_LOG, SETTINGS};
pub use session::{RunOutput, play, write_log};

/// The largest settings file, in bytes.
const LARGEST_SETTINGS: u64 = 1_000_000;
/// The largest champion file, in bytes: more than any board has room for.
const LARGEST_CHAMPION: u64 = 65_536;

/// Parses the settings in a file.
pub fn read_document(path: &Path) -> Result<Document> {
    Document::parse(&read_settings_text(path)?, &path.display().to_string())
}

/// The text of a settings file.
pub fn read_settings_text(path: &Path) -> Result<String> {
    let name = path.display();
    let bytes = files::read(path, LARGEST_SETTINGS).with_context(|| format!("{name} cannot be read"))?;
    String::from_utf8(bytes).ok().with_context(|| format!("{name} is not text"))
}

/// The bytes of a champion file, unchecked. A run's folder means the run's champion.
pub fn read_champion(path: &Path) -> Result<Vec<u8>> {
    let folder = path.is_dir().then(|| Folder::open(path.to_owned())).transpose()?;
    let champion = folder.as_ref().map(Folder::champion).transpose()?;
    let path = champion.as_deref().unwrap_or(path);
    files::read(path, LARGEST_CHAMPION).with_context(|| format!("{} cannot be read", path.display()))
}

/// The bytes of a champion file for this game. Damaged bytes are left for the game to refuse.
///
/// # Errors
/// The file cannot be read, or holds a champion of another game ([`OtherGame`]).
pub fn read_champion_of(path: &Path, game: GameId) -> Result<Vec<u8>> {
    let bytes = read_champion(path)?;
    match champion::open(&bytes) {
        Ok((found, _)) if found != game => Err(OtherGame { path: path.display().to_string(), game: found }.into()),
        _ => Ok(bytes),
    }
}

/// The error for a champion of another game than the one that is played. The registry adds that game's name.
#[derive(Debug)]
pub struct OtherGame {
    /// The champion's file.
    pub path: String,
    /// The champion's game.
    pub game: GameId,
}

impl fmt::Display for OtherGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is a champion of another game ({})", self.path, self.game)
    }
}

impl Error for OtherGame {}

/// The file that a PLAYER names. A player's name or a tree names no file unless it is written as a path.
pub fn champion_file(text: &str, is_player: impl FnOnce() -> bool) -> Option<&Path> {
    let path = Path::new(text);
    let is_written_as_file = text.ends_with(".pips") || text.contains(MAIN_SEPARATOR) && !text.contains('(');
    (is_written_as_file || path.exists() && !is_player()).then_some(path)
}

/// The player that a PLAYER argument names: one of the game's, a tree as text, or a champion file.
pub fn player<G: ArenaGame>(game: &G, text: &str) -> Result<G::Player> {
    let Some(path) = champion_file(text, || game.player(text).is_ok()) else { return game.player(text) };
    let bytes = read_champion_of(path, G::Game::ID)?;
    game.champion(text, &bytes).with_context(|| format!("{} is not a champion", path.display()))
}
