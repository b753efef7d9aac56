//! Everything in Pipsqueak that plays, in one crate that runs on a desktop and on a board with 16 KB of RAM.
//!
//! # A tour
//!
//! **A game** deals from a seed and asks the seat to move. A player gets a view, which has no field for what its seat may
//! not see, and the [referee](game::referee) plays a match:
//!
//! ```
//! use pipsqueak_core::random::Seed;
//! use pipsqueak_core::game::{Game, Seat, referee};
//! use pipsqueak_core::games::fiveo::Table;
//! use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind};
//!
//! let seed = Seed(5);
//! let mut greedy = Baseline::new(BaselineKind::Greedy, seed, Seat::First);
//! let mut tactician = Baseline::new(BaselineKind::Tactician, seed, Seat::Second);
//! let (_, points) = referee(Table::deal(seed), [&mut greedy, &mut tactician], |_, _, _| {}).unwrap();
//! assert!(points.of(Seat::First) + points.of(Seat::Second) <= 5);
//! ```
//!
//! **A tree** is a typed program over a game's terminals. It is read from text or bytes, checked once, and evaluated without a
//! way to fail; genetic operators keep it well typed:
//!
//! ```
//! use pipsqueak_core::random::Seed;
//! use pipsqueak_core::games::fiveo::FiveO;
//! use pipsqueak_core::tree::{self, GrowthShape, PrimitiveSet, Program, Tree};
//!
//! let (tree, constants) = tree::parse::<FiveO>("If(HasFlush, Multiply(4, FlushChance), OwnCategory)").unwrap();
//! assert_eq!((tree.n_nodes(), tree.height()), (6, 2));
//! let mut rng = Seed(1).rng();
//! let all = PrimitiveSet::ALL;
//! let other = Tree::<FiveO>::grow(&mut rng, all, 3, GrowthShape::Full).unwrap();
//! let child = tree::crossover(&mut rng, &tree, &other).unwrap();
//! assert!(Program::new(&child, &constants).to_string().len() > 1);
//! ```
//!
//! **A search** works in memory that the caller lends: a stack whose size is part of its type, and a transposition table.
//!
//! ```
//! use pipsqueak_core::games::checkers::players::EngineKind;
//! use pipsqueak_core::games::checkers::{Game as CheckersGame, Position};
//! use pipsqueak_core::search::{Limits, NoClock, SearchStack, Slot, TranspositionTable};
//!
//! let mut stack = SearchStack::<Position, 40, 400>::new(Position::START);
//! let mut slots = [Slot::default(); 256];
//! let mut table = TranspositionTable::new(&mut slots, 0);
//! let view = CheckersGame::new(Position::START).view().clone();
//! let found = EngineKind::Expert.search(&view, stack.slices(), &mut table, Limits::of_nodes(2_000), &mut NoClock);
//! assert!(found.best.is_some() && found.depth >= 3);
//! ```
//!
//! **A codebreaker** for Mastermind is exact as long as the codes that are left fit into the memory that it is given:
//!
//! ```
//! use pipsqueak_core::random::Seed;
//! use pipsqueak_core::games::mastermind::{Budget, Code, CodeSize, Feedback, History, Objective, Solver};
//!
//! let (size, mut memory) = (CodeSize::CLASSIC, [Code::default(); 1296]);
//! let mut solver = Solver::new(Objective::Minimax, Budget(u32::MAX), &mut memory);
//! let mut history = History::new(size);
//! history.push(Code::parse("1122", size).unwrap(), Feedback::new(1, 1).unwrap()).unwrap();
//! let next = solver.guess(&history, Seed(1)).unwrap();
//! assert_ne!(next, Code::parse("1122", size).unwrap());
//! ```
//!
//! # Modules
//!
//! ```text
//! cards ── random        cards and sets of cards; the one source of randomness
//!   │        │
//! game ──────┤           Game, Player, and the referee, which plays a match
//!   │        │
//! fiveo ─────┤           Five-O rules, strength, outlook, terminals, players
//!   │   mastermind       codes, answers, solvers in bounded memory, duels, strategies in bytes
//!   │        │
//!   │     checkers       boards, moves, draws, FEN and PDN, evaluations, players
//!   │        │
//!   │     search         minimax and alpha-beta over a small trait; memory and clock are passed in; knows no game
//!   │
//! tree                   typed Eval-Trees: grammar, evaluation, text, breeding; knows no game
//!   │
//! champion               a player as versioned, checksummed bytes
//!   │
//! link                   what host and board say to each other, its frames, and the asking end as a session without I/O
//! ```
//!
//! Invariants: no allocation, no unsafe code, no panic on any input, no unbounded loop. The crate reads no clock,
//! entropy, port or file; what it needs is passed in. Everything that enters from outside is checked once, where it
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
pub mod game;
pub mod games;
pub mod link;
pub mod random;
pub mod search;
pub mod tree;
