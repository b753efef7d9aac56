//! Connections: how many may be open at once, and which one makes room for another. Knows HTTP's lines; what is answered is
//! handed in.
//!
//! Invariant: connections that ask nothing cannot keep others out, and an answer that is on its way is not cut off for a new
//! connection. Where all places are taken, the connection that has been idle longest is closed; where none is idle, a new one
//! waits until one is. An answer that the other side has stopped reading counts as idle.

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

/// A browser opens six, and some for WebSockets: a class of 40 has places.
const MOST: usize = 256;
/// How long a whole request's head may take, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(5);
/// More than any browser's request has.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long a connection keeps its place in any case: a request follows its connection within a round trip or two.
const GRACE: Duration = Duration::from_millis(250);
/// How long nothing of an answer may be taken by the other side before the connection counts as idle.
const STALLED: Duration = Duration::from_secs(10);
/// How long no connection is taken when the system or this server has no more of them.
const PAUSE: Duration = Duration::from_millis(20);

/// An open connection.
struct Connection {
    task: AbortHandle,
    activity: Arc<Activity>,
}

/// Answers every connection, for ever.
pub async fn answer(listener: TcpListener, router: Router) {
    let mut open = Vec::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Others wait in the system's queue meanwhile.
                while !has_room(&mut open) {
                    time::sleep(PAUSE).await;
                }
                open.push(begin(stream, router.clone()));
            }
            Err(_) => time::sleep(PAUSE).await,
        }
    }
}

/// Whether one more may be open, for which an idle one may have been closed.
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
    // An answer is not held back until more of it would fill a packet.
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
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A connection that breaks, or that brings no HTTP, needs no answer.
    let _ = connection.await;
}

/// What a connection does at the moment, and when it last did something.
struct Activity {
    opened: Instant,
    /// When a request last came, an answer was ready, or a part of it was taken, in milliseconds since it was opened.
    last: AtomicU64,
    /// Requests that are being answered.
    n_asked: AtomicUsize,
    /// Whether a part of an answer waits until the other side takes it.
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

    /// Takes note of what became of a write: of what is left of it, if it has to wait.
    fn note<T>(&self, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.touch();
        } else {
            self.is_sending.store(true, Ordering::Relaxed);
        }
        written
    }
}

/// A request that is being answered.
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

/// A connection's bytes, and whether all of them could be sent. HTTP flushes when it has written everything that it has.
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
    fn the_connection_that_is_idle_longest_makes_room_and_none_that_is_being_answered() {
        let opened = Instant::now();
        let second = Duration::from_secs(1);
        let idle = |activities: &[Activity], seconds: u32| idle_longest(activities.iter(), opened + second * seconds);
        // The first was opened first, and was answered last.
        let mut all = vec![activity(opened, 900, 0, false), activity(opened, 100, 0, false)];
        assert_eq!(idle(&all, 2), Some(1));
        // Being answered, and being sent an answer, are no idleness.
        all[1] = activity(opened, 100, 1, false);
        assert_eq!(idle(&all, 2), Some(0));
        all[1] = activity(opened, 100, 0, true);
        assert_eq!(idle(&all, 2), Some(0));
        // Unless nothing of it is taken any more.
        assert_eq!(idle(&all, 12), Some(1));
        // A new one has the time for its request.
        assert_eq!(idle(&[activity(opened, 1900, 0, false), activity(opened, 1000, 3, false)], 2), None);
    }
}
