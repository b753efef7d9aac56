//! All integration tests except the emulated board's, in one binary: one file per subject.

mod at_a_terminal;
mod bad_line;
mod baselines;
mod board;
mod board_counts;
mod board_games;
mod champions;
mod checkers;
mod checkers_champions;
mod checkers_commands;
mod checkers_evolve;
mod checkers_play;
mod checkers_records;
mod checkers_search;
mod checkers_trees;
mod checkers_views;
mod checkers_worth;
mod command_lines;
mod commands_doc;
mod conformance;
mod documented;
mod evolve;
mod evolve_refusals;
mod evolve_selection;
mod evolve_settings;
mod evolve_stops;
mod fourth_game;
mod game_trees;
mod guide;
mod hands;
#[cfg(unix)]
mod hostile;
mod in_a_hurry;
#[cfg(target_os = "linux")]
mod lanes;
mod layers;
mod league;
mod link;
mod locks;
mod mastermind;
mod mastermind_commands;
mod mastermind_entry_points;
mod mastermind_figures;
mod monte_carlo;
mod odd_files;
mod people;
mod persistence;
mod play;
mod replay;
mod sentences;
#[cfg(target_os = "linux")]
mod serve;
#[cfg(target_os = "linux")]
mod serve_load;
mod shipped;
mod show;
mod study;
mod style;
mod supply_chain;
/// The training of the value network, which is an example program.
#[path = "../../host/lab/examples/train_value_net.rs"]
#[expect(dead_code, reason = "its main function is for people")]
mod train_value_net;
mod two_boards;
mod views;
