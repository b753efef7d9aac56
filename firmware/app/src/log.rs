//! Log lines: through defmt if a board's binary enables them, and nothing elsewhere.

/// Logs a message.
macro_rules! info {
    ($text:literal $(, $value:expr)*) => {{
        #[cfg(feature = "defmt")]
        defmt::info!($text $(, $value)*);
        #[cfg(not(feature = "defmt"))]
        { $( let _ = &$value; )* }
    }};
}

pub(crate) use info;
