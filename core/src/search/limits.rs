//! The limits of a search, and the clock that it is given. Reads no clock itself.

/// A clock that the caller provides.
pub trait Clock {
    /// Microseconds since the search began.
    fn micros(&mut self) -> u32;
}

/// For searches that are not limited by time.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    #[inline]
    fn micros(&mut self) -> u32 {
        0
    }
}

/// A search ends with the first limit that it reaches. It has a legal move even if that is before the first position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: u8,
    /// Positions to look at.
    pub nodes: u64,
    /// Microseconds, after which the search stops where it is.
    pub micros: u32,
    /// Microseconds, after which no deeper iteration is begun.
    pub settled_micros: u32,
}

impl Limits {
    /// The greatest depth that makes sense.
    pub const MAX_DEPTH: u8 = 100;

    /// As deep as can be.
    pub const NONE: Limits =
        Limits { depth: Limits::MAX_DEPTH, nodes: u64::MAX, micros: u32::MAX, settled_micros: u32::MAX };

    /// Iterations up to a depth.
    pub const fn of_depth(depth: u8) -> Limits {
        Limits { depth, ..Limits::NONE }
    }

    /// This many positions.
    pub const fn of_nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }

    /// This many microseconds.
    pub const fn of_micros(micros: u32) -> Limits {
        Limits { micros, ..Limits::NONE }
    }
}
