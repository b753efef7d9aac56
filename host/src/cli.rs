//! The command line: what can be asked for, and which module answers.

use clap::{Parser, Subcommand};

use crate::{checkers, evolve, league, play, replay, show};

/// Evolves a card player, plays it, and lets you play it.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evolve a champion: the main job
    Evolve(evolve::Options),
    /// Let players meet in a round robin, every deal played twice with the seats swapped
    League(league::Options),
    /// Show a champion: its tree, its size and its record
    Show(show::Options),
    /// Play a game in the terminal
    Play(play::Options),
    /// Check a recorded game move by move and show it
    Replay(replay::Options),
    /// Checkers: move counts, analyses, tournaments, recorded games
    Checkers(checkers::Options),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Evolve(options) => evolve::run(options),
            Command::League(options) => league::run(options),
            Command::Show(options) => show::run(options),
            Command::Play(options) => play::run(options),
            Command::Replay(options) => replay::run(options),
            Command::Checkers(options) => checkers::run(options),
        }
    }
}
