//! The `match` command: a player meets a board over the line, every deal in both seats. Knows who plays and what came of
//! it; how the board is reached is the client's matter.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Foul, Player, Seat};
use pipsqueak_core::link::{Hello, Linked};
use serde::Serialize;

use super::{Fixture, Interruptible, Played, Record, Tally, both_ways, play, seat_of};
use crate::board::{ActiveChampion, BoardOptions, BoardPlayer, Connected, LinkCounts, SearchStats, milliseconds};
use crate::games::{DesktopGame, Entrant, Move, Registry};
use crate::system::{output, progress, signals};
use crate::terminal::text;

/// The board's number among a fixture's players; the opponent has the other.
const BOARD: usize = 0;
const OPPONENT: usize = 1;

/// What `match` is asked for.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,
    /// The board's opponent
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Games, half in each seat
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Where the deals come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Record the finished games in this file; what it held is replaced
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of a match, as the board sees it.
#[derive(Serialize)]
struct Outcome {
    board: String,
    /// Not there if the board has none for the game.
    champion: Option<ActiveChampion>,
    opponent: String,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    win_percent: f64,
    interval: [f64; 2],
    decisions: u64,
    decision_ms: MeanAndWorst,
    round_trip_ms: MeanAndWorst,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    link: LinkCounts,
    /// Why the board lost the match before its end.
    forfeit: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

#[derive(Serialize)]
struct MeanAndWorst {
    mean: f64,
    worst: f64,
}

/// Runs the command: plays a match and tells what came of it.
pub fn run<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<()> {
    ensure!(options.games.is_multiple_of(2), "--games must be even: every deal is played in both seats");
    let opponent = game.player(options.opponent.as_deref().unwrap_or(G::OPPONENT))?;
    let (mut client, hello) = options.board.connect(registry.board)?;
    let champion = if game.uses_champion() { ActiveChampion::of(&mut client, G::Game::ID, registry)? } else { None };
    let record = options.transcript.as_deref().map(Record::create).transpose()?;
    signals::stop_at_the_first()?;
    let (stats, tally) = (SearchStats::default(), Tally::default());
    let mut contest = Contest { game, client, champion, opponent, record, stats, tally };
    let forfeit = contest.play(options.games, Seed(options.seed))?;
    let outcome = contest.outcome(&hello, forfeit);
    // What the board holds and what was played are kept first: nobody may be reading any more.
    let closed = contest.client.close();
    let kept = contest.record.take().map_or(Ok(()), Record::keep);
    show(&outcome, options)?;
    kept?;
    match outcome.forfeit {
        // Where the board is lost there is nothing to be saved; that it is lost is the thing to be told.
        Some(reason) => bail!("the board forfeits: {reason}"),
        None => closed.and_then(|()| signals::ended()),
    }
}

/// The two sides, and what has come of their games.
struct Contest<'g, G: DesktopGame> {
    game: &'g G,
    client: Connected,
    champion: Option<ActiveChampion>,
    opponent: G::Player,
    record: Option<Record>,
    stats: SearchStats,
    tally: Tally,
}

