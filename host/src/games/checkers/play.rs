//! `play checkers`: who sits across the board, and what a game is recorded as.

use std::rc::Rc;

use anyhow::{Context, Result};
use pipsqueak_core::game::Player;
use pipsqueak_core::games::checkers::pdn::{Header, Outcome, write_game};
use pipsqueak_core::games::checkers::{Board, Game, Move, Position, View};
use pipsqueak_core::link::Effort;

use super::level::{Level, Levels};
use super::scene::{BoardScene, Wishes};
use crate::board::{Client, Draughtsman, LinkError, Looks, Whereabouts};
use crate::port::Cable;
use crate::terminal::{self, Named, Opponent, Played, Series, SeriesOptions};

/// How long a board may think about a move.
const BOARD_EFFORT: Effort = Effort::Millis(2000);

/// Plays against a program, of level `medium` if none is named, or against the board at a port.
pub fn play(against: Option<&str>, port: Option<&str>, options: SeriesOptions) -> Result<()> {
    let wishes = Rc::new(Wishes::default());
    let opponent: Box<dyn Opponent<Game>> = match port {
        None => {
            let level = Level::named(against.unwrap_or("medium"));
            let level = level.context("the levels of checkers are child, easy, medium, hard and expert, or 1 to 5")?;
            wishes.level.set(Some(level));
            Box::new(Levels { wishes: Rc::clone(&wishes), n_seated: 0 })
        }
        Some(port) => {
            let (client, hello) = Whereabouts::at(port).connect()?;
            Box::new(Named { name: hello.board.to_string(), player: Across { client, looks: Looks::default() } })
        }
    };
    terminal::play(Series::<BoardScene> {
        title: "Checkers",
        start: Box::new(|_| Game::new(Position::START)),
        scene: Box::new(move |game, seat| BoardScene::new(game, seat, Rc::clone(&wishes))),
        opponent,
        record: terminal::to_file(options.transcript.clone(), written)?,
        options,
    })
}

/// A board across the table.
struct Across {
    client: Client<Box<dyn Cable>>,
    looks: Looks,
}

impl Player<Game> for Across {
    type Error = LinkError;

    fn choose(&mut self, view: &View) -> Result<Move, LinkError> {
        Draughtsman { client: &mut self.client, effort: BOARD_EFFORT, looks: &mut self.looks }.choose(view)
    }
}

/// The game as PDN, with an empty line behind it, whether it ended or not; nothing if nobody moved.
fn written(played: &Played<'_, Game>) -> Result<Vec<u8>> {
    if played.moves.is_empty() {
        return Ok(Vec::new());
    }
    let mut game = Game::new(Position::START);
    played.moves.iter().try_for_each(|&chosen| game.make(chosen))?;
    let ([black, white], round) = (played.players, played.number.to_string());
    let outcome = Outcome::of(game.ending());
    let header = Header { event: "Pipsqueak", date: "????.??.??", round: &round, black, white, outcome };
    let mut text = String::new();
    write_game(&mut text, &header, &Board::START, played.moves.iter().copied())?;
    Ok((text + "\n").into_bytes())
}
