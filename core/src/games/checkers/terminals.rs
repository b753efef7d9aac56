//! The terminals of checkers' Eval-Trees: one table gives each its name, its kind, its greatest value and its value.
//!
//! All values are integers, so a tree is evaluated in integers too. They are those of one side; a position's score is
//! the tree's value for one side minus its value for the other.

use super::features::{BoardFeatures, SideFeatures};
use crate::tree::{Entry, IntegerTerminals, Kind, Terminals, Vocabulary};

/// Checkers' vocabulary. A champion names the version it was made with; a terminal that is in use never changes its place
/// or its meaning within a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers;

impl Vocabulary for Checkers {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = Terminal::ENTRIES;
    const MEANINGS: &'static [&'static str] = Terminal::MEANINGS;
}

/// The lanes are Black's value and White's.
impl IntegerTerminals<2> for BoardFeatures {
    #[inline(always)]
    fn values(&self, terminal: u8) -> [i32; 2] {
        // A tree is checked against the same table, so that there is no other number.
        match Terminal::ALL.get(usize::from(terminal)) {
            Some(terminal) => terminal.values(self),
            None => [0; 2],
        }
    }
}

impl<const SIDE: usize> Terminals for SideFeatures<SIDE> {
    fn value(&self, terminal: u8) -> f32 {
        Terminal::ALL.get(usize::from(terminal)).map_or(0.0, |terminal| terminal.value(self) as f32)
    }
}

macro_rules! terminals {
    ($( $(#[doc = $doc:literal])* $name:ident: $kind:ident, $most:literal = |$side:ident| $value:expr; )*) => {
        /// A feature of one side that an Eval-Tree can use.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Terminal { $( $(#[doc = $doc])* $name, )* }

        impl Terminal {
            /// All of them; the index is the terminal's number in a tree.
            pub const ALL: &'static [Terminal] = &[ $( Terminal::$name, )* ];

            const ENTRIES: &'static [Entry] = &[ $( Entry { name: stringify!($name), kind: Kind::$kind }, )* ];

            const MEANINGS: &'static [&'static str] = &[ $( concat!($($doc),*), )* ];

            /// The greatest value that each can have; the least is 0.
            pub const GREATEST: &'static [u8] = &[ $( $most, )* ];

            /// The terminal's value for a side.
            #[inline(always)]
            pub fn value<const SIDE: usize>(self, side: &SideFeatures<SIDE>) -> i32 {
                match self { $( Terminal::$name => { let $side = side; $value.number() } )* }
            }

            /// The terminal's value for Black and for White: one choice for both.
            #[inline(always)]
            fn values(self, features: &BoardFeatures) -> [i32; 2] {
                match self { $( Terminal::$name => [
                    { let $side = &features.black; $value.number() },
                    { let $side = &features.white; $value.number() },
                ], )* }
            }
        }
    };
}

terminals! {
    /// Your men.
    Men: Number, 12 = |side| side.men();
    /// Your kings.
    Kings: Number, 12 = |side| side.kings();
    /// The opponent's men.
    OpponentMen: Number, 12 = |side| side.opponent_men();
    /// The opponent's kings.
    OpponentKings: Number, 12 = |side| side.opponent_kings();
    /// The opponent has a king.
    OpponentHasKing: Flag, 1 = |side| side.opponent_has_king();
    /// You have more pieces than the opponent.
    IsAhead: Flag, 1 = |side| side.is_ahead();
    /// It is your turn.
    IsToMove: Flag, 1 = |side| side.is_to_move();
    /// You have the move (the opposition): yours would be the last step if all pieces came face to face.
    HasTheMove: Flag, 1 = |side| side.has_the_move();
    /// Pieces of both sides.
    PiecesLeft: Number, 24 = |side| side.pieces_left();
    /// Pieces of both sides that have been taken: the phase of the game.
    Exchanged: Number, 24 = |side| 24 - side.pieces_left();
    /// Eight pieces or fewer are left.
    IsEndgame: Flag, 1 = |side| side.pieces_left() <= 8;
    /// Your steps, as if nothing were to be jumped.
    Steps: Number, 48 = |side| side.steps();
    /// Your steps after which the piece cannot be jumped.
    SafeSteps: Number, 48 = |side| side.safe_steps();
    /// Your pieces that the opponent could jump, if it were the opponent's turn.
    Hanging: Number, 12 = |side| side.hanging();
    /// Your men that have no opponent before them any more, within six rows.
    Runaways: Number, 12 = |side| side.runaways();
    /// Your men that cannot step.
    BlockedMen: Number, 12 = |side| side.blocked_men();
    /// Your kings that cannot step.
    TrappedKings: Number, 12 = |side| side.trapped_kings();
    /// Your man stands in the dog hole: 28 before 32, or 5 before 1.
    DogHole: Flag, 1 = |side| side.is_in_dog_hole();
    /// Empty squares diagonally behind your men.
    HolesBehind: Number, 24 = |side| side.holes_behind();
    /// Your pieces diagonally behind your men.
    Backing: Number, 24 = |side| side.backing();
    /// Your men on the home row.
    Home: Number, 4 = |side| side.men_on_row::<0>();
    /// Your men hold the bridge: 1 and 3, or 30 and 32.
    Bridge: Flag, 1 = |side| side.has_bridge();
    /// Your men on the second row.
    MenOnRow2: Number, 4 = |side| side.men_on_row::<1>();
    /// Your men on the third row.
    MenOnRow3: Number, 4 = |side| side.men_on_row::<2>();
    /// Your men on the fourth row.
    MenOnRow4: Number, 4 = |side| side.men_on_row::<3>();
    /// Your men on the fifth row.
    MenOnRow5: Number, 4 = |side| side.men_on_row::<4>();
    /// Your men on the sixth row.
    MenOnRow6: Number, 4 = |side| side.men_on_row::<5>();
    /// Your men on the seventh row, one step from their crown.
    MenOnRow7: Number, 4 = |side| side.men_on_row::<6>();
    /// The rows that your men have come forward, all together.
    Tempo: Number, 72 = |side| side.tempo();
    /// Your pieces on the four squares of the report's centre.
    Centre: Number, 4 = |side| side.centre();
    /// Your pieces on the eight squares in the middle.
    WideCentre: Number, 8 = |side| side.wide_centre();
    /// Your kings on the eight squares in the middle.
    KingsInCentre: Number, 8 = |side| side.kings_in_centre();
    /// Your pieces on the first and the last column.
    Edges: Number, 8 = |side| side.edges();
    /// Your kings in the double corners.
    DoubleCorner: Number, 4 = |side| side.double_corner();
    /// Your kings on the long diagonal.
    MainRoad: Number, 8 = |side| side.main_road();
}

impl Terminal {
    /// Whether it is a sum over pieces that depends only on each piece and its square.
    pub(super) const fn counts_on_squares(self) -> bool {
        use Terminal::*;
        matches!(
            self,
            Men | Kings
                | OpponentMen
                | OpponentKings
                | Home
                | MenOnRow2
                | MenOnRow3
                | MenOnRow4
                | MenOnRow5
                | MenOnRow6
                | MenOnRow7
                | Tempo
                | Centre
                | WideCentre
                | KingsInCentre
                | Edges
                | DoubleCorner
                | MainRoad
        )
    }
}

/// How a fact becomes a tree's number.
trait Fact {
    fn number(self) -> i32;
}

impl Fact for bool {
    #[inline(always)]
    fn number(self) -> i32 {
        i32::from(self)
    }
}

impl Fact for i32 {
    #[inline(always)]
    fn number(self) -> i32 {
        self
    }
}
