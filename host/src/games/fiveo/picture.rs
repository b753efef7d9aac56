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
use pipsqueak_core::games::fiveo::Column;

use super::scene::TableScene;
use crate::terminal::canvas::{BOLD, Canvas, Color, DIM, GOOD, KEY, Modifier, NOTICE, PLAIN, Style};
use crate::terminal::{GameInfo, Prompt, Scene};
use pipsqueak_lab::arena::Tally;
use pipsqueak_lab::games::fiveo::card_text;

/// The table is as wide as the smallest terminal that it fits.
const WIDTH: usize = TableScene::SMALLEST.0;
/// Rows that drawing the cards apart needs: four lines between cards for each player.
const ROOMY: usize = TableScene::SMALLEST.1 + 8;
/// A column's share of the width: room for its hand's name, and a gap.
const STRIDE: usize = card_text::LONGEST_HAND + 1;
const CARD_WIDTH: usize = 8;

/// Hearts and diamonds.
const RED: Style = BOLD.fg(Color::LightRed);
/// The card that the opponent has just placed.
const FRESH: Style = PLAIN.add_modifier(Modifier::REVERSED);

/// Draws the table in the middle of a terminal.
pub fn table(scene: &TableScene, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
    let (width, height) = canvas.size();
    let roomy = height >= ROOMY;
    let stack = if roomy { 11 } else { 7 };
    let (left, top) = ((width - WIDTH) / 2, (height - (10 + 2 * stack)) / 2);
    let mut painter = Painter { canvas, scene, info, left, roomy };
    painter.header(top);
    painter.side(scene.seat.other(), top + 2, top + 3);
    painter.leaders(top + 3 + stack);
    painter.side(scene.seat, top + 4 + 2 * stack, top + 4 + stack);
    painter.foot(top + 5 + 2 * stack, &prompt.notice);
}

struct Painter<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    scene: &'a TableScene,
    info: &'a GameInfo,
    left: usize,
    roomy: bool,
}

impl Painter<'_, '_> {
    fn header(&mut self, y: usize) {
        let GameInfo { title, opponent, number, seed, score: Tally { win, tie, loss }, .. } = self.info;
        self.canvas.put(self.left + 1, y, title, BOLD);
        self.canvas.put(self.left + title.chars().count() + 3, y, &format!("game {number}, seed {}", seed.0), DIM);
        let score = format!("won {win}   lost {loss}   tied {tie}");
        self.canvas.right(self.left + WIDTH - 1, y, &score, PLAIN);
        self.canvas.put(self.left, y + 1, &"─".repeat(WIDTH), DIM);
        self.canvas.centre(self.left, y + 1, WIDTH, &format!(" {opponent} "), BOLD);
    }

    /// A player's columns, and their hands' names.
    fn side(&mut self, seat: Seat, y_of_words: usize, y: usize) {
        for column in Column::ALL {
            let x = self.x_of(column);
            let hand = card_text::hand(self.scene.cards(seat, column));
            let style = if self.scene.leader(column) == Some(seat) { PLAIN } else { DIM };
            self.canvas.centre(x, y_of_words, STRIDE, &hand, style);
            let fresh = seat != self.scene.seat && self.scene.answer == Some(column) && self.info.points.is_none();
            self.stack(x + (STRIDE - CARD_WIDTH) / 2, y, self.scene.column(seat, column), fresh);
        }
    }

    fn x_of(&self, column: Column) -> usize {
        self.left + STRIDE * column.index()
    }

    /// Overlapping cards, the last in full; a fresh one is highlighted.
    fn stack(&mut self, x: usize, y: usize, cards: &[Option<Card>], fresh: bool) {
        self.canvas.put(x, y, "╭──────╮", DIM);
        let step = if self.roomy { 2 } else { 1 };
        for (place, &card) in cards.iter().enumerate() {
            let y = y + 1 + step * place;
            let is_fresh = fresh && place + 1 == cards.len();
            if self.roomy && place > 0 {
                self.canvas.put(x, y - 1, "├──────┤", DIM);
            }
            self.canvas.put(x, y, "│      │", DIM);
            let (text, style) = face(card, is_fresh);
            self.canvas.put(x + 1, y, &text, style);
        }
        self.canvas.put(x, y + 2 + step * (cards.len() - 1), "╰──────╯", DIM);
    }

    /// The leader of each column by the visible cards; at the end, its winner.
    fn leaders(&mut self, y: usize) {
        let over = self.info.points.is_some();
        for column in Column::ALL {
            let (text, style) = match self.scene.leader(column) {
                Some(seat) if seat == self.scene.seat => (if over { "▼ yours" } else { "▼ ahead" }, GOOD),
                Some(_) => (if over { "▲ theirs" } else { "▲ behind" }, NOTICE),
                None => (if over { "tied" } else { "level" }, DIM),
            };
            self.canvas.centre(self.x_of(column), y, STRIDE, text, style);
        }
    }

