//! `checkers tournament`: every pair of players, every opening with both colours, under the report's time control.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use clap::error::ErrorKind;
use pipsqueak_core::game::Points;
use pipsqueak_core::games::checkers::pdn::{Header, Outcome, write_game};
use pipsqueak_core::games::checkers::players::{EngineKind, TimeControl};
use pipsqueak_core::games::checkers::{Board, DrawRule, Move, Position};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::{Fixture, PairedTally, Share, Tally, both_ways, pairs, score};
use pipsqueak_lab::games::checkers::engine::EngineSpec;
use pipsqueak_lab::games::checkers::match_up::{self, Control, FinishedGame};
use pipsqueak_lab::games::checkers::opening;
use pipsqueak_lab::games::checkers::trees::TreeEvaluation;
use pipsqueak_lab::workers::Workers;
use serde::Serialize;

use super::{micros, seconds};
use crate::games::games_parser;
use crate::run::{champion_file, read_champion};
use crate::system::threads::{self, Machine};
use crate::system::transcript::Transcript;
use crate::system::{clock, output, progress, signals};

/// The options of `tournament`.
#[derive(clap::Args)]
pub struct Options {
    /// Players: simple, better_h, improved, improved_better_h, expert, champion, a champion file or a tree; the report's
    /// four if none is named. A factor may follow, as in expert*2, for more time or positions
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// Seconds for each period of turns, as one number or several [above 0, up to 3600]
    #[arg(long, value_name = "S,…", value_delimiter = ',', default_values_t = [2.0, 10.0, 50.0], value_parser = seconds,
          allow_negative_numbers = true)]
    time: Vec<f64>,
    /// Positions for each period of turns, instead of seconds [1 to 4294967295]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..),
          conflicts_with = "time", allow_negative_numbers = true)]
    nodes: Vec<u32>,
    /// Let all players search as the expert does, so that only their evaluations and shares of the time differ
    #[arg(long)]
    same_search: bool,
    /// Turns in a period [1 to 255]
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..),
          allow_negative_numbers = true)]
    turns: u8,
    /// Seconds held back at each turn [0 to 3600]
    #[arg(long, value_name = "S", default_value_t = 0.05, value_parser = margin, allow_negative_numbers = true)]
    margin: f64,
    /// Games between each pair of players, an even number, half with each colour [2 to 4294967294]
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = games_parser(4_294_967_294))]
    games: u64,
    /// When a game is drawn
    #[arg(long, value_enum, default_value = "report")]
    draws: DrawName,
    /// The random seed of the openings [0 to 2^64 - 1]
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once; one for each core if not given [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// Save the games in this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A draw rule as it is named on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum DrawName {
    /// 50 turns without a jump
    Report,
    /// Threefold repetition, or 40 moves by each side without a capture or a man's move
    Tournament,
}

fn margin(text: &str) -> Result<f64, String> {
    if text.parse::<f64>() == Ok(0.0) { Ok(0.0) } else { seconds(text) }
}

/// An engine in the tournament, with this many times the others' time.
#[derive(Clone)]
struct Entrant {
    name: String,
    spec: EngineSpec,
    factor: u32,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    turns: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    rounds: Vec<Round>,
}

/// All pairs with one time control.
#[derive(Serialize)]
struct Round {
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u32>,
    players: Vec<Line>,
    pairs: Vec<Pair>,
    /// The worst overdraft of a period, in seconds; absent for positions.
    overdrawn: f64,
}

#[derive(Serialize)]
struct Line {
    name: String,
    /// On the report's scale: a win 1, a draw 0.5, two games with each opponent.
    points: Share,
    win: u64,
    draw: u64,
    loss: u64,
}

#[derive(Serialize)]
struct Pair {
    a: String,
    b: String,
    win: u64,
    draw: u64,
    loss: u64,
    share: Share,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let entrants = entrants(&options.players, options.same_search)?;
    if entrants.len() < 2 {
        return Err(clap::Error::raw(ErrorKind::TooFewValues, "a tournament needs at least two players\n").into());
    }
    let machine = Machine::new(options.threads)?;
    let mut record = options.pdn.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let openings = opening::balanced(Seed(options.seed), options.games as usize / 2, &signals::stop_is_wanted);
    let controls = controls(options);
    let bar = progress::games((pairs(entrants.len()).count() * controls.len()) as u64 * options.games);
    let mut rounds = Vec::new();
    for (label, control) in controls {
        if signals::stop_is_wanted() {
            break;
        }
        let (round, text) =
            play_round(&entrants, label, control, &openings, options, machine.workers(), &|| bar.inc(1))?;
        if let Some(record) = &mut record {
            record.add(text.as_bytes())?;
        }
        rounds.push(round);
    }
    bar.finish_and_clear();
    let kept = record.map_or(Ok(()), Transcript::keep);
    let interrupted = signals::stop_is_wanted();
    let report = Report { games: options.games, turns: options.turns, interrupted, rounds };
    if options.json {
        output::json(&report)?;
    } else {
        output::text(table(&report))?;
    }
    kept.and_then(|()| signals::ended())
}

