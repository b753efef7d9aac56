//! Mastermind and checkers on the emulated micro:bit, with the real firmware: it decides what the host would decide.

use pipsqueak::board::{Client, Decision, LinkError};
use pipsqueak::port::Cable;
use pipsqueak_app::BUILT_IN_STRATEGY;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game as _, Turn};
use pipsqueak_core::games::checkers::evaluation::Expert;
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Move, Position, View, fen};
use pipsqueak_core::games::mastermind::{
    Breaker, Budget, Code, Duel, Feedback, History, ID, Objective, Profile, Size, Solver, Strategy,
};
use pipsqueak_core::link::{Effort, Refusal};
use pipsqueak_core::search::{Found, Limits, NoClock, Search, SearchStack, Settings, Slot, TranspositionTable};
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::draughts;
use pipsqueak_tests::duels::guessing;
use pipsqueak_tests::emulated::{board, counting_board};
use pipsqueak_tests::king_walks;

/// The board's next guess.
fn guess<C: Cable>(client: &mut Client<C>, history: &History, chance: Seed) -> Code {
    client.decide::<Duel>(&guessing(history, chance), Effort::Default).unwrap().chosen
}

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
                let guess = guess(&mut client, &history, chance);
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
            let guess = guess(&mut client, &history, Seed(1));
            history.push(guess, Feedback::between(guess, secret)).unwrap();
        }
        total += history.len();
    }
    assert_eq!(total, 5625, "the optimum that Koyama and Lai found");
}

#[test]
fn the_board_sets_the_code_of_its_chance() {
    let mut client = board();
    for (pegs, colors) in [(1, 1), (4, 6), (7, 10), (8, 12)] {
        let size = Size::new(pegs, colors).unwrap();
        for seed in (0..20).map(Seed) {
            let Turn::Of(_, view) = Duel::new(size, seed).turn() else { panic!() };
            let code = client.decide::<Duel>(&view, Effort::Default).unwrap().chosen;
            assert_eq!((code.check(size), code), (Ok(()), Breaker::<Code>::secret(&History::new(size), view.chance())));
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
    let id = client.upload(ID, bytes, |_| {}).unwrap();
    client.cable().reset().unwrap();
    assert_eq!(client.champion(ID).unwrap().id, id);
    assert_eq!(client.read_champion(ID).unwrap(), bytes);
    assert_eq!(guess(&mut client, &History::new(Size::CLASSIC), Seed(1)), Code::at(7, Size::CLASSIC));
    client.erase(ID).unwrap();
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN_STRATEGY);
}

#[test]
fn what_cannot_be_is_refused_with_the_reason_and_the_board_goes_on() {
    let mut client = board();
    let reason = |error| match error {
        Err(LinkError::View { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let mut history = History::new(Size::CLASSIC);
    for _ in 0..2 {
        history.push("1122".parse().unwrap(), Feedback::new(0, 0).unwrap()).unwrap();
        history.push("1122".parse().unwrap(), Feedback::new(1, 0).unwrap()).unwrap();
    }
    let refused = client.decide::<Duel>(&guessing(&history, Seed(1)), Effort::Default).map(|_| ());
    assert_eq!(reason(refused), 4, "the answers contradict each other");
    let lost = Position::new(fen::parse("B:W5,6,10:B1").unwrap(), DrawRule::Report);
    assert_eq!(lost.board().n_moves(), 0);
    assert_eq!(reason(think(&mut client, &View::new(lost), Effort::Nodes(10)).map(|_| ())), 3, "the game is over");
    let is_too_much = |error: LinkError| matches!(error, LinkError::Refused(Refusal::TooMuch));
    let large = guessing(&History::new(Size::new(8, 12).unwrap()), Seed(1));
    assert!(is_too_much(client.decide::<Duel>(&large, Effort::Default).unwrap_err()));
    for effort in [Effort::Nodes(u32::MAX), Effort::Millis(60_001)] {
        assert!(is_too_much(think(&mut client, &View::new(Position::START), effort).unwrap_err()));
    }
    assert_eq!(client.statistics().unwrap().n_refused, 5);
}

fn think<C: Cable>(client: &mut Client<C>, view: &View, effort: Effort) -> Result<Decision<Move>, LinkError> {
    client.decide::<Game>(view, effort)
}

/// The board's search on the desktop.
fn desktop_search(view: &View, nodes: u64) -> Found<Move> {
    let (mut stack, mut slots) = (SearchStack::<Position, 40, 400>::new(*view.position()), [Slot::default(); 256]);
    let (mut table, past) = (TranspositionTable::new(&mut slots, 0), view.past());
    Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
        view.position(),
        &past,
        Limits::of_nodes(nodes),
    )
}

#[track_caller]
fn check_search<C: Cable>(client: &mut Client<C>, view: &View, nodes: u32) {
    let found = desktop_search(view, nodes.into());
    let Decision { chosen, thought, .. } = think(client, view, Effort::Nodes(nodes)).unwrap();
    assert_eq!(
        (Some(chosen), thought.score, thought.depth, u64::from(thought.nodes)),
        (found.best, found.score, found.depth, found.nodes),
        "{}",
        view.position()
    );
}

#[test]
fn the_board_finds_the_moves_of_the_desktop() {
    let mut client = board();
    for seed in 0..250 {
        let position = draughts::position(Seed(seed));
        if position.board().n_moves() > 0 {
            check_search(&mut client, &View::new(position), [0, 1, 100, 1000, 4000][seed as usize % 5]);
        }
    }
}

#[test]
fn the_board_finds_the_moves_of_the_desktop_in_endgames_with_a_past() {
    let mut client = board();
    let mut longest = 0;
    for (seed, rule) in (0..4).zip([DrawRule::Report, DrawRule::Tournament].into_iter().cycle()) {
        let games = king_walks::game("B:W21,K30,K31,K32:B12,K1,K2,K3", Seed(seed), rule);
        for game in games.iter().filter(|game| game.ending().is_none()) {
            check_search(&mut client, game.view(), 300);
            longest = longest.max(game.view().past().len());
        }
    }
    assert!(longest > 60, "{longest}");
}

#[test]
fn a_board_keeps_the_time_that_it_is_given_by_its_own_clock() {
    // Its clock counts instructions, so that the emulator's own stalls do not count.
    let mut client = counting_board();
    let ticks_per_milli = client.hello().unwrap().ticks_per_second / 1000;
    for millis in [0, 1, 50, 300, 1000] {
        let decision = think(&mut client, &View::new(Position::START), Effort::Millis(millis)).unwrap();
        assert!(Board::START.find(decision.chosen).is_some());
        let taken = decision.ticks / ticks_per_milli;
        println!("{millis} ms: {taken} ms, {} deep, {} positions", decision.thought.depth, decision.thought.nodes);
        // The clock is read every 128 positions, which take about ten milliseconds. An iteration that is not begun in
        // the second half leaves the rest of the time.
        assert!(taken <= millis + 15 && taken >= millis / 2, "{taken} ms of {millis}");
    }
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
