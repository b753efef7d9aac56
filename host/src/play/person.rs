//! A person as a player like any other, asked through a front, and the board across the table, whose failures end the
//! game as the person's do. So the referee's loop is the only one.

use std::cell::RefCell;
use std::{fmt, io};

use pipsqueak_core::game::Player;
use pipsqueak_core::games::fiveo::{Column, Table, TableView};
use pipsqueak_core::link::Effort;

use super::Scene;
use crate::board::{BoardPlayer, Client, SearchStats};
use crate::port::Cable;

/// How a person is shown the table and asked: a full screen, or plain lines.
pub trait Front {
    /// Asks for one of the open columns of the scene's question.
    fn ask(&mut self, scene: &Scene) -> Result<Column, Stop>;
    /// Shows that a card was placed.
    fn placed(&mut self, scene: &Scene) -> Result<(), Stop>;
    /// Shows how the game ended. Comes back when the person is ready for the next game.
    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop>;
}

/// Why no move was made.
#[derive(Debug)]
pub enum Stop {
    /// The person left.
    Quit,
    /// There is nobody to ask any more.
    InputEnded,
    /// The terminal failed.
    Io(io::Error),
    /// The board across the table gave no move.
    Board(anyhow::Error),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Quit => formatter.write_str("the person left the game"),
            Stop::InputEnded => formatter.write_str("the input ended in the middle of the game"),
            Stop::Io(error) => write!(formatter, "the terminal failed: {error}"),
            Stop::Board(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for Stop {}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

/// The table and how it is shown. The person and the referee's witness share it, one after the other.
pub struct Seen<'a, F> {
    /// What may be known.
    pub scene: Scene,
    /// How it is shown.
    pub front: &'a mut F,
}

/// The person, as a player.
pub struct Person<'s, 'a, F>(pub &'s RefCell<Seen<'a, F>>);

impl<F: Front> Player<Table> for Person<'_, '_, F> {
    type Error = Stop;

    fn choose(&mut self, view: &TableView) -> Result<Column, Stop> {
        let Seen { scene, front } = &mut *self.0.borrow_mut();
        scene.ask(view);
        front.ask(scene)
    }
}

/// A board, as the player across the table.
pub struct Across<'c>(pub &'c mut Client<Box<dyn Cable>>);

impl Player<Table> for Across<'_> {
    type Error = Stop;

    fn choose(&mut self, view: &TableView) -> Result<Column, Stop> {
        let stats = &mut SearchStats::default();
        let mut board = BoardPlayer { client: &mut *self.0, effort: Effort::Default, stats };
        Player::<Table>::choose(&mut board, view).map_err(Stop::Board)
    }
}
