//! The program's use of memory: the stack is painted before the start, and the words that are no longer painted were
//! used. Knows the symbols of the linker scripts, in which the stack lies below the statics.
#![allow(unsafe_code)]

use core::ptr::{addr_of, read_volatile};

use symbols::{__euninit, __sdata, _stack_end, _stack_start};

/// The start-up code's paint.
const PAINT: u32 = 0xCCCC_CCCC;

mod symbols {
    // SAFETY: the linker script defines them all. Only their addresses are meaningful.
    unsafe extern "C" {
        /// The lowest word of the stack.
        pub static _stack_end: u32;
        /// Just above the highest word of the stack, where it begins.
        pub static _stack_start: u32;
        /// The first word of the statics.
        pub static __sdata: u32;
        /// Just above the last word of the statics.
        pub static __euninit: u32;
    }
}

/// The stack's high-water mark in bytes.
pub fn high_water() -> u32 {
    let mut word = addr_of!(_stack_end);
    let start = addr_of!(_stack_start);
    // SAFETY: from the stack's end to its start there is readable memory, in whole words. Volatile, because the words
    // below the stack pointer belong to no variable.
    while word < start && unsafe { read_volatile(word) } == PAINT {
        word = word.wrapping_add(1);
    }
    bytes_between(word, start)
}

/// Bytes of static variables.
pub fn static_ram() -> u32 {
    bytes_between(addr_of!(__sdata), addr_of!(__euninit))
}

fn bytes_between(from: *const u32, to: *const u32) -> u32 {
    (to.addr() - from.addr()) as u32
}
