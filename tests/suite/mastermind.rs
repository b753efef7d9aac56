//! Mastermind: the published figures, the perfect strategies, and solvers in bounded memory.

use pipsqueak_core::link;
use std::collections::{BTreeMap, HashMap};

use pipsqueak_core::champion::{EnvelopeError, GameId};
use pipsqueak_core::game::{Game, Points, Seat, Turn, referee};
use pipsqueak_core::games::fiveo::champion::{Champion, ChampionError};
use pipsqueak_core::games::mastermind::strategy::{MAX_BYTES, words_of};
use pipsqueak_core::games::mastermind::{
    Budget, Code, CodeSize, Contradiction, Duel, DuelPlayer, DuelView, Feedback, FeedbackError, History, HistoryError,
    MAX_GUESSES, Objective, Profile, Solver, StoredCode, Strategy, StrategyError,
};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::envelope::{self, Payload};

pub const OPTIMAL_5625: &[u8] = include_bytes!("../../host/champions/mastermind.pips");
pub const OPTIMAL_5626: &[u8] = include_bytes!("../data/mastermind-5626.pips");
/// A board's limits: codes of memory, and pairs of a guess and a code.
const BOARD: (usize, Budget) = (320, Budget(500_000));

pub fn size(pegs: u8, colors: u8) -> CodeSize {
    CodeSize::new(pegs, colors).expect("a size within the limits")
}

pub fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

/// The rule in plain words: strike out pairs at the same place, then pairs of the same colour.
pub fn naive(guess: Code, secret: Code) -> (u8, u8) {
    let (guess, secret): (Vec<u8>, Vec<u8>) = (guess.colors().collect(), secret.colors().collect());
    let blacks = guess.iter().zip(&secret).filter(|(left, right)| left == right).count();
    let mut left: Vec<u8> = secret;
    let mut hits = 0;
    for color in guess {
        if let Some(place) = left.iter().position(|&other| other == color) {
            left.remove(place);
            hits += 1;
        }
    }
    (blacks as u8, (hits - blacks) as u8)
}

fn check_answer(guess: Code, secret: Code) {
    let expected = naive(guess, secret);
    let feedback = Feedback::between(guess, secret);
    assert_eq!((feedback.blacks(), feedback.whites()), expected, "{guess} {secret}");
    assert_eq!(Feedback::between(secret, guess), feedback, "the two may be exchanged");
    assert_eq!(Profile::of(secret).answer(&Profile::of(guess).probe()), feedback, "{guess} {secret}");
    assert_eq!(Profile::of(secret).code(), secret);
}

#[test]
fn answers_agree_with_the_plain_rule_for_all_pairs_of_the_classic_size() {
    let codes: Vec<Code> = Code::all(CodeSize::CLASSIC).collect();
    codes.iter().for_each(|&guess| codes.iter().for_each(|&secret| check_answer(guess, secret)));
}

#[test]
fn answers_agree_with_the_plain_rule_for_random_pairs_of_every_size() {
    for (pegs, colors) in (1..=8).flat_map(|pegs| (1..=12).map(move |colors| (pegs, colors))) {
        let mut rng = Seed(u64::from(pegs) << 8 | u64::from(colors)).rng();
        for _ in 0..500 {
            let [guess, secret] = [(); 2].map(|()| Code::random(&mut rng, size(pegs, colors)));
            check_answer(guess, secret);
            assert_eq!(Feedback::between(guess, secret).check(size(pegs, colors)), Ok(()));
        }
    }
}

#[test]
fn a_guess_of_the_toy_size_splits_as_the_report_says() {
    let split = |guess: &str| {
        let mut parts = BTreeMap::new();
        for secret in Code::all(size(2, 3)) {
            *parts.entry(naive(code(guess), secret)).or_insert(0) += 1;
            assert_eq!(<(u8, u8)>::from(Feedback::between(code(guess), secret)), naive(code(guess), secret));
        }
        parts.into_iter().collect::<Vec<((u8, u8), u32)>>()
    };
    assert_eq!(split("11"), [((0, 0), 4), ((1, 0), 4), ((2, 0), 1)]);
    assert_eq!(split("12"), [((0, 0), 1), ((0, 1), 2), ((0, 2), 1), ((1, 0), 4), ((2, 0), 1)]);
}

