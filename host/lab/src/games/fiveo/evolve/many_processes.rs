//! Runs shared by many processes, simulated with threads: the result is the same for any number of processes.

use std::sync::Mutex;

use anyhow::Result;
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::random::Seed;

use super::Preset;
use crate::evolve::engine::{self, Event, Observer};
use crate::evolve::whole_trees::{self, HallOfFame, Islands};
use crate::evolve::{Algorithm, Champion, CommonSettings, SelectionMethod, Settings, State, multigene};
use crate::workers::Workers;
use crate::workers::tests::{each_of, each_of_counted};

/// A process: it keeps its newest state, and stops when asked.
struct Process<M: Algorithm> {
    state: Mutex<State<M::GeneticMaterial>>,
    /// The number of generations after which it is asked to leave; in the next one it is asked to stop.
    leaves_after: u32,
}

impl<M: Algorithm> Process<M> {
    fn generations(&self) -> u32 {
        self.state.lock().unwrap().generations
    }
}

impl<M: Algorithm> Observer<M> for Process<M> {
    fn must_leave(&self) -> bool {
        self.generations() >= self.leaves_after
    }

    fn on_event(&self, event: Event<'_, M>) -> Result<()> {
        if let Event::Generation { state, .. } = event {
            *self.state.lock().unwrap() = state.clone();
        }
        Ok(())
    }
}

type Ended<M> = (Option<Champion<<M as Algorithm>::Problem>>, State<<M as Algorithm>::GeneticMaterial>);

fn play<M: Algorithm>(
    algorithm: &M,
    state: State<M::GeneticMaterial>,
    leaves_after: u32,
    stops_after: u32,
    workers: Workers<'_>,
) -> Ended<M> {
    let process = Process::<M> { state: Mutex::new(State::default()), leaves_after };
    let stop = || process.generations() >= stops_after;
    let champion = engine::run(algorithm, state, workers.until(&stop), &process).unwrap();
    (champion, process.state.into_inner().unwrap())
}

fn whole_trees(preset: Preset) -> whole_trees::Settings<FiveO> {
    let Settings::WholeTrees(settings) = preset.settings(Seed(4)) else { panic!("{preset:?} evolves genes") };
    let mut fitness = settings.fitness.clone();
    (fitness.greedy, fitness.pairing, fitness.deals) = (3, 3, 5);
    let common =
        CommonSettings { population: 33, generations: 4, elite_games: 20, final_games: 200, ..settings.common };
    whole_trees::Settings { common, fitness, elite: 3, finalists: 4, ..settings }
}

fn multigene() -> multigene::Settings<FiveO> {
    let Settings::Multigene(settings) = Preset::Best.settings(Seed(4)) else { panic!("best is a multigene preset") };
    let common =
        CommonSettings { population: 12, generations: 4, elite_games: 20, final_games: 200, ..settings.common };
    let (genes, decisions, samples) = (vec![2, 2], vec![70, 100], vec![2, 4]);
    multigene::Settings {
        common,
        genes,
        decisions,
        samples,
        window: 60,
        starters: 20,
        gene_generations: 3,
        finalist_games: 20,
        ..settings
    }
}

fn has_the_same_result<M>(name: &str, algorithm: &M)
where
    M: Algorithm<Problem = FiveO>,
    M::GeneticMaterial: PartialEq + std::fmt::Debug,
{
    let whole = |workers: Workers<'_>| play(algorithm, State::default(), u32::MAX, u32::MAX, workers);
    let (champion, state) = whole(Workers::ALONE);
    assert!(champion.is_some() && state.generations == algorithm.end());
    for n_processes in [3, 5] {
        let (ended, n_gathers) = each_of_counted(n_processes, whole);
        assert!(n_gathers > 10 * n_processes, "{name} is not shared");
        for (own, own_state) in ended {
            assert_eq!(own, champion, "{name} by {n_processes} processes");
            assert_eq!(own_state, state, "{name} by {n_processes} processes");
        }
    }
}

#[test]
fn a_run_of_many_processes_ends_with_the_bytes_of_one() {
    has_the_same_result("a league", &whole_trees(Preset::Experiment3));
    has_the_same_result("a gauntlet", &whole_trees(Preset::Quick));
    has_the_same_result("a sum", &multigene());
    // More islands than processes and fewer.
    let islands = Islands { number: 4, interval: 2, migrants: 1 };
    has_the_same_result("an archipelago", &whole_trees::Settings { islands, ..whole_trees(Preset::Quick) });
    has_the_same_result("islands of leagues", &whole_trees::Settings { islands, ..whole_trees(Preset::Experiment3) });
}

#[test]
fn cases_and_a_hall_of_fame_have_the_same_result() {
    let by_cases = |preset: Preset| {
        let mut settings = whole_trees(preset);
        settings.common.selection.method = SelectionMethod::EpsilonLexicase;
        settings.hall_of_fame = HallOfFame { size: 2, interval: 1 };
        settings
    };
    // A single finalist plays no games at the end.
    has_the_same_result("opponents", &whole_trees::Settings { finalists: 1, ..by_cases(Preset::Experiment3) });
    has_the_same_result("deals", &whole_trees::Settings { finalists: 1, ..by_cases(Preset::Quick) });
    let islands = Islands { number: 4, interval: 2, migrants: 1 };
    has_the_same_result("deals on islands", &whole_trees::Settings { islands, ..by_cases(Preset::Quick) });
    let mut sum = multigene();
    sum.common.selection.method = SelectionMethod::EpsilonLexicase;
    has_the_same_result("decisions", &sum);
}

/// One process of three is asked to stop; all stop at the same point, and another number of processes resumes from
/// there.
fn stops_together_and_resumes<M>(name: &str, algorithm: &M)
where
    M: Algorithm<Problem = FiveO>,
    M::GeneticMaterial: PartialEq + std::fmt::Debug,
{
    let play = |state, leaves_after, stops_after, workers: Workers<'_>| {
        play(algorithm, state, leaves_after, stops_after, workers)
    };
    let expected = play(State::default(), u32::MAX, u32::MAX, Workers::ALONE).0;
    for (leaves_after, stops_after) in [(2, u32::MAX), (u32::MAX, 2), (4, u32::MAX)] {
        let stopped = each_of(3, |workers| match workers.rank() {
            1 => play(State::default(), leaves_after, stops_after, workers),
            _ => play(State::default(), u32::MAX, u32::MAX, workers),
        });
        let state = stopped[0].1.clone();
        let asked = leaves_after.min(stops_after);
        assert_eq!(state.generations, asked, "{name}");
        assert!(stopped.iter().all(|(champion, own)| champion.is_none() && *own == state), "{name}");
        let ended = each_of(2, |workers| play(state.clone(), u32::MAX, u32::MAX, workers).0);
        assert!(ended.iter().all(|champion| *champion == expected), "{name} from generation {asked}");
    }
}

#[test]
fn if_one_process_is_asked_to_stop_all_stop_and_any_number_resumes() {
    stops_together_and_resumes("a sum", &multigene());
}
