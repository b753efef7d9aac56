//! Evaluations stored as bytes: the shipped champion, champion files, and trees written by hand; and their
//! descriptions.

use std::str::FromStr;

use crate::SHIPPED;
use anyhow::{Result, bail};
use pipsqueak_core::games::checkers::Checkers;
use pipsqueak_core::games::checkers::champion::{Champion, EngineResult, Provenance};
use pipsqueak_core::games::checkers::evaluation::LeafWork;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::tree::{Constants, Kind, Node, Program, Vocabulary};
use serde_json::{Map, Value, json};

use super::level::Level;
use super::trees::{TreeEvaluation, scoring_name};
use crate::arena::Champions;
use crate::arena::Tally;
use crate::show::{Branch, ChampionDescription, Tint, wrapped};
use crate::text;

/// Checkers' champions.
pub struct CheckersChampions;

impl Champions for CheckersChampions {
    fn named(&self, text: &str) -> Result<Vec<u8>> {
        if text == SHIPPED {
            return Ok(super::trees::SHIPPED_BYTES.to_vec());
        }
        if EngineKind::from_str(text).is_ok() || Level::named(text).is_some() {
            bail!("{text} has an evaluation written by hand: it has no tree; name a champion file instead");
        }
        match TreeEvaluation::named(text)? {
            Some(tree) => Ok(tree.bytes("", Provenance::default())?),
            None => bail!(
                "there is no champion {text:?}: name a champion file, {SHIPPED}, or write a tree like \"Multiply(100, Men)\""
            ),
        }
    }

    fn renamed(&self, bytes: &[u8], name: &str) -> Result<Vec<u8>> {
        Ok(TreeEvaluation::of_bytes(bytes)?.bytes(name, Champion::decode(bytes)?.provenance)?)
    }

    fn describe(&self, bytes: &[u8]) -> Result<ChampionDescription> {
        let champion = Champion::decode(bytes)?;
        description(&champion, &TreeEvaluation::of_bytes(bytes)?)
    }

    fn effective(&self, bytes: &[u8]) -> Result<(Vec<u8>, String)> {
        let Champion { name, provenance, .. } = Champion::decode(bytes)?;
        let whole = TreeEvaluation::of_bytes(bytes)?;
        let simple = TreeEvaluation { tree: whole.tree.simplified(), ..whole.clone() };
        let [n_left, n_nodes] = [&simple, &whole].map(|evaluation| evaluation.tree.n_nodes());
        let told = if n_left == n_nodes {
            format!("all {n_nodes} nodes: none can be shown to be redundant")
        } else {
            format!("{n_left} of {n_nodes} nodes; the rest changes no value")
        };
        Ok((simple.bytes(name, provenance)?, told))
    }
}

