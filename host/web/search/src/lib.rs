//! The page's searches as WebAssembly, which is fetched on first use.

extern crate pipsqueak_web as _;
