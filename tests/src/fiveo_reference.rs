//! A reference implementation of the six baselines: plain, slow and in f64, written only from the text of the rules.
//!
//! Shares no code with core: a card is a rank and a suit parsed from its text, a hand is a list, and every formula is
//! written as in the specification. Notation as there: a column `m` with `k` free places, unseen cards `U`.

use std::cmp::Ordering;

use pipsqueak_core::cards::Cards;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::games::fiveo::{Column, TableView};

/// A rank from 2 to 14 and a suit's letter.
type Card = (u32, char);
type Hand = Vec<Card>;

/// A score that is compared part by part; a missing part is less than any.
type Score = Vec<f64>;

/// The open columns whose score is the best, or less by no more than `slack`.
pub fn best(kind: BaselineKind, view: &TableView, slack: f64) -> Vec<Column> {
    let scores: Vec<(Column, Score)> = view.open().iter().map(|column| (column, score(kind, view, column))).collect();
    let is_best = |score: &Score| scores.iter().all(|(_, other)| compare(score, other, slack) != Ordering::Less);
    scores.iter().filter(|(_, score)| is_best(score)).map(|&(column, _)| column).collect()
}

fn compare(left: &Score, right: &Score, slack: f64) -> Ordering {
    let differing = left.iter().zip(right).find(|(left, right)| (*left - *right).abs() > slack);
    differing.map_or(left.len().cmp(&right.len()), |(left, right)| left.total_cmp(right))
}

fn score(kind: BaselineKind, view: &TableView, column: Column) -> Score {
    let place = Place::new(view, column);
    match kind {
        BaselineKind::Random => vec![],
        BaselineKind::Greedy => strength(&place.after),
        BaselineKind::Pairing if place.matches() => vec![1.0, paired(&place.after)],
        BaselineKind::WeightedPairing if place.matches() => {
            vec![1.0, flag(beats(&place.after, &place.opposite)), paired(&place.after)]
        }
        BaselineKind::Pairing | BaselineKind::WeightedPairing => vec![0.0],
        BaselineKind::FullStrategy => vec![full_strategy(&place)],
        BaselineKind::Tactician => vec![tactician(&place)],
    }
}

/// One open column, the card that may go there, and the other inputs of the formulas.
struct Place {
    before: Hand,
    after: Hand,
    opposite: Hand,
    card: Card,
    unseen: Hand,
    n_other_open: f64,
}

impl Place {
    fn new(view: &TableView, column: Column) -> Place {
        let card = hand(Cards::EMPTY.with(view.card()))[0];
        let before = hand(view.own(column));
        let seen: Hand =
            Column::ALL.into_iter().flat_map(|column| hand(view.own(column) | view.opponent(column))).collect();
        let unseen = hand(Cards::ALL).into_iter().filter(|other| !seen.contains(other) && *other != card).collect();
        let after = [&before[..], &[card]].concat();
        let n_open = Column::ALL.into_iter().filter(|&other| view.own(other).len() as usize == before.len()).count();
        Place { before, after, opposite: hand(view.opponent(column)), card, unseen, n_other_open: n_open as f64 - 1.0 }
    }

    /// Whether the column holds a card of the same rank.
    fn matches(&self) -> bool {
        self.before.iter().any(|card| card.0 == self.card.0)
    }

    fn is_dead(&self) -> bool {
        let with_card = [&self.unseen[..], &[self.card]].concat();
        reach(&self.before, &with_card) < category(&self.opposite)
    }
}

fn hand(cards: Cards) -> Hand {
    let read = |text: String| {
        let mut letters = text.chars();
        let rank = letters.next().and_then(|letter| "23456789TJQKA".find(letter)).expect("a rank") as u32 + 2;
        (rank, letters.next().expect("a suit"))
    };
    cards.into_iter().map(|card| read(card.to_string())).collect()
}

// Strength.

/// The category, then the ranks that decide: the greatest group first, higher ranks first among equal groups.
fn strength(m: &[Card]) -> Score {
    let deciding = match run(m) {
        Some(top) => vec![top],
        None => groups(m).into_iter().map(|(_, rank)| rank).collect(),
    };
    std::iter::once(category(m)).chain(deciding.into_iter().map(f64::from)).collect()
}

fn beats(m: &[Card], opposite: &[Card]) -> bool {
    compare(&strength(m), &strength(opposite), 0.0) == Ordering::Greater
}

/// 0 high card, 1 pair, 2 two pairs, 3 trips, 4 straight, 5 flush, 6 full house, 7 quads, 8 straight flush.
fn category(m: &[Card]) -> f64 {
    let flush = m.len() == 5 && is_one_suit(m);
    match (run(m).is_some(), flush) {
        (true, true) => 8.0,
        (false, true) => 5.0,
        (true, false) => 4.0,
        (false, false) => paired(m),
    }
}

/// 0 none, 1 pair, 2 two pairs, 3 trips, 6 full house, 7 quads.
fn paired(m: &[Card]) -> f64 {
    let sizes: Vec<usize> = groups(m).into_iter().map(|(size, _)| size).collect();
    match sizes[..] {
        [4, ..] => 7.0,
        [3, 2, ..] => 6.0,
        [3, ..] => 3.0,
        [2, 2, ..] => 2.0,
        [2, ..] => 1.0,
        _ => 0.0,
    }
}

/// How often each rank is held, the greatest group first, then the highest rank.
fn groups(m: &[Card]) -> Vec<(usize, u32)> {
    let mut groups: Vec<(usize, u32)> =
        (2..=14).map(|rank| (count(m, rank), rank)).filter(|&(size, _)| size > 0).collect();
    groups.sort_by(|left, right| right.cmp(left));
    groups
}

