//! Facts about the wire: the bytes of every message, written by another program (Python, with zlib's CRC) into
//! docs/link.md; and that no bytes at all can confuse the receiver.

use pipsqueak_core::champion::{ChampionError, GameId};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::checkers::{Board, Move, Position, Square, pdn};
use pipsqueak_core::games::fiveo::{Column, PackedView, TableView};
use pipsqueak_core::games::mastermind::{Feedback, History, Size, StrategyError};
use pipsqueak_core::link::{
    ChampionId, Chunk, Direction, Effort, FrameError, Hello, MAX_FRAME, MAX_REPLY, Origin, Receiver, Refusal, Reply,
    Request, Statistics, Thought, UNASKED, VERSION, encode,
};
use pipsqueak_tests::notation;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

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

/// A whole frame: which way it went, its sequence number and its body.
type Whole = (Direction, u16, Vec<u8>);

/// All frames found in a stream, or what was wrong with them.
fn received(bytes: &[u8]) -> Vec<Result<Whole, FrameError>> {
    let mut receiver = Receiver::new();
    let mut found = Vec::new();
    for &byte in bytes {
        if let Some(frame) = receiver.push(byte) {
            found.push(frame.map(|packet| (packet.direction, packet.sequence, packet.body.to_vec())));
        }
    }
    found
}

#[track_caller]
fn check_wire<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    direction: Direction,
    name: &str,
    message: T,
) {
    let (sequence, bytes) = example(name);
    assert_eq!(encode(direction, sequence, &message).unwrap()[..], bytes, "{name}");
    let mut receiver = Receiver::new();
    let (last, others) = bytes.split_last().unwrap();
    for &byte in others {
        assert!(receiver.push(byte).is_none());
    }
    let packet = receiver.push(*last).unwrap().unwrap();
    assert_eq!((packet.direction, packet.version, packet.sequence), (direction, VERSION, sequence));
    assert_eq!(packet.message::<T>(), Some(message));
}

fn view() -> TableView {
    notation::read("3h | 2c3c 4c 5c 6c 7c | 2d 3d 4d6d 5d As").unwrap()
}

#[test]
fn every_request_is_written_as_documented() {
    let check = |name, request: Request| check_wire(Direction::Request, name, request);
    check("Hello", Request::Hello);
    check("FiveO, the view above", Request::FiveO(PackedView::from(view())));
    check("Begin, Five-O, 135 bytes", Request::Begin { game: GameId::FiveO, length: 135 });
    check("Piece at 96: 01 02 00", Request::Piece { offset: 96, bytes: Chunk::from_slice(&[1, 2, 0]).unwrap() });
    check("Commit", Request::Commit);
    check("Read, Five-O, from 48", Request::Read { game: GameId::FiveO, offset: 48 });
    check("Erase, Five-O", Request::Erase { game: GameId::FiveO });
    check("Statistics", Request::Statistics);
    check("Champion, Mastermind", Request::Champion { game: GameId::Mastermind });
    let (size, position) = (Size::CLASSIC, Position::START);
    check("SetCode, 4x6, chance 7", Request::SetCode { size, chance: Seed(7) });
    let guess = "1122".parse().unwrap();
    check("AnswerGuess, 4x6, chance 7, 1122", Request::AnswerGuess { size, chance: Seed(7), guess });
    let mut history = History::new(size);
    history.push("1123".parse().unwrap(), Feedback::new(1, 2).unwrap()).unwrap();
    let name = "Guess, chance 300, 4x6: 1123 got 1 black and 2 whites";
    check(name, Request::Guess { chance: Seed(300), history });
    let name = "Checkers, the start, 5000 positions";
    check(name, Request::Checkers { position, effort: Effort::Nodes(5000) });
    check("Checkers, the start, 2000 ms", Request::Checkers { position, effort: Effort::Millis(2000) });
    check("Perft, the start, 6 moves", Request::Perft { position, depth: 6 });
}

