use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use pipsqueak_app::{BUILT_IN, GAMES};
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::{Column, ID, Table, TableView};
use pipsqueak_core::games::mastermind;
use pipsqueak_core::link::{
    self, Chunk, Direction, Effort, MoveBytes, Origin, Receiver, Refusal, Reply, Request, SearchInfo,
};
use pipsqueak_core::random::Seed;
use proptest::prelude::*;

use super::*;
use crate::port::{RamFlash, Sim, Transport};

/// A line to a real board on which a test tampers: for each frame sent, the test decides what comes back.
struct Spoiled<F> {
    sim: Sim,
    n_sent: u32,
    arrived: VecDeque<u8>,
    spoil: F,
}

impl<F: FnMut(u32, &[u8], &mut Sim) -> Vec<u8>> Transport for Spoiled<F> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.n_sent += 1;
        self.arrived.extend((self.spoil)(self.n_sent, bytes, &mut self.sim));
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _wait: Duration) -> io::Result<usize> {
        if self.arrived.is_empty() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let n_bytes = buffer.len().min(self.arrived.len());
        buffer.iter_mut().zip(self.arrived.drain(..n_bytes)).for_each(|(place, byte)| *place = byte);
        Ok(n_bytes)
    }
}

/// A client on a line that a test tampers with.
fn client<F: FnMut(u32, &[u8], &mut Sim) -> Vec<u8>>(spoil: F) -> Client<Spoiled<F>> {
    let sim = Sim::with_flash(RamFlash::new(), GAMES);
    Client::new(Spoiled { sim, n_sent: 0, arrived: VecDeque::new(), spoil })
}

/// A client of a board that gives these replies to any requests.
fn answering(replies: Vec<Reply>) -> Client<impl Transport> {
    let mut replies = replies.into_iter();
    client(move |_, bytes, _| replies.next().map_or(Vec::new(), |reply| framed(number(bytes), &reply)))
}

/// The reply of a board on a good line.
fn answered(sim: &mut Sim, bytes: &[u8]) -> Vec<u8> {
    sim.send(bytes).unwrap();
    let mut buffer = [0; 256];
    let n_bytes = sim.receive(&mut buffer, Duration::ZERO).unwrap_or(0);
    buffer[..n_bytes].to_vec()
}

/// Decodes a request, and the sequence number that the reply must have.
fn asked<R>(frame: &[u8], read: impl FnOnce(u16, Request) -> R) -> R {
    let mut receiver = Receiver::new();
    let (last, others) = frame.split_last().unwrap();
    assert!(others.iter().all(|&byte| receiver.push(byte).is_none()));
    let packet = receiver.push(*last).unwrap().unwrap();
    assert_eq!((packet.direction, packet.version), (Direction::Request, link::VERSION));
    read(packet.sequence, packet.message().unwrap())
}

fn number(frame: &[u8]) -> u16 {
    asked(frame, |sequence, _| sequence)
}

fn framed(sequence: u16, reply: &Reply) -> Vec<u8> {
    link::encode_reply(sequence, reply).unwrap().to_vec()
}

fn view() -> TableView {
    let Turn::Of(_, view) = Table::deal(Seed(1)).turn() else { panic!("a game has begun") };
    view
}

/// The board's decision there.
fn column<C: Transport>(client: &mut Client<C>) -> Result<Column, LinkError> {
    client.decide::<Table>(&view(), Effort::Default).map(|decision| decision.chosen)
}

/// A reply with the first column.
fn first_column() -> Reply {
    let chosen = MoveBytes::from_slice(&[0]).unwrap();
    Reply::Move { game: ID, chosen, ticks: 1, info: SearchInfo::default() }
}

fn origin<C: Transport>(client: &mut Client<C>) -> Origin {
    client.champion(ID).unwrap().id.origin
}

#[test]
fn a_champion_is_uploaded_and_read_back() {
    let mut client = client(|_, bytes, sim| answered(sim, bytes));
    assert_eq!(client.read_champion(ID).unwrap(), BUILT_IN);
    assert_eq!(origin(&mut client), Origin::BuiltIn);
    assert!(matches!(
        client.connect(Some(GameId(9))),
        Err(LinkError::Session(SessionError::GameNotOffered(GameId(9))))
    ));
    let mut heard = Vec::new();
    let id = client.upload(ID, BUILT_IN, |n_bytes| heard.push(n_bytes)).unwrap();
    assert_eq!((id.origin, id.fingerprint), (Origin::Stored(1), champion::fingerprint(BUILT_IN)));
    assert!(heard.is_sorted());
    assert_eq!(heard.last(), Some(&(2 * BUILT_IN.len())));
    assert_eq!(client.erase(ID).unwrap().origin, Origin::BuiltIn);
    assert_eq!(client.counts(), LinkCounts::default());
    assert!(column(&mut client).is_ok());
    assert_eq!(client.statistics().unwrap().n_decisions, 1);
    assert_eq!(client.times().n_decisions, 1);
}

