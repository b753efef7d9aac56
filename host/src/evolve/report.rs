//! What a person reads at the end of a run: the champion's record beside the report's, and what to do next.

use std::path::Path;

use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::Strategy;

use super::folder::Folder;
use super::run::Outline;
use super::settings::Preset;
use crate::arena::Tally;

/// What the report's best trees won against its five baselines, in percent of 100,000 games each.
const REPORT: [(Preset, &str, [f64; 5]); 3] = [
    (Preset::Experiment1, "experiment 1", [79.4, 42.2, 32.3, 28.8, 25.7]),
    (Preset::Experiment2, "experiment 2", [82.7, 52.4, 41.4, 40.6, 39.5]),
    (Preset::Experiment3, "experiment 3", [91.2, 61.2, 54.1, 53.4, 52.6]),
];

/// The table and the next commands.
pub fn text(run: &Outline<'_>, champion: &Champion, folder: &Folder, file: &Path) -> String {
    // Our own presets stand beside the report's best.
    let (_, column, theirs) = REPORT.into_iter().find(|(preset, ..)| *preset == run.preset).unwrap_or(REPORT[2]);
    let tree = &champion.player.tree;
    let mut text = format!(
        "{}: {} nodes, height {}, generation {}, seed {}\n\n",
        champion.name,
        tree.n_nodes(),
        tree.height(),
        champion.provenance.generation,
        run.seed.0
    );
    text += &format!("{:17} {:>8}   {:15} {:>8}\n", "opponent", "win %", "95 % interval", "report");
    text += &format!("{:17} {:>8}   {:15} {:>8}\n", "", "", "", column.replace("experiment", "exp."));
    for (place, record) in champion.provenance.record.iter().enumerate() {
        let [win, tie, loss] = [record.wins, record.ties, record.losses].map(u64::from);
        let tally = Tally { win, tie, loss };
        let (low, high) = tally.wilson();
        let theirs = theirs.get(place).map_or("-".to_owned(), |percent| format!("{percent:.1}"));
        let interval = format!("{low:.1} to {high:.1}");
        text += &format!("{:17} {:>8.1}   {interval:15} {theirs:>8}\n", record.opponent, tally.win_percent());
    }
    let opponents = Strategy::ALL.len();
    text += &format!(
        "\n{} games against each of {opponents}, half in each seat, on deals that were not used in training.\n",
        run.final_games
    );
    let (folder, file) = (folder.path().display(), file.display());
    text += &format!("\nThe run is in {folder}: champion.pips, run.toml, log.csv, fitness.svg, wins.svg.\n");
    let program = program();
    text += &format!("Play it:         {program} play fiveo --against {file}\n");
    text += &format!("Look at it:      {program} show {file}\n");
    text += &format!("Let it compete:  {program} league {file} full-strategy tactician\n");
    text
}

/// How the person started the program, and so how to start it again: through cargo, or by its name.
pub fn program() -> &'static str {
    if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "pipsqueak" }
}
