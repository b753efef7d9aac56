//! The table as a picture: the opponent's columns above, the person's below, the card to place at the foot. Knows
//! scenes and canvases; knows no terminal.
//!
//! ```text
//! row  0      who plays whom, and the score          11..18  the person's columns
//!      1      the opponent's name                    18      what they are
//!      2      what its columns are                   19      the keys
//!      3..10  its columns                            20..23  the card to place, and what to do
//!      10     who leads each column                  23      the keys that always work
//! ```
//!
//! With more rows the cards of a column are drawn apart instead of overlapping.

use pipsqueak_core::cards::{Card, Suit};
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::{Column, Columns};

use super::canvas::{Canvas, Ink};
use super::scene::{Scene, Score};
use super::{numbers, rules};
use crate::words;

/// The smallest terminal that the table fits.
const SMALLEST: (usize, usize) = (80, 24);
/// Rows that drawing the cards apart needs: four lines between cards for each player.
const ROOMY: usize = SMALLEST.1 + 8;
/// A column's share of the width: room for what it is, and a gap.
const STRIDE: usize = words::LONGEST_HAND + 1;
const CARD_WIDTH: usize = 8;

/// The table in a terminal of this size.
pub fn table(scene: &Scene, notice: &str, (width, height): (usize, usize)) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    if !fits((width, height)) {
        return too_small(canvas, (width, height));
    }
    let roomy = height >= ROOMY;
    let mut painter = Painter { left: (width - SMALLEST.0) / 2, canvas: &mut canvas, scene, roomy };
    let stack = if roomy { 11 } else { 7 };
    let top = (height - (10 + 2 * stack)) / 2;
    painter.header(top);
    painter.side(scene.seat.other(), top + 2, top + 3);
    painter.leaders(top + 3 + stack);
    painter.side(scene.seat, top + 4 + 2 * stack, top + 4 + stack);
    painter.foot(top + 5 + 2 * stack, notice);
    canvas
}

/// Whether a terminal of this size has room for the table.
pub fn fits((width, height): (usize, usize)) -> bool {
    width >= SMALLEST.0 && height >= SMALLEST.1
}

/// The rules and the keys.
pub fn help(size: (usize, usize)) -> Canvas {
    let keys = [
        "",
        "1 to 5        place the card in that column",
        "Enter, Space  place it, if only one column is open",
        "n             the next game, when one is over",
        "q, Ctrl-C     quit",
        "",
        "Any key goes back to the table.",
    ];
    Canvas::page(size, SMALLEST.0, rules().chain(keys))
}

fn too_small(mut canvas: Canvas, (width, height): (usize, usize)) -> Canvas {
    let lines = [
        format!("The table needs {} x {},", SMALLEST.0, SMALLEST.1),
        format!("this terminal has {width} x {height}."),
        "Make it larger, or press q".to_owned(),
        "and play with --plain.".to_owned(),
    ];
    for (row, line) in lines.iter().enumerate() {
        canvas.put(0, row, line, Ink::Plain);
    }
    canvas
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    scene: &'a Scene,
    left: usize,
    roomy: bool,
}

