//! Ctrl-C and termination signals, handled in one place. No destructor runs when a signal ends the program, so hooks
//! restore the terminal and end the emulator. A command that can stop cleanly is given the time to do so.
//!
//! ```text
//! Ctrl-C                  stop as soon as you can; the second time at once           status 130
//! SIGTERM, SIGUSR1        to a run: stop once this generation is written down        status 75
//! ```
//!
//! The second row is what a cluster sends before it takes a job's machines away (docs/cluster.md). 75 is `EX_TEMPFAIL`
//! of sysexits.h: not finished, and the same command resumes it. For other commands a SIGTERM is a Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, process};

use anyhow::{Context, Result};

use super::output;

/// The exit status of an interrupted program: 128 + SIGINT.
pub const INTERRUPTED: u8 = 130;
/// The exit status of a run that was asked to leave and can be resumed: `EX_TEMPFAIL`.
pub const UNFINISHED: u8 = 75;

/// How soon a command is to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Request {
    /// Not at all.
    None,
    /// Once the current step is finished and saved.
    AfterThisStep,
    /// As soon as it can.
    Soon,
}

impl From<u8> for Request {
    fn from(level: u8) -> Request {
        match level {
            0 => Request::None,
            1 => Request::AfterThisStep,
            _ => Request::Soon,
        }
    }
}

/// A command was asked to stop and has printed its results so far: there is nothing more to report.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted(Request);

impl Interrupted {
    /// For the request to this process.
    pub fn as_asked() -> Interrupted {
        Interrupted(request())
    }

    /// For the request to one of many processes.
    pub fn by(request: Request) -> Interrupted {
        Interrupted(request)
    }

    /// The exit status.
    pub fn status(self) -> u8 {
        if self.0 == Request::AfterThisStep { UNFINISHED } else { INTERRUPTED }
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// The result of a part of the work; `None` if it was interrupted.
pub fn finished<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(_) if stop_is_wanted() => Ok(None),
        result => result.map(Some),
    }
}

/// The result of a command that has printed everything: an error if it was interrupted.
pub fn ended() -> Result<()> {
    if stop_is_wanted() { Err(Interrupted::as_asked().into()) } else { Ok(()) }
}

type Hook = Box<dyn Fn() + Send>;

/// What to do before the program exits. A signal handler can only see globals.
static HOOKS: Mutex<Vec<Hook>> = Mutex::new(Vec::new());
/// Whether the command stops by itself when it is asked to.
static STOPS: AtomicBool = AtomicBool::new(false);
/// Whether it can also stop after a step and be resumed.
static CAN_RESUME: AtomicBool = AtomicBool::new(false);
/// The [`Request`] so far.
static REQUEST: AtomicU8 = AtomicU8::new(0);

/// From now on a signal runs the hooks and ends the program with status 130.
pub fn listen() {
    // A system without signals does not need it.
    let _ = system::listen();
}

/// Adds a hook that runs before a signal ends the program.
pub fn before_leaving(hook: impl Fn() + Send + 'static) {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(hook));
    listen();
}

/// From now on the first signal asks the command to stop, and only the second ends the program at once.
pub fn stop_at_the_first() -> Result<()> {
    STOPS.store(true, Ordering::SeqCst);
    system::listen().context("Ctrl-C cannot be caught")
}

/// As [`stop_at_the_first`], for a command that can be resumed: SIGTERM and SIGUSR1 then let it finish the current
/// step.
pub fn stop_after_a_step() -> Result<()> {
    CAN_RESUME.store(true, Ordering::SeqCst);
    stop_at_the_first()?;
    system::listen_to_users().context("SIGUSR1 cannot be caught")
}

/// The request so far.
pub fn request() -> Request {
    REQUEST.load(Ordering::Relaxed).into()
}

/// Whether a signal asked the command to stop as soon as it can.
pub fn stop_is_wanted() -> bool {
    request() == Request::Soon
}

/// Whether a signal asked the command to stop, now or after the current step.
pub fn leave_is_wanted() -> bool {
    request() != Request::None
}

/// Handles a signal. With `is_patient`, a command that can be resumed may finish its step.
fn hear(is_patient: bool) {
    if is_patient && CAN_RESUME.load(Ordering::SeqCst) {
        if REQUEST.fetch_max(Request::AfterThisStep as u8, Ordering::SeqCst) == Request::None as u8 {
            output::note("Stopping once this step is finished and saved.");
        }
        return;
    }
    let is_first = || REQUEST.fetch_max(Request::Soon as u8, Ordering::SeqCst) < Request::Soon as u8;
    if STOPS.load(Ordering::SeqCst) && is_first() {
        // Stderr may be closed; a panic here would disable the second signal.
        output::note("\nStopping soon; press Ctrl-C again to stop at once.");
        return;
    }
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|hook| hook());
    process::exit(INTERRUPTED.into());
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::{Mutex, PoisonError};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
    use signal_hook::iterator::{Handle, Signals};

    /// The only listener.
    static LISTENER: Mutex<Option<Handle>> = Mutex::new(None);

    /// Starts to handle signals, in a thread of its own.
    pub fn listen() -> io::Result<()> {
        let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
        if listener.is_none() {
            let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
            *listener = Some(signals.handle());
            let hear_all =
                move || signals.forever().for_each(|signal| super::hear([SIGTERM, SIGUSR1].contains(&signal)));
            thread::Builder::new().name("signals".to_owned()).spawn(hear_all)?;
        }
        Ok(())
    }

    /// Handles the signals that clusters send too.
    pub fn listen_to_users() -> io::Result<()> {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
        listener.as_ref().map_or(Ok(()), |handle| handle.add_signal(SIGUSR1))
    }
}

#[cfg(not(unix))]
mod system {
    /// Starts to handle Ctrl-C.
    pub fn listen() -> Result<(), ctrlc::Error> {
        match ctrlc::set_handler(|| super::hear(false)) {
            Err(ctrlc::Error::MultipleHandlers) => Ok(()),
            heard => heard,
        }
    }

    /// This system has no such signals.
    pub fn listen_to_users() -> Result<(), ctrlc::Error> {
        Ok(())
    }
}
