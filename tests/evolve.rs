//! Facts about `pipsqueak evolve`: the same seed gives the same champion, whatever interrupts the run.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use pipsqueak_core::champion::Champion;
use pipsqueak_core::chance::{self, Seed};
use pipsqueak_core::fiveo::Terminal;
use pipsqueak_tests::binary::{Outcome, Running, pipsqueak};
use tempfile::TempDir;

/// The folder of a small run that has just begun.
struct Run {
    path: PathBuf,
    _place: TempDir,
}

/// All that the tests compare of two runs.
#[derive(PartialEq, Eq, Debug)]
struct Result {
    champion: Vec<u8>,
    /// The log without its times.
    log: Vec<String>,
}

impl Run {
    /// Begins a run as a person would, and cuts down the games that end it: they are most of so small a run's time.
    fn begin(preset: &str, generations: u32) -> Run {
        let place = tempfile::tempdir().unwrap();
        let run = Run { path: place.path().join("run"), _place: place };
        let generations = generations.to_string();
        let options = ["--population", "6", "--seed", "5", "--generations", &generations, "--out", run.text()];
        let mut running = Running::start(&[&["evolve", "--preset", preset], &options[..]].concat());
        while !run.path.join("run.toml").exists() {
            assert!(!running.has_ended(), "{:?}", running.wait());
            pause(1);
        }
        running.kill();
        let settings = fs::read_to_string(run.path.join("run.toml")).unwrap();
        fs::remove_dir_all(&run.path).unwrap();
        fs::create_dir(&run.path).unwrap();
        fs::write(run.path.join("run.toml"), settings).unwrap();
        for (key, value) in [("finalists", "2"), ("elite_games", "40"), ("final_games", "200")] {
            run.set(key, value);
        }
        if preset == "best" {
            run.shrink();
        }
        run
    }

    /// Cuts down a run that evolves a sum to three rounds of few decisions.
    fn shrink(&self) {
        for (key, value) in [
            ("genes", "[2, 3, 40]"),
            ("decisions", "[40, 70, 100]"),
            ("samples", "[2, 2, 4]"),
            ("window", "60"),
            ("starters", "20"),
            ("gene_generations", "4"),
            ("finalist_games", "40"),
        ] {
            self.set(key, value);
        }
    }

    /// The same folder in another place.
    fn copy(&self) -> Run {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("run");
        fs::create_dir(&path).unwrap();
        for (name, bytes) in files(&self.path) {
            fs::write(path.join(name), bytes).unwrap();
        }
        Run { path, _place: place }
    }

    /// Changes a setting in run.toml.
    fn set(&self, key: &str, value: &str) {
        let file = self.path.join("run.toml");
        let text = fs::read_to_string(&file).unwrap();
        let is_set = |line: &&str| line.starts_with(&format!("{key} = "));
        assert_eq!(text.lines().filter(is_set).count(), 1, "{key} stands in {text}");
        let lines =
            text.lines().map(|line| if is_set(&line) { format!("{key} = {value}\n") } else { format!("{line}\n") });
        fs::write(&file, lines.collect::<String>()).unwrap();
    }

    fn text(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn start(&self) -> Running {
        Running::start(&["evolve", "--resume", self.text()])
    }

    fn resume(&self, arguments: &[&str]) -> Outcome {
        pipsqueak(&[&["evolve", "--resume", self.text()], arguments].concat(), "")
    }

    /// Runs it to its end without a break.
    fn result(&self) -> Result {
        let outcome = self.resume(&[]);
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        self.outcome()
    }

    /// What a run that has ended left.
    fn outcome(&self) -> Result {
        let champion = fs::read(self.file("champion.pips")).unwrap();
        Champion::decode(&champion).unwrap();
        let log = fs::read_to_string(self.file("log.csv")).unwrap();
        Result { champion, log: log.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect() }
    }

    /// Starts the run and waits for one of its files.
    fn start_until(&self, name: &str) -> Running {
        let mut running = self.start();
        while !self.file(name).exists() {
            assert!(!running.has_ended(), "{:?}", running.wait());
            pause(2);
        }
        running
    }
}

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Everything in a folder, in order.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

fn is_refused(outcome: &Outcome, told: &str) {
    assert_eq!((outcome.status, outcome.output.as_str()), (1, ""), "{told}: {}", outcome.errors);
    assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
    assert!(outcome.errors.starts_with("pipsqueak: ") && outcome.errors.contains(told), "{}", outcome.errors);
}

// One seed, one champion.

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

#[cfg(feature = "long")]
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
        let again = Run { path: place.path().join("again"), _place: tempfile::tempdir().unwrap() };
        fs::create_dir(&again.path).unwrap();
        fs::copy(place.path().join("1/run.toml"), again.file("run.toml")).unwrap();
        assert_eq!(again.result().champion, expected, "{preset}");
    }
}

