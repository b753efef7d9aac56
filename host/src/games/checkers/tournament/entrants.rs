//! The players of a tournament, by name.

use anyhow::{Context, Result, ensure};
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_lab::games::checkers::engine::EngineSpec;

use crate::games::checkers::named_engine::named_engine;

/// An engine in the tournament, with this many times the others' time.
#[derive(Clone)]
pub struct Entrant {
    /// As it was named.
    pub name: String,
    /// Its search and evaluation.
    pub spec: EngineSpec,
    /// How many times the others' time or positions it has.
    pub factor: u32,
}

/// The named players; the report's four if none is named.
pub fn entrants(names: &[String], same_search: bool) -> Result<Vec<Entrant>> {
    let fitted = |spec: EngineSpec| if same_search { spec.as_expert() } else { spec };
    if names.is_empty() {
        let entrant = |kind: EngineKind| Entrant {
            name: kind.name().to_owned(),
            spec: fitted(EngineSpec::Engine(kind)),
            factor: 1,
        };
        return Ok(EngineKind::REPORT.into_iter().map(entrant).collect());
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for name in names {
        let (who, factor) = name.rsplit_once('*').unwrap_or((name, "1"));
        let factor = factor.parse().ok().filter(|factor| (1..=1000).contains(factor));
        let factor = factor.with_context(|| format!("{name}: the factor must be a number from 1 to 1000"))?;
        let spec = fitted(named_engine(who)?);
        ensure!(!entrants.iter().any(|entrant| entrant.name == *name), "{name} is named twice");
        entrants.push(Entrant { name: name.clone(), spec, factor });
    }
    Ok(entrants)
}
