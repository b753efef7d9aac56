//! Mastermind and checkers on a simulated board: its decisions, its stored champions, and invalid views.

use pipsqueak::board::{BoardPlayer, Client, LinkError, RetryPolicy, SearchStats, SessionError};
use pipsqueak::port::Sim;
use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot};
use pipsqueak_app::{BUILT_IN_STRATEGY, GAMES};
use pipsqueak_core::champion::{EnvelopeError, GameId};
use pipsqueak_core::game::{Game, GameError, Player, Seat, Turn, referee};
use pipsqueak_core::games::checkers::{self, Board, View};
use pipsqueak_core::games::mastermind::{
    Budget, Code, CodeSize, Duel, DuelPlayer, History, ID, Objective, Profile, Solver, Strategy, StrategyError,
};
use pipsqueak_core::link::{self, Effort, MoveBytes, Origin, Receiver, Refusal, Reply, Request};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Outcome, json, pipsqueak};
use pipsqueak_tests::device::Device;
use pipsqueak_tests::fake_board::{answer, on_tcp};
use pipsqueak_tests::flash::{Flash, Tear};
use pipsqueak_tests::noise::NoisyTransport;
use pipsqueak_tests::{checkers_reference, elf_hex, envelope};
use serde_json::Value;
use std::fs;

/// The simulated board answers at once or not at all; there is nothing to wait for.
const POLICY: RetryPolicy = RetryPolicy { reply_timeout: 1000, max_timeouts: 8, max_sends: 32, total: 60_000 };

fn fails(outcome: &Outcome, told: &str) {
    assert_eq!(outcome.status, 1, "{told}: {}", outcome.errors);
    assert!(outcome.errors.lines().count() == 1 && outcome.errors.contains(told), "{told}: {}", outcome.errors);
}

/// The bytes of a strategy of one guess.
fn stub(name: &str, place: u8) -> Vec<u8> {
    let nodes = [place, 0];
    Strategy::new(name, CodeSize::CLASSIC, &nodes).unwrap().encode(&mut [0; 64]).unwrap().to_vec()
}

#[test]
fn a_duel_over_the_line_is_the_duel_of_a_program_with_the_boards_memory() {
    for (size, rate) in [(CodeSize::CLASSIC, 0.0), (CodeSize::CLASSIC, 0.01), (CodeSize::new(5, 8).unwrap(), 0.003)] {
        let mut n_whole = 0;
        for seed in (0..30).map(Seed) {
            let mut client =
                Client::with_policy(NoisyTransport::new(Sim::start(None, GAMES).unwrap(), seed, rate), POLICY);
            let mut memories = [[Profile::default(); 320]; 3];
            let [first, second, third] = memories.each_mut().map(|memory| {
                let solver = Solver::new(Objective::Expected, Budget(500_000), memory);
                DuelPlayer::new(solver, Some(Strategy::decode(BUILT_IN_STRATEGY).unwrap()))
            });
            let mut expected = Vec::new();
            let programs: [&mut dyn Player<Duel, Error = _>; 2] = [&mut { first }, &mut { second }];
            referee(Duel::new(size, seed), programs, |_, _, code| expected.push(code)).unwrap();
            let mut moves = Vec::new();
            let mut third = Sure(third);
            let mut board = BoardPlayer {
                client: &mut client,
                pacing: Box::new(Effort::Default),
                stats: &mut SearchStats::default(),
            };
            let played = referee(Duel::new(size, seed), [&mut board, &mut third], |_, _, code| moves.push(code));
            match played {
                Ok(_) => {
                    assert_eq!(moves, expected);
                    n_whole += 1;
                }
                Err(GameError::NoDecision(Seat::First, error)) => {
                    assert!(
                        matches!(
                            error.downcast_ref(),
                            Some(LinkError::Session(SessionError::Noise | SessionError::NoReply))
                        ),
                        "{error}"
                    );
                    assert!(rate > 0.0 && moves == expected[..moves.len()]);
                }
                Err(foul) => panic!("{foul}"),
            }
        }
        assert!(n_whole > 20, "{n_whole} of 30 duels were finished at a rate of {rate}");
    }
}

/// A program whose answers never contradict each other.
struct Sure<P>(P);

impl<P: Player<Duel>> Player<Duel> for Sure<P> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &<Duel as Game>::View) -> anyhow::Result<Code> {
        self.0.choose(view).map_err(|_| anyhow::anyhow!("a contradiction"))
    }
}

