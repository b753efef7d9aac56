//! Sockets as lines: a board behind a network, an emulator, or a bridge to a serial port elsewhere.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use super::Transport;

/// How long a peer may take to accept a connection or a frame.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connected socket.
pub struct Socket<S>(S);

impl<S: Stream> Socket<S> {
    /// A line over a socket that is connected.
    pub fn new(stream: S) -> io::Result<Socket<S>> {
        stream.limit_writes(PATIENCE)?;
        Ok(Socket(stream))
    }
}

/// Connects to a TCP address: the first of the host's addresses that answers.
pub fn tcp(address: &str) -> io::Result<Box<dyn Transport>> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                // A frame must not wait for another one to share a packet with.
                stream.set_nodelay(true)?;
                return Ok(Box::new(Socket::new(stream)?));
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Connects to a unix socket.
#[cfg(unix)]
pub fn unix(path: &Path) -> io::Result<Box<dyn Transport>> {
    Ok(Box::new(Socket::new(UnixStream::connect(path)?)?))
}

/// There are none here.
#[cfg(not(unix))]
pub fn unix(_path: &Path) -> io::Result<Box<dyn Transport>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no unix sockets"))
}

/// What both kinds of sockets can do.
pub trait Stream: Read + Write {
    /// Bounds each read.
    fn limit_reads(&self, wait: Duration) -> io::Result<()>;
    /// Bounds each write.
    fn limit_writes(&self, wait: Duration) -> io::Result<()>;
}

impl Stream for TcpStream {
    fn limit_reads(&self, wait: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(wait))
    }

    fn limit_writes(&self, wait: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(wait))
    }
}

#[cfg(unix)]
impl Stream for UnixStream {
    fn limit_reads(&self, wait: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(wait))
    }

    fn limit_writes(&self, wait: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(wait))
    }
}

impl<S: Stream> Transport for Socket<S> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).map_err(timed_out)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        // A wait of nothing would mean to wait for ever.
        self.0.limit_reads(wait.max(Duration::from_millis(1)))?;
        self.0.read(buffer).map_err(timed_out)
    }
}

/// Systems differ in what they call a read that took too long.
fn timed_out(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}
