//! `pipsqueak show`: a champion from its file to its output.

use std::fs;
use std::path::PathBuf;

use pipsqueak_core::games::fiveo::champion::{BaselineResult, Champion, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::fiveo::players::{FiveOPlayer, PlayerKind};
use pipsqueak_tests::binary::pipsqueak;

const TREE: &str = "column:If(And(HasFlush, LessThan(NumForFlush, 2)), Multiply(FlushChance, 12.5), OwnCategory)";

fn champion() -> Champion {
    let record = BaselineResult { opponent: BaselineKind::FullStrategy, wins: 526, ties: 0, losses: 474 };
    Champion {
        name: "Pip".try_into().unwrap(),
        player: Evolved::parse(TREE).unwrap(),
        provenance: Provenance { seed: Seed(7), generation: 130, record: [record].into_iter().collect() },
    }
}

/// A file of this test only.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The output of `show` for a champion.
fn shown(champion: &str) -> String {
    let outcome = pipsqueak(&["show", champion], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{champion}");
    outcome.output
}

fn refused(arguments: &[&str]) -> String {
    let outcome = pipsqueak(&[&["show"], arguments].concat(), "");
    assert_eq!((outcome.status, outcome.output.as_str(), outcome.errors.lines().count()), (1, "", 1), "{arguments:?}");
    outcome.errors
}

#[test]
fn a_champion_file_shows_its_record_and_a_tree_that_plays_the_same() {
    let path = file("shown.champion", champion().encode(&mut [0; MAX_BYTES]).unwrap());
    let page = shown(path.to_str().unwrap());
    assert!(page.contains("full-strategy    52.6 % won, 52.6 % of the points"), "{page}");
    let line = page.lines().last().unwrap().strip_prefix("tree: ").unwrap();
    assert_eq!(line, TREE);
    let PlayerKind::Evolved(player) = FiveOPlayer::named(line, None).unwrap().kind else {
        panic!("{line} is a baseline")
    };
    assert_eq!(*player, champion().player);
}

#[test]
fn invalid_champions_are_refused_in_one_line_with_what_to_do() {
    let mut bytes = champion().encode(&mut [0; MAX_BYTES]).unwrap().to_vec();
    bytes[12] ^= 1;
    let path = file("damaged.champion", &bytes);
    let damaged = refused(&[path.to_str().unwrap()]);
    assert!(
        damaged.ends_with("is not a champion: the champion is damaged: its checksum does not match\n"),
        "{damaged}"
    );
    for (arguments, told) in [
        (&["greedy"][..], "greedy is a baseline, written by hand: it has no tree; name a champion file instead"),
        (
            &["unknown"],
            "there is no champion \"unknown\": name a champion file, champion, report-3, or write a tree like",
        ),
        (&["Plus(1)"], "the tree \"Plus(1)\" cannot be read: expected a comma and another argument at character 7"),
        (&["minimax", "--game", "mastermind"], "minimax computes its guesses"),
        (&["expert", "--game", "checkers"], "expert has an evaluation written by hand: it has no tree"),
        (
            &["unknown", "--game", "checkers"],
            "there is no champion \"unknown\": name a champion file, champion, or write",
        ),
    ] {
        assert!(refused(arguments).starts_with(&format!("pipsqueak: {told}")), "{arguments:?}: {}", refused(arguments));
    }
}

#[test]
fn a_tree_of_one_node_reads_back_too() {
    for tree in ["board:OwnCategory", "column:3", "board:-2.5"] {
        assert!(shown(tree).ends_with(&format!("tree: {tree}\n")), "{tree}");
        assert!(FiveOPlayer::named(tree, None).is_ok());
    }
}

#[test]
fn a_strategy_of_mastermind_is_shown_as_its_tree_of_guesses() {
    let page = shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../host/champions/mastermind.pips"));
    let [head, tree] = page.split("\n\n").collect::<Vec<_>>().try_into().unwrap();
    // The optimum is known: 5625 guesses for the 1296 codes (Koyama and Lai, 1993).
    assert!(head.contains("guesses     5625 in all: 1 with 1, "), "{head}");
    // Every code ends at a guess of its own; some guesses are not among the possible codes.
    assert!((1296..1400).contains(&tree.lines().count()), "{}", tree.lines().count());
    let outcome = pipsqueak(&["show", "champion", "--game", "mastermind"], "");
    assert_eq!(outcome.output, page, "every board comes with it");
}
