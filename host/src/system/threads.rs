//! The number of threads, and work that is shared among them. No result depends on it.

use std::convert::Infallible;

use anyhow::{Context, Result};
use clap::builder::RangedU64ValueParser;
use rayon::prelude::*;

/// More than these would only get into each other's way.
const MOST: u64 = 512;

/// How the option `--threads` is read.
pub fn parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST)
}

/// Shares work among at most this many threads, or one for each core.
pub fn use_at_most(n_threads: Option<usize>) -> Result<()> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
    builder.build_global().context("the threads cannot be started")
}

/// Does the same work with every item, and gives the results in order.
pub fn map<T: Send, R: Send>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    map_with(items, || (), |(), item| work(item))
}

/// As [`map`], each thread with a workspace of its own.
pub fn map_with<T: Send, W, R: Send>(
    items: impl Iterator<Item = T> + Send,
    workspace: impl Fn() -> W + Sync + Send,
    work: impl Fn(&mut W, T) -> R + Sync + Send,
) -> Vec<R> {
    let Ok(results) = try_map_with(items, workspace, |workspace, item| Ok::<R, Infallible>(work(workspace, item)));
    results
}

/// As [`map_with`], with work that may fail: an error ends it.
///
/// A thread that is done with an item takes the next one, so that all end at almost the same time. The parallel iterators of
/// slices and ranges hand out halves and quarters instead: at the end one thread is in the middle of its last part, and no
/// other can help it.
pub fn try_map_with<T: Send, W, R: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    workspace: impl Fn() -> W + Sync + Send,
    work: impl Fn(&mut W, T) -> Result<R, E> + Sync + Send,
) -> Result<Vec<R>, E> {
    let workspace = || boxed(&workspace);
    let results = items
        .enumerate()
        .par_bridge()
        .map_init(workspace, |workspace, (number, item)| work(workspace, item).map(|result| (number, result)));
    let mut results = results.collect::<Result<Vec<(usize, R)>, E>>()?;
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// On the heap, and made in a frame of its own: work is split in recursive calls, and a workspace of some hundred kilobytes in the
/// frame of each would overflow the stack.
#[inline(never)]
fn boxed<W>(workspace: &impl Fn() -> W) -> Box<W> {
    Box::new(workspace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_each_takes() {
        let slow_at_first = |number: u64| {
            std::thread::sleep(std::time::Duration::from_millis(if number == 0 { 20 } else { 0 }));
            number * number
        };
        let expected: Vec<u64> = (0..100).map(|number| number * number).collect();
        assert_eq!(map(0..100, slow_at_first), expected);
    }

    #[test]
    fn an_error_ends_the_work() {
        let n_done = AtomicUsize::new(0);
        let result = try_map_with(
            0..1_000_000,
            || (),
            |(), number| {
                n_done.fetch_add(1, Ordering::Relaxed);
                if number == 10 { Err(number) } else { Ok(()) }
            },
        );
        assert_eq!(result, Err(10));
        assert!(n_done.into_inner() < 1_000_000);
    }

    #[test]
    fn a_large_workspace_does_not_overflow_the_stack() {
        let sums = map_with(0..1_000usize, || [1u8; 400_000], |workspace, place| usize::from(workspace[place]) + place);
        assert_eq!(sums.iter().sum::<usize>(), 1_000 + 999 * 500);
    }

    #[test]
    fn there_are_no_more_workspaces_than_threads_need() {
        let n_workspaces = AtomicUsize::new(0);
        let workspace = || _ = n_workspaces.fetch_add(1, Ordering::Relaxed);
        map_with(0..10_000, workspace, |(), _| ());
        assert!(n_workspaces.into_inner() <= rayon::current_num_threads() + 1);
    }
}
