//! The application on a processor with hardware floats (a Cortex-M4F in QEMU): it decides as those without, and as the host.
//! The micro:bit v2 has such a processor. Its decisions in unicorn are among those that this core, which is another
//! program's, makes too, so that an error of one core is seen.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use pipsqueak::board::Client;
use pipsqueak::port::Emulator;
use pipsqueak::port::emulator::Setup;
use pipsqueak_core::games::checkers::View;
use pipsqueak_core::games::fiveo::ID;
use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback, History};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::boards::built;
use pipsqueak_tests::emulated::champion;
use pipsqueak_tests::{checkers_reference, positions, sized};

use crate::firmware::{column, players};
use crate::games::{check_search, desktop_guess, guess};

/// The firmware, built once.
pub fn firmware() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| built("netduino", "thumbv7em-none-eabihf")).clone()
}

/// A board whose clock counts instructions.
pub fn counting_board() -> Client<Emulator> {
    board(&["-icount", "shift=3,align=off,sleep=off"])
}

fn board(more: &[&str]) -> Client<Emulator> {
    // The last machine named on the command line is used.
    let extra = ["-M", "netduinoplus2"].iter().chain(more).map(OsString::from).collect();
    Client::new(Emulator::start(&Setup { image: firmware(), extra, ..Setup::default() }).expect("the emulator starts"))
}

#[test]
fn hard_floats_decide_as_the_host_over_four_champions() {
    let mut client = board(&[]);
    assert_eq!(client.hello().unwrap().board, "netduino");
    let mut n_decisions = 0;
    for (number, (name, player)) in (0..).zip(players()) {
        client.upload(ID, &champion(name, &player), |_| {}).unwrap();
        for view in (0..sized(19, 75)).flat_map(|game| positions::game(Seed(number).derive(game))) {
            assert_eq!(column(&mut client, &view), player.column(&view), "{name}: {view:?}");
            n_decisions += 1;
        }
    }
    println!("{n_decisions} decisions with hard floats, all of them the host's");
    assert!(n_decisions >= 3_000);
}

#[test]
fn hard_floats_search_and_guess_as_the_host() {
    let mut client = board(&[]);
    for position in (0..sized(50, 250)).map(|seed| checkers_reference::position(Seed(seed))) {
        if position.board().n_moves() > 0 {
            check_search(&mut client, &View::new(position), 1000);
        }
    }
    for (size, seed) in [CodeSize::CLASSIC, CodeSize::new(5, 7).unwrap()].into_iter().zip((0..).map(Seed)) {
        let secret = Code::random(&mut seed.derive(99).rng(), size);
        let mut history = History::new(size);
        while !history.is_cracked() {
            let guess = guess(&mut client, &history, seed);
            assert_eq!(guess, desktop_guess(&history, seed), "{size} {history:?}");
            history.push(guess, Feedback::between(guess, secret)).unwrap();
        }
    }
}
