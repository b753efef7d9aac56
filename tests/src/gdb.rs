//! The part of GDB's remote protocol that is needed to stop the emulated board at a function, again and again.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::binary::HANG_TIMEOUT;

/// A connection to the emulator's debugger.
pub struct Debugger {
    stream: UnixStream,
}

impl Debugger {
    /// Connects, which stops the board.
    pub fn connect(path: &Path) -> io::Result<Debugger> {
        let deadline = Instant::now() + HANG_TIMEOUT;
        loop {
            match UnixStream::connect(path) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(HANG_TIMEOUT))?;
                    return Ok(Debugger { stream });
                }
                Err(error) if Instant::now() > deadline => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Stops the board whenever it comes to this Thumb instruction.
    pub fn set_breakpoint(&mut self, address: u32) -> io::Result<()> {
        self.expect_ok(&format!("Z0,{address:x},2"))
    }

    /// Lets the board run until it comes to a breakpoint.
    pub fn run(&mut self) -> io::Result<()> {
        self.send("c")?;
        self.stopped()
    }

    /// Steps over the current breakpoint, and lets the board run to the next.
    pub fn run_on(&mut self, breakpoints: &[u32]) -> io::Result<()> {
        for address in breakpoints {
            self.expect_ok(&format!("z0,{address:x},2"))?;
        }
        self.send("s")?;
        self.stopped()?;
        breakpoints.iter().try_for_each(|&address| self.set_breakpoint(address))?;
        self.run()
    }

    /// Sets the program counter, and lets the board run.
    pub fn jump(&mut self, address: u32) -> io::Result<()> {
        self.send(&format!("c{address:x}"))
    }

    /// Waits for a breakpoint or the end of a step.
    fn stopped(&mut self) -> io::Result<()> {
        let reply = self.reply()?;
        if reply.starts_with("T05") { Ok(()) } else { Err(io::Error::other(reply)) }
    }

    fn expect_ok(&mut self, packet: &str) -> io::Result<()> {
        self.send(packet)?;
        let reply = self.reply()?;
        if reply == "OK" { Ok(()) } else { Err(io::Error::other(format!("{packet} was answered with {reply:?}"))) }
    }

    /// The next packet, other than the notice that connecting has stopped the board.
    fn reply(&mut self) -> io::Result<String> {
        loop {
            match self.receive()? {
                stopped if stopped.starts_with("T02") => {}
                reply => return Ok(reply),
            }
        }
    }

    fn send(&mut self, packet: &str) -> io::Result<()> {
        let sum = packet.bytes().fold(0u8, u8::wrapping_add);
        self.stream.write_all(format!("${packet}#{sum:02x}").as_bytes())
    }

    /// The next packet, acknowledged.
    fn receive(&mut self) -> io::Result<String> {
        while self.byte()? != b'$' {}
        let mut packet = Vec::new();
        loop {
            match self.byte()? {
                b'#' => break,
                byte => packet.push(byte),
            }
        }
        let _checksum = [self.byte()?, self.byte()?];
        self.stream.write_all(b"+")?;
        Ok(String::from_utf8_lossy(&packet).into_owned())
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.stream.read_exact(&mut byte)?;
        Ok(byte[0])
    }
}
