//! The strategy for four pegs and six colours with the fewest guesses in all, found by exact search.

use pipsqueak_core::games::mastermind::strategy::words_of;
use pipsqueak_core::games::mastermind::{Code, CodeSize};

use super::search::{Answers, Search};

/// One of each kind of first guess; the most promising first, so that its total bounds the others.
pub const OPENINGS: [&str; 5] = ["1123", "1234", "1122", "1112", "1111"];
/// The total of "most parts": an upper bound.
const KNOWN_TOTAL: u32 = 5668;

/// A strategy that was found.
#[derive(Debug)]
pub struct OptimalStrategy {
    /// Guesses for all codes together.
    pub total: u32,
    /// The first guess.
    pub first: Code,
    /// The tree's nodes, encoded as core's strategies.
    pub nodes: Vec<u8>,
}

/// The best strategy for the classic size in which no code takes more than `max` guesses. `done` is called after each
/// first guess that was searched.
pub fn find_optimal(max: u8, done: &dyn Fn()) -> Option<OptimalStrategy> {
    let size = CodeSize::CLASSIC;
    let answers = Answers::new(size);
    let codes: Vec<u16> = (0..size.n_codes() as u16).collect();
    let mut best: Option<OptimalStrategy> = None;
    for text in OPENINGS {
        let first: Code = text.parse().ok()?;
        let guess = first.place(size) as u16;
        let limit = best.as_ref().map_or(KNOWN_TOTAL, |best| best.total - 1);
        let mut search = Search::new(&answers);
        let total = search.cost_of_guess(codes.len() as u32, answers.split(guess, &codes), max, limit);
        if let Some(total) = total {
            let mut nodes = Vec::new();
            write_node(&mut search, &answers, guess, &codes, max, &mut nodes)?;
            best = Some(OptimalStrategy { total, first, nodes });
        }
        done();
    }
    best
}

/// Encodes a node and its subtree.
fn write_node(
    search: &mut Search,
    answers: &Answers,
    guess: u16,
    codes: &[u16],
    n_left: u8,
    nodes: &mut Vec<u8>,
) -> Option<()> {
    let parts = answers.split(guess, codes);
    let leads_on = |number: usize| number != usize::from(answers.all_black) && !parts[number].is_empty();
    let children = (0..parts.len()).filter(|&number| leads_on(number)).fold(0u16, |bits, number| bits | 1 << number);
    let guess = Code::at(u32::from(guess), CodeSize::CLASSIC);
    words_of(guess, CodeSize::CLASSIC, children).for_each(|word| nodes.extend(word.to_le_bytes()));
    for part in (0..parts.len()).filter(|&number| leads_on(number)).map(|number| &parts[number]) {
        let next = search.guess(part, n_left - 1)?;
        write_node(search, answers, next, part, n_left - 1, nodes)?;
    }
    Some(())
}
