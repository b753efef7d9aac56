//! `docs/layers.svg`: the crates and their modules in layers, drawn from `cargo metadata` and from the source, so that it
//! cannot show anything else.
//!
//! After a change of the layers, rewrite the drawing and review the difference:
//!
//! ```text
//! PIPSQUEAK_REWRITE_GOLDEN=1 cargo test -p pipsqueak-tests --test suite layers::picture
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;

use pipsqueak_lab::plot::svg::{FAINT_INK, coordinate, escape, page, text_width};
use serde_json::Value;

use super::{Uses, root, uses};

const DRAWING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/layers.svg");
const WIDTH: f64 = 940.0;
const MARGIN: f64 = 24.0;
const HEADER_HEIGHT: f64 = 76.0;
/// The width of a crate's name and purpose, left of its modules.
const NAME_WIDTH: f64 = 250.0;
const CHIP_HEIGHT: f64 = 22.0;
const ROW: f64 = 28.0;
/// The height of a line of a crate's purpose.
const LINE: f64 = 16.0;
const GAP: f64 = 22.0;
const TEXT_SIZE: f64 = 13.0;

/// The crates of the picture: manifest, source folder, colours. The boards, which have no modules of interest, are one row.
const CRATES: [(&str, &str, [&str; 2]); 5] = [
    ("core/Cargo.toml", "core/src", ["#e3efff", "#2f6db5"]),
    ("firmware/app/Cargo.toml", "firmware/app/src", ["#dff3e6", "#2e8b57"]),
    ("host/lab/Cargo.toml", "host/lab/src", ["#fdeed6", "#c2700a"]),
    ("host/Cargo.toml", "host/src", ["#f3e6f7", "#8a4a9e"]),
    ("host/web/Cargo.toml", "host/web/src", ["#fbe4e4", "#b5484f"]),
];

/// A crate as `cargo metadata` describes it.
struct Package {
    name: String,
    description: String,
    /// The crates of the picture that it depends on, tests apart.
    uses: BTreeSet<String>,
}

