//! How the workspaces fit together. The root workspace and the boards have a lock file each. Code that runs on both
//! sides must be the same: from the application down, both must have the same versions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use toml::{Table, Value};

/// All dependencies of a package, with version and checksum.
fn made_of(lock: &str, package: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(lock);
    let lock: Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let mut found = BTreeSet::new();
    let mut wanted = vec![package.to_owned()];
    while let Some(wish) = wanted.pop() {
        // A dependency is a name, with its version where there are several.
        let (name, version) =
            wish.split_once(' ').map_or((wish.as_str(), None), |(name, version)| (name, Some(version)));
        let text = |package: &Value, key| package.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let is_it = |package: &&Value| {
            text(package, "name") == name && version.is_none_or(|version| text(package, "version") == version)
        };
        let package = packages.iter().find(is_it).unwrap_or_else(|| panic!("{wish} is not in its lock file"));
        let identity = ["name", "version", "checksum"].map(|key| text(package, key)).join(" ");
        if found.insert(identity) {
            let dependencies = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
            wanted.extend(dependencies.filter_map(Value::as_str).map(str::to_owned));
        }
    }
    found
}

#[test]
fn host_and_boards_are_built_from_the_same_versions() {
    // Test-only and log-only dependencies of either side do not reach the other.
    let ours = made_of("Cargo.lock", "pipsqueak-app");
    let boards = made_of("firmware/Cargo.lock", "pipsqueak-app");
    assert!(boards.len() > 10);
    let differing: Vec<&String> = boards.difference(&ours).collect();
    assert!(differing.is_empty(), "only in firmware/Cargo.lock: {differing:#?}");
}

/// The README's first command names no program.
#[test]
fn cargo_run_has_a_default_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut cargo = Command::new(env!("CARGO"));
    let asked = cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    let is_default =
        |package: &&serde_json::Value| told["workspace_default_members"].as_array().unwrap().contains(&package["id"]);
    let packages = told["packages"].as_array().unwrap().iter().filter(is_default);
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    let programs = targets.filter(|target| target["kind"][0] == "bin").map(|target| target["name"].as_str().unwrap());
    assert_eq!(programs.collect::<Vec<_>>(), ["pipsqueak"]);
}
