//! A board's clock, its sequence numbers that wrap around, its statistics and its lights, tested frame by frame.

use std::cell::RefCell;
use std::rc::Rc;

use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot, SlotRegion, Slots};
use pipsqueak_app::{BUILT_IN, Board, GAMES, Picture, Server, serve};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::checkers::{self, Position};
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::games::mastermind::{self, CodeSize, Duel};
use pipsqueak_core::link::{
    self, Direction, Effort, Hello, LinkGame, Origin, Receiver, Refusal, Reply, Request, Statistics,
};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::device::{Device, frame};
use pipsqueak_tests::flash::Flash;

/// The clock and the pictures of a watched board.
#[derive(Default)]
struct Watch {
    ticks: u32,
    /// Ticks that pass with every reading of the clock.
    step: u32,
    shown: Vec<Picture>,
}

/// A board, of 16 MHz by default, whose clock advances when it is read.
#[derive(Clone, Default)]
struct Watched<const HERTZ: u32 = 16_000_000>(Rc<RefCell<Watch>>);

impl<const HERTZ: u32> Board for Watched<HERTZ> {
    const NAME: &'static str = "watched";
    const TICKS_PER_SECOND: u32 = HERTZ;

    fn ticks(&mut self) -> u32 {
        let watch = &mut *self.0.borrow_mut();
        watch.ticks = watch.ticks.wrapping_add(watch.step);
        watch.ticks
    }

    fn stack_high_water(&mut self) -> u32 {
        1234
    }

    fn static_ram(&mut self) -> u32 {
        567
    }

    fn show(&mut self, picture: Picture) {
        self.0.borrow_mut().shown.push(picture);
    }
}

struct Asked {
    server: Server<Flash, Watched>,
    watch: Watched,
    sequence: u16,
}

impl Asked {
    fn start(ticks: u32, step: u32) -> Asked {
        let watch = Watched::default();
        *watch.0.borrow_mut() = Watch { ticks, step, shown: Vec::new() };
        Asked { server: Server::new(Flash::blank(0xFF), watch.clone(), GAMES), watch, sequence: 0 }
    }

    /// Sends a frame of any bytes; returns the reply, if there is one, with its number.
    fn send(&mut self, bytes: &[u8]) -> Option<(u16, Reply)> {
        let mut answer = None;
        for &byte in bytes {
            if let Some(frame) = self.server.receive(byte) {
                let mut receiver = Receiver::new();
                for &byte in frame {
                    if let Some(packet) = receiver.push(byte) {
                        let packet = packet.unwrap();
                        assert_eq!(packet.direction, Direction::Reply);
                        answer = Some((packet.sequence, packet.message().unwrap()));
                    }
                }
            }
        }
        answer
    }

    fn ask(&mut self, request: &Request<'_>) -> Reply {
        self.sequence = self.sequence.wrapping_add(1);
        let frame = link::encode_request(self.sequence, request).unwrap();
        let (sequence, reply) = self.send(&frame).unwrap();
        assert_eq!(sequence, self.sequence);
        reply
    }

    fn decide<G: LinkGame>(&mut self, view: &G::View, effort: Effort) -> Reply {
        let view = link::write_view::<G>(view).unwrap();
        self.ask(&Request::Move { game: G::ID, effort, view: &view })
    }

    fn statistics(&mut self) -> Statistics {
        match self.ask(&Request::Statistics) {
            Reply::Statistics(statistics) => statistics,
            other => panic!("{other:?}"),
        }
    }

    fn last_picture(&self) -> Picture {
        *self.watch.0.borrow().shown.last().unwrap()
    }
}

