//! The guesses of a game and their answers, and which codes fit them.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{Code, CodeError, CodeSize, Feedback, FeedbackError};

/// The most guesses of a game.
pub const MAX_GUESSES: usize = 12;

/// A guess and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnsweredGuess {
    /// The guess.
    pub guess: Code,
    /// Its answer.
    pub feedback: Feedback,
}

/// Guesses of one size with answers that this size can have. The answers may still contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Told", into = "Told")]
pub struct History {
    size: CodeSize,
    entries: Vec<AnsweredGuess, MAX_GUESSES>,
}

/// The serialised form of a history, before it is checked.
#[derive(Serialize, Deserialize)]
struct Told {
    size: CodeSize,
    entries: Vec<AnsweredGuess, MAX_GUESSES>,
}

impl History {
    /// Before the first guess.
    pub const fn new(size: CodeSize) -> History {
        History { size, entries: Vec::new() }
    }

    /// The size of the game.
    #[inline]
    pub const fn size(&self) -> CodeSize {
        self.size
    }

    /// The guesses with their answers, in order.
    #[inline]
    pub fn entries(&self) -> &[AnsweredGuess] {
        &self.entries
    }

    /// How many guesses were made.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no guess was made.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether all guesses are used.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.entries.is_full()
    }

    /// Whether the last guess was right.
    pub fn is_cracked(&self) -> bool {
        self.entries.last().is_some_and(|entry| entry.feedback == Feedback::all_black(self.size))
    }

    /// Adds a guess and its answer; what cannot be added changes nothing.
    pub fn push(&mut self, guess: Code, feedback: Feedback) -> Result<(), HistoryError> {
        guess.check(self.size).map_err(HistoryError::Guess)?;
        feedback.check(self.size).map_err(HistoryError::Feedback)?;
        if self.is_cracked() {
            return Err(HistoryError::Cracked);
        }
        self.entries.push(AnsweredGuess { guess, feedback }).map_err(|_| HistoryError::Full)
    }

    /// Whether the code would have got all these answers.
    #[inline]
    pub fn admits(&self, code: Code) -> bool {
        self.entries.iter().all(|entry| Feedback::between(entry.guess, code) == entry.feedback)
    }

    /// The history with only those entries, counted from 0, that are asked for.
    #[must_use]
    pub fn only(&self, mut is_kept: impl FnMut(usize) -> bool) -> History {
        let mut kept = History::new(self.size);
        for (_, &entry) in self.entries.iter().enumerate().filter(|&(place, _)| is_kept(place)) {
            // Cannot overflow: no more entries than before.
            let _ = kept.entries.push(entry);
        }
        kept
    }
}

impl From<History> for Told {
    fn from(history: History) -> Told {
        Told { size: history.size, entries: history.entries }
    }
}

impl TryFrom<Told> for History {
    type Error = HistoryError;

    fn try_from(told: Told) -> Result<History, HistoryError> {
        let mut history = History::new(told.size);
        told.entries.iter().try_for_each(|entry| history.push(entry.guess, entry.feedback))?;
        Ok(history)
    }
}

/// Why an entry cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// The guess is not a code of the game.
    Guess(CodeError),
    /// The game has no such answer.
    Feedback(FeedbackError),
    /// All guesses are used.
    Full,
    /// The code has already been found.
    Cracked,
}

impl fmt::Display for HistoryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::Guess(error) => error.fmt(formatter),
            HistoryError::Feedback(error) => error.fmt(formatter),
            HistoryError::Full => write!(formatter, "all {MAX_GUESSES} guesses are used"),
            HistoryError::Cracked => formatter.write_str("the code has already been found"),
        }
    }
}

impl core::error::Error for HistoryError {}
