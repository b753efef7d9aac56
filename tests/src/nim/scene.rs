//! Nim's user interface: the piles, a question, and the parsing of an answer. That is all a terminal needs.

use pipsqueak::terminal::{Answer, GameInfo, Scene};

use super::rules::{Nim, Piles, Take};
use pipsqueak_core::game::Seat;

/// The piles, which are public.
pub struct NimScene {
    piles: Piles,
}

impl NimScene {
    /// The piles of a game that begins.
    pub fn new(game: &Nim) -> NimScene {
        NimScene { piles: game.piles() }
    }
}

impl Scene for NimScene {
    type Game = Nim;

    fn witness(&mut self, game: &Nim, _: Seat, _: Take) {
        self.piles = game.piles();
    }

    fn rules(&self) -> &'static str {
        "Nim\n\nTake as many sticks as you like from one pile. The player who takes the last one wins."
    }

    fn lines(&self, _: &GameInfo) -> Vec<String> {
        (1..).zip(self.piles).map(|(pile, sticks)| format!("{pile}: {}", "|".repeat(sticks.into()))).collect()
    }

    fn question(&self) -> String {
        "Pile and sticks, as in 2 3?".to_owned()
    }

    fn understand(&mut self, text: &str) -> Answer<Take> {
        // For the test of the terminal's state after a panic.
        assert!(text != "panic", "the test asked for it");
        let numbers: Vec<u8> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        match numbers[..] {
            [pile @ 1..=3, sticks] => Answer::Move(Take { pile: pile - 1, sticks }),
            _ => Answer::Say(format!("{text:?} is not a pile and a number of sticks.")),
        }
    }
}
