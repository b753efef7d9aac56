//! `match`, `flash`, `device` and `play --port`, with simulated boards, boards behind sockets, and broken ones.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;

use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot};
use pipsqueak_app::{BUILT_IN, GAMES};
use pipsqueak_core::champion::{EnvelopeError, fingerprint};
use pipsqueak_core::games::fiveo::champion::{Champion, ChampionError};
use pipsqueak_core::games::fiveo::{self, Column, Table};
use pipsqueak_core::link::{self, Receiver, Reply};
use pipsqueak_lab::json_lines;
use pipsqueak_tests::binary::{Outcome, Running, json, pipsqueak, pipsqueak_alone, succeeds};
use pipsqueak_tests::envelope::Payload;
use pipsqueak_tests::fake_board::{answer, listen, on_tcp};
use pipsqueak_tests::{bad_champions, elf_hex};
use serde_json::Value;
use serialport::{SerialPort, TTYPort};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder that goes away")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of plain letters")
}

/// The name of the champion that every board comes with.
fn built_in_name() -> String {
    Champion::decode(BUILT_IN).expect("the built-in champion is one").name.to_string()
}

fn fails(outcome: &Outcome, told: &str) {
    assert_eq!(outcome.status, 1, "{told}: {}", outcome.errors);
    assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
    assert!(outcome.errors.starts_with("pipsqueak: ") && outcome.errors.contains(told), "{told}: {}", outcome.errors);
}

/// Runs the program, which must end although the board does not answer.
fn before_long(arguments: &[&str]) -> Outcome {
    Running::start(arguments).wait_for_the_end()
}

/// A file with a champion other than the built-in one.
fn plain(folder: &TempDir) -> (String, Vec<u8>) {
    let (path, bytes) = (folder.path().join("plain.pips"), Payload::plain().sealed());
    fs::write(&path, &bytes).unwrap();
    (text(&path).to_owned(), bytes)
}

#[test]
fn a_match_ends_as_the_same_games_in_the_league() {
    let result = json(&["match", "--port", "sim", "--opponent", "greedy", "--games", "40", "--seed", "9"]);
    let league = json(&["league", "champion", "greedy", "--games", "40", "--seed", "9"]);
    // The league's table is the other way round: the later against the earlier.
    let pair = &league["pairs"][0];
    assert_eq!([&result["win"], &result["tie"], &result["loss"]], [&pair["loss"], &pair["tie"], &pair["win"]]);
    assert_eq!(result["games"], 40);
    assert_eq!(result["decisions"], 800);
    assert_eq!(
        (&result["board"], &result["opponent"], &result["forfeit"]),
        (&"sim".into(), &"greedy".into(), &Value::Null)
    );
    assert_eq!(result["champion"]["fingerprint"], format!("{:08x}", fingerprint(BUILT_IN)));
    assert_eq!(result["champion"]["upload"], Value::Null);
    assert_eq!(result["link"]["retries"], 0);
    for times in ["decision_ms", "round_trip_ms"] {
        let [mean, worst] = ["mean", "worst"].map(|key| result[times][key].as_f64().unwrap());
        assert!(0.0 < mean && mean <= worst && worst < 1000.0, "{result}");
    }
    let [low, high] = [0, 1].map(|end| result["interval"][end].as_f64().unwrap());
    assert!((low..=high).contains(&result["win_percent"].as_f64().unwrap()));
}

#[test]
fn a_matchs_transcript_passes_the_check_and_names_both() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    let output = succeeds(&["match", "--port", "sim", "--games", "6", "--transcript", text(&file)]);
    for told in ["6 games", "won", "95 % interval", "120 decisions", "0 retries"] {
        assert!(output.contains(told), "{told}: {output}");
    }
    assert!(succeeds(&["replay", text(&file)]).contains("Game 6 of 6"));
    let games = json_lines::read::<Table>(&fs::read_to_string(&file).unwrap()).unwrap();
    let built_in = built_in_name();
    let names = [built_in.as_str(), "full-strategy"];
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.players.each_ref().map(String::as_str), [names[number % 2], names[1 - number % 2]]);
        assert_eq!(game.seed, games[number / 2 * 2].seed, "a deal in both seats");
    }
}

