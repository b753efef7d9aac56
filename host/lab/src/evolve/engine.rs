//! The engine of a run, for any algorithm: settings in, events out. It touches no file, clock or terminal; the caller
//! passes in what it needs, so that a command, a test, a page or a notebook can drive it.

use anyhow::{Context, Result};
use pipsqueak_core::random::Seed;

use super::algorithm::{Algorithm, FRONT_DEALS, Finals, Finished, State, Stream};
use super::log::Row;
use super::problem::{Champion, Player, Problem};
use super::selection::{StrengthAndCost, front};
use super::settings::CommonSettings;
use crate::arena::{PairedTally, Tally};
use crate::choice::Choice;
use crate::workers::{Stopped, Workers};

/// The caller of an engine. Every method has a default, which does nothing.
pub trait Observer<M: Algorithm>: Sync {
    /// Whether the run is to stop at the next point from which it can resume without loss: after a generation, or
    /// between two measurements. (The workers know whether to stop at once.)
    fn must_leave(&self) -> bool {
        false
    }

    /// Seconds since the engine was started, for the log only.
    fn seconds(&self) -> f64 {
        0.0
    }

    /// Called with each event. A failure ends the run.
    ///
    /// # Errors
    /// Any failure of the caller.
    fn on_event(&self, _event: Event<'_, M>) -> Result<()> {
        Ok(())
    }

    /// Called with the number of games of the finals that have just been played.
    fn on_games(&self, _n_games: u64) {}
}

/// An observer that does nothing.
impl<M: Algorithm> Observer<M> for () {}

/// An event of a run.
pub enum Event<'a, M: Algorithm> {
    /// A generation is finished; its row is the last of the log.
    Generation {
        /// The state that the next generation starts from.
        state: &'a State<M::GeneticMaterial>,
        /// Its fittest tree, or the sum of the genes so far.
        best: &'a Player<M::Problem>,
        /// Whether it is the best generation of the log so far.
        is_best: bool,
    },
    /// The run stops here and can be resumed from this state.
    Stopped(&'a State<M::GeneticMaterial>),
    /// All generations are finished, and the champion is to be found and measured.
    Finals {
        /// The last state.
        state: &'a State<M::GeneticMaterial>,
        /// Games that this takes.
        n_games: u64,
    },
    /// With two objectives, the non-dominated players, the cheapest first.
    Front(&'a [Contender<M::Problem>]),
    /// The champion.
    Champion(&'a Champion<M::Problem>),
}

/// A candidate for the Pareto front, with its record.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender<P: Problem> {
    /// The player.
    pub player: Player<P>,
    /// Its score against each of the opponents that finalists meet too.
    pub record: Vec<(P::Opponent, PairedTally)>,
    /// The estimated instructions of a decision on the board.
    pub instructions: f64,
}

impl<P: Problem> Contender<P> {
    /// Its games against all of them.
    pub fn tally(&self) -> Tally {
        self.record.iter().map(|(_, score)| score.tally).sum()
    }
}

/// Plays a run from a state to its end and returns the champion; `None` if it was stopped.
///
/// # Errors
/// The state does not fit the settings, the observer failed, or a player broke the rules of its game.
pub fn run<M: Algorithm>(
    algorithm: &M,
    mut state: State<M::GeneticMaterial>,
    workers: Workers<'_>,
    observer: &impl Observer<M>,
) -> Result<Option<Champion<M::Problem>>> {
    algorithm.fits(&state.material)?;
    let generations = algorithm.end();
    let earlier = state.log.last().map_or(0.0, |row| row.seconds);
    let mut memory = M::Cache::default();
    while state.generations < generations {
        let played = algorithm.generation(&mut memory, &mut state.material, state.generations, workers);
        let played = unless_stopped(played)?;
        let is_stopped = played.is_none();
        if let Some(Finished { row, best }) = played {
            let is_best = state.log.iter().all(|before| before.best < row.best);
            state.generations = row.generation;
            state.log.push(Row { seconds: earlier + observer.seconds(), ..row });
            observer.on_event(Event::Generation { state: &state, best: &best, is_best })?;
        }
        // Either all processes stop or none does.
        if is_stopped || workers.any(observer.must_leave() || workers.must_stop()) && state.generations < generations {
            observer.on_event(Event::Stopped(&state))?;
            return Ok(None);
        }
    }
    let champion = unless_stopped(crown(algorithm, &state, workers, observer))?;
    match &champion {
        Some(champion) => observer.on_event(Event::Champion(champion))?,
        None => observer.on_event(Event::Stopped(&state))?,
    }
    Ok(champion)
}

/// Turns [`Stopped`] into `None`.
fn unless_stopped<T>(given: Result<T>) -> Result<Option<T>> {
    match given {
        Err(error) if error.is::<Stopped>() => Ok(None),
        given => given.map(Some),
    }
}

/// The best finalist with its record on fresh deals.
fn crown<M: Algorithm>(
    algorithm: &M,
    state: &State<M::GeneticMaterial>,
    workers: Workers<'_>,
    observer: &impl Observer<M>,
) -> Result<Champion<M::Problem>> {
    let CommonSettings { preset, seed, final_games, .. } = *algorithm.common();
    let finals = algorithm.finals(&state.material)?;
    let n_games = finals.n_games() + final_games * M::Problem::OPPONENTS.len() as u64;
    observer.on_event(Event::Finals { state, n_games })?;
    let judge = Judge { algorithm, workers, observer };
    let player = judge.best_finalist(&finals)?;
    if !finals.front.is_empty() {
        observer.on_event(Event::Front(&front_of(judge.contenders(&finals)?)))?;
    }
    let opponents = M::Problem::OPPONENTS.iter().copied();
    let record = judge.record(&player, opponents, final_games / 2, Stream::Final)?;
    let name = format!("{}-{}", preset.name(), seed.0);
    Ok(Champion { name, player, seed, generation: state.generations, record })
}

/// A player's scores against some opponents.
type Record<P> = Vec<(<P as Problem>::Opponent, PairedTally)>;

/// Measures players at the end of a run.
struct Judge<'a, M: Algorithm, O: Observer<M>> {
    algorithm: &'a M,
    workers: Workers<'a>,
    observer: &'a O,
}

