//! Values as bytes and back, in postcard's format. Postcard's own writers index slices, which could panic; these do not.

use heapless::Vec;
use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize};

/// Appends a value; `None` if it does not fit.
pub fn append<const N: usize>(bytes: &mut Vec<u8, N>, value: &impl Serialize) -> Option<()> {
    postcard::serialize_with_flavor(value, Appended(bytes)).ok()
}

/// A value as bytes; `None` if it does not fit.
pub fn write<const N: usize>(value: &impl Serialize) -> Option<Vec<u8, N>> {
    let mut bytes = Vec::new();
    append(&mut bytes, value)?;
    Some(bytes)
}

/// The value that the bytes encode, if it is of this type and nothing follows it.
pub fn read<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Option<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}

struct Appended<'v, const N: usize>(&'v mut Vec<u8, N>);

impl<const N: usize> Flavor for Appended<'_, N> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte).map_err(|_| postcard::Error::SerializeBufferFull)
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}
