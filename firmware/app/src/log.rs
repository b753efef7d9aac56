//! Log lines: through defmt where a board's binary asks for them, and nothing at all elsewhere.

/// Says something worth knowing.
macro_rules! info {
    ($text:literal $(, $value:expr)*) => {{
        #[cfg(feature = "defmt")]
        defmt::info!($text $(, $value)*);
        #[cfg(not(feature = "defmt"))]
        { $( let _ = &$value; )* }
    }};
}

pub(crate) use info;
