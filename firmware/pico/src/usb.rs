//! The USB cable as a serial line. The interrupt handles the USB protocol, so that it is served while the board
//! searches; bytes are received by the same interrupt and sent packet by packet.
#![allow(unsafe_code)]

use core::cell::RefCell;

use cortex_m::interrupt::{Mutex, free};
use cortex_m::peripheral::NVIC;
use pipsqueak_kit::Ring;
use rp2040_hal::clocks::UsbClock;
use rp2040_hal::pac::{Interrupt, RESETS, TIMER, USBCTRL_DPRAM, USBCTRL_REGS, interrupt};
use rp2040_hal::usb::UsbBus;
use usb_device::bus::UsbBusAllocator;
use usb_device::device::{StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbVidPid};
use usbd_serial::{SerialPort, USB_CLASS_CDC};

/// Raspberry Pi's own id for serial lines of programs on a Pico, by which hosts find boards.
const ID: UsbVidPid = UsbVidPid(0x2e8a, 0x000a);
const PACKET: usize = 64;
/// How long the host may accept nothing before it counts as gone.
const HOST_TIMEOUT_MICROS: u32 = 250_000;

/// More than the longest frame, plus the endpoint's content.
static RECEIVED: Ring<256> = Ring::new();
static CABLE: Mutex<RefCell<Option<Cable>>> = Mutex::new(RefCell::new(None));

struct Cable {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
}

/// Starts the USB device. If that fails, the board has the two pins.
pub fn start(registers: USBCTRL_REGS, memory: USBCTRL_DPRAM, clock: UsbClock, resets: &mut RESETS) {
    let bus = UsbBusAllocator::new(UsbBus::new(registers, memory, clock, true, resets));
    let Some(bus) = cortex_m::singleton!(: UsbBusAllocator<UsbBus> = bus) else { return };
    let serial = SerialPort::new(bus);
    let strings = StringDescriptors::default().manufacturer("Pipsqueak").product("Pipsqueak");
    let builder = UsbDeviceBuilder::new(bus, ID).device_class(USB_CLASS_CDC).strings(&[strings]);
    // The board's replies come in whole packets.
    let Ok(builder) = builder.and_then(|builder| builder.max_packet_size_0(PACKET as u8)) else { return };
    let device = builder.build();
    with_cable(|cable| *cable = Some(Cable { device, serial }));
    // SAFETY: the handler below is ready for it, and no critical section relies on its being off.
    unsafe { NVIC::unmask(Interrupt::USBCTRL_IRQ) };
}

/// The received bytes.
pub fn received() -> &'static Ring<256> {
    &RECEIVED
}

/// Sends bytes, as far as the host accepts them; returns how many.
pub fn send(bytes: &[u8]) -> usize {
    let mut n_sent = 0;
    let mut last = micros();
    while let Some(rest) = bytes.get(n_sent..).filter(|rest| !rest.is_empty()) {
        let taken = with_cable(|cable| cable.as_mut().and_then(|cable| cable.serial.write(rest).ok())).flatten();
        match taken {
            Some(n_bytes) if n_bytes > 0 => {
                n_sent += n_bytes;
                last = micros();
            }
            _ if micros().wrapping_sub(last) > HOST_TIMEOUT_MICROS => break,
            _ => {}
        }
    }
    n_sent
}

/// Exclusive access to the cable: the interrupt has to wait. It is never nested.
fn with_cable<R>(work: impl FnOnce(&mut Option<Cable>) -> R) -> Option<R> {
    free(|section| CABLE.borrow(section).try_borrow_mut().ok().map(|mut cable| work(&mut cable)))
}

fn micros() -> u32 {
    // SAFETY: reading the clock changes nothing.
    unsafe { &*TIMER::ptr() }.timerawl().read().bits()
}

#[interrupt]
fn USBCTRL_IRQ() {
    with_cable(|cable| {
        let Some(Cable { device, serial }) = cable else { return };
        device.poll(&mut [serial]);
        let mut packet = [0; PACKET];
        while let Ok(n_bytes @ 1..) = serial.read(&mut packet) {
            for &byte in packet.iter().take(n_bytes) {
                // If there is no room the byte is lost, and its frame with it: the host will ask again.
                let _ = RECEIVED.put(byte);
            }
        }
    });
}
