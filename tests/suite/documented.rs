//! The documented commands work: every command of the README, of the pages in `docs` and of every `--help` is run, and
//! every range that a help text states is the range that is accepted. Commands inside the sentences of a page are
//! parsed.
//!
//! Four things differ from what a user does. Commands that would take minutes get smaller counts; boards are simulated
//! (`sim`) where a page names a serial port or the emulator, which has tests of its own; games are played in plain mode
//! and quit at once; and the server listens on a free port, opens no browser, and is stopped by Ctrl-C. Commands that
//! build the firmware or the page's WebAssembly (`--hex`, `--uf2`, `page`) are run by the tests of the released
//! program, which embeds both.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command as Process;
use std::thread;
use std::time::Duration;

use clap::{ArgAction, Command};
use pipsqueak::ALL;
use pipsqueak_tests::binary::{Outcome, Running, command};
use pipsqueak_tests::documented::{needs_a_build, of_help, of_page, of_sentences};

const README: &str = include_str!("../../README.md");
/// The other pages with commands.
const PAGES: [(&str, &str); 11] = [
    ("RESULTS.md", include_str!("../../RESULTS.md")),
    ("CHANGELOG.md", include_str!("../../CHANGELOG.md")),
    ("docs/boards.md", include_str!("../../docs/boards.md")),
    ("docs/cluster.md", include_str!("../../docs/cluster.md")),
    ("docs/extending.md", include_str!("../../docs/extending.md")),
    ("docs/lab.md", include_str!("../../docs/lab.md")),
    ("docs/link.md", include_str!("../../docs/link.md")),
    ("docs/notebook.md", include_str!("../../docs/notebook.md")),
    ("docs/players.md", include_str!("../../docs/players.md")),
    ("docs/search.md", include_str!("../../docs/search.md")),
    ("docs/serve.md", include_str!("../../docs/serve.md")),
];

/// The command as the test runs it.
fn adapted(words: &[String]) -> Vec<String> {
    let mut words: Vec<String> = words.to_vec();
    let has = |words: &[String], word: &str| words.iter().any(|other| other == word);
    let name = words.first().cloned().unwrap_or_default();
    for word in &mut words {
        if let Some(rest) = word.strip_prefix("board:qemu") {
            *word = format!("board:sim{rest}");
        } else if word.starts_with("/dev/tty") || word.starts_with("tcp:") {
            *word = "sim".to_owned();
        } else if let Some(rest) = word.strip_prefix("qemu") {
            *word = format!("sim{rest}");
        }
    }
    let needs_board = matches!(name.as_str(), "match" | "flash" | "device") && !has(&words, "--hex");
    if needs_board && !has(&words, "--port") {
        words.extend(["--port".to_owned(), "sim".to_owned()]);
    }
    let smaller: &[&str] = match name.as_str() {
        "evolve" if !has(&words, "--generations") && !has(&words, "--resume") && !has(&words, "--print-settings") => {
            &["--generations", "2", "--population", "20", "--set", "final_games=2000"]
        }
        "league" | "match" if !has(&words, "--games") => &["--games", "4"],
        "play" if !has(&words, "--plain") => &["--plain"],
        _ => &[],
    };
    words.extend(smaller.iter().map(|&word| word.to_owned()));
    words
}

/// The server as the test runs it: on a free port, without a browser, and with a dummy WebAssembly.
fn adapted_server(folder: &Path, words: &[String]) -> Vec<String> {
    let mut words: Vec<String> = words.iter().filter(|word| *word != "--open").cloned().collect();
    if let Some(place) = words.iter().position(|word| word == "--address") {
        words.drain(place..place + 2);
    }
    let wasm = folder.join("wasm");
    fs::write(&wasm, b"\0asm").unwrap();
    words.extend(["--address", "127.0.0.1:0", "--wasm", wasm.to_str().unwrap()].map(str::to_owned));
    words
}

