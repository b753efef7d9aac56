//! What a job gives, as the page reads it.

use pipsqueak_core::link::jobs::{ChampionInfo, Decision};
use pipsqueak_core::link::{ChampionId, Hello, MoveBytes, Origin, Statistics};
use pipsqueak_lab::json::Writer;

/// What a job gives, of whatever kind it is.
pub enum Answer {
    /// Who the board is.
    Hello(Hello),
    /// What it has measured.
    Statistics(Statistics),
    /// Which champion is active, and what others may be.
    Champion(ChampionInfo),
    /// Its move.
    Move(Decision<MoveBytes>),
    /// The champion that is active now.
    Id(ChampionId),
    /// The champion's bytes.
    Bytes(Vec<u8>),
}

impl Answer {
    /// Writes it as a value.
    pub fn write(&self, out: &mut Writer) {
        match self {
            Answer::Hello(hello) => write_hello(hello, out),
            Answer::Statistics(statistics) => write_statistics(statistics, out),
            Answer::Champion(ChampionInfo { id, room, vocabulary }) => out.record(|out| {
                write_id(id, out.key("id"));
                out.key("room").number((*room).into());
                out.key("vocabulary").number((*vocabulary).into());
            }),
            Answer::Move(Decision { chosen, ticks, .. }) => out.record(|out| {
                out.key("chosen").bytes(chosen);
                out.key("ticks").number((*ticks).into());
            }),
            Answer::Id(id) => write_id(id, out),
            Answer::Bytes(bytes) => out.bytes(bytes),
        }
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
