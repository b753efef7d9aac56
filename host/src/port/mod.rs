//! Ports, through which a board is reached: a serial device, a socket, an emulated board, or a simulated board in this
//! process. Knows bytes and how to open a line for them; knows no messages.

#[cfg(unix)]
pub mod emulator;
mod finder;
pub mod firmware;
mod identity;
pub mod noise;
#[cfg(unix)]
mod qmp;
mod serial;
mod sim;
mod socket;

use std::fmt;
use std::io;
use std::ops::DerefMut;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use pipsqueak_app::BoardGame;

#[cfg(unix)]
pub use emulator::Emulator;
pub use finder::{Device, devices, find};
pub use identity::check_distinct;
pub use pipsqueak_lab::RamFlash;
pub use sim::Sim;

pub use pipsqueak_lab::hex::FLASH_BASE;

/// The kinds of ports of this system.
pub(crate) const PORTS: &str = if cfg!(unix) {
    "a serial device, unix:PATH, tcp:HOST:PORT, qemu, qemu:FILE, v2, v2:FILE, sim or sim:FILE"
} else {
    "a serial device (COM3), tcp:HOST:PORT, sim or sim:FILE (unix sockets and the emulated boards, qemu and v2, need Unix)"
};

/// The help of an option that takes a board's port.
pub(crate) fn which_board() -> String {
    format!("The board: {PORTS}; the attached board if not given")
}

/// An open line to a board.
pub trait Transport {
    /// Sends bytes.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits for bytes, at most this long; returns how many came, or 0 if the line is closed. If nothing came the error
    /// is [`TimedOut`](io::ErrorKind::TimedOut).
    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize>;

    /// Saves what the board has committed, if the board cannot do so itself.
    fn save(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Ends the session and saves the flash.
    fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A pointer to a transport is one: a box, a reference.
impl<P: DerefMut<Target: Transport>> Transport for P {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        (**self).send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        (**self).receive(buffer, wait)
    }

    fn save(&mut self) -> io::Result<()> {
        (**self).save()
    }

    fn close(&mut self) -> Result<()> {
        (**self).close()
    }
}

/// A board's port, as named on a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Port {
    /// A serial device.
    Serial(String),
    /// A unix socket.
    Unix(PathBuf),
    /// A TCP address: host and port.
    Tcp(String),
    /// The emulated micro:bit v1, with the file that keeps its champions.
    Emulator(Option<PathBuf>),
    /// The emulated micro:bit v2, likewise.
    EmulatorV2(Option<PathBuf>),
    /// The board's application in this process, with the file that keeps its champions.
    Sim(Option<PathBuf>),
}

impl Port {
    /// Parses a port.
    pub fn named(text: &str) -> Result<Port> {
        let port = match text.split_once(':') {
            Some(("unix", path)) => Port::Unix(named_file(text, path)?),
            Some(("tcp", address)) => Port::Tcp(address_of(address)?),
            Some(("qemu", path)) => Port::Emulator(Some(named_file(text, path)?)),
            Some(("v2", path)) => Port::EmulatorV2(Some(named_file(text, path)?)),
            Some(("sim", path)) => Port::Sim(Some(named_file(text, path)?)),
            _ if text == "qemu" => Port::Emulator(None),
            _ if text == "v2" => Port::EmulatorV2(None),
            _ if text == "sim" => Port::Sim(None),
            _ if text.is_empty() || text.contains('\0') => bail!("{text:?} is not a port"),
            _ => Port::Serial(text.to_owned()),
        };
        Ok(port)
    }

    /// Opens the line. An emulated board runs this firmware, or the one that is found or built; a simulated board plays
    /// these games.
    pub fn open(&self, firmware: Option<&Path>, games: &'static [BoardGame]) -> Result<Box<dyn Transport>> {
        Ok(match self {
            Port::Serial(device) => Box::new(serial::Serial::open(device)?),
            Port::Unix(path) => socket::unix(path).with_context(|| format!("{self} cannot be opened"))?,
            Port::Tcp(address) => socket::tcp(address).with_context(|| format!("{self} cannot be opened"))?,
            Port::Emulator(flash) => emulated(firmware, flash.as_deref())?,
            Port::EmulatorV2(flash) => emulated_v2(firmware, flash.as_deref())?,
            Port::Sim(flash) => Box::new(Sim::start(flash.as_deref(), games)?),
        })
    }
}