impl Painter<'_> {
    fn header(&mut self, y: usize) {
        let Scene { opponent, number, seed, score: Score { won, lost, tied }, .. } = self.scene;
        self.canvas.put(self.left + 1, y, "Five-O", Ink::Bold);
        self.canvas.put(self.left + 9, y, &format!("game {number}, seed {}", seed.0), Ink::Dim);
        let score = format!("won {won}   lost {lost}   tied {tied}");
        self.right(y, &score, Ink::Plain);
        self.canvas.put(self.left, y + 1, &"─".repeat(SMALLEST.0), Ink::Dim);
        self.canvas.centre(self.left, y + 1, SMALLEST.0, &format!(" {opponent} "), Ink::Bold);
    }

    /// A player's columns, and what they are.
    fn side(&mut self, seat: Seat, y_of_words: usize, y: usize) {
        for column in Column::ALL {
            let x = self.x_of(column);
            let hand = words::hand(self.scene.cards(seat, column));
            let ink = if self.scene.leader(column) == Some(seat) { Ink::Plain } else { Ink::Dim };
            self.canvas.centre(x, y_of_words, STRIDE, &hand, ink);
            let fresh = seat != self.scene.seat && self.scene.answer == Some(column) && self.scene.points.is_none();
            self.stack(x + (STRIDE - CARD_WIDTH) / 2, y, self.scene.column(seat, column), fresh);
        }
    }

    fn x_of(&self, column: Column) -> usize {
        self.left + STRIDE * column.index()
    }

    /// Cards over one another, the last in full; a fresh one stands out.
    fn stack(&mut self, x: usize, y: usize, cards: &[Option<Card>], fresh: bool) {
        self.canvas.put(x, y, "╭──────╮", Ink::Dim);
        let step = if self.roomy { 2 } else { 1 };
        for (place, &card) in cards.iter().enumerate() {
            let y = y + 1 + step * place;
            let is_fresh = fresh && place + 1 == cards.len();
            if self.roomy && place > 0 {
                self.canvas.put(x, y - 1, "├──────┤", Ink::Dim);
            }
            self.canvas.put(x, y, "│      │", Ink::Dim);
            let (text, ink) = face(card, is_fresh);
            self.canvas.put(x + 1, y, &text, ink);
        }
        self.canvas.put(x, y + 2 + step * (cards.len() - 1), "╰──────╯", Ink::Dim);
    }

    /// Who leads each column by the cards that can be seen; at the end, who took it.
    fn leaders(&mut self, y: usize) {
        let over = self.scene.points.is_some();
        for column in Column::ALL {
            let (text, ink) = match self.scene.leader(column) {
                Some(seat) if seat == self.scene.seat => (if over { "▼ yours" } else { "▼ ahead" }, Ink::Good),
                Some(_) => (if over { "▲ theirs" } else { "▲ behind" }, Ink::Bad),
                None => (if over { "nobody's" } else { "level" }, Ink::Dim),
            };
            self.canvas.centre(self.x_of(column), y, STRIDE, text, ink);
        }
    }

    /// The keys under the columns, the card to place, and what to do.
    fn foot(&mut self, y: usize, notice: &str) {
        let open = self.scene.question.map_or(Columns::NONE, |(_, open)| open);
        for column in Column::ALL {
            let number = column.index() + 1;
            let (text, ink) = match open.contains(column) {
                true => (format!("[ {number} ]"), Ink::Key),
                false => (format!("{number}"), Ink::Dim),
            };
            self.canvas.centre(self.x_of(column), y, STRIDE, &text, ink);
        }
        let x = self.left + (STRIDE - CARD_WIDTH) / 2;
        if let Some((card, open)) = self.scene.question {
            self.canvas.put(x, y + 1, "┏━━━━━━┓", Ink::Bold);
            self.canvas.put(x, y + 2, "┃      ┃", Ink::Bold);
            self.canvas.put(x, y + 3, "┗━━━━━━┛", Ink::Bold);
            let ink = if is_red(card) { Ink::Red } else { Ink::Bold };
            self.canvas.put(x + 1, y + 2, &face(Some(card), false).0, ink);
            let drawn = format!("Card {} of 20: the {}.", self.scene.turn(), words::card(card));
            self.canvas.put(x + CARD_WIDTH + 2, y + 1, &drawn, Ink::Bold);
            let place = format!("Place it in column {}.", numbers(open.iter()));
            self.canvas.put(x + CARD_WIDTH + 2, y + 2, &place, Ink::Plain);
        } else if let Some(verdict) = self.scene.verdict() {
            self.canvas.centre(self.left, y + 2, SMALLEST.0, &verdict, Ink::Bold);
        }
        self.canvas.put(x + CARD_WIDTH + 2, y + 3, notice, Ink::Bad);
        let keys = match (self.scene.points, self.scene.last) {
            (None, _) => "1-5 place   ? help   q quit",
            (Some(_), false) => "n next game   ? help   q quit",
            (Some(_), true) => "that was the last game   q quit",
        };
        self.right(y + 4, keys, Ink::Dim);
    }

    /// Writes a text up to the right edge.
    fn right(&mut self, y: usize, text: &str, ink: Ink) {
        self.canvas.put(self.left + SMALLEST.0 - 1 - text.chars().count(), y, text, ink);
    }
}

