//! The page's exports: the only file with symbols that the linker keeps.
//!
//! A function's arguments are in the input buffer, whose length it is given; its result is in the output buffer, whose
//! length it returns. Calls are not nested: a worker has one thread.
#![allow(unsafe_code)]

use std::cell::RefCell;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[cfg(feature = "boards")]
use crate::PageBoard;
#[cfg(feature = "boards")]
use crate::clock::micros;
#[cfg(feature = "games")]
use crate::games::Games;
#[cfg(feature = "boards")]
use crate::link::PageSession;

/// The page's state.
struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    #[cfg(feature = "boards")]
    board: PageBoard,
    #[cfg(feature = "boards")]
    sessions: Vec<PageSession>,
    #[cfg(feature = "games")]
    games: Games,
}

impl State {
    fn new() -> State {
        State {
            input: Vec::new(),
            output: Vec::new(),
            #[cfg(feature = "boards")]
            board: PageBoard::start(micros),
            #[cfg(feature = "boards")]
            sessions: Vec::new(),
            #[cfg(feature = "games")]
            games: Games::default(),
        }
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

fn with_state<R>(work: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(work)
}

/// Runs `work` with the state and this many bytes of input, and stores its output for the page.
fn with(length: usize, work: impl FnOnce(&mut State, &[u8]) -> Vec<u8>) -> usize {
    with_state(|state| {
        let input = std::mem::take(&mut state.input);
        state.output = work(state, input.get(..length).unwrap_or_default());
        state.input = input;
        state.output.len()
    })
}

/// A call's result as JSON for the page, or its error.
fn told(answer: impl FnOnce() -> Result<Value, String>) -> Vec<u8> {
    answer().unwrap_or_else(|why| json!({ "error": why })).to_string().into_bytes()
}

fn request<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("the request cannot be read: {error}"))
}

/// The session with this number.
#[cfg(feature = "boards")]
fn session_at(sessions: &mut [PageSession], session: usize) -> Result<&mut PageSession, String> {
    sessions.get_mut(session).ok_or_else(|| "there is no such session".to_owned())
}

/// Makes room for this many bytes of input, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with_state(|state| {
        state.input.resize(length, 0);
        state.input.as_mut_ptr()
    })
}

/// The address of the last output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with_state(|state| state.output.as_ptr())
}

/// A request to the games, JSON in and JSON out.
#[cfg(feature = "games")]
#[unsafe(no_mangle)]
pub extern "C" fn ask(length: usize) -> usize {
    with(length, |state, bytes| told(|| state.games.ask(request(bytes)?)))
}

/// A request for a game tree or the horizon effect, JSON in and JSON out.
#[cfg(feature = "search")]
#[unsafe(no_mangle)]
pub extern "C" fn search(length: usize) -> usize {
    with(length, |_, bytes| told(|| request::<crate::search::Request>(bytes)?.answer()))
}

/// Bytes for the board inside the page; its frames come out.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn board_receive(length: usize) -> usize {
    with(length, |state, bytes| state.board.receive(bytes))
}

/// The lights of the board inside the page: five rows of steady ones, five of blinking ones.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn board_lights() -> usize {
    with(0, |state, _| state.board.lights().to_vec())
}

/// Switches the board inside the page off and on; it forgets its champions.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn board_restart() {
    with_state(|state| state.board = PageBoard::start(micros));
}

/// Begins a session with a board, and returns its number. The page chooses a random first sequence number.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn session_open(sequence: u32) -> usize {
    with_state(|state| {
        state.sessions.push(PageSession::open(sequence as u16));
        state.sessions.len() - 1
    })
}

/// Begins a job at this time, in milliseconds, JSON in; the next step comes out as JSON.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn session_start(session: usize, now: f64, length: usize) -> usize {
    with(length, |state, bytes| told(|| session_at(&mut state.sessions, session)?.start(request(bytes)?, now as u64)))
}

/// Takes bytes that came over the line, if any; the next step comes out as JSON.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn session_step(session: usize, now: f64, length: usize) -> usize {
    with(length, |state, bytes| told(|| Ok(session_at(&mut state.sessions, session)?.step(bytes, now as u64))))
}

/// Firmware and champion as one file for the board's drive. The input is the champion, of the given length, followed by
/// the flash with the firmware; the file's text comes out as JSON.
#[cfg(feature = "boards")]
#[unsafe(no_mangle)]
pub extern "C" fn hex(champion: usize, length: usize) -> usize {
    with(length, |_, bytes| {
        let (champion, firmware) = bytes.split_at_checked(champion).unwrap_or_default();
        let piece = pipsqueak_lab::hex::Piece { address: 0, bytes: firmware.to_vec() };
        told(|| Ok(pipsqueak_lab::hex::combine(vec![piece], champion)?.into()))
    })
}
