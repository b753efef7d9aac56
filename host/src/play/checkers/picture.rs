//! The board as a picture, with the moves and the keys beside it. Knows scenes; knows no terminal.
//!
//! ```text
//!   row 0      who plays whom, and the score
//!   row 2..18  the board: 8 x 8 squares of 6 x 2 letters, or 8 x 3 where there is room
//!   beside it  the pieces taken, the moves, what to do, the keys
//! ```

use pipsqueak_core::games::checkers::{Move, Piece, Side, Square, Squares};

use super::entry::Entry;
use super::rules;
use super::scene::Scene;

/// The smallest terminal that the board fits.
const SMALLEST: (usize, usize) = (80, 22);
/// The room beside the board.
const PANEL: usize = 28;

/// How a letter looks: colours of the 256, `None` for the terminal's own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// The letter's colour.
    pub ink: Option<u8>,
    /// The colour behind it.
    pub ground: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it stands out where there are no colours.
    pub marked: bool,
}

const PLAIN: Style = Style { ink: None, ground: None, bold: false, marked: false };
const BOLD: Style = Style { bold: true, ..PLAIN };
const DIM: Style = Style { ink: Some(245), ..PLAIN };
const KEY: Style = Style { ink: Some(80), bold: true, ..PLAIN };
const NOTICE: Style = Style { ink: Some(215), ..PLAIN };

const LIGHT_SQUARE: u8 = 187;
const DARK_SQUARE: u8 = 65;
const FRESH_SQUARE: u8 = 101;
const MOVABLE_SQUARE: u8 = 29;
const HELD_SQUARE: u8 = 172;
const TARGET_SQUARE: u8 = 37;
const BLACK_PIECE: u8 = 233;
const WHITE_PIECE: u8 = 255;

/// What a person is doing with the board.
#[derive(Clone, Default)]
pub struct Hand {
    /// The squares chosen so far.
    pub entry: Entry,
    /// Where the arrow keys have led.
    pub cursor: Option<Square>,
    /// Digits of a square that is being typed.
    pub typed: String,
    /// What the last key led to.
    pub notice: String,
    /// Whether the board is turned from the way it was.
    pub is_turned: bool,
}

/// A grid of letters with styles.
pub struct Sheet {
    width: usize,
    cells: Vec<(char, Style)>,
}

impl Sheet {
    fn new((width, height): (usize, usize)) -> Sheet {
        Sheet { width, cells: vec![(' ', PLAIN); width * height] }
    }

    fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (x, letter) in (x..self.width).zip(text.chars()) {
            if let Some(cell) = self.cells.get_mut(y * self.width + x) {
                *cell = (letter, style);
            }
        }
    }

    /// The rows from the top, each as stretches of one style.
    pub fn rows(&self) -> impl Iterator<Item = Vec<(Style, String)>> {
        self.cells.chunks(self.width.max(1)).map(|row| {
            let stretches = row.chunk_by(|left, right| left.1 == right.1);
            stretches.map(|cells| (cells[0].1, cells.iter().map(|cell| cell.0).collect())).collect()
        })
    }
}

/// Whether a terminal of this size has room for the board.
pub fn fits((width, height): (usize, usize)) -> bool {
    width >= SMALLEST.0 && height >= SMALLEST.1
}

/// The board and all around it in a terminal of this size; `legal` is empty while the opponent thinks.
pub fn paint(scene: &Scene, hand: &Hand, legal: &[Move], size: (usize, usize)) -> Sheet {
    let mut sheet = Sheet::new(size);
    if !fits(size) {
        let told = format!("The board needs {} x {}.", SMALLEST.0, SMALLEST.1);
        sheet.put(0, 0, &told, PLAIN);
        sheet.put(0, 1, "Make it larger, or press q and use --plain.", PLAIN);
        return sheet;
    }
    // Squares of 8 x 3 letters where there is room for them.
    let cell = if size.0 >= 8 * 8 + PANEL + 6 && size.1 >= 8 * 3 + 4 { (8, 3) } else { (6, 2) };
    let left = (size.0 - (8 * cell.0 + PANEL + 4)) / 2;
    let top = (size.1 - (8 * cell.1 + 4)) / 2;
    let mut painter = Painter { sheet: &mut sheet, scene, hand, legal, left, top, cell };
    painter.header();
    painter.board();
    painter.panel();
    sheet
}

