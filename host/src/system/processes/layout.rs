//! Where the processes run, and how many threads each of them gets: processes and threads must not compete for cores.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread::available_parallelism;

use serde::{Deserialize, Serialize};

use crate::system::output;
use pipsqueak_lab::workers::Workers;

/// The most machines named in the layout's line.
const MOST_NAMED: usize = 8;

/// Where a process runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Place {
    machine: String,
    /// The cores that it may use: its affinity mask. Empty on systems without one.
    cores: Vec<usize>,
    /// How many of them it may use at a time: a container may be limited to fewer.
    n_cores: usize,
}

/// The threads of this process, and those of all processes: as many as asked for, or its fair share of its cores. The
/// layout is printed in a line.
pub fn threads(workers: Workers<'_>, asked: Option<usize>) -> (usize, usize) {
    let n_cores = available_parallelism().map_or(1, usize::from);
    let places = workers.of_each(Place { machine: machine(), cores: affinity(), n_cores });
    let own = asked.unwrap_or_else(|| fair_part(&places, workers.rank()));
    let threads = workers.of_each(own);
    output::note(described(&places, &threads));
    (own, threads.iter().sum())
}

/// The name of this computer.
pub fn machine() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "this computer".to_owned() } else { name.trim().to_owned() }
}

/// The cores that this process may use.
fn affinity() -> Vec<usize> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).map(parse_cores).unwrap_or_default()
}

/// The cores of a list such as `0-3,8`.
fn parse_cores(list: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse::<usize>().ok()?..=last.trim().parse::<usize>().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

/// A process's fair share of threads: a core that several processes may use counts for each of them in part.
fn fair_part(places: &[Place], rank: usize) -> usize {
    let Some(own) = places.get(rank) else { return 1 };
    let here = || places.iter().filter(|place| place.machine == own.machine);
    let part = |core: &usize| 1.0 / here().filter(|place| place.cores.contains(core)).count().max(1) as f64;
    let fair: f64 = match own.cores.as_slice() {
        [] => own.n_cores as f64 / here().count() as f64,
        cores => cores.iter().map(part).sum(),
    };
    // Thirds of a core that add up to a whole one are one.
    ((fair + 1e-6) as usize).clamp(1, own.n_cores.max(1))
}

/// The layout in one line.
fn described(places: &[Place], threads: &[usize]) -> String {
    let mut machines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (rank, place) in places.iter().enumerate() {
        machines.entry(&place.machine).or_default().push(rank);
    }
    let mut in_order: Vec<(&str, Vec<usize>)> = machines.into_iter().collect();
    in_order.sort_by_key(|(_, ranks)| ranks[0]);
    let (n_machines, n_threads) = (in_order.len(), threads.iter().sum::<usize>());
    let named = in_order.iter().take(MOST_NAMED).map(|(machine, ranks)| on_machine(machine, ranks, places, threads));
    let more = (n_machines > MOST_NAMED).then(|| format!("and {} more", n_machines - MOST_NAMED));
    format!(
        "{} processes on {n_machines} machine{}, {n_threads} threads in all: {}",
        places.len(),
        if n_machines == 1 { "" } else { "s" },
        named.chain(more).collect::<Vec<String>>().join("; ")
    )
}

/// The processes of one machine, with their threads and the cores that they may use.
fn on_machine(machine: &str, ranks: &[usize], places: &[Place], threads: &[usize]) -> String {
    let own: Vec<usize> = ranks.iter().map(|&rank| threads[rank]).collect();
    let is_alike = own.iter().all(|n_threads| *n_threads == own[0]);
    let each = if is_alike {
        format!("{} each", own[0])
    } else {
        own.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    };
    let cores: BTreeSet<usize> = ranks.iter().flat_map(|&rank| places[rank].cores.iter().copied()).collect();
    let cores: Vec<usize> = cores.into_iter().collect();
    let is_crowded = !cores.is_empty() && own.iter().sum::<usize>() > cores.len();
    let crowded = if is_crowded { ", more threads than cores" } else { "" };
    format!("{machine} has {} with {each} on cores {}{crowded}", ranges(ranks), ranges(&cores))
}

/// Ascending numbers as a list such as `0-3,8`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    let text = runs.collect::<Vec<_>>().join(",");
    if text.is_empty() { "unknown".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(machine: &str, cores: &str) -> Place {
        let cores = parse_cores(cores);
        Place { machine: machine.to_owned(), n_cores: cores.len().max(1), cores }
    }

    #[test]
    fn the_kernels_lists_are_read_and_written() {
        assert_eq!(parse_cores("\t0-3,8\n"), [0, 1, 2, 3, 8]);
        assert_eq!(parse_cores("5"), [5]);
        assert_eq!(ranges(&[0, 1, 2, 3, 8]), "0-3,8");
        assert!(parse_cores("none").is_empty());
        if cfg!(target_os = "linux") {
            assert!(!affinity().is_empty());
        }
    }

    #[test]
    fn cores_are_shared_fairly() {
        // Bound to cores of their own, to a socket each, not at all, and more processes than cores.
        let own = [place("a", "0"), place("a", "1")];
        assert_eq!([0, 1].map(|rank| fair_part(&own, rank)), [1, 1]);
        let sockets = [place("a", "0-7"), place("a", "0-7"), place("a", "8-15"), place("b", "0-15")];
        assert_eq!([0, 1, 2, 3].map(|rank| fair_part(&sockets, rank)), [4, 4, 8, 16]);
        let thirds = vec![place("a", "0-2"); 3];
        assert_eq!(fair_part(&thirds, 2), 1);
        let crowd = vec![place("a", "0-1"); 4];
        assert_eq!(fair_part(&crowd, 3), 1);
        // A container limited to half of its cores; a system without a mask.
        let container = [Place { n_cores: 2, ..place("a", "0-3") }];
        assert_eq!(fair_part(&container, 0), 2);
        let silent = vec![Place { machine: "a".to_owned(), cores: Vec::new(), n_cores: 8 }; 2];
        assert_eq!(fair_part(&silent, 0), 4);
    }

    #[test]
    fn the_layout_is_described_in_one_line() {
        let places = [place("n1", "0-7"), place("n1", "0-7"), place("n2", "0-3"), place("n2", "0")];
        assert_eq!(
            described(&places, &[4, 4, 3, 1]),
            "4 processes on 2 machines, 12 threads in all: n1 has 0-1 with 4 each on cores 0-7; n2 has 2-3 with 3, 1 on cores 0-3"
        );
        let crowd = described(&vec![place("n1", "0"); 2], &[1, 1]);
        assert!(crowd.ends_with("on cores 0, more threads than cores"), "{crowd}");
        let many: Vec<Place> = (0..10).map(|number| place(&format!("n{number}"), "0")).collect();
        assert!(described(&many, &[1; 10]).ends_with("; and 2 more"));
    }
}
