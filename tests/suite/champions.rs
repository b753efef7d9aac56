//! Decoding champions: a valid champion is decoded unchanged, everything else is refused with its own reason.

use pipsqueak_core::champion::{self, BufferTooSmall, EnvelopeError, GameId};
use pipsqueak_core::games::fiveo::champion::{BaselineResult, Champion, ChampionError, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved, Scoring};
use pipsqueak_core::games::fiveo::{ID, Terminal};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{Constants, DecodeError, Function, Kind, MAX_HEIGHT, MAX_NODES, Node, parse};
use pipsqueak_tests::envelope::{Payload, seal};
use pipsqueak_tests::evolved;
use proptest::prelude::*;

const IF: u8 = Node::Function(Function::If).byte();
const PLUS: u8 = Node::Function(Function::Plus).byte();
const ONE: u8 = Node::Integer(1).byte();
const HAS_PAIR: u8 = Node::Terminal(Terminal::HasPair as u8).byte();

fn encode(champion: &Champion) -> Vec<u8> {
    let mut buffer = [0; MAX_BYTES];
    champion.encode(&mut buffer).expect("every champion fits").to_vec()
}

fn champion(name: &str, player: Evolved, provenance: Provenance) -> Champion {
    Champion { name: name.try_into().expect("a name of 32 bytes at most"), player, provenance }
}

/// The champion whose bytes are written out below.
fn fixed() -> Champion {
    let (tree, constants) = parse("If(HasFlush, Plus(3, NumForFlush), -2.5)").expect("well-written text");
    let record = [BaselineResult { opponent: BaselineKind::Tactician, wins: 600, ties: 1, losses: 399 }];
    let provenance = Provenance { seed: Seed(300), generation: 130, record: record.into_iter().collect() };
    champion("Pip", Evolved { tree, constants, scoring: Scoring::Board }, provenance)
}

fn random(seed: u64) -> Champion {
    let seed = Seed(seed);
    let mut rng = seed.derive(1).rng();
    let mut number = |bound: u32| random::below(&mut rng, bound);
    let name: String = (0..number(9)).map(|_| ['a', 'Z', ' ', '7', 'é', '♠'][number(6) as usize]).collect();
    let scoring = [Scoring::Column, Scoring::Board][number(2) as usize];
    let records = (0..number(9)).map(|_| BaselineResult {
        opponent: BaselineKind::ALL[number(6) as usize],
        wins: number(u32::MAX),
        ties: number(300),
        losses: number(3),
    });
    let record = records.collect();
    champion(
        &name,
        evolved::player(seed, scoring),
        Provenance { seed: seed.derive(2), generation: number(400), record },
    )
}

/// Every count and every list at its maximum.
fn largest() -> Champion {
    let constants = Constants::new(&[Constants::LIMIT; Constants::SLOTS]).expect("the limit is within the limit");
    let player = Evolved { tree: evolved::tree_of(MAX_NODES), constants, scoring: Scoring::Board };
    let most = BaselineResult { opponent: BaselineKind::Tactician, wins: u32::MAX, ties: u32::MAX, losses: u32::MAX };
    let provenance = Provenance { seed: Seed(u64::MAX), generation: u32::MAX, record: [most; 8].into_iter().collect() };
    champion("A name of thirty-two bytes, all.", player, provenance)
}

fn check_wire(champion: &Champion, bytes: &[u8]) {
    assert_eq!(encode(champion), bytes);
    assert_eq!(Champion::decode(bytes).as_ref(), Ok(champion));
}

fn check_refused(payload: Payload, reason: ChampionError) {
    assert_eq!(Champion::decode(&payload.sealed()), Err(reason), "{payload:?}");
}

#[test]
fn a_fixed_champion_has_these_bytes() {
    #[rustfmt::skip]
    check_wire(&fixed(), &[
        b'P', b'I', b'P', b'S', 1, 1, 29, 0,    // magic, envelope version 1, Five-O, 29 bytes of payload
        3, b'P', b'i', b'p',                    // the name
        1, 1,                                   // board scoring, vocabulary version 1
        6, 5, 44, 7, 19, 56, 24,                // six nodes: If, HasFlush, Plus, 3, NumForFlush, constant 0
        1, 0, 0, 0x20, 0xc0,                    // one constant: -2.5
        0xac, 2, 0x82, 1,                       // seed 300, generation 130
        1, 5, 0xd8, 4, 1, 0x8f, 3,              // one record: against the tactician 600 won, 1 tied, 399 lost
        0x61, 0xb7, 0xdf, 0x69,                 // CRC-32, as zlib computes it
    ]);
}

