use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Barrier};
use std::thread;

use anyhow::{anyhow, bail};

use super::*;

/// Threads that simulate a team of processes: they share nothing but their messages.
pub struct FakeProcess {
    rank: usize,
    exchange: Arc<Exchange>,
}

struct Exchange {
    barrier: Barrier,
    said: Mutex<Vec<Vec<u8>>>,
    n_gathers: AtomicUsize,
}

impl Team for FakeProcess {
    fn size(&self) -> usize {
        lock(&self.exchange.said).len()
    }

    fn rank(&self) -> usize {
        self.rank
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.exchange.n_gathers.fetch_add(1, Ordering::Relaxed);
        lock(&self.exchange.said)[self.rank] = own.to_vec();
        self.exchange.barrier.wait();
        let all = lock(&self.exchange.said).clone();
        // No process sends the next message before all have read this one.
        self.exchange.barrier.wait();
        all
    }

    fn sum(&self, own: &mut [u64]) {
        let bytes: Vec<u8> = own.iter().flat_map(|number| number.to_le_bytes()).collect();
        own.fill(0);
        for part in self.gather(&bytes) {
            for (sum, number) in own.iter_mut().zip(part.as_chunks().0) {
                *sum += u64::from_le_bytes(*number);
            }
        }
    }

    fn n_threads(&self) -> usize {
        self.size()
    }

    fn pack(&self, error: &Error) -> Vec<u8> {
        if error.is::<Stopped>() { Vec::new() } else { error.to_string().into_bytes() }
    }

    fn unpack(&self, bytes: &[u8]) -> Error {
        if bytes.is_empty() { Stopped.into() } else { anyhow!(String::from_utf8_lossy(bytes).into_owned()) }
    }
}

