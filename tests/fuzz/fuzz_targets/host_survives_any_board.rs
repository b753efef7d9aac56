//! For any raw bytes or valid frames with any body from a board, the host gets a reply or an error, and soon.

use std::io;
use std::time::Duration;

use pipsqueak::board::{Client, RetryPolicy};
use pipsqueak::port::Transport;
use pipsqueak_core::game::{Game, Turn};
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::link::{Direction, Effort, Receiver, VERSION};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::device::frame;

/// A board that answers each request with the next part of the input.
struct Hostile<'b> {
    says: &'b [u8],
    heard: Receiver,
    answer: Vec<u8>,
}

impl Transport for Hostile<'_> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in bytes {
            let Some(Ok(packet)) = self.heard.push(byte) else { continue };
            let sequence = packet.sequence;
            let Some((&length, rest)) = self.says.split_first() else { continue };
            let (body, rest) = rest.split_at(rest.len().min(usize::from(length % 64)));
            self.says = rest;
            match length {
                // A valid frame, so that its body is parsed.
                0..192 => self.answer.extend(frame(VERSION, Direction::Reply, sequence, body)),
                _ => self.answer.extend(body),
            }
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _: Duration) -> io::Result<usize> {
        if self.answer.is_empty() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let n_bytes = self.answer.len().min(buffer.len());
        buffer[..n_bytes].copy_from_slice(&self.answer[..n_bytes]);
        self.answer.drain(..n_bytes);
        Ok(n_bytes)
    }
}

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let transport = Hostile { says: bytes, heard: Receiver::new(), answer: Vec::new() };
    let policy = RetryPolicy { reply_timeout: 1, max_timeouts: 2, max_sends: 4, total: 20 };
    let mut client = Client::with_policy(transport, policy);
    let _ = client.hello();
    let _ = client.champion(ID);
    if let Turn::Of(_, view) = Table::deal(Seed(1)).turn()
        && let Ok(decision) = client.decide::<Table>(&view, Effort::Default)
    {
        // The referee checks whether it is legal; the link only checks that it is a move.
        let _ = Table::deal(Seed(1)).play(decision.chosen);
    }
    let _ = client.read_champion(ID);
    let _ = client.upload(ID, &[7; 100], |_| {});
    let _ = client.statistics();
}
