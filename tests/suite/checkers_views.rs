//! Views of checkers: the history that the draw rules need, its encoding, and that board and desktop see the same
//! repetitions.

use pipsqueak_core::games::checkers::pdn::read_move;
use pipsqueak_core::games::checkers::{Board, DrawRule, Ending, Game, MAX_PAST, Move, Position, View, ViewError, fen};
use pipsqueak_core::link::{self, Effort, Refusal, read_view, refused_view, write_view};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::PositionHash;
use pipsqueak_tests::device::Device;
use pipsqueak_tests::flash::Flash;
use pipsqueak_tests::king_walks;
use proptest::prelude::*;

/// Lone kings on 1 and 32, Black to move, with `n_idle` turns without progress.
fn kings(n_idle: u8, rule: DrawRule) -> View {
    view(&(1u32, 1u32 << 31, 1u32 | 1 << 31, false, n_idle, n_idle, rule as u8, Vec::<u8>::new())).unwrap()
}

/// The view with these encoded parts: Black, White and the kings by square, whether White moves, turns since the last
/// jump and since the last progress, the rule, and the kings' steps.
fn view(parts: &(u32, u32, u32, bool, u8, u8, u8, Vec<u8>)) -> Result<View, Refusal> {
    read_view::<Game>(&postcard::to_allocvec(parts).unwrap())
}

const SHUFFLE: [&str; 4] = ["1-6", "32-27", "6-1", "27-32"];

fn step(board: &Board, n_turns: usize) -> Move {
    read_move(board, SHUFFLE[n_turns % 4]).unwrap()
}

/// An encoded step.
fn byte(from: u8, direction: u8) -> u8 {
    (from - 1) * 4 + direction
}

/// Moves the lone kings to and fro; returns the number of turns and the ending.
fn shuffle(mut game: Game) -> (usize, Ending) {
    for n_turns in 0.. {
        if let Some(ending) = game.ending() {
            return (n_turns, ending);
        }
        game.make(step(game.position().board(), n_turns)).unwrap();
    }
    unreachable!("every game ends")
}

#[test]
fn the_report_draws_after_fifty_turns_without_a_jump() {
    assert_eq!(shuffle(Game::from(kings(0, DrawRule::Report))), (50, Ending::Idle));
}

/// The first position occurs before the first turn, after four and after eight.
#[test]
fn a_tournament_draws_at_the_third_repetition_however_long_nothing_has_happened() {
    for n_idle in 0..=71 {
        let game = Game::from(kings(n_idle, DrawRule::Tournament));
        assert_eq!(shuffle(game), (8, Ending::Repeated), "{n_idle} turns without progress");
    }
    // Both rules end the game in the same turn, or the count does so first.
    for n_idle in 72..80 {
        let game = Game::from(kings(n_idle, DrawRule::Tournament));
        assert_eq!(shuffle(game), (80 - usize::from(n_idle), Ending::Idle));
    }
}

/// Games in which each side has a man, which moves now and then, and kings that walk about.
fn walk(seed: u64, rule: DrawRule) -> Vec<Game> {
    king_walks::game("B:W21,K29,K30,K31,K32:B12,K1,K2,K3,K4", Seed(seed), rule)
}

#[test]
fn every_view_of_a_game_reads_back_and_has_at_most_79_steps() {
    let mut longest = 0;
    for seed in 0..60 {
        let rule = [DrawRule::Report, DrawRule::Tournament][seed as usize % 2];
        for game in walk(seed, rule).iter().filter(|game| game.ending().is_none()) {
            let bytes = write_view::<Game>(game.view()).unwrap();
            assert_eq!(read_view::<Game>(&bytes).as_ref(), Ok(game.view()));
            longest = longest.max(game.view().past().len());
        }
    }
    assert_eq!(longest, 79);
}

#[test]
fn the_history_begins_after_the_last_irreversible_move() {
    for game in walk(5, DrawRule::Tournament) {
        assert_eq!(game.view().past().len(), usize::from(game.position().since_progress()));
    }
}

