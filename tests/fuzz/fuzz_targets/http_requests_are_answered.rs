//! For any bytes on a connection, `serve` answers or hangs up at once, gives nothing to a request without its own Host,
//! sends its security headers with everything that it gives, and answers the next request.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_tests::elf_hex::elf;

/// The server of this process, which serves until it ends. Nothing is built for it: all its files are named.
pub static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("there is a free port");
    let folder = tempfile::tempdir().expect("a temporary folder").keep();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the folder can be written");
        path.into_os_string()
    };
    let (wasm, firmware) = (file("wasm", &[0; 5000]), file("firmware", &elf(40, 0, &[7; 16])));
    thread::spawn(move || {
        let files = [
            ("--wasm", wasm.clone()),
            ("--boards-wasm", wasm.clone()),
            ("--search-wasm", wasm),
            ("--firmware", firmware),
        ];
        let files = files.into_iter().flat_map(|(option, file)| [option.into(), file]);
        let words = ["pipsqueak", "serve", "--address"].map(Into::into).into_iter().chain([address.to_string().into()]);
        pipsqueak::run(pipsqueak::ALL, words.chain(files));
        panic!("the server has ended");
    });
    while TcpStream::connect(address).is_err() {
        thread::sleep(Duration::from_millis(10));
    }
    address
});

/// A connection to it. A server that does not answer for this long hangs.
pub fn connect() -> TcpStream {
    let stream = TcpStream::connect(*SERVER).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(8))).expect("a socket has time-outs");
    stream
}

/// The response to these bytes, after which nothing more comes from the client.
fn asked(bytes: &[u8]) -> Vec<u8> {
    let mut stream = connect();
    // The server may have refused the rest already.
    let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("the server hangs: {error}"),
        _ => answer,
    }
}

/// Fails if a plain request is not answered.
pub fn check_server() {
    let answer = asked(format!("GET /about.json HTTP/1.1\r\nHost: {}\r\n\r\n", *SERVER).as_bytes());
    assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"), "{}", String::from_utf8_lossy(&answer));
}

/// Tries one input: a whole request, or the part of one after its Host.
pub fn run(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let host = format!("Host: {}\r\n", *SERVER);
    let (path, lines) = rest.split_at(rest.iter().position(|&byte| byte == b'\n').unwrap_or(0));
    let request = match kind % 4 {
        0 => rest.to_vec(),
        1 => [b"GET ", path, b" HTTP/1.1\r\n", host.as_bytes(), lines, b"\r\n\r\n"].concat(),
        2 => [path, b" HTTP/1.1\r\n", host.as_bytes(), lines, b"\r\n\r\n"].concat(),
        _ => [b"GET / HTTP/1.1\r\n", host.as_bytes(), rest, b"\r\n\r\n"].concat(),
    };
    let begin = Instant::now();
    let answer = asked(&request);
    assert!(begin.elapsed() < Duration::from_secs(8), "the answer took {:?}", begin.elapsed());
    let told = String::from_utf8_lossy(&answer).to_lowercase();
    assert!(answer.is_empty() || told.starts_with("http/1."), "{told}");
    if told.starts_with("http/1.1 200") || told.starts_with("http/1.1 404") {
        assert!(told.contains("default-src 'none'") && told.contains("nosniff"), "{told}");
        let own = String::from_utf8_lossy(&request).to_lowercase();
        let port = format!(":{}", SERVER.port());
        assert!(own.contains(&port), "a request without the server's Host is answered: {told}");
    }
    assert!(!told.starts_with("http/1.1 5") || told.starts_with("http/1.1 505"), "{told}");
    check_server();
}
