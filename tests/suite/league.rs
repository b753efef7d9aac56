//! `pipsqueak league`, and the games that it plays in batches.

use std::fs;

use pipsqueak_core::game::{Game, Points, Seat, referee};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Scoring};
use pipsqueak_core::games::fiveo::{Table, Terminal};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::PrimitiveSet;
use pipsqueak_lab::arena::Fixture;
use pipsqueak_lab::games::fiveo::lockstep::Lockstep;
use pipsqueak_lab::games::fiveo::players::{FiveOPlayer, PlayerKind};
use pipsqueak_lab::json_lines;
use pipsqueak_tests::binary::{pipsqueak, scratch};
use pipsqueak_tests::envelope::{self, Payload};
use pipsqueak_tests::evolved;
use pipsqueak_tests::runs::is_refused;
use serde_json::{Value, json};

/// Win % of the first player, from the table of measured figures in the project's Five-O specification.
const MEASURED: [(&str, &str, f64); 15] = [
    ("greedy", "random", 91.2),
    ("pairing", "random", 93.0),
    ("pairing", "greedy", 57.1),
    ("weighted-pairing", "random", 93.4),
    ("weighted-pairing", "greedy", 57.7),
    ("weighted-pairing", "pairing", 50.7),
    ("full-strategy", "random", 91.1),
    ("full-strategy", "greedy", 59.0),
    ("full-strategy", "pairing", 53.0),
    ("full-strategy", "weighted-pairing", 52.4),
    ("tactician", "random", 94.5),
    ("tactician", "greedy", 64.6),
    ("tactician", "pairing", 58.6),
    ("tactician", "weighted-pairing", 57.8),
    ("tactician", "full-strategy", 53.7),
];

/// A league's JSON output.
fn league(arguments: &[&str]) -> Value {
    let outcome = pipsqueak(&[&["league", "--json"], arguments].concat(), "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}");
    assert_eq!(outcome.output.lines().count(), 1, "one object");
    serde_json::from_str(&outcome.output).unwrap()
}

/// Games that a player won against another, in percent, in either order of the two.
fn win_percent(standings: &Value, player: &str, opponent: &str) -> f64 {
    let won = |[a, b, wins]: [&str; 3]| {
        let pair = standings["pairs"].as_array().unwrap().iter().find(|pair| pair["a"] == a && pair["b"] == b)?;
        pair[wins].as_f64()
    };
    let won = won([player, opponent, "win"]).or_else(|| won([opponent, player, "loss"])).expect("the pair has played");
    100.0 * won / standings["games"].as_f64().unwrap()
}

#[test]
fn json_counts_every_game_of_every_pair_for_any_number_of_threads() {
    let arguments = ["greedy", "random", "pairing", "--games", "2000", "--seed", "3"];
    let standings = league(&arguments);
    assert_eq!(standings["games"], 2000);
    let pairs = standings["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        assert_eq!(
            pair.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["a", "b", "win", "tie", "loss", "wins", "points"]
        );
        let counts = ["win", "tie", "loss"].map(|count| pair[count].as_u64().unwrap());
        assert_eq!(counts.into_iter().sum::<u64>(), 2000);
    }
    for n_threads in ["1", "2", "5"] {
        assert_eq!(league(&[&arguments[..], &["--threads", n_threads]].concat()), standings);
    }
    assert_ne!(league(&["greedy", "random", "pairing", "--games", "2000", "--seed", "4"]), standings);
}

#[test]
fn greedy_beats_random_as_measured() {
    let standings = league(&["greedy", "random", "--games", "2000", "--seed", "3"]);
    assert!((win_percent(&standings, "greedy", "random") - 91.2).abs() < 2.0, "{standings}");
}

fn baselines_win_as_measured(n_games: &str, tolerance: f64) {
    let standings = league(&["--games", n_games, "--seed", "3"]);
    assert_eq!(standings["pairs"].as_array().unwrap().len(), MEASURED.len());
    for (player, opponent, expected) in MEASURED {
        let percent = win_percent(&standings, player, opponent);
        assert!((percent - expected).abs() < tolerance, "{player} v {opponent}: {percent}, measured {expected}");
    }
}

/// The standard error of 20,000 games is 0.35 points.
#[test]
fn every_pair_of_baselines_wins_as_measured() {
    baselines_win_as_measured("20000", 1.5);
}

/// Ours and the measured figures have a standard error of 0.16 points each.
#[test]
fn every_pair_of_baselines_wins_as_measured_in_many_games() {
    baselines_win_as_measured("100000", 0.9);
}

