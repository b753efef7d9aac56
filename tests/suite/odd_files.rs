//! Odd files as arguments: each is refused in one line, and no existing file is lost.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pipsqueak_tests::binary::{Outcome, Running, command, pipsqueak, pipsqueak_within};
use pipsqueak_tests::runs::is_refused;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A study that is played in less than a second.
const STUDY: &str = "preset = \"quick\"\nseeds = 2\n[base]\npopulation = 4\ngenerations = 1\nelite_games = 2\n\
    final_games = 20\nfinalists = 1\nfitness.deals = 2\n[variants.one]\n[variants.two]\nmutation = 1.0\ncrossover = 0.0\n";

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// The path of a new file with this text.
    fn with(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }
}

/// Asserts a refusal within seconds of CPU time: parsing takes time linear in the size of a file, however deep it is.
fn is_refused_soon(arguments: &[&str], told: &str) {
    is_refused(&pipsqueak_within(20, arguments), told);
}

#[test]
fn large_deep_or_endless_settings_are_refused_soon() {
    let place = Place::new();
    let many: String = (0..70_000).map(|key| format!("a{key:05} = 1\n")).collect();
    let within: Vec<String> = (0..70_000).map(|key| format!("a{key:05}=1")).collect();
    let deep = 300_000;
    for (number, text) in [
        many,
        format!("a = {{{}}}", within.join(",")),
        format!("a = {}1{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}", "{a=".repeat(deep)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]", "a.".repeat(deep)),
        format!("{} = 1", "[".repeat(deep)),
        "population = 9".repeat(60_000),
        "\u{0}\u{1}\u{2}".repeat(1000),
    ]
    .into_iter()
    .enumerate()
    {
        let file = place.with(&format!("{number}.toml"), text);
        is_refused_soon(&["evolve", "--settings", &file, "--out", &place.path("run")], ".toml:1:");
        is_refused_soon(&["study", &file, "--out", &place.path("out")], ".toml:1:");
    }
    let fifo = place.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let study = place.with("study.toml", STUDY);
    for endless in [&fifo, "/dev/zero", "/dev/full"] {
        is_refused_soon(&["evolve", "--settings", endless, "--out", &place.path("run")], "not a file");
        is_refused_soon(&["study", endless, "--out", &place.path("out")], "not a file");
        is_refused_soon(&["study", &study, "--compare", endless, "--out", &place.path("out")], "not a file");
        is_refused_soon(&["page", &place.path("page"), "--wasm", endless], "there is no page's WebAssembly");
        is_refused_soon(&["flash", "--hex", &place.path("hex"), "--firmware", endless], "there is no firmware");
    }
    assert!(["run", "out", "page", "hex"].iter().all(|name| !Path::new(&place.path(name)).exists()));
}

#[test]
fn a_studys_size_is_bounded_and_its_title_is_escaped() {
    let place = Place::new();
    let variants = |n: usize| (0..n).map(|number| format!("[variants.v{number}]\n")).collect::<String>();
    let study = |name: &str, text: &str| pipsqueak(&["study", &place.with(name, text), "--check"], "");
    is_refused(&study("many", &format!("seeds = 1\n{}", variants(501))), "501 variants are more than 500");
    is_refused(&study("runs", &format!("seeds = 10000\n{}", variants(11))), "a study has at most 100000 runs");
    let shown = study("title", &format!("title = \"\\u001b[2Jwipe\\nd\"\n{STUDY}"));
    assert_eq!((shown.status, shown.errors.as_str()), (0, ""));
    assert!(shown.output.starts_with("?[2Jwipe?d\n"), "{}", shown.output);
    // A file's name is escaped too, and stays within its line.
    let refused = pipsqueak(&["show", "a\u{1b}[2J\nb.pips"], "");
    is_refused(&refused, "a?[2J?b.pips cannot be read");
}

