//! Connections: how many may be open at once, and which one is closed for another. Knows HTTP/1; the router is passed
//! in.
//!
//! Invariant: idle connections cannot keep others out, and a response in progress is not cut off for a new connection.
//! If the limit is reached, the connection that has been idle longest is closed; if none is idle, a new one waits. A
//! response that the client has stopped reading counts as idle.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{self, Instant};

/// A browser opens six, and some for WebSockets: enough for a class of 40.
const MOST: usize = 256;
/// The timeout for a request's head, and of an idle connection.
const HEAD: Duration = Duration::from_secs(5);
/// More than any browser's request head.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long a new connection does not count as idle: a request follows within a round trip or two.
const GRACE: Duration = Duration::from_millis(250);
/// How long a client may read nothing of a response before the connection counts as idle.
const STALLED: Duration = Duration::from_secs(10);
/// How long accepting pauses when the system or this server has no more connections.
const PAUSE: Duration = Duration::from_millis(20);

/// An open connection.
struct Connection {
    task: AbortHandle,
    activity: Arc<Activity>,
}

/// Accepts and serves connections, for ever.
pub async fn answer(listener: TcpListener, router: Router) {
    let mut open = Vec::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // New connections wait in the system's queue meanwhile.
                while !has_room(&mut open) {
                    time::sleep(PAUSE).await;
                }
                open.push(begin(stream, router.clone()));
            }
            Err(_) => time::sleep(PAUSE).await,
        }
    }
}

/// Whether one more may be open; closes an idle one if necessary.
fn has_room(open: &mut Vec<Connection>) -> bool {
    open.retain(|connection| !connection.task.is_finished());
    if open.len() < MOST {
        return true;
    }
    let idle = idle_longest(open.iter().map(|connection| &*connection.activity), Instant::now());
    idle.map(|idle| open.swap_remove(idle).task.abort()).is_some()
}

/// The connection that has been idle longest, if any has been for long enough.
fn idle_longest<'a>(activities: impl Iterator<Item = &'a Activity>, now: Instant) -> Option<usize> {
    let idle = activities.enumerate().filter(|(_, activity)| activity.is_idle(now));
    idle.min_by_key(|(_, activity)| activity.last()).map(|(place, _)| place)
}

fn begin(stream: TcpStream, router: Router) -> Connection {
    // Responses are sent without delay (no Nagle algorithm).
    let _ = stream.set_nodelay(true);
    let activity = Arc::new(Activity::begin(Instant::now()));
    let task = tokio::spawn(converse(stream, router, Arc::clone(&activity))).abort_handle();
    Connection { task, activity }
}

async fn converse(stream: TcpStream, router: Router, activity: Arc<Activity>) {
    let router = TowerToHyperService::new(router);
    let stream = Watched { stream, activity: Arc::clone(&activity) };
    let service = service_fn(move |request| {
        let asked = OpenRequest::begin(&activity);
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
        // A client that has sent its request may close that direction; the answer is still due.
        .half_close(true)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A connection that breaks, or that is not HTTP, needs no response.
    let _ = connection.await;
}

/// A connection's current activity, and when it was last active.
struct Activity {
    opened: Instant,
    /// When a request last came, a response was ready, or a part of it was sent, in milliseconds since it was opened.
    last: AtomicU64,
    /// Requests in progress.
    n_asked: AtomicUsize,
    /// Whether a part of a response waits to be sent.
    is_sending: AtomicBool,
}

impl Activity {
    fn begin(opened: Instant) -> Activity {
        Activity { opened, last: AtomicU64::new(0), n_asked: AtomicUsize::new(0), is_sending: AtomicBool::new(false) }
    }

    fn last(&self) -> Instant {
        self.opened + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    fn touch(&self) {
        self.last.store(self.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn is_idle(&self, now: Instant) -> bool {
        let least = if self.is_sending.load(Ordering::Relaxed) { STALLED } else { GRACE };
        self.n_asked.load(Ordering::Relaxed) == 0 && now.saturating_duration_since(self.last()) >= least
    }

    /// Records the result of a write, or that it is pending.
    fn note<T>(&self, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.touch();
        } else {
            self.is_sending.store(true, Ordering::Relaxed);
        }
        written
    }
}

/// A request in progress.
struct OpenRequest(Arc<Activity>);

impl OpenRequest {
    fn begin(activity: &Arc<Activity>) -> OpenRequest {
        activity.n_asked.fetch_add(1, Ordering::Relaxed);
        activity.touch();
        OpenRequest(Arc::clone(activity))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.touch();
        self.0.n_asked.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection's stream, and whether all bytes could be sent. HTTP flushes when it has written everything.
struct Watched {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.activity.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.activity.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.activity.is_sending.store(false, Ordering::Relaxed);
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activity(opened: Instant, last: u64, n_asked: usize, is_sending: bool) -> Activity {
        let activity = Activity::begin(opened);
        activity.last.store(last, Ordering::Relaxed);
        activity.n_asked.store(n_asked, Ordering::Relaxed);
        activity.is_sending.store(is_sending, Ordering::Relaxed);
        activity
    }

    #[test]
    fn the_longest_idle_connection_is_closed_and_no_active_one() {
        let opened = Instant::now();
        let second = Duration::from_secs(1);
        let idle = |activities: &[Activity], seconds: u32| idle_longest(activities.iter(), opened + second * seconds);
        // The first was opened first, and was active last.
        let mut all = vec![activity(opened, 900, 0, false), activity(opened, 100, 0, false)];
        assert_eq!(idle(&all, 2), Some(1));
        // A request or a response in progress is not idle.
        all[1] = activity(opened, 100, 1, false);
        assert_eq!(idle(&all, 2), Some(0));
        all[1] = activity(opened, 100, 0, true);
        assert_eq!(idle(&all, 2), Some(0));
        // Unless the client has stopped reading it.
        assert_eq!(idle(&all, 12), Some(1));
        // A new one has time for its request.
        assert_eq!(idle(&[activity(opened, 1900, 0, false), activity(opened, 1000, 3, false)], 2), None);
    }
}
