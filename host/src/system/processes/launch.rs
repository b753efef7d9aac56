//! How the processes were started: the launcher's variables, and MPI's view. A launcher whose processes do not find
//! each other would start the whole run many times over, into the same folder; that is refused.

use std::env;

use anyhow::{Result, bail};

use super::Collectives;
#[cfg(feature = "mpi")]
use crate::system::ending::{Agreed, Ending};
use crate::system::output;

/// A launcher: its name, and its variables for the number of processes and the rank. The first one present counts:
/// `mpirun` within a SLURM job takes precedence over SLURM.
const LAUNCHERS: [(&str, &str, &str); 4] = [
    ("mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("mpiexec", "PMI_SIZE", "PMI_RANK"),
    ("srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
    ("SLURM", "SLURM_NTASKS", "SLURM_PROCID"),
];
/// Variables through which the processes of a launcher find each other.
const WAYS_TO_OTHERS: [&str; 4] = ["PMIX_RANK", "PMIX_NAMESPACE", "PMI_RANK", "PMI_FD"];

/// The launcher's information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Launch {
    by: &'static str,
    size: usize,
    rank: usize,
    /// Whether MPI can find the others.
    finds_others: bool,
}

impl Launch {
    /// Reads the environment's variables.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Launch {
        let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
        let found = LAUNCHERS.iter().find_map(|&(by, size, rank)| Some((by, number(size)?, number(rank).unwrap_or(0))));
        let (by, size, rank) = found.unwrap_or(("", 1, number("PMIX_RANK").unwrap_or(0)));
        Launch { by, size, rank, finds_others: WAYS_TO_OTHERS.iter().any(|name| variable(name).is_some()) }
    }

    fn here() -> Launch {
        Launch::of(|name| env::var(name).ok())
    }

    /// Whether there may be others: then MPI is started.
    #[cfg(any(test, feature = "mpi"))]
    fn may_have_others(self) -> bool {
        self.finds_others && (self.size > 1 || self.by.is_empty())
    }

    /// Refuses to be one of many that do not find each other.
    fn check(self, n_known: usize) -> Result<()> {
        let Launch { by, size, .. } = self;
        if size <= 1 || n_known > 1 {
            return Ok(());
        }
        if !cfg!(feature = "mpi") {
            bail!(
                "{by} has {size} tasks, but this program was built without MPI, so each would play the whole run: build it with \
                 --features mpi, or ask for one task (docs/cluster.md)"
            );
        }
        match by {
            "srun" | "SLURM" => bail!(
                "SLURM has {size} tasks, but MPI knows of one process, so each would play the whole run: start it with srun \
                 --mpi=pmix or with mpirun, or ask for --ntasks=1"
            ),
            _ => bail!(
                "{by} has {size} processes, but MPI knows of one, so each would play the whole run: start it with the {by} of the \
                 MPI that it was built with"
            ),
        }
    }
}

/// Finds the other processes of the run, if there are any. From then on only the first of them prints.
pub fn begin() -> Result<Option<Box<dyn Collectives>>> {
    let launch = Launch::here();
    if launch.size > 1 && launch.rank > 0 {
        output::be_silent();
    }
    let found: Option<Box<dyn Collectives>> = None;
    #[cfg(feature = "mpi")]
    let found = if launch.may_have_others() { Some(super::mpi::start()?) } else { found };
    let others = found.filter(|found| found.size() > 1);
    if others.as_ref().is_some_and(|others| others.rank() > 0) {
        output::be_silent();
    }
    launch.check(others.as_ref().map_or(1, |others| others.size()))?;
    Ok(others)
}

/// Whether this is the first process according to the launcher: all have the same command line, and one is enough to
/// report what is wrong with it.
pub fn is_first_by_launcher() -> bool {
    Launch::here().rank == 0
}

/// At the end of a command: if this process failed alone, ends the others, so that none is left waiting.
pub fn abort_others(error: Option<&anyhow::Error>) {
    #[cfg(feature = "mpi")]
    {
        let is_alone = |error: &&anyhow::Error| !error.is::<Agreed>() && Ending::of(error).is_failure();
        if let Some(error) = error.filter(is_alone) {
            super::mpi::abort(error);
        }
    }
    #[cfg(not(feature = "mpi"))]
    let _ = error;
}

/// Waits for the other processes, once everything is said: a launcher ends all as soon as one has ended with a failure.
pub fn finish() {
    #[cfg(feature = "mpi")]
    super::mpi::finish();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(variables: &[(&str, &str)]) -> Launch {
        Launch::of(|name| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn without_a_launcher_there_is_one_process() {
        let launch = launch(&[]);
        assert_eq!((launch.size, launch.rank, launch.may_have_others()), (1, 0, false));
        assert!(launch.check(1).is_ok());
    }

    #[test]
    fn mpirun_takes_precedence_over_slurm() {
        let slurm = [("SLURM_NTASKS", "8"), ("SLURM_PROCID", "0")];
        let own = [("OMPI_COMM_WORLD_SIZE", "4"), ("OMPI_COMM_WORLD_RANK", "3"), ("PMIX_RANK", "3")];
        let within = launch(&[&slurm[..], &own].concat());
        assert_eq!((within.by, within.size, within.rank, within.may_have_others()), ("mpirun", 4, 3, true));
        assert!(within.check(4).is_ok() && within.check(1).is_err());
        let single = launch(&[("SLURM_NTASKS", "8"), ("OMPI_COMM_WORLD_SIZE", "1"), ("PMIX_RANK", "0")]);
        assert!(single.check(1).is_ok() && !single.may_have_others(), "one was asked for");
    }

    #[test]
    fn tasks_that_do_not_find_each_other_are_refused_with_the_remedy() {
        for variables in [
            &[("SLURM_NTASKS", "8"), ("SLURM_STEP_NUM_TASKS", "8"), ("SLURM_PROCID", "5")][..],
            &[("SLURM_NTASKS", "8"), ("SLURM_PROCID", "0")],
        ] {
            let launch = launch(variables);
            assert!(!launch.may_have_others(), "MPI is not started: it would fail with a page of messages");
            let told = launch.check(1).unwrap_err().to_string();
            let remedy = if cfg!(feature = "mpi") { "srun --mpi=pmix" } else { "--features mpi" };
            assert!(told.contains("8 tasks") && told.contains(remedy), "{told}");
        }
        let with_pmix = launch(&[("SLURM_NTASKS", "8"), ("SLURM_PROCID", "5"), ("PMIX_RANK", "5")]);
        assert!(with_pmix.may_have_others() && with_pmix.check(8).is_ok());
        assert!(launch(&[("SLURM_NTASKS", "1"), ("SLURM_PROCID", "0")]).check(1).is_ok());
    }
}
