//! `pipsqueak study`: whatever happens to its processes, the same runs and the same report result.

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::{Outcome, Running, pipsqueak, program, run_as};
#[cfg(target_os = "linux")]
use pipsqueak_tests::faults::{kill_often, run_with};
use pipsqueak_tests::runs::{files, is_refused};
use serde_json::Value;
use tempfile::TempDir;

/// Two variants with three seeds each, in the smallest runs that still select.
const STUDY: &str = r#"title = "Small"
preset = "quick"
seeds = 3

[base]
population = 8
generations = 12
elite_games = 20
final_games = 400
finalists = 1

[base.fitness]
deals = 6

[variants.plain]

[variants.mutants]
mutation = 1.0
crossover = 0.0
"#;

struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn of(study: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.toml");
        fs::write(&file, study).unwrap();
        Place { folder, file }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn arguments<'a>(&'a self, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&["study", self.file.to_str().unwrap(), "--out", out], more].concat()
    }

    fn study(&self, more: &[&str]) -> Outcome {
        pipsqueak(&self.arguments(self.out().to_str().unwrap(), more), "")
    }
}

#[cfg(target_os = "linux")]
/// Everything in a study's folder that must not depend on interruptions: all but times, checkpoints and half-written
/// files.
fn left(out: &Path) -> Vec<(String, Vec<u8>)> {
    let mut left: Vec<_> = fs::read_dir(out)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && !path.file_name().unwrap().to_string_lossy().starts_with(".pipsqueak-new-"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    for variant in ["plain", "mutants"] {
        for seed in ["1", "2", "3"] {
            let run = out.join("runs").join(variant).join(seed);
            for name in ["champion.pips", "run.toml", "terminals.csv"] {
                left.push((format!("{variant}/{seed}/{name}"), fs::read(run.join(name)).unwrap()));
            }
            let log = fs::read_to_string(run.join("log.csv")).unwrap();
            let log: Vec<&str> = log.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
            left.push((format!("{variant}/{seed}/log.csv"), log.join("\n").into_bytes()));
        }
    }
    left.sort();
    left
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_study_and_one_in_parts_equal_an_uninterrupted_one() {
    let place = Place::of(STUDY);
    let out = place.out();
    let arguments = place.arguments(out.to_str().unwrap(), &["--threads", "2"]);
    let (outcome, calls) = run_with(None, place.folder.path(), &arguments);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(outcome.output.contains("plain") && outcome.output.contains("report.html"), "{}", outcome.output);
    // The answer comes first, then the pairs, then the figures.
    let report = fs::read_to_string(place.out().join("report.md")).unwrap();
    let answer = report.lines().nth(2).unwrap();
    assert!(answer.contains("beat") && answer.contains(": median ") && answer.contains(", p = "), "{answer}");
    let [pairs, figures] = ["| opponent | first | second |", "!["].map(|text| report.find(text).unwrap());
    assert!(pairs < figures && outcome.output.starts_with(answer), "{}", outcome.output);
    assert!(outcome.output.contains("p (Holm)"), "{}", outcome.output);
    let expected = left(&place.out());
    for name in
        ["report.md", "report.html", "report.tex", "report.json", "results.json", "runs.csv", "pairs.csv", "curves.svg"]
    {
        assert!(expected.iter().any(|(left, _)| left == name), "{name}");
    }

    let killed = Place::of(STUDY);
    let out = killed.out();
    let arguments = killed.arguments(out.to_str().unwrap(), &["--threads", "2"]);
    kill_often(5, calls.len(), &mut Seed(3).rng(), killed.folder.path(), &arguments);
    assert!(!out.join("report.md").exists(), "it was killed in the middle");
    let outcome = killed.study(&[]);
    assert_eq!(outcome.status, 0, "after kills: {}", outcome.errors);
    assert_eq!(left(&out), expected, "after kills");

    let parts = Place::of(STUDY);
    let out = parts.out();
    let running = ["3/4", "1/4", "4/4", "2/4"]
        .map(|part| Running::start(&parts.arguments(out.to_str().unwrap(), &["--part", part, "--threads", "1"])));
    for outcome in running.map(Running::wait) {
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    }
    assert_eq!(left(&out), expected, "in parts");
}

#[test]
fn finished_runs_are_not_played_again_and_settings_are_frozen() {
    let place = Place::of(STUDY);
    assert_eq!(place.study(&[]).status, 0);
    let run = place.out().join("runs/plain/1");
    let before: Vec<_> = files(&run);
    assert_eq!(place.study(&[]).status, 0);
    assert_eq!(files(&run), before);
    fs::write(&place.file, STUDY.replace("mutation = 1.0", "mutation = 0.9")).unwrap();
    is_refused(&place.study(&[]), "began with other settings");
    assert_eq!(files(&run), before);
    // A run whose settings were changed is not counted among the others.
    fs::write(&place.file, STUDY).unwrap();
    let settings = fs::read_to_string(run.join("run.toml")).unwrap();
    fs::write(run.join("run.toml"), settings.replace("final_games = 400", "final_games = 402")).unwrap();
    is_refused(&place.study(&[]), "runs/plain/1 began with other settings");
    // Nor is it overwritten if the study's own file is missing.
    fs::remove_file(place.out().join("study.toml")).unwrap();
    is_refused(&place.study(&[]), "is not a study");
}

#[test]
fn a_study_can_be_given_more_seeds_and_keeps_its_runs() {
    let place = Place::of(STUDY);
    assert_eq!(place.study(&[]).status, 0);
    let run = place.out().join("runs/plain/1");
    let before: Vec<_> = files(&run);
    fs::write(&place.file, STUDY.replace("seeds = 3", "# one more\nseeds = 4")).unwrap();
    assert_eq!(place.study(&[]).status, 0);
    assert_eq!(files(&run), before);
    let runs = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    assert_eq!(runs.lines().count(), 9, "{runs}");
}

#[test]
fn two_studies_that_begin_at_once_in_one_folder_do_not_mix() {
    let place = Place::of(&STUDY.replace("seeds = 3", "seeds = 40"));
    let other = Place::of(&STUDY.replace("seeds = 3", "seeds = 40").replace("mutation = 1.0", "mutation = 0.9"));
    let out = place.out();
    let begin = |place: &Place| {
        Running::start(&["study", place.file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--part", "1/80"])
    };
    let ended = [begin(&place), begin(&other)].map(Running::wait);
    let refused: Vec<&Outcome> = ended.iter().filter(|outcome| outcome.status != 0).collect();
    assert_eq!(refused.len(), 1, "{ended:?}");
    is_refused(refused[0], "began with other settings");
}

#[test]
fn the_report_has_every_pair_with_its_p_values_and_can_be_compared_with_an_archived_one() {
    let place = Place::of(STUDY);
    let outcome = place.study(&["--json"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 6, "one pair against each of six opponents");
    for pair in pairs {
        let number = |key: &str| pair[key].as_f64().unwrap();
        // Three runs against three: twenty permutations, so no p-value is below a tenth.
        assert!(number("p") >= 0.0999 && number("p_holm") >= number("p"), "{pair}");
        let [low, high] = [0, 1].map(|end| pair["a_interval"][end].as_f64().unwrap());
        assert!(low <= number("a") && number("a") <= high, "{pair}");
        assert_eq!(pair["detectable_a"], Value::Null, "three runs of each show nothing");
    }
    let runs = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    assert_eq!(runs.lines().count(), 7, "{runs}");

    let later = Place::of(STUDY);
    let archived = place.out();
    let outcome = later.study(&["--json", "--compare", archived.to_str().unwrap()]);
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!(report["pairs"].as_array().unwrap().len(), 6 * 6);
    let same = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|pair| pair["variants"][1] == "Small/plain" && pair["variants"][0] == "plain");
    assert!(same.clone().count() == 6 && same.clone().all(|pair| pair["a"] == 0.5), "equal runs are equal");
    // The study's own results are the same as without a comparison.
    for (file, n_lines) in [("runs.csv", 7), ("comparison/runs.csv", 13)] {
        let runs = fs::read_to_string(later.out().join(file)).unwrap();
        assert_eq!(runs.lines().count(), n_lines, "{file}: {runs}");
    }
}

#[test]
fn a_check_lists_the_runs_and_plays_nothing() {
    let place = Place::of(STUDY);
    let outcome = place.study(&["--check", "--json"]);
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    let plan: Value = serde_json::from_str(&outcome.output).unwrap();
    // A run: 12 generations of 8 trees on 6 deals in both seats against two opponents, 20 games of each of the seven of
    // the elite at most, and 400 against each of six at the end.
    let games = plan["variants"][0]["games"].as_u64().unwrap();
    assert!(games >= 3 * (12 * 8 * 6 * 2 * 2 + 12 * 20 + 2_400) && plan["variants"][0]["runs"] == 3, "{plan}");
    assert!(!place.out().exists());
    let report = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/studies/report.toml");
    let outcome = pipsqueak(&["study", report, "--check"], "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    assert!(
        outcome.output.contains("experiment-3-column") && outcome.output.contains("   20 runs"),
        "{}",
        outcome.output
    );
}

#[cfg(unix)]
/// The CPU time of a command: waiting for a busy machine does not count.
fn core_seconds(arguments: &[&str]) -> f64 {
    let script = "\"$@\" >/dev/null || exit 1; times";
    let arguments = [&["-c", script, "sh", program().to_str().unwrap()], arguments].concat();
    let outcome = run_as("sh", &arguments, "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
    // The second line is the children's: user and system time in minutes and seconds.
    let times = outcome.output.lines().last().unwrap().split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    });
    times.sum()
}

#[cfg(unix)]
#[test]
fn a_checks_estimate_is_near_the_real_cost() {
    // One of each algorithm, the smallest with all kinds of work.
    let study = "seeds = 2\n[variants.whole]\npreset = \"quick\"\npopulation = 40\ngenerations = 12\nfinal_games = 4000\n\
        finalists = 2\n[variants.genes]\npreset = \"small\"\ngenerations = 8\ngenes = [3, 5]\ndecisions = [400, 800]\n\
        samples = [4, 4]\nwindow = 500\nstarters = 200\nfinal_games = 4000\nfinalist_games = 2000\n";
    let place = Place::of(study);
    let plan: Value = serde_json::from_str(&place.study(&["--check", "--json"]).output).unwrap();
    let estimated = 3600.0 * plan["core_hours"].as_f64().unwrap();
    let out = place.out();
    let taken = core_seconds(&place.arguments(out.to_str().unwrap(), &["--threads", "1"]));
    println!("estimated {estimated:.2} s, taken {taken:.2} s");
    assert!((0.4..2.5).contains(&(estimated / taken)), "estimated {estimated:.2} s, taken {taken:.2} s");
}

#[test]
fn a_study_that_is_wrong_is_refused_in_one_line() {
    for (study, told) in [
        ("preset = \"small\"\n".to_owned(), "there are no seeds for base"),
        ("seeds = []\n".to_owned(), "small.toml:1:9: seeds must be"),
        ("seeds = [1, 1]\n".to_owned(), "small.toml:1:9: seeds must be"),
        ("seeds = 0\n".to_owned(), "small.toml:1:9: seeds must be"),
        ("seeds = 1\n[variants.a]\n[variants.a]\n".to_owned(), "small.toml:3:"),
        (
            "seeds = 1\n[variants.a]\npopulashun = 3\n".to_owned(),
            "small.toml:3:1: there is no setting \"populashun\"; did you mean population?",
        ),
        ("seeds = 1\n[base]\npopulation = 1\n".to_owned(), "small.toml:3:14: population is a whole number"),
        ("seeds = 1\n[base]\nseed = 1\n".to_owned(), "small.toml:3:1: a study takes seeds"),
        ("seeds = 1\ncolour = 1\n".to_owned(), "small.toml:2:1: a study has title"),
        ("seeds = 1\n[variants.\"a/b\"]\n".to_owned(), "letters, digits"),
        ("seeds = 1\n[variants.\"a.b\"]\n".to_owned(), "small.toml:2:11: a name has no dot, unlike \"a.b\""),
        ("seeds = 1\ntitle = 3\n".to_owned(), "small.toml:2:9: the title must be a string, not 3"),
        ("seeds = 1\n[variants]\nx = 3\n".to_owned(), "small.toml:3:1: variants.x has settings: write it as a table"),
        ("seeds = 1\nvariants = 3\n".to_owned(), "small.toml:2:1: variants has settings: write it as a table"),
        ("seeds = 1\nbase = []\n".to_owned(), "small.toml:2:1: base has settings: write it as a table"),
        ("seeds = 1\n[variants.a]\nhall_of_fame = 3\n".to_owned(), "there is no setting \"hall_of_fame\""),
        ("seeds = 1\npreset = \"slow\"\n".to_owned(), "small.toml:2:10: there is no preset \"slow\""),
        ("seeds = 1\n[base]\npreset = \"quick\"\n".to_owned(), "small.toml:3:1: the preset belongs before [base]"),
        ("seeds = 1\n[variants.a]\nseeds = 0\n".to_owned(), "small.toml:3:9: seeds must be"),
        ("seeds = 1\n[variants.A]\n[variants.a]\n".to_owned(), "A and a would be the same folder on some systems"),
        (STUDY.replace("population = 8", "population = 8\nelite = 9"), "the variant plain cannot be run"),
    ] {
        let place = Place::of(&study);
        is_refused(&place.study(&[]), told);
        assert!(!place.out().exists(), "{study}");
    }
    let place = Place::of(STUDY);
    for part in ["0/2", "3/2", "x", "1/0"] {
        assert_eq!(place.study(&["--part", part]).status, 2, "{part}");
    }
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join("diary"), "dear diary").unwrap();
    is_refused(&place.study(&[]), "exists already and is not a study");
}
