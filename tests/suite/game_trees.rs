//! Game trees that can be looked at: textbooks' values and visits, Knuth and Moore's best case, deep cutoffs, and agreement with
//! minimax written a second time.

use std::io::Write;

use pipsqueak_core::games::checkers::{Move, Position};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::search::{Limits, NoClock, Search as Engine, SearchStack, Settings, TranspositionTable, minimax};
use pipsqueak_lab::choice::Choice;
use pipsqueak_lab::game_tree::{Cutoff, GameTree, Method, NumberTree, Order, RecordedTree, record};
use pipsqueak_lab::games::checkers::compare::{Comparison, Technique};
use pipsqueak_lab::games::checkers::game_tree::{CheckersTree, Evaluation};
use pipsqueak_lab::show::Format;
use pipsqueak_tests::binary::{command, pipsqueak};
use pipsqueak_tests::{checkers_reference, sized};

/// Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the chapter on adversarial search.
const RUSSELL_NORVIG: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// Winston, *Artificial Intelligence*, the chapter on trees and adversarial search: the 8 is never looked at.
const WINSTON: &str = "((2 7) (1 8))";
/// Wikipedia, "Alpha–beta pruning", the first figure: the value is 6, and five leaves are grey.
const WIKIPEDIA: &str = "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))";
/// MAX has 5. Three levels further down MIN finds 4: MAX, two levels above MIN's parent, will not go there.
const DEEP: &str = "(5 (((4 9) 7) 8))";

fn recorded(text: &str, method: Method, order: Order) -> RecordedTree {
    let tree = NumberTree::parse(text).unwrap();
    record(&tree, 0, tree.height(), method, order, 5_000).unwrap()
}

/// The leaves that were visited, in order.
fn visited_leaves(tree: &RecordedTree) -> Vec<i32> {
    tree.nodes.iter().filter(|node| node.is_leaf && node.visit.is_some()).map(|node| node.value.unwrap()).collect()
}

#[test]
fn textbooks_trees_have_the_published_values_and_visits() {
    let published = [
        (RUSSELL_NORVIG, 3, vec![3, 12, 8, 2, 14, 5, 2], [1, 0]),
        (WINSTON, 2, vec![2, 7, 1], [1, 0]),
        (WIKIPEDIA, 6, vec![5, 6, 7, 4, 3, 6, 6, 7, 5], [3, 0]),
        (DEEP, 7, vec![5, 4, 7, 8], [0, 1]),
    ];
    for (text, value, leaves, [shallow, deep]) in published {
        let tree = recorded(text, Method::AlphaBeta, Order::None);
        assert_eq!((tree.nodes[0].value, visited_leaves(&tree)), (Some(value), leaves), "{text}");
        assert_eq!((tree.counts.shallow, tree.counts.deep), (shallow, deep), "{text}");
        let whole = recorded(text, Method::Minimax, Order::None);
        assert_eq!((whole.nodes[0].value, whole.counts.nodes), (Some(value), whole.nodes.len() as u64), "{text}");
        assert_eq!(whole.nodes.len(), tree.nodes.len(), "what was cut off is recorded too");
    }
}

#[test]
fn every_node_has_its_value_window_and_place() {
    let tree = recorded(RUSSELL_NORVIG, Method::AlphaBeta, Order::None);
    let row = |index: usize| {
        let node = &tree.nodes[index];
        (node.shown_value(), node.visit.as_ref().map(|visit| (visit.number, visit.window)), node.is_principal)
    };
    assert_eq!(row(0), ("3".to_owned(), Some((1, [None, None])), true));
    assert_eq!(row(1), ("3".to_owned(), Some((2, [None, None])), true));
    assert_eq!(row(3), ("12".to_owned(), Some((4, [None, Some(3)])), false));
    // MIN has 2, which MAX will not take: at most 2.
    assert_eq!(row(5), ("≤2".to_owned(), Some((6, [Some(3), None])), false));
    assert_eq!((row(7), row(8)), (("4".to_owned(), None, false), ("6".to_owned(), None, false)));
    assert_eq!(tree.nodes[5].cutoff, Some(Cutoff::Shallow));
    assert_eq!(tree.cut_by(&tree.nodes[7]), Some(Cutoff::Shallow));
    assert_eq!(row(9), ("2".to_owned(), Some((8, [Some(3), None])), false));
}

