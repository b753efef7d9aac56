//! The `page` command: writes the page as static files. The folder is complete or absent.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::files;
use crate::system::{self, output};

/// The options of `page`.
#[derive(clap::Args)]
pub struct Options {
    /// The folder to write: a new one, an empty one, or one that an earlier `page` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The page's WebAssembly; found or built if not given
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    /// The page's WebAssembly for boards; found or built if not given
    #[arg(long, value_name = "FILE")]
    boards_wasm: Option<PathBuf>,
    /// The page's WebAssembly for game trees; found or built if not given
    #[arg(long, value_name = "FILE")]
    search_wasm: Option<PathBuf>,
    /// The firmware of the micro:bit; found or built if not given
    #[arg(long, value_name = "ELF")]
    firmware: Option<PathBuf>,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let folder = &options.folder;
    let old = check(folder)?;
    let made = [
        (files::GAMES_NAME, files::games(options.wasm.as_deref())?),
        (files::BOARDS_NAME, files::boards(options.boards_wasm.as_deref())?),
        (files::SEARCH_NAME, files::search(options.search_wasm.as_deref())?),
        (files::FIRMWARE_NAME, files::firmware(options.firmware.as_deref())?.into()),
        (files::ABOUT_NAME, files::about(false).into()),
    ];
    let all = files::all().iter().copied().chain(made.iter().map(|(name, bytes)| (*name, &bytes[..])));
    let why = || format!("{} cannot be written", folder.display());
    let n_bytes = put(folder, old, all).with_context(why)?;
    output::line(format_args!(
        "{}: the page, {} KB. Any web server will do; the page needs nothing else.",
        folder.display(),
        n_bytes.div_ceil(1000)
    ))
}

/// The prefix of a temporary folder.
const UNFINISHED: &str = ".pipsqueak-page-";
/// The name of an earlier page's folder while it is replaced.
const ASIDE: &str = "page";

/// What is at the folder's path now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Old {
    Nothing,
    Empty,
    Page,
}

/// Checks that the folder may be written, before anything is built for it. Files that are not the page's are not
/// replaced.
fn check(folder: &Path) -> Result<Old> {
    let name = folder.display();
    ensure!(folder.file_name().is_some(), "{name} is not a folder that can be written");
    let Ok(found) = fs::symlink_metadata(folder) else { return Ok(Old::Nothing) };
    ensure!(found.is_dir(), "{name} already exists and is not a folder");
    let mut entries = fs::read_dir(folder).with_context(|| format!("{name} cannot be read"))?;
    if entries.next().is_none() {
        return Ok(Old::Empty);
    }
    let is_page = [files::ABOUT_NAME, files::GAMES_NAME].iter().all(|file| folder.join(file).is_file());
    if !is_page {
        bail!("{name} contains files that are not part of the page: choose another folder");
    }
    Ok(Old::Page)
}

/// Writes everything to a temporary folder, and renames it when it is complete.
fn put<'f>(folder: &Path, old: Old, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<usize> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    for leftover in system::files::leftovers(parent, UNFINISHED) {
        let _ = fs::remove_dir_all(leftover);
    }
    let new = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(parent)?;
    // Locked until the page is in its place, so that no other program removes it as a leftover. Only on Unix can a
    // folder be opened.
    let claim = cfg!(unix).then(|| fs::File::open(new.path())).transpose()?;
    let is_claimed = claim.as_ref().is_none_or(|claim| system::files::is_claimed(claim, new.path()));
    ensure!(is_claimed, "another program has removed what was being written");
    let mut n_bytes = 0;
    for (name, bytes) in files {
        let file = new.path().join(name);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&file, bytes)?;
        fs::File::open(&file)?.sync_all()?;
        n_bytes += bytes.len();
    }
    open_to_all(new.path())?;
    if old == Old::Page {
        keep_others(folder, new.path())?;
    }
    // The old and the new folder exchange their names in one step; the old one is removed under its new name.
    if old == Old::Page && exchange(new.path(), folder).is_ok() {
        drop(claim);
        return Ok(n_bytes);
    }
    let aside = (old == Old::Page).then(|| tempfile::Builder::new().prefix(".old-").tempdir_in(parent)).transpose()?;
    if let Some(aside) = &aside {
        fs::rename(folder, aside.path().join(ASIDE))?;
    }
    #[cfg(not(unix))]
    if old == Old::Empty {
        fs::remove_dir(folder)?;
    }
    if let Err(error) = fs::rename(new.path(), folder) {
        // The earlier page is restored. If it cannot be, because another program has put something there, it stays
        // aside.
        if let Some(aside) = aside
            && fs::rename(aside.path().join(ASIDE), folder).is_err()
        {
            bail!("{error}; what was there is in {}", aside.keep().join(ASIDE).display());
        }
        return Err(error.into());
    }
    // The temporary folder has become the page's: there is nothing left to remove.
    let _ = new.keep();
    Ok(n_bytes)
}