#[test]
fn a_damaged_study_or_archive_is_reported() {
    let place = Place::new();
    let (file, out) = (place.with("small.toml", STUDY), place.path("out"));
    let study = |more: &[&str]| pipsqueak(&[&["study", &file, "--out", &out], more].concat(), "");
    assert_eq!(study(&[]).status, 0);
    let log = format!("{out}/runs/one/1/log.csv");
    let whole = fs::read_to_string(&log).unwrap();
    for damaged in
        ["", "x_win_percent\n1.5\n", "a,b\n1,2\n", "generation,x_win_percent\n1\n", "generation,x_win_percent\n1,1e9\n"]
    {
        fs::write(&log, damaged).unwrap();
        is_refused(&study(&[]), "log.csv is damaged");
    }
    fs::write(&log, whole).unwrap();
    let archived: Value = serde_json::from_slice(&fs::read(format!("{out}/results.json")).unwrap()).unwrap();
    for (key, value) in
        [("nodes", json!([])), ("curves", json!([[]])), ("curves", json!([[[1, 1e300]], []])), ("seeds", json!([]))]
    {
        let mut damaged = archived.clone();
        damaged["variants"][0][key] = value;
        let damaged = place.with("archive.json", damaged.to_string());
        is_refused(&study(&["--compare", &damaged]), "is not the results of a study");
    }
    let mut renamed = archived;
    renamed["title"] = "\u{1b}]0;x\u{7}".into();
    let told = study(&["--compare", &place.with("archive.json", renamed.to_string())]);
    assert!(told.status == 0 && told.output.contains("?]0;x?/one") && !told.output.contains('\u{1b}'), "{told:?}");
}

