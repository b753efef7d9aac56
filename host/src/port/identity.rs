//! Whether two ports are the same board: a device, a socket or a file may have two names. Knows files and addresses;
//! opens nothing.

use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::Port;

/// Refuses a list in which two ports are the same board.
pub fn check_distinct(ports: &[Port]) -> Result<()> {
    for (number, port) in ports.iter().enumerate() {
        if let Some(other) = ports.iter().take(number).find(|other| is_same(other, port)) {
            bail!("{other} and {port} are the same board, which cannot meet itself");
        }
    }
    Ok(())
}

fn is_same(one: &Port, other: &Port) -> bool {
    match (one, other) {
        (Port::Tcp(one), Port::Tcp(other)) => one == other || have_an_address_in_common(one, other),
        _ => file_of(one).zip(file_of(other)).is_some_and(|(one, other)| is_same_file(one, other)),
    }
}

/// A port's path in the file system. An emulated board without a file is a new one each time.
fn file_of(port: &Port) -> Option<&Path> {
    match port {
        Port::Serial(device) => Some(Path::new(device)),
        Port::Unix(path) | Port::Emulator(Some(path)) | Port::EmulatorV2(Some(path)) | Port::Sim(Some(path)) => {
            Some(path)
        }
        Port::Tcp(_) | Port::Emulator(None) | Port::EmulatorV2(None) | Port::Sim(None) => None,
    }
}

fn have_an_address_in_common(one: &str, other: &str) -> bool {
    let (Ok(one), Ok(mut other)) = (one.to_socket_addrs(), other.to_socket_addrs()) else { return false };
    let one: Vec<_> = one.collect();
    other.any(|address| one.contains(&address))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    resolved(one) == resolved(other) || node(one).is_some_and(|found| Some(found) == node(other))
}

/// The path without symbolic links, `.` and `..`; for a file that does not exist yet, only its folder is resolved.
fn resolved(path: &Path) -> PathBuf {
    let whole = |path: &Path| path.canonicalize().ok();
    let in_its_folder = || {
        let path = std::path::absolute(path).ok()?;
        Some(whole(path.parent()?)?.join(path.file_name()?))
    };
    whole(path).or_else(in_its_folder).unwrap_or_else(|| path.to_owned())
}

/// The device and inode, which two names of one file share.
#[cfg(unix)]
fn node(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn node(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn refused(one: &str, other: &str) -> bool {
        check_distinct(&[Port::named(one).unwrap(), Port::named(other).unwrap()]).is_err()
    }

    #[test]
    fn bare_emulators_are_a_new_board_each() {
        assert!(!refused("sim", "sim") && !refused("qemu", "qemu") && !refused("qemu", "sim"));
    }

    #[test]
    fn two_names_of_one_place_are_one_board() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        assert!(refused(&format!("sim:{}", at("new")), &format!("qemu:{}", at("./new"))), "not there yet");
        assert!(!refused(&format!("sim:{}", at("new")), &format!("sim:{}", at("newer"))));
        fs::write(at("board"), "").unwrap();
        assert!(refused(&at("board"), &at("board")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("board"), at("link")).unwrap();
            fs::hard_link(at("board"), at("second")).unwrap();
            assert!(refused(&at("link"), &at("board")) && refused(&at("second"), &at("board")));
        }
        assert!(refused("tcp:127.0.0.1:4000", "tcp:127.0.0.1:4000"));
        assert!(refused("tcp:localhost:4000", "tcp:127.0.0.1:4000") || refused("tcp:localhost:4000", "tcp:[::1]:4000"));
        assert!(!refused("tcp:127.0.0.1:4000", "tcp:127.0.0.1:4001"));
    }
}
