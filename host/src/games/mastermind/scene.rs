//! The scene of Mastermind: what the person may know, and as text. Knows no screen.
//!
//! Invariant: until the reveal there is no field for the program's code, so that no drawing code can show it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::mastermind::{
    Code, CodeSize, ConsistentCodes, Duel, DuelView, Feedback, History, Objective,
};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};

use super::picture;
use crate::terminal::canvas::Canvas;
use crate::terminal::keys::Key;
use crate::terminal::{Answer, GameInfo, Prompt, Scene, text};

/// A duel as the person sees it.
pub struct DuelScene {
    /// The size of the codes.
    pub size: CodeSize,
    /// The person's own code, once it is set.
    pub secret: Option<Code>,
    /// The person's guesses.
    pub guesses: History,
    /// The program's guesses.
    pub theirs: History,
    /// Whether it is the person's turn.
    pub is_asked: bool,
    /// The program's code, once the game is over.
    pub revealed: Option<Code>,
    seat: Seat,
    /// The seats whose guesses have not been printed yet, in order.
    untold: Vec<Seat>,
}

impl DuelScene {
    /// The duel before any code is set.
    pub fn new(size: CodeSize, seat: Seat) -> DuelScene {
        let none = History::new(size);
        DuelScene {
            size,
            secret: None,
            guesses: none.clone(),
            theirs: none,
            is_asked: false,
            revealed: None,
            seat,
            untold: Vec::new(),
        }
    }

    /// The pegs in words.
    pub fn pegs(&self) -> String {
        if self.size.pegs() == 1 { "1 peg".to_owned() } else { format!("{} pegs", self.size.pegs()) }
    }

    /// The colours in words, as they are typed.
    fn colours(&self) -> String {
        match Code::new(&[self.size.colors()]) {
            Ok(last) => format!("each of the colours 1 to {last} (or A to {last:#})"),
            Err(_) => "of any colour".to_owned(),
        }
    }

    /// The result in a sentence.
    pub fn ending(&self, info: &GameInfo) -> Option<String> {
        let (points, code) = (info.points?, self.revealed?);
        let n_guesses = self.guesses.len().max(self.theirs.len());
        Some(match points.winner() {
            Some(seat) if seat == self.seat => format!("You win: you found {code} with guess {n_guesses}."),
            Some(_) => format!("{} wins with guess {n_guesses}. Its code was {code}.", info.opponent),
            None if points.of(self.seat) > 0 => format!("A tie: both found the code with guess {n_guesses}."),
            None => format!("A tie: neither code was found. The opponent's code was {code}."),
        })
    }

    /// A guess that narrows the codes down fast, as the solver makes it.
    fn hint(&self) -> Answer<Code> {
        if self.secret.is_none() {
            return Answer::Say("First set your own code: the opponent guesses it.".to_owned());
        }
        let mut codebreaker = Codebreaker::new(Method::Solver(Objective::Expected), self.size);
        Answer::Say(match codebreaker.guess(&self.guesses, Seed::default()) {
            Ok(guess) => format!("Try {}: {}", guess, reason(&self.guesses, guess)),
            Err(error) => error.to_string(),
        })
    }

    /// What the opponent's last guess was good for.
    fn why(&self) -> Answer<Code> {
        let n_before = self.theirs.len().saturating_sub(1);
        Answer::Say(match self.theirs.entries().last() {
            Some(last) => {
                format!("{}: {}", last.guess, reason(&self.theirs.only(|place| place < n_before), last.guess))
            }
            None => "The opponent has not guessed yet.".to_owned(),
        })
    }

    /// One more peg of this colour.
    fn place(&self, letter: char, typed: &mut String) -> Option<Answer<Code>> {
        let color = letter.to_string().parse::<Code>().ok().and_then(|code| code.colors().next());
        Some(match color.filter(|&color| color <= self.size.colors()) {
            Some(_) if typed.len() == usize::from(self.size.pegs()) => {
                Answer::Say("All pegs are placed: Enter, or Backspace.".to_owned())
            }
            Some(color) => {
                typed.push(picture::sign(color));
                Answer::More
            }
            None if letter == 'h' => return None,
            None => {
                let last = self.size.colors();
                Answer::Say(format!(
                    "The colours are 1 to {} (or A to {}).",
                    picture::sign(last),
                    picture::letter(last)
                ))
            }
        })
    }
}

/// The keys for 1, 2, 3 … colours.
const COLOR_KEYS: [&str; CodeSize::MAX_COLORS as usize] = [
    "A, or 1",
    "A or B, or 1 or 2",
    "A to C, or 1 to 3",
    "A to D, or 1 to 4",
    "A to E, or 1 to 5",
    "A to F, or 1 to 6",
    "A to G, or 1 to 7",
    "A to H, or 1 to 8",
    "A to I, or 1 to 9",
    "A to J, or 1 to 9",
    "A to K, or 1 to 9",
    "A to L, or 1 to 9",
];

impl Scene for DuelScene {
    type Game = Duel;

    fn ask(&mut self, _: &DuelView) {
        self.is_asked = true;
    }

    fn witness(&mut self, duel: &Duel, mover: Seat, _: Code) {
        self.is_asked = false;
        if mover == self.seat {
            self.secret = duel.secret(mover);
            self.guesses = duel.guesses(mover).clone();
            self.untold.clear();
        } else {
            self.theirs = duel.guesses(mover).clone();
        }
        if !duel.guesses(mover).is_empty() {
            self.untold.push(mover);
        }
    }

