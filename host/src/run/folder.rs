//! A run's folder: its files, and how they survive a crash.
//!
//! ```text
//! run.toml              every setting; the run can be repeated from it
//! log.csv               a row a generation, or a gene
//! terminals.csv         the share of each terminal, a row a generation
//! checkpoint            the newest state, replaced as a whole after each generation
//! checkpoint.previous   the state before it, in case the newest is damaged
//! champion.pips         the champion, once the run has ended
//! fronts.csv            strength and cost of the non-dominated players, for each generation; with two objectives
//! front.csv, front/     the same at the end, measured, and these players
//! *.svg                 the plots
//! ```

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_lab::evolve::settings::{Document, SettingsTable, Value, text};
use pipsqueak_lab::evolve::{State, checkpoint};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::system::files;
use crate::system::lock::FileLock;

/// The folder of one run.
pub struct Folder {
    path: PathBuf,
    /// The lock of the process that plays the run.
    _lock: Option<FileLock>,
}

/// The file of the settings.
pub const SETTINGS: &str = "run.toml";
/// The file of the champion.
pub const CHAMPION: &str = "champion.pips";

/// The largest log, in bytes.
pub const LARGEST_LOG: u64 = 1_000_000_000;
/// The largest checkpoint, in bytes: the largest population of the largest trees takes less.
const LARGEST_CHECKPOINT: u64 = 1_000_000_000;

impl Folder {
    /// Creates a folder, which must not hold anything yet; without a name, the next free `runs/NNN`.
    pub fn create(path: Option<PathBuf>, settings: &impl SettingsTable) -> Result<Folder> {
        let path = match path {
            Some(path) => new_folder(path)?,
            None => next_free(Path::new("runs"))?,
        };
        let folder = Folder::claim(path)?;
        // Another process may have begun a run here at the same moment.
        ensure!(!folder.file(SETTINGS).exists(), "{} exists already", folder.path.display());
        folder.write_settings(settings)?;
        Ok(folder)
    }

    /// The folder of an earlier run.
    pub fn open(path: PathBuf) -> Result<Folder> {
        ensure!(path.is_dir(), "{} is not a run: there is no such folder", path.display());
        Ok(Folder::at(path))
    }

    /// A folder that another process has locked: only its name.
    pub fn at(path: PathBuf) -> Folder {
        Folder { path, _lock: None }
    }

    /// Opens the folder and locks it, to play the run; an error if another process has locked it.
    pub fn claim(path: PathBuf) -> Result<Folder> {
        let folder = Folder::open(path)?;
        let lock = FileLock::of(&folder.file(SETTINGS))?;
        Ok(Folder { _lock: Some(lock), ..folder })
    }

    /// The run's settings file.
    pub fn read_settings(&self) -> Result<Document> {
        super::read_document(&self.file(SETTINGS))
    }

    /// The run's champion file; an error if the run has none yet.
    pub fn champion(&self) -> Result<PathBuf> {
        let file = self.file(CHAMPION);
        if !file.exists() {
            let run = self.path.display();
            ensure!(self.file(SETTINGS).exists(), "{run} is not the folder of a run: it holds no run.toml");
            bail!("the run in {run} has no champion yet: finish it with `pipsqueak evolve --resume {run}`");
        }
        Ok(file)
    }

    /// A summary of the run in a few lines: its folder, its settings, its progress.
    pub fn summary(&self) -> Result<Vec<String>> {
        let settings = self.read_settings()?;
        let setting = |name: &str| settings.get(name).map(|entry| format!("{name} {}", unquoted(&entry.value)));
        let mut lines = vec![self.path.display().to_string()];
        lines.extend([setting("preset"), setting("seed")].into_iter().flatten().reduce(|a, b| format!("{a}, {b}")));
        let file = self.file("log.csv");
        let log = match files::read(&file, LARGEST_LOG) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            log => log.with_context(|| format!("{} cannot be read", file.display()))?,
        };
        let log = String::from_utf8_lossy(&log);
        if let (Some(header), Some(last)) = (log.lines().next(), log.lines().skip(1).last()) {
            let cells = header.split(',').zip(last.split(',')).map(|(name, value)| format!("{name} {value}"));
            lines.push(cells.collect::<Vec<_>>().join(", "));
        }
        Ok(lines)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of one of its files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes `run.toml`.
    pub fn write_settings(&self, settings: &impl SettingsTable) -> Result<()> {
        self.replace(SETTINGS, settings.to_toml().as_bytes())
    }

