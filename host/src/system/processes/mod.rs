//! The processes that play one run together, on one machine or many. Knows how work is shared and results are put
//! together; knows no game, no tree and no file.
//!
//! Every process runs the same loop from the same seed. Work is *dealt*: item i belongs to process i mod n, and what comes out is
//! put together *in the order of the items*, so that nobody can tell how many took part. Whole numbers may be summed on
//! the way; floats never are, as their sum depends on the order.
//!
//! ```text
//! items -> own items -> own results -> all gather all -> results in the order of the items      (share)
//! a condition -> whether it holds anywhere                                                     (any)
//! a failure -> everybody's failure                                                             (agree, by_first)
//! ```
//!
//! A team belongs to a *thread*: the one that plays the run. Threads without a team, such as rayon's workers and the runs of a
//! study, work alone, and what is shared here is then simply done: it costs nothing and needs no MPI. So a function may share
//! its work wherever it is called; within work that is shared already, it does not share again.

mod fingerprint;
mod launch;
mod layout;
#[cfg(feature = "mpi")]
mod mpi;
mod speedup;
#[cfg(test)]
pub mod threaded;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ending::{Agreed, Ending};
pub use fingerprint::compare;
pub use launch::{begin, end, if_failed_alone, is_first_by_launcher};
pub use layout::{threads, workers};
pub use speedup::speedup;

/// Processes that can talk to each other. Every call is made by all of them, in the same order.
pub trait Team {
    /// How many there are.
    fn size(&self) -> usize;

    /// Which of them this is, counted from 0.
    fn rank(&self) -> usize;

    /// What every process says, in the order of their numbers.
    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>>;

    /// Adds up what every process has, place by place.
    fn sum(&self, own: &mut [u64]);
}

/// What a process did for the run, and what the others cost it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds at its share of the work.
    pub work: f64,
    /// Seconds until the others were ready and the results were there.
    pub waiting: f64,
    /// Bytes that it gave to the others.
    pub bytes: u64,
    /// How often all of them exchanged something.
    pub exchanges: u64,
}

thread_local! {
    static TEAM: RefCell<Option<Rc<dyn Team>>> = const { RefCell::new(None) };
    static USAGE: Cell<Usage> = const { Cell::new(Usage { work: 0.0, waiting: 0.0, bytes: 0, exchanges: 0 }) };
}

/// From now on this thread plays together with the others of a team.
#[cfg(any(test, feature = "mpi"))]
fn join(team: Rc<dyn Team>) {
    TEAM.set(Some(team));
}

/// The team, if there is anybody else.
fn team() -> Option<Rc<dyn Team>> {
    TEAM.with_borrow(Clone::clone).filter(|team| team.size() > 1)
}

/// How many processes there are.
pub fn count() -> usize {
    team().map_or(1, |team| team.size())
}

/// Which of them this is, counted from 0.
pub fn rank() -> usize {
    team().map_or(0, |team| team.rank())
}

/// What was done so far.
pub fn usage() -> Usage {
    USAGE.get()
}

/// Does something as if there were no others: they do something else meanwhile.
fn alone<T>(work: impl FnOnce() -> T) -> T {
    let team = TEAM.take();
    let done = work();
    TEAM.set(team);
    done
}

/// The items that are this process's among so many.
pub fn own(n_items: usize) -> Vec<usize> {
    (rank()..n_items).step_by(count()).collect()
}

/// Does some work together: each process gives the results of its own items, in their order, and gets those of all.
pub fn share<T: Serialize + DeserializeOwned>(n_items: usize, work: impl FnOnce(Vec<usize>) -> Vec<T>) -> Vec<T> {
    let items = own(n_items);
    let own = timed_work(|| work(items));
    match team() {
        Some(team) => in_order(exchange(&*team, &own)),
        None => own,
    }
}

/// As [`share`], for work that may fail or be stopped in any of the processes: then it did for all. `None` if it was stopped.
pub fn try_share<T: Serialize + DeserializeOwned>(
    n_items: usize,
    work: impl FnOnce(Vec<usize>) -> Result<Option<Vec<T>>>,
) -> Result<Option<Vec<T>>> {
    let items = own(n_items);
    let own = timed_work(|| work(items));
    let Some(team) = team() else { return own };
    let parts: Vec<Result<Option<Vec<T>>, Agreed>> = exchange(&*team, &own.map_err(|error| Agreed(Ending::of(&error))));
    // A failure counts more than a stop, wherever it is.
    let parts = parts.into_iter().collect::<Result<Vec<Option<Vec<T>>>, Agreed>>()?;
    Ok(parts.into_iter().collect::<Option<Vec<Vec<T>>>>().map(in_order))
}

/// Adds up whole numbers, place by place: each process gives those of its [`own`] items.
pub fn sum(work: impl FnOnce() -> Vec<u64>) -> Vec<u64> {
    let mut own = timed_work(work);
    if let Some(team) = team() {
        waiting(8 * own.len(), || team.sum(&mut own));
    }
    own
}

/// The greatest that any process says: what all of them then know.
pub fn greatest(own: u8) -> u8 {
    team().map_or(own, |team| exchange(&*team, &own).into_iter().max().unwrap_or(own))
}

/// Whether something is so in any process: asked before what all do together, so that nobody is left waiting.
pub fn any(own: bool) -> bool {
    greatest(own.into()) > 0
}

/// What each process has; if one of them failed, all of them have.
pub fn agree<T>(own: Result<T>) -> Result<T> {
    let Some(team) = team() else { return own };
    let failure = own.as_ref().err().map(|error| Agreed(Ending::of(error)));
    match exchange(&*team, &failure).into_iter().flatten().next() {
        Some(agreed) => Err(agreed.into()),
        None => own,
    }
}

