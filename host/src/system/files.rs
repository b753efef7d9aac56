//! Files that outlast a power cut.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file as a whole: whoever reads it, whenever the power fails, finds the old or the new one.
pub fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(target);
    let mut file = File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, target)
}

/// Where a file's next content is written before it takes the file's place.
pub fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(target);
    name.push(".new");
    PathBuf::from(name)
}
