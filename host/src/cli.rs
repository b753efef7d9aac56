//! The command line: what can be asked for, and which module answers.

use clap::{Parser, Subcommand};

use crate::arena::league;
use crate::board::device;
use crate::board::flash;
use crate::evolve;
use crate::games::checkers;
use crate::games::mastermind;
use crate::games::play;
use crate::matches;
use crate::replay;
use crate::show;

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
    /// Let a player meet a board over the line, every deal played twice with the seats swapped
    Match(matches::Options),
    /// Put a champion onto a board, or firmware and champion into a file for the board's drive
    Flash(flash::Options),
    /// Show what is on a board: versions, champion, memory, times
    Device(device::Options),
    /// Check a recorded game move by move and show it
    Replay(replay::Options),
    /// Checkers: move counts, analyses, tournaments, recorded games
    Checkers(checkers::Options),
    /// Crack Mastermind codes
    Mastermind(mastermind::Options),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Evolve(options) => evolve::run(options),
            Command::League(options) => league::run(options),
            Command::Show(options) => show::run(options),
            Command::Play(options) => play::run(options),
            Command::Match(options) => matches::run(options),
            Command::Flash(options) => flash::run(options),
            Command::Device(options) => device::run(options),
            Command::Replay(options) => replay::run(options),
            Command::Checkers(options) => checkers::run(options),
            Command::Mastermind(options) => mastermind::run(options),
        }
    }
}
