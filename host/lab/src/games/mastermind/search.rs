//! Exact search for the strategy with the least total of guesses: branch and bound over sets of codes. Knows no files.
//!
//! The cost of a set is the sum of the guesses that its codes take. A guess costs one for each code, plus the costs of
//! the parts that its answers leave. A lower bound for `k` codes: one code is found at once, one for each other answer
//! with the second guess, and the rest with the third. Evaluating all guesses sharpens that bound so much that little
//! is left to search.

use std::collections::HashMap;

use pipsqueak_core::games::mastermind::strategy::number_of;
use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback};

/// The number of answers, as core's strategies encode them: at most four pegs.
const N_ANSWERS: usize = 16;
/// Up to this many codes it pays to check whether two guesses divide them alike.
const MOST_COMPARED: usize = 40;
/// More than any set's cost.
pub const INFINITE: u32 = 1 << 20;

/// All answers of a size, as a table: a row for each guess.
pub struct Answers {
    n_codes: usize,
    rows: Vec<u8>,
    /// The number of the answer that ends a game.
    pub all_black: u8,
    /// Answers that do not end the game.
    n_leading: u32,
}

impl Answers {
    /// The table. Codes are numbered by their index in the list.
    pub fn new(size: CodeSize) -> Answers {
        let codes: Vec<Code> = Code::all(size).collect();
        let number = |guess, secret| number_of(Feedback::between(guess, secret), size) as u8;
        let rows = codes.iter().flat_map(|&guess| codes.iter().map(move |&secret| number(guess, secret))).collect();
        let all_black = number_of(Feedback::all_black(size), size) as u8;
        Answers { n_codes: codes.len(), rows, all_black, n_leading: size.n_answers() - 1 }
    }

    fn row(&self, guess: u16) -> &[u8] {
        let start = usize::from(guess) * self.n_codes;
        &self.rows[start..start + self.n_codes]
    }

    /// The codes by their answer to a guess.
    pub fn split(&self, guess: u16, codes: &[u16]) -> [Vec<u16>; N_ANSWERS] {
        let mut parts: [Vec<u16>; N_ANSWERS] = Default::default();
        let row = self.row(guess);
        for &code in codes {
            parts[usize::from(row[usize::from(code)])].push(code);
        }
        parts
    }

    fn sizes(&self, guess: u16, codes: &[u16]) -> [u16; N_ANSWERS] {
        let mut sizes = [0; N_ANSWERS];
        let row = self.row(guess);
        for &code in codes {
            sizes[usize::from(row[usize::from(code)])] += 1;
        }
        sizes
    }
}

/// A bound on a set's cost.
#[derive(Clone, Copy)]
struct Known {
    /// A lower bound; the exact cost if there is a guess.
    cost: u32,
    guess: Option<u16>,
}

/// A search with its table of known costs.
pub struct Search<'a> {
    answers: &'a Answers,
    /// By set and by the number of guesses left.
    known: HashMap<(u8, Box<[u16]>), Known>,
}

