//! The `league` command: a round robin, as a table or as JSON.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use indicatif::ProgressBar;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::Points;
use rayon::prelude::*;
use serde::Serialize;

use super::{Fixture, Record, Referee, Score, Tally, both_ways, duel_until, pairs, score};
use crate::games::{DesktopGame, Entrant};
use crate::system::{output, progress, signals, threads};

/// Games of a pair: more than a year's on any machine of today.
const MOST_GAMES: u64 = 10_000_000_000;
/// Games that are played before they are written down: enough to share among threads.
const RECORDED_AT_ONCE: usize = 256;

/// What `league` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// Who takes part; the game's baselines if nobody is named
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// Games between each two players, half in each seat
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    games: u64,
    /// Where the deals come from
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads to use; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Record every game, one after another
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of a league: every later player against every earlier one.
#[derive(Serialize)]
struct Standings {
    /// Games of each pair, had nobody interrupted them.
    games: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    pairs: Vec<Pair>,
}

/// What came of the games of two players, as the first sees it.
#[derive(Serialize)]
struct Pair {
    a: String,
    b: String,
    #[serde(flatten)]
    tally: Tally,
}

/// Runs the command.
pub fn run<G: DesktopGame>(game: &G, options: &Options) -> Result<()> {
    ensure!(options.games.is_multiple_of(2), "--games must be even: every deal is played in both seats");
    threads::use_at_most(options.threads)?;
    let baselines = || G::BASELINES.iter().map(|&name| name.to_owned()).collect();
    let names: Vec<String> = if options.players.is_empty() { baselines() } else { options.players.clone() };
    let players: Vec<G::Player> = names.iter().map(|name| game.player(name)).collect::<Result<_>>()?;
    ensure!(players.len() >= 2, "a league needs two players");
    let mut record = options.transcript.as_deref().map(Record::create).transpose()?;
    signals::stop_at_the_first()?;
    let bar = progress::games(pairs(players.len()).count() as u64 * options.games);
    let mut standings = Standings { games: options.games, interrupted: false, pairs: Vec::new() };
    for [a, b] in pairs(players.len()) {
        let pair = [&players[a], &players[b]];
        // Every pair plays the same deals.
        let (n_deals, seed) = (options.games / 2, Seed(options.seed));
        let score = match &mut record {
            None => duel_until(game, pair, n_deals, seed, |n_games| bar.inc(n_games), signals::stop_is_wanted)?,
            Some(record) => recorded(game, pair, n_deals, seed, record, &bar)?,
        };
        let [a, b] = pair.map(|player| player.name().to_owned());
        standings.pairs.push(Pair { a, b, tally: score.tally });
    }
    bar.finish_and_clear();
    standings.interrupted = signals::stop_is_wanted();
    let kept = record.map_or(Ok(()), Record::keep);
    if options.json {
        output::json(&standings)?;
    } else {
        let names: Vec<&str> = players.iter().map(Entrant::name).collect();
        output::text(table(&names, &standings))?;
    }
    kept.and_then(|()| signals::ended())
}

/// The same games as [`duel`]'s, through the referee and written down.
fn recorded<G: DesktopGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    record: &mut Record,
    bar: &ProgressBar,
) -> Result<Score> {
    let mut sum = Vec::new();
    let mut deals = 0..n_deals;
    while !deals.is_empty() && !signals::stop_is_wanted() {
        let at_once = deals.by_ref().take(RECORDED_AT_ONCE / 2);
        let fixtures: Vec<Fixture> = at_once.flat_map(|deal| both_ways([0, 1], seed.derive(deal))).collect();
        let game_of = |fixture: &Fixture| -> Result<(Points, Vec<u8>)> {
            let played = Referee::play_one(game, &players, fixture)?;
            bar.inc(1);
            let names = fixture.seats.map(|player| players[player].name());
            Ok((played.points, game.record(fixture.seed, names, &played.moves)?))
        };
        // A deal counts if both its games were finished.
        let deals = fixtures.par_chunks(2).map(|both| signals::finished(both.iter().map(game_of).collect()));
        for (both, games) in fixtures.chunks(2).zip(deals.collect::<Result<Vec<Option<Vec<_>>>>>()?) {
            let (points, texts): (Vec<_>, Vec<_>) = games.into_iter().flatten().unzip();
            texts.iter().try_for_each(|text| record.add(text))?;
            sum.push(score(0, &both[..points.len()], &points));
        }
    }
    Ok(sum.into_iter().sum())
}

/// Win % of the row player with its 95 % interval; a name that is too long for a heading is numbered below.
fn table(names: &[&str], standings: &Standings) -> String {
    const WIDTH: usize = 18;
    let short = |index: usize| {
        let name = names[index];
        if name.chars().count() < WIDTH { name.to_owned() } else { format!("player {}", index + 1) }
    };
    let mut text = format!(
        "Win % of the row player, with 95 % intervals; {} games a pair{}, half in each seat.\n\n{:WIDTH$}",
        standings.games,
        if standings.interrupted { " were to be played, but this was interrupted" } else { "" },
        ""
    );
    let mut cells = standings.pairs.iter();
    for column in 0..names.len() - 1 {
        text += &format!(" {:>WIDTH$}", short(column));
    }
    for row in 1..names.len() {
        text += &format!("\n{:WIDTH$}", short(row));
        for pair in cells.by_ref().take(row) {
            let (low, high) = pair.tally.wilson();
            let cell = match pair.tally.games() {
                0 => "not played".to_owned(),
                _ => format!("{:.1} ({low:.1}-{high:.1})", pair.tally.win_percent()),
            };
            text += &format!(" {cell:>WIDTH$}");
        }
    }
    text.push('\n');
    let all: Tally = standings.pairs.iter().map(|pair| pair.tally).sum();
    text += &format!("\nTies: {:.2} % of all games.\n", 100.0 * all.tie as f64 / all.games().max(1) as f64);
    for (index, name) in names.iter().enumerate().filter(|(index, name)| short(*index) != **name) {
        text += &format!("player {}: {name}\n", index + 1);
    }
    text
}