#[test]
fn a_flashed_champion_is_active_in_the_next_session() {
    let folder = folder();
    let (champion, bytes) = plain(&folder);
    let port = format!("sim:{}", text(&folder.path().join("flash.bin")));
    let told = succeeds(&["flash", &champion, "--port", &port]);
    assert!(told.contains("plain") && told.contains(&format!("it replaced {}", built_in_name())), "{told}");
    let report = json(&["device", "--port", &port]);
    let five_o = &report["champions"][0];
    assert_eq!((&five_o["game"], &five_o["name"], &five_o["upload"]), (&"fiveo".into(), &"plain".into(), &1.into()));
    assert_eq!(json(&["match", "--port", &port, "--games", "2"])["champion"]["name"], "plain");

    let back = folder.path().join("back.pips");
    let report = json(&["device", "--port", &port, "--read", text(&back), "--erase"]);
    assert_eq!(fs::read(&back).unwrap(), bytes);
    assert_eq!(
        (&report["champions"][0]["name"], &report["after_erasing"]["name"]),
        (&"plain".into(), &built_in_name().into())
    );
    let told = succeeds(&["device", "--port", &port]);
    for fact in ["sim", "protocol 2", "vocabulary 1", &built_in_name(), "built in", "not measured", "0 refused"] {
        assert!(told.contains(fact), "{fact}: {told}");
    }
}

#[test]
fn invalid_champions_are_refused_with_the_reason_and_nothing_is_flashed() {
    let folder = folder();
    let [file, flash] = ["bad.pips", "flash.bin"].map(|name| folder.path().join(name));
    for (bytes, reason) in bad_champions::all() {
        fs::write(&file, bytes).unwrap();
        let told = match reason {
            ChampionError::Envelope(EnvelopeError::Game(game)) => format!("this champion is for {game}, which"),
            reason => reason.to_string(),
        };
        fails(&pipsqueak(&["flash", text(&file), "--port", &format!("sim:{}", text(&flash))], ""), &told);
        fails(&pipsqueak(&["flash", text(&file), "--hex", text(&flash)], ""), &told);
        assert!(!flash.exists());
    }
    fails(&pipsqueak(&["flash", "/nowhere/champion.pips", "--port", "sim"], ""), "cannot be read");
}

#[test]
fn the_combined_file_holds_the_firmware_and_the_champion_in_its_slot() {
    let folder = folder();
    let [firmware, hex] = ["firmware.elf", "combined.hex"].map(|name| folder.path().join(name));
    let content: Vec<u8> = (0..0x1_0010_u32).map(|byte| (byte % 251) as u8).collect();
    fs::write(&firmware, elf_hex::elf(40, 0, &content)).unwrap();
    let (champion, bytes) = plain(&folder);
    succeeds(&["flash", &champion, "--hex", text(&hex), "--firmware", text(&firmware)]);

    let flash = elf_hex::flashed(&fs::read_to_string(&hex).unwrap());
    let held = |from: usize, n_bytes: usize| (from..from + n_bytes).map(|at| flash[&at]).collect::<Vec<u8>>();
    assert_eq!(held(0, content.len()), content);
    assert_eq!(
        held(0x38000, 16),
        slots::header(Slot::first(champions_of(GAMES, fiveo::ID).unwrap().place), 1, &bytes).unwrap()
    );
    assert_eq!(held(0x38010, bytes.len()), bytes);
    assert_eq!(held(0x39000, 16), [0xFF; 16], "no older champion outranks it");
}

#[test]
fn invalid_firmware_is_refused() {
    let folder = folder();
    let [firmware, hex] = ["firmware.elf", "combined.hex"].map(|name| folder.path().join(name));
    let (champion, _) = plain(&folder);
    let arguments = ["flash", &champion, "--hex", text(&hex), "--firmware", text(&firmware)];
    fails(&pipsqueak(&arguments, ""), "there is no firmware");
    for (bytes, told) in [
        (b"no firmware".to_vec(), "this is not an ELF file"),
        (elf_hex::elf(62, 0, &[1; 16]), "not for the board's processor"),
        (elf_hex::elf(40, 0x37FFC, &[1; 16]), "reaches into the champions' flash"),
        (elf_hex::elf(40, 0, &[]), "nothing in this ELF file"),
        (elf_hex::elf(40, 0, &[1; 16])[..90].to_vec(), "cut off"),
    ] {
        fs::write(&firmware, bytes).unwrap();
        fails(&pipsqueak(&arguments, ""), told);
        assert!(!hex.exists());
    }
}

