//! Log lines: through defmt if a board's binary enables them, and nothing elsewhere, not even the values.

/// Logs what happens.
macro_rules! info {
    ($text:literal $(, $value:expr)*) => {{
        #[cfg(feature = "defmt")]
        defmt::info!($text $(, $value)*);
        #[cfg(not(feature = "defmt"))]
        if false { $( let _ = &$value; )* }
    }};
}

/// Logs what goes wrong.
macro_rules! warning {
    ($text:literal $(, $value:expr)*) => {{
        #[cfg(feature = "defmt")]
        defmt::warn!($text $(, $value)*);
        #[cfg(not(feature = "defmt"))]
        if false { $( let _ = &$value; )* }
    }};
}

pub(crate) use {info, warning};

/// A value as its text.
#[cfg(feature = "defmt")]
pub(crate) fn shown<T: core::fmt::Display>(value: &T) -> defmt::Display2Format<'_, T> {
    defmt::Display2Format(value)
}

/// A value that is not logged.
#[cfg(not(feature = "defmt"))]
pub(crate) fn shown<T>(value: &T) -> &T {
    value
}
