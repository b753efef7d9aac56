//! The selection methods of `pipsqueak evolve`: each depends only on the settings, whatever happens to the process, and
//! its players can be used.

use std::fs;

use pipsqueak_core::games::fiveo::champion::Champion;
#[cfg(target_os = "linux")]
use pipsqueak_core::random::{self, Seed};
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::runs::{Run, files, is_refused};
use serde_json::Value;

/// Settings that change a preset.
type Way = (&'static str, &'static [(&'static str, &'static str)]);

/// Every selection method.
const WAYS: [Way; 6] = [
    ("quick", &[("selection", "\"epsilon-lexicase\"")]),
    ("experiment-3", &[("selection", "\"epsilon-lexicase\""), ("selection_cases", "7")]),
    ("quick", &[("hall_of_fame.size", "2"), ("hall_of_fame.interval", "2")]),
    ("quick", &[("objectives", "\"strength-and-cost\"")]),
    ("small", &[("selection", "\"epsilon-lexicase\""), ("selection_cases", "20")]),
    ("small", &[("selection", "\"epsilon-lexicase\""), ("objectives", "\"strength-and-cost\"")]),
];

fn begin((preset, settings): Way, generations: u32) -> Run {
    let run = Run::begin(preset, generations);
    settings.iter().for_each(|(key, value)| run.set(key, value));
    run
}

/// The parts of a front that tests compare: the players' files, and their measurements.
fn front(run: &Run) -> Vec<(String, Vec<u8>)> {
    let mut kept = if run.file("front").exists() { files(&run.file("front")) } else { Vec::new() };
    for name in ["front.csv", "fronts.csv"] {
        kept.extend(fs::read(run.file(name)).ok().map(|bytes| (name.to_owned(), bytes)));
    }
    kept
}

#[cfg(target_os = "linux")]
#[test]
fn threads_kills_and_a_later_end_do_not_matter_however_parents_are_selected() {
    let mut rng = Seed(17).rng();
    for way in WAYS {
        let run = begin(way, 7);
        let [other, killed, shorter] = [(); 3].map(|()| run.copy());
        assert_eq!(run.resume(&["--threads", "1"]).status, 0, "{way:?}");
        let expected = (run.outcome(), front(&run));
        assert_eq!(expected.0.log.len(), 8, "{way:?}");

        assert_eq!(other.resume(&["--threads", "3"]).status, 0, "{way:?}");
        assert_eq!((other.outcome(), front(&other)), expected, "{way:?} with three threads");

        killed.kill_at(
            ["checkpoint", "log.csv"][random::below(&mut rng, 2) as usize],
            2 + random::below(&mut rng, 5) as usize,
        );
        assert!(!killed.file("champion.pips").exists(), "{way:?}");
        assert_eq!(killed.resume(&[]).status, 0, "{way:?}");
        assert_eq!((killed.outcome(), front(&killed)), expected, "{way:?} after a kill");

        shorter.set("generations", "4");
        shorter.result();
        assert_eq!(shorter.resume(&["--set", "generations=7"]).status, 0, "{way:?}");
        assert_eq!((shorter.outcome(), front(&shorter)), expected, "{way:?} that had ended sooner");
    }
}

#[test]
fn every_selection_method_changes_the_run() {
    for way in WAYS {
        assert_ne!(begin(way, 6).result().log, Run::begin(way.0, 6).result().log, "{way:?}");
    }
}

#[test]
fn a_hall_of_fame_adds_games() {
    // Six trees meet two opponents on a hundred deals in both seats, and a member of the hall of fame more in the third
    // and fourth generation.
    let games = |n_opponents: u64| 6 * n_opponents * 100 * 2;
    assert_eq!(5 * games(2), 2 * games(2) + 2 * games(3));
    for (run, n_generations) in [(begin(WAYS[2], 9), 4), (Run::begin("quick", 9), 5)] {
        run.set("max_games", &(5 * games(2)).to_string());
        assert_eq!(run.result().log.len(), 1 + n_generations);
    }
}

#[test]
fn the_front_has_only_non_dominated_players() {
    for way in [WAYS[3], WAYS[5]] {
        let run = begin(way, 6);
        let outcome = run.resume(&["--json"]);
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{way:?}");
        let table = fs::read_to_string(run.file("front.csv")).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
        assert!(table.starts_with("file,nodes,instructions,win_percent,") && !rows.is_empty(), "{table}");
        let figures: Vec<[f64; 2]> =
            rows.iter().map(|row| [row[2], row[3]].map(|cell| cell.parse().unwrap())).collect();
        assert!(figures.is_sorted_by(|cheap, dear| cheap[0] < dear[0] && cheap[1] < dear[1]), "{table}");
        assert_eq!(files(&run.file("front")).len(), rows.len());
        for row in &rows {
            let champion = Champion::decode(&fs::read(run.file(row[0])).unwrap()).unwrap();
            assert_eq!(champion.player.tree.n_nodes().to_string(), row[1]);
            assert!(champion.provenance.record.iter().all(|record| record.wins + record.ties + record.losses == 4_000));
        }
        let events: Vec<Value> = outcome.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kept = events.iter().find(|event| event["event"] == "front").unwrap();
        assert_eq!(kept["front"].as_array().unwrap().len(), rows.len());
        let fronts = fs::read_to_string(run.file("fronts.csv")).unwrap();
        let generations: Vec<&str> = fronts.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
        assert!((1..=6).all(|number| generations.contains(&&*number.to_string())), "{fronts}");
        for name in ["front.svg", "fronts.svg"] {
            assert!(fs::read_to_string(run.file(name)).unwrap().contains("instructions"), "{name}");
        }
        // A player of the front is a PLAYER.
        let shown = pipsqueak(&["show", run.file(rows[0][0]).to_str().unwrap()], "");
        assert_eq!(shown.status, 0, "{}", shown.errors);
    }
}

#[test]
fn invalid_selection_settings_are_refused() {
    for (set, told) in [
        ("selection=lottery", "selection is tournament or epsilon-lexicase, not \"lottery\""),
        ("selection_cases=0", "selection_cases is a whole number from 1 to 10000, not 0"),
        ("objectives=cost", "objectives is strength or strength-and-cost, not \"cost\""),
        ("hall_of_fame.interval=0", "hall_of_fame.interval is a whole number from 1 to 10000000, not 0"),
        ("size=3", "did you mean hall_of_fame.size?"),
    ] {
        let outcome = pipsqueak(&["evolve", "--preset", "quick", "--set", set, "--print-settings"], "");
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{set}");
        assert!(outcome.errors.contains(told), "{set}: {}", outcome.errors);
    }
    // A hall of fame is a setting of whole trees.
    let outcome = pipsqueak(&["evolve", "--set", "hall_of_fame.size=3", "--print-settings"], "");
    assert_eq!(outcome.status, 2);
    assert!(outcome.errors.contains("there is no setting \"hall_of_fame.size\""), "{}", outcome.errors);
    let run = begin(WAYS[2], 6);
    run.result();
    run.set("hall_of_fame.size", "1");
    is_refused(&run.resume(&[]), "does not fit run.toml");
}
