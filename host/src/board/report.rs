//! A board's report on itself, for people.

use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{self, ChampionId, Hello, Origin, Refusal};
use serde::Serialize;

use super::{ChampionInfo, Client, Games, LinkError, SessionError, version};
use crate::port::Transport;
use pipsqueak_lab::text;

/// The longest name that is shown.
const NAME_WIDTH: usize = 32;

/// The state of a board.
#[derive(Serialize)]
pub struct Report {
    /// The board's name.
    pub board: String,
    /// The firmware's version.
    pub firmware: String,
    /// This program's version.
    pub program: &'static str,
    /// What to do if the firmware's version differs from this program's.
    pub advice: Option<String>,
    /// The protocol's version.
    pub protocol: u8,
    /// The games that it plays.
    pub games: Vec<String>,
    /// The active champions, of those games that have any.
    pub champions: Vec<ActiveChampion>,
    /// Bytes of static variables; absent if unknown.
    pub static_ram: Option<u32>,
    /// The stack's high-water mark in bytes; absent if it is not measured.
    pub stack_high_water: Option<u32>,
    /// Decisions since the board was started.
    pub decisions: u32,
    /// The duration of the last decision, in milliseconds.
    pub last_decision_ms: f64,
    /// The duration of the longest decision, in milliseconds.
    pub longest_decision_ms: f64,
    /// Valid frames that the board has received.
    pub frames: u32,
    /// Frames that were dropped as invalid.
    pub dropped: u32,
    /// Requests that were refused.
    pub refused: u32,
    /// Requests that were repeated.
    pub repeated: u32,
}

/// The active champion of a game.
#[derive(Clone, Serialize)]
pub struct ActiveChampion {
    /// Its game.
    pub game: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its fingerprint.
    pub fingerprint: String,
    /// Its size.
    pub bytes: u16,
    /// The number of the upload that stored it; absent if it is built into the firmware.
    pub upload: Option<u32>,
    /// The most bytes that a champion of the game may have.
    pub room: u16,
    /// The version of the vocabulary of the game's champions; 0 if there is none.
    pub vocabulary: u8,
}

impl Report {
    /// Reads the report of a board that has sent this hello.
    pub fn of<C: Transport>(client: &mut Client<C>, hello: &Hello, games: &Games) -> Result<Report, LinkError> {
        let mut champions = Vec::new();
        for &game in &hello.games {
            champions.extend(ActiveChampion::of(client, game, games)?);
        }
        let statistics = client.statistics()?;
        let measured = |bytes: u32| (bytes > 0).then_some(bytes);
        let milliseconds = |ticks| milliseconds(u64::from(ticks), hello.ticks_per_second);
        Ok(Report {
            board: text::name(&hello.board, NAME_WIDTH),
            firmware: text::name(&hello.firmware, NAME_WIDTH),
            program: version::PROGRAM,
            advice: version::advice(&hello.firmware, &hello.board),
            protocol: link::VERSION,
            games: hello.games.iter().map(|&game| games.name_of(game)).collect(),
            champions,
            static_ram: measured(statistics.static_ram),
            stack_high_water: measured(statistics.stack_high_water),
            decisions: statistics.n_decisions,
            last_decision_ms: milliseconds(statistics.last_decision),
            longest_decision_ms: milliseconds(statistics.longest_decision),
            frames: statistics.n_frames,
            dropped: statistics.n_dropped,
            refused: statistics.n_refused,
            repeated: statistics.n_repeated,
        })
    }

    /// One line per fact.
    pub fn text(&self) -> String {
        let Report { board, firmware, protocol, games, .. } = self;
        let bytes = |bytes: Option<u32>| bytes.map_or("not measured".to_owned(), |bytes| format!("{bytes} bytes"));
        let champion = |champion: &ActiveChampion| {
            let vocabulary = match champion.vocabulary {
                0 => String::new(),
                version => format!(", vocabulary {version}"),
            };
            (champion.game.clone(), format!("{champion}; at most {} bytes{vocabulary}", champion.room))
        };
        let line = |(name, fact): (&str, String)| (name.to_owned(), fact);
        let lines = [
            ("board", board.clone()),
            ("firmware", format!("{firmware}, protocol {protocol}; this program is {}", self.program)),
            ("games", games.join(", ")),
        ];
        let measured = [
            ("static memory", bytes(self.static_ram)),
            ("stack at most", bytes(self.stack_high_water)),
            (
                "decisions",
                format!(
                    "{}, the last in {:.3} ms, the longest in {:.3} ms",
                    self.decisions, self.last_decision_ms, self.longest_decision_ms
                ),
            ),
            (
                "frames",
                format!(
                    "{} seen, {} dropped, {} refused, {} repeated",
                    self.frames, self.dropped, self.refused, self.repeated
                ),
            ),
        ];
        let lines = lines.map(line).into_iter().chain(self.champions.iter().map(champion)).chain(measured.map(line));
        let advice = self.advice.iter().map(|advice| format!("\n{advice}\n"));
        lines.map(|(name, fact)| format!("{name:14} {fact}\n")).chain(advice).collect()
    }
}

impl ActiveChampion {
    /// The active champion of a game; `None` if the game is played without.
    pub fn of<C: Transport>(
        client: &mut Client<C>,
        game: GameId,
        games: &Games,
    ) -> Result<Option<ActiveChampion>, LinkError> {
        match client.champion(game) {
            Err(LinkError::Session(SessionError::Refused(Refusal::NoChampion))) => Ok(None),
            champions => Ok(Some(ActiveChampion::new(games.name_of(game), champions?))),
        }
    }

    /// From a board's information on a game's champions.
    pub fn new(game: String, ChampionInfo { id, room, vocabulary }: ChampionInfo) -> ActiveChampion {
        let ChampionId { name, fingerprint, length, origin } = id;
        ActiveChampion {
            game,
            name: Some(text::name(&name, NAME_WIDTH)).filter(|name| !name.is_empty()),
            fingerprint: format!("{fingerprint:08x}"),
            bytes: length,
            upload: match origin {
                Origin::BuiltIn => None,
                Origin::Stored(upload) => Some(upload),
            },
            room,
            vocabulary,
        }
    }
}

impl std::fmt::Display for ActiveChampion {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ActiveChampion { name, fingerprint, bytes, upload, .. } = self;
        if let (0, Some(name)) = (bytes, name) {
            // A player built into the firmware, which is no champion.
            return write!(formatter, "{name} (built in)");
        }
        write!(formatter, "{} ({fingerprint}, {bytes} bytes, ", name.as_deref().unwrap_or("unnamed"))?;
        match upload {
            None => formatter.write_str("built in)"),
            Some(upload) => write!(formatter, "upload {upload})"),
        }
    }
}

/// Ticks of a board's clock as time.
pub fn milliseconds(ticks: u64, ticks_per_second: u32) -> f64 {
    1000.0 * ticks as f64 / f64::from(ticks_per_second.max(1))
}
