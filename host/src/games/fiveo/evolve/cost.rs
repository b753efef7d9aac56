//! What a decision of a tree costs on the board: about how many instructions of the micro:bit's Cortex-M0.
//!
//! The board works out every node of a tree for each open column, with the card and (by board scoring) without it, and every
//! terminal once for each of these, however often a tree names it. So the estimate is a sum: what every decision takes, what each
//! node takes by its kind, and what each different terminal takes. The figures are means over whole games in the emulator, as
//! `tests/emulated/costs.rs` measures them; that test holds the estimate to what trees really take.

use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::players::Scoring;
use pipsqueak_core::tree::{Function, Node};

/// About how many instructions a decision of a tree made of these nodes takes, on average over a game.
pub fn instructions(nodes: &[u8], scoring: Scoring) -> f64 {
    let mut is_named = [false; Terminal::ALL.len()];
    let mut total = 0.0;
    for &byte in nodes {
        total += match Node::of(byte) {
            Node::Terminal(terminal) => {
                is_named[usize::from(terminal) % is_named.len()] = true;
                READ
            }
            Node::Integer(_) | Node::Slot(_) => NUMBER,
            Node::Function(function) => of_function(function),
        };
    }
    let named = Terminal::ALL.iter().zip(is_named).filter(|(_, is_named)| *is_named);
    total += named.map(|(terminal, _)| of_terminal(*terminal)).sum::<f64>();
    match scoring {
        Scoring::Board => BASE + total,
        Scoring::Column => COLUMN_BASE + COLUMN_SHARE * total,
    }
}

const BASE: f64 = 20_000.0;
const COLUMN_BASE: f64 = 15_000.0;
const COLUMN_SHARE: f64 = 0.55;
const READ: f64 = 150.0;
const NUMBER: f64 = 100.0;

fn of_function(_function: Function) -> f64 {
    300.0
}

fn of_terminal(_terminal: Terminal) -> f64 {
    1_000.0
}
