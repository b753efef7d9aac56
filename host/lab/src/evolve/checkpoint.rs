//! A run's state as bytes: a magic number, the state, a checksum. Knows no files.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::algorithm::State;
use super::log::Row;

/// The magic number of a checkpoint; the checksum follows the payload.
const MAGIC: &[u8] = b"PIPSQUEAK RUN 3\n";
const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// Encodes a state as a checkpoint.
///
/// # Errors
/// The state cannot be encoded.
pub fn encode<M: Serialize>(state: &State<M>) -> Result<Vec<u8>> {
    Ok(sealed(postcard::to_extend(state, MAGIC.to_vec())?))
}

/// Makes a checkpoint of any payload, with the right checksum, for tests of the checks behind it.
pub fn seal(payload: &[u8]) -> Vec<u8> {
    sealed([MAGIC, payload].concat())
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = CHECKSUM.checksum(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Decodes the state in a checkpoint.
///
/// # Errors
/// The bytes are damaged, are not a checkpoint, or hold a log that no run wrote.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<State<M>> {
    let (content, checksum) = bytes.split_last_chunk::<4>().context("it is too short")?;
    ensure!(CHECKSUM.checksum(content) == u32::from_le_bytes(*checksum), "its checksum does not match");
    let payload = content.strip_prefix(MAGIC).context("it does not begin as a checkpoint does")?;
    let state: State<M> = postcard::from_bytes(payload)?;
    check(&state.log)?;
    Ok(state)
}

/// Refuses a log that no run wrote, because plots rely on what is checked here.
fn check(log: &[Row]) -> Result<()> {
    let mut counts = log.iter().filter_map(|row| Some(row.census.as_ref()?.terminals.len()));
    let first = counts.next();
    ensure!(counts.all(|count| Some(count) == first), "its rows count different numbers of terminals");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_reads_back_and_every_changed_byte_is_noticed() {
        let state = State { generations: 3, material: vec![vec![9u8; 5]; 3], log: Vec::new() };
        let bytes = encode(&state).unwrap();
        assert_eq!(decode::<Vec<Vec<u8>>>(&bytes).unwrap(), state);
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x20;
            assert!(decode::<Vec<Vec<u8>>>(&damaged).is_err(), "byte {place}");
        }
    }
}
