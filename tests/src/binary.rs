//! The `pipsqueak` program, run as a user would run it.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything that a test waits for takes on a busy machine: what takes longer hangs.
pub const HANG_TIMEOUT: Duration = Duration::from_secs(120);

/// The result of a run of the program.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status.
    pub status: i32,
    /// The standard output.
    pub output: String,
    /// The standard error.
    pub errors: String,
}

/// Runs the program with these arguments and this standard input.
pub fn pipsqueak(arguments: &[&str], input: &str) -> Outcome {
    finish(Running::start(arguments), input)
}

/// What the program says when it has nothing to complain about.
pub fn succeeds(arguments: &[&str]) -> String {
    let outcome = pipsqueak(arguments, "");
    assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""), "{arguments:?}");
    outcome.output
}

/// What the program says with `--json`.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&succeeds(&[arguments, &["--json"]].concat())).expect("one object")
}

/// Runs another program with these arguments and this standard input.
pub fn run_as(program: &str, arguments: &[&str], input: &str) -> Outcome {
    finish(Running::spawn(&mut command_of(Path::new(program), arguments)), input)
}

/// Runs the program with an empty PATH.
pub fn pipsqueak_alone(arguments: &[&str]) -> Outcome {
    finish(Running::spawn(command(arguments).env("PATH", "")), "")
}

/// Runs the program without input, with at most this much CPU time: on a busy machine the wall clock says little. One
/// that needs more is killed; one that waits for ever fails the test.
#[cfg(unix)]
pub fn pipsqueak_within(cpu_seconds: u32, arguments: &[&str]) -> Outcome {
    let script = format!("ulimit -t {cpu_seconds}; exec \"$0\" \"$@\"");
    let mut command = command_of(Path::new("sh"), &["-c", &script]);
    Running::spawn(command.arg(program()).args(arguments).stdin(Stdio::null())).wait_for_the_end()
}

/// Waits for a condition, and fails if it does not come.
#[track_caller]
pub fn wait_until(what: &str, mut has_come: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !has_come() {
        assert!(begin.elapsed() < HANG_TIMEOUT, "{what}: it did not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Writes a started program's standard input, and waits until it ends.
pub fn finish(mut running: Running, input: &str) -> Outcome {
    let mut stdin = running.child().stdin.take().expect("the input is a pipe");
    let input = input.to_owned();
    // Written from a thread, so that a program that answers before it has read everything does not deadlock.
    let writer = thread::spawn(move || {
        // A program that ends early may close its input.
        let _ = stdin.write_all(input.as_bytes());
    });
    let outcome = running.wait();
    writer.join().expect("the input is written");
    outcome
}

/// A running program. A failing test ends what it started: it may have been asked for hours of work.
#[derive(Debug)]
pub struct Running(Option<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            // One that has ended by itself needs neither.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Running {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Running {
        Running::spawn(&mut command(arguments))
    }

    /// Starts a prepared command.
    pub fn spawn(command: &mut Command) -> Running {
        Running(Some(command.spawn().expect("the program starts")))
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("only waiting takes it")
    }

    /// Waits until it ends by itself.
    pub fn wait(mut self) -> Outcome {
        let child = self.0.take().expect("only waiting takes it");
        let ended = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
        Outcome { status: ended.status.code().unwrap_or(-1), output: text(ended.stdout), errors: text(ended.stderr) }
    }

    /// As [`Running::wait`], for one that prints little; fails if it does not end.
    #[track_caller]
    pub fn wait_for_the_end(mut self) -> Outcome {
        wait_until("the end of a program", || self.has_ended());
        self.wait()
    }

    /// Waits for something that it does, and fails if it ends without that.
    #[track_caller]
    pub fn wait_until(&mut self, mut has_come: impl FnMut() -> bool) {
        loop {
            // First: what it did before its end is there after it.
            let has_ended = self.has_ended();
            if has_come() {
                return;
            }
            assert!(!has_ended, "it ended before: {:?}", Running(self.0.take()).wait());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The first line of its output; the rest is not read.
    pub fn first_line(&mut self) -> String {
        let mut line = String::new();
        let output = self.child().stdout.take().expect("the output is a pipe, and nothing was read");
        BufReader::new(output).read_line(&mut line).expect("the program writes text");
        line
    }

    /// Kills it, as a power cut would; its status is then -1. One that has already ended keeps its status.
    pub fn kill(mut self) -> Outcome {
        self.child().kill().expect("one's own process may be killed");
        self.wait()
    }

    /// Interrupts it, as Ctrl-C does, once it handles the signal: before that Ctrl-C ends any program, which tests
    /// nothing. One that has already ended is left alone.
    #[cfg(unix)]
    pub fn interrupt(&mut self) {
        while !self.has_ended() {
            if self.catches_interrupts() {
                return signal("INT", self.id());
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether it has a handler for SIGINT, the second signal.
    #[cfg(target_os = "linux")]
    fn catches_interrupts(&self) -> bool {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.id())).expect("Linux tells what a process does");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("the file has its fields");
        u64::from_str_radix(caught.trim(), 16).expect("a set of signals") & 1 << 1 != 0
    }

    /// On other systems this is unknown.
    #[cfg(all(unix, not(target_os = "linux")))]
    fn catches_interrupts(&self) -> bool {
        true
    }

    /// Waits until it has used this much CPU time: on a busy machine the wall clock says little about a program's
    /// progress.
    #[cfg(target_os = "linux")]
    pub fn work_for(&mut self, time: Duration) {
        while !self.has_ended() && worked(self.id()).expect("Linux tells what a process does") < time {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// On other systems the wall clock must do.
    #[cfg(not(target_os = "linux"))]
    pub fn work_for(&mut self, time: Duration) {
        thread::sleep(time);
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.0.as_ref().map_or(0, Child::id)
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child().try_wait().expect("one's own process can be asked for").is_some()
    }
}

/// The CPU time of a process; `None` if there is no such process.
#[cfg(target_os = "linux")]
pub fn worked(id: u32) -> Option<Duration> {
    // Linux reports it in hundredths of a second, after the program's name: the 14th and the 15th field.
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut times = stat.rsplit_once(") ")?.1.split(' ').skip(11).map(|ticks| ticks.parse::<u64>());
    Some(Duration::from_millis(10 * (times.next()?.ok()? + times.next()?.ok()?)))
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(name: &str, id: u32) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {id}")]).status().expect("a shell runs");
    assert!(sent.success(), "the process has ended already");
}

/// The program with these arguments, not yet started; its input and outputs are pipes.
pub fn command(arguments: &[&str]) -> Command {
    command_of(program(), arguments)
}

/// Another program with these arguments, prepared in the same way.
pub fn command_of(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    // The tests run under cargo; a user's shell does not.
    command.args(arguments).env_remove("CARGO");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A path for a file of this test run only.
pub fn scratch(name: &str) -> PathBuf {
    env::temp_dir().join(format!("pipsqueak-{}-{name}", std::process::id()))
}

/// A program of this package. Tests are in target/PROFILE/deps, programs in the folder above.
pub fn built(name: &str) -> PathBuf {
    let own = env::current_exe().expect("a program knows its file");
    let folder = own.ancestors().skip(1).find(|folder| !folder.ends_with("deps")).expect("it lies in a target folder");
    folder.join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// The program: this package builds it from the host's own `main.rs`, so that it shares what is already built for the
/// tests.
pub fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| built("program"))
}
