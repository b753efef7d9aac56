//! Small runs of `pipsqueak evolve` in folders of their own.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_lab::evolve::engine;
use pipsqueak_lab::evolve::settings::Document;
use pipsqueak_lab::evolve::{Algorithm, Problem, State, read_settings};
use pipsqueak_lab::workers::{Threads, Workers};
use tempfile::TempDir;

use crate::binary::{Outcome, Running, pipsqueak};
#[cfg(target_os = "linux")]
use crate::faults::{Fault, KILLED, run_with};

/// The folder of a small run that has just begun.
pub struct Run {
    /// Where it is.
    pub path: PathBuf,
    _place: TempDir,
}

/// The parts of a run that tests compare.
#[derive(PartialEq, Eq, Debug)]
pub struct Left {
    /// The champion's file.
    pub champion: Vec<u8>,
    /// The log without its times.
    pub log: Vec<String>,
}

impl Run {
    /// Begins a run as a user would, and reduces the games at its end, which are most of so small a run's time.
    pub fn begin(preset: &str, generations: u32) -> Run {
        let place = tempfile::tempdir().unwrap();
        let run = Run { path: place.path().join("run"), _place: place };
        let generations = generations.to_string();
        let options = ["--population", "6", "--seed", "5", "--generations", &generations, "--out", run.text()];
        let mut running = Running::start(&[&["evolve", "--preset", preset], &options[..]].concat());
        running.wait_until(|| run.file("run.toml").exists());
        running.kill();
        let settings = fs::read_to_string(run.path.join("run.toml")).unwrap();
        fs::remove_dir_all(&run.path).unwrap();
        fs::create_dir(&run.path).unwrap();
        fs::write(run.path.join("run.toml"), settings).unwrap();
        for (key, value) in [("finalists", "2"), ("elite_games", "40"), ("final_games", "200")] {
            run.set(key, value);
        }
        if matches!(preset, "best" | "small") {
            run.shrink();
        }
        run
    }

    /// Reduces a multigene run to three rounds of few decisions.
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

    /// A run that has nothing yet but the settings in this file.
    pub fn of_settings(settings: &Path) -> Run {
        let place = tempfile::tempdir().unwrap();
        let run = Run { path: place.path().join("run"), _place: place };
        fs::create_dir(&run.path).unwrap();
        fs::copy(settings, run.file("run.toml")).unwrap();
        run
    }

    /// A copy of the folder.
    pub fn copy(&self) -> Run {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("run");
        fs::create_dir(&path).unwrap();
        for (name, bytes) in files(&self.path) {
            fs::write(path.join(name), bytes).unwrap();
        }
        Run { path, _place: place }
    }

    /// Changes a setting in run.toml: `elite`, or with its table, `islands.interval`.
    pub fn set(&self, key: &str, value: &str) {
        let (table, own) = key.rsplit_once('.').map_or((None, key), |(table, own)| (Some(format!("[{table}]")), own));
        let file = self.path.join("run.toml");
        let text = fs::read_to_string(&file).unwrap();
        let (mut within, mut n_set, mut changed) = (String::new(), 0, String::new());
        for line in text.lines() {
            if line.starts_with('[') {
                within = line.to_owned();
            }
            let is_set = line.starts_with(&format!("{own} = ")) && table.as_ref().is_none_or(|table| *table == within);
            n_set += usize::from(is_set);
            changed += &if is_set { format!("{own} = {value}\n") } else { format!("{line}\n") };
        }
        assert_eq!(n_set, 1, "{key} stands in {text}");
        fs::write(&file, changed).unwrap();
    }

    /// The folder as an argument.
    pub fn text(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// One of its files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Resumes the run in a process of its own.
    pub fn start(&self) -> Running {
        Running::start(&["evolve", "--resume", self.text()])
    }

    /// Resumes the run.
    pub fn resume(&self, arguments: &[&str]) -> Outcome {
        pipsqueak(&[&["evolve", "--resume", self.text()], arguments].concat(), "")
    }

    /// Runs it to its end without a break.
    pub fn result(&self) -> Left {
        let outcome = self.resume(&[]);
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        self.outcome()
    }

    /// The results of a run that has ended.
    pub fn outcome(&self) -> Left {
        let champion = fs::read(self.file("champion.pips")).unwrap();
        Champion::decode(&champion).unwrap();
        let log = fs::read_to_string(self.file("log.csv")).unwrap();
        Left { champion, log: log.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect() }
    }

    /// Starts the run and waits for one of its files.
    pub fn start_until(&self, name: &str) -> Running {
        let mut running = self.start();
        running.wait_until(|| self.file(name).exists());
        running
    }

    /// Resumes the run and kills it before the `n`-th call that puts this file in its place: in the middle, however fast
    /// it is.
    #[cfg(target_os = "linux")]
    pub fn kill_at(&self, file: &str, n: usize) {
        let whole = self.copy();
        let (outcome, calls) = run_with(None, &whole.path, &["evolve", "--resume", whole.text()]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let places = calls.iter().zip(1..).filter(|(call, _)| call.ends_with(&format!("/{file}")));
        let place = places.map(|(_, place)| place).nth(n - 1).expect("the file is written as often");
        let (outcome, _) =
            run_with(Some((Fault::Kill, place..=place)), &self.path, &["evolve", "--resume", self.text()]);
        assert_eq!(outcome.status, KILLED, "{outcome:?}");
    }
}

/// Everything in a folder, in order, except its folders and the locks that a kill leaves behind.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let is_told = |entry: &DirEntry| entry.path().is_file() && !entry.path().to_string_lossy().ends_with(".lock");
    let mut files: Vec<_> = entries
        .filter(is_told)
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Asserts that a command was refused with status 1 and one line that contains this.
pub fn is_refused(outcome: &Outcome, told: &str) {
    assert_eq!((outcome.status, outcome.output.as_str()), (1, ""), "{told}: {}", outcome.errors);
    assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
    assert!(outcome.errors.starts_with("pipsqueak: ") && outcome.errors.contains(told), "{}", outcome.errors);
}

/// The champion file that the engine makes of settings, without the command.
pub fn by_the_engine<M: Algorithm>(settings: &Path) -> Vec<u8> {
    let document = Document::parse(&fs::read_to_string(settings).unwrap(), "run.toml").unwrap();
    let algorithm: M = read_settings(&document).unwrap();
    let threads = Threads::new(None).unwrap();
    let champion = engine::run(&algorithm, State::default(), Workers::new(&threads), &()).unwrap().unwrap();
    M::Problem::pack(&champion).unwrap()
}
