//! Embeds files in the program: all those in the folder that PIPSQUEAK_CARRY names. Without it the program embeds
//! nothing, and is the ordinary one.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

/// The folder of the files.
const CARRY: &str = "PIPSQUEAK_CARRY";

fn main() {
    println!("cargo:rerun-if-env-changed={CARRY}");
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    if let Some(folder) = env::var_os(CARRY).map(PathBuf::from) {
        println!("cargo:rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{CARRY}={}: {error}", folder.display())) {
            let path = entry.expect("its entries can be read").path().canonicalize().expect("it is there");
            println!("cargo:rerun-if-changed={}", path.display());
            let name = path.file_name().and_then(|name| name.to_str()).expect("names of plain letters");
            files.push((name.to_owned(), path.clone()));
        }
    }
    // In an order that does not depend on the file system.
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in files {
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes everything");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("embedded.rs");
    fs::write(out, table).expect("cargo's own folder can be written");
}
