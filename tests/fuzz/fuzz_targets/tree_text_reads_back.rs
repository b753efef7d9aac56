//! Any text is refused or is a tree whose text reads back; so is the text of any tree decoded from bytes.

use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::tree::{Constants, Program, Tree, parse};

/// Tries one input.
pub fn run(bytes: &[u8]) {
    if let Ok((tree, constants)) =
        core::str::from_utf8(bytes).map_or(Err(()), |text| parse::<FiveO>(text).map_err(drop))
    {
        let text = Program::new(&tree, &constants).to_string();
        assert_eq!(parse(&text), Ok((tree, constants)));
    }
    if let Ok(tree) = Tree::<FiveO>::decode(bytes) {
        // Sixteen different constants: a tree may use them in any order, so that its text reads back, not its bytes.
        let constants: [f32; Constants::SLOTS] = core::array::from_fn(|slot| slot as f32 * 1.25 + 0.1);
        let constants = Constants::new(&constants).expect("within the limit");
        let text = Program::new(&tree, &constants).to_string();
        let (again, constants) = parse::<FiveO>(&text).expect("a tree's text reads back");
        assert_eq!(Program::new(&again, &constants).to_string(), text);
    }
}
