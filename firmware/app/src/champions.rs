//! The champions: which is active for each game, and how another replaces it. Knows a game only by its row in the
//! table of games, and flash only through `slots`.

use heapless::{String, Vec};
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::link::{ChampionId, Chunk, MAX_CHUNK, MAX_GAMES, Origin, Refusal, Reply};

use crate::games::{self, BoardGame, BuiltIn, ChampionSpec, DecisionContext, Players};
use crate::log::info;
use crate::slots::{MappedFlash, Slot, Slots, StoredChampion};

/// All champions of a board.
pub struct Champions<F> {
    slots: Slots<F>,
    games: &'static [BoardGame],
    /// The active champions that are not built in, at most one per game.
    stored: Vec<(GameId, StoredChampion), MAX_GAMES>,
    players: Players,
    upload: Option<Upload>,
}

/// A champion that is being uploaded into a slot.
#[derive(Clone, Copy)]
struct Upload {
    game: GameId,
    slot: Slot,
    length: u16,
    n_received: u16,
}

impl<F: MappedFlash> Champions<F> {
    /// The champions of these games in this flash, or the built-in ones.
    pub fn new(flash: F, games: &'static [BoardGame]) -> Champions<F> {
        let (slots, players) = (Slots::new(flash), Players::default());
        let mut champions = Champions { slots, games, stored: Vec::new(), players, upload: None };
        games.iter().for_each(|game| champions.install(game.id));
        champions
    }

