//! The application that every Pipsqueak board runs. Knows the link's messages and where champions lie in flash; knows
//! no pins, registers or interrupts. A board passes in a serial line ([`embedded_io`]), its flash
//! ([`embedded_storage`]) and itself ([`Board`]); the host passes in simulated ones and runs the same code in its own
//! process.
//!
//! Invariants: no allocation, no unsafe code, no panic on any input, no state of a game: every request for a move
//! contains all that it needs.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(test)]
extern crate std;

mod board;
mod champions;
mod display;
pub mod games;
mod log;
mod ram_flash;
mod server;
pub mod slots;

pub use board::Board;
pub use display::Picture;
pub use games::{
    BUILT_IN, BUILT_IN_STRATEGY, BoardGame, BoardMove, BuiltIn, ChampionSpec, DecisionContext, GAMES, Players,
};
pub use ram_flash::{RamFlash, RegionBytes};
pub use server::Server;
pub use slots::MappedFlash;

use embedded_io::{Read, Write};

/// Answers requests until the line ends, which on a board it never does.
pub fn serve<L: Read + Write>(
    line: &mut L,
    flash: impl MappedFlash,
    board: impl Board,
    games: &'static [BoardGame],
) -> Result<(), L::Error> {
    let mut server = Server::new(flash, board, games);
    let mut bytes = [0; 16];
    loop {
        let n_read = line.read(&mut bytes)?;
        if n_read == 0 {
            return Ok(());
        }
        for &byte in bytes.iter().take(n_read) {
            if let Some(frame) = server.receive(byte) {
                send(line, frame)?;
            }
        }
    }
}

/// Like `write_all`, which would panic on a line that accepts nothing.
fn send<L: Write>(line: &mut L, mut bytes: &[u8]) -> Result<(), L::Error> {
    while !bytes.is_empty() {
        let n_written = line.write(bytes)?;
        match bytes.get(n_written..) {
            Some(rest) if n_written > 0 => bytes = rest,
            // The line accepts nothing more: the host will ask again.
            _ => break,
        }
    }
    line.flush()
}
