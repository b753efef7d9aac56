//! Requests in, replies out: all that a board knows, byte by byte, without waiting for anything.

use embedded_storage::nor_flash::NorFlash;
use heapless::String;
use pipsqueak_core::champion::{self, GameId, MAX_BYTES};
use pipsqueak_core::fiveo::players::Evolved;
use pipsqueak_core::fiveo::{FiveO, PackedView, TableView};
use pipsqueak_core::link::{
    self, ChampionId, Chunk, Direction, Frame, Hello, Origin, Packet, Receiver, Refusal, Reply, Request, Statistics,
};
use pipsqueak_core::tree::Vocabulary;

use crate::log::info;
use crate::slots::{Slot, Slots, Stored};
use crate::{Board, Picture};

/// The champion that plays where none is stored.
pub const BUILT_IN: &[u8] = include_bytes!("../../../host/champions/default.pips");

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
    slots: Slots<F>,
    in_force: Option<InForce>,
    upload: Option<Upload>,
    statistics: Statistics,
}

/// The champion that plays.
struct InForce {
    player: Evolved,
    id: ChampionId,
    /// Where it lies, if it is not the built-in one.
    slot: Option<Slot>,
}

/// A champion that is on its way into a slot.
#[derive(Clone, Copy)]
struct Upload {
    slot: Slot,
    length: u16,
    n_received: u16,
}

