//! The error for a name that no player of a game has.

use std::fmt;

use crate::text;
use crate::trees::{infix_hint, nearest};

/// There is no player of this name.
#[derive(Debug)]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
    /// What else a player can be.
    pub also: &'static str,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownPlayer { name, known, also } = self;
        write!(formatter, "there is no player {name:?}")?;
        match (&nearest(name, known.iter().copied())[..], infix_hint(name)) {
            (_, Some(hint)) => write!(formatter, ": {hint}"),
            ([], None) => write!(formatter, ": a player is one of {}, {also}", known.join(", ")),
            (near, None) => write!(formatter, "; did you mean {}?", text::either(near)),
        }
    }
}

impl std::error::Error for UnknownPlayer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_are_suggested_and_otherwise_all_are_listed() {
        let told = |name: &str| {
            UnknownPlayer { name: name.to_owned(), known: vec!["random", "greedy"], also: "or a file" }.to_string()
        };
        assert_eq!(told("gredy"), "there is no player \"gredy\"; did you mean greedy?");
        assert_eq!(told("umbrella"), "there is no player \"umbrella\": a player is one of random, greedy, or a file");
        assert!(told("OwnCategory + 1").contains("prefix form"), "{}", told("OwnCategory + 1"));
    }
}
