//! Temporary files that killed programs leave behind, and their removal.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Duration;

use pipsqueak_tests::binary::{Running, pipsqueak};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn the_next_program_removes_the_unfinished_file_of_a_killed_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (record, shown) = (path("record"), path("shown"));
    let line = ["league", "greedy", "random", "--games", "100000000", "--transcript", &record];
    let mut killed = Running::start(&line);
    while names(folder.path()).is_empty() {
        assert!(!killed.has_ended(), "{:?}", killed.wait());
        thread::sleep(Duration::from_millis(2));
    }
    killed.kill();
    let leftover = names(folder.path()).remove(0);
    assert!(leftover.starts_with(".pipsqueak-new-"));
    // A file of a program that is still writing, and one that the user named like that.
    let mut writing = Running::start(&line);
    while names(folder.path()).iter().all(|name| *name == leftover) {
        assert!(!writing.has_ended(), "{:?}", writing.wait());
        thread::sleep(Duration::from_millis(2));
    }
    assert!(!names(folder.path()).contains(&leftover));
    fs::write(path(".pipsqueak-new-killed"), "").unwrap();
    let own = [".pipsqueak-new-ideas", ".pipsqueak-new-a.text", ".pipsqueak-new-", ".new-abcdef"];
    own.iter().for_each(|name| fs::write(path(name), "").unwrap());
    let held = File::create(path(".pipsqueak-new-abcdef")).unwrap();
    held.try_lock().unwrap();
    assert_eq!(pipsqueak(&["show", "champion", "--out", &shown], "").status, 0);
    let left = names(folder.path());
    let own = own.iter().chain(&["shown", ".pipsqueak-new-abcdef"]).map(|name| (*name).to_owned());
    let (expected, others): (Vec<String>, Vec<String>) =
        left.into_iter().partition(|name| own.clone().any(|own| own == *name));
    assert_eq!(expected.len(), 6, "{expected:?}");
    assert_eq!(others.len(), 1, "the file that is written to, and no other: {others:?}");
    // It is not disturbed.
    writing.work_for(Duration::from_millis(200));
    writing.interrupt();
    let outcome = writing.wait();
    assert_eq!(outcome.status, 130, "{outcome:?}");
    assert!(names(folder.path()).contains(&"record".to_owned()));
}