impl<F: NorFlash, B: Board> Server<F, B> {
    /// A board that has just been started: finds its champion.
    pub fn new(flash: F, mut board: B) -> Server<F, B> {
        board.show(Picture::PIP);
        let mut slots = Slots::new(flash);
        let in_force = newest(&mut slots);
        let answers = Answers { board, slots, in_force, upload: None, statistics: Statistics::default() };
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

impl<F: NorFlash, B: Board> Answers<F, B> {
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
        match request {
            Request::Hello => self.hello().map(Reply::Hello),
            Request::FiveO(view) => self.choose(*view),
            Request::Begin { game, length } => is_played(*game).and_then(|()| self.begin(*length)),
            Request::Piece { offset, bytes } => self.take(*offset, bytes),
            Request::Commit => self.commit().map(Reply::Committed),
            Request::Read { game, offset } => is_played(*game).and_then(|()| self.read(*offset)).map(Reply::Bytes),
            Request::Erase { game } => is_played(*game).and_then(|()| self.erase()).map(Reply::Erased),
            Request::Statistics => Ok(Reply::Statistics(self.measure())),
        }
    }

    fn hello(&self) -> Result<Hello, Refusal> {
        Ok(Hello {
            firmware: String::try_from(env!("CARGO_PKG_VERSION")).unwrap_or_default(),
            board: String::try_from(B::NAME).unwrap_or_default(),
            vocabulary: FiveO::VERSION,
            champion: self.id()?,
            max_champion: MAX_BYTES as u16,
            max_piece: Chunk::new().capacity() as u8,
            ticks_per_second: B::TICKS_PER_SECOND,
        })
    }

    fn id(&self) -> Result<ChampionId, Refusal> {
        self.in_force.as_ref().map(|in_force| in_force.id).ok_or(Refusal::NoChampion)
    }

    fn choose(&mut self, view: PackedView) -> Result<Reply, Refusal> {
        let start = self.board.ticks();
        let view = TableView::try_from(view).map_err(Refusal::View)?;
        let in_force = self.in_force.as_ref().ok_or(Refusal::NoChampion)?;
        let column = in_force.player.column(&view);
        let ticks = self.board.ticks().wrapping_sub(start);
        self.statistics.last_decision = ticks;
        self.statistics.longest_decision = self.statistics.longest_decision.max(ticks);
        count(&mut self.statistics.n_decisions);
        self.board.show(Picture::after(&view, column));
        Ok(Reply::FiveO { column, ticks })
    }

    fn begin(&mut self, length: u16) -> Result<Reply, Refusal> {
        self.upload = None;
        if length == 0 || usize::from(length) > MAX_BYTES {
            return Err(Refusal::Length);
        }
        let slot = self.spare();
        self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        self.upload = Some(Upload { slot, length, n_received: 0 });
        info!("a champion of {=u16} bytes is coming", length);
        Ok(Reply::Begun)
    }

    /// The slot that is not in force; where none is in force, the one that would be missed less.
    fn spare(&mut self) -> Slot {
        match self.in_force.as_ref().and_then(|in_force| in_force.slot) {
            Some(slot) => slot.other(),
            None => self.slots.stored()[0].map_or(Slot::First, |newest| newest.slot.other()),
        }
    }

    fn take(&mut self, offset: u16, bytes: &Chunk) -> Result<Reply, Refusal> {
        let upload = self.upload.as_mut().ok_or(Refusal::NotBegun)?;
        let end = usize::from(offset) + bytes.len();
        let is_last = end == usize::from(upload.length);
        let fits = end <= usize::from(upload.length) && (bytes.is_full() || is_last) && !bytes.is_empty();
        if offset != upload.n_received || !fits {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.slots.write(upload.slot, u32::from(offset), bytes).map_err(|_| Refusal::Flash)?;
        upload.n_received = end as u16;
        Ok(Reply::Received { offset: upload.n_received })
    }

    fn commit(&mut self) -> Result<ChampionId, Refusal> {
        let upload = self.upload.ok_or(Refusal::NotBegun)?;
        if upload.n_received != upload.length {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.upload = None;
        let Upload { slot, length, .. } = upload;
        // Checked before it becomes valid: what is in a valid slot can be played.
        let (player, fingerprint) = decode(&mut self.slots, slot, length)?;
        let stored = self.slots.commit(slot, length).map_err(|_| Refusal::Flash)?;
        let id = ChampionId { fingerprint, length, origin: Origin::Stored(stored.sequence) };
        self.in_force = Some(InForce { player, id, slot: Some(slot) });
        info!("champion {=u32:x} is in force", fingerprint);
        Ok(id)
    }

    fn read(&mut self, offset: u16) -> Result<Chunk, Refusal> {
        let in_force = self.in_force.as_ref().ok_or(Refusal::NoChampion)?;
        let rest = in_force.id.length.checked_sub(offset).filter(|&rest| rest > 0 && offset.is_multiple_of(4));
        let rest = usize::from(rest.ok_or(Refusal::Offset(0))?);
        let mut piece = Chunk::new();
        match in_force.slot {
            None => {
                let bytes = BUILT_IN.get(usize::from(offset)..).unwrap_or_default();
                piece.extend(bytes.iter().copied().take(piece.capacity()));
            }
            Some(slot) => {
                let mut bytes = [0; 48];
                self.slots.read(slot, u32::from(offset), &mut bytes).map_err(|_| Refusal::Flash)?;
                piece.extend(bytes.into_iter().take(rest));
            }
        }
        Ok(piece)
    }

    fn erase(&mut self) -> Result<ChampionId, Refusal> {
        self.upload = None;
        // The one in force goes last: a power cut in between must not bring back an older one.
        let spare = self.spare();
        for slot in [spare, spare.other()] {
            self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        }
        self.in_force = newest(&mut self.slots);
        self.id()
    }

    fn measure(&mut self) -> Statistics {
        self.statistics.stack_high_water = self.board.stack_high_water();
        self.statistics.static_ram = self.board.static_ram();
        self.statistics
    }
}

/// The newest stored champion that can be played, or the built-in one.
fn newest<F: NorFlash>(slots: &mut Slots<F>) -> Option<InForce> {
    let stored = slots.stored().into_iter().flatten();
    for Stored { slot, sequence, length } in stored {
        if let Ok((player, fingerprint)) = decode(slots, slot, length) {
            let id = ChampionId { fingerprint, length, origin: Origin::Stored(sequence) };
            return Some(InForce { player, id, slot: Some(slot) });
        }
    }
    let player = Evolved::decode(BUILT_IN).ok()?;
    let fingerprint = champion::fingerprint(BUILT_IN);
    let id = ChampionId { fingerprint, length: BUILT_IN.len() as u16, origin: Origin::BuiltIn };
    Some(InForce { player, id, slot: None })
}

/// The player in a slot, checked, and the champion's fingerprint.
fn decode<F: NorFlash>(slots: &mut Slots<F>, slot: Slot, length: u16) -> Result<(Evolved, u32), Refusal> {
    let mut bytes = [0; MAX_BYTES];
    slots.read(slot, 0, &mut bytes).map_err(|_| Refusal::Flash)?;
    let bytes = bytes.get(..usize::from(length)).ok_or(Refusal::Length)?;
    let player = Evolved::decode(bytes).map_err(Refusal::Champion)?;
    Ok((player, champion::fingerprint(bytes)))
}

fn is_played(game: GameId) -> Result<(), Refusal> {
    if game == GameId::FiveO { Ok(()) } else { Err(Refusal::OtherGame) }
}

fn count(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
