//! Locks: one program at a time on a board's file, or on a run. The operating system releases the lock when its holder
//! ends, however it ends.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fmt, process, thread};

use anyhow::{Context, Result, bail};
use pipsqueak_lab::text;

use super::files::is_at;

/// A lock on a file. It is held on another file beside it, because the file itself is replaced.
pub struct FileLock {
    place: PathBuf,
    _held: File,
}

/// Another program holds the lock.
#[derive(Clone, Debug)]
pub struct InUse {
    file: PathBuf,
    holder: String,
}

impl fmt::Display for InUse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is in use by {}", self.file.display(), self.holder)
    }
}

impl std::error::Error for InUse {}

/// The timeout for a lock, and the interval between attempts.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl FileLock {
    /// Waits for the lock, up to a timeout.
    pub fn in_turn(file: &Path) -> Result<FileLock> {
        let begun = Instant::now();
        loop {
            match FileLock::of(file) {
                Err(error) if error.is::<InUse>() && begun.elapsed() < LOCK_TIMEOUT => thread::sleep(POLL_INTERVAL),
                lock => return lock,
            }
        }
    }

    /// Takes the lock; the error names its holder.
    pub fn of(file: &Path) -> Result<FileLock> {
        let why = || format!("{} cannot be locked", file.display());
        if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
            bail!("{} cannot be written: it is a pipe or a device, not a file", file.display());
        }
        // A link is followed to its file.
        let meant = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let mut name = OsString::from(".");
        name.push(meant.file_name().with_context(|| format!("{} has no file name", file.display()))?);
        name.push(".lock");
        let place = meant.with_file_name(name);
        loop {
            let mut held =
                File::options().read(true).write(true).create(true).truncate(false).open(&place).with_context(why)?;
            match held.try_lock() {
                Ok(()) => {}
                // A file system without locks, as on some clusters, leaves it to its users.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::WouldBlock) => {
                    bail!(InUse { file: file.to_owned(), holder: holder(&mut held) })
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(why),
            }
            // The previous holder may have removed the file in between; then the lock is on no file any more.
            if is_at(&held, &place) {
                // The lock is valid even without its holder's name, for which a full disk has no room.
                let _ = held.set_len(0).and_then(|()| held.write_all(introduction().as_bytes()));
                return Ok(FileLock { place, _held: held });
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A lock file that is left over locks nothing.
        let _ = fs::remove_file(&self.place);
    }
}

/// The holder's name, shown to others while this program holds the lock.
fn introduction() -> String {
    let command: Vec<String> = env::args().skip(1).take(1).collect();
    format!("pipsqueak {} (process {})", command.join(" "), process::id())
}

fn holder(held: &mut File) -> String {
    let mut said = String::new();
    match held.take(200).read_to_string(&mut said) {
        Ok(1..) => text::name(&said, 60),
        _ => "another program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_is_refused_with_its_holder_and_no_file_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("board");
        let first = FileLock::of(&file).unwrap();
        let refused = FileLock::of(&file).err().unwrap().to_string();
        assert!(refused.contains("in use by pipsqueak") && refused.contains(&process::id().to_string()));
        drop(first);
        drop(FileLock::of(&file).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // A file left by a crash locks nothing.
        fs::write(folder.path().join(".board.lock"), "pipsqueak match (process 1)").unwrap();
        drop(FileLock::of(&file).unwrap());
    }
}
