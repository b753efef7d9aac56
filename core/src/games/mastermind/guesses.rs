//! The guesses worth evaluating when all codes that fit a history are known. Guesses that split the codes in the same
//! way are of one kind, and only the numerically first of each kind is evaluated.
//!
//! **Symmetry.** Colours that no guess has used are interchangeable, so they must first appear in rising order. Colours
//! that no fitting code has score nothing, so the lowest stands for all of them. The numerically first guess of a kind
//! is also the one that Knuth's tie-break would choose, so all totals equal the published ones.

use super::{Code, CodeSize, History, StoredCode};

const MAX_PEGS: usize = CodeSize::MAX_PEGS as usize;

/// A set of colours: bit `c` for colour `c`.
type Colors = u16;

/// One guess of each kind, in numeric order.
#[derive(Clone)]
pub(super) struct Guesses<E> {
    n_pegs: usize,
    alphabet: Alphabet,
    pegs: [Peg<E>; MAX_PEGS],
    /// The pegs before this place are already those of the next guess; `None` after the last guess.
    from: Option<usize>,
}

/// The colours, by how they may be used.
#[derive(Clone, Copy)]
pub(super) struct Alphabet {
    /// Colours that may be used at any time.
    known: Colors,
    /// Interchangeable colours: each may be used only after all lower ones of them.
    fresh: Colors,
}

#[derive(Clone, Copy, Default)]
struct Peg<E> {
    color: u8,
    /// The fresh colours used before this peg.
    used: Colors,
    /// The code before this peg.
    before: E,
}

impl Alphabet {
    /// The colours after a history, if the codes that fit it have these colours.
    pub(super) fn new(history: &History, present: Colors) -> Alphabet {
        let all = ((2 << history.size().colors()) - 2) as Colors;
        let guessed = history.entries().iter().fold(0, |guessed, entry| guessed | colors_of(entry.guess));
        let absent = all & !present;
        // One absent colour stands for all: the lowest.
        let stand_in = absent & absent.wrapping_neg();
        Alphabet { known: present & guessed | stand_in, fresh: present & !guessed }
    }

    /// The colours that may follow when these fresh ones are used.
    fn allowed(self, used: Colors) -> Colors {
        let unused = self.fresh & !used;
        self.known | used | unused & unused.wrapping_neg()
    }

    /// Whether a code is the first of its kind.
    pub(super) fn is_first(self, code: Code) -> bool {
        let mut used = 0;
        code.colors().all(|color| {
            let bit = 1 << color;
            let is_allowed = self.allowed(used) & bit != 0;
            used |= bit & self.fresh;
            is_allowed
        })
    }

    /// How many guesses there are.
    pub(super) fn n_guesses(self, size: CodeSize) -> u64 {
        let (n_known, n_fresh) = (u64::from(self.known.count_ones()), self.fresh.count_ones() as usize);
        // The number of ways to continue, by the number of fresh colours used. After the last peg there is one way.
        let mut ways = [1u64; CodeSize::MAX_COLORS as usize + 1];
        for _ in 0..size.pegs() {
            let after = ways;
            let next = after.iter().skip(1).chain(&[0]);
            for (n_used, ((ways, same), next)) in ways.iter_mut().zip(&after).zip(next).enumerate() {
                let with_new = if n_used < n_fresh { *next } else { 0 };
                *ways = (n_known + n_used as u64).saturating_mul(*same).saturating_add(with_new);
            }
        }
        ways.first().copied().unwrap_or(0)
    }

    /// All of them.
    pub(super) fn guesses<E: StoredCode>(self, size: CodeSize) -> Guesses<E> {
        Guesses { n_pegs: usize::from(size.pegs()), alphabet: self, pegs: [Peg::default(); MAX_PEGS], from: Some(0) }
    }
}

/// The colours of a code.
pub(super) fn colors_of(code: Code) -> Colors {
    code.colors().fold(0, |colors, color| colors | 1 << color)
}

impl<E: StoredCode> Iterator for Guesses<E> {
    type Item = E;

