//! The `league` command: a round robin, as a table or as JSON.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use indicatif::ProgressBar;
use pipsqueak_core::game::Points;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::{
    Fixture, NamedPlayer, PairedTally, Referee, Share, Standing, Tally, both_ways, head_to_head_until_stopped, pairs,
    ranking, score,
};
use pipsqueak_lab::workers::Workers;
use serde::Serialize;

use super::competitor::{Competitor, ConnectedBoard, board_of, play_deals};
use super::registry::Registry;
use crate::games::{DesktopGame, games_parser};
use crate::port;
use crate::run::player as named_player;
use crate::system::threads::{self, Machine};
use crate::system::transcript::Transcript;
use crate::system::{output, progress, signals};

/// Games per pair: more take over a year on any machine of today.
const MOST_GAMES: u64 = 10_000_000_000;
/// Games that are played before they are recorded: enough to share among threads.
const RECORDED_AT_ONCE: usize = 256;

/// The options of `league`.
#[derive(clap::Args)]
pub struct Options {
    /// The players (board:PORT for a board); all of the game's baselines if none is given
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// Games per pair of players, an even number, half in each seat [2 to 10000000000]
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = games_parser(MOST_GAMES))]
    games: u64,
    /// The random seed of the deals [0 to 2^64 - 1]
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads to use; all cores if not given [1 to 512]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<usize>,
    /// The firmware of emulated micro:bits; found or built if not given
    #[arg(long, value_name = "ELF")]
    firmware: Option<PathBuf>,
    /// Record every game in this file; an existing file is overwritten
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result of a league: every later player against every earlier one.
#[derive(Serialize)]
struct Standings {
    /// Games per pair, unless interrupted.
    games: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    /// The players, the best rating first.
    ranking: Vec<Ranked>,
    pairs: Vec<Pair>,
    /// Boards that gave no move or an illegal one. They play no more; their earlier games count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<Out>,
}

/// A player's place.
#[derive(Serialize)]
struct Ranked {
    player: String,
    #[serde(flatten)]
    standing: Standing,
}

/// A board that forfeited.
#[derive(Serialize)]
struct Out {
    player: String,
    reason: String,
}

/// The games of two players, from the first one's point of view.
#[derive(Serialize)]
struct Pair {
    a: String,
    b: String,
    #[serde(flatten)]
    tally: Tally,
    /// The share of games won, in percent, with its 95 % interval; nothing if they have not played.
    wins: Option<Share>,
    /// The share of the points, ties counted as half.
    points: Option<Share>,
}

impl Pair {
    fn of([a, b]: [String; 2], score: PairedTally) -> Pair {
        let has_played = score.tally.games() > 0;
        let [wins, points] = [score.wins(), score.points()].map(|share| has_played.then_some(share));
        Pair { a, b, tally: score.tally, wins, points }
    }
}

