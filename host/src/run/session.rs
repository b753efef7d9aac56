//! A run that a command started: what the engine must not touch itself (folder, clock, progress bar, Ctrl-C), and its
//! reports to people or programs.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;
use pipsqueak_lab::arena::PairedTally;
use pipsqueak_lab::choice::Choice;
use pipsqueak_lab::evolve::engine::{self, Contender, Event, Observer};
use pipsqueak_lab::evolve::{Algorithm, Champion, CommonSettings, Player, Problem, Row, State, checkpoint, front};
use pipsqueak_lab::plot::{Chart, Mark};
use pipsqueak_lab::workers::Workers;
use serde_json::{Value, json};

use super::folder::{CHAMPION, Folder};
use super::pace::{self, Pace};
use super::report;
use super::view::{Frame, RunView};
use crate::system::live::{self, Live};
use crate::system::output;
use crate::system::processes::Usage;
use crate::system::signals::{self, Interrupted, Request};
use crate::system::threads::Machine;

/// How a run reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunOutput {
    /// A line of progress, and a table at the end; with `watch`, a picture of the run above the line.
    Person {
        /// Whether the picture is drawn.
        watch: bool,
    },
    /// A line of JSON for each event.
    Json,
    /// No reports: it is one of many runs.
    Silent,
}

impl RunOutput {
    fn is_for_people(self) -> bool {
        matches!(self, RunOutput::Person { .. })
    }
}

/// The purpose of the games at the end.
const FINALS: &str = "measuring the finalists";
/// The time between two lines where none can be rewritten.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Plays a run to its end, or until it is stopped.
pub fn play<M: Algorithm>(
    folder: &Folder,
    algorithm: &M,
    state: State<M::GeneticMaterial>,
    manner: RunOutput,
    machine: &Machine,
) -> Result<()> {
    signals::stop_after_a_step()?;
    let workers = machine.workers();
    let session = Session::new(folder, algorithm, state.generations, manner, machine);
    let ended = match workers.n_processes() {
        1 => thread::scope(|scope| engine::run(algorithm, state, workers, &InBackground::new(&session, scope)))?,
        _ => engine::run(algorithm, state, workers, &session)?,
    };
    let n_steps = session.newest.load(Ordering::Relaxed).saturating_sub(session.earlier);
    let gained = machine.processes.speedup(session.usage, session.seconds(), n_steps, M::LOG_COLUMNS.step);
    gained.into_iter().for_each(output::note);
    let Some(champion) = ended else {
        if manner != RunOutput::Silent {
            output::note(format_args!(
                "Stopped. Continue with: {} evolve{} --resume {}",
                report::program(),
                M::Problem::GAME_OPTION,
                folder.path().display()
            ));
        }
        let request = Request::from(workers.max_over_ranks(signals::request() as u8));
        return Err(Interrupted::by(request).into());
    };
    workers.on_root(|| match manner {
        RunOutput::Person { .. } => {
            output::text(report::text(algorithm.common(), &M::LOG_COLUMNS, &champion, folder, CHAMPION))
        }
        RunOutput::Json | RunOutput::Silent => Ok(()),
    })
}

/// The observer of an engine that a command started.
struct Session<'a, M: Algorithm> {
    folder: &'a Folder,
    algorithm: &'a M,
    manner: RunOutput,
    clock: Instant,
    /// Generations that were finished before this session.
    earlier: u32,
    /// The newest generation.
    newest: AtomicU32,
    /// The lines at the end of the terminal, if they can be rewritten.
    live: Option<Live>,
    view: Mutex<RunView>,
    /// When the last line was written, where none can be rewritten.
    last_line: Mutex<Instant>,
    /// When checkpoints are written.
    pace: Pace,
    workers: Workers<'a>,
    /// The processes' usage when the session began.
    usage: Usage,
}

