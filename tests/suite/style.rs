//! The style check: words that we do not use, the length of files, and the length of documents. Reads tracked files as text.
//!
//! `data/words.txt` has the words and what to write instead; `data/words_allowed.txt` the places that still have one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most lines a Rust file may have.
const MAX_LINES: usize = 500;
/// The most words a document may have.
const MAX_WORDS: [(&str, usize); 3] = [("README.md", 1_500), ("RESULTS.md", 3_000), ("ARCHITECTURE.md", 1_700)];
const WORDS: &str = include_str!("../data/words.txt");
const ALLOWED: &str = include_str!("../data/words_allowed.txt");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The tracked files with one of these extensions, with their text.
fn tracked(extensions: &[&str]) -> Vec<(String, String)> {
    let listed = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output().expect("git is installed");
    assert!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
    let names = String::from_utf8(listed.stdout).expect("the names of files are UTF-8");
    let is_wanted = |name: &&str| name.rsplit_once('.').is_some_and(|(_, end)| extensions.contains(&end));
    // A file that is deleted but not yet committed has no text.
    let read = |name: &str| Some((name.to_owned(), fs::read_to_string(root().join(name)).ok()?));
    let files: Vec<_> = names.split('\0').filter(is_wanted).filter_map(read).collect();
    assert!(files.len() > 10, "only {} files are found", files.len());
    files
}

/// The lines of a list without its comments, each split at its tab.
fn entries(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap_or_else(|| panic!("a line without a tab: {line}")))
}

/// The words of a text in lower case, with their line numbers. Underscores separate words, so that names are checked
/// too.
fn words(text: &str) -> Vec<(usize, String)> {
    let of_line = |line: &str| {
        let words = line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    text.lines().zip(1..).flat_map(|(line, number)| of_line(line).into_iter().map(move |word| (number, word))).collect()
}

/// The lines on which a phrase begins.
fn lines_with(words: &[(usize, String)], phrase: &str) -> Vec<usize> {
    let phrase: Vec<String> = phrase.split(' ').map(str::to_lowercase).collect();
    let is_it = |window: &&[(usize, String)]| window.iter().map(|(_, word)| word).eq(&phrase);
    words.windows(phrase.len()).filter(is_it).map(|window| window[0].0).collect()
}

#[test]
fn no_file_contains_a_word_that_we_do_not_use() {
    let allowed: BTreeSet<(&str, &str)> = entries(ALLOWED).collect();
    let mut needed = BTreeSet::new();
    let mut found = Vec::new();
    let files = tracked(&["rs", "md", "js", "py"]);
    for (path, text) in &files {
        let words = words(text);
        for (phrase, instead) in entries(WORDS) {
            let lines = lines_with(&words, phrase);
            if lines.is_empty() {
                continue;
            }
            match allowed.get(&(path.as_str(), phrase)) {
                Some(entry) => _ = needed.insert(*entry),
                None => found.extend(lines.iter().map(|line| format!("{path}:{line}: \"{phrase}\"; write {instead}"))),
            }
        }
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
    let spare: Vec<_> = allowed.difference(&needed).collect();
    assert!(spare.is_empty(), "remove from words_allowed.txt what is no longer needed: {spare:?}");
}

#[test]
fn no_rust_file_is_longer_than_500_lines() {
    let files = tracked(&["rs"]);
    let lengths = files.iter().map(|(path, text)| (path, text.lines().count()));
    let long: Vec<_> = lengths.filter(|(_, n_lines)| *n_lines > MAX_LINES).collect();
    assert!(long.is_empty(), "more than {MAX_LINES} lines: {long:?}");
}

#[test]
fn documents_are_as_short_as_they_promise() {
    for (path, max_words) in MAX_WORDS {
        let n_words = fs::read_to_string(root().join(path)).unwrap().split_whitespace().count();
        assert!(n_words <= max_words, "{path} has {n_words} words, more than {max_words}");
    }
}

#[test]
fn a_word_is_found_in_prose_in_names_and_across_lines_but_not_inside_another() {
    let text = "// Two pips\n// of a kind.\nfn two_pips() {}\nlet PIPS = pipsqueak;\n";
    let words = words(text);
    assert_eq!(lines_with(&words, "pips"), [1, 3, 4]);
    assert_eq!(lines_with(&words, "pips of"), [1]);
    assert_eq!(lines_with(&words, "two pips"), [1, 3]);
    assert_eq!(lines_with(&words, "squeak"), [0; 0]);
}

#[test]
fn every_word_that_we_do_not_use_has_something_to_write_instead() {
    let mut phrases = BTreeSet::new();
    for (phrase, instead) in entries(WORDS) {
        assert!(!instead.trim().is_empty(), "{phrase}");
        assert!(phrases.insert(phrase), "{phrase} is listed twice");
    }
    for (path, phrase) in entries(ALLOWED) {
        assert!(phrases.contains(phrase), "{path}: {phrase} is not in words.txt");
    }
}
