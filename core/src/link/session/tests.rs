//! The session against a board of its own, over lines that lose, change, repeat and add bytes, on a clock that only the
//! tests advance.

mod board;

use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::link;
use crate::link::jobs::{Champion, Connect, Erase, Move, Read, Statistics, Upload};
use crate::link::{ChampionId, Chunk, Request};
use crate::random::{self, Seed};
use board::*;

#[test]
fn every_job_is_done_over_a_good_line_and_nothing_is_counted() {
    let mut board = Board::new();
    assert_eq!(ask(&mut board, &mut Connect { game: Some(GAME) }).unwrap().board.as_str(), "test");
    assert_eq!(ask(&mut board, &mut Statistics), Ok(link::Statistics::default()));
    assert_eq!(ask(&mut board, &mut Champion { game: GAME }).unwrap().room, 4000);
    assert_eq!(ask(&mut board, &mut Erase { game: GAME }).unwrap().length, 100);
    assert_eq!(ask(&mut board, &mut a_move(Effort::Default, 0)).unwrap().chosen, [3]);
    let new = [9; 61];
    let mut upload = Upload::new(GAME, &new[..]).unwrap();
    assert_eq!((upload.is_committed(), upload.progress().total), (false, 122));
    assert_eq!(ask(&mut board, &mut upload).unwrap().fingerprint, 0x0909_0909);
    assert!(upload.is_committed());
    let mut read = Read::new(GAME, [0; 61]);
    assert_eq!(ask(&mut board, &mut read).unwrap().length, 61);
    assert_eq!(read.bytes(), new);
    let mut session = Session::new(0);
    run(&mut session, &mut Statistics, |sent| board.replies(sent.unwrap_or_default())).result.unwrap();
    assert_eq!(session.counts(), LinkCounts::default());
}

#[test]
fn a_session_is_small_enough_for_a_board_that_asks_another() {
    let size = size_of::<Session>() + size_of::<Move<&[u8]>>() + size_of::<Action>();
    assert!(size <= 640, "{size} bytes of the 16 KB of a micro:bit");
}

#[test]
fn a_board_that_lacks_the_game_is_refused_with_one_sentence() {
    let error = ask(&mut Board::new(), &mut Connect { game: Some(OTHER) }).unwrap_err();
    assert_eq!(error, SessionError::GameNotOffered(OTHER));
    assert_eq!(std::format!("{error}"), "the board does not play game 2: put this program's firmware on it");
}

// Timeouts and retries.

#[test]
fn a_silent_board_is_asked_three_times() {
    let mut session = Session::new(0);
    let ended = run(&mut session, &mut Statistics, |_| Vec::new());
    assert_eq!((ended.result, ended.n_sends, ended.millis), (Err(SessionError::NoReply), 3, 7500));
    assert_eq!(session.counts(), LinkCounts { retries: 2, timeouts: 3, ..LinkCounts::default() });
}

#[test]
fn a_board_may_think_as_long_as_effort_and_game_allow() {
    for (effort, seconds, timeout) in [
        (Effort::Default, 0, 2500),
        (Effort::Default, 60, 62_500),
        (Effort::Nodes(400_000), 5, 107_500),
        (Effort::Millis(60_000), 5, 67_500),
        (Effort::Millis(u32::MAX), u16::MAX, u64::from(u32::MAX)),
    ] {
        let mut session = Session::new(0);
        session.start(&a_move(effort, seconds), 7);
        assert!(matches!(session.poll(&a_move(effort, seconds), 7), Ok(Action::Send(_))));
        let until = session.poll(&a_move(effort, seconds), 8).unwrap();
        assert_eq!(until, Action::Wait { until: 7 + timeout }, "{effort:?} {seconds}");
    }
}

