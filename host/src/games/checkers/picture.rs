//! The board as a picture, with the moves and the keys beside it. Knows scenes; knows no terminal.
//!
//! ```text
//!   row 0      who plays whom, and the score
//!   row 2..18  the board: 8 x 8 squares of 6 x 2 letters, or 8 x 3 where there is room
//!   beside it  the pieces taken, the moves, what to do, the keys
//! ```

use pipsqueak_core::games::checkers::{Piece, Side, Square, Squares};

use super::scene::BoardScene;
use crate::terminal::canvas::{BOLD, Canvas, Color, DIM, KEY, Modifier, NOTICE, PLAIN, Style};
use crate::terminal::{GameInfo, Prompt, Replay, text};
use pipsqueak_lab::arena::Tally;

/// The width beside the board.
const PANEL: usize = 28;

const LIGHT_SQUARE: Color = Color::Indexed(187);
const DARK_SQUARE: Color = Color::Indexed(65);
const FRESH_SQUARE: Color = Color::Indexed(101);
const MOVABLE_SQUARE: Color = Color::Indexed(29);
const HELD_SQUARE: Color = Color::Indexed(172);
const TARGET_SQUARE: Color = Color::Indexed(37);
const BLACK_PIECE: Color = Color::Indexed(233);
const WHITE_PIECE: Color = Color::Indexed(255);

/// Draws the board and the panel in the middle of a terminal.
pub fn paint(scene: &BoardScene, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
    let size = canvas.size();
    // Squares of 8 x 3 letters where there is room for them.
    let cell = if size.0 >= 8 * 8 + PANEL + 6 && size.1 >= 8 * 3 + 4 { (8, 3) } else { (6, 2) };
    let left = (size.0 - (8 * cell.0 + PANEL + 4)) / 2;
    let top = (size.1 - (8 * cell.1 + 4)) / 2;
    let mut painter = Painter { canvas, scene, info, prompt, left, top, cell };
    painter.header();
    painter.board();
    painter.panel();
}

struct Painter<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    scene: &'a BoardScene,
    info: &'a GameInfo,
    prompt: &'a Prompt,
    left: usize,
    top: usize,
    cell: (usize, usize),
}

impl Painter<'_, '_> {
    fn header(&mut self) {
        let GameInfo { title, number, opponent, .. } = self.info;
        self.canvas.put(self.left, self.top, title, BOLD);
        let told = match &self.info.replay {
            None => format!("game {number}: you are {}, against {opponent}", self.scene.person),
            Some(Replay { players: [black, white], n_games, .. }) => {
                format!("game {number} of {n_games}: {black} (Black) v {white} (White)")
            }
        };
        self.canvas.put(self.left + 10, self.top, &told, DIM);
    }

    fn board(&mut self) {
        let choices = self.scene.hand.entry.choices(&self.scene.legal);
        for row in 0..8 {
            for column in 0..8 {
                let (x, y) = (self.left + column * self.cell.0, self.top + 2 + row * self.cell.1);
                let (row, column) = if self.scene.is_upside_down() { (7 - row, 7 - column) } else { (row, column) };
                match Square::of_row_and_column(row as u8, column as u8) {
                    None => self.fill(x, y, PLAIN.bg(LIGHT_SQUARE)),
                    Some(square) => self.square(x, y, square, choices),
                }
            }
        }
    }

    fn fill(&mut self, x: usize, y: usize, style: Style) {
        let blank = " ".repeat(self.cell.0);
        for row in 0..self.cell.1 {
            self.canvas.put(x, y + row, &blank, style);
        }
    }

    fn square(&mut self, x: usize, y: usize, square: Square, choices: Squares) {
        let held = self.scene.hand.entry.squares();
        let is_choice = choices.contains(square);
        let is_marked = is_choice || held.contains(&square);
        let ground = match () {
            () if held.contains(&square) => HELD_SQUARE,
            () if is_choice && held.is_empty() => MOVABLE_SQUARE,
            () if is_choice => TARGET_SQUARE,
            () if self.scene.fresh().contains(square) => FRESH_SQUARE,
            () => DARK_SQUARE,
        };
        let base = PLAIN.bg(ground);
        self.fill(x, y, base);
        if let Some(piece) = self.scene.board().piece_on(square) {
            self.piece(x, y, piece, base);
        }
        let number = match (is_marked, self.canvas.has_colours()) {
            (false, _) => base.fg(Color::Indexed(151)),
            (true, true) => base.patch(BOLD).fg(Color::Indexed(231)),
            (true, false) => BOLD.add_modifier(Modifier::REVERSED),
        };
        self.canvas.put(x, y, &square.to_string(), number);
        if self.scene.hand.cursor == Some(square) {
            self.canvas.put(x, y + self.cell.1 - 1, "▶", base.patch(BOLD).fg(Color::Indexed(226)));
        }
    }

