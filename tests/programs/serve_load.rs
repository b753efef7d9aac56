//! Visitors of `pipsqueak serve` for an hour, or once: `tests/soak` (docs/serve.md). Prints the server's memory, its open
//! files and every failure; ends with status 1 if there was one, or if memory or files were not given back.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use pipsqueak_tests::visitors::Visited;

/// More than a server without cached data needs, in kilobytes.
const MOST_MEMORY: u64 = 64_000;
/// The time in which a server notices that its visitors have left.
const SETTLE: Duration = Duration::from_secs(10);
/// Visitors that talk to a board: fewer than the lines that a server has.
const N_TALKING: usize = 4;
/// Visitors that break off.
const N_BREAKING: u64 = 4;

#[derive(Parser)]
struct Options {
    /// How long the visitors come again and again
    #[arg(long, default_value_t = 60.0, value_name = "MINUTES")]
    minutes: f64,
    /// Browsers that load the page at the same time
    #[arg(long, default_value_t = 8, value_name = "N")]
    browsers: usize,
    /// Every browser loads the page once, with and without compression, and that is all
    #[arg(long)]
    once: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let visited = Visited::start();
    let n_files = n_files(&visited);
    let begin = Instant::now();
    match options.once {
        true => thread::scope(|scope| {
            for number in 0..options.browsers {
                let visited = &visited;
                scope.spawn(move || visited.load(number % 2 == 0));
            }
        }),
        false => visit(&visited, &options),
    }
    report(&visited, begin);
    verdict(&visited, n_files)
}

/// Lets visitors come again and again, and reports ten times.
fn visit(visited: &Visited, options: &Options) {
    let is_over = &AtomicBool::new(false);
    let until = |visit: &dyn Fn()| {
        while !is_over.load(Ordering::Relaxed) {
            visit();
        }
    };
    let begin = Instant::now();
    thread::scope(|scope| {
        for number in 0..options.browsers {
            scope.spawn(move || until(&|| visited.load(number % 4 != 0)));
        }
        for _ in 0..N_TALKING {
            scope.spawn(move || until(&|| visited.talk()));
        }
        for first in 0..N_BREAKING {
            scope.spawn(move || {
                (first..)
                    .step_by(9)
                    .take_while(|_| !is_over.load(Ordering::Relaxed))
                    .for_each(|number| visited.break_off(number))
            });
        }
        for _ in 0..10 {
            thread::sleep(Duration::from_secs_f64(options.minutes * 6.0));
            report(visited, begin);
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

fn n_files(visited: &Visited) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", visited.served.id())).map_or(0, Iterator::count)
}

fn report(visited: &Visited, begin: Instant) {
    let ([n_loads, n_lines], (n_failures, _)) = (visited.counts(), visited.failures());
    let [most, now] = visited.served.memory();
    println!(
        "{:.1} min: {n_loads} pages, {n_lines} lines, {n_failures} failures; memory {now} KB, at most {most} KB; {} files open",
        begin.elapsed().as_secs_f64() / 60.0,
        n_files(visited)
    );
}

/// Whether everything was answered, and the server gave its files back and stayed small.
fn verdict(visited: &Visited, n_before: usize) -> ExitCode {
    let begin = Instant::now();
    while n_files(visited) > n_before && begin.elapsed() < SETTLE {
        thread::sleep(Duration::from_millis(50));
    }
    let (n_failures, texts) = visited.failures();
    texts.iter().for_each(|text| println!("failed: {text}"));
    let (n_after, [most, _]) = (n_files(visited), visited.served.memory());
    let is_good = n_failures == 0 && visited.counts()[0] > 0 && n_after <= n_before && most < MOST_MEMORY;
    println!("{}: {n_after} files open, {n_before} before", if is_good { "passed" } else { "FAILED" });
    ExitCode::from(u8::from(!is_good))
}
