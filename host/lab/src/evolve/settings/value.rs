//! The values of settings: numbers, shares, names, players and lists of them, as in TOML.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow, bail};
use pipsqueak_core::random::Seed;

use crate::choice::Choice;

/// A setting's value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number: seeds use all 64 bits.
    Whole(i128),
    /// Any other number.
    Real(f64),
    /// A name or a player.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// A TOML type that no setting has, by its name.
    Other(&'static str),
}

/// In TOML syntax.
impl Display for Value {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(formatter),
            Value::Real(number) => write!(formatter, "{number:?}"),
            Value::Text(text) => toml::Value::String(text.clone()).fmt(formatter),
            Value::Other(name) => write!(formatter, "a {name}"),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(formatter, "[{}]", values.join(", "))
            }
        }
    }
}

/// Resolves a PLAYER that is a champion file to the player as text; `None` for every other PLAYER. A file may change or
/// disappear, so settings store its content.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Result<Option<String>>;

/// No PLAYER is a file.
pub const NO_FILES: Resolve<'static> = &|_| Ok(None);

/// What values a setting takes.
#[derive(Clone, PartialEq, Debug)]
pub enum SettingKind {
    /// A whole number in a range.
    Whole(RangeInclusive<u64>),
    /// An even number in a range: games are played in both seats.
    Even(RangeInclusive<u64>),
    /// A number from 0 to 1.
    Share,
    /// One of these names.
    Choice(Vec<String>),
    /// One of these names of sets, or any number of other names, in a list or separated by commas.
    Names {
        /// The names of sets.
        sets: Vec<String>,
        /// What the other names are.
        others: &'static str,
    },
    /// A player as command lines name it, and what else is valid.
    Player(&'static str),
    /// A list of values of a kind, with the valid lengths.
    List(Box<SettingKind>, RangeInclusive<usize>),
}

impl SettingKind {
    /// A list of values.
    pub fn list(of: SettingKind, lengths: RangeInclusive<usize>) -> SettingKind {
        SettingKind::List(Box::new(of), lengths)
    }

    /// The value with its files resolved.
    pub fn resolved(&self, value: &Value, resolve: Resolve<'_>) -> Result<Value> {
        Ok(match (self, value) {
            (SettingKind::Player(_), Value::Text(text)) => resolve(text)?.map_or_else(|| value.clone(), Value::Text),
            (SettingKind::List(of, _), Value::List(values)) => {
                Value::List(values.iter().map(|value| of.resolved(value, resolve)).collect::<Result<_>>()?)
            }
            (SettingKind::List(of, _), value) => of.resolved(value, resolve)?,
            _ => value.clone(),
        })
    }

    /// Whether a value is of this kind and in its range. A list of one value needs no brackets.
    pub fn takes(&self, value: &Value) -> bool {
        let is_within = |range: &RangeInclusive<u64>| match value {
            Value::Whole(number) => u64::try_from(*number).is_ok_and(|number| range.contains(&number)),
            _ => false,
        };
        match (self, value) {
            (SettingKind::Whole(range), _) => is_within(range),
            (SettingKind::Even(range), _) => {
                is_within(range) && matches!(value, Value::Whole(number) if number % 2 == 0)
            }
            (SettingKind::Share, Value::Whole(number)) => (0..=1).contains(number),
            (SettingKind::Share, Value::Real(number)) => (0.0..=1.0).contains(number),
            (SettingKind::Choice(names), Value::Text(text)) => names.contains(text),
            (SettingKind::Player(_) | SettingKind::Names { .. }, Value::Text(_)) => true,
            (SettingKind::Names { .. }, Value::List(names)) => names.iter().all(|name| matches!(name, Value::Text(_))),
            (SettingKind::List(of, lengths), Value::List(values)) => {
                lengths.contains(&values.len()) && values.iter().all(|value| of.takes(value))
            }
            (SettingKind::List(of, lengths), value) => lengths.contains(&1) && of.takes(value),
            _ => false,
        }
    }
}

/// The kind and range, for messages.
impl Display for SettingKind {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SettingKind::Whole(range) if *range.end() == u64::MAX => {
                write!(formatter, "a whole number from {} to 2^64 - 1", range.start())
            }
            SettingKind::Whole(range) => write!(formatter, "a whole number from {} to {}", range.start(), range.end()),
            SettingKind::Even(range) => write!(formatter, "an even number from {} to {}", range.start(), range.end()),
            SettingKind::Share => formatter.write_str("a number from 0 to 1"),
            SettingKind::Choice(names) => formatter.write_str(&names.join(" or ")),
            SettingKind::Names { sets, others } => write!(formatter, "{}, or a list of {others}", sets.join(" or ")),
            SettingKind::Player(beside) => write!(formatter, "{beside}a PLAYER"),
            SettingKind::List(of, lengths) => {
                let (least, most) = (lengths.start(), lengths.end());
                let count = if least == most { format!("{least} values") } else { format!("{least} to {most} values") };
                write!(formatter, "a list of {count}, each {of}")
            }
        }
    }
}

