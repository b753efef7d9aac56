//! A column's number, which is also a move, and a set of them.

use serde::{Deserialize, Serialize};

/// One of a player's five columns. Choosing one is the only move there is.
///
/// An enum and not a number, so that the compiler knows that an index is below five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Column {
    /// The leftmost.
    First,
    /// The one beside it.
    Second,
    /// The one in the middle.
    Third,
    /// The last but one.
    Fourth,
    /// The rightmost.
    Fifth,
}

impl Column {
    /// All five, from left to right.
    pub const ALL: [Column; 5] = [Column::First, Column::Second, Column::Third, Column::Fourth, Column::Fifth];

    /// The column with this number, counted from 0.
    #[inline(always)]
    pub const fn new(index: u8) -> Option<Column> {
        match index {
            0 => Some(Column::First),
            1 => Some(Column::Second),
            2 => Some(Column::Third),
            3 => Some(Column::Fourth),
            4 => Some(Column::Fifth),
            _ => None,
        }
    }

    /// 0 for the leftmost up to 4.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl TryFrom<u8> for Column {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Column, &'static str> {
        Column::new(index).ok_or("a column's number is 0 to 4")
    }
}

impl From<Column> for u8 {
    fn from(column: Column) -> u8 {
        column as u8
    }
}

/// A set of columns: bit `i` for column `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Columns(u8);

impl Columns {
    /// No column.
    pub const NONE: Columns = Columns(0);
    /// All five.
    pub const ALL: Columns = Columns(0b11111);

    /// Whether the column is in the set.
    #[inline(always)]
    pub const fn contains(self, column: Column) -> bool {
        // As a word: otherwise the compiler reads the byte as part of a word; right after the byte was written, such a
        // read waits until the write has reached the cache.
        self.0 as u32 >> column as u8 & 1 != 0
    }

    /// The set with one more column.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, column: Column) -> Columns {
        Columns(self.0 | 1 << column as u8)
    }

    /// The set with one column less.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, column: Column) -> Columns {
        Columns(self.0 & !(1 << column as u8))
    }

    /// The columns that are not in the set.
    #[inline(always)]
    #[must_use]
    pub const fn others(self) -> Columns {
        Columns(self.0 ^ Columns::ALL.0)
    }

    /// How many columns.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        // A table, because not every processor counts bits.
        const LENGTHS: [u8; 32] = {
            let mut lengths = [0; 32];
            let mut set = 1;
            while set < lengths.len() {
                lengths[set] = lengths[set / 2] + (set % 2) as u8;
                set += 1;
            }
            lengths
        };
        LENGTHS[self.0 as usize % LENGTHS.len()] as u32
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only column of a set of one.
    #[inline(always)]
    pub const fn only(self) -> Option<Column> {
        if self.0 & self.0.wrapping_sub(1) == 0 { Column::new(self.0.trailing_zeros() as u8) } else { None }
    }

    /// The columns from left to right, at the beginning of an array of five. From a table: the columns are hard to
    /// predict, and branches would often be mispredicted.
    #[inline(always)]
    pub fn in_order(self) -> &'static [Column; 5] {
        &IN_ORDER[usize::from(self.0) % IN_ORDER.len()]
    }

    /// The columns, the leftmost first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Column> {
        Column::ALL.into_iter().filter(move |&column| self.contains(column))
    }
}

/// Every set's columns from left to right.
static IN_ORDER: [[Column; 5]; 32] = {
    let mut sets = [[Column::First; 5]; 32];
    let mut set = 0;
    while set < sets.len() {
        let (mut column, mut n) = (0, 0);
        while column < 5 {
            if set >> column & 1 == 1 {
                sets[set][n] = Column::ALL[column];
                n += 1;
            }
            column += 1;
        }
        set += 1;
    }
    sets
};

impl FromIterator<Column> for Columns {
    fn from_iter<I: IntoIterator<Item = Column>>(columns: I) -> Columns {
        columns.into_iter().fold(Columns::NONE, Columns::with)
    }
}

impl TryFrom<u8> for Columns {
    type Error = &'static str;

    fn try_from(bits: u8) -> Result<Columns, &'static str> {
        if bits & !Columns::ALL.0 == 0 { Ok(Columns(bits)) } else { Err("a set of columns has five bits") }
    }
}

impl From<Columns> for u8 {
    fn from(columns: Columns) -> u8 {
        columns.0
    }
}