#[test]
fn a_champion_made_by_hand_from_the_documented_layout_is_read() {
    let champion = Champion::decode(&Payload::plain().sealed()).expect("a right payload");
    assert_eq!(encode(&champion), Payload::plain().sealed());
    assert_eq!((champion.name.as_str(), champion.provenance.generation), ("plain", 2));
    assert_eq!(champion.player.tree.bytes(), [ONE]);
}

#[test]
fn random_champions_read_back() {
    for seed in 0..2_000 {
        let champion = random(seed);
        assert_eq!(Champion::decode(&encode(&champion)), Ok(champion), "seed {seed}");
    }
}

#[test]
fn the_largest_champion_fits() {
    let champion = largest();
    assert_eq!((champion.player.tree.n_nodes(), champion.name.len()), (MAX_NODES, 32));
    let bytes = encode(&champion);
    assert!(bytes.len() <= MAX_BYTES);
    assert_eq!(Champion::decode(&bytes), Ok(champion));
}

#[test]
fn a_buffer_that_is_too_small_is_refused() {
    for champion in [fixed(), random(1), largest()] {
        let bytes = encode(&champion);
        let mut buffer = [0; MAX_BYTES];
        for len in 0..bytes.len() {
            assert_eq!(champion.encode(&mut buffer[..len]), Err(BufferTooSmall), "{len} bytes");
        }
        assert_eq!(champion.encode(&mut buffer[..bytes.len()]), Ok(&bytes[..]));
    }
}

#[test]
fn every_payload_begins_with_its_name() {
    for champion in [fixed(), random(1), largest()] {
        let bytes = encode(&champion);
        let (game, payload) = champion::open(&bytes).unwrap();
        assert_eq!((game, champion::name(payload)), (ID, Some(champion.name.as_str())));
    }
    let long = Payload { name: vec![b'x'; 33], ..Payload::plain() };
    assert_eq!(champion::name(&long.bytes()), None);
    assert_eq!(champion::name(&[]), None);
    assert_eq!(champion::name(&[2, b'x']), None);
}

#[test]
fn every_truncation_is_refused() {
    for champion in [fixed(), random(2), largest()] {
        let bytes = encode(&champion);
        for len in 0..bytes.len() {
            let reason = if len < 4 { EnvelopeError::NotAChampion } else { EnvelopeError::Truncated };
            assert_eq!(Champion::decode(&bytes[..len]), Err(reason.into()), "{len} bytes");
        }
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    for champion in [fixed(), random(3), largest()] {
        let bytes = encode(&champion);
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let Err(ChampionError::Envelope(refusal)) = Champion::decode(&flipped) else { panic!("bit {bit}") };
            match bit / 8 {
                0..4 => assert_eq!(refusal, EnvelopeError::NotAChampion),
                4 => assert_eq!(refusal, EnvelopeError::Version(flipped[4])),
                6..8 => assert!(matches!(refusal, EnvelopeError::Truncated | EnvelopeError::Surplus), "{refusal:?}"),
                _ => assert_eq!(refusal, EnvelopeError::Checksum),
            }
        }
    }
}

#[test]
fn another_envelope_is_refused() {
    let payload = Payload::plain().bytes();
    assert_eq!(Champion::decode(&seal(2, 1, &payload)), Err(EnvelopeError::Version(2).into()));
    assert_eq!(Champion::decode(&seal(1, 2, &payload)), Err(EnvelopeError::Game(GameId(2)).into()));
    assert_eq!(Champion::decode(&seal(1, 0, &payload)), Err(EnvelopeError::Game(GameId(0)).into()));
    let surplus = [seal(1, 1, &payload), vec![0]].concat();
    assert_eq!(Champion::decode(&surplus), Err(EnvelopeError::Surplus.into()));
}

#[test]
fn an_ill_formed_payload_is_refused() {
    let plain = Payload::plain().bytes();
    assert_eq!(Champion::decode(&seal(1, 1, &[])), Err(ChampionError::Payload));
    assert_eq!(Champion::decode(&seal(1, 1, &[&plain[..], &[0]].concat())), Err(ChampionError::Payload));
    for len in 0..plain.len() {
        assert_eq!(Champion::decode(&seal(1, 1, &plain[..len])), Err(ChampionError::Payload), "{len} bytes");
    }
    let plain = Payload::plain;
    check_refused(Payload { scoring: 2, ..plain() }, ChampionError::Payload);
    check_refused(Payload { name: vec![0xff], ..plain() }, ChampionError::Payload);
    check_refused(Payload { constants: vec![0.5; 17], ..plain() }, ChampionError::Payload);
    check_refused(Payload { record: vec![(6, [0; 3])], ..plain() }, ChampionError::Payload);
    check_refused(Payload { record: vec![(0, [0; 3]); 9], ..plain() }, ChampionError::Payload);
}

