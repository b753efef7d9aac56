//! A small game, played by a person in both modes: the player who takes the last of seven sticks wins.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use std::{error, fmt, io};

use anyhow::Result;
use pipsqueak_core::game::{Game, Player, Points, Seat, Turn};
use pipsqueak_core::random::Seed;
use ratatui_core::backend::TestBackend;

use super::keys::{Key, Keys};
use super::testing::{self, Script, rows};
use super::*;
use pipsqueak_lab::arena::Tally;

struct Sticks {
    n_left: u8,
    mover: Seat,
}

#[derive(Clone, Copy, Debug)]
struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("one to three sticks are taken")
    }
}

impl error::Error for TooMany {}

impl Game for Sticks {
    type Move = u8;
    type View = u8;
    type Illegal = TooMany;

    fn deal(_: Seed) -> Sticks {
        Sticks { n_left: 7, mover: Seat::First }
    }

    fn turn(&self) -> Turn<u8> {
        match (self.n_left, self.mover) {
            (0, Seat::First) => Turn::Over(Points([0, 1])),
            (0, Seat::Second) => Turn::Over(Points([1, 0])),
            (n_left, mover) => Turn::Of(mover, n_left),
        }
    }

    fn play(&mut self, n_taken: u8) -> Result<(), TooMany> {
        if !(1..=self.n_left.min(3)).contains(&n_taken) {
            return Err(TooMany);
        }
        (self.n_left, self.mover) = (self.n_left - n_taken, self.mover.other());
        Ok(())
    }
}

/// The opponent always takes one.
struct One;

impl Player<Sticks> for One {
    type Error = anyhow::Error;

    fn choose(&mut self, _: &u8) -> Result<u8> {
        Ok(1)
    }
}

/// No picture and no keys: the texts are enough.
struct SticksScene(u8);

impl Scene for SticksScene {
    type Game = Sticks;

    fn ask(&mut self, &n_left: &u8) {
        self.0 = n_left;
    }

    fn witness(&mut self, sticks: &Sticks, _: Seat, _: u8) {
        self.0 = sticks.n_left;
    }

    fn rules(&self) -> &'static str {
        "Sticks\n\nTake one to three; the player of the last one wins."
    }

    fn lines(&self, info: &GameInfo) -> Vec<String> {
        info.points.map_or(vec!["|".repeat(self.0.into())], |_| Vec::new())
    }

    fn question(&self) -> String {
        "How many?".to_owned()
    }

    fn understand(&mut self, text: &str) -> Answer<u8> {
        match text {
            "back" => Answer::Resume(0),
            "resign" => Answer::End(Points([0, 1])),
            "more" => Answer::Show((1..=30).map(|number| format!("line {number}.\n")).collect()),
            text => text.parse().map_or(Answer::Say(format!("{text} is no number.")), Answer::Move),
        }
    }
}

/// A recorded game: its number, its players, its moves, and whether it ended.
type Kept = (u32, [String; 2], Vec<u8>, bool);

/// Plays from seed 1 through a frontend; returns the score or the error, and the recorded games.
fn play(games: Option<u32>, front: &mut impl Frontend<SticksScene>) -> (Result<Tally>, Vec<Kept>) {
    let kept = RefCell::new(Vec::new());
    let mut series = Series {
        title: "Sticks",
        start: Box::new(Sticks::deal),
        scene: Box::new(|_, _| SticksScene(0)),
        opponent: Box::new(("one".to_owned(), |_, _| {
            Box::new(One) as pipsqueak_lab::arena::BoxedPlayer<'static, Sticks>
        })),
        record: Box::new(|played| {
            let players = played.players.map(str::to_owned);
            kept.borrow_mut().push((played.number, players, played.moves.to_vec(), played.points.is_some()));
            Ok(())
        }),
        options: SeriesOptions { seed: Some(1), games, plain: true, ..SeriesOptions::default() },
    };
    let mut score = Tally::default();
    let played = series.run(front, &mut score);
    drop(series);
    let is_left = |error: &anyhow::Error| matches!(error.downcast_ref(), Some(Stop::Interrupted));
    let played = if played.as_ref().is_err_and(is_left) { Ok(()) } else { played };
    (played.map(|()| score), kept.into_inner())
}

