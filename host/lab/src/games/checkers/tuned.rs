//! The report's players with other figures: `improved:share=0.4,moves=10`, `better_h:man=2,king=3`.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::games::checkers::evaluation::Weights;
use pipsqueak_core::games::checkers::players::{EngineKind, Policy};
use pipsqueak_core::search::Score;

use super::engine::EngineSpec;

/// One of the report's players, with other weights or another policy.
#[derive(Clone, Debug)]
pub struct TunedEngine {
    /// As it was written.
    pub name: String,
    /// The weights of its evaluation.
    pub weights: Weights,
    /// How it divides its budget.
    pub policy: Policy,
    /// Whether it searches as the expert does.
    pub is_as_expert: bool,
}

impl EngineSpec {
    /// The engine of this name, or one of the report's players with other figures; `None` if the name is neither.
    ///
    /// # Errors
    /// A figure is wrong; the error says which there are.
    pub fn named(name: &str) -> Result<Option<EngineSpec>> {
        let (kind, figures) = name.split_once(':').map_or((name, None), |(kind, figures)| (kind, Some(figures)));
        let Ok(kind) = kind.parse::<EngineKind>() else { return Ok(None) };
        let Some(figures) = figures else { return Ok(Some(EngineSpec::Engine(kind))) };
        let tuned = TunedEngine::of(name, kind, figures).with_context(|| format!("the player {name}"))?;
        Ok(Some(EngineSpec::Tuned(Arc::new(tuned))))
    }
}

impl TunedEngine {
    fn of(name: &str, kind: EngineKind, figures: &str) -> Result<TunedEngine> {
        let weights = match kind {
            EngineKind::Simple | EngineKind::Improved => Weights::SIMPLE,
            EngineKind::BetterH | EngineKind::ImprovedBetterH => Weights::BETTER_H,
            _ => bail!("only simple, better_h, improved and improved_better_h take other figures"),
        };
        let mut tuned = TunedEngine { name: name.to_owned(), weights, policy: kind.policy(), is_as_expert: false };
        for figure in figures.split(',') {
            tuned.set(figure)?;
        }
        Ok(tuned)
    }

    fn set(&mut self, figure: &str) -> Result<()> {
        let (key, value) = figure.split_once('=').context("a figure is written as in share=0.4")?;
        let number: f64 = value.parse().ok().with_context(|| format!("{value:?} is not a number"))?;
        let TunedEngine { weights, policy, .. } = self;
        match key {
            "share" | "moves" if *policy == Policy::EQUAL => {
                // Without the other of the two, a player of equal shares would not change.
                *policy = Policy::REPORT;
                return self.set(figure);
            }
            "share" => policy.percent = whole(key, number, 100.0, 1.0)? as u8,
            "moves" => policy.few_moves = whole(key, number, 1.0, 100.0)? as u8,
            "man" => weights.man = weight(key, number)?,
            "king" => weights.king = weight(key, number)?,
            "centre" => weights.centre = weight(key, number)?,
            "home" => weights.home = weight(key, number)?,
            _ => bail!("there is no figure {key:?}; there are share, moves, man, king, centre and home"),
        }
        Ok(())
    }
}

fn weight(key: &str, number: f64) -> Result<Score> {
    Ok(whole(key, number, 2.0, f64::from(Weights::MOST) / 2.0)? as Score)
}

/// A number from 0 to `most` as a whole number of its unit's parts.
fn whole(key: &str, number: f64, parts: f64, most: f64) -> Result<f64> {
    let whole = (number * parts).round();
    let is_exact = (number * parts - whole).abs() < 1e-9;
    ensure!(is_exact && (0.0..=most).contains(&number), "{key} is from 0 to {most} in steps of {}", 1.0 / parts);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned(name: &str) -> TunedEngine {
        match EngineSpec::named(name).unwrap() {
            Some(EngineSpec::Tuned(tuned)) => (*tuned).clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn figures_change_what_they_name_and_nothing_else() {
        assert_eq!(tuned("improved:share=0.4").policy, Policy { few_moves: 8, percent: 40 });
        assert_eq!(tuned("improved:moves=10,share=0.29").policy, Policy { few_moves: 10, percent: 29 });
        assert_eq!(tuned("simple:moves=4").policy, Policy { few_moves: 4, percent: 60 });
        assert_eq!(tuned("better_h:man=2,king=3").weights, Weights { man: 4, king: 6, ..Weights::BETTER_H });
        assert_eq!(tuned("better_h:man=2,king=3").policy, Policy::EQUAL);
        assert_eq!(tuned("simple:home=0.5").weights, Weights { home: 1, ..Weights::SIMPLE });
    }

    #[test]
    fn wrong_figures_are_refused_with_the_reason() {
        let error = |name: &str| format!("{:#}", EngineSpec::named(name).unwrap_err());
        assert!(error("improved:").contains("share=0.4"));
        assert!(error("improved:part=1").contains("there is no figure \"part\""));
        assert!(error("improved:share=1.5").contains("share is from 0 to 1 in steps of 0.01"));
        assert!(error("improved:share=nan").contains("from 0 to 1"));
        assert!(error("simple:king=1.25").contains("king is from 0 to 100 in steps of 0.5"));
        assert!(error("simple:king=x").contains("not a number"));
        assert!(error("expert:share=0.5").contains("only simple"));
        assert!(EngineSpec::named("medium").unwrap().is_none());
        assert!(EngineSpec::named("board:7").unwrap().is_none());
    }
}
