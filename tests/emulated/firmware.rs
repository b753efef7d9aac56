//! The real firmware on every emulated board: it decides as the host does, stores champions, and survives any bytes on
//! the line. The tests of the micro:bit only are at the end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pipsqueak::board::{Client, LinkError, RetryPolicy, SessionError};
use pipsqueak::port::Transport;
use pipsqueak::port::emulator::Setup;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, ID, Table, TableView, Terminal};
use pipsqueak_core::link::{ChampionId, Effort, Origin, Refusal};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{MAX_NODES, PrimitiveSet};
use pipsqueak_tests::binary::{Running, pipsqueak};
use pipsqueak_tests::boards::Model;
use pipsqueak_tests::emulated::{board_with, champion, firmware};
use pipsqueak_tests::noise::NoisyTransport;
use pipsqueak_tests::{bad_champions, evolved, positions, sized};
use tempfile::TempDir;

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder that goes away")
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path of plain letters")
}

/// The active Five-O champion.
fn active_champion<C: Transport>(client: &mut Client<C>) -> ChampionId {
    client.champion(ID).unwrap().id
}

/// The board's move.
pub fn column<C: Transport>(client: &mut Client<C>, view: &TableView) -> Column {
    client.decide::<Table>(view, Effort::Default).unwrap().chosen
}

/// A player with the report's terminals, and one with all, under both scorings.
pub fn players() -> [(&'static str, Evolved); 4] {
    let of_report = PrimitiveSet { terminals: (1 << Terminal::REPORT.len()) - 1, ..PrimitiveSet::ALL };
    [
        ("built in", Champion::decode(BUILT_IN).expect("the built-in champion is one").player),
        ("report", at_least(60, |seed| evolved::player_of(of_report, seed, Scoring::Column))),
        ("rich", at_least(100, |seed| evolved::player(seed, Scoring::Board))),
        ("largest", evolved::largest(Seed(1), Scoring::Board)),
    ]
}

/// The first player with at least `n_nodes` nodes: small trees decide too little.
fn at_least(n_nodes: usize, player: impl Fn(Seed) -> Evolved) -> Evolved {
    let mut players = (0..).map(|seed| player(Seed(seed)));
    players.find(|player| player.tree.bytes().len() >= n_nodes).expect("some seed gives one")
}

on_every_board!(
    the_board_decides_as_the_host,
    a_stored_champion_is_active_after_a_reset,
    every_kind_of_bad_champion_is_refused_with_its_reason_and_the_old_one_stays,
    a_board_that_faults_restarts_and_answers,
    the_power_may_be_cut_in_any_flash_operation,
    over_a_noisy_line_the_board_neither_errs_nor_hangs_nor_resets,
    a_match_is_played_with_one_command_and_its_games_pass_the_check,
);

fn the_board_decides_as_the_host(model: Model) {
    let mut client = model.board();
    let mut n_decisions = 0;
    for (number, (name, player)) in (0..).zip(players()) {
        client.upload(ID, &champion(name, &player), |_| {}).unwrap();
        for view in (0..model.scaled(75, sized(6, 24))).flat_map(|game| positions::game(Seed(number).derive(game))) {
            assert_eq!(column(&mut client, &view), player.column(&view), "{name}: {view:?}");
            n_decisions += 1;
        }
    }
    println!("{model:?}: {n_decisions} decisions, all of them the host's");
    assert!(n_decisions > model.scaled(10_000, 900));
    assert_eq!(client.counts(), Default::default(), "a good line makes no errors");
}

fn a_stored_champion_is_active_after_a_reset(model: Model) {
    let mut client = model.board();
    assert_eq!(active_champion(&mut client).origin, Origin::BuiltIn);
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN);
    for (number, (name, player)) in (1..).zip(players()) {
        let bytes = champion(name, &player);
        let id = client.upload(ID, &bytes, |_| {}).unwrap();
        assert_eq!(id.origin, Origin::Stored(number));
        client.transport().reset();
        assert_eq!(active_champion(&mut client), id);
        assert_eq!(client.read_champion(ID).unwrap(), bytes);
        assert_eq!(client.statistics().unwrap().n_decisions, 0, "it was reset");
    }
    assert_eq!(client.erase(ID).unwrap().origin, Origin::BuiltIn);
    client.transport().reset();
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN);
}

