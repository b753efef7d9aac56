//! Eval-Trees for people: parsed from text, listed as a vocabulary, and stripped of nodes that cannot change a
//! decision. Knows the grammar; knows no game.

mod effective;
mod interval;
mod nearest;
mod text;
mod vocabulary;

pub use effective::effective;
pub use interval::Interval;
pub use nearest::nearest;
pub use text::{infix_hint, is_meant_as_tree, parse};
pub use vocabulary::{VocabularyListing, usable_functions};