    fn reveal(&mut self, duel: &Duel, _: Points) {
        self.revealed = duel.secret(self.seat.other());
    }

    fn rules(&self) -> &'static str {
        "Mastermind

You and the program each set a secret code, then guess in turn.
A colour may be used more than once.
A guess is answered with blacks and whites:
  black: a peg of the right colour in the right place,
  white: a peg of the right colour in the wrong place.
No one learns which peg scored. Every peg of the code counts once.
Who finds the other's code with fewer guesses wins; the same number is a tie.
After twelve guesses each, the duel is a tie."
    }

    fn greeting(&self, info: &GameInfo) -> String {
        format!("{}\nA code has {}, {}.", info.greeting(), self.pegs(), self.colours())
    }

    fn lines(&self, info: &GameInfo) -> Vec<String> {
        let told = |&seat: &Seat| {
            let (who, history) = match seat == self.seat {
                true => ("You guess".to_owned(), &self.guesses),
                false => (format!("{} guesses", info.opponent), &self.theirs),
            };
            history.entries().last().map(|entry| format!("{who} {}: {}.", entry.guess, entry.feedback))
        };
        self.untold.iter().filter_map(told).collect()
    }

    fn question(&self) -> String {
        match self.secret {
            None => "First set the code that your opponent is to find?".to_owned(),
            Some(_) => format!("Your guess {}?", self.guesses.len() + 1),
        }
    }

    /// Spaces between the pegs are ignored.
    fn understand(&mut self, text: &str) -> Answer<Code> {
        match text {
            "s" | "suggest" | "hint" => return self.hint(),
            "w" | "why" => return self.why(),
            _ => {}
        }
        let pegs: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        match Code::parse(&pegs, self.size) {
            Ok(code) => Answer::Move(code),
            Err(error) => Answer::Say(format!("{:?}: {error}.", text::name(text, 20))),
        }
    }

    fn typing_help(&self) -> String {
        let hints = "s suggests a guess, w says what the opponent's last guess was good for.";
        format!("Type a code of {}, {}.\n{hints}", self.pegs(), self.colours())
    }

    fn verdict(&self, info: &GameInfo) -> String {
        format!("\nThe game is over. {}", self.ending(info).unwrap_or_default())
    }

    fn picture(&self, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
        picture::duel(self, info, prompt, canvas);
    }

    fn key(&mut self, key: Key, typed: &mut String) -> Option<Answer<Code>> {
        let n_pegs = usize::from(self.size.pegs());
        match key {
            _ if !self.is_asked => return None,
            Key::Char('s') => return Some(self.hint()),
            Key::Char('w') => return Some(self.why()),
            Key::Char(letter) => return self.place(letter, typed),
            Key::Enter if typed.len() == n_pegs => return Some(self.understand(&typed.clone())),
            Key::Enter => return Some(Answer::Say(format!("{} of {n_pegs} pegs are placed.", typed.len()))),
            Key::Backspace => _ = typed.pop(),
            Key::Escape => typed.clear(),
            _ => return None,
        }
        Some(Answer::More)
    }

    fn help_keys(&self) -> &'static str {
        // The eighth colour is H.
        if self.size.colors() < 8 { "?, h" } else { "?" }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let colors = COLOR_KEYS.get(usize::from(self.size.colors()) - 1).copied().unwrap_or_default();
        vec![
            (colors, "place a peg"),
            ("Backspace, Esc", "take the last peg back, or all of them"),
            ("Enter", "set the code, or guess"),
            ("s", "suggest a guess"),
            ("w", "why did the opponent guess that?"),
        ]
    }
}

/// What a guess is good for: how many codes are possible before it, and how many it leaves.
fn reason(history: &History, guess: Code) -> String {
    let mut by_answer = BTreeMap::new();
    let mut n_codes = 0_u32;
    let _ = ConsistentCodes::new(history).each(|code| {
        n_codes += 1;
        *by_answer.entry(<(u8, u8)>::from(Feedback::between(guess, code))).or_insert(0_u32) += 1;
        if n_codes < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let worst = by_answer.values().max().copied().unwrap_or(0);
    match n_codes {
        MOST_COUNTED => format!("more than {MOST_COUNTED} codes are possible."),
        1 => "the only code that is left.".to_owned(),
        _ => format!("of {n_codes} possible codes it leaves {worst} at worst."),
    }
}

/// Codes that are counted for an explanation; more would take seconds.
const MOST_COUNTED: u32 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_the_keys_that_place_pegs_and_no_others() {
        for colors in 2..=CodeSize::MAX_COLORS {
            let mut scene = DuelScene::new(CodeSize::new(4, colors).unwrap(), Seat::First);
            scene.is_asked = true;
            let mut is_placed = |letter: char| {
                let mut typed = String::new();
                scene.key(Key::Char(letter), &mut typed);
                !typed.is_empty()
            };
            let placing: Vec<char> = ('a'..='z').filter(|&letter| is_placed(letter)).collect();
            let digits: Vec<char> = ('0'..='9').filter(|&digit| is_placed(digit)).collect();
            let [(first, last), (low, high)] =
                [placing, digits].map(|keys| (keys[0].to_ascii_uppercase(), keys[keys.len() - 1].to_ascii_uppercase()));
            let word = if colors == 2 { "or" } else { "to" };
            assert_eq!(scene.keys()[0].0, format!("{first} {word} {last}, or {low} {word} {high}"), "{colors} colours");
            assert_eq!(scene.help_keys().contains('h'), !('A'..=last).contains(&'H'), "{colors} colours");
        }
    }
}
