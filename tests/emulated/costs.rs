//! What a decision costs on the board against what evolution takes it to cost: the estimate in host's `games/fiveo/evolve/cost.rs`
//! is made of the figures that this prints.

use pipsqueak::board::Client;
use pipsqueak::evolve::Problem;
use pipsqueak::port::Emulator;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, ID, Table};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Kind, Program, Vocabulary};
use pipsqueak_tests::emulated::{champion, counting_board, instructions};
use pipsqueak_tests::{evolved, positions, sized};

/// The mean over whole games, on the board and by the estimate.
fn both(client: &mut Client<Emulator>, player: &Evolved, n_games: u64) -> [f64; 2] {
    client.upload(ID, &champion("cost", player), |_| {}).unwrap();
    let views: Vec<_> = (0..n_games).flat_map(|game| positions::game(Seed(40).derive(game))).collect();
    let mut ticks = |view| instructions(client.decide::<Table>(view, Effort::Default).unwrap().ticks);
    let total: f64 = views.iter().map(&mut ticks).sum();
    let estimate = FiveO::instructions(player.tree.bytes(), player.scoring).unwrap();
    [total / views.len() as f64, estimate]
}

/// Trees that name one terminal each.
fn lone_terminals() -> impl Iterator<Item = String> {
    FiveO::ENTRIES.iter().map(|entry| match entry.kind {
        Kind::Number => entry.name.to_owned(),
        Kind::Flag => format!("If({}, 1, 0)", entry.name),
        Kind::Cards => format!("ProbabilityToGetCard({})", entry.name),
    })
}

/// Trees of thirty functions of one kind on numbers.
fn lone_functions() -> Vec<String> {
    let nested = |before: &str, after: &str| {
        (0..30).fold("1".to_owned(), |inner, _| format!("{before}{inner}{after}"))
    };
    let flag = |function: &str| {
        let flags = (0..29).fold("LessThan(1, 2)".to_owned(), |inner, _| format!("{function}({inner}, LessThan(1, 2))"));
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

#[track_caller]
fn is_near(what: &str, [measured, estimate]: [f64; 2], tolerance: f64) {
    let ratio = estimate / measured;
    println!("{what};{measured:.0};{estimate:.0};{ratio:.3}");
    assert!((ratio - 1.0).abs() <= tolerance, "{what}: {measured:.0} instructions, estimated {estimate:.0}");
}

#[test]
fn the_estimate_of_a_decisions_cost_holds_for_single_nodes() {
    let mut client = counting_board();
    for text in lone_terminals().chain(lone_functions()) {
        let player = Evolved::parse(&text).unwrap();
        is_near(&text, both(&mut client, &player, sized(4, 20)), 0.25);
    }
}

#[test]
fn the_estimate_of_a_decisions_cost_holds_for_whole_trees() {
    let mut client = counting_board();
    let built_in = Champion::decode(BUILT_IN).unwrap().player;
    is_near("the built-in champion", both(&mut client, &built_in, sized(4, 50)), 0.15);
    for scoring in [Scoring::Board, Scoring::Column] {
        let largest = evolved::largest(Seed(1), scoring);
        is_near(&format!("the largest tree, {scoring:?}"), both(&mut client, &largest, sized(4, 25)), 0.15);
        // What evolution makes and what chance makes differ in what they ask: both must be met.
        for seed in 0..sized(12, 40) {
            let player = evolved::player(Seed(seed), scoring);
            let text = Program::new(&player.tree, &player.constants).to_string();
            is_near(&format!("{scoring:?}: {text}"), both(&mut client, &player, sized(4, 20)), 0.25);
        }
    }
}