    /// The keys under the columns, the card to place, and what to do.
    fn foot(&mut self, y: usize, notice: &str) {
        let open = self.scene.open();
        for column in Column::ALL {
            let number = column.index() + 1;
            let (text, style) = match open.contains(column) {
                true => (format!("[ {number} ]"), KEY),
                false => (format!("{number}"), DIM),
            };
            self.canvas.centre(self.x_of(column), y, STRIDE, &text, style);
        }
        let x = self.left + (STRIDE - CARD_WIDTH) / 2;
        if let Some((card, _)) = self.scene.question {
            self.canvas.put(x, y + 1, "┏━━━━━━┓", BOLD);
            self.canvas.put(x, y + 2, "┃      ┃", BOLD);
            self.canvas.put(x, y + 3, "┗━━━━━━┛", BOLD);
            let style = if is_red(card) { RED } else { BOLD };
            self.canvas.put(x + 1, y + 2, &face(Some(card), false).0, style);
            let drawn = format!("Card {} of 20: the {}.", self.scene.turn(), card_text::card(card));
            self.canvas.put(x + CARD_WIDTH + 2, y + 1, &drawn, BOLD);
            let place = format!("Place it in column {}.", self.scene.places());
            self.canvas.put(x + CARD_WIDTH + 2, y + 2, &place, PLAIN);
        } else if self.info.points.is_some() {
            self.canvas.centre(self.left, y + 2, WIDTH, &self.info.verdict(), BOLD);
        }
        self.canvas.put(x + CARD_WIDTH + 2, y + 3, notice, NOTICE);
        let keys = match (self.info.points, self.info.is_last) {
            (None, _) if self.scene.can_explain() => "1-5 place   s suggest   w why   ? help   q quit",
            (None, _) => "1-5 place   s suggest   ? help   q quit",
            (Some(_), false) => "n next game   ? help   q quit",
            (Some(_), true) => "that was the last game   q quit",
        };
        self.canvas.right(self.left + WIDTH - 1, y + 4, keys, DIM);
    }
}

/// A card in six characters; its back if it lies face down.
fn face(card: Option<Card>, fresh: bool) -> (String, Style) {
    let Some(card) = card else { return ("░░░░░░".to_owned(), if fresh { FRESH } else { DIM }) };
    let style = match (is_red(card), fresh) {
        (true, true) => FRESH.fg(Color::LightRed),
        (true, false) => RED,
        (false, true) => FRESH,
        (false, false) => PLAIN,
    };
    let rank = match card.rank().letter() {
        'T' => "10".to_owned(),
        letter => format!(" {letter}"),
    };
    (format!(" {rank} {} ", card_text::sign(card.suit())), style)
}

fn is_red(card: Card) -> bool {
    matches!(card.suit(), Suit::Diamonds | Suit::Hearts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::games::fiveo::Table;
    use pipsqueak_core::random::Seed;

    use crate::terminal::testing::{info, seen, seen_at_all_sizes};
    use pipsqueak_lab::arena::ArenaGame;
    use pipsqueak_lab::games::fiveo::FiveO;

    /// A game after this many moves, with columns filled from left to right.
    fn after(n_moves: usize) -> (Table, TableScene) {
        let mut table = Table::deal(Seed(7));
        let mut scene = TableScene::new(&table, Seat::First);
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
                                        1-5 place   s suggest   ? help   q quit";
        let shown = seen(&after(0).1, &info(FiveO::TITLE, 7, "tactician", None), (80, 24));
        assert_eq!(shown, expected.lines().skip(1).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_table_fits_with_all_its_parts_at_every_size() {
        let (end, mut scene) = after(40);
        scene.reveal(&end, end.points());
        for size in [(80, 24), (81, 31), (80, 32), (120, 40), (300, 100)] {
            let rows = seen(&scene, &info(FiveO::TITLE, 7, "tactician", Some(end.points())), size);
            assert_eq!(rows.iter().filter(|row| row.matches('╯').count() == 5).count(), 2, "{size:?}");
            assert_eq!(rows.iter().map(|row| row.matches(['♠', '♥', '♦', '♣']).count()).sum::<usize>(), 50);
            assert!(rows.iter().any(|row| row.contains("q quit")));
        }
    }

    #[test]
    fn face_down_cards_are_backs_until_the_reveal() {
        let (end, mut scene) = after(40);
        let faces = |scene: &TableScene| {
            let rows = seen(scene, &info(FiveO::TITLE, 7, "tactician", None), (80, 24));
            rows.concat().matches(['♠', '♥', '♦', '♣']).count()
        };
        assert_eq!(faces(&scene), 45);
        scene.reveal(&end, end.points());
        assert_eq!(faces(&scene), 50);
    }

    #[test]
    fn the_table_is_painted_at_every_size() {
        seen_at_all_sizes(&after(17).1, &info(FiveO::TITLE, 7, "tactician", None));
    }
}
