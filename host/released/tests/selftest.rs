//! `device --selftest` on every available board: it passes on good ones, and names the part that fails on others.

use std::fs;
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use pipsqueak_core::games::fiveo::players::Scoring;
use pipsqueak_core::link::{self, ChampionId, Origin, Receiver, Reply};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Outcome, Running, command_of, run_as};
use pipsqueak_tests::controlled::Controlled;
use pipsqueak_tests::emulated::champion;
use pipsqueak_tests::fake_board::{answer, on_tcp};
use pipsqueak_tests::{evolved, sized};
use serde_json::Value;

use crate::alone::program;

fn run(arguments: &[&str]) -> Outcome {
    run_as(program().to_str().unwrap(), arguments, "")
}

/// The report, and whether the command succeeded.
fn tested(port: &str, n_decisions: &str) -> (Value, i32) {
    let outcome = run(&["device", "--port", port, "--selftest", "--decisions", n_decisions, "--json"]);
    (serde_json::from_str(&outcome.output).unwrap_or_else(|_| panic!("{}", outcome.errors)), outcome.status)
}

fn passes(port: &str, board: &str, n_decisions: &str) {
    let (report, status) = tested(port, n_decisions);
    assert_eq!((status, &report["board"], &report["passed"]), (0, &board.into(), &true.into()), "{report:#}");
    let checks = report["checks"].as_array().unwrap();
    let names: Vec<&str> = checks.iter().filter_map(|check| check["name"].as_str()).collect();
    let all = ["link", "noise", "fiveo", "checkers", "mastermind", "timing", "flash", "lights", "memory"];
    assert_eq!(names, all);
    let outcome = |name| &checks[all.iter().position(|other| *other == name).unwrap()]["outcome"];
    assert_eq!((outcome("flash"), outcome("lights")), (&"passed".into(), &"unseen".into()));
    for check in checks {
        println!("{board}: {}: {}", check["name"], check["told"]);
    }
}

