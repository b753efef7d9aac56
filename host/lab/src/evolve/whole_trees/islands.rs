//! Islands: parts of a population that breed apart, each with its own random streams, and from time to time send copies
//! of their best trees to the next island. Their number is a setting and does not depend on the machine: the same
//! settings give the same run on one processor or a thousand.
//!
//! ```text
//! places of the population:   | island 0 | island 1 | … | island n - 1 |       sizes that differ by one at most
//! migrants:                     0 -> 1 -> … -> n - 1 -> 0                      all at once, in the order of the islands
//! ```
//!
//! With at least as many islands as processes, island i is played on process i mod n. With fewer, all processes share
//! the games of each island. Breeding takes almost no time, so every process breeds all islands and no tree is sent.

use std::ops::Range;

use anyhow::{Result, ensure};
use pipsqueak_core::random::{GameRng, Seed};
use pipsqueak_core::tree::Tree;

use super::{Settings, breeding};
use crate::evolve::algorithm::Stream;
use crate::evolve::problem::{Fitness, Player, Problem, Scores};
use crate::evolve::selection::{Case, StrengthAndCost, crowded_order, ranking};
use crate::workers::Workers;

/// How a population is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Islands {
    /// How many islands.
    pub number: usize,
    /// Generations from one migration to the next.
    pub interval: u32,
    /// Trees that each island sends.
    pub migrants: usize,
}

impl Islands {
    /// One population.
    pub const ONE: Islands = Islands { number: 1, interval: 10, migrants: 2 };
}

/// A part of the population.
pub struct Island {
    /// Its trees.
    places: Range<usize>,
    /// The seed of its random streams.
    seed: Seed,
}

impl Island {
    fn stream(&self, stream: Stream, generation: u32) -> Seed {
        stream.of(self.seed).derive(u64::from(generation))
    }
}

impl<P: Problem> Settings<P> {
    /// The islands in order. The first uses the run's own streams, so a run with one island equals a run without
    /// islands.
    pub fn islands(&self) -> Vec<Island> {
        let (n, population, run) = (self.islands.number, self.common.population, self.common.seed);
        let start = |island: usize| island * (population / n) + island.min(population % n);
        let seed = |island: usize| match island {
            0 => run,
            _ => Stream::Islands.of(run).derive(island as u64),
        };
        (0..n).map(|island| Island { places: start(island)..start(island + 1), seed: seed(island) }).collect()
    }

    /// Games of a generation that also meets `n_famous` members of the hall of fame.
    pub fn generation_games(&self, n_famous: usize) -> u64 {
        let games = |island: &Island| self.fitness.games(island.places.len(), n_famous);
        self.islands().iter().map(games).fold(0, u64::saturating_add)
    }

    /// The first trees of every island; the starting champions are distributed over the islands in turn.
    pub fn first_generation(&self, champions: &[Tree<P>]) -> Vec<Tree<P>> {
        let first = |(number, island): (usize, Island)| {
            let rng: &mut GameRng = &mut Stream::Start.of(island.seed).rng();
            let own = champions.iter().skip(number).step_by(self.islands.number).cloned().collect();
            breeding::first_generation(rng, self, island.places.len(), own)
        };
        self.islands().into_iter().enumerate().flat_map(first).collect()
    }

