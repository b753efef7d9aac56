//! Makes text from outside safe to show. Knows no game.
//!
//! Invariant: text from a file, a line or a person passes [`name`], [`quoted`] or [`plain`] before it is shown or written. So no
//! output contains a character from outside that commands a terminal, begins a line, or hides or turns its neighbours.

/// Whether a character is visible and affects no other: it is in none of Unicode's categories Cc (controls), Cf
/// (formats: zero width, bidirectional, tags), Zl and Zp (separators of lines and paragraphs).
pub fn is_printable(letter: char) -> bool {
    !matches!(letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}'
        | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// A text with a question mark for each character that is not printable.
pub fn plain(text: &str) -> String {
    text.chars().map(|letter| if is_printable(letter) { letter } else { '?' }).collect()
}

/// Escapes what is not printable in JSON as `\u` and a number.
pub fn json_text(json: String) -> String {
    let mut units = [0; 2];
    let mut escape = |letter: char| match letter == '\n' || is_printable(letter) {
        true => letter.to_string(),
        false => letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    match json.chars().all(|letter| letter == '\n' || is_printable(letter)) {
        true => json,
        false => json.chars().map(&mut escape).collect(),
    }
}

/// A name for one line of a table: [`plain`], cut off after `longest` letters.
pub fn name(text: &str, longest: usize) -> String {
    let is_long = text.chars().nth(longest).is_some();
    let mut shown = String::new();
    for letter in text.chars().take(longest - usize::from(is_long && longest > 0)) {
        shown.push(if is_printable(letter) { letter } else { '?' });
    }
    if is_long {
        shown.push('…');
    }
    shown
}

/// Text from outside in quotation marks, safe for one line.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", name(text, 40))
}

/// A list of alternatives, as in "1, 2 or 5".
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
        assert_eq!(plain("a\nb\u{9b}c\u{202e}d\u{e0041}ü…"), "a?b?c?d?ü…");
    }

    #[test]
    fn alternatives_are_listed_as_in_speech() {
        let things = |n: usize| (1..=n).map(|thing| thing.to_string()).collect::<Vec<_>>();
        assert_eq!([either(&things(1)), either(&things(3))], ["1", "1, 2 or 3"]);
    }
}
