//! What the panel of 5 x 5 lights shows: the five columns as they fill, and the card just placed.

use pipsqueak_core::fiveo::{Column, TableView};

/// Which lights are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// By row, the top one first; bit 0 is the leftmost light.
    pub steady: [u8; 5],
    /// Lights that blink, in the same way. None of them is steady.
    pub blinking: [u8; 5],
}

impl Picture {
    /// A pip: the board is ready, and nobody has asked for a move yet.
    pub const PIP: Picture = Picture { steady: [0b00100, 0b01110, 0b11111, 0b01110, 0b00100], blinking: [0; 5] };

    /// A light for each own card, columns growing from the bottom; the card just placed blinks.
    pub fn after(view: &TableView, chosen: Column) -> Picture {
        let mut picture = Picture { steady: [0; 5], blinking: [0; 5] };
        for (bit, column) in Column::ALL.into_iter().enumerate() {
            let n_cards = view.own(column).len() as usize;
            picture.steady.iter_mut().rev().take(n_cards).for_each(|row| *row |= 1 << bit);
            if column == chosen {
                picture.blinking.iter_mut().rev().skip(n_cards).take(1).for_each(|row| *row |= 1 << bit);
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::fiveo::Table;
    use pipsqueak_core::game::{Game, Turn};

    #[test]
    fn columns_grow_from_the_bottom_and_the_placed_card_blinks() {
        let mut table = Table::deal(Seed(1));
        for column in [1, 0, 3, 0] {
            let Turn::Of(_, view) = table.turn() else { panic!() };
            if column != 0 {
                let picture = Picture::after(&view, Column::ALL[column]);
                assert_eq!(picture.steady[4], 0b11111);
                assert_eq!(picture.steady[3], if column == 3 { 0b00010 } else { 0 });
                assert_eq!(picture.blinking, [0, 0, 0, 1 << column, 0]);
            }
            let open = view.open().iter().next().unwrap();
            table.play(if column == 0 { open } else { Column::ALL[column] }).unwrap();
        }
    }
}
