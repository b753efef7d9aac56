//! The documented commands: those in the pages' console blocks and sentences, and the examples at the end of every
//! `--help`.

use clap::Command;

/// The commands of a Markdown page's `console` blocks, without the prompt, `cargo run --release --` and comments. Commands
/// of other programs are left out.
pub fn of_page(page: &str) -> Vec<Vec<String>> {
    let mut is_console = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(line) = line.strip_prefix("$ ").filter(|_| is_console) {
            let ours = line.strip_prefix("cargo run --release -- ").or_else(|| line.strip_prefix("pipsqueak "));
            commands.extend(ours.map(words));
        }
    }
    commands
}

/// The commands inside a page's sentences, such as `pipsqueak league --games 1000`. Bare names, and patterns with
/// placeholders (`FILE`, `…`), are left out.
pub fn of_sentences(page: &str) -> Vec<Vec<String>> {
    let text = page.split("```").step_by(2).collect::<Vec<_>>().join(" ").replace('\n', " ");
    let commands = text.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.strip_prefix("pipsqueak "));
    let is_to_fill_in = |word: &String| {
        let end = word.rsplit('-').next().unwrap_or_default();
        word.contains('…') || (!end.is_empty() && end.chars().all(|letter| letter.is_ascii_uppercase()))
    };
    commands.map(words).filter(|words| words.len() > 1 && !words.iter().any(is_to_fill_in)).collect()
}

/// Whether a command builds the firmware or the page's WebAssembly.
pub fn needs_a_build(words: &[String]) -> bool {
    words.iter().any(|word| WRITES.contains(&word.as_str())) || words.first().is_some_and(|word| word == "page")
}

/// The options that write firmware to a file.
const WRITES: [&str; 3] = ["--hex", "--uf2", "--renew"];

/// The examples in the help of every command below this one that has no subcommands: the command's name, such as
/// `checkers tree`, and its examples in order.
pub fn of_help(command: &Command) -> Vec<(String, Vec<Vec<String>>)> {
    let mut found = Vec::new();
    collect(command, "", &mut found);
    found
}

fn collect(command: &Command, path: &str, found: &mut Vec<(String, Vec<Vec<String>>)>) {
    for below in command.get_subcommands() {
        let path = format!("{path} {}", below.get_name()).trim().to_owned();
        collect(below, &path, found);
        if below.get_subcommands().next().is_none() {
            let help = below.clone().render_long_help().to_string();
            let examples = help.split_once("Examples:").map_or("", |(_, examples)| examples);
            let lines = examples.lines().filter_map(|line| line.trim().strip_prefix("pipsqueak "));
            found.push((path, lines.map(words).collect()));
        }
    }
}

/// A line's words as a shell splits them: double quotes group words, and a `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars().chain([' ']) {
        match letter {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted && word.is_empty() => break,
            ' ' if !is_quoted => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            letter => word.push(letter),
        }
    }
    words
}
