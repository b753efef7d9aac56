//! Explanations of an evolved player's choice, as sentences and as data: for the page, the terminal and `--json`.

use heapless::Vec as FixedVec;
use pipsqueak_core::games::fiveo::explain::{Comparison, Contribution, Explanation, NodeValue, Scored, Values};
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, TableView, Terminal};
use pipsqueak_core::tree::{Kind, MAX_NODES, Program, Vocabulary, arity};
use serde::Serialize;

use super::card_text;

/// An explanation, ready to be shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Why {
    /// The card that was placed.
    pub card: String,
    /// The chosen column, counted from 0.
    pub column: usize,
    /// In one sentence.
    pub sentence: String,
    /// The score of each open column.
    pub scores: Vec<ColumnScore>,
    /// The comparison with the second best column; absent if there was no choice.
    pub against: Option<Against>,
    /// The tree in prefix order, with the values of this decision.
    pub tree: Vec<TreeNode>,
    /// The meaning of the tree's value: the column with the card, or the gain by the card.
    pub scoring: &'static str,
}

/// A column and its score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ColumnScore {
    /// Counted from 0.
    pub column: usize,
    /// Its score.
    pub score: f32,
}

/// The comparison with the second best column.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Against {
    /// The second best column, counted from 0.
    pub column: usize,
    /// How much better the chosen one is.
    pub gap: f64,
    /// Whether the shares are exact, or means over random orders.
    pub exact: bool,
    /// The terminals that differ, the greatest share first. The shares add up to the gap.
    pub shares: Vec<TerminalContribution>,
}

/// A terminal's contribution to the difference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TerminalContribution {
    /// Its name in trees.
    pub terminal: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its value for the chosen column.
    pub chosen: String,
    /// Its value for the second best.
    pub other: String,
    /// Its share of the gap.
    pub share: f64,
    /// The share's standard error; 0 if it is exact.
    pub error: f64,
    /// What its values count: `flag`, `chance`, `category`, `rank` or `number`.
    pub unit: &'static str,
    /// Its values without and with the card: of the chosen column, and of the second best.
    pub values: [[f32; 2]; 2],
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNode {
    /// Its text.
    pub label: String,
    /// The kind of its value.
    pub kind: &'static str,
    /// How many arguments follow.
    pub arguments: usize,
    /// Its value in this decision.
    pub value: f32,
    /// Whether it lies below a branch that was not taken.
    pub idle: bool,
}

/// Explains the player's choice; `None` if no column was open, which no view has.
pub fn why(player: &Evolved, view: &TableView) -> Option<Why> {
    let explanation = player.explain(view)?;
    let Explanation { scores, chosen, comparison } = &explanation;
    let sentence = sentence(player, view, &explanation);
    let score = |scored: &Scored| ColumnScore { column: scored.column.index(), score: scored.score };
    let scoring = match player.scoring {
        Scoring::Column => "column",
        Scoring::Board => "board",
    };
    Some(Why {
        card: view.card().to_string(),
        column: chosen.column.index(),
        sentence,
        scores: scores.iter().map(score).collect(),
        against: comparison.as_ref().map(|comparison| against(player, comparison)),
        tree: tree(player, view, *chosen),
        scoring,
    })
}

fn against(player: &Evolved, comparison: &Comparison) -> Against {
    let Comparison { runner_up, gap, contributions, is_exact } = comparison;
    let contribution = |contribution: &Contribution| TerminalContribution {
        terminal: name(contribution.terminal),
        meaning: meaning(contribution.terminal),
        chosen: value(player, contribution.terminal, contribution.chosen),
        other: value(player, contribution.terminal, contribution.runner_up),
        share: contribution.value,
        error: contribution.error,
        unit: unit(contribution.terminal),
        values: [contribution.chosen, contribution.runner_up].map(|values| [values.before, values.after]),
    };
    let shares = contributions.iter().map(contribution).collect();
    Against { column: runner_up.column.index(), gap: *gap, exact: *is_exact, shares }
}

fn tree(player: &Evolved, view: &TableView, chosen: Scored) -> Vec<TreeNode> {
    let mut values: FixedVec<NodeValue, MAX_NODES> = FixedVec::new();
    player.node_values(view, chosen.column, &mut values);
    let program = Program::new(&player.tree, &player.constants);
    let nodes = player.tree.bytes().iter().zip(&values).enumerate();
    let node = |(at, (&byte, node)): (usize, (&u8, &NodeValue))| TreeNode {
        label: program.label(byte).to_string(),
        kind: match player.tree.kind_at(at) {
            Some(Kind::Flag) => "flag",
            Some(Kind::Cards) => "cards",
            _ => "number",
        },
        arguments: arity(byte),
        value: node.value,
        idle: node.is_idle,
    };
    nodes.map(node).collect()
}