#[test]
fn another_vocabulary_is_refused() {
    for vocabulary in [0, 2, 255] {
        check_refused(
            Payload { vocabulary, ..Payload::plain() },
            ChampionError::Vocabulary { found: vocabulary, known: 1 },
        );
    }
}

#[test]
fn an_ill_typed_tree_is_refused() {
    let too_deep = |n_levels: usize| {
        let mut nodes = vec![ONE];
        (0..n_levels).for_each(|_| nodes.splice(0..0, [PLUS, ONE]).for_each(drop));
        nodes
    };
    let too_long = [[PLUS, ONE].repeat(MAX_NODES / 2), vec![ONE]].concat();
    for (tree, reason) in [
        (vec![], DecodeError::Unfinished { missing: 1 }),
        (vec![PLUS, ONE], DecodeError::Unfinished { missing: 1 }),
        (vec![ONE, ONE], DecodeError::Surplus { at: 1 }),
        (vec![255], DecodeError::Unknown { at: 0, byte: 255 }),
        (vec![HAS_PAIR], DecodeError::WrongKind { at: 0, expected: Kind::Number, found: Kind::Flag }),
        (vec![IF, ONE, ONE, ONE], DecodeError::WrongKind { at: 1, expected: Kind::Flag, found: Kind::Number }),
        (too_deep(MAX_HEIGHT + 1), DecodeError::TooDeep { at: 2 * MAX_HEIGHT + 1 }),
        (too_long, DecodeError::TooLong(MAX_NODES + 1)),
    ] {
        check_refused(Payload { tree, ..Payload::plain() }, ChampionError::Tree(reason));
    }
    let deepest = Payload { tree: too_deep(MAX_HEIGHT), ..Payload::plain() };
    assert_eq!(Champion::decode(&deepest.sealed()).map(|champion| champion.player.tree.height()), Ok(MAX_HEIGHT));
}

#[test]
fn a_constant_beyond_the_limit_is_refused() {
    for constant in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1_000_001.0, -1_000_001.0, f32::MAX] {
        check_refused(Payload { constants: vec![0.5, constant], ..Payload::plain() }, ChampionError::Constants);
    }
    let limit = Payload { constants: vec![1e6, -1e6], ..Payload::plain() };
    assert!(Champion::decode(&limit.sealed()).is_ok());
}

#[test]
fn a_name_of_more_than_32_bytes_is_refused() {
    check_refused(Payload { name: vec![b'x'; 33], ..Payload::plain() }, ChampionError::Name);
    // Letters beyond ASCII take more than one byte.
    check_refused(Payload { name: "é".repeat(17).into(), ..Payload::plain() }, ChampionError::Name);
    let longest = Payload { name: "é".repeat(16).into(), ..Payload::plain() };
    assert!(Champion::decode(&longest.sealed()).is_ok());
}

proptest! {
    #[test]
    fn any_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..MAX_BYTES)) {
        prop_assert!(Champion::decode(&bytes).is_err());
    }

    #[test]
    fn any_sealed_bytes_are_refused_or_read_back(payload in proptest::collection::vec(any::<u8>(), 0..MAX_BYTES)) {
        if let Ok(champion) = Champion::decode(&seal(1, 1, &payload)) {
            prop_assert_eq!(Champion::decode(&encode(&champion)), Ok(champion));
        }
    }

    /// Nearly valid payloads get further than random bytes.
    #[test]
    fn a_changed_payload_that_is_sealed_again_is_refused_or_reads_back(
        seed in 0u64..500,
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let bytes = encode(&random(seed));
        let mut payload = bytes[8..bytes.len() - 4].to_vec();
        for (place, byte) in changes {
            let place = place.index(payload.len());
            payload[place] = byte;
        }
        if let Ok(champion) = Champion::decode(&seal(1, 1, &payload)) {
            prop_assert_eq!(Champion::decode(&encode(&champion)), Ok(champion));
        }
    }
}
