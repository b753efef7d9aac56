//! All fuzz targets in one program, each named for the property that it attacks, so that the code under test is
//! compiled and linked once. The variable `FUZZ_TARGET` selects one.
#![no_main]

mod board_files_are_started_from;
mod board_survives_any_line;
mod champion_decode;
mod checkers_fen_reads_back;
mod checkers_pdn_reads_back;
mod checkpoint_decode_draws;
mod host_survives_any_board;
mod http_requests_are_answered;
mod pdn_collection_is_told_game_by_game;
mod players_names_are_known_or_refused;
mod settings_are_checked;
mod strategy_decode_plays;
mod transcript_read_writes_back;
mod tree_decode_evaluates;
mod tree_text_reads_back;
mod websocket_messages_end_their_line_only;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

/// The input type of a target.
#[derive(Clone, Copy)]
enum Target {
    Bytes(fn(&[u8])),
    Text(fn(&str)),
}

const TARGETS: &[(&str, Target)] = &[
    ("board_files_are_started_from", Target::Bytes(board_files_are_started_from::run)),
    ("board_survives_any_line", Target::Bytes(board_survives_any_line::run)),
    ("champion_decode", Target::Bytes(champion_decode::run)),
    ("checkers_fen_reads_back", Target::Text(checkers_fen_reads_back::run)),
    ("checkers_pdn_reads_back", Target::Text(checkers_pdn_reads_back::run)),
    ("checkpoint_decode_draws", Target::Bytes(checkpoint_decode_draws::run)),
    ("host_survives_any_board", Target::Bytes(host_survives_any_board::run)),
    ("http_requests_are_answered", Target::Bytes(http_requests_are_answered::run)),
    ("pdn_collection_is_told_game_by_game", Target::Text(pdn_collection_is_told_game_by_game::run)),
    ("players_names_are_known_or_refused", Target::Text(players_names_are_known_or_refused::run)),
    ("settings_are_checked", Target::Text(settings_are_checked::run)),
    ("strategy_decode_plays", Target::Bytes(strategy_decode_plays::run)),
    ("transcript_read_writes_back", Target::Text(transcript_read_writes_back::run)),
    ("tree_decode_evaluates", Target::Bytes(tree_decode_evaluates::run)),
    ("tree_text_reads_back", Target::Bytes(tree_text_reads_back::run)),
    ("websocket_messages_end_their_line_only", Target::Bytes(websocket_messages_end_their_line_only::run)),
];

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let asked = std::env::var("FUZZ_TARGET").unwrap_or_default();
    match TARGETS.iter().find(|(name, _)| *name == asked) {
        Some(&(_, target)) => target,
        None => panic!("FUZZ_TARGET is one of {:?}", TARGETS.iter().map(|(name, _)| name).collect::<Vec<_>>()),
    }
});

fuzz_target!(|bytes: &[u8]| match *TARGET {
    Target::Bytes(run) => run(bytes),
    // Invalid UTF-8 ends a text, so that no input is wasted.
    Target::Text(run) => run(bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())),
});
