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

use super::super::canvas::{Canvas, Ink};
use super::plain::pegs;
use super::{Scene, Score, rules};

/// The smallest terminal that the duel fits.
const SMALLEST: (usize, usize) = (80, 24);
/// Where the right half begins.
const HALF: usize = 41;

/// The duel in a terminal of this size, with the colours that are typed so far.
pub fn duel(scene: &Scene, typed: &[u8], notice: &str, (width, height): (usize, usize)) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    if !fits((width, height)) {
        let told = format!("This needs {} x {}, and there are {width} x {height}.", SMALLEST.0, SMALLEST.1);
        canvas.put(0, 0, &told, Ink::Plain);
        canvas.put(0, 1, "Make it larger, or press q and play with --plain.", Ink::Plain);
        return canvas;
    }
    let (left, top) = ((width - SMALLEST.0) / 2, (height - SMALLEST.1) / 2);
    let mut painter = Painter { canvas: &mut canvas, scene, left, top };
    painter.header();
    painter.guesses(0, "Your guesses", &scene.guesses);
    painter.guesses(HALF, &format!("Guesses of {}", scene.opponent), &scene.theirs);
    painter.codes();
    painter.palette();
    painter.foot(typed, notice);
    canvas
}

/// Whether a terminal of this size has room for the duel.
pub fn fits((width, height): (usize, usize)) -> bool {
    width >= SMALLEST.0 && height >= SMALLEST.1
}

/// The rules and the keys.
pub fn help(size: (usize, usize)) -> Canvas {
    let keys = [
        "",
        "A to L, or 1 to 9   place a peg",
        "Backspace           take the last peg back",
        "Enter               set the code, or guess",
        "n                   the next game, when one is over",
        "q, Ctrl-C           quit",
        "",
        "Any key goes back to the game.",
    ];
    Canvas::page(size, SMALLEST.0, rules().chain(keys))
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    scene: &'a Scene,
    left: usize,
    top: usize,
}

impl Painter<'_> {
    fn put(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        self.canvas.put(self.left + x, self.top + y, text, ink);
    }

    /// Writes a text up to the right edge.
    fn right(&mut self, y: usize, text: &str, ink: Ink) {
        self.put(SMALLEST.0 - 1 - text.chars().count(), y, text, ink);
    }

    fn header(&mut self) {
        let Scene { number, seed, size, score: Score { won, lost, tied }, .. } = self.scene;
        let what = format!("game {number}, seed {}, {}, {} colours", seed.0, pegs(*size), size.colors());
        self.put(1, 0, "Mastermind", Ink::Bold);
        self.put(13, 0, &what, Ink::Dim);
        self.right(0, &format!("won {won}   lost {lost}   tied {tied}"), Ink::Plain);
        self.put(0, 1, &"─".repeat(SMALLEST.0), Ink::Dim);
    }

    fn guesses(&mut self, x: usize, title: &str, history: &History) {
        self.put(x + 2, 2, title, Ink::Bold);
        for place in 0..MAX_GUESSES {
            let y = 3 + place;
            let round = history.rounds().get(place);
            self.put(x, y, &format!("{:>2}", place + 1), if round.is_some() { Ink::Plain } else { Ink::Dim });
            let Some(round) = round else {
                self.holes(x + 4, y, 0);
                continue;
            };
            self.code(x + 4, y, round.guess);
            let (blacks, whites) = round.feedback.into();
            let answer = format!("{}{}", "●".repeat(usize::from(blacks)), "○".repeat(usize::from(whites)));
            let answer = if answer.is_empty() { "-".to_owned() } else { answer };
            self.put(x + 5 + self.stride() * usize::from(self.scene.size.pegs()), y, &answer, Ink::Bold);
        }
    }

    /// Room for a peg: more of it where there are few.
    fn stride(&self) -> usize {
        if self.scene.size.pegs() > 6 { 3 } else { 4 }
    }

    fn code(&mut self, x: usize, y: usize, code: Code) {
        for (place, color) in code.colors().enumerate() {
            self.peg(x + place * self.stride(), y, color);
        }
    }

    fn peg(&mut self, x: usize, y: usize, color: u8) {
        self.put(x, y, &format!(" {} ", letter(color)), Ink::Peg(color));
    }

    /// Empty places from one on.
    fn holes(&mut self, x: usize, y: usize, from: usize) {
        for place in from..usize::from(self.scene.size.pegs()) {
            self.put(x + place * self.stride(), y, " · ", Ink::Dim);
        }
    }

    /// The program's code, once the game is over, under the guesses at it; the person's under the program's guesses.
    fn codes(&mut self) {
        let y = 4 + MAX_GUESSES;
        self.put(2, y - 1, "Its code", Ink::Dim);
        match self.scene.end {
            Some((_, code)) => self.code(4, y, code),
            None => (0..usize::from(self.scene.size.pegs()))
                .for_each(|place| self.put(4 + place * self.stride(), y, " ? ", Ink::Dim)),
        }
        self.put(HALF + 2, y - 1, "Your code", Ink::Dim);
        match self.scene.secret {
            Some(code) => self.code(HALF + 4, y, code),
            None => self.holes(HALF + 4, y, 0),
        }
    }

    fn palette(&mut self) {
        let y = 6 + MAX_GUESSES;
        self.put(1, y, "Colours", Ink::Dim);
        for color in 1..=self.scene.size.colors() {
            self.peg(6 + 4 * usize::from(color), y, color);
        }
    }

    /// What is typed, and what to do.
    fn foot(&mut self, typed: &[u8], notice: &str) {
        let y = 8 + MAX_GUESSES;
        if let Some(verdict) = self.scene.verdict(|code| format!("{code:#}")) {
            self.put(1, y, &verdict, Ink::Bold);
        } else if self.scene.asked {
            let what = match self.scene.secret {
                None => "Set a code:".to_owned(),
                Some(_) => format!("Guess {:>2}:", self.scene.guesses.len() + 1),
            };
            self.put(1, y, &what, Ink::Bold);
            for (place, &color) in typed.iter().enumerate() {
                self.peg(14 + place * self.stride(), y, color);
            }
            self.holes(14, y, typed.len());
            if typed.len() == usize::from(self.scene.size.pegs()) {
                self.put(15 + typed.len() * self.stride(), y, "Enter", Ink::Key);
            }
        } else {
            self.put(1, y, &format!("{} is thinking ...", self.scene.opponent), Ink::Dim);
        }
        self.put(1, y + 2, notice, Ink::Bad);
        let last = letter(self.scene.size.colors());
        let keys = match (self.scene.end, self.scene.last) {
            (None, _) => format!("A-{last} place a peg   Backspace   Enter   ? help   q quit"),
            (Some(_), false) => "n next game   ? help   q quit".to_owned(),
            (Some(_), true) => "that was the last game   q quit".to_owned(),
        };
        self.right(y + 3, &keys, Ink::Dim);
    }
}