/// The explanation in one sentence.
fn sentence(player: &Evolved, view: &TableView, explanation: &Explanation) -> String {
    let place = |scored: &Scored| scored.column.index() + 1;
    let (card, chosen) = (card_text::card(view.card()), place(&explanation.chosen));
    let Some(Comparison { runner_up, gap, contributions, .. }) = &explanation.comparison else {
        return format!("The {card} went to column {chosen}: no other column is open.");
    };
    let other = place(runner_up);
    let reasons: Vec<&Contribution> =
        contributions.iter().filter(|contribution| contribution.value > 0.0).take(2).collect();
    let said: Vec<String> = reasons.iter().map(|contribution| reason(player, contribution)).collect();
    match (said.as_slice(), *gap > 0.0) {
        (_, false) => {
            format!("Columns {chosen} and {other} are worth the same for the {card}; the leftmost is taken.")
        }
        ([], true) => format!("Column {chosen} is worth more for the {card} than column {other}."),
        ([only], true) => format!("The {card} went to column {chosen} rather than {other}. What counted: {only}."),
        ([first, second, ..], true) => {
            format!(
                "The {card} went to column {chosen} rather than {other}. What counted most: {first}, then {second}."
            )
        }
    }
}

fn reason(player: &Evolved, contribution: &Contribution) -> String {
    let [chosen, other] =
        [contribution.chosen, contribution.runner_up].map(|values| value(player, contribution.terminal, values));
    format!("{} ({chosen} against {other})", meaning(contribution.terminal))
}

/// A terminal's name in trees.
fn name(terminal: Terminal) -> &'static str {
    FiveO::ENTRIES.get(terminal as usize).map_or("?", |entry| entry.name)
}

/// A value for people. Under board scoring, the change by the card counts.
fn value(player: &Evolved, terminal: Terminal, values: Values) -> String {
    let kind = FiveO::ENTRIES.get(terminal as usize).map_or(Kind::Number, |entry| entry.kind);
    let one = |value: f32| match kind {
        Kind::Flag if value != 0.0 => "yes".to_owned(),
        Kind::Flag => "no".to_owned(),
        Kind::Cards => percent(value),
        Kind::Number if is_chance(terminal) => percent(value),
        Kind::Number if value == value as i32 as f32 => (value as i32).to_string(),
        Kind::Number => format!("{value:.2}"),
    };
    let (after, before) = (one(values.after), one(values.before));
    if player.scoring == Scoring::Column || after == before { after } else { format!("{before} → {after}") }
}

/// What a terminal's values count.
fn unit(terminal: Terminal) -> &'static str {
    match (terminal, FiveO::ENTRIES.get(terminal as usize).map(|entry| entry.kind)) {
        (Terminal::OwnCategory | Terminal::OpponentCategory, _) => "category",
        (Terminal::OwnLeadingRank | Terminal::OpponentLeadingRank, _) => "rank",
        (_, Some(Kind::Flag)) => "flag",
        (_, Some(Kind::Cards)) => "chance",
        _ if is_chance(terminal) => "chance",
        _ => "number",
    }
}

/// With a non-breaking space.
fn percent(chance: f32) -> String {
    format!("{:.0}\u{a0}%", 100.0 * chance)
}

fn is_chance(terminal: Terminal) -> bool {
    terminal.needs_chances() || matches!(terminal, Terminal::LeadChance | Terminal::OpponentLeadChance)
}