/// Describes a champion. A tree written by hand has no name and comes from no run.
fn description(champion: &Champion<'_>, evaluation: &TreeEvaluation) -> Result<ChampionDescription> {
    let Champion { name, provenance, .. } = champion;
    let name = text::name(name, 32);
    let provenance = (!name.is_empty()).then_some(provenance);
    let constants = Constants::from(&evaluation.constants);
    let tree = Branch::of_tree(&Program::new(&evaluation.tree, &constants), &evaluation.tree);
    let record: &[EngineResult] = provenance.map_or(&[], |provenance| &provenance.record);
    let (n_nodes, height) = (evaluation.tree.n_nodes(), evaluation.tree.height());
    let scoring = scoring_name(evaluation.scoring);
    let LeafWork { looks_at_pieces, n_terminals, n_products, n_nodes: n_worked_out } =
        evaluation.eval_tree().evaluation().work();
    let pieces = if looks_at_pieces { "each piece once, " } else { "" };
    let terminals = terminals(evaluation);
    let json = json!({
        "name": provenance.map(|_| name.as_str()),
        "scoring": scoring,
        "nodes": n_nodes,
        "height": height,
        "seed": provenance.map(|it| it.seed.0),
        "generation": provenance.map(|it| it.generation),
        "record": record.iter().map(games).collect::<Vec<_>>(),
        "terminals": terminals.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect::<Map<_, _>>(),
        "text": evaluation.text(),
        "tree": nested(&tree),
    });
    let mut facts = vec![
        ("scoring", vec![scoring.to_owned()]),
        ("nodes", vec![n_nodes.to_string()]),
        ("height", vec![height.to_string()]),
        (
            "at a leaf",
            vec![format!("{pieces}{n_terminals} terminals, {n_products} products, {n_worked_out} other nodes")],
        ),
    ];
    if let Some(provenance) = provenance {
        facts.push(("seed", vec![provenance.seed.0.to_string()]));
        facts.push(("generation", vec![provenance.generation.to_string()]));
    }
    facts.push(("record", record.iter().map(line).collect()));
    facts.push(("terminals", wrapped(terminals.iter().map(|(name, count)| format!("{name} {count}")))));
    let run = provenance.map_or(String::new(), |it| format!("; seed {}, generation {}", it.seed.0, it.generation));
    let captions = vec![format!("{n_nodes} nodes, height {height}, {scoring} scoring{run}"), won(record)];
    let title = if name.is_empty() { "a tree written by hand".to_owned() } else { name };
    let json = serde_json::to_string_pretty(&json)?;
    let text = Some(evaluation.text());
    Ok(ChampionDescription { title, facts, captions, legend: LEGEND.to_vec(), tree, text, json })
}

/// A sample of each kind of leaf.
const LEGEND: [(&str, Tint); 3] =
    [("Number", Tint::Leaf(Kind::Number)), ("Flag", Tint::Leaf(Kind::Flag)), ("constant", Tint::Constant)];

/// The terminals of a tree with their counts, the most frequent first.
fn terminals(evaluation: &TreeEvaluation) -> Vec<(&'static str, usize)> {
    let count = |number: usize| {
        let is_it = |byte: &&u8| Node::of(**byte) == Node::Terminal(number as u8);
        evaluation.tree.bytes().iter().filter(is_it).count()
    };
    let counts = Checkers::ENTRIES.iter().enumerate().map(|(number, entry)| (entry.name, count(number)));
    let mut used: Vec<_> = counts.filter(|&(_, count)| count > 0).collect();
    used.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    used
}

fn tally(result: &EngineResult) -> Tally {
    let [win, tie, loss] = [result.wins, result.draws, result.losses].map(u64::from);
    Tally { win, tie, loss }
}

/// The share of the points in percent.
fn percent(result: &EngineResult) -> f64 {
    tally(result).points_percent()
}

fn games(result: &EngineResult) -> Value {
    let EngineResult { opponent, wins, draws, losses } = result;
    json!({"opponent": opponent.name(), "wins": wins, "draws": draws, "losses": losses, "win_percent": tally(result).win_percent(), "points_percent": percent(result)})
}

fn line(result: &EngineResult) -> String {
    let EngineResult { opponent, wins, draws, losses } = result;
    let shares = tally(result).shares();
    format!("{:<17}{shares}  ({wins} won, {draws} drawn, {losses} lost)", opponent.name())
}

fn won(record: &[EngineResult]) -> String {
    let shares: Vec<String> =
        record.iter().map(|result| format!("{} {:.1} %", result.opponent.name(), percent(result))).collect();
    if shares.is_empty() { String::new() } else { format!("share of the points against {}", shares.join(", ")) }
}

fn nested(branch: &Branch) -> Value {
    let (Tint::Inner(kind) | Tint::Leaf(kind)) = branch.tint else {
        return json!({"node": branch.label, "kind": "Number", "arguments": []});
    };
    let arguments: Vec<Value> = branch.arguments.iter().map(nested).collect();
    json!({"node": branch.label, "kind": kind.to_string(), "arguments": arguments})
}
