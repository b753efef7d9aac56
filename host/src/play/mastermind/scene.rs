//! What the person at the duel may know. Knows no screen.
//!
//! Invariant: until the reveal there is no field for the program's code, so that nothing that draws a scene can give it
//! away.

use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::mastermind::{Code, Duel, History, Size};

use super::Score;

/// A duel as the person sees it.
pub struct Scene {
    /// The size of the codes.
    pub size: Size,
    /// The person's seat.
    pub seat: Seat,
    /// The opponent's name, fit for one line.
    pub opponent: String,
    /// Where the program's chance comes from.
    pub seed: Seed,
    /// Which game of the series it is, counted from 1.
    pub number: u32,
    /// Whether no game follows.
    pub last: bool,
    /// The games before this one, and this one once it is over.
    pub score: Score,
    /// The person's own code, once it is set.
    pub secret: Option<Code>,
    /// The person's guesses.
    pub guesses: History,
    /// The program's guesses.
    pub theirs: History,
    /// Whether the person is asked for a code.
    pub asked: bool,
    /// How the game ended, and the program's code.
    pub end: Option<(Points, Code)>,
}

impl Scene {
    /// The duel before any code is set.
    pub fn new(size: Size, seed: Seed, seat: Seat, opponent: String) -> Scene {
        Scene {
            size,
            seat,
            opponent,
            seed,
            number: 1,
            last: false,
            score: Score::default(),
            secret: None,
            guesses: History::new(size),
            theirs: History::new(size),
            asked: false,
            end: None,
        }
    }

    /// A code was set or guessed.
    pub fn witness(&mut self, duel: &Duel, mover: Seat) {
        if mover == self.seat {
            self.secret = duel.secret(mover);
            self.guesses = duel.guesses(mover).clone();
        } else {
            self.theirs = duel.guesses(mover).clone();
        }
    }

    /// The game is over, and the program's code is shown.
    pub fn reveal(&mut self, duel: &Duel, points: Points) {
        self.end = duel.secret(self.seat.other()).map(|code| (points, code));
        self.score = self.score.with(points, self.seat);
    }

    /// How the game ended, in a sentence, with the code written like this.
    pub fn verdict(&self, write: impl Fn(Code) -> String) -> Option<String> {
        let (points, code) = self.end?;
        let code = write(code);
        let n_guesses = self.guesses.len().max(self.theirs.len());
        Some(match points.winner() {
            Some(seat) if seat == self.seat => format!("You win: you found {code} with guess {n_guesses}."),
            Some(_) => format!("{} wins with guess {n_guesses}. Its code was {code}.", self.opponent),
            None if points.of(self.seat) > 0 => format!("A tie: both found the code with guess {n_guesses}."),
            None => format!("A tie: nobody found the code. Its code was {code}."),
        })
    }
}
