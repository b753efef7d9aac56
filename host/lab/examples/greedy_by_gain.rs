//! The other reading of the report's greedy player: the hand that *gains* most, where ours takes the hand that is strongest
//! after placing. Prints the wins of both against the report's other baselines.

use core::convert::Infallible;

use anyhow::Result;
use pipsqueak_core::game::{Game, Player, Points, Seat, referee};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind};
use pipsqueak_core::games::fiveo::{Column, Strength, Table, TableView};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_lab::arena::Tally;
use pipsqueak_lab::workers::{Threads, Workers};

const N_DEALS: u64 = 50_000;

/// Places a card where the hand rises by most categories; of these where it is then strongest.
struct GreedyByGain(GameRng);

impl Player<Table> for GreedyByGain {
    type Error = Infallible;

    fn choose(&mut self, view: &TableView) -> Result<Column, Infallible> {
        let gain = |column: Column| {
            let [before, after] = [view.own(column), view.own(column).with(view.card())].map(Strength::of);
            (after.category() as u8 - before.category() as u8, after)
        };
        let most = view.open().iter().map(gain).max();
        let best: Vec<Column> = view.open().iter().filter(|&column| Some(gain(column)) == most).collect();
        Ok(random::pick(&mut self.0, &best).expect("a column is open"))
    }
}

/// A deal with both seatings.
fn wins(opponent: BaselineKind, seed: Seed) -> Tally {
    let deal = |seat: Seat| -> Tally {
        let mut ours = GreedyByGain(seed.derive(1).rng());
        let mut theirs = Baseline::new(opponent, seed, seat.other());
        let played: Result<(Table, Points), _> = match seat {
            Seat::First => referee(Table::deal(seed), [&mut ours, &mut theirs], |_, _, _| {}),
            Seat::Second => referee(Table::deal(seed), [&mut theirs, &mut ours], |_, _, _| {}),
        };
        Tally::of(played.expect("programs keep the rules").1, seat)
    };
    Seat::BOTH.into_iter().map(deal).sum()
}

fn main() -> Result<()> {
    let threads = Threads::new(None)?;
    let others = BaselineKind::ALL.into_iter().take(5);
    for opponent in others {
        let tallies = Workers::new(&threads).map(0..N_DEALS, |deal| wins(opponent, Seed(1).derive(deal)));
        let percent = tallies.into_iter().sum::<Tally>().win_percent();
        println!("greedy by gain v {opponent:17} {percent:5.1} %");
    }
    Ok(())
}
