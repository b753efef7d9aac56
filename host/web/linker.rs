//! The build script of the WebAssembly files: makes the linker write the indices of functions and the addresses of
//! data in the shortest form, instead of in five bytes each.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
