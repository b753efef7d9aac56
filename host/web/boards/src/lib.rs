//! The page's boards as WebAssembly, which is fetched when somebody asks for a board.

extern crate pipsqueak_web as _;