#[test]
fn champions_and_trees_as_text_are_players() {
    let path = scratch("league-champion");
    fs::write(&path, Payload::plain().sealed()).unwrap();
    let trees = ["If(HasFlush, 1, 0)", "column:NumForFlush"];
    let plain = path.to_str().unwrap();
    let standings = league(&[plain, trees[0], trees[1], "random", "--games", "2000"]);
    fs::remove_file(&path).unwrap();
    assert_eq!(standings["pairs"].as_array().unwrap().len(), 6);
    for player in [trees[0], trees[1], "random"] {
        win_percent(&standings, plain, player);
    }
    // Keeping flushes possible is better than spoiling them.
    assert!(win_percent(&standings, trees[0], trees[1]) > 52.0, "{standings}");
    // A tree with the same value for every column fills them from the left, which is as good as chance.
    assert!((win_percent(&standings, plain, "random") - 50.0).abs() < 8.0, "{standings}");
}

#[test]
fn the_table_names_every_player_and_its_games() {
    let long = "If(HasFlush, If(HasPair, 2, 1), 0)";
    let outcome = pipsqueak(&["league", "random", "greedy", long, "--games", "200"], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    for told in ["200 games per pair", "random", "greedy", &format!("), 0) is {long}"), "Ties: "] {
        assert!(outcome.output.contains(told), "{told}: {}", outcome.output);
    }
}

#[test]
fn where_many_games_are_ties_a_second_table_has_the_points() {
    let arguments = ["league", "--game", "checkers", "simple", "better_h", "--games", "20", "--nodes", "60"];
    let [table, json] = [&[][..], &["--json"]].map(|more| {
        let outcome = pipsqueak(&[&arguments, more].concat(), "");
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome.output
    });
    let pair = &serde_json::from_str::<Value>(&json).unwrap()["pairs"][0];
    assert_ne!(pair["tie"], 0, "{pair}");
    let (wins, points) = table.split_once("\nPoints % of the row player, ties counted as half").unwrap();
    for (table, key) in [(wins, "wins"), (points, "points")] {
        let [percent, low, high] = ["percent", "low", "high"].map(|part| pair[key][part].as_f64().unwrap());
        let cell = format!(" {percent:.1} ({low:.1}-{high:.1})\n");
        assert!(table.lines().any(|line| format!("{line}\n").ends_with(&cell)), "{cell}: {table}");
    }
    let few = pipsqueak(&["league", "random", "greedy", "--games", "200"], "").output;
    assert!(few.contains("Win % of the row player") && !few.contains("Points % of"), "{few}");
}

#[test]
fn a_transcript_holds_the_games_that_the_league_counts() {
    let path = scratch("league-transcript");
    let path_text = path.to_str().unwrap();
    let players = ["tactician", "greedy", "If(HasFlush, NumForStraight, DiffOfHandStrength)"];
    let arguments = [&players[..], &["--games", "60", "--seed", "12"]].concat();
    let expected = league(&arguments);
    assert_eq!(league(&[&arguments[..], &["--transcript", path_text]].concat()), expected);

    let replayed = pipsqueak(&["replay", path_text], "");
    let games = json_lines::read::<Table>(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!((replayed.status, replayed.errors.as_str()), (0, ""));
    assert!(replayed.output.contains("Game 180 of 180: "));
    assert_eq!(games.len(), 180);
    for pair in expected["pairs"].as_array().unwrap() {
        let [a, b] = ["a", "b"].map(|name| pair[name].as_str().unwrap());
        let mut counts = [0; 3];
        let mut n_first = 0;
        for game in &games {
            let [first, second] = game.players.each_ref().map(String::as_str);
            let seat = match (first == a && second == b, first == b && second == a) {
                (true, _) => Seat::First,
                (_, true) => Seat::Second,
                _ => continue,
            };
            n_first += u32::from(seat == Seat::First);
            let points = game.end().points();
            let result = points.of(seat.other()).cmp(&points.of(seat));
            counts[(result as i8 + 1) as usize] += 1;
        }
        assert_eq!(json!(counts), json!([pair["win"], pair["tie"], pair["loss"]]), "{a} v {b}");
        assert_eq!(n_first, 30, "half of the games in each seat");
    }
}

#[test]
fn games_played_together_end_as_the_referee_ends_them() {
    let report = PrimitiveSet { terminals: (1 << Terminal::REPORT.len()) - 1, ..PrimitiveSet::ALL };
    let mut players: Vec<FiveOPlayer> = BaselineKind::ALL.map(FiveOPlayer::from).into();
    for number in 0..16 {
        for (primitive_set, scoring) in [
            (report, Scoring::Column),
            (report, Scoring::Board),
            (evolved::ALPHABET, Scoring::Column),
            (evolved::ALPHABET, Scoring::Board),
        ] {
            let player = evolved::player_of(primitive_set, Seed(21).derive(players.len() as u64), scoring);
            players.push(FiveOPlayer { name: format!("tree {number}"), kind: PlayerKind::Evolved(Box::new(player)) });
        }
    }
    let mut rng = Seed(22).rng();
    let mut anybody = || random::below(&mut rng, players.len() as u32) as usize;
    // Some meet themselves; the same deal comes more than once.
    let fixtures: Vec<Fixture> =
        (0..3000).map(|game| Fixture { seats: [anybody(), anybody()], seed: Seed(23).derive(game / 2) }).collect();
    let kinds: Vec<&PlayerKind> = players.iter().map(|player| &player.kind).collect();
    let alone = |fixture: &Fixture| -> Points {
        let [mut first, mut second] =
            Seat::BOTH.map(|seat| players[fixture.seats[seat.index()]].at(fixture.seed, seat));
        referee(Table::deal(fixture.seed), [&mut first, &mut second], |_, _, _| {}).unwrap().1
    };
    let expected: Vec<Points> = fixtures.iter().map(alone).collect();
    // Batches of any size leave no state for the next: lanes are full, partly full and single.
    for n_together in [3000, 1000, 7, 1] {
        let mut lockstep = Lockstep::default();
        let points: Vec<Points> = fixtures.chunks(n_together).flat_map(|batch| lockstep.play(&kinds, batch)).collect();
        assert!(points == expected, "in batches of {n_together}");
    }
}

// Bad input.

#[test]
fn odd_games_and_missing_opponents_are_wrong_usage() {
    for (arguments, told) in [
        (&["league", "greedy", "random", "--games", "3"][..], "it must be even"),
        (&["league", "greedy"], "a league needs at least two players"),
        (&["match", "--port", "sim", "--games", "5"], "it must be even"),
        (&["checkers", "tournament", "--games", "3"], "it must be even"),
        (&["checkers", "tournament", "simple"], "a tournament needs at least two players"),
    ] {
        let outcome = pipsqueak(arguments, "");
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{}", outcome.errors);
        assert!(outcome.errors.starts_with("error: ") && outcome.errors.contains(told), "{}", outcome.errors);
    }
    let unwritable = ["league", "greedy", "random", "--games", "2", "--transcript", "/dev/null/file"];
    is_refused(&pipsqueak(&unwritable, ""), "/dev/null/file cannot be written");
    // A folder is refused before the first of games that would take days.
    let folder = tempfile::tempdir().unwrap();
    let transcript = ["--transcript", folder.path().to_str().unwrap()];
    let endless = [&["league", "greedy", "random", "--games", "10000000000"], &transcript[..]].concat();
    is_refused(&pipsqueak(&endless, ""), "it is a folder");
}

#[test]
fn invalid_numbers_are_usage_errors() {
    for option in ["--games", "--seed", "--threads"] {
        for value in ["x", "-2", "1.5", "99999999999999999999999"] {
            let outcome = pipsqueak(&["league", "greedy", "random", option, value], "");
            assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{option} {value}");
        }
    }
}

#[test]
fn an_unknown_player_is_refused_with_the_known_ones() {
    let outcome = pipsqueak(&["league", "greedy", "unknown"], "");
    is_refused(&outcome, "there is no player \"unknown\"");
    for kind in BaselineKind::ALL {
        assert!(outcome.errors.contains(kind.name()), "{}", outcome.errors);
    }
}

#[test]
fn ill_formed_trees_are_refused() {
    for tree in [
        "If(1, 1, 0)",
        "If(HasFlush, 1)",
        "If(HasFlush, 1, 0",
        "If(HasFlush, 1, 0))",
        "Nothing(1, 2)",
        "Plus(HasFlush, 1)",
        "And(HasFlush, HasPair)",
        "column:HasFlush",
        "board:HasFlush",
        "column:MissingForFlush",
        "(",
    ] {
        is_refused(&pipsqueak(&["league", "greedy", tree], ""), "cannot be read");
    }
}

#[test]
fn damaged_champions_are_refused() {
    let whole = Payload::plain().sealed();
    let path = scratch("league-damaged");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        is_refused(&pipsqueak(&["league", "greedy", path.to_str().unwrap()], ""), "is not a champion");
    };
    for n_bytes in [0, 3, 8, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..n_bytes]);
    }
    for at in [0, 4, 6, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x10;
        refused(&flipped);
    }
    refused(&[&whole[..], &[0]].concat());
    refused(&envelope::seal(2, 1, &Payload::plain().bytes()));
    refused(&Payload { vocabulary: 9, ..Payload::plain() }.sealed());
    fs::write(&path, envelope::seal(1, 9, &Payload::plain().bytes())).unwrap();
    is_refused(&pipsqueak(&["league", "greedy", path.to_str().unwrap()], ""), "is a champion of another game (game 9)");
    fs::remove_file(&path).unwrap();
    let folder = std::env::temp_dir();
    is_refused(&pipsqueak(&["league", "greedy", folder.to_str().unwrap()], ""), "is not the folder of a run");
}
