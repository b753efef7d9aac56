//! Mastermind and checkers on every emulated board, with the real firmware: it decides what the host would decide.

use pipsqueak::board::{Client, Decision, LinkError, SessionError};
use pipsqueak::port::Transport;
use pipsqueak_app::BUILT_IN_STRATEGY;
use pipsqueak_core::game::{Game as _, Turn};
use pipsqueak_core::games::checkers::champion::Champion;
use pipsqueak_core::games::checkers::evaluation::Expert;
use pipsqueak_core::games::checkers::players::full_search;
use pipsqueak_core::games::checkers::{self, Board, DrawRule, Game, Move, Position, View, fen};
use pipsqueak_core::games::mastermind::{
    Budget, Code, CodeSize, Duel, DuelPlayer, Feedback, History, ID, Objective, Profile, Solver, Strategy,
};
use pipsqueak_core::link::{Effort, Refusal};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::{Limits, NoClock, Search, SearchResult, SearchStack, Settings, Slot, TranspositionTable};
use pipsqueak_lab::games::checkers::trees::SHIPPED_BYTES;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::boards::Model;
use pipsqueak_tests::checkers_reference;
use pipsqueak_tests::emulated::counting_board;
use pipsqueak_tests::king_walks;
use pipsqueak_tests::mastermind_views::guessing;
use pipsqueak_tests::sized;

on_every_board!(
    the_board_makes_the_guesses_of_the_desktop,
    the_board_plays_the_perfect_strategy_to_the_end,
    the_board_sets_the_code_of_its_seed,
    a_stored_strategy_is_followed_also_after_a_reset,
    impossible_views_are_refused_with_the_reason_and_the_board_still_answers,
    the_board_finds_the_moves_of_the_desktop,
    the_board_finds_the_moves_of_the_desktop_in_endgames_with_a_history,
    with_a_champion_of_checkers_the_board_plays_whole_games_as_the_desktop_does,
    a_board_keeps_the_time_that_it_is_given_by_its_own_clock,
    matches_of_both_games_are_played_with_one_command_and_their_records_pass_the_check,
);

/// The board's next guess.
pub fn guess<C: Transport>(client: &mut Client<C>, history: &History, seed: Seed) -> Code {
    client.decide::<Duel>(&guessing(history, seed), Effort::Default).unwrap().chosen
}

/// The board's solver with the desktop's buffers.
pub fn desktop_guess(history: &History, seed: Seed) -> Code {
    let strategy = Strategy::decode(BUILT_IN_STRATEGY).unwrap();
    let mut memory = [Profile::default(); 320];
    let mut solver = Solver::new(Objective::Expected, Budget(500_000), &mut memory);
    strategy.guess(history).unwrap_or_else(|| solver.guess(history, seed.derive(1)).unwrap())
}

fn the_board_makes_the_guesses_of_the_desktop(model: Model) {
    let mut client = model.board();
    let mut n_guesses = 0;
    let all = [(4, 6, 40), (3, 8, 10), (5, 5, 10), (5, 7, 10), (6, 9, 6), (8, 7, 4), (7, 10, 16)];
    let some = sized(&[(4, 6, 8), (3, 8, 3)][..], &[(4, 6, 20), (3, 8, 6), (5, 5, 4), (5, 7, 2), (7, 10, 1)]);
    for &(pegs, colors, n_games) in model.scaled(&all[..], some) {
        let size = CodeSize::new(pegs, colors).unwrap();
        for seed in (0..n_games).map(Seed) {
            let secret = Code::random(&mut seed.derive(99).rng(), size);
            let mut history = History::new(size);
            while !history.is_cracked() {
                let guess = guess(&mut client, &history, seed);
                assert_eq!(guess, desktop_guess(&history, seed), "{size} {history:?}");
                // Sometimes a guess outside the strategy: then the solver plays.
                let odd = history.is_empty() && seed.0 % 3 == 2;
                let guess = if odd { Code::random(&mut seed.derive(98).rng(), size) } else { guess };
                history.push(guess, Feedback::between(guess, secret)).unwrap();
                n_guesses += 1;
            }
        }
    }
    assert!(n_guesses > model.scaled(400, 40), "{n_guesses}");
}

fn the_board_plays_the_perfect_strategy_to_the_end(model: Model) {
    let mut client = model.board();
    let size = CodeSize::CLASSIC;
    let strategy = Strategy::decode(BUILT_IN_STRATEGY).unwrap();
    let (mut total, mut expected) = (0, 0);
    let step = model.scaled(1, sized(24, 6));
    for secret in Code::all(size).step_by(step) {
        let mut history = History::new(size);
        while !history.is_cracked() {
            let guess = guess(&mut client, &history, Seed(1));
            assert_eq!(guess, desktop_guess(&history, Seed(1)), "{history:?}");
            history.push(guess, Feedback::between(guess, secret)).unwrap();
        }
        total += history.len();
        expected += strategy.n_guesses(secret).expect("every code is found");
    }
    assert_eq!(total, expected);
    // The optimum that Koyama and Lai found, over all codes.
    assert_eq!(expected == 5625, step == 1, "{expected}");
}

