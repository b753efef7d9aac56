//! The two players of a duel against a person: the person, who is asked through a front, and the program.

use std::cell::RefCell;
use std::io;

use pipsqueak_core::game::Player;
use pipsqueak_core::games::mastermind::{Code, Duel, DuelView};
use pipsqueak_core::link::Effort;

use super::{Machine, Scene, Stop};
use crate::board::{BoardPlayer, Client, SearchStats};
use crate::port::Cable;

/// How a person is shown the duel and asked: a full screen, or plain lines.
pub trait Front {
    /// Asks for a code: the person's own secret first, guesses after it.
    fn ask(&mut self, scene: &Scene) -> Result<Code, Stop>;
    /// Shows that a move was made.
    fn moved(&mut self, scene: &Scene) -> Result<(), Stop>;
    /// Shows how the game ended. Comes back when the person is ready for the next game.
    fn reveal(&mut self, scene: &Scene) -> Result<(), Stop>;
}

/// The duel and how it is shown. The person and the referee's witness share it, one after the other.
pub struct Seen<'a, F> {
    /// What may be known.
    pub scene: Scene,
    /// How it is shown.
    pub front: &'a mut F,
}

/// The person, as a player.
pub struct Person<'s, 'a, F>(pub &'s RefCell<Seen<'a, F>>);

impl<F: Front> Player<Duel> for Person<'_, '_, F> {
    type Error = Stop;

    fn choose(&mut self, _: &DuelView) -> Result<Code, Stop> {
        let Seen { scene, front } = &mut *self.0.borrow_mut();
        scene.asked = true;
        let code = front.ask(scene)?;
        scene.asked = false;
        Ok(code)
    }
}

/// Whoever sits across the table.
pub enum Opponent {
    /// A program of this machine.
    Program(Box<Machine>),
    /// A board on the line.
    Board(Box<Client<Box<dyn Cable>>>),
}

impl Player<Duel> for Opponent {
    type Error = Stop;

    fn choose(&mut self, view: &DuelView) -> Result<Code, Stop> {
        match self {
            // Its only failure would be answers that contradict each other; the referee's never do.
            Opponent::Program(machine) => {
                machine.choose(view).map_err(|contradiction| Stop::Io(io::Error::other(contradiction)))
            }
            Opponent::Board(client) => {
                let stats = &mut SearchStats::default();
                let mut board = BoardPlayer { client, effort: Effort::Default, stats };
                Player::<Duel>::choose(&mut board, view).map_err(Stop::Board)
            }
        }
    }
}
