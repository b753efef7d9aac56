//! The `match` command: a board plays a program or another board over the line, every deal in both seats. Knows the
//! report; the competitors play the games.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use pipsqueak_core::game::Points;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::{Fixture, NamedPlayer, Share, Tally, score, seat_of};
use serde::Serialize;

use super::competitor::{Competitor, ConnectedBoard, Forfeit, board_of, play_deals};
use super::registry::Registry;
use crate::board::{ActiveChampion, LinkCounts, milliseconds};
use crate::games::{DesktopGame, games_parser};
use crate::port::{self, Port};
use crate::run::player;
use crate::system::transcript::Transcript;
use crate::system::{output, progress, signals};

/// The options of `match`.
#[derive(clap::Args)]
pub struct Options {
    /// The board, or two boards.
    #[arg(long = "port", value_name = "PORT", help = format!("{}; give it twice to play two boards against each other", port::which_board()))]
    ports: Vec<String>,
    /// The firmware of the emulated micro:bit; found or built if not given
    #[arg(long, value_name = "ELF")]
    firmware: Option<PathBuf>,
    /// The board's opponent
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Games, an even number, half in each seat [2 to 1000000]
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = games_parser(1_000_000))]
    games: u64,
    /// The random seed of the deals [0 to 2^64 - 1]
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Record the finished games in this file; an existing file is overwritten
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result of a match, from the first board's point of view.
#[derive(Serialize)]
struct Outcome {
    #[serde(flatten)]
    board: Figures,
    opponent: String,
    /// Absent if the opponent is a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_board: Option<Figures>,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    win_percent: f64,
    interval: [f64; 2],
    /// The share of the points: a tie counts as half a win.
    points: Share,
    /// Why a board forfeited the match.
    forfeit: Option<String>,
    /// The board that forfeited, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeited_by: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// A board with the measurements of its moves.
#[derive(Serialize)]
struct Figures {
    board: String,
    port: String,
    /// Absent if the board has none for the game.
    champion: Option<ActiveChampion>,
    decisions: u64,
    decision_ms: MeanAndWorst,
    round_trip_ms: MeanAndWorst,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    link: LinkCounts,
}

#[derive(Serialize)]
struct MeanAndWorst {
    mean: f64,
    worst: f64,
}

/// Runs the command: plays a match and reports the result.
pub fn run<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<()> {
    let mut competitors = competitors(game, registry, options)?;
    let names = names(&competitors);
    let mut record = options.transcript.as_deref().map(Transcript::create).transpose()?;
    signals::stop_at_the_first()?;
    let (mut fixtures, mut points) = (Vec::new(), Vec::new());
    let bar = progress::games(options.games);
    let [board, opponent] = &mut competitors;
    let forfeit = play_deals(game, [board, opponent], options.games, Seed(options.seed), |fixture, played| {
        fixtures.push(*fixture);
        points.push(played.points);
        bar.inc(1);
        let Some(record) = &mut record else { return Ok(()) };
        record.add(&game.record(
            fixture.seed,
            fixture.seats.map(|competitor| names[competitor].as_str()),
            &played.moves,
        )?)
    });
    bar.finish_and_clear();
    let forfeit = forfeit?;
    let outcome = Outcome::of(&competitors, &fixtures, &points, forfeit.as_ref())?;
    // The boards' flash and the transcript are saved first: the output may be closed.
    let closed = competitors.map(Competitor::close);
    let kept = record.map_or(Ok(()), Transcript::keep);
    show(&outcome, options)?;
    kept?;
    match forfeit {
        // Saving a lost board fails; the forfeit is the error to report.
        Some(forfeit) => bail!("{} forfeits: {}", outcome.who(&forfeit), forfeit.reason),
        None => closed.into_iter().collect::<Result<()>>().and_then(|()| signals::ended()),
    }
}

/// The first board and its opponent. Every argument is checked before a board is connected.
fn competitors<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<[Competitor<G>; 2]> {
    let misused = |text: &str| clap::Error::raw(ErrorKind::ArgumentConflict, format!("{text}\n"));
    if options.ports.len() > 2 {
        return Err(misused("--port may be given at most twice: a match has two competitors").into());
    }
    let mut ports: Vec<Port> = options.ports.iter().map(|text| Port::named(text)).collect::<Result<_>>()?;
    let opponent = options.opponent.as_deref();
    if ports.len() == 2 && opponent.is_some() {
        return Err(misused("--opponent cannot be combined with a second --port: a match has two competitors").into());
    }
    if ports.is_empty() {
        ports.push(port::find(None)?);
    }
    ports.extend(opponent.and_then(|player| board_of(game, player)).transpose()?);
    port::check_distinct(&ports)?;
    let program =
        if ports.len() == 1 { Some(player(game, opponent.unwrap_or(G::DEFAULT_BOARD_OPPONENT))?) } else { None };
    let connect =
        |port| ConnectedBoard::connect(game, port, options.firmware.as_deref(), registry).map(Competitor::Board);
    let boards = ports.into_iter().map(connect).collect::<Result<Vec<_>>>()?;
    let mut competitors = boards.into_iter().chain(program.map(Competitor::Program));
    match (competitors.next(), competitors.next()) {
        (Some(board), Some(opponent)) => Ok([board, opponent]),
        _ => bail!("a match needs two competitors"),
    }
}

/// The names of the competitors in records: that of a board's champion, with the board's if two boards meet.
fn names<G: DesktopGame>(competitors: &[Competitor<G>; 2]) -> [String; 2] {
    match competitors {
        [Competitor::Board(one), Competitor::Board(other)] => {
            let names = [one, other].map(|board| match board.champions_name() {
                Some(champion) => format!("{champion} on {}", board.model()),
                None => board.model(),
            });
            let are_alike = names[0] == names[1];
            let [one, other] = names;
            if are_alike { [format!("{one} (1)"), format!("{other} (2)")] } else { [one, other] }
        }
        competitors => competitors.each_ref().map(|competitor| match competitor {
            Competitor::Program(player) => player.name().to_owned(),
            Competitor::Board(board) => board.champions_name().unwrap_or("board").to_owned(),
        }),
    }
}

impl Outcome {
    fn of<G: DesktopGame>(
        competitors: &[Competitor<G>; 2],
        fixtures: &[Fixture],
        points: &[Points],
        forfeit: Option<&Forfeit>,
    ) -> Result<Outcome> {
        let [Competitor::Board(board), opponent] = competitors else {
            bail!("the first competitor of a match is a board")
        };
        let (opponent, opponent_board) = match opponent {
            Competitor::Program(player) => (player.name().to_owned(), None),
            Competitor::Board(board) => (Figures::of(board).player(), Some(Figures::of(board))),
        };
        let games = fixtures.iter().zip(points);
        let tally: Tally = games.map(|(fixture, points)| Tally::of(*points, seat_of(0, fixture))).sum();
        // For the interval, a deal counts if both its games were finished.
        let score = score(0, fixtures, points);
        let Share { low, high, .. } = score.wins();
        let forfeited_by = forfeit.filter(|_| opponent_board.is_some());
        Ok(Outcome {
            board: Figures::of(board),
            opponent,
            opponent_board,
            games: tally.games(),
            tally,
            win_percent: tally.win_percent(),
            interval: [low, high],
            points: score.points(),
            forfeit: forfeit.map(|forfeit| forfeit.reason.clone()),
            forfeited_by: forfeited_by.map(|forfeit| if forfeit.competitor == 0 { "board" } else { "opponent" }),
            interrupted: signals::stop_is_wanted(),
        })
    }

