//! What a board answers, as the page reads it: each answer under its own name.

use pipsqueak_core::link::{ChampionId, Hello, Origin, Reply, Statistics};
use pipsqueak_lab::json::Writer;

/// Writes an answer as a record's one field. Those that end no job say nothing.
pub fn write(reply: &Reply, out: &mut Writer) {
    match reply {
        Reply::Hello(hello) => write_hello(hello, out.key("Hello")),
        Reply::Move { chosen, ticks, .. } => out.key("Move").record(|out| {
            out.key("chosen").bytes(chosen);
            out.key("ticks").number((*ticks).into());
        }),
        Reply::Champion { id, room, vocabulary } => out.key("Champion").record(|out| {
            match id {
                Some(id) => write_id(id, out.key("id")),
                None => out.key("id").null(),
            }
            out.key("room").number((*room).into());
            out.key("vocabulary").number((*vocabulary).into());
        }),
        Reply::Committed(id) => write_id(id, out.key("Committed")),
        Reply::Erased(id) => write_id(id, out.key("Erased")),
        Reply::Statistics(statistics) => write_statistics(statistics, out.key("Statistics")),
        Reply::Begun | Reply::Received { .. } | Reply::Bytes(_) | Reply::Refused(_) | Reply::Garbled(_) => {}
    }
}

fn write_hello(hello: &Hello, out: &mut Writer) {
    let Hello { firmware, board, games, max_chunk, ticks_per_second } = hello;
    out.record(|out| {
        out.key("firmware").text(firmware);
        out.key("board").text(board);
        out.key("games").list(|out| games.iter().for_each(|game| out.number(game.0.into())));
        out.key("max_chunk").number((*max_chunk).into());
        out.key("ticks_per_second").number((*ticks_per_second).into());
    });
}

fn write_id(id: &ChampionId, out: &mut Writer) {
    let ChampionId { name, fingerprint, length, origin } = id;
    out.record(|out| {
        out.key("name").text(name);
        out.key("fingerprint").number((*fingerprint).into());
        out.key("length").number((*length).into());
        match origin {
            Origin::BuiltIn => out.key("origin").text("BuiltIn"),
            Origin::Stored(n) => out.key("origin").record(|out| out.key("Stored").number((*n).into())),
        }
    });
}

fn write_statistics(statistics: &Statistics, out: &mut Writer) {
    out.record(|out| {
        for (name, value) in [
            ("stack_high_water", statistics.stack_high_water),
            ("static_ram", statistics.static_ram),
            ("last_decision", statistics.last_decision),
            ("longest_decision", statistics.longest_decision),
            ("n_decisions", statistics.n_decisions),
            ("n_frames", statistics.n_frames),
            ("n_dropped", statistics.n_dropped),
            ("n_refused", statistics.n_refused),
            ("n_repeated", statistics.n_repeated),
        ] {
            out.key(name).number(value.into());
        }
    });
}