    /// Writes a checkpoint and keeps the previous one.
    pub fn save(&self, state: &[u8]) -> Result<()> {
        match fs::rename(self.file("checkpoint"), self.file("checkpoint.previous")) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{} cannot be written", self.path.display()));
            }
            _ => {}
        }
        self.replace("checkpoint", state)
    }

    fn write_state<M: Serialize>(&self, state: &State<M>) -> Result<()> {
        self.replace("checkpoint", &checkpoint::encode(state)?)
    }

    /// The newest valid state. If that is not the newest one, the second value says so, and the state replaces the
    /// damaged one: the next save must not overwrite the only valid one with it.
    ///
    /// A run that was stopped before its first generation ended has no state yet and starts anew.
    pub fn load<M: DeserializeOwned + Default + Serialize>(&self) -> Result<(State<M>, Option<String>)> {
        let [newest, previous] = ["checkpoint", "checkpoint.previous"].map(|name| self.load_from(name));
        match (newest, previous) {
            (Ok(Some(state)), _) => Ok((state, None)),
            (Ok(None), Ok(None)) => Ok((State::default(), None)),
            (newest, Ok(Some(state))) => {
                let missing = format!("{} is missing", self.file("checkpoint").display());
                let reason = newest.err().map_or(missing, |error| format!("{error:#}"));
                let (good, generations) = (self.file("checkpoint.previous"), state.generations);
                let notice = format!("{reason}; continuing from {} (generation {generations})", good.display());
                self.write_state(&state)?;
                Ok((state, Some(notice)))
            }
            (Err(error), _) | (_, Err(error)) => Err(error.context("every checkpoint of the run is damaged")),
        }
    }

    fn load_from<M: DeserializeOwned + Default + Serialize>(&self, name: &str) -> Result<Option<State<M>>> {
        let path = self.file(name);
        let bytes = match files::read(&path, LARGEST_CHECKPOINT) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(|| format!("{} cannot be read", path.display()))?,
        };
        checkpoint::decode(&bytes).with_context(|| format!("{} is damaged", path.display())).map(Some)
    }

    /// Returns to the state before the last generation of a run that has ended. The last generation has no children, so
    /// it is played again if more are to follow.
    pub fn reopen<M: DeserializeOwned + Default + Serialize>(&self, ended: u32) -> Result<State<M>> {
        let state = match self.load_from::<M>("checkpoint.previous") {
            Ok(Some(state)) if state.generations + 1 == ended => state,
            Ok(None) if ended == 1 => State::default(),
            _ => bail!(
                "the run has ended, and {} is not the state before its end: it cannot be continued",
                self.file("checkpoint.previous").display()
            ),
        };
        self.write_state(&state)?;
        Ok(state)
    }

    /// Writes the players of the front, and removes those of a longer, earlier one.
    pub fn keep_front(&self, files: &[(String, Vec<u8>)]) -> Result<()> {
        let folder = self.file("front");
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        for (name, bytes) in files {
            self.replace(&format!("front/{name}"), bytes)?;
        }
        let is_old = |name: &str| name.ends_with(".pips") && files.iter().all(|(kept, _)| kept != name);
        for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))?.flatten() {
            if entry.file_name().to_str().is_some_and(is_old) {
                let file = entry.path();
                fs::remove_file(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
            }
        }
        Ok(())
    }

    /// Writes one of its files.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let target = self.file(name);
        files::replace(&target, bytes).with_context(|| format!("{} cannot be written", target.display()))
    }
}

/// A value for people.
fn unquoted(value: &Value) -> String {
    text(value).map_or_else(|_| value.to_string(), ToOwned::to_owned)
}

fn new_folder(path: PathBuf) -> Result<PathBuf> {
    ensure!(!path.exists() || path.is_dir(), "{} is not a folder", path.display());
    if path.exists() && !is_empty_folder(&path) {
        bail!("{} exists already; choose another folder, or continue it with --resume {0}", path.display());
    }
    fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    Ok(path)
}