    /// The forfeiting board, in words.
    fn who(&self, forfeit: &Forfeit) -> String {
        match (&self.opponent_board, forfeit.competitor) {
            (None, _) => "the board".to_owned(),
            (Some(_), 0) => format!("the first board ({})", self.board.port),
            (Some(other), _) => format!("the second board ({})", other.port),
        }
    }
}

impl Figures {
    fn of(board: &ConnectedBoard) -> Figures {
        let times = board.client.times();
        let n_decisions = times.n_decisions.max(1) as f64;
        let ticks = |ticks| milliseconds(ticks, board.hello.ticks_per_second);
        let time = |time: Duration| 1000.0 * time.as_secs_f64();
        Figures {
            board: board.model(),
            port: board.port.to_string(),
            champion: board.champion.clone(),
            decisions: times.n_decisions,
            decision_ms: MeanAndWorst { mean: ticks(times.ticks) / n_decisions, worst: ticks(times.most_ticks.into()) },
            round_trip_ms: MeanAndWorst {
                mean: time(times.round_trips) / n_decisions,
                worst: time(times.longest_round_trip),
            },
            search: board.stats.remark(),
            link: board.client.counts(),
        }
    }

    /// The player on this board.
    fn player(&self) -> String {
        self.champion.as_ref().map_or(self.board.clone(), |champion| format!("{champion} on {}", self.board))
    }

    fn text(&self) -> String {
        let Figures { decisions, decision_ms, round_trip_ms, link, .. } = self;
        let MeanAndWorst { mean, worst } = decision_ms;
        let mut text = format!("{decisions} decisions of {mean:.3} ms on average, {worst:.3} ms at worst\n");
        let MeanAndWorst { mean, worst } = round_trip_ms;
        text += &format!("{mean:.3} ms from question to answer on average, {worst:.3} ms at worst\n");
        if let Some(search) = &self.search {
            text += &format!("{search}\n");
        }
        let LinkCounts { retries, timeouts, corrupted, corrupted_on_board, stale } = link;
        text += &format!(
            "{retries} retries: {timeouts} timeouts, {corrupted} frames corrupted on the host, {corrupted_on_board} on the \
             board, {stale} stale\n"
        );
        text
    }
}

fn show(outcome: &Outcome, options: &Options) -> Result<()> {
    if options.json {
        return output::json(outcome);
    }
    let Outcome { board, opponent, opponent_board, games, tally, win_percent, interval, points, .. } = outcome;
    let [low, high] = interval;
    let planned = if outcome.interrupted { format!(" of {}, interrupted,", options.games) } else { String::new() };
    let player = board.player();
    let mut text = format!("{player} against {opponent}, {games} games{planned} from seed {}:\n", options.seed);
    text += &format!("{} won, {} tied, {} lost\n", tally.win, tally.tie, tally.loss);
    text += &format!("{win_percent:.1} % won, 95 % interval {low:.1} to {high:.1}\n");
    let Share { percent, low, high } = points;
    text += &format!("{percent:.1} % of the points, ties counted as half, 95 % interval {low:.1} to {high:.1}\n");
    match opponent_board {
        None => text += &board.text(),
        Some(other) => {
            for (place, board) in [("first", board), ("second", other)] {
                text += &format!("\nThe {place} board, {} at {}:\n{}", board.board, board.port, board.text());
            }
        }
    }
    output::text(text)
}
