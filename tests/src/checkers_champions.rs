//! Champions of checkers that tests write as text, and bytes that are no champions.

use pipsqueak_core::champion::{EnvelopeError, GameId};
use pipsqueak_core::games::checkers::Checkers;
use pipsqueak_core::games::checkers::champion::{
    Champion, ChampionError, EngineResult, EvalTree, MAX_BYTES, Provenance,
};
use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::{self, DecodeError, IntegerConstants, Tree};

use crate::envelope;

/// Parses a tree with its constants.
pub fn written(text: &str) -> (Tree<Checkers>, IntegerConstants) {
    let (tree, constants) = tree::parse(text).unwrap();
    (tree, IntegerConstants::try_from(&constants).unwrap())
}

/// A champion's bytes: of seed 7 and generation 30, with one result.
pub fn champion(name: &str, scoring: Scoring, text: &str) -> Vec<u8> {
    let record = [EngineResult { opponent: EngineKind::Simple, wins: 3, draws: 2, losses: 1 }];
    let provenance = Provenance { seed: Seed(7), generation: 30, record: record.into_iter().collect() };
    let (tree, constants) = written(text);
    let tree = EvalTree::new(tree.bytes(), constants, scoring).unwrap();
    Champion { name, tree, provenance }.encode(&mut [0; MAX_BYTES]).unwrap().to_vec()
}

/// Bytes that are no champion, with the reason.
pub fn bad_champions() -> Vec<(Vec<u8>, ChampionError)> {
    let sealed = |scoring: u8, vocabulary: u8, tree: &[u8], constants: &[i32], name: &str| {
        let payload =
            (name, scoring, vocabulary, tree, constants, 7u64, 30u32, [(0u8, 1u32, 2u32, 3u32); 0].as_slice());
        envelope::seal(1, 2, &postcard::to_allocvec(&payload).unwrap())
    };
    let good = champion("good", Scoring::Hundredths, "Multiply(100.0, Men)");
    let mut damaged = good.clone();
    damaged[14] ^= 4;
    let high = [vec![7; 32], vec![40; 33]].concat();
    vec![
        (good[..good.len() - 1].to_vec(), ChampionError::Envelope(EnvelopeError::Truncated)),
        (damaged, ChampionError::Envelope(EnvelopeError::Checksum)),
        (pipsqueak_app::BUILT_IN.to_vec(), ChampionError::Envelope(EnvelopeError::Game(GameId(1)))),
        (sealed(0, 9, &[40], &[], "x"), ChampionError::Vocabulary { found: 9, known: 1 }),
        (sealed(0, 1, &[40], &[1_000_001], "x"), ChampionError::Constants),
        (sealed(0, 1, &[40], &[5, i32::MIN], "x"), ChampionError::Constants),
        (sealed(0, 1, &[40], &[0; 17], "x"), ChampionError::Payload),
        (sealed(2, 1, &[40], &[], "x"), ChampionError::Payload),
        (sealed(0, 1, &[40], &[], &"x".repeat(33)), ChampionError::Name),
        (sealed(0, 1, &[7, 40], &[], "x"), ChampionError::Tree(DecodeError::Unfinished { missing: 1 })),
        (sealed(0, 1, &[40, 40], &[], "x"), ChampionError::Tree(DecodeError::Surplus { at: 1 })),
        (sealed(0, 1, &[200], &[], "x"), ChampionError::Tree(DecodeError::Unknown { at: 0, byte: 200 })),
        (sealed(0, 1, &high, &[], "x"), ChampionError::TooHigh),
        (envelope::seal(1, 2, b"\x03pip"), ChampionError::Payload),
    ]
}
