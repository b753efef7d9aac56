//! The flash: champions are written to both slots, read back, and refused if damaged; then the previous champion is
//! restored.

use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_app::games::champions_of;
use pipsqueak_core::champion::{GameId, fingerprint};
use pipsqueak_core::link::{Origin, Refusal};
use pipsqueak_lab::SHIPPED;
use tempfile::TempPath;

use super::Bench;
use crate::board::{LinkError, SessionError};
use crate::cli::registry::Registry;
use crate::system::output;

/// Tests the champions' flash of every game that has any.
pub fn run(bench: &mut Bench) -> Result<String> {
    let mut told = Vec::new();
    for game in bench.hello.games.clone() {
        let Some(kind) = champions_of(bench.registry.board, game) else { continue };
        let champion = match kind.built_in.champion() {
            Some(bytes) => bytes.to_vec(),
            None => shipped(bench.registry, game)?,
        };
        let name = bench.registry.board_games().name_of(game);
        let old = bench.client.champion(game)?.id;
        let bytes = bench.client.read_champion(game)?;
        let is_stored = matches!(old.origin, Origin::Stored(_));
        // A stored champion is copied to a file first: a power cut in the middle would lose it.
        let kept = if is_stored { Some(keep(&name, &bytes)?) } else { None };
        let tried = try_slots(bench, game, &champion);
        // Whatever the test finds, the previous champion is restored.
        let put_back = put_back(bench, game, is_stored.then_some(&bytes[..]), old.fingerprint);
        match (put_back, kept) {
            (Ok(()), kept) => kept.map_or(Ok(()), TempPath::close).context("a copy of the champion is left over")?,
            (Err(error), Some(kept)) => {
                let file = kept.keep()?;
                bail!("the old champion could not be put back ({error:#}); it is in {}", file.display())
            }
            (Err(error), None) => return Err(error).context("the board's own champion could not be made active again"),
        }
        told.push(format!("{name}: {}", tried.with_context(|| name.clone())?));
    }
    Ok(told.join("; "))
}

/// This program's champion, for a game whose firmware has none built in.
fn shipped(registry: Registry, game: GameId) -> Result<Vec<u8>> {
    let champions = registry.numbered(game)?.champions().context("the game has no champions")?;
    champions.named(SHIPPED)
}

/// Two uploads fill both slots.
fn try_slots(bench: &mut Bench, game: GameId, bytes: &[u8]) -> Result<String> {
    for number in 1..=2 {
        let id = bench.client.upload(game, bytes, |_| {}).with_context(|| format!("upload {number}"))?;
        ensure!(id.fingerprint == fingerprint(bytes), "upload {number} is not active");
        ensure!(bench.client.read_champion(game)? == bytes, "upload {number} reads back differently");
    }
    let mut damaged = bytes.to_vec();
    if let Some(byte) = damaged.get_mut(bytes.len() / 2) {
        *byte ^= 0x10;
    }
    match bench.client.upload(game, &damaged, |_| {}) {
        Err(LinkError::Session(SessionError::Refused(Refusal::Champion(_) | Refusal::Payload(_)))) => {}
        Err(error) => return Err(error).context("a damaged champion"),
        Ok(_) => bail!("a damaged champion was taken"),
    }
    ensure!(bench.client.read_champion(game)? == bytes, "a damaged champion displaced the active one");
    Ok(format!("{} bytes into both slots and back, damage refused", bytes.len()))
}

fn put_back(bench: &mut Bench, game: GameId, stored: Option<&[u8]>, expected: u32) -> Result<()> {
    let id = match stored {
        Some(bytes) => bench.client.upload(game, bytes, |_| {})?,
        None => bench.client.erase(game)?,
    };
    ensure!(id.fingerprint == expected, "another champion is active");
    Ok(())
}

/// Copies a champion that the test overwrites, and prints where the copy is.
fn keep(game: &str, bytes: &[u8]) -> Result<TempPath> {
    let copy = || -> std::io::Result<TempPath> {
        let mut file = tempfile::Builder::new().prefix(&format!("pipsqueak-{game}-")).suffix(".pips").tempfile()?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file.into_temp_path())
    };
    let path = copy().context("the stored champion cannot be copied to a file, so nothing was tried")?;
    output::note(format_args!(
        "Until the {game} champion is back on the board, a copy of it is in {}.",
        path.display()
    ));
    Ok(path)
}
