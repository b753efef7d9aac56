//! Who is fitter: the order that both algorithms select by.

/// Places of some individuals, the fittest first; of equals the one that stands first.
pub fn ranking(fitness: impl Iterator<Item = f64>) -> Vec<usize> {
    let fitness: Vec<f64> = fitness.collect();
    let mut ranking: Vec<usize> = (0..fitness.len()).collect();
    ranking.sort_by(|&left, &right| fitness[right].total_cmp(&fitness[left]));
    ranking
}
