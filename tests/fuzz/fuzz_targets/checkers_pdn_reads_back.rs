//! Any text is refused or is games whose PDN reads back.

use pipsqueak_lab::games::checkers::record;

/// Tries one input.
pub fn run(text: &str) {
    for game in record::read_each(text).into_iter().flatten() {
        let again = record::read(&game.to_pdn()).expect("what is written reads back");
        let [again] = again.as_slice() else { panic!("one game was written") };
        assert_eq!((again.start, &again.moves, again.outcome), (game.start, &game.moves, game.outcome));
    }
}
