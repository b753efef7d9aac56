//! `device --selftest`: tests everything that a board does, and prints one report for a bug report. Knows the parts of
//! the test and the report; each part is in a file beside this.

mod lights;
mod link;
mod storage;
mod timing;

use std::fmt;

use anyhow::{Result, bail};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::link::{self as wire, Hello};
use pipsqueak_core::random::Seed;
use serde::Serialize;

use super::registry::Registry;
use crate::board::{self, AnyClient, BoardOptions, Client, Comparison, LinkError, Report, SessionError, version};
use crate::port::{self, Port, Sim};
use crate::system::signals;
use crate::system::{output, progress};

/// The games are always the same, so that reports can be compared.
const SEED: Seed = Seed(2026);

/// The board under test and its options.
struct Bench {
    registry: Registry,
    port: Port,
    client: AnyClient,
    hello: Hello,
    n_decisions: u32,
    /// Whether a person can be asked what they see.
    may_ask: bool,
}

/// The whole report.
#[derive(Serialize)]
struct SelfTest {
    program: &'static str,
    system: String,
    port: String,
    firmware: String,
    protocol: u8,
    board: String,
    passed: bool,
    /// The test was interrupted; the missing checks were not made.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    checks: Vec<Check>,
}

/// The result of a part of the test.
#[derive(Serialize)]
struct Check {
    name: String,
    outcome: Outcome,
    told: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Passed,
    Failed,
    /// Only a person could tell, and none could be asked.
    Unseen,
}

/// Runs the test. A board that fails a part of it is an error.
pub fn run(registry: Registry, options: &BoardOptions, n_decisions: u32, json: bool) -> Result<()> {
    let port = port::find(options.port.as_deref())?;
    let (client, hello) = board::connect(&port, options.firmware.as_deref(), &registry.board_games(), None)?;
    signals::stop_at_the_first()?;
    let mut bench = Bench { registry, port, client, hello, n_decisions, may_ask: !json };
    let checks = bench.checks();
    // A board that is gone cannot be closed; the report is printed all the same.
    let closed = bench.client.close();
    let report = SelfTest::new(&bench.hello, &bench.port, checks);
    if json {
        output::json(&report)?
    } else {
        output::text(&report)?
    }
    signals::ended()?;
    let failed: Vec<&str> = report.failed().map(|check| check.name.as_str()).collect();
    match &failed[..] {
        [] => closed,
        failed => bail!("the board failed: {}", failed.join(", ")),
    }
}

impl Bench {
    /// All parts, independently: a failure of one does not skip the others.
    fn checks(&mut self) -> Vec<Check> {
        let bar = progress::bar(0, "{spinner} {msg}");
        let mut checks = Vec::new();
        let mut check = |name: &str, found: &mut dyn FnMut() -> Result<(Outcome, String)>| {
            if signals::stop_is_wanted() {
                return;
            }
            bar.set_message(name.to_owned());
            let (outcome, told) = match found() {
                // The check was interrupted, which says nothing about the board.
                Err(error) if error.is::<signals::Interrupted>() => return,
                found => found.unwrap_or_else(|error| (Outcome::Failed, format!("{error:#}"))),
            };
            checks.push(Check { name: name.to_owned(), outcome, told });
        };
        let passed = |told: Result<String>| told.map(|told| (Outcome::Passed, told));
        check("link", &mut || passed(link::at_full_speed(self)));
        check("noise", &mut || passed(link::with_noise(self)));
        for game in self.hello.games.clone() {
            check(&self.registry.board_games().name_of(game), &mut || passed(self.compare(game)));
        }
        check("timing", &mut || passed(timing::run(self)));
        check("flash", &mut || passed(storage::run(self)));
        check("lights", &mut || lights::run(self));
        check("memory", &mut || passed(self.memory()));
        bar.finish_and_clear();
        checks
    }

