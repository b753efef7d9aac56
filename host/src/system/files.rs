//! Files that survive a power cut and a full disk, and reads that are bounded.

use std::ffi::OsStr;
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// Replaces a file atomically: at any time, even after a power cut, a reader finds the old or the new content.
/// Concurrent replacements take place one after the other.
pub fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::of(target)?;
    new.write_all(bytes)?;
    new.commit()
}

/// As [`replace`], with content that `write` writes to a temporary path. A failure leaves no file behind.
#[cfg(unix)]
pub fn replace_by(target: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let new = Replacement::of(target)?;
    write(new.path())?;
    new.commit()
}

/// The prefix of temporary files. A program that is killed leaves them behind, and the next one that writes into the
/// same folder removes them.
const UNFINISHED: &str = ".pipsqueak-new-";
/// The random letters that follow.
const N_RANDOM: usize = 6;

/// Whether a file of this name is a temporary one, which stays forever if its program was killed.
pub fn is_unfinished(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes())
}

/// The new content of a file: until it is committed the old one stays, and dropping it leaves nothing behind.
pub struct Replacement {
    target: PathBuf,
    new: New,
}

enum New {
    /// A temporary file beside the target, renamed to it on commit.
    Beside(NamedTempFile, Option<fs::Permissions>),
    /// A device or a pipe, which has no content to lose.
    Stream(File),
}

impl Replacement {
    /// Begins to replace a file. A read-only file is refused.
    pub fn of(target: &Path) -> io::Result<Replacement> {
        // A link is followed to its file.
        let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
            let stream = File::options().write(true).open(&target)?;
            return Ok(Replacement { target, new: New::Stream(stream) });
        }
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let old = old.map(|old| old.permissions());
        if old.as_ref().is_some_and(fs::Permissions::readonly) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        let mut builder = Builder::new();
        builder.prefix(UNFINISHED).rand_bytes(N_RANDOM);
        if old.is_none() {
            let_the_umask_decide(&mut builder);
        }
        let folder = folder_of(&target);
        remove_leftovers(folder);
        let new = loop {
            let new = builder.tempfile_in(folder).map_err(without_path)?;
            // Another program that removes leftovers may have found it before it was claimed.
            if is_claimed(new.as_file(), new.path()) {
                break new;
            }
        };
        Ok(Replacement { target, new: New::Beside(new, old) })
    }

    /// The path of the new content until it is committed.
    #[cfg(unix)]
    fn path(&self) -> &Path {
        match &self.new {
            New::Beside(new, _) => new.path(),
            New::Stream(_) => &self.target,
        }
    }

    /// Syncs the new content and puts it in the old one's place.
    pub fn commit(self) -> io::Result<()> {
        let New::Beside(new, old) = self.new else { return Ok(()) };
        old.map_or(Ok(()), |permissions| new.as_file().set_permissions(permissions))?;
        new.as_file().sync_all()?;
        new.persist(&self.target)?;
        sync(folder_of(&self.target))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.new {
            New::Beside(new, _) => new.write(bytes),
            New::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.new {
            New::Beside(new, _) => new.flush(),
            New::Stream(stream) => stream.flush(),
        }
    }
}

/// All bytes of a file that has at most this many.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if file.metadata()?.len() > most {
        return Err(too_long(most));
    }
    read_at_most(file, most)
}

/// Opens a file for reading. A pipe or a device is refused: it may never end.
pub fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    match found.is_file() {
        true => File::open(path),
        false if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other("it is a pipe or a device, not a file")),
    }
}