/// Starts the server, waits until it prints its address, and stops it as Ctrl-C does.
fn serve(folder: &Path, words: &[String]) -> Outcome {
    let words = adapted_server(folder, words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = folder.join("said");
    let mut process: Process = command(&words);
    process.current_dir(folder).stdout(fs::File::create(&output).unwrap());
    let mut running = Running::spawn(&mut process);
    while fs::read_to_string(&output).unwrap().is_empty() && !running.has_ended() {
        thread::sleep(Duration::from_millis(20));
    }
    if !running.has_ended() {
        running.interrupt();
    }
    let ended = running.wait();
    Outcome { output: fs::read_to_string(output).unwrap(), ..ended }
}

/// Runs a command in a folder, with input that quits at once.
fn run(folder: &Path, words: &[String]) -> Outcome {
    if words.first().is_some_and(|word| word == "serve") {
        return serve(folder, words);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut process: Process = command(&words);
    process.current_dir(folder);
    let input = fs::File::open(folder.join("quit.txt")).unwrap();
    process.stdin(input);
    Running::spawn(&mut process).wait()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("quit.txt"), "q\nq\nq\n").unwrap();
    // A reader of the README is in a clone; a study's example uses a file beside it.
    fs::create_dir_all(folder.path().join("docs/studies")).unwrap();
    for file in ["docs/studies/report.toml", "report.toml"] {
        fs::write(folder.path().join(file), include_str!("../../docs/studies/report.toml")).unwrap();
    }
    fs::create_dir_all(folder.path().join("docs/records")).unwrap();
    for (file, record) in [
        ("evolved-pairing", include_str!("../../docs/records/evolved-pairing.jsonl")),
        ("evolved-full-strategy", include_str!("../../docs/records/evolved-full-strategy.jsonl")),
    ] {
        fs::write(folder.path().join("docs/records").join(file).with_extension("jsonl"), record).unwrap();
    }
    folder
}

/// Commands that are documented to fail.
const FAILING: [&str; 1] = ["mastermind optimal --max 4"];

fn check(folder: &Path, words: &[String]) {
    let outcome = run(folder, &adapted(words));
    let line = words.join(" ");
    let expected = match words.first().map(String::as_str) {
        Some("serve") => 130,
        _ => i32::from(FAILING.contains(&line.as_str())),
    };
    assert_eq!(outcome.status, expected, "pipsqueak {line}\n{}\n{}", outcome.output, outcome.errors);
    let writes_a_file =
        words.iter().any(|word| word == "--out") && ["show", "search", "checkers"].contains(&words[0].as_str());
    assert!(!outcome.output.is_empty() || writes_a_file || expected != 0, "pipsqueak {line} says nothing");
}

#[test]
fn every_command_of_the_readme_works() {
    let commands = of_page(README);
    assert!(commands.len() >= 15, "only {} commands are found", commands.len());
    let folder = folder();
    for words in &commands {
        if !needs_a_build(words) {
            check(folder.path(), words);
        }
    }
}

#[test]
fn every_command_of_the_other_pages_works() {
    let folder = folder();
    let commands: Vec<Vec<String>> = PAGES.iter().flat_map(|(_, page)| of_page(page)).collect();
    assert!(commands.len() >= 3, "only {} commands are found", commands.len());
    commands.iter().filter(|words| !needs_a_build(words)).for_each(|words| check(folder.path(), words));
}

/// Output stands in `text` blocks, so a console line without a prompt is a command that was wrapped by mistake.
#[test]
fn every_line_of_a_console_block_is_one_command() {
    for (name, page) in PAGES.iter().chain(&[("README.md", README)]) {
        let blocks = page.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
        for line in blocks.flat_map(str::lines) {
            assert!(line.starts_with("$ "), "{name}: {line}");
            assert!(!line[2..].contains(" $ "), "{name}: two commands on one line: {line}");
        }
    }
}

#[test]
fn every_command_inside_a_sentence_is_valid() {
    let root = pipsqueak::command_line(ALL);
    let mut n_commands = 0;
    for (name, page) in PAGES.iter().chain(&[("README.md", README)]) {
        for words in of_sentences(page) {
            let line = ["pipsqueak".to_owned()].into_iter().chain(words.iter().cloned());
            let error = root.clone().try_get_matches_from(line).err();
            assert!(
                error.is_none(),
                "{name}: {}: {}",
                words.join(" "),
                error.map_or(String::new(), |it| it.to_string())
            );
            n_commands += 1;
        }
    }
    assert!(n_commands >= 10, "only {n_commands} commands are found");
}

#[test]
fn every_example_of_every_help_works() {
    for (path, examples) in of_help(&pipsqueak::command_line(ALL)) {
        assert!(!examples.is_empty(), "pipsqueak {path} --help has no examples");
        let folder = folder();
        for words in examples.iter().filter(|words| !needs_a_build(words)) {
            check(folder.path(), words);
        }
    }
}

#[test]
fn every_help_begins_with_a_description_and_ends_with_the_exit_statuses() {
    fn walk(command: &Command) {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        // "The options of `evolve`" is for readers of the code.
        let is_for_users = about.starts_with(char::is_uppercase) && !about.starts_with("The ") && !about.contains('`');
        assert!(is_for_users, "{name}: {about}");
        let help = command.clone().render_long_help().to_string();
        assert!(help.contains("Exit status: 0 if done, 1 if it failed, 2 for wrong usage, 130"), "{name}");
        command.get_subcommands().for_each(walk);
    }
    walk(&pipsqueak::command_line(ALL));
}

/// Whether a command with one option is refused because of the option's value.
fn refuses(root: &Command, path: &[&str], option: &str, value: &str) -> bool {
    let argument = match option.strip_prefix("--") {
        Some(_) => format!("{option}={value}"),
        None => value.to_owned(),
    };
    let line = [&["pipsqueak"], path, &[argument.as_str()]].concat();
    let refused = root.clone().try_get_matches_from(line).err();
    refused.is_some_and(|error| matches!(error.kind(), clap::error::ErrorKind::ValueValidation))
}

/// The ends of a range such as `[1 to 12]`, and the values just outside of them.
fn ends(help: &str) -> Option<([String; 2], Vec<String>)> {
    let range = help.rsplit_once('[')?.1.split_once(']')?.0;
    let whole = range.replace("2^64 - 1", "18446744073709551615");
    if let Some((least, greatest)) = whole.split_once(" to ").filter(|_| !range.contains(", up to ")) {
        let number = |text: &str| text.parse::<i128>().expect("a range is made of whole numbers");
        let (least, greatest) = (number(least), number(greatest));
        let outside = vec![(least - 1).to_string(), (greatest + 1).to_string()];
        return Some(([least.to_string(), greatest.to_string()], outside));
    }
    let (least, greatest) = range.split_once(", up to ")?;
    let beyond = format!("{greatest}.1");
    match least.strip_prefix("above ") {
        Some(least) => Some((["0.001".to_owned(), greatest.to_owned()], vec![least.to_owned(), beyond])),
        None => Some(([least.to_owned(), greatest.to_owned()], vec!["-1".to_owned(), beyond])),
    }
}

#[test]
fn every_stated_range_is_the_accepted_one() {
    fn walk(root: &Command, command: &Command, path: &[&str], n_checked: &mut usize) {
        for below in command.get_subcommands() {
            walk(root, below, &[path, &[below.get_name()]].concat(), n_checked);
        }
        for option in command.get_arguments() {
            let takes_value = matches!(option.get_action(), ArgAction::Set | ArgAction::Append);
            let name = option.get_long().map_or(String::new(), |long| format!("--{long}"));
            let is_no_number = ["--address", "--set", "--part", "--sizes"].contains(&name.as_str());
            if is_no_number
                || !takes_value
                || !option.get_possible_values().is_empty()
                || !refuses(root, path, &name, "x")
            {
                continue;
            }
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let told = format!("{path:?} {name}: {help}");
            let (inside, outside) = ends(&help).unwrap_or_else(|| panic!("no range is stated: {told}"));
            assert!(inside.iter().all(|value| !refuses(root, path, &name, value)), "{inside:?}: {told}");
            assert!(outside.iter().all(|value| refuses(root, path, &name, value)), "{outside:?}: {told}");
            *n_checked += 1;
        }
    }
    let root = pipsqueak::command_line(ALL);
    let mut n_checked = 0;
    walk(&root, &root, &[], &mut n_checked);
    assert!(n_checked >= 30, "only {n_checked} numbers are found");
}

#[test]
fn completions_and_manuals_list_every_command() {
    let folder = folder();
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let names: Vec<String> =
        pipsqueak::command_line(ALL).get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(folder.path(), &words(&format!("completions {shell}")));
        assert_eq!(script.status, 0, "{}", script.errors);
        assert!(names.iter().all(|name| script.output.contains(name.as_str())), "{shell}");
    }
    assert_eq!(run(folder.path(), &words("completions csh")).status, 2);
    assert_eq!(run(folder.path(), &words("man pages")).status, 0);
    for name in &names {
        let page = fs::read_to_string(folder.path().join(format!("pages/pipsqueak-{name}.1"))).unwrap();
        assert!(page.starts_with(".ie") && page.contains(".SH NAME"), "{name}");
    }
}

