//! Flash slots for champions: two slots per game, so that a power cut at any moment leaves a valid champion. Knows
//! bytes and flash; knows neither games nor what a champion means.
//!
//! ```text
//! Five-O      0x0000 to 0x0FFF, 0x1000 to 0x1FFF     a slot:  offset  size  what
//! checkers    0x2000 to 0x2FFF, 0x3000 to 0x3FFF              0       4     sequence number: the newest is active
//! Mastermind  0x4000 to 0x5FFF, 0x6000 to 0x7FFF              4       4     length of the champion
//!                                                             8       4     CRC-32 of the 8 bytes above and of the champion
//! (offsets in the board's region for champions,               12      4     the mark, written last: the slot is valid
//! 32 KB)                                                      16      n     the champion
//! ```
//!
//! A champion is written to the slot that is not active: erase, body, header, and the mark as the last word. Until that
//! word is written, the slot is not valid; a torn word is not the mark. Numbers are little-endian. Erased flash is not
//! recognised by its value, which differs between boards and emulators: a slot without a mark is free.
//!
//! **Memory-mapped flash** (`MappedFlash`): a strategy of 3 KB is read in place, and checking a champion takes no
//! buffer.
//!
//! **Two slots per game and a mark** instead of a file system; no wear levelling, because champions are changed by
//! people.

use crc::{CRC_32_ISO_HDLC, Crc};
use embedded_storage::nor_flash::NorFlash;

/// Bytes of the whole region.
pub const REGION: u32 = 32 * 1024;

const HEADER: u32 = 16;
const MARK: [u8; 4] = *b"pips";
const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Flash whose bytes can be read in place: a champion may be larger than a board's memory.
pub trait MappedFlash: NorFlash {
    /// Calls the reader with the bytes at an offset.
    fn look<R>(&mut self, offset: u32, length: usize, reader: impl FnOnce(&[u8]) -> R) -> Result<R, Self::Error>;
}

/// The region of a game's two slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotRegion {
    /// The offset of the first in the region; the second follows it. A multiple of 4 KB.
    pub offset: u32,
    /// The size of each. A multiple of 4 KB.
    pub size: u32,
}

/// One of a game's two slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    place: SlotRegion,
    is_second: bool,
}

impl Slot {
    /// Both slots of a game.
    pub const fn both(place: SlotRegion) -> [Slot; 2] {
        [Slot::first(place), Slot::first(place).other()]
    }

    /// The first slot of a game.
    pub const fn first(place: SlotRegion) -> Slot {
        Slot { place, is_second: false }
    }

    /// The game's other slot.
    #[must_use]
    pub const fn other(self) -> Slot {
        Slot { place: self.place, is_second: !self.is_second }
    }

    /// Where the slot begins in the region.
    pub const fn offset(self) -> u32 {
        if self.is_second { self.place.offset + self.place.size } else { self.place.offset }
    }

    /// Bytes of the slot.
    pub const fn size(self) -> u32 {
        self.place.size
    }

    /// The most bytes of a champion in it.
    pub const fn capacity(self) -> u32 {
        self.size() - HEADER
    }

    const fn body(self) -> u32 {
        self.offset() + HEADER
    }

    /// The length as a header stores it, if a champion of this many bytes fits.
    fn fitting(self, length: usize) -> Option<u16> {
        u16::try_from(length).ok().filter(|&length| u32::from(length) <= self.capacity())
    }
}

/// A valid champion in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredChampion {
    /// Its slot.
    pub slot: Slot,
    /// The number of the upload that stored it.
    pub sequence: u32,
    /// Its length.
    pub length: u16,
}

impl StoredChampion {
    /// Sequence numbers wrap around; the newer is the one less than half a turn ahead.
    fn is_newer_than(self, other: StoredChampion) -> bool {
        self.sequence.wrapping_sub(other.sequence).cast_signed() > 0
    }
}

/// The region of flash that holds champions.
pub struct Slots<F> {
    flash: F,
}