#[test]
fn a_game_of_checkers_over_a_bad_line_is_that_of_a_good_one() {
    let mut n_whole = 0;
    for seed in (0..12).map(Seed) {
        let play = |rate| {
            let mut client =
                Client::with_policy(NoisyTransport::new(Sim::start(None, GAMES).unwrap(), seed, rate), POLICY);
            let mut other = Client::with_policy(Sim::start(None, GAMES).unwrap(), POLICY);
            let [of_one, of_other] = &mut [SearchStats::default(); 2];
            let effort = Effort::Nodes(200);
            let mut board = BoardPlayer { client: &mut client, pacing: Box::new(effort), stats: of_one };
            let mut opponent = BoardPlayer { client: &mut other, pacing: Box::new(effort), stats: of_other };
            let mut moves = Vec::new();
            let played = referee(checkers::Game::deal(seed), [&mut board, &mut opponent], |_, _, chosen| {
                moves.push(chosen);
            });
            (played.is_ok(), moves)
        };
        let (is_whole, good) = play(0.0);
        assert!(is_whole && good.len() > 10);
        let (is_whole, bad) = play(0.01);
        assert_eq!(bad, good[..bad.len()]);
        assert!(!is_whole || bad.len() == good.len());
        n_whole += u32::from(is_whole);
    }
    assert!(n_whole > 8, "{n_whole} of 12 games were finished over the bad line");
}

#[test]
fn a_legal_move_is_found_with_any_effort() {
    let mut device = Device::start(&Flash::blank(0xFF));
    for seed in 0..200 {
        let position = checkers_reference::position(Seed(seed));
        for effort in [Effort::Default, Effort::Nodes(0), Effort::Nodes(1), Effort::Nodes(300), Effort::Millis(0)] {
            match device.decide::<checkers::Game>(&View::new(position), effort) {
                Ok((chosen, info)) => {
                    assert!(position.board().find(chosen).is_some());
                    assert!(effort != Effort::Nodes(300) || info.nodes <= 300);
                }
                Err(refusal) => {
                    assert_eq!(refusal, link::refused_view::<checkers::Game>(checkers::ViewError::GameOver));
                    assert_eq!(position.board().n_moves(), 0);
                }
            }
        }
    }
}

#[test]
fn impossible_duels_are_refused_with_the_reason() {
    let mut device = Device::start(&Flash::blank(0xFF));
    let mut refused = |view: &[u8]| match device.ask(&Request::Move { game: ID, effort: Effort::Default, view }) {
        Reply::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    };
    // Seed 1, no code set, no guesses: nine pegs, thirteen colours, none.
    for [pegs, colors] in [[9, 6], [4, 13], [0, 6], [4, 0]] {
        assert_eq!(refused(&[1, 0, pegs, colors, 0, pegs, colors, 0]), Refusal::View(0));
    }
    // The own code 1123 is set; a guess with three blacks and a white of four pegs, a guess after the code was found.
    let (own, one) = ([1, 1, 0xA3, 0x22], [4, 6, 1, 0xA2, 0x22]);
    assert_eq!(refused(&[&own[..], &one, &[3, 1], &one, &[2, 1]].concat()), Refusal::View(0));
    // Own guesses of another size than the opponent's; an own code of another size.
    assert_eq!(refused(&[&own[..], &[4, 6, 0, 4, 7, 0]].concat()), Refusal::View(1));
    assert_eq!(refused(&[1, 1, 0xA2, 2, 4, 6, 0, 4, 6, 0]), Refusal::View(1));
    // More own guesses than the opponent's; a game that is over.
    assert_eq!(refused(&[&own[..], &one, &[0, 0], &[4, 6, 0]].concat()), Refusal::View(2));
    assert_eq!(refused(&[&own[..], &one, &[4, 0], &one, &[3, 0]].concat()), Refusal::View(2));
    // 1122 gets 3 blacks of 1123; the board refuses any other answer.
    assert_eq!(refused(&[&own[..], &one, &[0, 0], &one, &[0, 0]].concat()), Refusal::View(3));
    assert_eq!(refused(&[&[1, 0][..], &one, &[0, 0], &one, &[0, 0]].concat()), Refusal::View(3));
    // The same guess with two answers.
    let two = [4, 6, 2, 0xA2, 0x22, 0, 0, 0xA2, 0x22, 1, 0];
    assert_eq!(refused(&[&own[..], &two, &[4, 6, 2, 0xA2, 0x22, 3, 0, 0xA2, 0x22, 3, 0]].concat()), Refusal::View(4));
}

#[test]
fn a_board_sets_the_code_of_its_seed() {
    let mut device = Device::start(&Flash::blank(0xFF));
    for (pegs, colors) in [(1, 1), (4, 6), (7, 10), (8, 12)] {
        let size = CodeSize::new(pegs, colors).unwrap();
        for seed in (0..20).map(Seed) {
            let Turn::Of(_, view) = Duel::new(size, seed).turn() else { panic!() };
            let (code, _) = device.decide::<Duel>(&view, Effort::Default).unwrap();
            assert_eq!(
                (code.check(size), code),
                (Ok(()), DuelPlayer::<Code>::secret(&History::new(size), view.seed()))
            );
        }
    }
}

