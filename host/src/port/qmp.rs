//! QEMU's machine protocol (QMP): one JSON object per line, to control an emulator.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

/// The timeout of a command; an emulator does each of these at once.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);

/// A session with an emulator's monitor.
pub struct Qmp {
    lines: BufReader<UnixStream>,
}

impl Qmp {
    /// Opens a session.
    pub fn connect(socket: &Path) -> io::Result<Qmp> {
        let stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(REPLY_TIMEOUT))?;
        stream.set_write_timeout(Some(REPLY_TIMEOUT))?;
        let mut qmp = Qmp { lines: BufReader::new(stream) };
        qmp.line()?;
        qmp.execute("qmp_capabilities", json!({}))?;
        Ok(qmp)
    }

    /// Runs a command and waits for its reply.
    pub fn execute(&mut self, command: &str, arguments: Value) -> io::Result<()> {
        let request = json!({"execute": command, "arguments": arguments});
        writeln!(self.lines.get_mut(), "{request}")?;
        loop {
            let answer = self.line()?;
            if let Some(error) = answer.get("error") {
                let why = error["desc"].as_str().unwrap_or("no reason is given");
                return Err(io::Error::other(format!("{command}: {why}")));
            }
            // Events come in between.
            if answer.get("return").is_some() {
                return Ok(());
            }
        }
    }

    fn line(&mut self) -> io::Result<Value> {
        let mut line = String::new();
        if self.lines.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        serde_json::from_str(&line).map_err(io::Error::from)
    }
}
