//! The log lines of the emulated micro:bit say what it does.

use std::ffi::OsString;
use std::fs;

use pipsqueak::board::LinkError;
use pipsqueak::port::Transport;
use pipsqueak::port::emulator::Setup;
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::wait_until;
use pipsqueak_tests::boards::built_with;
use pipsqueak_tests::defmt_log::LogReader;
use pipsqueak_tests::emulated::board_with;

use crate::firmware::folder;

#[test]
fn the_log_has_requests_refusals_dropped_frames_decisions_uploads_and_slots() {
    let (folder, image) = (folder(), built_with("log-semihosting", "microbit", "thumbv6m-none-eabi"));
    let log = folder.path().join("log");
    let extra = ["-semihosting-config", "enable=on,target=native"].map(OsString::from).to_vec();
    let setup = Setup { image: image.clone(), extra, log: Some(log.clone()), ..Setup::default() };
    let mut client = board_with(setup);
    client.hello().unwrap();
    let Turn::Of(_, view) = Table::deal(Seed(1)).turn() else { panic!("the game begins") };
    let ticks = client.decide::<Table>(&view, Effort::Default).unwrap().ticks;
    client.upload(ID, BUILT_IN, |_| {}).unwrap();
    client.erase(ID).unwrap();
    let unknown = pipsqueak_core::champion::GameId(99);
    assert!(matches!(client.champion(unknown), Err(LinkError::Session(_))));
    // A frame whose checksum is wrong.
    client.transport().send(&[3, 0x11, 0x22, 9, 1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let reader = LogReader::new(&fs::read(image).unwrap());
    let whole = || fs::read(&log).unwrap_or_default();
    let lines = || {
        let log = whole();
        let end = log.iter().rposition(|&byte| byte == 0).map_or(0, |last| last + 1);
        reader.lines(&log[..end])
    };
    wait_until("the dropped frame is logged", || lines().iter().any(|line| line.starts_with("frame dropped: ")));
    let lines = lines();
    assert_eq!(lines[0], format!("microbit-v1 starts, firmware {}", env!("CARGO_PKG_VERSION")), "{lines:#?}");
    assert_eq!(lines[1], "game 1: the built-in player", "{lines:#?}");
    let length = BUILT_IN.len();
    for expected in [
        format!("game 1: decided in {ticks} ticks, 0 positions"),
        format!("game 1: upload of {length} bytes into the slot at 0x0"),
        format!("upload: {length} of {length} bytes"),
        format!("game 1: champion {:08x} is active", fingerprint(BUILT_IN)),
        "game 1: stored champions erased".to_owned(),
    ] {
        assert!(lines.contains(&expected), "{expected:?} in {lines:#?}");
    }
    for (begin, end) in [
        ("request ", ": hello"),
        ("request ", ": move"),
        ("request ", ": commit"),
        ("request ", " is refused: the board does not play that game"),
    ] {
        let said = |line: &String| line.starts_with(begin) && line.ends_with(end);
        assert!(lines.iter().any(said), "{begin}…{end} in {lines:#?}");
    }
}
