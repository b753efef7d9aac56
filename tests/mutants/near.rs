//! The files of the suite that need no desktop.

#[path = "../suite/baselines.rs"]
mod baselines;
#[path = "../suite/board_counts.rs"]
mod board_counts;
#[path = "../suite/champions.rs"]
mod champions;
#[path = "../suite/checkers.rs"]
mod checkers;
#[path = "../suite/checkers_search.rs"]
mod checkers_search;
#[path = "../suite/checkers_trees.rs"]
mod checkers_trees;
#[path = "../suite/checkers_views.rs"]
mod checkers_views;
#[path = "../suite/checkers_worth.rs"]
mod checkers_worth;
#[path = "../suite/conformance.rs"]
mod conformance;
#[path = "../suite/hands.rs"]
mod hands;
#[path = "../suite/link.rs"]
mod link;
#[path = "../suite/mastermind.rs"]
mod mastermind;
#[path = "../suite/mastermind_entry_points.rs"]
mod mastermind_entry_points;
#[path = "../suite/persistence.rs"]
mod persistence;
#[path = "../suite/sentences.rs"]
mod sentences;
