//! Chances of drawing what a column lacks, as the baselines and the richer terminals estimate them.
//!
//! Everything is f32 arithmetic in a fixed order, so that board and desktop agree to the bit.

use core::cell::Cell;

use super::Outlook;

/// Draws that may go to a column in each round after the current one.
pub const DRAWS_A_ROUND: u32 = 5;

/// The chance that at least one of `outs` unseen cards comes in `half_draws / 2` draws, each taken as independent.
///
/// Half draws are counted because full-strategy asks for halves; a square root is exact to the last bit on every
/// machine, unlike a general power.
#[cfg_attr(feature = "lanes", inline(always))]
pub fn hit(outs: f32, n_unseen: f32, half_draws: u32) -> f32 {
    if outs <= 0.0 {
        return 0.0;
    }
    let miss = 1.0 - at_most_one(outs / n_unseen);
    let all_miss = power(miss, half_draws / 2);
    1.0 - if half_draws % 2 == 1 { all_miss * libm::sqrtf(miss) } else { all_miss }
}

/// The chance, clamped to 1. Without `min`, which handles NaN and therefore is a library call on many machines.
#[cfg_attr(feature = "lanes", inline(always))]
fn at_most_one(chance: f32) -> f32 {
    if chance < 1.0 { chance } else { 1.0 }
}

/// `base` to a small integer power, with as few multiplications as possible: each is a library call on a board without
/// a float unit.
#[cfg_attr(feature = "lanes", inline(always))]
fn power(base: f32, exponent: u32) -> f32 {
    if exponent == 0 {
        return 1.0;
    }
    let (mut square, mut rest) = (base, exponent);
    while rest % 2 == 0 {
        square *= square;
        rest /= 2;
    }
    let mut product = square;
    while rest > 1 {
        square *= square;
        rest /= 2;
        if rest % 2 == 1 {
            product *= square;
        }
    }
    product
}

/// A source of chances, which are computed from hits. A source may also have whole chances ready.
pub trait HitSource {
    /// What [`hit`] gives.
    fn hit(&self, outs: f32, n_unseen: f32, half_draws: u32) -> f32;

    /// The chance that one of `outs` cards comes to a column with free places. Only half of the draws of this round and
    /// the later ones are counted: the other columns need cards too.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn one(&self, n_unseen: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        match u32::from(n_free).checked_sub(1) {
            Some(n_later) => self.hit(outs as f32, n_unseen, draws + DRAWS_A_ROUND * n_later),
            None => 0.0,
        }
    }

    /// The chance that every free place gets one of `outs` cards, each place a different card.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn flush(&self, n_unseen: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        let outs = outs as f32;
        let mut chance = 1.0;
        for place in 0..u32::from(n_free) {
            chance *= self.hit(outs - place as f32, n_unseen, 2 * draws_for(place, draws));
        }
        chance
    }

    /// The chance that one run is completed, if this many unseen cards have a missing rank of it.
    #[cfg_attr(feature = "lanes", inline(always))]
    fn run(&self, n_unseen: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        let shares = SHARES.get(usize::from(n_free)).copied().unwrap_or_default();
        let outs = outs as f32;
        let mut chance = 1.0;
        for (place, share) in (0..).zip(shares) {
            chance *= self.hit(outs * share, n_unseen, 2 * draws_for(place, draws));
        }
        chance
    }
}

/// Computes every hit, without a cache.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCache;

impl HitSource for NoCache {
    #[cfg_attr(feature = "lanes", inline(always))]
    fn hit(&self, outs: f32, n_unseen: f32, half_draws: u32) -> f32 {
        hit(outs, n_unseen, half_draws)
    }
}

/// Caches the hits of one decision, in which the number of unseen cards is always the same. The columns of a decision
/// have many hits in common, and without a float unit each costs hundreds of instructions.
#[derive(Debug)]
pub struct HitCache {
    places: [Cell<Known>; HitCache::PLACES],
}

/// A cached hit.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The bits of the outs; never those of 0, which marks an empty entry.
    outs: u32,
    half_draws: u32,
    chance: f32,
}

impl HitCache {
    const PLACES: usize = 32;

    /// Nothing is known yet.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub const fn new() -> HitCache {
        HitCache { places: [const { Cell::new(Known { outs: 0, half_draws: 0, chance: 0.0 }) }; HitCache::PLACES] }
    }
}

impl HitSource for HitCache {
    #[inline(never)]
    fn hit(&self, outs: f32, n_unseen: f32, half_draws: u32) -> f32 {
        let bits = outs.to_bits();
        // Outs are small numbers, most of them whole: they differ in the highest bits of their fractions.
        let place = &self.places[((bits >> 19) + 5 * half_draws) as usize % HitCache::PLACES];
        let known = place.get();
        if (known.outs, known.half_draws) == (bits, half_draws) {
            return known.chance;
        }
        let chance = hit(outs, n_unseen, half_draws);
        place.set(Known { outs: bits, half_draws, chance });
        chance
    }
}

