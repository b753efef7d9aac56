//! What a board says of itself, in the words and units of people.

use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{self, ChampionId, Hello, Origin, Statistics};
use serde::Serialize;

use super::{Client, LinkError};
use crate::board::envelope;
use crate::port::Cable;
use crate::terminal::text;

/// The longest name that is shown.
const NAME_WIDTH: usize = 32;

/// What is on a board.
#[derive(Serialize)]
pub struct Report {
    /// The board's name.
    pub board: String,
    /// The firmware's version.
    pub firmware: String,
    /// The protocol's version.
    pub protocol: u8,
    /// The version of the Five-O vocabulary.
    pub vocabulary: u8,
    /// The Five-O champion in force.
    pub champion: InForce,
    /// The most bytes that a Five-O champion may have.
    pub max_champion: u16,
    /// The Mastermind strategy in force.
    pub strategy: InForce,
    /// The most bytes that a strategy may have.
    pub max_strategy: u16,
    /// Bytes of static variables; not there if they are not known.
    pub static_ram: Option<u32>,
    /// The most bytes that the stack has had; not there if it is not measured.
    pub stack_high_water: Option<u32>,
    /// Decisions since the board was started.
    pub decisions: u32,
    /// How long the last decision took, in milliseconds.
    pub last_decision_ms: f64,
    /// How long the longest decision took, in milliseconds.
    pub longest_decision_ms: f64,
    /// Whole frames that the board has seen.
    pub frames: u32,
    /// Frames that were not whole.
    pub dropped: u32,
    /// Requests that were refused.
    pub refused: u32,
    /// Requests that came again.
    pub repeated: u32,
}

/// The champion that a board plays.
#[derive(Clone, Serialize)]
pub struct InForce {
    /// What it is called, if it has a name and this program can read it.
    pub name: Option<String>,
    /// What tells it from others.
    pub fingerprint: String,
    /// How many bytes it has.
    pub bytes: u16,
    /// Which upload stored it; not there if it is built into the firmware.
    pub upload: Option<u32>,
}

impl Report {
    /// Asks a board, which has said who it is.
    pub fn of<C: Cable>(client: &mut Client<C>, hello: &Hello) -> Result<Report, LinkError> {
        let champion = InForce::of(client, GameId::FiveO)?;
        let (strategy, max_strategy) =
            (InForce::of(client, GameId::Mastermind)?, client.champion(GameId::Mastermind)?.1);
        let statistics = client.statistics()?;
        Ok(Report::new(hello, champion, (strategy, max_strategy), &statistics))
    }

    fn new(
        hello: &Hello,
        champion: InForce,
        (strategy, max_strategy): (InForce, u16),
        statistics: &Statistics,
    ) -> Report {
        let measured = |bytes: u32| (bytes > 0).then_some(bytes);
        let milliseconds = |ticks| milliseconds(u64::from(ticks), hello.ticks_per_second);
        Report {
            board: text::name(&hello.board, NAME_WIDTH),
            firmware: text::name(&hello.firmware, NAME_WIDTH),
            protocol: link::VERSION,
            vocabulary: hello.vocabulary,
            champion,
            max_champion: hello.max_champion,
            strategy,
            max_strategy,
            static_ram: measured(statistics.static_ram),
            stack_high_water: measured(statistics.stack_high_water),
            decisions: statistics.n_decisions,
            last_decision_ms: milliseconds(statistics.last_decision),
            longest_decision_ms: milliseconds(statistics.longest_decision),
            frames: statistics.n_frames,
            dropped: statistics.n_dropped,
            refused: statistics.n_refused,
            repeated: statistics.n_repeated,
        }
    }

    /// A line a fact.
    pub fn text(&self) -> String {
        let Report { board, firmware, protocol, vocabulary, champion, strategy, .. } = self;
        let bytes = |bytes: Option<u32>| bytes.map_or("not measured".to_owned(), |bytes| format!("{bytes} bytes"));
        let lines = [
            ("board", board.clone()),
            ("firmware", format!("{firmware}, protocol {protocol}, vocabulary {vocabulary}")),
            ("Five-O", format!("{champion}; at most {} bytes", self.max_champion)),
            ("Mastermind", format!("{strategy}; at most {} bytes", self.max_strategy)),
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
        lines.map(|(name, fact)| format!("{name:14} {fact}\n")).concat()
    }
}

impl InForce {
    /// Reads the champion that is in force for a game.
    pub fn of<C: Cable>(client: &mut Client<C>, game: GameId) -> Result<InForce, LinkError> {
        let (id, _) = client.champion(game)?;
        // A champion that this program cannot read has no name here, and is in force all the same.
        let opened = envelope::open(&client.read_back(game, id)?).ok();
        Ok(InForce::new(id, opened.map(|opened| opened.name).filter(|name| !name.is_empty())))
    }

    /// A champion of this name.
    pub fn new(id: ChampionId, name: Option<String>) -> InForce {
        let upload = match id.origin {
            Origin::BuiltIn => None,
            Origin::Stored(upload) => Some(upload),
        };
        InForce { name, fingerprint: format!("{:08x}", id.fingerprint), bytes: id.length, upload }
    }
}

impl std::fmt::Display for InForce {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let InForce { name, fingerprint, bytes, upload } = self;
        write!(formatter, "{} ({fingerprint}, {bytes} bytes, ", name.as_deref().unwrap_or("without a name"))?;
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
