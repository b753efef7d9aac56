//! The page's boards as WebAssembly, which is fetched when somebody asks for a board.
#![no_std]

extern crate pipsqueak_web as _;
