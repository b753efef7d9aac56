//! `pipsqueak serve` under useful load: compressed files, a class that loads the page over a real line, and the soak of
//! docs/serve.md for a few seconds.

use std::fs;
use std::io::Write;
use std::net::Shutdown;
use std::process::{Command, Stdio};
use std::time::Duration;

use pipsqueak_tests::binary::{Outcome, Running, built, worked};
use pipsqueak_tests::served::{self, Served};
use pipsqueak_tests::sized;

/// What `gzip` makes of compressed bytes.
fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut command = Command::new("gzip");
    let mut gzip = command.arg("-dc").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, bytes) = (gzip.stdin.take().unwrap(), bytes.to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let told = gzip.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(told.status.success());
    told.stdout
}

#[test]
fn a_client_that_accepts_gzip_gets_text_and_webassembly_compressed() {
    let wasm: Vec<u8> = (0..300_000u32).flat_map(|number| (number / 3).to_le_bytes()).collect();
    let served = Served::start_as("127.0.0.1:0", &wasm, &[], &[]);
    let script = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../host/web/page/app.js")).unwrap();
    for (path, content) in [("/app.js", &script), ("/games.wasm", &wasm)] {
        let get = format!("GET {path} HTTP/1.1");
        let packed = served.ask(&get, &["Accept-Encoding: br, gzip"]);
        assert!(packed.head.contains("content-encoding: gzip") && packed.head.contains("vary: accept-encoding"));
        assert!(packed.head.contains("nosniff"), "{}", packed.head);
        assert!(packed.body.len() < content.len() / 2, "{path}: {} bytes", packed.body.len());
        assert_eq!(unzipped(&packed.body), *content, "{path}");
        // Caches keep both forms apart.
        for refusing in [&[][..], &["Accept-Encoding: gzip;q=0"], &["Accept-Encoding: identity"]] {
            let plain = served.ask(&get, refusing);
            assert!(!plain.head.contains("content-encoding") && plain.head.contains("vary: accept-encoding"));
            assert_eq!(plain.body, *content, "{path}");
        }
        let head = served.ask(&format!("HEAD {path} HTTP/1.1"), &["Accept-Encoding: gzip"]);
        assert!(head.body.is_empty() && head.head.contains(&format!("content-length: {}", packed.body.len())));
    }
    // A file that would become longer is sent as it is.
    let about = served.ask("GET /about.json HTTP/1.1", &["Accept-Encoding: gzip"]);
    assert!(!about.head.contains("content-encoding") && about.body.starts_with(b"{"), "{}", about.head);
    // It is compressed once: that takes more time than to send it a hundred times.
    let before = worked(served.id()).unwrap();
    for _ in 0..100 {
        assert_eq!(served.ask("GET /games.wasm HTTP/1.1", &["Accept-Encoding: gzip"]).status, 200);
    }
    let taken = worked(served.id()).unwrap() - before;
    assert!(taken < Duration::from_secs(2), "{taken:?} for a hundred files");
}

#[test]
fn a_client_that_closes_its_sending_half_is_still_answered() {
    let served = Served::start(&[]);
    for _ in 0..300 {
        let mut stream = served.connect();
        let request = format!("GET /about.json HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        assert_eq!(served::read(&mut stream).status, 200);
    }
}

/// Runs visitors of a server in a network of their own, which this shell line sets up.
fn visitors(network: &str, options: &[&str]) -> Outcome {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--net", "sh", "-c", &format!("{network} && exec \"$0\" \"$@\"")]);
    command.arg(built("serve-load")).args(options);
    Running::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())).wait()
}

/// 40 people in a room, six connections each, 300 KB/s for each of them, in packets of 1,500 bytes. A machine without
/// network namespaces fails this test.
#[test]
fn a_class_of_forty_gets_the_whole_page_over_a_line_of_300_kb_a_second_each() {
    const LINE: &str = "ip link set lo mtu 1500 up && tc qdisc add dev lo root tbf rate 96mbit burst 16k latency 200ms";
    let loaded = visitors(LINE, &["--once", "--browsers", "40"]);
    assert_eq!((loaded.status, loaded.errors.as_str()), (0, ""), "{}", loaded.output);
    assert!(loaded.output.contains(": 40 pages, 0 lines, 0 failures"), "{}", loaded.output);
}

#[test]
fn a_soak_ends_without_a_failure_and_gives_files_and_memory_back() {
    let soaked = visitors("ip link set lo up", &["--minutes", sized("0.05", "1")]);
    println!("{}", soaked.output);
    assert_eq!((soaked.status, soaked.errors.as_str()), (0, ""), "{}", soaked.output);
    assert_eq!(soaked.output.lines().filter(|line| line.contains("memory")).count(), 11, "{}", soaked.output);
    assert!(!soaked.output.contains(" 0 pages") && !soaked.output.lines().nth(9).unwrap().contains(" 0 lines"));
}
