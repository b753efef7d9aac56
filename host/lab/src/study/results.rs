//! The results of a study's runs: one number per run and opponent. They are stored as `results.json`, so that a later
//! study can be compared with them.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::plan::{LONGEST_NAME, MOST_SEEDS, MOST_VARIANTS};
use crate::text;

/// The file that holds them.
pub const FILE: &str = "results.json";
/// The results of a study's runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The study's title.
    pub title: String,
    /// The opponents that the champions were measured against, the weakest first.
    pub opponents: Vec<String>,
    /// The opponent of the logs.
    pub yardstick: String,
    /// The results of each variant.
    pub variants: Vec<VariantResults>,
}

/// The results of one variant's runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VariantResults {
    /// Its name.
    pub name: String,
    /// All its settings but the seed, as TOML.
    pub settings: String,
    /// The seeds of its runs.
    pub seeds: Vec<u64>,
    /// Games won in percent: against each opponent, for each seed.
    pub wins: Vec<Vec<f64>>,
    /// The champion's nodes, for each seed.
    pub nodes: Vec<usize>,
    /// For each seed, the wins against the yardstick after each generation.
    pub curves: Vec<Vec<(u32, f64)>>,
}

impl Results {
    /// Parses the results of an earlier study; `name` is the file's name in messages.
    ///
    /// # Errors
    /// The bytes are not the results of a study.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Results> {
        let mut results: Results =
            serde_json::from_slice(bytes).with_context(|| format!("{name} is not the results of a study"))?;
        ensure!(results.are_whole(), "{name} is not the results of a study");
        // The file may come from anywhere: control characters must not reach a terminal.
        let variants = results.variants.iter_mut();
        for VariantResults { name, settings, .. } in variants {
            *name = text::name(name, LONGEST_NAME);
            // Settings have many lines.
            *settings = settings.lines().map(text::plain).collect::<Vec<_>>().join("\n");
        }
        for written in results.opponents.iter_mut().chain([&mut results.title, &mut results.yardstick]) {
            *written = text::name(written, LONGEST_NAME);
        }
        Ok(results)
    }

    /// Whether there is a share of games for each run and opponent, and everything else that a report relies on.
    fn are_whole(&self) -> bool {
        let is_whole = |variant: &VariantResults| {
            let n_runs = variant.seeds.len();
            (1..=MOST_SEEDS).contains(&n_runs)
                && variant.nodes.len() == n_runs
                && variant.curves.len() == n_runs
                && variant.curves.iter().flatten().all(|(_, win)| is_percent(*win))
                && variant.wins.len() == self.opponents.len()
                && variant.wins.iter().all(|wins| wins.len() == n_runs && wins.iter().all(|win| is_percent(*win)))
        };
        self.variants.len() <= MOST_VARIANTS && self.variants.iter().all(is_whole)
    }

    /// Adds the variants of an archived study.
    pub fn beside(mut self, archived: Results) -> Result<Results> {
        ensure!(
            archived.opponents == self.opponents,
            "the archived study measured its champions against other opponents: {}",
            archived.opponents.join(", ")
        );
        let title = archived.title;
        let renamed = |variant: VariantResults| VariantResults { name: format!("{title}/{}", variant.name), ..variant };
        self.variants.extend(archived.variants.into_iter().map(renamed));
        Ok(self)
    }
}

fn is_percent(win: f64) -> bool {
    (0.0..=100.0).contains(&win)
}

/// The wins of each generation in a run's log.
///
/// # Errors
/// The text is not a run's log; `name` is the file's name in the message.
pub fn read_curve(text: &str, name: &str) -> Result<Vec<(u32, f64)>> {
    let damaged = || format!("{name} is damaged");
    let mut lines = text.lines();
    let header = lines.next().with_context(damaged)?;
    let place = header.split(',').position(|name| name.ends_with("_win_percent")).with_context(damaged)?;
    let point = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let (generation, win) = (cells.first()?.parse().ok()?, cells.get(place)?.parse().ok()?);
        is_percent(win).then_some((generation, win))
    };
    lines.map(|line| point(line).with_context(damaged)).collect()
}