    /// The seconds that the slowest board may take for a decision of this game.
    fn seconds(&self, game: GameId) -> u16 {
        pipsqueak_app::games::find(self.registry.board, game).map_or(0, |row| row.seconds)
    }

    /// Compares the board with the simulated board.
    fn compare(&mut self, game: GameId) -> Result<String> {
        let mut reference = self.reference()?;
        let listed = self.registry.numbered(game)?;
        let before = self.client.times();
        let asked = Comparison { seed: SEED, n_decisions: self.n_decisions };
        listed.compare([&mut self.client, &mut reference], &asked)?;
        let now = self.client.times();
        let millis = board::milliseconds(now.ticks - before.ticks, self.hello.ticks_per_second);
        let (n, mean) = (self.n_decisions, millis / f64::from(self.n_decisions));
        Ok(format!("{n} decisions, all of them the desktop's; {mean:.3} ms each on average"))
    }

    /// A simulated board with the champions that are on the board.
    fn reference(&mut self) -> Result<Client<Sim>> {
        let mut reference = Client::new(Sim::start(None, self.registry.board)?);
        for game in self.hello.games.clone() {
            match self.client.champion(game) {
                Err(LinkError::Session(SessionError::Refused(wire::Refusal::NoChampion))) => {}
                // A player built into the firmware has no bytes; the reference has the same.
                champion if champion.as_ref().is_ok_and(|active| active.id.length == 0) => {}
                champion => {
                    champion?;
                    let bytes = self.client.read_champion(game)?;
                    reference.upload(game, &bytes, |_| {})?;
                }
            }
        }
        Ok(reference)
    }

    fn memory(&mut self) -> Result<String> {
        let report = Report::of(&mut self.client, &self.hello, &self.registry.board_games())?;
        let told = |bytes: Option<u32>| bytes.map_or("not measured".to_owned(), |bytes| format!("{bytes} bytes"));
        let Report { frames, dropped, refused, repeated, longest_decision_ms, .. } = report;
        Ok(format!(
            "stack at most {}, static {}; {frames} frames seen, {dropped} dropped, {refused} refused, {repeated} repeated; \
             longest decision {longest_decision_ms:.1} ms",
            told(report.stack_high_water),
            told(report.static_ram)
        ))
    }
}

impl SelfTest {
    fn new(hello: &Hello, port: &Port, checks: Vec<Check>) -> SelfTest {
        let interrupted = signals::stop_is_wanted();
        SelfTest {
            program: version::PROGRAM,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            // The kind of port, without the names of private files.
            port: port.to_string().split(':').next().unwrap_or_default().to_owned(),
            firmware: pipsqueak_lab::text::name(&hello.firmware, 12),
            protocol: wire::VERSION,
            board: pipsqueak_lab::text::name(&hello.board, 12),
            interrupted,
            passed: !interrupted && checks.iter().all(|check| check.outcome != Outcome::Failed),
            checks,
        }
    }

    fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.outcome == Outcome::Failed)
    }
}

impl fmt::Display for SelfTest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SelfTest { program, system, port, firmware, protocol, board, .. } = self;
        writeln!(formatter, "Pipsqueak's self-test of a board")?;
        writeln!(formatter, "program   {program}, {system}")?;
        writeln!(formatter, "board     {board}, firmware {firmware}, protocol {protocol}, at {port}")?;
        for Check { name, outcome, told } in &self.checks {
            let outcome = match outcome {
                Outcome::Passed => "ok",
                Outcome::Failed => "FAILED",
                Outcome::Unseen => "unseen",
            };
            writeln!(formatter, "{outcome:9} {name}: {told}")?;
        }
        let n_failed = self.failed().count();
        match n_failed {
            0 if self.interrupted => writeln!(formatter, "interrupted: not everything was tried"),
            0 => writeln!(formatter, "passed"),
            _ => writeln!(formatter, "failed    {n_failed} of {}", self.checks.len()),
        }
    }
}
