//! After any raw bytes and any valid frames with any body, a board keeps working: it answers the next hello, and a
//! champion that can play is active.

use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::link::VERSION;
use pipsqueak_tests::device::Device;
use pipsqueak_tests::flash::Flash;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash);
    device.pour(bytes);
    // The first byte of each part is its body's length.
    let mut rest = bytes;
    while let Some((&length, after)) = rest.split_first() {
        let (body, after) = after.split_at(after.len().min(usize::from(length % 194)));
        device.ask_raw(VERSION, body);
        rest = after;
    }
    for mut device in [device, Device::start(&flash)] {
        assert!(Champion::decode(&device.read()).is_ok());
    }
}
