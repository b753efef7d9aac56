//! Any bytes, raw and in a valid envelope, are refused or are a champion that reads back.

use pipsqueak_core::games::checkers::{self, Position, View};
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES};
use pipsqueak_core::search::Evaluate;
use pipsqueak_tests::envelope::seal;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    check(bytes);
    // A checksum cannot be guessed; sealed here, the payload reaches the checks behind it.
    for game in [1, 2] {
        check(&seal(1, game, bytes.get(..usize::from(u16::MAX)).unwrap_or(bytes)));
    }
}

fn check(bytes: &[u8]) {
    if let Ok(champion) = Champion::decode(bytes) {
        let mut buffer = [0; MAX_BYTES];
        let again = champion.encode(&mut buffer).expect("every champion fits");
        assert_eq!(Champion::decode(again), Ok(champion));
    }
    if let Ok(champion) = checkers::champion::Champion::decode(bytes) {
        let mut buffer = [0; checkers::champion::MAX_BYTES];
        let again = champion.encode(&mut buffer).expect("every champion fits");
        assert_eq!(checkers::champion::Champion::decode(again), Ok(champion.clone()));
        let score = champion.tree.evaluation().evaluate(View::new(Position::START).position());
        assert!((-11_000..=11_000).contains(&score));
    }
}
