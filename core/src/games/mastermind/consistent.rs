//! Enumerates the codes that are consistent with a history, by depth-first search, peg by peg. A prefix is pruned as soon
//! as no completion can give the recorded feedback. Needs no list of codes.
//!
//! Two words hold what the guesses still need, one for blacks and one for hits (blacks plus whites). Each has one field
//! per guess:
//!
//! ```text
//! bit  4       guard of the first guess's field; always set before a subtraction
//! bits 3 to 0  the number of blacks (or hits) that the first guess still needs
//! bits 9 to 5  the field of the second guess, and so on: twelve fields of five bits
//! ```
//!
//! A step places one peg and updates all guesses at once. Two subtractions decide whether to prune: a borrow clears a
//! field's guard. Need minus gain clears it if the peg gives a guess more than it needs. Pegs left minus need clears it
//! if the remaining pegs cannot give enough.

use core::ops::ControlFlow;

use super::{Code, CodeSize, History};

const MAX_PEGS: usize = CodeSize::MAX_PEGS as usize;
const MAX_COLORS: usize = CodeSize::MAX_COLORS as usize;
/// The width of a field in bits.
const FIELD: usize = 5;
/// The lowest bit of all twelve fields.
const ONES: u64 = {
    let mut ones = 0;
    let mut field = 0;
    while field < super::MAX_GUESSES {
        ones |= 1 << (FIELD * field);
        field += 1;
    }
    ones
};
const GUARDS: u64 = ONES << (FIELD - 1);

/// The codes that are consistent with a history, in numeric order. Takes about 1.6 KB.
pub struct ConsistentCodes {
    size: CodeSize,
    /// `blacks[place][colour]`: 1 in the field of every guess that has this colour at this place.
    blacks: [[u64; MAX_COLORS]; MAX_PEGS],
    /// `hits[n][colour]`: 1 in the field of every guess with more than `n` pegs of this colour. A code that already has
    /// `n` pegs of the colour gains a hit from those guesses with its next one.
    hits: [[u64; MAX_COLORS]; MAX_PEGS],
    start: Need,
}

/// The blacks and hits that each guess still needs, with all guards set.
#[derive(Clone, Copy, Default)]
struct Need {
    blacks: u64,
    hits: u64,
}

/// A peg of the code that is being built.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The needs before this peg.
    need: Need,
    /// The colour that is tried next, counted from 0.
    next: u8,
}

impl ConsistentCodes {
    /// The codes that are consistent with a history.
    #[inline]
    pub fn new(history: &History) -> ConsistentCodes {
        let mut walk = ConsistentCodes {
            size: history.size(),
            blacks: [[0; MAX_COLORS]; MAX_PEGS],
            hits: [[0; MAX_COLORS]; MAX_PEGS],
            start: Need { blacks: GUARDS, hits: GUARDS },
        };
        walk.learn(history);
        walk
    }

    /// Records what each guess needs. Not inlined into `new`: otherwise a board's stack would hold two
    /// `ConsistentCodes`.
    #[inline(never)]
    fn learn(&mut self, history: &History) {
        for (field, entry) in history.entries().iter().enumerate() {
            let one = 1 << (FIELD * field);
            self.start.blacks |= one * u64::from(entry.feedback.blacks());
            self.start.hits |= one * u64::from(entry.feedback.hits());
            let mut n_seen = [0; MAX_COLORS];
            for (place, color) in entry.guess.colors().enumerate() {
                let color = usize::from(color).wrapping_sub(1);
                let n_seen = n_seen.get_mut(color).map_or(0, |n_seen| core::mem::replace(n_seen, *n_seen + 1));
                add(&mut self.blacks, place, color, one);
                add(&mut self.hits, n_seen, color, one);
            }
        }
    }