fn the_board_sets_the_code_of_its_seed(model: Model) {
    let mut client = model.board();
    for (pegs, colors) in [(1, 1), (4, 6), (7, 10), (8, 12)] {
        let size = CodeSize::new(pegs, colors).unwrap();
        for seed in (0..20).map(Seed) {
            let Turn::Of(_, view) = Duel::new(size, seed).turn() else { panic!() };
            let code = client.decide::<Duel>(&view, Effort::Default).unwrap().chosen;
            assert_eq!(
                (code.check(size), code),
                (Ok(()), DuelPlayer::<Code>::secret(&History::new(size), view.seed()))
            );
        }
    }
}

fn a_stored_strategy_is_followed_also_after_a_reset(model: Model) {
    // A strategy of one guess: after that the solver plays.
    let stub = Strategy::new("stub", CodeSize::CLASSIC, &[7, 0]).unwrap();
    let mut buffer = [0; 64];
    let bytes = stub.encode(&mut buffer).unwrap();
    let mut client = model.board();
    let id = client.upload(ID, bytes, |_| {}).unwrap();
    client.transport().reset();
    assert_eq!(client.champion(ID).unwrap().id, id);
    assert_eq!(client.read_champion(ID).unwrap(), bytes);
    assert_eq!(guess(&mut client, &History::new(CodeSize::CLASSIC), Seed(1)), Code::at(7, CodeSize::CLASSIC));
    client.erase(ID).unwrap();
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN_STRATEGY);
}

