//! The wire format: the bytes of every message, written by another program (Python, with zlib's CRC) into docs/link.md;
//! and the receiver's behaviour with any bytes.

use std::process::Command;

use pipsqueak_core::champion::{EnvelopeError, GameId};
use pipsqueak_core::games::checkers::{self, DrawRule, Move, Position, Square, fen, pdn};
use pipsqueak_core::games::fiveo::{self, Column, Table, TableView};
use pipsqueak_core::games::mastermind::{self, Code, CodeSize, Duel, DuelView, Feedback, History};
use pipsqueak_core::link::{
    ChampionId, Chunk, Direction, Effort, FrameError, Hello, LinkGame, MAX_CHUNK, MAX_GAMES, MAX_MOVE, MAX_REPLY,
    MAX_REQUEST, MAX_VIEW, MoveBytes, Origin, Receiver, Refusal, Reply, Request, RetryPolicy, SearchInfo, Statistics,
    UNASKED, VERSION, encode_reply, encode_request, read_view, refused_view, view_error, write_move, write_view,
};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::notation;
use proptest::prelude::*;
use serde::Serialize;

const DOCUMENT: &str = include_str!("../../docs/link.md");

/// The sequence number and the bytes of the example that begins with these words.
fn example(name: &str) -> (u16, Vec<u8>) {
    let row = DOCUMENT.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect(name);
    let [_, sequence, frame] = row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        panic!()
    };
    let bytes = frame.trim_matches('`').split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap());
    (sequence.parse().unwrap(), bytes.collect())
}

/// A valid frame: its direction, its sequence number and its body.
type Whole = (Direction, u16, Vec<u8>);

/// All frames found in a stream, or their errors.
fn received(bytes: &[u8]) -> Vec<Result<Whole, FrameError>> {
    let mut receiver = Receiver::new();
    let mut found = Vec::new();
    for &byte in bytes {
        if let Some(frame) = receiver.push(byte) {
            found.push(frame.map(|packet| {
                assert_eq!(packet.version, VERSION);
                (packet.direction, packet.sequence, packet.body.to_vec())
            }));
        }
    }
    found
}

/// The direction, the number and the body of a valid frame.
#[track_caller]
fn whole(bytes: &[u8]) -> Whole {
    let [Ok(whole)] = &received(bytes)[..] else { panic!("{bytes:02x?}") };
    whole.clone()
}

#[track_caller]
fn check_request(name: &str, request: Request) {
    let (sequence, bytes) = example(name);
    assert_eq!(encode_request(sequence, &request).unwrap()[..], bytes, "{name}");
    let (direction, number, body) = whole(&bytes);
    assert_eq!((direction, number), (Direction::Request, sequence));
    assert_eq!(postcard::from_bytes::<Request>(&body), Ok(request), "{name}");
}

#[track_caller]
fn check_reply(name: &str, reply: Reply) {
    let (sequence, bytes) = example(name);
    assert_eq!(encode_reply(sequence, &reply).unwrap()[..], bytes, "{name}");
    let (direction, number, body) = whole(&bytes);
    assert_eq!((direction, number), (Direction::Reply, sequence));
    assert_eq!(postcard::from_bytes::<Reply>(&body), Ok(reply), "{name}");
}

/// Checks the request for a move, and that its view decodes.
#[track_caller]
fn check_move<G: LinkGame<View: PartialEq + std::fmt::Debug>>(name: &str, effort: Effort, view: &G::View) {
    let bytes = write_view::<G>(view).unwrap();
    check_request(name, Request::Move { game: G::ID, effort, view: &bytes });
    assert_eq!(read_view::<G>(&bytes).as_ref(), Ok(view));
}

fn view() -> TableView {
    notation::read("3h | 2c3c 4c 5c 6c 7c | 2d 3d 4d6d 5d As").unwrap()
}

fn history(size: CodeSize, entries: &[(&str, u8, u8)]) -> History {
    let mut history = History::new(size);
    for &(guess, blacks, whites) in entries {
        history.push(guess.parse().unwrap(), Feedback::new(blacks, whites).unwrap()).unwrap();
    }
    history
}

