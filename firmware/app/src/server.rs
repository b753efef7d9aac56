//! The server of a board: requests in, replies out, byte by byte, without waiting.
//!
//! **Exactly once by keeping one reply.** The host repeats a request with the same frame; the board keeps its last
//! reply with the request's number and checksum. Nothing else is needed for uploads to survive a noisy line.

use heapless::{String, Vec};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{
    self, Direction, Effort, Hello, MAX_CHUNK, Packet, Receiver, Refusal, Reply, ReplyFrame, Request, Statistics,
};
use pipsqueak_core::search::Clock;

use crate::champions::Champions;
use crate::games::{BoardGame, BoardMove};
use crate::log::{info, shown, warning};
use crate::slots::MappedFlash;
use crate::{Board, Picture};

/// The server of a board: bytes in, frames out.
pub struct Server<F, B> {
    receiver: Receiver,
    answers: Answers<F, B>,
    /// The last reply, for a host that did not receive it.
    last: Option<Answered>,
    /// The last notice of an invalid frame. It must not replace the last reply: the frame may have been the repeated
    /// request.
    notice: ReplyFrame,
}

/// A request and the frame that answered it. A repeated request is not carried out again.
struct Answered {
    sequence: u16,
    checksum: u32,
    frame: ReplyFrame,
}

/// The state that replies are made from.
struct Answers<F, B> {
    board: B,
    champions: Champions<F>,
    statistics: Statistics,
}

impl<F: MappedFlash, B: Board> Server<F, B> {
    /// A newly started board that plays these games: finds its champions. A function of its own, so that its
    /// temporaries are not on the stack as long as the board runs.
    #[inline(never)]
    pub fn new(flash: F, mut board: B, games: &'static [BoardGame]) -> Server<F, B> {
        board.show(Picture::PIP);
        info!("{=str} starts, firmware {=str}", B::NAME, env!("CARGO_PKG_VERSION"));
        let champions = Champions::new(flash, games);
        let answers = Answers { board, champions, statistics: Statistics::default() };
        Server { receiver: Receiver::new(), answers, last: None, notice: ReplyFrame::new() }
    }

    /// Takes the next byte from the line. The last byte of a frame returns the reply to send.
    pub fn receive(&mut self, byte: u8) -> Option<&ReplyFrame> {
        let Server { receiver, answers, last, notice } = self;
        let statistics = &mut answers.statistics;
        let packet = match receiver.push(byte)? {
            Ok(packet) => packet,
            Err(error) => {
                count(&mut statistics.n_dropped);
                warning!("frame dropped: {}", shown(&error));
                *notice = link::encode_reply(link::UNASKED, &Reply::Garbled(error)).ok()?;
                return Some(notice);
            }
        };
        if packet.direction == Direction::Reply {
            // An echo of the board's own frame.
            count(&mut statistics.n_dropped);
            warning!("frame dropped: a reply, perhaps an echo");
            return None;
        }
        count(&mut statistics.n_frames);
        let is_repeated = |last: &Answered| (last.sequence, last.checksum) == (packet.sequence, packet.checksum);
        if last.as_ref().is_some_and(is_repeated) {
            count(&mut statistics.n_repeated);
            warning!("request {=u16} is repeated", packet.sequence);
        } else {
            let reply = answers.to(&packet);
            let frame = link::encode_reply(packet.sequence, &reply).ok()?;
            *last = Some(Answered { sequence: packet.sequence, checksum: packet.checksum, frame });
        }
        last.as_ref().map(|last| &last.frame)
    }
}

impl<F: MappedFlash, B: Board> Answers<F, B> {
    fn to(&mut self, packet: &Packet<'_>) -> Reply {
        let answer = if packet.version != link::VERSION {
            Err(Refusal::Version)
        } else {
            packet.message().ok_or(Refusal::Malformed).and_then(|request| {
                info!("request {=u16}: {=str}", packet.sequence, name(&request));
                self.grant(&request)
            })
        };
        answer.unwrap_or_else(|refusal| {
            count(&mut self.statistics.n_refused);
            warning!("request {=u16} is refused: {}", packet.sequence, shown(&refusal));
            Reply::Refused(refusal)
        })
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Reply, Refusal> {
        let champions = &mut self.champions;
        Ok(match *request {
            Request::Hello => Reply::Hello(self.hello()),
            Request::Move { game, effort, view } => self.decide(game, effort, view)?,
            Request::Begin { game, length } => champions.begin(game, length).map(|()| Reply::Begun)?,
            Request::Chunk { offset, bytes } => Reply::Received { offset: champions.take(offset, bytes)? },
            Request::Commit => Reply::Committed(champions.commit()?),
            Request::Read { game, offset } => Reply::Bytes(champions.read(game, offset)?),
            Request::Erase { game } => Reply::Erased(champions.erase(game)?),
            Request::Statistics => Reply::Statistics(self.measure()),
            Request::Champion { game } => champions.describe(game)?,
        })
    }

    fn hello(&self) -> Hello {
        let mut games = Vec::new();
        for game in self.champions.games() {
            // A board has no more games than there is room for.
            let _ = games.push(game.id);
        }
        Hello {
            firmware: String::try_from(env!("CARGO_PKG_VERSION")).unwrap_or_default(),
            board: String::try_from(B::NAME).unwrap_or_default(),
            games,
            max_chunk: MAX_CHUNK as u8,
            ticks_per_second: B::TICKS_PER_SECOND,
        }
    }

    fn decide(&mut self, game: GameId, effort: Effort, view: &[u8]) -> Result<Reply, Refusal> {
        let Answers { board, champions, .. } = self;
        let row = champions.game(game)?;
        if row.is_slow {
            board.show(Picture::THINKING);
        }
        let mut stopwatch = Stopwatch { start: board.ticks(), board };
        let decided = champions.with(row, |context| (row.decide)(context, view, effort, &mut stopwatch))?;
        let ticks = stopwatch.ticks();
        let BoardMove { chosen, info, picture } = decided?;
        info!("game {=u8}: decided in {=u32} ticks, {=u32} positions", game.0, ticks, info.nodes);
        self.decided(ticks, picture);
        Ok(Reply::Move { game, chosen, ticks, info })
    }

    /// Records a decision.
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

/// What a request asks for.
fn name(request: &Request<'_>) -> &'static str {
    match request {
        Request::Hello => "hello",
        Request::Move { .. } => "move",
        Request::Begin { .. } => "begin",
        Request::Chunk { .. } => "chunk",
        Request::Commit => "commit",
        Request::Read { .. } => "read",
        Request::Erase { .. } => "erase",
        Request::Statistics => "statistics",
        Request::Champion { .. } => "champion",
    }
}

/// The board's clock for a search.
struct Stopwatch<'b, B> {
    board: &'b mut B,
    start: u32,
}

impl<B: Board> Stopwatch<'_, B> {
    fn ticks(&mut self) -> u32 {
        self.board.ticks().wrapping_sub(self.start)
    }
}

impl<B: Board> Clock for Stopwatch<'_, B> {
    fn micros(&mut self) -> u32 {
        let ticks = self.ticks();
        // Every board counts a whole number of ticks per microsecond, or less than one.
        ticks / const { if B::TICKS_PER_SECOND < 1_000_000 { 1 } else { B::TICKS_PER_SECOND / 1_000_000 } }
    }
}

fn count(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
