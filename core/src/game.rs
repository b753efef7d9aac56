//! The traits of games and players, and the referee, which plays a match. Knows no particular game.
//!
//! **`Turn::Of` contains the view.** Whose turn it is and what that seat sees is one answer, so a view always has a
//! card to place, and there is no view of a seat that has nothing to decide.

use core::fmt;

use crate::random::Seed;

/// One of the two players' places at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat across the table.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Seat::First => "first",
            Seat::Second => "second",
        })
    }
}

/// A finished game's points, by seat. More points win; equal points are a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points(pub [u8; 2]);

impl Points {
    /// The seat with more points.
    #[inline]
    pub fn winner(self) -> Option<Seat> {
        let Points([first, second]) = self;
        match first.cmp(&second) {
            core::cmp::Ordering::Greater => Some(Seat::First),
            core::cmp::Ordering::Less => Some(Seat::Second),
            core::cmp::Ordering::Equal => None,
        }
    }

    /// One seat's points.
    #[inline]
    pub const fn of(self, seat: Seat) -> u8 {
        let Points([first, second]) = self;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }
}

/// Whose move it is, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<View> {
    /// This seat is to move, and this is what it sees.
    Of(Seat, View),
    /// The game is over.
    Over(Points),
}

/// What the referee needs of a game. All randomness is consumed at the deal: a seed and the moves replay everything.
pub trait Game: Sized {
    /// What a player decides.
    type Move: Copy + PartialEq + fmt::Debug;
    /// All that one seat may see, and nothing else.
    type View;
    /// Why a move was refused.
    type Illegal: core::error::Error + Copy + 'static;

    /// The start of the game that this seed stands for.
    fn deal(seed: Seed) -> Self;
    /// Whose move it is and what that seat sees, or how the game ended.
    fn turn(&self) -> Turn<Self::View>;
    /// Makes a move for the seat to move; a refused move changes nothing.
    fn play(&mut self, chosen: Self::Move) -> Result<(), Self::Illegal>;
}

/// A player: chooses moves from views. A program's error is [`Infallible`](core::convert::Infallible); people, cables and
/// files can fail.
pub trait Player<G: Game> {
    /// Why there is no decision.
    type Error;

    /// Decides from what the seat sees.
    fn choose(&mut self, view: &G::View) -> Result<G::Move, Self::Error>;
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for &mut P {
    type Error = P::Error;

    fn choose(&mut self, view: &G::View) -> Result<G::Move, Self::Error> {
        (**self).choose(view)
    }
}

/// Why the referee stopped a game: a player failed or broke the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError<E, I> {
    /// The player of this seat gave no decision.
    NoDecision(Seat, E),
    /// The player of this seat chose what the rules forbid.
    Illegal(Seat, I),
}

impl<E: fmt::Display, I: fmt::Display> fmt::Display for GameError<E, I> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::NoDecision(seat, error) => write!(formatter, "the {seat} player gave no move: {error}"),
            GameError::Illegal(seat, illegal) => write!(formatter, "the {seat} player made an illegal move: {illegal}"),
        }
    }
}

/// Plays a game to its end between two players, calling `witness` after each move.
pub fn referee<G, E>(
    mut game: G,
    players: [&mut dyn Player<G, Error = E>; 2],
    mut witness: impl FnMut(&G, Seat, G::Move),
) -> Result<(G, Points), GameError<E, G::Illegal>>
where
    G: Game,
{
    let [first, second] = players;
    loop {
        // By reference: a view may be large, and a copy of it would cost a quick player as much as its move.
        let turn = game.turn();
        let (seat, view) = match &turn {
            Turn::Of(seat, view) => (*seat, view),
            Turn::Over(points) => return Ok((game, *points)),
        };
        let player = match seat {
            Seat::First => &mut *first,
            Seat::Second => &mut *second,
        };
        let chosen = player.choose(view).map_err(|error| GameError::NoDecision(seat, error))?;
        game.play(chosen).map_err(|illegal| GameError::Illegal(seat, illegal))?;
        witness(&game, seat, chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_across_the_table_from_each_other() {
        let [first, second] = Seat::BOTH;
        assert_eq!((first.other(), second.other()), (second, first));
        assert_eq!(Seat::BOTH.map(Seat::index), [0, 1]);
    }

    #[test]
    fn more_points_win_and_equal_points_are_a_tie() {
        for (points, winner) in [([3, 2], Some(Seat::First)), ([0, 5], Some(Seat::Second)), ([4, 4], None)] {
            let points = Points(points);
            assert_eq!(points.winner(), winner);
            assert_eq!(Seat::BOTH.map(|seat| points.of(seat)), points.0);
        }
    }
}
