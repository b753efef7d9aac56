//! The measured cost of a decision on the board against evolution's estimate: the estimate in the laboratory's
//! `games/fiveo/evolve/cost.rs` is made of the figures that this prints.

use pipsqueak::board::Client;
use pipsqueak::port::Emulator;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::fiveo::{FiveO, ID, Table};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Kind, Vocabulary};
use pipsqueak_lab::evolve::Problem;
use pipsqueak_tests::emulated::{champion, counting_board, instructions};
use pipsqueak_tests::{positions, sized};

/// The mean over whole games, on the board and by the estimate.
fn both(client: &mut Client<Emulator>, player: &Evolved, n_games: u64) -> [f64; 2] {
    client.upload(ID, &champion("cost", player), |_| {}).unwrap();
    let views: Vec<_> = (0..n_games).flat_map(|game| positions::game(Seed(40).derive(game))).collect();
    let mut ticks = |view| instructions(client.decide::<Table>(view, Effort::Default).unwrap().ticks);
    let total: f64 = views.iter().map(&mut ticks).sum();
    let estimate = FiveO::instructions(player.tree.bytes(), player.scoring).unwrap();
    [total / views.len() as f64, estimate]
}

/// Trees with one terminal each.
fn lone_terminals() -> impl Iterator<Item = String> {
    FiveO::ENTRIES.iter().map(|entry| match entry.kind {
        Kind::Number => entry.name.to_owned(),
        Kind::Flag => format!("If({}, 1, 0)", entry.name),
        Kind::Cards => format!("ProbabilityToGetCard({})", entry.name),
    })
}

/// Trees of fifteen functions of one kind on numbers.
fn lone_functions() -> Vec<String> {
    let nested = |before: &str, after: &str| (0..15).fold("1".to_owned(), |inner, _| format!("{before}{inner}{after}"));
    let flag = |function: &str| {
        let flags =
            (0..15).fold("LessThan(1, 2)".to_owned(), |inner, _| format!("{function}({inner}, LessThan(1, 2))"));
        format!("If({flags}, 1, 0)")
    };
    vec![
        "1".to_owned(),
        nested("Plus(", ", 1.5)"),
        nested("Multiply(", ", 1.5)"),
        nested("If(GreaterThan(", ", 2), 1, 0)"),
        nested("If(LessThan(", ", 2), 1, 0)"),
        nested("If(EqualTo(", ", 2), 1, 0)"),
        flag("And"),
        flag("Or"),
    ]
}

/// Measures trees, prints the results, and then checks the estimate.
fn compare(
    client: &mut Client<Emulator>,
    trees: impl Iterator<Item = (String, Evolved)>,
    n_games: u64,
    tolerance: f64,
) {
    let mut wrong = Vec::new();
    for (name, player) in trees {
        let [measured, estimate] = both(client, &player, n_games);
        let ratio = estimate / measured;
        let line = format!("{name};{measured:.0};{estimate:.0};{ratio:.3}");
        println!("{line}");
        wrong.extend(((ratio - 1.0).abs() > tolerance).then_some(line));
    }
    assert!(wrong.is_empty(), "tree, instructions, estimate, ratio:\n{}", wrong.join("\n"));
}

#[test]
fn the_estimate_of_a_decisions_cost_holds_for_single_nodes() {
    let trees = lone_terminals().chain(lone_functions());
    let trees = trees.map(|text| (text.clone(), Evolved::parse(&text).unwrap()));
    compare(&mut counting_board(), trees, sized(2, 20), 0.25);
}

#[test]
fn the_estimate_of_a_decisions_cost_holds_for_the_champion() {
    let built_in = Champion::decode(BUILT_IN).unwrap().player;
    let trees = [("the built-in champion".to_owned(), built_in)].into_iter();
    compare(&mut counting_board(), trees, sized(4, 25), 0.15);
}