/// A card in six characters; a back if it lies face down.
fn face(card: Option<Card>, fresh: bool) -> (String, Ink) {
    let Some(card) = card else { return ("░░░░░░".to_owned(), if fresh { Ink::Fresh } else { Ink::Dim }) };
    let ink = match (is_red(card), fresh) {
        (true, true) => Ink::FreshRed,
        (true, false) => Ink::Red,
        (false, true) => Ink::Fresh,
        (false, false) => Ink::Plain,
    };
    let rank = match card.rank().letter() {
        'T' => "10".to_owned(),
        letter => format!(" {letter}"),
    };
    (format!(" {rank} {} ", words::sign(card.suit())), ink)
}

fn is_red(card: Card) -> bool {
    matches!(card.suit(), Suit::Diamonds | Suit::Hearts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::fiveo::Table;

    fn text(canvas: &Canvas) -> Vec<String> {
        let row = |stretches: Vec<(Ink, String)>| stretches.into_iter().map(|(_, text)| text).collect::<String>();
        canvas.rows().map(|stretches| row(stretches).trim_end().to_owned()).collect()
    }

    /// A game up to this move, columns being filled from left to right.
    fn after(n_moves: usize) -> (Table, Scene) {
        let mut table = Table::deal(Seed(7));
        let mut scene = Scene::new(&table, Seed(7), Seat::First, "tactician".to_owned());
        for _ in 0..n_moves {
            let Turn::Of(seat, view) = table.turn() else { break };
            let column = view.open().iter().next().unwrap();
            table.play(column).unwrap();
            scene.witness(&table, seat, column);
        }
        if let Turn::Of(_, view) = table.turn() {
            scene.ask(&view);
        }
        (table, scene)
    }

    #[test]
    fn the_deal_looks_like_this() {
        let expected = "
 Five-O  game 1, seed 7                                 won 0   lost 0   tied 0
────────────────────────────────── tactician ───────────────────────────────────
    ace high        ace high       jack high       three high      king high
    ╭──────╮        ╭──────╮        ╭──────╮        ╭──────╮        ╭──────╮
    │  A ♥ │        │  A ♣ │        │  J ♣ │        │  3 ♣ │        │  K ♦ │
    ╰──────╯        ╰──────╯        ╰──────╯        ╰──────╯        ╰──────╯




    ▲ behind        ▲ behind        ▲ behind        ▼ ahead         ▲ behind
    ╭──────╮        ╭──────╮        ╭──────╮        ╭──────╮        ╭──────╮
    │  7 ♦ │        │  J ♠ │        │  2 ♦ │        │  6 ♥ │        │  Q ♣ │
    ╰──────╯        ╰──────╯        ╰──────╯        ╰──────╯        ╰──────╯




   seven high      jack high        two high        six high       queen high
     [ 1 ]           [ 2 ]           [ 3 ]           [ 4 ]           [ 5 ]
    ┏━━━━━━┓  Card 1 of 20: the six of clubs.
    ┃  6 ♣ ┃  Place it in column 1, 2, 3, 4 or 5.
    ┗━━━━━━┛
                                                    1-5 place   ? help   q quit";
        assert_eq!(text(&table(&after(0).1, "", (80, 24))), expected.lines().skip(1).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_table_fits_with_all_its_parts_at_every_size() {
        let (end, mut scene) = after(40);
        scene.reveal(&end, end.points());
        for size in [(80, 24), (81, 31), (80, 32), (120, 40), (300, 100)] {
            let rows = text(&table(&scene, "", size));
            assert_eq!(rows.iter().filter(|row| row.matches('╯').count() == 5).count(), 2, "{size:?}");
            assert_eq!(rows.iter().map(|row| row.matches(['♠', '♥', '♦', '♣']).count()).sum::<usize>(), 50);
            assert!(rows.iter().any(|row| row.contains("q quit")));
        }
    }

    #[test]
    fn face_down_cards_are_backs_until_the_reveal() {
        let (end, mut scene) = after(40);
        let faces = |scene: &Scene| text(&table(scene, "", (80, 24))).concat().matches(['♠', '♥', '♦', '♣']).count();
        assert_eq!(faces(&scene), 45);
        scene.reveal(&end, end.points());
        assert_eq!(faces(&scene), 50);
    }

    #[test]
    fn a_small_terminal_is_told_so_and_nothing_panics() {
        let (_, scene) = after(17);
        assert!(text(&table(&scene, "", (79, 24)))[1].contains("79 x 24"));
        for (width, height) in (0..90).flat_map(|width| (0..36).map(move |height| (width, height))) {
            let _ = (table(&scene, "a notice", (width, height)), help((width, height)));
        }
    }
}
