//! Facts about `pipsqueak evolve`: the same seed gives the same champion, and a run leaves all that says how.

use std::fs;

use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::runs::{Run, files};

#[test]
fn the_number_of_threads_does_not_matter() {
    for preset in ["experiment-3", "quick", "best"] {
        let run = Run::begin(preset, 6);
        let results = ["1", "2", "3"].map(|n_threads| {
            let copy = run.copy();
            assert_eq!(copy.resume(&["--threads", n_threads]).status, 0);
            copy.outcome()
        });
        assert_eq!(results[0], results[1], "{preset}");
        assert_eq!(results[0], results[2], "{preset}");
    }
}

#[test]
fn another_seed_gives_another_run() {
    let run = Run::begin("experiment-3", 2);
    let other = run.copy();
    other.set("seed", "6");
    assert_ne!(run.result().log, other.result().log);
}

#[test]
fn whole_runs_from_the_command_line_do_not_depend_on_threads_and_repeat_from_their_settings() {
    for preset in ["experiment-1", "experiment-2", "experiment-3", "quick"] {
        let place = tempfile::tempdir().unwrap();
        let champion = |n_threads: &str| {
            let path = place.path().join(n_threads);
            let options = ["--population", "12", "--generations", "6", "--seed", "9", "--threads", n_threads];
            let out = ["--out", path.to_str().unwrap()];
            let outcome = pipsqueak(&[&["evolve", "--preset", preset], &options[..], &out].concat(), "");
            assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
            fs::read(path.join("champion.pips")).unwrap()
        };
        let expected = champion("1");
        assert_eq!(champion("2"), expected, "{preset}");
        let again = Run::of_settings(&place.path().join("1/run.toml"));
        assert_eq!(again.result().champion, expected, "{preset}");
    }
}

#[test]
fn a_third_of_the_default_run_already_gives_a_champion_that_beats_each_of_the_reports_baselines() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("run");
    let outcome = pipsqueak(&["evolve", "--generations", "20", "--out", path.to_str().unwrap()], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let champion = Champion::decode(&fs::read(path.join("champion.pips")).unwrap()).unwrap();
    let report = &champion.provenance.record[..5];
    assert_eq!(report.len(), 5);
    for record in report {
        let games = record.wins + record.ties + record.losses;
        assert_eq!(games, 100_000);
        assert!(record.wins > games / 2, "{record:?}");
    }
}

// What a run leaves.

#[test]
fn a_run_leaves_its_settings_log_plots_and_champion() {
    let run = Run::begin("experiment-3", 5);
    let settings = fs::read(run.file("run.toml")).unwrap();
    let outcome = run.resume(&[]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let names: Vec<String> = files(&run.path).into_iter().map(|(name, _)| name).collect();
    let expected =
        ["champion.pips", "checkpoint", "checkpoint.previous", "fitness.svg", "log.csv", "run.toml", "wins.svg"];
    assert_eq!(names, expected);
    assert_eq!(fs::read(run.file("run.toml")).unwrap(), settings);

    let log = fs::read_to_string(run.file("log.csv")).unwrap();
    let mut lines = log.lines();
    let header = "generation,best_fitness,mean_fitness,mean_nodes,mean_height,elite_win_percent,seconds";
    assert_eq!(lines.next(), Some(header));
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|figure| figure.parse().unwrap()).collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0]);
    for row in &rows {
        let [_, best, mean, nodes, height, win, _] = row[..] else { panic!("seven figures: {row:?}") };
        assert!(best >= mean && mean > 0.0 && nodes >= 1.0 && height < nodes && (0.0..=100.0).contains(&win));
    }
    assert!(rows.is_sorted_by(|row, next| row[6] <= next[6]), "time goes on");

    for name in ["fitness.svg", "wins.svg"] {
        let plot = fs::read_to_string(run.file(name)).unwrap();
        assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"), "{name}");
    }
    let champion = Champion::decode(&fs::read(run.file("champion.pips")).unwrap()).unwrap();
    assert_eq!(champion.name, "experiment-3-5");
    assert_eq!((champion.provenance.seed, champion.provenance.generation), (Seed(5), 5));
    for record in &champion.provenance.record {
        assert_eq!(record.wins + record.ties + record.losses, 200);
    }
    for file in ["show", "league"].map(|command| format!("pipsqueak {command} {}/champion.pips", run.text())) {
        assert!(outcome.output.contains(&file), "{}", outcome.output);
    }
}

#[test]
fn a_run_can_be_repeated_from_its_settings() {
    for preset in ["experiment-1", "quick", "best"] {
        let run = Run::begin(preset, 3);
        let expected = run.result();
        assert_eq!(Run::of_settings(&run.file("run.toml")).result(), expected);
    }
}