impl<'a, M: Algorithm> Session<'a, M> {
    fn new(
        folder: &'a Folder,
        algorithm: &'a M,
        earlier: u32,
        manner: RunOutput,
        machine: &'a Machine,
    ) -> Session<'a, M> {
        let generations = algorithm.end();
        let (workers, usage) = (machine.workers(), machine.processes.usage());
        let is_live = manner.is_for_people() && live::is_possible() && workers.rank() == 0;
        let first = format!("{} {}/{generations}", M::LOG_COLUMNS.step, earlier + 1);
        let live = is_live.then(|| Live::begin(earlier.into(), generations.into(), first));
        let (clock, newest, view) = (Instant::now(), AtomicU32::new(earlier), Mutex::default());
        let (last_line, pace) = (Mutex::new(clock), Pace::default());
        Session { folder, algorithm, manner, clock, earlier, newest, live, view, last_line, pace, workers, usage }
    }

    /// Saves and reports an event.
    fn record(&self, event: Event<'_, M>) -> Result<()> {
        match event {
            Event::Generation { state, best, is_best } => self.generation(state, best, is_best)?,
            Event::Stopped(state) => {
                self.pace.write_the_rest(|| self.clock.elapsed(), |checkpoint| self.save(checkpoint, &state.log))?;
                self.draw(&state.log)?;
                self.live.as_ref().into_iter().for_each(Live::leave);
            }
            Event::Finals { state, n_games } => {
                self.draw(&state.log)?;
                self.live.as_ref().into_iter().for_each(|live| live.count_games(n_games, FINALS));
            }
            Event::Front(front) => self.keep(front)?,
            Event::Champion(champion) => self.end(champion)?,
        }
        Ok(())
    }

    /// Saves a generation, if it is time, and reports it.
    fn generation(&self, state: &State<M::GeneticMaterial>, best: &Player<M::Problem>, is_best: bool) -> Result<()> {
        // A run that is given more generations later needs the state before its end.
        let is_due = self.workers.n_processes() == 1 || state.generations + 1 >= self.algorithm.end();
        let save = |checkpoint: &[u8]| self.save(checkpoint, &state.log);
        self.pace.write_in_time(is_due, checkpoint::encode(state)?, || self.clock.elapsed(), save)?;
        self.show(&state.log, best);
        state.log.last().map_or(Ok(()), |row| self.tell(&state.log, row, is_best))
    }

    /// Draws the picture of the run, if it is wanted and lines can be rewritten.
    fn show(&self, log: &[Row], best: &Player<M::Problem>) {
        let (Some(live), RunOutput::Person { watch: true }, Some(row)) = (&self.live, self.manner, log.last()) else {
            return;
        };
        let (step, yardstick) = (M::LOG_COLUMNS.step, M::Problem::YARDSTICK.to_string());
        let round_starts = &self.algorithm.round_starts();
        let frame = Frame { step, end: self.algorithm.end(), yardstick: &yardstick, round_starts };
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.update(best, row.generation, step);
        live.show(view.lines(&frame, log, live::size()));
    }

    fn save(&self, checkpoint: &[u8], log: &[Row]) -> Result<()> {
        self.folder.save(checkpoint)?;
        write_log::<M>(self.folder, log)
    }

    /// Reports progress and the remaining time.
    fn tell(&self, log: &[Row], row: &Row, is_best: bool) -> Result<()> {
        if self.manner == RunOutput::Json {
            output::json(&generation::<M>(row))?;
            if is_best {
                output::json(&json!({"event": "best", M::LOG_COLUMNS.step: row.generation, "best": row.best}))?;
            }
        }
        let generations = self.algorithm.end();
        let left = pace::seconds_left(log, generations, &self.algorithm.round_starts());
        let told = progress(self.algorithm, row, left.round() as u64);
        self.newest.store(row.generation, Ordering::Relaxed);
        match &self.live {
            Some(live) => live.step(row.generation.into(), generations.into(), told),
            None if self.manner.is_for_people() && self.is_line_due() => output::note(&told),
            None => {}
        }
        Ok(())
    }

    /// Whether a line is due where none can be rewritten: every ten seconds.
    fn is_line_due(&self) -> bool {
        let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.elapsed() >= BETWEEN_LINES;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }

    fn draw(&self, log: &[Row]) -> Result<()> {
        let rounds = (2..).zip(self.algorithm.round_starts());
        let marks: Vec<Mark> = rounds.map(|(round, x)| Mark { name: format!("round {round}"), x }).collect();
        let charts = M::LOG_COLUMNS.charts::<M::Problem>(log);
        let charts = charts.map(|chart| Chart { marks: marks.clone(), ..chart });
        let mut drawings = M::LOG_COLUMNS.plots().into_iter().zip(charts);
        drawings.try_for_each(|(name, chart)| self.folder.replace(&name, chart.svg().as_bytes()))?;
        let fronts = M::LOG_COLUMNS.fronts(log);
        fronts.map_or(Ok(()), |chart| self.folder.replace("fronts.svg", chart.svg().as_bytes()))
    }

    /// Saves the front: a champion file for each player, their scores, and a plot.
    fn keep(&self, front: &[Contender<M::Problem>]) -> Result<()> {
        let CommonSettings { preset, seed, .. } = *self.algorithm.common();
        let generation = self.algorithm.end();
        let files: Vec<(String, Vec<u8>)> = (1..)
            .zip(front)
            .map(|(place, contender)| {
                let Contender { player, record, .. } = contender.clone();
                let name = format!("{}-{}-front-{place}", preset.name(), seed.0);
                let champion = Champion { name, player, seed, generation, record };
                Ok((format!("{place:02}.pips"), M::Problem::pack(&champion)?))
            })
            .collect::<Result<_>>()?;
        self.folder.keep_front(&files)?;
        self.folder.replace("front.csv", front::csv(front).as_bytes())?;
        self.folder.replace("front.svg", front::chart(front).svg().as_bytes())?;
        if self.manner == RunOutput::Json {
            output::json(&front::json(front))?;
        }
        Ok(())
    }

    fn end(&self, champion: &Champion<M::Problem>) -> Result<()> {
        self.live.as_ref().into_iter().for_each(Live::clear);
        self.folder.replace(CHAMPION, &M::Problem::pack(champion)?)?;
        if self.manner == RunOutput::Json {
            output::json(&end(champion, self.folder))?;
        }
        Ok(())
    }
}