/// Alpha-beta that knows only the parent's bound, as Knuth and Moore's procedure F1: counts the leaves it visits.
fn with_the_parents_bound_alone(
    tree: &NumberTree,
    node: usize,
    bound: Option<i32>,
    ply: usize,
    leaves: &mut u64,
) -> i32 {
    let mut children = Vec::new();
    tree.branch(&node, u8::MAX, |_, child| children.push(child));
    if children.is_empty() {
        *leaves += 1;
        return tree.value(&node, ply);
    }
    let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
    let mut best = None;
    for child in children {
        let value = with_the_parents_bound_alone(tree, child, best, ply + 1, leaves);
        best = Some(best.map_or(value, |best: i32| sign * (sign * best).max(sign * value)));
        if bound.is_some_and(|bound| sign * best.unwrap() >= sign * bound) {
            break;
        }
    }
    best.unwrap()
}

#[test]
fn a_deep_cutoff_needs_more_than_the_parents_bound() {
    let tree = NumberTree::parse(DEEP).unwrap();
    let mut leaves = 0;
    assert_eq!(with_the_parents_bound_alone(&tree, 0, None, 0, &mut leaves), 7);
    assert_eq!((leaves, recorded(DEEP, Method::AlphaBeta, Order::None).counts.leaves), (5, 4));
    // Without deep cutoffs both visit the same leaves.
    let mut rng = Seed(3).rng();
    let mut n_without = 0;
    for _ in 0..500 {
        let text = random_tree(&mut rng, 6);
        let tree = NumberTree::parse(&text).unwrap();
        let searched = recorded(&text, Method::AlphaBeta, Order::None);
        let mut leaves = 0;
        let value = with_the_parents_bound_alone(&tree, 0, None, 0, &mut leaves);
        assert_eq!(Some(value), searched.nodes[0].value, "{text}");
        assert!(searched.counts.leaves <= leaves);
        if searched.counts.deep == 0 {
            n_without += 1;
            assert_eq!(searched.counts.leaves, leaves, "{text}");
        }
    }
    assert!((100..400).contains(&n_without), "{n_without}");
}

/// A uniform tree in which the first branch is the best everywhere.
fn best_ordered(branching: usize, depth: usize) -> String {
    // All leaves are equal, so that no later branch is better.
    let mut text = "1".to_owned();
    for _ in 0..depth {
        text = format!("({})", vec![text; branching].join(" "));
    }
    text
}

#[test]
fn the_best_case_is_knuth_and_moores() {
    for branching in 2..=5usize {
        for depth in 1..=6u32 {
            let tree = NumberTree::parse(&best_ordered(branching, depth as usize)).unwrap();
            let searched = record(&tree, 0, tree.height(), Method::AlphaBeta, Order::None, 200_000).unwrap();
            let expected = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
            assert_eq!(searched.counts.leaves, expected as u64, "{branching} branches, depth {depth}");
        }
    }
}

/// A random tree of up to this height, with few different numbers, so that many are equal.
fn random_tree(rng: &mut GameRng, height: u32) -> String {
    if height == 0 || random::below(rng, 5) == 0 {
        return (random::below(rng, 12) as i32 - 6).to_string();
    }
    let n_children = 1 + random::below(rng, 3);
    let children: Vec<String> = (0..n_children).map(|_| random_tree(rng, height - 1)).collect();
    format!("({})", children.join(" "))
}

/// Minimax as its definition says.
fn by_definition(tree: &NumberTree, node: usize, ply: usize) -> i32 {
    let mut values = Vec::new();
    tree.branch(&node, u8::MAX, |_, child| values.push(by_definition(tree, child, ply + 1)));
    let best = if ply.is_multiple_of(2) { values.iter().max() } else { values.iter().min() };
    best.copied().unwrap_or_else(|| tree.value(&node, ply))
}

#[test]
fn every_method_and_order_agrees_with_the_definition_on_random_trees() {
    let mut rng = Seed(1).rng();
    let [mut visited, mut all] = [0, 0];
    for _ in 0..sized(1_000, 10_000) {
        let text = random_tree(&mut rng, 7);
        let tree = NumberTree::parse(&text).unwrap();
        let expected = by_definition(&tree, 0, 0);
        for (method, order) in [Method::Minimax, Method::AlphaBeta]
            .into_iter()
            .flat_map(|method| Order::CHOICES.iter().map(move |it| (method, it.0)))
        {
            let searched = record(&tree, 0, tree.height(), method, order, 200_000).unwrap();
            assert_eq!(searched.nodes[0].value, Some(expected), "{text} {method:?} {order:?}");
            check_nodes(&searched, &text);
            if (method, order) == (Method::AlphaBeta, Order::None) {
                (visited, all) = (visited + searched.counts.nodes, all + searched.nodes.len() as u64);
            }
        }
    }
    println!("alpha-beta visits {visited} of {all} nodes");
}

