//! The released program works on its own, and its drive files start boards. The program is the one that
//! PIPSQUEAK_RELEASED names, or the one of this package, which must have been built with PIPSQUEAK_CARRY.

mod alone;
mod drives;
mod selftest;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use alone::{Computer, program, script};
use pipsqueak::ALL;
use pipsqueak::board::Client;
use pipsqueak::port::Transport;
use pipsqueak::port::emulator::Setup;
use pipsqueak_app::slots::REGION;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::games::mastermind::strategy::Strategy;
use pipsqueak_core::games::mastermind::{self, CodeSize};
use pipsqueak_core::games::{fiveo, fiveo::players::Scoring};
use pipsqueak_core::link::Origin;
use pipsqueak_lab::instruction_set::InstructionSet;
use pipsqueak_tests::binary::Running;
use pipsqueak_tests::controlled::Controlled;
use pipsqueak_tests::documented::{needs_a_build, of_help, of_page};
use pipsqueak_tests::emulated::{board_with, champion};
use pipsqueak_tests::{elf_hex, evolved, sized};
use serde_json::Value;

/// The address of the Pico's flash.
const PICO_FLASH: u32 = 0x1000_0000;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn it_lists_its_embedded_files() {
    let told = Computer::new().does(&["--version"]);
    for file in
        ["pipsqueak-microbit", "pipsqueak-microbit-v2", "pipsqueak-pico", "games.wasm", "boards.wasm", "search.wasm"]
    {
        assert!(told.contains(file), "{file} is missing; was it built with PIPSQUEAK_CARRY? {told}");
    }
}

#[test]
fn alone_it_plays_evolves_and_shows() {
    let computer = Computer::new();
    assert!(computer.does(&["league", "champion", "greedy", "tactician", "--games", "200"]).contains("greedy"));
    let run = computer.file("run");
    computer.does(&["evolve", "--generations", "2", "--population", "20", "--out", &run]);
    assert!(Path::new(&run).join("champion.pips").is_file());
    let input: String = ["2\n", "3\n", "4\n", "5\n", "1\n"].repeat(4).concat();
    let played = computer.run(&["play", "fiveo", "--plain", "--seed", "7"], &input);
    assert_eq!((played.status, &*played.errors), (0, ""));
    assert!(played.output.contains("you against"));
    let page = computer.file("page");
    computer.does(&["page", &page]);
    for file in ["index.html", "games.wasm", "boards.wasm", "search.wasm", "firmware/microbit.bin"] {
        assert!(fs::metadata(Path::new(&page).join(file)).is_ok_and(|found| found.len() > 1000), "{file}");
    }
    // A command that needs a writable folder reports it in one line. No folder can be made below a file, not even by root.
    let below = format!("{run}/champion.pips/run");
    let refused = computer.run(&["evolve", "--generations", "1", "--population", "10", "--out", &below], "");
    assert_eq!((refused.status, refused.errors.lines().count()), (1, 1), "{refused:?}");
    assert!(refused.errors.contains("champion.pips/run cannot be made"), "{}", refused.errors);
}

/// The champion that the program makes from the settings of a shipped one, with an instruction set.
fn made(name: &str, set: InstructionSet, more: &[&str]) -> Vec<u8> {
    let computer = Computer::new();
    let settings = computer.file("settings.toml");
    fs::copy(shipped(name).with_extension("toml"), &settings).unwrap();
    let run = computer.file("run");
    let game = if name == "checkers" { "checkers" } else { "fiveo" };
    let arguments = [&["evolve", "--game", game, "--settings", &settings, "--out", &run], more].concat();
    let outcome = computer.run_with(&[("PIPSQUEAK_INSTRUCTIONS", set.name())], &arguments, "");
    assert_eq!(outcome.status, 0, "{name} with {set}: {}", outcome.errors);
    fs::read(Path::new(&run).join("champion.pips")).unwrap()
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../champions").join(name).with_extension("pips")
}

/// A long run makes them whole: the boards' champion with every instruction set of the processor, the others with the
/// best. A quick one makes the first generations of each, with every set; the suite checks the results of longer ones.
#[test]
fn it_makes_its_embedded_champions_with_every_instruction_set() {
    for name in ["default", "report", "report-3", "checkers"] {
        let n_rounds = if name == "checkers" { 3 } else { 4 };
        let decisions = format!("decisions=[{}]", ["60"].repeat(n_rounds).join(", "));
        // The third experiment breeds whole trees, which need no stored decisions.
        let smaller = if name == "report-3" { "elite_games=20" } else { decisions.as_str() };
        let few = ["--generations", "2", "--set", smaller, "--set", "final_games=20"];
        let sets: Vec<InstructionSet> = InstructionSet::available().collect();
        let (best, others) = sets.split_last().expect("every processor has one");
        let beginning = made(name, *best, &few);
        for set in others {
            assert_eq!(made(name, *set, &few), beginning, "{name} with {set}");
        }
        let whole = sized(&[][..], if name == "default" { &sets } else { std::slice::from_ref(best) });
        for set in whole {
            assert!(made(name, *set, &[]) == fs::read(shipped(name)).unwrap(), "{name} with {set}");
        }
    }
}