/// A session of many processes: the first saves everything, and if it cannot, all of them fail.
impl<M: Algorithm> Observer<M> for Session<'_, M> {
    fn must_leave(&self) -> bool {
        signals::leave_is_wanted()
    }

    fn seconds(&self) -> f64 {
        self.clock.elapsed().as_secs_f64()
    }

    fn on_event(&self, event: Event<'_, M>) -> Result<()> {
        self.workers.on_root(|| self.record(event))
    }

    fn on_games(&self, n_games: u64) {
        // The other processes play as many at the same time.
        let n_games = n_games * self.workers.n_processes() as u64;
        self.live.as_ref().into_iter().for_each(|live| live.add_games(n_games));
    }
}

/// A session of one process. A thread saves each generation while the next one plays, since a disk takes some
/// milliseconds for each file.
struct InBackground<'scope, 'env, M: Algorithm> {
    session: &'env Session<'env, M>,
    scope: &'scope Scope<'scope, 'env>,
    /// The write in progress, if there is one.
    writing: Mutex<Option<ScopedJoinHandle<'scope, Result<()>>>>,
}

impl<'scope, 'env, M: Algorithm> InBackground<'scope, 'env, M> {
    fn new(session: &'env Session<'env, M>, scope: &'scope Scope<'scope, 'env>) -> Self {
        InBackground { session, scope, writing: Mutex::new(None) }
    }

    /// Waits until the previous generation is saved.
    fn wait(&self) -> Result<()> {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take();
        let written = writing.map_or(Ok(Ok(())), ScopedJoinHandle::join);
        written.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Saves a generation in the background.
    fn write(&self, state: State<M::GeneticMaterial>, best: Player<M::Problem>, is_best: bool) {
        let session = self.session;
        let writing = self.scope.spawn(move || session.generation(&state, &best, is_best));
        *self.writing.lock().unwrap_or_else(PoisonError::into_inner) = Some(writing);
    }
}

impl<M: Algorithm> Observer<M> for InBackground<'_, '_, M> {
    fn must_leave(&self) -> bool {
        self.session.must_leave()
    }

    fn seconds(&self) -> f64 {
        self.session.seconds()
    }

