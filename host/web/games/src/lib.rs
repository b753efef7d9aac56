//! The page's games as WebAssembly, which is fetched when the page is opened.
#![no_std]

extern crate pipsqueak_web as _;
