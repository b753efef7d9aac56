//! How names, alternatives and scores are put into words. Knows no game.

use crate::arena::Tally;

/// The room for a player's name at a table.
pub const NAME_WIDTH: usize = 24;

/// A name for one line of a table: short, and without characters that a terminal would obey.
pub fn name(text: &str, longest: usize) -> String {
    let shown: Vec<char> = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    match shown.get(..longest.saturating_sub(1)) {
        Some(kept) if shown.len() > longest => kept.iter().chain(&['…']).collect(),
        _ => shown.into_iter().collect(),
    }
}

/// Things in a row, as in "1, 2 or 5".
pub fn either(things: &[String]) -> String {
    match things {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// A score, as in "2 won, 1 lost, 0 tied".
pub fn score(Tally { win, tie, loss }: Tally) -> String {
    format!("{win} won, {loss} lost, {tie} tied")
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

    #[test]
    fn alternatives_are_listed_as_in_speech() {
        let things = |n: usize| (1..=n).map(|thing| thing.to_string()).collect::<Vec<_>>();
        assert_eq!([either(&things(1)), either(&things(3))], ["1", "1, 2 or 3"]);
    }
}
