//! Random first generations, and breeding from each generation to the next. Knows fitness only as numbers.

use pipsqueak_core::random::{self, GameRng};
use pipsqueak_core::tree::{self, GrowthShape, MAX_NODES, Tree};

use super::{CrossoverChildren, Settings};
use crate::evolve::problem::Problem;
use crate::evolve::selection::Parents;

/// The first `n_trees` trees: the heights of the ramp in turn, half of each grown and half full (Koza's ramped
/// half-and-half). The starting champions take the first places.
pub fn first_generation<P: Problem>(
    rng: &mut GameRng,
    settings: &Settings<P>,
    n_trees: usize,
    champions: Vec<Tree<P>>,
) -> Vec<Tree<P>> {
    let [least, greatest] = settings.start_heights;
    let n_heights = greatest - least + 1;
    let trees = (0..n_trees).map(|number| {
        let shape = if number / n_heights % 2 == 0 { GrowthShape::Full } else { GrowthShape::Grown };
        let height = least + number % n_heights;
        Tree::grow_within(rng, settings.primitive_set(), height, shape, MAX_NODES).expect("a lone terminal fits")
    });
    let mut trees: Vec<Tree<P>> = trees.collect();
    trees.iter_mut().zip(champions).for_each(|(tree, champion)| *tree = champion);
    trees
}

/// The next generation: the elite, which is the first of an order, unchanged; then children by crossover and mutation.
pub fn next_generation<P: Problem>(
    rng: &mut GameRng,
    settings: &Settings<P>,
    population: &[Tree<P>],
    order: &[usize],
    parents: &Parents,
) -> Vec<Tree<P>> {
    let mut next: Vec<Tree<P>> = order[..settings.elite].iter().map(|&best| population[best].clone()).collect();
    let selected: Vec<&Tree<P>> =
        (settings.elite..population.len()).map(|_| &population[parents.choose(rng)]).collect();
    match settings.crossover_children {
        CrossoverChildren::One => {
            for &tree in &selected {
                let mut child = tree.clone();
                if random::happens(rng, settings.crossover) {
                    let other = selected[random::below(rng, selected.len() as u32) as usize];
                    // A child with too many nodes is replaced by its parent.
                    child = tree::crossover(rng, &child, other).unwrap_or(child);
                }
                next.push(sometimes_mutated(rng, settings, child));
            }
        }
        CrossoverChildren::Both => {
            let mut children: Vec<Tree<P>> = selected.into_iter().cloned().collect();
            for place in 0..children.len() {
                if random::happens(rng, settings.crossover) {
                    let other = random::below(rng, children.len() as u32) as usize;
                    let swapped = tree::swap_subtrees(rng, &children[place], &children[other]);
                    for (place, child) in [place, other].into_iter().zip(swapped) {
                        children[place] = child.unwrap_or_else(|| children[place].clone());
                    }
                }
            }
            next.extend(children.into_iter().map(|child| sometimes_mutated(rng, settings, child)));
        }
    }
    next
}

fn sometimes_mutated<P: Problem>(rng: &mut GameRng, settings: &Settings<P>, tree: Tree<P>) -> Tree<P> {
    if random::happens(rng, settings.mutation) { mutate(rng, settings, &tree).unwrap_or(tree) } else { tree }
}

fn mutate<P: Problem>(rng: &mut GameRng, settings: &Settings<P>, tree: &Tree<P>) -> Option<Tree<P>> {
    if random::happens(rng, settings.terminal_mutation) {
        tree::mutate_terminal(rng, settings.primitive_set(), tree)
    } else {
        tree::replace_subtree(rng, settings.primitive_set(), tree, |height| settings.new_subtree.bound(height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::selection::ranking;
    use crate::evolve::settings::CommonSettings;
    use crate::evolve::toy::{self, Toy};
    use pipsqueak_core::random::Seed;

    fn settings() -> Settings<Toy> {
        let toy = toy::whole_trees(Seed(1));
        let common = CommonSettings { population: 210, ..toy.common.clone() };
        Settings { common, start_heights: [2, 6], elite: 5, ..toy }
    }

    #[test]
    fn the_first_generation_has_every_height_of_the_ramp_full_and_grown() {
        let trees = first_generation(&mut Seed(1).rng(), &settings(), 210, Vec::new());
        assert_eq!(trees.len(), 210);
        for height in 2..=6 {
            // 21 full trees each, of which one in four may end early: no function has cards as its value.
            let n_trees = trees.iter().filter(|tree| tree.height() == height).count();
            assert!(n_trees >= 10, "{n_trees} trees of height {height}");
        }
        assert!(trees.iter().all(|tree| tree.height() <= 6));
    }

    fn children(seed: u64, settings: &Settings<Toy>, trees: &[Tree<Toy>], fitness: Vec<f64>) -> Vec<Tree<Toy>> {
        let order = ranking(fitness.iter().copied());
        let parents = Parents::Tournament { size: settings.selection_size, fitness };
        next_generation(&mut Seed(seed).rng(), settings, trees, &order, &parents)
    }

    #[test]
    fn the_elite_lives_on_unchanged() {
        let settings = settings();
        let trees = first_generation(&mut Seed(1).rng(), &settings, 210, Vec::new());
        let fitness: Vec<f64> = (0..trees.len()).map(|index| (index * 37 % 210) as f64).collect();
        let next = children(2, &settings, &trees, fitness.clone());
        assert_eq!(next.len(), trees.len());
        for (place, &best) in ranking(fitness.iter().copied())[..5].iter().enumerate() {
            assert_eq!(next[place], trees[best]);
        }
    }

    /// Swapping moves nodes from tree to tree and loses none; what is kept of one child only is another matter.
    #[test]
    fn where_both_children_are_kept_no_node_is_lost() {
        let crossed = |crossover_children| Settings {
            crossover: 1.0,
            mutation: 0.0,
            elite: 0,
            selection_size: 1,
            crossover_children,
            ..settings()
        };
        let trees = first_generation(&mut Seed(1).rng(), &settings(), 210, Vec::new());
        let n_nodes = |trees: &[Tree<Toy>]| trees.iter().map(Tree::n_nodes).sum::<usize>();
        let selected = Settings { crossover: 0.0, ..crossed(CrossoverChildren::One) };
        let before = children(4, &selected, &trees, vec![1.0; 210]);
        let both = children(4, &crossed(CrossoverChildren::Both), &trees, vec![1.0; 210]);
        assert_eq!(n_nodes(&both), n_nodes(&before));
        let n_changed = both.iter().zip(&before).filter(|(child, tree)| child != tree).count();
        assert!(n_changed > 150, "{n_changed} trees changed");
        assert_ne!(n_nodes(&children(4, &crossed(CrossoverChildren::One), &trees, vec![1.0; 210])), n_nodes(&before));
    }

    #[test]
    fn without_crossover_and_mutation_only_selection_is_left() {
        let settings = Settings { crossover: 0.0, mutation: 0.0, selection_size: 210, ..settings() };
        let trees = first_generation(&mut Seed(1).rng(), &settings, 210, Vec::new());
        let fitness: Vec<f64> = (0..trees.len()).map(|index| index as f64).collect();
        let next = children(3, &settings, &trees, fitness);
        let fit = next.iter().filter(|tree| trees[180..].contains(tree)).count();
        assert_eq!(fit, 210, "tournaments of 210 take one of the best");
    }
}