impl<M: Algorithm, O: Observer<M>> Judge<'_, M, O> {
    /// A player's scores against some opponents, on deals that are the same for all players measured with this stream.
    fn record(
        &self,
        player: &Player<M::Problem>,
        opponents: impl Iterator<Item = <M::Problem as Problem>::Opponent>,
        n_deals: u64,
        stream: Stream,
    ) -> Result<Record<M::Problem>> {
        let measure = |opponent| {
            // Either all processes stop or none does.
            if self.workers.any(self.observer.must_leave() || self.workers.must_stop()) {
                return Err(Stopped.into());
            }
            let (deals, played) = (stream.of(self.algorithm.common().seed), |n_games| self.observer.on_games(n_games));
            Ok((opponent, M::Problem::measure(player, opponent, n_deals, deals, self.workers, &played)?))
        };
        opponents.map(measure).collect()
    }

    /// The finalist that wins most against the hardest opponents, on deals of their own; the first of equals.
    fn best_finalist(&self, finals: &Finals<M::Problem>) -> Result<Player<M::Problem>> {
        if let [only] = finals.finalists.as_slice() {
            return Ok(only.clone());
        }
        let mut best: Option<(u64, &Player<M::Problem>)> = None;
        for player in &finals.finalists {
            let record = self.record(player, finals.opponents(), finals.n_deals, Stream::Finalists)?;
            let wins = record.iter().map(|(_, score)| score.tally.win).sum();
            if best.is_none_or(|(most, _)| wins > most) {
                best = Some((wins, player));
            }
        }
        best.map(|(_, player)| player.clone()).context("a run has at least one finalist")
    }

    /// The candidates for the front, with their scores and costs.
    fn contenders(&self, finals: &Finals<M::Problem>) -> Result<Vec<Contender<M::Problem>>> {
        let contender = |player: &Player<M::Problem>| {
            let record = self.record(player, finals.opponents(), FRONT_DEALS, Stream::Front)?;
            let instructions = M::Problem::instructions(player.tree.bytes(), player.scoring);
            let instructions = instructions.context("what a decision costs on the board is not known")?;
            Ok(Contender { player: player.clone(), record, instructions })
        };
        finals.front.iter().map(contender).collect()
    }
}

/// The non-dominated ones, the cheapest first.
fn front_of<P: Problem>(contenders: Vec<Contender<P>>) -> Vec<Contender<P>> {
    let worth = |one: &Contender<P>| StrengthAndCost { strength: one.tally().win as f64, cost: one.instructions };
    let worths: Vec<StrengthAndCost> = contenders.iter().map(worth).collect();
    front(&worths).into_iter().map(|place| contenders[place].clone()).collect()
}