/// The positions searched, and the ticks.
fn searched(reply: Reply) -> (u32, u32) {
    match reply {
        Reply::Move { info, ticks, .. } => (info.nodes, ticks),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_millisecond_is_a_thousandth_of_the_boards_second() {
    let view = checkers::View::new(Position::START);
    // Every reading of the clock, one for 128 positions, takes a millisecond: 16,000 ticks of 16 MHz.
    for (start, millis) in [(0, 20), (u32::MAX - 100_000, 20), (5, 60)] {
        let (nodes, ticks) =
            searched(Asked::start(start, 16_000).decide::<checkers::Game>(&view, Effort::Millis(millis)));
        // No iteration is begun after half of the time, and at most all of it is used.
        assert!((64 * millis..=130 * millis).contains(&nodes), "{nodes} positions in {millis} ms");
        assert!((8_000 * millis..=16_000 * (millis + 2)).contains(&ticks), "{ticks} ticks in {millis} ms");
    }
    // Without a time limit a board searches 5,000 positions, whatever its clock shows.
    let (nodes, _) = searched(Asked::start(0, 16_000).decide::<checkers::Game>(&view, Effort::Default));
    assert!((5_000..=5_128).contains(&nodes), "{nodes}");
    let (nodes, _) = searched(Asked::start(0, 0).decide::<checkers::Game>(&view, Effort::Nodes(700)));
    assert!((700..=828).contains(&nodes), "{nodes}");
}

#[test]
fn no_deeper_iteration_is_begun_in_the_second_half_of_the_time() {
    let view = checkers::View::new(Position::START);
    let shares = (10..=60).step_by(5).map(|millis| {
        let (_, ticks) = searched(Asked::start(0, 16_000).decide::<checkers::Game>(&view, Effort::Millis(millis)));
        f64::from(ticks) / f64::from(16_000 * millis)
    });
    let shares: Vec<f64> = shares.collect();
    // Some times end in the middle of an iteration; if one ended in the second half, the rest is not used.
    assert!(shares.iter().all(|share| *share >= 0.5), "{shares:?}");
    assert!(shares.iter().any(|share| *share < 0.9) && shares.iter().any(|share| *share >= 1.0), "{shares:?}");
}

#[test]
fn a_board_accepts_at_most_a_minute_or_400_000_positions() {
    let view = checkers::View::new(Position::START);
    let mut board = Asked::start(0, 16_000_000);
    for (effort, is_granted) in [
        (Effort::Millis(60_000), true),
        (Effort::Millis(60_001), false),
        (Effort::Nodes(400_000), true),
        (Effort::Nodes(400_001), false),
    ] {
        // A single legal move takes no time.
        let reply = board.decide::<checkers::Game>(&view, effort);
        assert_eq!(matches!(reply, Reply::Move { .. }), is_granted, "{effort:?}");
        assert_eq!(matches!(reply, Reply::Refused(Refusal::TooMuch)), !is_granted, "{effort:?}");
    }
    // 8 pegs of 7 colours are 5,764,801 codes, of 8 colours 16,777,216.
    for (colors, is_granted) in [(7, true), (8, false)] {
        let Turn::Of(_, view) = Duel::new(CodeSize::new(8, colors).unwrap(), Seed(1)).turn() else { panic!() };
        let Reply::Move { chosen, .. } = board.decide::<Duel>(&view, Effort::Default) else { panic!() };
        let secret = link::read_move::<Duel>(&chosen).unwrap();
        let mut duel = Duel::new(CodeSize::new(8, colors).unwrap(), Seed(1));
        duel.play(secret).unwrap();
        duel.play(secret).unwrap();
        let Turn::Of(_, view) = duel.turn() else { panic!() };
        let reply = board.decide::<Duel>(&view, Effort::Default);
        assert_eq!(matches!(reply, Reply::Move { .. }), is_granted, "{reply:?}");
        assert_eq!(matches!(reply, Reply::Refused(Refusal::TooMuch)), !is_granted, "{reply:?}");
    }
}

#[test]
fn a_board_counts_frames_and_decisions() {
    let mut board = Asked::start(10, 7);
    assert_eq!(board.watch.0.borrow().shown, [Picture::PIP]);
    let fresh = Statistics { stack_high_water: 1234, static_ram: 567, n_frames: 1, ..Statistics::default() };
    assert_eq!(board.statistics(), fresh);
    // An echo of the board's own frame is counted and not answered.
    assert_eq!(board.send(&frame(link::VERSION, Direction::Reply, 3, &[0])), None);
    // A damaged one is answered without a sequence number.
    let mut damaged = frame(link::VERSION, Direction::Request, 9, &[0]);
    let last = damaged.len() - 2;
    damaged[last] ^= if damaged[last] == 0x80 { 0x40 } else { 0x80 };
    let notice = board.send(&damaged);
    assert!(matches!(notice, Some((link::UNASKED, Reply::Garbled(_)))), "{notice:?}");
    // A repeated request is answered twice and carried out once.
    let hello = frame(link::VERSION, Direction::Request, 77, &[0]);
    let first = board.send(&hello);
    assert!(matches!(first, Some((77, Reply::Hello(_)))), "{first:?}");
    assert_eq!(board.send(&hello), first);
    assert_eq!(board.ask(&Request::Champion { game: GameId(200) }), Reply::Refused(Refusal::OtherGame));
    let expected = Statistics { n_frames: 5, n_dropped: 2, n_repeated: 1, n_refused: 1, ..fresh };
    assert_eq!(board.statistics(), expected);
    // A decision without a search reads the clock at its beginning and at its end.
    let Turn::Of(_, view) = Table::deal(Seed(1)).turn() else { panic!() };
    let Reply::Move { ticks, .. } = board.decide::<Table>(&view, Effort::Default) else { panic!() };
    assert_eq!(ticks, 7);
    board.watch.0.borrow_mut().step = 3;
    assert!(matches!(board.decide::<Table>(&view, Effort::Default), Reply::Move { ticks: 3, .. }));
    let expected = Statistics { n_frames: 8, last_decision: 3, longest_decision: 7, n_decisions: 2, ..expected };
    assert_eq!(board.statistics(), expected);
}

#[test]
fn the_hello_names_the_board_and_its_games() {
    let Reply::Hello(Hello { board, games, max_chunk, ticks_per_second, firmware }) =
        Asked::start(0, 0).ask(&Request::Hello)
    else {
        panic!()
    };
    assert_eq!((board.as_str(), max_chunk, ticks_per_second), ("watched", 48, 16_000_000));
    assert_eq!(firmware.as_str(), env!("CARGO_PKG_VERSION"));
    assert_eq!(games.as_slice(), [ID, checkers::ID, mastermind::ID]);
}

#[test]
fn the_lights_show_when_a_decision_takes_long() {
    let mut board = Asked::start(0, 0);
    let Turn::Of(_, view) = Table::deal(Seed(1)).turn() else { panic!() };
    board.decide::<Table>(&view, Effort::Default);
    assert!(!board.watch.0.borrow().shown.contains(&Picture::THINKING));
    assert_eq!(board.last_picture().steady, [0, 0, 0, 0, 31], "a card in each of five columns");
    assert_eq!(board.last_picture().blinking.iter().map(|row| row.count_ones()).sum::<u32>(), 1);
    board.decide::<checkers::Game>(&checkers::View::new(Position::START), Effort::Nodes(1));
    assert_eq!(board.watch.0.borrow().shown[2], Picture::THINKING);
    assert_eq!(board.last_picture().steady, [31, 31, 0b11011, 31, 31]);
}

/// The flash region of Five-O's champions.
fn place() -> SlotRegion {
    champions_of(GAMES, ID).unwrap().place
}

/// A flash memory with the built-in champion in both slots, under these numbers.
fn numbered([first, second]: [u32; 2]) -> Flash {
    let mut bytes = vec![0xFF; slots::REGION as usize];
    for (slot, number) in Slot::both(place()).into_iter().zip([first, second]) {
        let (start, header) = (slot.offset() as usize, slots::header(slot, number, BUILT_IN).unwrap());
        bytes[start..start + 16].copy_from_slice(&header);
        bytes[start + 16..start + 16 + BUILT_IN.len()].copy_from_slice(BUILT_IN);
    }
    Flash::holding(bytes)
}

#[test]
fn upload_numbers_wrap_around_and_the_newer_champion_is_active() {
    // RFC 1982: the newer is the one less than half a turn ahead. Two equal numbers are ambiguous.
    for (older, newer) in
        [(1, 2), (0x7FFF_FFFF, 0x8000_0000), (u32::MAX, 0), (u32::MAX, 1), (0xFFFF_FFF0, 5), (1, 0x8000_0000)]
    {
        for numbers in [[older, newer], [newer, older]] {
            let flash = numbered(numbers);
            let origin = Device::start(&flash).champion().origin;
            assert_eq!(origin, Origin::Stored(newer), "{numbers:?}");
            let [first, second] = Slots::new(flash.clone()).stored(place());
            assert_eq!([first, second].map(|stored| stored.unwrap().sequence), [newer, older]);
            // The next upload overwrites the older one and is then the newest, also after a restart.
            let id = Device::start(&flash).upload(BUILT_IN).unwrap();
            assert_eq!(id.origin, Origin::Stored(newer.wrapping_add(1)));
            assert_eq!(Device::start(&flash).champion().origin, id.origin);
            let kept = Slots::new(flash).stored(place()).map(|stored| stored.unwrap().sequence);
            assert_eq!(kept, [newer.wrapping_add(1), newer]);
        }
    }
}

#[test]
fn a_champion_that_fills_a_slot_fits_and_one_more_byte_does_not() {
    let slot = Slot::first(place());
    let most = slot.capacity() as usize;
    assert_eq!((slot.offset(), slot.other().offset(), slot.size(), most), (0, 0x1000, 0x1000, 0x1000 - 16));
    assert_eq!(slot.other().other(), slot);
    assert!(slots::header(slot, 1, &vec![0; most]).is_some());
    assert!(slots::header(slot, 1, &vec![0; most + 1]).is_none());
    assert!(slots::header(slot, 1, &vec![0; 0x1_0000 + 1]).is_none());
}

#[test]
fn a_board_reports_each_games_champions() {
    let mut board = Asked::start(0, 0);
    let mut champion = |game| match board.ask(&Request::Champion { game }) {
        Reply::Champion { id, room, vocabulary } => (id.map(|id| id.length), room, vocabulary),
        other => panic!("{other:?}"),
    };
    assert_eq!(champion(ID), (Some(BUILT_IN.len() as u16), 1024, champions_of(GAMES, ID).unwrap().vocabulary));
    // Its built-in player, which is no champion and has no bytes.
    assert_eq!(champion(checkers::ID), (Some(0), 1024, champions_of(GAMES, checkers::ID).unwrap().vocabulary));
    let strategy = pipsqueak_app::BUILT_IN_STRATEGY;
    assert_eq!(champion(mastermind::ID).0, Some(strategy.len() as u16));
    // Champions of a game without any are refused with that reason, and so are lengths beyond the room.
    for (game, length, refusal) in [
        (checkers::ID, 1025, Refusal::Length),
        (GameId(99), 10, Refusal::OtherGame),
        (ID, 0, Refusal::Length),
        (ID, 1025, Refusal::Length),
    ] {
        assert_eq!(board.ask(&Request::Begin { game, length }), Reply::Refused(refusal));
    }
    assert_eq!(board.ask(&Request::Begin { game: ID, length: 1024 }), Reply::Begun);
}

#[test]
fn a_champion_is_read_in_words_and_not_beyond_its_end() {
    let mut board = Asked::start(0, 0);
    let length = BUILT_IN.len() as u16;
    for offset in 0..length + 8 {
        let reply = board.ask(&Request::Read { game: ID, offset });
        if offset < length && offset % 4 == 0 {
            let rest = &BUILT_IN[usize::from(offset)..];
            let Reply::Bytes(bytes) = reply else { panic!("{offset}: {reply:?}") };
            assert_eq!(bytes.as_slice(), &rest[..rest.len().min(48)]);
        } else {
            assert_eq!(reply, Reply::Refused(Refusal::Offset(0)), "{offset}");
        }
    }
}

/// A line that delivers bytes in pieces and accepts a few at a time, and at last none.
struct Line {
    input: Vec<u8>,
    output: Vec<u8>,
    takes: usize,
    room: usize,
    n_flushes: usize,
}

impl embedded_io::ErrorType for Line {
    type Error = std::convert::Infallible;
}

impl embedded_io::Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        let n_read = buffer.len().min(self.input.len()).min(11);
        buffer[..n_read].copy_from_slice(&self.input[..n_read]);
        self.input.drain(..n_read);
        Ok(n_read)
    }
}