#[test]
fn a_corrupted_reply_is_asked_for_again_at_once() {
    let (mut session, mut board, mut n_sent) = (Session::new(0), Board::new(), 0);
    let ended = run(
        &mut session,
        &mut Connect { game: None },
        for_each_frame(|frame| {
            n_sent += 1;
            let mut reply = board.replies(frame);
            reply[5] ^= if n_sent == 1 { 4 } else { 0 };
            reply
        }),
    );
    assert!(ended.result.is_ok() && ended.millis < 10);
    assert_eq!(session.counts(), LinkCounts { retries: 1, corrupted: 1, ..LinkCounts::default() });
}

#[test]
fn a_notice_that_the_request_was_corrupted_is_a_reason_to_ask_again() {
    let (mut session, mut board, mut n_sent) = (Session::new(0), Board::new(), 0);
    let ended = run(
        &mut session,
        &mut Statistics,
        for_each_frame(|frame| {
            n_sent += 1;
            if n_sent == 1 { framed(UNASKED, &Reply::Garbled(FrameError::Checksum)) } else { board.replies(frame) }
        }),
    );
    assert!(ended.result.is_ok() && ended.millis < 10);
    assert_eq!(session.counts(), LinkCounts { retries: 1, corrupted_on_board: 1, ..LinkCounts::default() });
}

#[test]
fn garbage_that_never_ends_is_given_up_within_the_total_bound() {
    let late = framed(60_000, &Reply::Begun);
    let notice = framed(UNASKED, &Reply::Garbled(FrameError::Checksum));
    let echo = encode_request(9, &Request::Hello).unwrap().to_vec();
    for policy in
        [RetryPolicy::DEFAULT, RetryPolicy { max_timeouts: u32::MAX, max_sends: u32::MAX, ..RetryPolicy::DEFAULT }]
    {
        // An invalid frame, a frame that never ends, empty frames, late replies, notices, echoes; a reply without its
        // end.
        for garbage in [&[1, 0][..], &[1], &[0], &late, &notice, &echo, &late[..9]] {
            let mut session = Session::with_policy(0, policy);
            let ended = run(&mut session, &mut a_move(Effort::Default, 2), |_| garbage.to_vec());
            assert_eq!(ended.result, Err(SessionError::Noise), "{garbage:?}");
            assert!(ended.millis <= 24_000, "{garbage:?}: {} ms", ended.millis);
            assert!(ended.n_sends <= 32 || policy.max_sends > 32, "{garbage:?}: {} sends", ended.n_sends);
        }
    }
}

// Which reply is the one.

#[test]
fn only_the_reply_to_the_open_request_is_taken() {
    let mut session = Session::new(0xFFFE);
    let mut job = Champion { game: GAME };
    let receive = |session: &mut Session, sequence| {
        session.receive(&mut Statistics, &framed(sequence, &Reply::Statistics(link::Statistics::default())), 0)
    };
    session.start(&job, 0);
    let Ok(Action::Send(first)) = session.poll(&job, 0) else { panic!("a request is due") };
    assert_eq!(session.receive(&mut job, &first, 0), Ok(None), "an echo");
    // The next job begins; after the last number comes 1, as 0 is for notices.
    session.start(&Statistics, 0);
    assert_eq!(receive(&mut session, 1), Ok(None), "nothing answers a request that was not sent");
    assert!(matches!(session.poll(&Statistics, 0), Ok(Action::Send(_))));
    assert_eq!(receive(&mut session, 0xFFFF), Ok(None), "the reply to the abandoned job is late");
    assert!(matches!(receive(&mut session, 1), Ok(Some(_))));
    assert_eq!(receive(&mut session, 1), Ok(None), "the reply came twice");
    assert_eq!(session.counts(), LinkCounts { stale: 4, ..LinkCounts::default() });
    assert_eq!(session.poll(&Statistics, 0), Ok(Action::Wait { until: u64::MAX }), "no job is under way");
}

