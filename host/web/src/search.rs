//! Game trees and the horizon effect on the page: a search, node by node, with the places of its nodes in a drawing.

use pipsqueak_core::games::checkers::{DrawRule, Position, fen};
use pipsqueak_lab::choice::Choice;
use pipsqueak_lab::game_tree::{Budget, GameTree, Method, NumberTree, Order, RecordedTree, Search, Settings, record};
use pipsqueak_lab::games::checkers::game_tree::{CheckersTree, Evaluation};
use pipsqueak_lab::games::checkers::horizon::{
    Belief, EXAMPLES, Example, Illusion, Look, illusion, look, turning_points,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most nodes of a tree that the page draws.
const MOST_DRAWN: usize = 1_000;
/// The most nodes that the page counts.
const MOST_COUNTED: u64 = 3_000_000;
/// The deepest tree of a position.
const MAX_DEPTH: u8 = 8;
/// The deepest search for the horizon effect, and the most nodes of one depth.
const HORIZON_DEPTH: u8 = 12;
const HORIZON_NODES: u64 = 3_000_000;

/// A request of the page.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// A game tree, searched node by node.
    Tree(TreeRequest),
    /// What a search believes depth by depth.
    Horizon(HorizonRequest),
}

impl Request {
    /// The answer as JSON, or what is wrong with the request.
    pub fn answer(self) -> Result<Value, String> {
        match self {
            Request::Tree(request) => request.answer(),
            Request::Horizon(request) => request.answer(),
        }
    }
}

/// A tree to search: of numbers, or of a position.
#[derive(Deserialize)]
pub struct TreeRequest {
    /// The numbers.
    numbers: Option<String>,
    /// The position.
    fen: Option<String>,
    #[serde(default)]
    depth: u8,
    order: String,
    #[serde(default = "simple")]
    evaluation: String,
}

/// A position to look at from depth to depth; without one, the shipped examples are listed.
#[derive(Deserialize)]
pub struct HorizonRequest {
    fen: Option<String>,
    #[serde(default)]
    depth: u8,
}

fn simple() -> String {
    Evaluation::default().name().to_owned()
}

impl TreeRequest {
    /// The tree as alpha-beta and as minimax visit it. Minimax's is only counted if it is too large to draw.
    pub fn answer(self) -> Result<Value, String> {
        let order = Order::named(&self.order).ok_or_else(|| format!("there is no order {}", self.order))?;
        if let Some(numbers) = &self.numbers {
            let tree = NumberTree::parse(numbers).map_err(String::from)?;
            return both(&tree, 0, tree.height(), order);
        }
        let position = position(self.fen.as_deref().unwrap_or_default())?;
        let evaluation = Evaluation::named(&self.evaluation).map_err(|error| format!("{error:#}"))?;
        let depth = self.depth.clamp(1, MAX_DEPTH);
        let tree = CheckersTree { evaluation: evaluation.prepare(), quiescence: false, max: position.board().turn() };
        both(&tree, position, depth, order)
    }
}

fn position(text: &str) -> Result<Position, String> {
    Ok(Position::new(fen::parse(text).map_err(|error| error.to_string())?, DrawRule::Report))
}

fn both<T: GameTree>(tree: &T, root: T::Node, depth: u8, order: Order) -> Result<Value, String> {
    let pruned = record(tree, root.clone(), depth, Method::AlphaBeta, order, MOST_DRAWN)
        .map_err(|_| format!("the drawing would have more than {MOST_DRAWN} nodes: choose a smaller depth"))?;
    let whole = record(tree, root.clone(), depth, Method::Minimax, Order::None, MOST_DRAWN);
    let whole = match whole {
        Ok(whole) => drawn(&whole),
        Err(_) => {
            let budget = Budget { nodes: MOST_COUNTED, must_stop: &mut || false };
            let mut search = Search::new(tree, Settings::of(Method::Minimax, Order::None), None, budget, ());
            let value = search.run(&root, depth).map(|(value, _)| tree.value_text(value)).ok();
            json!({ "value_text": value, "visited": search.counts })
        }
    };
    Ok(json!({ "pruned": drawn(&pruned), "whole": whole }))
}

/// A tree with the places of its nodes: rows across the tree's growth.
fn drawn(tree: &RecordedTree) -> Value {
    let mut value = tree.json();
    value["rows"] = tree.placed().into_iter().map(|(row, _)| row).collect();
    value
}

impl HorizonRequest {
    /// What the search believes at each depth, or the examples.
    pub fn answer(self) -> Result<Value, String> {
        let Some(text) = self.fen else {
            let example =
                |it: &Example| json!({ "name": it.name, "fen": it.fen, "depth": it.depth, "about": it.about });
            return Ok(EXAMPLES.iter().map(example).collect());
        };
        let position = position(&text)?;
        let evaluation = Evaluation::default();
        let search = |depth| {
            let budget = Budget { nodes: HORIZON_NODES, must_stop: &mut || false };
            look(&position, depth, &evaluation, budget).ok()
        };
        let looks: Vec<_> = (1..=self.depth.clamp(1, HORIZON_DEPTH)).map_while(search).collect();
        let turns = [0, 1].map(|place| turning_points(&looks, place));
        let belief = |depth: u8, place: usize, it: &Belief| json!({ "value": it.value_text, "line": it.line_text, "turns": turns[place].contains(&depth) });
        let row = |it: &Look| {
            let beliefs: Vec<Value> = (0..2).map(|place| belief(it.depth, place, &it.beliefs[place])).collect();
            json!({ "depth": it.depth, "beliefs": beliefs })
        };
        let budget = Budget { nodes: HORIZON_NODES, must_stop: &mut || false };
        let wrong = illusion(&position, &looks, &evaluation, budget).map(|Illusion { depth, belief, truth, .. }| {
            json!({ "depth": depth, "believed": belief.value_text, "worth": truth.value_text, "line": truth.line_text })
        });
        Ok(json!({ "looks": looks.iter().map(row).collect::<Vec<Value>>(), "illusion": wrong }))
    }
}
