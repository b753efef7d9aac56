//! What must be done when a signal ends the program, where no destructor runs: the terminal is given back, an emulator
//! does not stay behind.

use std::process;
use std::sync::{Mutex, PoisonError};

type Duty = Box<dyn Fn() + Send>;

/// What is to be done. A signal handler can only see what is global.
static DUTIES: Mutex<Vec<Duty>> = Mutex::new(Vec::new());

/// Does this before Ctrl-C or a request to terminate ends the program.
pub fn before_leaving(duty: impl Fn() + Send + 'static) {
    DUTIES.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(duty));
    // The second and later calls fail: the handler is there already.
    let _ = ctrlc::set_handler(|| {
        DUTIES.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|duty| duty());
        process::exit(130);
    });
}
