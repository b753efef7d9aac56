//! The rules: three piles of sticks. A move takes sticks from one pile, and the player who takes the last one wins.

use std::fmt;

use pipsqueak_core::champion::GameId;
use pipsqueak_core::game::{Game, Points, Seat, Turn};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::{self, Seed};
use serde::{Deserialize, Serialize};

/// A game of Nim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    piles: [u8; 3],
    mover: Seat,
}

/// The view of either player: everything.
pub type Piles = [u8; 3];

/// Sticks taken from a pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Take {
    /// Which pile, from 0.
    pub pile: u8,
    /// How many sticks.
    pub sticks: u8,
}

/// The error: more sticks than there are, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal;

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a move takes one stick or more, and no more than the pile has")
    }
}

impl std::error::Error for Illegal {}

impl Nim {
    /// A game that begins with these piles.
    pub fn new(piles: Piles) -> Nim {
        Nim { piles, mover: Seat::First }
    }

    /// The sticks of each pile.
    pub fn piles(&self) -> Piles {
        self.piles
    }
}

impl Game for Nim {
    type Move = Take;
    type View = Piles;
    type Illegal = Illegal;

    fn deal(seed: Seed) -> Nim {
        let mut rng = seed.rng();
        Nim::new([0; 3].map(|_: u8| 1 + random::below(&mut rng, 9) as u8))
    }

    fn turn(&self) -> Turn<Piles> {
        match (self.piles, self.mover.other()) {
            ([0, 0, 0], Seat::First) => Turn::Over(Points([1, 0])),
            ([0, 0, 0], Seat::Second) => Turn::Over(Points([0, 1])),
            (piles, _) => Turn::Of(self.mover, piles),
        }
    }

    fn play(&mut self, Take { pile, sticks }: Take) -> Result<(), Illegal> {
        let held = self.piles.get_mut(usize::from(pile)).ok_or(Illegal)?;
        *held = held.checked_sub(sticks).filter(|_| sticks > 0).ok_or(Illegal)?;
        self.mover = self.mover.other();
        Ok(())
    }
}

/// There are no sticks to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSticks;

impl fmt::Display for NoSticks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("there are no sticks")
    }
}

impl std::error::Error for NoSticks {}

impl LinkGame for Nim {
    const ID: GameId = GameId(77);
    const SECONDS: u16 = 0;
    const VIEW_ERRORS: &'static [NoSticks] = &[NoSticks];

    type ViewError = NoSticks;
    type Packed = Piles;

    fn pack(view: &Piles) -> Piles {
        *view
    }

    fn unpack(packed: Piles) -> Result<Piles, NoSticks> {
        if packed == [0; 3] { Err(NoSticks) } else { Ok(packed) }
    }
}

/// The winning move (Bouton 1901), which makes the piles' binary sum 0; one stick if there is none.
pub fn perfect(piles: Piles) -> Take {
    let sum = piles.iter().fold(0, |sum, sticks| sum ^ sticks);
    let winning = (0..).zip(piles).find(|&(_, sticks)| sum != 0 && sticks ^ sum < sticks);
    let (pile, sticks) = winning.map_or_else(
        || ((0..).zip(piles).find(|&(_, sticks)| sticks > 0).map_or(0, |(pile, _)| pile), 1),
        |(pile, sticks)| (pile, sticks - (sticks ^ sum)),
    );
    Take { pile, sticks }
}
