//! The lights. The board cannot see them and neither can the program, so a person is asked, if there is one.

use std::io::{self, BufRead, IsTerminal};
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use pipsqueak_core::link::Effort;

use super::{Bench, Outcome, SEED};
use crate::board::Decider;
use crate::system::output;

/// Moves of each game; each changes the display.
const N_MOVES: u64 = 5;
/// Long enough for the eye to follow.
const PAUSE: Duration = Duration::from_millis(700);

/// Makes the board show several pictures, and asks whether they were seen.
pub fn run(bench: &mut Bench) -> Result<(Outcome, String)> {
    let is_watched = bench.may_ask && io::stdin().is_terminal() && io::stderr().is_terminal();
    if is_watched {
        output::note("Look at the board's lights: they change, or flash, with every move.");
    }
    let mut n_pictures = 0;
    for game in bench.hello.games.clone() {
        let (listed, seconds) = (bench.registry.numbered(game)?, bench.seconds(game));
        for number in 0..N_MOVES {
            let view = listed.first_view(SEED.derive(number))?;
            bench.client.decide_bytes(game, &view, Effort::Nodes(1), seconds)?;
            n_pictures += 1;
            if is_watched {
                thread::sleep(PAUSE);
            }
        }
    }
    if !is_watched {
        return Ok((Outcome::Unseen, format!("{n_pictures} pictures were shown; only a person can see them")));
    }
    output::note("Did they? [y/n]");
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    ensure!(line.trim().eq_ignore_ascii_case("y"), "{n_pictures} pictures were shown, and the person did not see them");
    Ok((Outcome::Passed, format!("{n_pictures} pictures were shown, and a person saw them")))
}
