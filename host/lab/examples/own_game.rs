//! Evolves a player for your own game: Pig. On a turn a player rolls a die as often as they like and adds up the rolls;
//! a 1 ends the turn and loses its sum. The first to reach 100 wins. The opponent holds at 20, which is known to be
//! good.

use std::cmp::Ordering;

use pipsqueak_core::game::Seat;
use pipsqueak_core::random::{GameRng, Seed, below};
use pipsqueak_core::tree::{Entry, Kind, Vocabulary};
use pipsqueak_lab::evolve::Player;
use pipsqueak_lab::evolve::task::{self, Task};
use pipsqueak_lab::workers::{Threads, Workers};

#[derive(Clone, Copy, PartialEq, Debug)]
struct Pig;

impl Vocabulary for Pig {
    const VERSION: u8 = 1;
    const ENTRIES: &'static [Entry] = &[number("OwnScore"), number("OpponentScore"), number("TurnTotal")];
}

const fn number(name: &'static str) -> Entry {
    Entry { name, kind: Kind::Number }
}

/// The score after a turn; `rolls` returns whether to roll again with this much at stake.
fn turn(rng: &mut GameRng, score: u32, rolls: impl Fn(u32) -> bool) -> u32 {
    let mut total = 0;
    while total == 0 || score + total < 100 && rolls(total) {
        match below(rng, 6) + 1 {
            1 => return 0,
            pips => total += pips,
        }
    }
    total
}

impl Task for Pig {
    const NAME: &'static str = "pig";

    /// A tree rolls again while its value is positive.
    fn play(player: &Player<Pig>, deal: Seed, seat: Seat) -> Ordering {
        let (mut rng, mut scores, mut mover) = (deal.rng(), [0, 0], seat.index());
        loop {
            // In tens: a tree's whole numbers go from -7 to 7.
            let [own, other] = scores.map(|score: u32| score as f32 / 10.0);
            scores[mover] += match mover {
                0 => turn(&mut rng, scores[0], |total| player.value(&[own, other, total as f32 / 10.0]) > 0.0),
                _ => turn(&mut rng, scores[1], |total| total < 20),
            };
            if scores[mover] >= 100 {
                return if mover == 0 { Ordering::Greater } else { Ordering::Less };
            }
            mover = 1 - mover;
        }
    }
}

fn main() -> anyhow::Result<()> {
    let threads = Threads::new(None)?;
    let champion = task::evolve(&task::settings::<Pig>(Seed(1)), Workers::new(&threads))?;
    println!("It rolls again while this is positive:\n{}", champion.player.text());
    for (_, score) in champion.record {
        let wins = score.wins();
        println!("It wins {:.1} % of its games ({:.1} to {:.1}).", wins.percent, wins.low, wins.high);
    }
    Ok(())
}
