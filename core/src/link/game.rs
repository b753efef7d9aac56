//! `LinkGame`: what a game must provide to be played over the line. Knows no particular game.

use serde::{Serialize, de::DeserializeOwned};

use super::bytes;
use super::frame::TooLong;
use super::message::{MoveBytes, Refusal, ViewBytes};
use crate::champion::GameId;
use crate::game::Game;

/// A game that boards play: its number, and how its views and moves travel.
pub trait LinkGame: Game<Move: Serialize + DeserializeOwned> {
    /// Its number, which no other game has.
    const ID: GameId;
    /// Seconds that the slowest board may take for a decision, beyond the ordinary wait for an answer, when it is given no
    /// effort.
    const SECONDS: u16;
    /// Why a view is impossible: the reasons 1, 2, 3 and so on, as they travel. 0 is for bytes that are not a view at all.
    const VIEW_ERRORS: &'static [Self::ViewError];

    /// Why a view is impossible.
    type ViewError: core::error::Error + Copy + PartialEq + 'static;
    /// A view as it travels, not checked yet. Written with postcard, it takes [`MAX_VIEW`](super::MAX_VIEW) bytes at most.
    type Packed: Serialize + DeserializeOwned;

    /// Makes a view ready to travel.
    fn pack(view: &Self::View) -> Self::Packed;
    /// Checks a view from outside.
    fn unpack(packed: Self::Packed) -> Result<Self::View, Self::ViewError>;
}

/// The refusal of an impossible view.
pub fn refused_view<G: LinkGame>(error: G::ViewError) -> Refusal {
    let place = G::VIEW_ERRORS.iter().position(|&known| known == error);
    Refusal::View(place.map_or(NO_VIEW, |place| place as u8 + 1))
}

/// Why a board refused a view; `None` if the bytes were not a view at all.
pub fn view_error<G: LinkGame>(reason: u8) -> Option<G::ViewError> {
    G::VIEW_ERRORS.get(usize::from(reason).checked_sub(1)?).copied()
}

const NO_VIEW: u8 = 0;

/// A view as bytes.
pub fn write_view<G: LinkGame>(view: &G::View) -> Result<ViewBytes, TooLong> {
    bytes::write(&G::pack(view)).ok_or(TooLong)
}

/// The view that bytes from outside stand for, checked. On its own, so that what it takes of the stack is free again when
/// the decision begins.
#[inline(never)]
pub fn read_view<G: LinkGame>(bytes: &[u8]) -> Result<G::View, Refusal> {
    let packed = bytes::read(bytes).ok_or(Refusal::View(NO_VIEW))?;
    G::unpack(packed).map_err(refused_view::<G>)
}

/// A move as bytes.
pub fn write_move<G: LinkGame>(chosen: G::Move) -> Result<MoveBytes, TooLong> {
    bytes::write(&chosen).ok_or(TooLong)
}

/// The move that bytes from outside stand for. Whether the rules allow it is the referee's matter.
pub fn read_move<G: LinkGame>(bytes: &[u8]) -> Option<G::Move> {
    bytes::read(bytes)
}
