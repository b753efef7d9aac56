//! Mastermind and checkers on the emulated micro:bit, with the real firmware: it decides what the host would decide.

use pipsqueak::board::LinkError;
use pipsqueak_app::{BUILT_IN_STRATEGY, checkers, mastermind};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::checkers::evaluation::Expert;
use pipsqueak_core::games::checkers::{Board, DrawRule, Position, fen, perft};
use pipsqueak_core::games::mastermind::{Budget, Code, Feedback, History, Objective, Profile, Size, Solver, Strategy};
use pipsqueak_core::link::{Effort, Refusal};
use pipsqueak_core::search::{Desk, Limits, NoClock, Search, Settings, Slot, Table};
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::draughts;
use pipsqueak_tests::emulated::board;

/// The board's solver with the desktop's kind of memory.
fn desktop_guess(history: &History, chance: Seed) -> Code {
    let strategy = Strategy::decode(BUILT_IN_STRATEGY).unwrap();
    let mut memory = [Profile::default(); 320];
    let mut solver = Solver::new(Objective::Expected, Budget(500_000), &mut memory);
    strategy.guess(history).unwrap_or_else(|| solver.guess(history, chance.derive(1)).unwrap())
}

#[test]
fn the_board_makes_the_guesses_of_the_desktop() {
    let mut client = board();
    let mut n_guesses = 0;
    for (pegs, colors, n_games) in [(4, 6, 40), (3, 8, 10), (5, 5, 10), (5, 7, 10), (6, 9, 6), (8, 7, 4), (7, 10, 16)] {
        let size = Size::new(pegs, colors).unwrap();
        for chance in (0..n_games).map(Seed) {
            let secret = Code::random(&mut chance.derive(99).rng(), size);
            let mut history = History::new(size);
            while !history.is_cracked() {
                let guess = client.guess(&history, chance).unwrap();
                assert_eq!(guess, desktop_guess(&history, chance), "{size} {history:?}");
                // Sometimes a guess that is not its own: then it has no strategy to follow.
                let odd = history.is_empty() && chance.0 % 3 == 2;
                let guess = if odd { Code::random(&mut chance.derive(98).rng(), size) } else { guess };
                history.push(guess, Feedback::between(guess, secret)).unwrap();
                n_guesses += 1;
            }
        }
    }
    assert!(n_guesses > 400, "{n_guesses}");
}

#[test]
fn the_board_plays_the_perfect_strategy_to_the_end() {
    let mut client = board();
    let size = Size::CLASSIC;
    let mut total = 0;
    for secret in Code::all(size) {
        let mut history = History::new(size);
        while !history.is_cracked() {
            let guess = client.guess(&history, Seed(1)).unwrap();
            history.push(guess, Feedback::between(guess, secret)).unwrap();
        }
        total += history.len();
    }
    assert_eq!(total, 5625, "the optimum that Koyama and Lai found");
}

#[test]
fn the_board_answers_for_the_code_that_it_set() {
    let mut client = board();
    for (pegs, colors) in [(1, 1), (4, 6), (7, 10), (8, 12)] {
        let size = Size::new(pegs, colors).unwrap();
        for chance in (0..20).map(Seed) {
            let code = client.set_code(size, chance).unwrap();
            assert_eq!((code.check(size), code), (Ok(()), mastermind::set_code(size, chance)));
            let guess = Code::random(&mut chance.rng(), size);
            assert_eq!(client.answer(size, chance, guess).unwrap(), Feedback::between(guess, code));
        }
    }
}

#[test]
fn a_stored_strategy_is_followed_also_after_a_reset() {
    // One guess and no more: everywhere else the solver plays.
    let stub = Strategy::new("stub", Size::CLASSIC, &[7, 0]).unwrap();
    let mut buffer = [0; 64];
    let bytes = stub.encode(&mut buffer).unwrap();
    let mut client = board();
    let id = client.upload(GameId::Mastermind, bytes, |_| {}).unwrap();
    client.cable().reset().unwrap();
    assert_eq!(client.champion(GameId::Mastermind).unwrap().0, id);
    assert_eq!(client.read_champion(GameId::Mastermind).unwrap(), bytes);
    assert_eq!(client.guess(&History::new(Size::CLASSIC), Seed(1)).unwrap(), Code::at(7, Size::CLASSIC));
    client.erase(GameId::Mastermind).unwrap();
    assert_eq!(client.read_champion(GameId::Mastermind).unwrap(), BUILT_IN_STRATEGY);
}

