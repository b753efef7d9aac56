//! `Scene`: a game's user interface for one human player, as text and as a picture, without anything that player may not
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
/// Four sentences are enough: the rules, how things stand, a question, and what an answer means. They are what plain lines
/// show, and the full screen too, unless a game paints a picture and reads keys of its own.
///
/// Invariant: a scene keeps nothing that the person may not see, so that nothing that shows it can give it away.
pub trait Scene: Sized {
    /// The game.
    type Game: Game;
    /// The smallest terminal that the picture fits: columns and rows.
    const SMALLEST: (usize, usize) = (80, 24);

    /// The person is to move, and sees this.
    fn ask(&mut self, _view: &<Self::Game as Game>::View) {}
    /// A move was made, after which the game stands like this.
    fn witness(&mut self, _game: &Self::Game, _mover: Seat, _chosen: MoveOf<Self>) {}
    /// The game is over, and what was hidden may be seen.
    fn reveal(&mut self, _game: &Self::Game, _points: Points) {}

    /// The rules in lines of up to 76 characters, the first of which is the title.
    fn rules(&self) -> &'static str;
    /// What is said before the first move.
    fn greeting(&self, info: &GameInfo) -> String {
        info.greeting()
    }
    /// How things stand before a question, and when the game is over.
    fn lines(&self, info: &GameInfo) -> Vec<String>;
    /// The question.
    fn question(&self) -> String;
    /// What a line means that the person typed.
    fn understand(&mut self, text: &str) -> Answer<MoveOf<Self>>;
    /// What can be typed, in a sentence or two.
    fn typing_help(&self) -> String {
        String::new()
    }
    /// How the game ended.
    fn verdict(&self, info: &GameInfo) -> String {
        info.verdict()
    }

    /// The game as it is seen on the full screen, in a terminal that is large enough.
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
    /// What a key does; `None` if it means nothing to this game. Help and leaving are not the scene's matter. What is typed
    /// and not yet answered with is the scene's to change.
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
    /// The keys that show the help; H may be one that the game reads.
    fn help_keys(&self) -> &'static str {
        "?, h"
    }
    /// The keys that the game reads, and what they do.
    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "send what you have typed"), ("Backspace, Esc", "delete a letter, or all of them")]
    }
}

/// What a person's line or key means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// This move.
    Move(M),
    /// Nothing yet: more is to come.
    More,
    /// Nothing, and the person is told this.
    Say(String),
    /// Nothing, and the person is shown these lines.
    Show(String),
    /// No move: the game goes on from where it stood after this many moves, with the opponent seated again.
    Resume(usize),
}

/// What a person is about to answer.
#[derive(Clone, Default, Debug)]
pub struct Prompt {
    /// What is typed so far.
    pub typed: String,
    /// What the last key led to.
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
    /// Where the game's chance comes from.
    pub seed: Seed,
    /// The person's seat.
    pub seat: Seat,
    /// The opponent's name, fit for one line.
    pub opponent: String,
    /// The person's games before this one, and this one once it is over.
    pub score: Tally,
    /// How the game ended.
    pub points: Option<Points>,
}

impl GameInfo {
    /// Who plays whom, and who begins.
    pub fn greeting(&self) -> String {
        let GameInfo { title, number, seed, opponent, .. } = self;
        let first = if self.seat == Seat::First { "You move" } else { "The opponent moves" };
        format!("{title}, game {number}, seed {}: you against {opponent}. {first} first. ? explains, q quits.", seed.0)
    }

    /// Who won, by how many points.
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