/// A terminal's meaning in a card player's words.
pub const fn meaning(terminal: Terminal) -> &'static str {
    match terminal {
        Terminal::HasPair => "whether a pair is still possible",
        Terminal::HasTwoPairs => "whether two pairs are still possible",
        Terminal::HasThreeOfAKind => "whether three of a kind is still possible",
        Terminal::HasStraight => "whether a straight is still possible",
        Terminal::HasFlush => "whether a flush is still possible",
        Terminal::HasFullHouse => "whether a full house is still possible",
        Terminal::HasFourOfAKind => "whether four of a kind is still possible",
        Terminal::OpponentHasPair => "whether the opponent can still pair there",
        Terminal::OpponentHasTwoPairs => "whether the opponent can still get two pairs there",
        Terminal::OpponentHasThreeOfAKind => "whether the opponent can still get three of a kind there",
        Terminal::OpponentHasStraight => "whether the opponent can still get a straight there",
        Terminal::OpponentHasFlush => "whether the opponent can still get a flush there",
        Terminal::OpponentHasFullHouse => "whether the opponent can still get a full house there",
        Terminal::OpponentHasFourOfAKind => "whether the opponent can still get four of a kind there",
        Terminal::OpponentHasStraightFlush => "whether the opponent can still get a straight flush there",
        Terminal::DiffOfHandStrength => "how far the hand is ahead of the opponent's",
        Terminal::NumForFlush => "the cards missing for a flush",
        Terminal::NumForStraight => "the cards missing for a straight",
        Terminal::IsLastRound => "the last round",
        Terminal::MissingForFlush => "the cards that lead to a flush",
        Terminal::MissingForStraight => "the cards that lead to a straight",
        Terminal::MissingForStraightFlush => "the cards that lead to a straight flush",
        Terminal::OwnCategory => "the kind of hand it makes",
        Terminal::OpponentCategory => "the kind of hand the opponent has there",
        Terminal::OwnLeadingRank => "the rank that makes the hand",
        Terminal::OpponentLeadingRank => "the rank that makes the opponent's hand",
        Terminal::BeatsOpponent => "whether it beats what the opponent shows",
        Terminal::PairOuts => "the cards left that would pair",
        Terminal::TripOuts => "the cards left that lead to three of a kind",
        Terminal::FullHouseOuts => "the cards left that lead to a full house",
        Terminal::OpponentPairOuts => "the cards left that would pair for the opponent",
        Terminal::OpponentTripOuts => "the cards left that lead the opponent to three of a kind",
        Terminal::FlushChance => "the chance of a flush",
        Terminal::StraightChance => "the chance of a straight",
        Terminal::CardsPlaced => "the cards in the column",
        Terminal::OpenColumns => "the other columns that are open",
        Terminal::MissingForPair => "the cards that would pair",
        Terminal::MissingForTrips => "the cards that lead to three of a kind",
        Terminal::MissingForFullHouse => "the cards that lead to a full house",
        Terminal::OpponentCardsPlaced => "the cards the opponent shows there",
        Terminal::OpponentFlushChance => "the opponent's chance of a flush",
        Terminal::OpponentStraightChance => "the opponent's chance of a straight",
        Terminal::LeadChance => "the chance to take the lead with the next card",
        Terminal::OpponentLeadChance => "the opponent's chance to take the lead with the next card",
        Terminal::PairChance => "the chance of a pair",
        Terminal::TripChance => "the chance to get nearer to three of a kind",
        Terminal::FullHouseChance => "the chance to get nearer to a full house",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::fiveo::{Column, Table};
    use pipsqueak_core::random::Seed;

    fn decisions(player: &Evolved, seed: u64) -> Vec<(Why, Column)> {
        let mut table = Table::deal(Seed(seed));
        let mut decisions = Vec::new();
        while let Turn::Of(_, view) = table.turn() {
            let column = player.column(&view);
            decisions.push((why(player, &view).unwrap(), column));
            table.play(column).unwrap();
        }
        decisions
    }

    #[test]
    fn every_sentence_names_the_column_that_was_chosen() {
        let player = Evolved::parse("Plus(Multiply(4, FlushChance), OwnCategory)").unwrap();
        for (why, column) in decisions(&player, 3) {
            assert_eq!(why.column, column.index());
            assert!(
                why.sentence.contains(&format!(
                    "olumn{} {}",
                    if why.sentence.starts_with("Columns") { "s" } else { "" },
                    column.index() + 1
                )),
                "{}",
                why.sentence
            );
            assert_eq!(why.tree.len(), 5);
        }
    }

    #[test]
    fn a_flush_draw_is_explained_as_one() {
        let player = Evolved::parse("column:FlushChance").unwrap();
        let said = decisions(&player, 3)
            .into_iter()
            .filter(|(why, _)| why.against.as_ref().is_some_and(|against| against.gap > 0.0));
        let mut n_said = 0;
        for (why, _) in said {
            assert!(why.sentence.contains("What counted: the chance of a flush ("), "{}", why.sentence);
            let against = why.against.unwrap();
            assert_eq!(against.shares.len(), 1);
            assert!((against.shares[0].share - against.gap).abs() < 1e-9);
            n_said += 1;
        }
        assert!(n_said > 3);
    }
}
