//! Checks that all processes were started for the same run: by the same program, with the same settings, for the same
//! folder. Otherwise the results would belong to no run.

use std::env;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::layout::machine;
use crate::system::ending::{Agreed, Ending};
use crate::system::files;
use pipsqueak_lab::workers::Workers;

const CHECKSUM: crc::Crc<u64> = crc::Crc::<u64>::new(&crc::CRC_64_XZ);
/// The largest program whose bytes are compared, in bytes.
const LARGEST_PROGRAM: u64 = 1_000_000_000;

/// What a process was started with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Fingerprint {
    machine: String,
    /// The program's version and bytes.
    program: (String, u64),
    settings: u64,
    folder: String,
}

/// Compares the processes; all of them fail with the same error if one differs.
pub fn compare(workers: Workers<'_>, settings: &str, folder: &str) -> Result<()> {
    if workers.n_processes() == 1 {
        return Ok(());
    }
    let bytes = env::current_exe().and_then(|program| files::read(&program, LARGEST_PROGRAM)).unwrap_or_default();
    let own = Fingerprint {
        machine: machine(),
        program: (env!("CARGO_PKG_VERSION").to_owned(), CHECKSUM.checksum(&bytes)),
        settings: CHECKSUM.checksum(settings.as_bytes()),
        folder: folder.to_owned(),
    };
    match difference(&workers.of_each(own)) {
        Some(told) => Err(Agreed(Ending { status: 1, told: Some(format!("pipsqueak: {told}")) }).into()),
        None => Ok(()),
    }
}

/// What is different in the first process that differs from process 0.
fn difference(all: &[Fingerprint]) -> Option<String> {
    let (first, others) = all.split_first()?;
    let (rank, other, what) = (1..).zip(others).find_map(|(rank, other)| {
        let what = if other.program != first.program {
            "is another program than"
        } else if other.settings != first.settings {
            "has other settings than"
        } else if other.folder != first.folder {
            "has another folder than"
        } else {
            return None;
        };
        Some((rank, other, what))
    })?;
    Some(format!(
        "process {rank} on {} {what} process 0 on {}; start all of them with the same command, from the same file",
        other.machine, first.machine
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_differs_is_named_with_the_difference() {
        let same = Fingerprint {
            machine: "a".to_owned(),
            program: ("1.0".to_owned(), 7),
            settings: 8,
            folder: "runs/1".to_owned(),
        };
        assert_eq!(difference(&[same.clone(), Fingerprint { machine: "b".to_owned(), ..same.clone() }]), None);
        for (other, told) in [
            (Fingerprint { program: ("1.0".to_owned(), 6), ..same.clone() }, "another program"),
            (Fingerprint { program: ("1.1".to_owned(), 7), ..same.clone() }, "another program"),
            (Fingerprint { settings: 9, ..same.clone() }, "other settings"),
            (Fingerprint { folder: "runs/2".to_owned(), ..same.clone() }, "another folder"),
        ] {
            let difference = difference(&[same.clone(), same.clone(), other]).unwrap();
            assert!(difference.starts_with("process 2 on a ") && difference.contains(told), "{difference}");
        }
    }
}
