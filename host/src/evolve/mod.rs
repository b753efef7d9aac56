//! The `evolve` command: from chance to a champion, generation by generation.

mod breeding;
mod fitness;
mod folder;
mod report;
mod settings;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use pipsqueak_core::champion::{Champion, Provenance, Record};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::fiveo::FiveO;
use pipsqueak_core::fiveo::players::{Evolved, Strategy};
use pipsqueak_core::tree::{Constants, Tree};

use crate::contender::Kind;
use crate::league::{Tally, duel};
use crate::{progress, threads};
use folder::{Folder, Row, State};
use settings::POPULATION;
pub use settings::{Preset, Settings};

/// What `evolve` is asked for.
#[derive(clap::Args)]
pub struct Options {
    /// The settings to begin with
    #[arg(long, value_enum, default_value_t = Preset::Quick, conflicts_with = "resume")]
    preset: Preset,
    /// Generations to play, instead of the preset's; with --resume, the new end of the run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Trees in a generation, instead of the preset's
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = population_parser())]
    population: Option<usize>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,
    /// Threads to use; all cores if not given. The result does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The folder for the run; the next free runs/NNN if not given
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
}

fn population_parser() -> RangedU64ValueParser<usize> {
    let (least, greatest) = POPULATION.into_inner();
    RangedU64ValueParser::new().range(least as u64..=greatest as u64)
}

/// The streams of chance that a run's seed gives. What is measured for the log, for the choice of the champion and at
/// the end is played on deals that no tree was selected by.
#[derive(Clone, Copy)]
enum Stream {
    Start,
    Fitness,
    Breeding,
    Elite,
    Finalists,
    Final,
}

impl Settings {
    fn stream(&self, stream: Stream) -> Seed {
        self.seed.derive(stream as u64)
    }

    fn player(&self, tree: Tree<FiveO>) -> Kind {
        Kind::Evolved(Box::new(Evolved { tree, constants: Constants::default(), scoring: self.scoring }))
    }
}

/// Runs the command.
pub fn run(options: Options) -> Result<()> {
    threads::use_at_most(options.threads)?;
    let (folder, settings, state) = begin(options)?;
    let stop = stop_on_interrupt()?;
    let champion = match evolve(&folder, &settings, state, &stop)? {
        Some(state) => champion(&settings, &state, &stop)?,
        None => None,
    };
    let Some(champion) = champion else {
        let program = report::program();
        eprintln!("Stopped. Go on with: {program} evolve --resume {}", folder.path().display());
        // 128 + SIGINT, as shells expect of a program that was interrupted.
        std::process::exit(130);
    };
    let file = folder.crown(&champion)?;
    print!("{}", report::text(&settings, &champion, &folder, &file));
    Ok(())
}

/// The run that is asked for: a new one, or one that goes on.
fn begin(options: Options) -> Result<(Folder, Settings, State)> {
    let Some(path) = options.resume else {
        let mut settings = Settings::preset(options.preset, Seed(options.seed));
        settings.generations = options.generations.unwrap_or(settings.generations);
        if let Some(population) = options.population {
            settings.population = population;
            settings.finalists = settings.finalists.min(population);
            settings.elite = settings.elite.min(population.saturating_sub(1));
        }
        settings.check()?;
        let folder = Folder::create(options.out, &settings)?;
        return Ok((folder, settings, State::default()));
    };
    let (folder, mut settings) = Folder::open(path)?;
    settings.check().with_context(|| format!("{} cannot be run", folder.file("run.toml").display()))?;
    let (state, notice) = folder.load()?;
    if let Some(notice) = notice {
        eprintln!("pipsqueak: {notice}");
    }
    // A power cut between the checkpoint and the log leaves the log a row behind.
    folder.write_log(&state.log)?;
    if let Some(generations) = options.generations {
        ensure!(
            generations > state.generations || generations == settings.generations,
            "the run has {} generations already; --generations must be more",
            state.generations
        );
        ensure!(
            generations == settings.generations || state.generations < settings.generations,
            "the run has ended: its last generation was kept for the choice of the champion and has no children"
        );
        settings.generations = generations;
        folder.write_settings(&settings)?;
    }
    Ok((folder, settings, state))
}

/// Becomes true at the first Ctrl-C; at the second the program ends at once, its checkpoint being whole anyway.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        // Nobody may be reading any more; a panic here would make the program deaf to the second Ctrl-C.
        let _ = writeln!(stderr(), "\nStopping soon; press Ctrl-C again to stop at once.");
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

/// Plays all generations that are left; `None` if it was stopped before the end.
fn evolve(folder: &Folder, settings: &Settings, mut state: State, stop: &AtomicBool) -> Result<Option<State>> {
    let mut population = match state.population.as_slice() {
        [] => breeding::first_generation(&mut settings.stream(Stream::Start).rng(), settings),
        trees => decode(trees)?,
    };
    ensure!(population.len() == settings.population, "the checkpoint does not fit run.toml");
    let bar = progress::bar(u64::from(settings.generations), "{bar:20.green/dim} {msg}");
    bar.set_position(u64::from(state.generations));
    bar.set_message(format!("generation {}/{}", state.generations + 1, settings.generations));
    let earlier = state.log.last().map_or(0.0, |row| row.seconds);
    let resumed_at = state.generations;
    let clock = Instant::now();
    while state.generations < settings.generations {
        let (mut row, next) = generation(settings, &population, state.generations);
        row.seconds = earlier + clock.elapsed().as_secs_f64();
        population = next;
        state.generations = row.generation;
        state.log.push(row);
        state.population = population.iter().map(|tree| tree.bytes().to_vec()).collect();
        folder.save(&state)?;
        show(&bar, settings, &row, state.generations - resumed_at, row.seconds - earlier);
        if stop.load(Ordering::SeqCst) && state.generations < settings.generations {
            folder.draw(&state.log)?;
            bar.abandon();
            return Ok(None);
        }
    }
    folder.draw(&state.log)?;
    bar.finish_and_clear();
    Ok(Some(state))
}

