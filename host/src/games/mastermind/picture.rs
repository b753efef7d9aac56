//! The duel as a picture: the person's guesses on the left, the program's on the right, the peg row to fill at the foot.
//! Knows scenes and canvases; knows no terminal.
//!
//! ```text
//! row  0      who plays whom, and the score        15..17  the codes: the program's (hidden), the person's
//!      2      whose guesses they are               18      the colours
//!      3..15  the guesses                          20..23  what is typed, and what to do
//!                                                  23      the keys that always work
//! ```

use pipsqueak_core::games::mastermind::{Code, History, MAX_GUESSES};

use super::scene::DuelScene;
use crate::terminal::canvas::{BOLD, Canvas, Color, DIM, KEY, NOTICE, PLAIN, Style};
use crate::terminal::{GameInfo, Prompt, Scene};
use pipsqueak_lab::arena::Tally;

/// The drawing is as large as the smallest terminal that it fits.
const SIZE: (usize, usize) = DuelScene::SMALLEST;
/// The column where the right half begins.
const HALF: usize = 41;

/// The background and letter colours of pegs, of the 256 colours: red, yellow, green, blue, orange, violet, white,
/// cyan, pink, brown, grey, olive.
const PEGS: [(u8, u8); 12] = [
    (160, 231),
    (226, 16),
    (34, 16),
    (27, 231),
    (208, 16),
    (91, 231),
    (255, 16),
    (51, 16),
    (213, 16),
    (94, 231),
    (242, 231),
    (100, 16),
];

/// Draws the duel in the middle of a terminal.
pub fn duel(scene: &DuelScene, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
    let (width, height) = canvas.size();
    let (left, top) = ((width - SIZE.0) / 2, (height - SIZE.1) / 2);
    let mut painter = Painter { canvas, scene, info, left, top };
    painter.header();
    painter.guesses(0, "Your guesses", &scene.guesses);
    painter.guesses(HALF, &format!("Guesses of {}", info.opponent), &scene.theirs);
    painter.codes();
    painter.palette();
    painter.foot(prompt);
}

struct Painter<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    scene: &'a DuelScene,
    info: &'a GameInfo,
    left: usize,
    top: usize,
}

