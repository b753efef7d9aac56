//! How fast the page's board decides when it is a program of this machine, for `tests/browser/speed.js`, which lets the page's
//! WebAssembly answer the same requests. A line of JSON: for Five-O and checkers the frames, how much they ask for, and the
//! seconds of the best of some runs.

use std::fs;
use std::time::UNIX_EPOCH;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::checkers::{self, Position};
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::link::{self, Effort, Linked, Request};
use pipsqueak_web::PageBoard;

/// Games of Five-O in which every card is decided about, and positions of checkers that a search may look at.
const GAMES: u64 = 200;
const NODES: u32 = 400_000;
/// The machine does other things too; the best run is the one that was disturbed least.
const RUNS: usize = 7;

fn main() {
    let mut views = Vec::new();
    for seed in 0..GAMES {
        let mut table = Table::deal(Seed(seed));
        while let Turn::Of(_, view) = table.turn() {
            views.push(link::write_view::<Table>(&view).expect("it fits").to_vec());
            table.play(view.open().iter().next().expect("a column is open")).expect("it is open");
        }
    }
    let start = link::write_view::<checkers::Game>(checkers::Game::new(Position::START).view()).expect("it fits");
    let fiveo = frames::<Table>(&views, Effort::Default);
    let checkers = frames::<checkers::Game>(&[start.to_vec()], Effort::Nodes(NODES));
    println!(r#"{{"fiveo":{},"checkers":{}}}"#, measured(&fiveo, views.len()), measured(&checkers, NODES as usize));
}

fn measured(frames: &[u8], n: usize) -> String {
    let run = |_| {
        let mut board = PageBoard::start(|| 0);
        let start = processor_seconds();
        let answers = board.receive(frames);
        assert!(!answers.is_empty(), "the board answers");
        processor_seconds() - start
    };
    let seconds = (0..RUNS).map(run).fold(f64::INFINITY, f64::min);
    let hex: String = frames.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(r#"{{"seconds":{seconds},"n":{n},"frames":"{hex}"}}"#)
}

/// What this program has had of a processor, where the system tells it (Linux): others' work does not count. Else the clock.
fn processor_seconds() -> f64 {
    let told = fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()), |nanos| nanos / 1e9)
}

fn frames<G: Linked>(views: &[Vec<u8>], effort: Effort) -> Vec<u8> {
    let frame = |(sequence, view): (u16, &Vec<u8>)| {
        link::encode_request(sequence, &Request::Move { game: G::ID, effort, view }).expect("it fits").to_vec()
    };
    (1..).zip(views).flat_map(frame).collect()
}
