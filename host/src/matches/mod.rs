//! The `match` command: a player meets a board over the line, every deal in both seats. Knows who plays and what came of
//! it; how the board is reached is the client's matter.

mod checkers;
mod fiveo;
mod mastermind;

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::champion::GameId;
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Foul, Game, Player, Points, Seat, referee};
use pipsqueak_core::link::Hello;
use serde::Serialize;

use crate::arena::Fixture;
use crate::arena::{Tally, both_ways, seat_of};
use crate::board::{Client, InForce, LinkCounts, LinkError, Whereabouts, milliseconds};
use crate::game_name::GameName;
use crate::games::mastermind::SizeOptions;
use crate::port::Cable;
use crate::system::progress;
use crate::terminal::text;
use checkers::{Checkers, EffortOptions};
use fiveo::FiveO;
use mastermind::Mastermind;

/// The board's number among a fixture's players; the opponent has the other.
const BOARD: usize = 0;
const OPPONENT: usize = 1;

/// What `match` is asked for.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    board: Whereabouts,
    /// The game
    #[arg(long, default_value = "fiveo")]
    game: GameName,
    /// The board's opponent. Five-O: a baseline's name, `monte-carlo`, `champion`, a champion file, or a tree written as text
    /// (full-strategy if not given). Mastermind: minimax, entropy, parts, expected, or a champion file (minimax if not
    /// given). Checkers: simple, better_h, improved, improved_better_h or expert (better_h if not given)
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    #[command(flatten)]
    size: SizeOptions,
    #[command(flatten)]
    effort: EffortOptions,
    /// Games, half in each seat
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Where the deals come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Record the finished games in this file, as JSON Lines; what it held is replaced. Checkers is recorded as PDN
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
    champion: Option<InForce>,
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
    remark: Option<String>,
    link: LinkCounts,
    /// Why the board lost the match before its end.
    forfeit: Option<String>,
}

#[derive(Serialize)]
struct MeanAndWorst {
    mean: f64,
    worst: f64,
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    ensure!(options.games > 0, "a match needs games: --games is 0");
    ensure!(options.games.is_multiple_of(2), "--games must be even: every deal is played in both seats");
    match options.game {
        GameName::Fiveo => hold(&options, &mut FiveO::new(&options)?),
        GameName::Mastermind => hold(&options, &mut Mastermind::new(&options)?),
        GameName::Checkers => hold(&options, &mut Checkers::new(&options)?),
    }
}

/// What is different from game to game.
trait Bout {
    /// The game.
    type Game: Game;

    /// The opponent's name.
    fn opponent(&self) -> &str;
    /// Whose champion the board plays with, if it has one for the game.
    fn champion(&self) -> Option<GameId>;
    /// The game that a seed stands for.
    fn deal(&self, seed: Seed) -> Self::Game;
    /// The board and its opponent, who has this seat.
    fn sides<'a>(&'a mut self, client: &'a mut Connected, seed: Seed, seat: Seat) -> [Side<'a, Self::Game>; 2];
    /// A finished game as a transcript has it.
    fn written(&self, seed: Seed, names: [&str; 2], moves: &[Move<Self>]) -> Result<Vec<u8>>;
    /// What else is worth telling, in one line.
    fn remark(&self) -> Option<String> {
        None
    }
}

type Move<B> = <<B as Bout>::Game as Game>::Move;
type Illegal<B> = <<B as Bout>::Game as Game>::Illegal;
type Fouled<B> = Foul<LinkError, Illegal<B>>;
type Connected = Client<Box<dyn Cable>>;
/// One side of a game over the line.
type Side<'a, G> = Box<dyn Player<G, Error = LinkError> + 'a>;

/// Plays a match and tells what came of it.
fn hold<B: Bout>(options: &Options, bout: &mut B) -> Result<()>
where
    Illegal<B>: Display,
{
    let (mut client, hello) = options.board.connect()?;
    let champion = bout.champion().map(|game| InForce::of(&mut client, game)).transpose()?;
    let record = options.transcript.as_deref().map(Record::create).transpose()?;
    let mut contest = Contest { client, champion, bout, record, tally: Tally::default() };
    let forfeit = contest.play(options.games, Seed(options.seed))?;
    let outcome = contest.outcome(&hello, forfeit);
    show(&outcome, options)?;
    // Where the board is lost there is nothing to be saved; that it is lost is the thing to be told.
    let closed = contest.client.close();
    match outcome.forfeit {
        Some(reason) => bail!("the board forfeits: {reason}"),
        None => closed,
    }
}

/// The two sides, and what has come of their games.
struct Contest<'b, B> {
    client: Connected,
    champion: Option<InForce>,
    bout: &'b mut B,
    record: Option<Record>,
    tally: Tally,
}

