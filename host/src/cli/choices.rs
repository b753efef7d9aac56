//! The laboratory's choices as options of a command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pipsqueak_lab::choice::Choice;

/// Reads the name of a choice as text: a command line is read before it is known whose choices are meant.
pub fn names<C: Choice>() -> PossibleValuesParser {
    PossibleValuesParser::new(C::CHOICES.iter().map(|(_, name, meaning)| PossibleValue::new(*name).help(*meaning)))
}

/// Reads a choice.
pub fn parser<C: Choice>() -> impl TypedValueParser<Value = C> {
    names::<C>().map(|name| C::named(&name).expect("clap knows the same names"))
}
