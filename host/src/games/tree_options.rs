//! Options of the commands that show a game tree.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::error::ErrorKind;
use pipsqueak_lab::game_tree::{GameTree, Method, Order, most_nodes, record, too_large};
use pipsqueak_lab::show::Format;

use crate::system::{choices, files, output};

/// How a tree is searched and shown.
#[derive(clap::Args)]
pub struct TreeOptions {
    /// How to search it
    #[arg(long, value_parser = choices::parser::<Method>(), default_value = "alpha-beta")]
    method: Method,
    /// In which order to try a node's moves
    #[arg(long, value_parser = choices::parser::<Order>(), default_value = "none")]
    order: Order,
    /// How to show it; drawings have at most 5000 nodes
    #[arg(long, value_parser = choices::parser::<Format>(), default_value = "text")]
    format: Format,
    /// Write to this file instead of the screen
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl TreeOptions {
    /// Searches a tree and shows it under a title.
    pub fn show<T: GameTree>(&self, tree: &T, root: T::Node, depth: u8, title: &str) -> Result<()> {
        let recorded = record(tree, root, depth, self.method, self.order, most_nodes(self.format));
        let mut recorded = recorded.map_err(|_| misused(too_large(self.format)))?;
        recorded.title = title.to_owned();
        let shown = recorded.render(self.format);
        match &self.out {
            Some(path) => {
                files::replace(path, shown.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
            }
            None => output::text(shown),
        }
    }
}

/// A usage error, in one line.
pub fn misused(why: impl std::fmt::Display) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{why}\n"))
}
