//! Pipsqueak on the Raspberry Pi Pico. Knows the pins; the link and the games are in [`pipsqueak_app`].
//!
//! Unlike the micro:bits' firmware it does not link without a panic handler. The remaining panics, traced in the
//! disassembly: bounds, borrows and unwraps in usb-device (descriptors, control pipe, endpoints), usbd-serial's buffer
//! and rp2040-hal's USB bus and clocks. None is in our code, none is reached by bytes of the link, and each restarts
//! the board with its champion intact.
#![no_std]
#![no_main]

mod flash;
mod led;
mod line;
mod uart;
mod usb;

#[cfg(feature = "log-rtt")]
use defmt_rtt as _;

use pipsqueak_app::{Board, GAMES, Picture, serve};
use pipsqueak_kit::{fault, stack};
use rp2040_hal::clocks::{Clock, init_clocks_and_plls};
use rp2040_hal::gpio::Pins;
use rp2040_hal::pac::{CorePeripherals, Peripherals};
use rp2040_hal::timer::Timer;
use rp2040_hal::{Sio, Watchdog, entry};

use flash::Flash;
use line::Line;
use uart::Uart;

const CRYSTAL_HERTZ: u32 = 12_000_000;

struct Pico {
    timer: Timer,
}

impl Board for Pico {
    const NAME: &'static str = "pico";
    const TICKS_PER_SECOND: u32 = 1_000_000;

    fn ticks(&mut self) -> u32 {
        self.timer.get_counter_low()
    }

    fn stack_high_water(&mut self) -> u32 {
        stack::high_water()
    }

    fn static_ram(&mut self) -> u32 {
        stack::static_ram()
    }

    fn show(&mut self, _picture: Picture) {
        led::flash();
    }
}

#[entry]
fn main() -> ! {
    // The only call, at the start: the peripherals are not taken yet.
    let (Some(core), Some(board)) = (CorePeripherals::take(), Peripherals::take()) else { fault::restart() };
    let Peripherals { CLOCKS, IO_BANK0, PADS_BANK0, PLL_SYS, PLL_USB, SIO, TIMER, UART0, WATCHDOG, XOSC, .. } = board;
    let Peripherals { USBCTRL_DPRAM, USBCTRL_REGS, .. } = board;
    let mut resets = board.RESETS;
    let mut watchdog = Watchdog::new(WATCHDOG);
    let clocks = init_clocks_and_plls(CRYSTAL_HERTZ, XOSC, CLOCKS, PLL_SYS, PLL_USB, &mut resets, &mut watchdog);
    let Ok(clocks) = clocks else { fault::restart() };
    let pins = Pins::new(IO_BANK0, PADS_BANK0, Sio::new(SIO).gpio_bank0, &mut resets);
    let timer = Timer::new(TIMER, &mut resets, &clocks);
    led::start(pins.gpio25, core.SYST, clocks.system_clock.freq().to_Hz());
    let Some(uart) = Uart::start(UART0, pins.gpio0, pins.gpio1, &mut resets, clocks.peripheral_clock.freq()) else {
        fault::restart()
    };
    usb::start(USBCTRL_REGS, USBCTRL_DPRAM, clocks.usb_clock, &mut resets);
    let _ = serve(&mut Line::new(uart), Flash::new(), Pico { timer }, GAMES);
    // A wired line never ends.
    fault::restart()
}

/// The chip starts with this, which makes the flash readable.
#[allow(unsafe_code)]
// SAFETY: the linker script gives the section its place at the flash's beginning.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;
