//! The search: it equals minimax, only quicker; it keeps its limits; it sees past the horizon.

use pipsqueak_core::games::checkers::evaluation::{BetterH, Expert, Simple};
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{DrawRule, Game, Move, Position, fen, pdn};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::search::{
    Clock, Evaluate, LIMIT, Limits, NoClock, Search, SearchResult, SearchStack, Settings, Slot, TranspositionTable,
    WIN, minimax,
};
use pipsqueak_lab::game_tree::Budget;
use pipsqueak_lab::games::checkers::game_tree::Evaluation;
use pipsqueak_lab::games::checkers::horizon::{EXAMPLES, Example, Look, illusion, look};
use pipsqueak_tests::checkers_reference::{self, legal, wins_within};
use pipsqueak_tests::sized;

/// The stack of a micro:bit: 40 plies, room for 400 moves.
type BoardStack = SearchStack<Position, 40, 400>;

/// White to move. 17-13 attacks 9 and seems to win a man within three moves; the exchange that follows costs two.
const HORIZON: &str = "W:W17,18,26:B9,10,20";
const HORIZON_DEPTH: u8 = 3;
/// The moves of a search that stops in the middle of a capture, and of one that does not.
const HORIZON_MOVES: (&str, &str) = ("17-13", "26-23");

fn position(text: &str) -> Position {
    Position::new(fen::parse(text).unwrap(), DrawRule::Report)
}

/// A search with a cleared table of this many bytes.
fn search<E: Evaluate<Position>>(
    position: &Position,
    evaluation: &E,
    settings: Settings,
    table_bytes: usize,
    limits: Limits,
) -> SearchResult<Move> {
    let mut slots = vec![Slot::default(); table_bytes / size_of::<Slot>()];
    let mut stack: SearchStack<Position, 128, 4096> = SearchStack::new(Position::START);
    let mut table = TranspositionTable::new(&mut slots, 0);
    Search::new(stack.slices(), &mut table, evaluation, settings, &mut NoClock).run(position, &[], limits)
}

fn plain_minimax(position: &Position, depth: u8, quiescence: bool, evaluation: &impl Evaluate<Position>) -> i16 {
    minimax(position, depth, quiescence, evaluation, &mut [Move::default(); 2048]).expect("the room is large enough")
}

