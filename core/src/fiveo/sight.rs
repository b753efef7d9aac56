//! What an Eval-Tree sees of one column: alone, or many columns side by side.

use super::{Column, Outlook, Strength, TableView, Unseen};
use crate::cards::{Cards, Multiplicity, Ranks};

/// One column and the opponent's opposite one, as the terminals see them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The own column.
    pub own: Outlook,
    /// The opponent's face-up cards; its free places are five less those.
    pub opponent: Outlook,
    /// How strong the own column is.
    pub own_strength: Strength,
    /// How strong the opponent's face-up cards are.
    pub opponent_strength: Strength,
    /// What is the same for all columns of a decision.
    pub moment: Moment,
}

/// What is the same for all columns that are compared in one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Whether the fifth cards are being placed.
    pub is_last_round: bool,
    /// How many other own columns still wait for their card of this round.
    pub n_other_open: u8,
    /// How many own draws may still go to the column before it closes for a round: 5 once it has its card of this
    /// round, else one for each other open column.
    pub draws: u8,
}

impl Moment {
    /// The moment of a decision with `n_open` open columns, seen before or after the card is placed.
    #[inline]
    pub fn new(is_last_round: bool, n_open: u8, placed: bool) -> Moment {
        let n_other_open = n_open.saturating_sub(1);
        Moment { is_last_round, n_other_open, draws: if placed { 5 } else { n_other_open } }
    }
}

impl Sight {
    /// A column holding `own` opposite `opponent`.
    #[inline]
    pub fn new(own: Cards, opponent: Cards, unseen: &Unseen, moment: Moment) -> Sight {
        Sight {
            own: Outlook::new(own, unseen),
            opponent: Outlook::new(opponent, unseen),
            own_strength: Strength::of(own),
            opponent_strength: Strength::of(opponent),
            moment,
        }
    }

    /// A column of a view with the drawn card placed in it.
    pub fn after(view: &TableView, column: Column, unseen: &Unseen) -> Sight {
        let moment = Moment::new(view.is_last_round(), view.open().len() as u8, true);
        Sight::new(view.own(column).with(view.card()), view.opponent(column), unseen, moment)
    }

    /// A column of a view without the drawn card.
    pub fn before(view: &TableView, column: Column, unseen: &Unseen) -> Sight {
        let moment = Moment::new(view.is_last_round(), view.open().len() as u8, false);
        Sight::new(view.own(column), view.opponent(column), unseen, moment)
    }

    /// The strengths' difference: by category, and by the leading rank in sixteenths.
    #[inline]
    pub fn strength_difference(&self) -> f32 {
        let categories = self.own_strength.category() as i32 - self.opponent_strength.category() as i32;
        categories as f32 + (leading(self.own_strength) - leading(self.opponent_strength)) / 16.0
    }
}

/// The leading rank as a number: 0 for the two (or no card) up to 12 for the ace.
#[inline]
pub(super) fn leading(strength: Strength) -> f32 {
    strength.leading_rank().map_or(0.0, |rank| f32::from(rank.index()))
}

/// `LANES` sights side by side, each fact in an array of its own, so that a terminal is computed for all at once.
#[derive(Clone, Debug)]
pub struct Sights<const LANES: usize> {
    own: Outlooks<LANES>,
    opponent: Outlooks<LANES>,
    unseen: Multiplicities<LANES>,
    n_unseen: [f32; LANES],
    own_strength: [Strength; LANES],
    opponent_strength: [Strength; LANES],
    moment: Moment,
}

#[derive(Clone, Debug)]
struct Outlooks<const LANES: usize> {
    held: Multiplicities<LANES>,
    n_free: [u16; LANES],
    one_suit: [bool; LANES],
    suit_unseen: [Ranks; LANES],
}

#[derive(Clone, Debug)]
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

    #[inline]
    fn set(&mut self, lane: usize, value: Multiplicity) {
        self.once[lane] = value.once;
        self.twice[lane] = value.twice;
        self.thrice[lane] = value.thrice;
        self.four_times[lane] = value.four_times;
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

impl<const LANES: usize> Outlooks<LANES> {
    const NONE: Self = Outlooks {
        held: Multiplicities::NONE,
        n_free: [0; LANES],
        one_suit: [false; LANES],
        suit_unseen: [Ranks::EMPTY; LANES],
    };

    #[inline]
    fn set(&mut self, lane: usize, value: &Outlook) {
        self.held.set(lane, value.held);
        self.n_free[lane] = value.n_free;
        self.one_suit[lane] = value.one_suit;
        self.suit_unseen[lane] = value.suit_unseen;
    }
}

impl<const LANES: usize> Default for Sights<LANES> {
    fn default() -> Self {
        Sights {
            own: Outlooks::NONE,
            opponent: Outlooks::NONE,
            unseen: Multiplicities::NONE,
            n_unseen: [1.0; LANES],
            own_strength: [Strength::default(); LANES],
            opponent_strength: [Strength::default(); LANES],
            moment: Moment::default(),
        }
    }
}

impl<const LANES: usize> Sights<LANES> {
    /// The moment that all lanes share from now on.
    pub fn set_moment(&mut self, moment: Moment) {
        self.moment = moment;
    }

    /// Puts a column into a lane below `LANES`; strengths are left out unless they will be asked for.
    #[inline]
    pub fn set(&mut self, lane: usize, own: Cards, opponent: Cards, unseen: &Unseen, with_strengths: bool) {
        self.own.set(lane, &Outlook::new(own, unseen));
        self.opponent.set(lane, &Outlook::new(opponent, unseen));
        self.unseen.set(lane, *unseen.by_rank());
        self.n_unseen[lane] = unseen.n();
        if with_strengths {
            self.own_strength[lane] = Strength::of(own);
            self.opponent_strength[lane] = Strength::of(opponent);
        }
    }

    /// The sight in a lane below `LANES`.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> Sight {
        let outlook = |outlooks: &Outlooks<LANES>| Outlook {
            held: outlooks.held.get(lane),
            unseen: self.unseen.get(lane),
            n_unseen: self.n_unseen[lane],
            n_free: outlooks.n_free[lane],
            one_suit: outlooks.one_suit[lane],
            suit_unseen: outlooks.suit_unseen[lane],
        };
        Sight {
            own: outlook(&self.own),
            opponent: outlook(&self.opponent),
            own_strength: self.own_strength[lane],
            opponent_strength: self.opponent_strength[lane],
            moment: self.moment,
        }
    }
}
