//! A Five-O player without the nodes that cannot change a decision: the ranges of the terminals, and a comparison with
//! the original player on many decisions.

use anyhow::{Result, ensure};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved};
use pipsqueak_core::games::fiveo::{FiveO, Table, TableView, Terminal};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Kind, Vocabulary};

use crate::trees::{self, Interval};

/// Decisions on which the stripped player is compared with the original.
pub const N_DECISIONS: usize = 10_000;

/// The player without the nodes that cannot change a decision. It is compared with the original on [`N_DECISIONS`]
/// decisions.
pub fn effective(player: &Evolved) -> Result<Evolved> {
    let tree = trees::effective(&player.tree, &player.constants, range);
    let stripped = Evolved { tree, ..player.clone() };
    let differs = |view: &TableView| stripped.column(view) != player.column(view);
    let n_different = decisions(Seed(15)).take(N_DECISIONS).filter(differs).count();
    ensure!(n_different == 0, "the stripped tree decides otherwise in {n_different} of {N_DECISIONS} decisions: a bug");
    Ok(stripped)
}

/// The values that a terminal can have, by the rules of the game.
fn range(terminal: u8) -> Interval {
    let (Some(entry), Some(terminal)) =
        (FiveO::ENTRIES.get(usize::from(terminal)), Terminal::ALL.get(usize::from(terminal)))
    else {
        return Interval::ANY;
    };
    match (entry.kind, terminal) {
        (Kind::Flag, _) => Interval::FLAG,
        (Kind::Cards, _) => Interval::CHANCE,
        // For five cards that cannot be a straight or flush, the count of missing cards is six.
        (_, Terminal::NumForFlush | Terminal::NumForStraight) => Interval::whole(0, 6),
        (_, Terminal::OwnCategory | Terminal::OpponentCategory) => Interval::whole(0, 8),
        (_, Terminal::OwnLeadingRank | Terminal::OpponentLeadingRank) => Interval::whole(0, 12),
        (_, Terminal::CardsPlaced | Terminal::OpponentCardsPlaced) => Interval::whole(0, 5),
        (_, Terminal::OpenColumns) => Interval::whole(0, 4),
        (
            _,
            Terminal::PairOuts
            | Terminal::TripOuts
            | Terminal::FullHouseOuts
            | Terminal::OpponentPairOuts
            | Terminal::OpponentTripOuts,
        ) => Interval::whole(0, 52),
        (_, Terminal::LeadChance | Terminal::OpponentLeadChance) => Interval::CHANCE,
        // Eight categories, and twelve ranks in sixteenths.
        (_, Terminal::DiffOfHandStrength) => Interval { least: -8.75, greatest: 8.75, is_whole: false },
        // Estimated chances are never negative; that they stay below 1 is not proved here.
        _ => Interval { least: 0.0, ..Interval::ANY },
    }
}

/// Endless decisions with at least two open columns, from games between all baselines with random moves.
fn decisions(seed: Seed) -> impl Iterator<Item = TableView> {
    (0..).flat_map(move |number| game(seed.derive(number))).filter(|view| view.open().len() > 1)
}

fn game(seed: Seed) -> Vec<TableView> {
    let mut rng = seed.derive(3).rng();
    let kind = |rng: &mut _| random::pick(rng, &BaselineKind::ALL).unwrap_or(BaselineKind::Random);
    let mut players = Seat::BOTH.map(|seat| Baseline::new(kind(&mut rng), seed, seat));
    let (mut table, mut views) = (Table::deal(seed), Vec::new());
    while let Turn::Of(seat, view) = table.turn() {
        let random = view.open().iter().nth(random::below(&mut rng, 5) as usize);
        let chosen = random.filter(|_| random::happens(&mut rng, 0.2)).unwrap_or(players[seat.index()].column(&view));
        views.push(view);
        if table.play(chosen).is_err() {
            break;
        }
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fiveo::players::evolved_from_text;
    use pipsqueak_core::games::fiveo::{ColumnFeatures, UnseenCards};
    use pipsqueak_core::tree::{GrowthShape, PrimitiveSet, Terminals, Tree};

    #[test]
    fn every_terminal_stays_within_its_range() {
        for view in decisions(Seed(1)).take(3_000) {
            let unseen = UnseenCards::new(view.unseen());
            for column in view.open().iter() {
                for features in
                    [ColumnFeatures::after(&view, column, &unseen), ColumnFeatures::before(&view, column, &unseen)]
                {
                    for terminal in 0..Terminal::ALL.len() as u8 {
                        let value = features.value(terminal);
                        assert!(
                            range(terminal).contains(value),
                            "{:?} is {value}",
                            Terminal::ALL[usize::from(terminal)]
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_of_the_rules_strip_a_tree() {
        let player = evolved_from_text("If(GreaterThan(NumForFlush, 6), FlushChance, Plus(OwnCategory, 0))").unwrap();
        assert_eq!(format!("{:?}", effective(&player).unwrap().tree), "OwnCategory");
    }

    #[test]
    fn random_players_decide_as_before() {
        let mut rng = Seed(9).rng();
        let primitive_set = PrimitiveSet::ALL;
        let grown = (0..2_000).filter_map(|_| Tree::grow(&mut rng, primitive_set, 6, GrowthShape::Grown));
        let players = grown.map(|tree| Evolved { tree, ..evolved_from_text("Plus(1, 2)").unwrap() });
        let is_smaller = |player: &Evolved| {
            trees::effective(&player.tree, &player.constants, range).n_nodes() < player.tree.n_nodes()
        };
        // The first few that lose nodes; each is compared on all decisions.
        let stripped: Vec<Evolved> = players.filter(is_smaller).take(3).collect();
        assert_eq!(stripped.len(), 3);
        assert!(stripped.iter().all(|player| effective(player).is_ok()));
    }
}
