//! The speed of evaluating hands and of playing games, as ratios to the `pokers` crate measured in the same run.
//!
//! `cargo bench -p pipsqueak-lab` prints every figure; nothing here fails because of a slow machine. Each answer is checked
//! before it is timed.
//!
//! What is compared is timed in turns, five times, and the median is printed: other load on the machine disturbs all
//! alike. Games of trees are timed with every instruction set of the processor.
//!
//! Instructions are counted where a clock is not steady enough. With one of the arguments `league`, `board`, `rollout`,
//! `monte-carlo` and `random`, only that work is done once, in [`counted`], and nothing is timed; the environment
//! variable `PIPSQUEAK_INSTRUCTIONS` selects the instruction set (valgrind supports `avx2`):
//!
//! ```text
//! cargo bench -p pipsqueak-lab --bench games --no-run
//! valgrind --tool=callgrind --toggle-collect='*counted*' target/release/deps/games-... league
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use pipsqueak_core::cards::{Card, Cards, Deck};
use pipsqueak_core::game::{Game, Points, Seat, Turn, referee};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved, Scoring};
use pipsqueak_core::games::fiveo::{FiveO, Strength, Table, TableView, Terminal};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{CompiledTree, Constants, GrowthShape, Lanes, Node, PrimitiveSet, Tree, Vocabulary};
use pipsqueak_lab::arena::Fixture;
use pipsqueak_lab::games::fiveo::lockstep::Lockstep;
use pipsqueak_lab::games::fiveo::monte_carlo::{Budget, MonteCarlo};
use pipsqueak_lab::games::fiveo::players::{FiveOPlayer, PlayerKind};
use pipsqueak_lab::games::fiveo::rollout::{RolloutRequest, Rollouts};
use pipsqueak_lab::instruction_set::InstructionSet;

fn main() {
    if let Ok(name) = std::env::var("PIPSQUEAK_INSTRUCTIONS") {
        InstructionSet::available().find(|set| set.name() == name).expect("a set that the processor has").choose();
    }
    match std::env::args().nth(1).as_deref() {
        Some(name @ ("league" | "board")) => {
            let scoring = if name == "league" { Scoring::Column } else { Scoring::Board };
            let trees = trees(32, Terminal::REPORT.len(), scoring);
            let (players, fixtures) = (trees.iter().collect::<Vec<&PlayerKind>>(), fixtures());
            let mut lockstep = Lockstep::default();
            counted(|| lockstep.play(&players, &fixtures));
        }
        Some("rollout") => {
            let (champion, view) = (champion(), views()[12]);
            counted(|| Rollouts::default().estimate(&*champion, &[RolloutRequest::new(view, Seed(5), 200)]));
        }
        Some("monte-carlo") => {
            let view = views()[12];
            let mut player = MonteCarlo::new(Budget::default(), Seed(4), Seat::First);
            player.column(&view);
            counted(|| player.column(&view));
        }
        Some("random") => {
            let fixtures = fixtures();
            counted(|| fixtures.iter().map(random_game).collect::<Vec<Points>>());
        }
        _ => {
            hands();
            games();
            monte_carlo();
        }
    }
}

/// A function of its own, by whose name a profiler finds the work. A sampling profiler needs more repetitions: the
/// second argument is their number.
#[inline(never)]
fn counted<T>(mut work: impl FnMut() -> T) {
    let times = std::env::args().nth(2).map_or(1, |times| times.parse().expect("the second argument is a number"));
    for _ in 0..times {
        consume(work());
    }
}

/// Nanoseconds of one of `n` things, the best of many rounds in a tenth of a second: the others were disturbed.
fn nanoseconds(n: usize, mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    while begin.elapsed() < Duration::from_millis(100) {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / n as f64
}

/// Work to be timed beside others: the number of things it does, and a function.
type Timed<'a> = (usize, Box<dyn FnMut() + 'a>);

