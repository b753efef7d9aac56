//! `/api/port?name=…`: a WebSocket that is a line to a board. Binary messages are the line's bytes, both ways; text
//! messages from the server are the line's state: `{"state":"open"}`, and `{"state":"closed","why":"…"}` before the
//! end.
//!
//! A thread reads and writes the line, and ends with the WebSocket; an emulator ends with its thread.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use pipsqueak_core::link::{Receiver, Reply};
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::time;

use super::Server;
use crate::port::Transport;

/// More than any frame of the link.
const LARGEST_MESSAGE: usize = 4096;
/// Queued messages in either direction.
const QUEUE: usize = 16;
/// How long the line is read before the queue of bytes to send is checked.
const SLICE: Duration = Duration::from_millis(4);
/// The interval of pings to a silent page, and the timeout for its reply.
const PING: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);
/// The timeout for a page to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The port in a request.
#[derive(Deserialize)]
pub struct PortQuery {
    name: String,
}

/// An event of the line's thread.
enum Event {
    Opened,
    Bytes(Vec<u8>),
    Closed(String),
}

/// Opens a line, if the limit allows it.
pub async fn open(
    State(server): State<Arc<Server>>,
    Query(asked): Query<PortQuery>,
    socket: WebSocketUpgrade,
) -> Response {
    socket
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(LARGEST_MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(16 * LARGEST_MESSAGE)
        .on_upgrade(move |mut socket| async move {
            let ended = match Arc::clone(&server.lines).try_acquire_owned() {
                Ok(place) => relay(&mut socket, server, asked.name, place).await,
                Err(_) => Some("too many lines are open: close another page first".to_owned()),
            };
            if let Some(why) = ended {
                let _ = send(&mut socket, state("closed", &why)).await;
            }
            let _ = send(&mut socket, Message::Close(None)).await;
        })
}

fn state(state: &str, why: &str) -> Message {
    Message::Text(json!({ "state": state, "why": why }).to_string().into())
}

/// Sends a message; `None` if the page does not accept it in time.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    time::timeout(SEND_TIMEOUT, socket.send(message)).await.ok()?.ok()
}

/// Relays bytes until one of the ends is gone; returns the reason if it is the board's.
async fn relay(
    socket: &mut WebSocket,
    server: Arc<Server>,
    name: String,
    place: OwnedSemaphorePermit,
) -> Option<String> {
    let (to_cable, from_page) = mpsc::channel(QUEUE);
    let (to_page, mut from_cable) = mpsc::channel(QUEUE);
    let mut stop = server.stop.subscribe();
    let runtime = Handle::current();
    thread::spawn(move || {
        attend(&server, &name, &runtime, from_page, &to_page);
        drop(place);
    });
    let mut ping = time::interval(PING);
    let mut heard = Instant::now();
    // Nothing is read from the page until the line has taken what came before.
    let mut waiting: Option<Bytes> = None;
    loop {
        tokio::select! {
            event = from_cable.recv() => match event {
                Some(Event::Opened) => send(socket, state("open", "")).await?,
                Some(Event::Bytes(bytes)) => send(socket, Message::Binary(bytes.into())).await?,
                Some(Event::Closed(why)) => return Some(why),
                None => return Some("the line was closed".to_owned()),
            },
            message = socket.recv(), if waiting.is_none() => {
                heard = Instant::now();
                match message?.ok()? {
                    Message::Binary(bytes) => waiting = Some(bytes),
                    Message::Text(_) => return Some("a line carries bytes, not text".to_owned()),
                    Message::Ping(_) | Message::Pong(_) => {}
                    Message::Close(_) => return None,
                }
            }
            free = to_cable.reserve(), if waiting.is_some() => {
                free.ok()?.send(waiting.take().unwrap_or_default());
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                send(socket, Message::Ping(Bytes::new())).await?;
            }
            () = told_to(&mut stop) => return Some("pipsqueak serve has ended".to_owned()),
        }
    }
}

/// Waits until the server is asked to stop.
async fn told_to(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Opens the line, relays bytes, and closes it.
fn attend(
    server: &Server,
    name: &str,
    runtime: &Handle,
    from_page: mpsc::Receiver<Bytes>,
    to_page: &mpsc::Sender<Event>,
) {
    let opened = server.choice(name).and_then(|choice| server.connect(&choice));
    let why = match opened {
        Err(error) => format!("{error:#}"),
        Ok(mut transport) => {
            let ended = match to_page.blocking_send(Event::Opened) {
                Ok(()) => pump(&mut transport, runtime, from_page, to_page),
                Err(_) => Ok(()),
            };
            let closed = transport.close();
            match (ended, closed) {
                (Err(error), _) => error.to_string(),
                (Ok(()), Err(error)) => format!("{error:#}"),
                (Ok(()), Ok(())) => return,
            }
        }
    };
    // The receiver may be gone.
    let _ = to_page.blocking_send(Event::Closed(why));
}

/// Relays bytes until the page is gone, or the line fails.
fn pump(
    transport: &mut impl Transport,
    runtime: &Handle,
    mut from_page: mpsc::Receiver<Bytes>,
    to_page: &mpsc::Sender<Event>,
) -> std::io::Result<()> {
    let mut replies = Receiver::new();
    let mut buffer = [0; 1024];
    loop {
        let next_look = Instant::now() + SLICE;
        match transport.receive(&mut buffer, SLICE) {
            Ok(0) => return Err(std::io::Error::other("the board is gone: the line was closed")),
            Ok(n_bytes) => {
                let bytes = &buffer[..n_bytes];
                if is_stored(&mut replies, bytes) {
                    transport.save()?;
                }
                if to_page.blocking_send(Event::Bytes(bytes.to_vec())).is_err() {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {}
            Err(error) => return Err(error),
        }
        // A simulated board does not wait: the rest of the time is spent waiting for the page.
        let rest = next_look.saturating_duration_since(Instant::now());
        match runtime.block_on(async { time::timeout(rest, from_page.recv()).await }) {
            Ok(Some(bytes)) => transport.send(&bytes)?,
            Ok(None) => return Ok(()),
            Err(_) => {}
        }
    }
}

/// Whether these bytes contain a reply that a champion was stored or erased, which must be saved to the file.
fn is_stored(replies: &mut Receiver, bytes: &[u8]) -> bool {
    let mut is_stored = false;
    for &byte in bytes {
        if let Some(Ok(packet)) = replies.push(byte) {
            is_stored |= matches!(packet.message(), Some(Reply::Committed(_) | Reply::Erased(_)));
        }
    }
    is_stored
}
