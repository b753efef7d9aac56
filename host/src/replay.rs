//! The `replay` command: checks recorded games and shows them. Knows transcripts; knows no players.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pipsqueak_core::cards::Card;
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::Column;

use crate::games::fiveo::transcript::{self, Placement, RecordedGame};
use crate::games::fiveo::words;
use crate::games::mastermind::record::{self as duel, RecordedDuel};
use crate::terminal::text;

/// The room for a player's name.
const NAME_WIDTH: usize = 20;
/// The room for five cards and what they are.
const HAND_WIDTH: usize = 16 + words::LONGEST_HAND;

/// The room for a guess and its answer.
const DUEL_WIDTH: usize = 28;

/// What `replay` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The transcript, a file of JSON Lines; - reads it from the standard input
    transcript: PathBuf,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    let path = &options.transcript;
    let text = read_text(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut out = io::stdout().lock();
    let shown = if duel::is_duel(&text) {
        show_duels(&mut out, &duel::read(&text).with_context(|| path.display().to_string())?)
    } else {
        show_all(&mut out, &transcript::read(&text).with_context(|| path.display().to_string())?)
    };
    match shown {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        shown => Ok(shown?),
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        Ok(text)
    } else {
        fs::read_to_string(path)
    }
}

fn show_all(out: &mut impl Write, games: &[RecordedGame]) -> io::Result<()> {
    if games.is_empty() {
        return writeln!(out, "The transcript holds no game.");
    }
    for (number, game) in (1..).zip(games) {
        if number > 1 {
            writeln!(out)?;
        }
        let seed = game.seed().map_or(String::new(), |seed| format!(", seed {}", seed.0));
        let [first, second] = names(game);
        writeln!(out, "Game {number} of {}: {first} v {second}{seed}", games.len())?;
        show_moves(out, game)?;
        show_end(out, game)?;
    }
    Ok(())
}

/// Each duel: the codes, the guesses side by side, and who won.
fn show_duels(out: &mut impl Write, duels: &[RecordedDuel]) -> io::Result<()> {
    for (number, recorded) in (1..).zip(duels) {
        let [first, second] = recorded.players().each_ref().map(|name| text::name(name, NAME_WIDTH));
        let seed = recorded.seed().map_or(String::new(), |seed| format!(", seed {}", seed.0));
        let (end, gap) = (recorded.end(), if number > 1 { "\n" } else { "" });
        writeln!(out, "{gap}Duel {number} of {}: {first} v {second}{seed}\n", duels.len())?;
        let [ours, theirs] =
            Seat::BOTH.map(|seat| end.secret(seat).map_or(String::new(), |code| format!("sets {code}")));
        writeln!(out, "      {first:DUEL_WIDTH$}  {second}\n      {ours:DUEL_WIDTH$}  {theirs}")?;
        let [ours, theirs] = Seat::BOTH.map(|seat| end.guesses(seat).rounds());
        for (number, (one, other)) in (1..).zip(ours.iter().zip(theirs)) {
            let [one, other] = [one, other].map(|round| format!("{}  {}", round.guess, round.feedback));
            writeln!(out, "{number:4}  {one:DUEL_WIDTH$}  {other}")?;
        }
        match end.points().winner() {
            Some(Seat::First) => writeln!(out, "\n{first} wins.")?,
            Some(Seat::Second) => writeln!(out, "\n{second} wins.")?,
            None => writeln!(out, "\nA tie.")?,
        }
    }
    Ok(())
}

fn names(game: &RecordedGame) -> [String; 2] {
    game.players().each_ref().map(|name| text::name(name, NAME_WIDTH))
}

/// The deal, then a line for each pair of moves.
fn show_moves(out: &mut impl Write, game: &RecordedGame) -> io::Result<()> {
    let [first, second] = names(game);
    writeln!(out, "\n      {first:NAME_WIDTH$}  {second}")?;
    let [first, second] = Seat::BOTH.map(|seat| line_of(&game.deal(seat)));
    writeln!(out, "deal  {first:NAME_WIDTH$}  {second}")?;
    let placements: Vec<Placement> = game.placements().collect();
    for (number, pair) in (1..).zip(placements.chunks(2)) {
        let texts = pair.iter().map(|placed| format!("{} to column {}", placed.card, placed.column.index() + 1));
        let [first, second] = [0, 1].map(|seat| texts.clone().nth(seat).unwrap_or_default());
        writeln!(out, "{number:4}  {first:NAME_WIDTH$}  {second}")?;
    }
    Ok(())
}

/// The final table, column by column, and the points.
fn show_end(out: &mut impl Write, game: &RecordedGame) -> io::Result<()> {
    let [first, second] = names(game);
    let end = game.end();
    writeln!(out, "\n      {first:HAND_WIDTH$}  {second:HAND_WIDTH$}  taken by")?;
    for column in Column::ALL {
        let [ours, theirs] = Seat::BOTH.map(|seat| {
            let cards = game.column(seat, column);
            format!("{}  {}", line_of(&cards), words::hand(end.column(seat, column)))
        });
        let taker = end.column_winner(column).map_or("nobody", |seat| [&first, &second][seat.index()]);
        writeln!(out, "{:4}  {ours:HAND_WIDTH$}  {theirs:HAND_WIDTH$}  {taker}", column.index() + 1)?;
    }
    let points = game.points();
    let [ours, theirs] = points.0;
    match points.winner() {
        Some(seat) => {
            writeln!(out, "\n{} wins {} to {}.", names(game)[seat.index()], points.of(seat), points.of(seat.other()))
        }
        None => writeln!(out, "\nA tie, {ours} to {theirs}."),
    }
}

fn line_of(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