    /// The points of every player, and each island's cases: a player meets its own island and the hall of fame.
    pub fn scores(
        &self,
        players: &[Player<P>],
        famous: &[Player<P>],
        generation: u32,
        workers: Workers<'_>,
    ) -> (Vec<u64>, Vec<Vec<Case>>) {
        let (islands, n_cases) = (self.islands(), self.common.selection.n_cases());
        let scores = |island: &Island, workers: Workers<'_>| {
            let deals = island.stream(Stream::Fitness, generation);
            let own = &players[island.places.clone()];
            let Scores { points, cases } = self.fitness.scores(own, famous, n_cases, deals, workers);
            (points, cases)
        };
        let of_each: Vec<(Vec<u64>, Vec<Case>)> = if islands.len() < 2 || islands.len() < workers.n_processes() {
            islands.iter().map(|island| scores(island, workers)).collect()
        } else {
            workers.share(islands.len(), |number| scores(&islands[number], workers.local()))
        };
        let (points, cases): (Vec<Vec<u64>>, Vec<Vec<Case>>) = of_each.into_iter().unzip();
        (points.concat(), cases)
    }

    /// The indices of a generation: the best of every island, then the second best of each, and so on. Fitness on
    /// different islands is not comparable.
    pub fn in_turn(&self, fitness: &[f64]) -> Vec<usize> {
        let rankings: Vec<Vec<usize>> = self.islands().iter().map(|island| own_ranking(island, fitness)).collect();
        let n_most = rankings.iter().map(Vec::len).max().unwrap_or(0);
        (0..n_most).flat_map(|rank| rankings.iter().filter_map(move |ranking| ranking.get(rank).copied())).collect()
    }

    /// The next generation: every island breeds, and at a migration the immigrants replace the last of its children.
    pub fn next_generation(
        &self,
        population: &[Tree<P>],
        fitness: &[f64],
        cases: Vec<Vec<Case>>,
        worths: Option<&[StrengthAndCost]>,
        generation: u32,
    ) -> Vec<Tree<P>> {
        let islands = self.islands();
        let breed = |(island, cases): (&Island, Vec<Case>)| {
            let mut rng = island.stream(Stream::Breeding, generation).rng();
            let places = || island.places.clone();
            let (trees, fitness, worths) =
                (&population[places()], &fitness[places()], worths.map(|all| &all[places()]));
            let order = worths.map_or_else(|| ranking(fitness.iter().copied()), crowded_order);
            let parents = self.parents(trees, fitness.to_vec(), cases, worths);
            breeding::next_generation(&mut rng, self, trees, &order, &parents)
        };
        let mut next: Vec<Tree<P>> = islands.iter().zip(cases).flat_map(breed).collect();
        let Islands { number, interval, migrants } = self.islands;
        if number > 1 && (generation + 1).is_multiple_of(interval) {
            for (from, to) in islands.iter().zip(islands.iter().cycle().skip(1)) {
                let best = own_ranking(from, fitness).into_iter().take(migrants);
                let guests = to.places.end - migrants..to.places.end;
                guests.zip(best).for_each(|(guest, best)| next[guest] = population[best].clone());
            }
        }
        next
    }

    /// Brings the numbers that were not given within the islands' limits.
    pub fn apply_island_defaults(&mut self, is_given: &dyn Fn(&str) -> bool) {
        let smallest = self.common.population / self.islands.number.max(1);
        if !is_given("finalists") {
            self.finalists = self.finalists.max(self.islands.number).min(self.common.population);
        }
        if !is_given("elite") {
            self.elite = self.elite.min(smallest.saturating_sub(1 + self.guests()));
        }
    }

    /// Refuses invalid island settings.
    pub fn check_islands(&self) -> Result<()> {
        let (number, population) = (self.islands.number, self.common.population);
        let smallest = population / number;
        ensure!(
            smallest >= 2,
            "islands.number: every island needs at least two trees, but {population} trees are shared by {number} islands"
        );
        ensure!(number == 1 || self.finalists >= number, "there must be at least one finalist from each island");
        ensure!(
            number == 1 || !self.common.selection.counts_cost(),
            "islands.number: with strength-and-cost there is one front, and the strengths of different islands cannot be compared"
        );
        ensure!(
            self.elite + self.guests() < smallest,
            "the elite and the migrants together must be fewer than the {smallest} trees of an island"
        );
        Ok(())
    }

    fn guests(&self) -> usize {
        if self.islands.number > 1 { self.islands.migrants } else { 0 }
    }
}

