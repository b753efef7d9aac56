//! The plan of a study, from its file: base settings, variants, and seeds.

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::random::Seed;

use crate::evolve::settings::{Document, Fault, Resolve, SettingsTable, Value, text};
use crate::evolve::{Algorithm, Problem, Settings, preset};
use crate::text::name;

/// Seeds of one variant: more would take years.
pub const MOST_SEEDS: usize = 10_000;
/// Variants per study: every pair of them is compared.
pub const MOST_VARIANTS: usize = 500;
/// Runs per study: each has a folder before the first begins.
const MOST_RUNS: usize = 100_000;
/// Letters of a title, or of a variant's name with its study's: they are shown in tables.
pub const LONGEST_NAME: usize = 200;

/// The plan of a study.
pub struct Plan<P: Problem> {
    /// Its title.
    pub title: String,
    /// What is compared.
    pub variants: Vec<Variant<P>>,
}

/// One way to evolve, with its seeds.
pub struct Variant<P: Problem> {
    /// Its name.
    pub name: String,
    /// The settings of its runs, one per seed.
    pub runs: Vec<(u64, Settings<P>)>,
}

impl<P: Problem> Plan<P> {
    /// Parses a study; `title` is used if the file has none.
    ///
    /// # Errors
    /// The file is invalid; the error names the place.
    pub fn read(document: &Document, title: &str, resolve: Resolve<'_>) -> Result<Plan<P>> {
        for entry in &document.entries {
            let group = entry.key.split_once('.').map_or(entry.key.as_str(), |(group, _)| group);
            if !["title", "preset", "seeds", "base", "variants"].contains(&group) {
                let what =
                    format!("a study has title, preset, seeds, [base] and [variants.NAME], but no {:?}", entry.key);
                return Err(document.error(entry, Fault::Key, what));
            }
            // Otherwise a misspelt table would be no variant at all, and the preset would be played.
            let is_loose = entry.key == "base" || group == "variants" && entry.key.matches('.').count() < 2;
            if is_loose {
                let what = format!("{} has settings: write it as a table, [base] or [variants.NAME]", entry.key);
                return Err(document.error(entry, Fault::Key, what));
            }
        }
        let title = document.get("title").map_or(Ok(title), |entry| {
            let wrong = |_| {
                document.error(entry, Fault::Value, format_args!("the title must be a string, not {}", entry.value))
            };
            text(&entry.value).map_err(wrong)
        })?;
        let mut names: Vec<&str> = document.tables_within("variants").collect();
        if names.is_empty() {
            names.push("base");
        }
        let n_variants = names.len();
        ensure!(
            n_variants <= MOST_VARIANTS,
            "{}: {n_variants} variants are more than {MOST_VARIANTS}",
            document.name()
        );
        for (place, name) in names.iter().enumerate() {
            let alike = names[..place].iter().find(|other| other.eq_ignore_ascii_case(name));
            let file = document.name();
            ensure!(
                alike.is_none(),
                "{file}: {} and {name} would be the same folder on some systems",
                alike.unwrap_or(name)
            );
        }
        let (mut variants, mut n_runs) = (Vec::new(), 0);
        for name in names {
            let variant = Variant::read(document, name, resolve)?;
            n_runs += variant.runs.len();
            ensure!(n_runs <= MOST_RUNS, "{}: a study has at most {MOST_RUNS} runs", document.name());
            variants.push(variant);
        }
        Ok(Plan { title: name(title, LONGEST_NAME), variants })
    }

    /// The whole plan as text, to check that all processes have the same.
    pub fn text(&self) -> String {
        let run = |(variant, seed, settings): (&str, u64, &Settings<P>)| {
            let settings = match settings {
                Settings::WholeTrees(settings) => settings.to_toml(),
                Settings::Multigene(settings) => settings.to_toml(),
            };
            format!("{variant} {seed}\n{settings}")
        };
        self.runs().map(run).collect()
    }

    /// Every run: its variant's name, its seed and its settings, in the order of the file.
    pub fn runs(&self) -> impl Iterator<Item = (&str, u64, &Settings<P>)> {
        self.variants.iter().flat_map(|variant| {
            variant.runs.iter().map(move |(seed, settings)| (variant.name.as_str(), *seed, settings))
        })
    }
}

impl<P: Problem> Variant<P> {
    fn read(document: &Document, name: &str, resolve: Resolve<'_>) -> Result<Variant<P>> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        ensure!(
            !name.is_empty() && name.chars().all(is_plain),
            "{}: a variant's name has letters, digits, - and _, unlike {name:?}",
            document.name()
        );
        let own = document.within(&format!("variants.{name}"));
        let preset = preset::<P>(&own)?.map_or_else(|| preset::<P>(document), |own| Ok(Some(own)))?.unwrap_or_default();
        let seeds = match seeds(&own)? {
            Some(seeds) => seeds,
            None => seeds(document)?.with_context(|| format!("{}: there are no seeds for {name}", document.name()))?,
        };
        let layers = [document.within("base"), own.without(&["preset", "seeds"])];
        let runs = seeds.into_iter().map(|seed| {
            let settings = match P::settings(preset, Seed(seed)) {
                Settings::WholeTrees(settings) => {
                    Settings::WholeTrees(overlaid(settings, &layers, seed, name, resolve)?)
                }
                Settings::Multigene(settings) => Settings::Multigene(overlaid(settings, &layers, seed, name, resolve)?),
            };
            Ok((seed, settings))
        });
        Ok(Variant { name: name.to_owned(), runs: runs.collect::<Result<_>>()? })
    }
}

fn overlaid<M: Algorithm>(
    mut algorithm: M,
    layers: &[Document],
    seed: u64,
    name: &str,
    resolve: Resolve<'_>,
) -> Result<M> {
    for layer in layers {
        if let Some(entry) = layer.get("seed") {
            return Err(layer.error(entry, Fault::Key, "a study takes seeds, not a seed"));
        }
        if let Some(entry) = layer.get("preset") {
            return Err(layer.error(entry, Fault::Key, "the preset belongs before [base], or in a variant"));
        }
        algorithm.overlay(layer, resolve)?;
    }
    algorithm.assign("seed", &Value::Whole(seed.into()), false, resolve)?;
    algorithm.apply_defaults(&|key| layers.iter().any(|layer| layer.get(key).is_some()));
    algorithm.check().with_context(|| format!("the variant {name} cannot be run"))?;
    Ok(algorithm)
}

/// The seeds of a table: a list, or the number of seeds from 1.
fn seeds(document: &Document) -> Result<Option<Vec<u64>>> {
    let Some(entry) = document.get("seeds") else { return Ok(None) };
    let wrong = || {
        let what = format!(
            "seeds must be a number N, for the seeds 1 to N, or a list of different seeds; at most {MOST_SEEDS} of them"
        );
        document.error(entry, Fault::Value, what)
    };
    let most = MOST_SEEDS as i128;
    let seeds: Vec<u64> = match &entry.value {
        Value::Whole(count) if (1..=most).contains(count) => (1..=*count as u64).collect(),
        Value::List(values) if (1..=MOST_SEEDS).contains(&values.len()) => {
            let seed = |value: &Value| match value {
                Value::Whole(seed) => u64::try_from(*seed).map_err(|_| wrong()),
                _ => Err(wrong()),
            };
            values.iter().map(seed).collect::<Result<_>>()?
        }
        _ => bail!(wrong()),
    };
    let mut different = seeds.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < seeds.len() {
        return Err(wrong());
    }
    Ok(Some(seeds))
}
