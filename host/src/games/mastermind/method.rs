//! The codebreaker that a command line names.

use std::path::Path;

use anyhow::{Result, bail};
use pipsqueak_core::games::mastermind::{CodeSize, Objective};
use pipsqueak_lab::SHIPPED;
use pipsqueak_lab::mastermind::Method;

use crate::games::read_champion;

/// A method by its name, or a champion's file.
pub fn named(text: &str, size: CodeSize) -> Result<Method> {
    if let Some(known) = Method::known(text, size) {
        return Ok(known?);
    }
    if !Path::new(text).exists() {
        let known = Objective::ALL.map(Objective::name).join(", ");
        bail!(
            "there is no strategy {text:?}: a strategy is one of {known}, {SHIPPED}, or a Mastermind champion's file"
        );
    }
    Ok(Method::of_champion(text, read_champion(Path::new(text))?, size)?)
}
