//! Bad clients of `pipsqueak serve` are refused or disconnected, the next good request is answered, and memory stays
//! bounded. Everything runs on the loopback address.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use pipsqueak_core::games::fiveo::{self, Table};
use pipsqueak_core::link::{self, Effort, Receiver, Reply, Request};
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{pipsqueak, wait_until};
use pipsqueak_tests::served::{Answer, Line, Served};
use pipsqueak_tests::{noise, positions, sized};

/// More than a server without cached data needs, in kilobytes.
const MOST_MEMORY: u64 = 64_000;

fn assert_small(served: &Served) {
    let [most, now] = served.memory();
    println!("memory: {now} KB, at most {most} KB");
    assert!(most < MOST_MEMORY, "{most} KB");
}

/// The board's reply to a request over a line.
fn asked(line: &mut Line, sequence: u16, request: &Request<'_>) -> Reply {
    line.send(2, &link::encode_request(sequence, request).unwrap()).unwrap();
    let mut receiver = Receiver::new();
    loop {
        let (kind, bytes) = line.receive().expect("the line is open");
        assert_eq!(kind, 2, "{}", String::from_utf8_lossy(&bytes));
        for byte in bytes {
            match receiver.push(byte) {
                Some(Ok(packet)) if packet.sequence == sequence => return packet.message().unwrap(),
                _ => {}
            }
        }
    }
}

