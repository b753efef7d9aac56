//! Mastermind's entry points refuse or accept any input safely: nothing panics.

use pipsqueak_core::games::mastermind::{
    AnsweredGuess, Budget, Code, CodeSize, Duel, DuelPlayer, Feedback, History, Objective, Solver, Strategy,
};
use pipsqueak_core::link;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::envelope;
use proptest::prelude::*;

const OPTIMAL: &[u8] = include_bytes!("../../host/champions/mastermind.pips");

/// An accepted strategy leads to codes of its size, and to an end.
fn check_strategy(bytes: &[u8]) {
    let Ok(strategy) = Strategy::decode(bytes) else { return };
    let size = strategy.size();
    for place in 0..size.n_codes().min(50) {
        let _ = strategy.n_guesses(Code::at(place * 13, size));
    }
    let first = strategy.guess(&History::new(size)).expect("a strategy has a first guess");
    assert_eq!(first.check(size), Ok(()));
}

proptest! {
    #[test]
    fn any_bytes_are_a_strategy_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_strategy(&bytes);
        check_strategy(&envelope::seal(1, 3, &bytes));
    }

    #[test]
    fn any_nodes_are_a_tree_or_refused(words in prop::collection::vec(any::<u16>(), 0..40), pegs in 1u8..=4, colors in 1u8..=12) {
        // Small guesses and few children, so that whole trees occur.
        let small = words.iter().map(|word| if word & 0x8000 != 0 { 0x8000 | word & 7 } else { word & 7 });
        for nodes in [words.clone(), small.collect()] {
            let nodes: Vec<u8> = nodes.iter().flat_map(|word| word.to_le_bytes()).collect();
            if let Ok(strategy) = Strategy::new("any", CodeSize::new(pegs, colors).unwrap(), &nodes) {
                let mut buffer = [0; 256];
                check_strategy(strategy.encode(&mut buffer).unwrap());
            }
        }
    }

    #[test]
    fn every_changed_byte_is_detected(place in 0..OPTIMAL.len(), flip in 1u8..) {
        let mut bytes = OPTIMAL.to_vec();
        bytes[place] ^= flip;
        prop_assert!(Strategy::decode(&bytes).is_err());
    }

    #[test]
    fn a_changed_payload_is_refused_or_still_safe(place in 8..OPTIMAL.len() - 4, flip in 1u8..) {
        let mut payload = OPTIMAL[8..OPTIMAL.len() - 4].to_vec();
        payload[place - 8] ^= flip;
        check_strategy(&envelope::seal(1, 3, &payload));
    }

    #[test]
    fn any_text_is_a_code_that_reads_back_or_refused(text in "\\PC{0,10}", lawful in "[1-9A-La-l]{1,8}") {
        for text in [text, lawful.clone()] {
            if let Ok(code) = text.parse::<Code>() {
                prop_assert_eq!(code.to_string().parse(), Ok(code));
                prop_assert_eq!(format!("{code:#}").parse(), Ok(code));
                prop_assert_eq!(Code::try_from(u32::from(code)), Ok(code));
            }
        }
        prop_assert!(lawful.parse::<Code>().is_ok());
    }

    #[test]
    fn any_word_is_a_code_or_refused(word in any::<u32>()) {
        if let Ok(code) = Code::try_from(word) {
            prop_assert_eq!(u32::from(code), word);
            prop_assert!(code.colors().all(|color| (1..=12).contains(&color)));
        }
    }

    #[test]
    fn any_bytes_are_a_view_that_can_be_answered_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(view) = link::read_view::<Duel>(&bytes) {
            let mut memory = [Code::default(); 16];
            let _ = DuelPlayer::new(Solver::new(Objective::Entropy, Budget(100), &mut memory), None).guess(view.guesses(), view.seed());
        }
        let _ = postcard::from_bytes::<History>(&bytes);
        let _ = postcard::from_bytes::<AnsweredGuess>(&bytes);
    }

    #[test]
    fn any_history_has_a_next_guess_or_a_contradiction(
        pegs in 1u8..=5, colors in 1u8..=6, seed in any::<u64>(),
        answers in prop::collection::vec((any::<u32>(), 0u8..=5, 0u8..=5), 0..12),
        objective in prop::sample::select(&Objective::ALL), n_codes in 0usize..200, budget in 0u32..10_000,
    ) {
        let size = CodeSize::new(pegs, colors).unwrap();
        let mut history = History::new(size);
        for (place, blacks, whites) in answers {
            let guess = Code::at(place % size.n_codes(), size);
            if let Ok(feedback) = Feedback::checked(blacks, whites, size) {
                let _ = history.push(guess, feedback);
            }
        }
        let fits = Code::all(size).any(|code| history.admits(code));
        let mut memory = vec![Code::default(); n_codes];
        let guess = Solver::new(objective, Budget(budget), &mut memory).guess(&history, Seed(seed));
        match guess {
            Ok(guess) => {
                prop_assert_eq!(guess.check(size), Ok(()));
                prop_assert!(fits || history.is_empty());
            }
            Err(_) => prop_assert!(!fits || n_codes == 0),
        }
    }
}
