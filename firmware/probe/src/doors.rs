//! The doors, one function each. What comes out goes into a black box, so that nothing is left out as useless.

use core::hint::black_box;

use pipsqueak_app::slots::{self, Slot, Slots};
use pipsqueak_app::{self as app, Server, serve as serve_line};
use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::champion::{self, Champion, GameId};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::games::checkers::{Board, DrawRule, Position, Side, Squares};
use pipsqueak_core::games::fiveo::{Columns, FiveO, PackedView, TableView};
use pipsqueak_core::link::{self, Direction, Effort, Receiver, Reply, Request, Statistics};
use pipsqueak_core::games::mastermind::{Code, Feedback, History, Size, Strategy};
use pipsqueak_core::search::NoClock;
use pipsqueak_core::tree::Tree;

use crate::stand_in::{Anywhere, Flash, Line, any, any_bytes};

pub fn champion() {
    let mut bytes = [0; champion::MAX_BYTES];
    let bytes = any_bytes(&mut bytes);
    let _ = black_box(champion::open(bytes));
    black_box(champion::fingerprint(bytes));
    if let Ok(champion) = black_box(Champion::decode(bytes))
        && let Ok(view) = TableView::try_from(packed())
    {
        black_box(champion.player.column(&view));
    }
}

pub fn tree() {
    let mut bytes = [0; 600];
    let _ = black_box(Tree::<FiveO>::decode(any_bytes(&mut bytes)));
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
    let request = black_box(Request::FiveO(packed()));
    let _ = black_box(link::encode(Direction::Request, any(1u16), &request));
    let reply = black_box(Reply::Statistics(Statistics::default()));
    let _ = black_box(link::encode(Direction::Reply, any(1u16), &reply));
}

pub fn slots() {
    let mut slots = Slots::new(Flash);
    let game = if any(true) { GameId::FiveO } else { GameId::Mastermind };
    let slot = if any(true) { Slot::first(game) } else { Slot::first(game).other() };
    let mut bytes = [0; 64];
    black_box(slots.stored(game));
    let _ = black_box(slots.erase(slot));
    let _ = black_box(slots.write(slot, any(0u32), any_bytes(&mut bytes)));
    let _ = black_box(slots.commit(slot, any(0u16)));
    let _ = slots.look(slot, any(0u16), |bytes| {
        black_box(bytes);
    });
    black_box(slots::header(slot, any(0u32), any_bytes(&mut bytes)));
}

pub fn mastermind() {
    let mut bytes = [0; 64];
    let strategy = black_box(Strategy::decode(any_bytes(&mut bytes))).ok();
    let (Ok(size), Ok(guess)) = (Size::new(any(4), any(6)), Code::try_from(any(0x1122))) else { return };
    let chance = Seed(any(1));
    let mut history = History::new(size);
    while any(true) {
        if let Ok(feedback) = Feedback::checked(any(0), any(0), size) {
            let _ = black_box(history.push(guess, feedback));
        }
    }
    black_box(app::mastermind::set_code(size, chance));
    let _ = black_box(app::mastermind::answer(size, chance, guess));
    let _ = black_box(app::mastermind::guess(strategy, &history, chance));
}

pub fn checkers() {
    let squares = || Squares::from_numbered(any(0u32));
    let turn = if any(true) { Side::Black } else { Side::White };
    let Ok(board) = black_box(Board::new(squares(), squares(), squares(), turn)) else { return };
    let rule = if any(true) { DrawRule::Report } else { DrawRule::Tournament };
    let position = Position::new(board, rule);
    let effort = if any(true) { Effort::Nodes(any(1)) } else { Effort::Millis(any(1)) };
    let _ = black_box(app::checkers::think(&position, effort, &mut NoClock));
    let _ = black_box(app::checkers::count(&position, any(1u8)));
}

pub fn server() {
    let mut server = Server::new(Flash, Anywhere);
    while any(true) {
        black_box(server.receive(any(0u8)));
    }
}

pub fn serve() {
    let _ = serve_line(&mut Line, Flash, Anywhere);
}

#[cfg(feature = "with-a-panic")]
pub fn panic() {
    let mut bytes = [0; 8];
    black_box(any_bytes(&mut bytes)[any(0usize)]);
}

fn packed() -> PackedView {
    black_box(PackedView { places: [0; 26], opponent_face_down: 0 })
}