/// A node's value is a bound of the greatest or least of its children's, and the principal variation has the root's value.
fn check_nodes(tree: &RecordedTree, text: &str) {
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.visit.is_some() && !node.is_leaf) {
        let children = tree.nodes.iter().filter(|child| child.parent == Some(index) && child.visit.is_some());
        let values = children.map(|child| child.value.unwrap());
        assert_eq!(node.value, if node.is_max() { values.max() } else { values.min() }, "{text}");
    }
    let line: Vec<_> = tree.nodes.iter().filter(|node| node.is_principal).collect();
    assert!(line.iter().all(|node| node.value == tree.nodes[0].value && node.shown_value() == tree.value()), "{text}");
    assert!(line.last().unwrap().is_leaf);
}

#[test]
fn checkers_trees_agree_with_minimax() {
    let [mut visited, mut all] = [0, 0];
    let evaluation = Evaluation::named("expert").unwrap();
    for number in 0..sized(1_000, 10_000) {
        let position = checkers_reference::position(Seed(number).derive(32));
        let quiescence = number % 2 == 0;
        let tree = CheckersTree { evaluation: evaluation.prepare(), quiescence, max: position.board().turn() };
        let room = &mut [Move::default(); 2048];
        let expected = minimax(&position, 3, quiescence, &evaluation.prepare(), room).unwrap();
        for order in [Order::None, Order::Evaluation, Order::Full] {
            let searched = record(&tree, position, 3, Method::AlphaBeta, order, 200_000).unwrap();
            assert_eq!(searched.nodes[0].value, Some(expected.into()), "{position} {order:?}");
            visited += searched.counts.nodes * u64::from(order == Order::None);
        }
        let whole = record(&tree, position, 3, Method::Minimax, Order::None, 200_000).unwrap();
        assert_eq!(whole.nodes[0].value, Some(expected.into()), "{position}");
        all += whole.counts.nodes;
    }
    println!("alpha-beta visits {visited} of {all} nodes");
    assert!(visited * 2 < all);
}

#[test]
fn methods_side_by_side_have_one_value() {
    for number in 0..sized(20, 200) {
        let position = checkers_reference::position(Seed(number).derive(33));
        for (name, quiescence) in [("simple", false), ("expert", true)] {
            let evaluation = &Evaluation::named(name).unwrap();
            let clock = pipsqueak_lab::clock::no_clock;
            let comparison = Comparison { position, evaluation, quiescence, most_nodes: u64::MAX, clock };
            let measured: Vec<_> = Technique::CHOICES.iter().map(|it| comparison.measure(it.0, 5)).collect();
            assert!(
                measured.iter().all(|it| it.value.is_some() && it.value == measured[0].value),
                "{position} {measured:?}"
            );
        }
    }
}

/// The player `minimax` is core's search without pruning: the reference's value, and every node of every iteration.
#[test]
fn the_player_minimax_visits_every_node() {
    let evaluation = Evaluation::Simple;
    let mut n_searched = 0;
    for number in 0..sized(100, 1_000) {
        let position = checkers_reference::position(Seed(number).derive(34));
        let mut stack: SearchStack<Position, 128, 4096> = SearchStack::new(Position::START);
        let mut table = TranspositionTable::new(&mut [], 0);
        let prepared = evaluation.prepare();
        let found = Engine::new(stack.slices(), &mut table, &prepared, Settings::MINIMAX, &mut NoClock).run(
            &position,
            &[],
            Limits::of_depth(4),
        );
        let tree = CheckersTree { evaluation: evaluation.prepare(), quiescence: false, max: position.board().turn() };
        let nodes = (1..=found.depth)
            .map(|depth| record(&tree, position, depth, Method::Minimax, Order::None, 200_000).unwrap().counts.nodes);
        assert_eq!(found.nodes, nodes.sum::<u64>(), "{position}");
        let expected = minimax(&position, found.depth, false, &prepared, &mut [Move::default(); 2048]);
        // Where there is no move, no depth is searched.
        assert_eq!(found.depth == 0, position.board().n_moves() == 0, "{position}");
        if found.depth > 0 {
            assert_eq!(Some(found.score), expected, "{position}");
            n_searched += 1;
        }
    }
    assert!(n_searched > sized(80, 800), "{n_searched}");
}

