//! Text into tokens. Knows no board.

use core::fmt;

use super::Outcome;

/// A token of PDN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'t> {
    /// `[Name "value"]`; escapes in the value are not decoded.
    Tag(&'t str, &'t str),
    /// A move as it was written, without marks such as `!` or `?`.
    Move(&'t str),
    /// A comment, without its delimiters.
    Comment(&'t str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// The result, with which the game ends.
    Outcome(Outcome),
}

/// The tokens of a text, each with the offset of its first byte. Skips move numbers, annotation marks (`!`, `?`, `$n`) and
/// `%` lines.
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    /// From the beginning.
    pub const fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0 }
    }

    /// Starts at a byte offset.
    pub const fn from(text: &'t str, at: usize) -> Tokens<'t> {
        Tokens { text, at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes bytes while `fits` holds, and returns them.
    fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'t str {
        let begin = self.at;
        while self.peek().is_some_and(&fits) {
            self.at += 1;
        }
        self.text.get(begin..self.at).unwrap_or_default()
    }

    /// The text up to a delimiter, which is consumed too.
    fn until(&mut self, delimiter: u8, kind: PdnErrorKind) -> Result<&'t str, PdnError> {
        let begin = self.at;
        let inside = self.take_while(|byte| byte != delimiter);
        if self.peek().is_none() {
            return Err(PdnError { at: begin.saturating_sub(1), kind });
        }
        self.at += 1;
        Ok(inside)
    }

    fn tag(&mut self) -> Result<Token<'t>, PdnError> {
        let begin = self.at;
        let error = PdnError { at: begin, kind: PdnErrorKind::Tag };
        self.at += 1;
        self.take_while(|byte| byte.is_ascii_whitespace());
        let name = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.take_while(|byte| byte.is_ascii_whitespace());
        if name.is_empty() || self.peek() != Some(b'"') {
            return Err(error);
        }
        self.at += 1;
        let value_begin = self.at;
        loop {
            match self.peek() {
                // Whatever follows a backslash belongs to the value.
                Some(b'\\') => self.at += 2,
                Some(b'"') => break,
                Some(b'\n') | None => return Err(error),
                Some(_) => self.at += 1,
            }
        }
        let value = self.text.get(value_begin..self.at).ok_or(error)?;
        self.at += 1;
        self.take_while(|byte| byte.is_ascii_whitespace());
        if self.peek() != Some(b']') {
            return Err(error);
        }
        self.at += 1;
        Ok(Token::Tag(name, value))
    }

    /// Reads a move, a result or a move number; `None` for a move number.
    fn word(&mut self) -> Result<Option<Token<'t>>, PdnError> {
        let begin = self.at;
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        if !digits.is_empty() && self.peek() == Some(b'.') {
            self.take_while(|byte| byte == b'.');
            return Ok(None);
        }
        self.at = begin;
        let word = self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'/'));
        if let Some(outcome) = Outcome::parse(word) {
            return Ok(Some(Token::Outcome(outcome)));
        }
        if word.is_empty() {
            return Err(PdnError { at: begin, kind: PdnErrorKind::UnexpectedCharacter });
        }
        self.take_while(|byte| matches!(byte, b'!' | b'?' | b'*'));
        Ok(Some(Token::Move(word)))
    }

    /// Reads the next token; `None` for what is skipped.
    fn step(&mut self, first: u8) -> Result<Option<Token<'t>>, PdnError> {
        let starts_line = self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n');
        match first {
            b'[' => self.tag().map(Some),
            b'{' => {
                self.at += 1;
                self.until(b'}', PdnErrorKind::Comment).map(|inside| Some(Token::Comment(inside)))
            }
            b';' => {
                self.at += 1;
                Ok(Some(Token::Comment(self.take_while(|byte| byte != b'\n'))))
            }
            b'%' if starts_line => {
                self.take_while(|byte| byte != b'\n');
                Ok(None)
            }
            b'(' | b')' => {
                self.at += 1;
                Ok(Some(if first == b'(' { Token::Open } else { Token::Close }))
            }
            b'$' => {
                self.at += 1;
                self.take_while(|byte| byte.is_ascii_digit());
                Ok(None)
            }
            b'!' | b'?' => {
                self.take_while(|byte| matches!(byte, b'!' | b'?'));
                Ok(None)
            }
            b'*' => {
                self.at += 1;
                Ok(Some(Token::Outcome(Outcome::Open)))
            }
            _ => self.word(),
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<(usize, Token<'t>), PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // Skips a byte-order mark with the spaces.
            self.take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, 0xef | 0xbb | 0xbf));
            let at = self.at;
            match self.step(self.peek()?) {
                Ok(Some(token)) => return Some(Ok((at, token))),
                Ok(None) => {}
                Err(error) => {
                    // Nothing follows an error.
                    self.at = self.text.len();
                    return Some(Err(error));
                }
            }
        }
    }
}

