//! An engine by the name that a person typed, for the commands that search with one.

use std::sync::Arc;

use anyhow::Result;
use pipsqueak_core::games::checkers::Game;
use pipsqueak_core::link::LinkGame;
use pipsqueak_lab::games::checkers::engine::EngineSpec;
use pipsqueak_lab::games::checkers::players;
use pipsqueak_lab::games::checkers::trees::TreeEvaluation;

use crate::run::{champion_file, read_champion_of};

/// One of the report's players, the expert, a champion, its file, or a tree as text.
///
/// # Errors
/// There is no such player, or its file or text cannot be read.
pub fn named_engine(name: &str) -> Result<EngineSpec> {
    if let Some(spec) = EngineSpec::named(name)? {
        return Ok(spec);
    }
    let tree = match champion_file(name, || TreeEvaluation::named(name).is_ok_and(|tree| tree.is_some())) {
        Some(path) => Some(TreeEvaluation::of_bytes(&read_champion_of(path, Game::ID)?)?),
        None => TreeEvaluation::named(name)?,
    };
    Ok(EngineSpec::Tree(Arc::new(tree.ok_or_else(|| players::unknown(name))?)))
}
