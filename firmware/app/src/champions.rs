//! The champions that play: which is in force for each game, and how another comes into its place. Knows what champions
//! are; where they lie is the slots' matter.

use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::games::mastermind::strategy::{self, Strategy, StrategyError};
use pipsqueak_core::link::{ChampionId, Chunk, Origin, Refusal};

use crate::log::info;
use crate::slots::{Mapped, Slot, Slots, Stored};

/// The Five-O champion that plays where none is stored.
pub const BUILT_IN: &[u8] = include_bytes!("../../../host/champions/default.pips");
/// The Mastermind strategy that plays where none is stored: a perfect one for the classic size.
pub const BUILT_IN_STRATEGY: &[u8] = include_bytes!("../../../host/champions/mastermind.pips");

/// All champions of a board.
pub struct Champions<F> {
    slots: Slots<F>,
    /// The Five-O player, decoded: it decides too often to be read anew each time.
    player: Option<Evolved>,
    five_o: Option<InForce>,
    mastermind: Option<InForce>,
    upload: Option<Upload>,
}

/// The champion that plays a game.
#[derive(Clone, Copy)]
struct InForce {
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

impl<F: Mapped> Champions<F> {
    /// The champions in this flash, or the built-in ones.
    pub fn new(flash: F) -> Champions<F> {
        let slots = Slots::new(flash);
        let mut champions = Champions { slots, player: None, five_o: None, mastermind: None, upload: None };
        champions.install(GameId::FiveO);
        champions.install(GameId::Mastermind);
        champions
    }

    /// Which champion is in force.
    pub fn id(&self, game: GameId) -> Result<ChampionId, Refusal> {
        self.in_force(game).map(|in_force| in_force.id)
    }

    /// The Five-O player.
    pub fn player(&self) -> Result<&Evolved, Refusal> {
        self.player.as_ref().ok_or(Refusal::NoChampion)
    }

