//! The speed of perft and of searches in checkers, on one thread.
//!
//! `cargo bench -p pipsqueak-lab --bench checkers` prints every figure; nothing here fails because of a slow machine. Each
//! answer is checked before it is timed. Under callgrind name one part, which is then run once: the total it reports,
//! divided by the positions or leaves that are printed, is the instructions for one:
//!
//! ```console
//! $ cargo bench -p pipsqueak-lab --bench checkers --no-run
//! $ valgrind --tool=callgrind target/release/deps/checkers-… search
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use pipsqueak_core::games::checkers::evaluation::Expert;
use pipsqueak_core::games::checkers::{Board, DrawRule, Position, fen, perft};
use pipsqueak_core::search::{Limits, NoClock, Search, SearchStack, Settings, Slot, TranspositionTable};

/// The start and three middle games.
const POSITIONS: [&str; 4] = [
    "B:W21-32:B1-12",
    "W:W18,20,21,23,26,28,30,31:B1,3,6,8,9,11,12,16",
    "B:W19,22,25,27,30,31,32:B3,6,10,12,14,16,20",
    "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
];

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("perft") => println!("{} leaves", perft(&Board::START, 8)),
        Some("search") => println!("{} positions", search(2048, 50_000)),
        _ => {
            time_perft();
            time_search();
        }
    }
}

/// Seconds of the best of several rounds: the others were disturbed.
fn seconds(mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    while begin.elapsed() < Duration::from_secs(4) {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn time_perft() {
    // Published: 3,963,680 lines of nine moves.
    assert_eq!(perft(&Board::START, 9), 3_963_680);
    let best = seconds(|| {
        black_box(perft(black_box(&Board::START), 9));
    });
    println!("perft            {:.0} million leaves/s", 3.963_680 / best);
}

/// Searches `nodes` positions from each of four, with a cleared table of `table_bytes` bytes; returns the total.
fn search(table_bytes: usize, nodes: u64) -> u64 {
    let mut slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
    let mut stack: Box<SearchStack<Position, 128, 4096>> = Box::new(SearchStack::new(Position::START));
    let positions = POSITIONS.iter().map(|text| fen::parse(text).expect("a position"));
    let searched = positions.map(|board| {
        let mut table = TranspositionTable::new(&mut slots, 0);
        table.clear();
        let position = Position::new(board, DrawRule::Report);
        Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock)
            .run(&position, &[], Limits::of_nodes(nodes))
            .nodes
    });
    searched.sum()
}

fn time_search() {
    for (name, bytes) in [("2 KB", 2048), ("1 MB", 1 << 20), ("64 MB", 1 << 26)] {
        let nodes = search(bytes, 500_000);
        assert_eq!(nodes, search(bytes, 500_000), "the same search every time");
        let best = seconds(|| {
            black_box(search(bytes, 500_000));
        });
        println!("search, {name:8} {:.1} million positions/s", nodes as f64 / best / 1e6);
    }
}