#[test]
fn documented_commands_that_write_firmware_or_the_page_work() {
    let computer = Computer::new();
    let examples = of_help(&pipsqueak::command_line(ALL)).into_iter().flat_map(|(_, examples)| examples);
    let commands: Vec<Vec<String>> = of_page(include_str!("../../../README.md"))
        .into_iter()
        .chain(examples)
        .filter(|it| needs_a_build(it))
        .collect();
    assert!(commands.len() >= 4, "{commands:?}");
    for words in commands {
        // The README's reader has made a run; output goes to a writable folder.
        let adapted = words.iter().enumerate().map(|(place, word)| match words[..place].last().map(String::as_str) {
            Some("--hex" | "--uf2" | "page") => computer.file(word),
            _ if word.starts_with("runs/") => "champion".to_owned(),
            _ => word.clone(),
        });
        let adapted: Vec<String> = adapted.collect();
        let outcome = computer.run(&adapted.iter().map(String::as_str).collect::<Vec<_>>(), "");
        assert_eq!(outcome.status, 0, "pipsqueak {}: {}", words.join(" "), outcome.errors);
    }
}

#[test]
fn alone_it_starts_its_own_firmware() {
    let computer = Computer::new();
    let result = json(&computer.does(&["match", "--port", "qemu", "--games", "2", "--json"]));
    assert_eq!(
        (&result["board"], &result["games"], &result["forfeit"]),
        (&"microbit-v1".into(), &2.into(), &Value::Null)
    );
    let report = json(&computer.does(&["device", "--port", "qemu", "--json"]));
    assert_eq!((&report["firmware"], &report["program"]), (&report["program"], &report["firmware"]));
    assert_eq!(report["advice"], Value::Null);
    let report = json(&computer.does(&["device", "--port", "qemu", "--selftest", "--decisions", "20", "--json"]));
    assert_eq!(report["passed"], true, "{report}");
    assert_eq!(fs::read_dir(computer.file("../tmp")).unwrap().count(), 0, "nothing stays behind");
    // The other emulator is not part of a release, which knows no source tree.
    if std::env::var_os("PIPSQUEAK_RELEASED").is_some() {
        let refused = computer.run(&["device", "--port", "v2"], "");
        assert_eq!((refused.status, refused.errors.lines().count()), (1, 1), "{}", refused.errors);
        assert!(refused.errors.contains("run the program from a clone"), "{}", refused.errors);
    }
}

#[test]
fn it_serves_its_embedded_files() {
    let mut command = Command::new(program());
    command.args(["serve", "--address", "127.0.0.1:0"]).env_clear().stdout(Stdio::piped());
    // It ends with the test.
    let mut server = Running::spawn(&mut command);
    let line = server.first_line();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("it says where it is");
    for file in ["games.wasm", "boards.wasm", "search.wasm", "firmware/microbit.bin"] {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /{file} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200") && answer.len() > 10_000, "{file}: {} bytes", answer.len());
    }
}

/// The sections of a universal HEX for the micro:bits v1 and v2, as the Foundation's package parses it.
fn parts(hex: &str) -> [PathBuf; 2] {
    let parts = ["v1.hex", "v2.hex"].map(|name| Path::new(hex).with_extension(name));
    let read = Command::new("node")
        .arg(script("universal_hex.mjs"))
        .arg(hex)
        .args(&parts)
        .output()
        .expect("Node is installed");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    // Each is for its board: champions' flash and vectors are elsewhere.
    assert_ne!(fs::read(&parts[0]).unwrap(), fs::read(&parts[1]).unwrap());
    parts
}

