//! Sockets as lines: a board on a network, an emulator, or a bridge to a serial port elsewhere.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use super::Transport;

/// The timeout for a peer to accept a connection or a frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// A connected socket.
pub struct Socket<S>(S);

impl<S: Stream> Socket<S> {
    /// A line over a connected socket.
    pub fn new(stream: S) -> io::Result<Socket<S>> {
        stream.limit_writes(SEND_TIMEOUT)?;
        Ok(Socket(stream))
    }
}

/// Connects to a TCP address: the first of the host's addresses that answers.
pub fn tcp(address: &str) -> io::Result<Box<dyn Transport>> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, SEND_TIMEOUT) {
            Ok(stream) => {
                // A frame must not be delayed to share a packet with another one.
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

/// Not supported here.
#[cfg(not(unix))]
pub fn unix(_path: &Path) -> io::Result<Box<dyn Transport>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no unix sockets"))
}

/// The common operations of both kinds of sockets.
pub trait Stream: Read + Write {
    /// Sets the read timeout.
    fn limit_reads(&self, wait: Duration) -> io::Result<()>;
    /// Sets the write timeout.
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
        // A timeout of zero would mean to wait for ever.
        self.0.limit_reads(wait.max(Duration::from_millis(1)))?;
        self.0.read(buffer).map_err(timed_out)
    }
}

/// Systems differ in the error of a read that timed out.
fn timed_out(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}
