//! Strategies stored as bytes, and their descriptions.

use std::str::FromStr;

use crate::SHIPPED;
use anyhow::{Result, bail};
use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History, Objective, Strategy};
use pipsqueak_core::tree::Kind;
use serde::Serialize;

use crate::arena::Champions;
use crate::show::{Branch, ChampionDescription, Tint};
use crate::text;

/// Mastermind's champions.
pub struct MastermindChampions;

impl Champions for MastermindChampions {
    fn named(&self, text: &str) -> Result<Vec<u8>> {
        if text == SHIPPED {
            return Ok(pipsqueak_app::BUILT_IN_STRATEGY.to_vec());
        }
        if Objective::from_str(text).is_ok() {
            bail!("{text} computes its guesses: it has no stored strategy to show or flash");
        }
        bail!("there is no champion {text:?}: name a Mastermind champion's file, or {SHIPPED}");
    }

    fn renamed(&self, bytes: &[u8], name: &str) -> Result<Vec<u8>> {
        Ok(Strategy::decode(bytes)?.renamed(name)?.encode(&mut vec![0; bytes.len() + name.len()])?.to_vec())
    }

    fn effective(&self, _: &[u8]) -> Result<(Vec<u8>, String)> {
        bail!("--effective is for players that are Eval-Trees; every guess of a Mastermind strategy decides something")
    }

    fn describe(&self, bytes: &[u8]) -> Result<ChampionDescription> {
        let strategy = Strategy::decode(bytes)?;
        let size = strategy.size();
        let (pegs, colors) = size.into();
        let (name, played) = (text::name(strategy.name(), 32), histogram(&strategy));
        let tree = branch(&strategy, &History::new(size), String::new());
        let json =
            Page { name: &name, pegs, colors, guesses: tree.n_nodes(), codes_by_guesses: &played, tree: nested(&tree) };
        let json = serde_json::to_string_pretty(&json)?;
        let counts = (1..).zip(&played).filter(|(_, count)| **count > 0);
        let counts: Vec<String> = counts.map(|(guesses, count)| format!("{count} with {guesses}")).collect();
        let n_guesses: usize = (1..).zip(&played).map(|(guesses, count)| guesses * count).sum();
        let found = format!("{} in all: {}", n_guesses, counts.join(", "));
        let facts = vec![("size", vec![size.to_string()]), ("guesses", vec![found.clone()])];
        let legend = vec![("a guess", Tint::Inner(Kind::Number)), ("the last", Tint::Leaf(Kind::Number))];
        let captions = vec![size.to_string(), found];
        Ok(ChampionDescription { title: name.clone(), facts, captions, legend, tree, text: None, json })
    }
}

#[derive(Serialize)]
struct Page<'a> {
    name: &'a str,
    pegs: u8,
    colors: u8,
    /// Nodes of the tree of guesses.
    guesses: usize,
    /// How many codes are found with 1, 2, 3 ... guesses.
    codes_by_guesses: &'a [usize],
    tree: Nested<'a>,
}

#[derive(Serialize)]
struct Nested<'a> {
    /// The answer to the guess above.
    #[serde(skip_serializing_if = "str::is_empty")]
    answer: &'a str,
    guess: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<Nested<'a>>,
}

fn nested(branch: &Branch) -> Nested<'_> {
    Nested { answer: &branch.role, guess: &branch.label, then: branch.arguments.iter().map(nested).collect() }
}

/// The guess after a history, and below it the guesses after each answer that the strategy covers.
fn branch(strategy: &Strategy<'_>, history: &History, role: String) -> Branch {
    let guess = strategy.guess(history).unwrap_or_default();
    let mut arguments = Vec::new();
    for feedback in answers(history.size()) {
        let mut next = history.clone();
        if next.push(guess, feedback).is_ok() && strategy.guess(&next).is_some() {
            arguments.push(branch(strategy, &next, feedback.to_string()));
        }
    }
    let tint = if arguments.is_empty() { Tint::Leaf(Kind::Number) } else { Tint::Inner(Kind::Number) };
    Branch { label: guess.to_string(), role, tint, arguments }
}

/// Every answer but the one that ends the game.
fn answers(size: CodeSize) -> impl Iterator<Item = Feedback> {
    let pegs = size.pegs();
    let all = (0..pegs).flat_map(move |blacks| (0..=pegs - blacks).map(move |whites| (blacks, whites)));
    all.filter_map(|(blacks, whites)| Feedback::new(blacks, whites).ok())
}

/// How many codes the strategy finds with 1, 2, 3 ... guesses.
fn histogram(strategy: &Strategy<'_>) -> Vec<usize> {
    let size = strategy.size();
    let mut counts = Vec::new();
    for n_guesses in (0..size.n_codes()).filter_map(|place| strategy.n_guesses(Code::at(place, size))) {
        counts.resize(counts.len().max(n_guesses), 0);
        counts[n_guesses - 1] += 1;
    }
    counts
}