impl<G: DesktopGame> Contest<'_, G> {
    /// Plays all games, or until the board forfeits: then the reason.
    fn play(&mut self, n_games: u64, seed: Seed) -> Result<Option<String>> {
        let bar = progress::games(n_games);
        let fixtures = (0..n_games / 2).flat_map(|deal| both_ways([BOARD, OPPONENT], seed.derive(deal)));
        for (number, fixture) in (1..).zip(fixtures) {
            if signals::stop_is_wanted() {
                break;
            }
            let Some(played) = signals::finished(self.play_one(&fixture))? else { break };
            match played {
                Ok(Played { points, moves }) => {
                    self.tally += Tally::of(points, seat_of(BOARD, &fixture));
                    self.write_down(&fixture, &moves)?;
                }
                Err(reason) => {
                    bar.finish_and_clear();
                    return Ok(Some(format!("game {number} of {n_games}: {reason}")));
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(None)
    }

    /// A game, or why the board forfeits it.
    fn play_one(&mut self, fixture: &Fixture) -> Result<Result<Played<Move<G>>, String>> {
        let mut opponent = self.opponent.seat(self.game, fixture.seed, seat_of(OPPONENT, fixture));
        let effort = self.game.effort();
        let mut board = BoardPlayer { client: &mut self.client, effort, stats: &mut self.stats };
        let (mut board, mut opponent) = (Interruptible(&mut board), Interruptible(&mut *opponent));
        let boards_seat = seat_of(BOARD, fixture);
        let players: [&mut dyn Player<G::Game, Error = anyhow::Error>; 2] = match boards_seat {
            Seat::First => [&mut board, &mut opponent],
            Seat::Second => [&mut opponent, &mut board],
        };
        Ok(match play(self.game.deal(fixture.seed), players) {
            Ok(played) => Ok(played),
            Err(_) if signals::stop_is_wanted() => return Err(signals::Interrupted.into()),
            Err(Foul::NoDecision(seat, error)) if seat == boards_seat => Err(format!("{error:#}")),
            Err(Foul::Illegal(seat, illegal)) if seat == boards_seat => Err(format!("an illegal move: {illegal}")),
            Err(foul) => return Err(anyhow!("the board's opponent broke the rules: {foul}")),
        })
    }

    fn write_down(&mut self, fixture: &Fixture, moves: &[Move<G>]) -> Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        let board = self.champion.as_ref().and_then(|champion| champion.name.as_deref()).unwrap_or("board");
        let names = fixture.seats.map(|player| if player == BOARD { board } else { self.opponent.name() });
        record.add(&self.game.record(fixture.seed, names, moves)?)
    }

    fn outcome(&self, hello: &Hello, forfeit: Option<String>) -> Outcome {
        let times = self.client.times();
        let n_decisions = times.n_decisions.max(1) as f64;
        let ticks = |ticks| milliseconds(ticks, hello.ticks_per_second);
        let time = |time: Duration| 1000.0 * time.as_secs_f64();
        let (low, high) = self.tally.wilson();
        Outcome {
            board: text::name(&hello.board, 12),
            champion: self.champion.clone(),
            opponent: self.opponent.name().to_owned(),
            games: self.tally.games(),
            tally: self.tally,
            win_percent: self.tally.win_percent(),
            interval: [low, high],
            decisions: times.n_decisions,
            decision_ms: MeanAndWorst { mean: ticks(times.ticks) / n_decisions, worst: ticks(times.most_ticks.into()) },
            round_trip_ms: MeanAndWorst {
                mean: time(times.round_trips) / n_decisions,
                worst: time(times.longest_round_trip),
            },
            search: self.stats.remark(),
            link: self.client.counts(),
            forfeit,
            interrupted: signals::stop_is_wanted(),
        }
    }
}

fn show(outcome: &Outcome, options: &Options) -> Result<()> {
    if options.json {
        return output::json(outcome);
    }
    let Outcome { board, champion, opponent, games, tally, win_percent, interval, .. } = outcome;
    let Outcome { decisions, decision_ms, round_trip_ms, link, .. } = outcome;
    let [low, high] = interval;
    let player = champion.as_ref().map_or(board.clone(), |champion| format!("{champion} on {board}"));
    let planned = if outcome.interrupted { format!(" of {}, interrupted,", options.games) } else { String::new() };
    let mut text = format!("{player} against {opponent}, {games} games{planned} from seed {}:\n", options.seed);
    text += &format!("{} won, {} tied, {} lost\n", tally.win, tally.tie, tally.loss);
    text += &format!("{win_percent:.1} % won, 95 % interval {low:.1} to {high:.1}\n");
    let MeanAndWorst { mean, worst } = decision_ms;
    text += &format!("{decisions} decisions of {mean:.3} ms on average, {worst:.3} ms at worst\n");
    let MeanAndWorst { mean, worst } = round_trip_ms;
    text += &format!("{mean:.3} ms from question to answer on average, {worst:.3} ms at worst\n");
    if let Some(search) = &outcome.search {
        text += &format!("{search}\n");
    }
    let LinkCounts { retries, silences, damaged, garbled, stale } = link;
    text += &format!(
        "{retries} retries: {silences} silences, {damaged} damaged frames here, {garbled} there, {stale} stale ones\n"
    );
    output::text(text)
}
