//! Files embedded in the program: artefacts for other machines, in a release. Knows names and bytes; does not know
//! their use.

use std::sync::OnceLock;

/// A file's name and bytes.
pub type EmbeddedFile = (&'static str, &'static [u8]);

/// Set once, before anything else: the embedded files do not change while the program runs.
static FILES: OnceLock<&'static [EmbeddedFile]> = OnceLock::new();

/// Registers the embedded files. Only the first call counts.
pub fn register(files: &'static [EmbeddedFile]) {
    let _ = FILES.set(files);
}

/// All embedded files.
pub fn all() -> &'static [EmbeddedFile] {
    FILES.get().copied().unwrap_or_default()
}

/// The embedded file of this name, if there is one.
pub fn find(name: &str) -> Option<&'static [u8]> {
    all().iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