#[test]
fn an_effective_tree_is_smaller_and_reports_by_how_much() {
    let folder = folder();
    let show = |more: &[&str]| {
        let tree = "If(LessThan(NumForFlush, 7), Plus(OwnCategory, FlushChance), StraightChance)";
        run(folder.path(), &[&["show", tree], more].concat().iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    };
    let page = show(&["--effective"]).output;
    assert!(page.contains("3 of 8 nodes; removing the rest changed none of 10000 decisions"), "{page}");
    assert!(page.ends_with("tree: board:Plus(OwnCategory, FlushChance)\n"), "{page}");
    let refused = run(
        folder.path(),
        &"show --game mastermind champion --effective".split(' ').map(str::to_owned).collect::<Vec<_>>(),
    );
    assert_eq!((refused.status, refused.output.as_str()), (1, ""), "{}", refused.errors);
}

#[test]
fn a_runs_folder_is_a_player() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(run("evolve --generations 2 --population 12 --set final_games=200 --out small").status, 0);
    let shown = run("show small");
    assert!(
        shown.output.contains("\nrun         small\n") && shown.output.contains("preset small, seed 1"),
        "{}",
        shown.output
    );
    let league = run("league small greedy --games 2");
    assert!(league.status == 0 && league.output.contains("small "), "{} {}", league.output, league.errors);
    fs::remove_file(folder.path().join("small/champion.pips")).unwrap();
    let refused = run("show small");
    assert_eq!(refused.status, 1);
    assert!(refused.errors.contains("evolve --resume small"), "{}", refused.errors);
}

