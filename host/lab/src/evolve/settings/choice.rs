//! Settings that are one of a few names, each an enum: the table of its values is written once, with the enum.

use std::fmt::Debug;

use super::SettingKind;

/// An enum whose values have names in settings and on command lines.
pub trait Choice: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Every value with its name and its meaning.
    const CHOICES: &'static [(Self, &'static str, &'static str)];

    /// The value's name.
    fn name(self) -> &'static str {
        Self::CHOICES.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value of this name.
    fn named(name: &str) -> Option<Self> {
        Self::CHOICES.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value)
    }
}

/// The kind of a setting that is a choice.
pub fn choice<C: Choice>() -> SettingKind {
    SettingKind::Choice(C::CHOICES.iter().map(|(_, name, _)| (*name).to_owned()).collect())
}

/// Defines an enum as a [`Choice`]: `Value = "name"`, each below its meaning. The first value is the default.
#[macro_export]
macro_rules! choices {
    ($(#[$attribute:meta])* $visibility:vis enum $choice:ident {
        $($(#[doc = $meaning:literal])+ $value:ident = $name:literal),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility enum $choice {
            $($(#[doc = $meaning])+ $value),+
        }

        impl Default for $choice {
            fn default() -> $choice {
                <$choice as $crate::evolve::settings::Choice>::CHOICES[0].0
            }
        }

        impl $crate::evolve::settings::Choice for $choice {
            const CHOICES: &'static [($choice, &'static str, &'static str)] =
                &[$(($choice::$value, $name, concat!($($meaning),+).trim_ascii())),+];
        }

        impl $crate::evolve::settings::Element for $choice {
            fn value(&self) -> $crate::evolve::settings::Value {
                $crate::evolve::settings::Value::Text($crate::evolve::settings::Choice::name(*self).to_owned())
            }

            fn of(value: &$crate::evolve::settings::Value) -> ::anyhow::Result<$choice> {
                let text = $crate::evolve::settings::text(value)?;
                let named = $crate::evolve::settings::Choice::named(text);
                named.ok_or_else(|| ::anyhow::anyhow!("there is no {text:?}"))
            }
        }
    };
}
pub use choices;
