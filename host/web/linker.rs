//! The build script of both WebAssembly files: asks the linker to write the numbers of functions and the addresses of data as
//! short as they are, instead of in five bytes each.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
