//! The `play` command.

use anyhow::Result;

/// What `play` is asked for.
#[derive(clap::Args)]
pub struct Options {}

/// Runs the command.
pub fn run(_options: Options) -> Result<()> {
    Ok(())
}
