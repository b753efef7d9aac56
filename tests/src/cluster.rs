//! Many processes of the program, started by a cluster's launchers.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary::{Outcome, Running, command_of, finish};
use crate::runs::Run;

/// The program with the feature `mpi`, which `tests/run` builds.
pub fn mpi_program() -> PathBuf {
    env::var_os("PIPSQUEAK_MPI").map(PathBuf::from).expect("tests/run builds the program with MPI and says where it is")
}

/// Settings for root, two cores, and short-lived processes.
pub const OPEN_MPI: [(&str, &str); 5] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("OMPI_MCA_hwloc_base_binding_policy", "none"),
    ("OMPI_MCA_btl", "self,vader"),
];

/// `mpirun` with these arguments, not yet started.
pub fn mpirun(arguments: &[&str]) -> Command {
    let mut command = command_of(Path::new("mpirun"), arguments);
    command.envs(OPEN_MPI);
    command
}

/// This many processes of the program with these arguments, not yet started.
pub fn processes(n_processes: usize, arguments: &[&str]) -> Command {
    let (count, program) = (n_processes.to_string(), mpi_program());
    let own = ["-n", &count, program.to_str().expect("its path is text")];
    mpirun(&[&own, arguments].concat())
}

/// Runs this many processes to their end.
pub fn run_processes(n_processes: usize, arguments: &[&str]) -> Outcome {
    finish(Running::spawn(&mut processes(n_processes, arguments)), "")
}

/// Starts this many processes that resume a run, and waits for one of its files.
pub fn start_until(run: &Run, n_processes: usize, name: &str) -> Running {
    let mut running = Running::spawn(&mut processes(n_processes, &["evolve", "--resume", run.text()]));
    running.wait_until(|| run.file(name).exists());
    running
}

/// The program's own messages, without the launcher's.
pub fn own_lines(outcome: &Outcome) -> Vec<&str> {
    outcome.errors.lines().filter(|line| line.starts_with("pipsqueak: ")).collect()
}

/// The child processes that run this program.
pub fn children(parent: u32, program: &Path) -> Vec<u32> {
    let is_child = |id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        status.lines().any(|line| line.split_whitespace().eq(["PPid:", &parent.to_string()]))
            && fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|exe| exe == program)
    };
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}

/// Whether a process runs. A zombie does not.
pub fn is_alive(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
}
