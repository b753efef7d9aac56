//! Names, alternatives and scores in words. Knows no game.

pub use pipsqueak_shared::text::{name, plain};

use crate::arena::Tally;

/// The room for a player's name at a table.
pub const NAME_WIDTH: usize = 24;

/// Things in a row, as in "1, 2 or 5".
pub fn either(things: &[impl AsRef<str>]) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match &things[..] {
        [] => "none".to_owned(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// A text in lines of at most this many letters, broken between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A score, as in "2 won, 1 lost, 0 tied".
pub fn score(Tally { win, tie, loss }: Tally) -> String {
    format!("{win} won, {loss} lost, {tie} tied")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_listed_as_in_speech() {
        let things = |n: usize| (1..=n).map(|thing| thing.to_string()).collect::<Vec<_>>();
        assert_eq!([either(&things(1)), either(&things(3))], ["1", "1, 2 or 3"]);
    }
}