/// Runs the command.
pub fn run<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<()> {
    let machine = Machine::new(options.threads)?;
    let workers = machine.workers();
    let mut players = players(game, registry, options)?;
    if players.len() < 2 {
        return Err(clap::Error::raw(ErrorKind::TooFewValues, "a league needs at least two players\n").into());
    }
    let mut record = options.transcript.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let bar = progress::games(pairs(players.len()).count() as u64 * options.games);
    let (games, ranks) = (options.games, Vec::new());
    let mut standings =
        Standings { games, interrupted: false, ranking: ranks, pairs: Vec::new(), forfeits: Vec::new() };
    let mut scores = Vec::new();
    let mut is_out = vec![false; players.len()];
    for [a, b] in pairs(players.len()) {
        let (earlier, later) = players.split_at_mut(a);
        let [first, second] = [&mut later[0], &mut earlier[b]];
        let names = [&first.name, &second.name].map(Clone::clone);
        // Every pair plays the same deals.
        let (n_deals, seed) = (options.games / 2, Seed(options.seed));
        let score = match (&mut first.competitor, &mut second.competitor, &mut record) {
            _ if is_out[a] || is_out[b] => PairedTally::default(),
            (Competitor::Program(first), Competitor::Program(second), None) => {
                let advance = |n_games| bar.inc(n_games);
                head_to_head_until_stopped(game, [first, second], n_deals, seed, workers, advance)?
            }
            (Competitor::Program(first), Competitor::Program(second), Some(record)) => {
                recorded(game, [first, second], n_deals, seed, workers, record, &bar)?
            }
            (first, second, record) => {
                let pair = Pairing { competitors: [first, second], names: &names, n_games: options.games, seed };
                let (score, out) = pair.over_the_line(game, record, &bar)?;
                if let Some((competitor, out)) = out {
                    is_out[[a, b][competitor]] = true;
                    standings.forfeits.push(out);
                }
                score
            }
        };
        scores.push(([a, b], score));
        standings.pairs.push(Pair::of(names, score));
    }
    bar.finish_and_clear();
    standings.interrupted = signals::stop_is_wanted();
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let ranked = |standing: Standing| Ranked { player: names[standing.player].clone(), standing };
    standings.ranking = ranking(names.len(), &scores).into_iter().map(ranked).collect();
    let closed: Vec<Result<()>> = players.into_iter().map(|player| player.competitor.close()).collect();
    let kept = record.map_or(Ok(()), Transcript::keep);
    if options.json {
        output::json(&standings)?;
    } else {
        output::text(table(&names, &standings))?;
    }
    kept?;
    match standings.forfeits.first() {
        Some(Out { player, reason }) => bail!("{player} forfeits: {reason}"),
        None => closed.into_iter().collect::<Result<()>>().and_then(|()| signals::ended()),
    }
}

/// A competitor and its name in the table.
struct Named<G: DesktopGame> {
    name: String,
    competitor: Competitor<G>,
}

/// The named players. Boards are connected last, after the others have been checked.
fn players<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<Vec<Named<G>>> {
    let baselines = || G::BASELINES.iter().map(|&name| name.to_owned()).collect();
    let names: Vec<String> = if options.players.is_empty() { baselines() } else { options.players.clone() };
    let program = |name: &String| match board_of(game, name) {
        Some(port) => Ok(Err((name.clone(), port?))),
        None => named_player(game, name).map(Ok),
    };
    let named = names.iter().map(program).collect::<Result<Vec<_>>>()?;
    let ports: Vec<_> = named.iter().filter_map(|named| Some(named.as_ref().err()?.1.clone())).collect();
    port::check_distinct(&ports)?;
    let connect = |named: Result<G::Player, _>| {
        Ok(match named {
            Ok(player) => Named { name: player.name().to_owned(), competitor: Competitor::Program(player) },
            Err((name, port)) => {
                let board = ConnectedBoard::connect(game, port, options.firmware.as_deref(), registry)?;
                Named { name, competitor: Competitor::Board(board) }
            }
        })
    };
    named.into_iter().map(connect).collect()
}

/// Two competitors, at least one of them a board: they play game by game, through the referee.
struct Pairing<'p, G: DesktopGame> {
    competitors: [&'p mut Competitor<G>; 2],
    names: &'p [String; 2],
    n_games: u64,
    seed: Seed,
}

impl<G: DesktopGame> Pairing<'_, G> {
    /// The first competitor's score, and the board that forfeited.
    fn over_the_line(
        self,
        game: &G,
        record: &mut Option<Transcript>,
        bar: &ProgressBar,
    ) -> Result<(PairedTally, Option<(usize, Out)>)> {
        let Pairing { competitors, names, n_games, seed } = self;
        let (mut fixtures, mut points) = (Vec::new(), Vec::new());
        let forfeit = play_deals(game, competitors, n_games, seed, |fixture, played| {
            fixtures.push(*fixture);
            points.push(played.points);
            bar.inc(1);
            let Some(record) = record else { return Ok(()) };
            record.add(&game.record(
                fixture.seed,
                fixture.seats.map(|competitor| names[competitor].as_str()),
                &played.moves,
            )?)
        })?;
        let out = forfeit.map(|forfeit| {
            let reason = format!("against {}, {}", names[1 - forfeit.competitor], forfeit.reason);
            (forfeit.competitor, Out { player: names[forfeit.competitor].clone(), reason })
        });
        // A deal counts if both its games were finished.
        Ok((score(0, &fixtures, &points), out))
    }
}

