//! A run's state as bytes: a magic number, the state, a checksum. Knows no files.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::algorithm::State;

/// What a state of this program begins with; the checksum follows the payload.
const MAGIC: &[u8] = b"PIPSQUEAK RUN 3\n";
const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A state as its checkpoint holds it.
pub fn encode<M: Serialize>(state: &State<M>) -> Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(state, MAGIC.to_vec())?;
    let checksum = CHECKSUM.checksum(&bytes);
    bytes.extend(checksum.to_le_bytes());
    Ok(bytes)
}

/// The state that a checkpoint's bytes hold.
///
/// # Errors
/// The bytes are damaged, or not a checkpoint.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<State<M>> {
    let (content, checksum) = bytes.split_last_chunk::<4>().context("it is too short")?;
    ensure!(CHECKSUM.checksum(content) == u32::from_le_bytes(*checksum), "its checksum does not match");
    let payload = content.strip_prefix(MAGIC).context("it does not begin as a checkpoint does")?;
    Ok(postcard::from_bytes(payload)?)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::evolve::log::{FrontPoint, Row};
    use crate::evolve::whole_trees::GeneticMaterial as Trees;

    /// A state with something in every field.
    pub fn state(generations: u32) -> State<Trees> {
        let row = Row {
            generation: 1,
            best: 2.0,
            mean: 1.5,
            nodes: 10.0,
            height: 3.0,
            win: 40.0,
            seconds: 0.1,
            census: None,
            front: vec![FrontPoint { instructions: 9_000, strength: 1.0 }],
        };
        let material = Trees { population: vec![vec![9; 5]; 3], famous: vec![vec![8; 4]], front: vec![vec![7]] };
        State { generations, material, log: vec![row] }
    }
}
