//! Boards that play each other, each with its real firmware in its emulator: they play the games that the same
//! champions play in one process, also over noisy lines.

use std::fs;
use std::path::Path;
use std::thread;

use pipsqueak::port::Emulator;
use pipsqueak::port::emulator::Setup;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Running, pipsqueak};
use pipsqueak_tests::boards::{Machine, Model};
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::noisy::on_tcp_with_noise;
use pipsqueak_tests::{positions, sized};
use serde_json::Value;

use crate::firmware::{column, folder, text, wait_for_games};

fn json(arguments: &[&str]) -> Value {
    let outcome = pipsqueak(arguments, "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&outcome.output).expect("one object")
}

/// The moves of recorded games, without their players. Those of checkers are PDN, with the players in tags.
fn moves(record: &Path) -> Vec<String> {
    let text = fs::read_to_string(record).unwrap();
    let is_move = |line: &&str| !line.contains("\"players\"") && !line.starts_with('[');
    let moves: Vec<String> = text.lines().filter(is_move).map(str::to_owned).collect();
    assert!(moves.len() > 3, "{text}");
    moves
}

/// Plays two boards against each other. The games must be those of two simulated boards, to the last move, and their
/// records must be valid.
fn meet(ports: [&str; 2], n_games: u64, more: &[&str]) -> Value {
    let folder = folder();
    let [expected, found] = ["expected", "found"].map(|name| folder.path().join(name));
    let n_games = n_games.to_string();
    let play = |[one, other]: [&str; 2], record: &Path| {
        let arguments = ["match", "--port", one, "--port", other, "--games", &n_games, "--json", "--transcript"];
        json(&[&arguments[..], &[text(record)], more].concat())
    };
    play(["sim", "sim"], &expected);
    let result = play(ports, &found);
    assert_eq!(result["forfeit"], Value::Null);
    assert_eq!(result["games"].to_string(), n_games);
    assert_eq!(moves(&expected), moves(&found), "{more:?}");
    assert_eq!(pipsqueak(&["replay", text(&found)], "").status, 0);
    result
}

#[test]
fn two_micro_bits_meet() {
    let result = meet(["qemu", "qemu"], sized(10, 1000), &["--seed", "21"]);
    for board in [&result, &result["opponent_board"]] {
        assert_eq!(board["board"], "microbit-v1");
    }
    println!("two micro:bits: {result}");
}

#[test]
fn a_micro_bit_meets_a_pico_in_every_game() {
    let pico = Model::Pico.on_port();
    let result = meet(["qemu", &pico.port], sized(2, 100), &[]);
    assert_eq!((&result["board"], &result["opponent_board"]["board"]), (&"microbit-v1".into(), &"pico".into()));
    println!("a micro:bit and a Pico: {result}");
    for more in [&["--game", "checkers", "--nodes", "100"][..], &["--game", "mastermind", "--pegs", "3"]] {
        meet([&pico.port, "qemu"], 2, more);
    }
}

#[test]
fn both_micro_bits_meet_in_every_game() {
    let result = meet(["qemu", "v2"], sized(2, 100), &[]);
    assert_eq!((&result["board"], &result["opponent_board"]["board"]), (&"microbit-v1".into(), &"microbit-v2".into()));
    for more in [&["--game", "checkers", "--nodes", "100"][..], &["--game", "mastermind", "--pegs", "3"]] {
        meet(["v2", "qemu"], 2, more);
    }
}

#[test]
fn boards_and_programs_share_a_league() {
    let pico = Model::Pico.on_port();
    let set = ["--games", "4", "--seed", "2", "--json"];
    let boards = json(&[&["league", "board:qemu", &format!("board:{}", pico.port), "greedy"], &set[..]].concat());
    let programs = json(&[&["league", "champion", "champion", "greedy"], &set[..]].concat());
    let [boards, programs] = [&boards, &programs].map(|table| table["pairs"].as_array().unwrap());
    assert_eq!((boards.len(), programs.len()), (3, 3));
    for (boards, programs) in boards.iter().zip(programs) {
        for key in ["win", "tie", "loss"] {
            assert_eq!(boards[key], programs[key], "{boards} {programs}");
        }
    }
}

#[test]
fn over_noisy_lines_no_move_is_wrong() {
    let microbit = || Emulator::start(&Setup { image: firmware(), ..Setup::default() }).expect("the emulator starts");
    let pico = || Model::Pico.controlled(None, &[]);
    // Built before a client waits for a reply.
    let _ = Model::ALL.map(Model::firmware);
    // One board on each line. Most of the time is spent waiting for lost replies, so that some matches run at once; not
    // all, because a board without CPU time does not answer either. In the long run 1,000 games are played.
    let meetings: Vec<u64> = (0..sized(1, 10)).collect();
    for at_once in meetings.chunks(4) {
        thread::scope(|scope| {
            for &number in at_once {
                scope.spawn(move || {
                    let [one, other] = [1, 2].map(|end| on_tcp_with_noise(microbit, Seed(end).derive(number), 0.01));
                    let seed = (31 + number).to_string();
                    let told = meet([&one, &other], sized(2, 100), &["--seed", &seed]);
                    println!("with 1 % bad bytes: {told}");
                    for board in [&told, &told["opponent_board"]] {
                        assert!(board["link"]["retries"].as_u64().unwrap() > 5, "the lines were bad: {board}");
                    }
                });
            }
        });
    }
    let (one, other) = (on_tcp_with_noise(microbit, Seed(3), 0.01), on_tcp_with_noise(pico, Seed(4), 0.01));
    meet([&one, &other], sized(2, 20), &["--seed", "51"]);
}

#[test]
fn an_emulator_that_dies_forfeits_with_one_line_and_finished_games_are_kept() {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    let pico = Model::Pico.on_port();
    let arguments = ["match", "--port", "sim", "--port", &pico.port, "--games", "20000", "--transcript", text(&games)];
    let mut playing = Running::start(&arguments);
    wait_for_games(&mut playing, folder.path());
    drop(pico);
    let outcome = playing.wait_for_the_end();
    assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{}", outcome.errors);
    assert!(outcome.errors.contains("the second board (tcp:") && outcome.errors.contains("forfeits"), "{outcome:?}");
    assert_eq!(pipsqueak(&["replay", text(&games)], "").status, 0);
}

#[test]
fn a_pico_that_is_reset_in_a_game_continues() {
    let mut client = Model::Pico.board();
    let before = client.hello().unwrap();
    let player = Champion::decode(BUILT_IN).unwrap().player;
    for (number, view) in positions::game(Seed(61)).into_iter().enumerate() {
        if number == 20 {
            client.transport().reset();
        }
        assert_eq!(column(&mut client, &view), player.column(&view), "decision {number}");
    }
    assert_eq!(client.hello().unwrap(), before);
    assert_eq!(client.statistics().unwrap().n_decisions, 20, "it was reset in the middle");
    match client.transport() {
        Machine::Controlled(board) => assert_eq!(board.counts().resets, 1),
        Machine::Microbit(..) => unreachable!(),
    }
}
