//! The features of a column that an Eval-Tree sees: of one column, or of many columns side by side.

use core::cell::Cell;

use super::chances::HitCache;
use super::strength::Parts;
use super::{Column, Outlook, Strength, TableView, Terminal, UnseenCards};
use crate::cards::{Cards, Multiplicity, Ranks};
use crate::tree::Terminals;

/// One column and the opponent's opposite one, as the terminals see them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ColumnFeatures {
    /// The seat's own column.
    pub own: Outlook,
    /// The opponent's face-up cards; its other places count as free.
    pub opponent: Outlook,
    /// How strong the seat's own column is.
    pub own_strength: Strength,
    /// How strong the opponent's face-up cards are.
    pub opponent_strength: Strength,
    /// What is the same for all columns of a decision.
    pub decision: DecisionFeatures,
}

/// What is the same for all columns that are compared in one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DecisionFeatures {
    /// Whether the fifth cards are being placed.
    pub is_last_round: bool,
    /// How many other columns of the seat still wait for their card of this round.
    pub n_other_open: u8,
    /// How many of the seat's next draws may go to the column before it is skipped for a round: 5 once it has its card
    /// of this round, else the number of other open columns.
    pub draws: u8,
}

impl DecisionFeatures {
    /// A decision with `n_open` open columns, seen before or after the card is placed.
    #[inline(always)]
    pub fn new(is_last_round: bool, n_open: u8, placed: bool) -> DecisionFeatures {
        let n_other_open = n_open.saturating_sub(1);
        DecisionFeatures { is_last_round, n_other_open, draws: if placed { 5 } else { n_other_open } }
    }
}

impl ColumnFeatures {
    /// A column holding `own` opposite `opponent`.
    #[inline(always)]
    pub fn new(own: Cards, opponent: Cards, unseen: &UnseenCards, decision: DecisionFeatures) -> ColumnFeatures {
        ColumnFeatures {
            own: Outlook::new(own, unseen),
            opponent: Outlook::new(opponent, unseen),
            own_strength: Strength::of(own),
            opponent_strength: Strength::of(opponent),
            decision,
        }
    }

    /// A column of a view with the drawn card placed in it.
    pub fn after(view: &TableView, column: Column, unseen: &UnseenCards) -> ColumnFeatures {
        let decision = DecisionFeatures::new(view.is_last_round(), view.open().len() as u8, true);
        ColumnFeatures::new(view.own(column).with(view.card()), view.opponent(column), unseen, decision)
    }

    /// A column of a view without the drawn card.
    pub fn before(view: &TableView, column: Column, unseen: &UnseenCards) -> ColumnFeatures {
        let decision = DecisionFeatures::new(view.is_last_round(), view.open().len() as u8, false);
        ColumnFeatures::new(view.own(column), view.opponent(column), unseen, decision)
    }

    /// The strengths' difference in sixteenths of a category.
    #[inline(always)]
    pub(super) fn sixteenths_ahead(&self) -> i16 {
        self.own_strength.sixteenths() as i16 - self.opponent_strength.sixteenths() as i16
    }
}

/// The numbers of the terminals that depend on the seat's own cards. A list, because asking each terminal would cost
/// more than forgetting its value.
const OF_OWN_CARDS: [u8; N_OF_OWN_CARDS] = {
    let mut numbers = [0; N_OF_OWN_CARDS];
    let (mut number, mut n_found) = (0, 0);
    while number < Terminal::ALL.len() {
        if !Terminal::ALL[number].is_of_opponent_alone() {
            numbers[n_found] = number as u8;
            n_found += 1;
        }
        number += 1;
    }
    assert!(n_found == N_OF_OWN_CARDS, "N_OF_OWN_CARDS must be the number of these terminals");
    numbers
};
const N_OF_OWN_CARDS: usize = 32;

