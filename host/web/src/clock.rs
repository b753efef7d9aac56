//! The page's clock.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Microseconds since the page was opened, by the browser's clock.
        pub safe fn micros() -> f64;
    }
}

/// The time in microseconds, wrapping around as a board's does.
#[cfg(target_family = "wasm")]
pub fn micros() -> u32 {
    page::micros() as u64 as u32
}

/// Tests have no page.
#[cfg(not(target_family = "wasm"))]
pub fn micros() -> u32 {
    std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_micros() as u32)
}