#[test]
fn what_cannot_be_is_refused_with_the_reason_and_the_board_goes_on() {
    let mut client = board();
    let refusal = |error| match error {
        Err(LinkError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    let mut history = History::new(Size::CLASSIC);
    for _ in 0..2 {
        history.push("1122".parse().unwrap(), Feedback::new(0, 0).unwrap()).unwrap();
        history.push("1122".parse().unwrap(), Feedback::new(1, 0).unwrap()).unwrap();
    }
    assert_eq!(refusal(client.guess(&history, Seed(1)).map(|_| ())), Refusal::Contradiction);
    let large = History::new(Size::new(8, 12).unwrap());
    assert_eq!(refusal(client.guess(&large, Seed(1)).map(|_| ())), Refusal::TooMuch);
    let lost = Position::new(fen::parse("B:W5,6,10:B1").unwrap(), DrawRule::Report);
    assert_eq!(lost.board().n_moves(), 0);
    assert_eq!(refusal(client.think(lost, Effort::Nodes(10)).map(|_| ())), Refusal::GameOver);
    assert_eq!(refusal(client.think(Position::START, Effort::Nodes(u32::MAX)).map(|_| ())), Refusal::TooMuch);
    assert_eq!(refusal(client.perft(Position::START, 9).map(|_| ())), Refusal::TooMuch);
    let kings = fen::parse("B:WK29,K30,K31,K32,K21,K22:BK1,K2,K3,K4,K12,K11").unwrap();
    assert_eq!(refusal(client.perft(Position::new(kings, DrawRule::Report), 8).map(|_| ())), Refusal::TooMuch);
    assert_eq!(client.statistics().unwrap().n_refused, 6);
}

#[test]
fn the_board_finds_the_moves_of_the_desktop() {
    let mut client = board();
    for seed in 0..250 {
        let position = draughts::position(Seed(seed));
        if position.board().n_moves() == 0 {
            continue;
        }
        let nodes = [0, 1, 100, 1000, 4000][seed as usize % 5];
        let mut desk = Desk::<Position, 40, 400>::new(position);
        let mut slots = [Slot::default(); 256];
        let mut table = Table::new(&mut slots, 0);
        let found = Search::new(desk.memory(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
            &position,
            &[],
            Limits::of_nodes(nodes),
        );
        let thought = client.think(position, Effort::Nodes(nodes as u32)).unwrap();
        assert_eq!(
            (Some(thought.chosen), thought.score, thought.depth, u64::from(thought.nodes)),
            (found.best, found.score, found.depth, found.nodes),
            "{position}"
        );
    }
}

#[test]
fn a_board_with_little_time_still_has_a_legal_move() {
    let mut client = board();
    for millis in [0, 1, 50] {
        let thought = client.think(Position::START, Effort::Millis(millis)).unwrap();
        assert!(Board::START.find(thought.chosen).is_some());
    }
}

#[test]
fn the_board_counts_the_published_lines() {
    let mut client = board();
    let published = [1, 7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
    for (depth, leaves) in (0..).zip(published) {
        assert_eq!(client.perft(Position::START, depth).unwrap().0, leaves);
    }
    for seed in 0..20 {
        let position = draughts::position(Seed(seed));
        assert_eq!(client.perft(position, 4).unwrap().0, perft(position.board(), 4), "{position}");
    }
    assert_eq!(checkers::count(&Position::START, 8), Ok(845_931));
}

#[test]
fn matches_of_both_games_are_played_with_one_command_and_their_records_pass_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let file = games.to_str().unwrap();
    let play = |more: &[&str]| {
        let arguments = [&["match", "--port", "qemu", "--games", "2", "--json", "--transcript", file], more].concat();
        let outcome = pipsqueak(&arguments, "");
        assert_eq!((outcome.status, &*outcome.errors), (0, ""));
        let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
        assert_eq!((&result["games"], &result["forfeit"]), (&2.into(), &serde_json::Value::Null), "{result}");
    };
    for size in [&["--pegs", "4", "--colors", "6"], &["--pegs", "7", "--colors", "10"]] {
        play(&[&["--game", "mastermind", "--opponent", "expected"], &size[..]].concat());
        assert_eq!(pipsqueak(&["replay", file], "").status, 0);
    }
    for effort in [&["--nodes", "500"], &["--time", "0.02"]] {
        play(&[&["--game", "checkers", "--opponent", "simple"], &effort[..]].concat());
        let checked = pipsqueak(&["checkers", "replay", file], "");
        assert!(checked.output.contains("2 games") && checked.output.contains("all legal"), "{}", checked.output);
    }
}
