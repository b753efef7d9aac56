//! Serial devices, 115200 baud, 8N1: boards on a cable.

use std::io::{self, Read, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use serialport::{ErrorKind, SerialPort};

use super::Transport;

/// The rate of every board's firmware.
const BAUD_RATE: u32 = 115_200;
/// The timeout for the device to accept a frame: several times what it takes at this rate.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// An open serial device.
pub struct Serial(Box<dyn SerialPort>);

impl Serial {
    /// Opens a device, for this process alone.
    pub fn open(device: &str) -> Result<Serial> {
        let error = match serialport::new(device, BAUD_RATE).timeout(WRITE_TIMEOUT).open() {
            Ok(port) => return Ok(Serial(port)),
            Err(error) => error,
        };
        match error.kind() {
            ErrorKind::Io(io::ErrorKind::NotFound) => {
                bail!(
                    "there is no port {device:?}: a PORT is a serial device, unix:PATH, tcp:HOST:PORT, qemu, v2 or sim"
                )
            }
            ErrorKind::Io(io::ErrorKind::PermissionDenied) => bail!(
                "no permission to open {device}: join the group that owns it (sudo usermod -aG dialout $USER) and log in again"
            ),
            ErrorKind::NoDevice => bail!("{device} is busy: another program has it open"),
            ErrorKind::Unknown => bail!("{device} is not a serial device"),
            _ => bail!("{device} cannot be opened: {error}"),
        }
    }
}

impl Transport for Serial {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.set_timeout(WRITE_TIMEOUT)?;
        // Not flushed: waiting until the last bit has left has no bound on a device that accepts nothing.
        self.0.write_all(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], wait: Duration) -> io::Result<usize> {
        self.0.set_timeout(wait)?;
        self.0.read(buffer)
    }
}