#[test]
fn every_request_is_written_as_documented() {
    check_request("Hello", Request::Hello);
    check_move::<Table>("Move, Five-O, the view above", Effort::Default, &view());
    let start = checkers::View::new(Position::START);
    check_move::<checkers::Game>("Move, checkers, the start, 5000 positions", Effort::Nodes(5000), &start);
    let board = fen::parse("B:WK32:BK1").unwrap();
    let mut kings = checkers::Game::new(Position::new(board, DrawRule::Tournament));
    for text in ["1-6", "32-27", "6-1"] {
        kings.make(pdn::read_move(kings.position().board(), text).unwrap()).unwrap();
    }
    let name = "Move, checkers, two kings after three steps, 2000 ms";
    check_move::<checkers::Game>(name, Effort::Millis(2000), kings.view());
    let size = CodeSize::CLASSIC;
    let empty = DuelView::check(Seed(7), None, History::new(size), History::new(size)).unwrap();
    check_move::<Duel>("Move, Mastermind, set a code, seed 7", Effort::Default, &empty);
    let (own, opponent) = (history(size, &[("1123", 1, 2)]), history(size, &[("1122", 0, 0), ("3465", 2, 2)]));
    let guessing = DuelView::check(Seed(300), Some("3456".parse().unwrap()), own, opponent).unwrap();
    check_move::<Duel>("Move, Mastermind, guess, seed 300", Effort::Default, &guessing);
    check_request("Begin, Five-O, 135 bytes", Request::Begin { game: fiveo::ID, length: 135 });
    check_request("Chunk at 96: 01 02 00", Request::Chunk { offset: 96, bytes: &[1, 2, 0] });
    check_request("Commit", Request::Commit);
    check_request("Read, Five-O, from 48", Request::Read { game: fiveo::ID, offset: 48 });
    check_request("Erase, Five-O", Request::Erase { game: fiveo::ID });
    check_request("Statistics", Request::Statistics);
    check_request("Champion, Mastermind", Request::Champion { game: mastermind::ID });
}

fn champion(origin: Origin) -> ChampionId {
    ChampionId { name: "pip".try_into().unwrap(), fingerprint: 0xDEAD_BEEF, length: 135, origin }
}

fn moved<G: LinkGame>(chosen: G::Move, info: SearchInfo) -> Reply {
    Reply::Move { game: G::ID, chosen: write_move::<G>(chosen).unwrap(), ticks: 300_000, info }
}

#[test]
fn every_reply_is_written_as_documented() {
    let hello = Hello {
        firmware: "0.1.0".try_into().unwrap(),
        board: "microbit".try_into().unwrap(),
        games: [1, 2, 3].map(GameId).into_iter().collect(),
        max_chunk: 48,
        ticks_per_second: 16_000_000,
    };
    check_reply("Hello: 0.1.0, microbit, games 1 2 3, 48, 16000000", Reply::Hello(hello));
    let silent = SearchInfo::default();
    check_reply("Move: Five-O, column 3, 300000 ticks", moved::<Table>(Column::ALL[3], silent));
    let name = "Move: checkers, 11-15, 300000 ticks, worth -3, 7 deep, 5000 positions";
    let chosen = pdn::read_move(Position::START.board(), "11-15").unwrap();
    check_reply(name, moved::<checkers::Game>(chosen, SearchInfo { score: -3, depth: 7, nodes: 5000 }));
    let code: Code = "2315".parse().unwrap();
    check_reply("Move: Mastermind, 2315, 300000 ticks", moved::<Duel>(code, silent));
    check_reply("Begun", Reply::Begun);
    check_reply("Received: 99", Reply::Received { offset: 99 });
    check_reply("Committed: pip, deadbeef, 135 bytes, upload 7", Reply::Committed(champion(Origin::Stored(7))));
    check_reply("Bytes: ff 00", Reply::Bytes(Chunk::from_slice(&[0xFF, 0]).unwrap()));
    check_reply("Erased: pip, deadbeef, 135 bytes, built in", Reply::Erased(champion(Origin::BuiltIn)));
    let statistics = Statistics {
        stack_high_water: 3000,
        static_ram: 700,
        last_decision: 100,
        longest_decision: 200,
        n_decisions: 40,
        n_frames: 50,
        n_dropped: 1,
        n_refused: 2,
        n_repeated: 3,
    };
    check_reply("Statistics: 3000, 700, 100, 200, 40, 50, 1, 2, 3", Reply::Statistics(statistics));
    check_reply("Garbled: the checksum", Reply::Garbled(FrameError::Checksum));
    assert_eq!(example("Garbled: the checksum").0, UNASKED);
    let name = "Champion: pip, deadbeef, 135 bytes, built in; room for 8000, vocabulary 1";
    check_reply(name, Reply::Champion { id: Some(champion(Origin::BuiltIn)), room: 8000, vocabulary: 1 });
    check_reply("Champion: none", Reply::Champion { id: None, room: 0, vocabulary: 0 });
}