#[cfg(feature = "long")]
#[test]
fn half_of_the_default_run_already_gives_a_champion_that_beats_each_of_the_reports_baselines() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("run");
    let outcome = pipsqueak(&["evolve", "--generations", "30", "--out", path.to_str().unwrap()], "");
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
        let again = run.copy();
        for (name, _) in files(&again.path).into_iter().filter(|(name, _)| name != "run.toml") {
            fs::remove_file(again.file(&name)).unwrap();
        }
        assert_eq!(again.result(), expected);
    }
}

#[test]
fn resuming_a_run_that_has_ended_gives_its_champion_again() {
    let run = Run::begin("quick", 2);
    let expected = run.result();
    fs::remove_file(run.file("champion.pips")).unwrap();
    assert_eq!(run.result(), expected);
    is_refused(&run.resume(&["--generations", "3"]), "the run has ended");
    is_refused(&run.resume(&["--generations", "1"]), "has 2 generations already");
}

// Interruptions.

#[test]
fn a_run_killed_at_any_moment_ends_with_the_same_champion() {
    for preset in ["experiment-3", "quick", "best"] {
        let run = Run::begin(preset, 20);
        let killed = run.copy();
        let expected = run.result();
        let mut rng = Seed(11).rng();
        let mut n_kills = 0;
        for _ in 0..8 {
            let running = killed.start();
            pause(20 + u64::from(chance::below(&mut rng, 280)));
            let outcome = running.kill();
            if outcome.status == 0 {
                break;
            }
            assert_eq!(outcome.status, -1, "{}", outcome.errors);
            n_kills += 1;
        }
        assert!(n_kills >= 2, "{preset} ended before it could be killed");
        assert_eq!(killed.resume(&[]).status, 0);
        assert_eq!(killed.outcome(), expected, "{preset} after {n_kills} kills");
        let log = &expected.log;
        let generations = (1..).zip(&log[1..]).filter(|(number, row)| row.starts_with(&format!("{number},")));
        assert_eq!((log.len(), generations.count()), (21, 20), "every generation has one row");
    }
}

