//! The entry points of core and of the application, one function each. Results go into a black box, so that nothing is
//! optimised away.

use core::hint::black_box;

use pipsqueak_app::slots::{self, Slot, SlotRegion, Slots};
use pipsqueak_app::{DecisionContext, GAMES, Players, Server, serve as serve_line};
use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::games::checkers::champion::Champion as CheckersChampion;
use pipsqueak_core::games::checkers::{Checkers, Position};
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES};
use pipsqueak_core::games::fiveo::{Columns, FiveO, PackedView, TableView};
use pipsqueak_core::games::mastermind::Strategy;
use pipsqueak_core::link::jobs::{self, Job};
use pipsqueak_core::link::{self, Effort, Receiver, Reply, Request, RetryPolicy, Session, Statistics};
use pipsqueak_core::search::{Evaluate, NoClock};
use pipsqueak_core::tree::Tree;

use crate::stand_in::{Anywhere, Flash, Line, any, any_bytes};

pub fn champion() {
    let mut bytes = [0; MAX_BYTES];
    let bytes = any_bytes(&mut bytes);
    if let Ok((_, payload)) = black_box(champion::open(bytes)) {
        black_box(champion::name(payload));
    }
    let _ = black_box(Strategy::decode(bytes));
    black_box(champion::fingerprint(bytes));
    if let Ok(champion) = black_box(CheckersChampion::decode(bytes)) {
        black_box(champion.tree.evaluation().evaluate(&black_box(Position::START)));
    }
    if let Ok(champion) = black_box(Champion::decode(bytes))
        && let Ok(view) = TableView::try_from(packed())
    {
        black_box(champion.player.column(&view));
    }
}

pub fn tree() {
    let mut bytes = [0; 600];
    let _ = black_box(Tree::<FiveO>::decode(any_bytes(&mut bytes)));
    let _ = black_box(Tree::<Checkers>::check(any_bytes(&mut bytes)));
}

pub fn view() {
    let _ = black_box(TableView::try_from(packed()));
    let cards = || Cards::try_from(any(0u64)).unwrap_or_default();
    let five = || [cards(), cards(), cards(), cards(), cards()];
    let columns = Columns::try_from(any(0u8)).unwrap_or_default();
    if let Some(&card) = Card::ALL.get(any(0usize))
        && let Ok(view) = black_box(TableView::check(five(), five(), columns, card))
    {
        black_box(PackedView::from(view));
    }
}

pub fn link() {
    let mut receiver = Receiver::new();
    while any(true) {
        if let Some(Ok(packet)) = receiver.push(any(0u8)) {
            black_box(packet.message::<Request>());
            black_box(packet.message::<Reply>());
        }
    }
    let mut bytes = [0; 64];
    let request = Request::Move { game: GameId(any(1)), effort: effort(), view: any_bytes(&mut bytes) };
    let _ = black_box(link::encode_request(any(1u16), &request));
    let reply = black_box(Reply::Statistics(Statistics::default()));
    let _ = black_box(link::encode_reply(any(1u16), &reply));
}

/// A board that sends requests to another.
pub fn session() {
    let policy = RetryPolicy { reply_timeout: any(1), max_timeouts: any(1), max_sends: any(1), total: any(1) };
    let mut session = Session::with_policy(any(1), policy);
    let game = GameId(any(1));
    let [mut view, mut bytes, mut buffer] = [[0; 64]; 3];
    ask(&mut session, jobs::Connect { game: Some(game) });
    ask(&mut session, jobs::Statistics);
    ask(&mut session, jobs::Champion { game });
    ask(&mut session, jobs::Move { game, seconds: any(1), effort: effort(), view: any_bytes(&mut view) });
    if let Ok(upload) = jobs::Upload::new(game, any_bytes(&mut bytes)) {
        ask(&mut session, upload);
    }
    ask(&mut session, jobs::Read::new(game, any(&mut buffer[..])));
    ask(&mut session, jobs::Erase { game });
}

fn ask<J: Job>(session: &mut Session, mut job: J) {
    session.start(&job, any(0));
    while any(true) {
        let _ = black_box(session.poll(&job, any(0)));
        let mut bytes = [0; 64];
        let _ = black_box(session.receive(&mut job, any_bytes(&mut bytes), any(0)));
        black_box(job.progress());
    }
}

pub fn slots() {
    let mut slots = Slots::new(Flash);
    let place = SlotRegion { offset: any(0), size: any(0x1000) };
    let slot = if any(true) { Slot::first(place) } else { Slot::first(place).other() };
    let mut bytes = [0; 64];
    black_box(slots.stored(place));
    let _ = black_box(slots.erase(slot));
    let _ = black_box(slots.write(slot, any(0u32), any_bytes(&mut bytes)));
    let _ = black_box(slots.commit(slot, any(0u16)));
    let _ = slots.look(slot, any(0u16), |bytes| {
        black_box(bytes);
    });
    black_box(slots::header(slot, any(0u32), any_bytes(&mut bytes)));
}

/// Every game of the table, called without the server.
pub fn games() {
    for game in GAMES {
        let [mut champion, mut view] = [[0; 64]; 2];
        let champion = if any(true) { Some(any_bytes(&mut champion)) } else { None };
        let mut players = Players::default();
        if let (Some(spec), Some(champion)) = (&game.champions, champion) {
            let _ = black_box((spec.check)(champion, &mut players));
        }
        let context = DecisionContext { champion, players: &players };
        let _ = black_box((game.decide)(context, any_bytes(&mut view), effort(), &mut NoClock));
    }
}

fn effort() -> Effort {
    [Effort::Default, Effort::Nodes(any(1)), Effort::Millis(any(1))].get(any(0usize)).copied().unwrap_or_default()
}

pub fn server() {
    let mut server = Server::new(Flash, Anywhere, GAMES);
    while any(true) {
        black_box(server.receive(any(0u8)));
    }
}

pub fn serve() {
    let _ = serve_line(&mut Line, Flash, Anywhere, GAMES);
}

#[cfg(feature = "with-a-panic")]
pub fn panic() {
    let mut bytes = [0; 8];
    black_box(any_bytes(&mut bytes)[any(0usize)]);
}

fn packed() -> PackedView {
    black_box(PackedView { places: [0; 26], opponent_face_down: 0 })
}