/// Compares with minimax on this many positions; each at some depth, with each evaluation in turn, with and without a
/// table.
fn compare(n_positions: u64) {
    for number in 0..n_positions {
        let seed = Seed(number).derive(5);
        let position = checkers_reference::position(seed);
        let depth = 1 + random::below(&mut seed.derive(1).rng(), 4) as u8;
        for (quiescence, settings) in [(false, Settings::PLAIN), (true, Settings::QUIESCENT)] {
            let check = |expected: i16, found: &dyn Fn(usize) -> SearchResult<Move>| {
                // No table, the board's, and one without collisions.
                for bytes in [0, 2048, 1 << 16] {
                    let found = found(bytes);
                    assert_eq!(found.best.is_none(), legal(position.board()).is_empty());
                    // An iteration that finds a forced end is the last.
                    if found.depth == depth || found.score.abs() > LIMIT {
                        assert_eq!(found.score, expected, "{position} depth {depth}, {bytes} bytes, {settings:?}");
                    } else {
                        assert!(found.best.is_none(), "{position} stopped at depth {}", found.depth);
                    }
                }
            };
            let limits = Limits::of_depth(depth);
            match number % 3 {
                0 => check(plain_minimax(&position, depth, quiescence, &Simple), &|bytes| {
                    search(&position, &Simple, settings, bytes, limits)
                }),
                1 => check(plain_minimax(&position, depth, quiescence, &BetterH), &|bytes| {
                    search(&position, &BetterH, settings, bytes, limits)
                }),
                _ => check(plain_minimax(&position, depth, quiescence, &Expert), &|bytes| {
                    search(&position, &Expert, settings, bytes, limits)
                }),
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax_with_and_without_a_table() {
    compare(sized(1_000, 12_000));
}

#[test]
fn alpha_beta_is_minimax_where_lines_are_longer() {
    for number in 0..sized(6, 60) {
        let position = checkers_reference::position(Seed(number).derive(6));
        let expected = plain_minimax(&position, 7, true, &Expert);
        for bytes in [0, 2048, 1 << 20] {
            let found = search(&position, &Expert, Settings::QUIESCENT, bytes, Limits::of_depth(7));
            assert_eq!(found.score, expected, "{position} {bytes}");
        }
    }
}

#[test]
fn ordering_saves_most_of_the_positions() {
    let unordered = Settings { ordering: false, ..Settings::QUIESCENT };
    let mut nodes = [0, 0];
    for number in 0..20 {
        let position = checkers_reference::position(Seed(number).derive(8));
        for (sum, settings) in nodes.iter_mut().zip([unordered, Settings::QUIESCENT]) {
            *sum += search(&position, &Expert, settings, 0, Limits::of_depth(8)).nodes;
        }
    }
    let factor = nodes[0] as f64 / nodes[1] as f64;
    println!("ordering looks at {factor:.1} times fewer positions");
    assert!(factor > 2.0, "{factor}");
}

#[test]
fn quiescence_sees_what_lies_behind_the_horizon() {
    let position = position(HORIZON);
    let [plain, quiescent] = [Settings::PLAIN, Settings::QUIESCENT]
        .map(|settings| search(&position, &Simple, settings, 0, Limits::of_depth(HORIZON_DEPTH)));
    let text = |found: &SearchResult<Move>| found.best.map(|best| best.to_string()).unwrap_or_default();
    assert_eq!((text(&plain).as_str(), text(&quiescent).as_str()), HORIZON_MOVES);
    // A deep search decides: after the plain search's move White is behind, after the other it is not.
    let worth = |chosen: &SearchResult<Move>| {
        let after = position.after(chosen.best.unwrap());
        -search(&after, &Simple, Settings::QUIESCENT, 1 << 20, Limits::of_depth(11)).score
    };
    assert!(worth(&plain) <= -2 + worth(&quiescent), "{} {}", worth(&plain), worth(&quiescent));
}

/// The second shipped example: brute force proves that the move which looks best is lost, and that another one is not.
#[test]
fn quiescence_does_not_see_a_loss_behind_quiet_moves() {
    let [exchange, king] = EXAMPLES else { panic!("two examples are shipped") };
    let illusion_of = |example: &Example, depth: u8| {
        let (position, evaluation) = (position(example.fen), Evaluation::default());
        let mut never = || false;
        let mut at =
            |depth| look(&position, depth, &evaluation, Budget { nodes: u64::MAX, must_stop: &mut never }).unwrap();
        let looks: Vec<Look> = (1..=depth).map(&mut at).collect();
        let budget = Budget { nodes: u64::MAX, must_stop: &mut never };
        (illusion(&position, &looks, &evaluation, budget).unwrap(), looks)
    };
    let (held, _) = illusion_of(exchange, exchange.depth);
    assert!(!held.survives_quiescence && held.belief.men > held.truth.men, "{held:?}");
    let (held, looks) = illusion_of(king, king.depth);
    assert!(held.survives_quiescence, "{held:?}");
    assert_eq!((held.depth, held.belief.value_text.as_str(), held.belief.line_text[0].as_str()), (3, "0", "26-23"));
    assert_eq!(held.truth.line_text.join(" "), "26-23 18-15 23x16 15-11 16x7 3x10 9-13 10-14 13-17 14x21");
    assert_eq!(held.truth.value_text, "lost in 10", "as long as its line");
    // Without quiescence at depths 3 to 9, with it at depths 2 to 8, and at no depth after them.
    for (place, deceived) in [(0, 3..=9), (1, 2..=8)] {
        let first = |look: &&Look| look.beliefs[place].line_text[0] == "26-23";
        let depths: Vec<u8> = looks[1..].iter().filter(first).map(|look| look.depth).collect();
        assert_eq!(depths, deceived.collect::<Vec<u8>>());
    }
    let after = |text| {
        let start = *position(king.fen).board();
        start.after(pdn::read_move(&start, text).unwrap())
    };
    assert!(wins_within(&after("26-23"), 9) && !wins_within(&after("26-31"), 9));
}

#[test]
fn a_search_has_a_legal_move_whatever_its_limits() {
    struct Late;
    impl Clock for Late {
        fn micros(&mut self) -> u32 {
            u32::MAX
        }
    }
    for number in 0..300 {
        let position = checkers_reference::position(Seed(number));
        let legal = legal(position.board());
        let view = Game::new(position).view().clone();
        for kind in EngineKind::ALL {
            let limits = [0, 1, 2, 3, 17, 200].map(Limits::of_nodes);
            let limits = limits.into_iter().chain([Limits::of_depth(0), Limits::of_depth(1), Limits::of_micros(0)]);
            for limits in limits {
                let mut slots = [Slot::default(); 256];
                let mut stack = BoardStack::new(Position::START);
                let mut table = TranspositionTable::new(&mut slots, 0);
                let found = kind.search(&view, stack.slices(), &mut table, limits, &mut Late);
                assert_eq!(found.best.is_some(), !legal.is_empty());
                assert!(found.best.is_none_or(|best| legal.contains(&best)), "{position} {kind} {limits:?}");
                assert!(found.nodes <= limits.nodes);
            }
        }
    }
}

#[test]
fn a_search_is_deterministic_and_independent_of_the_stacks_size() {
    for number in 0..100 {
        let position = checkers_reference::position(Seed(number).derive(9));
        let small = || {
            let mut slots = [Slot::default(); 256];
            let mut stack = BoardStack::new(Position::START);
            let mut table = TranspositionTable::new(&mut slots, 0);
            Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
                &position,
                &[],
                Limits::of_nodes(3_000),
            )
        };
        assert_eq!(small(), small());
        assert_eq!(small(), search(&position, &Expert, Settings::FULL, 2048, Limits::of_nodes(3_000)), "{position}");
    }
}

#[test]
fn a_search_without_positions_finishes_no_depth_and_estimates() {
    let position = position(HORIZON);
    let found = search(&position, &Expert, Settings::FULL, 0, Limits::of_nodes(0));
    assert!(found.best.is_some());
    assert_eq!((found.depth, found.nodes, found.score), (0, 0, Expert.evaluate(&position)));
}

#[test]
fn the_greatest_estimate_is_no_forced_end() {
    struct Sure;
    impl Evaluate<Position> for Sure {
        fn evaluate(&self, _: &Position) -> i16 {
            LIMIT
        }
    }
    let found = search(&Position::START, &Sure, Settings::FULL, 0, Limits::of_depth(3));
    assert_eq!((found.depth, found.score.abs()), (3, LIMIT));
}

#[test]
fn a_stack_for_a_board_takes_less_than_four_kilobytes() {
    println!("{} bytes", size_of::<BoardStack>());
    assert!(size_of::<BoardStack>() <= 4096);
}

#[test]
fn a_line_too_long_for_the_stack_is_estimated() {
    let mut stack: SearchStack<Position, 2, 56> = SearchStack::new(Position::START);
    let mut table = TranspositionTable::new(&mut [], 0);
    let found = Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
        &Position::START,
        &[],
        Limits::of_depth(9),
    );
    assert!(found.best.is_some() && found.depth == 9);
}

#[test]
fn a_forced_win_is_seen_with_its_distance() {
    // White's only man cannot move once 9 is held and 6 behind it.
    let found = search(&position("B:W13:B5,6"), &Expert, Settings::FULL, 1 << 16, Limits::of_depth(9));
    assert_eq!((found.best.unwrap().to_string().as_str(), found.score), ("5-9", WIN - 1));
}

#[test]
fn a_draw_by_the_rules_ends_every_line() {
    // Forty moves of each side without progress, less the last one: whatever White plays, the game is drawn.
    let mut position = Position::new(fen::parse("B:WK32:BK1,K3").unwrap(), DrawRule::Tournament);
    for text in ["1-6", "32-27", "6-1", "27-32"].into_iter().cycle().take(79) {
        position = position.after(pdn::read_move(position.board(), text).unwrap());
    }
    assert!(Simple.evaluate(&position) < 0, "White has one king against two");
    for depth in 1..4 {
        assert_eq!(plain_minimax(&position, depth, true, &Simple), 0);
        for settings in [Settings::PLAIN, Settings::QUIESCENT, Settings::FULL] {
            assert_eq!(search(&position, &Simple, settings, 2048, Limits::of_depth(depth)).score, 0, "{settings:?}");
        }
    }
}

#[test]
fn repeating_a_position_is_a_draw() {
    // Black is a king behind and can only hope to repeat; the position after 1-6 occurred before.
    let start = position("B:WK18,K22:BK1");
    let mut game = Game::new(start);
    for text in ["1-6", "22-17", "6-1", "17-22"] {
        let board = *game.position().board();
        game.make(pdn::read_move(&board, text).unwrap()).unwrap();
    }
    let mut slots = vec![Slot::default(); 1 << 12];
    let mut stack = BoardStack::new(Position::START);
    let mut table = TranspositionTable::new(&mut slots, 0);
    let view = game.view();
    let found = Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
        view.position(),
        &view.past(),
        Limits::of_depth(2),
    );
    assert!(found.score >= 0, "{found:?}");
}
