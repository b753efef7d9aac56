//! The `replay` command.

use anyhow::Result;

/// What `replay` is asked for.
#[derive(clap::Args)]
pub struct Options {}

/// Runs the command.
pub fn run(_options: Options) -> Result<()> {
    Ok(())
}
