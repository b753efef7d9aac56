//! Enums whose values have names in settings and on command lines. The table of names is written once, with the enum.

use std::fmt::Debug;

/// An enum whose values have names.
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

/// Defines an enum as a [`Choice`]: `Value = "name"`, each below its meaning. The first value is the default.
///
/// ```
/// use pipsqueak_lab::choice::Choice;
///
/// pipsqueak_lab::choices! {
///     /// How loud it is.
///     pub enum Volume {
///         /// Nothing is heard
///         Off = "off",
///         /// For a classroom
///         Low = "low",
///     }
/// }
/// assert_eq!((Volume::named("low"), Volume::default().name()), (Some(Volume::Low), "off"));
/// ```
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
                <$choice as $crate::choice::Choice>::CHOICES[0].0
            }
        }

        impl $crate::choice::Choice for $choice {
            const CHOICES: &'static [($choice, &'static str, &'static str)] =
                &[$(($choice::$value, $name, concat!($($meaning),+).trim_ascii())),+];
        }
    };
}
