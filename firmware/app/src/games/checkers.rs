//! Checkers on a board: a search within a board's memory, with the champion's evaluation, or with the expert's if no
//! champion is stored.

use pipsqueak_core::games::checkers::champion::{Champion, MAX_BYTES};
use pipsqueak_core::games::checkers::evaluation::Evolved;
#[cfg(not(feature = "simple-evaluation"))]
use pipsqueak_core::games::checkers::evaluation::Expert as Unevolved;
#[cfg(feature = "simple-evaluation")]
use pipsqueak_core::games::checkers::evaluation::Simple as Unevolved;
use pipsqueak_core::games::checkers::players::{MOST_MILLIS_ON_A_BOARD, MOST_NODES_ON_A_BOARD};
use pipsqueak_core::games::checkers::{Board, Checkers, Game, ID, Move, Position, View, ViewError};
use pipsqueak_core::link::{self, Effort, LinkGame, Refusal, SearchInfo};
use pipsqueak_core::search::{
    Clock, Evaluate, Limits, Score, Search, SearchResult, SearchStack, Settings, Slot, TranspositionTable,
};
use pipsqueak_core::tree::Vocabulary;

use super::{BoardGame, BoardMove, BuiltIn, ChampionSpec, DecisionContext};
use crate::Picture;
use crate::slots::SlotRegion;

pub const GAME: BoardGame = BoardGame {
    id: ID,
    champions: Some(ChampionSpec {
        place: SlotRegion { offset: 0x2000, size: 0x1000 },
        capacity: MAX_BYTES as u16,
        built_in: BuiltIn::Player("expert"),
        vocabulary: Checkers::VERSION,
        check: |bytes, _| Ok(Champion::decode(bytes).map(|_| ())?),
    }),
    is_slow: true,
    seconds: Game::SECONDS,
    decide,
};

/// The longest line that a board's search looks at, in plies.
const PLIES: usize = 40;
/// Room for the moves of such a line.
const MOVES: usize = 400;
/// Entries of the transposition table: 2 KB.
const N_SLOTS: usize = 256;

/// The default number of positions: less than a second on the slowest board.
const NODES: u32 = 5_000;

/// The evaluation. One search serves both: a second one would take 4 KB of flash.
#[expect(clippy::large_enum_variant, reason = "there is one at a time, on the stack, and no heap to put it on")]
enum Evaluation<'b> {
    Expert,
    Champion(Evolved<'b>),
}

impl Evaluate<Position> for Evaluation<'_> {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        match self {
            Evaluation::Expert => Unevolved.evaluate(position),
            Evaluation::Champion(evolved) => evolved.evaluate(position),
        }
    }
}

/// The champion is decoded each time: it takes less than a thousandth of a search, and nothing has to be kept.
#[inline(never)]
fn evaluation(champion: Option<&[u8]>) -> Result<Evaluation<'_>, Refusal> {
    let Some(bytes) = champion else { return Ok(Evaluation::Expert) };
    Ok(Evaluation::Champion(Champion::decode(bytes)?.tree.evaluation()))
}

fn decide(
    context: DecisionContext<'_>,
    view: &[u8],
    effort: Effort,
    clock: &mut dyn Clock,
) -> Result<BoardMove, Refusal> {
    let limits = limits(effort)?;
    let view = link::read_view::<Game>(view)?;
    let found = search(&evaluation(context.champion)?, &view, limits, clock);
    let chosen = found.best.ok_or(link::refused_view::<Game>(ViewError::GameOver))?;
    let nodes = u32::try_from(found.nodes).unwrap_or(u32::MAX);
    let info = SearchInfo { score: found.score, depth: found.depth, nodes };
    BoardMove::new::<Game>(chosen, info, picture(view.position().board(), chosen))
}

fn limits(effort: Effort) -> Result<Limits, Refusal> {
    match effort {
        Effort::Default => Ok(Limits::of_nodes(NODES.into())),
        Effort::Nodes(nodes) if nodes <= MOST_NODES_ON_A_BOARD => Ok(Limits::of_nodes(nodes.into())),
        Effort::Millis(millis) if millis <= MOST_MILLIS_ON_A_BOARD => {
            let micros = millis * 1000;
            // An iteration that is begun in the second half would hardly be finished.
            Ok(Limits { settled_micros: micros / 2, ..Limits::of_micros(micros) })
        }
        _ => Err(Refusal::TooMuch),
    }
}

/// The buffers are on the stack, only while they are needed. The table is new each time, so that the reply depends on
/// nothing that was asked before.
#[inline(never)]
fn search(evaluation: &Evaluation<'_>, view: &View, limits: Limits, clock: &mut dyn Clock) -> SearchResult<Move> {
    let past = view.past();
    let mut stack = SearchStack::<Position, PLIES, MOVES>::new(*view.position());
    let mut slots = [Slot::default(); N_SLOTS];
    let mut table = TranspositionTable::new(&mut slots, 0);
    Search::new(stack.slices(), &mut table, evaluation, Settings::FULL, clock).run(view.position(), &past, limits)
}

/// An LED for each own piece from the bottom, and for each of the opponent's from the top; those that were just
/// captured blink.
fn picture(board: &Board, chosen: Move) -> Picture {
    let (own, others) = (board.own().len(), board.others().len());
    let left = others.saturating_sub(chosen.n_jumps());
    let row = |bits: u32, row: u32| (bits >> (5 * row) & 0b11111) as u8;
    let leds = |n_leds: u32| (1u32 << n_leds.min(12)) - 1;
    let mut picture = Picture::DARK;
    for (place, (steady, blinking)) in (0..).zip(picture.steady.iter_mut().zip(&mut picture.blinking)) {
        // The board's own rows grow from the right, so that twelve and twelve leave the middle LED dark.
        *steady = row(leds(left), place) | row(leds(own), 4 - place).reverse_bits() >> 3;
        *blinking = row(leds(others) & !leds(left), place);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::checkers::fen;

    #[test]
    fn twelve_pieces_of_each_side_leave_the_middle_dark_and_what_is_taken_blinks() {
        let start = Board::START;
        let mut moves = [Move::default(); 56];
        assert_eq!(start.moves(&mut moves), Some(7));
        assert_eq!(picture(&start, moves[0]), Picture { steady: [31, 31, 0b11011, 31, 31], blinking: [0; 5] });
        let board = fen::parse("B:W18,19:B14").unwrap();
        assert_eq!(board.moves(&mut moves), Some(1));
        assert_eq!(
            picture(&board, moves[0]),
            Picture { steady: [0b1, 0, 0, 0, 0b10000], blinking: [0b10, 0, 0, 0, 0] }
        );
    }
}
