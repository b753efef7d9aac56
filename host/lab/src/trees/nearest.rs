//! The names nearest to an unknown word.

/// The names that may be meant, the nearest first, at most three.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong; beyond that, suggestions are useless.
    let most = (word.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let lower = name.to_lowercase();
            let contains = word.len() >= 4 && (lower.contains(&word) || word.contains(&lower));
            let distance = strsim::osa_distance(&word, &lower);
            (distance <= most || contains).then_some((distance, name))
        })
        .collect();
    near.sort();
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_comes_first_and_distant_names_are_left_out() {
        let names = ["HasFlush", "HasFullHouse", "NumForFlush", "Plus", "If"];
        let near = |word| nearest(word, names.into_iter());
        assert_eq!(near("HasFlsuh"), ["HasFlush"]);
        assert_eq!(near("plus"), ["Plus"]);
        assert_eq!(near("Flush"), ["HasFlush", "NumForFlush"]);
        assert!(near("Umbrella").is_empty());
    }
}
