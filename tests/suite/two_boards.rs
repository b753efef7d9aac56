//! Boards that play each other: `match` with two ports, and boards as players of a league. The boards are simulated or
//! behind sockets, and some misbehave.

use std::fs;
use std::net::TcpStream;
use std::path::Path;

use pipsqueak::port::{RamFlash, Sim};
use pipsqueak_app::GAMES;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{self, Receiver, Reply};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Outcome, json, pipsqueak, succeeds};
use pipsqueak_tests::fake_board::{answer, on_tcp};
use pipsqueak_tests::noisy::on_tcp_with_noise;
use pipsqueak_tests::sized;
use serde_json::Value;
use tempfile::TempDir;

const PLAIN: &str = "If(HasFlush, 1, OwnCategory)";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder that goes away")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of plain letters")
}

/// Asserts one line with this text, and the status.
fn fails(outcome: &Outcome, status: i32, told: &str) {
    assert_eq!((outcome.status, outcome.errors.lines().count()), (status, 1), "{told}: {}", outcome.errors);
    assert!(outcome.errors.contains(told), "{told}: {}", outcome.errors);
}

/// Wins, ties and losses.
fn counts(result: &Value) -> [u64; 3] {
    ["win", "tie", "loss"].map(|key| result[key].as_u64().unwrap_or_else(|| panic!("{key} in {result}")))
}

/// The moves of recorded games, without their players.
fn moves(record: &Path) -> Vec<String> {
    let text = fs::read_to_string(record).unwrap();
    text.lines().filter(|line| !line.contains("\"players\"")).map(str::to_owned).collect()
}

#[test]
fn two_boards_end_as_their_champions_in_the_league() {
    let folder = folder();
    let (plain, games) = (format!("sim:{}", text(&folder.path().join("plain"))), folder.path().join("games.jsonl"));
    succeeds(&["flash", PLAIN, "--port", &plain]);
    let set = ["--games", "40", "--seed", "9"];
    let result =
        json(&[&["match", "--port", "sim", "--port", &plain, "--transcript", text(&games)], &set[..]].concat());
    let league = json(&[&["league", PLAIN, "champion"], &set[..]].concat());
    assert_eq!(counts(&result), counts(&league["pairs"][0]));
    assert!(result["win"].as_u64().unwrap() > 25, "the shipped champion is the better one: {result}");
    assert_eq!((&result["forfeit"], &result["port"]), (&Value::Null, &"sim".into()));
    let other = &result["opponent_board"];
    assert_eq!((&other["port"], &other["champion"]["upload"]), (&plain.as_str().into(), &1.into()));
    for board in [&result, other] {
        assert_eq!((&board["decisions"], &board["board"]), (&(40 * 20).into(), &"sim".into()));
    }
    let shown = succeeds(&["replay", text(&games)]);
    assert!(shown.contains("Game 40 of 40"), "{shown}");
    // The output for people shows the same match.
    let told = succeeds(&[&["match", "--port", "sim", "--port", &plain], &set[..]].concat());
    let [win, tie, loss] = counts(&result);
    assert!(told.contains(&format!("{win} won, {tie} tied, {loss} lost")), "{told}");
    assert!(told.contains("The first board, sim at sim:") && told.contains("The second board, sim at sim:"), "{told}");
}

#[test]
fn bare_names_are_a_new_board_each_and_records_distinguish_them() {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    let arguments = ["match", "--port", "sim", "--port", "sim", "--games", "2", "--transcript", text(&games)];
    // The same player in both seats of a deal: what one wins in the first game the other wins in the second.
    let [win, _, loss] = counts(&json(&arguments));
    assert_eq!(win, loss);
    let record = fs::read_to_string(&games).unwrap();
    assert!(record.contains("on sim (1)\"") && record.contains("on sim (2)\""), "{record}");
}

#[test]
fn two_boards_play_every_game_and_their_records_pass_the_check() {
    let folder = folder();
    let games = folder.path().join("games");
    for (game, more) in [("checkers", ["--nodes", "200"]), ("mastermind", ["--pegs", "4"])] {
        let arguments = ["match", "--game", game, "--port", "sim", "--port", "sim", "--games", "2"];
        let result = json(&[&arguments[..], &more, &["--transcript", text(&games)]].concat());
        assert_eq!((&result["games"], &result["forfeit"]), (&2.into(), &Value::Null), "{result}");
        succeeds(&["replay", text(&games)]);
    }
}

