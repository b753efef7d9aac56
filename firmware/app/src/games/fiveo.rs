//! Five-O on a board: the champion's column.
//!
//! **The Five-O player is kept decoded** in a board's RAM: decoding it for each decision cost 25,000 instructions
//! of 130,000.

use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES};
use pipsqueak_core::games::fiveo::{Column, FiveO, ID, Table, TableView};
use pipsqueak_core::link::{self, Effort, LinkGame, Refusal, SearchInfo};
use pipsqueak_core::search::Clock;
use pipsqueak_core::tree::Vocabulary;

use super::{BoardGame, BoardMove, BuiltIn, ChampionSpec, DecisionContext, Players};
use crate::Picture;
use crate::slots::SlotRegion;

/// The built-in champion.
pub const BUILT_IN: &[u8] = include_bytes!("../../../../host/champions/default.pips");

pub const GAME: BoardGame = BoardGame {
    id: ID,
    champions: Some(ChampionSpec {
        place: SlotRegion { offset: 0, size: 0x1000 },
        capacity: MAX_BYTES as u16,
        built_in: BuiltIn::Champion(BUILT_IN),
        vocabulary: FiveO::VERSION,
        check,
    }),
    is_slow: false,
    seconds: Table::SECONDS,
    decide,
};

/// The decoded player is kept: decoding it each time would take a fifth of a decision.
fn check(champion: &[u8], players: &mut Players) -> Result<(), Refusal> {
    players.five_o = Some(Champion::decode(champion)?.player);
    Ok(())
}

fn decide(context: DecisionContext<'_>, view: &[u8], _: Effort, _: &mut dyn Clock) -> Result<BoardMove, Refusal> {
    let view = link::read_view::<Table>(view)?;
    let column = context.players.five_o.as_ref().ok_or(Refusal::NoChampion)?.column(&view);
    BoardMove::new::<Table>(column, SearchInfo::default(), picture(&view, column))
}

/// An LED for each own card, columns growing from the bottom; the card just placed blinks.
fn picture(view: &TableView, chosen: Column) -> Picture {
    let mut picture = Picture::DARK;
    for (bit, column) in Column::ALL.into_iter().enumerate() {
        let n_cards = view.own(column).len() as usize;
        picture.steady.iter_mut().rev().take(n_cards).for_each(|row| *row |= 1 << bit);
        if column == chosen {
            picture.blinking.iter_mut().rev().skip(n_cards).take(1).for_each(|row| *row |= 1 << bit);
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game, Turn};
    use pipsqueak_core::random::Seed;

    #[test]
    fn columns_grow_from_the_bottom_and_the_placed_card_blinks() {
        let mut table = Table::deal(Seed(1));
        for column in [1, 0, 3, 0] {
            let Turn::Of(_, view) = table.turn() else { panic!() };
            if column != 0 {
                let picture = picture(&view, Column::ALL[column]);
                assert_eq!(picture.steady[4], 0b11111);
                assert_eq!(picture.steady[3], if column == 3 { 0b00010 } else { 0 });
                assert_eq!(picture.blinking, [0, 0, 0, 1 << column, 0]);
            }
            let open = view.open().iter().next().unwrap();
            table.play(if column == 0 { open } else { Column::ALL[column] }).unwrap();
        }
    }
}
