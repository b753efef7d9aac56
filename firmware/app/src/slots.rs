//! Where champions lie in flash: two slots, so that a power cut at any moment leaves a whole champion behind.
//! Knows bytes and flash; does not know what a champion means.
//!
//! ```text
//! Five-O slot 0   0x0000 to 0x0FFF      offset  size  what
//! Five-O slot 1   0x1000 to 0x1FFF      0       4     sequence number: the newest is in force
//!                                       4       4     length of the champion
//! (offsets in the board's region        8       4     CRC-32 of the 8 bytes above and of the champion
//! for champions, 32 KB)                 12      4     the mark, written last: the slot is valid
//!                                       16      n     the champion
//! ```
//!
//! A champion is written to the slot that is not in force: erase, body, header, and the mark as the last word. Until that
//! word stands, the slot is not valid; a torn word is not the mark. Numbers are little-endian. Erased flash is not
//! recognised by its value, which differs between boards and emulators: a slot without a mark is free.

use crc::{CRC_32_ISO_HDLC, Crc};
use embedded_storage::nor_flash::NorFlash;

/// Bytes of one slot.
pub const SLOT: u32 = 4096;
/// Bytes of the whole region, with room for further games.
pub const REGION: u32 = 32 * 1024;
/// The most bytes of a champion in a slot.
pub const CAPACITY: u32 = SLOT - HEADER;

const HEADER: u32 = 16;
const MARK: [u8; 4] = *b"pips";
const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// One of Five-O's two slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The one at the region's beginning.
    First,
    /// The one after it.
    Second,
}

impl Slot {
    /// The other slot.
    #[must_use]
    pub const fn other(self) -> Slot {
        match self {
            Slot::First => Slot::Second,
            Slot::Second => Slot::First,
        }
    }

    /// Where the slot begins in the region.
    pub const fn offset(self) -> u32 {
        match self {
            Slot::First => 0,
            Slot::Second => SLOT,
        }
    }

    const fn body(self) -> u32 {
        self.offset() + HEADER
    }
}

/// A whole champion in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Where it lies.
    pub slot: Slot,
    /// It was stored by the `n`-th upload.
    pub sequence: u32,
    /// How many bytes it has.
    pub length: u16,
}

impl Stored {
    /// Serial numbers wrap around; the newer is the one less than half a turn ahead.
    fn is_newer_than(self, other: Stored) -> bool {
        self.sequence.wrapping_sub(other.sequence).cast_signed() > 0
    }
}

/// The region of flash that holds champions.
pub struct Slots<F> {
    flash: F,
}

impl<F: NorFlash> Slots<F> {
    /// The region, which begins at offset 0 of this flash.
    pub fn new(flash: F) -> Slots<F> {
        const {
            assert!(4 % F::READ_SIZE == 0 && 4 % F::WRITE_SIZE == 0, "slots are written in words of four bytes");
            assert!((SLOT as usize).is_multiple_of(F::ERASE_SIZE), "a slot is a number of whole pages");
        }
        Slots { flash }
    }

    /// The whole champions, the newest first.
    pub fn stored(&mut self) -> [Option<Stored>; 2] {
        match [Slot::First, Slot::Second].map(|slot| self.look(slot)) {
            [Some(first), Some(second)] if second.is_newer_than(first) => [Some(second), Some(first)],
            [None, second] => [second, None],
            in_order => in_order,
        }
    }

    /// Reads a piece of a slot's champion; the piece begins at a word.
    pub fn read(&mut self, slot: Slot, offset: u32, piece: &mut [u8]) -> Result<(), F::Error> {
        self.flash.read(slot.body() + offset, piece)
    }

    /// Makes a slot ready for a new champion.
    pub fn erase(&mut self, slot: Slot) -> Result<(), F::Error> {
        self.flash.erase(slot.offset(), slot.offset() + SLOT)
    }

    /// Writes a piece of a champion into an erased slot; the piece begins at a word.
    pub fn write(&mut self, slot: Slot, offset: u32, piece: &[u8]) -> Result<(), F::Error> {
        let (words, rest) = piece.as_chunks::<4>();
        let start = slot.body() + offset;
        self.flash.write(start, words.as_flattened())?;
        if rest.is_empty() {
            return Ok(());
        }
        let mut last = [0xFF; 4];
        last.iter_mut().zip(rest).for_each(|(place, &byte)| *place = byte);
        self.flash.write(start + words.as_flattened().len() as u32, &last)
    }

    /// Makes the champion that was written the newest.
    pub fn commit(&mut self, slot: Slot, length: u16) -> Result<Stored, F::Error> {
        let newest = self.stored().into_iter().flatten().next();
        let sequence = newest.map_or(1, |newest| newest.sequence.wrapping_add(1));
        let head = head(sequence, length);
        let checksum = self.checksum(slot, head, length)?;
        self.flash.write(slot.offset(), head.as_flattened())?;
        self.flash.write(slot.offset() + 8, &checksum.to_le_bytes())?;
        self.flash.write(slot.offset() + 12, &MARK)?;
        Ok(Stored { slot, sequence, length })
    }

    fn look(&mut self, slot: Slot) -> Option<Stored> {
        let mut header = [[0; 4]; 4];
        self.flash.read(slot.offset(), header.as_flattened_mut()).ok()?;
        let [sequence, length, checksum, mark] = header;
        let head = [sequence, length];
        let length = u16::try_from(u32::from_le_bytes(length)).ok().filter(|&length| u32::from(length) <= CAPACITY)?;
        let is_whole = mark == MARK && self.checksum(slot, head, length).ok()? == u32::from_le_bytes(checksum);
        is_whole.then_some(Stored { slot, sequence: u32::from_le_bytes(sequence), length })
    }

    /// Reads in small pieces: a champion may be larger than a board's memory.
    fn checksum(&mut self, slot: Slot, head: [[u8; 4]; 2], length: u16) -> Result<u32, F::Error> {
        let mut digest = CRC.digest();
        digest.update(head.as_flattened());
        // A divisor of the capacity: the last piece does not reach beyond the slot.
        let mut piece = [0; 48];
        const { assert!(CAPACITY.is_multiple_of(48)) };
        let mut offset = 0;
        let mut rest = usize::from(length);
        while rest > 0 {
            self.flash.read(slot.body() + offset, &mut piece)?;
            digest.update(piece.get(..rest).unwrap_or(&piece));
            rest = rest.saturating_sub(piece.len());
            offset += piece.len() as u32;
        }
        Ok(digest.finalize())
    }
}

fn head(sequence: u32, length: u16) -> [[u8; 4]; 2] {
    [sequence.to_le_bytes(), u32::from(length).to_le_bytes()]
}

/// A slot's header for a champion that is put into flash together with the firmware.
pub fn header(sequence: u32, champion: &[u8]) -> Option<[u8; HEADER as usize]> {
    let length = u16::try_from(champion.len()).ok().filter(|&length| u32::from(length) <= CAPACITY)?;
    let [first, second] = head(sequence, length);
    let mut digest = CRC.digest();
    digest.update(&first);
    digest.update(&second);
    digest.update(champion);
    let mut header = [0; HEADER as usize];
    let words = [first, second, digest.finalize().to_le_bytes(), MARK];
    header.iter_mut().zip(words.as_flattened()).for_each(|(place, &byte)| *place = byte);
    Some(header)
}
