//! JSON read into a value. Every text is read or refused, with the place at which it cannot go on.

use core::fmt;

use super::{Fields, Value};

/// How deep lists and records may lie in one another, so that no text can exhaust the stack.
pub const MAX_DEPTH: usize = 16;

/// Why a text cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The byte at which something else is needed, counted from 0.
    pub at: usize,
    /// What is needed.
    pub what: &'static str,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expected {} at column {}", self.what, self.at + 1)
    }
}

impl core::error::Error for ReadError {}

/// The value that a whole text is.
pub fn read(text: &str) -> Result<Value, ReadError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(MAX_DEPTH)?;
    match reader.next() {
        None => Ok(value),
        Some(_) => reader.expected("the end"),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The byte at this place.
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn expected<T>(&self, what: &'static str) -> Result<T, ReadError> {
        Err(ReadError { at: self.at, what })
    }

    /// Passes a mark, if it is the next byte.
    fn passes(&mut self, mark: u8) -> bool {
        let is_next = self.next() == Some(mark);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Value, ReadError> {
        match self.next() {
            Some(b'{' | b'[') if depth == 0 => self.expected("less nesting"),
            Some(b'{') => self.record(depth - 1),
            Some(b'[') => self.list(depth - 1),
            Some(b'"') => self.text().map(Value::Text),
            Some(b'0'..=b'9') => self.number().map(Value::Number),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, ReadError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, value) in [("null", Value::Null), ("true", Value::Flag(true)), ("false", Value::Flag(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.expected("a value")
    }

    fn record(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut fields = Fields::default();
        self.at += 1;
        if self.passes(b'}') {
            return Ok(Value::Record(fields));
        }
        loop {
            if self.next() != Some(b'"') {
                return self.expected("a name");
            }
            let at = self.at;
            let name = self.text()?;
            if fields.get(&name).is_some() {
                return Err(ReadError { at, what: "a name that was not used before" });
            }
            if !self.passes(b':') {
                return self.expected("a colon");
            }
            let value = self.value(depth)?;
            fields.0.push((name, value));
            if self.passes(b'}') {
                return Ok(Value::Record(fields));
            }
            if !self.passes(b',') {
                return self.expected("a comma or the record's end");
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut values = Vec::new();
        self.at += 1;
        if self.passes(b']') {
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(depth)?);
            if self.passes(b']') {
                return Ok(Value::List(values));
            }
            if !self.passes(b',') {
                return self.expected("a comma or the list's end");
            }
        }
    }

    fn number(&mut self) -> Result<u64, ReadError> {
        let (start, mut number) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            let more = number.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit - b'0')));
            match more {
                Some(more) if number > 0 || self.at == start => number = more,
                _ => return self.expected("a number within 64 bits"),
            }
            self.at += 1;
        }
        if let Some(b'.' | b'e' | b'E') = self.byte() {
            return self.expected("a whole number");
        }
        Ok(number)
    }

    fn text(&mut self) -> Result<String, ReadError> {
        let mut text = String::new();
        self.at += 1;
        loop {
            // What stands between marks is copied as a whole; marks are ASCII, so no letter is cut.
            let rest = self.text.get(self.at..).unwrap_or_default();
            let end = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)).unwrap_or(rest.len());
            text.push_str(rest.get(..end).unwrap_or_default());
            self.at += end;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.push(self.escaped()?);
                }
                _ => return self.expected("a quotation mark"),
            }
        }
    }

    /// The letter that stands behind a backslash.
    fn escaped(&mut self) -> Result<char, ReadError> {
        let letter = match self.byte() {
            Some(mark @ (b'"' | b'\\' | b'/')) => char::from(mark),
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => return self.unicode(),
            _ => return self.expected("an escape"),
        };
        self.at += 1;
        Ok(letter)
    }

    /// The letter of one number of four digits, or of two that are halves of one. A half alone is no letter; browsers write
    /// it nevertheless, and it stands for one that cannot be shown.
    fn unicode(&mut self) -> Result<char, ReadError> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let behind = self.at;
        if self.text.as_bytes().get(behind..).is_some_and(|rest| rest.starts_with(b"\\u")) {
            self.at += 1;
            let second = self.four_digits()?;
            if (0xDC00..0xE000).contains(&second) {
                let letter = char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
                return Ok(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.at = behind;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    /// The number behind a `u`.
    fn four_digits(&mut self) -> Result<u32, ReadError> {
        let mut number = 0;
        for _ in 0..4 {
            self.at += 1;
            match self.byte().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => number = number * 16 + digit,
                None => return self.expected("four hexadecimal digits"),
            }
        }
        self.at += 1;
        Ok(number)
    }
}
