//! Names that others chose, made fit for a line. Knows no game.

use crate::prelude::*;

/// A name for one line of a table: short, and without characters that a terminal would obey.
pub fn name(text: &str, longest: usize) -> String {
    let shown: Vec<char> = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    match shown.get(..longest.saturating_sub(1)) {
        Some(kept) if shown.len() > longest => kept.iter().chain(&['…']).collect(),
        _ => shown.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_and_cannot_command_the_terminal() {
        assert_eq!(name("tactician", 9), "tactician");
        assert_eq!(name("tactician", 5), "tact…");
        assert_eq!(name("\u{1b}[2J", 10), "?[2J");
    }
}