fn impossible_views_are_refused_with_the_reason_and_the_board_still_answers(model: Model) {
    let mut client = model.board();
    let reason = |error| match error {
        Err(LinkError::View { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let mut history = History::new(CodeSize::CLASSIC);
    for _ in 0..2 {
        history.push("1122".parse().unwrap(), Feedback::new(0, 0).unwrap()).unwrap();
        history.push("1122".parse().unwrap(), Feedback::new(1, 0).unwrap()).unwrap();
    }
    let refused = client.decide::<Duel>(&guessing(&history, Seed(1)), Effort::Default).map(|_| ());
    assert_eq!(reason(refused), 4, "the answers contradict each other");
    let lost = Position::new(fen::parse("B:W5,6,10:B1").unwrap(), DrawRule::Report);
    assert_eq!(lost.board().n_moves(), 0);
    assert_eq!(reason(think(&mut client, &View::new(lost), Effort::Nodes(10)).map(|_| ())), 3, "the game is over");
    let is_too_much = |error: LinkError| matches!(error, LinkError::Session(SessionError::Refused(Refusal::TooMuch)));
    let large = guessing(&History::new(CodeSize::new(8, 12).unwrap()), Seed(1));
    assert!(is_too_much(client.decide::<Duel>(&large, Effort::Default).unwrap_err()));
    for effort in [Effort::Nodes(u32::MAX), Effort::Millis(60_001)] {
        assert!(is_too_much(think(&mut client, &View::new(Position::START), effort).unwrap_err()));
    }
    assert_eq!(client.statistics().unwrap().n_refused, 5);
}

fn think<C: Transport>(client: &mut Client<C>, view: &View, effort: Effort) -> Result<Decision<Move>, LinkError> {
    client.decide::<Game>(view, effort)
}

/// The board's search on the desktop.
fn desktop_search(view: &View, nodes: u64) -> SearchResult<Move> {
    let (mut stack, mut slots) = (SearchStack::<Position, 40, 400>::new(*view.position()), [Slot::default(); 256]);
    let (mut table, past) = (TranspositionTable::new(&mut slots, 0), view.past());
    Search::new(stack.slices(), &mut table, &Expert, Settings::FULL, &mut NoClock).run(
        view.position(),
        &past,
        Limits::of_nodes(nodes),
    )
}

#[track_caller]
pub fn check_search<C: Transport>(client: &mut Client<C>, view: &View, nodes: u32) {
    let found = desktop_search(view, nodes.into());
    let Decision { chosen, info, .. } = think(client, view, Effort::Nodes(nodes)).unwrap();
    assert_eq!(
        (Some(chosen), info.score, info.depth, u64::from(info.nodes)),
        (found.best, found.score, found.depth, found.nodes),
        "{}",
        view.position()
    );
}

fn the_board_finds_the_moves_of_the_desktop(model: Model) {
    let mut client = model.board();
    let n_positions = model.scaled(250, sized(25, 100));
    let mut n_searched = 0;
    for seed in 0..n_positions {
        let position = checkers_reference::position(Seed(seed));
        if position.board().n_moves() > 0 {
            check_search(&mut client, &View::new(position), [0, 1, 100, 1000, 4000][seed as usize % 5]);
            n_searched += 1;
        }
    }
    assert!(2 * n_searched > n_positions, "{n_searched} of {n_positions} positions have a move");
}

fn the_board_finds_the_moves_of_the_desktop_in_endgames_with_a_history(model: Model) {
    let mut client = model.board();
    let mut longest = 0;
    for (seed, rule) in
        (0..model.scaled(4, sized(1, 2))).zip([DrawRule::Report, DrawRule::Tournament].into_iter().cycle())
    {
        let games = king_walks::game("B:W21,K30,K31,K32:B12,K1,K2,K3", Seed(seed), rule);
        for game in games.iter().filter(|game| game.ending().is_none()) {
            check_search(&mut client, game.view(), 300);
            longest = longest.max(game.view().past().len());
        }
    }
    assert!(longest > model.scaled(60, 20), "{longest}");
}

/// The shipped champion with the board's buffers, on the desktop.
fn champions_search(view: &View, nodes: u64) -> SearchResult<Move> {
    let champion = Champion::decode(SHIPPED_BYTES).unwrap();
    let mut stack = SearchStack::<Position, 40, 400>::new(*view.position());
    let mut slots = [Slot::default(); 256];
    let mut table = TranspositionTable::new(&mut slots, 0);
    full_search(&champion.tree.evaluation(), view, stack.slices(), &mut table, Limits::of_nodes(nodes), &mut NoClock)
}

fn with_a_champion_of_checkers_the_board_plays_whole_games_as_the_desktop_does(model: Model) {
    let mut client = model.board();
    client.upload(checkers::ID, SHIPPED_BYTES, |_| {}).unwrap();
    for seed in 0..model.scaled(4, sized(1, 2)) {
        let mut game = Game::deal(Seed(seed));
        let mut n_moves = 0;
        while game.ending().is_none() && n_moves < model.scaled(200, sized(20, 60)) {
            let expected = champions_search(game.view(), 300);
            let Decision { chosen, info, .. } = think(&mut client, game.view(), Effort::Nodes(300)).unwrap();
            let found = (Some(chosen), info.score, info.depth, u64::from(info.nodes));
            assert_eq!(found, (expected.best, expected.score, expected.depth, expected.nodes), "{}", game.position());
            game.make(chosen).unwrap();
            n_moves += 1;
        }
    }
    // Without it the board plays as before.
    assert_eq!(client.erase(checkers::ID).unwrap().length, 0);
    check_search(&mut client, &View::new(Position::START), 300);
}

fn a_board_keeps_the_time_that_it_is_given_by_its_own_clock(model: Model) {
    match model {
        // Its clock counts instructions, so that the emulator's own stalls do not count.
        Model::Microbit => keeps_the_time(&mut counting_board(), &[0, 1, 50, 300, 1000]),
        // Their clocks always do.
        Model::MicrobitV2 | Model::Pico => keeps_the_time(&mut model.board(), &[0, 1, 50, 200]),
    }
}

fn keeps_the_time<C: Transport>(client: &mut Client<C>, times: &[u32]) {
    let ticks_per_milli = client.hello().unwrap().ticks_per_second / 1000;
    for &millis in times {
        let decision = think(client, &View::new(Position::START), Effort::Millis(millis)).unwrap();
        assert!(Board::START.find(decision.chosen).is_some());
        let taken = decision.ticks / ticks_per_milli;
        println!("{millis} ms: {taken} ms, {} deep, {} positions", decision.info.depth, decision.info.nodes);
        // The clock is read every 128 positions, which take about ten milliseconds. An iteration that is not begun in
        // the second half leaves the rest of the time unused.
        assert!(taken <= millis + 15 && taken >= millis / 2, "{taken} ms of {millis}");
    }
}

fn matches_of_both_games_are_played_with_one_command_and_their_records_pass_the_check(model: Model) {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let file = games.to_str().unwrap();
    let board = model.on_port();
    let play = |more: &[&str]| {
        let arguments =
            [&["match", "--port", &board.port, "--games", "2", "--json", "--transcript", file], more].concat();
        let outcome = pipsqueak(&arguments, "");
        assert_eq!((outcome.status, &*outcome.errors), (0, ""));
        let result: serde_json::Value = serde_json::from_str(&outcome.output).unwrap();
        assert_eq!((&result["games"], &result["forfeit"]), (&2.into(), &serde_json::Value::Null), "{result}");
    };
    let sizes = [&["--pegs", "4", "--colors", "6"], &["--pegs", "7", "--colors", "10"]];
    for size in model.scaled(&sizes[..], &sizes[..sized(1, 2)]) {
        play(&[&["--game", "mastermind", "--opponent", "expected"], &size[..]].concat());
        assert_eq!(pipsqueak(&["replay", file], "").status, 0);
    }
    for effort in [&["--nodes", "500"], &["--time", "0.02"]] {
        play(&[&["--game", "checkers", "--opponent", "simple"], &effort[..]].concat());
        let checked = pipsqueak(&["checkers", "replay", file], "");
        assert!(checked.output.contains("2 games") && checked.output.contains("all legal"), "{}", checked.output);
    }
}