/// What the first process gives; the others wait for it. If it fails, all of them have.
pub fn by_first<T: Serialize + DeserializeOwned>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let Some(team) = team() else { return work() };
    let own = (team.rank() == 0).then(|| alone(work).map_err(|error| Agreed(Ending::of(&error))));
    let given: Vec<Option<Result<T, Agreed>>> = exchange(&*team, &own);
    let first = given.into_iter().next().flatten().expect("the first process gives something");
    Ok(first?)
}

/// What every process has of something.
pub fn of_each<T: Serialize + DeserializeOwned>(own: T) -> Vec<T> {
    match team() {
        Some(team) => exchange(&*team, &own),
        None => vec![own],
    }
}

fn exchange<T: Serialize + DeserializeOwned>(team: &dyn Team, own: &T) -> Vec<T> {
    // Floats go by their bits, so nothing changes on the way.
    let bytes = postcard::to_stdvec(own).expect("results are plain values");
    let parts = waiting(bytes.len(), || team.gather(&bytes));
    let read = |bytes: Vec<u8>| postcard::from_bytes(&bytes).expect("processes of one build understand each other");
    parts.into_iter().map(read).collect()
}

/// Puts together what was dealt: the first of each, then the second of each, and so on.
fn in_order<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    loop {
        let before = all.len();
        all.extend(parts.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

/// Does this process's share. What it calls may do some of it on this very thread, which has a team, and must not share it again.
fn timed_work<T>(work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = alone(work);
    let mut usage = USAGE.get();
    usage.work += begin.elapsed().as_secs_f64();
    USAGE.set(usage);
    done
}

fn waiting<T>(n_bytes: usize, wait: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = wait();
    let mut usage = USAGE.get();
    usage.waiting += begin.elapsed().as_secs_f64();
    usage.bytes += n_bytes as u64;
    usage.exchanges += 1;
    USAGE.set(usage);
    done
}

#[cfg(test)]
mod tests {
    use super::threaded::each_of;
    use super::*;
    use anyhow::bail;

    #[test]
    fn whoever_takes_part_the_results_stand_in_the_order_of_the_items() {
        for n_processes in [1, 2, 3, 7] {
            for n_items in [0, 1, 5, 20] {
                let expected: Vec<f64> = (0..n_items).map(|item| (item as f64).sqrt()).collect();
                let shared = each_of(n_processes, |_| {
                    share(n_items, |own| own.into_iter().map(|item| (item as f64).sqrt()).collect())
                });
                assert!(shared.iter().all(|shared| *shared == expected), "{n_items} items, {n_processes} processes");
            }
        }
    }

    #[test]
    fn every_item_is_dealt_once_and_nobody_has_two_more_than_another() {
        let dealt = each_of(3, |_| own(20));
        let mut all = dealt.concat();
        all.sort_unstable();
        assert_eq!(all, (0..20).collect::<Vec<usize>>());
        assert_eq!(dealt.iter().map(Vec::len).collect::<Vec<usize>>(), [7, 7, 6]);
    }

    #[test]
    fn whole_numbers_are_summed_and_a_condition_anywhere_is_known_to_all() {
        assert_eq!(each_of(4, |rank| sum(|| vec![rank as u64, 10])), vec![vec![6, 40]; 4]);
        for holds in [0, 3] {
            assert_eq!(each_of(4, |rank| any(rank == holds)), [true; 4]);
        }
        assert_eq!(each_of(4, |_| any(false)), [false; 4]);
        assert_eq!(each_of(4, |rank| greatest(rank as u8)), [3; 4]);
    }

    #[test]
    fn a_failure_or_a_stop_in_one_process_is_that_of_all() {
        let failed = each_of(3, |rank| {
            let shared = try_share(6, |own| match rank {
                2 => bail!("no paper left"),
                1 => Ok(None),
                _ => Ok(Some(own)),
            });
            shared.unwrap_err().to_string()
        });
        assert_eq!(failed, ["pipsqueak: no paper left"; 3]);
        let stopped = each_of(3, |rank| try_share(6, |own| Ok((rank != 1).then_some(own))).unwrap());
        assert_eq!(stopped, [None, None, None]);
        let whole = each_of(3, |_| try_share(6, |own| Ok(Some(own))).unwrap());
        assert_eq!(whole, vec![Some(vec![0, 1, 2, 3, 4, 5]); 3]);
        let agreed = each_of(3, |rank| agree(if rank == 1 { Err(anyhow::anyhow!("lost")) } else { Ok(rank) }));
        assert!(agreed.into_iter().all(|result| result.unwrap_err().to_string() == "pipsqueak: lost"));
        assert_eq!(each_of(3, |rank| agree(Ok(rank)).unwrap()), [0, 1, 2]);
    }

    #[test]
    fn the_first_gives_to_all_and_its_failure_is_that_of_all() {
        assert_eq!(each_of(3, |rank| by_first(|| Ok(rank + 40)).unwrap()), [40; 3]);
        let failed = each_of(3, |rank| match rank {
            0 => by_first::<()>(|| bail!("the disk is full")).unwrap_err().to_string(),
            _ => by_first::<()>(|| unreachable!("only the first does it")).unwrap_err().to_string(),
        });
        assert_eq!(failed, ["pipsqueak: the disk is full"; 3]);
    }

    #[test]
    fn within_shared_work_nothing_is_shared_again() {
        let sums = each_of(2, |_| share(4, |own| own.iter().map(|item| share(3, |all| all).len() + item).collect()));
        assert_eq!(sums, vec![vec![3, 4, 5, 6]; 2]);
    }
}
