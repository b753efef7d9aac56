//! The `search` commands: game trees that belong to no game.

use std::io::stdin;

use anyhow::Result;
use pipsqueak_lab::game_tree::{MAX_NUMBERS_TEXT, NumberTree};
use pipsqueak_lab::text;

use crate::games::tree_options::{TreeOptions, misused};
use crate::system::files;

/// The options of `search tree`.
#[derive(clap::Args)]
pub struct Options {
    /// The tree: a leaf is a whole number, a node a pair of parentheses, as in "((3 12 8) (2 4 6) (14 5 2))"; - reads it from
    /// the standard input. MAX moves at the root
    #[arg(value_name = "TREE", allow_hyphen_values = true)]
    tree: String,
    #[command(flatten)]
    shown: TreeOptions,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let written = match options.tree.as_str() {
        "-" => read_tree()?,
        written => written.to_owned(),
    };
    let tree = NumberTree::parse(&written).map_err(misused)?;
    options.shown.show(&tree, 0, tree.height(), &text::name(written.trim(), 80))
}

/// The standard input, and no more of it than a tree can have.
fn read_tree() -> Result<String> {
    let most = MAX_NUMBERS_TEXT as u64;
    let bytes = files::read_at_most(stdin().lock(), most)
        .map_err(|error| misused(format!("the tree of numbers cannot be read: {error}")))?;
    Ok(String::from_utf8(bytes).map_err(|_| misused("the tree of numbers is not text"))?)
}