impl<F: MappedFlash> Slots<F> {
    /// The region, which begins at offset 0 of this flash.
    pub fn new(flash: F) -> Slots<F> {
        const {
            assert!(4 % F::READ_SIZE == 0 && 4 % F::WRITE_SIZE == 0, "slots are written in words of four bytes");
            assert!(0x1000usize.is_multiple_of(F::ERASE_SIZE), "a slot is a number of whole pages");
        }
        Slots { flash }
    }

    /// The valid champions of a game, the newest first.
    pub fn stored(&mut self, place: SlotRegion) -> [Option<StoredChampion>; 2] {
        match Slot::both(place).map(|slot| self.find(slot)) {
            [Some(first), Some(second)] if second.is_newer_than(first) => [Some(second), Some(first)],
            [None, second] => [second, None],
            in_order => in_order,
        }
    }

    /// Calls the reader with this many bytes of a slot's champion.
    pub fn look<R>(&mut self, slot: Slot, length: u16, reader: impl FnOnce(&[u8]) -> R) -> Result<R, F::Error> {
        self.flash.look(slot.body(), usize::from(length), reader)
    }

    /// Makes a slot ready for a new champion.
    pub fn erase(&mut self, slot: Slot) -> Result<(), F::Error> {
        self.flash.erase(slot.offset(), slot.offset() + slot.size())
    }

    /// Writes a chunk of a champion into an erased slot; the chunk begins at a word.
    pub fn write(&mut self, slot: Slot, offset: u32, chunk: &[u8]) -> Result<(), F::Error> {
        let (words, rest) = chunk.as_chunks::<4>();
        let start = slot.body() + offset;
        self.flash.write(start, words.as_flattened())?;
        if rest.is_empty() {
            return Ok(());
        }
        let mut last = [0xFF; 4];
        last.iter_mut().zip(rest).for_each(|(place, &byte)| *place = byte);
        self.flash.write(start + words.as_flattened().len() as u32, &last)
    }

    /// Makes the written champion the newest.
    pub fn commit(&mut self, slot: Slot, length: u16) -> Result<StoredChampion, F::Error> {
        let newest = self.stored(slot.place).into_iter().flatten().next();
        let sequence = newest.map_or(1, |newest| newest.sequence.wrapping_add(1));
        let [head @ .., checksum, mark] = self.look(slot, length, |bytes| words(sequence, length, bytes))?;
        self.flash.write(slot.offset(), head.as_flattened())?;
        self.flash.write(slot.offset() + 8, &checksum)?;
        self.flash.write(slot.offset() + 12, &mark)?;
        Ok(StoredChampion { slot, sequence, length })
    }

    fn find(&mut self, slot: Slot) -> Option<StoredChampion> {
        let mut found = [[0; 4]; 4];
        self.flash.read(slot.offset(), found.as_flattened_mut()).ok()?;
        let [sequence, length, ..] = found.map(u32::from_le_bytes);
        let length = slot.fitting(length as usize)?;
        let expected = self.look(slot, length, |bytes| words(sequence, length, bytes)).ok()?;
        (found == expected).then_some(StoredChampion { slot, sequence, length })
    }
}

/// The header words of a champion in its slot.
fn words(sequence: u32, length: u16, champion: &[u8]) -> [[u8; 4]; 4] {
    let head = [sequence.to_le_bytes(), u32::from(length).to_le_bytes()];
    let mut digest = CRC.digest();
    digest.update(head.as_flattened());
    digest.update(champion);
    let [first, second] = head;
    [first, second, digest.finalize().to_le_bytes(), MARK]
}

/// A slot's header for a champion that is written together with the firmware. `None` if it does not fit.
pub fn header(slot: Slot, sequence: u32, champion: &[u8]) -> Option<[u8; HEADER as usize]> {
    words(sequence, slot.fitting(champion.len())?, champion).as_flattened().first_chunk().copied()
}
