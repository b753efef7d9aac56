//! A run's state as bytes: what begins a checkpoint, its checksum, and how those of older programs are read. Knows no files.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::algorithm::{GeneticMaterial, State};
use super::census::Census;
use super::log::Row;

/// What a state of this program begins with; the checksum follows the payload.
const MAGIC: &[u8] = b"PIPSQUEAK RUN 3\n";
/// What a state began with before there was a hall of fame, and in version 0.1.
const OLD_MAGICS: [&[u8]; 2] = [b"PIPSQUEAK RUN 2\n", b"PIPSQUEAK RUN 1\n"];
const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A state as its checkpoint holds it.
pub fn encode<M: Serialize>(state: &State<M>) -> Result<Vec<u8>> {
    Ok(sealed(postcard::to_extend(state, MAGIC.to_vec())?))
}

/// A payload that any program may have written, as a checkpoint with the right checksum.
pub fn seal(payload: &[u8]) -> Vec<u8> {
    sealed([MAGIC, payload].concat())
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = CHECKSUM.checksum(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The state that a checkpoint's bytes hold, also one of an older program.
pub fn decode<M: GeneticMaterial>(bytes: &[u8]) -> Result<State<M>> {
    let state = read(bytes)?;
    check(&state.log)?;
    Ok(state)
}

/// Refuses a log that no run wrote, because plots take for granted what is checked here.
fn check(log: &[Row]) -> Result<()> {
    let mut counts = log.iter().filter_map(|row| Some(row.census.as_ref()?.terminals.len()));
    let first = counts.next();
    ensure!(counts.all(|count| Some(count) == first), "its rows count different numbers of terminals");
    Ok(())
}

fn read<M: GeneticMaterial>(bytes: &[u8]) -> Result<State<M>> {
    let (content, checksum) = bytes.split_last_chunk::<4>().context("it is too short")?;
    ensure!(CHECKSUM.checksum(content) == u32::from_le_bytes(*checksum), "its checksum does not match");
    if let Some(payload) = content.strip_prefix(MAGIC) {
        return Ok(postcard::from_bytes(payload)?);
    }
    let [second, first] = OLD_MAGICS.map(|magic| content.strip_prefix(magic));
    match (second, first) {
        (Some(payload), _) => Ok(postcard::from_bytes::<OldState<M::Before, SecondRow>>(payload)?.today()),
        (_, Some(payload)) => Ok(postcard::from_bytes::<OldState<M::Before, FirstRow>>(payload)?.today()),
        (None, None) => bail!("it does not begin as a checkpoint does"),
    }
}

/// A state as it was written before: other rows in the log, and less material.
#[derive(Deserialize)]
struct OldState<M, R> {
    generations: u32,
    material: M,
    log: Vec<R>,
}

/// A row of version 0.1, which did not count what differs.
#[derive(Deserialize)]
struct FirstRow {
    generation: u32,
    best: f64,
    mean: f64,
    nodes: f64,
    height: f64,
    win: f64,
    seconds: f64,
}

/// A row from before the front was kept.
#[derive(Deserialize)]
struct SecondRow {
    first: FirstRow,
    census: Option<Census>,
}

impl<B, R: Into<Row>> OldState<B, R> {
    fn today<M: GeneticMaterial<Before = B>>(self) -> State<M>
    where
        B: Into<M>,
    {
        let log = self.log.into_iter().map(Into::into).collect();
        State { generations: self.generations, material: self.material.into(), log }
    }
}

impl From<FirstRow> for Row {
    fn from(FirstRow { generation, best, mean, nodes, height, win, seconds }: FirstRow) -> Row {
        Row { generation, best, mean, nodes, height, win, seconds, census: None, front: Vec::new() }
    }
}

impl From<SecondRow> for Row {
    fn from(SecondRow { first, census }: SecondRow) -> Row {
        Row { census, ..first.into() }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evolve::log::FrontPoint;
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

    /// A state as it was written before there was a hall of fame: the trees alone, and rows without a front.
    #[test]
    fn a_state_from_before_the_hall_of_fame_is_read() {
        #[derive(Serialize)]
        struct Before {
            generations: u32,
            material: Vec<Vec<u8>>,
            log: Vec<(u32, [f64; 6], Option<Census>)>,
        }
        let census = Census { trees: 3, behaviours: 2, terminals: vec![1, 0, 4] };
        let row = (1, [2.0, 1.5, 10.0, 3.0, 40.0, 0.1], Some(census.clone()));
        let before = Before { generations: 1, material: vec![vec![9; 5]; 3], log: vec![row] };
        let mut bytes = postcard::to_extend(&before, b"PIPSQUEAK RUN 2\n".to_vec()).unwrap();
        bytes.extend(CHECKSUM.checksum(&bytes).to_le_bytes());
        let mut expected = state(1);
        expected.material = vec![vec![9; 5]; 3].into();
        expected.log[0] = Row { census: Some(census), front: Vec::new(), ..expected.log[0].clone() };
        assert_eq!(decode::<Trees>(&bytes).unwrap(), expected);
    }
}