impl Painter<'_, '_> {
    fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.canvas.put(self.left + x, self.top + y, text, style);
    }

    /// Writes a text aligned to the right edge.
    fn right(&mut self, y: usize, text: &str, style: Style) {
        self.canvas.right(self.left + SIZE.0 - 1, self.top + y, text, style);
    }

    fn header(&mut self) {
        let GameInfo { title, number, seed, score: Tally { win, tie, loss }, .. } = self.info;
        let (pegs, colors) = (self.scene.pegs(), self.scene.size.colors());
        let what = format!("game {number}, seed {}, {pegs}, {colors} colours", seed.0);
        self.put(1, 0, title, BOLD);
        self.put(13, 0, &what, DIM);
        self.right(0, &format!("won {win}   lost {loss}   tied {tie}"), PLAIN);
        self.put(0, 1, &"─".repeat(SIZE.0), DIM);
    }

    fn guesses(&mut self, x: usize, title: &str, history: &History) {
        self.put(x + 2, 2, title, BOLD);
        for place in 0..MAX_GUESSES {
            let y = 3 + place;
            let entry = history.entries().get(place);
            self.put(x, y, &format!("{:>2}", place + 1), if entry.is_some() { PLAIN } else { DIM });
            let Some(entry) = entry else {
                self.holes(x + 4, y, 0);
                continue;
            };
            self.code(x + 4, y, entry.guess);
            let (blacks, whites) = entry.feedback.into();
            let answer = format!("{}{}", "●".repeat(usize::from(blacks)), "○".repeat(usize::from(whites)));
            let answer = if answer.is_empty() { "-".to_owned() } else { answer };
            self.put(x + 5 + self.stride() * usize::from(self.scene.size.pegs()), y, &answer, BOLD);
        }
    }

    /// The width of a peg: more if there are few.
    fn stride(&self) -> usize {
        if self.scene.size.pegs() > 6 { 3 } else { 4 }
    }

    fn code(&mut self, x: usize, y: usize, code: Code) {
        for (place, color) in code.colors().enumerate() {
            self.peg(x + place * self.stride(), y, color);
        }
    }

    /// A peg in its colour; only its letter on a terminal without colours.
    fn peg(&mut self, x: usize, y: usize, color: u8) {
        let (patch, ink) = PEGS.get(usize::from(color).wrapping_sub(1)).copied().unwrap_or((7, 0));
        let style = BOLD.fg(Color::Indexed(ink)).bg(Color::Indexed(patch));
        self.put(x, y, &format!(" {} ", sign(color)), style);
    }

    /// Empty places from this one on.
    fn holes(&mut self, x: usize, y: usize, from: usize) {
        for place in from..usize::from(self.scene.size.pegs()) {
            self.put(x + place * self.stride(), y, " · ", DIM);
        }
    }

    /// The program's code below the guesses at it, once the game is over; the person's below the program's guesses.
    fn codes(&mut self) {
        let y = 4 + MAX_GUESSES;
        self.put(2, y - 1, "Its code", DIM);
        match self.scene.revealed {
            Some(code) => self.code(4, y, code),
            None => (0..usize::from(self.scene.size.pegs()))
                .for_each(|place| self.put(4 + place * self.stride(), y, " ? ", DIM)),
        }
        self.put(HALF + 2, y - 1, "Your code", DIM);
        match self.scene.secret {
            Some(code) => self.code(HALF + 4, y, code),
            None => self.holes(HALF + 4, y, 0),
        }
    }

    fn palette(&mut self) {
        let y = 6 + MAX_GUESSES;
        self.put(1, y, "Colours", DIM);
        for color in 1..=self.scene.size.colors() {
            self.peg(6 + 4 * usize::from(color), y, color);
        }
    }

    /// What is typed, and what to do.
    fn foot(&mut self, prompt: &Prompt) {
        let y = 8 + MAX_GUESSES;
        if let Some(ending) = self.scene.ending(self.info) {
            self.put(1, y, &ending, BOLD);
        } else if self.scene.is_asked {
            self.typed(y, &prompt.typed);
        } else {
            self.put(1, y, &format!("{} is thinking ...", self.info.opponent), DIM);
        }
        self.put(1, y + 2, &prompt.notice, NOTICE);
        let last = sign(self.scene.size.colors());
        let keys = match (self.info.points, self.info.is_last) {
            (None, _) => format!("1-{last} place a peg   Backspace   Enter   s suggest   w why   ? help   q quit"),
            (Some(_), false) => "n next game   ? help   q quit".to_owned(),
            (Some(_), true) => "that was the last game   q quit".to_owned(),
        };
        self.right(y + 3, &keys, DIM);
    }

    fn typed(&mut self, y: usize, typed: &str) {
        let what = match self.scene.secret {
            None => "Your code:".to_owned(),
            Some(_) => format!("Guess {:>2}:", self.scene.guesses.len() + 1),
        };
        self.put(1, y, &what, BOLD);
        if self.scene.secret.is_none() {
            let told = format!("First set the code that {} is to find; then you find its code.", self.info.opponent);
            self.put(1, y + 1, &told, PLAIN);
        }
        self.code(14, y, typed.parse().unwrap_or_default());
        self.holes(14, y, typed.len());
        if typed.len() == usize::from(self.scene.size.pegs()) {
            self.put(15 + typed.len() * self.stride(), y, "Enter", KEY);
        }
    }
}

/// A colour as codes are written everywhere, which also serves people who do not see colours.
pub fn sign(color: u8) -> char {
    if color > 9 { letter(color) } else { char::from(b'0' + color) }
}

