//! The examples at the end of every `--help`, and the meaning of the exit statuses. A test runs every example.

use clap::Command;

/// The examples of each command, by its words: the arguments of `pipsqueak`, and what they do.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "evolve",
        &[
            ("evolve --generations 5 --population 40 --out small", "a small run, in the folder small"),
            ("evolve --resume small", "continue that run from its last checkpoint"),
            (
                "evolve --preset quick --population 20 --generations 2 --set islands.number=2 --set final_games=200 --out islands",
                "two islands that breed apart; docs/cluster.md has runs of many processes",
            ),
            (
                "evolve --preset quick --population 20 --generations 2 --set fitness.deals=10 --out whole",
                "whole trees that breed, with one setting changed",
            ),
            ("evolve --preset best --print-settings", "every setting with its meaning, range and value"),
        ],
    ),
    ("study", &[("study report.toml --check", "what a study would do, and about what it would cost")]),
    (
        "league",
        &[
            ("league --games 1000", "all baselines of Five-O"),
            ("league champion tactician \"Plus(FlushChance, OwnCategory)\" --games 200 --json", "a tree of your own"),
            (
                "league --game checkers simple expert --games 4 --nodes 500",
                "engines that search 500 positions per move",
            ),
            ("league --game mastermind minimax champion --games 20 --transcript duels.jsonl", "duels, recorded"),
        ],
    ),
    (
        "show",
        &[
            ("show champion", "the tree that every board comes with"),
            ("show champion --effective", "the same without what cannot change a decision"),
            ("show champion --format svg --out champion.svg", "as a drawing"),
            ("show --game mastermind champion --format json", "a strategy as its tree of guesses"),
            ("show \"If(HasFlush, FlushChance, OwnCategory)\"", "a tree of your own"),
        ],
    ),
    (
        "vocabulary",
        &[
            ("vocabulary", "what a Five-O tree can be made of"),
            ("vocabulary --game fiveo --json", "the same for programs"),
        ],
    ),
    (
        "play",
        &[
            ("play fiveo", "you against the champion"),
            ("play checkers --against easy --plain", "in plain lines, for pipes and screen readers"),
            (
                "play checkers --opening old-fourteenth --draws tournament",
                "an opening by its name, and other draw rules",
            ),
            ("play checkers \"W:W18,24,K10:B12,16\" --against hard", "from a position of your own"),
            ("play mastermind --port sim --seat second", "a board moves first"),
        ],
    ),
    (
        "match",
        &[
            ("match --port sim --games 20", "full-strategy against the board"),
            ("match --port sim --port qemu --games 4", "two boards meet"),
            (
                "match --port sim --game checkers --opponent simple --nodes 200 --games 2",
                "checkers, 200 positions per move",
            ),
        ],
    ),
    (
        "flash",
        &[
            ("flash champion --port sim:board.flash", "onto a simulated board, kept in a file"),
            ("flash \"Plus(FlushChance, OwnCategory)\" --port sim:board.flash", "a tree of your own"),
            ("flash champion --hex champion.hex", "one file for the drive of a micro:bit, v1 or v2"),
            ("flash champion --uf2 champion.uf2", "one file for the drive of a Pico"),
        ],
    ),
    (
        "device",
        &[
            ("device --port sim", "versions, champions, memory"),
            ("device --port sim --read champion.pips", "the active champion, into a file"),
            ("device --port sim --selftest --decisions 20", "everything that a board does, tried once"),
        ],
    ),
    (
        "replay",
        &[
            ("league greedy tactician --games 2 --transcript games.jsonl", "records two games"),
            ("replay games.jsonl", "checks and shows them"),
        ],
    ),
    (
        "search tree",
        &[
            ("search tree \"((3 12 8) (2 4 6) (14 5 2))\"", "the textbook's tree: one branch is cut off"),
            ("search tree \"((3 12 8) (2 4 6) (14 5 2))\" --method minimax", "every node"),
            (
                "search tree \"((3 12 8) (2 4 6) (14 5 2))\" --order evaluation --format svg --out tree.svg",
                "as a drawing, promising branches first",
            ),
        ],
    ),
    ("completions", &[("completions bash", "for bash; put the output where your shell looks for completions")]),
    (
        "serve",
        &[
            ("serve --open", "the page in your browser"),
            (
                "serve --address 127.0.0.1:8080 --port sim:board.flash",
                "at another port, with a board that is kept in a file",
            ),
        ],
    ),
    ("page", &[("page site", "the page as static files in the folder site")]),
    ("man", &[("man pages", "one page for each command, in the folder pages")]),
    (
        "mastermind solve",
        &[
            ("mastermind solve --secret 3456", "a code that you name"),
            ("mastermind solve --pegs 5 --colors 8 --strategy entropy --json", "a random code, by entropy"),
        ],
    ),
    (
        "mastermind table",
        &[
            ("mastermind table", "Knuth's minimax over all 1296 codes"),
            ("mastermind table --pegs 5 --colors 5 --strategy expected --sample 50", "50 random codes"),
            (
                "mastermind table --sample 100 --random-first --csv games.csv",
                "a hundred games as the report played them",
            ),
        ],
    ),
    (
        "mastermind split",
        &[
            ("mastermind split 11 12 --pegs 2 --colors 3", "the report's example: a pair or two colours"),
            ("mastermind split 1123 3345 --after 1122:1,0 --json", "second guesses after one black"),
        ],
    ),
    (
        "mastermind sizes",
        &[("mastermind sizes --sizes 2x3,3x4,4x6 --sample 20 --plot sizes.svg", "guesses and time of three sizes")],
    ),
    (
        "mastermind optimal",
        &[("mastermind optimal --max 4", "fails: no strategy cracks every code within four guesses")],
    ),
    (
        "checkers perft",
        &[
            ("checkers perft 7", "from the start"),
            ("checkers perft 4 --fen \"W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\" --divide", "move by move"),
        ],
    ),
    (
        "checkers analyse",
        &[
            ("checkers analyse --depth 9", "the opening"),
            ("checkers analyse --depth 9 --player better_h", "as one of the report's players sees it"),
            ("checkers analyse --fen \"W:WK10,K15:BK22\" --nodes 10000 --json", "an ending"),
        ],
    ),
    (
        "checkers openings",
        &[
            ("checkers openings", "all of them, by number and by name"),
            ("league --game checkers simple expert --games 4 --nodes 500 --opening deck", "games that begin with them"),
        ],
    ),
    (
        "checkers tree",
        &[
            ("checkers tree --depth 2 --evaluation better_h", "two moves ahead from the start"),
            (
                "checkers tree --depth 4 --fen \"W:W17,18,26:B9,10,20\" --order full --format svg --out tree.svg",
                "an ending as a drawing",
            ),
        ],
    ),
    (
        "checkers compare",
        &[
            ("checkers compare --depth 6", "from the start"),
            ("checkers compare --depth 5 --evaluation expert --plot nodes.svg --json", "every depth, also as a chart"),
        ],
    ),
    (
        "checkers horizon",
        &[
            ("checkers horizon", "the shipped examples"),
            ("checkers horizon --fen \"W:W17,18,26:B9,10,20\" --depth 8", "a position of your own"),
        ],
    ),
    (
        "checkers tournament",
        &[
            (
                "checkers tournament simple better_h --nodes 2000 --games 2 --pdn games.pdn",
                "with positions instead of seconds",
            ),
            (
                "checkers tournament improved improved:share=0.4 --nodes 500,1000 --games 4 --plot points.svg",
                "a policy that saves more, plotted",
            ),
        ],
    ),
    (
        "checkers replay",
        &[
            (
                "league --game checkers simple better_h --nodes 100 --games 2 --transcript played.pdn",
                "records two games",
            ),
            ("checkers replay played.pdn", "the same as replay played.pdn"),
        ],
    ),
];

/// The meaning of a command's exit status.
const STATUSES: &str = "Exit status: 0 if done, 1 if it failed, 2 for wrong usage, 130 if interrupted (Ctrl-C).";
/// The further status of a command that can be resumed.
const UNFINISHED: &str = "\n75 if asked to stop (SIGTERM, SIGUSR1): the same command resumes it.";

/// Adds examples and exit statuses to the help of a command and its subcommands.
pub fn with_examples(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| {
        let path = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command.mut_subcommand(name, |below| with_examples(below, &path))
    });
    let mut end = command.get_after_help().map_or(String::new(), |help| format!("{help}\n\n"));
    if let Some((_, examples)) = EXAMPLES.iter().find(|(of, _)| *of == path) {
        end += "Examples:\n";
        end.extend(examples.iter().map(|(line, does)| format!("  # {does}\n  pipsqueak {line}\n")));
        end += "\n";
    }
    let goes_on = if matches!(path, "evolve" | "study") { UNFINISHED } else { "" };
    command.after_help(end + STATUSES + goes_on)
}
