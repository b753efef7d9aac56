//! Nim, the fourth game: all that a game needs to be played in leagues and in the terminal, on a board, recorded and
//! replayed, through public traits only. No file of core, host or firmware knows it.

mod board;
mod desktop;
mod rules;
mod scene;

pub use board::GAMES;
pub use desktop::{NimGame, REGISTRY};
pub use rules::{Nim, Take};
