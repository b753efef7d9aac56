//! Which port is meant when none is named: the one attached micro:bit.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serialport::{SerialPortType, UsbPortInfo};

use super::Port;
use crate::terminal::text;

/// The USB vendor and product of the micro:bit's interface chip (DAPLink).
const MICROBIT: (u16, u16) = (0x0d28, 0x0204);

/// The port that is named, or that of the attached micro:bit; where there are several, the person is asked.
pub fn find(named: Option<&str>) -> Result<Port> {
    if let Some(text) = named {
        return Port::named(text);
    }
    let found = attached()?;
    match found.as_slice() {
        [] => bail!("no micro:bit is attached: connect one, or name a port with --port (qemu and sim need no board)"),
        [only] => Ok(Port::Serial(only.clone())),
        several if io::stdin().is_terminal() && io::stderr().is_terminal() => {
            ask(several, &mut io::stdin().lock(), &mut io::stderr().lock())
        }
        several => bail!("several boards are attached: name one with --port: {}", text::either(several)),
    }
}

fn attached() -> Result<Vec<String>> {
    // The list cannot even be asked for where there are no devices at all.
    if cfg!(target_os = "linux") && !Path::new("/sys/class/tty").exists() {
        return Ok(Vec::new());
    }
    let ports = serialport::available_ports().context("the serial ports cannot be listed")?;
    let is_microbit = |usb: &UsbPortInfo| (usb.vid, usb.pid) == MICROBIT;
    let ports =
        ports.into_iter().filter(|port| matches!(&port.port_type, SerialPortType::UsbPort(usb) if is_microbit(usb)));
    // The Mac lists each device a second time, for calls that come in.
    let mut names: Vec<String> =
        ports.map(|port| port.port_name).filter(|name| !name.starts_with("/dev/tty.")).collect();
    names.sort();
    Ok(names)
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
    fn a_person_chooses_by_number_and_is_asked_again_after_nonsense() {
        assert_eq!(asked("2\n").unwrap(), Port::Serial("/dev/ttyACM1".to_owned()));
        assert_eq!(asked("0\n3\nx\n\n 1 \n").unwrap(), Port::Serial("/dev/ttyACM0".to_owned()));
    }

    #[test]
    fn whoever_does_not_answer_gets_no_board() {
        assert_eq!(asked("").unwrap_err().to_string(), "no board was chosen");
    }
}