fn expected() -> Column {
    Champion::decode(BUILT_IN).unwrap().player.column(&view())
}

#[test]
fn a_board_of_version_1_is_refused_with_advice() {
    // The hello of version 1, from its document.
    let told = "00 03 81 01 01 18 05 30 2e 31 2e 30 08 6d 69 63 72 6f 62 69 74 01 ef fd b6 f5 0d 87 01 0c 80 08 30 80 c8 d0 07 \
                09 d7 65 54 00";
    let hello: Vec<u8> = told.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    let mut client = client(move |_, _, _| hello.clone());
    let error = client.hello().unwrap_err();
    assert!(matches!(error, LinkError::Session(SessionError::Version(1))));
    let told = "version 2: put this program's firmware on it (pipsqueak flash CHAMPION --hex FILE)";
    assert!(error.to_string().ends_with(told), "{error}");
}

#[test]
fn a_move_of_another_game_and_bytes_that_are_no_move_are_errors() {
    // A move of another game, and bytes that are no move.
    let Reply::Move { chosen, ticks, info, .. } = first_column() else { unreachable!() };
    let other = Reply::Move { game: mastermind::ID, chosen: chosen.clone(), ticks, info };
    let none = Reply::Move { game: ID, chosen: MoveBytes::from_slice(&[5]).unwrap(), ticks, info };
    assert!(matches!(
        column(&mut answering(vec![other])),
        Err(LinkError::Session(SessionError::OtherGame(mastermind::ID)))
    ));
    for answer in [none, Reply::Begun] {
        assert!(matches!(column(&mut answering(vec![answer])), Err(LinkError::Session(SessionError::Unexpected))));
    }
}

#[test]
fn a_refusal_is_an_error() {
    let error = answering(vec![Reply::Refused(Refusal::Flash)]).erase(ID).unwrap_err();
    assert_eq!(error.to_string(), "the board refused: the flash memory failed");
    let mut client = client(|_, bytes, sim| answered(sim, bytes));
    let error = client.upload(ID, &[1; 100], |_| {}).unwrap_err();
    assert!(matches!(error, LinkError::Session(SessionError::Refused(Refusal::Champion(_)))), "{error}");
    assert_eq!(origin(&mut client), Origin::BuiltIn, "the old one stays");
}

#[test]
fn a_board_that_stores_other_bytes_is_an_error() {
    let mut client = client(|_, bytes, sim| {
        if asked(bytes, |_, request| matches!(request, Request::Read { offset: 48, .. })) {
            return framed(number(bytes), &Reply::Bytes(Chunk::from_slice(&[9; 48]).unwrap()));
        }
        answered(sim, bytes)
    });
    assert!(matches!(client.upload(ID, BUILT_IN, |_| {}), Err(LinkError::Session(SessionError::Differs))));
}

/// A line that never falls silent.
struct Babble {
    byte: u8,
    n_sent: u32,
}

impl Transport for Babble {
    fn send(&mut self, _bytes: &[u8]) -> io::Result<()> {
        self.n_sent += 1;
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _wait: Duration) -> io::Result<usize> {
        buffer.fill(self.byte);
        Ok(buffer.len())
    }
}

#[test]
fn a_line_that_is_never_silent_times_out() {
    let policy = RetryPolicy { reply_timeout: 20, total: 100, ..RetryPolicy::DEFAULT };
    // A frame that never ends, and no frame at all.
    for byte in [1, 0] {
        let mut client = Client::with_policy(Babble { byte, n_sent: 0 }, policy);
        assert!(matches!(client.hello(), Err(LinkError::Session(SessionError::Noise))));
        assert_eq!(client.transport().n_sent, 3);
    }
}

#[test]
fn a_closed_line_is_reported_at_once() {
    struct Closed;
    impl Transport for Closed {
        fn send(&mut self, _bytes: &[u8]) -> io::Result<()> {
            Ok(())
        }

        fn receive(&mut self, _buffer: &mut [u8], _wait: Duration) -> io::Result<usize> {
            Ok(0)
        }
    }
    assert!(matches!(Client::new(Closed).hello(), Err(LinkError::Closed)));
}

proptest! {
    #[test]
    fn a_corrupted_byte_does_not_change_the_move(at in 0usize..40, byte: u8, number in 1u32..3) {
        let mut client = client(move |n_sent, bytes, sim| {
            let mut answer = answered(sim, bytes);
            let n_bytes = answer.len();
            if n_sent == number {
                answer[at % n_bytes] = byte;
            }
            answer
        });
        for _ in 0..2 {
            prop_assert_eq!(column(&mut client).unwrap(), expected());
        }
    }
}