fn every_kind_of_bad_champion_is_refused_with_its_reason_and_the_old_one_stays(model: Model) {
    let mut client = model.board();
    let (name, player) = &players()[2];
    let old = champion(name, player);
    client.upload(ID, &old, |_| {}).unwrap();
    for (bytes, reason) in bad_champions::all() {
        match client.upload(ID, &bytes, |_| {}) {
            Err(LinkError::Session(SessionError::Refused(told))) => assert_eq!(told, Refusal::from(reason)),
            other => panic!("{reason}: {other:?}"),
        }
        assert_eq!(active_champion(&mut client).fingerprint, fingerprint(&old));
    }
    assert_eq!(client.read_champion(ID).unwrap(), old);
    client.transport().reset();
    assert_eq!(client.read_champion(ID).unwrap(), old);
}

fn a_board_that_faults_restarts_and_answers(model: Model) {
    let mut client = model.board();
    client.upload(ID, &champion("rich", &players()[2].1), |_| {}).unwrap();
    let before = client.statistics().unwrap();
    let id = active_champion(&mut client);
    client.transport().fault();
    assert_eq!(active_champion(&mut client), id);
    let after = client.statistics().unwrap();
    assert!(after.n_frames < before.n_frames, "it was started anew: {after:?}");
}

fn the_power_may_be_cut_in_any_flash_operation(model: Model) {
    let folder = folder();
    let [before, after] = ["before", "after"].map(|name| folder.path().join(name));
    let [(_, first), (_, second), (_, third), _] = players();
    let [old, older, new] =
        [("old", second), ("older", first), ("new", third)].map(|(name, player)| champion(name, &player));
    let mut client = model.board();
    client.upload(ID, &older, |_| {}).unwrap();
    client.upload(ID, &old, |_| {}).unwrap();
    client.transport().save_flash(&before);
    drop(client);

    // The slot's pages, the champion's words, and four words of header, of which the last makes it valid.
    let n_operations = model.n_erasures() + new.len().div_ceil(4) + 4;
    let points = (1..=n_operations).filter(|n| *n <= 5 || n_operations - n < 6 || n % (n_operations / 10) == 0);
    let mut n_points = 0;
    for n in points {
        model.cut(&before, &new, n, &after).unwrap_or_else(|| panic!("the upload ended before operation {n}"));
        let mut client = model.board_with(Some(&after));
        assert_eq!(client.read_champion(ID).unwrap(), old, "power cut in operation {n} of {n_operations}");
        let id = client.upload(ID, &new, |_| {}).unwrap();
        assert_eq!(id.origin, Origin::Stored(3));
        n_points += 1;
    }
    println!("the power was cut at {n_points} of {n_operations} operations");
    assert!(n_points >= 18, "{n_points}");
    // After the last operation the new one is active.
    let mut client = model.board_with(Some(&before));
    client.upload(ID, &new, |_| {}).unwrap();
    client.transport().save_flash(&after);
    let mut client = model.board_with(Some(&after));
    assert_eq!(client.read_champion(ID).unwrap(), new);
}

fn over_a_noisy_line_the_board_neither_errs_nor_hangs_nor_resets(model: Model) {
    let player = Champion::decode(BUILT_IN).unwrap().player;
    let transport = NoisyTransport::new(model.start(None), Seed(5), 0.01);
    let policy = RetryPolicy { reply_timeout: 400, max_timeouts: 12, max_sends: 40, total: 30_000 };
    let mut client = Client::with_policy(transport, policy);
    let mut n_asked = 0;
    for view in positions::unforced(Seed(77)).take(model.scaled(700, sized(150, 300))) {
        assert_eq!(column(&mut client, &view), player.column(&view));
        n_asked += 1;
    }
    let statistics = Client::new(client.transport().inner()).statistics().unwrap();
    println!("{statistics:?}");
    assert!(statistics.n_frames + statistics.n_dropped >= model.scaled(1000, 200));
    assert_eq!(statistics.n_decisions, n_asked, "once each, and no reset in between");
}

