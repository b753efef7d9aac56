//! Requests in, replies out: all that a board knows, byte by byte, without waiting for anything.

use heapless::String;
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::checkers::Position;
use pipsqueak_core::games::fiveo::{FiveO, PackedView, TableView};
use pipsqueak_core::games::mastermind::History;
use pipsqueak_core::link::{
    self, Chunk, Direction, Effort, Frame, Hello, Packet, Receiver, Refusal, Reply, Request, Statistics, Thought,
};
use pipsqueak_core::search::Clock;
use pipsqueak_core::tree::Vocabulary;

use crate::champions::{self, Champions};
use crate::slots::Mapped;
use crate::{Board, Picture, checkers, mastermind};

/// A board's mind.
pub struct Server<F, B> {
    receiver: Receiver,
    answers: Answers<F, B>,
    /// The last answer, for a host that did not hear it.
    last: Option<Answered>,
    /// The last notice of a frame that was not whole. It must not displace the last answer: the frame may have been the
    /// request for it.
    notice: Frame,
}

/// A request and the frame that answered it. A request that comes again is not carried out again.
struct Answered {
    sequence: u16,
    checksum: u32,
    frame: Frame,
}

/// What answers are made of.
struct Answers<F, B> {
    board: B,
    champions: Champions<F>,
    statistics: Statistics,
}

impl<F: Mapped, B: Board> Server<F, B> {
    /// A board that has just been started: finds its champions.
    pub fn new(flash: F, mut board: B) -> Server<F, B> {
        board.show(Picture::PIP);
        let answers = Answers { board, champions: Champions::new(flash), statistics: Statistics::default() };
        Server { receiver: Receiver::new(), answers, last: None, notice: Frame::new() }
    }

    /// Takes the next byte from the line. With the last byte of a frame comes what is to be sent.
    pub fn receive(&mut self, byte: u8) -> Option<&Frame> {
        let Server { receiver, answers, last, notice } = self;
        let statistics = &mut answers.statistics;
        let packet = match receiver.push(byte)? {
            Ok(packet) => packet,
            Err(error) => {
                count(&mut statistics.n_dropped);
                *notice = link::encode(Direction::Reply, link::UNASKED, &Reply::Garbled(error)).ok()?;
                return Some(notice);
            }
        };
        if packet.direction == Direction::Reply {
            // The line echoes.
            count(&mut statistics.n_dropped);
            return None;
        }
        count(&mut statistics.n_frames);
        let is_repeated = |last: &Answered| (last.sequence, last.checksum) == (packet.sequence, packet.checksum);
        if last.as_ref().is_some_and(is_repeated) {
            count(&mut statistics.n_repeated);
        } else {
            let reply = answers.to(&packet);
            let frame = link::encode(Direction::Reply, packet.sequence, &reply).ok()?;
            *last = Some(Answered { sequence: packet.sequence, checksum: packet.checksum, frame });
        }
        last.as_ref().map(|last| &last.frame)
    }
}

impl<F: Mapped, B: Board> Answers<F, B> {
    fn to(&mut self, packet: &Packet<'_>) -> Reply {
        let answer = if packet.version != link::VERSION {
            Err(Refusal::Version)
        } else {
            packet.message().ok_or(Refusal::Malformed).and_then(|request| self.grant(&request))
        };
        answer.unwrap_or_else(|refusal| {
            count(&mut self.statistics.n_refused);
            Reply::Refused(refusal)
        })
    }