#[test]
fn replies_that_come_twice_behind_garbage_and_echoes_do_no_harm() {
    let (mut session, mut board, mut before) = (Session::new(0), Board::new(), Vec::new());
    for _ in 0..3 {
        let mut upload = Upload::new(GAME, BYTES).unwrap();
        let ended = run(
            &mut session,
            &mut upload,
            for_each_frame(|frame| {
                let reply = board.replies(frame);
                let arrived = [&[7, 7, 0, 1, 2], frame, &before, &reply, &reply].concat();
                before = reply;
                arrived
            }),
        );
        assert!(ended.result.is_ok(), "{:?}", ended.result);
        assert_eq!(board.stored, BYTES);
    }
    assert!(session.counts().stale > 60 && session.counts().retries == 0, "{:?}", session.counts());
}

#[test]
fn a_board_of_another_version_is_told_apart_at_once() {
    for (version, told) in [(1, "2: put this program's firmware"), (3, "2: use the program that its firmware came")] {
        let mut session = Session::new(0);
        let reply = encode_version(version);
        let ended = run(&mut session, &mut Connect { game: None }, for_each_frame(|_| reply.clone()));
        let error = ended.result.unwrap_err();
        assert_eq!((error, ended.n_sends), (SessionError::Version(version), 1));
        assert!(std::format!("{error}").contains(told), "{error}");
    }
}

/// A reply whose header is of another version and whose body is nothing.
fn encode_version(version: u8) -> Vec<u8> {
    let content = [version | 0x80, 1, 1];
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&content).to_le_bytes();
    let mut stuffed = vec![0; 9];
    let n_stuffed = cobs::encode(&[&content[..], &checksum].concat(), &mut stuffed);
    [&[0], &stuffed[..n_stuffed], &[0]].concat()
}

#[test]
fn a_reply_to_another_question_ends_the_job() {
    let mut other = Board::changing(|reply| match reply {
        Reply::Begun | Reply::Move { .. } => hello(48),
        _ => Reply::Begun,
    });
    assert_eq!(ask(&mut other, &mut Connect { game: None }).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut Statistics).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut Champion { game: GAME }).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut Erase { game: GAME }).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut a_move(Effort::Default, 0)).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut Upload::new(GAME, BYTES).unwrap()).unwrap_err(), SessionError::Unexpected);
    assert_eq!(ask(&mut other, &mut Read::new(GAME, [0; 100])).unwrap_err(), SessionError::Unexpected);
    let mut other = Board::changing(|_| moved(OTHER));
    assert_eq!(ask(&mut other, &mut a_move(Effort::Default, 0)).unwrap_err(), SessionError::OtherGame(OTHER));
    // A complete frame with the right number whose body is not a message.
    let line = for_each_frame(|frame| link::encode_reply(number(frame), &200_u8).unwrap().to_vec());
    assert_eq!(run(&mut Session::new(0), &mut Statistics, line).result, Err(SessionError::Unexpected));
}

#[test]
fn a_refusal_ends_the_job_with_its_reason() {
    let mut refusing = Board::changing(|_| Reply::Refused(Refusal::Flash));
    assert_eq!(ask(&mut refusing, &mut Erase { game: GAME }), Err(SessionError::Refused(Refusal::Flash)));
    let mut without = Board::changing(|_| Reply::Champion { id: None, room: 0, vocabulary: 0 });
    let none = SessionError::Refused(Refusal::NoChampion);
    assert_eq!(ask(&mut without, &mut Champion { game: GAME }), Err(none));
    assert_eq!(ask(&mut without, &mut Read::new(GAME, [0; 9])), Err(none));
}

// Uploads and reads.

