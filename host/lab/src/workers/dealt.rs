//! Work distributed over the processes of a run, and their collective operations. With one process, the work is simply
//! done.

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Stopped, Team, Workers};

impl Workers<'_> {
    /// The number of processes.
    pub fn n_processes(self) -> usize {
        self.team.map_or(1, Team::size)
    }

    /// This process's rank, counted from 0.
    pub fn rank(self) -> usize {
        self.team.map_or(0, Team::rank)
    }

    /// The items of this process.
    pub fn own(self, n_items: usize) -> impl Iterator<Item = usize> + Clone + Send {
        (self.rank()..n_items).step_by(self.n_processes())
    }

    /// Does the same work with the numbers below `n_items`, shared among all threads of all processes. The results are
    /// in the order of the numbers, and every process gets all of them. The work itself may use the
    /// [`local`](Workers::local) threads.
    pub fn share<R: Send + Serialize + DeserializeOwned>(
        self,
        n_items: usize,
        work: impl Fn(usize) -> R + Sync,
    ) -> Vec<R> {
        self.share_with(n_items, || (), |(), item| work(item))
    }

    /// As [`Workers::share`], with a workspace for each thread.
    pub fn share_with<W, R: Send + Serialize + DeserializeOwned>(
        self,
        n_items: usize,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) -> R + Sync,
    ) -> Vec<R> {
        let own = self.timed(|| self.local().map_with(self.own(n_items), workspace, work));
        match self.team {
            Some(team) => in_order(exchange(team, &own)),
            None => own,
        }
    }

    /// As [`Workers::share_with`], with work that may fail: a failure in one process fails all.
    ///
    /// # Errors
    /// The first failure, by rank.
    pub fn try_share_with<W, R: Send + Serialize + DeserializeOwned>(
        self,
        n_items: usize,
        workspace: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let own = self.timed(|| self.local().try_map_with(self.own(n_items), workspace, work));
        let Some(team) = self.team else { return own };
        let own = own.map_err(|error| team.pack(&error));
        let parts: Vec<Result<Vec<R>, Vec<u8>>> = exchange(team, &own);
        let parts = parts.into_iter().collect::<Result<Vec<_>, _>>();
        parts.map(in_order).map_err(|bytes| team.unpack(&bytes))
    }

    /// Adds up integers, element by element: each process passes in those of its [`own`](Workers::own) items.
    pub fn sum(self, work: impl FnOnce() -> Vec<u64>) -> Vec<u64> {
        let mut own = self.timed(work);
        if let Some(team) = self.team {
            team.sum(&mut own);
        }
        own
    }

    /// The greatest number that any process passes in.
    pub fn max_over_ranks(self, own: u8) -> u8 {
        self.of_each(own).into_iter().max().unwrap_or(own)
    }

    /// Whether a condition holds in any process. Call it before another collective call, so that no process is left
    /// waiting.
    pub fn any(self, own: bool) -> bool {
        self.max_over_ranks(own.into()) > 0
    }

    /// [`Stopped`] in every process once one of them is to stop.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn check_together(self) -> Result<(), Stopped> {
        if self.any(self.must_stop()) { Err(Stopped) } else { Ok(()) }
    }

    /// Each process's own value; if one process failed, an error in all.
    ///
    /// # Errors
    /// The first failure, by rank.
    pub fn all_ok<T>(self, own: Result<T>) -> Result<T> {
        let Some(team) = self.team else { return own };
        let failure = own.as_ref().err().map(|error| team.pack(error));
        match exchange(team, &failure).into_iter().flatten().next() {
            Some(bytes) => Err(team.unpack(&bytes)),
            None => own,
        }
    }

    /// The result of process 0; the others wait for it.
    ///
    /// # Errors
    /// The failure of process 0, in every process.
    pub fn on_root<T: Serialize + DeserializeOwned>(self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let Some(team) = self.team else { return work() };
        let own = (team.rank() == 0).then(|| work().map_err(|error| team.pack(&error)));
        let given: Vec<Option<Result<T, Vec<u8>>>> = exchange(team, &own);
        let root = given.into_iter().next().flatten().expect("process 0 gives something");
        root.map_err(|bytes| team.unpack(&bytes))
    }

    /// The values of all processes, by rank.
    pub fn of_each<T: Serialize + DeserializeOwned>(self, own: T) -> Vec<T> {
        match self.team {
            Some(team) => exchange(team, &own),
            None => vec![own],
        }
    }

    fn timed<T>(self, work: impl FnOnce() -> T) -> T {
        let tell = |begins| {
            if let Some(team) = self.team {
                team.is_working(begins);
            }
        };
        tell(true);
        let done = work();
        tell(false);
        done
    }
}

fn exchange<T: Serialize + DeserializeOwned>(team: &dyn Team, own: &T) -> Vec<T> {
    // Floats are sent by their bits, so nothing changes on the way.
    let bytes = postcard::to_stdvec(own).expect("results are plain values");
    let read = |bytes: Vec<u8>| postcard::from_bytes(&bytes).expect("processes of one build understand each other");
    team.gather(&bytes).into_iter().map(read).collect()
}

/// Interleaves the parts: the first of each, then the second of each, and so on.
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
