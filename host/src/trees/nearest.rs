//! The names that are nearest to a word that nobody knows.

/// The names that somebody may have meant, the nearest first, at most three.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong; beyond that a suggestion is a guess.
    let most = (word.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let contains = word.len() >= 4 && (lower.contains(&word) || word.contains(&lower));
            let distance = edit_distance(&word, &lower);
            (distance <= most || contains).then_some((distance, name))
        })
        .collect();
    near.sort();
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}

/// How many letters must be added, removed, changed or swapped with their neighbour (optimal string alignment).
fn edit_distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for row in 0..=from.len() {
        for column in 0..=to.len() {
            if row == 0 || column == 0 {
                rows[row][column] = row + column;
                continue;
            }
            let change = usize::from(from[row - 1] != to[column - 1]);
            let mut least =
                (rows[row - 1][column - 1] + change).min(rows[row - 1][column] + 1).min(rows[row][column - 1] + 1);
            let are_swapped =
                row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1];
            if are_swapped {
                least = least.min(rows[row - 2][column - 2] + 1);
            }
            rows[row][column] = least;
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_that_one_counts_by_hand() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("flush", "flush", 0),
            ("Plsu", "Plus", 1),
            ("ca", "abc", 3),
        ] {
            assert_eq!(edit_distance(from, to), expected, "{from} {to}");
            assert_eq!(edit_distance(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn what_was_meant_comes_first_and_what_is_far_does_not_come() {
        let names = ["HasFlush", "HasFullHouse", "NumForFlush", "Plus", "If"];
        let near = |word| nearest(word, names.into_iter());
        assert_eq!(near("HasFlsuh"), ["HasFlush"]);
        assert_eq!(near("plus"), ["Plus"]);
        assert_eq!(near("Flush"), ["HasFlush", "NumForFlush"]);
        assert!(near("Umbrella").is_empty());
    }
}
