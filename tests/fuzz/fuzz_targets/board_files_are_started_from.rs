//! With any content of a board's file, the board starts, answers, and has an active champion that can play.

use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_tests::device::Device;
use pipsqueak_tests::flash::Flash;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    // Short inputs are put at the beginning of each slot; the rest is blank.
    let size = Flash::blank(0xFF).content().len();
    let image: Vec<u8> = (0..size).map(|at| bytes.get(at % 4096).copied().unwrap_or(0xFF)).collect();
    let mut device = Device::start(&Flash::holding(image));
    assert!(Champion::decode(&device.read()).is_ok());
}
