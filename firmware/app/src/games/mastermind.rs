//! Mastermind on a board: codes are set and guessed within a board's memory.

use pipsqueak_core::game::Player;
use pipsqueak_core::games::mastermind::strategy::{MAX_BYTES, Strategy};
use pipsqueak_core::games::mastermind::{
    Budget, Code, Duel, DuelPlayer, DuelView, History, ID, Objective, Solver, ViewError,
};
use pipsqueak_core::link::{self, Effort, LinkGame, Refusal, SearchInfo};
use pipsqueak_core::search::Clock;

use super::{BoardGame, BoardMove, BuiltIn, ChampionSpec, DecisionContext};
use crate::Picture;
use crate::slots::SlotRegion;

/// The built-in strategy: a perfect one for the classic size.
pub const BUILT_IN_STRATEGY: &[u8] = include_bytes!("../../../../host/champions/mastermind.pips");

pub const GAME: BoardGame = BoardGame {
    id: ID,
    champions: Some(ChampionSpec {
        place: SlotRegion { offset: 0x4000, size: 0x2000 },
        capacity: MAX_BYTES as u16,
        built_in: BuiltIn::Champion(BUILT_IN_STRATEGY),
        vocabulary: 0,
        check: |bytes, _| Ok(Strategy::decode(bytes).map(|_| ())?),
    }),
    is_slow: true,
    seconds: Duel::SECONDS,
    decide,
};

/// The solver's objective, where the strategy does not apply.
const OBJECTIVE: Objective = Objective::Expected;
/// The solver's room for codes: all that can be left at 4x6 after its first guess, and good play beyond.
const N_CODES: usize = 320;
/// Pairs of a guess and a code that the solver evaluates for one guess.
const BUDGET: Budget = Budget(500_000);
/// The largest space of codes that a guess can be found in while the other end waits.
const MOST_CODES: u32 = 10_000_000;

/// The strategy is checked each time: it takes less than a hundredth of a guess, and nothing has to be kept.
fn decide(context: DecisionContext<'_>, view: &[u8], _: Effort, _: &mut dyn Clock) -> Result<BoardMove, Refusal> {
    let view = link::read_view::<Duel>(view)?;
    if view.secret().is_some() && view.guesses().size().n_codes() > MOST_CODES {
        return Err(Refusal::TooMuch);
    }
    let code = choose(context.champion.and_then(|bytes| Strategy::decode(bytes).ok()), &view)?;
    BoardMove::new::<Duel>(code, SearchInfo::default(), picture(view.guesses()))
}

/// The buffers are on the stack, only while they are needed.
#[inline(never)]
fn choose(strategy: Option<Strategy<'_>>, view: &DuelView) -> Result<Code, Refusal> {
    let mut memory = [Code::default(); N_CODES];
    let solver = Solver::new(OBJECTIVE, BUDGET, &mut memory);
    DuelPlayer::new(solver, strategy).choose(view).map_err(|_| link::refused_view::<Duel>(ViewError::Contradiction))
}

/// A row for each of the last five answers, the latest at the bottom; blacks are steady, whites blink.
fn picture(history: &History) -> Picture {
    let mut picture = Picture::DARK;
    let rows = picture.steady.iter_mut().zip(&mut picture.blinking).rev();
    for ((steady, blinking), entry) in rows.zip(history.entries().iter().rev()) {
        let leds = |n_leds: u8| (1u8 << n_leds.min(5)) - 1;
        *steady = leds(entry.feedback.blacks());
        *blinking = leds(entry.feedback.hits()) & !*steady;
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::mastermind::{CodeSize, Feedback};

    #[test]
    fn answers_stand_below_each_other_with_the_latest_at_the_bottom() {
        let mut history = History::new(CodeSize::CLASSIC);
        for (guess, blacks, whites) in [("1122", 1, 2), ("1134", 2, 0)] {
            history.push(guess.parse().unwrap(), Feedback::new(blacks, whites).unwrap()).unwrap();
        }
        let picture = picture(&history);
        assert_eq!(picture.steady, [0, 0, 0, 0b00001, 0b00011]);
        assert_eq!(picture.blinking, [0, 0, 0, 0b00110, 0]);
    }
}
