//! The modules of every crate form layers: no module uses one that uses it. This is read from the `crate::` paths in the
//! source files; `docs/layers.svg` shows it.

mod picture;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a crate with those that each one uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Which top-level modules of a crate use which others, by `crate::` paths.
fn uses(source: &Path) -> Uses {
    let mut modules = Uses::new();
    for entry in fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        if !matches!(name.as_str(), "lib" | "main") {
            modules.insert(name, files_below(&entry).iter().flat_map(|file| named_in(file)).collect());
        }
    }
    let known: BTreeSet<String> = modules.keys().cloned().collect();
    for (module, named) in &mut modules {
        named.retain(|other| known.contains(other) && other != module);
    }
    modules
}

fn files_below(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| files_below(&entry.unwrap().path())).collect()
}

/// The words after `crate::` in a file's code, without comments and tests, which may use everything.
fn named_in(file: &Path) -> BTreeSet<String> {
    let is_test =
        |file: &Path| matches!(file.file_stem().and_then(|stem| stem.to_str()), Some("tests" | "testing" | "toy"));
    if is_test(file) {
        return BTreeSet::new();
    }
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(words_after_crate).collect()
}

fn words_after_crate(line: &str) -> Vec<String> {
    let word =
        |text: &str| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap().to_owned();
    let paths = line.split("crate::").skip(1).filter(|_| !line.contains("$crate::"));
    paths
        .flat_map(|path| match path.strip_prefix('{') {
            Some(list) => list.split(',').map(|item| word(item.trim())).collect(),
            None => vec![word(path)],
        })
        .collect()
}

/// Cycles among modules, each as the path from one back to itself.
fn cycles(uses: &Uses) -> Vec<Vec<String>> {
    fn walk(uses: &Uses, path: &mut Vec<String>, done: &mut BTreeSet<String>, found: &mut Vec<Vec<String>>) {
        let here = path[path.len() - 1].clone();
        for next in &uses[&here] {
            if let Some(start) = path.iter().position(|module| module == next) {
                found.push([&path[start..], std::slice::from_ref(next)].concat());
            } else if !done.contains(next) {
                path.push(next.clone());
                walk(uses, path, done, found);
                path.pop();
            }
        }
        done.insert(here);
    }
    let (mut done, mut found) = (BTreeSet::new(), Vec::new());
    for module in uses.keys() {
        if !done.contains(module) {
            walk(uses, &mut vec![module.clone()], &mut done, &mut found);
        }
    }
    found
}

#[test]
fn no_module_uses_one_that_uses_it() {
    for source in ["core/src", "firmware/app/src", "host/lab/src", "host/src", "host/web/src"] {
        assert_eq!(cycles(&uses(&root().join(source))), Vec::<Vec<String>>::new(), "{source}");
    }
}

#[test]
fn only_the_command_line_knows_commands_and_games() {
    let uses = uses(&root().join("host/src"));
    let users: Vec<&str> =
        uses.iter().filter(|(_, named)| named.contains("games")).map(|(module, _)| module.as_str()).collect();
    assert_eq!(users, ["cli"]);
}

#[test]
fn a_cycle_is_found_with_its_path() {
    let of = |modules: &[(&str, &[&str])]| -> Uses {
        modules
            .iter()
            .map(|(name, used)| ((*name).to_owned(), used.iter().map(|&used| used.to_owned()).collect()))
            .collect()
    };
    assert!(cycles(&of(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let found = cycles(&of(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"])]));
    assert_eq!(found, [["a", "b", "c", "a"].map(str::to_owned).to_vec()]);
    assert_eq!(words_after_crate("use crate::{port, run::Folder};"), ["port", "run"]);
    assert_eq!(words_after_crate("    crate::terminal::text::name(x)"), ["terminal"]);
}

/// What the laboratory must not know, because the caller passes it in.
#[test]
fn the_laboratory_names_no_file_clock_terminal_process_or_signal() {
    let forbidden = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::time::Instant",
        "std::time::SystemTime",
        "stdin(",
        "stdout(",
        "stderr(",
        "println!",
        "mpi",
        "clap",
        "crossterm",
        "indicatif",
        "signal_hook",
    ];
    for file in files_below(&root().join("host/lab/src")) {
        let text = fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for line in code {
            for word in forbidden {
                let at = line.find(word);
                let is_word = at
                    .is_some_and(|at| !line[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_'));
                let ends =
                    at.is_some_and(|at| !line[at + word.len()..].starts_with(|letter: char| letter.is_alphanumeric()));
                assert!(!(is_word && ends), "{}: {}", file.display(), line.trim());
            }
        }
    }
}