/// The line and the column (in characters) of a byte offset, both counted from 1.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let column = before.get(begin..).unwrap_or_default().iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    (line, column)
}

/// Where a text stops being PDN, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The error's byte offset.
    pub at: usize,
    /// What is wrong there.
    pub kind: PdnErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnErrorKind {
    /// A tag is not `[Name "value"]`.
    Tag,
    /// A comment does not end.
    Comment,
    /// An unexpected character.
    UnexpectedCharacter,
}

impl fmt::Display for PdnErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            PdnErrorKind::Tag => "a tag must be written [Name \"value\"]",
            PdnErrorKind::Comment => "the comment does not end",
            PdnErrorKind::UnexpectedCharacter => "an unexpected character",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text).map(|token| token.unwrap().1).collect()
    }

    #[test]
    fn every_kind_of_token_is_recognised() {
        let text = "[Event \"a \\\"b\\\" c\"]\n% passed over\n1. 11-15! {good} 23-19?! 2.8-11 $5 (2. 7-11 ; bad\n) 22x15x8 2... 4x11* 1/2-1/2";
        let expected = [
            Token::Tag("Event", "a \\\"b\\\" c"),
            Token::Move("11-15"),
            Token::Comment("good"),
            Token::Move("23-19"),
            Token::Move("8-11"),
            Token::Open,
            Token::Move("7-11"),
            Token::Comment(" bad"),
            Token::Close,
            Token::Move("22x15x8"),
            Token::Move("4x11"),
            Token::Outcome(Outcome::Drawn),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn results_parse_with_one_or_two_points_for_a_win() {
        use super::super::Side;
        for (text, outcome) in [
            ("1-0", Outcome::Won(Side::White)),
            ("2-0", Outcome::Won(Side::White)),
            ("0-1", Outcome::Won(Side::Black)),
            ("0-2", Outcome::Won(Side::Black)),
            ("1/2-1/2", Outcome::Drawn),
            ("1-1", Outcome::Drawn),
            ("*", Outcome::Open),
            ("0-0", Outcome::Open),
        ] {
            assert_eq!(tokens(text), [Token::Outcome(outcome)]);
        }
    }

    #[test]
    fn errors_carry_their_byte_offset() {
        for (text, at, kind) in [
            ("1. 11-15 {never ends", 9, PdnErrorKind::Comment),
            ("[Event]", 0, PdnErrorKind::Tag),
            ("[Event \"x\n\"]", 0, PdnErrorKind::Tag),
            ("[Event \"x\"", 0, PdnErrorKind::Tag),
            ("[Event \"x\\", 0, PdnErrorKind::Tag),
            ("1. 11-15 & 23-19", 9, PdnErrorKind::UnexpectedCharacter),
        ] {
            let error = Tokens::new(text).find_map(Result::err);
            assert_eq!(error, Some(PdnError { at, kind }), "{text}");
        }
    }

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        assert_eq!(line_and_column("ab\ncäd", 0), (1, 1));
        assert_eq!(line_and_column("ab\ncäd", 6), (2, 3));
        assert_eq!(line_and_column("ab\n", 99), (2, 1));
    }
}
