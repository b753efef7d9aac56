//! Finds the port if none is named: that of the only attached board.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serialport::{SerialPortType, UsbPortInfo};

use super::Port;
use pipsqueak_lab::text;

/// The USB vendors and products of boards: the micro:bit's interface chip (DAPLink), and a Pico with a serial line.
const BOARDS: [(u16, u16); 2] = [(0x0d28, 0x0204), (0x2e8a, 0x000a)];

/// The named port, or that of the attached board; if there are several, the user is asked.
pub fn find(named: Option<&str>) -> Result<Port> {
    if let Some(text) = named {
        return Port::named(text);
    }
    let found = attached()?;
    match found.as_slice() {
        [] => bail!("no board is attached: connect one, or name a port with --port (qemu and sim need no board)"),
        [only] => Ok(Port::Serial(only.clone())),
        several if io::stdin().is_terminal() && io::stderr().is_terminal() => {
            ask(several, &mut io::stdin().lock(), &mut io::stderr().lock())
        }
        several => bail!("several boards are attached: name one with --port: {}", text::either(several)),
    }
}

fn attached() -> Result<Vec<String>> {
    Ok(devices()?.into_iter().filter(|device| device.is_board).map(|device| device.name).collect())
}

/// A serial device of this computer.
pub struct Device {
    /// Its name as a port.
    pub name: String,
    /// Whether its USB id is a board's.
    pub is_board: bool,
}

/// All serial devices of this computer that a board could be behind, by name.
pub fn devices() -> Result<Vec<Device>> {
    // Where there are no devices at all, listing them fails.
    if cfg!(target_os = "linux") && !Path::new("/sys/class/tty").exists() {
        return Ok(Vec::new());
    }
    let ports = serialport::available_ports().context("the serial ports cannot be listed")?;
    let devices = ports.into_iter().map(|port| Device {
        is_board: matches!(&port.port_type, SerialPortType::UsbPort(usb) if is_board(usb)),
        name: port.port_name,
    });
    // macOS lists each device a second time, for incoming calls.
    let mut devices: Vec<Device> = devices.filter(|device| !device.name.starts_with("/dev/tty.")).collect();
    devices.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(devices)
}

fn is_board(usb: &UsbPortInfo) -> bool {
    BOARDS.contains(&(usb.vid, usb.pid))
}

fn ask(several: &[String], answers: &mut impl BufRead, questions: &mut impl Write) -> Result<Port> {
    writeln!(questions, "Several boards are attached:")?;
    for (number, name) in (1..).zip(several) {
        writeln!(questions, "  {number}  {name}")?;
    }
    loop {
        write!(questions, "Which one, 1 to {}? ", several.len())?;
        questions.flush()?;
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            bail!("no board was chosen");
        }
        let number = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(name) = number.and_then(|number| several.get(number)) {
            return Ok(Port::Serial(name.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(input: &str) -> Result<Port> {
        let several = ["/dev/ttyACM0".to_owned(), "/dev/ttyACM1".to_owned()];
        ask(&several, &mut input.as_bytes(), &mut Vec::new())
    }

    #[test]
    fn boards_are_known_by_their_usb_ids_and_others_are_not() {
        let port = |vid, pid| UsbPortInfo { vid, pid, serial_number: None, manufacturer: None, product: None };
        assert!(is_board(&port(0x0d28, 0x0204)), "DAPLink");
        assert!(is_board(&port(0x2e8a, 0x000a)), "a Pico that runs a program");
        assert!(!is_board(&port(0x2e8a, 0x0003)), "a Pico that waits for one");
        assert!(!is_board(&port(0x0403, 0x6001)), "an adapter");
    }

    #[test]
    fn a_person_chooses_by_number_and_is_asked_again_after_nonsense() {
        assert_eq!(asked("2\n").unwrap(), Port::Serial("/dev/ttyACM1".to_owned()));
        assert_eq!(asked("0\n3\nx\n\n 1 \n").unwrap(), Port::Serial("/dev/ttyACM0".to_owned()));
    }

    #[test]
    fn without_an_answer_no_board_is_chosen() {
        assert_eq!(asked("").unwrap_err().to_string(), "no board was chosen");
    }
}
