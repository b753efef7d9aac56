//! The terminals of Five-O's Eval-Trees: one table gives each its name, its kind and its value.

use super::chances::{DRAWS_A_ROUND, HitSource, NoCache};
use super::fact::{InTime, NextCard, Sixteenths, each, number, numbers};
use super::features::{ColumnFeatures, FeatureLanes};
use crate::tree::{Entry, Kind, Terminals, Vocabulary};

/// Five-O's vocabulary. A champion names the version it was made with; a terminal that is in use never changes its
/// place or its meaning within a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FiveO;

impl Vocabulary for FiveO {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = Terminal::ENTRIES;
    const MEANINGS: &'static [&'static str] = Terminal::MEANINGS;
}

impl Terminals for ColumnFeatures {
    #[inline(always)]
    fn value(&self, terminal: u8) -> f32 {
        // A tree is decoded against the same table, so that there is no other index.
        Terminal::ALL.get(usize::from(terminal)).map_or(0.0, |terminal| terminal.value(self, &NoCache))
    }
}

impl Terminal {
    /// The terminals of the report that the project follows; those after them are ours.
    pub const REPORT: &'static [Terminal] = Terminal::ALL.split_at(Terminal::MissingForStraightFlush as usize + 1).0;

    /// The report's terminals and the first of ours, which the `quick` preset has been evolved with from the beginning.
    pub const RICH: &'static [Terminal] = Terminal::ALL.split_at(Terminal::MissingForFullHouse as usize + 1).0;

    /// The terminal's value for many columns at once.
    #[inline(always)]
    pub fn values<const LANES: usize>(
        self,
        lanes: &FeatureLanes<LANES>,
        hits: &impl HitSource,
        values: &mut [f32; LANES],
    ) {
        match self {
            // A loop over candidates within each column would not become vector code.
            Terminal::LeadChance => numbers::<NextCard, LANES>(lanes.n_for_own_to_beat(), lanes, hits, values),
            Terminal::OpponentLeadChance => {
                numbers::<NextCard, LANES>(lanes.n_for_opponent_to_beat(), lanes, hits, values);
            }
            Terminal::DiffOfHandStrength => numbers::<Sixteenths, LANES>(lanes.sixteenths_ahead(), lanes, hits, values),
            _ => self.values_one_by_one(lanes, hits, values),
        }
    }

    /// Whether a terminal's value is a chance that a [`ChanceTable`](super::ChanceTable) knows.
    pub const fn needs_chances(self) -> bool {
        matches!(
            self,
            Terminal::FlushChance
                | Terminal::StraightChance
                | Terminal::OpponentFlushChance
                | Terminal::OpponentStraightChance
                | Terminal::PairChance
                | Terminal::TripChance
                | Terminal::FullHouseChance
        )
    }

    /// Whether a terminal's value is made of the strengths of the hands.
    pub const fn needs_strengths(self) -> bool {
        matches!(
            self,
            Terminal::DiffOfHandStrength
                | Terminal::OwnCategory
                | Terminal::OpponentCategory
                | Terminal::OwnLeadingRank
                | Terminal::OpponentLeadingRank
                | Terminal::BeatsOpponent
                | Terminal::LeadChance
                | Terminal::OpponentLeadChance
        )
    }
}

impl Terminal {
    /// Whether nothing but the opponent's cards and the unseen ones make a terminal's value: it is the same before and
    /// after placing.
    pub const fn is_of_opponent_alone(self) -> bool {
        matches!(
            self,
            Terminal::OpponentHasPair
                | Terminal::OpponentHasTwoPairs
                | Terminal::OpponentHasThreeOfAKind
                | Terminal::OpponentHasStraight
                | Terminal::OpponentHasFlush
                | Terminal::OpponentHasFullHouse
                | Terminal::OpponentHasFourOfAKind
                | Terminal::OpponentHasStraightFlush
                | Terminal::OpponentCategory
                | Terminal::OpponentLeadingRank
                | Terminal::OpponentPairOuts
                | Terminal::OpponentTripOuts
                | Terminal::OpponentCardsPlaced
                | Terminal::OpponentFlushChance
                | Terminal::OpponentStraightChance
        )
    }
}