/// A colour's letter, for those who do not see colours.
pub fn letter(color: u8) -> char {
    char::from(b'A' - 1 + color.clamp(1, 26))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::game::{Game, Seat, Turn};
    use pipsqueak_core::games::mastermind::{Duel, Size};

    fn text(canvas: &Canvas) -> Vec<String> {
        let row = |stretches: Vec<(Ink, String)>| stretches.into_iter().map(|(_, text)| text).collect::<String>();
        canvas.rows().map(|stretches| row(stretches).trim_end().to_owned()).collect()
    }

    /// A duel in which both make these moves in turn; the person has the first seat.
    fn scene(size: Size, moves: &[&str]) -> Scene {
        let mut duel = Duel::new(size, Seed(5));
        let mut scene = Scene::new(size, Seed(5), Seat::First, "expected".to_owned());
        for text in moves {
            let Turn::Of(seat, _) = duel.turn() else { panic!("the duel goes on") };
            duel.play(Code::parse(text, size).unwrap()).unwrap();
            scene.witness(&duel, seat);
        }
        match duel.turn() {
            Turn::Of(..) => scene.asked = true,
            Turn::Over(points) => scene.reveal(&duel, points),
        }
        scene
    }

    #[test]
    fn a_duel_after_a_round_looks_like_this() {
        let expected = "
 Mastermind  game 1, seed 5, 4 pegs, 6 colours          won 0   lost 0   tied 0
────────────────────────────────────────────────────────────────────────────────
  Your guesses                             Guesses of expected
 1   A   B   C   D   ●○                   1   A   A   B   C   -
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
     ?   ?   ?   ?                            F   F   E   E

 Colours   A   B   C   D   E   F

 Guess  2:     A   C   ·   ·

 a notice
                          A-F place a peg   Backspace   Enter   ? help   q quit";
        let scene = scene(Size::CLASSIC, &["6655", "1366", "1234", "1123"]);
        let shown = text(&duel(&scene, &[1, 3], "a notice", (80, 24)));
        assert_eq!(shown, expected.lines().skip(1).collect::<Vec<_>>());
    }

    #[test]
    fn the_programs_code_is_hidden_until_the_end() {
        let going_on = scene(Size::CLASSIC, &["6655", "4444", "1234", "1123"]);
        assert!(!text(&duel(&going_on, &[], "", (80, 24)))[16].contains('D'));
        let over = scene(Size::CLASSIC, &["6655", "4444", "4444", "1123"]);
        let rows = text(&duel(&over, &[], "", (80, 24)));
        assert!(rows[16].contains("D   D   D   D"));
        assert_eq!(rows[20], " You win: you found DDDD with guess 1.");
    }

    #[test]
    fn the_largest_duel_fits_and_a_small_terminal_is_told_so() {
        let size = Size::new(8, 12).unwrap();
        let scene = scene(size, &["JKLJKLJK", "11111111", "LKJLKJLK", "12345678"]);
        let rows = text(&duel(&scene, &[12; 8], "", (80, 24)));
        assert!(rows[3].contains(" L  K  J  L  K  J  L  K  -"), "{}", rows[3]);
        assert!(rows.iter().all(|row| row.chars().count() <= 80));
        assert!(text(&duel(&scene, &[], "", (79, 24)))[0].contains("79 x 24"));
        for (width, height) in (0..90).flat_map(|width| (0..30).map(move |height| (width, height))) {
            let _ = (duel(&scene, &[1], "a notice", (width, height)), help((width, height)));
        }
    }
}
