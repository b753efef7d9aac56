//! A column's number, which is also a move, and a set of them.

use serde::{Deserialize, Serialize};

/// One of a player's five columns. Choosing one is the only move there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Column(u8);

impl Column {
    /// All five, from left to right.
    pub const ALL: [Column; 5] = [Column(0), Column(1), Column(2), Column(3), Column(4)];

    /// The column with this number, counted from 0.
    pub const fn new(index: u8) -> Option<Column> {
        if index < 5 { Some(Column(index)) } else { None }
    }

    /// 0 for the leftmost up to 4.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
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
        column.0
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
    #[inline]
    pub const fn contains(self, column: Column) -> bool {
        self.0 >> column.0 & 1 != 0
    }

    /// The set with one more column.
    #[inline]
    #[must_use]
    pub const fn with(self, column: Column) -> Columns {
        Columns(self.0 | 1 << column.0)
    }

    /// The set with one column less.
    #[inline]
    #[must_use]
    pub const fn without(self, column: Column) -> Columns {
        Columns(self.0 & !(1 << column.0))
    }

    /// How many columns.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only column of a set of one.
    #[inline]
    pub const fn only(self) -> Option<Column> {
        if self.0 & self.0.wrapping_sub(1) == 0 { Column::new(self.0.trailing_zeros() as u8) } else { None }
    }

    /// The columns, the leftmost first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Column> {
        Column::ALL.into_iter().filter(move |&column| self.contains(column))
    }
}

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
