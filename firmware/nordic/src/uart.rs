//! The serial line to the interface chip, and so to the host's USB port: 115200 baud, no flow control.
//!
//! Bytes are received by interrupt, because the chip buffers only six of them and a decision takes longer. They are
//! sent one by one, with busy waiting: a reply is 64 bytes at most.
#![allow(unsafe_code)]

use core::convert::Infallible;

use embedded_io::{ErrorType, Read, Write};
use pipsqueak_kit::Ring;

use crate::pac::UART0;

/// Larger than the longest frame. The host may repeat a request while the board is still answering it; losing part of
/// the repetition does no harm.
static RECEIVED: Ring<256> = Ring::new();

/// The line.
pub struct Uart {
    registers: UART0,
}

impl Uart {
    /// Starts the line on two pins, which the board has already configured as output and input. The board then enables
    /// the interrupt; its handler calls [`Uart::receive`].
    pub fn start(registers: UART0, output: u32, input: u32) -> Uart {
        // SAFETY (here and below): pin numbers and values from the manual; only this line uses the two pins.
        #[cfg(feature = "nrf51")]
        let (to, from) = (&registers.pseltxd, &registers.pselrxd);
        #[cfg(feature = "nrf52833")]
        let (to, from) = (&registers.psel.txd, &registers.psel.rxd);
        to.write(|w| unsafe { w.bits(output) });
        from.write(|w| unsafe { w.bits(input) });
        registers.baudrate.write(|w| w.baudrate().baud115200());
        // Before the registers below: the emulator ignores every other write until the line is enabled.
        registers.enable.write(|w| w.enable().enabled());
        registers.tasks_startrx.write(|w| unsafe { w.bits(1) });
        registers.tasks_starttx.write(|w| unsafe { w.bits(1) });
        registers.intenset.write(|w| w.rxdrdy().set());
        Uart { registers }
    }

    /// Receives the bytes that have come. Called by the line's interrupt only.
    pub fn receive() {
        // SAFETY: only this handler uses the receiving registers once the line has started.
        let registers = unsafe { &*UART0::ptr() };
        while registers.events_rxdrdy.read().bits() != 0 {
            // Cleared before the byte is read, so that the next byte's event is not lost.
            registers.events_rxdrdy.write(|w| unsafe { w.bits(0) });
            let byte = registers.rxd.read().bits() as u8;
            // If there is no room the byte is lost, and its frame with it: the host will ask again.
            let _ = RECEIVED.put(byte);
        }
    }

    fn send(&mut self, byte: u8) {
        // SAFETY: any byte may be sent, and a cleared event is 0.
        self.registers.events_txdrdy.write(|w| unsafe { w.bits(0) });
        self.registers.txd.write(|w| unsafe { w.bits(u32::from(byte)) });
        while self.registers.events_txdrdy.read().bits() == 0 {}
    }
}

impl ErrorType for Uart {
    /// Lost and changed bytes are detected by the frames' checksums.
    type Error = Infallible;
}

impl Read for Uart {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        Ok(RECEIVED.wait_into(buffer))
    }
}

impl Write for Uart {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        bytes.iter().for_each(|&byte| self.send(byte));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
