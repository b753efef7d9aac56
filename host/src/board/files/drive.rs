//! A board's drive: where it is mounted, and how a file is written to it. Knows labels and marker files; does not know
//! what is in the file.

use std::fs::{self, File};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::port::firmware::Format;
use crate::system::{output, progress};

/// The drive of a kind of board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drive {
    /// Its label where it is mounted.
    pub label: &'static str,
    /// A file that is on every such drive.
    marker: &'static str,
    /// The name of our file there.
    file: &'static str,
}

/// The drive of both micro:bits, always present.
const MICROBIT: Drive = Drive { label: "MICROBIT", marker: "DETAILS.TXT", file: "PIPSQUEAK.HEX" };
/// The drive of a Pico, present if its button was held when it was plugged in.
const PICO: Drive = Drive { label: "RPI-RP2", marker: "INFO_UF2.TXT", file: "PIPSQUEAK.UF2" };

/// The environment variable for a folder whose subfolders are taken for the mounted drives, instead of the system's.
const DRIVES: &str = "PIPSQUEAK_DRIVES";
/// Bytes between two updates of the progress bar.
const STEP: usize = 16 * 1024;

impl Drive {
    /// The drive that accepts such files.
    pub fn taking(format: Format) -> Drive {
        match format {
            Format::Hex(_) => MICROBIT,
            Format::Uf2 => PICO,
        }
    }

    /// Writes the file to the drive, if one is mounted and the user agrees, or agreed before. Returns whether it did;
    /// without a terminal to ask on, it does not.
    pub fn offer(&self, bytes: &[u8], agreed: bool) -> Result<bool> {
        let found = self.mounted();
        let [drive] = &found[..] else {
            if !found.is_empty() {
                output::note(format_args!("Several drives are called {}: copy the file yourself.", self.label));
            }
            return Ok(false);
        };
        let question = || format!("The drive {} is at {}. Write to it? [y/N] ", self.label, drive.display());
        let can_ask = || io::stdin().is_terminal() && io::stderr().is_terminal();
        let agrees = agreed || can_ask() && ask(&question(), &mut io::stdin().lock(), &mut io::stderr().lock())?;
        if agrees {
            self.write(&drive.join(self.file), bytes)
                .with_context(|| format!("the drive at {} cannot be written", drive.display()))?;
        }
        Ok(agrees)
    }

    /// Whether a file, which may not exist yet, is at the root of such a drive.
    pub fn holds(&self, file: &Path) -> bool {
        let Some(folder) = std::path::absolute(file).ok().and_then(|file| file.parent()?.canonicalize().ok()) else {
            return false;
        };
        self.mounted().iter().any(|drive| drive.canonicalize().is_ok_and(|drive| drive == folder))
    }

    /// The paths where such drives are mounted.
    fn mounted(&self) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = match std::env::var_os(DRIVES) {
            Some(folder) => folders_in(Path::new(&folder)),
            None => self.of_system(),
        };
        found.retain(|place| place.join(self.marker).is_file());
        found.retain(|place| cfg!(windows) || place.file_name().is_some_and(|name| name == self.label));
        found.sort();
        found.dedup();
        found
    }

    #[cfg(target_os = "linux")]
    fn of_system(&self) -> Vec<PathBuf> {
        let table = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        mount_points(&table)
    }

    #[cfg(target_os = "macos")]
    fn of_system(&self) -> Vec<PathBuf> {
        folders_in(Path::new("/Volumes"))
    }

    /// The system does not tell the label of a drive's root; its marker file identifies it.
    #[cfg(windows)]
    fn of_system(&self) -> Vec<PathBuf> {
        ('D'..='Z').map(|letter| PathBuf::from(format!("{letter}:\\"))).collect()
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
    fn of_system(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Writes a file at a drive's root, directly under its name: a board that has all it needs does not wait for a
    /// rename.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(path)?;
        let bar = progress::bar(bytes.len() as u64, "{bar:30.green/dim} {percent:>3} %  {bytes} onto the drive");
        let mut n_written = 0;
        for step in bytes.chunks(STEP) {
            // Data in the computer's cache has not reached the board.
            let written = file.write_all(step).and_then(|()| file.sync_data());
            n_written += step.len();
            match written {
                // A board that has all it needs restarts at once, and its drive disappears.
                Err(_) if n_written == bytes.len() && !path.with_file_name(self.marker).exists() => {}
                written => written?,
            }
            bar.set_position(n_written as u64);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    entries.filter(|path| path.is_dir()).collect()
}

/// The second word of each line of the kernel's table; blanks in it are octal escapes.
#[cfg(any(target_os = "linux", test))]
fn mount_points(table: &str) -> Vec<PathBuf> {
    let points = table.lines().filter_map(|line| line.split(' ').nth(1));
    points
        .map(|point| PathBuf::from(point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")))
        .collect()
}

/// Any answer but yes is a no.
fn ask(question: &str, answers: &mut impl BufRead, questions: &mut impl Write) -> Result<bool> {
    write!(questions, "{question}")?;
    questions.flush()?;
    let mut line = String::new();
    answers.read_line(&mut line)?;
    Ok(matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_points_are_read_from_the_kernels_table() {
        let table = "proc /proc proc rw 0 0\n/dev/sdb /media/a\\040b/MICROBIT vfat rw 0 0\n\n";
        assert_eq!(mount_points(table), ["/proc", "/media/a b/MICROBIT"].map(PathBuf::from));
    }

    #[test]
    fn only_a_yes_agrees() {
        for (answer, agrees) in
            [("y\n", true), ("YES\n", true), ("\n", false), ("n\n", false), ("", false), ("yo\n", false)]
        {
            assert_eq!(ask("?", &mut answer.as_bytes(), &mut Vec::new()).unwrap(), agrees, "{answer:?}");
        }
    }

    #[test]
    fn a_file_is_written_whole_and_a_full_or_vanished_drive_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..100_000u32).map(|byte| byte as u8).collect();
        let file = folder.path().join("PIPSQUEAK.UF2");
        PICO.write(&file, &bytes).unwrap();
        assert_eq!(fs::read(&file).unwrap(), bytes);
        assert!(PICO.write(&folder.path().join("gone/PIPSQUEAK.UF2"), &bytes).is_err());
    }
}