/// The games of [`head_to_head`], played through the referee and recorded.
fn recorded<G: DesktopGame>(
    game: &G,
    players: [&G::Player; 2],
    n_deals: u64,
    seed: Seed,
    workers: Workers<'_>,
    record: &mut Transcript,
    bar: &ProgressBar,
) -> Result<PairedTally> {
    let mut sum = Vec::new();
    let mut deals = 0..n_deals;
    while !deals.is_empty() && !signals::stop_is_wanted() {
        let at_once = deals.by_ref().take(RECORDED_AT_ONCE / 2);
        let fixtures: Vec<Fixture> = at_once.flat_map(|deal| both_ways([0, 1], seed.derive(deal))).collect();
        let game_of = |fixture: &Fixture| -> Result<(Points, Vec<u8>)> {
            let played = Referee::play_one(game, &players, fixture, workers)?;
            bar.inc(1);
            let names = fixture.seats.map(|player| players[player].name());
            Ok((played.points, game.record(fixture.seed, names, &played.moves)?))
        };
        // A deal counts if both its games were finished.
        let deals: Vec<Option<Vec<_>>> = workers.try_map_with(
            fixtures.chunks(2),
            || (),
            |(), both| signals::finished(both.iter().map(game_of).collect()),
        )?;
        for (both, games) in fixtures.chunks(2).zip(deals) {
            let (points, texts): (Vec<_>, Vec<_>) = games.into_iter().flatten().unzip();
            texts.iter().try_for_each(|text| record.add(text))?;
            sum.push(score(0, &both[..points.len()], &points));
        }
    }
    Ok(sum.into_iter().sum())
}

/// The width of a name in the tables, and that of a column of the ranking.
const WIDTH: usize = 18;
/// From this share of ties on, in percent, wins alone say too little, and the points get a table of their own.
const MANY_TIES: f64 = 1.0;
/// What the tables say of players without games.
const NOT_PLAYED: &str = "not played";

/// The ranking, and below it the win % of the row player with its 95 % interval. Where many games are ties, a second
/// table has the points.
fn table(names: &[String], standings: &Standings) -> String {
    let short = short_names(names);
    let mut text = format!("{:4} {:WIDTH$} {:>14} {:>18} {:>9} {:>9}\n", "", "", "Elo", "points %", "won %", "games");
    for (place, Ranked { standing, .. }) in (1..).zip(&standings.ranking) {
        text += &format!("{place:>3}. {:WIDTH$} {}\n", short[standing.player], rating(standing));
    }
    text += &format!(
        "Elo has the mean 0; ties are half a point;\na deal's two games count as one in the 95 % intervals.\n\nWin % of the row player, with 95 % intervals;\n{} games per pair, half in each seat{}.\n\n{:WIDTH$}",
        standings.games,
        if standings.interrupted { "; interrupted before the last one" } else { "" },
        ""
    );
    text += &cross_table(standings, &short, |pair| pair.wins);
    let all: Tally = standings.pairs.iter().map(|pair| pair.tally).sum();
    let tied = 100.0 * all.tie as f64 / all.games().max(1) as f64;
    text += &format!("\nTies: {tied:.2} % of all games.\n");
    if tied >= MANY_TIES {
        text += &format!("\nPoints % of the row player, ties counted as half, with 95 % intervals.\n\n{:WIDTH$}", "");
        text += &cross_table(standings, &short, |pair| pair.points);
    }
    for (short, name) in short.iter().zip(names).filter(|(short, name)| short != name) {
        text += &format!("{short} is {name}\n");
    }
    for Out { player, reason } in &standings.forfeits {
        text += &format!("{player} forfeited {reason}; it played no more games.\n");
    }
    text
}

