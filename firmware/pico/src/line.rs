//! The board's line: the USB cable and the two pins, whichever is used. A reply goes where its request came from. Two
//! hosts at once garble each other's frames, and ask again.

use core::convert::Infallible;

use embedded_io::{ErrorType, Read, Write};

use crate::uart::{self, Uart};
use crate::usb;

/// Both lines.
pub struct Line {
    uart: Uart,
    /// Whether the last byte came over the cable.
    is_usb: bool,
}

impl Line {
    /// The two, started.
    pub fn new(uart: Uart) -> Line {
        Line { uart, is_usb: false }
    }
}

impl ErrorType for Line {
    /// Lost and changed bytes are detected by the frames' checksums.
    type Error = Infallible;
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let (pins, cable) = (uart::received(), usb::received());
        while pins.is_empty() && cable.is_empty() && !buffer.is_empty() {
            // With interrupts off, a byte that comes between the check and the sleep still wakes the processor; it is
            // received as soon as they are on again.
            cortex_m::interrupt::free(|_| {
                if pins.is_empty() && cable.is_empty() {
                    cortex_m::asm::wfi();
                }
            });
        }
        // The line in the middle of a frame comes first.
        self.is_usb = if self.is_usb { !cable.is_empty() } else { pins.is_empty() };
        Ok(if self.is_usb { cable } else { pins }.take_into(buffer))
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        if self.is_usb { Ok(usb::send(bytes)) } else { self.uart.write(bytes) }
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