#[test]
fn a_studys_file_may_lie_in_its_own_folder_and_a_file_is_no_folder() {
    let place = Place::new();
    fs::create_dir(place.path("out")).unwrap();
    let file = place.with("out/study.toml", STUDY);
    let outcome = pipsqueak(&["study", &file, "--out", &place.path("out")], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let no_folder = place.with("file", "");
    is_refused(&pipsqueak(&["study", &file, "--out", &no_folder], ""), "exists already and is not a study");
}

/// A champion, a board with one, a transcript and firmware must not be overwritten.
#[test]
fn no_option_overwrites_the_input_of_another() {
    let place = Place::new();
    let (champion, board) = (place.path("c.pips"), place.path("board"));
    let port = format!("sim:{board}");
    assert_eq!(pipsqueak(&["flash", "champion", "--port", &port], "").status, 0);
    assert_eq!(pipsqueak(&["device", "--port", &port, "--read", &champion], "").status, 0);
    let run = place.path("run");
    fs::create_dir(&run).unwrap();
    let of_run = place.path("run/champion.pips");
    fs::copy(&champion, &of_run).unwrap();
    let (link, elf) = (place.path("link"), place.with("elf", "elf"));
    symlink("board", &link).unwrap();
    let seat = format!("board:{port}");
    for line in [
        &["league", &champion, "greedy", "--games", "2", "--transcript", &champion][..],
        &["league", &seat, "greedy", "--games", "2", "--transcript", &link],
        &["match", "--port", "sim", "--games", "2", "--opponent", &champion, "--transcript", &champion],
        &["match", "--port", &port, "--games", "2", "--transcript", &board],
        &["match", "--port", "sim:new", "--games", "2", "--transcript", "./new"],
        &["play", "fiveo", "--against", &champion, "--transcript", &champion],
        &["device", "--port", &port, "--read", &board],
        &["device", "--port", &port, "--renew", &link],
        &["flash", &champion, "--uf2", &champion],
        &["flash", "--hex", &elf, "--firmware", &elf],
        &["show", &run, "--out", &of_run],
    ] {
        let before = [&champion, &board, &of_run, &elf].map(|file| fs::read(file).unwrap());
        is_refused(&pipsqueak(line, ""), "would overwrite the input");
        assert_eq!([&champion, &board, &of_run, &elf].map(|file| fs::read(file).unwrap()), before, "{line:?}");
    }
    assert!(!Path::new("new").exists());
    // Numbers and names of players are not files.
    let mut command = command(&["league", "greedy", "random", "--games", "2", "--seed", "3", "--transcript", "3"]);
    let outcome = Running::spawn(command.current_dir(place.0.path()).stdin(Stdio::null())).wait();
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
}

#[test]
fn an_endless_line_is_refused() {
    let mut command = command(&["play", "fiveo", "--plain"]);
    let outcome = Running::spawn(command.stdin(File::open("/dev/zero").unwrap())).wait_for_the_end();
    is_refused_in(&outcome, "a line of the input has more than 4096 bytes");
}

fn is_refused_in(outcome: &Outcome, told: &str) {
    assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{outcome:?}");
    assert!(outcome.errors.contains(told), "{}", outcome.errors);
}

#[test]
fn a_run_is_locked_while_it_is_played() {
    let place = Place::new();
    let run = place.path("run");
    let mut first = Running::start(&["evolve", "--population", "50", "--out", &run]);
    first.wait_until(|| Path::new(&run).join("log.csv").exists());
    let who = format!("run.toml is in use by pipsqueak evolve (process {})", first.id());
    is_refused(&pipsqueak(&["evolve", "--resume", &run], ""), &who);
    is_refused(&pipsqueak(&["evolve", "--seed", "2", "--out", &run], ""), "holds a run with other settings");
    // A crash leaves no lock behind.
    first.kill();
    let mut next = Running::start(&["evolve", "--resume", &run]);
    next.work_for(Duration::from_millis(1000));
    next.interrupt();
    let outcome = next.wait();
    assert!(outcome.status == 130 && outcome.errors.contains("Continue with: "), "{outcome:?}");
    assert!(!Path::new(&run).join(".run.toml.lock").exists());
}

/// Starts a self-test of the board in a file; its temporary files go into this folder.
fn self_test(place: &Place, port: &str, decisions: &str) -> Running {
    let mut test = command(&["device", "--port", port, "--selftest", "--decisions", decisions, "--json"]);
    test.env("TMPDIR", place.0.path());
    Running::spawn(test.stdin(Stdio::null()))
}

#[test]
fn an_interrupted_self_test_prints_its_results_so_far() {
    let place = Place::new();
    let mut running = self_test(&place, "sim", "100000");
    running.work_for(Duration::from_millis(1500));
    running.interrupt();
    let outcome = running.wait();
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!((outcome.status, &report["interrupted"], &report["passed"]), (130, &true.into(), &false.into()));
    let checks = report["checks"].as_array().unwrap();
    let names: Vec<&str> = checks.iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["link", "noise"]) && !names.contains(&"memory"), "{report}");
    assert!(checks.iter().all(|check| check["outcome"] == "passed"), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_self_test_that_is_killed_loses_no_champion() {
    use pipsqueak_tests::faults::{Fault, KILLED, restore, run_with_variables, snapshot};
    use pipsqueak_tests::sized;

    let place = Place::new();
    let (port, file) = (format!("sim:{}", place.path("board")), place.path("c.pips"));
    assert_eq!(pipsqueak(&["flash", "If(HasFlush, 1, 0)", "--port", &port], "").status, 0);
    assert_eq!(pipsqueak(&["device", "--port", &port, "--read", &file], "").status, 0);
    let champion = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let copies = || {
        let entries = fs::read_dir(place.0.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|end| end == "pips")).collect::<Vec<_>>()
    };
    let before = snapshot(place.0.path());
    let test = ["device", "--port", &port, "--selftest", "--decisions", "1"];
    // Temporary files go into the folder.
    let tested = |fault| run_with_variables(&[("TMPDIR", place.0.path())], fault, place.0.path(), &test);
    let (told, calls) = tested(None);
    assert!(told.status == 0 && told.errors.contains("a copy of it is in "), "{told:?}");
    assert!(copies().is_empty(), "the copy goes when the champion is back");
    let of_copy = |call: &String| call.ends_with(".pips");
    let [first, last] =
        [calls.iter().position(of_copy), calls.iter().rposition(of_copy)].map(|place| place.unwrap() + 1);
    assert!(calls[last - 1].starts_with("unlink"), "{}", calls[last - 1]);
    // From before the copy is made until after it is removed.
    let n_places = sized(8, 60);
    let mut n_copies = 0;
    for n in (0..=n_places).map(|place| first + (last + 1 - first) * place / n_places) {
        restore(place.0.path(), &before);
        assert_eq!(tested(Some((Fault::Kill, n..=n))).0.status, KILLED, "at call {n}");
        // Wherever it is killed, the champion is on the board or in the copy.
        let kept: Vec<_> = copies().iter().map(|copy| fs::read(copy).unwrap()).collect();
        let back = place.path("back");
        assert_eq!(pipsqueak(&["device", "--port", &port, "--read", &back], "").status, 0);
        let is_on_board = fs::read(&back).unwrap() == champion;
        assert!(is_on_board || kept.contains(&champion), "at call {n} it is neither on the board nor in a file");
        n_copies += usize::from(!kept.is_empty());
    }
    assert!(n_copies >= n_places - 1, "{n_copies} of {n_places}: it was killed while there was a copy");
}
