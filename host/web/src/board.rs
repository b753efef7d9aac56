//! The board inside the page: the firmware's application over memory. Bytes in, frames out, and lights.

use std::cell::Cell;
use std::rc::Rc;

use pipsqueak_app::{Board, GAMES, Picture, Server};
use pipsqueak_lab::RamFlash;

/// A board inside the page.
pub struct PageBoard {
    server: Server<RamFlash, Lights>,
    picture: Rc<Cell<Picture>>,
}

/// The board's hardware: lights that can be read, and a clock.
struct Lights {
    picture: Rc<Cell<Picture>>,
    micros: fn() -> u32,
}

impl PageBoard {
    /// A new board, with the champions that every board comes with.
    pub fn start(micros: fn() -> u32) -> PageBoard {
        let picture = Rc::new(Cell::new(Picture::DARK));
        let lights = Lights { picture: Rc::clone(&picture), micros };
        PageBoard { server: Server::new(RamFlash::new(), lights, GAMES), picture }
    }

    /// The board's replies to bytes from the line.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut answers = Vec::new();
        for &byte in bytes {
            if let Some(frame) = self.server.receive(byte) {
                answers.extend_from_slice(frame);
            }
        }
        answers
    }

    /// Five rows of steady lights, then five of blinking ones; bit 0 is the leftmost light.
    pub fn lights(&self) -> [u8; 10] {
        let Picture { steady, blinking } = self.picture.get();
        std::array::from_fn(|row| if row < 5 { steady[row] } else { blinking[row - 5] })
    }
}

impl Board for Lights {
    const NAME: &'static str = "page";
    const TICKS_PER_SECOND: u32 = 1_000_000;

    fn ticks(&mut self) -> u32 {
        (self.micros)()
    }

    fn stack_high_water(&mut self) -> u32 {
        0
    }

    fn static_ram(&mut self) -> u32 {
        0
    }

    fn show(&mut self, picture: Picture) {
        self.picture.set(picture);
    }
}
