//! The terminals and functions that trees are made of, as settings: a named set, or any subset by name.

use std::marker::PhantomData;

use anyhow::{Result, bail, ensure};
use pipsqueak_core::tree::{Function, Kind, PrimitiveSet};

use super::value::{Element, SettingKind, Value, text};
use super::{CommonSettings, choice};
use crate::choice::Choice;
use crate::evolve::problem::Problem;
use crate::trees::{nearest, usable_functions};

/// The name of the whole numbers from -7 to 7, which are a terminal without an entry in the vocabulary.
const NUMBERS: &str = "numbers";
/// The name of all functions.
const ALL: &str = "all";

/// The terminals that trees are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TerminalChoice<P: Problem> {
    /// A named set.
    Set(P::TerminalSet),
    /// A subset of the vocabulary.
    Subset {
        /// A bit for every terminal.
        terminals: u64,
        /// Whether the whole numbers from -7 to 7 are among them.
        integers: bool,
    },
}

impl<P: Problem> TerminalChoice<P> {
    /// The valid values.
    pub(super) fn kind() -> SettingKind {
        let SettingKind::Choice(sets) = choice::<P::TerminalSet>() else { unreachable!("a set is a choice") };
        let others = "terminals of the vocabulary, and numbers for the whole numbers from -7 to 7";
        SettingKind::Names { sets, others }
    }

    fn primitive_set(self) -> PrimitiveSet {
        match self {
            TerminalChoice::Set(set) => P::primitive_set(set),
            TerminalChoice::Subset { terminals, integers } => PrimitiveSet { terminals, integers, ..PrimitiveSet::ALL },
        }
    }

    /// The terminals of this name, which may also be that of a set.
    fn named(name: &str) -> Result<PrimitiveSet> {
        let none = PrimitiveSet { terminals: 0, integers: false, ..PrimitiveSet::ALL };
        if name == NUMBERS {
            return Ok(PrimitiveSet { integers: true, ..none });
        }
        if let Some(set) = P::TerminalSet::named(name) {
            return Ok(P::primitive_set(set));
        }
        if let Some(place) = P::ENTRIES.iter().position(|entry| entry.name == name) {
            return Ok(PrimitiveSet { terminals: 1 << place, ..none });
        }
        if Function::ALL.iter().any(|function| function.name() == name) {
            bail!("{name} is a function; the setting functions chooses those");
        }
        let sets = P::TerminalSet::CHOICES.iter().map(|(_, name, _)| *name);
        let names = P::ENTRIES.iter().map(|entry| entry.name).chain(sets).chain([NUMBERS]);
        Err(unknown::<P>("terminal", name, names))
    }
}

impl<P: Problem> Element for TerminalChoice<P> {
    fn value(&self) -> Value {
        match *self {
            TerminalChoice::Set(set) => Value::Text(set.name().to_owned()),
            TerminalChoice::Subset { terminals, integers } => {
                let names = P::ENTRIES.iter().enumerate().filter(|(place, _)| terminals >> place & 1 == 1);
                list(names.map(|(_, entry)| entry.name).chain(integers.then_some(NUMBERS)))
            }
        }
    }

    fn of(value: &Value) -> Result<TerminalChoice<P>> {
        let names = names(value)?;
        if let [name] = names.as_slice()
            && let Some(set) = P::TerminalSet::named(name)
        {
            return Ok(TerminalChoice::Set(set));
        }
        let (mut terminals, mut integers) = (0, false);
        for name in names {
            let named = Self::named(name)?;
            (terminals, integers) = (terminals | named.terminals, integers | named.integers);
        }
        Ok(TerminalChoice::Subset { terminals, integers })
    }
}

/// The functions that trees are made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FunctionChoice<P> {
    /// A bit for every function; `None` for all.
    subset: Option<u16>,
    problem: PhantomData<fn() -> P>,
}

impl<P: Problem> FunctionChoice<P> {
    /// All functions.
    pub const ALL: FunctionChoice<P> = FunctionChoice { subset: None, problem: PhantomData };

    /// The valid values.
    pub(super) fn kind() -> SettingKind {
        SettingKind::Names { sets: vec![ALL.to_owned()], others: "functions of the vocabulary" }
    }

    fn named(name: &str) -> Result<Function> {
        let mut functions = usable_functions::<P>();
        let found = functions.find(|function| function.name() == name);
        found.ok_or_else(|| unknown::<P>("function", name, usable_functions::<P>().map(Function::name).chain([ALL])))
    }
}

impl<P: Problem> Element for FunctionChoice<P> {
    fn value(&self) -> Value {
        let Some(subset) = self.subset else { return Value::Text(ALL.to_owned()) };
        let functions = Function::ALL.into_iter().filter(|&function| subset >> function as u8 & 1 == 1);
        list(functions.map(Function::name))
    }

    fn of(value: &Value) -> Result<FunctionChoice<P>> {
        let names = names(value)?;
        if names == [ALL] {
            return Ok(FunctionChoice::ALL);
        }
        let mut functions = names.into_iter().map(Self::named);
        let subset = functions.try_fold(0, |bits, function| Ok::<_, anyhow::Error>(bits | 1 << function? as u8))?;
        Ok(FunctionChoice { subset: Some(subset), ..FunctionChoice::ALL })
    }
}

impl<P: Problem> CommonSettings<P> {
    /// The nodes that new trees are made of.
    pub fn primitive_set(&self) -> PrimitiveSet {
        let functions = self.functions.subset.unwrap_or(PrimitiveSet::ALL.functions);
        PrimitiveSet { functions, ..self.terminals.primitive_set() }
    }

    /// Refuses terminals and functions from which no tree can be grown, and functions that were asked for in vain.
    pub fn check_primitives(&self) -> Result<()> {
        let set = self.primitive_set();
        ensure!(
            set.has_terminal::<P>(Kind::Number),
            "terminals: a tree's value is a Number, and none of these terminals is one; add one, or {NUMBERS}"
        );
        let Some(subset) = self.functions.subset else { return Ok(()) };
        for function in Function::ALL.into_iter().filter(|&function| subset >> function as u8 & 1 == 1) {
            let (name, arguments) = (function.name(), function.signature().arguments);
            let kinds: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            ensure!(
                set.usable::<P>().any(|usable| usable == function),
                "functions: {name}({}) cannot be used; no terminal or function in use gives one of its arguments",
                kinds.join(", ")
            );
        }
        ensure!(
            set.usable::<P>().any(|function| function.signature().result == Kind::Number),
            "functions: a tree's value is a Number, and none of these functions gives one"
        );
        Ok(())
    }
}

/// The names in a value: a list, or a text that separates them by commas.
fn names(value: &Value) -> Result<Vec<&str>> {
    let names = match value {
        Value::List(values) => values.iter().map(text).collect::<Result<Vec<&str>>>()?,
        value => text(value)?.split(',').collect(),
    };
    Ok(names.into_iter().map(str::trim).filter(|name| !name.is_empty()).collect())
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> Value {
    Value::List(names.map(|name| Value::Text(name.to_owned())).collect())
}

/// The error for a name that the vocabulary does not have.
fn unknown<'n, P: Problem>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> anyhow::Error {
    let game = P::GAME;
    match nearest(name, names).as_slice() {
        [] => anyhow::anyhow!("{game} has no {what} {name:?}; the command vocabulary lists them all"),
        near => anyhow::anyhow!("{game} has no {what} {name:?}; did you mean {}?", near.join(" or ")),
    }
}