#[test]
fn every_reply_is_written_as_documented() {
    let check = |name, reply: Reply| check_wire(Direction::Reply, name, reply);
    let champion = |origin| ChampionId { fingerprint: 0xDEAD_BEEF, length: 135, origin };
    let hello = Hello {
        firmware: "0.1.0".try_into().unwrap(),
        board: "microbit".try_into().unwrap(),
        vocabulary: 1,
        champion: champion(Origin::BuiltIn),
        max_champion: 1024,
        max_piece: 48,
        ticks_per_second: 16_000_000,
    };
    let name = "Hello: 0.1.0, microbit, vocabulary 1, champion deadbeef of 135 bytes, built in, 1024, 48, 16000000";
    check(name, Reply::Hello(hello));
    check("FiveO: column 3, 300000 ticks", Reply::FiveO { column: Column::ALL[3], ticks: 300_000 });
    check("Begun", Reply::Begun);
    check("Received: 99", Reply::Received { offset: 99 });
    let name = "Committed: champion deadbeef of 135 bytes, upload 7";
    check(name, Reply::Committed(champion(Origin::Stored(7))));
    check("Bytes: ff 00", Reply::Bytes(Chunk::from_slice(&[0xFF, 0]).unwrap()));
    check("Erased: champion deadbeef of 135 bytes, built in", Reply::Erased(champion(Origin::BuiltIn)));
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
    check("Statistics: 3000, 700, 100, 200, 40, 50, 1, 2, 3", Reply::Statistics(statistics));
    check("Refused: the next piece must begin at 48", Reply::Refused(Refusal::Offset(48)));
    let checksum = Refusal::Champion(ChampionError::Checksum);
    check("Refused: the champion's checksum", Reply::Refused(checksum));
    let name = "Champion: deadbeef of 135 bytes, built in; room for 8000";
    check(name, Reply::Champion { id: champion(Origin::BuiltIn), room: 8000 });
    check("Code: 3456", Reply::Code("3456".parse().unwrap()));
    check("Answer: 1 black, 2 whites", Reply::Answer(Feedback::new(1, 2).unwrap()));
    let guess = Reply::Guess { code: "2315".parse().unwrap(), ticks: 300_000 };
    check("Guess: 2315, 300000 ticks", guess);
    let name = "Checkers: 11-15, worth -3, 7 deep, 5000 positions, 300000 ticks";
    let chosen = pdn::read_move(&Board::START, "11-15").unwrap();
    check(name, Reply::Checkers(Thought { chosen, score: -3, depth: 7, nodes: 5000, ticks: 300_000 }));
    check("Perft: 36768, 300000 ticks", Reply::Perft { leaves: 36_768, ticks: 300_000 });
    check("Refused: the answers contradict each other", Reply::Refused(Refusal::Contradiction));
    let surplus = Refusal::Strategy(StrategyError::Surplus);
    check("Refused: more bytes follow the strategy's tree", Reply::Refused(surplus));
    check("Garbled: the checksum", Reply::Garbled(FrameError::Checksum));
    assert_eq!(example("Garbled: the checksum").0, UNASKED);
}