    /// The games.
    pub fn games(&self) -> &'static [BoardGame] {
        self.games
    }

    /// The row of a game.
    pub fn game(&self, game: GameId) -> Result<&'static BoardGame, Refusal> {
        games::find(self.games, game).ok_or(Refusal::OtherGame)
    }

    /// Calls a function with the context of a decision. A champion is read in place.
    pub fn with<R>(&mut self, game: &BoardGame, asker: impl FnOnce(DecisionContext<'_>) -> R) -> Result<R, Refusal> {
        let players = &self.players;
        match (stored_in(&self.stored, game.id), &game.champions) {
            (_, None) => Ok(asker(DecisionContext { champion: None, players })),
            (None, Some(spec)) => Ok(asker(DecisionContext { champion: spec.built_in.champion(), players })),
            (Some(StoredChampion { slot, length, .. }), Some(_)) => {
                let asker = |bytes: &[u8]| asker(DecisionContext { champion: Some(bytes), players });
                self.slots.look(slot, length, asker).map_err(|_| Refusal::Flash)
            }
        }
    }

    /// The active champion, and the limits of the game's champions.
    pub fn describe(&mut self, game: GameId) -> Result<Reply, Refusal> {
        let Some(ChampionSpec { capacity, vocabulary, .. }) = self.game(game)?.champions else {
            return Ok(Reply::Champion { id: None, room: 0, vocabulary: 0 });
        };
        Ok(Reply::Champion { id: Some(self.id(game)?), room: capacity, vocabulary })
    }

    /// Begins an upload.
    pub fn begin(&mut self, game: GameId, length: u16) -> Result<(), Refusal> {
        self.upload = None;
        if length == 0 || length > self.spec(game)?.capacity {
            return Err(Refusal::Length);
        }
        let slot = self.spare(game)?;
        self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        self.upload = Some(Upload { game, slot, length, n_received: 0 });
        info!("game {=u8}: upload of {=u16} bytes into the slot at {=u32:#x}", game.0, length, slot.offset());
        Ok(())
    }

    /// Stores a chunk, and returns the number of bytes so far.
    pub fn take(&mut self, offset: u16, bytes: &[u8]) -> Result<u16, Refusal> {
        let upload = self.upload.as_mut().ok_or(Refusal::NotBegun)?;
        let end = usize::from(offset) + bytes.len();
        let is_last = end == usize::from(upload.length);
        let is_whole = bytes.len() == MAX_CHUNK || is_last && !bytes.is_empty() && bytes.len() < MAX_CHUNK;
        if offset != upload.n_received || !is_whole || end > usize::from(upload.length) {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.slots.write(upload.slot, u32::from(offset), bytes).map_err(|_| Refusal::Flash)?;
        upload.n_received = end as u16;
        info!("upload: {=u16} of {=u16} bytes", upload.n_received, upload.length);
        Ok(upload.n_received)
    }

    /// Activates the uploaded champion.
    pub fn commit(&mut self) -> Result<ChampionId, Refusal> {
        let upload = self.upload.ok_or(Refusal::NotBegun)?;
        if upload.n_received != upload.length {
            return Err(Refusal::Offset(upload.n_received));
        }
        self.upload = None;
        let Upload { game, slot, length, .. } = upload;
        // Checked before the slot becomes valid, so that every champion in a valid slot can be played.
        self.check(game, slot, length)?;
        match self.slots.commit(slot, length) {
            Ok(stored) => self.set_active(game, Some(stored)),
            Err(_) => {
                // The previous one is still active.
                self.install(game);
                return Err(Refusal::Flash);
            }
        }
        let id = self.id(game)?;
        info!("game {=u8}: champion {=u32:08x} is active", game.0, id.fingerprint);
        Ok(id)
    }

    /// A chunk of the active champion.
    pub fn read(&mut self, game: GameId, offset: u16) -> Result<Chunk, Refusal> {
        self.with_champion(game, |bytes| {
            let rest = bytes.get(usize::from(offset)..).filter(|rest| !rest.is_empty() && offset.is_multiple_of(4));
            let rest = rest.ok_or(Refusal::Offset(0))?;
            Ok(Chunk::from_slice(rest.get(..MAX_CHUNK).unwrap_or(rest)).unwrap_or_default())
        })?
    }

    /// Erases the stored champions, which activates the built-in one.
    pub fn erase(&mut self, game: GameId) -> Result<ChampionId, Refusal> {
        self.upload = None;
        // The active one is erased last: a power cut in between must not reactivate an older one.
        let spare = self.spare(game)?;
        for slot in [spare, spare.other()] {
            self.slots.erase(slot).map_err(|_| Refusal::Flash)?;
        }
        info!("game {=u8}: stored champions erased", game.0);
        self.install(game);
        self.id(game)
    }

    fn spec(&self, game: GameId) -> Result<&'static ChampionSpec, Refusal> {
        self.game(game)?.champions.as_ref().ok_or(Refusal::NoChampion)
    }

    fn with_champion<R>(&mut self, game: GameId, reader: impl FnOnce(&[u8]) -> R) -> Result<R, Refusal> {
        let game = self.game(game)?;
        self.with(game, |context| context.champion.map(reader))?.ok_or(Refusal::NoChampion)
    }

    fn id(&mut self, game: GameId) -> Result<ChampionId, Refusal> {
        let origin = stored_in(&self.stored, game).map_or(Origin::BuiltIn, |stored| Origin::Stored(stored.sequence));
        if let (Origin::BuiltIn, BuiltIn::Player(name)) = (origin, self.spec(game)?.built_in) {
            let name = String::try_from(name).unwrap_or_default();
            return Ok(ChampionId { name, fingerprint: 0, length: 0, origin });
        }
        self.with_champion(game, |bytes| {
            let name = champion::open(bytes).ok().and_then(|(_, payload)| champion::name(payload));
            ChampionId {
                name: name.and_then(|name| String::try_from(name).ok()).unwrap_or_default(),
                fingerprint: champion::fingerprint(bytes),
                length: bytes.len() as u16,
                origin,
            }
        })
    }

    /// Checks a champion in a slot that is to be active.
    fn check(&mut self, game: GameId, slot: Slot, length: u16) -> Result<(), Refusal> {
        let (check, players) = (self.spec(game)?.check, &mut self.players);
        self.slots.look(slot, length, |bytes| check(bytes, players)).map_err(|_| Refusal::Flash)?
    }

    /// Makes a stored champion the active one; `None` for the built-in one.
    fn set_active(&mut self, game: GameId, stored: Option<StoredChampion>) {
        self.stored.retain(|(of, _)| *of != game);
        if let Some(stored) = stored {
            // There is room: a board has at most `MAX_GAMES` games.
            let _ = self.stored.push((game, stored));
        }
    }

    /// Activates the newest stored champion that can be played, or the built-in one. Each is read once.
    fn install(&mut self, game: GameId) {
        let Ok(spec) = self.spec(game) else { return };
        let mut stored = self.slots.stored(spec.place).into_iter().flatten();
        let newest = stored.find(|stored| self.check(game, stored.slot, stored.length).is_ok());
        self.set_active(game, newest);
        if let Some(StoredChampion { slot, length, .. }) = newest {
            info!("game {=u8}: champion of {=u16} bytes in the slot at {=u32:#x}", game.0, length, slot.offset());
        } else {
            info!("game {=u8}: the built-in player", game.0);
            // The built-in champion can be played; a test checks it.
            let _ = spec.built_in.champion().map(|bytes| (spec.check)(bytes, &mut self.players));
        }
    }

    /// The slot for the next upload: the one that is not active. If neither is active, the empty or older one.
    fn spare(&mut self, game: GameId) -> Result<Slot, Refusal> {
        let place = self.spec(game)?.place;
        Ok(match stored_in(&self.stored, game) {
            Some(stored) => stored.slot.other(),
            None => self.slots.stored(place)[0].map_or(Slot::first(place), |newest| newest.slot.other()),
        })
    }
}

/// The active stored champion of a game; `None` if it is the built-in one.
fn stored_in(stored: &[(GameId, StoredChampion)], game: GameId) -> Option<StoredChampion> {
    stored.iter().find(|(of, _)| *of == game).map(|&(_, stored)| stored)
}
