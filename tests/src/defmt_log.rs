//! A second reader of defmt's log lines: format strings from the firmware's ELF file, frames as its book describes them. It
//! knows the kinds of values that our lines have, and no others.

use std::collections::HashMap;

use object::{Object, ObjectSection, ObjectSymbol};
use serde_json::Value;

/// The format strings of a firmware, by number.
pub struct LogReader {
    formats: HashMap<u16, String>,
}

impl LogReader {
    /// The format strings of an ELF file: symbols of the section `.defmt`, whose names are JSON and whose addresses are numbers.
    pub fn new(elf: &[u8]) -> LogReader {
        let file = object::File::parse(elf).expect("an ELF file");
        let section = file.section_by_name(".defmt").expect("a firmware with log lines").index();
        let symbols = file.symbols().filter(|symbol| symbol.section_index() == Some(section));
        let formats = symbols.filter_map(|symbol| {
            let name: Value = serde_json::from_str(symbol.name().ok()?).ok()?;
            Some((symbol.address() as u16, name["data"].as_str()?.to_owned()))
        });
        LogReader { formats: formats.collect() }
    }

    /// The lines of a log. A frame ends with a zero byte.
    pub fn lines(&self, log: &[u8]) -> Vec<String> {
        let frames = log.split(|&byte| byte == 0).filter(|frame| !frame.is_empty());
        frames.map(|frame| self.line(&unstuffed(frame).expect("a whole frame"))).collect()
    }

    fn line(&self, frame: &[u8]) -> String {
        let mut rest = frame;
        let format = self.format(&mut rest);
        let mut line = String::new();
        for (place, part) in format.split('{').enumerate() {
            match part.split_once('}') {
                Some((kind, text)) if place > 0 => {
                    line += &self.value(kind, &mut rest);
                    line += text;
                }
                _ => line += part,
            }
        }
        line
    }

    fn format(&self, rest: &mut &[u8]) -> &str {
        let number = u16::from_le_bytes(taken(rest));
        self.formats.get(&number).unwrap_or_else(|| panic!("there is no format {number}"))
    }

    fn value(&self, kind: &str, rest: &mut &[u8]) -> String {
        match kind {
            "=u8" => u8::from_le_bytes(taken(rest)).to_string(),
            "=u16" => u16::from_le_bytes(taken(rest)).to_string(),
            "=u32" => u32::from_le_bytes(taken(rest)).to_string(),
            "=u32:#x" => format!("{:#x}", u32::from_le_bytes(taken(rest))),
            "=u32:08x" => format!("{:08x}", u32::from_le_bytes(taken(rest))),
            "=str" => {
                let length = u32::from_le_bytes(taken(rest)) as usize;
                let (text, after) = rest.split_at(length);
                *rest = after;
                String::from_utf8_lossy(text).into_owned()
            }
            "" => {
                // A value that is shown by core's formatting: its own format, then text up to a byte that no text has.
                assert_eq!(self.format(rest), "{=__internal_Display}");
                let end = rest.iter().position(|&byte| byte == 0xff).expect("text ends");
                let text = String::from_utf8_lossy(&rest[..end]).into_owned();
                *rest = &rest[end + 1..];
                text
            }
            kind => panic!("our lines have no {kind}"),
        }
    }
}

fn taken<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (bytes, after) = rest.split_first_chunk().expect("a value is whole");
    *rest = after;
    *bytes
}

/// Reverse zero-compressing byte stuffing: read from the end, a byte says which of the seven before it are zeros, or how many
/// bytes come without one.
fn unstuffed(frame: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut from_end = frame.iter().rev().copied();
    while let Some(code) = from_end.next() {
        match code {
            0x00 => return None,
            0x01..=0x7f => {
                for place in (0..7).rev() {
                    bytes.push(if code >> place & 1 == 1 { 0 } else { from_end.next()? });
                }
            }
            0x80..=0xfe => {
                bytes.push(0);
                for _ in 0..(code & 0x7f) + 7 {
                    bytes.push(from_end.next()?);
                }
            }
            0xff => {
                for _ in 0..134 {
                    bytes.push(from_end.next()?);
                }
            }
        }
    }
    bytes.reverse();
    Some(bytes)
}
