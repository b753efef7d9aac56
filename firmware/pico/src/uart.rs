//! The serial line on the pins GP0 (out) and GP1 (in): 115200 baud, no flow control. Bytes are received by interrupt
//! and sent one by one, with busy waiting.
#![allow(unsafe_code)]

use core::convert::Infallible;

use cortex_m::peripheral::NVIC;
use embedded_io::{ErrorType, Write};
use pipsqueak_kit::Ring;
use rp2040_hal::fugit::HertzU32;
use rp2040_hal::gpio::bank0::{Gpio0, Gpio1};
use rp2040_hal::gpio::{FunctionNull, FunctionUart, Pin, PullDown};
use rp2040_hal::pac::{Interrupt, RESETS, UART0, interrupt};
use rp2040_hal::uart::{DataBits, Enabled, StopBits, UartConfig, UartPeripheral};

type Free<Id> = Pin<Id, FunctionNull, PullDown>;
type Wired<Id> = Pin<Id, FunctionUart, PullDown>;

const BAUD: HertzU32 = HertzU32::Hz(115_200);

/// More than the longest frame. While a request is answered, it may be repeated; losing part of the repetition does no
/// harm.
static RECEIVED: Ring<256> = Ring::new();

/// The line.
pub struct Uart {
    registers: UartPeripheral<Enabled, UART0, (Wired<Gpio0>, Wired<Gpio1>)>,
}

impl Uart {
    /// Starts the line; `None` if the clock does not allow its speed.
    pub fn start(
        registers: UART0,
        tx: Free<Gpio0>,
        rx: Free<Gpio1>,
        resets: &mut RESETS,
        clock: HertzU32,
    ) -> Option<Uart> {
        let pins = (tx.into_function(), rx.into_function());
        let config = UartConfig::new(BAUD, DataBits::Eight, None, StopBits::One);
        let mut registers = UartPeripheral::new(registers, pins, resets).enable(config, clock).ok()?;
        registers.enable_rx_interrupt();
        // SAFETY: the handler below is ready for it, and no critical section relies on its being off.
        unsafe { NVIC::unmask(Interrupt::UART0_IRQ) };
        Some(Uart { registers })
    }
}

impl ErrorType for Uart {
    /// Lost and changed bytes are detected by the frames' checksums.
    type Error = Infallible;
}

/// The received bytes.
pub fn received() -> &'static Ring<256> {
    &RECEIVED
}

impl Write for Uart {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        self.registers.write_full_blocking(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[interrupt]
fn UART0_IRQ() {
    // SAFETY: only this handler uses the receiving registers once the line has started.
    let registers = unsafe { &*UART0::ptr() };
    while registers.uartfr().read().rxfe().bit_is_clear() {
        let byte = registers.uartdr().read().data().bits();
        // If there is no room the byte is lost, and its frame with it: the host will ask again.
        let _ = RECEIVED.put(byte);
    }
}
