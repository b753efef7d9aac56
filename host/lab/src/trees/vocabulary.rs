//! The functions and terminals that a game's trees are made of, from the tables that the parser
//! and the evaluators read.

use pipsqueak_core::tree::{Function, Kind, PrimitiveSet, Vocabulary};
use serde::Serialize;

/// A game's vocabulary, for people.
#[derive(Serialize)]
pub struct VocabularyListing {
    /// Changes when a terminal changes its number or its meaning.
    version: u8,
    functions: Vec<ListedName>,
    terminals: Vec<ListedName>,
    /// The valid numbers.
    numbers: &'static str,
}

#[derive(Serialize)]
struct ListedName {
    name: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<&'static str>,
    kind: &'static str,
    meaning: &'static str,
}

/// The functions of a vocabulary: a function of cards has no use in a game without cards.
pub fn usable_functions<V: Vocabulary>() -> impl Iterator<Item = Function> {
    PrimitiveSet::ALL.usable::<V>()
}

/// The valid numbers in a tree's text.
const NUMBERS: &str =
    "whole numbers from -7 to 7 as often as you like; up to 16 different others within a million, such as -2.5";

impl VocabularyListing {
    /// The listing of a vocabulary.
    pub fn of<V: Vocabulary>() -> VocabularyListing {
        let functions = usable_functions::<V>().map(|function| {
            let signature = function.signature();
            let arguments = signature.arguments.iter().copied().map(kind).collect();
            let (name, kind, meaning) = (function.name(), kind(signature.result), function.meaning());
            ListedName { name, arguments, kind, meaning }
        });
        let meanings = V::MEANINGS.iter().map(|meaning| meaning.trim()).chain(std::iter::repeat(""));
        let terminals = V::ENTRIES.iter().zip(meanings);
        let terminals = terminals.map(|(entry, meaning)| ListedName {
            name: entry.name,
            arguments: Vec::new(),
            kind: kind(entry.kind),
            meaning,
        });
        VocabularyListing {
            version: V::VERSION,
            functions: functions.collect(),
            terminals: terminals.collect(),
            numbers: NUMBERS,
        }
    }

    /// The listing for a person; `game` is the game's title.
    pub fn text(&self, game: &str) -> String {
        let mut text = format!("What a tree for {game} can be made of (vocabulary {}):\n", self.version);
        text += "\nFunctions, with the kinds of their arguments:\n";
        let name = |word: &ListedName| match &word.arguments[..] {
            [] => word.name.to_owned(),
            arguments => format!("{}({})", word.name, arguments.join(", ")),
        };
        let words = self.functions.iter().chain(&self.terminals);
        let width = words.map(|word| name(word).len()).max().unwrap_or(0);
        let line = |word: &ListedName| format!("  {:width$}  {:6}  {}\n", name(word), word.kind, word.meaning);
        text.extend(self.functions.iter().map(line));
        text += "\nTerminals:\n";
        text.extend(self.terminals.iter().map(line));
        text + &format!("\nNumbers:\n  {}\n", self.numbers)
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "Number",
        Kind::Flag => "Flag",
        Kind::Cards => "Cards",
    }
}