#[test]
fn the_longest_messages_fit_into_their_frames() {
    let full = Chunk::from_slice(&[0xFF; 48]).unwrap();
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
    let champion = ChampionId { fingerprint: most, length: u16::MAX, origin: Origin::Stored(most) };
    let hello = Hello {
        firmware: "00.00.00".try_into().unwrap(),
        board: "twelve-bytes".try_into().unwrap(),
        vocabulary: u8::MAX,
        champion,
        max_champion: u16::MAX,
        max_piece: u8::MAX,
        ticks_per_second: most,
    };
    // A king that takes nine pieces touches ten squares.
    let longest = Move::along([1, 10, 1, 10, 1, 10, 1, 10, 1, 10].into_iter().filter_map(Square::new)).unwrap();
    assert_eq!(longest.n_jumps(), 9);
    let thought = Thought { chosen: longest, score: i16::MIN, depth: u8::MAX, nodes: most, ticks: most };
    let replies = [
        Reply::Bytes(full.clone()),
        Reply::Statistics(statistics),
        Reply::Hello(hello),
        Reply::Champion { id: champion, room: u16::MAX },
        Reply::Checkers(thought),
        Reply::Perft { leaves: u64::MAX, ticks: most },
    ];
    for reply in replies {
        assert!(encode(Direction::Reply, u16::MAX, &reply).unwrap().len() <= MAX_REPLY, "{reply:?}");
    }
    assert_eq!(MAX_REPLY, 64);
    let piece = Request::Piece { offset: u16::MAX, bytes: full };
    assert!(encode(Direction::Request, u16::MAX, &piece).unwrap().len() <= 64);
    // Twelve guesses of eight pegs.
    let mut history = History::new(Size::new(8, 12).unwrap());
    while !history.is_full() {
        history.push("LLLLLLLL".parse().unwrap(), Feedback::new(0, 0).unwrap()).unwrap();
    }
    let guess = Request::Guess { chance: Seed(u64::MAX), history };
    assert_eq!(encode(Direction::Request, u16::MAX, &guess).unwrap().len(), MAX_FRAME);
    assert!(encode(Direction::Request, 1, &[0u8; 97].as_slice()).is_ok());
    assert!(encode(Direction::Request, 1, &[0u8; 98].as_slice()).is_err());
}

#[test]
fn a_frame_that_is_too_long_or_too_short_is_named_and_the_next_one_is_found() {
    let good = encode(Direction::Request, 5, &Request::Hello).unwrap();
    let long = [&[0, 151][..], &[7; 150], &[0]].concat();
    let found = received(&[&long, &[3, 1, 1, 0][..], &[9, 1, 0], &good[..]].concat());
    let errors: Vec<FrameError> = found.iter().filter_map(|frame| frame.clone().err()).collect();
    assert_eq!(errors, [FrameError::TooLong, FrameError::TooShort, FrameError::Stuffing]);
    assert_eq!(found.last(), Some(&Ok((Direction::Request, 5, vec![0]))));
}

#[test]
fn no_single_changed_bit_goes_unnoticed() {
    let good = encode(Direction::Request, 700, &Request::FiveO(PackedView::from(view()))).unwrap();
    for bit in 0..good.len() * 8 {
        let mut bytes = good.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        // A changed zero in front, which only separates, may leave the frame whole.
        let whole = received(&bytes).into_iter().filter_map(Result::ok).count();
        assert!(whole == 0 || bit < 8, "bit {bit}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived_and_the_next_frame_is_found(garbage in prop::collection::vec(any::<u8>(), 0..300)) {
        let good = encode(Direction::Reply, 77, &Reply::Begun).unwrap();
        let found = received(&[&garbage[..], &good].concat());
        prop_assert_eq!(found.last(), Some(&Ok((Direction::Reply, 77, vec![2]))));
    }

    #[test]
    fn any_body_is_a_message_or_refused(body in prop::collection::vec(any::<u8>(), 0..98), sequence: u16) {
        // A slice would be written with its length; a tuple of bytes is written as it is.
        let frame = encode(Direction::Request, sequence, &Raw(&body)).unwrap();
        let mut receiver = Receiver::new();
        let (last, others) = frame.split_last().unwrap();
        prop_assert!(others.iter().all(|&byte| receiver.push(byte).is_none()));
        let packet = receiver.push(*last).unwrap().unwrap();
        prop_assert_eq!(packet.body, &body[..]);
        if let Some(request) = packet.message::<Request>() {
            let again = encode(Direction::Request, sequence, &request).unwrap();
            // Varints may be written longer than needed; the message is the same.
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