/// The results of some processes, by rank.
pub fn each_of<T: Send>(n_processes: usize, work: impl Fn(Workers<'_>) -> T + Sync) -> Vec<T> {
    each_of_counted(n_processes, work).0
}

/// As [`each_of`], with the number of messages that were sent.
pub fn each_of_counted<T: Send>(n_processes: usize, work: impl Fn(Workers<'_>) -> T + Sync) -> (Vec<T>, usize) {
    let exchange = Arc::new(Exchange {
        barrier: Barrier::new(n_processes),
        said: Mutex::new(vec![Vec::new(); n_processes]),
        n_gathers: AtomicUsize::new(0),
    });
    let results = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_processes)
            .map(|rank| {
                let (exchange, work) = (Arc::clone(&exchange), &work);
                scope.spawn(move || work(Workers::ALONE.with_team(Some(&FakeProcess { rank, exchange }))))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect()
    });
    (results, exchange.n_gathers.load(Ordering::Relaxed))
}

#[test]
fn results_come_in_the_order_of_the_items() {
    let threads = Threads::new(Some(4)).unwrap();
    let slow_at_first = |number: u64| {
        thread::sleep(std::time::Duration::from_millis(if number == 0 { 20 } else { 0 }));
        number * number
    };
    let expected: Vec<u64> = (0..100).map(|number| number * number).collect();
    assert_eq!(Workers::new(&threads).map(0..100, slow_at_first), expected);
}

#[test]
fn an_error_ends_the_work() {
    let (threads, n_done) = (Threads::new(Some(2)).unwrap(), AtomicUsize::new(0));
    let result = Workers::new(&threads).try_map_with(
        0..1_000_000,
        || (),
        |(), number| {
            n_done.fetch_add(1, Ordering::Relaxed);
            if number == 10 { bail!("item {number}") } else { Ok(()) }
        },
    );
    assert_eq!(result.unwrap_err().to_string(), "item 10");
    assert!(n_done.into_inner() < 1_000_000);
}

#[test]
fn a_large_workspace_does_not_overflow_the_stack() {
    let threads = Threads::new(None).unwrap();
    let place = |workspace: &mut [u8; 400_000], place: usize| usize::from(workspace[place]) + place;
    let sums = Workers::new(&threads).map_with(0..1_000usize, || [1u8; 400_000], place);
    assert_eq!(sums.iter().sum::<usize>(), 1_000 + 999 * 500);
}

#[test]
fn a_thread_has_at_most_one_workspace() {
    let (threads, n_workspaces) = (Threads::new(Some(3)).unwrap(), AtomicUsize::new(0));
    let workspace = || _ = n_workspaces.fetch_add(1, Ordering::Relaxed);
    Workers::new(&threads).map_with(0..10_000, workspace, |(), _| ());
    assert!(n_workspaces.into_inner() <= 3);
}

#[test]
fn jobs_inside_jobs_end_with_fewer_threads_than_jobs() {
    let threads = Threads::new(Some(2)).unwrap();
    let workers = Workers::new(&threads);
    let sums = workers.map(0..50u64, |outer| workers.map(0..50u64, |inner| outer * inner).into_iter().sum::<u64>());
    assert_eq!(sums.into_iter().sum::<u64>(), 1_225 * 1_225);
    assert_eq!(workers.join(|| 1, || workers.join(|| 2, || 3)), (1, (2, 3)));
}

#[test]
fn shared_results_stand_in_the_order_of_the_items_for_any_number_of_processes() {
    for n_processes in [1, 2, 3, 7] {
        for n_items in [0, 1, 5, 20] {
            let expected: Vec<f64> = (0..n_items).map(|item| (item as f64).sqrt()).collect();
            let shared = each_of(n_processes, |workers| workers.share(n_items, |item| (item as f64).sqrt()));
            assert!(shared.iter().all(|shared| *shared == expected), "{n_items} items, {n_processes} processes");
        }
    }
}

#[test]
fn every_item_is_dealt_once_and_shares_differ_by_one_at_most() {
    let dealt = each_of(3, |workers| workers.own(20).collect::<Vec<usize>>());
    let mut all = dealt.concat();
    all.sort_unstable();
    assert_eq!(all, (0..20).collect::<Vec<usize>>());
    assert_eq!(dealt.iter().map(Vec::len).collect::<Vec<usize>>(), [7, 7, 6]);
}

#[test]
fn integers_are_summed_and_a_condition_anywhere_is_known_to_all() {
    assert_eq!(each_of(4, |workers| workers.sum(|| vec![workers.rank() as u64, 10])), vec![vec![6, 40]; 4]);
    for holds in [0, 3] {
        assert_eq!(each_of(4, |workers| workers.any(workers.rank() == holds)), [true; 4]);
    }
    assert_eq!(each_of(4, |workers| workers.any(false)), [false; 4]);
    assert_eq!(each_of(4, |workers| workers.max_over_ranks(workers.rank() as u8)), [3; 4]);
}

#[test]
fn a_failure_or_a_stop_in_one_process_ends_all() {
    let of_rank = |workers: Workers<'_>, item: usize| match workers.rank() {
        2 => bail!("no paper left"),
        _ => Ok(item),
    };
    let share = |workers: Workers<'_>| workers.try_share_with(6, || (), |(), item| of_rank(workers, item));
    assert_eq!(each_of(3, |workers| share(workers).unwrap_err().to_string()), ["no paper left"; 3]);
    assert_eq!(each_of(2, |workers| share(workers).unwrap()), vec![vec![0, 1, 2, 3, 4, 5]; 2]);
    let stopped = each_of(3, |workers| workers.until(&|| workers.rank() == 1).check_together());
    assert_eq!(stopped, [Err(Stopped); 3]);
    let lost = |workers: Workers<'_>| if workers.rank() == 1 { Err(anyhow!("lost")) } else { Ok(()) };
    assert_eq!(each_of(3, |workers| workers.all_ok(lost(workers)).unwrap_err().to_string()), ["lost"; 3]);
    assert_eq!(each_of(3, |workers| workers.all_ok(Ok(workers.rank())).unwrap()), [0, 1, 2]);
}

#[test]
fn process_0s_result_or_failure_reaches_all() {
    assert_eq!(each_of(3, |workers| workers.on_root(|| Ok(workers.rank() + 40)).unwrap()), [40; 3]);
    let full = |workers: Workers<'_>| workers.on_root::<()>(|| bail!("the disk is full of {}", workers.rank()));
    assert_eq!(each_of(3, |workers| full(workers).unwrap_err().to_string()), ["the disk is full of 0"; 3]);
}