/// Nanoseconds per thing of each work: the median of five turns.
fn in_turns(mut works: Vec<Timed<'_>>) -> Vec<f64> {
    let mut times = vec![Vec::new(); works.len()];
    for _ in 0..5 {
        for ((n, work), times) in works.iter_mut().zip(&mut times) {
            times.push(nanoseconds(*n, work));
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

fn consume<T>(value: T) {
    black_box(value);
}

/// Hands in the other crate's numbering of cards.
fn numbers(hands: &[[Card; 5]]) -> Vec<[u8; 5]> {
    hands.iter().map(|hand| hand.map(|card| card.rank().index() * 4 + card.suit() as u8)).collect()
}

fn random_hands() -> Vec<[Card; 5]> {
    let mut rng = Seed(1).rng();
    (0..100_000).map(|_| Deck::shuffled(&mut rng).cards()[..5].try_into().unwrap()).collect()
}

fn theirs(hand: &[u8; 5]) -> impl Ord + use<> {
    hand.iter().fold(pokers::Hand::default(), |all, &card| all + pokers::CARDS[usize::from(card)]).evaluate()
}

/// Five-card evaluation: from five card numbers, each program in its own numbering, and from a set in one word.
fn hands() {
    let hands = random_hands();
    let sets: Vec<Cards> = hands.iter().map(|hand| hand.iter().copied().collect()).collect();
    let numbers = numbers(&hands);
    // The other crate's sets have the same layout as ours with the suits in another order, which is an equivalent deal.
    let masks: Vec<u64> = sets.iter().map(|&set| u64::from(set)).collect();
    let ours = |hand: &[Card; 5]| Strength::of(hand.iter().copied().collect::<Cards>());
    for pair in 0..hands.len() - 1 {
        let order = ours(&hands[pair]).cmp(&ours(&hands[pair + 1]));
        assert_eq!(order, theirs(&numbers[pair]).cmp(&theirs(&numbers[pair + 1])));
    }
    let n = hands.len();
    let from_mask = |mask: &u64| pokers::Hand::from_bit_mask(*mask).evaluate();
    let times = in_turns(vec![
        (n, Box::new(|| numbers.iter().for_each(|hand| consume(theirs(black_box(hand)))))),
        (n, Box::new(|| hands.iter().for_each(|hand| consume(ours(black_box(hand)))))),
        (n, Box::new(|| masks.iter().for_each(|mask| consume(from_mask(black_box(mask)))))),
        (n, Box::new(|| sets.iter().for_each(|set| consume(Strength::of(*black_box(set)))))),
    ]);
    let [peer, own, peer_set, own_set] = times[..] else { unreachable!("four were timed") };
    println!("five cards       pokers {peer:.2} ns, ours {own:.2} ns: {:.2} x", own / peer);
    println!("a set of five    pokers {peer_set:.2} ns, ours {own_set:.2} ns: {:.2} x", own_set / peer_set);
}

/// Trees of exactly 40 nodes with the same shapes for any terminals: a terminal is replaced by one of its kind among
/// the first `n_terminals`.
fn trees(n: usize, n_terminals: usize, scoring: Scoring) -> Vec<PlayerKind> {
    let primitive_set = PrimitiveSet { terminals: (1 << Terminal::REPORT.len()) - 1, ..PrimitiveSet::ALL };
    let mut rng = Seed(2).rng();
    let mut trees = Vec::new();
    while trees.len() < n {
        if let Some(tree) = Tree::<FiveO>::grow(&mut rng, primitive_set, 6, GrowthShape::Grown)
            && tree.n_nodes() == 40
        {
            let mut exchange = |&byte: &u8| match Node::of(byte) {
                Node::Terminal(terminal) if n_terminals > Terminal::REPORT.len() => {
                    let kind = FiveO::ENTRIES[usize::from(terminal)].kind;
                    let alike: Vec<u8> = (0..n_terminals as u8)
                        .filter(|&other| FiveO::ENTRIES[usize::from(other)].kind == kind)
                        .collect();
                    Node::Terminal(random::pick(&mut rng, &alike).expect("itself at least")).byte()
                }
                _ => byte,
            };
            let bytes: Vec<u8> = tree.bytes().iter().map(&mut exchange).collect();
            let tree = Tree::decode(&bytes).expect("kinds are kept");
            let player = Evolved { tree, constants: Constants::default(), scoring };
            trees.push(PlayerKind::Evolved(Box::new(player)));
        }
    }
    trees
}

/// Each of 16 trees against each of 16 others, three times.
fn fixtures() -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for first in 0..16 {
        for second in 16..32 {
            for round in 0..3 {
                let seats = if (first + second + round) % 2 == 0 { [first, second] } else { [second, first] };
                fixtures.push(Fixture { seats, seed: Seed(3).derive((first * 1000 + second * 10 + round) as u64) });
            }
        }
    }
    fixtures
}

fn random_game(fixture: &Fixture) -> Points {
    let mut players = Seat::BOTH.map(|seat| Baseline::new(BaselineKind::Random, fixture.seed, seat));
    let [first, second] = &mut players;
    referee(Table::deal(fixture.seed), [first, second], |_, _, _| {}).unwrap().1
}

/// Games of trees with every instruction set, and through the referee.
fn games() {
    let n_report = Terminal::REPORT.len();
    let variants = [
        ("league game", trees(32, n_report, Scoring::Column)),
        ("board scoring", trees(32, n_report, Scoring::Board)),
        ("rich terminals", trees(32, Terminal::RICH.len(), Scoring::Column)),
        ("all terminals", trees(32, Terminal::ALL.len(), Scoring::Column)),
    ];
    let (fixtures, numbers) = (fixtures(), numbers(&random_hands()));
    let alone = |trees: &[PlayerKind], fixture: &Fixture| -> Points {
        let mut players = fixture.seats.map(|player| match &trees[player] {
            PlayerKind::Evolved(player) => player.clone(),
            _ => unreachable!("all are trees"),
        });
        let [first, second] = &mut players;
        referee(Table::deal(fixture.seed), [&mut **first, &mut **second], |_, _, _| {}).unwrap().1
    };
    let sets: Vec<InstructionSet> = InstructionSet::available().collect();
    let n = fixtures.len();
    let mut names = Vec::new();
    let mut works: Vec<Timed<'_>> =
        vec![(numbers.len(), Box::new(|| numbers.iter().for_each(|hand| consume(theirs(black_box(hand))))))];
    for (name, trees) in &variants {
        for &set in &sets {
            set.choose();
            let (mut lockstep, players) = (Lockstep::default(), trees.iter().collect::<Vec<&PlayerKind>>());
            let together = lockstep.play(&players, &fixtures);
            assert!(fixtures.iter().map(|fixture| alone(trees, fixture)).eq(together), "league and referee agree");
            names.push(format!("{name}, {set}"));
            let fixtures = &fixtures;
            works.push((
                n,
                Box::new(move || {
                    set.choose();
                    consume(lockstep.play(&players, fixtures));
                }),
            ));
        }
    }
    names.push("one at a time".into());
    works.push((n, Box::new(|| fixtures.iter().for_each(|fixture| consume(alone(&variants[0].1, fixture))))));
    names.push("random v random".into());
    works.push((n, Box::new(|| fixtures.iter().for_each(|fixture| consume(random_game(fixture))))));
    let times = in_turns(works);
    let (pokers, league) = (times[0], times[sets.len()]);
    for (name, time) in names.iter().zip(&times[1..]) {
        println!("{name:<24} {:6.2} us = {:5.0} pokers evaluations", time / 1e3, time / pokers);
    }
    // 14 columns are tried in each of four rounds by each of two seats; the forced ones are not.
    let nodes = 8.0 * 14.0 * 40.0;
    println!(
        "the league, {}: {:.0} games/s, {:.0} million tree nodes/s",
        sets[sets.len() - 1],
        1e9 / league,
        nodes / league * 1e3
    );
    println!("    {} bytes per game and {} per thread", size_of::<Table>(), size_of::<Lockstep>());
    let (trees, rules) = (evaluation(&variants[0].1), rules());
    let shares = [("features", league - rules - trees), ("trees", trees), ("rules", rules)]
        .map(|(name, time)| format!("{name} {:.0} %", 100.0 * time / league));
    println!("    of that {}", shares.join(", "));
}

/// Nanoseconds of a game's rules alone: the deal, forty placements in the leftmost open column, the showdown.
fn rules() -> f64 {
    let play = |deal: u64| {
        let mut table = Table::deal(Seed(deal));
        while let Turn::Of(_, view) = table.turn() {
            table.play(view.open().iter().next().expect("a column is open")).unwrap();
        }
        table.points()
    };
    nanoseconds(1000, || (0..1000).for_each(|deal| consume(play(deal))))
}

/// Nanoseconds of a game's trees alone: 14 columns in each of four rounds for each of two seats, side by side.
fn evaluation(trees: &[PlayerKind]) -> f64 {
    const LANES: usize = 32;
    let mut lanes = Lanes::<LANES>::default();
    let players = trees.iter().filter_map(PlayerKind::tree);
    let trees: Vec<CompiledTree> = players.map(|player| CompiledTree::of(&player.tree, &player.constants)).collect();
    let time = nanoseconds(trees.len(), || trees.iter().for_each(|tree| consume(*lanes.evaluate(black_box(tree)))));
    time * 8.0 * 14.0 / LANES as f64
}

fn champion() -> Box<Evolved> {
    let PlayerKind::Evolved(champion) = FiveOPlayer::named("champion", None).unwrap().kind else {
        unreachable!("it is a tree")
    };
    champion
}

/// The views of the seats in a game of the tactician.
fn views() -> Vec<TableView> {
    let mut views = Vec::new();
    let mut player = Baseline::new(BaselineKind::Tactician, Seed(4), Seat::First);
    let mut table = Table::deal(Seed(4));
    while let Turn::Of(_, view) = table.turn() {
        views.push(view);
        table.play(player.column(&view)).unwrap();
    }
    views
}

/// Rollouts by the shipped champion to the end of the game, and whole games of the Monte-Carlo player against random.
fn monte_carlo() {
    let champion = champion();
    let questions: Vec<RolloutRequest> =
        views().into_iter().map(|view| RolloutRequest::new(view, Seed(5), 20)).collect();
    let mut rollouts = Rollouts::default();
    let n: usize = questions.iter().map(|question| 20 * question.columns.len() as usize).sum();
    assert!(rollouts.estimate(&*champion, &questions).iter().all(|estimate| estimate.n_samples() == 20));
    let rollout = nanoseconds(n, || consume(rollouts.estimate(&*champion, &questions)));
    println!(
        "rollout          {:.2} us: {:.0} rollouts/s by the champion, from all moves alike",
        rollout / 1e3,
        1e9 / rollout
    );

    let game = |deal: u64| {
        let (mut own, mut other) = (
            MonteCarlo::new(Budget::default(), Seed(deal), Seat::First),
            Baseline::new(BaselineKind::Random, Seed(deal), Seat::Second),
        );
        referee(Table::deal(Seed(deal)), [&mut own, &mut other], |_, _, _| {}).unwrap().1
    };
    assert!((0..20).filter(|&deal| game(deal).winner() == Some(Seat::First)).count() > 15);
    let game = nanoseconds(20, || (0..20).for_each(|deal| consume(game(deal))));
    println!("monte-carlo      {:.2} ms per game against random", game / 1e6);
}
