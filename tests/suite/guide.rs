//! The guide is up to date. Its whole example runs as a documentation test of this package; the lines that it only
//! quotes are looked up here.

const GUIDE: &str = include_str!("../../docs/extending.md");
const QUOTED: [&str; 2] = [
    include_str!("../../core/src/games/fiveo/terminals.rs"),
    include_str!("../../core/src/games/fiveo/players/greedy.rs"),
];

#[test]
fn every_quoted_line_is_in_the_source() {
    let snippets = GUIDE.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = snippets.flat_map(str::lines).map(str::trim).collect();
    assert!(!lines.is_empty());
    for line in lines {
        assert!(QUOTED.iter().any(|source| source.lines().any(|stands| stands.trim() == line)), "{line}");
    }
}

#[test]
fn every_file_that_the_guide_links_to_exists() {
    let links: Vec<&str> = GUIDE.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(!links.is_empty());
    for link in links {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(link);
        assert!(path.exists(), "{link}");
    }
}