fn a_match_is_played_with_one_command_and_its_games_pass_the_check(model: Model) {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    let (board, n_games) = (model.on_port(), model.scaled("20", sized("4", "8")));
    let arguments = [
        "match",
        "--port",
        &board.port,
        "--opponent",
        "full-strategy",
        "--games",
        n_games,
        "--json",
        "--transcript",
        text(&games),
    ];
    let outcome = pipsqueak(&arguments, "");
    assert_eq!((outcome.status, &*outcome.errors), (0, ""), "{}", outcome.errors);
    let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
    let count = |key: &str| result[key].as_u64().unwrap_or_else(|| panic!("{key} in {result}"));
    let n_games: u64 = n_games.parse().unwrap();
    assert_eq!((count("games"), count("win") + count("tie") + count("loss")), (n_games, n_games));
    assert_eq!(result["forfeit"], serde_json::Value::Null);
    let checked = pipsqueak(&["replay", text(&games)], "");
    assert_eq!(checked.status, 0, "{}", checked.errors);
    assert!(checked.output.contains(&format!("Game {n_games} of {n_games}")));
}

#[test]
fn the_combined_file_boots_with_its_champion_active() {
    let folder = folder();
    let [file, hex] = ["champion.pips", "combined.hex"].map(|name| folder.path().join(name));
    let bytes = champion("largest", &evolved::largest(Seed(2), Scoring::Board));
    fs::write(&file, &bytes).unwrap();
    let outcome = pipsqueak(&["flash", text(&file), "--hex", text(&hex), "--board", "microbit-v1"], "");
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    let mut client = board_with(Setup { image: hex, ..Setup::default() });
    let held = active_champion(&mut client);
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
    let mut command = Command::new("qemu-system-arm");
    command.args(["-M", "microbit", "-display", "none", "-monitor", "none", "-serial", "pty", "-kernel"]);
    let mut qemu = Running::spawn(command.arg(firmware()).stdout(Stdio::piped()).stderr(Stdio::null()));
    let told = qemu.first_line();
    let device = told.split_whitespace().find(|word| word.starts_with("/dev/")).unwrap_or_else(|| panic!("{told:?}"));
    let outcome = pipsqueak(&["match", "--port", device, "--games", "4", "--json"], "");
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!(result["games"], 4);
    assert_eq!(result["board"], "microbit-v1");
}

/// Waits until some games of a match are in its record. Until it is committed it has another name, and it is written a
/// buffer at a time. However slow the board is: if it does not answer, the match ends.
pub fn wait_for_games(playing: &mut Running, folder: &Path) {
    let sizes = || fs::read_dir(folder).unwrap().filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
    playing.wait_until(|| sizes().sum::<u64>() > 0);
}

#[test]
fn a_board_that_loses_its_power_in_a_match_ends_it_with_one_line() {
    let folder = folder();
    let socket = folder.path().join("board");
    let mut command = Command::new("qemu-system-arm");
    command.args(["-M", "microbit", "-display", "none", "-monitor", "none", "-kernel"]).arg(firmware());
    command.args(["-serial", &format!("unix:{},server=on,wait=off", text(&socket))]);
    let mut qemu = Running::spawn(&mut command);
    qemu.wait_until(|| socket.exists());
    let port = format!("unix:{}", text(&socket));
    let games = folder.path().join("games.jsonl");
    let arguments = ["match", "--port", &port, "--games", "20000", "--transcript", text(&games)];
    let mut playing = Running::start(&arguments);
    wait_for_games(&mut playing, folder.path());
    qemu.kill();
    let outcome = playing.wait_for_the_end();
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
    let checked = pipsqueak(&["replay", text(&games)], "");
    assert_eq!(checked.status, 0, "what was played stays: {}", checked.errors);
}

#[test]
fn the_largest_tree_is_as_large_as_it_may_be() {
    assert_eq!(players()[3].1.tree.bytes().len(), MAX_NODES);
}