/// A column whose terminals are computed once each, however often a tree asks for them. A chance costs a board as much
/// as a hundred nodes, and good trees ask for the same few chances again and again.
pub struct CachedFeatures<'m> {
    features: ColumnFeatures,
    /// The hits of the whole decision.
    hits: &'m HitCache,
    /// The values' bits, or [`CachedFeatures::UNKNOWN`].
    values: [Cell<u32>; Terminal::ALL.len()],
}

impl<'m> CachedFeatures<'m> {
    /// The bits of a NaN, which no terminal has as its value.
    const UNKNOWN: u32 = u32::MAX;

    /// A column of which no terminal is computed yet.
    #[inline(always)]
    pub fn new(features: ColumnFeatures, hits: &'m HitCache) -> CachedFeatures<'m> {
        CachedFeatures { features, hits, values: [const { Cell::new(Self::UNKNOWN) }; Terminal::ALL.len()] }
    }

    /// Changes the cards of the seat's own column. Terminals that depend only on the opponent's and the unseen cards
    /// stay known.
    #[inline(always)]
    pub fn turn_to(&mut self, features: ColumnFeatures) {
        self.features = features;
        for &number in &OF_OWN_CARDS {
            if let Some(value) = self.values.get(usize::from(number)) {
                value.set(Self::UNKNOWN);
            }
        }
    }
}

impl Terminals for CachedFeatures<'_> {
    #[inline(always)]
    fn value(&self, terminal: u8) -> f32 {
        let Some(known) = self.values.get(usize::from(terminal)) else { return 0.0 };
        if known.get() == Self::UNKNOWN {
            known.set(work_out(&self.features, self.hits, terminal).to_bits());
        }
        f32::from_bits(known.get())
    }
}

/// Computes a terminal. Not inlined: the code of all terminals inside the evaluation loop would leave the loop no
/// registers.
#[inline(never)]
pub(super) fn work_out(features: &ColumnFeatures, hits: &HitCache, terminal: u8) -> f32 {
    Terminal::ALL.get(usize::from(terminal)).map_or(0.0, |terminal| terminal.value(features, hits))
}

/// `LANES` columns side by side, each fact in an array of its own, so that a terminal is computed for all at once.
///
/// All columns belong to decisions at the same move of their games, so every lane has the same number of unseen cards.
///
/// The struct and its parts are aligned to cache lines, because a vector of 64 bytes that crosses two lines is read and
/// written twice.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct FeatureLanes<const LANES: usize> {
    own: Outlooks<LANES>,
    opponent: Outlooks<LANES>,
    unseen_suits: Suits<LANES>,
    unseen: Multiplicities<LANES>,
    n_unseen: f32,
    own_strength: Strengths<LANES>,
    opponent_strength: Strengths<LANES>,
    decision: DecisionFeatures,
}

/// The cards of `LANES` columns side by side: what [`FeatureLanes`] looks at.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct ColumnLanes<const LANES: usize> {
    /// The seat's own columns.
    pub own: [Cards; LANES],
    /// The opponent's face-up cards.
    pub opponent: [Cards; LANES],
    /// The unseen cards, equally many in all lanes in use. The first lane is always in use.
    pub unseen: [Cards; LANES],
}

impl<const LANES: usize> Default for ColumnLanes<LANES> {
    fn default() -> Self {
        let none = [Cards::EMPTY; LANES];
        ColumnLanes { own: none, opponent: none, unseen: none }
    }
}

impl<const LANES: usize> ColumnLanes<LANES> {
    /// Puts a column into a lane below `LANES`.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, own: Cards, opponent: Cards, unseen: Cards) {
        self.own[lane] = own;
        self.opponent[lane] = opponent;
        self.unseen[lane] = unseen;
    }
}

/// The ranks of many sets of cards, suit by suit.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Suits<const LANES: usize> {
    clubs: [Ranks; LANES],
    diamonds: [Ranks; LANES],
    hearts: [Ranks; LANES],
    spades: [Ranks; LANES],
}

