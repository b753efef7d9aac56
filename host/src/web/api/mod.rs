//! The server's routes: the page's files, and under `/api` what a page alone cannot do. A resource is a file here and a
//! line in [`router`]. Long work is limited in number, reports events over its own connection, and ends with the
//! server. Ports are such a resource; runs of evolution would be another.

mod line;
mod ports;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use axum::{Router, body};
use tempfile::TempPath;
use tokio::sync::{OnceCell, Semaphore, watch};
use tokio::{task, time};

use super::access::{self, AccessPolicy, Verdict};
use super::content::Content;
use super::files;
use crate::board;
use crate::port::Port;

/// The most lines to boards that may be open at once.
const MOST_LINES: u32 = 8;
/// The timeout of a response. The firmware may have to be built first.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(300);

/// The server's state.
pub struct Server {
    policy: AccessPolicy,
    known_games: board::Games,
    /// The page's files, by their addresses without the first slash.
    files: HashMap<&'static str, Content>,
    boards: Later,
    search: Later,
    firmware: Later,
    /// Ports from the command line.
    ports: Vec<Port>,
    /// Permits for open lines.
    lines: Arc<Semaphore>,
    /// Signals all lines to close.
    stop: watch::Sender<bool>,
    /// The file that redirects the browser of `--open` here; removed once a browser has connected.
    opener: Mutex<Option<TempPath>>,
}

impl Server {
    /// A server without connections.
    pub fn new(
        policy: AccessPolicy,
        known_games: board::Games,
        games: Cow<'static, [u8]>,
        later: LaterFiles,
        ports: Vec<Port>,
    ) -> Server {
        let embedded = files::all().iter().map(|(name, bytes)| (*name, Cow::Borrowed(*bytes)));
        let own = [(files::GAMES_NAME, games), (files::ABOUT_NAME, files::about(true).into())];
        Server {
            policy,
            known_games,
            files: embedded.chain(own).map(|(name, bytes)| (name, Content::of(name, bytes))).collect(),
            boards: Later::named(later.boards),
            search: Later::named(later.search),
            firmware: Later::named(later.firmware),
            ports,
            lines: Arc::new(Semaphore::new(MOST_LINES as usize)),
            stop: watch::Sender::new(false),
            opener: Mutex::new(None),
        }
    }

    /// Keeps a file until the first browser has connected with the token.
    pub fn keep_opener(&self, file: TempPath) {
        *self.opener.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }

    /// Removes that file.
    pub fn remove_opener(&self) {
        self.opener.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Asks all lines to close.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until all lines are closed.
    pub async fn all_lines_closed(&self) {
        let _ = self.lines.acquire_many(MOST_LINES).await;
    }
}

/// Files that are found or built on first use, where the command line names them.
pub struct LaterFiles {
    /// The WebAssembly for boards.
    pub boards: Option<PathBuf>,
    /// The WebAssembly for game trees.
    pub search: Option<PathBuf>,
    /// The firmware of the micro:bit.
    pub firmware: Option<PathBuf>,
}

/// A file that is found or built on first use.
struct Later {
    named: Option<PathBuf>,
    content: OnceCell<Content>,
}

impl Later {
    fn named(named: Option<PathBuf>) -> Later {
        Later { named, content: OnceCell::new() }
    }

    /// The response with its bytes, which are made on first use; or with the error.
    async fn answer(
        &self,
        request: &HeaderMap,
        name: &'static str,
        make: fn(Option<&Path>) -> Result<Cow<'static, [u8]>>,
    ) -> Response {
        let make = || async {
            let named = self.named.clone();
            let made = task::spawn_blocking(move || anyhow::Ok(Content::of(name, make(named.as_deref())?)));
            made.await?
        };
        match self.content.get_or_try_init(make).await {
            Ok(content) => content.response(request),
            Err(error) => {
                let mut answer = access::answer(StatusCode::INTERNAL_SERVER_ERROR, "");
                *answer.body_mut() = body::Body::from(format!("{error:#}\n"));
                answer
            }
        }
    }
}

/// All routes, behind the access policy.
pub fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/boards.wasm", get(boards))
        .route("/search.wasm", get(search))
        .route("/firmware/microbit.bin", get(firmware))
        .route("/api/ports", get(ports::list))
        .route("/api/port", get(line::open))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard))
        .with_state(server)
}

/// Checks every request, and adds headers to every response.
async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let answer = match server.policy.check(&request) {
        Verdict::Refused(status, why) => access::answer(status, why),
        Verdict::Clean(cookie) => {
            server.remove_opener();
            access::redirect(cookie.as_deref())
        }
        Verdict::Welcome => {
            let late = || access::answer(StatusCode::GATEWAY_TIMEOUT, "this took too long");
            time::timeout(RESPONSE_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| late())
        }
    };
    access::seal(answer)
}

/// An address is looked up literally: nothing is decoded, and there are no folders to leave.
async fn file(State(server): State<Arc<Server>>, request: Request) -> Response {
    let name = match request.uri().path() {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or_default(),
    };
    match server.files.get(name) {
        Some(content) => content.response(request.headers()),
        None => access::answer(StatusCode::NOT_FOUND, "there is no such file"),
    }
}

async fn boards(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    server.boards.answer(&headers, files::BOARDS_NAME, files::boards).await
}

async fn search(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    server.search.answer(&headers, files::SEARCH_NAME, files::search).await
}

async fn firmware(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    let make = |named: Option<&Path>| files::firmware(named).map(Cow::Owned);
    server.firmware.answer(&headers, files::FIRMWARE_NAME, make).await
}
