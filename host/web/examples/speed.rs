//! The native speed of the page's board, for `tests/browser/speed.js`, which times a browser's WebAssembly with the
//! same requests. Prints a line of JSON: for Five-O and checkers the requests in pieces, the number of decisions or
//! positions, and the seconds.
//!
//! A piece takes less than a scheduler's time slice. So the least time of each piece, over many runs, is hardly
//! disturbed by other processes, and the sum of these is the result.

use std::time::Instant;

use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::checkers::{self, MAX_MOVES, Move, Position};
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::link::{self, Effort, LinkGame, Request};
use pipsqueak_core::random::Seed;
use pipsqueak_web::PageBoard;

/// Games of Five-O in which every card is decided about, and the decisions per piece.
const GAMES: u64 = 100;
const DECISIONS: usize = 40;
/// Positions of checkers to search, a piece each, and the size of each search.
const POSITIONS: usize = 40;
const NODES: u32 = 5000;
const RUNS: usize = 40;

fn main() {
    let mut views = Vec::new();
    for seed in 0..GAMES {
        let mut table = Table::deal(Seed(seed));
        while let Turn::Of(_, view) = table.turn() {
            views.push(link::write_view::<Table>(&view).expect("it fits").to_vec());
            table.play(view.open().iter().next().expect("a column is open")).expect("it is open");
        }
    }
    let fiveo: Vec<Vec<u8>> = views.chunks(DECISIONS).map(|views| frames::<Table>(views, Effort::Default)).collect();
    let checkers: Vec<Vec<u8>> =
        positions().into_iter().map(|view| frames::<checkers::Game>(&[view], Effort::Nodes(NODES))).collect();
    let [fiveo, checkers] =
        [(fiveo, views.len()), (checkers, POSITIONS * NODES as usize)].map(|(pieces, n)| measured(&pieces, n));
    println!(r#"{{"fiveo":{fiveo},"checkers":{checkers}}}"#);
}

/// Positions of a game with arbitrary moves.
fn positions() -> Vec<Vec<u8>> {
    let mut views = Vec::new();
    let mut game = checkers::Game::new(Position::START);
    for ply in 0.. {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = game.position().board().moves(&mut room).expect("there is room");
        if views.len() == POSITIONS {
            break;
        }
        if n_moves == 0 || game.ending().is_some() {
            game = checkers::Game::new(Position::START);
            continue;
        }
        if n_moves > 1 {
            views.push(link::write_view::<checkers::Game>(game.view()).expect("it fits").to_vec());
        }
        game.make(room[ply * 7 % n_moves]).expect("it is legal");
    }
    views
}

fn measured(pieces: &[Vec<u8>], n: usize) -> String {
    let mut least = vec![f64::INFINITY; pieces.len()];
    for _ in 0..RUNS {
        let mut board = PageBoard::start(|| 0);
        for (least, piece) in least.iter_mut().zip(pieces) {
            let start = Instant::now();
            let answers = board.receive(piece);
            *least = least.min(start.elapsed().as_secs_f64());
            assert!(!answers.is_empty(), "the board answers");
        }
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let pieces: Vec<String> = pieces.iter().map(|piece| format!(r#""{}""#, hex(piece))).collect();
    format!(r#"{{"seconds":{},"n":{n},"pieces":[{}]}}"#, least.iter().sum::<f64>(), pieces.join(","))
}

fn frames<G: LinkGame>(views: &[Vec<u8>], effort: Effort) -> Vec<u8> {
    let frame = |(sequence, view): (u16, &Vec<u8>)| {
        link::encode_request(sequence, &Request::Move { game: G::ID, effort, view }).expect("it fits").to_vec()
    };
    (1..).zip(views).flat_map(frame).collect()
}
