//! Lists the page's files, so that the program embeds all of them and cargo notices a new one; and records the path of
//! the source tree, for artefacts that are built on first use.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Set for release builds, whose bytes must not depend on the build's path.
const RELEASE: &str = "PIPSQUEAK_RELEASE";

fn main() {
    let host = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let tree = if env::var_os(RELEASE).is_some() { Path::new("") } else { host.parent().expect("host is in the tree") };
    println!("cargo:rerun-if-env-changed={RELEASE}");
    println!("cargo:rustc-env=PIPSQUEAK_ROOT={}", tree.display());
    let root = host.join("web/page");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in files {
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes everything");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("page_files.rs");
    fs::write(out, table).expect("cargo's own folder can be written");
}

/// The files below a folder by their addresses in the page. The WebAssembly is built separately.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the page's folder is there") {
        let path = entry.expect("its entries can be read").path();
        let name = path.strip_prefix(root).expect("it lies below").to_str().expect("the page's names are UTF-8");
        if path.is_dir() {
            collect(root, &path, files);
        } else if !name.ends_with(".wasm") && !name.split('/').any(|part| part.starts_with('.')) {
            files.push((name.replace('\\', "/"), path.clone()));
        }
    }
}