    /// A disc of half blocks; a king has a crown.
    fn piece(&mut self, x: usize, y: usize, piece: Piece, base: Style) {
        let (colour, crown) = match piece.side {
            Side::Black => (BLACK_PIECE, Color::Indexed(220)),
            Side::White => (WHITE_PIECE, Color::Indexed(130)),
        };
        let disc = base.fg(colour);
        let rows: &[&str] = if self.cell.1 == 2 {
            &["▄██▄", "▀██▀"]
        } else {
            &["▄██▄", "████", "▀██▀"]
        };
        // The number is drawn beside the disc.
        let inset = (self.cell.0 - 4).min(3);
        for (row, text) in rows.iter().enumerate() {
            self.canvas.put(x + inset, y + row, text, disc);
        }
        let middle = (x + inset + 1, y + usize::from(self.cell.1 == 3));
        let face = BOLD.fg(crown).bg(colour);
        let letter = piece.side.letter().to_ascii_lowercase();
        if piece.is_king {
            self.canvas.put(middle.0, middle.1, "♛", face);
            self.canvas.put(middle.0 + 1, middle.1, &letter.to_ascii_uppercase().to_string(), face);
        } else {
            // The letter shows the side on a terminal without colours; with colours it is invisible in the disc.
            let hidden = PLAIN.fg(colour).bg(colour);
            self.canvas.put(middle.0, middle.1, &letter.to_string(), hidden);
        }
    }

    fn panel(&mut self) {
        let x = self.left + 8 * self.cell.0 + 3;
        let mut y = self.top + 2;
        let Tally { win, tie, loss } = self.info.score;
        let score = match &self.info.replay {
            None => format!("won {win}  lost {loss}  drawn {tie}"),
            Some(Replay { moves: [n_made, n_moves], .. }) => format!("move {n_made} of {n_moves}"),
        };
        self.canvas.put(x, y, &score, DIM);
        y += 1;
        for side in [Side::Black, Side::White] {
            let n_kings = (self.scene.board().pieces(side) & self.scene.board().kings()).len();
            let n_pieces = self.scene.board().pieces(side).len();
            let kings = if n_kings > 0 { format!(", {n_kings} crowned") } else { String::new() };
            let style = if self.scene.board().turn() == side { BOLD } else { PLAIN };
            self.canvas.put(x, y, &format!("{side} {n_pieces} pieces{kings}"), style);
            y += 1;
        }
        let n_lines = 8 * self.cell.1 - 8;
        self.moves(x, y + 1, n_lines - 3);
        y = self.top + 2 + n_lines + 1;
        let (told, style) = self.told();
        for line in text::wrapped(&told, PANEL) {
            self.canvas.put(x, y, &line, style);
            y += 1;
        }
        self.keys(x);
    }

