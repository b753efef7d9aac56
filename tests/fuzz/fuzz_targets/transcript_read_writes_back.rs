//! Any text is refused or is games that, written again, read back to the same games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsqueak::games::fiveo::transcript;

fuzz_target!(|text: &str| {
    let Ok(games) = transcript::read(text) else { return };
    let mut written = Vec::new();
    for game in &games {
        game.write(&mut written).expect("a vector takes all bytes");
    }
    let again = transcript::read(std::str::from_utf8(&written).expect("JSON is text")).expect("what we write is right");
    assert_eq!(again, games);
});
