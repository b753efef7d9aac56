//! Any bytes, raw and as the payload of a valid envelope, are refused or are a strategy that leads to codes of its size
//! and encodes to the same bytes.

use pipsqueak_core::games::mastermind::strategy::MAX_BYTES;
use pipsqueak_core::games::mastermind::{Code, History, Strategy};
use pipsqueak_tests::envelope::seal;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    check(bytes);
    // A checksum cannot be guessed; sealed here, the payload reaches the checks behind it.
    check(&seal(1, 3, bytes.get(..usize::from(u16::MAX)).unwrap_or(bytes)));
}

fn check(bytes: &[u8]) {
    let Ok(strategy) = Strategy::decode(bytes) else { return };
    let size = strategy.size();
    let first = strategy.guess(&History::new(size)).expect("a strategy has a first guess");
    assert_eq!(first.check(size), Ok(()));
    for place in 0..size.n_codes().min(100) {
        let _ = strategy.n_guesses(Code::at(place.wrapping_mul(211), size));
    }
    let mut buffer = [0; MAX_BYTES];
    if let Ok(again) = strategy.encode(&mut buffer) {
        assert_eq!(Strategy::decode(again), Ok(strategy));
    }
}