    fn grant(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let champions = &mut self.champions;
        Ok(match request {
            Request::Hello => Reply::Hello(self.hello()?),
            Request::FiveO(view) => self.choose(*view)?,
            Request::Begin { game, length } => champions.begin(*game, *length).map(|()| Reply::Begun)?,
            Request::Piece { offset, bytes } => Reply::Received { offset: champions.take(*offset, bytes)? },
            Request::Commit => Reply::Committed(champions.commit()?),
            Request::Read { game, offset } => Reply::Bytes(champions.read(*game, *offset)?),
            Request::Erase { game } => Reply::Erased(champions.erase(*game)?),
            Request::Statistics => Reply::Statistics(self.measure()),
            Request::Champion { game } => Reply::Champion { id: champions.id(*game)?, room: champions::room(*game) },
            Request::SetCode { size, chance } => Reply::Code(mastermind::set_code(*size, *chance)),
            Request::AnswerGuess { size, chance, guess } => Reply::Answer(mastermind::answer(*size, *chance, *guess)?),
            Request::Guess { chance, history } => self.guess(history, *chance)?,
            Request::Checkers { position, effort } => self.think(position, *effort)?,
            Request::Perft { position, depth } => {
                let (leaves, ticks) = self.timed(|_| checkers::count(position, *depth))?;
                Reply::Perft { leaves, ticks }
            }
        })
    }

    fn hello(&self) -> Result<Hello, Refusal> {
        Ok(Hello {
            firmware: String::try_from(env!("CARGO_PKG_VERSION")).unwrap_or_default(),
            board: String::try_from(B::NAME).unwrap_or_default(),
            vocabulary: FiveO::VERSION,
            champion: self.champions.id(GameId::FiveO)?,
            max_champion: champions::room(GameId::FiveO),
            max_piece: Chunk::new().capacity() as u8,
            ticks_per_second: B::TICKS_PER_SECOND,
        })
    }

    fn choose(&mut self, view: PackedView) -> Result<Reply, Refusal> {
        let ((view, column), ticks) = self.timed(|answers| {
            let view = TableView::try_from(view).map_err(Refusal::View)?;
            Ok((view, answers.champions.player()?.column(&view)))
        })?;
        self.decided(ticks, Picture::of_columns(&view, column));
        Ok(Reply::FiveO { column, ticks })
    }

    fn guess(&mut self, history: &History, chance: Seed) -> Result<Reply, Refusal> {
        self.board.show(Picture::THINKING);
        let (guess, ticks) = self.timed(|answers| {
            answers.champions.with_strategy(|strategy| mastermind::guess(strategy, history, chance))
        })?;
        self.decided(ticks, Picture::of_answers(history));
        Ok(Reply::Guess { code: guess?, ticks })
    }

    fn think(&mut self, position: &Position, effort: Effort) -> Result<Reply, Refusal> {
        self.board.show(Picture::THINKING);
        let (found, ticks) = self.timed(|answers| {
            let start = answers.board.ticks();
            checkers::think(position, effort, &mut Stopwatch { board: &mut answers.board, start })
        })?;
        let chosen = found.best.ok_or(Refusal::GameOver)?;
        self.decided(ticks, Picture::of_pieces(position.board(), chosen));
        let nodes = u32::try_from(found.nodes).unwrap_or(u32::MAX);
        Ok(Reply::Checkers(Thought { chosen, score: found.score, depth: found.depth, nodes, ticks }))
    }

    /// Does something and says how many ticks it took.
    fn timed<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<(T, u32), Refusal> {
        let start = self.board.ticks();
        let done = work(self)?;
        Ok((done, self.board.ticks().wrapping_sub(start)))
    }

    /// A move was found.
    fn decided(&mut self, ticks: u32, picture: Picture) {
        self.statistics.last_decision = ticks;
        self.statistics.longest_decision = self.statistics.longest_decision.max(ticks);
        count(&mut self.statistics.n_decisions);
        self.board.show(picture);
    }

    fn measure(&mut self) -> Statistics {
        self.statistics.stack_high_water = self.board.stack_high_water();
        self.statistics.static_ram = self.board.static_ram();
        self.statistics
    }
}

/// The board's clock, as a search reads it.
struct Stopwatch<'b, B> {
    board: &'b mut B,
    start: u32,
}

impl<B: Board> Clock for Stopwatch<'_, B> {
    fn micros(&mut self) -> u32 {
        let ticks = self.board.ticks().wrapping_sub(self.start);
        // Every board counts a whole number of ticks a microsecond, or less than one.
        ticks / const { if B::TICKS_PER_SECOND < 1_000_000 { 1 } else { B::TICKS_PER_SECOND / 1_000_000 } }
    }
}

fn count(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