#[test]
fn every_refusal_is_written_as_documented() {
    for (name, refusal) in [
        ("another version", Refusal::Version),
        ("no message", Refusal::Malformed),
        ("the view, reason 3", Refusal::View(3)),
        ("the length", Refusal::Length),
        ("no upload is in progress", Refusal::NotBegun),
        ("the next chunk must begin at 48", Refusal::Offset(48)),
        ("the champion's version is 2", Refusal::Champion(EnvelopeError::Version(2))),
        ("the champion's checksum", Refusal::Champion(EnvelopeError::Checksum)),
        ("the champion's payload, reason 4", Refusal::Payload(4)),
        ("another game", Refusal::OtherGame),
        ("the flash", Refusal::Flash),
        ("without a champion", Refusal::NoChampion),
        ("too much work", Refusal::TooMuch),
    ] {
        check_reply(&format!("Refused: {name}"), Reply::Refused(refusal));
    }
}

#[test]
fn the_documents_table_is_the_output_of_another_program() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/data/link_frames.py");
    let written = Command::new("python3").arg(script).output().expect("python3 is installed");
    let table = String::from_utf8(written.stdout).unwrap();
    assert!(written.status.success() && table.lines().count() > 30);
    assert!(DOCUMENT.ends_with(&table), "docs/link.md ends with the output of tests/data/link_frames.py");
}

/// The document's words, regardless of line breaks.
fn documented(words: &str) -> bool {
    DOCUMENT.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
}

fn check_reasons<G: LinkGame>() {
    for (number, error) in (1..).zip(G::VIEW_ERRORS) {
        assert!(documented(&format!("{number} {error}")), "{number} {error}");
        assert_eq!(refused_view::<G>(*error), Refusal::View(number));
        assert!(view_error::<G>(number).as_ref() == Some(error), "{number} {error}");
    }
    // 0 is for bytes that are no view at all.
    let beyond = G::VIEW_ERRORS.len() as u8 + 1;
    assert!(view_error::<G>(0).is_none() && view_error::<G>(beyond).is_none());
}

#[test]
fn every_view_error_is_documented_with_its_number() {
    check_reasons::<Table>();
    check_reasons::<checkers::Game>();
    check_reasons::<Duel>();
}

#[test]
fn the_sessions_bounds_are_documented() {
    let RetryPolicy { reply_timeout, max_timeouts, max_sends, total } = RetryPolicy::DEFAULT;
    for words in [
        format!("It waits {} seconds for a reply", f64::from(reply_timeout) / 1000.0),
        format!("(checkers {}, Mastermind {})", checkers::Game::SECONDS, Duel::SECONDS),
        format!("after {max_timeouts} timeouts, after {max_sends} sends, or after {} seconds", total / 1000),
        format!("at most {MAX_CHUNK} are sent"),
    ] {
        assert!(documented(&words), "{words}");
    }
}

#[test]
fn the_longest_replies_fit_into_their_frames() {
    let most = u32::MAX;
    let statistics = Statistics {
        stack_high_water: most,
        static_ram: most,
        last_decision: most,
        longest_decision: most,
        n_decisions: most,
        n_frames: most,
        n_dropped: most,
        n_refused: most,
        n_repeated: most,
    };
    let name = "a name of thirty-two bytes, all.".try_into().unwrap();
    let id = ChampionId { name, fingerprint: most, length: u16::MAX, origin: Origin::Stored(most) };
    let hello = Hello {
        firmware: "00.00.00".try_into().unwrap(),
        board: "twelve-bytes".try_into().unwrap(),
        games: [GameId(u8::MAX); MAX_GAMES].into_iter().collect(),
        max_chunk: u8::MAX,
        ticks_per_second: most,
    };
    let info = SearchInfo { score: i16::MIN, depth: u8::MAX, nodes: most };
    let chosen = MoveBytes::from_slice(&[0xFF; MAX_MOVE]).unwrap();
    let replies = [
        Reply::Bytes(Chunk::from_slice(&[0xFF; 48]).unwrap()),
        Reply::Statistics(statistics),
        Reply::Hello(hello),
        Reply::Champion { id: Some(id), room: u16::MAX, vocabulary: u8::MAX },
        Reply::Move { game: GameId(u8::MAX), chosen, ticks: most, info },
    ];
    let lengths = replies.map(|reply| encode_reply(u16::MAX, &reply).unwrap().len());
    assert!(lengths.into_iter().max() <= Some(MAX_REPLY), "{lengths:?}");
    // A king that captures nine pieces visits ten squares.
    let longest = Move::along([1, 10, 1, 10, 1, 10, 1, 10, 1, 10].into_iter().filter_map(Square::new)).unwrap();
    assert_eq!((longest.n_jumps(), write_move::<checkers::Game>(longest).unwrap().len()), (9, 11));
    assert_eq!(MAX_REPLY, 64);
}