/// A simulated board in a file with a champion on it, the champion's bytes, and the folder of both.
fn kept_board() -> (String, Vec<u8>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.pips");
    let bytes = champion("mine", &evolved::player(Seed(4), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    let port = format!("sim:{}", folder.path().join("flash").display());
    assert_eq!(run(&["flash", file.to_str().unwrap(), "--port", &port]).status, 0);
    (port, bytes, folder)
}

/// The champion on it.
fn read_back(port: &str, folder: &tempfile::TempDir) -> Vec<u8> {
    let back = folder.path().join("back");
    assert_eq!(run(&["device", "--port", port, "--read", back.to_str().unwrap()]).status, 0);
    fs::read(&back).unwrap()
}

#[test]
fn the_simulated_board_passes_and_keeps_its_champion() {
    let (port, bytes, folder) = kept_board();
    passes(&port, "sim", "200");
    assert_eq!(read_back(&port, &folder), bytes, "what was stored is put back");
    let told = run(&["device", "--port", &port, "--selftest", "--decisions", "5"]).output;
    for line in ["program   ", "board     sim, firmware", "ok        link: ", "unseen    lights: ", "passed"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains(folder.path().to_str().unwrap()), "no private file is named");
}

#[test]
fn the_emulated_micro_bit_passes() {
    passes("qemu", "microbit-v1", sized("60", "200"));
}

#[test]
fn the_emulated_pico_and_micro_bit_v2_pass() {
    let carried = std::env::var("PIPSQUEAK_CARRY").expect("PIPSQUEAK_CARRY names the firmware");
    for board in ["pico", "microbit-v2"] {
        let firmware = std::path::Path::new(&carried).join(format!("pipsqueak-{board}"));
        // The test compares the board's clock with the computer's.
        let emulated = Controlled::launch(board, &firmware, None, if board == "pico" { &[] } else { &["--paced"] });
        passes(emulated.port(), board, sized("20", "200"));
    }
}

/// A board whose replies are changed.
fn changed(mut stream: TcpStream, mut change: impl FnMut(Reply) -> Reply) {
    answer(&mut stream, usize::MAX, |frame| {
        let mut receiver = Receiver::new();
        let packet =
            frame.iter().find_map(|&byte| receiver.push(byte)?.ok().map(|p| (p.sequence, p.message::<Reply>())));
        match packet {
            Some((sequence, Some(reply))) if sequence != link::UNASKED => {
                link::encode_reply(sequence, &change(reply)).unwrap().to_vec()
            }
            _ => frame,
        }
    });
}

/// The parts that a board fails if its replies are changed like this.
fn failures(change: impl FnMut(Reply) -> Reply + Send + 'static) -> Vec<String> {
    let port = on_tcp(|stream| changed(stream, change));
    let (report, status) = tested(&port, "40");
    assert_eq!((status, &report["passed"]), (1, &false.into()));
    let failed = report["checks"].as_array().unwrap().iter().filter(|check| check["outcome"] == "failed");
    failed.map(|check| check["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_fault_is_found_by_its_own_part() {
    // A clock at a quarter of its speed.
    let slow = failures(|reply| match reply {
        Reply::Move { game, chosen, ticks, info } => Reply::Move { game, chosen, ticks: ticks / 4, info },
        reply => reply,
    });
    assert_eq!(slow, ["timing"]);
    // One wrong move of a game, after those over the noisy line.
    for (number, name) in [(2, "checkers"), (3, "mastermind")] {
        let mut n_moves = 0;
        let wrong = failures(move |reply| match reply {
            Reply::Move { game, mut chosen, ticks, info } => {
                n_moves += u32::from(game.0 == number);
                if game.0 == number && n_moves == 20 {
                    chosen[0] ^= 1;
                }
                Reply::Move { game, chosen, ticks, info }
            }
            reply => reply,
        });
        assert_eq!(wrong, [name]);
    }
    // Flash that reads back with a wrong bit from the second upload on.
    let mut n_commits = 0;
    let forgetful = failures(move |reply| match reply {
        Reply::Committed(id) => {
            n_commits += 1;
            Reply::Committed(id)
        }
        Reply::Bytes(mut bytes) if n_commits == 2 => {
            bytes[0] ^= 4;
            Reply::Bytes(bytes)
        }
        reply => reply,
    });
    assert_eq!(forgetful, ["flash"]);
}

#[test]
fn ctrl_c_prints_the_results_so_far_and_a_second_test_is_refused_meanwhile() {
    let (port, bytes, folder) = kept_board();
    let arguments = ["device", "--port", &port, "--selftest", "--decisions", "100000"];
    let mut running = Running::spawn(&mut command_of(&program(), &arguments));
    let lock = folder.path().join(".flash.lock");
    running.wait_until(|| fs::read(&lock).is_ok_and(|holder| !holder.is_empty()));
    let refused = run(&arguments);
    assert_eq!((refused.status, refused.errors.lines().count()), (1, 1), "{refused:?}");
    assert!(refused.errors.contains("in use by pipsqueak device"), "{refused:?}");
    // The line and the noise take less than a second of CPU time; then come 100,000 decisions of each game.
    running.work_for(Duration::from_secs(3));
    running.interrupt();
    let outcome = running.wait();
    assert_eq!(outcome.status, 130, "{outcome:?}");
    assert!(
        outcome.output.contains("ok        link: ")
            && outcome.output.ends_with("interrupted: not everything was tried\n"),
        "{outcome:?}"
    );
    assert!(!outcome.output.contains("FAILED") && !outcome.output.contains("memory: "), "{outcome:?}");
    assert_eq!(read_back(&port, &folder), bytes);
}

#[test]
fn a_board_lost_during_the_test_is_reported_and_its_champion_is_in_a_file() {
    // It reports a stored champion, and its line is closed after another was uploaded.
    let port = on_tcp(|stream| {
        let cable = stream.try_clone().unwrap();
        changed(stream, move |reply| match reply {
            Reply::Champion { id: Some(id), room, vocabulary } => {
                Reply::Champion { id: Some(ChampionId { origin: Origin::Stored(1), ..id }), room, vocabulary }
            }
            Reply::Committed(_) => {
                cable.shutdown(Shutdown::Both).unwrap();
                reply
            }
            reply => reply,
        });
    });
    let folder = tempfile::tempdir().unwrap();
    let mut command = command_of(&program(), &["device", "--port", &port, "--selftest", "--decisions", "5"]);
    let outcome = Running::spawn(command.env("TMPDIR", folder.path())).wait();
    // One line names the copy, and one the failure.
    assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 2), "{outcome:?}");
    assert!(outcome.errors.contains("a copy of it is in "), "{outcome:?}");
    assert!(outcome.errors.contains("the board failed: flash, lights, memory"), "{outcome:?}");
    let kept = fs::read_dir(folder.path()).unwrap().next().expect("the champion is kept").unwrap().path();
    assert_eq!(fs::read(&kept).unwrap(), pipsqueak_app::BUILT_IN);
    assert!(outcome.output.contains(&format!("it is in {}", kept.display())), "{outcome:?}");
}
