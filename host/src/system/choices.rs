//! The laboratory's choices as command-line options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pipsqueak_lab::choice::Choice;

/// Parses the name of a choice as text: the command line is parsed before the game is known.
pub fn names<C: Choice>() -> PossibleValuesParser {
    PossibleValuesParser::new(C::CHOICES.iter().map(|(_, name, meaning)| PossibleValue::new(*name).help(*meaning)))
}

/// Parses a choice.
pub fn parser<C: Choice>() -> impl TypedValueParser<Value = C> {
    names::<C>().map(|name| C::named(&name).expect("clap knows the same names"))
}
