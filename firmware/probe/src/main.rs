//! Links only if no panic can be reached from the code of a board: the panic handler is a function that does not exist,
//! so the linker reports any remaining reference to it. Knows every entry point of core and of the application; is
//! never run.
//!
//! The inputs are opaque to the compiler, so that it cannot prove a panic away by knowing them.
#![no_std]
#![no_main]

mod entry_points;
mod stand_in;

use cortex_m_rt::entry;
use panic_never as _;

#[entry]
fn main() -> ! {
    loop {
        entry_points::champion();
        entry_points::tree();
        entry_points::view();
        entry_points::link();
        entry_points::session();
        entry_points::slots();
        entry_points::games();
        entry_points::server();
        entry_points::serve();
        #[cfg(feature = "with-a-panic")]
        entry_points::panic();
    }
}