    /// Calls a function with every code until it returns `Break`; returns whether it did.
    pub fn each(&self, mut call: impl FnMut(Code) -> ControlFlow<()>) -> ControlFlow<()> {
        let n_pegs = usize::from(self.size.pegs());
        let mut steps = [Step { need: self.start, next: 0 }; MAX_PEGS];
        let mut n_seen = [0u8; MAX_COLORS];
        let mut code = Code::default();
        let mut place = 0;
        // Terminates: each iteration tries a step's next colour or backtracks.
        while let Some(step) = steps.get_mut(place) {
            let color = usize::from(step.next);
            if step.next == self.size.colors() {
                let Some(before) = place.checked_sub(1) else { break };
                place = before;
                if let Some(n_seen) = n_seen.get_mut(usize::from(code.last()).wrapping_sub(1)) {
                    *n_seen -= 1;
                }
                code = code.shortened();
                continue;
            }
            step.next += 1;
            let Some(n_before) = n_seen.get_mut(color) else { break };
            let Some(need) = self.after(step.need, place, color, usize::from(*n_before)) else { continue };
            let longer = code.followed_by(color as u8 + 1);
            if place + 1 == n_pegs {
                call(longer)?;
            } else {
                *n_before += 1;
                code = longer;
                place += 1;
                if let Some(step) = steps.get_mut(place) {
                    *step = Step { need, next: 0 };
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether any code is consistent.
    pub fn finds_any(&self) -> bool {
        self.each(|_| ControlFlow::Break(())).is_break()
    }

    /// What the guesses need after this peg; `None` if the peg gives too much or the remaining pegs cannot give enough.
    #[inline]
    fn after(&self, need: Need, place: usize, color: usize, n_before: usize) -> Option<Need> {
        let blacks = need.blacks - at(&self.blacks, place, color);
        let hits = need.hits - at(&self.hits, n_before, color);
        let n_left = usize::from(self.size.pegs()).wrapping_sub(place + 1);
        let left = GUARDS | ONES.wrapping_mul(n_left as u64);
        let fits = blacks & hits & left.wrapping_sub(blacks & !GUARDS) & left.wrapping_sub(hits & !GUARDS);
        (fits & GUARDS == GUARDS).then_some(Need { blacks, hits })
    }
}

type Gains = [[u64; MAX_COLORS]; MAX_PEGS];

#[inline]
fn at(gains: &Gains, row: usize, color: usize) -> u64 {
    gains.get(row).and_then(|row| row.get(color)).copied().unwrap_or(0)
}

fn add(gains: &mut Gains, row: usize, color: usize, gain: u64) {
    if let Some(place) = gains.get_mut(row).and_then(|row| row.get_mut(color)) {
        *place |= gain;
    }
}

/// The number of consistent codes, at most `limit` (at least 1); the enumeration stops there.
pub fn count(history: &History, limit: u32) -> u32 {
    let mut n_codes = 0;
    let _ = ConsistentCodes::new(history).each(|_| {
        n_codes += 1;
        if n_codes < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    n_codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mastermind::Feedback;
    use crate::random::Seed;
    use std::vec::Vec;

    fn walked(history: &History) -> Vec<Code> {
        let mut codes = Vec::new();
        let _ = ConsistentCodes::new(history).each(|code| {
            codes.push(code);
            ControlFlow::Continue(())
        });
        codes
    }

    #[test]
    fn without_guesses_every_code_fits() {
        for (pegs, colors) in [(1, 1), (1, 12), (4, 6), (8, 2), (5, 5)] {
            let size = CodeSize::new(pegs, colors).unwrap();
            assert!(walked(&History::new(size)).into_iter().eq(Code::all(size)), "{size}");
        }
    }

    #[test]
    fn the_walk_finds_exactly_the_codes_that_fit() {
        for seed in 0..60 {
            let mut rng = Seed(seed).rng();
            let size = CodeSize::new(1 + seed as u8 % 5, 1 + (seed / 5) as u8 % 8).unwrap();
            let secret = Code::random(&mut rng, size);
            let mut history = History::new(size);
            for _ in 0..super::super::MAX_GUESSES {
                let guess = Code::random(&mut rng, size);
                let _ = history.push(guess, Feedback::between(guess, secret));
                let expected: Vec<Code> = Code::all(size).filter(|&code| history.admits(code)).collect();
                assert_eq!(walked(&history), expected, "{history:?}");
            }
        }
    }

    #[test]
    fn contradicting_answers_leave_no_code() {
        let mut history = History::new(CodeSize::CLASSIC);
        let code = |text: &str| text.parse::<Code>().unwrap();
        history.push(code("1111"), Feedback::new(2, 0).unwrap()).unwrap();
        assert!(ConsistentCodes::new(&history).finds_any());
        history.push(code("1112"), Feedback::new(0, 0).unwrap()).unwrap();
        assert!(!ConsistentCodes::new(&history).finds_any());
        assert_eq!(count(&history, 5), 0);
        assert_eq!(count(&History::new(CodeSize::CLASSIC), 100), 100);
    }
}
