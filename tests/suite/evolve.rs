//! `pipsqueak evolve`: the same seed gives the same champion, and a run records how it was made.

use std::fs;

use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::evolve::{multigene, whole_trees};
use pipsqueak_lab::instruction_set::InstructionSet;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::runs::{Run, by_the_engine, files};
use serde_json::Value;

// Checksums show that nothing has changed. Games show that the result is any good
// (`the_champion_of_a_small_run_beats_chance_on_other_deals`), and the parts have tests of their own.

/// The fingerprints of the champions of small runs of six generations.
const CHAMPIONS: [(&str, u32); 6] = [
    ("quick", 0xf10c_f8a6),
    ("best", 0x7811_01ce),
    ("small", 0x5a6a_ec0e),
    ("experiment-1", 0x78f5_53e0),
    ("experiment-2", 0x1c15_281e),
    ("experiment-3", 0x8965_fc8b),
];

/// The experiments by the report's other reading, `scoring = "column"`.
const BY_COLUMN: [(&str, u32); 3] =
    [("experiment-1", 0x2225_fa66), ("experiment-2", 0x0899_4aee), ("experiment-3", 0xa7dd_d8a9)];

#[test]
fn small_runs_give_the_golden_champions() {
    let champion = |preset| fingerprint(&Run::begin(preset, 6).result().champion);
    let found = CHAMPIONS.map(|(preset, _)| (preset, champion(preset)));
    assert!(found == CHAMPIONS, "{found:x?} are not {CHAMPIONS:x?}");
}

#[test]
fn the_champion_of_a_small_run_beats_chance_on_other_deals() {
    for preset in ["experiment-3", "small"] {
        let run = Run::begin(preset, 6);
        run.result();
        let file = run.file("champion.pips");
        let file = file.to_str().unwrap();
        let games = pipsqueak(&["league", file, "random", "--games", "4000", "--seed", "77", "--json"], "");
        let standings: Value = serde_json::from_str(&games.output).unwrap();
        let pair = &standings["pairs"][0];
        let counts = if pair["b"] == "random" { ["win", "loss"] } else { ["loss", "win"] };
        let [win, loss] = counts.map(|count| pair[count].as_u64().unwrap_or_else(|| panic!("{standings}")));
        // Five standard deviations of chance are 160 wins of 4,000.
        assert!(win > loss + 320, "{preset}: {pair}");
    }
}

#[test]
fn the_reports_other_reading_gives_the_golden_champions() {
    for (preset, expected) in BY_COLUMN {
        let run = Run::begin(preset, 6);
        let by_board = Run::of_settings(&run.file("run.toml")).result().champion;
        run.set("scoring", "\"column\"");
        assert_eq!(fingerprint(&run.result().champion), expected, "{preset}");
        assert_ne!(fingerprint(&by_board), expected, "{preset}");
        for set in InstructionSet::available() {
            set.choose();
            assert_eq!(fingerprint(&by_its_engine(preset, &run)), expected, "{preset} with {set}");
        }
    }
}

/// The champion by the engine of the preset.
fn by_its_engine(preset: &str, run: &Run) -> Vec<u8> {
    match preset {
        "best" | "small" => by_the_engine::<multigene::Settings<FiveO>>(&run.file("run.toml")),
        _ => by_the_engine::<whole_trees::Settings<FiveO>>(&run.file("run.toml")),
    }
}

#[test]
fn every_instruction_set_gives_the_same_champions() {
    for (preset, expected) in CHAMPIONS {
        let run = Run::begin(preset, 6);
        for set in InstructionSet::available() {
            set.choose();
            assert_eq!(fingerprint(&by_its_engine(preset, &run)), expected, "{preset} with {set}");
        }
    }
}

