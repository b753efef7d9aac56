//! The firmware's budgets on each emulated board. Sizes and instructions are the same in every run, so they have
//! limits; instructions are not cycles (a load or a taken branch takes more than one).

use std::fs;
use std::path::Path;

use object::{Object, ObjectSegment};
use pipsqueak::board::{Client, Decision};
use pipsqueak::port::Transport;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::games::checkers::{self, DrawRule, Move, Position, View, fen};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::games::mastermind::{Code, CodeSize, Duel, Feedback, History};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{Function, MAX_NODES, Node, Tree};
use pipsqueak_lab::games::checkers::trees::SHIPPED_BYTES;
use pipsqueak_tests::boards::{Model, built_with};
use pipsqueak_tests::emulated::{champion, counting_board, counting_board_with, firmware, instructions};
use pipsqueak_tests::mastermind_views::guessing;
use pipsqueak_tests::{evolved, positions, sized};

use crate::hard_floats;

#[track_caller]
fn check(what: &str, value: f64, limit: f64, unit: &str) {
    println!("{what:<52} {value:>9.0} of {limit:>9.0} {unit}");
    assert!(value <= limit, "{what}: {value} is more than {limit} {unit}");
}

/// The conversion of a board's ticks, and its unit.
struct Meter {
    of: fn(u32) -> f64,
    unit: &'static str,
}

const INSTRUCTIONS: Meter = Meter { of: instructions, unit: "instructions" };

/// Mean and worst cost of a decision over whole games.
fn decisions(client: &mut Client<impl Transport>, meter: &Meter, player: &Evolved, n_games: u64) -> (f64, f64) {
    let views = (0..n_games).flat_map(|game| positions::game(Seed(40).derive(game)));
    let counts: Vec<f64> = views
        .map(|view| {
            let decision = client.decide::<Table>(&view, Effort::Default).unwrap();
            assert_eq!(decision.chosen, player.column(&view));
            (meter.of)(decision.ticks)
        })
        .collect();
    (counts.iter().sum::<f64>() / counts.len() as f64, counts.into_iter().fold(0.0, f64::max))
}

/// The flash image: code, constants, and initial values of variables.
fn flash_of(firmware: &Path) -> f64 {
    let bytes = fs::read(firmware).unwrap();
    let elf = object::File::parse(&*bytes).unwrap();
    elf.segments().map(|segment| segment.file_range().1).sum::<u64>() as f64
}

/// The budgets of the other boards: they have room enough, so that the limits only detect mistakes.
fn others(client: &mut Client<impl Transport>, meter: &Meter, firmware: &Path, [mean, worst, node, guess]: [f64; 4]) {
    check("flash", flash_of(firmware), 128.0 * 1024.0, "bytes");
    let built_in = Champion::decode(BUILT_IN).unwrap().player;
    let found = decisions(client, meter, &built_in, sized(2, 20));
    check("a decision of the built-in champion, mean", found.0, mean, meter.unit);
    check("a decision of the built-in champion, worst", found.1, worst, meter.unit);
    think(client, meter, sized(2_000, 10_000), node);
    crack(client, meter, sized(&[(4, 6, 2)][..], &[(4, 6, 4), (5, 7, 2), (7, 10, 1)]), guess);
    let statistics = client.statistics().unwrap();
    println!("{:<52} {:>9}", "static variables", statistics.static_ram);
    check("stack high water", f64::from(statistics.stack_high_water), 12.0 * 1024.0, "bytes");
}

#[test]
fn the_pico_keeps_within_its_budgets() {
    // Its clock counts microseconds of the emulator's cycles, 125 of them each.
    let cycles = Meter { of: |ticks| f64::from(ticks) * 125.0, unit: "cycles" };
    let model = Model::Pico;
    println!("The Pico, in cycles as rp2040js counts them");
    others(&mut model.board(), &cycles, &model.firmware(), [400_000.0, 1_000_000.0, 5_000.0, 60.0 * 125e6]);
}

