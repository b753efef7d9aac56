//! The page's games as WebAssembly, which is fetched when the page is opened.

extern crate pipsqueak_web as _;