    /// The last moves, two per line.
    fn moves(&mut self, x: usize, y: usize, n_lines: usize) {
        let mut words = self.scene.words();
        if self.scene.is_white_first() {
            words.insert(0, "…".to_owned());
        }
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
            self.canvas.put(x, y + row, line, if is_last { PLAIN } else { DIM });
        }
    }

    /// The message to the person.
    fn told(&self) -> (String, Style) {
        let Prompt { typed, notice } = self.prompt;
        if let Some(Replay { moves: [n_made, n_moves], result, .. }) = &self.info.replay {
            let is_end = n_made == n_moves;
            return if is_end { (format!("The end: {result}."), BOLD) } else { (String::new(), PLAIN) };
        }
        if let Some(ending) = self.scene.ending() {
            return (ending, BOLD);
        }
        if !notice.is_empty() {
            return (notice.clone(), NOTICE);
        }
        if self.scene.legal.is_empty() {
            return (format!("{} is thinking …", self.info.opponent), DIM);
        }
        if !typed.is_empty() {
            return (format!("Square {typed}_"), BOLD);
        }
        let told = match self.scene.hand.entry.squares() {
            [] if self.scene.legal.iter().any(|legal| legal.is_capture()) => "Your move: you must jump.",
            [] => "Your move: choose a piece.",
            [_] => "Where to?",
            _ => "The jump continues: where to?",
        };
        (told.to_owned(), BOLD)
    }

    fn keys(&mut self, x: usize) {
        let bottom = self.top + 2 + 8 * self.cell.1;
        let has_levels = self.scene.settings.level().is_some();
        let played: [&[(&str, &str)]; 3] = [
            match self.info.points {
                None => &[("arrows Enter", " or "), ("1-32", " choose")],
                Some(_) => &[("n", "ext game ")],
            },
            match self.info.points {
                None if has_levels => &[("u", "ndo "), ("l", "evel "), ("t", "urn "), ("s", "uggest")],
                None => &[("u", "ndo "), ("t", "urn "), ("s", "uggest")],
                Some(_) => &[("u", "ndo "), ("t", "urn")],
            },
            match self.info.points {
                None => &[("w", "hy "), ("d", "raw "), ("r", "esign "), ("?", " help "), ("q", "uit")],
                Some(_) => &[("w", "hy "), ("?", " help "), ("q", "uit")],
            },
        ];
        let replayed: [&[(&str, &str)]; 3] = [
            &[("→ n", "ext  "), ("← b", "ack")],
            &[("f", "irst  "), ("l", "ast  "), ("t", "urn")],
            &[("↑ ↓", " another game  "), ("q", "uit")],
        ];
        let rows = if self.info.replay.is_some() { replayed } else { played };
        for (row, keys) in rows.iter().enumerate() {
            let mut at = x;
            for (key, word) in *keys {
                self.canvas.put(at, bottom - 3 + row, key, KEY);
                at += key.chars().count();
                self.canvas.put(at, bottom - 3 + row, word, DIM);
                at += word.chars().count();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pipsqueak_core::game::{Game as _, Points, Seat, Turn};
    use pipsqueak_core::games::checkers::pdn::read_move;
    use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Position};
    use pipsqueak_lab::games::checkers::{Level, LevelSetting};

    use super::*;
    use crate::games::checkers::scene::SeriesSettings;
    use crate::terminal::keys::Key;
    use crate::terminal::testing::{help, info, seen, seen_at_all_sizes};
    use crate::terminal::{Answer, Scene};

    /// A game after these moves; the person is Black.
    fn after(moves: &[&str]) -> BoardScene {
        let mut game = Game::new(Position::START);
        let mut scene = BoardScene::new(&game, Seat::First, Arc::default());
        for text in moves {
            let Turn::Of(seat, _) = game.turn() else { panic!("the game goes on") };
            let chosen = read_move(game.position().board(), text).unwrap();
            game.play(chosen).unwrap();
            scene.witness(&game, seat, chosen);
        }
        if let Turn::Of(Seat::First, view) = game.turn() {
            scene.ask(&view);
        }
        scene
    }

    #[test]
    fn a_board_after_a_move_each_looks_like_this() {
        let expected = "

Checkers  game 1: you are Black, against easy

      32▄w█▄      31▄w█▄      30▄w█▄      29▄w█▄   won 0  lost 0  drawn 0
        ▀██▀        ▀██▀        ▀██▀        ▀██▀   Black 12 pieces
28▄w█▄      27▄w█▄      26▄w█▄      25▄w█▄         White 12 pieces
  ▀██▀        ▀██▀        ▀██▀        ▀██▀
      24▄w█▄      23▄w█▄      22          21▄w█▄     1. 11-15     22-18
        ▀██▀        ▀██▀                    ▀██▀
20          19          18▄w█▄      17
                          ▀██▀
      16          15▄b█▄      14          13
                  ▶ ▀██▀                           Where to?
12▄b█▄      11          10▄b█▄      9 ▄b█▄
  ▀██▀                    ▀██▀        ▀██▀
      8 ▄b█▄      7 ▄b█▄      6 ▄b█▄      5 ▄b█▄
        ▀██▀        ▀██▀        ▀██▀        ▀██▀   arrows Enter or 1-32 choose
4 ▄b█▄      3 ▄b█▄      2 ▄b█▄      1 ▄b█▄         undo turn suggest
  ▀██▀        ▀██▀        ▀██▀        ▀██▀         why draw resign ? help quit";
        let mut scene = after(&["11-15", "22-18"]);
        let mut typed = String::new();
        assert_eq!(scene.key(Key::Char('1'), &mut typed), Some(Answer::More));
        assert_eq!(scene.key(Key::Char('5'), &mut typed), Some(Answer::More));
        let shown = seen(&scene, &info("Checkers", 7, "easy", None), (80, 24));
        assert_eq!(shown.join("\n").trim_end(), expected);
    }

    #[test]
    fn moves_that_white_begins_stand_in_whites_column() {
        let board = pipsqueak_core::games::checkers::fen::parse("W:W21,K10:B1,2").unwrap();
        let mut game = Game::new(Position::new(board, DrawRule::Report));
        let mut scene = BoardScene::new(&game, Seat::Second, Arc::default());
        for text in ["21-17", "1-5"] {
            let chosen = read_move(game.position().board(), text).unwrap();
            game.play(chosen).unwrap();
            scene.witness(&game, Seat::Second, chosen);
        }
        let shown = seen(&scene, &info("Checkers", 7, "easy", None), (80, 24)).join("\n");
        assert!(shown.contains("1. …         21-17\n") && shown.contains("2. 1-5\n"), "{shown}");
    }

    #[test]
    fn the_help_fits_24_rows_of_80_columns_under_every_draw_rule() {
        for rule in [DrawRule::Report, DrawRule::Tournament] {
            let game = Game::new(Position::new(Board::START, rule));
            let setting = Arc::new(LevelSetting::new(Level::Easy));
            let settings = SeriesSettings::new(Some(setting), None, Vec::new());
            let scene = BoardScene::new(&game, Seat::First, Arc::new(settings));
            let shown = help(&scene, (80, 24));
            assert_eq!(shown.last().unwrap().trim(), "Press any key to return to the game.", "{shown:#?}");
            assert!(shown.iter().any(|row| row.trim() == "Checkers"), "{shown:#?}");
            for (_, does) in scene.keys() {
                assert!(shown.iter().any(|row| row.trim_end().ends_with(does)), "cut off: {does}");
            }
        }
    }

    #[test]
    fn why_lists_the_move_that_was_played_however_bad_it_is() {
        let mut n_far_down = 0;
        for text in ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"] {
            let mut scene = after(&["11-15", text]);
            let Answer::Show(told) = scene.understand("w") else { panic!("an explanation") };
            let rows: Vec<&str> = told.lines().skip(2).collect();
            let played: Vec<&&str> = rows.iter().filter(|row| row.contains("(played)")).collect();
            assert!(matches!(played[..], [row] if row.contains(text)), "{told}");
            n_far_down += rows.len() - 3;
        }
        assert_eq!(n_far_down, 4, "all but the best three stand below them");
    }

    #[test]
    fn a_draw_is_declined_by_the_side_that_is_ahead_and_resigning_takes_two_keys() {
        let mut scene = after(&["11-15", "22-18"]);
        let mut press = |key| scene.key(Key::Char(key), &mut String::new());
        let Some(Answer::Say(told)) = press('r') else { panic!("one key does not resign") };
        assert_eq!(told, "Press r again to resign, any other key to go on.");
        press('t');
        assert!(matches!(press('r'), Some(Answer::Say(_))), "another key came between");
        assert_eq!(press('r'), Some(Answer::End(Points([0, 2]))));
        assert_eq!(press('d'), Some(Answer::End(Points([1, 1]))), "the exchange is even");
        // White has two kings more.
        let board = pipsqueak_core::games::checkers::fen::parse("B:WK18,K22,K23:BK1").unwrap();
        let game = Game::new(Position::new(board, DrawRule::Report));
        let mut scene = BoardScene::new(&game, Seat::First, Arc::default());
        scene.ask(game.view());
        let Some(Answer::Say(told)) = scene.key(Key::Char('d'), &mut String::new()) else { panic!("declined") };
        assert!(told.starts_with("The opponent declines: by its evaluation, White "), "{told}");
        scene.reveal(&game, Points([0, 2]));
        assert_eq!(scene.ending().unwrap(), "You resigned: White wins.");
        assert_eq!(scene.key(Key::Char('r'), &mut String::new()), None, "the game is over");
    }

    #[test]
    fn the_board_is_larger_where_there_is_room_and_can_be_turned() {
        let mut scene = after(&["11-15"]);
        let info = info("Checkers", 7, "easy", None);
        let corner = |scene: &BoardScene| seen(scene, &info, (120, 40))[8].trim_start().to_owned();
        assert!(corner(&scene).starts_with("32 ▄██▄         31 ▄██▄ "), "{}", corner(&scene));
        assert_eq!(scene.key(Key::Char('t'), &mut String::new()), Some(Answer::More));
        assert!(corner(&scene).starts_with("1  ▄██▄         2  ▄██▄ "), "{}", corner(&scene));
        assert!(seen(&scene, &info, (80, 24)).concat().contains("easy is thinking …"));
        seen_at_all_sizes(&scene, &info);
    }
}