fn in_lines(games: u32, input: &str) -> (Result<Tally>, Vec<Kept>, String) {
    let mut output = Vec::new();
    let (score, kept) = play(Some(games), &mut Plain::new(input.as_bytes(), &mut output));
    (score, kept, String::from_utf8(output).unwrap())
}

/// Plays with these keys on a screen of this size; also returns the last screen.
fn on_screen(keys: &str, (width, height): (u16, u16)) -> (Result<Tally>, Vec<Kept>, String) {
    let mut screen = Screen::new(TestBackend::new(width, height), Script::new(keys)).unwrap();
    screen.pause = Duration::ZERO;
    let (score, kept) = play(None, &mut screen);
    (score, kept, rows(screen.backend().buffer()).join("\n"))
}

fn tally(win: u64, loss: u64) -> Tally {
    Tally { win, tie: 0, loss }
}

fn players(names: [&str; 2]) -> [String; 2] {
    names.map(str::to_owned)
}

#[test]
fn plain_mode_shows_every_event() {
    let (score, _, output) = in_lines(1, "5\nx\n\n?\n2\n3\n");
    assert_eq!(score.unwrap(), tally(0, 1));
    let expected = "Sticks, game 1, seed 1: you against one. You move first. ? explains, q quits.
|||||||
How many?
|||||||
That is against the rules: one to three sticks are taken.
How many?
x is no number.
How many?
Nothing was typed: ? explains, q quits.
How many?
Sticks

Take one to three; the player of the last one wins.
How many?
||||
How many?
one wins 1 to 0.
";
    assert_eq!(output, expected);
}

#[test]
fn seats_change_scores_add_up_and_each_game_is_kept() {
    let (score, kept, output) = in_lines(3, "3\n3\n3\n1\n2\n3\n");
    assert_eq!(score.unwrap(), tally(1, 2), "{output}");
    let expected = [
        (1, players(["person", "one"]), vec![3, 1, 3], true),
        (2, players(["one", "person"]), vec![1, 3, 1, 1, 1], true),
        (3, players(["person", "one"]), vec![2, 1, 3, 1], true),
    ];
    assert_eq!(kept, expected);
    assert!(output.contains("Sticks, game 2, seed 2: you against one. The opponent moves first."));
    assert!(output.ends_with("Games so far: 1 won, 2 lost, 0 tied.\n\n"), "{output}");
}

#[test]
fn a_game_that_is_left_is_kept_as_such() {
    let (score, kept, _) = in_lines(2, "3\n3\nq\n");
    assert_eq!(score.unwrap(), tally(1, 0));
    assert_eq!(kept[1], (2, players(["one", "person"]), vec![1], false));
    let (score, kept, _) = in_lines(1, "3\n");
    assert_eq!(score.unwrap_err().to_string(), "the input ended in the middle of the game");
    assert_eq!(kept, [(1, players(["person", "one"]), vec![3, 1], false)]);
}

#[test]
fn moves_can_be_taken_back() {
    let (score, kept, output) = in_lines(1, "1\nback\n3\n3\n");
    assert_eq!(score.unwrap(), tally(1, 0));
    assert_eq!(kept, [(1, players(["person", "one"]), vec![3, 1, 3], true)]);
    assert_eq!(output.matches("Sticks, game").count(), 1, "a game that goes on is not greeted again");
}

