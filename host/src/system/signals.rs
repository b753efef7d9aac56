//! Ctrl-C and requests to terminate, heard in one place. No destructor runs when a signal ends the program, so what must
//! be done then is told here: the terminal is given back, an emulator does not stay behind. And a command that can stop in
//! good order is given the time to do so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, process};

use anyhow::{Context, Result};

use super::output;

/// The exit status that shells expect of a program that was interrupted: 128 + SIGINT.
pub const INTERRUPTED: u8 = 130;

/// A command was asked to stop and has told what it had so far: there is nothing more to say.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// What a part of the work gave; nothing if it was given up because somebody asked to stop.
pub fn finished<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(_) if stop_is_wanted() => Ok(None),
        result => result.map(Some),
    }
}

/// How a command ends that has told all it has.
pub fn ended() -> Result<()> {
    if stop_is_wanted() { Err(Interrupted.into()) } else { Ok(()) }
}

type Hook = Box<dyn Fn() + Send>;

/// What is to be done before the program leaves. A signal handler can only see what is global.
static HOOKS: Mutex<Vec<Hook>> = Mutex::new(Vec::new());
/// Whether the command stops by itself when it is asked to.
static STOPS: AtomicBool = AtomicBool::new(false);
/// Whether it was asked to.
static STOP: AtomicBool = AtomicBool::new(false);

/// Does this before a signal ends the program.
pub fn before_leaving(hook: impl Fn() + Send + 'static) {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(hook));
    // A system without signals has no need of it.
    let _ = listen();
}

/// From now on the first signal asks the command to stop, and only the second ends the program at once.
pub fn stop_at_the_first() -> Result<()> {
    STOPS.store(true, Ordering::SeqCst);
    listen().context("Ctrl-C cannot be caught")
}

/// Whether a signal asked the command to stop.
pub fn stop_is_wanted() -> bool {
    STOP.load(Ordering::Relaxed)
}

fn listen() -> Result<(), ctrlc::Error> {
    match ctrlc::set_handler(hear) {
        Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        heard => heard,
    }
}

fn hear() {
    if STOPS.load(Ordering::SeqCst) && !STOP.swap(true, Ordering::SeqCst) {
        // Nobody may be reading any more; a panic here would make the program deaf to the second signal.
        output::note("\nStopping soon; press Ctrl-C again to stop at once.");
        return;
    }
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|hook| hook());
    process::exit(INTERRUPTED.into());
}
