//! Programs with an emulated board that are killed, interrupted, or started twice: nothing that was told is lost, and no
//! emulator stays behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_tests::binary::{Running, command, pipsqueak};
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::sized;
use serde_json::Value;

use crate::firmware::{folder, text, wait_until};

/// The process numbers of emulators whose sockets lie in this folder, by their command lines.
pub(crate) fn emulators_of(parent: &str) -> Vec<String> {
    let tasks = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        Some((entry.file_name().into_string().ok()?, String::from_utf8_lossy(&line).into_owned()))
    });
    let emulators = tasks.filter(|(_, line)| line.contains("qemu-system-arm") && line.contains(parent));
    emulators.map(|(number, _)| number).collect()
}

#[test]
fn what_a_board_has_committed_outlasts_the_program_and_its_emulator() {
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
        // Now the program is killed, now its emulator: then the program says so in one line, if it was not done yet.
        let outcome = if moment % 4 < 2 {
            running.kill()
        } else {
            let mut killing = Command::new("kill");
            killing.arg("-KILL").args(emulators_of(text(folder.path()))).stderr(Stdio::null());
            // None may run yet, or none any more.
            let _ = killing.status().unwrap();
            let outcome = running.wait();
            assert!(outcome.status == 0 || outcome.status == 1 && outcome.errors.lines().count() == 1, "{outcome:?}");
            outcome
        };
        wait_until(|| emulators_of(text(folder.path())).is_empty());
        let after = kept();
        if was_told || outcome.status == 0 {
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