    fn next(&mut self) -> Option<E> {
        let mut place = self.from?;
        let mut above = match self.pegs.get(place) {
            Some(peg) => peg.color,
            None => 0,
        };
        // The rightmost peg that can have a higher colour gets it; the pegs to its right start again.
        while place < self.n_pegs {
            let peg = self.pegs.get_mut(place)?;
            let allowed = self.alphabet.allowed(peg.used) & !((2 << above) - 1);
            if allowed == 0 {
                place = place.checked_sub(1).or_else(|| {
                    self.from = None;
                    None
                })?;
                above = self.pegs.get(place)?.color;
                continue;
            }
            peg.color = allowed.trailing_zeros() as u8;
            let used = peg.used | (1 << peg.color) & self.alphabet.fresh;
            let code = peg.before.followed_by(peg.color);
            place += 1;
            above = 0;
            match self.pegs.get_mut(place).filter(|_| place < self.n_pegs) {
                Some(next) => (next.used, next.before) = (used, code),
                None => {
                    self.from = self.n_pegs.checked_sub(1);
                    return Some(code);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mastermind::{Feedback, consistent};
    use crate::random::Seed;
    use std::collections::BTreeMap;
    use std::string::ToString;
    use std::vec::Vec;

    fn size(pegs: u8, colors: u8) -> CodeSize {
        CodeSize::new(pegs, colors).unwrap()
    }

    #[test]
    fn before_the_first_guess_there_is_one_of_each_pattern() {
        let alphabet = Alphabet::new(&History::new(size(3, 6)), 0b111_1110);
        let guesses: Vec<_> = alphabet.guesses(size(3, 6)).map(|code: Code| code.to_string()).collect();
        assert_eq!(guesses, ["111", "112", "121", "122", "123"]);
        // The Bell numbers: in how many ways a set can be divided.
        for (pegs, bell) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203), (7, 877), (8, 4140)] {
            let alphabet = Alphabet::new(&History::new(size(pegs, 12)), 0x1ffe);
            assert_eq!(alphabet.n_guesses(size(pegs, 12)), bell);
            assert_eq!(alphabet.guesses::<Code>(size(pegs, 12)).count() as u64, bell);
        }
    }

    /// How a guess splits codes, whatever the answers: the codes of each part.
    fn split(guess: Code, codes: &[Code]) -> Vec<usize> {
        let mut parts: BTreeMap<Feedback, usize> = BTreeMap::new();
        for &code in codes {
            *parts.entry(Feedback::between(guess, code)).or_default() += 1;
        }
        let mut sizes: Vec<usize> = parts.into_values().collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn every_code_has_a_guess_that_splits_as_it_does_and_stands_before_it() {
        for seed in 0..40 {
            let mut rng = Seed(seed).rng();
            let size = size(2 + seed as u8 % 3, 3 + (seed / 3) as u8 % 4);
            let secret = Code::random(&mut rng, size);
            let mut history = History::new(size);
            for _ in 0..seed % 4 {
                let guess = Code::random(&mut rng, size);
                let _ = history.push(guess, Feedback::between(guess, secret));
            }
            let codes: Vec<Code> = Code::all(size).filter(|&code| history.admits(code)).collect();
            let alphabet = Alphabet::new(&history, codes.iter().fold(0, |all, &code| all | colors_of(code)));
            let guesses: Vec<Code> = alphabet.guesses(size).collect();
            assert!(guesses.is_sorted());
            assert_eq!(guesses.len() as u64, alphabet.n_guesses(size));
            assert!(codes.iter().all(|&code| alphabet.is_first(code) == guesses.contains(&code)));
            for code in Code::all(size) {
                let kind = (split(code, &codes), history.admits(code));
                let stands_for = |guess: &&Code| (split(**guess, &codes), history.admits(**guess)) == kind;
                assert!(guesses.iter().find(stands_for).is_some_and(|&first| first <= code), "{history:?} {code}");
            }
        }
        assert_eq!(consistent::count(&History::new(size(2, 2)), 9), 4);
    }
}
