//! The serial line: bytes are received by interrupt and sent one by one, with busy waiting.
#![allow(unsafe_code)]

use core::convert::Infallible;

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;
use embedded_io::{ErrorType, Read, Write};
use pipsqueak_kit::Ring;

/// USART1's registers, and its index in the table of interrupts.
const STATUS: *const u32 = 0x4001_1000 as *const u32;
const DATA: *mut u32 = 0x4001_1004 as *mut u32;
const CONTROL: *mut u32 = 0x4001_100C as *mut u32;
const NUMBER: u16 = 37;
const N_INTERRUPTS: usize = 82;

const HAS_RECEIVED: u32 = 1 << 5;
const CAN_SEND: u32 = 1 << 7;
/// On, sending and receiving, with an interrupt for each byte that comes.
const ON: u32 = 1 << 13 | 1 << 5 | 1 << 3 | 1 << 2;

static RECEIVED: Ring<256> = Ring::new();

#[derive(Clone, Copy)]
struct Usart1;

// SAFETY: the number is the manual's.
unsafe impl InterruptNumber for Usart1 {
    fn number(self) -> u16 {
        NUMBER
    }
}

/// The line.
pub struct Usart {
    _private: (),
}

impl Usart {
    /// Starts the line. There must be only one.
    pub fn start() -> Usart {
        // SAFETY: the register is this line's, and the handler is ready for the interrupt.
        unsafe {
            CONTROL.write_volatile(ON);
            NVIC::unmask(Usart1);
        }
        Usart { _private: () }
    }
}

impl ErrorType for Usart {
    type Error = Infallible;
}

impl Read for Usart {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        Ok(RECEIVED.wait_into(buffer))
    }
}

impl Write for Usart {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        for &byte in bytes {
            // SAFETY: only this line uses the registers.
            unsafe {
                while STATUS.read_volatile() & CAN_SEND == 0 {}
                DATA.write_volatile(u32::from(byte));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

extern "C" fn receive() {
    // SAFETY: only this handler uses the receiving registers.
    while unsafe { STATUS.read_volatile() } & HAS_RECEIVED != 0 {
        let byte = unsafe { DATA.read_volatile() } as u8;
        // If there is no room the byte is lost, and its frame with it: the host will ask again.
        let _ = RECEIVED.put(byte);
    }
}

extern "C" fn unexpected() {
    pipsqueak_kit::fault::restart()
}

/// The table of interrupts.
// SAFETY: the linker script gives the section its place behind the processor's own exceptions.
#[unsafe(link_section = ".vector_table.interrupts")]
#[unsafe(no_mangle)]
static __INTERRUPTS: [extern "C" fn(); N_INTERRUPTS] = {
    let mut table: [extern "C" fn(); N_INTERRUPTS] = [unexpected; N_INTERRUPTS];
    table[NUMBER as usize] = receive;
    table
};