/// The mean score of some players against the yardstick, in percent, as the log has it.
pub fn win_against_yardstick<'a, P: Problem>(
    players: impl Iterator<Item = &'a Player<P>>,
    n_games: u64,
    deals: Seed,
    workers: Workers<'_>,
) -> Result<f64> {
    let players: Vec<&Player<P>> = players.collect();
    // Each player has its own deals, so that the luck of the deals averages out.
    let measure = |place: usize, workers| {
        P::measure(players[place], P::YARDSTICK, n_games / 2, deals.derive(place as u64), workers, &|_| {})
    };
    let tallies = match players.len() {
        // A single player's games are shared among the threads.
        1 => vec![measure(0, workers)?],
        // All players at once, because the few games of each would leave threads idle.
        n_players => workers.try_share_with(n_players, || (), |(), place| measure(place, workers.local()))?,
    };
    Ok(tallies.into_iter().sum::<PairedTally>().tally.win_percent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// An observer without files and clocks: it remembers the events, and stops after a given number of generations.
    struct InMemory<M: Algorithm> {
        stop_after: u32,
        state: Mutex<State<M::GeneticMaterial>>,
        heard: Mutex<Vec<String>>,
        n_games: AtomicU64,
    }

    impl<M: Algorithm> Observer<M> for InMemory<M> {
        fn must_leave(&self) -> bool {
            self.state.lock().unwrap().generations >= self.stop_after
        }

        fn seconds(&self) -> f64 {
            1.5
        }

        fn on_event(&self, event: Event<'_, M>) -> Result<()> {
            let heard = match event {
                Event::Generation { state, best: player, is_best } => {
                    assert!(player.tree.n_nodes() > 0);
                    let best = state.log.iter().map(|row| row.best).fold(f64::MIN, f64::max);
                    let newest = state.log.last().unwrap();
                    assert!(!is_best || newest.best == best);
                    assert!(is_best || newest.generation > 1);
                    *self.state.lock().unwrap() = state.clone();
                    format!("generation {}", state.generations)
                }
                Event::Stopped(state) => format!("stopped at {}", state.generations),
                Event::Finals { n_games, .. } => format!("{n_games} games"),
                Event::Front(front) => format!("front of {}", front.len()),
                Event::Champion(champion) => champion.name.clone(),
            };
            self.heard.lock().unwrap().push(heard);
            Ok(())
        }

        fn on_games(&self, n_games: u64) {
            self.n_games.fetch_add(n_games, Ordering::Relaxed);
        }
    }

    type Ended<M> = (Option<Champion<<M as Algorithm>::Problem>>, InMemory<M>);

    fn play<M: Algorithm>(algorithm: &M, state: State<M::GeneticMaterial>, stop_after: u32) -> Ended<M> {
        let memory = InMemory {
            stop_after,
            state: Mutex::new(State::default()),
            heard: Mutex::new(Vec::new()),
            n_games: AtomicU64::new(0),
        };
        (run(algorithm, state, Workers::ALONE, &memory).unwrap(), memory)
    }

    /// Drives a run twice, and once more with breaks after every generation.
    fn is_a_function_of_its_settings<M: Algorithm>(algorithm: &M) -> Champion<M::Problem> {
        let (champion, memory) = play(algorithm, State::default(), u32::MAX);
        let champion = champion.expect("nothing stopped it");
        assert_eq!(play(algorithm, State::default(), u32::MAX).0, Some(champion.clone()));
        let generations = algorithm.end();
        let mut expected: Vec<String> = (1..=generations).map(|number| format!("generation {number}")).collect();
        expected.extend([format!("{} games", memory.n_games.load(Ordering::Relaxed)), champion.name.clone()]);
        assert_eq!(*memory.heard.lock().unwrap(), expected);
        let log = memory.state.into_inner().unwrap().log;

        let mut state = State::default();
        for stop_after in 1..generations {
            let (stopped, memory) = play(algorithm, state, stop_after);
            assert_eq!(stopped, None);
            let expected = [format!("generation {stop_after}"), format!("stopped at {stop_after}")];
            assert_eq!(*memory.heard.lock().unwrap(), expected);
            state = memory.state.into_inner().unwrap();
        }
        let (last, memory) = play(algorithm, state, u32::MAX);
        assert_eq!(last, Some(champion.clone()));
        let without_time = |row: &Row| Row { seconds: 0.0, ..row.clone() };
        let with_breaks = memory.state.into_inner().unwrap().log;
        assert!(with_breaks.iter().map(without_time).eq(log.iter().map(without_time)));
        assert_eq!(with_breaks.last().unwrap().seconds, f64::from(generations) * 1.5, "breaks do not count");
        champion
    }

    #[test]
    fn a_run_of_whole_trees_is_a_function_of_its_settings_whatever_the_breaks() {
        let champion = is_a_function_of_its_settings(&toy::whole_trees(Seed(3)));
        assert_eq!((champion.name.as_str(), champion.generation, champion.record.len()), ("whole-3", 8, 3));
        assert_ne!(play(&toy::whole_trees(Seed(4)), State::default(), u32::MAX).0.unwrap().player, champion.player);
    }

    #[test]
    fn a_multigene_run_is_a_function_of_its_settings_whatever_the_breaks() {
        let champion = is_a_function_of_its_settings(&toy::multigene(Seed(3)));
        assert_eq!((champion.name.as_str(), champion.generation, champion.record.len()), ("genes-3", 8, 3));
    }

    #[test]
    fn evolution_finds_the_formula() {
        let algorithm = toy::multigene(Seed(5));
        let (_, memory) = play(&algorithm, State::default(), u32::MAX);
        let log = memory.state.into_inner().unwrap().log;
        let last = log.last().unwrap();
        assert!(last.best > 70.0 && last.best > log[0].best, "{log:?}");
    }

    #[test]
    fn a_stop_within_the_finals_leaves_all_generations() {
        let algorithm = toy::whole_trees(Seed(3));
        let (champion, memory) = play(&algorithm, State::default(), 8);
        assert_eq!(champion, None);
        // Three finalists on 2,000 deals against two opponents, then 40 games against each of three.
        assert_eq!(memory.heard.lock().unwrap()[8..], ["24120 games", "stopped at 8"]);
    }
}