#[test]
fn an_upload_keeps_to_the_boards_chunks_however_small() {
    for max_chunk in [0, 1, 2, 47, 48, 49, 255] {
        let mut board = Board { max_chunk, ..Board::new() };
        for length in [1, 47, 48, 49, 100] {
            let bytes = &BYTES[..length];
            let mut upload = Upload::new(GAME, bytes).unwrap();
            let (mut heard, mut session) = (vec![upload.progress().done], Session::new(0));
            session.start(&upload, 0);
            let id = loop {
                let Ok(Action::Send(frame)) = session.poll(&upload, 0) else { panic!("every reply came") };
                let ended = session.receive(&mut upload, &board.replies(&frame), 0).unwrap();
                heard.push(upload.progress().done);
                if let Some(id) = ended {
                    break id;
                }
            };
            assert_eq!((usize::from(id.length), &board.stored[..]), (length, bytes), "{max_chunk}");
            assert!(heard.is_sorted() && heard.last() == Some(&(2 * length as u32)));
            let mut read = Read::new(GAME, [0; 100]);
            assert!(ask(&mut board, &mut read).is_ok());
            assert_eq!(read.bytes(), bytes);
        }
    }
}

#[test]
fn what_a_board_does_not_hold_is_found_out() {
    let differs: [fn(Reply) -> Reply; 5] = [
        |reply| if matches!(reply, Reply::Bytes(_)) { bytes(&[9; 48]) } else { reply },
        // One byte less at first, then more than there are.
        |reply| if matches!(reply, Reply::Bytes(_)) { bytes(&BYTES[..47]) } else { reply },
        |reply| changed_id(reply, |id| id.fingerprint ^= 1),
        |reply| changed_id(reply, |id| id.length -= 1),
        |reply| changed_id(reply, |id| id.length = 0),
    ];
    for change in differs {
        let upload = ask(&mut Board::changing(change), &mut Upload::new(GAME, BYTES).unwrap());
        assert_eq!(upload, Err(SessionError::Differs));
        let read = ask(&mut Board::changing(change), &mut Read::new(GAME, [0; 100]));
        assert_eq!(read, Err(SessionError::Differs));
    }
    // Empty chunks would never end.
    let mut empty = Board::changing(|reply| if matches!(reply, Reply::Bytes(_)) { bytes(&[]) } else { reply });
    assert_eq!(ask(&mut empty, &mut Upload::new(GAME, BYTES).unwrap()), Err(SessionError::Unexpected));
    assert_eq!(ask(&mut empty, &mut Read::new(GAME, [0; 100])), Err(SessionError::Unexpected));
    // A count of received bytes that is not that of the bytes sent.
    let mut miscounting = Board::changing(|reply| match reply {
        Reply::Received { offset } => Reply::Received { offset: offset + 1 },
        reply => reply,
    });
    assert_eq!(ask(&mut miscounting, &mut Upload::new(GAME, BYTES).unwrap()), Err(SessionError::Unexpected));
}

fn bytes(bytes: &[u8]) -> Reply {
    Reply::Bytes(Chunk::from_slice(bytes).unwrap())
}

fn changed_id(mut reply: Reply, change: impl Fn(&mut ChampionId)) -> Reply {
    if let Reply::Committed(id) | Reply::Champion { id: Some(id), .. } = &mut reply {
        change(id);
    }
    reply
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(ask(&mut Board::new(), &mut Read::new(GAME, [0; 99])), Err(SessionError::BufferTooSmall));
    assert_eq!(Upload::new(GAME, vec![0; 65_536]).unwrap_err(), SessionError::Refused(Refusal::Length));
    let view = [0; link::MAX_VIEW + 1];
    let mut too_long = Move { game: GAME, seconds: 0, effort: Effort::Millis(u32::MAX), view };
    assert_eq!(ask(&mut Board::new(), &mut too_long), Err(SessionError::TooLong));
}

// Any line.

/// A line on which something happens to a byte with this chance: it is lost, changed, repeated, or another one is added.
fn spoilt(rng: &mut random::GameRng, rate: f64, bytes: &[u8]) -> Vec<u8> {
    let spoil = |&byte: &u8| match random::happens(rng, rate).then(|| random::below(rng, 4)) {
        None => vec![byte],
        Some(0) => Vec::new(),
        Some(1) => vec![byte ^ 1 << random::below(rng, 8)],
        Some(2) => vec![byte, byte],
        Some(_) => vec![random::below(rng, 256) as u8, byte],
    };
    bytes.iter().map(spoil).collect::<Vec<_>>().concat()
}