#[test]
fn the_hex_is_universal_and_starts_both_micro_bits() {
    let computer = Computer::new();
    let (file, hex, bare) = (computer.file("c.pips"), computer.file("with.hex"), computer.file("bare.hex"));
    let bytes = champion("largest", &evolved::largest(pipsqueak_core::random::Seed(2), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    computer.does(&["flash", &file, "--hex", &hex]);
    let [v1, v2] = parts(&hex);
    let mut client = board_with(Setup { image: v1, ..Setup::default() });
    assert_eq!(client.champion(fiveo::ID).unwrap().id.fingerprint, fingerprint(&bytes));
    assert_eq!(client.read_champion(fiveo::ID).unwrap(), bytes);
    let mut flash = vec![0xFF; 512 * 1024];
    for (address, byte) in elf_hex::flashed(&fs::read_to_string(v2).unwrap()) {
        flash[address] = byte;
    }
    let mut client = started(&computer, "microbit-v2", 0, &flash);
    assert_eq!(client.hello().unwrap().board, "microbit-v2");
    assert_eq!(client.read_champion(fiveo::ID).unwrap(), bytes);

    // Without a champion the file leaves the champions' flash alone.
    computer.does(&["flash", "--hex", &bare]);
    let [bare, _] = parts(&bare);
    let highest = elf_hex::flashed(&fs::read_to_string(&bare).unwrap()).into_keys().max();
    assert!(highest < Some(0x38000), "{highest:x?}");
    let mut client = board_with(Setup { image: bare, ..Setup::default() });
    assert_eq!(client.champion(fiveo::ID).unwrap().id.origin, Origin::BuiltIn);
}

/// A Pico's flash after its boot ROM has applied a UF2: a sector is erased when its first block comes, and no others.
fn taken(uf2: &[u8], mut flash: Vec<u8>) -> Vec<u8> {
    let word = |block: &[u8], at: usize| u32::from_le_bytes(block[4 * at..][..4].try_into().unwrap());
    assert!(uf2.len().is_multiple_of(512));
    for (number, block) in (0..).zip(uf2.chunks(512)) {
        assert_eq!((word(block, 5), word(block, 6)), (number, uf2.len() as u32 / 512));
        let offset = (word(block, 3) - PICO_FLASH) as usize;
        if offset.is_multiple_of(4096) {
            flash[offset..][..4096].fill(0xFF);
        }
        flash[offset..][..256].copy_from_slice(&block[32..][..256]);
    }
    flash
}

/// A board of this folder of `firmware` with this flash, which begins at an address and ends with the champions.
fn started(computer: &Computer, board: &str, base: u32, flash: &[u8]) -> Client<Controlled> {
    let (firmware, champions) = flash.split_at(flash.len() - REGION as usize);
    let [elf, region] = ["board.elf", "region.flash"].map(|name| PathBuf::from(computer.file(name)));
    // Blank flash at the end need not be loaded.
    let length = firmware.iter().rposition(|&byte| byte != 0xFF).map_or(0, |last| last + 1);
    fs::write(&elf, elf_hex::elf(40, base, &firmware[..length])).unwrap();
    fs::write(&region, champions).unwrap();
    Client::new(Controlled::start(board, &elf, Some(&region), &[]))
}

#[test]
fn the_uf2_starts_a_pico_and_champions_survive_a_new_firmware() {
    let computer = Computer::new();
    let (file, with, bare) = (computer.file("c.pips"), computer.file("with.uf2"), computer.file("bare.uf2"));
    let bytes = champion("largest", &evolved::largest(pipsqueak_core::random::Seed(3), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    computer.does(&["flash", &file, "--uf2", &with]);
    computer.does(&["flash", "--uf2", &bare]);
    let blank = vec![0xFF; 2 * 1024 * 1024];
    let first = taken(&fs::read(&with).unwrap(), blank);
    let mut client = started(&computer, "pico", PICO_FLASH, &first);
    assert_eq!(client.hello().unwrap().board, "pico");
    assert_eq!(client.read_champion(fiveo::ID).unwrap(), bytes);
    drop(client);
    // The firmware alone, onto a board that has a champion: the champion stays.
    let renewed = taken(&fs::read(&bare).unwrap(), first);
    let mut client = started(&computer, "pico", PICO_FLASH, &renewed);
    assert_eq!(client.champion(fiveo::ID).unwrap().id.origin, Origin::Stored(1));
    assert_eq!(client.read_champion(fiveo::ID).unwrap(), bytes);
}

#[test]
fn a_renewed_micro_bit_keeps_the_champions_of_all_games() {
    let computer = Computer::new();
    let five_o = champion("rich", &evolved::player(pipsqueak_core::random::Seed(4), Scoring::Board));
    let mut buffer = [0; 64];
    let stub = Strategy::new("stub", CodeSize::CLASSIC, &[7, 0]).unwrap();
    let strategy = stub.encode(&mut buffer).unwrap().to_vec();
    let port = format!("qemu:{}", computer.file("board.flash"));
    for (name, bytes) in [("f.pips", &five_o), ("m.pips", &strategy)] {
        let file = computer.file(name);
        fs::write(&file, bytes).unwrap();
        computer.does(&["flash", &file, "--port", &port]);
    }
    let hex = computer.file("new.hex");
    let told = computer.does(&["device", "--port", &port, "--renew", &hex]);
    assert!(told.contains("rich") && told.contains("stub") && told.contains("MICROBIT drive"), "{told}");
    // A drive that erases the whole chip first: only the file's content remains.
    let mut client = board_with(Setup { image: hex.into(), ..Setup::default() });
    assert_eq!(client.read_champion(fiveo::ID).unwrap(), five_o);
    assert_eq!(client.read_champion(mastermind::ID).unwrap(), strategy);
    client.transport().close().unwrap();
}
