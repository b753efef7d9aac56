//! JSON as far as records and the page need it: written piece by piece, read into a [`Value`]. Knows no game.
//!
//! Why not `serde_json`: it took a third of all that the page fetches. So numbers that are read are whole and not negative,
//! numbers that are written have nine decimals at most, and a name stands in a record once.

mod reader;
mod writer;

pub use reader::{MAX_DEPTH, ReadError, read};
pub use writer::Writer;

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A number that is whole and not negative.
    Number(u64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Names and their values.
    Record(Fields),
}

impl Value {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<u64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    /// The list, if it is one.
    pub fn list(&self) -> Option<&[Value]> {
        if let Value::List(values) = self { Some(values) } else { None }
    }

    /// The list as bytes, if it is one of small numbers.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.list()?.iter().map(|value| value.number()?.try_into().ok()).collect()
    }
}

/// Names and their values, in the order in which they stood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(Vec<(String, Value)>);

impl Fields {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The value of this name, which is not among the others any more.
    pub fn take(&mut self, name: &str) -> Result<Value, String> {
        let place = self.0.iter().position(|(known, _)| known == name);
        place.map(|place| self.0.remove(place).1).ok_or_else(|| missing(name))
    }

    /// The value of this name, which must be there.
    pub fn need(&self, name: &str) -> Result<&Value, String> {
        self.get(name).ok_or_else(|| missing(name))
    }

    /// The text of this name, which must be there.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.need(name)?.text().ok_or_else(|| unfit(name))
    }

    /// The number of this name, which must be there.
    pub fn number(&self, name: &str) -> Result<u64, String> {
        self.need(name)?.number().ok_or_else(|| unfit(name))
    }

    /// The number of this name, which must be there and fit into a byte.
    pub fn byte(&self, name: &str) -> Result<u8, String> {
        self.number(name)?.try_into().map_err(|_| unfit(name))
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

/// What is said of a name that is not there.
pub fn missing(name: &str) -> String {
    format!("malformed: missing field `{name}`")
}

/// What is said of a value that cannot be what its name says.
pub fn unfit(name: &str) -> String {
    format!("malformed: field `{name}` does not hold what it should")
}

#[cfg(test)]
mod tests;
