//! Programs with an emulated board that are killed, interrupted, or started twice: nothing that was reported as stored
//! is lost, and no emulator is left behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_tests::binary::{Running, command, pipsqueak, wait_until, worked};
use pipsqueak_tests::boards::Model;
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::sized;
use pipsqueak_tests::terminal::{CTRL_C, at_a_terminal};
use serde_json::Value;

use crate::firmware::{folder, text};

/// The process ids of emulators whose sockets are in this folder, by their command lines.
pub(crate) fn emulators_of(parent: &str) -> Vec<String> {
    let tasks = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        Some((entry.file_name().into_string().ok()?, String::from_utf8_lossy(&line).into_owned()))
    });
    let is_emulator = |line: &str| line.contains("qemu-system-arm") || line.contains("microbit-v2/emulat");
    let emulators = tasks.filter(|(_, line)| is_emulator(line) && line.contains(parent));
    emulators.map(|(number, _)| number).collect()
}

fn kill_emulators_of(parent: &str) {
    let mut killing = Command::new("kill");
    killing.arg("-KILL").args(emulators_of(parent)).stderr(Stdio::null());
    // There may be none yet, or none any more.
    let _ = killing.status().unwrap();
}

#[test]
fn committed_champions_survive_a_kill_of_the_program_or_its_emulator() {
    committed_champions_survive_a_kill("qemu", Model::Microbit, sized(6, 20));
}

#[test]
fn committed_champions_survive_a_kill_of_the_program_or_its_micro_bit_v2() {
    committed_champions_survive_a_kill("v2", Model::MicrobitV2, sized(4, 20));
}

fn committed_champions_survive_a_kill(port: &str, model: Model, last: usize) {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), model.firmware());
    let port = format!("{port}:{}", image.display());
    let champions = [("flush", "If(HasFlush, 1, 0)"), ("pair", "If(HasPair, 1, 0)")];
    let flash = |(name, tree): (&str, &str)| {
        let mut command = command(&["flash", tree, "--name", name, "--port", &port, "--firmware", text(&elf)]);
        // The emulator is found by its command line, which names the sockets' folder.
        command.env("TMPDIR", folder.path());
        command
    };
    let kept = || {
        let shown = pipsqueak(&["device", "--port", &port, "--firmware", text(&elf), "--json"], "");
        assert_eq!(shown.status, 0, "{shown:?}");
        let report: Value = serde_json::from_str(&shown.output).unwrap();
        report["champions"].as_array().unwrap().iter().find(|champion| champion["game"] == "fiveo").unwrap().clone()
    };
    let begin = Instant::now();
    assert_eq!(Running::spawn(&mut flash(champions[0])).wait().status, 0);
    let (whole, mut before) = (begin.elapsed(), kept());
    let mut n_told = 0;
    for moment in 0..=last {
        let champion = champions[(moment + 1) % 2];
        let mut running = Running::spawn(&mut flash(champion));
        // Anywhere in an upload, and at last after it.
        match moment == last {
            true => wait_until("the upload ends", || running.has_ended()),
            false => thread::sleep(whole.mul_f64((moment as f64 + 0.5) / last as f64)),
        }
        let was_told = running.has_ended();
        // Either the program is killed, or its emulator: then the program reports it in one line, if it was not done
        // yet.
        let outcome = if moment % 4 < 2 {
            running.kill()
        } else {
            kill_emulators_of(text(folder.path()));
            let outcome = running.wait();
            assert!(outcome.status == 0 || outcome.status == 1 && outcome.errors.lines().count() == 1, "{outcome:?}");
            outcome
        };
        wait_until("the emulators end", || emulators_of(text(folder.path())).is_empty());
        let after = kept();
        assert!(after == before || after["name"] == champion.0, "neither the old one nor the new: {after}");
        if was_told || outcome.status == 0 {
            assert_eq!(outcome.status, 0, "{outcome:?}");
            assert_eq!(after["name"], champion.0, "what was reported as written is there");
            n_told += 1;
        }
        before = after;
    }
    assert!(n_told > 0);
}

#[test]
fn a_champion_is_not_lost_to_a_match_and_ctrl_c_leaves_the_board_in_good_order() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let board = ["--port", &port, "--firmware", text(&elf)];
    let held = [&["match", "--games", "100000", "--json"], &board[..]].concat();
    let mut playing = Running::start(&held);
    playing.wait_until(|| fs::read(folder.path().join(".board.lock")).is_ok_and(|holder| !holder.is_empty()));
    let refused = pipsqueak(&[&["flash", "champion"], &board[..]].concat(), "");
    assert!(refused.status == 1 && refused.errors.contains("in use by pipsqueak match"), "{refused:?}");
    playing.interrupt();
    assert_eq!(playing.wait_for_the_end().status, 130);
    // At a terminal a match shows each finished game; Ctrl-C is pressed then.
    let outcome = at_a_terminal(&[("[1-9][0-9,]* games", CTRL_C)], &held);
    let told = &outcome.output[outcome.output.find("{\"").unwrap_or_else(|| panic!("{outcome:?}"))..];
    let told: Value = serde_json::from_str(told).unwrap();
    assert_eq!((outcome.status, &told["interrupted"], &told["forfeit"]), (130, &true.into(), &Value::Null));
    assert!(told["games"].as_u64().unwrap() > 0 && image.exists());
    fs::set_permissions(&image, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = pipsqueak(&[&["device"], &board[..]].concat(), "");
    assert!(refused.status == 1 && refused.errors.contains("is read-only"), "{refused:?}");
}

#[test]
fn a_self_test_whose_emulator_dies_prints_its_results_and_keeps_the_boards_file() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let board = ["--port", &port, "--firmware", text(&elf)];
    assert_eq!(pipsqueak(&[&["flash", "If(HasPair, 1, 0)"], &board[..]].concat(), "").status, 0);
    let before = fs::read(&image).unwrap();
    let mut test = command(&[&["device", "--selftest", "--decisions", "100000"], &board[..]].concat());
    let running = Running::spawn(test.env("TMPDIR", folder.path()));
    // It is asked for 100,000 decisions: after some CPU time it is at them, and it will not finish.
    let computed = || emulators_of(text(folder.path())).first().and_then(|id| worked(id.parse().ok()?));
    wait_until("the decisions", || computed().is_some_and(|time| time > Duration::from_secs(sized(2, 10))));
    kill_emulators_of(text(folder.path()));
    let outcome = running.wait();
    assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{outcome:?}");
    assert!(outcome.errors.contains("the board failed: ") && outcome.output.contains("failed    "), "{outcome:?}");
    assert_eq!(fs::read(&image).unwrap(), before);
}
