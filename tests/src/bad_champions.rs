//! One of each kind of champion that every entry point must reject, with the reason that it must give.

use pipsqueak_core::champion::{EnvelopeError, GameId};
use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::champion::ChampionError;
use pipsqueak_core::tree::{DecodeError, Function, Kind, MAX_HEIGHT, MAX_NODES, Node};

use crate::envelope::{Payload, seal};

const PLUS: u8 = Node::Function(Function::Plus).byte();
const ONE: u8 = Node::Integer(1).byte();
const HAS_PAIR: u8 = Node::Terminal(Terminal::HasPair as u8).byte();

/// Bytes with the reason for their refusal.
pub fn all() -> Vec<(Vec<u8>, ChampionError)> {
    let plain = Payload::plain();
    let good = plain.sealed();
    let mut damaged = good.clone();
    damaged[10] ^= 1;
    let with_tree = |tree: Vec<u8>, error| (Payload { tree, ..plain.clone() }.sealed(), ChampionError::Tree(error));
    // A sum whose second argument is a sum, and so on down; and one node more than the arena holds.
    let deep = [[PLUS, ONE].repeat(MAX_HEIGHT + 1), vec![ONE]].concat();
    let long = [vec![PLUS; MAX_NODES / 2], vec![ONE; MAX_NODES / 2 + 1]].concat();
    vec![
        (vec![0; 20], ChampionError::Envelope(EnvelopeError::NotAChampion)),
        (good[..good.len() - 1].to_vec(), ChampionError::Envelope(EnvelopeError::Truncated)),
        ([&good[..], &[0]].concat(), ChampionError::Envelope(EnvelopeError::Surplus)),
        (seal(2, 1, &plain.bytes()), ChampionError::Envelope(EnvelopeError::Version(2))),
        (seal(1, 9, &plain.bytes()), ChampionError::Envelope(EnvelopeError::Game(GameId(9)))),
        (damaged, ChampionError::Envelope(EnvelopeError::Checksum)),
        (seal(1, 1, &[1, 2, 3]), ChampionError::Payload),
        (Payload { vocabulary: 2, ..plain.clone() }.sealed(), ChampionError::Vocabulary { found: 2, known: 1 }),
        (Payload { constants: vec![f32::NAN], ..plain.clone() }.sealed(), ChampionError::Constants),
        (Payload { name: vec![b'x'; 33], ..plain.clone() }.sealed(), ChampionError::Name),
        with_tree(vec![255], DecodeError::Unknown { at: 0, byte: 255 }),
        with_tree(vec![HAS_PAIR], DecodeError::WrongKind { at: 0, expected: Kind::Number, found: Kind::Flag }),
        with_tree(vec![PLUS, ONE], DecodeError::Unfinished { missing: 1 }),
        with_tree(vec![ONE, ONE], DecodeError::Surplus { at: 1 }),
        with_tree(deep, DecodeError::TooDeep { at: 2 * MAX_HEIGHT + 1 }),
        with_tree(long, DecodeError::TooLong(MAX_NODES + 1)),
    ]
}
