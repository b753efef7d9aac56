//! Playing cards, sets of them, sets of ranks, and the shuffled deck. Knows no game.

mod card;
mod deck;
mod ranks;
mod set;

pub use card::{Card, ParseCardError, Rank, Suit};
pub use deck::Deck;
pub use ranks::{Ranks, Runs};
pub use set::{Cards, Multiplicity};

/// The cards of a test, written `Kc 6c Ks`.
#[cfg(test)]
pub(crate) fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|card| card.parse::<Card>().expect("a test names cards")).collect()
}
