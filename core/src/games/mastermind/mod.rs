//! Mastermind: codes, answers and histories; solvers in bounded memory; the duel. Knows random numbers and champions; knows no
//! cards, clocks or files.
//!
//! ```text
//! size ── code ── feedback ── history        what is played with, and the entry points for input from outside
//!                    │            │
//!                objective   consistent       what a good guess is; every code that is consistent with a history
//!                    │            │
//!                 guesses       sample        guesses worth judging; the codes that the memory has room for
//!                    └── solver ──┘           a history -> the next guess
//!                          │
//! strategy ────── duel_player ── duel        a whole strategy in bytes; a player; the game
//! ```
//!
//! A solver needs four bytes for each code of its memory on a board ([`Code`]), sixteen on a desktop ([`Profile`]), and
//! about 2.5 KB of stack. It is exact if its memory has room for all codes that fit after the fixed first guess:
//!
//! | size | most codes left | [`Code`]s take | [`Profile`]s take |
//! |---|---|---|---|
//! | 4x6 | 312 | 1.2 KB | 5.0 KB |
//! | 5x5 | 510 | 2.0 KB | 8.2 KB |
//! | 5x7 | 3402 | 13.6 KB | 54.4 KB |
//! | 7x10 and others | | as many as there are: 320 play well | |

mod code;
mod consistent;
mod duel;
mod duel_player;
mod feedback;
mod guesses;
mod history;
mod logs;
mod objective;
mod openings;
mod sample;
mod size;
mod solver;
pub mod strategy;

pub use code::{Code, CodeError};
pub use consistent::{ConsistentCodes, count};
pub use duel::{Duel, DuelView, Illegal, PackedView, ViewError};
pub use duel_player::DuelPlayer;
pub use feedback::{Feedback, FeedbackError, Probe, Profile, StoredCode};
pub use history::{AnsweredGuess, History, HistoryError, MAX_GUESSES};
pub use objective::{Objective, UnknownObjective};
pub use openings::opening;
pub use size::{CodeSize, SizeError};
pub use solver::{Budget, Contradiction, Solver, best_guess, exact_work};
pub use strategy::{Strategy, StrategyError};

use crate::champion::GameId;

/// Mastermind's game id.
pub const ID: GameId = GameId(3);
