//! The page: served to this computer's browser together with this computer's boards, or written as static files. Knows HTTP
//! and which files there are; what the page does is its own matter (`host/web`).

mod access;
mod api;
mod connections;
mod files;
pub mod page;
pub mod serve;

use crate::system::artefact::Artefact;

/// The part of the page that plays.
const GAMES: Artefact = Artefact {
    name: "page's WebAssembly",
    target: "wasm32-unknown-unknown",
    source: "host/web/games",
    file: files::GAMES_NAME,
    ending: Some(".wasm"),
    remedy: "name a built one with --wasm FILE",
};

/// The part of the page that talks to boards.
const BOARDS: Artefact = Artefact {
    name: "page's WebAssembly for boards",
    source: "host/web/boards",
    file: files::BOARDS_NAME,
    remedy: "name a built one with --boards-wasm FILE",
    ..GAMES
};