/// The rules and the keys.
pub fn help(scene: &Scene, size: (usize, usize)) -> Sheet {
    let mut sheet = Sheet::new(size);
    let keys = "
arrows, Enter   choose a piece, then where it goes, jump by jump
0 to 9, Enter   the same by a square's number
Esc             put the piece down
u               take back your last move
l               another opponent: child, easy, medium, hard, expert
t               turn the board
n               the next game, when one is over
q, Ctrl-C       quit

Any key goes back to the board.";
    let left = size.0.saturating_sub(76) / 2;
    let has_levels = scene.rival.level().is_some();
    let keys = keys.lines().filter(|line| has_levels || !line.starts_with("l "));
    for (row, line) in rules().chain(keys).enumerate() {
        sheet.put(left, row + 1, line, if row == 0 { BOLD } else { PLAIN });
    }
    sheet
}

struct Painter<'a> {
    sheet: &'a mut Sheet,
    scene: &'a Scene,
    hand: &'a Hand,
    legal: &'a [Move],
    left: usize,
    top: usize,
    cell: (usize, usize),
}

impl Painter<'_> {
    fn header(&mut self) {
        let Scene { number, person, rival, .. } = self.scene;
        self.sheet.put(self.left, self.top, "Checkers", BOLD);
        let told = format!("game {number}: you are {person}, against {}", rival.name());
        self.sheet.put(self.left + 10, self.top, &told, DIM);
    }

    /// The person's own side is at the bottom, unless the board is turned.
    fn board(&mut self) {
        let upside_down = (self.scene.person == Side::Black) != self.hand.is_turned;
        let choices = self.hand.entry.choices(self.legal);
        for row in 0..8 {
            for column in 0..8 {
                let (x, y) = (self.left + column * self.cell.0, self.top + 2 + row * self.cell.1);
                let (row, column) = if upside_down { (7 - row, 7 - column) } else { (row, column) };
                match Square::of_row_and_column(row as u8, column as u8) {
                    None => self.fill(x, y, Style { ground: Some(LIGHT_SQUARE), ..PLAIN }),
                    Some(square) => self.square(x, y, square, choices),
                }
            }
        }
    }

    fn fill(&mut self, x: usize, y: usize, style: Style) {
        let blank = " ".repeat(self.cell.0);
        for row in 0..self.cell.1 {
            self.sheet.put(x, y + row, &blank, style);
        }
    }

    fn square(&mut self, x: usize, y: usize, square: Square, choices: Squares) {
        let held = self.hand.entry.squares();
        let is_choice = choices.contains(square);
        let is_cursor = self.hand.cursor == Some(square);
        let ground = match () {
            () if held.contains(&square) => HELD_SQUARE,
            () if is_choice && held.is_empty() => MOVABLE_SQUARE,
            () if is_choice => TARGET_SQUARE,
            () if self.scene.fresh().contains(square) => FRESH_SQUARE,
            () => DARK_SQUARE,
        };
        let base = Style { ground: Some(ground), ..PLAIN };
        self.fill(x, y, base);
        if let Some(piece) = self.scene.board().piece_on(square) {
            self.piece(x, y, piece, base);
        }
        let marked = is_choice || held.contains(&square);
        let bright = Style { ink: Some(if marked { 231 } else { 151 }), bold: marked, marked, ..base };
        self.sheet.put(x, y, &square.to_string(), bright);
        if is_cursor {
            let frame = Style { ink: Some(226), bold: true, ..base };
            self.sheet.put(x, y + self.cell.1 - 1, "▶", frame);
        }
    }

    /// A disc of half blocks; a king wears a crown.
    fn piece(&mut self, x: usize, y: usize, piece: Piece, base: Style) {
        let (colour, crown) = match piece.side {
            Side::Black => (BLACK_PIECE, 220),
            Side::White => (WHITE_PIECE, 130),
        };
        let disc = Style { ink: Some(colour), ..base };
        let rows: &[&str] = if self.cell.1 == 2 {
            &["▄██▄", "▀██▀"]
        } else {
            &["▄██▄", "████", "▀██▀"]
        };
        // The number stands before the disc.
        let inset = (self.cell.0 - 4).min(3);
        for (row, text) in rows.iter().enumerate() {
            self.sheet.put(x + inset, y + row, text, disc);
        }
        let middle = (x + inset + 1, y + usize::from(self.cell.1 == 3));
        let face = Style { ink: Some(crown), ground: Some(colour), bold: true, marked: false };
        let letter = piece.side.letter().to_ascii_lowercase();
        if piece.is_king {
            self.sheet.put(middle.0, middle.1, "♛", face);
            self.sheet.put(middle.0 + 1, middle.1, &letter.to_ascii_uppercase().to_string(), face);
        } else {
            // The letter tells the colours apart where there are none, and hides in the disc where there are.
            let hidden = Style { ink: Some(colour), ground: Some(colour), ..PLAIN };
            self.sheet.put(middle.0, middle.1, &letter.to_string(), hidden);
        }
    }

    fn panel(&mut self) {
        let x = self.left + 8 * self.cell.0 + 3;
        let mut y = self.top + 2;
        let [won, lost, drawn] = self.scene.score_with_end();
        self.sheet.put(x, y, &format!("won {won}  lost {lost}  drawn {drawn}"), DIM);
        y += 1;
        for side in [Side::Black, Side::White] {
            let n_kings = (self.scene.board().pieces(side) & self.scene.board().kings()).len();
            let n_pieces = self.scene.board().pieces(side).len();
            let kings = if n_kings > 0 { format!(", {n_kings} crowned") } else { String::new() };
            let style = if self.scene.board().turn() == side { BOLD } else { PLAIN };
            self.sheet.put(x, y, &format!("{side} {n_pieces} pieces{kings}"), style);
            y += 1;
        }
        let n_lines = 8 * self.cell.1 - 8;
        self.moves(x, y + 1, n_lines - 3);
        y = self.top + 2 + n_lines + 1;
        let (told, style) = self.told();
        for line in wrapped(&told, PANEL) {
            self.sheet.put(x, y, &line, style);
            y += 1;
        }
        self.keys(x);
    }

    /// The last moves, two a line.
    fn moves(&mut self, x: usize, y: usize, n_lines: usize) {
        let words = self.scene.words();
        let lines: Vec<String> = (1..)
            .zip(words.chunks(2))
            .map(|(number, pair)| {
                let [black, white] = [0, 1].map(|place| pair.get(place).map_or("", String::as_str));
                format!("{number:3}. {black:9} {white}")
            })
            .collect();
        let skipped = lines.len().saturating_sub(n_lines);
        for (row, line) in lines.iter().skip(skipped).enumerate() {
            let is_last = row + skipped + 1 == lines.len();
            self.sheet.put(x, y + row, line, if is_last { PLAIN } else { DIM });
        }
    }

    /// What the person should know now.
    fn told(&self) -> (String, Style) {
        if let Some(verdict) = self.scene.verdict() {
            return (verdict, BOLD);
        }
        if !self.hand.notice.is_empty() {
            return (self.hand.notice.clone(), NOTICE);
        }
        if self.legal.is_empty() {
            return (format!("{} is thinking …", self.scene.rival.name()), DIM);
        }
        if !self.hand.typed.is_empty() {
            return (format!("Square {}_", self.hand.typed), BOLD);
        }
        let told = match self.hand.entry.squares() {
            [] if self.legal.iter().any(|legal| legal.is_capture()) => "Your move: you must jump.",
            [] => "Your move: choose a piece.",
            [_] => "Where to?",
            _ => "The jump goes on: where to?",
        };
        (told.to_owned(), BOLD)
    }

    fn keys(&mut self, x: usize) {
        let bottom = self.top + 2 + 8 * self.cell.1;
        let has_levels = self.scene.rival.level().is_some();
        let rows: [&[(&str, &str)]; 3] = match self.scene.verdict() {
            None => [
                &[("arrows Enter", " or "), ("1-32", " choose")],
                if has_levels {
                    &[("u", "ndo "), ("l", "evel "), ("t", "urn")]
                } else {
                    &[("u", "ndo "), ("t", "urn")]
                },
                &[("?", " help "), ("q", "uit")],
            ],
            Some(_) => [&[("n", "ext game ")], &[("u", "ndo "), ("t", "urn")], &[("?", " help "), ("q", "uit")]],
        };
        for (row, keys) in rows.iter().enumerate() {
            let mut at = x;
            for (key, word) in *keys {
                self.sheet.put(at, bottom - 3 + row, key, KEY);
                at += key.chars().count();
                self.sheet.put(at, bottom - 3 + row, word, DIM);
                at += word.chars().count();
            }
        }
    }
}

/// A text in lines of so many letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