#[test]
fn the_longest_request_is_a_whole_game_of_mastermind_with_eight_pegs() {
    let request = |game, view: &[u8]| {
        let request = Request::Move { game, effort: Effort::Millis(u32::MAX), view };
        encode_request(u16::MAX, &request).map(|frame| frame.len())
    };
    // The second seat before its twelfth guess. Codes of eight pegs take five bytes.
    let size = CodeSize::new(8, 12).unwrap();
    let guesses = |n_guesses| history(size, &vec![("LLLLLLLL", 0, 0); n_guesses]);
    let secret = "KKKKKKKK".parse().unwrap();
    let longest = DuelView::check(Seed(u64::MAX), Some(secret), guesses(11), guesses(12)).unwrap();
    let bytes = write_view::<Duel>(&longest).unwrap();
    assert_eq!((bytes.len(), request(mastermind::ID, &bytes)), (MAX_VIEW, Ok(MAX_REQUEST)));
    assert!(request(mastermind::ID, &[0; MAX_VIEW + 1]).is_err());
    // With one guess more, the game would be over.
    assert!(DuelView::check(Seed(u64::MAX), Some(secret), guesses(12), guesses(12)).is_err());
    let chunk = Request::Chunk { offset: u16::MAX, bytes: &[0xFF; 48] };
    assert!(encode_request(u16::MAX, &chunk).unwrap().len() <= 64);
    // The longest view of checkers, with 80 plies of its past, is less than half as long.
    let most_steps = (u32::MAX, u32::MAX, u32::MAX, true, 255u8, 255u8, 1u8, [127u8; 80].as_slice());
    assert!(postcard::to_allocvec(&most_steps).unwrap().len() <= 100);
    const { assert!(MAX_REQUEST - 3 <= 254, "COBS adds one byte") };
}

#[test]
fn a_frame_that_is_too_long_or_too_short_is_named_and_the_next_one_is_found() {
    let good = encode_request(5, &Request::Hello).unwrap();
    let long = [&[0, 202][..], &[7; 201], &[0]].concat();
    let found = received(&[&long, &[3, 1, 1, 0][..], &[9, 1, 0], &good[..]].concat());
    let errors: Vec<FrameError> = found.iter().filter_map(|frame| frame.clone().err()).collect();
    assert_eq!(errors, [FrameError::TooLong, FrameError::TooShort, FrameError::Stuffing]);
    assert_eq!(found.last(), Some(&Ok((Direction::Request, 5, vec![0]))));
}

#[test]
fn every_single_changed_bit_is_detected() {
    let bytes = write_view::<Table>(&view()).unwrap();
    let request = Request::Move { game: fiveo::ID, effort: Effort::Default, view: &bytes };
    let good = encode_request(700, &request).unwrap();
    for bit in 0..good.len() * 8 {
        let mut bytes = good.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        // A changed leading zero, which only separates, may leave the frame valid.
        let whole = received(&bytes).into_iter().filter_map(Result::ok).count();
        assert!(whole == 0 || bit < 8, "bit {bit}");
    }
}

proptest! {
    #[test]
    fn after_any_bytes_the_next_frame_is_found(garbage in prop::collection::vec(any::<u8>(), 0..300)) {
        let good = encode_reply(77, &Reply::Begun).unwrap();
        let found = received(&[&garbage[..], &good].concat());
        prop_assert_eq!(found.last(), Some(&Ok((Direction::Reply, 77, vec![2]))));
    }

    #[test]
    fn any_body_is_a_message_or_refused(body in prop::collection::vec(any::<u8>(), 0..193), sequence: u16) {
        // A slice would be encoded with its length; a tuple of bytes is not.
        let frame = encode_request(sequence, &Raw(&body)).unwrap();
        let mut receiver = Receiver::new();
        let (last, others) = frame.split_last().unwrap();
        prop_assert!(others.iter().all(|&byte| receiver.push(byte).is_none()));
        let packet = receiver.push(*last).unwrap().unwrap();
        prop_assert_eq!(packet.body, &body[..]);
        if let Some(request) = packet.message::<Request>() {
            let again = encode_request(sequence, &request).unwrap();
            // Varints may be longer than needed; the message is the same.
            prop_assert!(again.len() <= frame.len());
        }
        let _ = packet.message::<Reply>();
    }
}

struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}