    fn on_event(&self, event: Event<'_, M>) -> Result<()> {
        self.wait()?;
        match event {
            Event::Generation { state, best, is_best } => self.write(state.clone(), best.clone(), is_best),
            event => self.session.record(event)?,
        }
        Ok(())
    }

    fn on_games(&self, n_games: u64) {
        self.session.on_games(n_games);
    }
}

/// What the line of progress says after a generation, with the seconds that are left. It fits 80 columns.
fn progress<M: Algorithm>(algorithm: &M, row: &Row, left: u64) -> String {
    let (step, generations) = (M::LOG_COLUMNS.step, algorithm.end());
    let (minutes, seconds, message) = (left / 60, left % 60, algorithm.message(row));
    let front = if row.front.is_empty() { String::new() } else { format!("  front {}", row.front.len()) };
    format!("{step} {}/{generations}  {minutes}:{seconds:02} left  {message}{front}", row.generation)
}

/// Writes the log, with its tables and plots.
pub fn write_log<M: Algorithm>(folder: &Folder, log: &[Row]) -> Result<()> {
    folder.replace("log.csv", M::LOG_COLUMNS.csv(log).as_bytes())?;
    folder.replace("terminals.csv", M::LOG_COLUMNS.terminals_csv::<M::Problem>(log).as_bytes())?;
    M::LOG_COLUMNS.fronts_csv(log).map_or(Ok(()), |fronts| folder.replace("fronts.csv", fronts.as_bytes()))
}

/// A generation as JSON.
fn generation<M: Algorithm>(row: &Row) -> Value {
    let Row { generation, best, mean, nodes, height, win, seconds, census, front } = row;
    let count = |count: Option<u32>| count.map_or(Value::Null, Value::from);
    let mut event = json!({
        "event": M::LOG_COLUMNS.step,
        M::LOG_COLUMNS.step: generation,
        "best": best,
        "mean": mean,
        "nodes": nodes,
        "height": height,
        "win_percent": win,
        "distinct_trees": count(census.as_ref().map(|census| census.trees)),
        "distinct_behaviours": count(census.as_ref().map(|census| census.behaviours)),
        "seconds": seconds,
    });
    if !front.is_empty() {
        event["front"] = front.iter().map(|point| json!([point.instructions, point.strength])).collect();
    }
    event
}

/// The end of a run as JSON.
fn end<P: Problem>(champion: &Champion<P>, folder: &Folder) -> Value {
    let record = champion.record.iter().map(|(opponent, PairedTally { tally, .. })| {
        json!({"opponent": opponent.to_string(), "wins": tally.win, "ties": tally.tie, "losses": tally.loss})
    });
    json!({
        "event": "end",
        "champion": champion.name,
        "nodes": champion.player.tree.n_nodes(),
        "height": champion.player.tree.height(),
        "record": record.collect::<Vec<_>>(),
        "folder": folder.path().display().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::games::checkers::Checkers;
    use pipsqueak_core::games::fiveo::FiveO;
    use pipsqueak_core::random::Seed;
    use pipsqueak_lab::evolve::{FrontPoint, Settings};

    /// The longest texts of a game's presets, in a run of 100 minutes with a front.
    fn longest<P: Problem>() -> Vec<String> {
        let front = vec![FrontPoint { instructions: 100_000, strength: 50.0 }; 99];
        let row = |generation, best| Row { generation, best, win: 100.0, front: front.clone(), ..Row::default() };
        let text = |(preset, ..): &(P::Preset, _, _)| match P::settings(*preset, Seed(1)) {
            Settings::WholeTrees(settings) => progress(&settings, &row(settings.end(), 99_999.0), 5_999),
            Settings::Multigene(settings) => progress(&settings, &row(settings.end(), 100.0), 5_999),
        };
        P::Preset::CHOICES.iter().map(text).collect()
    }

    #[test]
    fn the_line_of_progress_fits_80_columns() {
        let texts = [longest::<FiveO>(), longest::<Checkers>()].concat();
        assert!(texts.iter().any(|text| text.starts_with("gene ")), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("generation ")), "{texts:?}");
        for text in texts {
            let line = live::at_80_columns(text);
            assert!(line.contains("  front 99") && !line.contains('…'), "{line}");
        }
    }
}
