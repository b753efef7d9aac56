//! The page's sessions with boards from outside: JSON in, JSON out, on a clock that the tests advance.

use pipsqueak_core::champion::{GameId, fingerprint};
use pipsqueak_core::link::{
    ChampionId, Chunk, Hello, Origin, Packet, Receiver, Reply, Request, encode_reply, encode_request,
};
use pipsqueak_web::PageBoard;
use pipsqueak_web::link::PageSession;
use serde_json::{Value, json};

/// The last step of a job, its time, and the number of frames sent. `line` returns the bytes that come back for each
/// frame, or for none while the page waits.
fn run(
    session: &mut PageSession,
    request: Value,
    mut line: impl FnMut(&[u8]) -> Vec<u8>,
) -> Result<(Value, u64, u32), String> {
    let ask = serde_json::from_str(&request.to_string()).map_err(|error| error.to_string())?;
    let (mut now, mut n_sends, mut arrived) = (0, 0, Vec::new());
    let mut next = session.start(ask, now)?;
    loop {
        match next["state"].as_str().unwrap() {
            "send" => {
                n_sends += 1;
                let frame: Vec<u8> = next["frame"].as_array().unwrap().iter().map(byte).collect();
                arrived = line(&frame);
                next = session.step(&[], now);
            }
            "wait" => {
                if arrived.is_empty() {
                    arrived = line(&[]);
                }
                now = if arrived.is_empty() { next["until"].as_u64().unwrap() } else { now + 1 };
                next = session.step(&std::mem::take(&mut arrived), now);
            }
            _ => return Ok((next, now, n_sends)),
        }
    }
}

fn byte(value: &Value) -> u8 {
    value.as_u64().unwrap() as u8
}

/// A job's result with the page's board.
fn done(board: &mut PageBoard, request: Value) -> Value {
    let (end, ..) = run(&mut PageSession::open(3), request, |frame| board.receive(frame)).unwrap();
    assert_eq!(end["state"], "done", "{end}");
    end["answer"].clone()
}

#[test]
fn every_job_is_done_by_the_board_in_the_page() {
    let board = &mut PageBoard::start(|| 0);
    assert_eq!(done(board, json!({ "ask": "connect" }))["board"], "page");
    assert_eq!(done(board, json!({ "ask": "connect", "game": 2, "name": "checkers" }))["games"], json!([1, 2, 3]));
    let old = done(board, json!({ "ask": "read", "game": 1 }));
    let id = done(board, json!({ "ask": "upload", "game": 1, "bytes": old }));
    assert_eq!((&id["origin"]["Stored"], &id["length"]), (&1.into(), &old.as_array().unwrap().len().into()));
    assert_eq!(done(board, json!({ "ask": "champion", "game": 1 }))["id"], id);
    assert_eq!(done(board, json!({ "ask": "erase", "game": 1 }))["origin"], "BuiltIn");
    // Mastermind's first seat sets its code: seed 7, none is set, 4x6, no guesses.
    let set = json!({ "ask": "move", "game": 3, "view": [7, 0, 4, 6, 0, 4, 6, 0], "effort": { "Nodes": 9 } });
    assert_eq!(done(board, set)["chosen"].as_array().map(Vec::len), Some(2));
    assert_eq!(done(board, json!({ "ask": "statistics" }))["n_decisions"], 1);
}

#[test]
fn a_lost_byte_is_retried_and_a_silent_board_times_out() {
    let mut board = PageBoard::start(|| 0);
    let (mut session, mut is_first) = (PageSession::open(3), true);
    let line = |frame: &[u8]| {
        let mut answer = board.receive(frame);
        if std::mem::take(&mut is_first) {
            answer.remove(5);
        }
        answer
    };
    let (end, now, n_sends) = run(&mut session, json!({ "ask": "statistics" }), line).unwrap();
    assert_eq!((&end["state"], now < 10, n_sends), (&"done".into(), true, 2));
    let (end, now, n_sends) = run(&mut session, json!({ "ask": "statistics" }), |_| Vec::new()).unwrap();
    assert_eq!((&end["state"], now, n_sends), (&"failed".into(), 7500, 3));
    // A move of Mastermind may take a minute.
    let think = json!({ "ask": "move", "game": 3, "view": [] });
    assert_eq!(run(&mut session, think, |_| Vec::new()).unwrap().1, 20_000 + 2 * 60_000);
}