#[test]
fn the_engine_alone_gives_the_commands_champion_every_time() {
    let (quick, best) = (Run::begin("quick", 4), Run::begin("best", 4));
    for _ in 0..2 {
        assert_eq!(by_its_engine("quick", &quick), quick.result().champion);
        assert_eq!(by_its_engine("best", &best), best.result().champion);
    }
}

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
    let outcome = pipsqueak(&["evolve", "--generations", "10", "--out", path.to_str().unwrap()], "");
    // Without a terminal, a line of progress every ten seconds.
    let log = fs::read_to_string(path.join("log.csv")).unwrap();
    let column = log.lines().next().unwrap().split(',').position(|name| name == "seconds").unwrap();
    let seconds: f64 = log.lines().last().unwrap().split(',').nth(column).unwrap().parse().unwrap();
    assert!(seconds < 10.0 || !outcome.errors.is_empty(), "no line in {seconds} seconds");
    let is_progress = outcome.errors.lines().all(|line| line.starts_with("gene ") && line.contains(" left "));
    assert!(outcome.status == 0 && is_progress, "{outcome:?}");
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

fn files_of_a_run(measured: &'static str) -> Vec<&'static str> {
    let mut names = vec!["champion.pips", "checkpoint", "checkpoint.previous", "diversity.svg", measured];
    names.extend(["log.csv", "run.toml", "terminals.csv", "terminals.svg", "wins.svg"]);
    names
}

#[test]
fn a_run_leaves_its_settings_log_plots_and_champion() {
    let run = Run::begin("experiment-3", 5);
    let settings = fs::read(run.file("run.toml")).unwrap();
    let outcome = run.resume(&[]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let names: Vec<String> = files(&run.path).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, files_of_a_run("fitness.svg"));
    assert_eq!(fs::read(run.file("run.toml")).unwrap(), settings);

    let log = fs::read_to_string(run.file("log.csv")).unwrap();
    let mut lines = log.lines();
    let header = "generation,best_fitness,mean_fitness,mean_nodes,mean_height,elite_win_percent,distinct_trees,distinct_behaviours,seconds";
    assert_eq!(lines.next(), Some(header));
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|figure| figure.parse().unwrap()).collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0]);
    for row in &rows {
        let [_, best, mean, nodes, height, win, trees, behaviours, _] = row[..] else {
            panic!("nine figures: {row:?}")
        };
        assert!(best >= mean && mean > 0.0 && nodes >= 1.0 && height < nodes && (0.0..=100.0).contains(&win));
        // Six trees; equal trees behave alike.
        assert!((1.0..=6.0).contains(&behaviours) && (behaviours..=6.0).contains(&trees), "{row:?}");
    }
    assert!(rows.is_sorted_by(|row, next| row[8] <= next[8]), "time goes on");

    let shares = fs::read_to_string(run.file("terminals.csv")).unwrap();
    assert!(shares.starts_with("generation,HasPair,"), "{shares}");
    for line in shares.lines().skip(1) {
        let sum: f64 = line.split(',').skip(1).map(|share| share.parse::<f64>().unwrap()).sum();
        assert!((sum - 100.0).abs() < 0.5, "{line}");
    }
    assert_eq!(shares.lines().count(), 6);

    for name in ["fitness.svg", "wins.svg", "diversity.svg", "terminals.svg"] {
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
fn a_multigene_run_logs_genes_and_explained_variance() {
    let run = Run::begin("best", 5);
    let outcome = run.resume(&[]);
    let names: Vec<String> = files(&run.path).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, files_of_a_run("explained.svg"));
    let log = fs::read_to_string(run.file("log.csv")).unwrap();
    let header = "gene,best_explained_percent,mean_explained_percent,mean_nodes,mean_height,sum_win_percent,distinct_trees,distinct_behaviours,seconds";
    assert_eq!(log.lines().next(), Some(header));
    for name in ["explained.svg", "wins.svg"] {
        let plot = fs::read_to_string(run.file(name)).unwrap();
        assert!(plot.contains(">gene<") && !plot.contains("generation") && !plot.contains("itness"), "{plot}");
    }
    assert!(outcome.output.contains(" gene 5, ") && outcome.output.contains("explained.svg"), "{}", outcome.output);
}

#[test]
fn a_run_can_be_repeated_from_its_settings() {
    for preset in ["experiment-1", "quick", "best"] {
        let run = Run::begin(preset, 3);
        let expected = run.result();
        assert_eq!(Run::of_settings(&run.file("run.toml")).result(), expected);
    }
}
