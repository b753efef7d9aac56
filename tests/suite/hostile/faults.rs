//! The power fails, the disk is full, or the disk is broken, at any system call that changes a file: nothing that was
//! there is lost, the failure is one line, and the same command afterwards ends with the same bytes as without the fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pipsqueak_core::random::{self, Seed};
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::elf_hex::elf;
use pipsqueak_tests::faults::{Fault, KILLED, restore, run_with, snapshot};
use pipsqueak_tests::sized;
use serde_json::Value;

type Files = BTreeMap<String, Vec<u8>>;
type Look<'c> = &'c dyn Fn(&Path) -> Files;

/// Tries of each fault in a short run; a long one tries every system call.
const N_SAMPLED: u32 = 5;

/// A command in a folder of its own.
struct Case<'c> {
    /// The files in the folder before.
    before: Files,
    /// The command's arguments; FOLDER stands for the folder.
    line: &'c [&'c str],
    /// Parts of the folder, each of which must be as before or as after the command, whatever happens.
    kept: &'c [Look<'c>],
    /// What the command must have made when it was run again.
    made: Look<'c>,
}

/// All files, except what depends on the clock, and the locks that a kill leaves behind.
fn comparable(folder: &Path) -> Files {
    let mut files = snapshot(folder);
    files.retain(|name, _| !name.ends_with(".lock") && !name.ends_with("checkpoint.previous"));
    for (name, bytes) in &mut files {
        if name.ends_with("checkpoint") {
            bytes.clear();
        } else if name.ends_with("log.csv") {
            // The last column is a time.
            let lines = std::str::from_utf8(bytes).unwrap().lines().map(|line| line.rsplit_once(',').unwrap().0);
            *bytes = lines.collect::<Vec<_>>().join("\n").into();
        }
    }
    files
}

/// One file.
fn only(name: &'static str) -> impl Fn(&Path) -> Files {
    move |folder| fs::read(folder.join(name)).map(|bytes| (name.to_owned(), bytes)).into_iter().collect()
}

/// The places to try: all of them, or a few that are the same in every run.
fn places(n_calls: usize, fault: Fault) -> Vec<usize> {
    let mut rng = Seed(fault.told().len() as u64).rng();
    let sample = (0..N_SAMPLED).map(|_| 1 + random::below(&mut rng, n_calls as u32) as usize);
    sized(sample.collect(), (1..=n_calls).collect())
}

fn try_faults(case: &Case<'_>) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    let line: Vec<String> = case.line.iter().map(|word| word.replace("FOLDER", folder.to_str().unwrap())).collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let kept = || case.kept.iter().map(|look| look(&folder)).collect::<Vec<Files>>();
    restore(&folder, &case.before);
    let old = kept();
    let (outcome, calls) = run_with(None, &folder, &line);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{line:?}");
    let (new, made) = (kept(), (case.made)(&folder));
    let mut n_endings = BTreeMap::new();
    let tries =
        Fault::ALL.into_iter().flat_map(|fault| places(calls.len(), fault).into_iter().map(move |n| (fault, n)));
    for (fault, n) in tries {
        restore(&folder, &case.before);
        let (outcome, calls) = run_with(Some((fault, n..=n)), &folder, &line);
        let here = format!("{fault:?} at call {n} ({:?}) of {line:?}: {outcome:?}", calls.get(n - 1));
        for (left, (old, new)) in kept().iter().zip(old.iter().zip(&new)) {
            assert!(!old.is_empty() && (left == old || left == new), "{:?} is lost: {here}", old.keys());
        }
        match outcome.status {
            // A fault that can be ignored: something that cannot be removed, which the next command does.
            0 => {
                let mut left = (case.made)(&folder);
                left.retain(|name, _| !name.starts_with(".pipsqueak-"));
                assert_same(&left, &made, &here);
            }
            1 => {
                assert_eq!(outcome.errors.lines().count(), 1, "{here}");
                assert!(outcome.errors.starts_with("pipsqueak: ") && outcome.errors.contains(fault.told()), "{here}");
            }
            status => assert_eq!((status, fault), (KILLED, Fault::Kill), "{here}"),
        }
        *n_endings.entry(outcome.status).or_insert(0) += 1;
        let again = pipsqueak(&line, "");
        assert_eq!(again.status, 0, "{here}, then {again:?}");
        assert_same(&(case.made)(&folder), &made, &here);
    }
    println!("{line:?}: {} calls; faults by the status after them: {n_endings:?}", calls.len());
    assert!(n_endings[&1] > 0 && n_endings[&KILLED] > 0, "{n_endings:?}");
}

#[track_caller]
fn assert_same(left: &Files, made: &Files, here: &str) {
    assert!(left.keys().eq(made.keys()), "{:?} are left: {here}", left.keys());
    for (name, bytes) in left {
        assert!(made[name] == *bytes, "{name} is not what it is without the fault: {here}");
    }
}

