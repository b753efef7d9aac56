//! A champion for programs.

use std::collections::BTreeMap;

use anyhow::Result;
use pipsqueak_core::tree::Kind;
use serde::Serialize;

use super::portrait::{Branch, Portrait, win_percent};

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

/// The champion as one JSON object.
pub fn render(portrait: &Portrait) -> Result<String> {
    let record = portrait.record().iter().map(|record| Games {
        opponent: record.opponent.name(),
        wins: record.wins,
        ties: record.ties,
        losses: record.losses,
        win_percent: win_percent(record),
    });
    let tree = portrait.tree();
    let page = Page {
        name: portrait.name.as_deref(),
        scoring: portrait.scoring(),
        nodes: portrait.player.tree.n_nodes(),
        height: portrait.player.tree.height(),
        seed: portrait.provenance.as_ref().map(|provenance| provenance.seed.0),
        generation: portrait.provenance.as_ref().map(|provenance| provenance.generation),
        record: record.collect(),
        terminals: portrait.terminals().into_iter().collect(),
        text: portrait.text(),
        tree: nested(&tree),
    };
    Ok(serde_json::to_string_pretty(&page)? + "\n")
}

fn nested(branch: &Branch) -> Nested<'_> {
    let kind = match branch.kind {
        Kind::Number => "Number",
        Kind::Flag => "Flag",
        Kind::Cards => "Cards",
    };
    Nested { node: &branch.label, kind, arguments: branch.arguments.iter().map(nested).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::portrait::tests::{champion, random};
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_object_is_as_documented() {
        let page: Value =
            serde_json::from_str(&render(&champion("Plus(ProbabilityToGetCard(MissingForPair), 1.5)")).unwrap())
                .unwrap();
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
        let page: Value = serde_json::from_str(&render(&random(1, 3)).unwrap()).unwrap();
        assert_eq!([&page["name"], &page["seed"], &page["generation"]], [&Value::Null; 3]);
        assert_eq!(page["record"], json!([]));
    }

    #[test]
    fn the_deepest_tree_is_not_too_deep_for_readers() {
        // serde_json refuses what is nested more than 128 times.
        let text = (0..40).fold("1".to_owned(), |text, _| format!("Plus({text}, 1)"));
        assert!(serde_json::from_str::<Value>(&render(&champion(&text)).unwrap()).is_ok());
    }
}
