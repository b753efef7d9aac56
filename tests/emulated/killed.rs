//! Programs with an emulated board that are killed, interrupted, or started twice: nothing that was told is lost, and no
//! emulator stays behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_tests::binary::{Running, command, pipsqueak};
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::sized;
use serde_json::Value;

use crate::firmware::{folder, text, wait_until};

/// Emulators whose sockets lie in this process's temporary folder for tests, by their command lines.
fn emulators_of(parent: &str) -> usize {
    let tasks = fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    let lines = tasks.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.filter(|line| line.contains("qemu-system-arm") && line.contains(parent)).count()
}

#[test]
fn what_a_board_has_committed_outlasts_the_program_and_its_emulator_does_not() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let champions = ["If(HasFlush, 1, 0)", "If(HasPair, 1, 0)"];
    let flash = |champion: &str| {
        let mut command = command(&["flash", champion, "--port", &port, "--firmware", text(&elf)]);
        // The emulator's sockets lie here: it is known by its command line.
        command.env("TMPDIR", folder.path());
        command
    };
    let kept = || {
        let shown = pipsqueak(&["device", "--port", &port, "--firmware", text(&elf), "--json"], "");
        assert_eq!(shown.status, 0, "{shown:?}");
        let report: Value = serde_json::from_str(&shown.output).unwrap();
        report["champions"].as_array().unwrap().iter().find(|champion| champion["game"] == "fiveo").unwrap().to_string()
    };
    let begin = Instant::now();
    assert_eq!(Running::spawn(&mut flash(champions[0])).wait().status, 0);
    let (whole, mut before) = (begin.elapsed(), kept());
    let mut n_told = 0;
    for moment in 0..sized(6, 20) {
        let champion = champions[(moment + 1) % 2];
        let mut running = Running::spawn(&mut flash(champion));
        thread::sleep(whole.mul_f64(1.1 * (moment as f64 + 0.5) / sized(6.0, 20.0)));
        let was_told = running.has_ended();
        let outcome = running.kill();
        wait_until(|| emulators_of(text(folder.path())) == 0);
        let after = kept();
        if was_told {
            assert_eq!(outcome.status, 0, "{outcome:?}");
            assert_ne!(after, before, "what was told as written is there");
            n_told += 1;
        }
        before = after;
    }
    println!("{n_told} uploads ended before they were killed");
}

#[test]
fn a_champion_is_not_lost_to_a_match_and_ctrl_c_leaves_the_board_in_good_order() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let board = ["--port", &port, "--firmware", text(&elf)];
    let running = Running::start(&[&["match", "--games", "100000", "--json"], &board[..]].concat());
    wait_until(|| fs::read(folder.path().join(".board.lock")).is_ok_and(|holder| !holder.is_empty()));
    let refused = pipsqueak(&[&["flash", "champion"], &board[..]].concat(), "");
    assert!(refused.status == 1 && refused.errors.contains("in use by pipsqueak match"), "{refused:?}");
    thread::sleep(Duration::from_secs(1));
    running.interrupt();
    let outcome = running.wait();
    let told: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!((outcome.status, &told["interrupted"], &told["forfeit"]), (130, &true.into(), &Value::Null));
    assert!(told["games"].as_u64().unwrap() > 0 && image.exists());
    fs::set_permissions(&image, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = pipsqueak(&[&["device"], &board[..]].concat(), "");
    assert!(refused.status == 1 && refused.errors.contains("is read-only"), "{refused:?}");
}
