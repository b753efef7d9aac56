//! For any frames and messages on a line's WebSocket, the server sends well-formed ones until it closes that line, which
//! it does when the client has left; the next line opens.

use std::io::Write;
use std::net::Shutdown;
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_tests::served::Line;

use crate::http_requests_are_answered::{SERVER, check_server, connect};

/// A new line. A closed one gives its place back after a moment.
fn open() -> Line {
    let begin = Instant::now();
    loop {
        let mut line = Line::open(connect(), &SERVER.to_string(), "sim");
        let state = line.state();
        if state.contains("\"open\"") {
            return line;
        }
        assert!(state.contains("too many lines") && begin.elapsed() < Duration::from_secs(8), "{state}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Tries one input: parts that are messages of any kind, or bytes that may be frames.
pub fn run(mut bytes: &[u8]) {
    let mut line = open();
    while let Some((&length, rest)) = bytes.split_first() {
        let (part, rest) = rest.split_at(rest.len().min(usize::from(length % 64)));
        bytes = rest;
        // The server may have closed the line.
        let _ = match length {
            0..128 => line.send(2, part),
            128..192 => part.split_first().map_or(Ok(()), |(kind, part)| line.send(kind & 0xF, part)),
            192.. => line.0.write_all(part),
        };
    }
    let _ = line.0.shutdown(Shutdown::Write);
    let begin = Instant::now();
    while let Some((kind, bytes)) = line.receive() {
        assert!(matches!(kind, 1 | 2 | 8 | 10), "a message of kind {kind}");
        assert!(kind != 1 || bytes.starts_with(b"{\"state\":\""), "{}", String::from_utf8_lossy(&bytes));
    }
    assert!(begin.elapsed() < Duration::from_secs(8), "the line stays open: {:?}", begin.elapsed());
    check_server();
}
