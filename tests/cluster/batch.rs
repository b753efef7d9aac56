//! The batch files of docs/cluster.md, unchanged, in an environment like SLURM's: its variables, its signals, and a
//! `scontrol` that records its arguments.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pipsqueak_tests::binary::{Running, signal};
use pipsqueak_tests::cluster::{OPEN_MPI, mpi_program};
use pipsqueak_tests::runs::Run;
use tempfile::TempDir;

const GUIDE: &str = include_str!("../../docs/cluster.md");

/// The batch file in the guide with this first comment.
fn batch_file(about: &str) -> String {
    let blocks = GUIDE.split("```bash\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let found: Vec<&str> = blocks.map(|(block, _)| block).filter(|block| block.contains(about)).collect();
    assert_eq!(found.len(), 1, "{about}");
    found[0].to_owned()
}

/// A folder to submit jobs from, with the programs for jobs.
struct Cluster {
    place: TempDir,
}

impl Cluster {
    fn new() -> Cluster {
        let place = tempfile::tempdir().unwrap();
        let programs = place.path().join("bin");
        fs::create_dir(&programs).unwrap();
        symlink(mpi_program(), programs.join("pipsqueak")).unwrap();
        let scontrol = programs.join("scontrol");
        fs::write(&scontrol, "#!/bin/sh\necho \"$@\" >>\"$SLURM_SUBMIT_DIR/asked\"\n").unwrap();
        fs::set_permissions(&scontrol, fs::Permissions::from_mode(0o755)).unwrap();
        Cluster { place }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Starts a batch file as SLURM does, with additional variables.
    fn start(&self, batch: &str, more: &[(&str, &str)]) -> Running {
        let file = self.file("batch");
        fs::write(&file, batch).unwrap();
        let path = format!("{}:{}", self.file("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("bash");
        command.arg(&file).current_dir(self.place.path()).envs(OPEN_MPI).env("PATH", path);
        command.env("SLURM_SUBMIT_DIR", self.place.path()).env("SLURM_JOB_ID", "42").env("SLURM_PROCID", "0");
        command.envs(more.iter().copied()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running::spawn(&mut command)
    }

    /// Replaces a setting in every file of settings below a folder.
    fn set_all(folder: &Path, old: &str, new: &str) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                Cluster::set_all(&path, old, new);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let text = fs::read_to_string(&path).unwrap();
                fs::write(&path, text.replace(old, new)).unwrap();
            }
        }
    }
}

/// The games at the end of a run: enough that it does not end before it is asked to leave, and as few as a test needs.
const FINAL_GAMES: [&str; 2] = ["final_games = 10000000", "final_games = 200"];

fn champion(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("champion.pips")).unwrap()
}

#[test]
fn the_batch_file_leaves_in_time_requeues_and_resumes() {
    let batch = batch_file("# One run in many processes");
    for line in ["#SBATCH --ntasks=", "#SBATCH --signal=B:USR1@", "#SBATCH --open-mode=append"] {
        assert!(batch.contains(line), "{line}");
    }
    let run = Run::begin("best", 40);
    let expected = run.copy().result().champion;
    let cluster = Cluster::new();
    fs::copy(run.file("run.toml"), cluster.file("my-run.toml")).unwrap();
    Cluster::set_all(cluster.place.path(), FINAL_GAMES[1], FINAL_GAMES[0]);
    let tasks = [("SLURM_NTASKS", "2")];
    let mut running = cluster.start(&batch, &tasks);
    running.wait_until(|| cluster.file("my-run/checkpoint").exists());
    // Only to the batch file, as `--signal=B:` does.
    signal("USR1", running.id());
    let outcome = running.wait_for_the_end();
    assert_eq!(outcome.status, 75, "{}{}", outcome.output, outcome.errors);
    assert_eq!(fs::read_to_string(cluster.file("asked")).unwrap(), "requeue 42\n");
    assert!(!cluster.file("my-run/champion.pips").exists());
    Cluster::set_all(cluster.place.path(), FINAL_GAMES[0], FINAL_GAMES[1]);
    let outcome = cluster.start(&batch, &tasks).wait_for_the_end();
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
    assert_eq!(champion(&cluster.file("my-run")), expected);
    assert_eq!(fs::read_to_string(cluster.file("asked")).unwrap(), "requeue 42\n", "it has ended");
}

#[test]
fn the_job_array_plays_a_study_in_parts_and_leaves_in_time() {
    let batch = batch_file("# A study as a job array");
    let cluster = Cluster::new();
    let study = "preset = \"quick\"\nseeds = 3\n[base]\npopulation = 8\ngenerations = 30\nelite_games = 20\n\
        final_games = 200\nfinalists = 1\n[base.fitness]\ndeals = 4\n";
    fs::write(cluster.file("my-study.toml"), study.replace(FINAL_GAMES[1], FINAL_GAMES[0])).unwrap();
    let job = |number: &'static str| {
        [
            ("SLURM_ARRAY_TASK_ID", number),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
            ("SLURM_NTASKS", "1"),
            ("SLURM_CPUS_PER_TASK", "1"),
        ]
    };
    let mut running = cluster.start(&batch, &job("1"));
    running.wait_until(|| cluster.file("my-study/runs/base/1/checkpoint").exists());
    signal("USR1", running.id());
    assert_eq!(running.wait_for_the_end().status, 75);
    Cluster::set_all(cluster.place.path(), FINAL_GAMES[0], FINAL_GAMES[1]);
    for number in ["1", "2"] {
        let outcome = cluster.start(&batch, &job(number)).wait_for_the_end();
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
    }
    assert!(cluster.file("my-study/report.md").exists());
}
