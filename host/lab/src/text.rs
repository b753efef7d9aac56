//! Names that others chose, made fit for a line, and numbers as text. Knows no game.

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

/// Appends a whole number.
pub fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends a number with so many decimals, the last of them rounded, halves to the even neighbour. Written through whole
/// numbers, because the standard library's way takes more room than all players of a game in what the page fetches; so the
/// number times its decimals must stay below 2^63, and is cut off there.
pub fn push_decimal(text: &mut String, number: f64, decimals: u32) {
    let mut unit = 10u64.pow(decimals);
    let units = rounded(number.abs() * unit as f64);
    if number < 0.0 && units > 0 {
        text.push('-');
    }
    push_number(text, units / unit);
    let mut mark = Some('.');
    while unit > 1 {
        text.extend(mark.take());
        unit /= 10;
        text.push(char::from(b'0' + (units / unit % 10) as u8));
    }
}

/// The nearest whole number, of two the even one.
pub fn rounded(number: f64) -> u64 {
    let whole = number as u64;
    let rest = number - whole as f64;
    whole + u64::from(rest > 0.5 || rest == 0.5 && whole % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn decimals_are_those_of_the_standard_library(number in -1e6f32..1e6, decimals in 0usize..4) {
            let mut text = String::new();
            push_decimal(&mut text, f64::from(number), decimals as u32);
            let expected = format!("{number:.decimals$}");
            // Here nothing is less than nothing.
            let is_zero = expected.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
            prop_assert_eq!(text, if is_zero { expected.trim_start_matches('-') } else { &expected });
        }

        #[test]
        fn halves_go_to_the_even_neighbour(whole in 0u64..1 << 40) {
            prop_assert_eq!(rounded(whole as f64 + 0.5), whole + whole % 2);
        }
    }
}
