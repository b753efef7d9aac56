//! The `vocabulary` command: the functions and terminals that a game's trees are made of.

use anyhow::{Result, bail};
use pipsqueak_lab::trees::VocabularyListing;
use serde::Serialize;

use super::registry::Registry;
use crate::system::output;

/// The options of `vocabulary`.
#[derive(clap::Args)]
pub struct Options {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(registry: Registry, game: &str, options: &Options) -> Result<()> {
    let listed = registry.named(game)?;
    let Some(words) = listed.vocabulary() else { bail!("{game} has no vocabulary: its players are not trees") };
    if options.json {
        return output::line(serde_json::to_string_pretty(&Page { game, words: &words })?);
    }
    output::text(words.text(listed.title()))
}

#[derive(Serialize)]
struct Page<'a> {
    game: &'a str,
    #[serde(flatten)]
    words: &'a VocabularyListing,
}