#[test]
fn a_line_beyond_the_draw_drops_its_oldest_position_with_each_step() {
    let mut line = kings(0, DrawRule::Report);
    let mut all: Vec<PositionHash> = Vec::new();
    for n_turns in 0..MAX_PAST + 50 {
        all.push(line.position().hash());
        let chosen = step(line.position().board(), n_turns);
        line = line.after(chosen);
        let n_known = all.len().min(MAX_PAST);
        assert_eq!(line.past()[..], all[all.len() - n_known..]);
    }
    // As in a game that began where the history begins: the counts are those of the whole line.
    assert_eq!(usize::from(line.position().since_progress()), MAX_PAST + 50);
    assert_eq!(line.ending(), Some(Ending::Idle));
}

#[test]
fn an_impossible_view_is_refused_with_its_reason() {
    let refused = |error| Err(refused_view::<Game>(error));
    let king = 1u32 | 1 << 31;
    let start = (1u32, 1u32 << 31, king, false, 0u8, 0u8, 1u8, Vec::new());
    assert!(view(&start).is_ok());
    // Both sides on square 1; thirteen men; a man on its crowning row; no pieces.
    for (black, white, kings) in [(1, 1, 1), ((1 << 13) - 1, 1 << 31, 0), (1 << 31, 1, 0), (0, 0, 0)] {
        assert_eq!(view(&(black, white, kings, false, 0, 0, 0, vec![])), refused(ViewError::Pieces));
    }
    // 1-6 and 32-27, and invalid steps: off the board, of the other side, from an empty square, from no square, twice
    // the same.
    let steps = |steps: &[u8]| view(&(1, 1 << 31, king, false, 0, 0, 1, steps.to_vec()));
    assert!(steps(&[byte(1, 0), byte(32, 3)]).is_ok());
    for bad in [vec![byte(1, 2)], vec![byte(32, 3)], vec![byte(9, 0)], vec![128], vec![255], vec![byte(1, 0); 2]] {
        assert_eq!(steps(&bad), refused(ViewError::Steps), "{bad:?}");
    }
    // A man's step, and a step where a jump is possible.
    assert_eq!(view(&(1, 1 << 31, 1 << 31, false, 0, 0, 1, vec![byte(1, 0)])), refused(ViewError::Steps));
    assert_eq!(view(&(1, 1 << 5, 1, false, 0, 0, 1, vec![byte(1, 1)])), refused(ViewError::Steps));
    // No move left; drawn by the count, by the third repetition.
    assert_eq!(view(&(1, 1 << 4 | 1 << 5 | 1 << 9, 0, false, 0, 0, 0, vec![])), refused(ViewError::GameOver));
    assert_eq!(view(&(1, 1 << 31, king, false, 50, 0, 0, vec![])), refused(ViewError::GameOver));
    let round = [byte(1, 0), byte(32, 3), byte(6, 3), byte(27, 0)];
    assert_eq!(steps(&round.repeat(2)), refused(ViewError::GameOver));
    assert!(steps(&round.repeat(2)[..7]).is_ok());
    // More steps than a view can have.
    assert_eq!(steps(&[byte(1, 0); 81]), Err(Refusal::View(0)));
}

#[test]
fn a_board_sees_the_repetition_that_the_desktop_sees() {
    // Black is a king behind. After 1-6, 22-17, 6-1, 17-22 it can repeat the position for a draw.
    let mut game = Game::new(Position::new(fen::parse("B:WK18,K22:BK1").unwrap(), DrawRule::Report));
    for text in ["1-6", "22-17", "6-1", "17-22"] {
        game.make(read_move(game.position().board(), text).unwrap()).unwrap();
    }
    let mut device = Device::start(&Flash::blank(0xFF));
    let with_past = device.decide::<Game>(game.view(), Effort::Nodes(2000)).unwrap();
    let without = device.decide::<Game>(&View::new(*game.position()), Effort::Nodes(2000)).unwrap();
    assert!(with_past.1.score >= 0 && without.1.score < 0, "{with_past:?} {without:?}");
}

proptest! {
    #[test]
    fn any_bytes_are_a_view_that_writes_itself_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        steps in prop::collection::vec(0u8..=130, 0..80),
    ) {
        let near = postcard::to_allocvec(&(1u32, 1u32 << 31, 1u32 | 1 << 31, false, 0u8, 0u8, 1u8, steps)).unwrap();
        for bytes in [bytes, near] {
            if let Ok(view) = read_view::<Game>(&bytes) {
                let again = link::write_view::<Game>(&view).unwrap();
                prop_assert_eq!(read_view::<Game>(&again), Ok(view));
            }
        }
    }
}