#[test]
fn a_run_loses_nothing_and_ends_with_the_same_bytes() {
    let place = tempfile::tempdir().unwrap();
    let run = place.path().join("run");
    let small = "evolve --preset quick --population 4 --seed 5 --set elite_games=2 --set final_games=20 --set \
        fitness.deals=4 --threads 1 --generations";
    let small: Vec<&str> = small.split_whitespace().collect();
    let settings = pipsqueak(&[&small[..], &["2", "--print-settings"]].concat(), "");
    let before = Files::from([("settings".to_owned(), settings.output.into_bytes())]);
    let line = ["evolve", "--settings", "FOLDER/settings", "--out", "FOLDER/run", "--threads", "1"];
    try_faults(&Case { before, line: &line, kept: &[&only("settings")], made: &comparable });
    // A run that had ended, with a champion, is given more generations.
    let ended = pipsqueak(&[&small[..], &["1", "--out", run.to_str().unwrap()]].concat(), "");
    assert_eq!(ended.status, 0, "{ended:?}");
    let line = ["evolve", "--resume", "FOLDER", "--generations", "3", "--threads", "1"];
    let kept: [Look<'_>; 2] = [&only("run.toml"), &only("champion.pips")];
    try_faults(&Case { before: snapshot(&run), line: &line, kept: &kept, made: &comparable });
}

#[test]
fn a_study_loses_nothing_and_ends_with_the_same_bytes() {
    let settings = "seeds = 2\npreset = \"quick\"\n[base]\npopulation = 4\ngenerations = 1\nelite_games = 2\n\
        final_games = 20\nfinalists = 1\n[base.fitness]\ndeals = 4\n";
    let before = Files::from([("study.toml".to_owned(), settings.into())]);
    let line = ["study", "FOLDER/study.toml", "--out", "FOLDER/out", "--threads", "1"];
    try_faults(&Case { before, line: &line, kept: &[&only("study.toml")], made: &comparable });
}

/// The champion on a board in a file. The numbers of uploads differ.
fn champion(folder: &Path) -> Files {
    let port = format!("sim:{}", folder.join("board").display());
    let told = pipsqueak(&["device", "--port", &port, "--json"], "");
    assert_eq!(told.status, 0, "{told:?}");
    let told: Value = serde_json::from_str(&told.output).unwrap();
    let champions = told["champions"].as_array().unwrap().iter();
    let fingerprints = champions.map(|champion| champion["fingerprint"].to_string()).collect::<Vec<_>>();
    let names = snapshot(folder).into_keys().filter(|name| !name.starts_with(".pipsqueak-new-"));
    names.map(|name| (name, Vec::new())).chain([("champions".to_owned(), fingerprints.concat().into())]).collect()
}

#[test]
fn a_board_in_a_file_has_the_old_champion_or_the_new_one() {
    let place = tempfile::tempdir().unwrap();
    let port = format!("sim:{}", place.path().join("board").display());
    assert_eq!(pipsqueak(&["flash", "If(HasFlush, 1, 0)", "--port", &port], "").status, 0);
    let line = ["flash", "If(HasPair, 1, 0)", "--port", "sim:FOLDER/board"];
    try_faults(&Case { before: snapshot(place.path()), line: &line, kept: &[&champion], made: &champion });
}

#[test]
fn a_page_is_the_old_one_or_the_new_one_with_the_users_files() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    fs::write(path("wasm"), b"\0asm").unwrap();
    fs::write(path("firmware"), elf(40, 0, &[7; 16])).unwrap();
    let line = "page FOLDER/page --wasm FOLDER/wasm --boards-wasm FOLDER/wasm --search-wasm FOLDER/wasm --firmware FOLDER/firmware";
    let written = pipsqueak(&line.replace("FOLDER", place.path().to_str().unwrap()).split(' ').collect::<Vec<_>>(), "");
    assert_eq!(written.status, 0, "{written:?}");
    fs::write(path("page/CNAME"), "the user's").unwrap();
    fs::write(path("page/app.js"), "of an earlier version").unwrap();
    let page = |folder: &Path| snapshot(&folder.join("page"));
    let kept: [Look<'_>; 3] = [&page, &only("wasm"), &only("firmware")];
    let line: Vec<&str> = line.split(' ').collect();
    try_faults(&Case { before: snapshot(place.path()), line: &line, kept: &kept, made: &comparable });
}

#[test]
fn a_transcript_is_the_old_one_or_the_new_one() {
    let before = Files::from([("record".to_owned(), b"the record of an earlier league\n".to_vec())]);
    let line = ["league", "greedy", "random", "--games", "20", "--threads", "1", "--transcript", "FOLDER/record"];
    try_faults(&Case { before, line: &line, kept: &[&only("record")], made: &comparable });
}