/// Exchanges the names of two folders atomically, if the file system supports it.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> std::io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Takes over the files in an earlier page's folder that are not the page's, such as a web server's configuration.
fn keep_others(old: &Path, new: &Path) -> Result<()> {
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        let (from, to) = (entry.path(), new.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&to)?;
            keep_others(&from, &to)?;
        } else if fs::symlink_metadata(&to).is_err() {
            // A hard link, or a copy if that is not possible.
            fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop))?;
        }
    }
    Ok(())
}

/// A temporary folder is private to its owner; a web server must be able to read the page.
#[cfg(unix)]
fn open_to_all(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn open_to_all(_: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &[u8]); 3] = [("about.json", b"{}"), ("games.wasm", b"1"), ("a/b.js", b"2")];

    #[test]
    fn a_page_is_written_whole_over_nothing_over_an_empty_folder_and_over_a_page() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("deep/page");
        for expected in [Old::Nothing, Old::Page, Old::Page] {
            assert_eq!(check(&folder).unwrap(), expected);
            assert_eq!(put(&folder, expected, FILES.into_iter()).unwrap(), 4);
            assert_eq!(fs::read(folder.join("a/b.js")).unwrap(), b"2");
            // Files that the user adds to the folder stay.
            for added in ["CNAME", "a/own.css", "own/deep/file"].map(|name| folder.join(name)) {
                if expected == Old::Nothing {
                    fs::create_dir_all(added.parent().unwrap()).unwrap();
                    fs::write(&added, "the user's").unwrap();
                }
                assert_eq!(fs::read(&added).unwrap(), b"the user's");
            }
            fs::write(folder.join("a/b.js"), "of an earlier page").unwrap();
        }
        let empty = place.path().join("empty");
        fs::create_dir(&empty).unwrap();
        assert_eq!(check(&empty).unwrap(), Old::Empty);
        put(&empty, Old::Empty, FILES.into_iter()).unwrap();
        assert!(empty.join("about.json").exists());
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
        assert_eq!(fs::read_dir(place.path().join("deep")).unwrap().count(), 1);
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn a_page_is_replaced_without_a_gap() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("page");
        put(&folder, Old::Nothing, FILES.into_iter()).unwrap();
        fs::write(folder.join("CNAME"), "the user's").unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                (0..300).for_each(|_| assert_eq!(put(&folder, Old::Page, FILES.into_iter()).unwrap(), 4));
            });
            // The writer is also finished when it panics.
            while !writer.is_finished() {
                assert!(folder.exists(), "a program that is killed now leaves no page");
            }
        });
        assert_eq!(fs::read(folder.join("CNAME")).unwrap(), b"the user's");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn other_files_are_not_replaced_and_a_folder_is_never_incomplete() {
        let place = tempfile::tempdir().unwrap();
        let [full, file, new] = ["full", "file", "new"].map(|name| place.path().join(name));
        fs::create_dir(&full).unwrap();
        fs::write(full.join("thesis.tex"), "years").unwrap();
        fs::write(&file, "").unwrap();
        assert!(check(&full).is_err() && check(&file).is_err() && check(Path::new("/")).is_err());
        // A name that cannot be written fails in the middle.
        let bad = [FILES[0], ("about.json/below", b"3"), FILES[1]];
        assert!(put(&new, Old::Nothing, bad.into_iter()).is_err());
        assert!(!new.exists());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    }
}
