//! The laboratory's choices as command-line options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pipsqueak_lab::choice::Choice;

/// Parses a choice's name and keeps it as text: an option that several games share, such as `--preset`, takes the
/// names of all of them.
pub fn names<C: Choice>() -> PossibleValuesParser {
    PossibleValuesParser::new(C::CHOICES.iter().map(|(_, name, meaning)| PossibleValue::new(*name).help(*meaning)))
}

/// Parses a choice.
pub fn parser<C: Choice>() -> impl TypedValueParser<Value = C> {
    names::<C>().map(|name| C::named(&name).expect("clap knows the same names"))
}
