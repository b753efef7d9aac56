//! The description of a Five-O player: its tree, its size, and its record.

use std::collections::BTreeMap;

use anyhow::Result;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::{BaselineResult, Champion};
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::tree::{Kind, Node, Program, Vocabulary};
use serde::Serialize;

use crate::arena::Tally;
use crate::show::{Branch, ChampionDescription, Tint, wrapped};

#[derive(Serialize)]
struct Page<'a> {
    name: Option<&'a str>,
    scoring: &'a str,
    nodes: usize,
    height: usize,
    seed: Option<u64>,
    generation: Option<u32>,
    record: Vec<Games>,
    terminals: BTreeMap<&'static str, usize>,
    text: String,
    tree: Nested<'a>,
}

#[derive(Serialize)]
struct Games {
    opponent: &'static str,
    wins: u32,
    ties: u32,
    losses: u32,
    win_percent: Option<f64>,
}

#[derive(Serialize)]
struct Nested<'a> {
    node: &'a str,
    kind: &'static str,
    arguments: Vec<Nested<'a>>,
}

/// Describes a champion. A tree written by hand has no name and comes from no run.
pub fn of(champion: &Champion) -> Result<ChampionDescription> {
    let Champion { name, player, provenance } = champion;
    let title = if name.is_empty() { "a tree written by hand" } else { name };
    let provenance = (!name.is_empty()).then_some(provenance);
    let program = Program::new(&player.tree, &player.constants);
    let tree = Branch::of_tree(&program, &player.tree);
    let text = format!("{}:{program}", scoring(player));
    let record: &[BaselineResult] = provenance.map_or(&[], |provenance| &provenance.record);
    let (n_nodes, height) = (player.tree.n_nodes(), player.tree.height());
    let json = Page {
        name: provenance.map(|_| name.as_str()),
        scoring: scoring(player),
        nodes: n_nodes,
        height,
        seed: provenance.map(|provenance| provenance.seed.0),
        generation: provenance.map(|provenance| provenance.generation),
        record: record.iter().map(games).collect(),
        terminals: terminals(player).into_iter().collect(),
        text: text.clone(),
        tree: nested(&tree),
    };
    let json = serde_json::to_string_pretty(&json)?;
    let run = provenance.map(|it| (it.seed.0.to_string(), it.generation.to_string()));
    let mut facts = vec![
        ("scoring", vec![scoring(player).to_owned()]),
        ("nodes", vec![n_nodes.to_string()]),
        ("height", vec![height.to_string()]),
    ];
    if let Some((seed, generation)) = &run {
        facts.extend([("seed", vec![seed.clone()]), ("generation", vec![generation.clone()])]);
    }
    facts.push(("record", record.iter().map(line).collect()));
    facts.push(("terminals", wrapped(terminals(player).iter().map(|(name, count)| format!("{name} {count}")))));
    let nodes = if n_nodes == 1 { "node" } else { "nodes" };
    let from = run.map_or(String::new(), |(seed, generation)| format!("; seed {seed}, generation {generation}"));
    let size = format!("{n_nodes} {nodes}, height {height}, {} scoring{from}", scoring(player));
    let title = title.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect();
    let captions = vec![size, won(record)];
    Ok(ChampionDescription { title, facts, captions, legend: LEGEND.to_vec(), tree, text: Some(text), json })
}

/// A sample of each kind of leaf.
const LEGEND: [(&str, Tint); 4] = [
    ("Number", Tint::Leaf(Kind::Number)),
    ("Flag", Tint::Leaf(Kind::Flag)),
    ("Cards", Tint::Leaf(Kind::Cards)),
    ("constant", Tint::Constant),
];

/// The scoring's name in text.
const fn scoring(player: &Evolved) -> &'static str {
    match player.scoring {
        Scoring::Column => "column",
        Scoring::Board => "board",
    }
}

/// The terminals of a tree with their counts, the most frequent first.
fn terminals(player: &Evolved) -> Vec<(&'static str, usize)> {
    let count = |number| player.tree.bytes().iter().filter(|&&byte| Node::of(byte) == number).count();
    let entries = FiveO::ENTRIES.iter().enumerate();
    let counts = entries.map(|(number, entry)| (entry.name, count(Node::Terminal(number as u8))));
    let mut used: Vec<_> = counts.filter(|&(_, count)| count > 0).collect();
    used.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    used
}

