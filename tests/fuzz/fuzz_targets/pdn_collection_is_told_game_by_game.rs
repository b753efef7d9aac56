//! Every game of any text is reported, good or bad, with its number; good games read back.

use pipsqueak::games::checkers::replay;
use pipsqueak::records::{Counted, Part};
use pipsqueak_lab::games::checkers::record;

/// Tries one input.
pub fn run(text: &str) {
    let games = record::read_each(text);
    for (number, game) in (1..).zip(&games) {
        match game {
            Ok(game) => assert_eq!(record::read(&game.to_pdn()).map(|again| again.len()), Ok(1)),
            Err(error) => assert_eq!(error.game, number),
        }
    }
    let mut shown = Vec::new();
    let all_good = replay::show(&mut shown, &Part::whole(text.to_owned()), &mut Counted::default()).is_ok();
    assert_eq!(all_good, !games.is_empty() && games.iter().all(Result::is_ok));
}
