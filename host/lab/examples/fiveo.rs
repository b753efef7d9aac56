//! Evolves a small Five-O player, and prints a line per gene, its tree and its record against the baselines.

use anyhow::Result;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::evolve::engine::{self, Event, Observer};
use pipsqueak_lab::evolve::{Algorithm, Problem, Settings, State};
use pipsqueak_lab::games::fiveo::evolve::Preset;
use pipsqueak_lab::workers::{Threads, Workers};

struct Progress;

impl<A: Algorithm> Observer<A> for Progress {
    fn on_event(&self, event: Event<'_, A>) -> Result<()> {
        if let Event::Generation { state, .. } = event {
            let row = &state.log[state.log.len() - 1];
            println!("gene {:2}: {:4.1} % of the rollouts' judgement explained", row.generation, row.best);
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let Settings::Multigene(mut settings) = FiveO::settings(Preset::Small, Seed(1)) else {
        unreachable!("it adds up genes")
    };
    (settings.common.generations, settings.common.final_games) = (5, 2_000);
    let threads = Threads::new(None)?;
    let champion = engine::run(&settings, State::default(), Workers::new(&threads), &Progress)?;
    let champion = champion.expect("only a stop ends a run without a champion");
    println!("\n{}", champion.player.text());
    for (opponent, score) in &champion.record {
        let wins = score.wins();
        println!("{opponent:17} {:5.1} % won ({:.1} to {:.1})", wins.percent, wins.low, wins.high);
    }
    Ok(())
}
