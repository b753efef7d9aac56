//! The Monte-Carlo player as a board: it answers over the link like any other. The effort is its budget.

use std::time::Duration;

use crc::{CRC_32_ISO_HDLC, Crc};
use pipsqueak_app::{BoardGame, BoardMove, DecisionContext, Picture};
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::link::{self, Effort, LinkGame, Refusal, SearchInfo};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Clock;

use pipsqueak_lab::games::fiveo::monte_carlo::{self, Budget, MonteCarlo};

use crate::board::DesktopPlayer;
use crate::system::clock;

/// The players that answer over the link.
pub const PLAYERS: &[DesktopPlayer] = &[DesktopPlayer { name: monte_carlo::NAME, games: &[MONTE_CARLO] }];

const MONTE_CARLO: BoardGame = BoardGame { id: ID, champions: None, is_slow: true, seconds: Table::SECONDS, decide };

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The largest budget of a request, since a person waits for the reply.
const MOST_ROLLOUTS: u32 = 20_000;
const MOST_MILLIS: u32 = 10_000;

fn decide(_: DecisionContext<'_>, view: &[u8], effort: Effort, _: &mut dyn Clock) -> Result<BoardMove, Refusal> {
    let budget = match effort {
        Effort::Default => Budget::default(),
        Effort::Nodes(rollouts @ 1..=MOST_ROLLOUTS) => Budget::Rollouts(rollouts.into()),
        Effort::Millis(millis @ 1..=MOST_MILLIS) => {
            Budget::Time(Duration::from_millis(millis.into()), clock::interruptible)
        }
        _ => return Err(Refusal::TooMuch),
    };
    // The seed follows from the view, so the same view gets the same reply.
    let seed = Seed(CRC.checksum(view).into());
    let view = link::read_view::<Table>(view)?;
    let column = MonteCarlo::new(budget, seed, Seat::First).column(&view);
    BoardMove::new::<Table>(column, SearchInfo::default(), Picture::DARK)
}
