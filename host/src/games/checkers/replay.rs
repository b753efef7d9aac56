//! `checkers replay`: checks recorded games and shows how they ended.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::checkers::pdn::Outcome;
use pipsqueak_core::games::checkers::{AvailableMoves, Board, DrawRule, Game, Piece, Position, Side, Square};

use pipsqueak_lab::games::checkers::record::{self, RecordError, RecordedGame};

use crate::system::output::Output;
use crate::system::records::{Counted, Part, each_part};
use crate::terminal::{Recording, text};

/// The options of `replay`.
#[derive(clap::Args)]
pub struct Options {
    /// The games, a PDN file; - reads them from the standard input
    #[arg(value_name = "PDN")]
    file: PathBuf,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    each_part(&options.file, |part, counted| show(&mut Output, part, counted))
}

/// Shows the results of games, or their errors.
pub fn show(out: &mut dyn Write, part: &Part, counted: &mut Counted) -> Result<()> {
    let games = &record::read_each(&part.text)[..];
    let is_whole = part.is_first && part.is_last;
    match games {
        [] if is_whole => bail!("the file contains no games"),
        [Err(error)] if is_whole => return Err(error.clone().into()),
        _ => {}
    }
    for (number, game) in (counted.n_games + 1..).zip(games) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let (line, column) = error.place;
                let place = (line + counted.n_lines, column);
                writeln!(out, "Bad: {}", RecordError { game: number, place, ..error.clone() })?;
                continue;
            }
        };
        let name = |tag| text::name(game.tag(tag).unwrap_or("?"), 30);
        let outcome = game.outcome;
        writeln!(
            out,
            "Game {number}: {} v {}, {} moves, {}{}",
            name("Black"),
            name("White"),
            game.moves.len(),
            verdict(outcome),
            doubt(game)
        )?;
    }
    if let [Ok(game)] = games
        && is_whole
    {
        write!(out, "\n{}\n{}\n", diagram(&game.end()), game.end())?;
    }
    let good = games.iter().flatten();
    counted.n_moves += good.clone().map(|game| game.moves.len()).sum::<usize>();
    counted.n_bad += games.len() - good.count();
    counted.n_games += games.len();
    if !part.is_last {
        return Ok(());
    }
    let &mut Counted { n_games, n_bad, n_moves, .. } = counted;
    let (s, sum) = (if n_games - n_bad == 1 { "" } else { "s" }, n_games - n_bad);
    writeln!(out, "{sum} game{s}, {n_moves} moves, all legal.")?;
    ensure!(n_bad == 0, "{n_bad} of {n_games} games are bad");
    Ok(())
}

/// The good games of a collection.
pub fn recordings(text: &str) -> Vec<Recording<Game>> {
    // Every position is new to the draw rules: a record may go on where ours end a game.
    let fresh = |board| Game::new(Position::new(board, DrawRule::Report));
    let recording = |game: RecordedGame| {
        let mut board = game.start;
        let step = |&chosen| {
            let mover = if board.turn() == Side::Black { Seat::First } else { Seat::Second };
            board = board.after(chosen);
            (mover, chosen, fresh(board))
        };
        Recording {
            players: ["Black", "White"].map(|tag| game.tag(tag).unwrap_or("?").to_owned()),
            start: fresh(game.start),
            steps: game.moves.iter().map(step).collect(),
            result: format!("{}{}", verdict(game.outcome), doubt(&game)),
        }
    };
    record::read_each(text).into_iter().flatten().map(recording).collect()
}

fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Black) => "Black won",
        Outcome::Won(Side::White) => "White won",
        Outcome::Drawn => "drawn",
        Outcome::Open => "no result",
    }
}

/// A record may name another winner than the board shows: collections differ in which side's result comes first.
fn doubt(game: &RecordedGame) -> String {
    let end = game.end();
    let winner = (end.available_moves() == AvailableMoves::None).then_some(end.turn().other());
    match (winner, game.outcome) {
        (Some(winner), Outcome::Won(side)) if side == winner => String::new(),
        (Some(winner), Outcome::Won(_) | Outcome::Drawn) => format!(" (on the board {winner} won)"),
        _ => String::new(),
    }
}

/// The board as text: b and w are men, B and W kings.
pub fn diagram(board: &Board) -> String {
    let sign = |row, column| match Square::of_row_and_column(row, column) {
        None => ' ',
        Some(square) => match board.piece_on(square) {
            None => '.',
            Some(Piece { side, is_king: true }) => side.letter(),
            Some(Piece { side, is_king: false }) => side.letter().to_ascii_lowercase(),
        },
    };
    let line = |row| (0..8).map(|column| sign(row, column).to_string()).collect::<Vec<_>>().join(" ");
    (0..8).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}
