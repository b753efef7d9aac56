//! A simulated board without a line: its application with a flash memory that tests can read.

use crc::{CRC_32_ISO_HDLC, Crc};
use pipsqueak_app::{Board, GAMES, Picture, Server};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::games::fiveo;
use pipsqueak_core::link::{
    self, ChampionId, Direction, Effort, LinkGame, MAX_CHUNK, Receiver, Refusal, Reply, ReplyFrame, Request, SearchInfo,
};

use crate::flash::Flash;

/// A board without a clock or a display.
pub struct Plain;

impl Board for Plain {
    const NAME: &'static str = "plain";
    const TICKS_PER_SECOND: u32 = 1;

    fn ticks(&mut self) -> u32 {
        0
    }

    fn stack_high_water(&mut self) -> u32 {
        0
    }

    fn static_ram(&mut self) -> u32 {
        0
    }

    fn show(&mut self, _: Picture) {}
}

/// A running board.
pub struct Device {
    server: Server<Flash, Plain>,
    sequence: u16,
    /// The game whose champions are asked about.
    game: GameId,
}

/// A valid frame with any bytes as its body.
pub fn frame(version: u8, direction: Direction, sequence: u16, body: &[u8]) -> Vec<u8> {
    let reply = if direction == Direction::Reply { 0x80 } else { 0 };
    let mut content = [&[version | reply][..], &sequence.to_le_bytes(), body].concat();
    content.extend(Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(&content).to_le_bytes());
    let mut frame = vec![0; content.len() + 1];
    cobs::encode(&content, &mut frame);
    frame.push(0);
    frame
}

impl Device {
    /// Starts a board with this flash.
    pub fn start(flash: &Flash) -> Device {
        Device { server: Server::new(flash.clone(), Plain, GAMES), sequence: 0, game: fiveo::ID }
    }

    /// Changes the game whose champions are asked about.
    pub fn about(mut self, game: GameId) -> Device {
        self.game = game;
        self
    }

    /// Sends a request and takes the reply.
    pub fn ask(&mut self, request: &Request<'_>) -> Reply {
        self.sequence += 1;
        let frame = link::encode_request(self.sequence, request).expect("every request fits");
        self.exchange(&frame)
    }

    /// Sends any bytes as the body of a valid frame of any version, and takes the reply.
    pub fn ask_raw(&mut self, version: u8, body: &[u8]) -> Reply {
        self.sequence += 1;
        let frame = frame(version, Direction::Request, self.sequence, body);
        self.exchange(&frame)
    }

    fn exchange(&mut self, frame: &[u8]) -> Reply {
        let reply = self.send(frame);
        let mut receiver = Receiver::new();
        let (last, others) = reply.split_last().expect("a frame has bytes");
        assert!(others.iter().all(|&byte| receiver.push(byte).is_none()));
        let packet =
            receiver.push(*last).expect("a frame ends with its last byte").expect("the board's frames are whole");
        assert_eq!((packet.direction, packet.sequence), (Direction::Reply, self.sequence));
        packet.message().expect("the board's replies are messages")
    }

    /// Sends any bytes and ignores the replies. A final zero ends any frame that they begin.
    pub fn pour(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0]) {
            let _ = self.server.receive(byte);
        }
    }

    /// Sends bytes of which exactly the last ends a frame, and takes the reply's frame.
    pub fn send(&mut self, bytes: &[u8]) -> ReplyFrame {
        let (last, others) = bytes.split_last().expect("some bytes");
        for &byte in others {
            assert!(self.server.receive(byte).is_none());
        }
        self.server.receive(*last).expect("every request is answered").clone()
    }

    /// The active champion.
    pub fn champion(&mut self) -> ChampionId {
        match self.ask(&Request::Champion { game: self.game }) {
            Reply::Champion { id: Some(id), .. } => id,
            other => panic!("{other:?}"),
        }
    }

    /// Sends a champion.
    pub fn upload(&mut self, bytes: &[u8]) -> Result<ChampionId, Refusal> {
        let length = bytes.len().try_into().map_err(|_| Refusal::Length)?;
        granted(self.ask(&Request::Begin { game: self.game, length }))?;
        for (offset, bytes) in (0..).step_by(MAX_CHUNK).zip(bytes.chunks(MAX_CHUNK)) {
            granted(self.ask(&Request::Chunk { offset, bytes }))?;
        }
        match granted(self.ask(&Request::Commit))? {
            Reply::Committed(champion) => Ok(champion),
            other => panic!("{other:?}"),
        }
    }

    /// Erases all champions.
    pub fn erase(&mut self) -> Result<ChampionId, Refusal> {
        match granted(self.ask(&Request::Erase { game: self.game }))? {
            Reply::Erased(champion) => Ok(champion),
            other => panic!("{other:?}"),
        }
    }

    /// The bytes of the active champion.
    pub fn read(&mut self) -> Vec<u8> {
        let length = self.champion().length;
        let mut bytes = Vec::new();
        while bytes.len() < length.into() {
            match self.ask(&Request::Read { game: self.game, offset: bytes.len() as u16 }) {
                Reply::Bytes(chunk) => bytes.extend(chunk),
                other => panic!("{other:?}"),
            }
        }
        bytes
    }

    /// The board's move with its search information.
    pub fn decide<G: LinkGame>(&mut self, view: &G::View, effort: Effort) -> Result<(G::Move, SearchInfo), Refusal> {
        let view = link::write_view::<G>(view).expect("every view fits");
        match granted(self.ask(&Request::Move { game: G::ID, effort, view: &view }))? {
            Reply::Move { game, chosen, info, .. } if game == G::ID => {
                Ok((link::read_move::<G>(&chosen).expect("a board's move is one"), info))
            }
            other => panic!("{other:?}"),
        }
    }
}

fn granted(reply: Reply) -> Result<Reply, Refusal> {
    match reply {
        Reply::Refused(refusal) => Err(refusal),
        reply => Ok(reply),
    }
}