#[test]
fn endless_garbage_times_out() {
    let echo = encode_request(4, &Request::Hello).unwrap();
    for garbage in [&[1, 0][..], &[1], &[0], &echo] {
        let mut session = PageSession::open(3);
        let (end, now, n_sends) = run(&mut session, json!({ "ask": "connect" }), |_| garbage.to_vec()).unwrap();
        assert_eq!((&end["state"], &end["refused"]), (&"failed".into(), &false.into()));
        assert!(end["why"].as_str().unwrap().contains("noise"), "{end}");
        assert!(now <= 20_000 && n_sends <= 32, "{garbage:?}: {n_sends} sends in {now} ms");
    }
}

#[test]
fn failures_are_reported() {
    let mut board = PageBoard::start(|| 0);
    let mut session = PageSession::open(3);
    let mut why = |request: Value| match run(&mut session, request, |frame| board.receive(frame)) {
        Ok((end, ..)) => (end["why"].as_str().unwrap().to_owned(), end["refused"].as_bool().unwrap()),
        Err(error) => (error, false),
    };
    for (request, told, is_refused) in [
        (json!({ "ask": "tea" }), "unknown variant `tea`", false),
        (json!({ "ask": "erase" }), "game", false),
        (json!({ "ask": "move", "game": 1 }), "view", false),
        (json!({ "ask": "move", "game": 1, "view": [], "effort": { "Hours": 1 } }), "unknown variant `Hours`", false),
        (json!({ "ask": "move", "game": 1, "view": vec![0; 200] }), "does not fit into a frame", false),
        (json!({ "ask": "upload", "game": 1, "bytes": vec![0; 65_536] }), "that length does not fit", false),
        (json!({ "ask": "upload", "game": 1, "bytes": vec![0; 100] }), "the board refused: ", true),
        (json!({ "ask": "read", "game": 9 }), "does not play that game", true),
        (json!({ "ask": "connect", "game": 9 }), "the board does not play game 9: put this program's", false),
        (json!({ "ask": "connect", "game": 9, "name": "chess" }), "the board does not play chess: put this", false),
    ] {
        let (why, refused) = why(request.clone());
        assert!(why.contains(told) && refused == is_refused, "{request}: {why}");
    }
}

/// A board whose chunks have one byte.
#[derive(Default)]
struct NarrowBoard {
    receiver: Receiver,
    stored: Vec<u8>,
}

impl NarrowBoard {
    fn receive(&mut self, bytes: &[u8]) -> Vec<u8> {
        let NarrowBoard { receiver, stored } = self;
        let frames = bytes.iter().filter_map(|&byte| {
            let packet: Packet<'_> = receiver.push(byte)?.expect("the line is good");
            let reply = match packet.message().expect("a page sends messages") {
                Request::Hello => {
                    let (firmware, board) = ("0".try_into().unwrap(), "narrow".try_into().unwrap());
                    let games = [GameId(1)].into_iter().collect();
                    Reply::Hello(Hello { firmware, board, games, max_chunk: 1, ticks_per_second: 1 })
                }
                Request::Begin { .. } => Reply::Begun,
                Request::Chunk { offset, bytes } => {
                    assert_eq!((usize::from(offset), bytes.len()), (stored.len(), 1));
                    stored.extend(bytes);
                    Reply::Received { offset: offset + 1 }
                }
                Request::Commit => {
                    let fingerprint = fingerprint(stored);
                    let (name, length) = ("new".try_into().unwrap(), stored.len() as u16);
                    Reply::Committed(ChampionId { name, fingerprint, length, origin: Origin::Stored(1) })
                }
                Request::Read { offset, .. } => {
                    Reply::Bytes(Chunk::from_slice(&stored[usize::from(offset)..][..1]).unwrap())
                }
                other => panic!("{other:?}"),
            };
            Some(encode_reply(packet.sequence, &reply).unwrap().to_vec())
        });
        frames.collect::<Vec<_>>().concat()
    }
}

#[test]
fn a_board_with_the_smallest_chunks_is_served() {
    let mut board = NarrowBoard::default();
    let bytes: Vec<u8> = (0..60).collect();
    let upload = json!({ "ask": "upload", "game": 1, "bytes": bytes });
    let (end, _, n_sends) = run(&mut PageSession::open(3), upload, |frame| board.receive(frame)).unwrap();
    // Hello, begin, the bytes, commit, the bytes again.
    assert_eq!((&end["state"], n_sends), (&"done".into(), 3 + 2 * 60));
    assert_eq!(board.stored, bytes);
}
