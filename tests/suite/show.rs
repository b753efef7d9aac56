//! A champion from its file to what `show` makes of it.

use std::fs;
use std::path::PathBuf;

use pipsqueak::games::fiveo::contender::{self, Contender, Kind};
use pipsqueak::show::{Format, Portrait};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES, Provenance, Record};
use pipsqueak_core::games::fiveo::players::Strategy;

const TREE: &str = "column:If(And(HasFlush, LessThan(NumForFlush, 2)), Multiply(FlushChance, 12.5), OwnCategory)";

fn champion() -> Champion {
    let record = Record { opponent: Strategy::FullStrategy, wins: 526, ties: 0, losses: 474 };
    Champion {
        name: "Pip".try_into().unwrap(),
        player: contender::evolved_from_text(TREE).unwrap(),
        provenance: Provenance { seed: Seed(7), generation: 130, record: [record].into_iter().collect() },
    }
}

/// A file of this test's own.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_champion_file_shows_its_record_and_a_tree_that_plays_the_same() {
    let path = file("shown.champion", champion().encode(&mut [0; MAX_BYTES]).unwrap());
    let page = Portrait::named(path.to_str().unwrap()).unwrap().render(Format::Text).unwrap();
    assert!(page.contains("full-strategy     52.6 %"), "{page}");
    let line = page.lines().last().unwrap().strip_prefix("tree: ").unwrap();
    assert_eq!(line, TREE);
    let Kind::Evolved(player) = Contender::named(line).unwrap().kind else { panic!("{line} is a baseline") };
    assert_eq!(*player, champion().player);
}

#[test]
fn a_damaged_file_is_refused_in_one_line() {
    let mut bytes = champion().encode(&mut [0; MAX_BYTES]).unwrap().to_vec();
    bytes[12] ^= 1;
    let path = file("damaged.champion", &bytes);
    let error = format!("{:#}", Portrait::named(path.to_str().unwrap()).unwrap_err());
    assert!(error.ends_with("is no champion: the champion is damaged: its checksum does not fit"), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_tree_of_one_node_reads_back_too() {
    for tree in ["board:OwnCategory", "column:3", "board:-2.5"] {
        let page = Portrait::named(tree).unwrap().render(Format::Text).unwrap();
        assert!(page.ends_with(&format!("tree: {tree}\n")), "{page}");
        assert!(Contender::named(tree).is_ok());
    }
}
