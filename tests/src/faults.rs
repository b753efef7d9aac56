//! A fault at the n-th file-changing system call of the program (`tests/programs/faults.c`), and folders compared with
//! what they were.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use pipsqueak_core::random::{self, GameRng};

use crate::binary::{Outcome, Running, built, program};

/// What happens at a system call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program is killed.
    Kill,
    /// The disk is full.
    NoSpace,
    /// The disk is broken.
    Broken,
    /// The program is sent a signal of this name, and the call is made.
    Signal(&'static str),
}

impl Fault {
    /// Those that keep a program from writing.
    pub const ALL: [Fault; 3] = [Fault::Kill, Fault::NoSpace, Fault::Broken];

    fn name(self) -> &'static str {
        match self {
            Fault::Kill => "KILL",
            Fault::NoSpace => "ENOSPC",
            Fault::Broken => "EIO",
            Fault::Signal(name) => name,
        }
    }

    /// How the program names it in its one line.
    pub fn told(self) -> &'static str {
        match self {
            Fault::NoSpace => "No space left on device",
            Fault::Broken => "Input/output error",
            Fault::Kill | Fault::Signal(_) => "",
        }
    }
}

/// The status of a program that was killed.
pub const KILLED: i32 = 137;

/// Runs the program with a fault at these calls that change something in the folder, counted from 1. Returns its outcome
/// and the calls, one line each.
pub fn run_with(
    fault: Option<(Fault, RangeInclusive<usize>)>,
    folder: &Path,
    arguments: &[&str],
) -> (Outcome, Vec<String>) {
    run_with_variables(&[], fault, folder, arguments)
}

/// As [`run_with`], with these environment variables.
pub fn run_with_variables(
    variables: &[(&str, &Path)],
    fault: Option<(Fault, RangeInclusive<usize>)>,
    folder: &Path,
    arguments: &[&str],
) -> (Outcome, Vec<String>) {
    let report = tempfile::NamedTempFile::new().expect("a temporary file");
    let (name, places) = fault.map_or(("none", 0..=0), |(fault, places)| (fault.name(), places));
    let mut command = Command::new(injector());
    command.arg(report.path()).arg(folder).arg(name).args([places.start(), places.end()].map(usize::to_string));
    command.arg(program()).args(arguments).env_remove("CARGO").envs(variables.iter().copied());
    let outcome = Running::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())).wait();
    assert!(![125, 126].contains(&outcome.status), "the injector fails: {outcome:?}");
    let calls = fs::read_to_string(report.path()).expect("the report is written");
    (outcome, calls.lines().map(str::to_owned).collect())
}

/// Kills a command again and again, each time at a random call that changes something in the folder. The calls of all
/// kills together are fewer than those of a whole run, so that it never ends by itself, however fast it is.
pub fn kill_often(n_kills: u32, n_calls: usize, rng: &mut GameRng, folder: &Path, arguments: &[&str]) {
    let bound = u32::try_from(n_calls).expect("a run makes few calls") / (n_kills + 1);
    for _ in 0..n_kills {
        let place = 1 + random::below(rng, bound) as usize;
        let (outcome, _) = run_with(Some((Fault::Kill, place..=place)), folder, arguments);
        assert_eq!(outcome.status, KILLED, "at call {place}: {outcome:?}");
    }
}

/// The injector, compiled once per test run.
fn injector() -> &'static PathBuf {
    static INJECTOR: OnceLock<PathBuf> = OnceLock::new();
    INJECTOR.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/faults.c");
        let file = built("faults");
        let new = file.with_extension(std::process::id().to_string());
        let made = Command::new("cc").args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&new).arg(source).status();
        assert!(made.expect("a C compiler is installed").success(), "{source} is compiled");
        fs::rename(&new, &file).expect("the target folder can be written");
        file
    })
}

/// All files below a folder by their relative paths.
pub fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    collect(folder, "", &mut found);
    found
}

fn collect(folder: &Path, above: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be read")) {
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => collect(&entry.path(), &format!("{name}/"), found),
            false => drop(found.insert(name, fs::read(entry.path()).expect("its files can be read"))),
        }
    }
}

/// Makes a folder what it was at a snapshot.
pub fn restore(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("a test's own folder can be removed");
    }
    fs::create_dir_all(folder).expect("a folder can be made");
    for (name, bytes) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("it is below the folder")).expect("a folder can be made");
        fs::write(file, bytes).expect("a file can be written");
    }
}
