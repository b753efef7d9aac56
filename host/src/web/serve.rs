//! The `serve` command: runs a server until Ctrl-C, and shuts it down in order.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tempfile::TempPath;
use tokio::{runtime, time};

use super::access::AccessPolicy;
use super::api::{self, LaterFiles, Server};
use super::{connections, files};
use crate::board::Games;
use crate::port::Port;
use crate::system::{output, signals};

/// The options of `serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Address to listen on; anything but a loopback address requires a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070", value_parser = address)]
    address: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Another PORT that the page may use, besides sim, the serial devices and, on Unix, qemu: tcp:HOST:PORT, sim:FILE, and on
    /// Unix qemu:FILE, unix:PATH …
    #[arg(long, value_name = "PORT")]
    port: Vec<String>,
    /// The firmware of the micro:bit; found or built when it is first needed if not given
    #[arg(long, value_name = "ELF")]
    firmware: Option<PathBuf>,
    /// The page's WebAssembly; found or built if not given
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    /// The page's WebAssembly for boards; found or built when it is first needed if not given
    #[arg(long, value_name = "FILE")]
    boards_wasm: Option<PathBuf>,
    /// The page's WebAssembly for game trees; found or built when it is first needed if not given
    #[arg(long, value_name = "FILE")]
    search_wasm: Option<PathBuf>,
}

/// The interval at which the server checks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);
/// The timeout for closing boards at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the command.
pub fn run(known_games: Games, options: &Options) -> Result<()> {
    let ports = options.port.iter().map(|name| Port::named(name)).collect::<Result<_>>()?;
    // The address first: if it is in use, the user learns it before anything is built.
    let listener = bind(options.address)?;
    let bound = listener.local_addr().context("the server has no address")?;
    let policy = AccessPolicy::of(bound)?;
    let games = files::games(options.wasm.as_deref())?;
    let address = policy.address(bound);
    let has_token = policy.has_token();
    let later = LaterFiles {
        boards: options.boards_wasm.clone(),
        search: options.search_wasm.clone(),
        firmware: options.firmware.clone(),
    };
    let server = Arc::new(Server::new(policy, known_games, games, later, ports));
    signals::stop_at_the_first()?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build().context("the server cannot start")?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).context("the server cannot start")?;
        output::line(format_args!("Pipsqueak is at {address} (Ctrl-C ends it)"))?;
        if has_token {
            output::note(
                "Others can reach it under this computer's name with the same token. Anyone who has the token can use your boards.",
            );
        }
        if options.open && has_token {
            let opener = opener(&address).context("the file for the browser cannot be written")?;
            open(opener.as_os_str());
            server.keep_opener(opener);
        } else if options.open {
            open(address.as_ref());
        }
        tokio::select! {
            () = connections::answer(listener, api::router(Arc::clone(&server))) => {}
            () = stop() => {}
        }
        server.stop();
        server.remove_opener();
        let _ = time::timeout(SHUTDOWN_TIMEOUT, server.all_lines_closed()).await;
        Ok::<_, anyhow::Error>(())
    })?;
    signals::ended()
}

/// Parses an address with its port.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write an address and a port, such as 127.0.0.1:7070 or [::1]:7070")
}

fn bind(address: SocketAddr) -> Result<TcpListener> {
    let bound = TcpListener::bind(address).and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    bound.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!("{address} is in use by another program: name another with --address {}", next(address))
        }
        _ => anyhow!("cannot listen on {address}: {error}"),
    })
}

fn next(mut address: SocketAddr) -> SocketAddr {
    address.set_port(address.port().checked_add(1).unwrap_or(7070));
    address
}

async fn stop() {
    while !signals::stop_is_wanted() {
        time::sleep(LOOK).await;
    }
}

/// A file private to this user that redirects a browser to an address: all users of this computer can see a program's
/// arguments.
fn opener(address: &str) -> io::Result<TempPath> {
    let mut file = tempfile::Builder::new().prefix("pipsqueak-").suffix(".html").tempfile()?;
    writeln!(
        file,
        "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>\
         <meta http-equiv=refresh content=\"0;url={address}\"><title>Pipsqueak</title>"
    )?;
    Ok(file.into_temp_path())
}

/// Asks the system to open an address or a file. Without a browser here, the printed address can be opened elsewhere.
fn open(address: &OsStr) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // The child is waited for, so that it does not stay as a zombie.
        thread::spawn(move || child.wait());
    } else {
        output::note(format_args!("No browser could be started ({program} is missing): open the address yourself."));
    }
}
