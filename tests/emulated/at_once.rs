//! Programs with an emulated board that a person starts side by side, or ends at the terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use pipsqueak_tests::binary::{Running, command};
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::terminal::{CTRL_C, at_a_terminal_with};
use serde_json::Value;

use crate::firmware::{folder, text, wait_until};
use crate::killed::emulators_of;

/// Copies what the firmware was built from, but not the firmware itself: it must be linked anew.
fn unlinked(built: &Path, target: &Path) {
    let elf = firmware();
    let name = elf.file_name().and_then(|name| name.to_str()).unwrap();
    // With the times: cargo goes by them.
    assert!(Command::new("cp").arg("-a").arg(built).arg(target).status().unwrap().success());
    let release = target.join(elf.parent().unwrap().strip_prefix(built).unwrap());
    fs::remove_file(release.join(name)).unwrap();
    for kept in ["deps", ".fingerprint"] {
        for entry in fs::read_dir(release.join(kept)).unwrap().map(Result::unwrap) {
            if entry.file_name().to_str().unwrap().starts_with(&format!("{name}-")) {
                let path = entry.path();
                if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
            }
        }
    }
}

#[test]
fn two_programs_may_build_the_firmware_at_once_and_who_watches_sees_it() {
    let folder = folder();
    let target = folder.path().join("target");
    // ELF files lie in TARGET/PROCESSOR/release.
    unlinked(firmware().ancestors().nth(3).unwrap(), &target);
    let variables = ("CARGO_TARGET_DIR", text(&target));
    let arguments = ["device", "--port", "qemu", "--json"];
    let aside = Running::spawn(command(&arguments).env(variables.0, variables.1));
    // Who watches sees cargo at work, or waiting for the other one.
    let watched = at_a_terminal_with(&[variables], &[], &arguments);
    let outcome = aside.wait();
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert_eq!(watched.status, 0, "{watched:?}");
    assert!(watched.output.contains("Compiling") || watched.output.contains("Blocking"), "{}", watched.output);
    let told: Value = serde_json::from_str(&outcome.output).unwrap();
    let json = watched.output.find('{').map_or("", |start| &watched.output[start..]);
    assert_eq!(serde_json::from_str::<Value>(json).unwrap()["champions"], told["champions"]);
    let elf = firmware();
    assert!(target.join(elf.strip_prefix(elf.ancestors().nth(3).unwrap()).unwrap()).exists(), "it was built there");
}

#[test]
fn ctrl_c_at_a_terminal_is_not_for_the_emulator_which_ends_with_its_program() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let seat = format!("board:{port}");
    // The emulator's sockets lie here: it is known by its command line.
    let place = ("TMPDIR", text(folder.path()));
    for arguments in [["match", "--port", &port].as_slice(), &["league", &seat, "greedy"]] {
        let arguments = [arguments, &["--games", "100000", "--firmware", text(&elf)]].concat();
        let told = at_a_terminal_with(&[place], &[("[1-9][0-9,]* games", CTRL_C)], &arguments);
        assert_eq!(told.status, 130, "{told:?}");
        // A board that had gone would have forfeited its game.
        assert!(told.output.contains("interrupted") && !told.output.contains("forfeit"), "{}", told.output);
        fs::remove_file(&image).expect("the board was saved in good order");
        wait_until(|| emulators_of(text(folder.path())).is_empty());
    }
}
