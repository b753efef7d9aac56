//! The `league` command: a round robin, as a table or as JSON.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Game, referee};
use pipsqueak_core::games::fiveo::Table;
use pipsqueak_core::games::fiveo::players::Strategy;
use serde::Serialize;

use super::{Tally, both_ways, duel, mastermind};
use crate::game_name::GameName;
use crate::games::fiveo::contender::Contender;
use crate::games::fiveo::transcript;
use crate::games::mastermind::SizeOptions;
use crate::system::progress;
use crate::system::threads;

/// What `league` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// Five-O: baselines, `monte-carlo`, `champion`, champion files, or trees written as text; all six baselines if none
    /// is named. `monte-carlo:200` thinks for 200 rollouts a decision, `monte-carlo:50ms` for 50 milliseconds.
    /// Mastermind: minimax, entropy, parts, expected, or champion files; the first four if none is named
    #[arg(value_name = "PLAYER")]
    pub(super) players: Vec<String>,
    /// The game; checkers has tournaments instead (pipsqueak checkers tournament)
    #[arg(long, default_value = "fiveo")]
    game: GameName,
    #[command(flatten)]
    pub(super) size: SizeOptions,
    /// Games between each two players, half in each seat
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(super) games: u64,
    /// Where the deals come from
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub(super) seed: u64,
    /// Threads to use; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Record every game, one after another
    #[arg(long, value_name = "FILE")]
    pub(super) transcript: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of a league: every later player against every earlier one.
#[derive(Serialize)]
pub(super) struct Standings {
    pub games: u64,
    pub pairs: Vec<Pair>,
}

/// What came of the games of two players, as the first sees it.
#[derive(Serialize)]
pub(super) struct Pair {
    pub a: String,
    pub b: String,
    #[serde(flatten)]
    pub tally: Tally,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    ensure!(options.games > 0, "a league needs games: --games is 0");
    ensure!(options.games.is_multiple_of(2), "--games must be even: every deal is played in both seats");
    threads::use_at_most(options.threads)?;
    let (names, standings) = match options.game {
        GameName::Fiveo => fiveo(&options)?,
        GameName::Mastermind => mastermind::standings(&options)?,
        GameName::Checkers => bail!("checkers has tournaments: pipsqueak checkers tournament"),
    };
    if options.json {
        println!("{}", serde_json::to_string(&standings)?);
    } else {
        print!("{}", table(&names, &standings));
    }
    Ok(())
}

fn fiveo(options: &Options) -> Result<(Vec<String>, Standings)> {
    let players = contenders(&options.players)?;
    ensure!(players.len() >= 2, "a league needs two players");
    let standings = match &options.transcript {
        None => play(&players, options),
        Some(path) => {
            let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
            let standings = record(&players, options, &mut BufWriter::new(file));
            standings.with_context(|| format!("{} cannot be written", path.display()))?
        }
    };
    Ok((players.into_iter().map(|player| player.name).collect(), standings))
}

fn contenders(names: &[String]) -> Result<Vec<Contender>> {
    if names.is_empty() {
        return Ok(Strategy::ALL.map(Contender::from).into());
    }
    names.iter().map(|name| Contender::named(name)).collect()
}

/// Each later player against each earlier one: the reports' tables are read that way.
pub(super) fn pairs(n_players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n_players).flat_map(|a| (0..a).map(move |b| (a, b)))
}

/// Every pair plays the same deals.
fn play(players: &[Contender], options: &Options) -> Standings {
    let n_pairs = pairs(players.len()).count() as u64;
    let bar = progress::games(n_pairs * options.games);
    let pairs = pairs(players.len()).map(|(a, b)| {
        let (first, second) = (&players[a].kind, &players[b].kind);
        let tally = duel(first, second, options.games / 2, Seed(options.seed), |n_games| bar.inc(n_games));
        Pair { a: players[a].name.clone(), b: players[b].name.clone(), tally }
    });
    let standings = Standings { games: options.games, pairs: pairs.collect() };
    bar.finish_and_clear();
    standings
}

/// The same games, one at a time through the referee, written down.
fn record(players: &[Contender], options: &Options, out: &mut impl Write) -> Result<Standings> {
    let n_pairs = pairs(players.len()).count() as u64;
    let bar = progress::games(n_pairs * options.games);
    let mut standings = Standings { games: options.games, pairs: Vec::new() };
    for (a, b) in pairs(players.len()) {
        let mut tally = Vec::new();
        for deal in 0..options.games / 2 {
            for fixture in both_ways([a, b], Seed(options.seed).derive(deal)) {
                let mut seated = pipsqueak_core::game::Seat::BOTH
                    .map(|seat| players[fixture.seats[seat.index()]].player(fixture.seed, seat));
                let [first, second] = &mut seated;
                let mut moves = Vec::new();
                let game = referee(Table::deal(fixture.seed), [&mut **first, &mut **second], |_, _, column| {
                    moves.push(column);
                });
                let (_, points) = game.map_err(|foul| anyhow::anyhow!("a player broke the rules: {foul:?}"))?;
                let names = fixture.seats.map(|player| players[player].name.as_str());
                transcript::write_game(out, fixture.seed, names, &moves)?;
                tally.push(Tally::of(points, super::seat_of(a, &fixture)));
                bar.inc(1);
            }
        }
        let tally = tally.into_iter().sum();
        standings.pairs.push(Pair { a: players[a].name.clone(), b: players[b].name.clone(), tally });
    }
    out.flush()?;
    bar.finish_and_clear();
    Ok(standings)
}

/// Win % of the row player with its 95 % interval; a name that is too long for a heading is numbered below.
fn table(names: &[String], standings: &Standings) -> String {
    const WIDTH: usize = 18;
    let short = |index: usize| {
        let name = &names[index];
        if name.chars().count() < WIDTH { name.clone() } else { format!("player {}", index + 1) }
    };
    let mut text = format!(
        "Win % of the row player, with 95 % intervals; {} games a pair, half in each seat.\n\n{:WIDTH$}",
        standings.games, ""
    );
    let mut cells = standings.pairs.iter();
    for column in 0..names.len() - 1 {
        text += &format!(" {:>WIDTH$}", short(column));
    }
    for row in 1..names.len() {
        text += &format!("\n{:WIDTH$}", short(row));
        for pair in cells.by_ref().take(row) {
            let (low, high) = pair.tally.wilson();
            let cell = format!("{:.1} ({low:.1}-{high:.1})", pair.tally.win_percent());
            text += &format!(" {cell:>WIDTH$}");
        }
    }
    text.push('\n');
    let ties: u64 = standings.pairs.iter().map(|pair| pair.tally.tie).sum();
    let games: u64 = standings.pairs.iter().map(|pair| pair.tally.games()).sum();
    text += &format!("\nTies: {:.2} % of all games.\n", 100.0 * ties as f64 / games.max(1) as f64);
    for (index, name) in names.iter().enumerate().filter(|(index, name)| short(*index) != **name) {
        text += &format!("player {}: {name}\n", index + 1);
    }
    text
}
