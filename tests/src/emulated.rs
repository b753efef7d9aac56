//! The emulated micro:bit with the real firmware, for tests.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use pipsqueak::board::Client;
use pipsqueak::port::Emulator;
use pipsqueak::port::emulator::Setup;
use pipsqueak::port::firmware;
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::Evolved;

/// The firmware, built once.
pub fn firmware() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| firmware::find(None).expect("the firmware is built")).clone()
}

/// A new board.
pub fn board() -> Client<Emulator> {
    board_with(Setup::default())
}

/// A board whose clock counts instructions. One takes 64 ns, about as long as a cycle of the board's 16 MHz, so that
/// the interrupts, which come every millisecond, take the same share of the instructions as on the board.
pub fn counting_board() -> Client<Emulator> {
    counting_board_with(firmware())
}

/// As [`counting_board`], with another firmware.
pub fn counting_board_with(image: PathBuf) -> Client<Emulator> {
    let extra = ["-icount", "shift=6,align=off,sleep=off"].map(OsString::from).to_vec();
    board_with(Setup { image, extra, ..Setup::default() })
}

/// Ticks of a counting board as instructions.
pub fn instructions(ticks: u32) -> f64 {
    // 64 ns of a 16 MHz clock.
    f64::from(ticks) / 1.024
}

/// A board with this setup, with the default firmware unless the setup names another.
pub fn board_with(mut setup: Setup) -> Client<Emulator> {
    if setup.image.as_os_str().is_empty() {
        setup.image = firmware();
    }
    Client::new(Emulator::start(&setup).expect("the emulator starts"))
}

/// A champion's bytes.
pub fn champion(name: &str, player: &Evolved) -> Vec<u8> {
    let name = name.try_into().expect("a short name");
    let champion = Champion { name, player: player.clone(), provenance: Provenance::default() };
    champion.encode(&mut [0; MAX_BYTES]).expect("every champion fits").to_vec()
}