#[test]
fn a_person_plays_a_board() {
    let input: String = ["2\n", "3\n", "4\n", "5\n", "1\n"].repeat(4).concat();
    let game = ["play", "fiveo", "--plain", "--seed", "7"];
    let against_board = pipsqueak(&[&game[..], &["--port", "sim"]].concat(), &input);
    assert_eq!((against_board.status, against_board.errors.as_str()), (0, ""));
    let against_program = pipsqueak(&[&game[..], &["--against", "champion"]].concat(), &input);
    // Each is called by its own name: the board by its champion's, the program by what was typed.
    let renamed = against_program.output.replace("champion", &built_in_name());
    assert_eq!(against_board.output, renamed, "the board plays as the same champion here");
    assert!(against_board.output.contains(&format!("you against {}", built_in_name())));
}

// Bad input.

#[test]
fn invalid_ports_are_refused_in_one_line() {
    for (port, told) in [
        ("", "is not a port"),
        ("/dev/nowhere", "there is no port"),
        ("/dev/null", "is not a serial device"),
        ("unix:", "has no file name"),
        ("unix:/nowhere", "cannot be opened"),
        ("tcp:", "tcp:HOST:PORT"),
        ("tcp:127.0.0.1:1", "cannot be opened"),
        ("sim:", "has no file name"),
        ("sim:/dev/null/file", "cannot be locked"),
        ("sim:/dev/null", "a pipe or a device, not a file"),
        ("qemu:/dev/null", "rustc is not installed"),
    ] {
        let folder = folder();
        let (champion, _) = plain(&folder);
        fails(&pipsqueak_alone(&["flash", &champion, "--port", port]), told);
    }
}

#[test]
fn missing_tools_are_named() {
    let folder = folder();
    let (champion, _) = plain(&folder);
    let firmware = folder.path().join("firmware.elf");
    fs::write(&firmware, elf_hex::elf(40, 0, &[1; 16])).unwrap();
    let arguments = ["device", "--port", "qemu", "--firmware", text(&firmware)];
    fails(&pipsqueak_alone(&arguments), "install the package qemu-system-arm");
    for arguments in [&["device", "--port", "qemu"][..], &["flash", &champion, "--hex", "/dev/null"]] {
        fails(&pipsqueak_alone(arguments), "install Rust from https://rustup.rs");
    }
}

#[test]
fn wrong_numbers_and_players_are_refused() {
    for (arguments, told) in
        [(["--opponent", "unknown"], "there is no player"), (["--transcript", "/dev/null/file"], "cannot be written")]
    {
        fails(&pipsqueak(&[&["match", "--port", "sim"], &arguments[..]].concat(), ""), told);
    }
    for arguments in [
        &["flash", "x", "--hex", "y", "--port", "sim"][..],
        &["play", "fiveo", "--port", "sim", "--against", "greedy"],
        &["match", "--port", "sim", "--game", "chess"],
    ] {
        assert_eq!(pipsqueak(arguments, "").status, 2, "{arguments:?}");
    }
}

#[test]
fn a_port_that_another_program_has_open_is_busy() {
    let (_master, slave) = TTYPort::pair().unwrap();
    let device = slave.name().unwrap();
    drop(slave);
    let _taken = serialport::new(&device, 115_200).open().unwrap();
    fails(&pipsqueak(&["device", "--port", &device], ""), "is busy: another program has it open");
}

#[test]
fn a_silent_board_times_out() {
    let port = on_tcp(|mut stream| listen(&mut stream));
    fails(&before_long(&["match", "--port", &port]), "the board does not answer (is Pipsqueak's firmware on it?)");
}

#[test]
fn a_board_that_only_sends_noise_times_out() {
    let babble = |mut stream: TcpStream, mask: u8| {
        let mut state = 1_u32;
        let mut bytes = [0; 512];
        loop {
            for byte in &mut bytes {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (state >> 24) as u8 | mask;
            }
            if stream.write_all(&bytes).is_err() {
                return;
            }
        }
    };
    // Invalid frames, and one that never ends.
    for mask in [0, 1] {
        let port = on_tcp(move |stream| babble(stream, mask));
        fails(&before_long(&["device", "--port", &port]), "what comes over the line is noise");
    }
}