#[test]
fn the_micro_bit_v2_keeps_within_its_budgets() {
    // Its clock of 16 MHz counts instructions, four of them each; at 64 MHz, if each took a cycle, a million take 16 ms.
    let meter = Meter { of: |ticks| f64::from(ticks) * 4.0, unit: "instructions" };
    let model = Model::MicrobitV2;
    println!("The micro:bit v2, in instructions");
    others(&mut model.board(), &meter, &model.firmware(), [60_000.0, 200_000.0, 1_500.0, 1e9]);
}

#[test]
fn a_processor_with_hard_floats_takes_less() {
    let meter = Meter { of: f64::from, unit: "instructions" };
    println!("The Cortex-M4F, in instructions");
    others(&mut hard_floats::counting_board(), &meter, &hard_floats::firmware(), [60_000.0, 200_000.0, 1_500.0, 1e9]);
}

#[test]
fn the_firmware_keeps_within_its_budgets() {
    check("flash", flash_of(&firmware()), 112.0 * 1024.0, "bytes");

    let mut client = counting_board();
    let built_in = Champion::decode(BUILT_IN).unwrap().player;
    let (mean, worst) = decisions(&mut client, &INSTRUCTIONS, &built_in, 50);
    check("a decision of the built-in champion, mean", mean, 150_000.0, "instructions");
    check("a decision of the built-in champion, worst", worst, 400_000.0, "instructions");

    let largest = evolved::largest(Seed(1), Scoring::Board);
    client.upload(ID, &champion("largest", &largest), |_| {}).unwrap();
    let (mean, worst) = decisions(&mut client, &INSTRUCTIONS, &largest, 25);
    check("a decision of the largest tree, mean", mean, 300_000.0, "instructions");
    println!("{:<52} {worst:>9.0}", "a decision of the largest tree, worst");

    // Nothing but arithmetic, which costs most without hardware floats.
    for (name, function) in [("sum", Function::Plus), ("product", Function::Multiply)] {
        let plus = Node::Function(Function::Plus).byte();
        let change = |&byte: &u8| if byte == plus { Node::Function(function).byte() } else { byte };
        let nodes: Vec<u8> = evolved::tree_of(MAX_NODES).bytes().iter().map(change).collect();
        let player = Evolved { tree: Tree::decode(&nodes).unwrap(), ..largest.clone() };
        client.upload(ID, &champion(name, &player), |_| {}).unwrap();
        let (mean, _) = decisions(&mut client, &INSTRUCTIONS, &player, 25);
        check(&format!("a decision of a {name} of 512 nodes, mean"), mean, 300_000.0, "instructions");
    }

    think(&mut client, &INSTRUCTIONS, 20_000, 2500.0);
    println!("with the shipped champion of checkers:");
    client.upload(checkers::ID, SHIPPED_BYTES, |_| {}).unwrap();
    think(&mut client, &INSTRUCTIONS, 20_000, 5000.0);
    crack(&mut client, &INSTRUCTIONS, &[(4, 6, 4), (5, 7, 4), (7, 10, 12)], 60.0 * 16e6);

    // By now the board has decided, stored, read and refused; then it starts with a stored champion, the largest
    // possible.
    client.upload(ID, &champion("largest", &largest), |_| {}).unwrap();
    assert!(client.upload(ID, &[0; 1000], |_| {}).is_err());
    let before = client.statistics().unwrap();
    client.transport().reset().unwrap();
    decisions(&mut client, &INSTRUCTIONS, &largest, 1);
    let after = client.statistics().unwrap();
    assert_eq!(after.n_decisions, 40, "it was reset");
    let (fixed, stack) = (after.static_ram, before.stack_high_water.max(after.stack_high_water));
    println!("{:<52} {fixed:>9}\n{:<52} {stack:>9}", "static variables", "stack high water");
    assert!(fixed > 0 && stack > 0);
    check("memory: static variables and stack high water", f64::from(fixed + stack), 12.0 * 1024.0, "bytes");
}