impl embedded_io::Write for Line {
    fn write(&mut self, buffer: &[u8]) -> Result<usize, Self::Error> {
        let n_written = buffer.len().min(self.takes).min(self.room);
        self.room -= n_written;
        self.output.extend(&buffer[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> Result<(), Self::Error> {
        self.n_flushes += 1;
        Ok(())
    }
}

#[test]
fn a_line_that_takes_a_few_bytes_at_a_time_gets_every_reply_whole() {
    let ask = |sequence| frame(link::VERSION, Direction::Request, sequence, &[0]);
    let served = |takes, room| {
        let mut line = Line { input: [ask(1), ask(2)].concat(), output: Vec::new(), takes, room, n_flushes: 0 };
        serve(&mut line, Flash::blank(0xFF), <Watched>::default(), GAMES).unwrap();
        line
    };
    let whole = served(1000, 1000);
    assert_eq!(whole.output.iter().filter(|&&byte| byte == 0).count(), 4, "two frames, each between two zeros");
    assert_eq!(whole.n_flushes, 2);
    for takes in [1, 2, 7] {
        assert_eq!(served(takes, 1000).output, whole.output);
    }
    // A line that accepts nothing more does not block the board.
    assert_eq!(served(7, 10).output, whole.output[..10]);
}

#[test]
fn a_clock_slower_than_a_microsecond_works() {
    let view = link::write_view::<checkers::Game>(&checkers::View::new(Position::START)).unwrap();
    let request = Request::Move { game: checkers::ID, effort: Effort::Millis(1), view: &view };
    let input = link::encode_request(1, &request).unwrap().to_vec();
    let mut line = Line { input, output: Vec::new(), takes: 64, room: 64, n_flushes: 0 };
    let board = Watched::<32_768>::default();
    // A tick for every reading of the clock, which counts as a microsecond: 1,000 readings, one for 128 positions.
    board.0.borrow_mut().step = 1;
    serve(&mut line, Flash::blank(0xFF), board, GAMES).unwrap();
    let mut receiver = Receiver::new();
    let mut found = line.output.iter().filter_map(|&byte| receiver.push(byte)?.unwrap().message::<Reply>());
    let (nodes, _) = searched(found.next().unwrap());
    assert!((64_000..=130_000).contains(&nodes), "{nodes}");
}
