//! `checkers tournament`: every pair of players, every opening with both colours, under the report's time control.

mod entrants;
mod forms;
mod standings;

use std::path::PathBuf;

use anyhow::Result;
use clap::error::ErrorKind;
use pipsqueak_core::games::checkers::players::TimeControl;
use pipsqueak_core::games::checkers::{Board, Move, Position};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::{Fixture, both_ways, pairs};
use pipsqueak_lab::games::checkers::budget::Control;
use pipsqueak_lab::games::checkers::match_up::{self, FinishedGame};
use pipsqueak_lab::games::checkers::opening;
use pipsqueak_lab::workers::Workers;

use self::entrants::{Entrant, entrants};
use self::standings::{Report, Round, standings};
use super::options::DrawName;
use super::{micros, seconds};
use crate::games::games_parser;
use crate::system::threads::{self, Machine};
use crate::system::transcript::Transcript;
use crate::system::{clock, output, progress, signals};

/// The options of `tournament`.
#[derive(clap::Args)]
pub struct Options {
    /// Players: minimax, simple, better_h, improved, improved_better_h, expert, champion, a champion file or a tree; the report's
    /// four if none is named. Those four take other figures: improved:share=0.4,moves=10 saves more and more often,
    /// better_h:man=2,king=3 has other weights (centre and home too). A factor may follow, as in expert*2, for more time
    /// or positions
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
    /// Begin at the start position instead of after six random moves; by positions, two games between each pair are then
    /// all there are
    #[arg(long)]
    start: bool,
    /// Save the games in this file, each move with the depth of its search
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Plot the points over the time or positions of a period, with their intervals, in this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn margin(text: &str) -> Result<f64, String> {
    if text.parse::<f64>() == Ok(0.0) { Ok(0.0) } else { seconds(text) }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let entrants = entrants(&options.players, options.same_search)?;
    if entrants.len() < 2 {
        return Err(clap::Error::raw(ErrorKind::TooFewValues, "a tournament needs at least two players\n").into());
    }
    if options.start && !options.nodes.is_empty() && options.games > 2 {
        let message = "from the start position every game by positions is the same: take --games 2, or --time\n";
        return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message).into());
    }
    let machine = Machine::new(options.threads)?;
    let mut record = options.pdn.as_deref().map(Transcript::create).transpose()?;
    let mut plot = options.plot.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let n_openings = options.games as usize / 2;
    let openings = if options.start {
        vec![Vec::new(); n_openings]
    } else {
        opening::balanced(Seed(options.seed), n_openings, &signals::stop_is_wanted)
    };
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
    let interrupted = signals::stop_is_wanted();
    let report = Report { games: options.games, turns: options.turns, interrupted, rounds };
    if let Some(plot) = &mut plot {
        plot.add(forms::plot(&report).as_bytes())?;
    }
    let kept = [record, plot].into_iter().flatten().try_for_each(Transcript::keep);
    if options.json {
        output::json(&report)?;
    } else {
        output::text(forms::table(&report))?;
    }
    kept.and_then(|()| signals::ended())
}

/// A round's time control as headings name it: the seconds or positions of a period of turns.
#[derive(Clone, Copy)]
enum Label {
    Time(f64),
    Nodes(u32),
}

fn controls(options: &Options) -> Vec<(Label, Control)> {
    let turns = options.turns;
    if options.nodes.is_empty() {
        let margin = micros(options.margin);
        let control = |&time: &f64| Control::Time(TimeControl { period: micros(time).into(), turns, margin });
        return options.time.iter().map(|time| (Label::Time(*time), control(time))).collect();
    }
    let control = |&nodes: &u32| Control::Nodes(TimeControl { period: nodes.into(), turns, margin: 0 });
    options.nodes.iter().map(|nodes| (Label::Nodes(*nodes), control(nodes))).collect()
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
    let start = Position::new(Board::START, options.draws.into());
    let play = |fixture: &Fixture| {
        let specs = fixture.seats.map(|seat| &entrants[seat].spec);
        let controls = fixture.seats.map(|seat| control.times(entrants[seat].factor));
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
    Ok((round, if options.pdn.is_some() { forms::pdn(entrants, label, &fixtures, &played) } else { String::new() }))
}