#[test]
fn the_same_board_twice_is_refused_and_nothing_is_left_behind() {
    let folder = folder();
    let at = |name: &str| text(&folder.path().join(name)).to_owned();
    let tcp = on_tcp(|_| {});
    for [one, other] in [
        [format!("sim:{}", at("board")), format!("sim:{}", at("./board"))],
        [format!("sim:{}", at("board")), format!("qemu:{}", at("board"))],
        [format!("unix:{}", at("socket")), format!("unix:{}", at("socket"))],
        [at("tty"), at("tty")],
        [tcp.clone(), tcp.clone()],
    ] {
        fails(&pipsqueak(&["match", "--port", &one, "--port", &other], ""), 1, "are the same board");
        let [one, other] = [one, other].map(|port| format!("board:{port}"));
        fails(&pipsqueak(&["league", &one, "greedy", &other], ""), 1, "are the same board");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn impossible_matches_are_usage_errors() {
    for (more, told) in [
        (&["--port", "sim", "--port", "sim"][..], "--port may be given at most twice"),
        (&["--port", "sim", "--opponent", "greedy"], "--opponent cannot be combined with a second --port"),
    ] {
        let outcome = pipsqueak(&[&["match", "--port", "sim"], more].concat(), "");
        assert_eq!(outcome.status, 2, "{}", outcome.errors);
        assert!(outcome.errors.contains(told), "{}", outcome.errors);
    }
    // A PLAYER may be a board everywhere.
    let result = json(&["match", "--port", "sim", "--opponent", "board:sim", "--games", "2"]);
    assert_eq!(result["opponent_board"]["board"], "sim");
    fails(&pipsqueak(&["league", "board:", "greedy"], ""), 1, "is not a port");
    fails(&pipsqueak(&["league", "board:tcp:x", "greedy"], ""), 1, "is not an address");
}

#[test]
fn boards_and_programs_are_in_one_table() {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    let set = ["--games", "20", "--seed", "3"];
    let with_board = ["league", "board:sim", "greedy", "random", "--transcript", text(&games)];
    let with_board = json(&[&with_board, &set[..]].concat());
    let without = json(&[&["league", "champion", "greedy", "random"], &set[..]].concat());
    let tallies = |table: &Value| table["pairs"].as_array().unwrap().iter().map(counts).collect::<Vec<_>>();
    assert_eq!(tallies(&with_board), tallies(&without));
    assert_eq!(with_board["pairs"][0]["b"], "board:sim");
    assert!(succeeds(&["replay", text(&games)]).contains("Game 60 of 60"));
    // Two boards among them, in another game.
    let two = ["league", "--game", "checkers", "--nodes", "100", "board:sim", "simple", "board:sim", "--games", "2"];
    assert_eq!(json(&two)["pairs"].as_array().unwrap().len(), 3);
}

#[test]
fn a_board_lost_in_a_league_forfeits_and_the_others_continue() {
    let folder = folder();
    let games = folder.path().join("games.jsonl");
    // Hello and the champion, then twenty requests a game: lost in its fourth, which is against greedy.
    let lost = || format!("board:{}", on_tcp(|mut stream| answer(&mut stream, 70, |answer| answer)));
    let arguments = ["league", "random", "greedy", &lost(), "--games", "4", "--json", "--transcript", text(&games)];
    let outcome = pipsqueak(&arguments, "");
    fails(&outcome, 1, "forfeits: against random, game 4 of 4: the board is gone");
    let table: Value = serde_json::from_str(&outcome.output).unwrap();
    let played: Vec<u64> = table["pairs"].as_array().unwrap().iter().map(|pair| counts(pair).iter().sum()).collect();
    assert_eq!(played, [4, 2, 0], "whole deals count, and no more are played: {table}");
    assert_eq!(table["forfeits"].as_array().unwrap().len(), 1);
    assert!(succeeds(&["replay", text(&games)]).contains("Game 7 of 7"));
    let told = pipsqueak(&["league", "greedy", &lost(), "--games", "4"], "").output;
    assert!(told.contains("it played no more games"), "{told}");
}

#[test]
fn a_board_lost_in_a_match_forfeits_and_the_other_keeps_its_flash() {
    let folder = folder();
    let (board, games) = (folder.path().join("board"), folder.path().join("games.jsonl"));
    let kept = format!("sim:{}", text(&board));
    succeeds(&["flash", PLAIN, "--port", &kept]);
    let before = fs::read(&board).unwrap();
    let dying = || on_tcp(|mut stream| answer(&mut stream, 70, |answer| answer));
    let set = ["--json", "--transcript", text(&games)];
    let outcome = pipsqueak(&[&["match", "--port", &kept, "--port", &dying()], &set[..]].concat(), "");
    fails(&outcome, 1, "forfeits: game 4 of 20: the board is gone");
    assert!(outcome.errors.contains("the second board (tcp:"), "{}", outcome.errors);
    let result: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!((&result["games"], &result["forfeited_by"]), (&3.into(), &"opponent".into()));
    assert!(succeeds(&["replay", text(&games)]).contains("Game 3 of 3"));
    assert_eq!(fs::read(&board).unwrap(), before);
    let outcome = pipsqueak(&["match", "--port", &dying(), "--port", &kept], "");
    assert!(outcome.errors.contains("the first board (tcp:"), "{}", outcome.errors);
}

/// A board of another version of the protocol.
fn of_version(mut stream: TcpStream, version: u8) {
    answer(&mut stream, 1, |_| pipsqueak_tests::device::frame(version, link::Direction::Reply, 1, &[9]));
}

#[test]
fn boards_of_different_versions_do_not_meet() {
    for version in [1, 3] {
        let other = on_tcp(move |stream| of_version(stream, version));
        let outcome = pipsqueak(&["match", "--port", "sim", "--port", &other], "");
        fails(&outcome, 1, &format!("{other}: the board speaks version {version} of the protocol"));
        let other = on_tcp(move |stream| of_version(stream, version));
        let outcome = pipsqueak(&["league", "greedy", &format!("board:{other}")], "");
        fails(&outcome, 1, &format!("{other}: the board speaks version {version} of the protocol"));
    }
}

/// Changes a reply that is a message.
fn changed(answer: Vec<u8>, change: impl Fn(Reply) -> Reply) -> Vec<u8> {
    let mut receiver = Receiver::new();
    for &byte in &answer {
        let Some(Ok(packet)) = receiver.push(byte) else { continue };
        let reply = packet.message().expect("a board's answer is a message");
        return link::encode_reply(packet.sequence, &change(reply)).unwrap().to_vec();
    }
    answer
}

#[test]
fn a_reply_for_another_game_forfeits_and_a_board_without_the_game_is_refused() {
    let other_game = |reply| match reply {
        Reply::Move { chosen, ticks, info, .. } => Reply::Move { game: GameId(2), chosen, ticks, info },
        other => other,
    };
    let port = on_tcp(move |mut stream| answer(&mut stream, usize::MAX, |bytes| changed(bytes, other_game)));
    let outcome = pipsqueak(&["match", "--port", "sim", "--port", &port], "");
    fails(&outcome, 1, "forfeits: game 1 of 20: the board answered for another game");
    let fewer = |reply| match reply {
        Reply::Hello(mut hello) => {
            hello.games.truncate(1);
            Reply::Hello(hello)
        }
        other => other,
    };
    for command in [
        &["match", "--game", "checkers", "--port", "sim", "--port", "PORT"][..],
        &["league", "--game", "checkers", "simple", "board:PORT"],
        &["play", "checkers", "--plain", "--port", "PORT"],
        &["device", "--game", "checkers", "--erase", "--port", "PORT"],
        &["flash", "champion", "--game", "checkers", "--port", "PORT"],
    ] {
        let port = on_tcp(move |mut stream| answer(&mut stream, usize::MAX, |bytes| changed(bytes, fewer)));
        let arguments: Vec<String> = command.iter().map(|word| word.replace("PORT", &port)).collect();
        let outcome = pipsqueak(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
        fails(&outcome, 1, &format!("{port}: the board does not play checkers: put this program's firmware on it"));
    }
}

#[test]
fn games_over_two_noisy_lines_equal_those_over_good_lines() {
    let folder = folder();
    let [good, bad] = ["good", "bad"].map(|name| folder.path().join(name));
    let n_games = sized("4", "60");
    let sim = || Sim::with_flash(RamFlash::new(), GAMES);
    let [one, other] = [5, 6].map(|seed| on_tcp_with_noise(sim, Seed(seed), 0.01));
    let set = ["--games", n_games, "--seed", "11", "--transcript"];
    let arguments = [&["match", "--port", "sim", "--port", "sim"], &set[..], &[text(&good)]].concat();
    json(&arguments);
    let result = json(&[&["match", "--port", &one, "--port", &other], &set[..], &[text(&bad)]].concat());
    assert_eq!(moves(&good), moves(&bad));
    for board in [&result, &result["opponent_board"]] {
        assert!(board["link"]["retries"].as_u64().unwrap() > 10, "the lines were bad: {board}");
    }
}