proptest! {
    #[test]
    fn over_a_bad_line_a_job_is_done_rightly_and_once_or_given_up(seed: u64, rate in 0.0..0.05, max_chunk in 0_u8..60) {
        let mut rng = Seed(seed).rng();
        let mut board = Board { max_chunk, stored: vec![1; 30], ..Board::new() };
        let mut session = Session::new(seed as u16);
        let mut line = |board: &mut Board, sent: Option<&[u8]>| {
            let there = spoilt(&mut rng, rate, sent.unwrap_or_default());
            let back = board.replies(&there);
            spoilt(&mut rng, rate, &back)
        };
        let given_up = [SessionError::Noise, SessionError::NoReply];
        let uploaded = run(&mut session, &mut Upload::new(GAME, BYTES).unwrap(), |sent| line(&mut board, sent)).result;
        // After the commit a request that is given up leaves the new champion on the board.
        prop_assert!(board.stored == BYTES || board.stored == [1; 30] && uploaded.is_err());
        prop_assert!(uploaded.is_ok() || given_up.contains(&uploaded.unwrap_err()));
        let mut n_given_up = 0;
        for _ in 0..10 {
            match run(&mut session, &mut a_move(Effort::Default, 0), |sent| line(&mut board, sent)).result {
                Ok(decision) => prop_assert_eq!(decision.chosen, [3]),
                Err(error) => {
                    prop_assert!(given_up.contains(&error));
                    n_given_up += 1;
                }
            }
        }
        prop_assert!((10 - n_given_up..=10).contains(&board.n_moves));
        let mut read = Read::new(GAME, [0; 200]);
        if run(&mut session, &mut read, |sent| line(&mut board, sent)).result.is_ok() {
            prop_assert_eq!(read.bytes(), &board.stored[..]);
        }
    }

    #[test]
    fn noise_is_never_taken_for_a_reply(noise: Vec<Vec<u8>>, zeros in 0_usize..4) {
        let mut noise = noise.into_iter();
        let ended = run(&mut Session::new(0), &mut Connect { game: None }, for_each_frame(|_| {
            let mut bytes = noise.next().unwrap_or_default();
            (0..zeros).for_each(|_| bytes.insert(bytes.len() / 2, 0));
            bytes
        }));
        prop_assert!(ended.result.is_err() && ended.n_sends <= 32);
    }

    #[test]
    fn any_reply_to_any_job_is_survived(replies: Vec<Vec<u8>>, now: u64) {
        let read = || Read::new(GAME, [0; 50]);
        let bodies = |sequence, body: &[u8]| link::encode_reply(sequence, &Raw(body)).map_or(Vec::new(), |frame| frame.to_vec());
        let mut session = Session::new(0);
        macro_rules! survives {
            ($($job:expr),*) => {$(
                let mut job = $job;
                session.start(&job, now);
                for body in &replies {
                    let Ok(Action::Send(frame)) = session.poll(&job, now) else { break };
                    if !matches!(session.receive(&mut job, &bodies(number(&frame), body), now), Ok(None)) {
                        break;
                    }
                }
            )*};
        }
        survives!(Connect { game: None }, Statistics, Champion { game: GAME }, Erase { game: GAME }, a_move(Effort::Default, 0));
        survives!(Upload::new(GAME, BYTES).unwrap(), read());
    }

    #[test]
    fn the_time_may_be_anything(times: Vec<u64>) {
        let mut session = Session::new(0);
        for now in times {
            if session.poll(&Statistics, now).is_err() || now % 3 == 0 {
                session.start(&Statistics, now);
            }
        }
    }
}

/// Bytes that are written without their length.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}
