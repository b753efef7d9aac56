//! What a board decides. A board is a player like any other: the referee cannot tell it from a program.

use std::fmt;
use std::time::Duration;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::Player;
use pipsqueak_core::games::checkers::{self, Move, Position};
use pipsqueak_core::games::fiveo::{Column, PackedView, Table, TableView};
use pipsqueak_core::games::mastermind::{Code, Duel, DuelView, Feedback, History, Size};
use pipsqueak_core::link::{Effort, Reply, Request, Thought};

use super::{Client, LinkError};
use crate::port::Cable;

/// The slowest board takes less than a second for a move of Five-O.
const AT_ONCE: Duration = Duration::ZERO;
/// What a guess may take: the slowest board needs up to half of it where codes are long.
const FOR_A_GUESS: Duration = Duration::from_secs(60);
/// What a count may take.
const FOR_A_COUNT: Duration = Duration::from_secs(60);
/// What the slowest board needs for a position, and to spare.
const FOR_A_NODE: Duration = Duration::from_micros(250);

/// A board's move of Five-O.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Where the card goes.
    pub column: Column,
    /// How long the board thought, in ticks of its clock.
    pub ticks: u32,
}

impl<C: Cable> Client<C> {
    /// The board's move. Whether the rules allow it is the referee's matter.
    pub fn choose(&mut self, view: &TableView) -> Result<Decision, LinkError> {
        self.consult(&Request::FiveO(PackedView::from(*view)), AT_ONCE, |reply| match reply {
            Reply::FiveO { column, ticks } => Some((Decision { column, ticks }, ticks)),
            _ => None,
        })
    }

    /// The code of Mastermind that the board sets.
    pub fn set_code(&mut self, size: Size, chance: Seed) -> Result<Code, LinkError> {
        match self.ask(&Request::SetCode { size, chance })? {
            Reply::Code(code) => Ok(code),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// What the board answers to a guess at the code that it set.
    pub fn answer(&mut self, size: Size, chance: Seed, guess: Code) -> Result<Feedback, LinkError> {
        match self.ask(&Request::AnswerGuess { size, chance, guess })? {
            Reply::Answer(feedback) => Ok(feedback),
            _ => Err(LinkError::Unexpected),
        }
    }

    /// The board's next guess.
    pub fn guess(&mut self, history: &History, chance: Seed) -> Result<Code, LinkError> {
        self.consult(&Request::Guess { chance, history: history.clone() }, FOR_A_GUESS, |reply| match reply {
            Reply::Guess { code, ticks } => Some((code, ticks)),
            _ => None,
        })
    }

    /// The board's move of checkers, and how far it looked.
    pub fn think(&mut self, position: Position, effort: Effort) -> Result<Thought, LinkError> {
        let allowance = match effort {
            Effort::Nodes(nodes) => nodes * FOR_A_NODE,
            Effort::Millis(millis) => Duration::from_millis(millis.into()),
        };
        self.consult(&Request::Checkers { position, effort }, allowance, |reply| match reply {
            Reply::Checkers(thought) => Some((thought, thought.ticks)),
            _ => None,
        })
    }

    /// How many lines of so many moves the board counts, and how many ticks it takes.
    pub fn perft(&mut self, position: Position, depth: u8) -> Result<(u64, u32), LinkError> {
        self.consult(&Request::Perft { position, depth }, FOR_A_COUNT, |reply| match reply {
            Reply::Perft { leaves, ticks } => Some(((leaves, ticks), ticks)),
            _ => None,
        })
    }
}

impl<C: Cable> Player<Table> for Client<C> {
    type Error = LinkError;

    fn choose(&mut self, view: &TableView) -> Result<Column, LinkError> {
        Client::choose(self, view).map(|decision| decision.column)
    }
}

impl<C: Cable> Player<Duel> for Client<C> {
    type Error = LinkError;

    /// Sets a code or guesses. A board answers for its own code; what it says is compared with the referee's answer.
    fn choose(&mut self, view: &DuelView) -> Result<Code, LinkError> {
        let (size, chance) = (view.guesses().size(), view.chance());
        if view.secret().is_none() {
            return self.set_code(size, chance);
        }
        if let Some(last) = view.opponent().rounds().last()
            && self.answer(size, chance, last.guess)? != last.feedback
        {
            return Err(LinkError::FalseAnswer);
        }
        self.guess(view.guesses(), chance)
    }
}

/// A board that plays checkers with this effort.
pub struct Draughtsman<'c, C> {
    /// The board.
    pub client: &'c mut Client<C>,
    /// How long it looks for a move.
    pub effort: Effort,
    /// How far it has looked.
    pub looks: &'c mut Looks,
}

/// How far a board has looked for its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    n_moves: u64,
    depths: u64,
    nodes: u64,
}

impl fmt::Display for Looks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: u64| sum as f64 / self.n_moves.max(1) as f64;
        write!(formatter, "{:.1} moves deep, {:.0} positions a move on average", mean(self.depths), mean(self.nodes))
    }
}

impl<C: Cable> Player<checkers::Game> for Draughtsman<'_, C> {
    type Error = LinkError;

    fn choose(&mut self, view: &checkers::View) -> Result<Move, LinkError> {
        let thought = self.client.think(view.position, self.effort)?;
        let Looks { n_moves, depths, nodes } = self.looks;
        *n_moves += 1;
        *depths += u64::from(thought.depth);
        *nodes += u64::from(thought.nodes);
        Ok(thought.chosen)
    }
}
