//! `completions` and `man`: shell completions and manual pages, generated from the command line.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

use crate::system::{files, output};

/// The options of `completions`.
#[derive(clap::Args)]
pub struct CompletionOptions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The options of `man`.
#[derive(clap::Args)]
pub struct ManualOptions {
    /// The folder for the pages; created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Prints the completions for a shell.
pub fn completions(mut command: Command, options: &CompletionOptions) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, "pipsqueak", &mut script);
    output::text(String::from_utf8_lossy(&script))
}

/// Writes a manual page for each command.
pub fn manual(mut command: Command, options: &ManualOptions) -> Result<()> {
    let folder = &options.folder;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    command.build();
    let mut pages = Vec::new();
    collect(&command, "pipsqueak", &mut pages)?;
    for (name, page) in &pages {
        let path = folder.join(format!("{name}.1"));
        files::replace(&path, page).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let n_pages = pages.len();
    output::line(format_args!(
        "{n_pages} pages are in {0}; read the first with: man -l {0}/pipsqueak.1",
        folder.display()
    ))
}

fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name).render(&mut page)?;
    pages.push((name.to_owned(), page));
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| collect(below, &format!("{name}-{}", below.get_name()), pages))
}