/// Plays a generation, counted from 0: its row of the log but for the time, and the trees that come after it.
///
/// The last generation has no children: it is kept in order of fitness, for the choice of the champion.
fn generation(settings: &Settings, population: &[Tree<FiveO>], number: u32) -> (Row, Vec<Tree<FiveO>>) {
    let stream = |stream| settings.stream(stream).derive(u64::from(number));
    let players: Vec<Kind> = population.iter().map(|tree| settings.player(tree.clone())).collect();
    let fitness = fitness::fitness(&players, settings, stream(Stream::Fitness));
    let ranking = breeding::ranking(&fitness);
    let next = if number + 1 == settings.generations {
        ranking.iter().map(|&place| population[place].clone()).collect()
    } else {
        breeding::next_generation(&mut stream(Stream::Breeding).rng(), settings, population, &fitness)
    };
    let elite: Vec<&Kind> = ranking[..settings.elite.max(1)].iter().map(|&place| &players[place]).collect();
    let mean =
        |value: fn(&Tree<FiveO>) -> usize| population.iter().map(value).sum::<usize>() as f64 / population.len() as f64;
    let row = Row {
        generation: number + 1,
        best: fitness[ranking[0]],
        mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
        nodes: mean(Tree::n_nodes),
        height: mean(Tree::height),
        win: elite_win(&elite, settings, stream(Stream::Elite)),
        seconds: 0.0,
    };
    (row, next)
}

fn decode(trees: &[Vec<u8>]) -> Result<Vec<Tree<FiveO>>> {
    trees.iter().map(|bytes| Tree::decode(bytes).context("the checkpoint holds a tree that is not well made")).collect()
}

/// What the elite wins against full-strategy on average, in percent.
fn elite_win(elite: &[&Kind], settings: &Settings, seed: Seed) -> f64 {
    let opponent = Kind::Baseline(Strategy::FullStrategy);
    // Each of them plays deals of its own: the luck of the deals then evens out.
    let tallies = elite
        .iter()
        .zip(0..)
        .map(|(player, place)| duel(player, &opponent, settings.elite_games / 2, seed.derive(place), |_| {}));
    tallies.sum::<Tally>().win_percent()
}

/// The live line: generation, best, mean, win %, games/s, time left.
fn show(bar: &ProgressBar, settings: &Settings, row: &Row, n_played: u32, seconds: f64) {
    let Row { generation, best, mean, win, .. } = *row;
    bar.set_position(u64::from(generation));
    let rate = f64::from(n_played) / seconds.max(1e-9);
    let games = rate * (settings.games_a_generation() + settings.elite.max(1) as u64 * settings.elite_games) as f64;
    let left = (f64::from(settings.generations - generation) / rate.max(1e-9)).round() as u64;
    bar.set_message(format!(
        "generation {generation}/{}  best {best:.0}  mean {mean:.0}  {win:.1} % v full-strategy  {:.0}k games/s  {}:{:02} left",
        settings.generations,
        games / 1e3,
        left / 60,
        left % 60
    ));
}

/// The champion: the best of the last generation's finalists, with its record on fresh deals; `None` if it was stopped.
fn champion(settings: &Settings, state: &State, stop: &AtomicBool) -> Result<Option<Champion>> {
    let finalists = decode(&state.population[..settings.finalists])?;
    let bar = progress::games(settings.final_games * Strategy::ALL.len() as u64);
    let best = best_finalist(settings, finalists);
    let player = settings.player(best);
    let mut provenance =
        Provenance { seed: settings.seed, generation: state.generations, record: heapless::Vec::new() };
    for opponent in Strategy::ALL {
        if stop.load(Ordering::SeqCst) {
            bar.abandon();
            return Ok(None);
        }
        let seed = settings.stream(Stream::Final);
        let tally = duel(&player, &Kind::Baseline(opponent), settings.final_games / 2, seed, |n| bar.inc(n));
        let [wins, ties, losses] = [tally.win, tally.tie, tally.loss].map(|count| count as u32);
        let _ = provenance.record.push(Record { opponent, wins, ties, losses });
    }
    bar.finish_and_clear();
    let Kind::Evolved(player) = player else { unreachable!("a settings' player is evolved") };
    let name = format!("{}-{}", settings.preset.name(), settings.seed.0);
    let name = heapless::String::try_from(name.as_str()).unwrap_or_default();
    Ok(Some(Champion { name, player: *player, provenance }))
}

/// The finalist that wins most against the two hardest baselines, on deals of its own.
fn best_finalist(settings: &Settings, finalists: Vec<Tree<FiveO>>) -> Tree<FiveO> {
    if let [only] = finalists.as_slice() {
        return only.clone();
    }
    const N_DEALS: u64 = 2_000;
    let opponents = [Strategy::FullStrategy, Strategy::Tactician].map(Kind::Baseline);
    let wins: Vec<f64> = finalists
        .iter()
        .map(|tree| {
            let player = settings.player(tree.clone());
            let seed = settings.stream(Stream::Finalists);
            let tallies = opponents.iter().map(|opponent| duel(&player, opponent, N_DEALS, seed, |_| {}));
            tallies.sum::<Tally>().win as f64
        })
        .collect();
    finalists[breeding::ranking(&wins)[0]].clone()
}