#[test]
fn a_vocabulary_lists_what_the_parser_knows() {
    let folder = folder();
    let run = |line: &str| run(folder.path(), &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    type Parse = fn(&str);
    let games: [(&str, usize, usize, Parse); 2] = [
        ("fiveo", 40, 9, |tree| _ = pipsqueak_core::tree::parse::<pipsqueak_core::games::fiveo::FiveO>(tree).unwrap()),
        ("checkers", 30, 8, |tree| {
            _ = pipsqueak_core::tree::parse::<pipsqueak_core::games::checkers::Checkers>(tree).unwrap();
        }),
    ];
    for (game, n_least, n_functions, parse) in games {
        let object: serde_json::Value =
            serde_json::from_str(&run(&format!("vocabulary --game {game} --json")).output).unwrap();
        let terminals = object["terminals"].as_array().unwrap();
        assert!(terminals.len() > n_least && object["functions"].as_array().unwrap().len() == n_functions);
        let meanings: BTreeSet<&str> = terminals.iter().filter_map(|terminal| terminal["meaning"].as_str()).collect();
        assert_eq!(meanings.len(), terminals.len(), "two terminals are described alike");
        for terminal in terminals {
            let name = terminal["name"].as_str().unwrap();
            assert!(terminal["meaning"].as_str().is_some_and(|meaning| meaning.len() > 8), "{terminal}");
            parse(&match terminal["kind"].as_str().unwrap() {
                "Number" => format!("Plus(1,{name})"),
                "Flag" => format!("If({name},1,0)"),
                _ => format!("ProbabilityToGetCard({name})"),
            });
        }
    }
    let refused = run("vocabulary --game mastermind");
    assert_eq!(
        (refused.status, refused.errors.trim()),
        (1, "pipsqueak: mastermind has no vocabulary: its players are not trees")
    );
}
