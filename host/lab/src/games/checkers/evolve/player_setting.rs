//! The players that settings name: the evolving tree, or another one. A champion file may change or disappear, so a run
//! stores its tree as text. Evaluations written by hand are refused as teachers.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use pipsqueak_core::games::checkers::evaluation::Scoring;

use super::super::trees::{TreeEvaluation, scoring_name, scoring_named};
use crate::evolve::settings::{Element, Value, text};

/// The name of the player that is being evolved.
const ITSELF: &str = "self";

/// A player that a setting names.
#[derive(Clone, Debug)]
pub enum PlayerSetting {
    /// The player that is being evolved, as it is at that moment.
    Itself,
    /// Another tree.
    Tree(Arc<TreeEvaluation>),
}

/// Players with the same text are equal.
impl PartialEq for PlayerSetting {
    fn eq(&self, other: &PlayerSetting) -> bool {
        self.value() == other.value()
    }
}

impl PlayerSetting {
    /// Its tree.
    pub fn tree(&self) -> Result<&TreeEvaluation> {
        match self {
            PlayerSetting::Itself => bail!("start: a run cannot start from itself"),
            PlayerSetting::Tree(tree) => Ok(tree),
        }
    }
}

impl Element for PlayerSetting {
    fn value(&self) -> Value {
        Value::Text(match self {
            PlayerSetting::Itself => ITSELF.to_owned(),
            PlayerSetting::Tree(tree) => tree.text(),
        })
    }

    fn of(value: &Value) -> Result<PlayerSetting> {
        let text = text(value)?;
        if text == ITSELF {
            return Ok(PlayerSetting::Itself);
        }
        let tree = TreeEvaluation::named(text)?;
        let tree = tree.with_context(|| format!("{text} is not a tree: checkers evaluations learn only from trees"))?;
        Ok(PlayerSetting::Tree(Arc::new(tree)))
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
    fn a_tree_reads_back_and_handwritten_evaluations_are_refused() {
        for name in ["self", "hundredths:Plus(Men, Multiply(150.0, Kings))"] {
            let setting = PlayerSetting::of(&Value::Text(name.to_owned())).unwrap();
            assert_eq!(setting.value(), Value::Text(name.to_owned()));
        }
        for name in ["simple", "expert", "unknown"] {
            assert!(PlayerSetting::of(&Value::Text(name.to_owned())).is_err(), "{name}");
        }
        assert!(PlayerSetting::Itself.tree().is_err());
    }
}
