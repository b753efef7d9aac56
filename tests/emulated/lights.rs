//! The micro:bit's display as a person sees it: the pins of the emulated board, driven by the real firmware.

use std::thread;

use pipsqueak_app::Picture;
use pipsqueak_core::games::checkers::{DrawRule, Game, Position, View, fen};
use pipsqueak_core::games::fiveo::{Column, TableView};
use pipsqueak_core::games::mastermind::{CodeSize, Feedback, History};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::lights::watched_board;
use pipsqueak_tests::{positions, sized};

use crate::firmware::column;
use crate::games::guess;

/// A picture as text: `#` for an LED that is on, `*` for one that blinks.
pub fn drawn(rows: [&str; 5]) -> Picture {
    let leds = |mark: char| rows.map(|row| (0..).zip(row.chars()).map(|(x, led)| u8::from(led == mark) << x).sum());
    Picture { steady: leds('#'), blinking: leds('*') }
}

/// Own cards as columns from the bottom, the one that was just placed blinking.
pub fn columns(view: &TableView, placed: Column) -> Picture {
    let mut picture = [[' '; 5]; 5];
    for (x, column) in Column::ALL.into_iter().enumerate() {
        let n_cards = view.own(column).len() as usize;
        (0..n_cards).for_each(|card| picture[4 - card][x] = '#');
        if column == placed {
            picture[4 - n_cards][x] = '*';
        }
    }
    let rows = picture.map(|row| row.iter().collect::<String>());
    drawn(rows.each_ref().map(String::as_str))
}

#[test]
fn columns_fill_as_the_game_goes_on_and_the_last_card_blinks() {
    let (mut client, mut watcher) = watched_board();
    client.hello().unwrap();
    assert!(watcher.drives_all_pins());
    watcher.expect(drawn(["  #  ", " ### ", "#####", " ### ", "  #  "]));
    for (number, view) in positions::game(Seed(12)).into_iter().enumerate() {
        let placed = column(&mut client, &view);
        let picture = columns(&view, placed);
        assert_eq!(picture.blinking.iter().map(|row| row.count_ones()).sum::<u32>(), 1);
        // Watching it blink takes a second each time.
        if number % sized(8, 1) == 0 { watcher.expect(picture) } else { watcher.check_once(picture) }
    }
    // After a restart the board shows no game.
    client.transport().reset().unwrap();
    client.hello().unwrap();
    watcher.expect(Picture::PIP);
}

#[test]
fn at_mastermind_the_last_five_answers_stand_below_each_other() {
    let (mut client, mut watcher) = watched_board();
    let mut history = History::new(CodeSize::CLASSIC);
    let secret = "6431".parse().unwrap();
    // Blacks and whites of each: 0 1, 0 3, 2 1, 0 0, 3 0, 0 4. The first is no longer shown.
    for guess in ["1122", "3145", "6135", "5555", "6441", "4613"] {
        let guess = guess.parse().unwrap();
        history.push(guess, Feedback::between(guess, secret)).unwrap();
    }
    guess(&mut client, &history, Seed(1));
    watcher.expect(drawn(["***  ", "##*  ", "     ", "###  ", "**** "]));
}

#[test]
fn at_checkers_dots_blink_while_it_thinks_and_then_the_pieces_are_counted() {
    let (mut client, mut watcher) = watched_board();
    let at = |text: &str| View::new(Position::new(fen::parse(text).unwrap(), DrawRule::Report));
    // A busy computer may not see it all before the board has its move: then the board is given more time.
    let mut seen = Err("it was not checked".to_owned());
    for millis in [6_000, 20_000, 60_000] {
        client.transport().reset().unwrap();
        // Until it answers it may be dark.
        client.hello().unwrap();
        watcher.check_once(Picture::PIP);
        seen = thread::scope(|scope| {
            let thinking =
                scope.spawn(|| client.decide::<Game>(&at("B:W21-32:B1-12"), Effort::Millis(millis)).unwrap());
            watcher.wait_for_the_end_of(Picture::PIP);
            let seen = watcher.sees(drawn(["     ", "     ", "* * *", "     ", "     "]));
            thinking.join().unwrap();
            seen
        });
        if seen.is_ok() {
            break;
        }
    }
    seen.unwrap();
    // Twelve of each side, in opposite corners.
    watcher.expect(drawn(["#####", "#####", "## ##", "#####", "#####"]));
    // The one black man takes one of two white ones.
    client.decide::<Game>(&at("B:W18,19:B14"), Effort::Default).unwrap();
    watcher.expect(drawn(["#*   ", "     ", "     ", "     ", "    #"]));
}
