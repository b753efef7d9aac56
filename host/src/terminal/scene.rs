//! `Scene`: a game's user interface for one person, as text and as a picture, without anything that the person may not
//! know.

use std::mem;

use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::random::Seed;

use super::canvas::{BOLD, Canvas, DIM, NOTICE, PLAIN};
use super::keys::Key;
use super::text;
use pipsqueak_lab::arena::Tally;

/// A move of a scene's game.
pub type MoveOf<S> = <<S as Scene>::Game as Game>::Move;

/// What a person may know of a game in progress.
///
/// Four texts are enough: the rules, the state of the game, a question, and the parsing of an answer. Plain mode shows
/// them, and so does the full screen, unless a game draws a picture and handles keys of its own.
///
/// Invariant: a scene stores nothing that the person may not see, so that no drawing code can show it.
pub trait Scene: Sized {
    /// The game.
    type Game: Game;
    /// The smallest terminal that the picture fits: columns and rows.
    const SMALLEST: (usize, usize) = (80, 24);

    /// Called when the person is to move, with the person's view.
    fn ask(&mut self, _view: &<Self::Game as Game>::View) {}
    /// Called after each move, with the state of the game.
    fn witness(&mut self, _game: &Self::Game, _mover: Seat, _chosen: MoveOf<Self>) {}
    /// Called when the game is over and hidden information may be shown.
    fn reveal(&mut self, _game: &Self::Game, _points: Points) {}

    /// The rules in lines of up to 76 characters, the first of which is the title.
    fn rules(&self) -> &'static str;
    /// The text before the first move.
    fn greeting(&self, info: &GameInfo) -> String {
        info.greeting()
    }
    /// The state of the game before a question, and when the game is over.
    fn lines(&self, info: &GameInfo) -> Vec<String>;
    /// The question.
    fn question(&self) -> String;
    /// Parses a line that the person typed.
    fn understand(&mut self, text: &str) -> Answer<MoveOf<Self>>;
    /// What can be typed, in a sentence or two.
    fn typing_help(&self) -> String {
        String::new()
    }
    /// The result of the game.
    fn verdict(&self, info: &GameInfo) -> String {
        info.verdict()
    }

    /// Draws the game on the full screen, in a terminal that is large enough.
    fn picture(&self, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
        let GameInfo { title, number, seed, opponent, score, .. } = info;
        let header = format!("{title}, game {number}, seed {}, against {opponent}: {}", seed.0, text::score(*score));
        let (asked, keys) = match info.points {
            None => (format!("{} {}_", self.question(), prompt.typed), "Enter answer   ? help   q quit"),
            Some(_) => (self.verdict(info), "n next game   ? help   q quit"),
        };
        let lines = self.lines(info);
        let lines = lines.iter().map(|line| (line.as_str(), PLAIN));
        let foot = [("", PLAIN), (&asked, BOLD), (&prompt.notice, NOTICE), ("", PLAIN), (keys, DIM)];
        canvas.page(Self::SMALLEST.0, [(header.as_str(), DIM)].into_iter().chain(lines).chain(foot));
    }
    /// Handles a key; `None` if it has no meaning in this game. Help and leaving are handled elsewhere. The scene may
    /// change `typed`, the input so far.
    fn key(&mut self, key: Key, typed: &mut String) -> Option<Answer<MoveOf<Self>>> {
        match key {
            Key::Char('h') if typed.is_empty() => return None,
            Key::Char(letter) => typed.push(letter),
            Key::Backspace => _ = typed.pop(),
            Key::Escape => typed.clear(),
            Key::Enter => return Some(self.understand(&mem::take(typed))),
            _ => return None,
        }
        Some(Answer::More)
    }
    /// The keys that show the help; the game may use H itself.
    fn help_keys(&self) -> &'static str {
        "?, h"
    }
    /// The game's keys, and what they do.
    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "send what you have typed"), ("Backspace, Esc", "delete a letter, or all of them")]
    }
}

/// The meaning of a person's line or key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// This move.
    Move(M),
    /// No move yet: the input is incomplete.
    More,
    /// No move; this message is shown.
    Say(String),
    /// No move; these lines are shown.
    Show(String),
    /// No move: the game resumes from its state after this many moves, with a new opponent player.
    Resume(usize),
    /// No move: the game ends with these points, because the person resigns or the players agree.
    End(Points),
}

/// The state of the person's input.
#[derive(Clone, Default, Debug)]
pub struct Prompt {
    /// The text typed so far.
    pub typed: String,
    /// The message in response to the last key.
    pub notice: String,
}

/// A game's place in its series.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name of the game.
    pub title: String,
    /// Which game of the series it is, counted from 1.
    pub number: u32,
    /// Whether no game follows.
    pub is_last: bool,
    /// The seed of the game.
    pub seed: Seed,
    /// The person's seat.
    pub seat: Seat,
    /// The opponent's name, safe for one line.
    pub opponent: String,
    /// The person's score in the series, including this game once it is over.
    pub score: Tally,
    /// The result.
    pub points: Option<Points>,
    /// The place in a recorded game that is stepped through; `None` for a game with a person.
    pub replay: Option<Replay>,
}

/// A place in a recorded game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The players' names by seat, safe for one line.
    pub players: [String; 2],
    /// The number of games in the record.
    pub n_games: usize,
    /// Moves made so far, and moves in all.
    pub moves: [usize; 2],
    /// The result in the record.
    pub result: String,
}

impl GameInfo {
    /// The players, and which one begins.
    pub fn greeting(&self) -> String {
        let GameInfo { title, number, seed, opponent, .. } = self;
        let first = if self.seat == Seat::First { "You move" } else { "The opponent moves" };
        format!("{title}, game {number}, seed {}: you against {opponent}. {first} first. ? explains, q quits.", seed.0)
    }

    /// The winner and the points.
    pub fn verdict(&self) -> String {
        let points = self.points.unwrap_or_default();
        let [own, other] = [self.seat, self.seat.other()].map(|seat| points.of(seat));
        match points.winner() {
            Some(seat) if seat == self.seat => format!("You win {own} to {other}."),
            Some(_) => format!("{} wins {other} to {own}.", self.opponent),
            None => format!("A tie, {own} to {other}."),
        }
    }
}
