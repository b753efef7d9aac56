//! The games that a board plays: one table, one row per game, and nothing else knows them by name. Knows what the
//! server and the slots need of a game; how it is played is in its own file.

mod checkers;
mod fiveo;
mod mastermind;

pub use fiveo::BUILT_IN;
pub use mastermind::BUILT_IN_STRATEGY;

use pipsqueak_core::champion::GameId;
use pipsqueak_core::games::fiveo::players::Evolved;
use pipsqueak_core::link::{self, Effort, LinkGame, MoveBytes, Refusal, SearchInfo};
use pipsqueak_core::search::Clock;

use crate::Picture;
use crate::slots::SlotRegion;

/// The games of our boards.
pub const GAMES: &[BoardGame] = &[fiveo::GAME, checkers::GAME, mastermind::GAME];

/// A game that a board plays.
#[derive(Clone, Copy)]
pub struct BoardGame {
    /// Its number.
    pub id: GameId,
    /// Its champions; `None` if it is played without.
    pub champions: Option<ChampionSpec>,
    /// Whether a decision may take so long that the display shows it.
    pub is_slow: bool,
    /// Seconds that the slowest board may take for a decision with the default effort.
    pub seconds: u16,
    /// Decides about an encoded view, with the active champion, if there are champions. Without a time limit, the clock
    /// has no influence.
    pub decide: Decide,
}

/// A function that chooses a move, with a champion's bytes or its decoded player.
pub type Decide = fn(DecisionContext<'_>, &[u8], Effort, &mut dyn Clock) -> Result<BoardMove, Refusal>;

/// The context of a decision.
#[derive(Clone, Copy)]
pub struct DecisionContext<'a> {
    /// The bytes of the active champion, in place; `None` if there is none.
    pub champion: Option<&'a [u8]>,
    /// The players that are kept decoded.
    pub players: &'a Players,
}

/// The active champions that are kept decoded, because they decide too often to be decoded each time.
#[derive(Default)]
pub struct Players {
    five_o: Option<Evolved>,
}

/// A board's parameters for the champions of a game.
#[derive(Clone, Copy)]
pub struct ChampionSpec {
    /// Their slots in flash.
    pub place: SlotRegion,
    /// The most bytes of one.
    pub capacity: u16,
    /// The player if none is stored.
    pub built_in: BuiltIn,
    /// The version of their vocabulary; 0 if there is none.
    pub vocabulary: u8,
    /// Checks all of a champion that is to be active, and keeps what must be kept of it.
    pub check: fn(&[u8], &mut Players) -> Result<(), Refusal>,
}

/// The player of a game if no champion is stored.
#[derive(Clone, Copy)]
pub enum BuiltIn {
    /// A champion built into the firmware.
    Champion(&'static [u8]),
    /// A player built into the firmware, of this name, which is no champion and has no bytes.
    Player(&'static str),
}

impl BuiltIn {
    /// The bytes of the champion, if it is one.
    pub const fn champion(self) -> Option<&'static [u8]> {
        match self {
            BuiltIn::Champion(bytes) => Some(bytes),
            BuiltIn::Player(_) => None,
        }
    }
}

/// A move that was found.
pub struct BoardMove {
    /// The encoded move.
    pub chosen: MoveBytes,
    /// The search's information.
    pub info: SearchInfo,
    /// What the display shows.
    pub picture: Picture,
}

impl BoardMove {
    /// A move of a game.
    pub fn new<G: LinkGame>(chosen: G::Move, info: SearchInfo, picture: Picture) -> Result<BoardMove, Refusal> {
        let chosen = link::write_move::<G>(chosen).map_err(|_| Refusal::TooMuch)?;
        Ok(BoardMove { chosen, info, picture })
    }
}

/// The champions of a game among others, if it has any.
pub fn champions_of(games: &'static [BoardGame], id: GameId) -> Option<&'static ChampionSpec> {
    find(games, id)?.champions.as_ref()
}

/// The row of a game among others.
pub fn find(games: &'static [BoardGame], id: GameId) -> Option<&'static BoardGame> {
    games.iter().find(|game| game.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::{REGION, Slot};
    use pipsqueak_core::link::MAX_GAMES;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn every_built_in_champion_can_be_played_and_stored() {
        for game in GAMES {
            let Some(spec) = &game.champions else { continue };
            assert!(u32::from(spec.capacity) <= Slot::first(spec.place).capacity());
            let Some(built_in) = spec.built_in.champion() else { continue };
            assert_eq!((spec.check)(built_in, &mut Players::default()), Ok(()), "{}", game.id);
            assert!(built_in.len() <= usize::from(spec.capacity));
        }
    }

    #[test]
    fn no_two_games_have_a_number_or_a_page_of_flash_in_common() {
        assert!(GAMES.len() <= MAX_GAMES);
        let numbers: BTreeSet<u8> = GAMES.iter().map(|game| game.id.0).collect();
        assert_eq!(numbers.len(), GAMES.len());
        let slots = GAMES.iter().filter_map(|game| game.champions.as_ref()).flat_map(|spec| Slot::both(spec.place));
        let pages: Vec<u32> =
            slots.flat_map(|slot| (slot.offset()..slot.offset() + slot.size()).step_by(0x1000)).collect();
        assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len());
        assert!(pages.iter().all(|page| page % 0x1000 == 0 && *page < REGION));
    }
}
