//! The released program on a bare computer: no Rust, no clone, no network, no environment variables, and a read-only
//! folder.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use pipsqueak_tests::binary::{Outcome, Running, finish};
use tempfile::TempDir;

/// The program: the named one, or the one that cargo has built beside these tests.
pub fn program() -> PathBuf {
    std::env::var_os("PIPSQUEAK_RELEASED").map_or(env!("CARGO_BIN_EXE_pipsqueak-released").into(), PathBuf::from)
}

/// A computer with nothing but the program and the emulator.
pub struct Computer {
    folder: TempDir,
}

impl Computer {
    /// A new one.
    pub fn new() -> Computer {
        let folder = tempfile::tempdir().expect("a folder that goes away");
        let computer = Computer { folder };
        for (name, mode) in [("bin", 0o755), ("here", 0o555), ("tmp", 0o777), ("out", 0o777)] {
            fs::create_dir(computer.at(name)).expect("a folder can be made");
            fs::set_permissions(computer.at(name), fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        fs::set_permissions(computer.folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
        fs::copy(program(), computer.at("bin/pipsqueak")).expect("the program is built");
        for tool in ["qemu-system-arm", "setpriv"] {
            symlink(found(tool), computer.at("bin").join(tool)).expect("a link can be made");
        }
        computer
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file that the program may write.
    pub fn file(&self, name: &str) -> String {
        self.at("out").join(name).to_str().expect("a path of plain letters").to_owned()
    }

    /// Runs the program there.
    pub fn run(&self, arguments: &[&str], input: &str) -> Outcome {
        self.run_with(&[], arguments, input)
    }

    /// Runs the program there with a few variables.
    pub fn run_with(&self, variables: &[(&str, &str)], arguments: &[&str], input: &str) -> Outcome {
        let mut command = Command::new(isolation()[0]);
        command.args(&isolation()[1..]).arg(self.at("bin/pipsqueak")).args(arguments);
        command.env_clear().env("PATH", self.at("bin")).env("TMPDIR", self.at("tmp")).current_dir(self.at("here"));
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(Running::spawn(&mut command), input)
    }

    /// Runs the program, which must succeed without errors; returns its output.
    pub fn does(&self, arguments: &[&str]) -> String {
        let outcome = self.run(arguments, "");
        assert_eq!((outcome.status, &*outcome.errors), (0, ""), "{arguments:?}");
        outcome.output
    }
}

/// The commands that remove the network and root's privileges, where the system allows it.
fn isolation() -> &'static [&'static str] {
    static FOUND: OnceLock<&[&str]> = OnceLock::new();
    const UNPRIVILEGED: [&str; 8] = [
        "/usr/bin/unshare",
        "-n",
        "/usr/bin/setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "--",
        "/usr/bin/env",
    ];
    const OWN: [&str; 4] = ["/usr/bin/unshare", "-r", "-n", "/usr/bin/env"];
    FOUND.get_or_init(|| {
        for words in [&UNPRIVILEGED[..], &OWN] {
            let tried = Command::new(words[0]).args(&words[1..]).arg("true").stderr(Stdio::null()).status();
            if tried.is_ok_and(|status| status.success()) {
                return words;
            }
        }
        println!("this system does not allow removing the network or privileges: the program runs with both");
        &["/usr/bin/env"]
    })
}

fn found(tool: &str) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(tool));
    places.find(|place| place.is_file()).unwrap_or_else(|| panic!("{tool} is not installed"))
}

/// The path of a script beside these tests.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}
