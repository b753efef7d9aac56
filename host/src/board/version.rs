//! Compares the version of a board's firmware with this program's, and advises what to do.

use std::cmp::Ordering;

use crate::port::firmware::{self, Format};

/// This program's version.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Advice for a board of this name with firmware of this version; `None` if it is this program's.
pub fn advice(firmware: &str, board: &str) -> Option<String> {
    match read(firmware)?.cmp(&read(PROGRAM)?) {
        Ordering::Equal => None,
        Ordering::Greater => Some(format!(
            "The board's firmware is newer than this program ({PROGRAM}): use the program that it came with."
        )),
        Ordering::Less => {
            let older = format!("The board's firmware is older than this program ({PROGRAM}).");
            let renew = match firmware::model(board).map(|model| model.format) {
                None => return Some(format!("{older} Put this program's on it.")),
                Some(Format::Hex(_)) => "device --renew new.hex",
                Some(Format::Uf2) => "device --renew new.uf2",
            };
            Some(format!(
                "{older} pipsqueak {renew} writes a file for its drive: the new firmware and the champions that are on it."
            ))
        }
    }
}

/// Numbers separated by dots, for comparison; `None` for anything else.
fn read(version: &str) -> Option<Vec<u32>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_firmware_has_advice_and_nonsense_is_not_compared() {
        assert_eq!(advice(PROGRAM, "pico"), None);
        assert_eq!(advice("", "pico"), None);
        assert_eq!(advice("new", "pico"), None);
        assert!(advice("0.1.9", "pico").unwrap().contains("device --renew new.uf2"));
        assert!(advice("0.1.10", "microbit-v1").unwrap().contains("device --renew new.hex"));
        assert!(advice("0.1.0", "sim").unwrap().contains("older"));
        assert!(advice("0.10.0", "pico").unwrap().contains("newer"), "ten is more than two");
    }
}