/// The states between the two files of a save, which a random moment rarely meets.
#[test]
fn a_power_cut_between_checkpoint_and_log_leaves_the_log_whole() {
    let run = Run::begin("experiment-3", 3);
    let expected = run.result();
    let behind: Vec<String> =
        fs::read_to_string(run.file("log.csv")).unwrap().lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(run.file("log.csv"), behind.concat()).unwrap();
    assert_eq!(run.result(), expected);

    fs::rename(run.file("checkpoint"), run.file("checkpoint.previous")).unwrap();
    let outcome = run.resume(&[]);
    assert_eq!(outcome.status, 0);
    assert!(outcome.errors.contains("checkpoint is missing; going on from"), "{}", outcome.errors);
    assert_eq!(run.outcome(), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_run_that_goes_on_to_the_same_champion() {
    let run = Run::begin("experiment-3", 12);
    let stopped = run.copy();
    let expected = run.result();
    let running = stopped.start_until("checkpoint");
    running.interrupt();
    let outcome = running.wait();
    assert_eq!((outcome.status, outcome.output.as_str()), (130, ""));
    let told = format!("Stopped. Go on with: pipsqueak evolve --resume {}\n", stopped.text());
    assert!(outcome.errors.ends_with(&told), "{}", outcome.errors);
    let log = fs::read_to_string(stopped.file("log.csv")).unwrap();
    assert!((2..13).contains(&log.lines().count()), "it stops in the middle");
    assert!(stopped.file("wins.svg").exists() && !stopped.file("champion.pips").exists());
    assert_eq!(stopped.result(), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_also_stops_the_games_at_the_end() {
    let run = Run::begin("experiment-3", 1);
    let stopped = run.copy();
    let expected = run.result();
    stopped.set("final_games", "100000");
    let running = stopped.start_until("wins.svg");
    running.interrupt();
    assert_eq!(running.wait().status, 130);
    assert!(!stopped.file("champion.pips").exists());
    stopped.set("final_games", "200");
    assert_eq!(stopped.result(), expected);
}

#[test]
fn more_generations_can_be_asked_for_before_the_end() {
    let run = Run::begin("experiment-3", 8);
    let shorter = run.copy();
    shorter.set("generations", "6");
    let expected = run.result();
    shorter.start_until("checkpoint").kill();
    assert_eq!(shorter.resume(&["--generations", "8"]).status, 0);
    assert_eq!(shorter.outcome(), expected);
}

#[test]
fn a_damaged_checkpoint_is_named_and_the_one_before_gives_the_same_champion() {
    let run = Run::begin("experiment-3", 6);
    let killed = run.copy();
    let expected = run.result();
    killed.start_until("checkpoint.previous").kill();
    // The kill may have met a save between its two files.
    if !killed.file("checkpoint").exists() {
        fs::copy(killed.file("checkpoint.previous"), killed.file("checkpoint")).unwrap();
    }
    let whole = fs::read(killed.file("checkpoint")).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let half = whole.len() / 2;
    for damaged in [Vec::new(), whole[..half].to_vec(), flipped(half), flipped(0), flipped(whole.len() - 1)] {
        let run = killed.copy();
        fs::write(run.file("checkpoint"), damaged).unwrap();
        let outcome = run.resume(&[]);
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
        let [checkpoint, previous] = ["checkpoint", "checkpoint.previous"].map(|name| run.file(name));
        let told = format!("pipsqueak: {} is damaged; going on from {} ", checkpoint.display(), previous.display());
        assert!(outcome.errors.starts_with(&told) && outcome.errors.lines().count() == 1, "{}", outcome.errors);
        assert_eq!(run.outcome(), expected);
    }
    for name in ["checkpoint", "checkpoint.previous"] {
        fs::write(killed.file(name), &whole[..half]).unwrap();
    }
    let before = files(&killed.path);
    is_refused(&killed.resume(&[]), "no checkpoint of the run is whole");
    assert_eq!(files(&killed.path), before);
}

// Bad input.

#[test]
fn a_folder_that_holds_something_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("diary"), "dear diary").unwrap();
    let folder = place.path().to_str().unwrap();
    is_refused(&pipsqueak(&["evolve", "--out", folder], ""), "exists already");
    assert_eq!(files(place.path()), [("diary".to_owned(), b"dear diary".to_vec())]);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    // Below a file nobody can make a folder, not even root.
    let below = file.join("run");
    is_refused(&pipsqueak(&["evolve", "--out", below.to_str().unwrap()], ""), "file/run cannot be made");
    is_refused(&pipsqueak(&["evolve", "--out", file.to_str().unwrap()], ""), "exists already");
}

#[test]
fn what_is_no_run_cannot_be_resumed() {
    let place = tempfile::tempdir().unwrap();
    let resume = |path: &Path| pipsqueak(&["evolve", "--resume", path.to_str().unwrap()], "");
    is_refused(&resume(&place.path().join("nowhere")), "there is no such folder");
    is_refused(&resume(place.path()), "run.toml cannot be read");
    assert_eq!(files(place.path()), [], "nothing is written");
}

#[test]
fn settings_that_no_run_can_have_are_refused() {
    let run = Run::begin("quick", 2);
    let refused = |settings: &[u8]| {
        let run = run.copy();
        fs::write(run.file("run.toml"), settings).unwrap();
        is_refused(&run.resume(&[]), "run.toml");
        assert_eq!(files(&run.path), [("run.toml".to_owned(), settings.to_vec())], "nothing is written");
    };
    let good = fs::read_to_string(run.file("run.toml")).unwrap();
    for text in ["", "preset = ", "\u{0}", &good[..good.len() / 2], &format!("colour = 1\n{good}")] {
        refused(text.as_bytes());
    }
    refused(&[0xff, 0xfe]);
    for (key, value) in [
        ("preset", "\"slow\""),
        ("seed", "-1"),
        ("population", "1"),
        ("population", "1000000000"),
        ("generations", "0"),
        ("elite", "6"),
        ("finalists", "0"),
        ("finalists", "7"),
        ("selection_size", "0"),
        ("start_heights", "[6, 2]"),
        ("start_heights", "[2, 41]"),
        ("crossover", "1.5"),
        ("mutation", "-0.1"),
        ("terminal_mutation", "nan"),
        ("final_games", "3"),
        ("final_games", "8589934592"),
        ("elite_games", "0"),
        ("opponents", "[]"),
        ("opponents", "[\"nobody\"]"),
        ("deals", "0"),
        ("deals", "9223372036854775807"),
        ("factor", "inf"),
    ] {
        let changed = run.copy();
        changed.set(key, value);
        refused(&fs::read(changed.file("run.toml")).unwrap());
    }
}

#[test]
fn settings_that_no_sum_can_have_are_refused() {
    let run = Run::begin("best", 2);
    for (key, value) in [
        ("population", "1"),
        ("generations", "46"),
        ("generations", "0"),
        ("terminals", "\"none\""),
        ("genes", "[]"),
        ("genes", "[2, 0, 40]"),
        ("genes", "[2, 3]"),
        ("decisions", "[40, 70, 0]"),
        ("samples", "[2, 2, 3]"),
        ("exploration", "1.1"),
        ("window", "0"),
        ("starters", "0"),
        ("gene_generations", "0"),
        ("selection_size", "0"),
        ("gene_nodes", "0"),
        ("node_cost", "nan"),
        ("tree_nodes", "513"),
        ("tree_nodes", "5"),
        ("finalists", "4"),
        ("finalist_games", "3"),
        ("final_games", "0"),
    ] {
        let changed = run.copy();
        changed.set(key, value);
        let before = files(&changed.path);
        is_refused(&changed.resume(&[]), "run.toml");
        assert_eq!(files(&changed.path), before, "nothing is written");
    }
}

#[test]
fn the_terminals_of_a_sum_can_be_chosen_and_those_of_other_presets_cannot() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let refused = pipsqueak(&["evolve", "--terminals", "report", "--out", out.to_str().unwrap()], "");
    is_refused(&refused, "--terminals goes with --preset best");
    assert!(!out.exists());
    let run = Run::begin("best", 2);
    run.set("terminals", "\"report\"");
    let Result { champion, .. } = run.result();
    let used = Champion::decode(&champion).unwrap().player.tree.terminals();
    assert_eq!(used >> Terminal::REPORT.len(), 0);
}

#[test]
fn settings_that_do_not_fit_the_checkpoint_are_refused() {
    let run = Run::begin("quick", 2);
    run.result();
    run.set("population", "7");
    is_refused(&run.resume(&[]), "does not fit run.toml");
}

#[test]
fn wrong_usage_has_status_2_and_makes_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let out = out.to_str().unwrap();
    for arguments in [
        &["--out", out, "--population", "1"][..],
        &["--out", out, "--population", "100001"],
        &["--out", out, "--generations", "0"],
        &["--out", out, "--generations", "-1"],
        &["--out", out, "--preset", "slow"],
        &["--out", out, "--seed", "x"],
        &["--resume", out, "--preset", "quick"],
        &["--resume", out, "--seed", "1"],
        &["--resume", out, "--population", "10"],
        &["--resume", out, "--out", out],
    ] {
        let outcome = pipsqueak(&[&["evolve"], arguments].concat(), "");
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{arguments:?}");
        assert!(outcome.errors.starts_with("error: "), "{}", outcome.errors);
    }
    is_refused(&pipsqueak(&["evolve", "--out", out, "--threads", "0"], ""), "--threads must be at least 1");
    assert_eq!(files(place.path()), []);
}