#[test]
fn recorded_games_are_stepped_through() {
    let game = |moves: &[u8]| {
        let mut sticks = Sticks::deal(Seed(1));
        let step = |&n_taken| {
            let mover = sticks.mover;
            sticks.play(n_taken).unwrap();
            (mover, n_taken, Sticks { ..sticks })
        };
        let steps = moves.iter().map(step).collect();
        let players = ["a", "b"].map(str::to_owned);
        Recording { start: Sticks::deal(Seed(1)), players, steps, result: String::new() }
    };
    // The sticks that are left after the keys.
    let left = |keys: &str| {
        let games = vec![game(&[1, 2, 3, 1]), game(&[3])];
        let scene: NewScene<'_, SticksScene> = Box::new(|sticks: &Sticks, _| SticksScene(sticks.n_left));
        let stepper = Stepper { title: "Sticks", games, scene, seat: Seat::First };
        let mut screen = Screen::new(TestBackend::new(80, 24), Script::new(&format!("{keys}q"))).unwrap();
        stepper.run(&mut screen).unwrap();
        let shown = rows(screen.backend().buffer()).join("\n");
        (shown.matches('|').count(), shown.contains("game 2"))
    };
    for (keys, n_left, is_second) in [
        ("", 7, false),
        ("→", 6, false),
        ("nnb", 6, false),
        ("←", 7, false),
        ("→ ⏎", 1, false),
        ("l", 0, false),
        ("l→", 0, false),
        ("l←", 1, false),
        ("lf", 7, false),
        ("↑", 7, false),
        ("→↓", 7, true),
        ("↓→", 4, true),
        ("↓↓→↑", 7, false),
    ] {
        assert_eq!(left(keys), (n_left, is_second), "{keys}");
    }
}

#[test]
fn a_game_can_end_by_agreement_and_counts() {
    let (score, kept, output) = in_lines(1, "2\nresign\n");
    assert_eq!(score.unwrap(), tally(0, 1));
    assert_eq!(kept, [(1, players(["person", "one"]), vec![2, 1], true)]);
    assert!(output.ends_with("one wins 1 to 0.\n"), "{output}");
    let (score, kept, shown) = on_screen("resign⏎nresign⏎q", (80, 24));
    assert_eq!((score.unwrap(), kept.len()), (tally(1, 1), 2), "in the second game the other seat resigns: {shown}");
}

#[test]
fn a_scene_without_a_picture_works_on_the_screen() {
    let (_, _, shown) = on_screen("3⏎1x⌫", (80, 24));
    let expected = "

  Sticks, game 1, seed 1, against one: 0 won, 0 lost, 0 tied
  |||

  How many? 1_


  Enter answer   ? help   q quit";
    assert_eq!(shown.trim_end(), expected);
    let (score, kept, shown) = on_screen("5⏎3⏎3⏎nq", (80, 24));
    assert!(score.is_err() && shown.contains("Press q again to leave, any other key to go on."), "{shown}");
    assert_eq!(kept[0].2, [3, 1, 3]);
    let (score, _, shown) = on_screen("3⏎3⏎q", (80, 24));
    assert_eq!(score.unwrap(), tally(1, 0));
    assert!(shown.contains("You win 1 to 0.\n\n\n  n next game   ? help   q quit"), "{shown}");
}

#[test]
fn a_text_that_is_higher_than_the_screen_scrolls() {
    let shown = |keys: &str, height| on_screen(keys, (80, height)).2;
    for (keys, first, last) in [
        ("more⏎", 1, 20),
        ("more⏎↑", 1, 20),
        ("more⏎↓↓", 3, 22),
        ("more⏎↓↓↔↑", 2, 21),
        ("more⏎ ", 11, 30),
        ("more⏎ ↓↑", 10, 29),
    ] {
        let shown = shown(keys, 24);
        let lines: Vec<String> = (first..=last).map(|number| format!("  line {number}.")).collect();
        assert!(shown.contains(&lines.join("\n")), "{keys}: {shown}");
        assert_eq!(shown.matches("line ").count(), 20, "{keys}: {shown}");
        assert!(shown.contains(&format!("Lines {first} to {last} of 30.")), "{keys}: {shown}");
    }
    assert!(shown("more⏎", 40).contains("line 30.\n\n  Press any key to return to the game."));
    for keys in ["more⏎x", "more⏎  "] {
        assert!(shown(keys, 24).contains("How many?"), "{keys}");
    }
}

