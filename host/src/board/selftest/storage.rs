//! The flash: champions are written to both slots, read back, refused where they are damaged, and what was there before is put
//! back.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_app::games::champions_of;
use pipsqueak_core::champion::{GameId, fingerprint};
use pipsqueak_core::link::{Origin, Refusal};
use pipsqueak_shared::SHIPPED;

use super::Bench;
use crate::board::LinkError;
use crate::games::Registry;
use crate::system::{output, signals};

/// Tries the champions' flash of every game that has any.
pub fn run(bench: &mut Bench) -> Result<String> {
    let mut told = Vec::new();
    for game in bench.hello.games.clone() {
        let Some(kind) = champions_of(bench.registry.board, game) else { continue };
        let champion = match kind.built_in.champion() {
            Some(bytes) => bytes.to_vec(),
            None => shipped(bench.registry, game)?,
        };
        let name = bench.registry.name_of(game);
        let old = bench.client.champion(game)?.id;
        let bytes = bench.client.read_champion(game)?;
        let is_stored = matches!(old.origin, Origin::Stored(_));
        let kept = is_stored.then(|| keep(&name, &bytes)).transpose();
        let kept = kept.context("the champion on the board cannot be kept in a file meanwhile")?;
        let tried = try_slots(bench, game, &champion);
        // Whatever was found, the champion that was there comes back.
        let stored = is_stored.then_some(&bytes[..]);
        match (put_back(bench, game, stored, old.fingerprint), kept) {
            (Ok(()), Some(file)) => fs::remove_file(file).context("the file of the champion cannot be removed")?,
            (Ok(()), None) => {}
            (Err(error), Some(file)) => {
                bail!("the old champion could not be put back ({error:#}); it is in {}", file.display())
            }
            (Err(error), None) => return Err(error).context("the built-in champion could not be made active again"),
        }
        told.push(format!("{name}: {}", tried.with_context(|| name.clone())?));
    }
    Ok(told.join("; "))
}

/// The champion that comes with this program, for a game whose firmware carries none.
fn shipped(registry: Registry, game: GameId) -> Result<Vec<u8>> {
    let champions = registry.numbered(game)?.champions().context("the game has no champions")?;
    champions.named(SHIPPED)
}

/// Two uploads are one into each slot.
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
        Err(LinkError::Refused(Refusal::Champion(_) | Refusal::Payload(_))) => {}
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

/// Keeps a champion in a file while its place on the board is used: whatever ends the test, it is not lost.
fn keep(game: &str, bytes: &[u8]) -> Result<PathBuf> {
    let (mut file, path) =
        tempfile::Builder::new().prefix(&format!("pipsqueak-{game}-")).suffix(".pips").tempfile()?.keep()?;
    file.write_all(bytes)?;
    file.sync_all()?;
    let kept = path.clone();
    signals::before_leaving(move || {
        if kept.exists() {
            output::note(format_args!("The champion that was on the board is in {}.", kept.display()));
        }
    });
    Ok(path)
}
