//! A team of threads in one process, for tests: what holds for them holds for processes, as they share nothing but what they
//! send.

use std::rc::Rc;
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;

use super::{Team, join};

struct Exchange {
    barrier: Barrier,
    said: Mutex<Vec<Vec<u8>>>,
}

struct Threaded {
    rank: usize,
    size: usize,
    exchange: Arc<Exchange>,
}

impl Team for Threaded {
    fn size(&self) -> usize {
        self.size
    }

    fn rank(&self) -> usize {
        self.rank
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let said = || self.exchange.said.lock().unwrap_or_else(PoisonError::into_inner);
        said()[self.rank] = own.to_vec();
        self.exchange.barrier.wait();
        let all = said().clone();
        // Nobody says the next thing before all have heard this one.
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
}

/// What each of some processes makes of it, in the order of their numbers.
pub fn each_of<T: Send>(n_processes: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let said = Mutex::new(vec![Vec::new(); n_processes]);
    let exchange = Arc::new(Exchange { barrier: Barrier::new(n_processes), said });
    thread::scope(|scope| {
        let threads = (0..n_processes).map(|rank| {
            let (exchange, work) = (Arc::clone(&exchange), &work);
            scope.spawn(move || {
                join(Rc::new(Threaded { rank, size: n_processes, exchange }));
                work(rank)
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("no process fails")).collect()
    })
}
