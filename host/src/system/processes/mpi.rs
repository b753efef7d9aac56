//! A team of processes over MPI: the only file that knows MPI.

use std::panic;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, thread};

use anyhow::{Result, bail};
use mpi::Threading;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use super::Collectives;
use super::layout::machine;
use crate::system::ending::Ending;
use crate::system::output;

/// Dropping it finalises MPI.
static UNIVERSE: Mutex<Option<Universe>> = Mutex::new(None);

/// All processes that the launcher started.
struct World;

fn world() -> SimpleCommunicator {
    SimpleCommunicator::world()
}

impl Collectives for World {
    fn size(&self) -> usize {
        world().size() as usize
    }

    fn rank(&self) -> usize {
        world().rank() as usize
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let world = world();
        let mut counts = vec![0i32; self.size()];
        let n_own = i32::try_from(own.len()).expect("a message has less than two gigabytes");
        world.all_gather_into(&n_own, &mut counts[..]);
        let mut starts = Vec::with_capacity(counts.len());
        let mut n_bytes = 0i32;
        for count in &counts {
            starts.push(n_bytes);
            n_bytes = n_bytes.checked_add(*count).expect("all together say less than two gigabytes");
        }
        let mut all = vec![0u8; n_bytes as usize];
        let mut parts = PartitionMut::new(&mut all[..], &counts[..], &starts[..]);
        world.all_gather_varcount_into(own, &mut parts);
        let part = |(&count, &start): (&i32, &i32)| all[start as usize..(start + count) as usize].to_vec();
        counts.iter().zip(&starts).map(part).collect()
    }

    fn sum(&self, own: &mut [u64]) {
        let mut sum = vec![0u64; own.len()];
        world().all_reduce_into(&*own, &mut sum[..], SystemOperation::sum());
        own.copy_from_slice(&sum);
    }
}

/// Finds the other processes. From now on, a process that panics prints why and ends all of them.
pub fn start() -> Result<Box<dyn Collectives>> {
    // Only the thread that plays the run calls MPI, but any may panic meanwhile.
    let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Multiple) else {
        bail!("MPI cannot be started twice");
    };
    if threading < Threading::Serialized {
        bail!("this MPI cannot be used by a program with threads: use one with MPI_THREAD_MULTIPLE");
    }
    *UNIVERSE.lock().unwrap_or_else(PoisonError::into_inner) = Some(universe);
    let tell = panic::take_hook();
    let who = format!("pipsqueak: process {} on {} failed; it ends the others", world().rank(), machine());
    panic::set_hook(Box::new(move |panic| {
        tell(panic);
        output::note_anyway(&who);
        world().abort(1);
    }));
    // For the tests, which have no other way to make a process panic. A release does not have it.
    if cfg!(debug_assertions)
        && env::var("PIPSQUEAK_PANICKING_PROCESS").is_ok_and(|number| number == world().rank().to_string())
    {
        panic!("as was asked for");
    }
    Ok(Box::new(World))
}

/// Ends all processes, if there are others, because this one failed alone.
pub fn abort(error: &anyhow::Error) {
    let has_others = UNIVERSE.lock().unwrap_or_else(PoisonError::into_inner).is_some() && world().size() > 1;
    if !has_others {
        return;
    }
    // A failure that all processes share is printed once: the first ends the others before they print.
    if world().rank() > 0 {
        thread::sleep(Duration::from_secs(1));
    }
    let Ending { status, told } = Ending::of(error);
    output::note_anyway(format_args!("{} (process {} on {})", told.unwrap_or_default(), world().rank(), machine()));
    world().abort(status.into());
}

/// Waits for the others and finalises MPI.
pub fn finish() {
    drop(UNIVERSE.lock().unwrap_or_else(PoisonError::into_inner).take());
}
