//! The page: served to this computer's browser together with this computer's boards, or written as static files. Knows
//! HTTP and the list of files; the page itself is in `host/web`.

mod access;
mod api;
mod connections;
mod content;
mod files;
pub mod page;
pub mod serve;

use crate::system::artefact::Artefact;

/// The page's WebAssembly for games.
const GAMES: Artefact = Artefact {
    name: "page's WebAssembly",
    target: "wasm32-unknown-unknown",
    source: "host/web/games",
    file: files::GAMES_NAME,
    ending: Some(".wasm"),
    remedy: "name a built one with --wasm FILE",
};

/// The page's WebAssembly for boards.
const BOARDS: Artefact = Artefact {
    name: "page's WebAssembly for boards",
    source: "host/web/boards",
    file: files::BOARDS_NAME,
    remedy: "name a built one with --boards-wasm FILE",
    ..GAMES
};

/// The page's WebAssembly for game trees.
const SEARCH: Artefact = Artefact {
    name: "page's WebAssembly for game trees",
    source: "host/web/search",
    file: files::SEARCH_NAME,
    remedy: "name a built one with --search-wasm FILE",
    ..GAMES
};
