//! The serialised form of a view: where each of the 52 cards lies, four bits per card. Knows nothing of frames.
//!
//! ```text
//! bytes 0 to 25   the cards in the order of Card::ALL (clubs, diamonds, hearts, spades; in each the two first and the
//!                 ace last), two per byte, the first in the low four bits:
//!                   0        not seen
//!                   1 to 5   in the player's column 1 to 5
//!                   6 to 10  face up in the opponent's column 1 to 5
//!                   11       the card to place
//! byte 26         the opponent's columns that hold a face-down card: bit 0 for the leftmost to bit 4
//! ```

use serde::{Deserialize, Serialize};

use super::{Column, Columns, ID, Table, TableView, ViewError};
use crate::cards::{Card, Cards};
use crate::champion::GameId;
use crate::link::LinkGame;

const UNSEEN: u8 = 0;
const OWN: u8 = 1;
const OPPONENT: u8 = 6;
const DRAWN: u8 = 11;

/// A view in 27 bytes, not checked yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackedView {
    /// Where each card lies, two cards per byte.
    pub places: [u8; 26],
    /// The opponent's columns that hold a face-down card, a bit per column.
    pub opponent_face_down: u8,
}

impl From<TableView> for PackedView {
    fn from(view: TableView) -> PackedView {
        let place = |card: Card| {
            let column_with =
                |of: &dyn Fn(Column) -> Cards| (0..).zip(Column::ALL).find(|&(_, at)| of(at).contains(card));
            if card == view.card() {
                DRAWN
            } else if let Some((index, _)) = column_with(&|column| view.own(column)) {
                OWN + index
            } else if let Some((index, _)) = column_with(&|column| view.opponent(column)) {
                OPPONENT + index
            } else {
                UNSEEN
            }
        };
        let mut cards = Card::ALL.into_iter();
        let mut next = || cards.next().map_or(UNSEEN, place);
        let places = core::array::from_fn(|_| next() | next() << 4);
        PackedView { places, opponent_face_down: view.opponent_face_down().into() }
    }
}

impl TryFrom<PackedView> for TableView {
    type Error = ViewError;

    fn try_from(packed: PackedView) -> Result<TableView, ViewError> {
        let mut own = [Cards::EMPTY; 5];
        let mut opponent = [Cards::EMPTY; 5];
        let mut drawn = None;
        let places = packed.places.iter().flat_map(|&pair| [pair & 15, pair >> 4]);
        for (card, place) in Card::ALL.into_iter().zip(places) {
            if place == UNSEEN {
                continue;
            }
            if place == DRAWN && drawn.is_none() {
                drawn = Some(card);
                continue;
            }
            let side = if place < OPPONENT { &mut own } else { &mut opponent };
            let first = if place < OPPONENT { OWN } else { OPPONENT };
            let column = side.get_mut(usize::from(place - first)).ok_or(ViewError::Places)?;
            *column = column.with(card);
        }
        let card = drawn.ok_or(ViewError::Places)?;
        let face_down = Columns::try_from(packed.opponent_face_down).map_err(|_| ViewError::Places)?;
        TableView::check(own, opponent, face_down, card)
    }
}

impl LinkGame for Table {
    const ID: GameId = ID;
    // The slowest board takes less than a second.
    const SECONDS: u16 = 0;
    const VIEW_ERRORS: &'static [ViewError] =
        &[ViewError::Places, ViewError::CardTwice, ViewError::OwnColumns, ViewError::OpponentColumns];

    type ViewError = ViewError;
    type Packed = PackedView;

    fn pack(view: &TableView) -> PackedView {
        (*view).into()
    }

    fn unpack(packed: PackedView) -> Result<TableView, ViewError> {
        packed.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::cards;
    use proptest::prelude::*;

    fn view() -> TableView {
        let own = ["2c 3c", "4c", "5c", "6c", "7c"].map(cards);
        let opponent = ["2d", "3d", "4d 6d", "5d", "As"].map(cards);
        TableView::check(own, opponent, Columns::default(), "3h".parse().unwrap()).unwrap()
    }

    #[test]
    fn the_bytes_are_as_they_are_drawn() {
        let packed = PackedView::from(view());
        // Clubs 2 to 7; then the two of diamonds is card 13, the high half of byte 6; the three of hearts is card 27.
        assert_eq!(packed.places[..4], [0x11, 0x32, 0x54, 0]);
        assert_eq!(packed.places[6..10], [0x60, 0x87, 0x89, 0]);
        assert_eq!(packed.places[13..15], [0xB0, 0]);
        assert_eq!(packed.places[25], 0xA0);
        assert_eq!(packed.opponent_face_down, 0);
        assert_eq!(TableView::try_from(packed), Ok(view()));
    }

    #[test]
    fn a_second_card_to_place_or_none_is_refused() {
        let mut packed = PackedView::from(view());
        packed.places[20] = DRAWN;
        assert_eq!(TableView::try_from(packed), Err(ViewError::Places));
        packed.places[20] = 0;
        packed.places[13] = 0;
        assert_eq!(TableView::try_from(packed), Err(ViewError::Places));
    }

    #[test]
    fn a_place_or_a_column_that_there_is_not_is_refused() {
        for nibble in 12..16 {
            let mut packed = PackedView::from(view());
            packed.places[20] = nibble;
            assert_eq!(TableView::try_from(packed), Err(ViewError::Places));
        }
        let packed = PackedView { opponent_face_down: 32, ..PackedView::from(view()) };
        assert_eq!(TableView::try_from(packed), Err(ViewError::Places));
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_packs_to_the_same_bytes(
            places: [u8; 26], opponent_face_down: u8, at in 0usize..26, byte: u8,
        ) {
            let _ = TableView::try_from(PackedView { places, opponent_face_down });
            let mut near = PackedView::from(view());
            near.places[at] = byte;
            if let Ok(view) = TableView::try_from(near) {
                prop_assert_eq!(PackedView::from(view), near);
            }
        }
    }
}
