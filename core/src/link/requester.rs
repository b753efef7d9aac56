//! The requesting end of the link: numbers requests and matches replies to them. Knows no port, clock or timeout: the
//! caller decides when to send again.
//!
//! Invariant: what is returned as an answer came in a complete frame, from a board, with the number of the request that
//! is open. Everything else is counted and dropped.

use serde::{Deserialize, Serialize};

use super::frame::{Direction, FrameError, Packet, Receiver, RequestFrame, TooLong, encode_request};
use super::message::{Reply, Request};
use super::{UNASKED, VERSION};

/// Errors on the line that were recovered from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LinkCounts {
    /// Requests that were sent again.
    pub retries: u64,
    /// Timeouts.
    pub silences: u64,
    /// Damaged frames from the board.
    pub damaged: u64,
    /// Damaged frames that the board reports.
    pub garbled: u64,
    /// Answers to earlier requests, and echoes.
    pub stale: u64,
}

/// What the last byte completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkEvent {
    /// The answer to the open request.
    Answer(Reply),
    /// Something was lost on the way: it is worth asking again at once.
    Damage,
    /// The board speaks another version of the protocol.
    OtherVersion(u8),
    /// An answer to the open request that is not a message.
    NoMessage,
}

/// The host's end of a line to a board.
#[derive(Debug)]
pub struct Requester {
    receiver: Receiver,
    sequence: u16,
    /// What went wrong so far. Retries and silences are counted by the caller.
    pub counts: LinkCounts,
}

impl Requester {
    /// An end that has sent no request. Numbers should differ from session to session, so that an answer to an earlier one is
    /// not taken for ours.
    pub fn new(sequence: u16) -> Requester {
        Requester { receiver: Receiver::new(), sequence, counts: LinkCounts::default() }
    }

    /// The frame of the next request, which is open from now on.
    pub fn ask(&mut self, request: &Request<'_>) -> Result<RequestFrame, TooLong> {
        self.sequence = following(self.sequence);
        encode_request(self.sequence, request)
    }

    /// Takes the next byte from the line.
    pub fn hear(&mut self, byte: u8) -> Option<LinkEvent> {
        sort(self.receiver.push(byte)?, self.sequence, &mut self.counts)
    }
}

/// What a frame, or what was left of one, means for the request of this number.
fn sort(received: Result<Packet<'_>, FrameError>, sequence: u16, counts: &mut LinkCounts) -> Option<LinkEvent> {
    let Ok(packet) = received else {
        counts.damaged += 1;
        return Some(LinkEvent::Damage);
    };
    if packet.direction == Direction::Request {
        counts.stale += 1;
        return None;
    }
    if packet.version != VERSION {
        return Some(LinkEvent::OtherVersion(packet.version));
    }
    if packet.sequence == UNASKED {
        counts.garbled += 1;
        return Some(LinkEvent::Damage);
    }
    if packet.sequence != sequence {
        counts.stale += 1;
        return None;
    }
    Some(packet.message().map_or(LinkEvent::NoMessage, LinkEvent::Answer))
}

/// The number after this one; no request has the number of notices.
fn following(sequence: u16) -> u16 {
    match sequence.wrapping_add(1) {
        UNASKED => UNASKED.wrapping_add(1),
        next => next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::encode_reply;
    use std::vec::Vec;

    fn heard(requester: &mut Requester, bytes: &[u8]) -> Vec<LinkEvent> {
        bytes.iter().filter_map(|&byte| requester.hear(byte)).collect()
    }

    #[test]
    fn only_the_open_requests_answer_is_one() {
        let mut requester = Requester::new(0xFFFE);
        let first = requester.ask(&Request::Hello).unwrap();
        // Behind the last number comes 1: 0 is for notices.
        requester.ask(&Request::Statistics).unwrap();
        let reply = |sequence| encode_reply(sequence, &Reply::Begun).unwrap();
        assert_eq!(heard(&mut requester, &first), []);
        assert_eq!(heard(&mut requester, &reply(0xFFFF)), []);
        assert_eq!(heard(&mut requester, &reply(1)), [LinkEvent::Answer(Reply::Begun)]);
        assert_eq!(heard(&mut requester, &reply(UNASKED)), [LinkEvent::Damage]);
        assert_eq!(requester.counts, LinkCounts { garbled: 1, stale: 2, ..LinkCounts::default() });
    }

    #[test]
    fn damage_is_told_and_the_answer_behind_it_is_found() {
        let mut requester = Requester::new(6);
        requester.ask(&Request::Hello).unwrap();
        let mut bytes = encode_reply(7, &Reply::Begun).unwrap().to_vec();
        bytes[3] ^= 1;
        bytes.extend(encode_reply(7, &Reply::Begun).unwrap());
        assert_eq!(heard(&mut requester, &bytes), [LinkEvent::Damage, LinkEvent::Answer(Reply::Begun)]);
        assert_eq!(requester.counts.damaged, 1);
    }
}
