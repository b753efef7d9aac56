//! `device --selftest` on every board that can be had: it passes on those that are whole, and says which part is not.

use std::fs;
use std::net::TcpStream;

use pipsqueak_core::games::fiveo::players::Scoring;
use pipsqueak_core::link::{self, Receiver, Reply};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Outcome, run_as};
use pipsqueak_tests::emulated::champion;
use pipsqueak_tests::fake_board::{answer, on_tcp};
use pipsqueak_tests::pico::Pico;
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

#[test]
fn the_board_in_this_process_passes_and_keeps_its_champion() {
    let folder = tempfile::tempdir().unwrap();
    let [file, flash, back] =
        ["c.pips", "flash", "back"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let bytes = champion("mine", &evolved::player(Seed(4), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    let port = format!("sim:{flash}");
    assert_eq!(run(&["flash", &file, "--port", &port]).status, 0);
    passes(&port, "sim", "200");
    assert_eq!(run(&["device", "--port", &port, "--read", &back]).status, 0);
    assert_eq!(fs::read(&back).unwrap(), bytes, "what was stored is put back");
    let told = run(&["device", "--port", "sim", "--selftest", "--decisions", "5"]).output;
    for line in ["program   ", "board     sim, firmware", "ok        link: ", "unseen    lights: ", "passed"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains(&flash), "nobody's files are named");
}

#[test]
fn the_emulated_micro_bit_passes() {
    passes("qemu", "microbit-v1", sized("60", "200"));
}

#[test]
fn the_emulated_pico_passes() {
    let carried = std::env::var("PIPSQUEAK_CARRY").expect("PIPSQUEAK_CARRY names the firmware");
    let pico = Pico::launch(&std::path::Path::new(&carried).join("pipsqueak-pico"), None, &[]);
    passes(pico.port(), "pico", sized("20", "200"));
}

/// A board whose answers somebody changes.
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

/// The parts that a board fails whose answers are changed so.
fn failures(change: impl FnMut(Reply) -> Reply + Send + 'static) -> Vec<String> {
    let port = on_tcp(|stream| changed(stream, change));
    let (report, status) = tested(&port, "40");
    assert_eq!((status, &report["passed"]), (1, &false.into()));
    let failed = report["checks"].as_array().unwrap().iter().filter(|check| check["outcome"] == "failed");
    failed.map(|check| check["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_fault_is_found_by_its_part() {
    // A clock at half its speed.
    let slow = failures(|reply| match reply {
        Reply::Move { game, chosen, ticks, info } => Reply::Move { game, chosen, ticks: ticks / 4, info },
        reply => reply,
    });
    assert_eq!(slow, ["timing"]);
    // A move that is another's, now and then.
    let mut n_moves = 0;
    let wrong = failures(move |reply| match reply {
        Reply::Move { game, mut chosen, ticks, info } => {
            n_moves += 1;
            if n_moves == 120 {
                chosen[0] ^= 1;
            }
            Reply::Move { game, chosen, ticks, info }
        }
        reply => reply,
    });
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    // Flash that reads back a bit differently from the second upload on.
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
