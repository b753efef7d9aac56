//! JSON written piece by piece. What is written in the right order is well formed; commas come by themselves.

use crate::text;

/// How many decimals a number has at most.
const DECIMALS: u32 = 9;

/// A text that grows.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// The text that somebody writes.
    pub fn written(write: impl FnOnce(&mut Writer)) -> String {
        let mut writer = Writer::default();
        write(&mut writer);
        writer.text
    }

    /// A record, whose names and values somebody writes.
    pub fn record(&mut self, write: impl FnOnce(&mut Writer)) {
        self.begin('{');
        write(self);
        self.text.push('}');
    }

    /// A list, whose values somebody writes.
    pub fn list(&mut self, write: impl FnOnce(&mut Writer)) {
        self.begin('[');
        write(self);
        self.text.push(']');
    }

    /// A name, behind which its value is to follow.
    pub fn key(&mut self, name: &str) -> &mut Writer {
        self.text(name);
        self.text.push(':');
        self
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.begin('"');
        for letter in text.chars() {
            match letter {
                '"' | '\\' => {
                    self.text.push('\\');
                    self.text.push(letter);
                }
                '\0'..='\u{1f}' => {
                    self.text.push_str(if letter < '\u{10}' { "\\u000" } else { "\\u001" });
                    self.text.push(char::from_digit(letter as u32 % 16, 16).unwrap_or('0'));
                }
                letter => self.text.push(letter),
            }
        }
        self.text.push('"');
    }

    /// A text, or `null` where there is none.
    pub fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.word("null"),
        }
    }

    /// A whole number.
    pub fn number(&mut self, number: u64) {
        self.separate();
        text::push_number(&mut self.text, number);
    }

    /// A whole number, or `null` where there is none.
    pub fn optional_number(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.word("null"),
        }
    }

    /// A list of small numbers.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.list(|list| bytes.iter().for_each(|&byte| list.number(byte.into())));
    }

    /// A number with decimals. Those of core stay within a million; beyond ten thousand millions only the sign is right.
    pub fn decimal(&mut self, number: f64) {
        self.separate();
        text::push_decimal(&mut self.text, number, DECIMALS);
        let n_zeros = self.text.bytes().rev().take_while(|&byte| byte == b'0').count();
        // All nine may be zeros, and then there is no point to them.
        let n_spare = n_zeros.min(DECIMALS as usize) + usize::from(n_zeros >= DECIMALS as usize);
        self.text.truncate(self.text.len() - n_spare);
    }

    /// `true` or `false`.
    pub fn flag(&mut self, flag: bool) {
        self.word(if flag { "true" } else { "false" });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.word("null");
    }

    fn word(&mut self, word: &str) {
        self.separate();
        self.text.push_str(word);
    }

    fn begin(&mut self, mark: char) {
        self.separate();
        self.text.push(mark);
    }

    /// A comma, unless something has just begun. Every text ends with its quotation mark, so the last byte tells.
    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }
}
