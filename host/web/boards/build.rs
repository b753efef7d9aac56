//! Asks the linker to write the numbers of functions and the addresses of data as short as they are: it leaves each five bytes.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