#[test]
fn a_power_cut_at_any_operation_leaves_the_old_strategy_or_the_new_one_and_five_o_alone() {
    let [old, new] = [stub("old", 3), stub("the new one", 5)];
    for stored in [vec![], vec![&old]] {
        let before = Flash::blank(0xFF);
        for bytes in &stored {
            Device::start(&before).about(ID).upload(bytes).unwrap();
        }
        let held = |flash: &Flash| Device::start(flash).about(ID).read();
        let old = held(&before);
        let whole = before.powered_again();
        Device::start(&whole).about(ID).upload(&new).unwrap();
        assert_eq!(held(&whole), new);
        for n_done in 0..whole.n_operations() {
            for tear in [Tear::Before, Tear::After, Tear::Amid(1), Tear::Amid(2), Tear::Amid(3)] {
                let flash = before.powered_again();
                let mut device = Device::start(&flash).about(ID);
                flash.cut_after(n_done, tear);
                assert_eq!(device.upload(&new), Err(Refusal::Flash));
                let left = held(&flash.powered_again());
                assert!(left == old || (left == new && n_done + 1 == whole.n_operations()), "{n_done} {tear:?}");
                assert_eq!(Device::start(&flash.powered_again()).champion().origin, Origin::BuiltIn);
            }
        }
    }
}

#[test]
fn invalid_strategies_are_refused_with_the_reason_and_the_old_one_stays() {
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash).about(ID);
    let old = stub("old", 3);
    device.upload(&old).unwrap();
    let five_o = pipsqueak_app::BUILT_IN;
    let cut = &BUILT_IN_STRATEGY[..BUILT_IN_STRATEGY.len() - 1];
    let unfinished =
        envelope::seal(1, 3, &postcard::to_allocvec(&("x", (4u8, 6u8), [0x80u8, 0x80].as_slice())).unwrap());
    for (bytes, refusal) in [
        (five_o, Refusal::Champion(EnvelopeError::Game(GameId(1)))),
        (cut, Refusal::Champion(EnvelopeError::Truncated)),
        (&unfinished, Refusal::from(StrategyError::CutOff)),
    ] {
        assert_eq!(device.upload(bytes), Err(refusal));
        assert_eq!(device.read(), old);
    }
    // The largest that a slot holds; a longer one is refused at once.
    let begin = |length| Request::Begin { game: ID, length };
    assert_eq!(device.ask(&begin(8001)), Reply::Refused(Refusal::Length));
    assert_eq!(device.ask(&begin(8000)), Reply::Begun);
}

