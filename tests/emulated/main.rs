//! The real firmware on the emulated boards. `cargo test` leaves it out; `tests/run` installs the emulators and runs it.

/// Makes a test for every emulated board.
macro_rules! on_every_board {
    ($($fact:ident,)*) => {
        mod microbit {
            $(#[test]
            fn $fact() {
                super::$fact(pipsqueak_tests::boards::Model::Microbit);
            })*
        }

        mod microbit_v2 {
            $(#[test]
            fn $fact() {
                super::$fact(pipsqueak_tests::boards::Model::MicrobitV2);
            })*
        }

        mod pico {
            $(#[test]
            fn $fact() {
                super::$fact(pipsqueak_tests::boards::Model::Pico);
            })*
        }
    };
}

mod at_once;
mod budgets;
mod costs;
mod firmware;
mod games;
mod hard_floats;
mod killed;
mod lights;
mod log;
mod meetings;
mod microbit_v2;
mod pico;
