//! Visitors of `pipsqueak serve`: browsers that load the whole page, pages that talk to a board, and clients that break
//! off. Counts what they did and what failed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use flate2::read::GzDecoder;
use pipsqueak_core::link::{self, Receiver, Reply, Request};
use pipsqueak_core::random::{self, Seed};

use crate::noise;
use crate::served::{Answer, Served};

/// Connections of one browser.
const CONNECTIONS: usize = 6;
/// Bytes of a stand-in for the page's WebAssembly, which cannot be compressed.
const WASM: u32 = 600_000;
/// Failures that are kept as text.
const MOST_TEXTS: usize = 20;

/// A server, what its page must be, and what its visitors did.
pub struct Visited {
    /// The server.
    pub served: Served,
    page: BTreeMap<String, Vec<u8>>,
    n_loads: AtomicU64,
    n_lines: AtomicU64,
    n_failures: AtomicU64,
    failures: Mutex<Vec<String>>,
}

impl Visited {
    /// Starts a server.
    pub fn start() -> Visited {
        let mut rng = Seed(40).rng();
        let wasm: Vec<u8> = (0..WASM).map(|_| random::below(&mut rng, 256) as u8).collect();
        let served = Served::start_as("127.0.0.1:0", &wasm, &[], &[]);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/web/page");
        let mut page = BTreeMap::from([("/games.wasm".to_owned(), wasm)]);
        collect(&root, "", &mut page);
        let count = || AtomicU64::new(0);
        Visited { served, page, n_loads: count(), n_lines: count(), n_failures: count(), failures: Mutex::default() }
    }

    /// Whole pages that were loaded, and lines to boards that answered.
    pub fn counts(&self) -> [u64; 2] {
        [&self.n_loads, &self.n_lines].map(|count| count.load(Ordering::Relaxed))
    }

    /// How often a visitor did not get what it asked for, and the first reasons.
    pub fn failures(&self) -> (u64, Vec<String>) {
        let texts = self.failures.lock().expect("no visitor panics");
        (self.n_failures.load(Ordering::Relaxed), texts.clone())
    }

    fn note(&self, count: &AtomicU64, done: Result<(), String>) {
        match done {
            Ok(()) => drop(count.fetch_add(1, Ordering::Relaxed)),
            Err(failure) => {
                self.n_failures.fetch_add(1, Ordering::Relaxed);
                let mut texts = self.failures.lock().expect("no visitor panics");
                if texts.len() < MOST_TEXTS {
                    texts.push(failure);
                }
            }
        }
    }

    /// Loads the whole page as a browser does: the document, then everything else over six connections.
    pub fn load(&self, is_compressed: bool) {
        let load = |number: usize| -> Result<(), String> {
            let mut connection = KeptOpen::to(&self.served).map_err(|error| error.to_string())?;
            self.page.iter().skip(number).step_by(CONNECTIONS).try_for_each(|(path, bytes)| {
                let answer = connection.get(path, is_compressed).map_err(|error| format!("{path}: {error}"))?;
                match answer.status == 200 && answer.body == *bytes {
                    true => Ok(()),
                    false => Err(format!("{path}: status {}, {} bytes", answer.status, answer.body.len())),
                }
            })
        };
        let loaded = thread::scope(|scope| {
            let connections: Vec<_> = (0..CONNECTIONS).map(|number| scope.spawn(move || load(number))).collect();
            connections.into_iter().try_for_each(|connection| connection.join().expect("no visitor panics"))
        });
        self.note(&self.n_loads, loaded);
    }

    /// Opens a line to a simulated board, asks what it is, and leaves.
    pub fn talk(&self) {
        let talk = || -> Option<()> {
            let mut line = self.served.line("sim");
            let opened = line.state();
            if opened.contains("too many lines") {
                // The server has a limit; the visitor comes again.
                return Some(());
            }
            line.send(2, &link::encode_request(7, &Request::Hello).ok()?).ok()?;
            let mut receiver = Receiver::new();
            loop {
                let (_, bytes) = line.receive()?;
                for byte in bytes {
                    if let Some(Ok(packet)) = receiver.push(byte) {
                        return matches!(packet.message(), Some(Reply::Hello(_))).then_some(());
                    }
                }
            }
        };
        self.note(&self.n_lines, talk().ok_or_else(|| "a board did not answer".to_owned()));
    }

    /// Sends noise, or a request whose answer it does not wait for, and leaves.
    pub fn break_off(&self, number: u64) {
        let mut stream = self.served.connect();
        let request = format!("GET /games.wasm HTTP/1.1\r\nHost: {}\r\n\r\n", self.served.address);
        let noise = noise::samples(Seed(number)).next().unwrap_or_default();
        // The server may have closed the connection.
        let _ = stream.write_all(if number.is_multiple_of(2) { &noise } else { request.as_bytes() });
        thread::sleep(Duration::from_millis(number % 20));
    }
}

/// The page's files by their addresses, except the WebAssembly, which is built.
fn collect(folder: &Path, address: &str, page: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("the page's folder is there") {
        let path = entry.expect("its entries can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("the page's names are UTF-8");
        let address = format!("{address}/{name}");
        if path.is_dir() {
            collect(&path, &address, page);
        } else if !name.ends_with(".wasm") && !name.starts_with('.') {
            page.insert(address, fs::read(&path).expect("the page's files can be read"));
        }
    }
}

/// A connection that stays open between requests.
pub struct KeptOpen {
    stream: BufReader<TcpStream>,
    host: String,
}

impl KeptOpen {
    /// Connects.
    pub fn to(served: &Served) -> io::Result<KeptOpen> {
        Ok(KeptOpen { stream: BufReader::new(served.connect()), host: served.address.clone() })
    }

    /// The response to a request, decompressed.
    pub fn get(&mut self, path: &str, is_compressed: bool) -> io::Result<Answer> {
        let accepted = if is_compressed { "Accept-Encoding: gzip, deflate, br\r\n" } else { "" };
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{accepted}\r\n", self.host);
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        let mut body = vec![0; length.ok_or_else(|| io::Error::other("no length"))?];
        self.stream.read_exact(&mut body)?;
        if head.contains("\r\ncontent-encoding: gzip\r\n") {
            let packed = std::mem::take(&mut body);
            GzDecoder::new(&packed[..]).read_to_end(&mut body)?;
        }
        Ok(Answer { status, head, body })
    }
}