#[test]
fn a_strategy_is_flashed_shown_followed_read_and_erased() {
    let folder = tempfile::tempdir().unwrap();
    let [file, flash, back] =
        ["stub.pips", "flash.bin", "back.pips"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let bytes = stub("stub", 0);
    fs::write(&file, &bytes).unwrap();
    let port = format!("sim:{flash}");
    let told = pipsqueak(&["flash", &file, "--port", &port], "");
    assert!(told.output.contains("stub") && told.output.contains("active for Mastermind"), "{}", told.output);
    let report = json(&["device", "--port", &port, "--read", &back, "--game", "mastermind"]);
    let [five_o, checkers, mastermind] = [0, 1, 2].map(|place| &report["champions"][place]);
    assert_eq!((&checkers["name"], &checkers["bytes"]), (&"expert".into(), &0.into()));
    assert_eq!((&mastermind["game"], &mastermind["name"]), (&"mastermind".into(), &"stub".into()));
    assert_eq!(
        (&mastermind["upload"], &mastermind["room"], &five_o["upload"]),
        (&1.into(), &8000.into(), &Value::Null)
    );
    assert_eq!(fs::read(&back).unwrap(), bytes);
    let result = json(&["match", "--port", &port, "--game", "mastermind", "--games", "2"]);
    assert_eq!(result["champion"]["name"], "stub");
    let report = json(&["device", "--port", &port, "--erase", "--game", "mastermind"]);
    assert_eq!(report["after_erasing"]["name"], "optimal-5625");
}

#[test]
fn the_combined_file_holds_a_strategy_in_its_own_slot() {
    let folder = tempfile::tempdir().unwrap();
    let [file, elf, hex] =
        ["stub.pips", "firmware.elf", "all.hex"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let bytes = stub("stub", 0);
    fs::write(&file, &bytes).unwrap();
    fs::write(&elf, elf_hex::elf(40, 0, &[1; 64])).unwrap();
    assert_eq!(pipsqueak(&["flash", &file, "--hex", &hex, "--firmware", &elf], "").status, 0);
    let flash = elf_hex::flashed(&fs::read_to_string(&hex).unwrap());
    let held = |from: usize, n_bytes: usize| (from..from + n_bytes).map(|at| flash[&at]).collect::<Vec<u8>>();
    assert_eq!(
        held(0x3C000, 16),
        slots::header(Slot::first(champions_of(GAMES, ID).unwrap().place), 1, &bytes).unwrap()
    );
    assert_eq!(held(0x3C010, bytes.len()), bytes);
    assert_eq!(held(0x3E000, 16), [0xFF; 16], "no older strategy outranks it");
}

#[test]
fn a_person_plays_both_games_against_a_board() {
    let codes = format!("1122\n{}", "1122\n3344\n5566\n1212\n3434\n5656\n1111\n2222\n3333\n4444\n5555\n6666\n");
    let duel = pipsqueak(&["play", "mastermind", "--plain", "--port", "sim", "--seed", "3"], &codes);
    assert_eq!((duel.status, duel.errors.as_str()), (0, ""), "{}", duel.output);
    assert!(duel.output.contains("optimal-5625 guesses"), "{}", duel.output);
    let game = pipsqueak(&["play", "checkers", "--plain", "--port", "sim"], "11-15\nlevel 2\nq\n");
    assert_eq!((game.status, game.errors.as_str()), (0, ""), "{}", game.output);
    assert!(
        game.output.contains("sim played") && game.output.contains("This opponent has no levels"),
        "{}",
        game.output
    );
}

/// Changes every guess into one with a peg too many.
fn overlong(answer: Vec<u8>) -> Vec<u8> {
    changed(answer, |_| link::write_move::<Duel>("11223".parse().unwrap()).unwrap())
}

/// Changes every move of checkers into the first legal one of the start.
fn stubborn(answer: Vec<u8>) -> Vec<u8> {
    changed(answer, |_| link::write_move::<checkers::Game>(checkers_reference::legal(&Board::START)[0]).unwrap())
}

fn changed(answer: Vec<u8>, change: impl Fn(MoveBytes) -> MoveBytes) -> Vec<u8> {
    let mut receiver = Receiver::new();
    for &byte in &answer {
        let Some(Ok(packet)) = receiver.push(byte) else { continue };
        if let Some(Reply::Move { game, chosen, ticks, info }) = packet.message() {
            let reply = Reply::Move { game, chosen: change(chosen), ticks, info };
            return link::encode_reply(packet.sequence, &reply).unwrap().to_vec();
        }
    }
    answer
}

#[test]
fn a_board_that_makes_an_illegal_move_forfeits() {
    let port = on_tcp(|mut stream| answer(&mut stream, usize::MAX, overlong));
    let outcome = pipsqueak(&["match", "--game", "mastermind", "--port", &port], "");
    fails(&outcome, "the board forfeits: game 1 of 20: an illegal move");
    let port = on_tcp(|mut stream| answer(&mut stream, usize::MAX, stubborn));
    let outcome = pipsqueak(&["match", "--game", "checkers", "--nodes", "50", "--port", &port], "");
    fails(&outcome, "the board forfeits: game 1 of 20: an illegal move");
}

#[test]
fn a_line_closed_while_a_person_plays_ends_either_game_with_one_line() {
    let port = on_tcp(|mut stream| answer(&mut stream, 4, |answer| answer));
    let outcome = pipsqueak(&["play", "mastermind", "--plain", "--port", &port], &"1122\n".repeat(14));
    fails(&outcome, "the board is gone");
    let port = on_tcp(|mut stream| answer(&mut stream, 1, |answer| answer));
    let outcome = pipsqueak(&["play", "checkers", "--plain", "--port", &port], "11-15\n");
    fails(&outcome, "the board is gone");
}

#[test]
fn wrong_sizes_players_and_efforts_are_refused() {
    let refused = |arguments: &[&str], status: i32, told: &str| {
        let outcome = pipsqueak(&[&["match", "--port", "sim"], arguments].concat(), "");
        assert_eq!(outcome.status, status, "{}", outcome.errors);
        assert!(outcome.errors.contains(told), "{told}: {}", outcome.errors);
    };
    refused(&["--game", "mastermind", "--pegs", "9"], 2, "takes a number from 1 to 8");
    refused(&["--game", "mastermind", "--opponent", "greedy"], 1, "there is no player");
    refused(&["--game", "mastermind", "--pegs", "8", "--colors", "12"], 1, "more work than the board takes on");
    refused(&["--game", "checkers", "--opponent", "greedy"], 1, "a player is one of simple");
    refused(&["--game", "checkers", "--nodes", "0"], 2, "takes a number from 1 to 4294967295");
    refused(&["--game", "checkers", "--time", "-1"], 2, "give a number of seconds above 0, up to 3600");
    refused(&["--game", "checkers", "--nodes", "500000"], 1, "more work than the board takes on");
    refused(&["--game", "chess"], 2, "possible values");
}