/// A type that values are read into.
pub trait Element: Sized {
    /// The value.
    fn value(&self) -> Value;
    /// Reads a value that its kind accepts. What the kind cannot check, such as whether a player exists, is an error.
    fn of(value: &Value) -> Result<Self>;
}

/// A field of some settings.
pub trait Field {
    /// Its value.
    fn get(&self) -> Value;
    /// Sets its value.
    fn set(&mut self, value: &Value) -> Result<()>;
}

impl<E: Element> Field for E {
    fn get(&self) -> Value {
        self.value()
    }

    fn set(&mut self, value: &Value) -> Result<()> {
        *self = E::of(value)?;
        Ok(())
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl Element for $number {
            fn value(&self) -> Value {
                Value::Whole(*self as i128)
            }

            fn of(value: &Value) -> Result<$number> {
                match value {
                    Value::Whole(number) => Ok(<$number>::try_from(*number)?),
                    _ => bail!("{value} is not a whole number"),
                }
            }
        }
    )*};
}

whole_numbers!(u32, u64, usize);

impl Element for Seed {
    fn value(&self) -> Value {
        self.0.value()
    }

    fn of(value: &Value) -> Result<Seed> {
        u64::of(value).map(Seed)
    }
}

impl Element for f64 {
    fn value(&self) -> Value {
        Value::Real(*self)
    }

    fn of(value: &Value) -> Result<f64> {
        match value {
            Value::Real(number) => Ok(*number),
            Value::Whole(number) => Ok(*number as f64),
            _ => bail!("{value} is not a number"),
        }
    }
}

impl<E: Element> Element for Vec<E> {
    fn value(&self) -> Value {
        Value::List(self.iter().map(E::value).collect())
    }

    fn of(value: &Value) -> Result<Vec<E>> {
        match value {
            Value::List(values) => values.iter().map(E::of).collect(),
            one => Ok(vec![E::of(one)?]),
        }
    }
}

impl<E: Element, const N: usize> Element for [E; N] {
    fn value(&self) -> Value {
        Value::List(self.iter().map(E::value).collect())
    }

    fn of(value: &Value) -> Result<[E; N]> {
        <[E; N]>::try_from(Vec::of(value)?).map_err(|_| anyhow!("there must be {N} values"))
    }
}

/// The text of a value.
pub fn text(value: &Value) -> Result<&str> {
    match value {
        Value::Text(text) => Ok(text),
        _ => bail!("{value} is not a string"),
    }
}

impl<C: Choice> Element for C {
    fn value(&self) -> Value {
        Value::Text(self.name().to_owned())
    }

    fn of(value: &Value) -> Result<C> {
        let text = text(value)?;
        C::named(text).with_context(|| format!("there is no {text:?}"))
    }
}

/// The kind of a setting that is a choice.
pub fn choice<C: Choice>() -> SettingKind {
    SettingKind::Choice(C::CHOICES.iter().map(|(_, name, _)| (*name).to_owned()).collect())
}