/// An island's indices in the order of fitness.
fn own_ranking(island: &Island, fitness: &[f64]) -> Vec<usize> {
    let own = fitness[island.places.clone()].iter().copied();
    ranking(own).into_iter().map(|place| island.places.start + place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::selection::{Objectives, Parents};
    use crate::evolve::settings::CommonSettings;
    use crate::evolve::toy::{self, Toy};

    fn archipelago(number: usize, population: usize) -> Settings<Toy> {
        let toy = toy::whole_trees(Seed(3));
        let common = CommonSettings { population, ..toy.common.clone() };
        let islands = Islands { number, interval: 2, migrants: 2 };
        Settings { common, islands, finalists: number, ..toy }
    }

    fn next(settings: &Settings<Toy>, trees: &[Tree<Toy>], fitness: &[f64], generation: u32) -> Vec<Tree<Toy>> {
        let cases = vec![Vec::new(); settings.islands.number];
        settings.next_generation(trees, fitness, cases, None, generation)
    }

    #[test]
    fn islands_divide_the_population_evenly_and_the_first_has_the_runs_seed() {
        let settings = archipelago(3, 11);
        let islands = settings.islands();
        assert_eq!(islands.iter().map(|island| island.places.clone()).collect::<Vec<_>>(), [0..4, 4..8, 8..11]);
        assert_eq!(islands[0].seed, Seed(3));
        assert!(islands[1].seed != islands[0].seed && islands[2].seed != islands[1].seed);
        assert_eq!(settings.generation_games(0), settings.fitness.games(11, 0));
    }

    #[test]
    fn one_island_breeds_as_a_population_does() {
        let settings = archipelago(1, 40);
        let stream = |stream: Stream| stream.of(Seed(3));
        let first = settings.first_generation(&[]);
        assert_eq!(first, breeding::first_generation(&mut stream(Stream::Start).rng(), &settings, 40, Vec::new()));
        let fitness: Vec<f64> = (0..40).map(|place| f64::from(place * 7 % 40)).collect();
        let order = ranking(fitness.iter().copied());
        let parents = Parents::Tournament { size: settings.selection_size, fitness: fitness.clone() };
        let mut rng = stream(Stream::Breeding).derive(5).rng();
        let expected = breeding::next_generation(&mut rng, &settings, &first, &order, &parents);
        assert_eq!(next(&settings, &first, &fitness, 5), expected);
        assert_eq!(settings.in_turn(&fitness), ranking(fitness.iter().copied()));
    }

    #[test]
    fn migrants_go_to_the_next_island_at_every_interval_and_only_then() {
        let settings = archipelago(4, 40);
        let first = settings.first_generation(&[]);
        let fitness: Vec<f64> = (0..40).map(|place| f64::from(place * 7 % 40)).collect();
        let (apart, together) = (next(&settings, &first, &fitness, 0), next(&settings, &first, &fitness, 1));
        let without = Settings { islands: Islands { interval: 1_000, ..settings.islands }, ..settings.clone() };
        assert_eq!(apart, next(&without, &first, &fitness, 0));
        let stayed = next(&without, &first, &fitness, 1);
        for (number, island) in settings.islands().iter().enumerate() {
            let from = &settings.islands()[(number + 3) % 4];
            let best: Vec<&Tree<Toy>> = own_ranking(from, &fitness)[..2].iter().map(|&place| &first[place]).collect();
            let guests = island.places.end - 2..island.places.end;
            assert_eq!(together[guests.clone()].iter().collect::<Vec<_>>(), best, "island {number}");
            assert_eq!(together[island.places.start..guests.start], stayed[island.places.start..guests.start]);
        }
    }

    #[test]
    fn finalists_come_from_every_island_in_turn() {
        let settings = archipelago(3, 7);
        // The islands have the places 0 to 2, 3 to 4 and 5 to 6.
        assert_eq!(settings.in_turn(&[1.0, 9.0, 5.0, 2.0, 3.0, 100.0, 200.0]), [1, 4, 6, 2, 3, 5, 0]);
    }

    #[test]
    fn invalid_island_settings_are_refused() {
        assert!(archipelago(4, 40).check_islands().is_ok());
        assert!(archipelago(21, 40).check_islands().is_err(), "one tree is no island");
        assert!(Settings { finalists: 3, ..archipelago(4, 40) }.check_islands().is_err());
        assert!(Settings { elite: 8, ..archipelago(4, 40) }.check_islands().is_err());
        for (number, may) in [(1, true), (4, false)] {
            let mut settings = archipelago(number, 40);
            settings.common.selection.objectives = Objectives::StrengthAndCost;
            assert_eq!(settings.check_islands().is_ok(), may, "two objectives on {number} islands");
        }
        let mut settings = Settings { elite: 30, finalists: 1, ..archipelago(4, 40) };
        settings.apply_island_defaults(&|_| false);
        assert_eq!((settings.elite, settings.finalists), (7, 4));
        assert!(settings.check_islands().is_ok());
    }
}
