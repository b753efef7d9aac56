//! Links only if no panic can be reached from what a board calls: the panic handler is a function that does not exist, so
//! the linker finds whatever still asks for it. Knows every door of the core and of the application; is never run.
//!
//! The inputs are opaque to the compiler, so that it cannot prove a panic away by knowing them.
#![no_std]
#![no_main]

mod doors;
mod stand_in;

use cortex_m_rt::entry;
use panic_never as _;

#[entry]
fn main() -> ! {
    loop {
        doors::champion();
        doors::tree();
        doors::view();
        doors::link();
        doors::slots();
        doors::games();
        doors::server();
        doors::serve();
        #[cfg(feature = "with-a-panic")]
        doors::panic();
    }
}
