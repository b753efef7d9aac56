//! Boards' drives, simulated by folders: found by their label and marker file, and written only if the user agreed.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pipsqueak_core::link::{self, Receiver, Reply};
use pipsqueak_tests::binary::{Outcome, Running, finish};
use pipsqueak_tests::fake_board::{answer, on_tcp};
use tempfile::TempDir;

use crate::alone::program;

/// A computer with drives of these names, each with this file on it.
struct Drives(TempDir);

impl Drives {
    fn new(drives: &[(&str, &str)]) -> Drives {
        let folder = tempfile::tempdir().unwrap();
        for (name, marker) in drives {
            fs::create_dir(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join(marker), "").unwrap();
        }
        Drives(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(program());
        command.args(arguments).env("PIPSQUEAK_DRIVES", self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(Running::spawn(&mut command), "y\n")
    }
}

/// Writes a file for the drive; returns the output and the drive's content.
fn flashed(drives: &Drives, option: &str, more: &[&str], on_drive: &str) -> (String, Option<bool>) {
    let file = drives.at("made");
    let outcome = drives.run(&[&["flash", "champion", option, file.to_str().unwrap()], more].concat());
    assert_eq!((outcome.status, &*outcome.errors), (0, ""), "{option} {more:?}");
    let is_same = fs::read(drives.at(on_drive)).ok().map(|bytes| bytes == fs::read(&file).unwrap());
    (outcome.output, is_same)
}

#[test]
fn a_mounted_drive_is_written_only_if_the_user_agreed() {
    let both = [("MICROBIT", "DETAILS.TXT"), ("RPI-RP2", "INFO_UF2.TXT"), ("USB", "DETAILS.TXT")];
    for (option, place) in [("--hex", "MICROBIT/PIPSQUEAK.HEX"), ("--uf2", "RPI-RP2/PIPSQUEAK.UF2")] {
        let drives = Drives::new(&both);
        // A pipe is not a person: its input is not an answer.
        let (told, on_drive) = flashed(&drives, option, &[], place);
        assert_eq!(told.contains("may erase other champions"), option == "--hex", "{told}");
        assert!(told.contains("Copy it onto the") && on_drive.is_none(), "{told}");
        let (told, on_drive) = flashed(&drives, option, &["--yes"], place);
        assert!(told.contains("drive; the board restarts") && on_drive == Some(true), "{told}");
        let n_files: usize = both.iter().map(|(name, _)| fs::read_dir(drives.at(name)).unwrap().count()).sum();
        assert_eq!(n_files, 4, "nothing else was written");
    }
}

#[test]
fn a_file_that_is_named_on_the_drive_is_written_there_once() {
    for (option, drive, marker) in [("--hex", "MICROBIT", "DETAILS.TXT"), ("--uf2", "RPI-RP2", "INFO_UF2.TXT")] {
        let drives = Drives::new(&[(drive, marker)]);
        let (elsewhere, there) = (drives.at("made"), drives.at(drive).join("own"));
        for (file, more) in [(&elsewhere, &[][..]), (&there, &[]), (&there, &["--yes"])] {
            let outcome = drives.run(&[&["flash", "champion", option, file.to_str().unwrap()], more].concat());
            assert_eq!((outcome.status, &*outcome.errors), (0, ""), "{option} {more:?}");
            assert_eq!(outcome.output.contains("the board restarts"), *file == there, "{}", outcome.output);
        }
        assert_eq!(fs::read(there).unwrap(), fs::read(elsewhere).unwrap());
        assert_eq!(fs::read_dir(drives.at(drive)).unwrap().count(), 2, "nothing else was written");
    }
}

#[test]
fn a_folder_that_only_looks_like_a_boards_drive_is_left_alone() {
    for drives in [&[("MICROBIT", "photos.txt")][..], &[("microbit", "DETAILS.TXT")], &[]] {
        let drives = Drives::new(drives);
        let (told, on_drive) = flashed(&drives, "--hex", &["--yes"], "MICROBIT/PIPSQUEAK.HEX");
        assert!(told.contains("Copy it onto the MICROBIT drive") && on_drive.is_none(), "{told}");
    }
}

#[test]
fn a_drive_that_cannot_be_written_is_one_line_and_the_file_is_kept() {
    let drives = Drives::new(&[("MICROBIT", "DETAILS.TXT")]);
    fs::create_dir(drives.at("MICROBIT/PIPSQUEAK.HEX")).unwrap();
    let file = drives.at("made.hex");
    let outcome = drives.run(&["flash", "champion", "--yes", "--hex", file.to_str().unwrap()]);
    assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{}", outcome.errors);
    assert!(outcome.errors.contains("cannot be written") && file.is_file());
}

#[test]
fn wrong_combinations_are_wrong_usage() {
    let drives = Drives::new(&[]);
    for arguments in [
        &["flash"][..],
        &["flash", "champion", "--hex", "a", "--uf2", "b"],
        &["flash", "champion", "--uf2", "a", "--board", "microbit-v2"],
        &["flash", "champion", "--hex", "a", "--board", "pico"],
        &["flash", "champion", "--uf2", "a", "--port", "sim"],
        &["device", "--port", "sim", "--yes"],
        &["device", "--port", "sim", "--selftest", "--erase"],
        &["device", "--port", "sim", "--decisions", "5"],
        &["device", "--port", "sim", "--selftest", "--decisions", "0"],
    ] {
        assert_eq!(drives.run(arguments).status, 2, "{arguments:?}");
    }
}

/// A simulated board that reports another firmware version.
fn of_firmware(mut stream: TcpStream, firmware: &str, board: &str) {
    answer(&mut stream, usize::MAX, |frame| {
        let mut receiver = Receiver::new();
        let packet =
            frame.iter().find_map(|&byte| receiver.push(byte)?.ok().map(|p| (p.sequence, p.message::<Reply>())));
        match packet {
            Some((sequence, Some(Reply::Hello(mut hello)))) => {
                hello.firmware = firmware.try_into().unwrap();
                hello.board = board.try_into().unwrap();
                link::encode_reply(sequence, &Reply::Hello(hello)).unwrap().to_vec()
            }
            _ => frame,
        }
    });
}

#[test]
fn older_firmware_is_reported_with_how_to_renew_it() {
    let drives = Drives::new(&[]);
    for (board, renew) in [("pico", "device --renew new.uf2"), ("microbit-v2", "device --renew new.hex")] {
        let port = on_tcp(move |stream| of_firmware(stream, "0.1.0", board));
        let outcome = drives.run(&["device", "--port", &port]);
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
        assert!(
            outcome.output.contains("is older than this program") && outcome.output.contains(renew),
            "{}",
            outcome.output
        );
    }
    let port = on_tcp(|stream| of_firmware(stream, "9.0.0", "pico"));
    assert!(drives.run(&["device", "--port", &port]).output.contains("is newer than this program"));
    let port = on_tcp(|stream| of_firmware(stream, env!("CARGO_PKG_VERSION"), "pico"));
    let told = drives.run(&["device", "--port", &port]).output;
    assert!(!told.contains("older") && !told.contains("newer"), "{told}");
    // A board without a drive cannot be renewed by a file.
    let refused = drives.run(&["device", "--port", "sim", "--renew", Path::new("x").to_str().unwrap()]);
    assert!(refused.status == 1 && refused.errors.contains("no drive"), "{}", refused.errors);
}
