//! What `pipsqueak evolve` refuses: in one line with the reason, without changing existing files.

use std::fs;
use std::path::Path;

use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::runs::{Left, Run, files, is_refused};

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("diary"), "dear diary").unwrap();
    let folder = place.path().to_str().unwrap();
    is_refused(&pipsqueak(&["evolve", "--out", folder], ""), "exists already");
    assert_eq!(files(place.path()), [("diary".to_owned(), b"dear diary".to_vec())]);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    // No folder can be made below a file, not even by root.
    let below = file.join("run");
    is_refused(&pipsqueak(&["evolve", "--out", below.to_str().unwrap()], ""), "file/run cannot be made");
    is_refused(&pipsqueak(&["evolve", "--out", file.to_str().unwrap()], ""), "file is not a folder");
}

#[test]
fn a_folder_without_a_run_cannot_be_resumed() {
    let place = tempfile::tempdir().unwrap();
    let resume = |path: &Path| pipsqueak(&["evolve", "--resume", path.to_str().unwrap()], "");
    is_refused(&resume(&place.path().join("nowhere")), "there is no such folder");
    is_refused(&resume(place.path()), "run.toml cannot be read");
    assert_eq!(files(place.path()), [], "nothing is written");
}

#[test]
fn invalid_settings_are_refused() {
    let run = Run::begin("quick", 2);
    let refused = |settings: &[u8]| {
        let run = run.copy();
        fs::write(run.file("run.toml"), settings).unwrap();
        is_refused(&run.resume(&[]), "run.toml");
        assert_eq!(files(&run.path), [("run.toml".to_owned(), settings.to_vec())], "nothing is written");
    };
    let good = fs::read_to_string(run.file("run.toml")).unwrap();
    for text in ["", "preset = ", "\u{0}", &good[..good.len() / 2], &format!("colour = 1\n{good}")] {
        refused(text.as_bytes());
    }
    refused(&[0xff, 0xfe]);
    for (key, value) in [
        ("preset", "\"slow\""),
        ("seed", "-1"),
        ("population", "1"),
        ("population", "1000000000"),
        ("generations", "0"),
        ("elite", "6"),
        ("finalists", "0"),
        ("finalists", "7"),
        ("selection_size", "0"),
        ("start_heights", "[6, 2]"),
        ("start_heights", "[2, 41]"),
        ("crossover", "1.5"),
        ("mutation", "-0.1"),
        ("terminal_mutation", "nan"),
        ("final_games", "3"),
        ("final_games", "8589934592"),
        ("elite_games", "0"),
        ("opponents", "[]"),
        ("opponents", "[\"unknown\"]"),
        ("deals", "0"),
        ("deals", "9223372036854775807"),
        ("factor", "inf"),
    ] {
        let changed = run.copy();
        changed.set(key, value);
        refused(&fs::read(changed.file("run.toml")).unwrap());
    }
}

#[test]
fn invalid_multigene_settings_are_refused() {
    let run = Run::begin("best", 2);
    for (key, value) in [
        ("population", "1"),
        ("generations", "46"),
        ("generations", "0"),
        ("terminals", "\"none\""),
        ("genes", "[]"),
        ("genes", "[2, 0, 40]"),
        ("genes", "[2, 3]"),
        ("decisions", "[40, 70, 0]"),
        ("samples", "[2, 2, 3]"),
        ("exploration", "1.1"),
        ("window", "0"),
        ("starters", "0"),
        ("gene_generations", "0"),
        ("selection_size", "0"),
        ("gene_nodes", "0"),
        ("node_cost", "nan"),
        ("tree_nodes", "513"),
        ("tree_nodes", "5"),
        ("finalists", "4"),
        ("finalist_games", "3"),
        ("final_games", "0"),
    ] {
        let changed = run.copy();
        changed.set(key, value);
        let before = files(&changed.path);
        is_refused(&changed.resume(&[]), "run.toml");
        assert_eq!(files(&changed.path), before, "nothing is written");
    }
}

#[test]
fn the_terminals_of_a_sum_can_be_chosen() {
    let run = Run::begin("best", 2);
    run.set("terminals", "\"report\"");
    let Left { champion, .. } = run.result();
    let used = Champion::decode(&champion).unwrap().player.tree.terminals();
    assert_eq!(used >> Terminal::REPORT.len(), 0);
}

#[test]
fn settings_that_do_not_fit_the_checkpoint_are_refused() {
    let run = Run::begin("quick", 2);
    run.result();
    run.set("population", "7");
    is_refused(&run.resume(&[]), "does not fit run.toml");
}

#[test]
fn wrong_usage_has_status_2_and_makes_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let out = out.to_str().unwrap();
    for arguments in [
        &["--out", out, "--population", "1"][..],
        &["--out", out, "--population", "100001"],
        &["--out", out, "--generations", "0"],
        &["--out", out, "--generations", "-1"],
        &["--out", out, "--preset", "slow"],
        &["--out", out, "--seed", "x"],
        &["--out", out, "--threads", "0"],
        &["--resume", out, "--preset", "quick"],
        &["--resume", out, "--seed", "1"],
        &["--resume", out, "--population", "10"],
        &["--resume", out, "--out", out],
    ] {
        let outcome = pipsqueak(&[&["evolve"], arguments].concat(), "");
        assert_eq!((outcome.status, outcome.output.as_str()), (2, ""), "{arguments:?}");
        assert!(outcome.errors.starts_with("error: "), "{}", outcome.errors);
    }
    assert_eq!(files(place.path()), []);
}
