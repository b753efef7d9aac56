//! Boards on sockets that are scripted by a test: correct ones, and others.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use pipsqueak::port::{RamFlash, Sim, Transport};
use pipsqueak_app::GAMES;

/// A board behind a TCP port. Its script runs in a thread, once a client has connected; when the script ends the line
/// is closed. Returns the port's name for a command line.
pub fn on_tcp(script: impl FnOnce(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("a bound socket has an address");
    thread::spawn(move || {
        if let Ok((stream, _)) = listener.accept() {
            script(stream);
        }
    });
    format!("tcp:{address}")
}

/// Answers this many requests as a board does, after `change` has modified each reply, or until the client is gone.
pub fn answer<S: Read + Write>(stream: &mut S, n_requests: usize, mut change: impl FnMut(Vec<u8>) -> Vec<u8>) {
    let mut sim = Sim::with_flash(RamFlash::new(), GAMES);
    let mut n_answered = 0;
    let mut byte = [0];
    while n_answered < n_requests && stream.read(&mut byte).is_ok_and(|n_bytes| n_bytes == 1) {
        sim.send(&byte).expect("memory can be written");
        let mut answer = [0; 256];
        if let Ok(n_bytes) = sim.receive(&mut answer, Duration::ZERO) {
            n_answered += 1;
            if stream.write_all(&change(answer[..n_bytes].to_vec())).is_err() {
                return;
            }
        }
    }
}

/// Reads everything, and sends nothing.
pub fn listen(stream: &mut impl Read) {
    let mut bytes = [0; 64];
    while stream.read(&mut bytes).is_ok_and(|n_bytes| n_bytes > 0) {}
}