/// Whether a folder holds nothing but what a kill at the very beginning leaves.
fn is_empty_folder(path: &Path) -> bool {
    let is_left_behind = |name: &OsStr| name == ".run.toml.lock" || files::is_unfinished(name);
    fs::read_dir(path)
        .is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(|entry| is_left_behind(&entry.file_name()))))
}

/// Creates the first of `001`, `002`, … that does not exist; two runs that begin at once get two folders.
fn next_free(parent: &Path) -> Result<PathBuf> {
    let failed = || format!("a folder for the run cannot be made in {}", parent.display());
    fs::create_dir_all(parent).with_context(failed)?;
    for number in 1u32.. {
        let path = parent.join(format!("{number:03}"));
        match fs::create_dir(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.with_context(failed).map(|()| path),
        }
    }
    bail!(failed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::fiveo::FiveO;
    use pipsqueak_core::random::Seed;
    use pipsqueak_lab::evolve::{Problem, Settings, whole_trees};
    use pipsqueak_lab::games::fiveo::evolve::Preset;

    /// A state with this many finished generations.
    fn state(generations: u32) -> State<Vec<Vec<u8>>> {
        State { generations, material: vec![vec![9; 5]; 3], log: Vec::new() }
    }

    fn save(folder: &Folder, generations: u32) {
        folder.save(&checkpoint::encode(&state(generations)).unwrap()).unwrap();
    }

    fn settings(seed: u64) -> whole_trees::Settings<FiveO> {
        let Settings::WholeTrees(settings) = FiveO::settings(Preset::Quick, Seed(seed)) else {
            panic!("quick breeds trees")
        };
        settings
    }

    fn folder() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::create(Some(place.path().join("run")), &settings(1)).unwrap();
        (place, folder)
    }

    #[test]
    fn the_newest_state_is_read_back() {
        let (_place, folder) = folder();
        assert_eq!(folder.load().unwrap(), (State::<Vec<Vec<u8>>>::default(), None));
        for generations in 1..=3 {
            save(&folder, generations);
            assert_eq!(folder.load().unwrap(), (state(generations), None));
        }
    }

    #[test]
    fn if_a_checkpoint_is_damaged_the_previous_one_is_used_and_named() {
        let (_place, folder) = folder();
        save(&folder, 1);
        save(&folder, 2);
        let whole = fs::read(folder.file("checkpoint")).unwrap();
        let flipped = (0..whole.len()).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            bytes
        });
        let cut = (0..whole.len()).map(|len| whole[..len].to_vec());
        for damaged in flipped.chain(cut) {
            fs::write(folder.file("checkpoint"), damaged).unwrap();
            let (loaded, notice) = folder.load().unwrap();
            assert_eq!(loaded, state(1));
            assert!(notice.unwrap().contains("checkpoint.previous"));
        }
        for name in ["checkpoint", "checkpoint.previous"] {
            fs::write(folder.file(name), "nothing").unwrap();
        }
        assert!(folder.load::<Vec<Vec<u8>>>().is_err());
    }

    #[test]
    fn a_power_cut_after_a_damaged_checkpoint_leaves_a_whole_one() {
        let (_place, folder) = folder();
        save(&folder, 1);
        save(&folder, 2);
        fs::write(folder.file("checkpoint"), "nothing").unwrap();
        assert_eq!(folder.load().unwrap().0, state(1));
        save(&folder, 2);
        // The power fails in the next save, before the new checkpoint exists; the previous one may be damaged too.
        fs::remove_file(folder.file("checkpoint")).unwrap();
        assert_eq!(folder.load().unwrap().0, state(1));
    }

    #[test]
    fn a_folder_that_is_not_empty_is_left_alone() {
        let (place, folder) = folder();
        let settings = settings(2);
        let before = fs::read(folder.file("run.toml")).unwrap();
        assert!(Folder::create(Some(place.path().join("run")), &settings).is_err());
        assert_eq!(fs::read(folder.file("run.toml")).unwrap(), before);
    }
}
