//! Everything in Pipsqueak that plays, in one crate that runs on a desktop and on a board with 16 KB of RAM.
//!
//! ```text
//! cards ── chance        cards and sets of cards; the one source of randomness
//!   │        │
//! game ──────┤           Game, Player, referee: the only game loop
//!   │        │
//! fiveo ─────┤           Five-O rules, strength, outlook, terminals, players
//!   │   mastermind       codes, answers, solvers in bounded memory, duels, strategies in bytes
//!   │        │
//!   │     checkers       boards, moves, draws, FEN and PDN, evaluations, players
//!   │        │
//!   │     search         minimax and alpha-beta over a small trait; memory and clock are handed in; knows no game
//!   │
//! tree                   typed Eval-Trees: grammar, evaluation, text, breeding; knows no game
//!   │
//! champion               a player as versioned, checksummed bytes
//!   │
//! link                   what host and board say to each other, and the frames that it travels in
//! ```
//!
//! Invariants: no allocation, no unsafe code, no panic on any input, no unbounded loop. The crate reads no clock,
//! entropy, port or file; what it needs is handed in. Everything that enters from outside is checked once, where it
//! enters ([`tree::Tree::decode`], [`champion::open`], [`games::fiveo::TableView::check`], [`link::Receiver::push`],
//! [`games::mastermind::Strategy::decode`], [`games::checkers::Board::new`], [`games::checkers::fen::parse`], [`games::checkers::pdn::read_move`],
//! [`games::checkers::Game::make`]), and is trusted from there on.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(test)]
extern crate std;

pub mod cards;
pub mod champion;
pub mod chance;
pub mod game;
pub mod games;
pub mod link;
pub mod search;
pub mod tree;
