//! The cost of a tree's decision on the board: the estimated instructions of the micro:bit's Cortex-M0.
//!
//! The board evaluates every node of a tree for each open column, with the card and (by board scoring) without it. It
//! computes every terminal once for each of these, however often a tree uses it. So the estimate is a sum: a base cost
//! per decision, a cost per node by its kind, and a cost per different terminal. The figures are means over whole games
//! in the emulator, with a forced placement counted as a decision; `tests/emulated/costs.rs` measures them. Work that
//! terminals share, such as cached chances, is counted for each of them: the estimate of a tree with many chances is a
//! seventh too high.

use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::players::Scoring;
use pipsqueak_core::tree::{Function, Node};

/// The base cost of a decision by board scoring, and by column scoring.
const BASE: [f64; 2] = [14_210.0, 11_000.0];
/// The share of all other costs under column scoring, which does not evaluate columns without the card.
const COLUMN_SHARE: f64 = 0.5;
/// A terminal that is computed already.
const READ: f64 = 190.0;
/// A whole number or a constant.
const NUMBER: f64 = 170.0;

/// The estimated instructions of a decision by a tree of these nodes, averaged over a game.
pub fn instructions(nodes: &[u8], scoring: Scoring) -> f64 {
    let mut is_named = [false; Terminal::ALL.len()];
    let mut total = 0.0;
    for &byte in nodes {
        total += match Node::of(byte) {
            Node::Terminal(terminal) => {
                is_named[usize::from(terminal) % is_named.len()] = true;
                READ
            }
            Node::Integer(_) | Node::Constant(_) => NUMBER,
            Node::Function(function) => of_function(function),
        };
    }
    let named = Terminal::ALL.iter().zip(is_named).filter(|(_, is_named)| *is_named);
    total += named.map(|(terminal, _)| of_terminal(*terminal)).sum::<f64>();
    match scoring {
        Scoring::Board => BASE[0] + total,
        Scoring::Column => BASE[1] + COLUMN_SHARE * total,
    }
}

/// The cost of a function without its arguments.
fn of_function(function: Function) -> f64 {
    match function {
        Function::Multiply => 690.0,
        Function::Plus => 640.0,
        Function::If | Function::And | Function::Or => 200.0,
        Function::EqualTo | Function::GreaterThan | Function::LessThan => 160.0,
        Function::ProbabilityToGetCard => 100.0,
    }
}

/// The cost of computing a terminal.
fn of_terminal(terminal: Terminal) -> f64 {
    match terminal {
        Terminal::HasPair => 180.0,
        Terminal::HasTwoPairs => 680.0,
        Terminal::HasThreeOfAKind => 190.0,
        Terminal::HasStraight => 290.0,
        Terminal::HasFlush => 120.0,
        Terminal::HasFullHouse => 760.0,
        Terminal::HasFourOfAKind => 300.0,
        Terminal::OpponentHasPair => 40.0,
        Terminal::OpponentHasTwoPairs => 290.0,
        Terminal::OpponentHasThreeOfAKind => 40.0,
        Terminal::OpponentHasStraight => 60.0,
        Terminal::OpponentHasFlush => 0.0,
        Terminal::OpponentHasFullHouse => 320.0,
        Terminal::OpponentHasFourOfAKind => 70.0,
        Terminal::OpponentHasStraightFlush => 20.0,
        Terminal::DiffOfHandStrength => 1_780.0,
        Terminal::NumForFlush => 650.0,
        Terminal::NumForStraight => 780.0,
        Terminal::IsLastRound => 0.0,
        Terminal::MissingForFlush => 1_010.0,
        Terminal::MissingForStraight => 1_380.0,
        Terminal::MissingForStraightFlush => 1_010.0,
        Terminal::OwnCategory => 290.0,
        Terminal::OpponentCategory => 110.0,
        Terminal::OwnLeadingRank => 710.0,
        Terminal::OpponentLeadingRank => 330.0,
        Terminal::BeatsOpponent => 30.0,
        Terminal::PairOuts => 860.0,
        Terminal::TripOuts => 870.0,
        Terminal::FullHouseOuts => 1_180.0,
        Terminal::OpponentPairOuts => 380.0,
        Terminal::OpponentTripOuts => 410.0,
        Terminal::FlushChance => 3_760.0,
        Terminal::StraightChance => 12_830.0,
        Terminal::CardsPlaced => 670.0,
        Terminal::OpenColumns => 470.0,
        Terminal::MissingForPair => 1_570.0,
        Terminal::MissingForTrips => 1_600.0,
        Terminal::MissingForFullHouse => 1_800.0,
        Terminal::OpponentCardsPlaced => 250.0,
        Terminal::OpponentFlushChance => 2_560.0,
        Terminal::OpponentStraightChance => 9_010.0,
        Terminal::LeadChance => 3_830.0,
        Terminal::OpponentLeadChance => 4_140.0,
        Terminal::PairChance => 4_490.0,
        Terminal::TripChance => 4_580.0,
        Terminal::FullHouseChance => 4_100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Problem;
    use crate::evolve::settings::{Element, Value};
    use crate::games::fiveo::evolve::PlayerSetting;
    use pipsqueak_core::games::fiveo::FiveO;

    /// The figures are those of docs/notebook.md, "On the board".
    #[test]
    fn the_estimate_is_near_the_boards_measurements() {
        let champion = FiveO::tree(&PlayerSetting::of(&Value::Text("champion".to_owned())).unwrap()).unwrap();
        let plain = |function| [Node::Function(function), Node::Integer(1)].map(Node::byte).repeat(256);
        for (nodes, measured) in [
            (champion.tree.bytes().to_vec(), 123_577.0),
            (plain(Function::Plus), 211_057.0),
            (plain(Function::Multiply), 228_947.0),
        ] {
            let ratio = instructions(&nodes, Scoring::Board) / measured;
            assert!((0.85..1.15).contains(&ratio), "{ratio} of {measured}");
        }
    }

    #[test]
    fn a_terminal_is_computed_once_and_column_scoring_costs_half() {
        let [lead, plus] = [Node::Terminal(Terminal::LeadChance as u8), Node::Function(Function::Plus)].map(Node::byte);
        let cost = |nodes: &[u8], scoring| instructions(nodes, scoring);
        let [once, twice] = [&[lead][..], &[plus, lead, lead]].map(|nodes| cost(nodes, Scoring::Board));
        assert_eq!(twice - once, of_function(Function::Plus) + READ);
        let [board, column] = [Scoring::Board, Scoring::Column].map(|scoring| cost(&[plus, lead, lead], scoring));
        assert!(column < board && column > board / 2.0);
    }
}
