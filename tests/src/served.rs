//! `pipsqueak serve`, and clients that write bytes to a socket by hand, so that a test can send anything.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use tempfile::TempDir;

use crate::binary::{self, HANG_TIMEOUT};

/// A running server, which ends with the test.
pub struct Served {
    child: Child,
    /// Host and port.
    pub address: String,
    /// The token, as it was printed.
    pub token: Option<String>,
    _folder: TempDir,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// Its status; 0 if the connection was closed without one.
    pub status: u16,
    /// Its head, in lower case.
    pub head: String,
    /// Its body.
    pub body: Vec<u8>,
}

impl Served {
    /// Starts a server at a free port, with these further arguments.
    pub fn start(arguments: &[&str]) -> Served {
        Served::start_as("127.0.0.1:0", b"\0asm", arguments, &[])
    }

    /// As [`Served::start`], at this address, with these bytes as the page's WebAssembly and these environment
    /// variables.
    pub fn start_as(address: &str, games: &[u8], arguments: &[&str], variables: &[(&str, &str)]) -> Served {
        let folder = tempfile::tempdir().expect("a folder for the test");
        // The page's computations are not needed here.
        let wasm = folder.path().join("wasm");
        fs::write(&wasm, games).expect("the folder can be written");
        let wasm = wasm.to_str().expect("a plain path");
        let all = [&["serve", "--address", address, "--wasm", wasm], arguments].concat();
        let mut command = binary::command(&all);
        let mut child =
            command.envs(variables.iter().copied()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        output.read_line(&mut line).expect("the server says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        let token = line.split("?token=").nth(1).and_then(|rest| rest.split(' ').next()).map(str::to_owned);
        Served { child, address, token, _folder: folder }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(HANG_TIMEOUT)).expect("a socket has time-outs");
        stream.set_write_timeout(Some(HANG_TIMEOUT)).expect("a socket has time-outs");
        stream
    }

    /// The response to a request with these lines after the first; Host is added if they have none.
    pub fn ask(&self, first: &str, lines: &[&str]) -> Answer {
        let mut stream = self.connect();
        let host = format!("Host: {}", self.address);
        let has_host = lines.iter().any(|line| line.to_lowercase().starts_with("host:"));
        let own = [host.as_str(), "Connection: close"];
        let lines = own.iter().skip(usize::from(has_host)).chain(lines);
        let lines: String = lines.map(|line| format!("{line}\r\n")).collect();
        let _ = stream.write_all(format!("{first}\r\n{lines}\r\n").as_bytes());
        read(&mut stream)
    }

    /// Whether a plain request is answered, as it always must be.
    pub fn is_well(&self) -> bool {
        self.ask("GET /about.json HTTP/1.1", &[]).status == 200
    }

    /// Its peak memory and its current memory, in kilobytes.
    pub fn memory(&self) -> [u64; 2] {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux tells");
        ["VmHWM:", "VmRSS:"].map(|name| {
            let line = status.lines().find(|line| line.starts_with(name)).expect("it is among what Linux tells");
            line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
        })
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has ended; returns its exit status.
    pub fn wait(mut self) -> i32 {
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }

    /// A WebSocket to a port of this name.
    pub fn line(&self, name: &str) -> Line {
        Line::open(self.connect(), &self.address, name)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a response until the server closes the connection.
pub fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection that is reset gives what came before.
    let _ = stream.read_to_end(&mut bytes);
    let split = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..split]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes.get(split + 4..).unwrap_or_default().to_vec() }
}

/// The page's end of a WebSocket.
pub struct Line(pub TcpStream);

impl Line {
    /// Opens a WebSocket over a connection to the server at this address.
    pub fn open(mut stream: TcpStream, address: &str, name: &str) -> Line {
        let request = format!(
            "GET /api/port?name={name} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("the server listens");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the server answers");
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        // The reply to that key is in RFC 6455 itself.
        assert!(head.starts_with("HTTP/1.1 101") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Line(stream)
    }

    /// Sends a message of this kind (1 text, 2 binary, 8 close) in one frame.
    pub fn send(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        let mask = [7, 77, 177, 17];
        let mut frame = vec![0x80 | kind];
        match bytes.len() {
            length @ 0..126 => frame.push(0x80 | length as u8),
            length => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
        }
        frame.extend(mask);
        frame.extend(bytes.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.0.write_all(&frame)
    }

    /// The next message and its kind; `None` when the connection is closed.
    pub fn receive(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            let mut head = [0; 2];
            self.0.read_exact(&mut head).ok()?;
            let mut length = usize::from(head[1]);
            if length == 126 {
                let mut long = [0; 2];
                self.0.read_exact(&mut long).ok()?;
                length = u16::from_be_bytes(long).into();
            }
            let mut bytes = vec![0; length];
            self.0.read_exact(&mut bytes).ok()?;
            // Pings are skipped.
            if head[0] & 0xF != 9 {
                return Some((head[0] & 0xF, bytes));
            }
        }
    }

    /// The next state message of the server.
    pub fn state(&mut self) -> String {
        match self.receive() {
            Some((1, text)) => String::from_utf8(text).expect("a state is text"),
            other => panic!("no state: {other:?}"),
        }
    }
}
