//! Programs with an emulated board that are started at the same time, or interrupted at the terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use pipsqueak_tests::binary::{Running, command, wait_until};
use pipsqueak_tests::emulated::firmware;
use pipsqueak_tests::terminal::{CTRL_C, at_a_terminal_with};
use serde_json::Value;

use crate::firmware::{folder, text};
use crate::killed::emulators_of;

/// Copies the firmware's build artefacts, but not the firmware itself: it must be linked again.
fn unlinked(built: &Path, target: &Path) {
    let elf = firmware();
    let name = elf.file_name().and_then(|name| name.to_str()).unwrap();
    // With the modification times, which cargo checks.
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
fn two_programs_may_build_the_firmware_at_once_with_cargos_output_shown() {
    let folder = folder();
    let target = folder.path().join("target");
    // ELF files are in TARGET/PROCESSOR/release.
    unlinked(firmware().ancestors().nth(3).unwrap(), &target);
    let variables = ("CARGO_TARGET_DIR", text(&target));
    let arguments = ["device", "--port", "qemu", "--json"];
    let aside = Running::spawn(command(&arguments).env(variables.0, variables.1));
    // At a terminal cargo's output is shown, or that it waits for the other one.
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
fn ctrl_c_at_a_terminal_does_not_reach_the_emulator_directly() {
    let folder = folder();
    let (image, elf) = (folder.path().join("board"), firmware());
    let port = format!("qemu:{}", image.display());
    let seat = format!("board:{port}");
    // The emulator is found by its command line, which names the sockets' folder.
    let place = ("TMPDIR", text(folder.path()));
    for arguments in [["match", "--port", &port].as_slice(), &["league", &seat, "greedy"]] {
        let arguments = [arguments, &["--games", "100000", "--firmware", text(&elf)]].concat();
        let told = at_a_terminal_with(&[place], &[("[1-9][0-9,]* games", CTRL_C)], &arguments);
        assert_eq!(told.status, 130, "{told:?}");
        // A board that was lost would have forfeited its game.
        assert!(told.output.contains("interrupted") && !told.output.contains("forfeit"), "{}", told.output);
        fs::remove_file(&image).expect("the board was saved in good order");
        wait_until("the emulator ends", || emulators_of(text(folder.path())).is_empty());
    }
}