impl fmt::Display for Port {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Port::Serial(device) => formatter.write_str(device),
            Port::Unix(path) => write!(formatter, "unix:{}", path.display()),
            Port::Tcp(address) => write!(formatter, "tcp:{address}"),
            Port::Emulator(None) => formatter.write_str("qemu"),
            Port::Emulator(Some(path)) => write!(formatter, "qemu:{}", path.display()),
            Port::EmulatorV2(None) => formatter.write_str("v2"),
            Port::EmulatorV2(Some(path)) => write!(formatter, "v2:{}", path.display()),
            Port::Sim(None) => formatter.write_str("sim"),
            Port::Sim(Some(path)) => write!(formatter, "sim:{}", path.display()),
        }
    }
}

#[cfg(unix)]
fn emulated(named: Option<&Path>, flash: Option<&Path>) -> Result<Box<dyn Transport>> {
    Ok(Box::new(emulator::PersistentEmulator::start(firmware::emulated(named)?, flash)?))
}

#[cfg(unix)]
fn emulated_v2(named: Option<&Path>, flash: Option<&Path>) -> Result<Box<dyn Transport>> {
    let script = firmware::script_of_v2()?;
    Ok(Box::new(emulator::PersistentEmulator::start_v2(script, firmware::MICROBIT_V2.firmware.find(named)?, flash)?))
}

#[cfg(not(unix))]
fn emulated_v2(named: Option<&Path>, flash: Option<&Path>) -> Result<Box<dyn Transport>> {
    emulated(named, flash)
}

#[cfg(not(unix))]
fn emulated(_named: Option<&Path>, _flash: Option<&Path>) -> Result<Box<dyn Transport>> {
    bail!("the emulated board needs unix sockets, which this system does not have")
}

fn named_file(text: &str, path: &str) -> Result<PathBuf> {
    if path.is_empty() || path.contains('\0') {
        bail!("{text:?} has no file name");
    }
    Ok(PathBuf::from(path))
}

fn address_of(text: &str) -> Result<String> {
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0) => Ok(text.to_owned()),
        _ => bail!("{text:?} is not an address: write tcp:HOST:PORT, as in tcp:localhost:4000"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_of_port_has_its_name() {
        for (text, port) in [
            ("/dev/ttyACM0", Port::Serial("/dev/ttyACM0".to_owned())),
            ("COM3", Port::Serial("COM3".to_owned())),
            ("unix:/tmp/a:b", Port::Unix("/tmp/a:b".into())),
            ("tcp:localhost:4000", Port::Tcp("localhost:4000".to_owned())),
            ("tcp:[::1]:4000", Port::Tcp("[::1]:4000".to_owned())),
            ("qemu", Port::Emulator(None)),
            ("qemu:flash.bin", Port::Emulator(Some("flash.bin".into()))),
            ("v2", Port::EmulatorV2(None)),
            ("v2:flash.bin", Port::EmulatorV2(Some("flash.bin".into()))),
            ("sim", Port::Sim(None)),
            ("sim:flash.bin", Port::Sim(Some("flash.bin".into()))),
        ] {
            assert_eq!(Port::named(text).unwrap(), port);
            assert_eq!(port.to_string(), text);
        }
    }

    #[test]
    fn names_that_lack_something_are_refused() {
        for text in [
            "",
            "unix:",
            "tcp:",
            "tcp:host",
            "tcp:host:",
            "tcp::4",
            "tcp:h:0",
            "tcp:h:65536",
            "qemu:",
            "v2:",
            "sim:",
            "a\0",
        ] {
            assert!(Port::named(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_port_of_that_name_or_refused(text in "(unix:|tcp:|qemu|v2|sim)?[\\PC\0]{0,20}") {
            if let Ok(port) = Port::named(&text) {
                prop_assert_eq!(port.to_string(), text);
            }
        }
    }
}
