//! The engine of a run, whatever algorithm it follows: settings in, events out. It touches no file, clock or
//! terminal; what it needs of them is handed in, so that a command, a test or a page can drive it.

use anyhow::{Context, Result};
use pipsqueak_core::random::Seed;
use rayon::prelude::*;

use super::algorithm::{Algorithm, FRONT_DEALS, Finals, State, Stream};
use super::log::Row;
use super::problem::{Champion, Choice, Player, Problem};
use super::selection::{StrengthAndCost, front};
use super::settings::CommonSettings;
use crate::arena::Tally;
use crate::system::ending::Ending;
use crate::system::processes;

/// Where an engine runs.
pub trait Environment<M: Algorithm>: Sync {
    /// Whether the run is to stop as soon as it can.
    fn must_stop(&self) -> bool;

    /// Whether the run is to stop where it can go on from without loss: after a generation, or between two measurements.
    fn must_leave(&self) -> bool {
        self.must_stop()
    }

    /// Time since the engine was started: for the log alone.
    fn seconds(&self) -> f64;

    /// Hears what happens. A failure ends the run.
    fn hear(&self, event: Event<'_, M>) -> Result<()>;

    /// Hears that so many more games of the finals are played.
    fn played(&self, n_games: u64);
}

/// What happens in a run.
pub enum Event<'a, M: Algorithm> {
    /// A generation is finished; its row is the last of the log.
    Generation {
        /// All that the next one needs.
        state: &'a State<M::GeneticMaterial>,
        /// Whether the log has no better one before it.
        is_best: bool,
    },
    /// The run stops here and can go on from here.
    Stopped(&'a State<M::GeneticMaterial>),
    /// All generations are finished, and the champion is to be found and measured.
    Finals {
        /// The last state.
        state: &'a State<M::GeneticMaterial>,
        /// Games that this takes.
        n_games: u64,
    },
    /// With two objectives, whoever nobody beats at less cost, the cheapest first.
    Front(&'a [Contender<M::Problem>]),
    /// The champion.
    Champion(&'a Champion<M::Problem>),
}

/// Whoever may be of the front, and what it came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender<P: Problem> {
    /// How it plays.
    pub player: Player<P>,
    /// What it won against each of the opponents that finalists meet too.
    pub record: Vec<(P::Opponent, Tally)>,
    /// About how many instructions a decision takes it on the board.
    pub instructions: f64,
}

impl<P: Problem> Contender<P> {
    /// Its games against all of them.
    pub fn tally(&self) -> Tally {
        self.record.iter().map(|(_, tally)| *tally).sum()
    }
}

/// Plays a run from a state to its end and gives the champion; `None` if it was stopped.
pub fn run<M: Algorithm>(
    algorithm: &M,
    mut state: State<M::GeneticMaterial>,
    environment: &impl Environment<M>,
) -> Result<Option<Champion<M::Problem>>> {
    algorithm.fits(&state.material)?;
    let generations = algorithm.end();
    let earlier = state.log.last().map_or(0.0, |row| row.seconds);
    let mut memory = M::Cache::default();
    while state.generations < generations {
        let stop = || environment.must_stop();
        let row = unless_stopped(algorithm.generation(&mut memory, &mut state.material, state.generations, &stop))?;
        let is_stopped = row.is_none();
        if let Some(row) = row {
            let is_best = state.log.iter().all(|before| before.best < row.best);
            state.generations = row.generation;
            state.log.push(Row { seconds: earlier + environment.seconds(), ..row });
            environment.hear(Event::Generation { state: &state, is_best })?;
        }
        // All processes stop or none does.
        if is_stopped || processes::any(environment.must_leave()) && state.generations < generations {
            environment.hear(Event::Stopped(&state))?;
            return Ok(None);
        }
    }
    let champion = unless_stopped(crown(algorithm, &state, environment))?;
    match &champion {
        Some(champion) => environment.hear(Event::Champion(champion))?,
        None => environment.hear(Event::Stopped(&state))?,
    }
    Ok(champion)
}

/// What a part of a run gave; `None` also if its games were given up because somebody asked to stop.
fn unless_stopped<T>(given: Result<Option<T>>) -> Result<Option<T>> {
    match given {
        // Not whoever has stopped reading: that ends a command with status 0.
        Err(error) if !Ending::of(&error).is_failure() && Ending::of(&error).status != 0 => Ok(None),
        given => given,
    }
}

/// The best finalist with its record on fresh deals; `None` if it was stopped.
fn crown<M: Algorithm>(
    algorithm: &M,
    state: &State<M::GeneticMaterial>,
    environment: &impl Environment<M>,
) -> Result<Option<Champion<M::Problem>>> {
    let CommonSettings { preset, seed, final_games, .. } = *algorithm.common();
    let finals = algorithm.finals(&state.material)?;
    let n_games = finals.n_games() + final_games * M::Problem::OPPONENTS.len() as u64;
    environment.hear(Event::Finals { state, n_games })?;
    let Some(player) = best_finalist(&finals, seed, environment)? else { return Ok(None) };
    if !finals.front.is_empty() {
        let Some(contenders) = contenders(&finals, seed, environment)? else { return Ok(None) };
        environment.hear(Event::Front(&front_of(contenders)))?;
    }
    let mut record = Vec::new();
    for &opponent in M::Problem::OPPONENTS {
        if processes::any(environment.must_leave()) {
            return Ok(None);
        }
        let (deals, played) = (Stream::Final.of(seed), |n| environment.played(n));
        record.push((opponent, M::Problem::measure(&player, opponent, final_games / 2, deals, &played)?));
    }
    let name = format!("{}-{}", preset.name(), seed.0);
    Ok(Some(Champion { name, player, seed, generation: state.generations, record }))
}

/// The finalist that wins most against the hardest opponents, on deals of its own; of equals the first. `None` if it was
/// stopped.
fn best_finalist<M: Algorithm>(
    finals: &Finals<M::Problem>,
    run: Seed,
    environment: &impl Environment<M>,
) -> Result<Option<Player<M::Problem>>> {
    if let [only] = finals.finalists.as_slice() {
        return Ok(Some(only.clone()));
    }
    let mut best: Option<(u64, &Player<M::Problem>)> = None;
    for player in &finals.finalists {
        if processes::any(environment.must_leave()) {
            return Ok(None);
        }
        let (deals, played) = (Stream::Finalists.of(run), |n| environment.played(n));
        let tally = |opponent| M::Problem::measure(player, opponent, finals.n_deals, deals, &played);
        let wins = finals.opponents().map(tally).sum::<Result<Tally>>()?.win;
        if best.is_none_or(|(most, _)| wins > most) {
            best = Some((wins, player));
        }
    }
    best.map(|(_, player)| Some(player.clone())).context("a run has at least one finalist")
}

/// Whoever may be of the front with what it wins and costs, on deals that are the same for all. `None` if it was stopped.
fn contenders<M: Algorithm>(
    finals: &Finals<M::Problem>,
    run: Seed,
    environment: &impl Environment<M>,
) -> Result<Option<Vec<Contender<M::Problem>>>> {
    let mut contenders = Vec::new();
    for player in &finals.front {
        if processes::any(environment.must_leave()) {
            return Ok(None);
        }
        let (deals, played) = (Stream::Front.of(run), |n| environment.played(n));
        let measured = |opponent| Ok((opponent, M::Problem::measure(player, opponent, FRONT_DEALS, deals, &played)?));
        let record = finals.opponents().map(measured).collect::<Result<_>>()?;
        let instructions = M::Problem::instructions(player.tree.bytes(), player.scoring);
        let instructions = instructions.context("what a decision costs on the board is not known")?;
        contenders.push(Contender { player: player.clone(), record, instructions });
    }
    Ok(Some(contenders))
}

/// Those that nobody beats at less cost, the cheapest first.
fn front_of<P: Problem>(contenders: Vec<Contender<P>>) -> Vec<Contender<P>> {
    let worth = |one: &Contender<P>| StrengthAndCost { strength: one.tally().win as f64, cost: one.instructions };
    let worths: Vec<StrengthAndCost> = contenders.iter().map(worth).collect();
    front(&worths).into_iter().map(|place| contenders[place].clone()).collect()
}

/// What some players win against the yardstick on average, in percent: the log's figure.
pub fn win_against_yardstick<'a, P: Problem>(
    players: impl Iterator<Item = &'a Player<P>>,
    n_games: u64,
    deals: Seed,
) -> Result<f64> {
    // Each of them plays deals of its own: the luck of the deals then evens out.
    let players: Vec<(u64, &Player<P>)> = (0..).zip(players).collect();
    let measure = |(place, player): (u64, &Player<P>)| {
        P::measure(player, P::YARDSTICK, n_games / 2, deals.derive(place), &|_| {})
    };
    let tallies = match players.as_slice() {
        // The games of one alone are shared within.
        [only] => vec![measure(*only)?],
        // All at once, because the few games of each would leave threads without work.
        players => processes::try_share(players.len(), |own| {
            let tallies = own.into_par_iter().map(|place| measure(players[place]));
            tallies.collect::<Result<Vec<Tally>>>().map(Some)
        })?
        .unwrap_or_default(),
    };
    Ok(tallies.into_iter().sum::<Tally>().win_percent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::toy;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// An environment without files and clocks: it remembers what it hears, and stops after so many generations.
    struct InMemory<M: Algorithm> {
        stop_after: u32,
        state: Mutex<State<M::GeneticMaterial>>,
        heard: Mutex<Vec<String>>,
        n_games: AtomicU64,
    }

    impl<M: Algorithm> Environment<M> for InMemory<M> {
        fn must_stop(&self) -> bool {
            self.state.lock().unwrap().generations >= self.stop_after
        }

        fn seconds(&self) -> f64 {
            1.5
        }

        fn hear(&self, event: Event<'_, M>) -> Result<()> {
            let heard = match event {
                Event::Generation { state, is_best } => {
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

        fn played(&self, n_games: u64) {
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
        (run(algorithm, state, &memory).unwrap(), memory)
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
    fn evolution_finds_what_there_is_to_find() {
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