/// A colour's letter, which may be typed too.
pub fn letter(color: u8) -> char {
    char::from(b'A' - 1 + color.clamp(1, 26))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Seat, Turn};
    use pipsqueak_core::games::mastermind::{CodeSize, Duel};
    use pipsqueak_core::random::Seed;

    use crate::terminal::testing::{info, seen, seen_at_all_sizes, seen_with};

    /// A duel in which both make these moves in turn; the person has the first seat.
    fn scene(size: CodeSize, moves: &[&str]) -> (DuelScene, GameInfo) {
        let mut duel = Duel::new(size, Seed(5));
        let mut scene = DuelScene::new(size, Seat::First);
        for text in moves {
            let Turn::Of(seat, _) = duel.turn() else { panic!("the duel goes on") };
            let code = Code::parse(text, size).unwrap();
            duel.play(code).unwrap();
            scene.witness(&duel, seat, code);
        }
        let points = match duel.turn() {
            Turn::Of(_, view) => {
                scene.ask(&view);
                None
            }
            Turn::Over(points) => {
                scene.reveal(&duel, points);
                Some(points)
            }
        };
        (scene, info("Mastermind", 5, "expected", points))
    }

    #[test]
    fn a_duel_after_a_round_looks_like_this() {
        let expected = "
 Mastermind  game 1, seed 5, 4 pegs, 6 colours          won 0   lost 0   tied 0
────────────────────────────────────────────────────────────────────────────────
  Your guesses                             Guesses of expected
 1   1   2   3   4   ●○                   1   1   1   2   3   -
 2   ·   ·   ·   ·                        2   ·   ·   ·   ·
 3   ·   ·   ·   ·                        3   ·   ·   ·   ·
 4   ·   ·   ·   ·                        4   ·   ·   ·   ·
 5   ·   ·   ·   ·                        5   ·   ·   ·   ·
 6   ·   ·   ·   ·                        6   ·   ·   ·   ·
 7   ·   ·   ·   ·                        7   ·   ·   ·   ·
 8   ·   ·   ·   ·                        8   ·   ·   ·   ·
 9   ·   ·   ·   ·                        9   ·   ·   ·   ·
10   ·   ·   ·   ·                       10   ·   ·   ·   ·
11   ·   ·   ·   ·                       11   ·   ·   ·   ·
12   ·   ·   ·   ·                       12   ·   ·   ·   ·
  Its code                                 Your code
     ?   ?   ?   ?                            6   6   5   5

 Colours   1   2   3   4   5   6

 Guess  2:     1   3   ·   ·

 a notice
      1-6 place a peg   Backspace   Enter   s suggest   w why   ? help   q quit";
        let (scene, info) = scene(CodeSize::CLASSIC, &["6655", "1366", "1234", "1123"]);
        let prompt = Prompt { typed: "AC".to_owned(), notice: "a notice".to_owned() };
        let shown = seen_with(&scene, &info, &prompt, (80, 24));
        assert_eq!(shown, expected.lines().skip(1).collect::<Vec<_>>());
    }

    #[test]
    fn the_programs_code_is_hidden_until_the_end() {
        let (going_on, info) = scene(CodeSize::CLASSIC, &["6655", "4444", "1234", "1123"]);
        assert!(!seen(&going_on, &info, (80, 24))[16].contains('4'));
        let (over, info) = scene(CodeSize::CLASSIC, &["6655", "4444", "4444", "1123"]);
        let rows = seen(&over, &info, (80, 24));
        assert!(rows[16].contains("4   4   4   4"));
        assert_eq!(rows[20], " You win: you found 4444 with guess 1.");
    }

    #[test]
    fn the_largest_duel_fits() {
        let size = CodeSize::new(8, 12).unwrap();
        let (scene, info) = scene(size, &["JKLJKLJK", "11111111", "LKJLKJLK", "12345678"]);
        let prompt = Prompt { typed: "LLLLLLLL".to_owned(), notice: String::new() };
        let rows = seen_with(&scene, &info, &prompt, (80, 24));
        assert!(rows[3].contains(" L  K  J  L  K  J  L  K  -"), "{}", rows[3]);
        assert!(rows[20].contains(" L  L  L  L  L  L  L  L  Enter"), "{}", rows[20]);
        seen_at_all_sizes(&scene, &info);
    }
}
