//! Evaluations that are Eval-Trees, as the desktop holds them: from a champion's bytes, from text, or shipped.

use pipsqueak_core::games::checkers::Checkers;
use pipsqueak_core::games::checkers::champion::{Champion, EvalTree, MAX_BYTES, Provenance};
use pipsqueak_core::games::checkers::evaluation::Scoring;
use pipsqueak_core::tree::{Constants, IntegerConstants, MAX_INTEGER_HEIGHT, Program, Tree};

use crate::{Failure, Result, SHIPPED, text, trees};

/// The champion that comes with the program.
pub const SHIPPED_BYTES: &[u8] = include_bytes!("../../../../champions/checkers.pips");

/// The scorings with their prefixes in a tree's text.
const SCORINGS: [(Scoring, &str); 2] = [(Scoring::Hundredths, "hundredths"), (Scoring::Fine, "fine")];

/// An evaluation that is a tree, and its name.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeEvaluation {
    /// The name shown in tables and records.
    pub name: String,
    /// The tree, low enough to be evaluated.
    pub tree: Tree<Checkers>,
    /// Its constants.
    pub constants: IntegerConstants,
    /// The unit of its value.
    pub scoring: Scoring,
}

impl TreeEvaluation {
    /// The shipped one, or a tree as text; `None` if the text is neither.
    ///
    /// # Errors
    /// The text looks like a tree but is invalid.
    pub fn named(text: &str) -> Result<Option<TreeEvaluation>> {
        if text == SHIPPED {
            return Ok(Some(TreeEvaluation::of_bytes(SHIPPED_BYTES)?.named_as(text)));
        }
        let is_tree = text.contains('(') || SCORINGS.iter().any(|(_, name)| text.starts_with(&format!("{name}:")));
        if !is_tree {
            return Ok(None);
        }
        let unread = |error| Failure(format!("the tree {text:?} cannot be read: {error}"));
        TreeEvaluation::of_text(text).map(Some).map_err(unread)
    }

    /// Decodes a champion.
    pub fn of_bytes(bytes: &[u8]) -> Result<TreeEvaluation> {
        let Champion { name, tree, .. } = Champion::decode(bytes).map_err(|error| error.to_string())?;
        Ok(TreeEvaluation {
            name: text::plain(name),
            tree: Tree::decode(tree.nodes()).map_err(|error| error.to_string())?,
            constants: *tree.constants(),
            scoring: tree.scoring(),
        })
    }

    /// The same evaluation under the name that a person typed.
    #[must_use]
    pub fn named_as(self, name: &str) -> TreeEvaluation {
        TreeEvaluation { name: text::plain(name), ..self }
    }

    /// Parses a tree, in hundredths of a man unless it begins with `fine:`.
    pub fn of_text(text: &str) -> Result<TreeEvaluation> {
        let begun = |&(scoring, name): &(Scoring, &str)| Some((scoring, text.strip_prefix(name)?.strip_prefix(':')?));
        let (scoring, written) = SCORINGS.iter().find_map(begun).unwrap_or((Scoring::Hundredths, text));
        let (tree, constants) = trees::parse::<Checkers>(written)?;
        let constants = IntegerConstants::try_from(&constants)
            .map_err(|error| Failure(format!("checkers trees use only whole numbers: {error}")))?;
        TreeEvaluation { name: text::plain(text), tree, constants, scoring }.checked()
    }

    /// An error if the tree is too high.
    pub fn checked(self) -> Result<TreeEvaluation> {
        let height = self.tree.height();
        if height > MAX_INTEGER_HEIGHT {
            return Err(Failure(format!("the tree has height {height}; checkers takes {MAX_INTEGER_HEIGHT} at most")));
        }
        Ok(self)
    }

    /// As text that parses to the same evaluation.
    pub fn text(&self) -> String {
        let constants = Constants::from(&self.constants);
        format!("{}:{}", scoring_name(self.scoring), Program::new(&self.tree, &constants))
    }

    /// The tree, borrowed for a search.
    pub fn eval_tree(&self) -> EvalTree<'_> {
        EvalTree::new(self.tree.bytes(), self.constants, self.scoring).expect("the tree was checked")
    }

    /// Encoded as a champion.
    pub fn bytes(&self, name: &str, provenance: Provenance) -> Result<Vec<u8>> {
        let champion = Champion { name, tree: self.eval_tree(), provenance };
        let too_large = |error| Failure(format!("the tree is too large for a champion: {error}"));
        Ok(champion.encode(&mut [0; MAX_BYTES]).map_err(too_large)?.to_vec())
    }
}

/// The scoring's name in text.
pub fn scoring_name(scoring: Scoring) -> &'static str {
    SCORINGS.iter().find(|(known, _)| *known == scoring).map_or("", |(_, name)| name)
}

/// The scoring of this name.
pub fn scoring_named(name: &str) -> Option<Scoring> {
    SCORINGS.iter().find(|(_, known)| *known == name).map(|(scoring, _)| *scoring)
}

/// The names of the scorings.
pub fn scoring_names() -> Vec<String> {
    SCORINGS.iter().map(|(_, name)| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reads_back_from_text_and_from_bytes() {
        for text in ["hundredths:Plus(Multiply(100.0, Men), Multiply(150.0, Kings))", "fine:If(Bridge, Men, -7)"] {
            let read = TreeEvaluation::named(text).unwrap().unwrap();
            assert_eq!(read.text(), text);
            let again = TreeEvaluation::of_bytes(&read.bytes("pip", Provenance::default()).unwrap()).unwrap();
            assert_eq!((again.text().as_str(), again.name.as_str()), (text, "pip"));
        }
        assert_eq!(TreeEvaluation::named("simple").unwrap(), None);
        let wrong = TreeEvaluation::named("Multiply(1.5, Men)").unwrap_err();
        assert!(format!("{wrong:#}").contains("only whole numbers"), "{wrong:#}");
        let high = (0..32).fold("Men".to_owned(), |text, _| format!("Plus({text}, Men)"));
        assert!(format!("{:#}", TreeEvaluation::named(&high).unwrap_err()).contains("height 32"));
    }
}