#[test]
fn every_file_of_the_page_has_strict_security_headers() {
    let served = Served::start(&[]);
    for (path, kind) in [
        ("/", "text/html"),
        ("/link.js", "text/javascript"),
        ("/games.wasm", "application/wasm"),
        ("/about.json", "application/json"),
    ] {
        let answer = served.ask(&format!("GET {path} HTTP/1.1"), &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{path}: {}", answer.head);
        for line in ["default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-referrer", "serial=(self)"] {
            assert!(answer.head.contains(line), "{path} without {line}");
        }
        assert!(!answer.head.contains("unsafe-inline") && !answer.head.contains("access-control-allow"));
    }
    let about: serde_json::Value = serde_json::from_slice(&served.ask("GET /about.json HTTP/1.1", &[]).body).unwrap();
    assert_eq!(about["server"], true);
    assert!(served.ask("HEAD /link.js HTTP/1.1", &[]).body.is_empty());
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let served = Served::start(&[]);
    let own = served.address.clone();
    let port = own.rsplit(':').next().unwrap();
    let origin = |origin: &str| format!("Origin: {origin}");
    for (status, lines) in [
        (403, vec!["Host: example.org".to_owned()]),
        (403, vec![format!("Host: example.org:{port}")]),
        (403, vec!["Host: localhost".to_owned()]),
        (403, vec![format!("Host: 127.0.0.1:{port}.example.org")]),
        (400, vec![format!("Host: {own}"), "Host: example.org".to_owned()]),
        (403, vec![origin("http://example.org")]),
        (403, vec![origin("null")]),
        (403, vec![origin("http://localhost:1")]),
        (403, vec![origin(&format!("https://{own}"))]),
        (403, vec![origin(&format!("http://{own}.example.org"))]),
        (403, vec!["Sec-Fetch-Site: cross-site".to_owned(), "Sec-Fetch-Mode: no-cors".to_owned()]),
        (403, vec!["Sec-Fetch-Site: same-site".to_owned(), "Sec-Fetch-Mode: cors".to_owned()]),
        (403, vec!["Sec-Fetch-Site: cross-site".to_owned(), "Sec-Fetch-Mode: navigate".to_owned()]),
        (200, vec![format!("Host: localhost:{port}")]),
        (200, vec![origin(&format!("http://{own}")), "Sec-Fetch-Site: same-origin".to_owned()]),
    ] {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(served.ask("GET /api/ports HTTP/1.1", &lines).status, status, "{lines:?}");
    }
    // Another site's link may lead to the page itself.
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"];
    assert_eq!(served.ask("GET / HTTP/1.1", &link).status, 200);
    // A WebSocket is not opened for another site either.
    let handshake = [
        "Origin: http://example.org",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    assert_eq!(served.ask("GET /api/port?name=sim HTTP/1.1", &handshake).status, 403);
    assert!(served.is_well());
}

#[test]
fn no_address_leads_out_of_the_page() {
    let served = Served::start(&[]);
    for path in [
        "/../etc/passwd",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/..%5c..%5cetc/passwd",
        "/transports/../../src/lib.rs",
        "/transports/%2e%2e/link.js",
        "/transports/..%2flink.js",
        "//etc/passwd",
        "/./link.js",
        "/link.js/",
        "/link.js%00.html",
        "/%252e%252e/etc/passwd",
        "/file:///etc/passwd",
        "/Cargo.toml",
        "/api",
        "/api/",
        "/api/port",
        "/transports",
        "/transports/",
    ] {
        let answer = served.ask(&format!("GET {path} HTTP/1.1"), &[]);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(answer.body.len() < 300, "{path}");
    }
    for first in [
        "GET http://example.org/ HTTP/1.1",
        "GET file:///etc/passwd HTTP/1.1",
        "GET etc/passwd HTTP/1.1",
        "CONNECT example.org:443 HTTP/1.1",
        "GET / HTTP/9.9",
        "nonsense",
        "",
    ] {
        let status = served.ask(first, &[]).status;
        assert!(matches!(status, 0 | 400 | 405 | 505), "{first}: {status}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
        assert_eq!(served.ask(&format!("{method} /about.json HTTP/1.1"), &[]).status, 405, "{method}");
    }
    assert!(served.is_well());
}

#[test]
fn a_body_of_a_gigabyte_is_refused_and_not_kept() {
    let served = Served::start(&[]);
    const GIGABYTE: usize = 1 << 30;
    for (first, length) in [
        ("POST /about.json HTTP/1.1", "Content-Length: 1073741824"),
        ("GET /about.json HTTP/1.1", "Content-Length: 1073741824"),
        ("POST /api/ports HTTP/1.1", "Transfer-Encoding: chunked"),
        ("GET /api/port?name=sim HTTP/1.1", "Transfer-Encoding: chunked"),
    ] {
        let mut stream = served.connect();
        let head = format!("{first}\r\nHost: {}\r\n{length}\r\n\r\n", served.address);
        stream.write_all(head.as_bytes()).unwrap();
        let chunk = [&b"10000\r\n"[..], &[b'x'; 0x10000], b"\r\n"].concat();
        let mut n_taken = 0;
        while n_taken < GIGABYTE && stream.write_all(&chunk).is_ok() {
            n_taken += chunk.len();
        }
        println!("{first}: {n_taken} bytes were taken");
        assert!(n_taken < GIGABYTE / 10, "{first}: {n_taken} bytes were taken");
        assert!(served.is_well());
    }
    for (first, length, status) in [
        ("POST /about.json HTTP/1.1", "Content-Length: 1073741824", 405),
        ("GET /about.json HTTP/1.1", "Content-Length: 1073741824", 413),
        ("GET /about.json HTTP/1.1", "Transfer-Encoding: chunked", 413),
    ] {
        assert_eq!(served.ask(first, &[length]).status, status);
    }
    // The head is bounded too.
    let long = format!("X: {}", "x".repeat(1 << 20));
    assert!(matches!(served.ask("GET /about.json HTTP/1.1", &[&long]).status, 0 | 431));
    let path = format!("GET /{} HTTP/1.1", "x".repeat(1 << 20));
    assert!(matches!(served.ask(&path, &[]).status, 0 | 414 | 431));
    assert!(served.is_well());
    assert_small(&served);
}

#[test]
fn a_thousand_open_connections_do_not_block_others() {
    let served = Served::start(&[]);
    let n_files = || fs::read_dir(format!("/proc/{}/fd", served.id())).unwrap().count();
    let idle = n_files();
    for round in 0..sized(1, 5) {
        let open: Vec<_> = (0..1000)
            .map(|number| {
                let mut stream = served.connect();
                // A third sends nothing, a third sends part of a request, a third sends one and stays.
                let host = &served.address;
                let _ = match number % 3 {
                    0 => Ok(()),
                    1 => stream.write_all(b"GET / HT"),
                    _ => stream.write_all(format!("GET /about.json HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()),
                };
                stream
            })
            .collect();
        let begin = Instant::now();
        assert!(served.is_well(), "round {round}");
        // If the 256 places became free by timeouts of 5 s only, this request would wait for two rounds of them.
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
        println!("answered after {:?}, {} files open", begin.elapsed(), n_files());
        assert!(n_files() < idle + 300, "{} files", n_files());
        drop(open);
    }
    assert_small(&served);
}

/// 40 people in a room open the page at once, with six connections each as browsers do, over a line that is too slow
/// for all of them: more than the sockets' buffers is in flight to each.
#[test]
fn a_class_of_forty_loads_the_page_over_a_slow_line() {
    const WASM: usize = 8_000_000;
    let wasm: Vec<u8> = (0..WASM).map(|place| (place % 251) as u8).collect();
    let served = Served::start_as("127.0.0.1:0", &wasm, &[], &[]);
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", served.address);
    let load = || -> Vec<Result<(), String>> {
        let paths = ["/games.wasm", "/app.js", "/style.css", "/engine.js", "/games.wasm", "/link.js"];
        let mut streams = paths.map(|_| served.connect());
        for (stream, path) in streams.iter_mut().zip(paths) {
            stream.write_all(request(path).as_bytes()).unwrap();
        }
        let loaded = |(stream, path): (&mut TcpStream, &str)| {
            let (mut bytes, mut part) = (Vec::new(), vec![0; 50_000]);
            loop {
                match stream.read(&mut part) {
                    Ok(0) => break,
                    Ok(n_bytes) => bytes.extend(&part[..n_bytes]),
                    Err(error) => return Err(format!("{path}: {error} after {} bytes", bytes.len())),
                }
                thread::sleep(Duration::from_micros(100));
            }
            let is_whole = path != "/games.wasm" || bytes.ends_with(&wasm);
            match is_whole && bytes.starts_with(b"HTTP/1.1 200") {
                true => Ok(()),
                false => Err(format!("{path}: {} bytes", bytes.len())),
            }
        };
        streams.iter_mut().zip(paths).map(loaded).collect()
    };
    let loaded: Vec<Result<(), String>> = thread::scope(|scope| {
        let clients: Vec<_> = (0..40).map(|_| scope.spawn(load)).collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    let failed: Vec<&String> = loaded.iter().filter_map(|loaded| loaded.as_ref().err()).collect();
    assert!(failed.is_empty(), "{} of {} were cut: {:?}", failed.len(), loaded.len(), &failed[..failed.len().min(8)]);
    assert!(served.is_well());
    assert_small(&served);
}

#[test]
fn a_token_in_a_link_is_removed_from_the_address_at_once() {
    let served = Served::start_as("0.0.0.0:0", b"\0asm", &[], &[]);
    let token = served.token.clone().unwrap();
    let with_token = format!("GET /?token={token} HTTP/1.1");
    // As from a link on another site.
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"];
    let landed = served.ask(&with_token, &link);
    let line = |answer: &Answer, name: &str| {
        let found = answer.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        found.unwrap_or_default().to_owned()
    };
    let is_clean = |answer: &Answer| {
        let kept = [line(answer, "location"), line(answer, "cache-control"), line(answer, "referrer-policy")];
        answer.status == 303 && kept == ["/", "no-store", "no-referrer"]
    };
    assert!(is_clean(&landed), "{}", landed.head);
    let cookie = line(&landed, "set-cookie");
    // A browser sends no Strict cookie after another site's link, not even after a redirect; it does send a Lax one.
    assert!(cookie.contains("; httponly") && cookie.ends_with("; samesite=lax"), "{cookie}");
    let kept = format!("Cookie: {}", cookie.split(';').next().unwrap());
    assert_eq!(served.ask("GET / HTTP/1.1", &[&kept, link[0], link[1]]).status, 200);
    assert_eq!(served.ask("GET / HTTP/1.1", &link).status, 403);
    // Opened again, with the cookie kept, and with the token of an earlier server: it does not stay in the address.
    assert!(is_clean(&served.ask(&with_token, &[&kept])));
    let old = served.ask("GET /?a=b&token=0123&c HTTP/1.1", &[&kept]);
    assert!(is_clean(&old) && line(&old, "set-cookie").is_empty(), "{}", old.head);
    assert_eq!(served.ask("GET /?token=0123 HTTP/1.1", &[]).status, 403);
    // A cookie admits to the page; the API is for the page only.
    assert_eq!(served.ask("GET /api/ports HTTP/1.1", &[&kept, link[0], link[1]]).status, 403);
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_is_opened_without_the_token_on_its_command_line() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [browser, opened] = ["xdg-open", "opened"].map(|name| folder.path().join(name));
    fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >{0}.new; mv {0}.new {0}\n", opened.display())).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let shown = |address: &str| {
        let _ = fs::remove_file(&opened);
        let variables = [("PATH", &*path), ("TMPDIR", folder.path().to_str().unwrap())];
        let served = Served::start_as(address, b"\0asm", &["--open"], &variables);
        wait_until("a browser is started", || opened.exists());
        (served, fs::read_to_string(&opened).unwrap().trim().to_owned())
    };
    let (served, argument) = shown("127.0.0.1:0");
    assert_eq!(argument, format!("http://{}/", served.address));
    let (served, argument) = shown("0.0.0.0:0");
    let token = served.token.clone().unwrap();
    assert!(!argument.contains(&token), "{argument}");
    let file = std::path::Path::new(&argument);
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    let address = format!("http://{}/?token={token}", served.address);
    assert!(fs::read_to_string(file).unwrap().contains(&address));
    // The browser has connected with the token: the file is not needed any more.
    assert_eq!(served.ask(&format!("GET /?token={token} HTTP/1.1"), &[]).status, 303);
    assert!(!file.exists());
}

#[test]
fn half_a_request_is_not_waited_for() {
    let served = Served::start(&[]);
    let mut slow: Vec<_> = (0..40).map(|_| served.connect()).collect();
    // A byte now and then, as from a client that wants to keep the connection.
    for byte in "GET /about.json HTTP/1.1".bytes().take(sized(7, 12)) {
        for stream in &mut slow {
            let _ = stream.write_all(&[byte]);
        }
        assert!(served.is_well());
        thread::sleep(Duration::from_secs(1));
    }
    // All of them are closed: none is waited for.
    for stream in &mut slow {
        let mut bytes = Vec::new();
        let closed = stream.read_to_end(&mut bytes);
        let is_closed = closed.map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true);
        assert!(is_closed && (bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 408")), "{bytes:?}");
    }
    // A client that requests many times and never reads a response.
    let mut stream = served.connect();
    stream.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let request = format!("GET /link.js HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let n_taken = (0..1_000_000).take_while(|_| stream.write_all(request.as_bytes()).is_ok()).count();
    assert!(n_taken < 1_000_000, "its requests are not taken for ever");
    assert!(served.is_well());
    assert_small(&served);
}

#[test]
fn a_line_leads_to_a_board_and_to_the_monte_carlo_player() {
    let served = Served::start(&[]);
    let ports = served.ask("GET /api/ports HTTP/1.1", &[]).body;
    let ports: serde_json::Value = serde_json::from_slice(&ports).unwrap();
    for (name, games) in [("sim", &[1, 2, 3][..]), ("monte-carlo", &[1])] {
        assert!(ports.as_array().unwrap().iter().any(|port| port["name"] == name), "{ports}");
        let mut line = served.line(name);
        assert_eq!(line.state(), r#"{"state":"open","why":""}"#);
        let Reply::Hello(hello) = asked(&mut line, 1, &Request::Hello) else { panic!() };
        assert_eq!(hello.games.iter().map(|game| game.0).collect::<Vec<_>>(), games);
        for (sequence, view) in (2..).zip(positions::unforced(Seed(3)).take(5)) {
            let bytes = link::write_view::<Table>(&view).unwrap();
            let request = Request::Move { game: fiveo::ID, effort: Effort::Nodes(200), view: &bytes };
            let decisions = [0, 100].map(|more| match asked(&mut line, sequence + more, &request) {
                Reply::Move { chosen, .. } => link::read_move::<Table>(&chosen).unwrap(),
                other => panic!("{other:?}"),
            });
            assert!(
                decisions[0] == decisions[1] && view.open().iter().any(|open| open == decisions[0]),
                "{decisions:?}"
            );
        }
    }
}

#[test]
fn noise_on_a_websocket_ends_that_line_and_no_other() {
    let served = Served::start(&[]);
    let mut good = served.line("sim");
    good.state();
    for bytes in noise::samples(Seed(9)).take(sized(40, 400)) {
        let mut line = served.line("sim");
        // No frames at all.
        let _ = line.0.write_all(&bytes);
        let _ = line.0.shutdown(std::net::Shutdown::Write);
        while line.receive().is_some() {}
    }
    for frame in [
        // Longer than any message may be: a length of 4 GB without data; then the largest length possible.
        &[0x82, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4][..],
        &[0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4],
        // Not masked; an unknown kind; a continuation of nothing.
        &[0x82, 1, 0],
        &[0x8B, 0x80, 1, 2, 3, 4],
        &[0x80, 0x80, 1, 2, 3, 4],
        // Text.
        &[0x81, 0x81, 0, 0, 0, 0, b'x'],
    ] {
        let mut line = served.line("sim");
        line.0.write_all(frame).unwrap();
        let mut n_messages = 0;
        while line.receive().is_some() {
            n_messages += 1;
        }
        assert!(n_messages <= 4, "{frame:x?}");
    }
    // Bytes that are no frames of the link are the board's matter: it refuses them, and keeps working.
    let mut line = served.line("sim");
    line.state();
    for bytes in noise::samples(Seed(10)).take(50) {
        line.send(2, &bytes).unwrap();
    }
    line.send(2, &[0]).unwrap();
    assert!(matches!(asked(&mut line, 77, &Request::Hello), Reply::Hello(_)));
    // A page that sends and never reads is disconnected.
    let mut deaf = served.line("sim");
    let hello = link::encode_request(5, &Request::Hello).unwrap();
    let cut = (0..10_000_000).find_map(|_| deaf.send(2, &hello).err()).expect("it is not listened to for ever");
    assert!(matches!(cut.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{cut}");
    assert!(matches!(asked(&mut good, 78, &Request::Hello), Reply::Hello(_)));
    assert!(served.is_well());
    assert_small(&served);
}

#[test]
fn lines_are_bounded_and_only_named_ports_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let [named, other] = ["named", "other"].map(|name| format!("sim:{}", folder.path().join(name).display()));
    let served = Served::start(&["--port", &named]);
    for name in [&*other, "unix:/tmp/x", "tcp:127.0.0.1:1", "/etc/passwd", "/dev/null", "qemu:/tmp/x", ""] {
        let mut line = served.line(&name.replace('/', "%2F"));
        assert!(line.state().contains("was not named"), "{name}");
        while line.receive().is_some() {}
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let mut lines: Vec<Line> = (0..8).map(|_| served.line("sim")).collect();
    lines.iter_mut().for_each(|line| assert!(line.state().contains("open")));
    assert!(served.line("sim").state().contains("too many lines"));
    lines.clear();
    let open = || served.line(&named.replace('/', "%2F")).state().contains("\"open\"");
    wait_until("a closed line gives its place back", open);
}

#[test]
fn an_address_in_use_is_one_line_and_ctrl_c_shuts_the_server_down() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board");
    let port = format!("sim:{}", board.display());
    let served = Served::start(&["--port", &port]);
    let refused = pipsqueak(&["serve", "--address", &served.address], "");
    assert_eq!((refused.status, refused.errors.lines().count()), (1, 1), "{refused:?}");
    assert!(refused.errors.contains("is in use by another program") && refused.errors.contains("--address"));
    let mut line = served.line(&port.replace('/', "%2F"));
    line.state();
    assert!(matches!(asked(&mut line, 1, &Request::Erase { game: fiveo::ID }), Reply::Erased(_)));
    assert!(Command::new("kill").args(["-INT", &served.id().to_string()]).status().unwrap().success());
    assert!(line.state().contains("serve has ended"));
    let mut rest = Vec::new();
    line.0.read_to_end(&mut rest).unwrap();
    assert_eq!(served.wait(), 130);
    assert_eq!(fs::metadata(board).unwrap().len(), u64::from(pipsqueak_app::slots::REGION));
    for arguments in [&["serve", "--address", "nowhere"][..], &["page"], &["serve", "--address", "7070"]] {
        assert_eq!(pipsqueak(arguments, "").status, 2, "{arguments:?}");
    }
}

#[test]
fn the_page_is_written_as_files_that_name_no_server() {
    let folder = tempfile::tempdir().unwrap();
    let [page, wasm] = ["page", "wasm"].map(|name| folder.path().join(name));
    fs::write(&wasm, b"\0asm").unwrap();
    let [page_name, wasm_name] = [&page, &wasm].map(|path| path.to_str().unwrap());
    let options = ["--wasm", "--boards-wasm", "--search-wasm", "--firmware"].map(|option| [option, wasm_name]);
    let failed = pipsqueak(&[&["page", page_name][..], options.as_flattened()].concat(), "");
    assert_eq!((failed.status, failed.errors.lines().count()), (1, 1), "{failed:?}");
    assert!(failed.errors.contains("not an ELF file") && !page.exists(), "{failed:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing incomplete is left behind");
}