/// How many guesses a solver takes.
fn crack<E: StoredCode>(solver: &mut Solver<'_, E>, size: CodeSize, secret: Code, seed: Seed) -> Vec<Code> {
    let mut history = History::new(size);
    while !history.is_cracked() {
        let guess = solver.guess(&history, seed).expect("the answers are true");
        history.push(guess, Feedback::between(guess, secret)).expect("twelve guesses are enough");
    }
    history.entries().iter().map(|entry| entry.guess).collect()
}

#[test]
fn the_memory_of_a_board_is_enough_to_play_4x6_exactly() {
    // Knuth, Neuwirth, Kooi and Irving published these sums over all codes.
    let totals = [5801, 5722, 5668, 5696];
    for (objective, total) in Objective::ALL.into_iter().zip(totals) {
        let mut board = [Code::default(); BOARD.0];
        let mut desktop = vec![Profile::default(); 1296];
        let mut small = Solver::new(objective, BOARD.1, &mut board);
        let mut large = Solver::new(objective, Budget(u32::MAX), &mut desktop);
        // Codes with the same answers so far get the same guess, which is computed once.
        let mut known = HashMap::new();
        let mut sum = 0;
        for secret in Code::all(CodeSize::CLASSIC) {
            let mut history = History::new(CodeSize::CLASSIC);
            while !history.is_cracked() {
                let guess = *known.entry(format!("{:?}", history.entries())).or_insert_with(|| {
                    let guess = small.guess(&history, Seed(1)).expect("the answers are true");
                    assert_eq!(large.guess(&history, Seed(2)), Ok(guess), "{objective} {secret}");
                    guess
                });
                history.push(guess, Feedback::between(guess, secret)).expect("twelve guesses are enough");
            }
            sum += history.entries().len();
        }
        assert_eq!(sum, total, "{objective}");
    }
}

#[test]
fn the_order_of_codes_in_memory_changes_no_guess() {
    for (number, objective) in (0..).zip(Objective::ALL.into_iter().cycle().take(12)) {
        let seed = Seed(number);
        let size = size(7, 10);
        let secret = Code::random(&mut seed.derive(9).rng(), size);
        let (mut compact, mut quick) = ([Code::default(); 64], [Profile::default(); 64]);
        let few = crack(&mut Solver::new(objective, Budget(10_000), &mut compact), size, secret, seed);
        let same = crack(&mut Solver::new(objective, Budget(10_000), &mut quick), size, secret, seed);
        assert_eq!(few, same);
        assert!(few.len() <= 10, "{secret}: {few:?}");
    }
}

/// By brute force: the cost of a guess among these codes under an objective.
fn naive_cost(objective: Objective, guess: Code, codes: &[Code]) -> usize {
    let mut parts: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    codes.iter().for_each(|&secret| *parts.entry(naive(guess, secret)).or_default() += 1);
    match objective {
        Objective::Minimax => parts.values().copied().max().unwrap_or(0),
        Objective::Parts => codes.len() - parts.len(),
        _ => parts.values().map(|part| part * part).sum(),
    }
}

#[test]
fn with_enough_memory_and_time_a_guess_is_the_best_by_brute_force() {
    for (guess, blacks, whites) in [("1122", 0, 3), ("1234", 3, 0), ("1123", 2, 0)] {
        let mut history = History::new(CodeSize::CLASSIC);
        history.push(code(guess), Feedback::new(blacks, whites).unwrap()).unwrap();
        let fitting: Vec<Code> =
            Code::all(CodeSize::CLASSIC).filter(|&secret| naive(code(guess), secret) == (blacks, whites)).collect();
        assert!(fitting.len() > 2);
        for objective in [Objective::Minimax, Objective::Parts, Objective::Expected] {
            let mut memory = [Code::default(); 1296];
            let found = Solver::new(objective, Budget(u32::MAX), &mut memory).guess(&history, Seed(1)).unwrap();
            let least = Code::all(CodeSize::CLASSIC).map(|guess| naive_cost(objective, guess, &fitting)).min();
            assert_eq!(Some(naive_cost(objective, found, &fitting)), least, "{objective} {history:?}");
        }
    }
}

