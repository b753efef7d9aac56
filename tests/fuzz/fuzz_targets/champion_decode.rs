//! Any bytes, as they come and with a right envelope around them, are refused or are a champion that reads back.

use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES};
use pipsqueak_tests::envelope::seal;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    check(bytes);
    // A checksum is not guessed; sealed here, the payload reaches the checks behind it.
    check(&seal(1, 1, bytes.get(..usize::from(u16::MAX)).unwrap_or(bytes)));
}

fn check(bytes: &[u8]) {
    if let Ok(champion) = Champion::decode(bytes) {
        let mut buffer = [0; MAX_BYTES];
        let again = champion.encode(&mut buffer).expect("every champion fits");
        assert_eq!(Champion::decode(again), Ok(champion));
    }
}