impl<'a> Search<'a> {
    /// A search with an empty table.
    pub fn new(answers: &'a Answers) -> Search<'a> {
        Search { answers, known: HashMap::new() }
    }

    /// The cost of a set with this many guesses left, if it is within the limit; else a lower bound that exceeds the
    /// limit.
    pub fn cost(&mut self, codes: &[u16], n_left: u8, limit: u32) -> u32 {
        let least = self.least(codes.len() as u32, n_left);
        if codes.len() <= 2 || least > limit {
            return least;
        }
        let key = (n_left, codes.into());
        if let Some(known) = self.known.get(&key)
            && (known.guess.is_some() || known.cost > limit)
        {
            return known.cost;
        }
        let found = self.search(codes, n_left, limit);
        self.known.insert(key, found);
        found.cost
    }

    /// The guess that achieves a set's cost, which was computed before and is within the limit.
    pub fn guess(&mut self, codes: &[u16], n_left: u8) -> Option<u16> {
        if codes.len() <= 2 {
            return codes.first().copied();
        }
        self.known.get(&(n_left, codes.into())).and_then(|known| known.guess)
    }

    /// A lower bound for any set of this many codes.
    fn least(&self, n_codes: u32, n_left: u8) -> u32 {
        let (mut rest, mut cost, mut n_found, mut n_guesses) = (n_codes, 0, 1, 1);
        while rest > 0 {
            if n_guesses > u32::from(n_left) {
                return INFINITE;
            }
            let found = rest.min(n_found);
            cost += found * n_guesses;
            rest -= found;
            n_found = n_found.saturating_mul(self.answers.n_leading);
            n_guesses += 1;
        }
        cost
    }

    fn search(&mut self, codes: &[u16], n_left: u8, limit: u32) -> Known {
        let guesses = self.promising(codes, n_left, limit);
        let least = guesses.first().map_or(INFINITE, |&(bound, _)| bound);
        let mut best = Known { cost: least.max(limit + 1), guess: None };
        let mut seen = Vec::new();
        for (bound, guess) in guesses {
            // Of equal guesses one is enough, so a later one must be better.
            if bound >= best.cost {
                break;
            }
            let parts = self.answers.split(guess, codes);
            if codes.len() <= MOST_COMPARED && !is_new(&mut seen, &parts) {
                continue;
            }
            if let Some(cost) = self.cost_of_guess(codes.len() as u32, parts, n_left, best.cost - 1) {
                best = Known { cost, guess: Some(guess) };
            }
        }
        best
    }

    /// Guesses whose lower bounds are within the limit, the most promising first. If there are none, the one with the
    /// least bound.
    fn promising(&self, codes: &[u16], n_left: u8, limit: u32) -> Vec<(u32, u16)> {
        let n_codes = codes.len() as u32;
        let least: Vec<u32> = (0..=n_codes).map(|n_codes| self.least(n_codes, n_left - 1)).collect();
        let all_black = usize::from(self.answers.all_black);
        let (mut guesses, mut nearest) = (Vec::new(), (INFINITE, 0));
        let mut judge = |guess: u16| {
            let mut sizes = self.answers.sizes(guess, codes);
            sizes[all_black] = 0;
            let bound = n_codes + sizes.iter().map(|&size| least[usize::from(size)]).sum::<u32>();
            let splits = sizes.iter().all(|&size| u32::from(size) < n_codes);
            if splits && bound <= limit {
                guesses.push((bound, guess));
            } else if splits {
                nearest = nearest.min((bound, guess));
            }
            bound
        };
        // A code of the set that tells all others apart is optimal.
        let perfect = codes.iter().find(|&&code| judge(code) == 2 * n_codes - 1);
        if let Some(&guess) = perfect {
            return vec![(2 * n_codes - 1, guess)];
        }
        (0..self.answers.n_codes as u16).filter(|guess| codes.binary_search(guess).is_err()).for_each(|guess| {
            judge(guess);
        });
        if guesses.is_empty() {
            return vec![nearest];
        }
        guesses.sort_unstable();
        guesses
    }

    /// The cost of a guess, if it is within the limit.
    pub fn cost_of_guess(
        &mut self,
        n_codes: u32,
        mut parts: [Vec<u16>; N_ANSWERS],
        n_left: u8,
        limit: u32,
    ) -> Option<u32> {
        parts[usize::from(self.answers.all_black)].clear();
        parts.sort_unstable_by_key(Vec::len);
        let mut bounds: Vec<u32> = parts.iter().map(|part| self.least(part.len() as u32, n_left - 1)).collect();
        let mut sum = n_codes + bounds.iter().sum::<u32>();
        // First a one-ply bound for each part, then the whole search.
        for is_thorough in [false, true] {
            for (part, bound) in parts.iter().zip(&mut bounds).filter(|(part, _)| part.len() > 2) {
                if sum > limit {
                    return None;
                }
                let room = limit - (sum - *bound);
                let cost = if is_thorough {
                    self.cost(part, n_left - 1, room)
                } else {
                    self.sharper_bound(part, n_left - 1, *bound)
                };
                sum = sum - *bound + cost;
                *bound = cost;
            }
        }
        (sum <= limit).then_some(sum)
    }

    /// A sharper bound for a set: that of its most promising guess.
    fn sharper_bound(&mut self, codes: &[u16], n_left: u8, least: u32) -> u32 {
        let key = (n_left, codes.into());
        if let Some(known) = self.known.get(&key) {
            return known.cost;
        }
        if n_left == 0 {
            return INFINITE;
        }
        let cost = self.promising(codes, n_left, INFINITE - 1)[0].0.max(least);
        self.known.insert(key, Known { cost, guess: None });
        cost
    }
}

/// Whether no earlier guess divided the codes into the same parts, whatever the answers were. A guess that is in the
/// set comes before others that divide alike, because it is cheaper.
fn is_new(seen: &mut Vec<Vec<u16>>, parts: &[Vec<u16>; N_ANSWERS]) -> bool {
    let mut sorted: Vec<&Vec<u16>> = parts.iter().filter(|part| !part.is_empty()).collect();
    sorted.sort_unstable();
    // A number that is no code ends each part.
    let division: Vec<u16> = sorted.into_iter().flat_map(|part| part.iter().copied().chain([u16::MAX])).collect();
    let is_new = !seen.contains(&division);
    if is_new {
        seen.push(division);
    }
    is_new
}
