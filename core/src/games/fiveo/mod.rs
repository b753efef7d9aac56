//! Five-O Poker: the rules, how strong a hand is, what a column can still become, and who plays. Knows cards and random
//! numbers; knows no clocks or ports.
//!
//! The desktop evaluates many columns at once, in loops that are compiled for several instruction sets. A function is
//! compiled with them only if it is inlined, so the functions behind features are `inline(always)` with the crate's
//! feature `lanes`. Boards and the page leave it off: there it would only make the program larger.
//!
//! **"Has" terminals mean "at least" on the ladder of equal ranks** (pair, two pairs, trips, full house, quads): what
//! can still be trips counts as two pairs too. Straights and flushes are not on the ladder.

pub mod champion;
mod chances;
mod column;
mod determinize;
pub mod explain;
mod fact;
mod features;
mod lead;
mod outlook;
mod packed;
pub mod players;
mod strength;
mod table;
mod terminals;
mod view;

pub use chances::{ChanceTable, ChanceTables, DRAWS_A_ROUND, HitSource, NoCache, hit};
pub use column::{Column, Columns};
pub use features::{CachedFeatures, ColumnFeatures, ColumnLanes, DecisionFeatures, FeatureLanes};
pub use outlook::{Outlook, UnseenCards};
pub use packed::PackedView;
pub use strength::{Category, Strength};
pub use table::{Illegal, N_MOVES, Table};
pub use terminals::{FiveO, Terminal};
pub use view::{TableView, TableViewRef, ViewError};

use crate::champion::GameId;

/// Five-O's game id.
pub const ID: GameId = GameId(1);
