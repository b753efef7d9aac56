//! `deny.toml` and the four lock files: licences, banned crates and sources. `cargo deny` checks the same and advisories
//! too, with a database that must be downloaded.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde::Deserialize;
use serde_json::{Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const WORKSPACES: [&str; 4] = [".", "firmware", "host/web", "tests/fuzz"];

#[derive(Deserialize)]
struct Policy {
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

/// A crate that only its wrappers may use.
#[derive(Deserialize)]
struct Ban {
    #[serde(rename = "crate")]
    name: String,
    wrappers: Vec<String>,
}

#[derive(Deserialize)]
struct Sources {
    #[serde(rename = "allow-registry")]
    registries: Vec<String>,
}

fn policy() -> Policy {
    toml::from_str(&fs::read_to_string(format!("{ROOT}/deny.toml")).unwrap()).unwrap()
}

/// A workspace's packages from its lock file, and who uses them, as cargo tells.
fn metadata(workspace: &str) -> Value {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path"]);
    let told = cargo.arg(format!("{ROOT}/{workspace}/Cargo.toml")).output().unwrap();
    assert!(told.status.success(), "{workspace}: {}", String::from_utf8_lossy(&told.stderr));
    serde_json::from_slice(&told.stdout).unwrap()
}

/// Whether a licence expression (SPDX; older packages write `/` for OR) can be met with licences that are allowed.
fn is_met(expression: &str, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace().peekable();
    let is_met = any_of(&mut words, is_allowed);
    is_met && words.next().is_none()
}

type Words<'w> = std::iter::Peekable<std::str::SplitWhitespace<'w>>;

fn any_of(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut is_met = all_of(words, is_allowed);
    while words.next_if_eq(&"OR").is_some() {
        is_met |= all_of(words, is_allowed);
    }
    is_met
}

fn all_of(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut is_met = one(words, is_allowed);
    while words.next_if_eq(&"AND").is_some() {
        is_met &= one(words, is_allowed);
    }
    is_met
}

fn one(words: &mut Words<'_>, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    match words.next() {
        Some("(") => any_of(words, is_allowed) & words.next_if_eq(&")").is_some(),
        Some(name) if words.next_if_eq(&"WITH").is_some() => {
            is_allowed(&format!("{name} WITH {}", words.next().unwrap_or_default()))
        }
        Some(name) => is_allowed(name),
        None => false,
    }
}

/// Everything in a workspace that the policy forbids.
fn violations(metadata: &Value, policy: &Policy) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    let mut names = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let (name, source) = (text(&package["name"]), text(&package["source"]));
        names.insert(text(&package["id"]), name.clone());
        // Our own.
        if package["source"].is_null() {
            continue;
        }
        let exceptions = policy.licenses.exceptions.iter().filter(|exception| exception.name == name);
        let allowed: Vec<&String> =
            policy.licenses.allow.iter().chain(exceptions.flat_map(|exception| &exception.allow)).collect();
        let licence = text(&package["license"]);
        if !is_met(&licence, &|asked| allowed.iter().any(|allowed| *allowed == asked)) {
            found.push(format!("{name}: licence {licence:?}"));
        }
        let registry = source.strip_prefix("registry+").unwrap_or_default();
        if !policy.sources.registries.iter().any(|known| known == registry) {
            found.push(format!("{name}: source {source:?}"));
        }
    }
    for (user, used) in uses(metadata, &names) {
        let ban = policy.bans.deny.iter().find(|ban| ban.name == used);
        if ban.is_some_and(|ban| !ban.wrappers.contains(&user)) {
            found.push(format!("{used}: used by {user}"));
        }
    }
    found
}

/// Which package uses which, by their names.
fn uses(metadata: &Value, names: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let name = |id: &Value| names[id.as_str().unwrap()].clone();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap().iter();
    let pairs = nodes.flat_map(|node| {
        let used = node["dependencies"].as_array().unwrap().iter();
        used.map(|used| (name(&node["id"]), name(used))).collect::<Vec<_>>()
    });
    pairs.collect()
}

#[test]
fn licences_bans_and_sources_of_all_lock_files_are_those_of_the_policy() {
    let policy = policy();
    let mut n_packages = 0;
    let mut used = Vec::new();
    for workspace in WORKSPACES {
        let metadata = metadata(workspace);
        let found = violations(&metadata, &policy);
        assert!(found.is_empty(), "{workspace}: {found:#?}");
        let packages = metadata["packages"].as_array().unwrap();
        n_packages += packages.len();
        used.extend(packages.iter().map(|package| package["name"].as_str().unwrap().to_owned()));
    }
    assert!(n_packages > 500, "{n_packages}");
    // The policy names nothing that is gone.
    let bans = policy
        .bans
        .deny
        .iter()
        .filter(|ban| !ban.wrappers.is_empty())
        .flat_map(|ban| [&ban.name].into_iter().chain(&ban.wrappers));
    for name in bans.chain(policy.licenses.exceptions.iter().map(|exception| &exception.name)) {
        assert!(used.contains(name), "deny.toml names {name}, which no lock file has");
    }
}

#[test]
fn a_forbidden_licence_source_or_crate_is_found() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let package = |name: &str, licence: Value, source: &str| json!({ "id": name, "name": name, "license": licence, "source": source });
    let metadata = json!({
        "packages": [
            package("good", "(MIT OR GPL-3.0-only) AND Unicode-3.0".into(), REGISTRY),
            package("old", "GPL-2.0/MIT".into(), REGISTRY),
            package("llvm", "Apache-2.0 WITH LLVM-exception".into(), REGISTRY),
            package("free", "GPL-3.0-only".into(), REGISTRY),
            package("both", "MIT AND GPL-3.0-only".into(), REGISTRY),
            package("other", "MPL-2.0".into(), REGISTRY),
            package("serialport", "MPL-2.0".into(), REGISTRY),
            package("none", Value::Null, REGISTRY),
            package("git", "MIT".into(), "git+https://example.org/git"),
            package("paste", "MIT".into(), REGISTRY),
        ],
        "resolve": { "nodes": [
            { "id": "good", "dependencies": ["paste", "old"] },
            { "id": "paste", "dependencies": [] },
        ] },
    });
    let mut found = violations(&metadata, &policy());
    found.sort();
    let expected = [
        "both: licence \"MIT AND GPL-3.0-only\"",
        "free: licence \"GPL-3.0-only\"",
        "git: source \"git+https://example.org/git\"",
        "none: licence \"\"",
        "other: licence \"MPL-2.0\"",
        "paste: used by good",
    ];
    assert_eq!(found, expected);
}