    /// Hands the Mastermind strategy, which is read where it lies, to whoever asks. It is checked anew each time: it
    /// takes less than a hundredth of a guess, and nothing checked would have to be kept.
    pub fn with_strategy<R>(&mut self, asker: impl FnOnce(Option<Strategy<'_>>) -> R) -> Result<R, Refusal> {
        let in_force = self.in_force(GameId::Mastermind)?;
        self.look(GameId::Mastermind, in_force, |bytes| asker(Strategy::decode(bytes).ok()))
    }

    /// Gets ready for a champion.
    pub fn begin(&mut self, game: GameId, length: u16) -> Result<(), Refusal> {
        self.upload = None;
        if length == 0 || length > room(game) {
            return Err(Refusal::Length);
        }
        let slot = self.spare(game);
        self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        self.upload = Some(Upload { slot, length, n_received: 0 });
        info!("a champion of {=u16} bytes is coming", length);
        Ok(())
    }

    /// Takes a piece, and gives how many bytes have come.
    pub fn take(&mut self, offset: u16, bytes: &Chunk) -> Result<u16, Refusal> {
        let upload = self.upload.as_mut().ok_or(Refusal::NotBegun)?;
        let end = usize::from(offset) + bytes.len();
        let is_last = end == usize::from(upload.length);
        let fits = end <= usize::from(upload.length) && (bytes.is_full() || is_last) && !bytes.is_empty();
        if offset != upload.n_received || !fits {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.slots.write(upload.slot, u32::from(offset), bytes).map_err(|_| Refusal::Flash)?;
        upload.n_received = end as u16;
        Ok(upload.n_received)
    }

    /// Puts the champion in force that has come.
    pub fn commit(&mut self) -> Result<ChampionId, Refusal> {
        let upload = self.upload.ok_or(Refusal::NotBegun)?;
        if upload.n_received != upload.length {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.upload = None;
        let Upload { slot, length, .. } = upload;
        // Checked before it becomes valid: what is in a valid slot can be played.
        self.slots.look(slot, length, |bytes| check(slot.game(), bytes)).map_err(|_| Refusal::Flash)??;
        self.slots.commit(slot, length).map_err(|_| Refusal::Flash)?;
        self.install(slot.game());
        let id = self.id(slot.game())?;
        info!("champion {=u32:x} is in force", id.fingerprint);
        Ok(id)
    }

    /// A piece of the champion in force.
    pub fn read(&mut self, game: GameId, offset: u16) -> Result<Chunk, Refusal> {
        let in_force = self.in_force(game)?;
        let is_within = offset < in_force.id.length && offset.is_multiple_of(4);
        if !is_within {
            return Err(Refusal::Offset(0));
        }
        self.look(game, in_force, |bytes| {
            let rest = bytes.get(usize::from(offset)..).unwrap_or_default();
            Chunk::from_slice(rest.get(..Chunk::new().capacity()).unwrap_or(rest)).unwrap_or_default()
        })
    }

    /// Forgets what is stored; the built-in champion is in force then.
    pub fn erase(&mut self, game: GameId) -> Result<ChampionId, Refusal> {
        self.upload = None;
        // The one in force goes last: a power cut in between must not bring back an older one.
        let spare = self.spare(game);
        for slot in [spare, spare.other()] {
            self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        }
        self.install(game);
        self.id(game)
    }

    fn in_force(&self, game: GameId) -> Result<InForce, Refusal> {
        match game {
            GameId::FiveO => self.five_o,
            GameId::Mastermind => self.mastermind,
        }
        .ok_or(Refusal::NoChampion)
    }

    /// Puts the newest stored champion in force that can be played, or the built-in one.
    fn install(&mut self, game: GameId) {
        let stored = self.slots.stored(game).into_iter().flatten().find_map(|stored| self.playable(stored));
        let in_force = stored.or_else(|| {
            let bytes = built_in(game);
            let id = ChampionId {
                fingerprint: champion::fingerprint(bytes),
                length: bytes.len() as u16,
                origin: Origin::BuiltIn,
            };
            Some(InForce { id, slot: None })
        });
        match game {
            GameId::FiveO => {
                self.player =
                    in_force.and_then(|found| self.look(game, found, |bytes| Evolved::decode(bytes).ok()).ok()?);
                self.five_o = in_force.filter(|_| self.player.is_some());
            }
            GameId::Mastermind => self.mastermind = in_force,
        }
    }

    fn playable(&mut self, stored: Stored) -> Option<InForce> {
        let Stored { slot, sequence, length } = stored;
        let fingerprint = self.slots.look(slot, length, |bytes| check(slot.game(), bytes)).ok()?.ok()?;
        let id = ChampionId { fingerprint, length, origin: Origin::Stored(sequence) };
        Some(InForce { id, slot: Some(slot) })
    }

    fn look<R>(&mut self, game: GameId, in_force: InForce, reader: impl FnOnce(&[u8]) -> R) -> Result<R, Refusal> {
        match in_force.slot {
            None => Ok(reader(built_in(game))),
            Some(slot) => self.slots.look(slot, in_force.id.length, reader).map_err(|_| Refusal::Flash),
        }
    }

    /// The slot that is not in force; where none is in force, the one that would be missed less.
    fn spare(&mut self, game: GameId) -> Slot {
        match self.in_force(game).ok().and_then(|in_force| in_force.slot) {
            Some(slot) => slot.other(),
            None => self.slots.stored(game)[0].map_or(Slot::first(game), |newest| newest.slot.other()),
        }
    }
}

/// The most bytes that a champion of a game may have.
pub const fn room(game: GameId) -> u16 {
    match game {
        GameId::FiveO => champion::MAX_BYTES as u16,
        GameId::Mastermind => strategy::MAX_BYTES as u16,
    }
}

const fn built_in(game: GameId) -> &'static [u8] {
    match game {
        GameId::FiveO => BUILT_IN,
        GameId::Mastermind => BUILT_IN_STRATEGY,
    }
}

/// Checks all of a champion and gives its fingerprint.
fn check(game: GameId, bytes: &[u8]) -> Result<u32, Refusal> {
    match game {
        GameId::FiveO => Evolved::decode(bytes).map(|_| ()).map_err(Refusal::Champion)?,
        GameId::Mastermind => Strategy::decode(bytes).map(|_| ()).map_err(|error| match error {
            StrategyError::Champion(error) => Refusal::Champion(error),
            error => Refusal::Strategy(error),
        })?,
    }
    Ok(champion::fingerprint(bytes))
}