/// All chances for a number of unseen cards and a number of draws this round, computed in advance for callers that play
/// many tables at once.
#[derive(Clone, Debug)]
pub struct ChanceTable {
    draws: u32,
    one: Chances,
    flush: Chances,
    run: Chances,
}

/// Chances by the number of free places and the number of outs. The lengths are powers of two, so that an index needs a
/// mask and no bounds check.
type Chances = [[f32; 32]; 8];

impl ChanceTable {
    /// The most free places: every column holds a card.
    const MOST_FREE: u16 = 4;
    /// No column has more outs: the five ranks of a run have 20 cards.
    const MOST_OUTS: u32 = 20;

    /// No chances at all.
    pub const NONE: ChanceTable =
        ChanceTable { draws: 0, one: [[0.0; 32]; 8], flush: [[0.0; 32]; 8], run: [[0.0; 32]; 8] };

    /// Computes the table.
    pub fn new(n_unseen: f32, draws: u32) -> ChanceTable {
        let mut table = ChanceTable { draws, ..ChanceTable::NONE };
        for n_free in 0..=Self::MOST_FREE {
            for outs in 0..=Self::MOST_OUTS {
                let (row, column) = (usize::from(n_free), outs as usize);
                table.one[row][column] = NoCache.one(n_unseen, n_free, outs, draws);
                table.flush[row][column] = NoCache.flush(n_unseen, n_free, outs, draws);
                table.run[row][column] = NoCache.run(n_unseen, n_free, outs, draws);
            }
        }
        table
    }
}

/// The tables of one decision: for the draws that the seat's columns may get, and for those of a whole round.
#[derive(Clone, Copy, Debug)]
pub struct ChanceTables<'t>(pub &'t ChanceTable, pub &'t ChanceTable);

impl ChanceTables<'_> {
    #[cfg_attr(feature = "lanes", inline(always))]
    fn with(&self, draws: u32) -> &ChanceTable {
        if draws == self.0.draws { self.0 } else { self.1 }
    }
}

impl HitSource for ChanceTables<'_> {
    #[cfg_attr(feature = "lanes", inline(always))]
    fn hit(&self, outs: f32, n_unseen: f32, half_draws: u32) -> f32 {
        hit(outs, n_unseen, half_draws)
    }

    #[cfg_attr(feature = "lanes", inline(always))]
    fn one(&self, _: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        self.with(draws).one[usize::from(n_free) % 8][outs as usize % 32]
    }

    #[cfg_attr(feature = "lanes", inline(always))]
    fn flush(&self, _: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        self.with(draws).flush[usize::from(n_free) % 8][outs as usize % 32]
    }

    #[cfg_attr(feature = "lanes", inline(always))]
    fn run(&self, _: f32, n_free: u16, outs: u32, draws: u32) -> f32 {
        self.with(draws).run[usize::from(n_free) % 8][outs as usize % 32]
    }
}

impl Outlook {
    /// The chance that the column still becomes a flush, when `draws` own draws may go there this round.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn flush_chance(&self, hits: &impl HitSource, draws: u32) -> f32 {
        if !self.one_suit {
            return 0.0;
        }
        hits.flush(self.n_unseen, self.n_free, self.suit_unseen.len(), draws)
    }

    /// The chance that the column still becomes a straight, when `draws` own draws may go there this round. Runs
    /// beyond the likeliest count half, because they share cards with it, unless a single card decides.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn straight_chance(&self, hits: &impl HitSource, draws: u32) -> f32 {
        if self.held.twice.any() {
            return 0.0;
        }
        let (mut sum, mut best) = (0.0f32, 0.0f32);
        // Neighbouring runs often have the same number of outs, and then the same chance.
        let mut known = (u32::MAX, 0.0);
        for run in self.runs(self.unseen.once).iter() {
            let outs = self.unseen.count_of(run - self.held.once);
            if known.0 != outs {
                known = (outs, hits.run(self.n_unseen, self.n_free, outs, draws));
            }
            sum += known.1;
            best = if known.1 > best { known.1 } else { best };
        }
        at_most_one(if self.n_free <= 1 { sum } else { best + (sum - best) / 2.0 })
    }

    /// The chance that one of `outs` unseen cards comes to the column in time, when `draws` own draws may go there this
    /// round.
    #[cfg_attr(feature = "lanes", inline(always))]
    pub fn chance_of_one(&self, hits: &impl HitSource, outs: u32, draws: u32) -> f32 {
        hits.one(self.n_unseen, self.n_free, outs, draws)
    }
}

/// By the number of free places: the share of the wanted cards that each place, in turn, finds still unseen.
const SHARES: [&[f32]; 6] = [
    &[],
    &[1.0],
    &[1.0, 1.0 / 2.0],
    &[1.0, 2.0 / 3.0, 1.0 / 3.0],
    &[1.0, 3.0 / 4.0, 2.0 / 4.0, 1.0 / 4.0],
    &[1.0, 4.0 / 5.0, 3.0 / 5.0, 2.0 / 5.0, 1.0 / 5.0],
];