impl<B: Bout> Contest<'_, B>
where
    Illegal<B>: Display,
{
    /// Plays all games, or until the board forfeits: then the reason.
    fn play(&mut self, n_games: u64, seed: Seed) -> Result<Option<String>> {
        let bar = progress::games(n_games);
        let fixtures = (0..n_games / 2).flat_map(|deal| both_ways([BOARD, OPPONENT], seed.derive(deal)));
        for (number, fixture) in (1..).zip(fixtures) {
            match self.play_one(&fixture) {
                Ok((points, moves)) => {
                    self.tally = [self.tally, Tally::of(points, seat_of(BOARD, &fixture))].into_iter().sum();
                    self.write_down(&fixture, &moves)?;
                }
                Err(foul) => {
                    bar.finish_and_clear();
                    return Ok(Some(format!("game {number} of {n_games}: {}", reason(foul, &fixture))));
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(None)
    }

    fn play_one(&mut self, fixture: &Fixture) -> Result<(Points, Vec<Move<B>>), Fouled<B>> {
        let game = self.bout.deal(fixture.seed);
        let [mut board, mut opponent] = self.bout.sides(&mut self.client, fixture.seed, seat_of(OPPONENT, fixture));
        let players: [&mut dyn Player<B::Game, Error = LinkError>; 2] = match seat_of(BOARD, fixture) {
            Seat::First => [&mut *board, &mut *opponent],
            Seat::Second => [&mut *opponent, &mut *board],
        };
        let mut moves = Vec::new();
        let (_, points) = referee(game, players, |_, _, chosen| moves.push(chosen))?;
        Ok((points, moves))
    }

    fn write_down(&mut self, fixture: &Fixture, moves: &[Move<B>]) -> Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        let board = self.champion.as_ref().and_then(|champion| champion.name.as_deref()).unwrap_or("board");
        let names = fixture.seats.map(|player| if player == BOARD { board } else { self.bout.opponent() });
        record.add(&self.bout.written(fixture.seed, names, moves)?)
    }

    fn outcome(&self, hello: &Hello, forfeit: Option<String>) -> Outcome {
        let times = self.client.times();
        let n_decisions = times.n_decisions.max(1);
        let ticks = |ticks| milliseconds(ticks, hello.ticks_per_second);
        let time = |time: Duration| 1000.0 * time.as_secs_f64();
        let (low, high) = self.tally.wilson();
        Outcome {
            board: text::name(&hello.board, 12),
            champion: self.champion.clone(),
            opponent: self.bout.opponent().to_owned(),
            games: self.tally.games(),
            tally: self.tally,
            win_percent: self.tally.win_percent(),
            interval: [low, high],
            decisions: times.n_decisions,
            decision_ms: MeanAndWorst {
                mean: ticks(times.ticks) / n_decisions as f64,
                worst: ticks(times.most_ticks.into()),
            },
            round_trip_ms: MeanAndWorst {
                mean: time(times.round_trips) / n_decisions as f64,
                worst: time(times.longest_round_trip),
            },
            remark: self.bout.remark(),
            link: self.client.counts(),
            forfeit,
        }
    }
}

/// Why a game was not finished, in words.
fn reason(foul: Foul<LinkError, impl Display>, fixture: &Fixture) -> String {
    match foul {
        Foul::NoDecision(_, error) => error.to_string(),
        Foul::Illegal(seat, illegal) if seat == seat_of(BOARD, fixture) => format!("an illegal move: {illegal}"),
        Foul::Illegal(_, illegal) => format!("its opponent made an illegal move: {illegal}"),
    }
}

/// A transcript that grows game by game, so that what is finished stays.
struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    fn create(path: &Path) -> Result<Record> {
        let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Record { path: path.to_owned(), file })
    }

    fn add(&mut self, game: &[u8]) -> Result<()> {
        self.file.write_all(game).with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

fn show(outcome: &Outcome, options: &Options) -> Result<()> {
    if options.json {
        println!("{}", serde_json::to_string(outcome)?);
        return Ok(());
    }
    let Outcome { board, champion, opponent, games, tally, win_percent, interval, .. } = outcome;
    let Outcome { decisions, decision_ms, round_trip_ms, link, .. } = outcome;
    let [low, high] = interval;
    let player = champion.as_ref().map_or(board.clone(), |champion| format!("{champion} on {board}"));
    println!("{player} against {opponent}, {games} games from seed {}:", options.seed);
    println!("{} won, {} tied, {} lost", tally.win, tally.tie, tally.loss);
    println!("{win_percent:.1} % won, 95 % interval {low:.1} to {high:.1}");
    println!("{decisions} decisions of {:.3} ms on average, {:.3} ms at worst", decision_ms.mean, decision_ms.worst);
    println!("{:.3} ms from question to answer on average, {:.3} ms at worst", round_trip_ms.mean, round_trip_ms.worst);
    if let Some(remark) = &outcome.remark {
        println!("{remark}");
    }
    let LinkCounts { retries, silences, damaged, garbled, stale } = link;
    println!(
        "{retries} retries: {silences} silences, {damaged} damaged frames here, {garbled} there, {stale} stale ones"
    );
    Ok(())
}