macro_rules! terminals {
    ($( $(#[doc = $doc:literal])* $name:ident: $kind:ident = |$column:ident $(, $hits:ident)?| $value:expr; )*) => {
        /// A feature of a column that an Eval-Tree can use.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Terminal { $( $(#[doc = $doc])* $name, )* }

        impl Terminal {
            /// All of them; the index is the terminal's number in a tree.
            pub const ALL: &'static [Terminal] = &[ $( Terminal::$name, )* ];

            const ENTRIES: &'static [Entry] = &[ $( Entry { name: stringify!($name), kind: Kind::$kind }, )* ];

            const MEANINGS: &'static [&'static str] = &[ $( concat!($($doc),*), )* ];

            /// The terminal's value for one column, using the given source of hit probabilities.
            #[inline(always)]
            pub fn value(self, column: &ColumnFeatures, hits: &impl HitSource) -> f32 {
                match self { $( Terminal::$name => {
                    let $column = column;
                    $( let $hits = hits; )?
                    number($value, column, hits)
                } )* }
            }

            #[inline(always)]
            fn values_one_by_one<const LANES: usize>(
                self,
                lanes: &FeatureLanes<LANES>,
                hits: &impl HitSource,
                values: &mut [f32; LANES],
            ) {
                match self { $( Terminal::$name => {
                    $( let $hits = hits; )?
                    each(lanes, hits, values, #[inline(always)] |$column| $value);
                } )* }
            }
        }
    };
}

terminals! {
    /// Your column can still become a pair or more.
    HasPair: Flag = |column| column.own.can_be_pair();
    /// Your column can still become two pairs or more.
    HasTwoPairs: Flag = |column| column.own.can_be_two_pairs();
    /// Your column can still become three of a kind or more.
    HasThreeOfAKind: Flag = |column| column.own.can_be_trips();
    /// Your column can still become a straight.
    HasStraight: Flag = |column| column.own.can_be_straight();
    /// Your column can still become a flush.
    HasFlush: Flag = |column| column.own.can_be_flush();
    /// Your column can still become a full house or four of a kind.
    HasFullHouse: Flag = |column| column.own.can_be_full_house();
    /// Your column can still become four of a kind.
    HasFourOfAKind: Flag = |column| column.own.can_be_quads();
    /// The opponent's column can still become a pair or more.
    OpponentHasPair: Flag = |column| column.opponent.can_be_pair();
    /// The opponent's column can still become two pairs or more.
    OpponentHasTwoPairs: Flag = |column| column.opponent.can_be_two_pairs();
    /// The opponent's column can still become three of a kind or more.
    OpponentHasThreeOfAKind: Flag = |column| column.opponent.can_be_trips();
    /// The opponent's column can still become a straight.
    OpponentHasStraight: Flag = |column| column.opponent.can_be_straight();
    /// The opponent's column can still become a flush.
    OpponentHasFlush: Flag = |column| column.opponent.can_be_flush();
    /// The opponent's column can still become a full house or four of a kind.
    OpponentHasFullHouse: Flag = |column| column.opponent.can_be_full_house();
    /// The opponent's column can still become four of a kind.
    OpponentHasFourOfAKind: Flag = |column| column.opponent.can_be_quads();
    /// The opponent's column can still become a straight flush.
    OpponentHasStraightFlush: Flag = |column| column.opponent.can_be_straight_flush();
    /// Your strength minus the opponent's visible strength: categories, and leading ranks in sixteenths.
    DiffOfHandStrength: Number = |column| Sixteenths(column.sixteenths_ahead());
    /// Cards missing for a flush; 6 if none is possible.
    NumForFlush: Number = |column| column.own.num_for_flush();
    /// Cards missing for a straight; 6 if none is possible.
    NumForStraight: Number = |column| column.own.num_for_straight();
    /// The fifth cards are being placed.
    IsLastRound: Flag = |column| column.decision.is_last_round;
    /// The set of unseen cards that lead towards a flush.
    MissingForFlush: Cards = |column| NextCard(column.own.n_missing_for_flush());
    /// The set of unseen cards that lead towards a straight.
    MissingForStraight: Cards = |column| NextCard(column.own.n_missing_for_straight());
    /// The set of unseen cards that lead towards a straight flush.
    MissingForStraightFlush: Cards = |column| NextCard(column.own.n_missing_for_straight_flush());

    // Our additions (`rich`).

    /// Your hand's category, 0 to 8.
    OwnCategory: Number = |column| column.own_strength.category_number();
    /// The category of the opponent's visible hand, 0 to 8.
    OpponentCategory: Number = |column| column.opponent_strength.category_number();
    /// The rank that makes your hand, 0 to 12.
    OwnLeadingRank: Number = |column| column.own_strength.place_of_leading_rank();
    /// The rank that makes the opponent's visible hand, 0 to 12.
    OpponentLeadingRank: Number = |column| column.opponent_strength.place_of_leading_rank();
    /// Your cards are stronger than the opponent's visible ones.
    BeatsOpponent: Flag = |column| column.own_strength > column.opponent_strength;
    /// How many unseen cards would give the column its first pair.
    PairOuts: Number = |column| column.own.n_missing_for_pair();
    /// How many unseen cards of held ranks lead to a first three of a kind.
    TripOuts: Number = |column| column.own.n_missing_for_trips();
    /// How many unseen cards of held ranks lead to a full house.
    FullHouseOuts: Number = |column| column.own.n_missing_for_full_house();
    /// How many unseen cards would give the opponent's column its first pair.
    OpponentPairOuts: Number = |column| column.opponent.n_missing_for_pair();
    /// How many unseen cards of held ranks lead the opponent's column to a first three of a kind.
    OpponentTripOuts: Number = |column| column.opponent.n_missing_for_trips();
    /// The chance to complete a flush with the draws left.
    FlushChance: Number = |column, hits| column.own.flush_chance(hits, u32::from(column.decision.draws));
    /// The chance to complete a straight with the draws left.
    StraightChance: Number = |column, hits| column.own.straight_chance(hits, u32::from(column.decision.draws));
    /// Cards in your column.
    CardsPlaced: Number = |column| 5u16.saturating_sub(column.own.n_free);
    /// Your other columns that still wait for their card of this round.
    OpenColumns: Number = |column| u16::from(column.decision.n_other_open);
    /// The set of unseen cards that would give the column its first pair.
    MissingForPair: Cards = |column| NextCard(column.own.n_missing_for_pair());
    /// The set of unseen cards of held ranks that lead to a first three of a kind.
    MissingForTrips: Cards = |column| NextCard(column.own.n_missing_for_trips());
    /// The set of unseen cards of held ranks that lead to a full house.
    MissingForFullHouse: Cards = |column| NextCard(column.own.n_missing_for_full_house());

    // Later additions: comparing both columns' prospects.

    /// Face-up cards in the opponent's column.
    OpponentCardsPlaced: Number = |column| 5u16.saturating_sub(column.opponent.n_free);
    /// The opponent's chance to complete a flush, with a whole round's draws for every place.
    OpponentFlushChance: Number = |column, hits| column.opponent.flush_chance(hits, DRAWS_A_ROUND);
    /// The opponent's chance to complete a straight, with a whole round's draws for every place.
    OpponentStraightChance: Number = |column, hits| column.opponent.straight_chance(hits, DRAWS_A_ROUND);
    /// The chance that the next unseen card would make your column stronger than the opponent's visible one.
    LeadChance: Number = |column| NextCard(column.own.n_to_beat(column.opponent_strength));
    /// The chance that the next unseen card would make the opponent's visible column stronger than yours.
    OpponentLeadChance: Number = |column| NextCard(column.opponent.n_to_beat(column.own_strength));
    /// The chance to get a first pair of a held card with half of the draws left.
    PairChance: Number = |column| InTime(column.own.n_missing_for_pair());
    /// The chance to get nearer to a first three of a kind with half of the draws left.
    TripChance: Number = |column| InTime(column.own.n_missing_for_trips());
    /// The chance to get nearer to a full house with half of the draws left.
    FullHouseChance: Number = |column| InTime(column.own.n_missing_for_full_house());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::games::fiveo::table::tests::random_game;
    use crate::games::fiveo::{Column, DecisionFeatures, UnseenCards};
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn the_reports_terminals_come_first_and_then_ours() {
        // Flags of the own column and of the opponent's, three numbers, the last round, three sets of cards.
        assert_eq!(Terminal::REPORT.len(), 7 + 8 + 3 + 1 + 3);
        assert_eq!(Terminal::REPORT.last(), Some(&Terminal::MissingForStraightFlush));
        assert!(Terminal::RICH.starts_with(Terminal::REPORT) && Terminal::ALL.starts_with(Terminal::RICH));
        assert_eq!(Terminal::RICH.last(), Some(&Terminal::MissingForFullHouse));
    }

    #[test]
    fn columns_side_by_side_have_the_values_of_columns_on_their_own() {
        for (_, _, view) in (0..6).flat_map(random_game) {
            let open: Vec<Column> = view.open().iter().collect();
            let columns = [0, 1, 2, 3].map(|lane| open[lane % open.len()]);
            let decision = DecisionFeatures::new(view.is_last_round(), view.open().len() as u8, true);
            let mut lanes = FeatureLanes::<4>::default();
            lanes.look_at_opponent(&columns.map(|column| view.opponent(column)), &[view.unseen(); 4], true);
            lanes.look_at_own(&columns.map(|column| view.own(column).with(view.card())), decision, true);
            let unseen = UnseenCards::new(view.unseen());
            for &terminal in Terminal::ALL {
                let mut values = [0.0; 4];
                terminal.values(&lanes, &NoCache, &mut values);
                let alone = columns.map(|column| ColumnFeatures::after(&view, column, &unseen));
                assert_eq!(values, alone.map(|features| terminal.value(&features, &NoCache)), "{terminal:?}");
            }
        }
    }

    #[test]
    fn a_columns_first_pair_is_made_by_the_unseen_cards_of_its_ranks() {
        let mut counts = BTreeSet::new();
        for (_, _, view) in (0..20).flat_map(random_game) {
            for column in view.open().iter() {
                let own = view.own(column).with(view.card());
                let is_held = |card: &Card| own.iter().any(|held| held.rank() == card.rank());
                let ranks: BTreeSet<u8> = own.iter().map(|card| card.rank().index()).collect();
                let is_open = own.len() < 5 && ranks.len() == own.len() as usize;
                let n_outs = if is_open { view.unseen().iter().filter(is_held).count() } else { 0 };
                let features = ColumnFeatures::after(&view, column, &UnseenCards::new(view.unseen()));
                assert_eq!(Terminal::PairOuts.value(&features, &NoCache), n_outs as f32, "{own:?}");
                counts.insert(n_outs);
            }
        }
        assert!(counts.len() > 5, "{counts:?}");
    }
}
