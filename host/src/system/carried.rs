//! Files inside the program: what is built for other machines, where the program was released with it. Knows names and
//! bytes; what they are for is the matter of whoever asks.

use std::sync::OnceLock;

/// A file by its name.
pub type CarriedFile = (&'static str, &'static [u8]);

/// Set once, before anything else is done: what a program carries does not change while it runs.
static FILES: OnceLock<&'static [CarriedFile]> = OnceLock::new();

/// Makes files known to whoever looks for them. Only the first call counts.
pub fn carry(files: &'static [CarriedFile]) {
    let _ = FILES.set(files);
}

/// All of them.
pub fn all() -> &'static [CarriedFile] {
    FILES.get().copied().unwrap_or_default()
}

/// The file of this name, if the program carries it.
pub fn find(name: &str) -> Option<&'static [u8]> {
    all().iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
