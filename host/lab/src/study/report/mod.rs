//! The report of a study: tables and figures, in every output format.

mod figures;
mod forms;

use anyhow::Result;
use serde_json::{Value, json};

use super::results::{FILE, Results, VariantResults};
use super::statistics::{Comparison, Quartiles, deviations_of, holm};
use crate::text::json_text;
pub use forms::Table;

/// The interquartile range of a normal distribution, in standard deviations.
const RANGE_OF_NORMAL: f64 = 1.349;

/// Two variants against one opponent.
struct Pair<'r> {
    opponent: usize,
    variants: [&'r VariantResults; 2],
    compared: Comparison,
    /// The p-value after Holm's correction among all pairs against this opponent.
    corrected: f64,
}

/// A study's report.
pub struct Report<'r> {
    results: &'r Results,
    pairs: Vec<Pair<'r>>,
}

impl<'r> Report<'r> {
    /// Compares every pair of variants against every opponent.
    pub fn of(results: &'r Results) -> Report<'r> {
        let mut pairs = Vec::new();
        for opponent in 0..results.opponents.len() {
            let first = pairs.len();
            for (place, left) in results.variants.iter().enumerate() {
                for right in &results.variants[place + 1..] {
                    let compared = Comparison::of(&left.wins[opponent], &right.wins[opponent]);
                    pairs.push(Pair { opponent, variants: [left, right], compared, corrected: 1.0 });
                }
            }
            let p_values: Vec<f64> = pairs[first..].iter().map(|pair: &Pair<'_>| pair.compared.p).collect();
            for (pair, corrected) in pairs[first..].iter_mut().zip(holm(&p_values)) {
                pair.corrected = corrected;
            }
        }
        Report { results, pairs }
    }

    /// The report in all formats, and its results: the name and the content of each file.
    ///
    /// # Errors
    /// A number cannot be written as JSON.
    pub fn files(&self) -> Result<Vec<(String, String)>> {
        let (tables, figures) = (self.tables(), figures::all(self.results));
        let title = &self.results.title;
        let mut files: Vec<(String, String)> = vec![
            ("report.md".to_owned(), forms::markdown(title, &self.answers(), NOTES, &tables, &figures)),
            ("report.html".to_owned(), forms::html(title, &self.answers(), NOTES, &tables, &figures)),
            ("report.tex".to_owned(), forms::latex(&tables)),
            ("runs.csv".to_owned(), self.runs().csv()),
            ("pairs.csv".to_owned(), tables[0].csv()),
            ("report.json".to_owned(), format!("{}\n", json_text(serde_json::to_string_pretty(&self.json())?))),
            (FILE.to_owned(), format!("{}\n", json_text(serde_json::to_string(self.results)?))),
        ];
        files.extend(figures.into_iter().map(|figure| (figure.file, figure.svg)));
        Ok(files)
    }

    /// The summary table.
    pub fn summary(&self) -> Table {
        let mut header = vec!["variant".to_owned(), "runs".to_owned()];
        header.extend(self.results.opponents.iter().cloned());
        let row = |variant: &VariantResults| {
            let mut row = vec![variant.name.clone(), variant.seeds.len().to_string()];
            row.extend(variant.wins.iter().map(|wins| {
                let Quartiles { lower, median, upper } = Quartiles::of(wins);
                format!("{median:.1} ({lower:.1} to {upper:.1})")
            }));
            row
        };
        let caption = "Games won by the champions, in percent: the median of the runs, and their quartiles".to_owned();
        Table { caption, header, rows: self.results.variants.iter().map(row).collect() }
    }

    /// The study's answer in sentences: the variant with the best median against the yardstick, and whether it is better
    /// than each of the others.
    pub fn answers(&self) -> Vec<String> {
        let yardstick = self.results.opponents.iter().position(|opponent| *opponent == self.results.yardstick);
        let pairs = self.pairs.iter().filter(|pair| Some(pair.opponent) == yardstick);
        let median = |variant: &VariantResults| Quartiles::of(&variant.wins[yardstick.unwrap_or(0)]).median;
        let best = self.results.variants.iter().max_by(|one, other| median(one).total_cmp(&median(other)));
        let of_best =
            pairs.filter(|pair| pair.variants.iter().any(|variant| Some(&variant.name) == best.map(|best| &best.name)));
        of_best.map(|pair| self.answer(pair)).collect()
    }

    /// One pair in a sentence, from the point of view of the better median. A is that variant's.
    fn answer(&self, pair: &Pair<'_>) -> String {
        let medians = pair.variants.map(|variant| Quartiles::of(&variant.wins[pair.opponent]).median);
        let (better, worse, a) =
            if medians[0] >= medians[1] { (0, 1, pair.compared.a) } else { (1, 0, 1.0 - pair.compared.a) };
        let [better_name, worse_name] = [better, worse].map(|place| pair.variants[place].name.as_str());
        let [high, low] = [medians[better], medians[worse]];
        let (opponent, p) = (&self.results.opponents[pair.opponent], p_equals(pair.corrected));
        let verdict = if pair.corrected < 0.05 { "beats" } else { "is not shown to beat" };
        format!(
            "{better_name} {verdict} {worse_name} against {opponent}: median {high:.1} v {low:.1}, {p}, A = {a:.2}."
        )
    }

    /// The pairs with their p-values, narrow enough for a terminal.
    pub fn pairs_in_short(&self) -> Table {
        let whole = self.comparisons();
        let kept = [0, 1, 2, 5, 6, 7];
        let of = |row: &Vec<String>| kept.map(|column| row[column].clone()).to_vec();
        Table { header: of(&whole.header), rows: whole.rows.iter().map(of).collect(), ..whole }
    }

    fn tables(&self) -> [Table; 3] {
        [self.comparisons(), self.summary(), self.runs()]
    }

    fn comparisons(&self) -> Table {
        let header = [
            "opponent",
            "first",
            "second",
            "U",
            "p",
            "p (Holm)",
            "A",
            "95 % interval of A",
            "A to be found",
            "points to be found",
        ];
        let row = |pair: &Pair<'_>| {
            let Comparison { u, p, a, interval: [low, high], detectable } = pair.compared;
            let [found, points] = if detectable < 0.5 {
                [format!("{:.3}", 0.5 + detectable), format!("{:.2}", self.points(pair))]
            } else {
                ["none".to_owned(), "none".to_owned()]
            };
            vec![
                self.results.opponents[pair.opponent].clone(),
                pair.variants[0].name.clone(),
                pair.variants[1].name.clone(),
                format!("{u}"),
                p_text(p),
                p_text(pair.corrected),
                format!("{a:.3}"),
                format!("{low:.3} to {high:.3}"),
                found,
                points,
            ]
        };
        Table {
            caption: "Every pair of variants".to_owned(),
            header: header.map(str::to_owned).to_vec(),
            rows: self.pairs.iter().map(row).collect(),
        }
    }

    /// The least difference of medians that this many runs could detect, given their spread.
    fn points(&self, pair: &Pair<'_>) -> f64 {
        let ranges = pair.variants.map(|variant| {
            let Quartiles { lower, upper, .. } = Quartiles::of(&variant.wins[pair.opponent]);
            (upper - lower) / RANGE_OF_NORMAL
        });
        let spread = ((ranges[0].powi(2) + ranges[1].powi(2)) / 2.0).sqrt();
        deviations_of(0.5 + pair.compared.detectable) * spread
    }

    fn runs(&self) -> Table {
        let mut header = vec!["variant".to_owned(), "seed".to_owned(), "nodes".to_owned()];
        header.extend(self.results.opponents.iter().cloned());
        let rows = self.results.variants.iter().flat_map(|variant| {
            variant.seeds.iter().enumerate().map(move |(run, seed)| {
                let mut row = vec![variant.name.clone(), seed.to_string(), variant.nodes[run].to_string()];
                row.extend(variant.wins.iter().map(|wins| format!("{:.3}", wins[run])));
                row
            })
        });
        Table { caption: "Every run: games won by its champion, in percent".to_owned(), header, rows: rows.collect() }
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let variants = self.results.variants.iter().map(|variant| {
            let wins = self.results.opponents.iter().zip(&variant.wins).map(|(opponent, wins)| {
                let Quartiles { lower, median, upper } = Quartiles::of(wins);
                json!({"opponent": opponent, "median": median, "lower_quartile": lower, "upper_quartile": upper, "runs": wins})
            });
            json!({"name": variant.name, "settings": variant.settings, "seeds": variant.seeds, "wins": wins.collect::<Vec<_>>()})
        });
        let pairs = self.pairs.iter().map(|pair| {
            let Comparison { u, p, a, interval, detectable } = pair.compared;
            json!({
                "opponent": self.results.opponents[pair.opponent],
                "variants": pair.variants.map(|variant| variant.name.as_str()),
                "u": u,
                "p": p,
                "p_holm": pair.corrected,
                "a": a,
                "a_interval": interval,
                "detectable_a": (detectable < 0.5).then_some(0.5 + detectable),
            })
        });
        json!({
            "title": self.results.title,
            "answers": self.answers(),
            "variants": variants.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
        })
    }
}

/// What a reader must know about the numbers.
const NOTES: &str = "Every number of a comparison is one run: its champion's wins on deals that were not used in training. U and p are \
    Mann and Whitney's, two-sided; up to 60 runs by the permutation distribution with ties, beyond by the normal one with both corrections. \
    Holm's correction counts all pairs against one opponent. A is Vargha and Delaney's: the chance that a run of the first variant \
    beats one of the second; its interval is Newcombe's fifth. The last columns give the A, and the approximate difference of medians, \
    that this many runs detect at 5 % with a power of 80 %, before Holm's correction and by Noether's approximation, which \
    is too strict for few runs: where they say \"none\", runs that do not overlap at all may still have a small p.";

fn p_equals(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {}", p_text(p)) }
}

fn p_text(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}
