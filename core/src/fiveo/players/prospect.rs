//! What full-strategy and tactician both weigh: a column before and after placing, and whether it is lost.

use crate::cards::Cards;
use crate::fiveo::chances::DRAWS_A_ROUND;
use crate::fiveo::strength::paired_category;
use crate::fiveo::{Category, Column, Outlook, Strength, TableView, Unseen};

/// A column with some cards, and the draws that may still go there this round.
pub(super) struct Prospect {
    pub cards: Cards,
    pub outlook: Outlook,
    pub strength: Strength,
    pub draws: u32,
    /// Whether the cards are stronger than what the opponent shows opposite.
    pub beats: bool,
}

impl Prospect {
    /// The column as it lies: as many draws may come as other columns are open.
    pub fn before(view: &TableView, column: Column, unseen: &Unseen) -> Prospect {
        Prospect::new(view, column, view.own(column), unseen, view.open().len().saturating_sub(1))
    }

    /// The column with the drawn card: the next one comes in the next round.
    pub fn after(view: &TableView, column: Column, unseen: &Unseen) -> Prospect {
        Prospect::new(view, column, view.own(column).with(view.card()), unseen, DRAWS_A_ROUND)
    }

    fn new(view: &TableView, column: Column, cards: Cards, unseen: &Unseen, draws: u32) -> Prospect {
        let strength = Strength::of(cards);
        let beats = strength > Strength::of(view.opponent(column));
        Prospect { cards, outlook: Outlook::new(cards, unseen), strength, draws, beats }
    }

    pub fn flush_chance(&self) -> f32 {
        self.outlook.flush_chance(self.draws)
    }

    pub fn straight_chance(&self) -> f32 {
        self.outlook.straight_chance(self.draws)
    }
}

/// Whether the column cannot reach even the category that the opponent already shows.
pub(super) fn is_dead(view: &TableView, column: Column) -> bool {
    let unseen = Unseen::new(view.unseen().with(view.card()));
    reach(view.own(column), &unseen) < Strength::of(view.opponent(column)).category()
}

/// The best category that a column may still reach, generously estimated; `unseen` includes the drawn card.
fn reach(cards: Cards, unseen: &Unseen) -> Category {
    let outlook = Outlook::new(cards, unseen);
    let held = outlook.held;
    let paired = match outlook.n_free {
        0 => return Strength::of(cards).category(),
        1 => best_group_with_one(cards, unseen.cards()),
        2 if held.twice.is_empty() => Category::Trips,
        _ => Category::Quads,
    };
    let flush = if outlook.flush_chance(DRAWS_A_ROUND) > 0.0 { Category::Flush } else { Category::HighCard };
    let straight = if outlook.straight_chance(DRAWS_A_ROUND) > 0.0 { Category::Straight } else { Category::HighCard };
    paired.max(flush).max(straight)
}

/// The best that equal ranks make of a column with one more of the unseen cards.
fn best_group_with_one(cards: Cards, unseen: Cards) -> Category {
    let joins = unseen.of_ranks(cards.ranks()).into_iter();
    let groups = joins.map(|card| paired_category(cards.with(card).multiplicity()));
    groups.fold(paired_category(cards.multiplicity()), Category::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    fn cards(text: &str) -> Cards {
        text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

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
            let unseen = Unseen::new(Cards::ALL - own - cards(gone));
            assert_eq!(reach(own, &unseen), category, "{column} without {gone}");
        }
    }
}
