//! Eval-Trees as people meet them: written by hand, listed as a vocabulary, and without what cannot change a decision.
//! Knows the grammar; knows no game.

mod effective;
mod interval;
mod nearest;
mod text;
mod vocabulary;

pub use effective::effective;
pub use interval::Interval;
pub(crate) use nearest::nearest;
pub use text::{is_meant_as_tree, parse};
pub use vocabulary::VocabularyListing;