/// All bytes of a source, at most this many.
pub fn read_at_most(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn too_long(most: u64) -> io::Error {
    io::Error::other(match most {
        0..1_000_000 => format!("it has more than {most} bytes"),
        most => format!("it has more than {} MB", most / 1_000_000),
    })
}

/// Locks a file or a folder that will be renamed: while it is open here, no program removes it as a leftover. `false`
/// if it is already gone.
#[cfg(unix)]
pub fn is_claimed(open: &File, path: &Path) -> bool {
    // On a file system without locks, leftovers are not removed.
    !matches!(open.try_lock(), Err(TryLockError::WouldBlock)) && is_at(open, path)
}

/// On other systems leftovers stay.
#[cfg(not(unix))]
pub fn is_claimed(_: &File, _: &Path) -> bool {
    true
}

/// Removes what killed programs have left in a folder; only once, because a run writes its files again and again.
fn remove_leftovers(folder: &Path) {
    static SEEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.iter().any(|seen| seen == folder) {
        seen.push(folder.to_owned());
        for leftover in leftovers(folder, UNFINISHED) {
            let _ = fs::remove_file(leftover);
        }
    }
}

/// The files and folders with this prefix in a folder that no program has locked.
#[cfg(unix)]
pub fn leftovers(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let is_named = |path: &Path| {
        let random = path.file_name().and_then(|name| name.to_str()?.strip_prefix(prefix));
        random.is_some_and(|random| random.len() == N_RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    let is_left = |path: &Path| {
        let is_plain = fs::symlink_metadata(path).is_ok_and(|found| found.is_file() || found.is_dir());
        is_plain && File::open(path).is_ok_and(|open| open.try_lock().is_ok() && is_at(&open, path))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| is_named(path) && is_left(path)).collect()
}

/// On other systems leftovers stay.
#[cfg(not(unix))]
pub fn leftovers(_: &Path, _: &str) -> Vec<PathBuf> {
    Vec::new()
}

/// Whether an open file is the one at a path: it may have been removed or replaced.
#[cfg(unix)]
pub fn is_at(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: io::Result<fs::Metadata>| found.map(|found| (found.dev(), found.ino())).ok();
    identity(open.metadata()) == identity(fs::metadata(path))
}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
pub fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Whether two paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
}

/// The device and inode, which all names of a file share.
#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| folder.as_os_str() != OsStr::new("")).unwrap_or(Path::new("."))
}

/// The system's error, without the path of a temporary file, which tells a person nothing.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// A temporary file is private to its owner; a permanent one gets the mode of any new file.
#[cfg(unix)]
fn let_the_umask_decide(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

/// Syncs a folder, since a file's name is stored there.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

// Other systems have no such mode, and a folder cannot be opened to be synced.
#[cfg(not(unix))]
fn let_the_umask_decide(_: &mut Builder<'_, '_>) {}

#[cfg(not(unix))]
fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_file_is_made_or_replaced_and_nothing_else_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for content in ["long enough to be cut off", "short", ""] {
            replace(&file, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), content);
            assert_eq!(names(folder.path()), ["file"]);
        }
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let [file, taken] = ["file", "taken"].map(|name| folder.path().join(name));
        replace(&file, b"old").unwrap();
        let failed = replace_by(&file, |path| {
            fs::write(path, "half")?;
            Err(io::Error::other("the power failed"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the power failed");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, b"a folder is no file").is_err());
        fs::remove_dir(&taken).unwrap();
        assert_eq!(names(folder.path()), ["file"]);
        assert!(replace(&folder.path().join("nowhere/file"), b"").is_err());
    }

    #[test]
    fn a_reader_finds_whole_content_while_many_replace_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let contents = [b'a', b'b', b'c'].map(|byte| vec![byte; 100_000]);
        replace(&file, &contents[0]).unwrap();
        std::thread::scope(|scope| {
            for content in &contents {
                scope.spawn(|| (0..10).for_each(|_| replace(&file, content).unwrap()));
            }
            for _ in 0..100 {
                assert!(contents.contains(&fs::read(&file).unwrap()));
            }
        });
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_and_a_new_one_has_that_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["file", "other"].map(|name| folder.path().join(name));
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
        File::create(&other).unwrap();
        replace(&file, b"new").unwrap();
        assert_eq!(mode(&file), mode(&other));
        for kept in [0o600, 0o640, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            replace(&file, b"newer").unwrap();
            assert_eq!(mode(&file), kept);
        }
        fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
        assert_eq!(replace(&file, b"newest").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!((mode(&file), fs::read(&file).unwrap()), (0o400, b"newer".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_in_place_and_a_link_is_followed() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        replace(Path::new("/dev/null"), b"lost").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert!(replace(Path::new("/dev/full"), b"no room").is_err());
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && is_same(&file, &link));
    }

    #[test]
    fn a_read_ends_at_its_bound_and_a_device_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, [7; 100]).unwrap();
        assert_eq!(read(&file, 100).unwrap(), [7; 100]);
        assert_eq!(read(&file, 99).unwrap_err().to_string(), "it has more than 99 bytes");
        assert_eq!(read_at_most(io::repeat(7), 5_000_000).unwrap_err().to_string(), "it has more than 5 MB");
        assert_eq!(read(folder.path(), 100).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        if cfg!(unix) {
            assert!(read(Path::new("/dev/zero"), 100).unwrap_err().to_string().contains("not a file"));
        }
    }
}
