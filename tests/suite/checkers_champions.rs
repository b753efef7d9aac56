//! Champions of checkers in the commands: what is refused, and a champion's way to a board and back.

use pipsqueak_core::champion::EnvelopeError;
use pipsqueak_core::games::checkers::champion::ChampionError;
use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::checkers_champions::{bad_champions, champion};

#[test]
fn bad_champions_get_one_line_from_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.pips").to_str().unwrap().to_owned();
    for (bytes, error) in bad_champions() {
        if matches!(error, ChampionError::Envelope(EnvelopeError::Game(_))) {
            continue;
        }
        std::fs::write(&file, &bytes).unwrap();
        for arguments in [
            &["show", &file][..],
            &["flash", &file, "--port", "sim"],
            &["league", "--game", "checkers", &file, "simple", "--games", "2", "--nodes", "10"],
        ] {
            let outcome = pipsqueak(arguments, "");
            assert_eq!(outcome.status, 1, "{arguments:?}");
            assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
            assert!(outcome.errors.contains(&error.to_string()), "{}", outcome.errors);
        }
    }
}

#[test]
fn a_champion_of_checkers_is_flashed_shown_played_read_and_erased() {
    let folder = tempfile::tempdir().unwrap();
    let [file, flash, back] =
        ["pip.pips", "flash.bin", "back.pips"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let bytes = champion("pip", Scoring::Hundredths, "Plus(Multiply(100.0, Men), Multiply(160.0, Kings))");
    std::fs::write(&file, &bytes).unwrap();
    let port = format!("sim:{flash}");
    let run = |arguments: &[&str]| {
        let outcome = pipsqueak(arguments, "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}");
        outcome.output
    };
    let shown = run(&["show", &file]);
    assert!(shown.contains("simple           50.0 % won, 66.7 % of the points  (3 won, 2 drawn, 1 lost)"), "{shown}");
    assert!(shown.contains("each piece once, 0 terminals, 0 products, 0 other nodes"), "{shown}");
    let text = shown.lines().last().unwrap().strip_prefix("tree: ").unwrap();
    assert_eq!(text, "hundredths:Plus(Multiply(100.0, Men), Multiply(160.0, Kings))");
    let told = run(&["flash", &file, "--port", &port]);
    assert!(
        told.contains("pip") && told.contains("active for Checkers") && told.contains("it replaced expert"),
        "{told}"
    );
    let told = run(&["device", "--port", &port, "--game", "checkers", "--read", &back]);
    assert!(told.contains("checkers       pip (") && told.contains("vocabulary 1"), "{told}");
    assert_eq!(std::fs::read(&back).unwrap(), bytes);
    let result = run(&["match", "--port", &port, "--game", "checkers", "--games", "2", "--nodes", "60", "--json"]);
    assert!(result.contains("\"name\":\"pip\""), "{result}");
    let table = run(&["league", "--game", "checkers", &file, text, "simple", "--games", "2", "--nodes", "60"]);
    assert!(table.contains("pip") && table.contains("simple"), "{table}");
    assert_eq!(
        pipsqueak(&["play", "checkers", "--plain", "--against", &file, "--nodes", "50"], "11-15\nq\n").status,
        0
    );
    run(&["checkers", "tournament", &file, "champion", "simple*2", "--nodes", "100", "--games", "2", "--same-search"]);
    let told = run(&["device", "--port", &port, "--game", "checkers", "--erase"]);
    assert!(told.contains("expert (built in) is active"), "{told}");
    let read = pipsqueak(&["device", "--port", &port, "--game", "checkers", "--read", &back], "");
    assert!(read.status == 1 && read.errors.contains("no champion of checkers is stored"), "{}", read.errors);
}