/// The players' names, cut from the left where they are too long: the end of a path says more than its beginning. Names
/// that would be alike begin with the player's number.
fn short_names(names: &[String]) -> Vec<String> {
    let end = |name: &str, width: usize| {
        let n_left_out = (name.chars().count() + 1).saturating_sub(width);
        format!("…{}", name.chars().skip(n_left_out).collect::<String>())
    };
    let is_long = |name: &String| name.chars().count() >= WIDTH;
    let cut = |name: &String| if is_long(name) { end(name, WIDTH - 1) } else { name.clone() };
    let all: Vec<String> = names.iter().map(cut).collect();
    let is_alone = |short: &String| all.iter().filter(|other| *other == short).count() == 1;
    let told_apart = |((number, name), short): ((usize, &String), &String)| match is_long(name) && !is_alone(short) {
        true => format!("{number}{}", end(name, WIDTH - 1 - number.to_string().len())),
        false => short.clone(),
    };
    (1..).zip(names).zip(&all).map(told_apart).collect()
}

/// A player's figures in the ranking.
fn rating(Standing { tally, points, elo, elo_error, .. }: &Standing) -> String {
    let (Some(points), Some(elo), Some(error)) = (points, elo, elo_error) else { return format!("{NOT_PLAYED:>14}") };
    // A rounded -0 becomes 0.
    let rating = format!("{:+.0} ± {error:.0}", elo.round() + 0.0);
    let points = format!("{:.1} ({:.1}-{:.1})", points.percent, points.low, points.high);
    format!("{rating:>14} {points:>18} {:>9.1} {:>9}", tally.win_percent(), tally.games())
}

/// A share of each pair, that of the row player.
fn cross_table(standings: &Standings, short: &[String], share: fn(&Pair) -> Option<Share>) -> String {
    let mut cells = standings.pairs.iter();
    let n_players = standings.ranking.len();
    let headings = short[..n_players.saturating_sub(1)].iter().map(|name| format!(" {name:>WIDTH$}"));
    let mut text: String = headings.collect();
    for (row, name) in short.iter().enumerate().skip(1) {
        text += &format!("\n{name:WIDTH$}");
        for pair in cells.by_ref().take(row) {
            let told = |Share { percent, low, high }| format!("{percent:.1} ({low:.1}-{high:.1})");
            let cell = share(pair).map_or_else(|| NOT_PLAYED.to_owned(), told);
            text += &format!(" {cell:>WIDTH$}");
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_from_the_left_and_tell_players_apart() {
        let short = |names: &[&str]| short_names(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(short(&["greedy", "runs/001/champion.pips"]), ["greedy", "…01/champion.pips"]);
        let alike = ["one/study/runs/small/champion.pips", "two/study/runs/small/champion.pips", "random"];
        assert_eq!(short(&alike), ["1…l/champion.pips", "2…l/champion.pips", "random"]);
        assert!(short(&alike).iter().all(|name| name.chars().count() < WIDTH));
    }

    #[test]
    fn players_without_games_are_not_rated_and_a_rating_of_zero_has_one_sign() {
        let win = Tally { win: 1, ..Tally::default() };
        let even = PairedTally::of([win, win.reversed()]);
        let scores = [([1, 0], even), ([2, 0], PairedTally::default()), ([2, 1], PairedTally::default())];
        let names = ["a", "b", "c"].map(str::to_owned);
        let ranked = |standing: Standing| Ranked { player: names[standing.player].clone(), standing };
        let mut standings = Standings {
            games: 2,
            interrupted: true,
            ranking: ranking(3, &scores).into_iter().map(ranked).collect(),
            pairs: scores.map(|([a, b], score)| Pair::of([names[a].clone(), names[b].clone()], score)).into(),
            forfeits: Vec::new(),
        };
        standings.ranking[0].standing.elo = Some(-0.2);
        let table = table(&names, &standings);
        let third = table.lines().find(|line| line.starts_with("  3. c")).unwrap();
        assert!(third.ends_with(NOT_PLAYED), "{table}");
        assert_eq!(table.matches(NOT_PLAYED).count(), 3, "{table}");
        assert!(table.contains("+0 ± ") && !table.contains("-0 ± "), "{table}");
        let json = serde_json::to_value(&standings).unwrap();
        assert!(json["ranking"][2]["elo"].is_null() && json["ranking"][2]["points"].is_null(), "{json}");
        assert!(json["pairs"][1]["wins"].is_null() && json["pairs"][0]["wins"].is_object(), "{json}");
    }
}
