//! From chance to the first generation, and from each generation to the next. Knows fitness only as numbers.

use pipsqueak_core::chance::{self, Chance};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::tree::{self, GrowthShape, Tree};

use super::settings::Settings;

type Individual = Tree<FiveO>;

/// The first trees: the heights of the ramp in turn, half of each grown and half full (Koza's ramped half-and-half).
pub fn first_generation(rng: &mut Chance, settings: &Settings) -> Vec<Individual> {
    let [least, greatest] = settings.start_heights;
    let n_heights = greatest - least + 1;
    let trees = (0..settings.population).map(|number| {
        let shape = if number / n_heights % 2 == 0 { GrowthShape::Full } else { GrowthShape::Grown };
        grow(rng, settings, least + number % n_heights, shape)
    });
    trees.collect()
}

/// A new tree. What outgrows the arena is tried again, at last with less height; height 0 always fits.
fn grow(rng: &mut Chance, settings: &Settings, height: usize, shape: GrowthShape) -> Individual {
    let heights = (0..=height).rev().flat_map(|height| std::iter::repeat_n(height, 8));
    let mut tries = heights.filter_map(|height| Tree::grow(rng, settings.alphabet(), height, shape));
    tries.next().expect("a lone terminal fits into the arena")
}

/// The next generation: the elite unchanged, then the winners of tournaments, crossed and mutated.
pub fn next_generation(
    rng: &mut Chance,
    settings: &Settings,
    population: &[Individual],
    fitness: &[f64],
) -> Vec<Individual> {
    let ranking = ranking(fitness);
    let mut next: Vec<Individual> = ranking[..settings.elite].iter().map(|&best| population[best].clone()).collect();
    let selected: Vec<&Individual> = (settings.elite..population.len())
        .map(|_| &population[tournament(rng, settings.selection_size, fitness)])
        .collect();
    for &tree in &selected {
        let mut child = tree.clone();
        if chance::happens(rng, settings.crossover) {
            let other = selected[chance::below(rng, selected.len() as u32) as usize];
            // A child beyond the arena is replaced by its parent.
            child = tree::crossover(rng, &child, other).unwrap_or(child);
        }
        if chance::happens(rng, settings.mutation) {
            child = mutate(rng, settings, &child).unwrap_or(child);
        }
        next.push(child);
    }
    next
}

fn mutate(rng: &mut Chance, settings: &Settings, tree: &Individual) -> Option<Individual> {
    if chance::happens(rng, settings.terminal_mutation) {
        tree::mutate_terminal(rng, settings.alphabet(), tree)
    } else {
        tree::replace_subtree(rng, settings.alphabet(), tree, |height| settings.new_subtree.bound(height))
    }
}

/// Places of the trees, the fittest first; of equals the one that stands first.
pub fn ranking(fitness: &[f64]) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..fitness.len()).collect();
    ranking.sort_by(|&left, &right| fitness[right].total_cmp(&fitness[left]));
    ranking
}

/// The fittest of some trees drawn at random; of equals the one drawn first.
fn tournament(rng: &mut Chance, size: u32, fitness: &[f64]) -> usize {
    let mut draw = || chance::below(rng, fitness.len() as u32) as usize;
    let first = draw();
    (1..size).fold(first, |best, _| {
        let other = draw();
        if fitness[other] > fitness[best] { other } else { best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::settings::Preset;
    use pipsqueak_core::chance::Seed;

    fn settings() -> Settings {
        Settings::preset(Preset::Experiment3, Seed(1))
    }

    #[test]
    fn the_first_generation_has_every_height_of_the_ramp_full_and_grown() {
        let trees = first_generation(&mut Seed(1).rng(), &settings());
        assert_eq!(trees.len(), 210);
        for height in 2..=6 {
            // 21 full trees each, of which one in four may end early: cards have no functions to go on with.
            let n_trees = trees.iter().filter(|tree| tree.height() == height).count();
            assert!(n_trees >= 10, "{n_trees} trees of height {height}");
        }
        assert!(trees.iter().all(|tree| tree.height() <= 6));
    }

    #[test]
    fn the_elite_lives_on_unchanged() {
        let settings = settings();
        let trees = first_generation(&mut Seed(1).rng(), &settings);
        let fitness: Vec<f64> = (0..trees.len()).map(|index| (index * 37 % 210) as f64).collect();
        let next = next_generation(&mut Seed(2).rng(), &settings, &trees, &fitness);
        assert_eq!(next.len(), trees.len());
        for (place, &best) in ranking(&fitness)[..5].iter().enumerate() {
            assert_eq!(next[place], trees[best]);
        }
    }

    #[test]
    fn without_crossover_and_mutation_only_selection_is_left() {
        let settings = Settings { crossover: 0.0, mutation: 0.0, selection_size: 210, ..settings() };
        let trees = first_generation(&mut Seed(1).rng(), &settings);
        let fitness: Vec<f64> = (0..trees.len()).map(|index| index as f64).collect();
        let next = next_generation(&mut Seed(3).rng(), &settings, &trees, &fitness);
        let fit = next.iter().filter(|tree| trees[180..].contains(tree)).count();
        assert_eq!(fit, 210, "tournaments of 210 take one of the best");
    }

    #[test]
    fn a_larger_tournament_selects_more_strictly() {
        let fitness: Vec<f64> = (0..100).map(f64::from).collect();
        let mean = |size| {
            let mut rng = Seed(5).rng();
            (0..10_000).map(|_| tournament(&mut rng, size, &fitness) as f64).sum::<f64>() / 10_000.0
        };
        // The expected maximum of k uniform draws from 0..100 is about 100 k/(k+1).
        for (size, expected) in [(1, 49.5), (4, 79.5), (10, 90.4)] {
            assert!((mean(size) - expected).abs() < 1.5, "{size}: {}", mean(size));
        }
    }
}
