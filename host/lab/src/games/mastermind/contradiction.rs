//! Which answers of a history contradict each other, as text.

use pipsqueak_core::games::mastermind::{ConsistentCodes, History};

/// Explains why no code fits the answers: names a minimal contradictory subset, found by leaving out one after the
/// other.
pub fn contradiction(history: &History) -> Option<String> {
    let fits = |history: &History| ConsistentCodes::new(history).finds_any();
    if fits(history) {
        return None;
    }
    let mut blamed: Vec<usize> = (0..history.len()).collect();
    for place in (0..history.len()).rev() {
        let fewer: Vec<usize> = blamed.iter().copied().filter(|&other| other != place).collect();
        if !fits(&history.only(|place| fewer.contains(&place))) {
            blamed = fewer;
        }
    }
    let told = blamed.iter().map(|&place| {
        let entry = history.entries()[place];
        format!("answer {} ({}: {})", place + 1, entry.guess, entry.feedback)
    });
    let told: Vec<String> = told.collect();
    Some(match told.as_slice() {
        [only] => format!("{only} is impossible: no code gives it"),
        [rest @ .., last] => format!("{} and {last} contradict each other: no code gives them all", rest.join(", ")),
        [] => "no code is left".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::mastermind::{Code, CodeSize, Feedback};

    fn history(entries: &[(&str, u8, u8)]) -> History {
        let mut history = History::new(CodeSize::CLASSIC);
        for &(guess, blacks, whites) in entries {
            let guess = Code::parse(guess, CodeSize::CLASSIC).unwrap();
            history.push(guess, Feedback::new(blacks, whites).unwrap()).unwrap();
        }
        history
    }

    #[test]
    fn consistent_answers_are_no_contradiction() {
        assert_eq!(contradiction(&history(&[])), None);
        assert_eq!(contradiction(&history(&[("1122", 1, 1), ("3344", 1, 0)])), None);
    }

    #[test]
    fn only_the_contradictory_answers_are_named() {
        // The second answer excludes all of 1 and 2, and the fourth needs one of them.
        let told = contradiction(&history(&[("3456", 0, 2), ("1122", 0, 0), ("3344", 1, 0), ("2111", 2, 0)])).unwrap();
        assert_eq!(
            told,
            "answer 2 (1122: 0 black, 0 white) and answer 4 (2111: 2 black, 0 white) contradict each other: no code gives them all"
        );
    }

    #[test]
    fn an_answer_that_no_code_gives_is_named_alone() {
        // Four equal pegs cannot be misplaced.
        let told = contradiction(&history(&[("1111", 0, 2)])).unwrap();
        assert_eq!(told, "answer 1 (1111: 0 black, 2 white) is impossible: no code gives it");
    }
}
