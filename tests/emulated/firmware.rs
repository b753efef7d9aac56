//! The real firmware on an emulated micro:bit: it decides as the host does, remembers what it is told to, and survives
//! whatever comes over the line.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use object::{Object, ObjectSymbol};
use pipsqueak::board::{Client, LinkError, Patience};
use pipsqueak::port::emulator::Setup;
use pipsqueak::port::{Cable, Emulator};
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, ID, Table, TableView, Terminal};
use pipsqueak_core::link::{ChampionId, Effort, Origin, Refusal};
use pipsqueak_core::tree::{Alphabet, MAX_NODES};
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::emulated::{board, board_with, champion, firmware};
use pipsqueak_tests::gdb::Debugger;
use pipsqueak_tests::noise::BadCable;
use pipsqueak_tests::{bad_champions, evolved, positions};
use tempfile::TempDir;

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder that goes away")
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path of plain letters")
}

/// The Five-O champion in force.
fn in_force<C: Cable>(client: &mut Client<C>) -> ChampionId {
    client.champion(ID).unwrap().id
}

/// The board's move.
fn column<C: Cable>(client: &mut Client<C>, view: &TableView) -> Column {
    client.decide::<Table>(view, Effort::Default).unwrap().chosen
}

/// Waits for what must come within a minute.
pub fn wait_until(mut has_come: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !has_come() {
        assert!(Instant::now() < end, "it did not come");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A player of the terminals that the report had, and of all there are; both score, in their own way.
fn players() -> [(&'static str, Evolved); 4] {
    let of_report = Alphabet { terminals: (1 << Terminal::REPORT.len()) - 1, integers: true };
    [
        ("built in", Champion::decode(BUILT_IN).expect("the built-in champion is one").player),
        ("report", at_least(60, |seed| evolved::player_of(of_report, seed, Scoring::Column))),
        ("rich", at_least(100, |seed| evolved::player(seed, Scoring::Board))),
        ("largest", evolved::largest(Seed(1), Scoring::Board)),
    ]
}

/// The first player with so many nodes: small trees decide too little.
fn at_least(n_nodes: usize, player: impl Fn(Seed) -> Evolved) -> Evolved {
    let mut players = (0..).map(|seed| player(Seed(seed)));
    players.find(|player| player.tree.bytes().len() >= n_nodes).expect("some seed gives one")
}

#[test]
fn the_board_decides_as_the_host_in_more_than_10_000_decisions() {
    let mut client = board();
    let mut n_decisions = 0;
    for (number, (name, player)) in (0..).zip(players()) {
        client.upload(ID, &champion(name, &player), |_| {}).unwrap();
        for view in (0..75).flat_map(|game| positions::game(Seed(number).derive(game))) {
            assert_eq!(column(&mut client, &view), player.column(&view), "{name}: {view:?}");
            n_decisions += 1;
        }
    }
    println!("{n_decisions} decisions, all of them the host's");
    assert!(n_decisions > 10_000);
    assert_eq!(client.counts(), Default::default(), "a good line makes no errors");
}

#[test]
fn a_champion_that_was_stored_is_in_force_after_a_reset() {
    let mut client = board();
    assert_eq!(in_force(&mut client).origin, Origin::BuiltIn);
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN);
    for (number, (name, player)) in (1..).zip(players()) {
        let bytes = champion(name, &player);
        let id = client.upload(ID, &bytes, |_| {}).unwrap();
        assert_eq!(id.origin, Origin::Stored(number));
        client.cable().reset().unwrap();
        assert_eq!(in_force(&mut client), id);
        assert_eq!(client.read_champion(ID).unwrap(), bytes);
        assert_eq!(client.statistics().unwrap().n_decisions, 0, "it was reset");
    }
    assert_eq!(client.erase(ID).unwrap().origin, Origin::BuiltIn);
    client.cable().reset().unwrap();
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN);
}

#[test]
fn every_kind_of_bad_champion_is_refused_with_its_reason_and_the_old_one_stays() {
    let mut client = board();
    let (name, player) = &players()[2];
    let old = champion(name, player);
    client.upload(ID, &old, |_| {}).unwrap();
    for (bytes, reason) in bad_champions::all() {
        match client.upload(ID, &bytes, |_| {}) {
            Err(LinkError::Refused(told)) => assert_eq!(told, Refusal::from(reason)),
            other => panic!("{reason}: {other:?}"),
        }
        assert_eq!(in_force(&mut client).fingerprint, fingerprint(&old));
    }
    assert_eq!(client.read_champion(ID).unwrap(), old);
    client.cable().reset().unwrap();
    assert_eq!(client.read_champion(ID).unwrap(), old);
}

/// The addresses of the two functions that change flash.
fn flash_operations() -> [u32; 2] {
    let bytes = fs::read(firmware()).unwrap();
    let elf = object::File::parse(&*bytes).unwrap();
    // The lowest bit of a function's address only says that it is Thumb code.
    let address =
        |name| elf.symbol_by_name(name).unwrap_or_else(|| panic!("{name} has a symbol")).address() as u32 & !1;
    ["erase_page", "write_word"].map(address)
}

/// What the emulator is told to offer a debugger, and where.
fn with_debugger(sockets: &TempDir) -> (Vec<OsString>, PathBuf) {
    let gdb = sockets.path().join("gdb");
    (vec!["-gdb".into(), format!("unix:{},server=on,wait=off", gdb.display()).into()], gdb)
}

#[test]
fn a_board_that_runs_into_a_fault_starts_anew_and_answers() {
    let sockets = folder();
    let (extra, gdb) = with_debugger(&sockets);
    let mut client = board_with(Setup { extra, ..Setup::default() });
    client.upload(ID, &champion("rich", &players()[2].1), |_| {}).unwrap();
    let before = client.statistics().unwrap();
    let id = in_force(&mut client);
    // There is no code among the peripherals.
    let mut debugger = Debugger::connect(&gdb).unwrap();
    debugger.jump(0x4000_0000).unwrap();
    assert_eq!(in_force(&mut client), id);
    let after = client.statistics().unwrap();
    assert!(after.n_frames < before.n_frames, "it was started anew: {after:?}");
}

/// Uploads a champion and cuts the power before the `n`-th flash operation; gives the flash that was left in a file.
/// `None` if the upload has fewer operations.
fn cut(before: &Path, bytes: &[u8], n: usize, after: &Path) -> Option<()> {
    let sockets = folder();
    let (extra, gdb) = with_debugger(&sockets);
    let mut client = board_with(Setup { flash: Some(before.to_owned()), extra, ..Setup::default() });
    client.hello().unwrap();
    let breakpoints = flash_operations();
    let mut debugger = Debugger::connect(&gdb).unwrap();
    breakpoints.iter().for_each(|&address| debugger.set_breakpoint(address).unwrap());
    let stop = move || -> std::io::Result<()> {
        debugger.run()?;
        (1..n).try_for_each(|_| debugger.run_on(&breakpoints))
    };
    let stopper = thread::spawn(stop);
    let impatient =
        Patience { wait: Duration::from_millis(1500), silences: 1, sends: 1, total: Duration::from_secs(9) };
    let mut hasty = Client::with_patience(client.cable(), impatient);
    let uploaded = hasty.upload(ID, bytes, |_| {}).is_ok();
    if !uploaded {
        stopper.join().unwrap().unwrap();
        client.cable().save_flash(after).unwrap();
    }
    client.cable().kill();
    (!uploaded).then_some(())
}

#[test]
fn the_power_may_be_cut_before_any_flash_operation() {
    let folder = folder();
    let [before, after] = ["before", "after"].map(|name| folder.path().join(name));
    let [(_, first), (_, second), (_, third), _] = players();
    let [old, older, new] =
        [("old", second), ("older", first), ("new", third)].map(|(name, player)| champion(name, &player));
    let mut client = board();
    client.upload(ID, &older, |_| {}).unwrap();
    client.upload(ID, &old, |_| {}).unwrap();
    client.cable().save_flash(&before).unwrap();
    drop(client);

    // Four pages, the champion's words, and four words of header, of which the last makes it valid.
    let n_operations = 4 + new.len().div_ceil(4) + 4;
    let points = (1..=n_operations).filter(|n| *n <= 5 || n_operations - n < 6 || n % (n_operations / 10) == 0);
    let mut n_points = 0;
    for n in points {
        cut(&before, &new, n, &after).unwrap_or_else(|| panic!("the upload ended before operation {n}"));
        let mut client = board_with(Setup { flash: Some(after.clone()), ..Setup::default() });
        assert_eq!(client.read_champion(ID).unwrap(), old, "power cut before operation {n} of {n_operations}");
        let id = client.upload(ID, &new, |_| {}).unwrap();
        assert_eq!(id.origin, Origin::Stored(3));
        n_points += 1;
    }
    println!("the power was cut at {n_points} of {n_operations} operations");
    assert!(n_points >= 18, "{n_points}");
    // With the last operation done the new one is in force.
    let mut client = board_with(Setup { flash: Some(before), ..Setup::default() });
    client.upload(ID, &new, |_| {}).unwrap();
    client.cable().save_flash(&after).unwrap();
    let mut client = board_with(Setup { flash: Some(after), ..Setup::default() });
    assert_eq!(client.read_champion(ID).unwrap(), new);
}

#[test]
fn over_a_bad_line_the_board_neither_errs_nor_hangs_nor_resets() {
    let player = Champion::decode(BUILT_IN).unwrap().player;
    let setup = Setup { image: firmware(), ..Setup::default() };
    let cable = BadCable::new(Emulator::start(&setup).unwrap(), Seed(5), 0.01);
    let patience =
        Patience { wait: Duration::from_millis(400), silences: 12, sends: 40, total: Duration::from_secs(30) };
    let mut client = Client::with_patience(cable, patience);
    let mut n_asked = 0;
    for view in positions::unforced(Seed(77)).take(700) {
        assert_eq!(column(&mut client, &view), player.column(&view));
        n_asked += 1;
    }
    let statistics = Client::new(client.cable().inner()).statistics().unwrap();
    println!("{statistics:?}");
    assert!(statistics.n_frames + statistics.n_dropped >= 1000);
    assert_eq!(statistics.n_decisions, n_asked, "once each, and no reset in between");
}

#[test]
fn a_match_is_played_with_one_command_and_its_games_pass_the_check() {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    let arguments = [
        "match",
        "--port",
        "qemu",
        "--opponent",
        "full-strategy",
        "--games",
        "20",
        "--json",
        "--transcript",
        text(&games),
    ];
    let outcome = pipsqueak(&arguments, "");
    assert_eq!((outcome.status, &*outcome.errors), (0, ""), "{}", outcome.errors);
    let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
    let count = |key: &str| result[key].as_u64().unwrap_or_else(|| panic!("{key} in {result}"));
    assert_eq!((count("games"), count("win") + count("tie") + count("loss")), (20, 20));
    assert_eq!(result["forfeit"], serde_json::Value::Null);
    let checked = pipsqueak(&["replay", text(&games)], "");
    assert_eq!(checked.status, 0, "{}", checked.errors);
    assert!(checked.output.contains("Game 20 of 20"));
}

#[test]
fn the_combined_file_boots_with_its_champion_in_force() {
    let folder = folder();
    let [file, hex] = ["champion.pips", "combined.hex"].map(|name| folder.path().join(name));
    let bytes = champion("largest", &evolved::largest(Seed(2), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    let outcome = pipsqueak(&["flash", text(&file), "--hex", text(&hex)], "");
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    let mut client = board_with(Setup { image: hex, ..Setup::default() });
    let held = in_force(&mut client);
    assert_eq!((held.fingerprint, held.origin), (fingerprint(&bytes), Origin::Stored(1)));
    assert_eq!(client.read_champion(ID).unwrap(), bytes);
}

#[test]
fn a_flashed_champion_is_kept_in_the_file_of_the_emulated_board() {
    let folder = folder();
    let [file, flash, back] = ["champion.pips", "flash.bin", "back.pips"].map(|name| folder.path().join(name));
    let bytes = champion("rich", &players()[2].1);
    fs::write(&file, &bytes).unwrap();
    let port = format!("qemu:{}", text(&flash));
    for arguments in [&["flash", text(&file), "--port", &port][..], &["device", "--port", &port, "--read", text(&back)]]
    {
        let outcome = pipsqueak(arguments, "");
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
    }
    assert_eq!(fs::read(back).unwrap(), bytes);
}

#[test]
fn a_match_goes_through_a_pseudo_terminal_as_through_a_serial_port() {
    let mut qemu = Command::new("qemu-system-arm")
        .args(["-M", "microbit", "-display", "none", "-monitor", "none", "-serial", "pty", "-kernel"])
        .arg(firmware())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the emulator is installed");
    let mut told = String::new();
    BufReader::new(qemu.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let device = told.split_whitespace().find(|word| word.starts_with("/dev/")).unwrap_or_else(|| panic!("{told:?}"));
    let outcome = pipsqueak(&["match", "--port", device, "--games", "4", "--json"], "");
    qemu.kill().unwrap();
    qemu.wait().unwrap();
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!(result["games"], 4);
    assert_eq!(result["board"], "microbit-v1");
}

#[test]
fn a_board_that_loses_its_power_in_a_match_ends_it_with_one_line() {
    let folder = folder();
    let socket = folder.path().join("board");
    let mut qemu = Command::new("qemu-system-arm")
        .args(["-M", "microbit", "-display", "none", "-monitor", "none", "-kernel"])
        .arg(firmware())
        .args(["-serial", &format!("unix:{},server=on,wait=off", text(&socket))])
        .spawn()
        .expect("the emulator is installed");
    wait_until(|| socket.exists());
    let port = format!("unix:{}", text(&socket));
    let games = folder.path().join("games.jsonl");
    let arguments = ["match", "--port", &port, "--games", "20000", "--transcript", text(&games)];
    let playing = pipsqueak_tests::binary::Running::start(&arguments);
    // Until it is whole the record has another name.
    let sizes = || fs::read_dir(folder.path()).unwrap().filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
    wait_until(|| sizes().sum::<u64>() > 10_000);
    qemu.kill().unwrap();
    qemu.wait().unwrap();
    let outcome = playing.wait();
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
    let checked = pipsqueak(&["replay", text(&games)], "");
    assert_eq!(checked.status, 0, "what was played stays: {}", checked.errors);
}

#[test]
fn the_largest_tree_is_as_large_as_it_may_be() {
    assert_eq!(players()[3].1.tree.bytes().len(), MAX_NODES);
}