#[cfg_attr(feature = "lanes", inline(always))]
fn draws_for(place: u32, draws_this_round: u32) -> u32 {
    if place == 0 { draws_this_round } else { DRAWS_A_ROUND }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Cards, cards};
    use crate::games::fiveo::UnseenCards;

    fn outlook(column: &str, unseen: Cards) -> Outlook {
        Outlook::new(cards(column), &UnseenCards::new(unseen))
    }

    fn close(left: f32, right: f64) {
        assert!((f64::from(left) - right).abs() < 1e-5, "{left} is not {right}");
    }

    #[test]
    fn a_hit_is_one_less_all_misses() {
        close(hit(4.0, 40.0, 10), 1.0 - 0.9f64.powi(5));
        close(hit(4.0, 40.0, 7), 1.0 - 0.9f64.powf(3.5));
        close(hit(50.0, 40.0, 2), 1.0);
        close(hit(0.0, 40.0, 10), 0.0);
        close(hit(-1.0, 40.0, 10), 0.0);
        close(hit(4.0, 40.0, 0), 0.0);
    }

    #[test]
    fn a_flush_needs_one_suit_and_cards_left_in_it() {
        let unseen = Cards::ALL - cards("2h 5h 9h");
        let one = |outs: f64, draws| 1.0 - (1.0 - outs / 49.0f64).powi(draws);
        close(outlook("2h 5h 9h", unseen).flush_chance(&NoCache, 3), one(10.0, 3) * one(9.0, 5));
        close(outlook("2h 5c", unseen).flush_chance(&NoCache, 5), 0.0);
        close(outlook("2h 5h 9h Jh Kh", unseen).flush_chance(&NoCache, 5), 1.0);
        close(outlook("2h 5h 9h", cards("3h 4c 5c")).flush_chance(&NoCache, 5), 0.0);
    }

    #[test]
    fn half_of_the_draws_count_for_one_card() {
        let unseen = Cards::ALL - cards("2h 5c 9d");
        // Three draws this round and five in the next make four; a full column gets none.
        close(outlook("2h 5c 9d", unseen).chance_of_one(&NoCache, 6, 3), 1.0 - (43.0 / 49.0f64).powi(4));
        close(outlook("2h 5c 9d Jh Ks", unseen).chance_of_one(&NoCache, 6, 3), 0.0);
    }

    #[test]
    fn a_straight_sums_its_runs() {
        let unseen = Cards::ALL - cards("5h 6c 7d 8s");
        // Open at both ends: two runs with four cards each, one place left.
        close(outlook("5h 6c 7d 8s", unseen).straight_chance(&NoCache, 5), 2.0 * (1.0 - (44.0 / 48.0f64).powi(5)));
        // Two places left: 5-9, 6-T and 4-8; the best counts whole, the others half.
        let unseen = Cards::ALL - cards("6c 7d 8s");
        let run =
            |first: f64, second: f64| (1.0 - (1.0 - first / 49.0).powi(2)) * (1.0 - (1.0 - second / 49.0).powi(5));
        close(outlook("6c 7d 8s", unseen).straight_chance(&NoCache, 2), 2.0 * run(8.0, 4.0));
        close(outlook("5h 6c 7d 8s 9c", unseen).straight_chance(&NoCache, 5), 1.0);
        close(outlook("5h 5c", unseen).straight_chance(&NoCache, 5), 0.0);
        close(outlook("2h 9c", unseen).straight_chance(&NoCache, 5), 0.0);
    }

    #[test]
    fn a_cache_gives_what_is_worked_out_anew() {
        let cache = HitCache::new();
        for _ in 0..2 {
            for (outs, share) in (0..50u32).flat_map(|outs| [1.0, 2.0 / 3.0, 0.5, 0.25].map(|share| (outs, share))) {
                for half_draws in 0..30 {
                    let outs = outs as f32 * share - 1.0;
                    assert_eq!(cache.hit(outs, 42.0, half_draws), hit(outs, 42.0, half_draws), "{outs} {half_draws}");
                }
            }
        }
    }

    fn chances(hits: &impl HitSource, n_unseen: f32, n_free: u16, outs: u32, draws: u32) -> [f32; 3] {
        let (one, flush) = (hits.one(n_unseen, n_free, outs, draws), hits.flush(n_unseen, n_free, outs, draws));
        [one, flush, hits.run(n_unseen, n_free, outs, draws)]
    }

    #[test]
    fn a_table_gives_what_is_worked_out_anew() {
        for (n_unseen, draws) in (2..=42).flat_map(|n_unseen| (0..=5).map(move |draws| (n_unseen as f32, draws))) {
            let [own, opponent] = [draws, DRAWS_A_ROUND].map(|draws| ChanceTable::new(n_unseen, draws));
            let tables = ChanceTables(&own, &opponent);
            for (n_free, outs) in (0..=4).flat_map(|n_free| (0..=20).map(move |outs| (n_free, outs))) {
                for draws in [draws, DRAWS_A_ROUND] {
                    assert_eq!(
                        chances(&tables, n_unseen, n_free, outs, draws),
                        chances(&NoCache, n_unseen, n_free, outs, draws),
                        "{n_unseen} unseen, {n_free} free, {outs} outs, {draws} draws"
                    );
                }
            }
        }
    }
}