fn entrants(names: &[String], same_search: bool) -> Result<Vec<Entrant>> {
    let spec = |kind| if same_search { EngineSpec::AsExpert(kind) } else { EngineSpec::Engine(kind) };
    if names.is_empty() {
        let entrant = |kind: EngineKind| Entrant { name: kind.name().to_owned(), spec: spec(kind), factor: 1 };
        return Ok(EngineKind::ALL.into_iter().take(4).map(entrant).collect());
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for name in names {
        let (who, factor) = name.rsplit_once('*').unwrap_or((name, "1"));
        let factor = factor.parse().ok().filter(|factor| (1..=1000).contains(factor));
        let factor = factor.with_context(|| format!("{name}: the factor must be a number from 1 to 1000"))?;
        let spec = match who.parse() {
            Ok(kind) => spec(kind),
            Err(unknown) => {
                let tree = match champion_file(who, || TreeEvaluation::named(who).is_ok_and(|tree| tree.is_some())) {
                    Some(path) => Some(TreeEvaluation::of_bytes(&read_champion(path)?)?),
                    None => TreeEvaluation::named(who)?,
                };
                EngineSpec::Tree(Arc::new(tree.ok_or(unknown).with_context(|| format!("there is no player {who}"))?))
            }
        };
        ensure!(!entrants.iter().any(|entrant| entrant.name == *name), "{name} is named twice");
        entrants.push(Entrant { name: name.clone(), spec, factor });
    }
    Ok(entrants)
}

/// A round's heading, in seconds or positions.
#[derive(Clone, Copy)]
enum Label {
    Time(f64),
    Nodes(u32),
}

fn controls(options: &Options) -> Vec<(Label, Control)> {
    let turns = options.turns;
    if options.nodes.is_empty() {
        let margin = micros(options.margin);
        let control = |&time: &f64| Control::Time(TimeControl { period: micros(time), turns, margin });
        return options.time.iter().map(|time| (Label::Time(*time), control(time))).collect();
    }
    let control = |&nodes: &u32| Control::Nodes(TimeControl { period: nodes, turns, margin: 0 });
    options.nodes.iter().map(|nodes| (Label::Nodes(*nodes), control(nodes))).collect()
}

fn times(control: Control, factor: u32) -> Control {
    let scaled = |control: TimeControl| TimeControl { period: control.period.saturating_mul(factor), ..control };
    match control {
        Control::Time(control) => Control::Time(scaled(control)),
        Control::Nodes(control) => Control::Nodes(scaled(control)),
    }
}

/// Plays all pairs with one time control; returns the standings and the games as PDN.
fn play_round(
    entrants: &[Entrant],
    label: Label,
    control: Control,
    openings: &[Vec<Move>],
    options: &Options,
    workers: Workers<'_>,
    done: &(impl Fn() + Sync),
) -> Result<(Round, String)> {
    // A seed is an opening's index here: the openings were drawn before.
    let openings_numbers = (0..openings.len() as u64).map(Seed);
    let fixtures: Vec<Fixture> = openings_numbers
        .flat_map(|opening| pairs(entrants.len()).flat_map(move |[b, a]| both_ways([a, b], opening)))
        .collect();
    let rule = match options.draws {
        DrawName::Report => DrawRule::Report,
        DrawName::Tournament => DrawRule::Tournament,
    };
    let start = Position::new(Board::START, rule);
    let play = |fixture: &Fixture| {
        let specs = fixture.seats.map(|seat| &entrants[seat].spec);
        let controls = fixture.seats.map(|seat| times(control, entrants[seat].factor));
        let played =
            match_up::play(specs, controls, &openings[fixture.seed.0 as usize], start, clock::interruptible, workers);
        done();
        played
    };
    // An opening counts if it was played with both colours.
    let both: Vec<Option<Vec<FinishedGame>>> = workers.try_map_with(
        fixtures.chunks(2),
        || (),
        |(), both| signals::finished(both.iter().map(play).collect()),
    )?;
    let counted = fixtures.chunks(2).zip(both).filter_map(|(fixtures, played)| Some((fixtures, played?)));
    let (fixtures, played): (Vec<&[Fixture]>, Vec<Vec<FinishedGame>>) = counted.unzip();
    let (fixtures, played): (Vec<Fixture>, Vec<FinishedGame>) =
        (fixtures.concat(), played.into_iter().flatten().collect());
    let round = standings(entrants, label, &fixtures, &played);
    Ok((round, if options.pdn.is_some() { pdn(entrants, label, &fixtures, &played) } else { String::new() }))
}

fn standings(entrants: &[Entrant], label: Label, fixtures: &[Fixture], played: &[FinishedGame]) -> Round {
    let points: Vec<Points> = played.iter().map(|game| game.points).collect();
    let name = |seat: usize| entrants[seat].name.clone();
    // The first player's score against the second. The two games of an opening are adjacent.
    let met = |[a, b]: [usize; 2]| -> PairedTally {
        let deals =
            fixtures.chunks(2).zip(points.chunks(2)).filter(|(deal, _)| [[a, b], [b, a]].contains(&deal[0].seats));
        deals.map(|(fixtures, points)| score(a, fixtures, points)).sum()
    };
    let line = |seat: usize| {
        let others = (0..entrants.len()).filter(|&other| other != seat);
        let sum: PairedTally = others.map(|other| met([seat, other])).sum();
        let Share { percent, low, high } = sum.points();
        let points = |percent: f64| percent / 100.0 * 2.0 * (entrants.len() as f64 - 1.0);
        let points = Share { percent: points(percent), low: points(low), high: points(high) };
        let Tally { win, tie: draw, loss } = sum.tally;
        Line { name: name(seat), points, win, draw, loss }
    };
    let pair = |[b, a]: [usize; 2]| {
        let score = met([a, b]);
        let Tally { win, tie: draw, loss } = score.tally;
        Pair { a: name(a), b: name(b), win, draw, loss, share: score.points() }
    };
    let (time, nodes) = match label {
        Label::Time(time) => (Some(time), None),
        Label::Nodes(nodes) => (None, Some(nodes)),
    };
    let worst = played.iter().flat_map(|game| game.overdrawn).max().unwrap_or(0);
    Round {
        time,
        nodes,
        players: (0..entrants.len()).map(line).collect(),
        pairs: pairs(entrants.len()).map(pair).collect(),
        overdrawn: if nodes.is_some() { 0.0 } else { f64::from(worst) / 1e6 },
    }
}

fn pdn(entrants: &[Entrant], label: Label, fixtures: &[Fixture], played: &[FinishedGame]) -> String {
    let event = match label {
        Label::Time(time) => format!("Pipsqueak tournament, {time} s"),
        Label::Nodes(nodes) => format!("Pipsqueak tournament, {nodes} positions"),
    };
    let mut text = String::new();
    for (fixture, game) in fixtures.iter().zip(played) {
        let [black, white] = fixture.seats.map(|seat| entrants[seat].name.as_str());
        let outcome = Outcome::of(Some(game.ending));
        let round = (fixture.seed.0 + 1).to_string();
        let header = Header { event: &event, date: "????.??.??", round: &round, black, white, outcome };
        // Writing into a string cannot fail.
        let _ = write_game(&mut text, &header, &Board::START, game.moves.iter().copied());
        text.push('\n');
    }
    text
}

fn table(report: &Report) -> String {
    let mut text = String::new();
    if report.interrupted {
        text += "Interrupted: these are the openings that were played with both colours.\n\n";
    }
    for round in &report.rounds {
        let control = match (round.time, round.nodes) {
            (Some(time), _) => format!("{time} s"),
            (_, nodes) => format!("{} positions", nodes.unwrap_or(0)),
        };
        let n_games = 2 * (round.players.len() - 1);
        text += &format!(
            "{control} for {} turns; {} games per pair, half with each colour. Points of {n_games} games, 95 % intervals.\n\n",
            report.turns, report.games
        );
        for Line { name, points, win, draw, loss } in &round.players {
            text += &format!(
                "{name:20} {:5.2}  {:5.2} to {:5.2}   {win} won, {draw} drawn, {loss} lost\n",
                points.percent, points.low, points.high
            );
        }
        text += "\nShare of the points of the first of two, in percent:\n";
        for Pair { a, b, win, draw, loss, share } in &round.pairs {
            let names = format!("{a} v {b}");
            text += &format!(
                "{names:40} {:5.1}  {:5.1} to {:5.1}   +{win} ={draw} -{loss}\n",
                share.percent, share.low, share.high
            );
        }
        if round.overdrawn > 0.0 {
            text += &format!("\nThe longest overdraft of a period was {:.3} s.\n", round.overdrawn);
        }
        text.push('\n');
    }
    text
}