#[test]
fn contradictory_answers_are_reported_with_any_amount_of_memory() {
    let mut history = History::new(CodeSize::CLASSIC);
    history.push(code("1122"), Feedback::new(0, 0).unwrap()).unwrap();
    history.push(code("1234"), Feedback::new(2, 2).unwrap()).unwrap();
    for objective in Objective::ALL {
        let guess = |memory: &mut [Code]| Solver::new(objective, Budget(0), memory).guess(&history, Seed(1));
        assert_eq!(guess(&mut [Code::default(); 10]), Err(Contradiction));
        assert_eq!(guess(&mut []), Err(Contradiction));
    }
}

#[test]
fn a_solver_with_hardly_any_memory_still_finds_the_code() {
    for (n_codes, budget) in [(1, 0), (2, 5), (10, 1000)] {
        let mut memory = vec![Code::default(); n_codes];
        let secret = code("5316");
        let guesses =
            crack(&mut Solver::new(Objective::Parts, Budget(budget), &mut memory), CodeSize::CLASSIC, secret, Seed(4));
        assert!(guesses.len() <= 10, "{guesses:?}");
    }
}

#[test]
fn perfect_strategies_need_5625_and_at_most_five_guesses_5626() {
    for (bytes, total, most) in [(OPTIMAL_5625, 5625, 6), (OPTIMAL_5626, 5626, 5)] {
        let strategy = Strategy::decode(bytes).expect("a strategy");
        let n_guesses: Vec<usize> = Code::all(CodeSize::CLASSIC)
            .map(|secret| strategy.n_guesses(secret).expect("every code is found"))
            .collect();
        assert_eq!((n_guesses.iter().sum::<usize>(), n_guesses.iter().copied().max()), (total, Some(most)));
        assert!(bytes.len() <= 3500, "the size that is stated: {}", bytes.len());
        let mut buffer = [0; MAX_BYTES];
        assert_eq!(strategy.encode(&mut buffer), Ok(bytes));
    }
}