#[test]
fn leaving_in_the_middle_of_a_game_is_confirmed_once() {
    for (keys, n_games_won) in [("qq", 0), ("q33⏎q3⏎3⏎q", 1), ("✗", 0), ("?q✗", 0), ("q↔q", 0), ("3⏎3⏎n(✗)", 1)]
    {
        let (score, ..) = on_screen(keys, (80, 24));
        assert_eq!(score.unwrap(), tally(n_games_won, 0), "{keys}");
    }
}

#[test]
fn help_shows_rules_and_keys_until_a_key_is_pressed() {
    for key in ["?", "h"] {
        let (_, _, shown) = on_screen(key, (80, 24));
        for told in ["Take one to three", "Enter           send what you have typed", "Ctrl-C          leave at once"] {
            assert!(shown.contains(told), "{told}: {shown}");
        }
    }
    assert_eq!(on_screen("?q3⏎h33⏎q", (80, 24)).0.unwrap(), tally(1, 0));
}

#[test]
fn keys_pressed_before_a_question_are_no_move() {
    let (score, kept, _) = on_screen("3⏎(1⏎q)3⏎(nq)q", (80, 24));
    assert_eq!(score.unwrap(), tally(1, 0));
    assert_eq!(kept[0].2, [3, 1, 3]);
}

/// Keys that are pressed at the moment when they are added, whether or not the program asks.
#[derive(Clone, Default)]
struct Pressed(Rc<RefCell<VecDeque<Key>>>);

impl Keys for Pressed {
    fn read(&mut self) -> io::Result<Key> {
        self.0.borrow_mut().pop_front().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn is_pending(&mut self) -> io::Result<bool> {
        Ok(!self.0.borrow().is_empty())
    }
}

#[test]
fn keys_count_once_their_question_is_shown() {
    let keys = Pressed::default();
    let mut screen = Screen::new(TestBackend::new(80, 24), keys.clone()).unwrap();
    screen.pause = Duration::ZERO;
    let (mut scene, info) = (SticksScene(7), testing::info("Sticks", 1, "one", None));
    let press = |text: &str| {
        let key = |letter| if letter == '⏎' { Key::Enter } else { Key::Char(letter) };
        keys.0.borrow_mut().extend(text.chars().map(key));
    };
    press("1⏎");
    screen.open(&scene, &info).unwrap();
    // The picture is shown, and the program has not asked yet.
    press("2⏎");
    assert_eq!(screen.ask(&mut scene, &info).unwrap(), 2);
    screen.moved(&scene, &info, Seat::First).unwrap();
    press("1⏎");
    screen.moved(&scene, &info, Seat::Second).unwrap();
    press("3⏎");
    assert_eq!(screen.ask(&mut scene, &info).unwrap(), 3);
    // Between two moves of the person the picture does not show the question.
    screen.moved(&scene, &info, Seat::First).unwrap();
    press("1");
    assert!(screen.ask(&mut scene, &info).is_err());
    // Ctrl-C is never dropped.
    keys.0.borrow_mut().push_back(Key::Interrupt);
    screen.moved(&scene, &info, Seat::Second).unwrap();
    let left = screen.ask(&mut scene, &info).unwrap_err();
    assert_eq!(left.downcast_ref(), Some(&Stop::Interrupted));
}

#[test]
fn a_game_that_is_not_visible_accepts_no_moves() {
    let (score, kept, shown) = on_screen("3⏎3⏎q", (79, 24));
    assert_eq!(score.unwrap(), tally(0, 0));
    assert_eq!((kept[0].2.len(), kept[0].3), (0, false));
    assert!(shown.starts_with("The game needs 80 x 24,\nthis terminal has 79 x 24.\n"), "{shown}");
}
