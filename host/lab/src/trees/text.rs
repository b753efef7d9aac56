//! Parses trees from text, with errors that quote the text. The parser itself is core's.

use pipsqueak_core::tree::{self, Constants, DecodeError, Function, ParseError, Tree, Vocabulary, arity};

use super::nearest::nearest;
use crate::{Failure, Result};

/// Parses a tree and its constants.
pub fn parse<V: Vocabulary>(text: &str) -> Result<(Tree<V>, Constants)> {
    tree::parse::<V>(text).map_err(|error| match error {
        ParseError::Tree(_) => told_of_node(text, error),
        error => match (infix_hint(text), error) {
            (Some(hint), _) => Failure::from(hint),
            (None, ParseError::UnknownWord { at }) => Failure(unknown_word::<V>(text, at)),
            (None, error) => Failure(error.to_string()),
        },
    })
}

/// The error of a tree that is not well typed, with the words of its text.
fn told_of_node(text: &str, error: ParseError) -> Failure {
    Failure(match error {
        ParseError::Tree(DecodeError::WrongKind { at, expected, found }) => match node(text, at) {
            Some(Place { word, start, parent: Some((function, argument)) }) => format!(
                "{word} at character {} is a {found}, but {} needs a {expected} as its {} argument",
                start + 1,
                function.name(),
                ["first", "second", "third"].get(argument).unwrap_or(&"last"),
            ),
            Some(Place { word, .. }) => format!("{word} is a {found}, but a tree's value must be a {expected}"),
            None => error.to_string(),
        },
        error => error.to_string(),
    })
}

/// What to tell a person who wrote a tree with operators between their operands; `None` for any other text.
pub fn infix_hint(text: &str) -> Option<&'static str> {
    let operators = || text.match_indices(['+', '*', '/', '<', '>', '-']);
    // A sign belongs to a number, and a hyphen to a name: an operator has an operand before it and a space around it.
    let is_infix = |(at, sign): (usize, &str)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + sign.len()..].chars().next());
        let has_operand = text[..at].trim_end().ends_with(|letter: char| letter.is_alphanumeric() || letter == ')');
        let is_apart = before == Some(' ') && after == Some(' ');
        has_operand && after.is_some() && (is_apart || matches!(sign, "+" | "*" | "<" | ">"))
    };
    operators()
        .any(is_infix)
        .then_some("a tree is written in prefix form, each function before its arguments: Plus(OwnCategory, 1)")
}

/// Whether a text looks like a tree, valid or not: a number, or a word of letters that has a bracket after it or begins
/// with a capital. A port never looks like that: `qemu` and `sim` begin with a small letter, a serial device is a path
/// or ends in a number.
pub fn is_meant_as_tree(text: &str) -> bool {
    let (word, has_bracket) = text.split_once('(').map_or((text, false), |(word, _)| (word, true));
    let is_number = !text.contains(char::is_alphabetic) && text.trim().parse::<f64>().is_ok();
    let is_word = word.trim().bytes().all(|letter| letter.is_ascii_alphabetic());
    is_number || is_word && (has_bracket || word.trim().starts_with(|letter: char| letter.is_ascii_uppercase()))
}

fn unknown_word<V: Vocabulary>(text: &str, at: usize) -> String {
    let word = words(text).find(|&(start, _)| start == at).map_or("", |(_, word)| word);
    let functions = Function::ALL.into_iter().map(Function::name);
    let near = nearest(word, functions.chain(V::ENTRIES.iter().map(|entry| entry.name)));
    let unknown = format!("{word:?} at character {} is not a function, a terminal or a number", at + 1);
    match &near[..] {
        [] => format!("{unknown}; `pipsqueak vocabulary` lists them all"),
        near => format!("{unknown}; did you mean {}?", crate::text::either(near)),
    }
}

/// A node of a tree's text.
struct Place<'t> {
    word: &'t str,
    /// Its offset in bytes.
    start: usize,
    /// Its parent function, and its index among the arguments, counted from 0.
    parent: Option<(Function, usize)>,
}

/// The node of this number: every word of a tree's text is one node, in the same order.
fn node(text: &str, number: usize) -> Option<Place<'_>> {
    // The functions that still need arguments: how many they have, and how many they need.
    let mut open: Vec<(Function, usize, usize)> = Vec::new();
    for (place, (start, word)) in words(text).enumerate() {
        let parent = open.last().map(|&(function, n_arguments, _)| (function, n_arguments));
        if place == number {
            return Some(Place { word, start, parent });
        }
        if let Some((_, n_arguments, _)) = open.last_mut() {
            *n_arguments += 1;
        }
        if let Some(function) = Function::ALL.into_iter().find(|function| function.name() == word) {
            open.push((function, 0, arity(function as u8)));
        }
        while open.last().is_some_and(|(_, n_arguments, arity)| n_arguments == arity) {
            open.pop();
        }
    }
    None
}

/// The words of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.' | '_');
    let start_of = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty()).map(move |word| (start_of(word), word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::fiveo::FiveO;

    #[test]
    fn errors_name_the_node_and_the_nearest_names() {
        for (text, expected) in [
            ("Plsu(1, 2)", "\"Plsu\" at character 1 is not a function, a terminal or a number; did you mean Plus?"),
            (
                "Plus(1, HasFlsh)",
                "\"HasFlsh\" at character 9 is not a function, a terminal or a number; did you mean HasFlush?",
            ),
            (
                "Plus(1, Umbrella)",
                "\"Umbrella\" at character 9 is not a function, a terminal or a number; `pipsqueak vocabulary` lists them all",
            ),
            (
                "If(And(HasFlush, 1), 2, 3)",
                "1 at character 18 is a Number, but And needs a Flag as its second argument",
            ),
            (
                "Plus(Plus(1, 2), If(HasFlush, 1, HasPair))",
                "HasPair at character 34 is a Flag, but If needs a Number as its third argument",
            ),
            (
                "(OwnCategory + 1)",
                "a tree is written in prefix form, each function before its arguments: Plus(OwnCategory, 1)",
            ),
            ("HasFlush", "HasFlush is a Flag, but a tree's value must be a Number"),
            ("Plus(1, 2", "expected a closing bracket at character 10"),
        ] {
            assert_eq!(parse::<FiveO>(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_valid_tree_is_parsed_as_by_core() {
        let text = "If(GreaterThan(NumForFlush, -2.5), Plus(3, OwnCategory), 1)";
        assert_eq!(parse::<FiveO>(text).unwrap(), tree::parse::<FiveO>(text).unwrap());
    }
}