/// A strategy for one peg of two colours: guess 1, and if that is wrong, 2.
fn tiny() -> Vec<u8> {
    let words = words_of(code("1"), size(1, 2), 1).chain(words_of(code("2"), size(1, 2), 0));
    words.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn a_fixed_strategy_has_these_bytes() {
    let nodes = tiny();
    let strategy = Strategy::new("tiny", size(1, 2), &nodes).unwrap();
    #[rustfmt::skip]
    let expected = envelope::seal(1, 3, &[
        4, b't', b'i', b'n', b'y',      // the name
        1, 2,                           // one peg, two colours
        6,                              // six bytes of nodes
        0x00, 0x80, 0x01, 0x00,         // the first code; after answer 0 it goes on
        0x01, 0x00,                     // the second code
    ]);
    let mut buffer = [0; 64];
    assert_eq!(strategy.encode(&mut buffer), Ok(expected.as_slice()));
    assert_eq!(Strategy::decode(&expected), Ok(strategy));
    assert_eq!([code("1"), code("2")].map(|secret| strategy.n_guesses(secret)), [Some(1), Some(2)]);
    assert!(strategy.encode(&mut [0; 20]).is_err());
}

#[test]
fn bytes_that_are_no_strategy_are_refused_with_the_reason() {
    let refused = |nodes: &[u8]| Strategy::new("x", size(1, 2), nodes).unwrap_err();
    assert_eq!(refused(&[]), StrategyError::CutOff);
    assert_eq!(refused(&tiny()[..5]), StrategyError::CutOff);
    assert_eq!(refused(&tiny()[..4]), StrategyError::CutOff);
    assert_eq!(refused(&[tiny(), vec![0]].concat()), StrategyError::Surplus);
    assert_eq!(refused(&[2, 0]), StrategyError::Guess);
    assert_eq!(refused(&[0, 0x80, 0, 0]), StrategyError::Answers);
    // Answer 2 is all black, and nothing follows it.
    assert_eq!(refused(&[0, 0x80, 4, 0, 1, 0]), StrategyError::Answers);
    let high = [0, 0x80, 1, 0].repeat(12).into_iter().chain([1, 0]).collect::<Vec<u8>>();
    assert_eq!(refused(&high), StrategyError::TooHigh);
    assert_eq!(Strategy::new("x", size(5, 2), &tiny()), Err(StrategyError::TooLarge(size(5, 2))));
    assert_eq!(Strategy::new(&"x".repeat(33), size(1, 2), &tiny()), Err(StrategyError::Name));
    assert_eq!(Strategy::decode(&envelope::seal(1, 3, &[])), Err(StrategyError::Payload));
}

#[test]
fn champions_of_one_game_are_refused_by_the_others() {
    assert_eq!(Champion::decode(OPTIMAL_5625), Err(ChampionError::Envelope(EnvelopeError::Game(GameId(3)))));
    let other = Strategy::decode(&Payload::plain().sealed()).unwrap_err();
    assert_eq!(other, StrategyError::Envelope(EnvelopeError::Game(GameId(1))));
    assert_eq!(other.to_string(), "a champion for game 1, not for Mastermind");
}

#[test]
fn a_strategy_does_not_cover_guesses_that_are_not_its_own() {
    let strategy = Strategy::decode(OPTIMAL_5625).unwrap();
    let mut history = History::new(CodeSize::CLASSIC);
    history.push(code("1122"), Feedback::new(1, 0).unwrap()).unwrap();
    assert_eq!(strategy.guess(&history), None);
    assert_eq!(strategy.guess(&History::new(size(5, 7))), None);
    let mut memory = [Code::default(); BOARD.0];
    let mut breaker = DuelPlayer::new(Solver::new(Objective::Parts, BOARD.1, &mut memory), Some(strategy));
    assert!(breaker.guess(&history, Seed(1)).is_ok(), "the solver takes over");
}

#[test]
fn impossible_answers_and_guesses_are_refused() {
    let classic = CodeSize::CLASSIC;
    assert_eq!(Feedback::checked(3, 1, classic), Err(FeedbackError::LoneWhite(3)));
    assert_eq!(Feedback::checked(3, 2, classic), Err(FeedbackError::TooMany(4)));
    assert_eq!(Feedback::checked(255, 255, classic), Err(FeedbackError::TooMany(4)));
    let mut history = History::new(classic);
    assert!(matches!(history.push(code("123"), Feedback::new(0, 0).unwrap()), Err(HistoryError::Guess(_))));
    assert!(matches!(history.push(code("1234"), Feedback::new(4, 1).unwrap()), Err(HistoryError::Feedback(_))));
    for _ in 0..MAX_GUESSES {
        history.push(code("1234"), Feedback::new(0, 0).unwrap()).unwrap();
    }
    assert_eq!(history.push(code("1234"), Feedback::new(0, 0).unwrap()), Err(HistoryError::Full));
}

#[test]
fn fewer_guesses_win_a_duel_and_the_round_is_finished() {
    let play = |moves: &[&str]| {
        let mut duel = Duel::deal(Seed(1));
        moves.iter().for_each(|text| duel.play(code(text)).unwrap());
        duel.turn()
    };
    let Turn::Of(Seat::Second, view) = play(&["1111", "2222", "2222"]) else { panic!("the second has its guess") };
    assert_eq!((view.secret(), view.opponent().is_cracked()), (Some(code("2222")), true));
    assert_eq!(play(&["1111", "2222", "2222", "3333"]), Turn::Over(Points([12, 0])));
    assert_eq!(play(&["1111", "2222", "2222", "1111"]), Turn::Over(Points([12, 12])));
    assert_eq!(play(&["1111", "2222", "3333", "1111"]), Turn::Over(Points([0, 12])));
    let unsolved = [["1111", "2222"], ["3333", "3333"]].concat();
    let long: Vec<&str> = unsolved[..2].iter().chain(unsolved[2..].iter().cycle().take(24)).copied().collect();
    assert_eq!(play(&long), Turn::Over(Points([0, 0])));
}

#[test]
fn programs_play_duels_and_the_perfect_one_is_not_worse() {
    let strategy = Strategy::decode(OPTIMAL_5625).unwrap();
    let mut points = [0u32; 2];
    for seed in (0..200).map(Seed) {
        let (mut one, mut other) = (vec![Profile::default(); 1296], vec![Profile::default(); 1296]);
        let mut perfect = DuelPlayer::new(Solver::new(Objective::Parts, BOARD.1, &mut one), Some(strategy));
        let mut knuth = DuelPlayer::new(Solver::new(Objective::Minimax, BOARD.1, &mut other), None);
        let (end, _) = referee(Duel::deal(seed), [&mut perfect, &mut knuth], |_, _, _| ()).expect("a lawful game");
        let n_rounds = Seat::BOTH.map(|seat| end.guesses(seat).len());
        assert!(n_rounds[0] == n_rounds[1] && n_rounds[0] <= 6, "{n_rounds:?}");
        end.points().winner().into_iter().for_each(|seat| points[seat.index()] += 1);
    }
    // 4.340 guesses against 4.476: of 200 duels about 75 are won and 60 lost.
    assert!(points[0] > points[1], "{points:?}");
}

#[test]
fn views_read_back_and_impossible_ones_are_refused() {
    for seed in (0..50).map(Seed) {
        let mut rng = seed.rng();
        let mut duel = Duel::new(size(1 + seed.0 as u8 % 8, 2 + seed.0 as u8 % 11), seed);
        while let Turn::Of(_, view) = duel.turn() {
            let bytes = link::write_view::<Duel>(&view).unwrap();
            assert_eq!(link::read_view::<Duel>(&bytes).as_ref(), Ok(&view));
            duel.play(Code::random(&mut rng, duel.size())).unwrap();
        }
    }
    let history = |entries: &[(&str, u8, u8)]| {
        let mut history = History::new(CodeSize::CLASSIC);
        entries.iter().for_each(|&(guess, blacks, whites)| {
            history.push(code(guess), Feedback::new(blacks, whites).unwrap()).unwrap();
        });
        history
    };
    let check = |secret, own: &[(&str, u8, u8)], theirs: &[(&str, u8, u8)]| {
        DuelView::check(Seed(1), secret, history(own), history(theirs)).is_ok()
    };
    assert!(check(None, &[], &[]));
    assert!(check(Some(code("1234")), &[("1111", 0, 0)], &[("1243", 2, 2)]));
    assert!(check(Some(code("1234")), &[], &[("1234", 4, 0)]));
    assert!(!check(None, &[], &[("1234", 0, 0)]), "no guess is legal before both codes are set");
    assert!(!check(Some(code("1234")), &[("1111", 0, 0)], &[]), "the own guess comes after the opponent's");
    assert!(!check(Some(code("1234")), &[("1111", 0, 0)], &[("1234", 4, 0)]), "the duel is over");
    assert!(!check(Some(code("1234")), &[], &[("1243", 1, 1)]), "that is not the answer");
    assert!(!check(Some(code("12345")), &[], &[]), "the code has another size");
}

#[test]
fn secrets_differ_from_game_to_game_and_seat_to_seat() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in (0..100).map(Seed) {
        let mut duel = Duel::new(size(8, 12), seed);
        while let Turn::Of(_, view) = duel.turn() {
            if view.secret().is_some() {
                break;
            }
            let secret = DuelPlayer::<Code>::secret(view.guesses(), view.seed());
            assert!(seen.insert(secret));
            duel.play(secret).unwrap();
        }
    }
    assert_eq!(seen.len(), 200);
}
