//! The display of an emulated micro:bit, seen from outside: the pins are read through QEMU's test protocol while the
//! firmware runs, and combined into a picture. Knows how the board is wired, not what a game shows.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::{Duration, Instant};

use pipsqueak::board::Client;
use pipsqueak::port::Emulator;
use pipsqueak::port::emulator::Setup;
use pipsqueak_app::Picture;

use crate::emulated::board_with;

/// The nRF51's registers of its pins: output levels, and which pins are outputs.
const OUT: u32 = 0x5000_0504;
const DIR: u32 = 0x5000_0514;
/// The rows' pins are 13 to 15, lit by a high one; the columns' 4 to 12, lit by a low one.
const FIRST_ROW: u32 = 13;
const FIRST_COLUMN: u32 = 4;

/// The wiring of each LED of the picture, in the micro:bit's numbering: tens for the row, ones for the column, both
/// from 1. From the LED matrix of the micro:bit's published schematic.
const WIRED: [[u32; 5]; 5] =
    [[11, 24, 12, 25, 13], [34, 35, 36, 37, 38], [22, 19, 23, 39, 21], [18, 17, 16, 15, 14], [33, 27, 31, 26, 32]];

/// The timeout for a picture. A blinking LED changes about twice a second of the board's time, which is slower on a
/// busy computer.
const DISPLAY_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a picture without a blinking LED must stay the same: longer than a blink.
const A_WHILE: Duration = Duration::from_millis(1200);

/// The observations of an LED.
#[derive(Clone, Copy, Default)]
struct Seen {
    n_lit: u32,
    n_dark: u32,
    n_changes: u32,
    is_lit: bool,
}

/// Reads the display of a board.
pub struct Watcher {
    line: BufReader<UnixStream>,
}

/// A new board, with a watcher of its display.
pub fn watched_board() -> (Client<Emulator>, Watcher) {
    let folder = tempfile::tempdir().expect("a folder that goes away");
    let path = folder.path().join("qtest");
    let listener = UnixListener::bind(&path).expect("a socket can be made");
    let socket = format!("unix:{}", path.display());
    let extra = ["-qtest", &socket, "-qtest-log", "none"].map(Into::into).to_vec();
    let client = board_with(Setup { extra, ..Setup::default() });
    let (stream, _) = listener.accept().expect("the emulator connects");
    stream.set_read_timeout(Some(DISPLAY_TIMEOUT)).expect("a socket can be limited");
    (client, Watcher { line: BufReader::new(stream) })
}

impl Watcher {
    fn register(&mut self, address: u32) -> u32 {
        writeln!(self.line.get_mut(), "readl {address:#x}").expect("the emulator listens");
        let mut answer = String::new();
        self.line.read_line(&mut answer).expect("the emulator answers");
        let value = answer.trim().strip_prefix("OK 0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        value.unwrap_or_else(|| panic!("{answer:?}")) as u32
    }

    /// Whether the firmware drives all pins of the display.
    pub fn drives_all_pins(&mut self) -> bool {
        let pins = 0b111 << FIRST_ROW | 0b1_1111_1111 << FIRST_COLUMN;
        self.register(DIR) & pins == pins
    }

    /// Watches until the whole picture is seen: every steady LED and every dark one, and the blinking ones going on and
    /// off, twice. The first LED that is wrong fails.
    #[track_caller]
    pub fn expect(&mut self, picture: Picture) {
        self.sees(picture).unwrap();
    }

    /// As `expect`, for a picture that may end before all is seen of it.
    pub fn sees(&mut self, picture: Picture) -> Result<(), String> {
        self.watch(picture, 4)
    }

    /// Checks every LED once; a blinking one may be on or off.
    #[track_caller]
    pub fn check_once(&mut self, picture: Picture) {
        self.watch(picture, 0).unwrap();
    }

    /// Watches until the blinking LEDs have changed this often.
    fn watch(&mut self, picture: Picture, n_changes: u32) -> Result<(), String> {
        let lit = |rows: [u8; 5], x: usize, y: usize| rows[y] >> x & 1 != 0;
        let has_blinking = picture.blinking != [0; 5];
        let start = Instant::now();
        self.pass_a_row();
        let mut seen = [[Seen::default(); 5]; 5];
        loop {
            self.look(&mut seen);
            let mut is_done = n_changes == 0 || has_blinking || start.elapsed() > A_WHILE;
            for (y, row) in seen.iter().enumerate() {
                for (x, led) in row.iter().enumerate() {
                    let (steady, blinking) = (lit(picture.steady, x, y), lit(picture.blinking, x, y));
                    if led.n_dark > 0 && steady {
                        return Err(format!("the LED in column {x} and row {y} went dark: {picture:?}"));
                    }
                    if led.n_lit > 0 && !steady && !blinking {
                        return Err(format!("the LED in column {x} and row {y} was lit: {picture:?}"));
                    }
                    is_done &= led.n_lit + led.n_dark > 2 && (!blinking || led.n_changes >= n_changes);
                }
            }
            if is_done {
                return Ok(());
            }
            if start.elapsed() > DISPLAY_TIMEOUT {
                return Err(format!("{picture:?} was not seen completely"));
            }
        }
    }

    /// Waits until a picture is no longer shown: until one of its steady LEDs goes dark.
    #[track_caller]
    pub fn wait_for_the_end_of(&mut self, picture: Picture) {
        let start = Instant::now();
        let mut seen = [[Seen::default(); 5]; 5];
        let has_ended = |seen: &[[Seen; 5]; 5]| {
            let rows = seen.iter().zip(picture.steady);
            rows.into_iter()
                .any(|(leds, row)| leds.iter().enumerate().any(|(x, led)| row >> x & 1 != 0 && led.n_dark > 0))
        };
        while !has_ended(&seen) {
            self.look(&mut seen);
            assert!(start.elapsed() < DISPLAY_TIMEOUT, "{picture:?} stays");
        }
    }

    /// Waits for another row. The current one may still show an old picture, for up to a millisecond.
    fn pass_a_row(&mut self) {
        let start = Instant::now();
        let first = self.register(OUT) >> FIRST_ROW & 0b111;
        while matches!(self.register(OUT) >> FIRST_ROW & 0b111, row if row == first || row == 0) {
            assert!(start.elapsed() < DISPLAY_TIMEOUT, "the rows do not change");
        }
    }

    /// One observation. Only the LEDs of the active row are visible; between two rows none is.
    fn look(&mut self, seen: &mut [[Seen; 5]; 5]) {
        let pins = self.register(OUT);
        let rows = pins >> FIRST_ROW & 0b111;
        if rows.count_ones() != 1 {
            return;
        }
        for (led, wired) in seen.iter_mut().flatten().zip(WIRED.iter().flatten()) {
            if rows >> (wired / 10 - 1) & 1 == 0 {
                continue;
            }
            let is_lit = pins >> (FIRST_COLUMN + wired % 10 - 1) & 1 == 0;
            led.n_changes += u32::from(led.n_lit + led.n_dark > 0 && led.is_lit != is_lit);
            led.is_lit = is_lit;
            *(if is_lit { &mut led.n_lit } else { &mut led.n_dark }) += 1;
        }
    }
}