fn package(manifest: &str) -> Package {
    let cargo = ["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"];
    let printed = Command::new(env!("CARGO")).current_dir(root()).args(cargo).arg(manifest).output().unwrap();
    let metadata: Value = serde_json::from_slice(&printed.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().unwrap();
    let is_it = |package: &&Value| package["manifest_path"].as_str().unwrap().replace('\\', "/").ends_with(manifest);
    let package = packages.iter().find(is_it).unwrap_or_else(|| panic!("there is no {manifest}"));
    let dependencies = package["dependencies"].as_array().unwrap();
    let used = dependencies.iter().filter(|used| used["kind"].is_null()).map(|used| used["name"].as_str().unwrap());
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    Package {
        name: text("name"),
        description: text("description"),
        uses: used.filter(|name| name.starts_with("pipsqueak")).map(str::to_owned).collect(),
    }
}

/// The modules by layer: a module uses only modules of earlier layers.
fn layers(uses: &Uses) -> Vec<Vec<String>> {
    let mut layer_of: BTreeMap<&str, usize> = BTreeMap::new();
    while layer_of.len() < uses.len() {
        let before = layer_of.len();
        for (module, used) in uses {
            let layers: Option<Vec<usize>> = used.iter().map(|used| layer_of.get(used.as_str()).copied()).collect();
            if let Some(layers) = layers {
                layer_of.insert(module, layers.into_iter().max().map_or(0, |layer| layer + 1));
            }
        }
        assert!(layer_of.len() > before, "the modules form a cycle");
    }
    let n_layers = layer_of.values().max().map_or(0, |layer| layer + 1);
    let of_layer =
        |number| layer_of.iter().filter(move |(_, layer)| **layer == number).map(|(name, _)| (*name).to_owned());
    (0..n_layers).map(|number| of_layer(number).collect()).collect()
}

fn chip_width(module: &str) -> f64 {
    (text_width(module, TEXT_SIZE) + 16.0).ceil()
}

/// One crate: its name and purpose, and its modules, a column a layer. Returns the height.
fn band(svg: &mut String, top: f64, package: &Package, uses: &Uses, [fill, edge]: [&str; 2]) -> f64 {
    let layers = layers(uses);
    let n_rows = layers.iter().map(Vec::len).max().unwrap_or(0);
    let used: Vec<&str> = package.uses.iter().map(|name| name.trim_start_matches("pipsqueak-")).collect();
    let mut lines = wrapped(&package.description);
    if !used.is_empty() {
        lines.push(format!("uses {}", used.join(", ")));
    }
    let height = (n_rows as f64 * ROW + 18.0).max(lines.len() as f64 * LINE + 48.0);
    let (x, width) = (MARGIN, WIDTH - 2.0 * MARGIN);
    let _ =
        writeln!(svg, "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{fill}\"/>");
    let left = x + 14.0;
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-size=\"15\" font-weight=\"600\">{}</text>",
        top + 26.0,
        escape(&package.name)
    );
    for (line, number) in lines.iter().zip(0..) {
        let y = top + 48.0 + f64::from(number) * LINE;
        let _ =
            writeln!(svg, "<text x=\"{left}\" y=\"{y}\" font-size=\"12\" fill=\"{FAINT_INK}\">{}</text>", escape(line));
    }
    let mut chip_left = MARGIN + NAME_WIDTH;
    for layer in &layers {
        let column = layer.iter().map(|module| chip_width(module)).fold(0.0, f64::max);
        let above = (height - layer.len() as f64 * ROW) / 2.0 + (ROW - CHIP_HEIGHT) / 2.0;
        for (module, row) in layer.iter().zip(0..) {
            let y = top + above + f64::from(row) * ROW;
            let used: Vec<&str> = uses[module].iter().map(String::as_str).collect();
            let _ = writeln!(
                svg,
                "<g><title>{} uses {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{CHIP_HEIGHT}\" rx=\"5\" fill=\"#ffffff\" stroke=\"{edge}\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
                escape(module),
                if used.is_empty() { "none of the others".to_owned() } else { used.join(", ") },
                coordinate(chip_left),
                coordinate(y),
                coordinate(column),
                coordinate(chip_left + column / 2.0),
                coordinate(y + 15.5),
                escape(module)
            );
        }
        chip_left += column + GAP;
    }
    assert!(chip_left - GAP <= WIDTH - MARGIN, "{} has too many layers for the picture's width", package.name);
    height
}

/// A text in lines that fit beside the modules.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && text_width(&format!("{last} {word}"), 12.0) > NAME_WIDTH - 24.0 {
            lines.push(word.to_owned());
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += word;
        }
    }
    lines
}

fn drawing() -> String {
    let mut bands = String::new();
    let mut top = HEADER_HEIGHT;
    let mut above: BTreeSet<String> = BTreeSet::new();
    for (manifest, source, colours) in CRATES {
        let package = package(manifest);
        assert!(package.uses.is_subset(&above), "{} uses a crate below it: {:?}", package.name, package.uses);
        top += band(&mut bands, top, &package, &uses(&root().join(source)), colours) + 12.0;
        above.insert(package.name);
    }
    let height = coordinate(top + MARGIN - 12.0);
    let mut svg = page(&coordinate(WIDTH), &height, TEXT_SIZE, "Crates and modules in layers", &coordinate(MARGIN));
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"57\" fill=\"{FAINT_INK}\">A crate uses only crates above it; a module uses only modules to its left.</text>"
    );
    svg + &bands + "</svg>\n"
}

#[test]
fn the_picture_of_the_layers_is_drawn_from_the_source() {
    let drawing = drawing();
    if std::env::var_os("PIPSQUEAK_REWRITE_GOLDEN").is_some() {
        fs::write(DRAWING, &drawing).expect("the drawing can be written");
    }
    let written = fs::read_to_string(DRAWING).expect("the drawing is there").replace("\r\n", "\n");
    assert!(written == drawing, "docs/layers.svg is out of date; rewrite it as tests/suite/layers/picture.rs says");
}
