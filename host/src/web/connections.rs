//! Connections, as many as may be open at once, each with a bounded patience. Knows HTTP's lines; what is answered is handed
//! in.
//!
//! Invariant: whoever opens connections and asks nothing cannot keep others out. Where all places are taken, the connection
//! that has been waiting longest without a question is closed for the new one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time;

/// A browser opens six, and some for WebSockets.
const MOST: usize = 64;
/// How long a whole request's head may take, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(5);
/// More than any browser's request has.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long no connection is taken when the system has no more of them.
const PAUSE: Duration = Duration::from_millis(50);

/// An open connection.
struct Connection {
    task: AbortHandle,
    /// Requests of it that are being answered.
    n_asked: Arc<AtomicUsize>,
}

/// Answers whoever connects, for ever.
pub async fn answer(listener: TcpListener, router: Router) {
    let mut open = VecDeque::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => admit(&mut open, stream, router.clone()),
            Err(_) => time::sleep(PAUSE).await,
        }
    }
}

fn admit(open: &mut VecDeque<Connection>, stream: TcpStream, router: Router) {
    open.retain(|connection: &Connection| !connection.task.is_finished());
    if open.len() >= MOST {
        let idle = open.iter().position(|connection| connection.n_asked.load(Ordering::Relaxed) == 0);
        match idle.and_then(|idle| open.remove(idle)) {
            Some(connection) => connection.task.abort(),
            // All of them are being answered: this one is not.
            None => return,
        }
    }
    // An answer is not held back until more of it would fill a packet.
    let _ = stream.set_nodelay(true);
    let n_asked = Arc::new(AtomicUsize::new(0));
    let task = tokio::spawn(converse(stream, router, Arc::clone(&n_asked))).abort_handle();
    open.push_back(Connection { task, n_asked });
}

async fn converse(stream: TcpStream, router: Router, n_asked: Arc<AtomicUsize>) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request| {
        let asked = OpenRequest::begin(&n_asked);
        let answer = router.call(request);
        async move {
            let answer = answer.await;
            drop(asked);
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // What is no HTTP, or ends in the middle, is nobody's loss.
    let _ = connection.await;
}

/// A request that is being answered.
struct OpenRequest(Arc<AtomicUsize>);

impl OpenRequest {
    fn begin(n_asked: &Arc<AtomicUsize>) -> OpenRequest {
        n_asked.fetch_add(1, Ordering::Relaxed);
        OpenRequest(Arc::clone(n_asked))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