impl<const LANES: usize> Suits<LANES> {
    const NONE: Self = Suits {
        clubs: [Ranks::EMPTY; LANES],
        diamonds: [Ranks::EMPTY; LANES],
        hearts: [Ranks::EMPTY; LANES],
        spades: [Ranks::EMPTY; LANES],
    };

    /// Splits words into halves and then halves into suits: vector code for a single step would take twice as long.
    #[inline(always)]
    fn fill(&mut self, cards: &[Cards; LANES]) {
        let [mut minors, mut majors] = [[0; LANES]; 2];
        for (lane, cards) in cards.iter().enumerate() {
            [minors[lane], majors[lane]] = cards.halves();
        }
        for lane in 0..LANES {
            [self.clubs[lane], self.diamonds[lane]] = Ranks::of_half(minors[lane]);
            [self.hearts[lane], self.spades[lane]] = Ranks::of_half(majors[lane]);
        }
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> [Ranks; 4] {
        [self.clubs[lane], self.diamonds[lane], self.hearts[lane], self.spades[lane]]
    }
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Outlooks<const LANES: usize> {
    held: Multiplicities<LANES>,
    n_free: [u16; LANES],
    one_suit: [bool; LANES],
    suit_unseen: [Ranks; LANES],
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Multiplicities<const LANES: usize> {
    once: [Ranks; LANES],
    twice: [Ranks; LANES],
    thrice: [Ranks; LANES],
    four_times: [Ranks; LANES],
}

impl<const LANES: usize> Multiplicities<LANES> {
    const NONE: Self = Multiplicities {
        once: [Ranks::EMPTY; LANES],
        twice: [Ranks::EMPTY; LANES],
        thrice: [Ranks::EMPTY; LANES],
        four_times: [Ranks::EMPTY; LANES],
    };

    #[inline(always)]
    fn fill(&mut self, suits: &Suits<LANES>) {
        for lane in 0..LANES {
            let held = Multiplicity::of_suits(suits.get(lane));
            self.once[lane] = held.once;
            self.twice[lane] = held.twice;
            self.thrice[lane] = held.thrice;
            self.four_times[lane] = held.four_times;
        }
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> Multiplicity {
        Multiplicity {
            once: self.once[lane],
            twice: self.twice[lane],
            thrice: self.thrice[lane],
            four_times: self.four_times[lane],
        }
    }
}

/// The free places of a column with this many cards.
#[inline(always)]
fn free_places(n_cards: u32) -> u16 {
    5u16.saturating_sub(n_cards as u16)
}

impl<const LANES: usize> Outlooks<LANES> {
    const NONE: Self = Outlooks {
        held: Multiplicities::NONE,
        n_free: [0; LANES],
        one_suit: [false; LANES],
        suit_unseen: [Ranks::EMPTY; LANES],
    };

    #[inline(always)]
    fn fill(&mut self, cards: &[Cards; LANES], unseen: &Suits<LANES>) {
        let mut suits = Suits::NONE;
        suits.fill(cards);
        self.held.fill(&suits);
        for lane in 0..LANES {
            let mut n_suits = 0u16;
            let mut suit_unseen = Ranks::EMPTY;
            for (held, unseen) in suits.get(lane).into_iter().zip(unseen.get(lane)) {
                n_suits += u16::from(held.any());
                suit_unseen = suit_unseen | unseen.only_if(held.any());
            }
            self.one_suit[lane] = n_suits <= 1;
            self.suit_unseen[lane] = suit_unseen;
        }
    }

    /// Counts the free places, after `fill`.
    #[inline(always)]
    fn count_free(&mut self) {
        for (lane, n_free) in self.n_free.iter_mut().enumerate() {
            *n_free = free_places(self.held.get(lane).len());
        }
    }
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Strengths<const LANES: usize> {
    whole: [Strength; LANES],
    sixteenths: [u16; LANES],
}

impl<const LANES: usize> Strengths<LANES> {
    const NONE: Self = Strengths { whole: [Strength::NONE; LANES], sixteenths: [0; LANES] };

    #[inline(always)]
    fn fill(&mut self, columns: &Outlooks<LANES>) {
        let mut classes = [0; LANES];
        let [mut leads, mut besides] = [[Ranks::EMPTY; LANES]; 2];
        for lane in 0..LANES {
            let parts = Parts::of_held(columns.held.get(lane), columns.one_suit[lane]);
            classes[lane] = parts.class;
            leads[lane] = parts.lead;
            besides[lane] = parts.beside;
            self.sixteenths[lane] = parts.sixteenths();
        }
        // Combined in a second loop: a strength is twice as wide as its parts, so the vectors hold half as many.
        for (lane, whole) in self.whole.iter_mut().enumerate() {
            *whole = Parts { class: classes[lane], lead: leads[lane], beside: besides[lane] }.strength();
        }
    }
}

impl<const LANES: usize> Default for FeatureLanes<LANES> {
    fn default() -> Self {
        FeatureLanes {
            own: Outlooks::NONE,
            opponent: Outlooks::NONE,
            unseen_suits: Suits::NONE,
            unseen: Multiplicities::NONE,
            n_unseen: 1.0,
            own_strength: Strengths::NONE,
            opponent_strength: Strengths::NONE,
            decision: DecisionFeatures::default(),
        }
    }
}

impl<const LANES: usize> FeatureLanes<LANES> {
    /// Computes the features of columns for a decision; strengths only if they will be asked for.
    #[inline(always)]
    pub fn look(&mut self, columns: &ColumnLanes<LANES>, decision: DecisionFeatures, with_strengths: bool) {
        self.look_at_opponent(&columns.opponent, &columns.unseen, with_strengths);
        self.look_at_own(&columns.own, decision, with_strengths);
        self.own.count_free();
    }

    /// Computes what depends only on the opponent's and the unseen cards. The first lane must be in use, and all lanes
    /// in use must have the same number of unseen cards.
    #[inline(always)]
    pub fn look_at_opponent(&mut self, opponent: &[Cards; LANES], unseen: &[Cards; LANES], with_strengths: bool) {
        self.unseen_suits.fill(unseen);
        self.unseen.fill(&self.unseen_suits);
        self.n_unseen = unseen[0].len() as f32;
        self.opponent.fill(opponent, &self.unseen_suits);
        self.opponent.count_free();
        if with_strengths {
            self.opponent_strength.fill(&self.opponent);
        }
    }

    /// Computes what depends on the seat's own columns, which must all have the same number of cards. It may be called
    /// again with other columns against the same opponent's columns.
    #[inline(always)]
    pub fn look_at_own(&mut self, own: &[Cards; LANES], decision: DecisionFeatures, with_strengths: bool) {
        self.decision = decision;
        self.own.fill(own, &self.unseen_suits);
        self.own.n_free = [free_places(own[0].len()); LANES];
        if with_strengths {
            self.own_strength.fill(&self.own);
        }
    }

    /// [`ColumnFeatures::sixteenths_ahead`] of every lane.
    #[inline(always)]
    pub(super) fn sixteenths_ahead(&self) -> [i16; LANES] {
        let mut ahead = [0; LANES];
        for (lane, ahead) in ahead.iter_mut().enumerate() {
            *ahead = self.own_strength.sixteenths[lane] as i16 - self.opponent_strength.sixteenths[lane] as i16;
        }
        ahead
    }

    /// The column in a lane below `LANES`.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> ColumnFeatures {
        let outlook = |outlooks: &Outlooks<LANES>| Outlook {
            held: outlooks.held.get(lane),
            unseen: self.unseen.get(lane),
            n_unseen: self.n_unseen,
            n_free: outlooks.n_free[lane],
            one_suit: outlooks.one_suit[lane],
            suit_unseen: outlooks.suit_unseen[lane],
        };
        ColumnFeatures {
            own: outlook(&self.own),
            opponent: outlook(&self.opponent),
            own_strength: self.own_strength.whole[lane],
            opponent_strength: self.opponent_strength.whole[lane],
            decision: self.decision,
        }
    }
}