#[test]
fn a_board_of_another_version_is_refused_with_advice() {
    for (version, told) in
        [(1, "put this program's firmware on it"), (3, "use the program that its firmware came with")]
    {
        let port = on_tcp(move |stream| of_version(stream, version));
        let told = format!("the board speaks version {version} of the protocol and this program version 2: {told}");
        fails(&pipsqueak(&["device", "--port", &port], ""), &told);
    }
}

fn of_version(mut stream: TcpStream, version: u8) {
    answer(&mut stream, 1, |_| {
        let content = [version | 0x80, 1, 1, 9];
        let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&content).to_le_bytes();
        let mut stuffed = [0; 16];
        let n_stuffed = cobs::encode(&[&content[..], &checksum].concat(), &mut stuffed);
        [&[0], &stuffed[..n_stuffed], &[0]].concat()
    });
    listen(&mut stream);
}

#[test]
fn a_line_closed_in_a_match_ends_it_and_keeps_finished_games() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    // A few requests about the board, then twenty a game.
    let port = on_tcp(|mut stream| answer(&mut stream, 70, |answer| answer));
    let arguments = ["match", "--port", &port, "--json", "--transcript", text(&file)];
    let outcome = pipsqueak(&arguments, "");
    fails(&outcome, "the board forfeits: game 4 of 20: the board is gone");
    let result: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!((&result["games"], result["forfeit"].is_string()), (&3.into(), true));
    assert_eq!(json_lines::read::<Table>(&fs::read_to_string(&file).unwrap()).unwrap().len(), 3);
}

#[test]
fn a_line_closed_while_flashing_is_an_error() {
    let folder = folder();
    let (champion, _) = plain(&folder);
    // Hello, the champion, hello, and the upload of one chunk: seven requests.
    for n_answers in 0..7 {
        let port = on_tcp(move |mut stream| answer(&mut stream, n_answers, |answer| answer));
        fails(&pipsqueak(&["flash", &champion, "--port", &port], ""), "the board is gone: the line was closed");
    }
}

#[test]
fn a_line_closed_while_a_person_plays_ends_the_game_with_one_line() {
    let port = on_tcp(|mut stream| answer(&mut stream, 12, |answer| answer));
    let input: String = ["2\n", "3\n", "4\n", "5\n", "1\n"].repeat(4).concat();
    fails(&pipsqueak(&["play", "fiveo", "--plain", "--port", &port], &input), "the board is gone");
}

/// Changes every move to the first column.
fn always_the_first(answer: Vec<u8>) -> Vec<u8> {
    let mut receiver = Receiver::new();
    for &byte in &answer {
        let Some(Ok(packet)) = receiver.push(byte) else { continue };
        if let Some(Reply::Move { game, ticks, info, .. }) = packet.message() {
            let chosen = link::write_move::<Table>(Column::ALL[0]).unwrap();
            let reply = Reply::Move { game, chosen, ticks, info };
            return link::encode_reply(packet.sequence, &reply).unwrap().to_vec();
        }
    }
    answer
}

#[test]
fn a_board_that_breaks_the_rules_forfeits() {
    let port = on_tcp(|mut stream| answer(&mut stream, usize::MAX, always_the_first));
    fails(&pipsqueak(&["match", "--port", &port], ""), "the board forfeits: game 1 of 20: an illegal move");
    let port = on_tcp(|mut stream| answer(&mut stream, usize::MAX, always_the_first));
    let outcome = pipsqueak(&["play", "fiveo", "--plain", "--port", &port], "1\n2\n");
    fails(&outcome, "the opponent made an illegal move");
}

#[test]
fn a_tree_written_by_hand_and_the_shipped_champion_can_be_flashed() {
    let folder = folder();
    let port = format!("sim:{}", text(&folder.path().join("flash.bin")));
    let told = succeeds(&["flash", "Plus(Multiply(4, FlushChance), OwnCategory)", "--port", &port]);
    assert!(told.contains("unnamed") && told.contains("upload 1) is active for Five-O"), "{told}");
    let told = succeeds(&["flash", "champion", "--port", &port]);
    assert!(told.contains(&format!("{} (", built_in_name())) && told.contains("upload 2)"), "{told}");
    fails(&pipsqueak(&["flash", "greedy", "--port", &port], ""), "greedy is a baseline, written by hand");
    fails(&pipsqueak(&["flash", "Plus(1)", "--port", &port], ""), "the tree \"Plus(1)\" cannot be read");
}
