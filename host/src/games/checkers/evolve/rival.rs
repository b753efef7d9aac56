//! Whoever trees meet or descend from in a run: the tree itself, or another tree. A champion's file may change or go away, so a
//! run keeps the tree that it held, as text. Evaluations that were written by hand are refused: nothing learns from them.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use pipsqueak_core::games::checkers::evaluation::Scoring;

use super::super::trees::{TreeEvaluation, scoring_name, scoring_named};
use crate::evolve::settings::{Element, Value, text};

/// The name of the player that is being evolved.
const ITSELF: &str = "self";

/// Somebody in a run.
#[derive(Clone, Debug)]
pub enum Rival {
    /// The player that is being evolved, as it is at that moment.
    Itself,
    /// Another tree.
    Tree(Arc<TreeEvaluation>),
}

/// Those who are written alike are the same.
impl PartialEq for Rival {
    fn eq(&self, other: &Rival) -> bool {
        self.value() == other.value()
    }
}

impl Rival {
    /// The tree that it is.
    pub fn tree(&self) -> Result<&TreeEvaluation> {
        match self {
            Rival::Itself => bail!("start: a run cannot begin with itself"),
            Rival::Tree(tree) => Ok(tree),
        }
    }
}

impl Element for Rival {
    fn value(&self) -> Value {
        Value::Text(match self {
            Rival::Itself => ITSELF.to_owned(),
            Rival::Tree(tree) => tree.text(),
        })
    }

    fn of(value: &Value) -> Result<Rival> {
        let text = text(value)?;
        if text == ITSELF {
            return Ok(Rival::Itself);
        }
        let tree = TreeEvaluation::named(text)?;
        let tree =
            tree.with_context(|| format!("{text} is no tree: evaluations of checkers learn from trees alone"))?;
        Ok(Rival::Tree(Arc::new(tree)))
    }
}

impl Element for Scoring {
    fn value(&self) -> Value {
        Value::Text(scoring_name(*self).to_owned())
    }

    fn of(value: &Value) -> Result<Scoring> {
        let name = text(value)?;
        scoring_named(name).with_context(|| format!("there is no scoring {name:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_written_reads_back_and_hands_that_write_are_refused() {
        for name in ["self", "hundredths:Plus(Men, Multiply(150.0, Kings))"] {
            let rival = Rival::of(&Value::Text(name.to_owned())).unwrap();
            assert_eq!(rival.value(), Value::Text(name.to_owned()));
        }
        for name in ["simple", "expert", "nobody"] {
            assert!(Rival::of(&Value::Text(name.to_owned())).is_err(), "{name}");
        }
        assert!(Rival::Itself.tree().is_err());
    }
}