/// The definition of equal work on the board: how many positions the shipped champion of checkers may search for 100 of
/// the report's simple evaluation in the same search. Games at this handicap are in RESULTS.md.
#[test]
fn the_champions_cost_per_position_is_bounded_by_the_reports_evaluation() {
    let simple = built_with("simple-evaluation", "microbit", "thumbv6m-none-eabi");
    let simple = instructions_a_position(&mut counting_board_with(simple));
    let mut client = counting_board();
    let expert = instructions_a_position(&mut client);
    client.upload(checkers::ID, SHIPPED_BYTES, |_| {}).unwrap();
    let champion = instructions_a_position(&mut client);
    println!("a position: simple {simple:.0}, expert {expert:.0}, champion {champion:.0} instructions");
    println!("the champion looks at {:.0} positions for 100 of simple's", 100.0 * simple / champion);
    assert!(simple < expert && expert < champion);
    check("simple's positions for 100 of the champion's", 100.0 * champion / simple, 250.0, "positions");
}

/// The mean over searches of 2,000 positions each.
fn instructions_a_position(client: &mut Client<impl Transport>) -> f64 {
    let found = POSITIONS.map(|(_, text)| search(client, text, 2_000));
    let [total, n_positions] = found.iter().fold([0.0; 2], |[total, n_positions], decision| {
        [total + instructions(decision.ticks), n_positions + f64::from(decision.info.nodes)]
    });
    total / n_positions
}

/// The start, and three middle games of a match between experts.
const POSITIONS: [(&str, &str); 4] = [
    ("the start", "B:W21-32:B1-12"),
    ("a middle game of 17", "B:W17,19,21,22,26,27,28,30,32:B1,3,5,7,8,10,12,14"),
    ("a middle game of 12", "W:W18,21,22,25,28,30:B3,8,10,12,16,20"),
    ("kings on both sides", "B:W17,25,29,K11:B4,13,20,K23"),
];

fn search(client: &mut Client<impl Transport>, text: &str, nodes: u32) -> Decision<Move> {
    let position = Position::new(fen::parse(text).unwrap(), DrawRule::Report);
    client.decide::<checkers::Game>(&View::new(position), Effort::Nodes(nodes)).unwrap()
}

/// Depth and cost of searches of checkers.
fn think(client: &mut Client<impl Transport>, meter: &Meter, nodes: u32, limit: f64) {
    for (name, text) in POSITIONS {
        let decision = search(client, text, nodes);
        let info = decision.info;
        println!("{:<52} {:>9}", format!("checkers, {name}: depth with {nodes} positions"), info.depth);
        let each = (meter.of)(decision.ticks) / f64::from(info.nodes);
        check(&format!("checkers, {name}: a position"), each, limit, meter.unit);
    }
}

/// Cost of guesses at Mastermind: the slowest of some games of each size.
fn crack(client: &mut Client<impl Transport>, meter: &Meter, sizes: &[(u8, u8, u64)], limit: f64) {
    for &(pegs, colors, n_games) in sizes {
        let size = CodeSize::new(pegs, colors).unwrap();
        let mut slowest = 0;
        for seed in (0..n_games).map(Seed) {
            let secret = Code::random(&mut seed.derive(7).rng(), size);
            let mut history = History::new(size);
            // Every other time the first guess is a poor one outside the strategy, so that the solver plays.
            if seed.0 % 2 == 0 {
                let first = Code::at(0, size);
                history.push(first, Feedback::between(first, secret)).unwrap();
            }
            while !history.is_cracked() {
                let decision = client.decide::<Duel>(&guessing(&history, seed), Effort::Default).unwrap();
                slowest = slowest.max(decision.ticks);
                history.push(decision.chosen, Feedback::between(decision.chosen, secret)).unwrap();
            }
        }
        let slowest = (meter.of)(slowest);
        check(&format!("Mastermind {size}: the slowest guess"), slowest, limit, meter.unit);
    }
}
