//! Takes the terminal over, and restores it however the program ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, panic};

use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};

use crate::system::signals;

/// Whether the terminal is taken over. A panic hook and a signal handler can only see globals.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal when it is dropped.
pub struct TerminalGuard;

/// Takes the terminal over.
pub fn begin() -> io::Result<TerminalGuard> {
    // A panic may abort the program and a signal ends it at once: no destructor would run.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        give_back();
        hook(info);
    }));
    signals::before_leaving(give_back);
    TAKEN.store(true, Ordering::SeqCst);
    let takeover = TerminalGuard;
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide)?;
    Ok(takeover)
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal, once: twice would put the cursor over what was written in between. A failure is ignored.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = terminal::disable_raw_mode();
}
