//! A board behind a TCP port at the end of a noisy line.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use pipsqueak::port::Transport;
use pipsqueak_core::random::Seed;

use crate::fake_board::on_tcp;
use crate::noise::NoisyTransport;

/// Puts a board behind a port whose line corrupts a byte with this probability; returns the port's name. The board is
/// made in its thread, because not every kind can be sent to another.
pub fn on_tcp_with_noise<C: Transport>(board: impl FnOnce() -> C + Send + 'static, seed: Seed, rate: f64) -> String {
    on_tcp(move |stream| carry(stream, NoisyTransport::new(board(), seed, rate)))
}

/// Relays bytes both ways until one end is gone.
fn carry(mut stream: TcpStream, mut board: impl Transport) {
    let mut bytes = [0; 256];
    stream.set_nodelay(true).expect("a socket can be hurried");
    stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a socket can be limited");
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return,
            Ok(n_bytes) if board.send(&bytes[..n_bytes]).is_err() => return,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
        match board.receive(&mut bytes, Duration::from_millis(1)) {
            Ok(n_bytes) if n_bytes == 0 || stream.write_all(&bytes[..n_bytes]).is_err() => return,
            Err(error) if error.kind() != ErrorKind::TimedOut => return,
            _ => {}
        }
    }
}