/// Games won in percent; `None` for no games.
fn win_percent(record: &BaselineResult) -> Option<f64> {
    let tally = Tally::from(record);
    (tally.games() > 0).then(|| tally.win_percent())
}

fn games(record: &BaselineResult) -> Games {
    let BaselineResult { opponent, wins, ties, losses } = *record;
    Games { opponent: opponent.name(), wins, ties, losses, win_percent: win_percent(record) }
}

fn line(record: &BaselineResult) -> String {
    let BaselineResult { opponent, wins, ties, losses } = record;
    let shares = Tally::from(record).shares();
    format!("{:<17}{shares}  ({wins} won, {ties} tied, {losses} lost)", opponent.name())
}

fn won(record: &[BaselineResult]) -> String {
    let share = |record: &BaselineResult| Some(format!("{} {:.1} %", record.opponent.name(), win_percent(record)?));
    let shares: Vec<String> = record.iter().filter_map(share).collect();
    if shares.is_empty() { String::new() } else { format!("wins against {}", shares.join(", ")) }
}

fn nested(branch: &Branch) -> Nested<'_> {
    let kind = match branch.tint {
        Tint::Inner(kind) | Tint::Leaf(kind) => kind,
        Tint::Constant => Kind::Number,
    };
    let kind = match kind {
        Kind::Number => "Number",
        Kind::Flag => "Flag",
        Kind::Cards => "Cards",
    };
    Nested { node: &branch.label, kind, arguments: branch.arguments.iter().map(nested).collect() }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::games::fiveo::players::{FiveOPlayer, PlayerKind};
    use crate::show::Format;
    use pipsqueak_core::games::fiveo::champion::Provenance;
    use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved};
    use pipsqueak_core::random::Seed;
    use pipsqueak_core::tree::{Constants, GrowthShape, PrimitiveSet, Tree};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn named(name: &str, tree: &str) -> Champion {
        let record = [
            BaselineResult { opponent: BaselineKind::Random, wins: 912, ties: 1, losses: 87 },
            BaselineResult { opponent: BaselineKind::FullStrategy, wins: 0, ties: 0, losses: 0 },
        ];
        let provenance = Provenance { seed: Seed(42), generation: 130, record: record.into_iter().collect() };
        Champion { name: name.try_into().unwrap(), player: Evolved::parse(tree).unwrap(), provenance }
    }

    /// A champion whose name every format must escape.
    pub fn champion(tree: &str) -> ChampionDescription {
        of(&named("<Pip> & \"Squeak\" \\", tree)).unwrap()
    }

    /// A random tree over all terminals, of this height at most; its threes are constants.
    pub fn random(seed: u64, height: usize) -> ChampionDescription {
        of(&random_champion(seed, height)).unwrap()
    }

    fn random_champion(seed: u64, height: usize) -> Champion {
        let mut rng = Seed(seed).rng();
        let primitive_set = PrimitiveSet::ALL;
        let grown =
            (0..).find_map(|_| Tree::<FiveO>::grow(&mut rng, primitive_set, height, GrowthShape::Grown)).unwrap();
        let three = |byte: &u8| if Node::of(*byte) == Node::Integer(3) { Node::Constant(0).byte() } else { *byte };
        let tree = Tree::decode(&grown.bytes().iter().map(three).collect::<Vec<u8>>()).unwrap();
        let constants = Constants::new(&[-1234.5]).unwrap();
        let player = Evolved { tree, constants, scoring: Scoring::Column };
        Champion { name: Default::default(), player, provenance: Provenance::default() }
    }

    #[test]
    fn branches_have_the_nodes_of_the_tree_in_order() {
        fn flatten(branch: &Branch, labels: &mut Vec<String>) {
            labels.push(branch.label.clone());
            branch.arguments.iter().for_each(|branch| flatten(branch, labels));
        }
        for seed in 0..200 {
            let champion = random_champion(seed, 6);
            let program = Program::new(&champion.player.tree, &champion.player.constants);
            let expected: Vec<String> =
                champion.player.tree.bytes().iter().map(|&byte| program.label(byte).to_string()).collect();
            let mut labels = Vec::new();
            flatten(&of(&champion).unwrap().tree, &mut labels);
            assert_eq!(labels, expected);
        }
    }

    #[test]
    fn terminals_are_counted_the_most_frequent_first() {
        let champion = named("a", "If(HasFlush, Plus(NumForFlush, NumForFlush), 3)");
        assert_eq!(terminals(&champion.player), [("NumForFlush", 2), ("HasFlush", 1)]);
    }

    #[test]
    fn the_text_is_the_golden_one() {
        let page = champion("column:If(GreaterThan(NumForFlush, -2.5), Plus(3, OwnCategory), 1)").render(Format::Text);
        let reviewed = r#"name        <Pip> & "Squeak" \
scoring     column
nodes       8
height      2
seed        42
generation  130
record      random           91.2 % won, 91.2 % of the points  (912 won, 1 tied, 87 lost)
            full-strategy    -  (0 won, 0 tied, 0 lost)
terminals   NumForFlush 1, OwnCategory 1

If
├─ if GreaterThan
│  ├─ NumForFlush
│  └─ -2.5
├─ then Plus
│  ├─ 3
│  └─ OwnCategory
└─ else 1

tree: column:If(GreaterThan(NumForFlush, -2.5), Plus(3, OwnCategory), 1)
"#;
        assert_eq!(page, reviewed);
    }

    #[test]
    fn control_characters_in_a_name_are_replaced() {
        let page = of(&named("\u{1b}[2Jgone\n", "Plus(1, 2)")).unwrap().render(Format::Text);
        assert!(page.starts_with("name        \u{fffd}[2Jgone\u{fffd}\n"));
    }

    proptest! {
        #[test]
        fn the_last_line_is_a_player_with_the_same_tree(seed: u64, height in 0usize..8) {
            let champion = random_champion(seed, height);
            let page = of(&champion).unwrap().render(Format::Text);
            let line = page.lines().last().unwrap().strip_prefix("tree: ").unwrap();
            let PlayerKind::Evolved(player) = FiveOPlayer::named(line, None).unwrap().kind else { panic!("{line} is a baseline") };
            prop_assert_eq!(&player.tree, &champion.player.tree);
            prop_assert_eq!(player.scoring, champion.player.scoring);
            let constants = player.tree.bytes().contains(&Node::Constant(0).byte());
            prop_assert_eq!(player.constants.get(0), if constants { -1234.5 } else { 0.0 });
            // One line per node stands between the two empty ones.
            prop_assert_eq!(page.split("\n\n").nth(1).unwrap().lines().count(), champion.player.tree.n_nodes());
        }
    }

    #[test]
    fn the_object_is_as_documented() {
        let page: Value =
            serde_json::from_str(&champion("Plus(ProbabilityToGetCard(MissingForPair), 1.5)").json).unwrap();
        let expected = json!({
            "name": "<Pip> & \"Squeak\" \\",
            "scoring": "board",
            "nodes": 4,
            "height": 2,
            "seed": 42,
            "generation": 130,
            "record": [
                {"opponent": "random", "wins": 912, "ties": 1, "losses": 87, "win_percent": 91.2},
                {"opponent": "full-strategy", "wins": 0, "ties": 0, "losses": 0, "win_percent": null},
            ],
            "terminals": {"MissingForPair": 1},
            "text": "board:Plus(ProbabilityToGetCard(MissingForPair), 1.5)",
            "tree": {"node": "Plus", "kind": "Number", "arguments": [
                {"node": "ProbabilityToGetCard", "kind": "Number", "arguments": [
                    {"node": "MissingForPair", "kind": "Cards", "arguments": []},
                ]},
                {"node": "1.5", "kind": "Number", "arguments": []},
            ]},
        });
        assert_eq!(page, expected);
    }

    #[test]
    fn a_tree_without_a_champion_has_nulls_for_what_is_unknown() {
        let page: Value = serde_json::from_str(&random(1, 3).json).unwrap();
        assert_eq!([&page["name"], &page["seed"], &page["generation"]], [&Value::Null; 3]);
        assert_eq!(page["record"], json!([]));
    }

    #[test]
    fn the_deepest_tree_is_not_too_deep_for_readers() {
        // serde_json refuses more than 128 levels of nesting.
        let text = (0..40).fold("1".to_owned(), |text, _| format!("Plus({text}, 1)"));
        assert!(serde_json::from_str::<Value>(&champion(&text).json).is_ok());
    }
}
