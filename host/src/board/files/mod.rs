//! Files for a board's drive: firmware and champions as one HEX or UF2 file, and the drive itself.

pub mod drive;
pub mod drive_file;
pub mod elf;
mod uf2;
mod universal_hex;
