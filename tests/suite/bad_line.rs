//! A noisy line between host and board only costs time: no wrong move is accepted, nothing is done twice, and the board
//! keeps working.

use pipsqueak::board::{BoardPlayer, Client, LinkError, RetryPolicy, SearchStats, SessionError};
use pipsqueak::port::Sim;
use pipsqueak_app::{BUILT_IN, GAMES};
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::game::{Game, GameError, Seat, referee};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::link::{self, Effort};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::MAX_NODES;
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;
use pipsqueak_tests::device::Device;
use pipsqueak_tests::envelope::Payload;
use pipsqueak_tests::flash::Flash;
use pipsqueak_tests::noise::NoisyTransport;
use pipsqueak_tests::{evolved, positions};
use proptest::prelude::*;

/// The simulated board answers at once or not at all; there is nothing to wait for.
const POLICY: RetryPolicy = RetryPolicy { reply_timeout: 1000, max_timeouts: 8, max_sends: 32, total: 60_000 };

fn over_bad_line(seed: Seed, rate: f64) -> Client<NoisyTransport<Sim>> {
    let sim = Sim::start(None, GAMES).expect("a board without a file starts");
    Client::with_policy(NoisyTransport::new(sim, seed, rate), POLICY)
}

#[test]
fn no_wrong_move_is_accepted_in_100_000_frames_and_every_decision_is_made_once() {
    let player = Champion::decode(BUILT_IN).unwrap().player;
    let mut n_frames = 0;
    for (number, rate) in (1..).zip([0.001, 0.003, 0.01, 0.04]) {
        let mut client = over_bad_line(Seed(number), rate);
        let mut views = positions::unforced(Seed(number).derive(1));
        let (mut n_asked, mut n_given_up) = (0, 0);
        let statistics = loop {
            let view = views.next().unwrap();
            n_asked += 1;
            match client.decide::<Table>(&view, Effort::Default) {
                Ok(decision) => assert_eq!(decision.chosen, player.column(&view)),
                Err(LinkError::Session(SessionError::Noise | SessionError::NoReply)) => n_given_up += 1,
                Err(error) => panic!("{error}"),
            }
            if n_asked % 100 != 0 {
                continue;
            }
            match client.statistics() {
                Ok(statistics) if statistics.n_frames + statistics.n_dropped > 26_000 => break statistics,
                _ => {}
            }
        };
        // A request that timed out may have been decided or not; all others were decided once.
        assert!((n_asked - n_given_up..=n_asked).contains(&statistics.n_decisions), "{statistics:?}");
        assert_eq!(statistics.n_refused, 0);
        // With up to one corrupted byte in a hundred, the retries are enough for all but a few.
        assert!(rate > 0.01 || n_given_up * 1000 <= n_asked, "{n_given_up} of {n_asked} given up at {rate}");
        assert!(statistics.n_dropped > 0 && statistics.n_repeated > 0);
        n_frames += statistics.n_frames + statistics.n_dropped;
    }
    assert!(n_frames >= 100_000);
}

#[test]
fn finished_matches_on_a_noisy_line_equal_those_on_a_good_line() {
    let champion = FiveOPlayer::from(Champion::decode(BUILT_IN).unwrap());
    let opponent = FiveOPlayer::from(BaselineKind::FullStrategy);
    let mut n_forfeits = 0;
    for (number, rate) in (0..200).zip([0.002, 0.01, 0.04].into_iter().cycle()) {
        let seed = Seed(number);
        let mut client = over_bad_line(seed, rate);
        let mut other = opponent.at(seed, Seat::Second);
        let mut moves = Vec::new();
        let stats = &mut SearchStats::default();
        let mut board = BoardPlayer { client: &mut client, pacing: Box::new(Effort::Default), stats };
        let game = referee(Table::deal(seed), [&mut board, &mut other], |_, _, column| moves.push(column));
        let mut players = [champion.at(seed, Seat::First), opponent.at(seed, Seat::Second)];
        let [first, second] = &mut players;
        let mut expected = Vec::new();
        let good = referee(Table::deal(seed), [first, second], |_, _, column| expected.push(column));
        match game {
            Ok((_, points)) => assert_eq!(points, good.unwrap().1),
            Err(GameError::NoDecision(Seat::First, error)) => {
                assert!(
                    matches!(
                        error.downcast_ref(),
                        Some(LinkError::Session(SessionError::Noise | SessionError::NoReply))
                    ),
                    "{error}"
                );
                n_forfeits += 1;
            }
            Err(foul) => panic!("{foul}"),
        }
        assert_eq!(moves, expected[..moves.len()]);
    }
    assert!(n_forfeits < 100, "{n_forfeits}");
}

#[test]
fn a_champion_arrives_whole_or_not_at_all() {
    let mut n_arrived = 0;
    for number in 0..40 {
        let tree = evolved::tree_of(MAX_NODES - number as usize).bytes().to_vec();
        let new = Payload { tree, ..Payload::plain() }.sealed();
        let mut client = over_bad_line(Seed(number), 0.02);
        let uploaded = client.upload(ID, &new, |_| {});
        // Checked over a good line: whatever the host was told, one of the two champions is active, and it is complete.
        let mut direct = Client::with_policy(client.transport().inner(), POLICY);
        let held = direct.read_champion(ID).unwrap();
        assert!(held == new || held == BUILT_IN);
        if let Ok(id) = uploaded {
            assert_eq!(held, new);
            assert_eq!(id.fingerprint, fingerprint(&new));
            n_arrived += 1;
        }
    }
    assert!(n_arrived > 20, "{n_arrived}");
}

proptest! {
    #[test]
    fn after_any_bytes_and_any_messages_the_board_still_answers(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        bodies in prop::collection::vec((0u8..10, prop::collection::vec(any::<u8>(), 0..190)), 0..12),
    ) {
        let flash = Flash::blank(0xFF);
        let mut device = Device::start(&flash);
        device.pour(&bytes);
        for (message, rest) in bodies {
            device.ask_raw(link::VERSION, &[&[message][..], &rest].concat());
        }
        for mut device in [device, Device::start(&flash)] {
            prop_assert!(Champion::decode(&device.read()).is_ok());
        }
    }
}
