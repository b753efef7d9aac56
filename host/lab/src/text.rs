//! Names that others chose, made fit for a line. Knows no game.

/// A name for one line of a table: short, and without characters that a terminal would obey.
pub fn name(text: &str, longest: usize) -> String {
    let is_long = text.chars().nth(longest).is_some();
    let mut shown = String::new();
    for letter in text.chars().take(longest - usize::from(is_long && longest > 0)) {
        shown.push(if letter.is_control() { '?' } else { letter });
    }
    if is_long {
        shown.push('…');
    }
    shown
}

/// What somebody wrote, between quotation marks, fit for a line.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", name(text, 40))
}

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
