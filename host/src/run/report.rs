//! The report at the end of a run: the champion's record beside published figures, and the next commands.

use pipsqueak_lab::arena::Share;
use pipsqueak_lab::evolve::{Champion, CommonSettings, LogColumns, Problem};

use super::folder::Folder;

/// The table and the next commands.
pub fn text<P: Problem>(
    run: &CommonSettings<P>,
    quantities: &LogColumns,
    champion: &Champion<P>,
    folder: &Folder,
    file: &str,
) -> String {
    let published = P::published(run.preset);
    let (source, name) = published.map_or(("", ""), |published| (published.source, published.name));
    let tree = &champion.player.tree;
    let mut text = format!(
        "{}: {} nodes, height {}, {} {}, seed {}\n\n",
        champion.name,
        tree.n_nodes(),
        tree.height(),
        quantities.step,
        champion.generation,
        run.seed.0
    );
    text += &format!("{:17} {:>8}   {:15} {:>8} {source:>8}\n", "opponent", "won %", "95 % interval", "points %");
    text += &format!("{:17} {:>8}   {:15} {:>8} {name:>8}\n", "", "", "", "");
    for (place, (opponent, score)) in champion.record.iter().enumerate() {
        let Share { percent, low, high } = score.wins();
        let theirs = published.and_then(|published| published.wins.get(place));
        let theirs = theirs.map_or("-".to_owned(), |percent| format!("{percent:.1}"));
        let interval = format!("{low:.1} to {high:.1}");
        let points = score.tally.points_percent();
        text += &format!("{opponent:17} {percent:>8.1}   {interval:15} {points:>8.1} {theirs:>8}\n");
    }
    text += &format!(
        "\n{} games against each of {}, half in each seat, on deals that were not used in training.\n",
        run.final_games,
        P::OPPONENTS.len()
    );
    let place = folder.path().display();
    let file = folder.file(file);
    let file = file.display();
    text += &format!(
        "\nThe run is in {place}: champion.pips, run.toml, log.csv, terminals.csv, {}.\n",
        quantities.plots().join(", ")
    );
    if run.selection.counts_cost() {
        text += "Strength against cost on the board: front.csv, front.svg, fronts.csv, fronts.svg, and the players in front/.\n";
    }
    let program = program();
    let hardest: Vec<String> = P::OPPONENTS.iter().rev().take(2).rev().map(ToString::to_string).collect();
    text += &format!("Play it:         {program} play {} --against {file}\n", P::GAME);
    text += &format!("Look at it:      {program} show {file}\n");
    text += &format!("Let it compete:  {program} league{} {file} {}\n", P::GAME_OPTION, hardest.join(" "));
    text
}

/// How the user started the program: through cargo, or by its name.
pub fn program() -> &'static str {
    if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "pipsqueak" }
}
