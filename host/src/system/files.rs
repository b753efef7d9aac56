//! Files that outlast a power cut.

#[cfg(unix)]
use std::fs::File;
use std::path::Path;
use std::{fs, io};

use tempfile::Builder;

/// Replaces a file as a whole: whoever reads it, whenever the power fails, finds the old or the new one. Who replaces
/// it at the same time does so before or after.
pub fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(target, |path| fs::write(path, bytes))
}

/// As [`replace`], with content that is written to a path by whoever makes it. What fails leaves no file behind.
pub fn replace_by(target: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let old = fs::metadata(target).ok().map(|old| old.permissions());
    let mut builder = Builder::new();
    builder.prefix(".new-");
    if old.is_none() {
        let_the_umask_decide(&mut builder);
    }
    let new = builder.tempfile_in(folder)?;
    write(new.path())?;
    // Only now: the old file may be one that nobody writes to.
    old.map_or(Ok(()), |permissions| new.as_file().set_permissions(permissions))?;
    new.as_file().sync_all()?;
    new.persist(target)?;
    sync(folder)
}

/// A temporary file is its owner's alone; a new file to keep is what the user lets new files be.
#[cfg(unix)]
fn let_the_umask_decide(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

/// A name stands in its folder, which reaches the disk in its own time.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

// Elsewhere files have no such mode, and a folder cannot be opened to be synced.
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
    fn what_fails_leaves_the_old_file_and_no_other() {
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
    fn whoever_reads_finds_one_of_the_contents_whole_while_many_replace_it() {
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
        for kept in [0o400, 0o600, 0o640, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            replace(&file, b"newer").unwrap();
            assert_eq!(mode(&file), kept);
        }
    }
}
