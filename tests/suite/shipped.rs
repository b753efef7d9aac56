//! The champions and the value network that come with the project.

use std::fs;
use std::path::{Path, PathBuf};

use crc::{CRC_32_ISO_HDLC, Crc};
use pipsqueak_app::BUILT_IN;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::games::fiveo::Terminal;
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::players::{BaselineKind, Scoring};
use pipsqueak_core::games::{checkers, fiveo};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::MAX_NODES;
use pipsqueak_lab::arena::head_to_head;
use pipsqueak_lab::evolve::{Problem, multigene};
use pipsqueak_lab::games::fiveo::FiveO;
use pipsqueak_lab::games::fiveo::players::FiveOPlayer;
use pipsqueak_lab::instruction_set::InstructionSet;
use pipsqueak_lab::workers::{Threads, Workers};
use pipsqueak_tests::binary::scratch;
use pipsqueak_tests::runs::by_the_engine;
use pipsqueak_tests::sized;

use crate::train_value_net;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/champions").join(name)
}

fn champion(name: &str) -> Champion {
    Champion::decode(&fs::read(file(name)).unwrap()).unwrap()
}

/// Wins, in percent, against the six baselines from random to tactician, on deals of this test only. They are the same
/// in every run; another set of as many deals would differ by 0.8 points.
fn wins(name: &str) -> [f64; 6] {
    const N_DEALS: u64 = 2_000;
    let player = FiveOPlayer::from(champion(name));
    BaselineKind::ALL.map(|opponent| {
        let opponent = FiveOPlayer::from(opponent);
        let score = head_to_head(
            &FiveO::default(),
            [&player, &opponent],
            N_DEALS,
            Seed(0x5eed_0f7e_5715),
            Workers::ALONE,
            |_| {},
        )
        .unwrap();
        score.tally.win_percent()
    })
}

fn are_above(wins: [f64; 6], floors: [f64; 6]) {
    for ((win, floor), opponent) in wins.into_iter().zip(floors).zip(BaselineKind::ALL) {
        assert!(win >= floor, "{win:.1} % against {opponent}, {floor} at least");
    }
}

#[test]
fn the_boards_champion_is_the_default_one() {
    assert_eq!(fs::read(file("default.pips")).unwrap(), BUILT_IN);
}

#[test]
fn the_champions_fit_and_contain_their_records() {
    for name in ["default.pips", "report.pips", "report-3.pips"] {
        let champion = champion(name);
        assert!(champion.player.tree.n_nodes() <= MAX_NODES.min(200), "{name}");
        assert_eq!(champion.player.scoring, Scoring::Board, "{name}");
        assert_eq!(champion.provenance.record.len(), BaselineKind::ALL.len(), "{name}");
        for record in &champion.provenance.record {
            assert_eq!(record.wins + record.ties + record.losses, 100_000, "{name}");
        }
    }
}

#[test]
fn the_reports_champions_use_only_the_reports_terminals() {
    for name in ["report.pips", "report-3.pips"] {
        assert_eq!(champion(name).player.tree.terminals() >> Terminal::REPORT.len(), 0, "{name}");
    }
}

#[test]
fn each_champion_stands_beside_the_settings_that_made_it() {
    for name in ["default", "report", "report-3"] {
        let settings = fs::read_to_string(file(&format!("{name}.toml"))).unwrap();
        let champion = champion(&format!("{name}.pips"));
        let (preset, seed) = champion.name.rsplit_once('-').unwrap();
        assert!(settings.contains(&format!("preset = \"{preset}\"\n")), "{name}");
        assert!(settings.contains(&format!("seed = {seed}\n")), "{name}");
        assert_eq!(champion.provenance.seed.0.to_string(), seed);
    }
}

/// The fingerprint of the champion of a shorter run, made by replacing lines of its settings. The whole runs are played
/// by the released program (`host/released/tests`, in a long run), which is twice as fast.
fn every_instruction_set_makes<P: Problem>(name: &str, shorter: &[(&str, &str)], expected: u32) {
    let whole = fs::read_to_string(file(&format!("{name}.toml"))).unwrap();
    assert!(shorter.iter().all(|(line, _)| whole.contains(line)), "{name}");
    let short = shorter.iter().fold(whole, |settings, (line, other)| settings.replace(line, other));
    let settings = scratch(&format!("shipped-{name}"));
    fs::write(&settings, short).unwrap();
    for set in InstructionSet::available() {
        set.choose();
        let champion = by_the_engine::<multigene::Settings<P>>(&settings);
        assert_eq!(fingerprint(&champion), expected, "{name} with {set}");
    }
    fs::remove_file(settings).unwrap();
}

#[test]
fn every_instruction_set_makes_the_champions_of_shorter_settings() {
    let shorter = [
        ("generations = 88", "generations = 12"),
        ("decisions = [8000, 16000, 40000, 100000]", "decisions = [400, 800, 1600, 3200]"),
        ("final_games = 100000", "final_games = 2000"),
    ];
    every_instruction_set_makes::<fiveo::FiveO>("default", &shorter, 4_152_464_113);
    every_instruction_set_makes::<fiveo::FiveO>("report", &shorter, 185_127_383);
    let shorter = [
        ("population = 200", "population = 40"),
        ("generations = 18", "generations = 4"),
        ("genes = [4, 6, 8]", "genes = [2, 2]"),
        ("decisions = [240, 480, 720]", "decisions = [40, 60]"),
        ("samples = [2, 150, 200]", "samples = [2, 20]"),
        ("final_games = 40", "final_games = 4"),
    ];
    every_instruction_set_makes::<checkers::Checkers>("checkers", &shorter, 3_762_790_140);
}

/// The whole training in a long test; else one from few tables, whose network has this checksum.
#[test]
fn the_value_network_is_reproduced_by_its_training() {
    let threads = Threads::new(None).unwrap();
    let network = train_value_net::trained(sized(2_048, train_value_net::N_TABLES), Workers::new(&threads)).unwrap();
    let shipped = fs::read(file("value_net.bin")).unwrap();
    assert_eq!(network.len(), shipped.len());
    let checksum = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    assert_eq!(checksum.checksum(&network), sized(4_067_728_696, checksum.checksum(&shipped)));
}

#[test]
fn the_default_champion_beats_every_baseline_by_far() {
    are_above(wins("default.pips"), [96.3, 72.0, 65.5, 65.0, 60.5, 57.0]);
}

#[test]
fn with_the_reports_terminals_alone_a_champion_beats_every_baseline() {
    are_above(wins("report.pips"), [95.5, 68.5, 62.0, 61.5, 57.0, 54.0]);
}

/// The report's own figures for its third experiment, less a standard error and a half of this test's.
#[test]
fn the_champion_of_the_reports_third_experiment_plays_as_well_as_the_reports() {
    are_above(wins("report-3.pips"), [91.2, 60.0, 52.9, 52.2, 51.4, 0.0]);
    let player = FiveOPlayer::named("report-3", None).unwrap();
    assert_eq!(player.kind.tree(), Some(&champion("report-3.pips").player));
}
