//! Firmware and champions as one file for a board's drive. Knows what each board's drive takes; knows no drives.

use std::path::Path;

use anyhow::{Context, Result};
use pipsqueak_shared::hex::{self, Piece};

use super::{elf, uf2, universal_hex};
use crate::port::firmware::{Format, Model};

/// The file's bytes for boards whose drives take the same kind of file: their firmware, or the one that is named, and in
/// their slots these champions, of different games.
pub fn bytes(models: &[&Model], firmware: Option<&Path>, champions: &[Vec<u8>]) -> Result<Vec<u8>> {
    let parts = models.iter().map(|model| Ok((*model, pieces(model, firmware, champions)?)));
    let parts: Vec<(&Model, Vec<Piece>)> = parts.collect::<Result<_>>()?;
    match &parts[..] {
        [(Model { format: Format::Uf2, .. }, pieces)] => uf2::file(pieces),
        [(_, pieces)] => Ok(hex::text(pieces).into_bytes()),
        _ => {
            let number = |format| match format {
                Format::Hex(number) => Ok(number),
                Format::Uf2 => Err(anyhow::anyhow!("no file is for a Pico and others")),
            };
            let sections = parts.into_iter().map(|(model, pieces)| Ok((number(model.format)?, pieces)));
            Ok(universal_hex::text(&sections.collect::<Result<Vec<_>>>()?).into_bytes())
        }
    }
}

fn pieces(model: &Model, firmware: Option<&Path>, champions: &[Vec<u8>]) -> Result<Vec<Piece>> {
    let elf = model.firmware.read(firmware)?;
    let name = || firmware.map_or(format!("the {}", model.firmware.name), |file| file.display().to_string());
    let mut pieces = elf::segments(model, &elf).with_context(name)?;
    for champion in champions {
        pieces.extend(hex::stored(model.champions, champion)?);
    }
    Ok(pieces)
}
