//! The prospects that full-strategy and tactician both weigh: a column before and after placing, and whether it is lost.

use crate::cards::{Cards, Ranks};
use crate::games::fiveo::chances::{DRAWS_A_ROUND, HitSource};
use crate::games::fiveo::strength::paired_category;
use crate::games::fiveo::{Category, Column, Outlook, Strength, TableView, UnseenCards};

/// An open column before and after placing, and the hand that the opponent shows opposite.
pub(super) struct Prospect {
    pub before: State,
    pub after: State,
    /// Whether the column cannot reach even the category that the opponent already shows.
    pub is_dead: bool,
}

/// A column with some cards, and the draws that may still go there this round.
pub(super) struct State {
    pub cards: Cards,
    pub outlook: Outlook,
    pub strength: Strength,
    pub draws: u32,
    /// Whether the cards are stronger than what the opponent shows opposite.
    pub beats: bool,
}

impl Prospect {
    #[inline(always)]
    pub fn new(view: &TableView, column: Column, unseen: &UnseenCards) -> Prospect {
        let (own, opponent) = (view.own(column), Strength::of(view.opponent(column)));
        let state = |cards: Cards, draws| {
            let strength = Strength::of(cards);
            State { cards, outlook: Outlook::new(cards, unseen), strength, draws, beats: strength > opponent }
        };
        Prospect {
            // As many draws may come this round as other columns are open; once it has its card, the next round's.
            before: state(own, view.open().len().saturating_sub(1)),
            after: state(own.with(view.card()), DRAWS_A_ROUND),
            is_dead: reach(own, &UnseenCards::new(unseen.cards().with(view.card()))) < opponent.category(),
        }
    }
}

impl State {
    #[inline(always)]
    pub fn flush_chance(&self, hits: &impl HitSource) -> f32 {
        self.outlook.flush_chance(hits, self.draws)
    }

    #[inline(always)]
    pub fn straight_chance(&self, hits: &impl HitSource) -> f32 {
        self.outlook.straight_chance(hits, self.draws)
    }
}

/// The best category that a column may still reach, generously estimated; `unseen` includes the drawn card.
#[inline(always)]
fn reach(cards: Cards, unseen: &UnseenCards) -> Category {
    let outlook = Outlook::new(cards, unseen);
    let paired = match outlook.n_free {
        0 => return Strength::of(cards).category(),
        1 => best_group_with_one(&outlook),
        2 if outlook.held.twice.is_empty() => Category::Trips,
        _ => Category::Quads,
    };
    // A flush or a straight that can be has a chance above 0, and no other has.
    let flush = if outlook.can_be_flush() { Category::Flush } else { Category::HighCard };
    let straight = if outlook.can_be_straight() { Category::Straight } else { Category::HighCard };
    paired.max(flush).max(straight)
}

/// The best that equal ranks make of a column with one more of the unseen cards.
#[inline(always)]
fn best_group_with_one(outlook: &Outlook) -> Category {
    let joins = (outlook.held.once & outlook.unseen.once).iter();
    let groups = joins.map(|rank| paired_category(outlook.held.with(Ranks::EMPTY.with(rank))));
    groups.fold(paired_category(outlook.held), Category::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::cards;

    #[test]
    fn reach_is_the_best_that_can_still_come() {
        for (column, gone, category) in [
            ("Kc", "2c", Category::Quads),
            ("Kc 9d", "2c", Category::Quads),
            ("Kc 9d 4h", "2c", Category::Trips),
            ("Kc Kd 4h", "2c", Category::Quads),
            ("Kc Qd Jh", "2c", Category::Straight),
            ("Kc 9c 4c", "2c", Category::Flush),
            ("Kc 9d 4h 2s", "2c", Category::Pair),
            ("Kc 9d 4h 2s", "Kd Kh Ks 9c 9h 9s 4c 4d 4s 2c 2d 2h", Category::HighCard),
            ("Kc Kd 4h 4s", "4c 4d", Category::FullHouse),
            ("Kc Kd 4h 4s", "4c 4d Kh Ks", Category::TwoPairs),
            ("Kc 9d 4h 2s 7c", "3c", Category::HighCard),
        ] {
            let own = cards(column);
            let unseen = UnseenCards::new(Cards::ALL - own - cards(gone));
            assert_eq!(reach(own, &unseen), category, "{column} without {gone}");
        }
    }
}