fn count(m: &[Card], rank: u32) -> usize {
    m.iter().filter(|card| card.0 == rank).count()
}

fn is_one_suit(m: &[Card]) -> bool {
    m.iter().all(|card| card.1 == m[0].1)
}

/// The top rank of the straight that five cards form; the ace below the two makes a five-high one.
fn run(m: &[Card]) -> Option<u32> {
    runs().find(|run| m.len() == 5 && run.iter().all(|&rank| count(m, rank) == 1)).map(|run| run[4])
}

/// The ten runs of five ranks.
fn runs() -> impl Iterator<Item = [u32; 5]> {
    std::iter::once([14, 2, 3, 4, 5]).chain((2..=10).map(|low| [low, low + 1, low + 2, low + 3, low + 4]))
}

// Chances.

fn hit(outs: f64, draws: f64, unseen: &[Card]) -> f64 {
    if outs <= 0.0 { 0.0 } else { 1.0 - (1.0 - (outs / unseen.len() as f64).min(1.0)).powf(draws) }
}

/// The draws of this round for the first free place, five for every other.
fn draws(place: usize, d: f64) -> f64 {
    if place == 0 { d } else { 5.0 }
}

fn flush(m: &[Card], d: f64, unseen: &[Card]) -> f64 {
    if !is_one_suit(m) {
        return 0.0;
    }
    let outs = unseen.iter().filter(|card| card.1 == m[0].1).count() as f64;
    (0..5 - m.len()).map(|i| hit(outs - i as f64, draws(i, d), unseen)).product()
}

fn straight(m: &[Card], d: f64, unseen: &[Card]) -> f64 {
    if groups(m).iter().any(|&(size, _)| size > 1) {
        return 0.0;
    }
    let k = 5 - m.len();
    let mut chances = Vec::new();
    for run in runs().filter(|run| m.iter().all(|card| run.contains(&card.0))) {
        let missing: Vec<u32> = run.into_iter().filter(|&rank| count(m, rank) == 0).collect();
        if missing.iter().all(|&rank| count(unseen, rank) > 0) {
            let outs = missing.iter().map(|&rank| count(unseen, rank)).sum::<usize>() as f64;
            let share = |i: usize| (k - i) as f64 / k as f64;
            chances.push((0..k).map(|i| hit(outs * share(i), draws(i, d), unseen)).product::<f64>());
        }
    }
    let sum: f64 = chances.iter().sum();
    let largest = chances.into_iter().fold(0.0, f64::max);
    if k <= 1 { sum.min(1.0) } else { (largest + (sum - largest) / 2.0).min(1.0) }
}

/// The best category that a column may still reach; `unseen` counts the card to place.
fn reach(m: &[Card], unseen: &[Card]) -> f64 {
    let group = match 5 - m.len() {
        0 => return category(m),
        1 => unseen.iter().map(|&card| paired(&[m, &[card]].concat())).fold(0.0, f64::max),
        2 if paired(m) == 0.0 => 3.0,
        _ => 7.0,
    };
    let by_flush = if flush(m, 5.0, unseen) > 0.0 { 5.0 } else { 0.0 };
    let by_straight = if straight(m, 5.0, unseen) > 0.0 { 4.0 } else { 0.0 };
    group.max(by_flush).max(by_straight)
}

// The two players that weigh chances.

fn full_strategy(place: &Place) -> f64 {
    if place.is_dead() {
        return 0.05;
    }
    let Place { before, after, opposite, unseen, .. } = place;
    value(after, opposite, 5.0, unseen) - value(before, opposite, place.n_other_open, unseen)
}

fn value(m: &[Card], opposite: &[Card], d: f64, unseen: &[Card]) -> f64 {
    let k = 5 - m.len();
    let c = category(m);
    let one_more = |rank: u32| {
        // The suit is none: only the rank counts here.
        let new = paired(&[m, &[(rank, '?')]].concat());
        hit(count(unseen, rank) as f64, (d + 5.0 * (k as f64 - 1.0)) / 2.0, unseen) * (new - c).max(0.0)
    };
    let g = if k > 0 { groups(m).into_iter().map(|(_, rank)| one_more(rank)).sum::<f64>() / 2.0 } else { 0.0 };
    let (f, t) = (flush(m, d, unseen), straight(m, d, unseen));
    let a = f * c.max(5.0) + (1.0 - f) * (t * c.max(4.0) + (1.0 - t) * c);
    let highest = m.iter().map(|card| card.0 - 2).max().expect("a column has a card");
    (g + c).max(a) + 0.3 * flag(beats(m, opposite)) + 0.02 * f64::from(highest)
}

fn tactician(place: &Place) -> f64 {
    let Place { before, after, opposite, unseen, .. } = place;
    let d = place.n_other_open;
    let (f0, t0) = (flush(before, d, unseen), straight(before, d, unseen));
    let (f1, t1) = (flush(after, 5.0, unseen), straight(after, 5.0, unseen));
    let good_draw = before.len() >= 3 && (f0 > 0.3 || t0 > 0.3);
    if [4.0, 5.0, 8.0].contains(&category(after)) {
        300.0
    } else if place.matches() && !place.is_dead() && !good_draw {
        100.0 + 10.0 * flag(beats(after, opposite)) + paired(after)
    } else if place.is_dead() {
        20.0
    } else {
        let turns = !beats(before, opposite) && beats(after, opposite);
        30.0 * f1.max(t1) - 25.0 * (f0 - f1).max(0.0) - 25.0 * (t0 - t1).max(0.0) + flag(turns)
    }
}

fn flag(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}