#[test]
fn drawings_have_every_node_once() {
    let mut rng = Seed(2).rng();
    let texts = (0..50).map(|_| random_tree(&mut rng, 6)).chain([WIKIPEDIA, DEEP, "5"].map(str::to_owned));
    for text in texts {
        let tree = recorded(&text, Method::AlphaBeta, Order::None);
        let drawing = tree.render(Format::Svg);
        assert!(!drawing.contains("NaN") && drawing.ends_with("</svg>\n"), "{text}");
        // A node is a box or another shape, with its value in its middle.
        let is_shape = |line: &&str| line.starts_with("<rect") || line.starts_with("<path");
        let values = drawing.lines().filter(is_shape).filter(|line| line.contains("text-anchor=\"middle\""));
        assert_eq!(values.count(), tree.nodes.len(), "{text}");
        assert_eq!(tree.render(Format::Dot).matches("shape=").count(), tree.nodes.len());
        let text = tree.render(Format::Text);
        let (_, nodes) = text.trim_end().rsplit_once("\n\n").expect("a blank line is above the nodes");
        assert_eq!(nodes.lines().count(), tree.nodes.len());
        assert_eq!(tree.json()["nodes"].as_array().unwrap().len(), tree.nodes.len());
    }
}

/// Runs a command that is used wrongly, and returns its only line.
fn refused(arguments: &[&str], input: &str) -> String {
    let run = pipsqueak(arguments, input);
    assert_eq!(
        (run.status, run.output.as_str(), run.errors.lines().count()),
        (2, "", 1),
        "{arguments:?}: {}",
        run.errors
    );
    run.errors
}

#[test]
fn a_tree_that_is_none_is_refused_in_one_line() {
    let thousand = "(".repeat(1_000) + "1" + &")".repeat(1_000);
    let wrong = [
        ("", "is empty"),
        ("(", "1 of its parentheses open"),
        ("(1 2", "1 of its parentheses open"),
        (")", "closes at letter 1"),
        ("()", "without branches"),
        ("(1 ())", "without branches"),
        ("(1 2) 3", "goes on at letter 7"),
        ("(1 x)", "\"x\" at letter 4"),
        ("(1 2.5)", "whole number"),
        ("(1 99999999999)", "whole number"),
        (thousand.as_str(), "deeper than 60 levels"),
    ];
    for (text, why) in wrong {
        assert!(refused(&["search", "tree", text], "").contains(why), "{text:.20}");
    }
    let megabyte = format!("({})", "1 ".repeat(500_000));
    assert!(refused(&["search", "tree", "-"], &megabyte).contains("100000"));
}

#[test]
fn a_tree_of_numbers_that_is_not_text_is_wrong_usage() {
    let mut running = command(&["search", "tree", "-"]).spawn().unwrap();
    running.stdin.take().unwrap().write_all(b"(1 \xff)").unwrap();
    let ended = running.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("not text"), "{said}");
}

#[test]
fn a_tree_too_large_for_its_form_is_refused_with_advice() {
    let said = refused(&["checkers", "tree", "--depth", "5", "--method", "minimax", "--format", "svg"], "");
    assert!(
        said.contains("more than 5000 nodes") && said.contains("smaller depth") && said.contains("--format text"),
        "{said}"
    );
    assert!(refused(&["checkers", "tree", "--depth", "12"], "").contains("smaller depth"));
    let run = pipsqueak(&["checkers", "tree", "--depth", "5", "--method", "minimax"], "");
    // 1 + 7 + 49 + 302 + 1469 + 7361, the published counts, below the title, the summary, the variation and a blank line.
    assert_eq!((run.status, run.output.lines().count()), (0, 9189 + 4));
}

#[test]
fn the_commands_show_what_was_recorded() {
    let run = pipsqueak(&["search", "tree", RUSSELL_NORVIG], "");
    assert!(
        run.output.contains("value 3; visited 11 of 13 nodes and 7 of 9 leaves; cutoffs: 1 shallow, 0 deep"),
        "{}",
        run.output
    );
    let run = pipsqueak(&["checkers", "tree", "--depth", "2", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((json["value"].as_i64(), json["nodes"][0]["player"].as_str()), (Some(0), Some("max")));
    let json = pipsqueak_tests::binary::json(&["checkers", "compare", "--depth", "6"]);
    let methods = json["methods"].as_array().unwrap();
    assert!(methods.iter().all(|it| it["value"] == methods[0]["value"]), "{json}");
    // 1 + 7 + 49 + 302 + 1469 + 7361 + 36768, the published counts.
    assert_eq!(methods[0]["nodes"], 45_957);
    assert!(methods[1..].iter().all(|it| it["nodes"].as_u64() < methods[0]["nodes"].as_u64()), "{json}");
}
