//! The transposition table: what was found about positions, kept in the caller's memory: 2 KB on a board, gigabytes on
//! a desktop. Knows keys and scores; knows no game.
//!
//! Slots go in pairs: the first keeps the deeper result of the present search, the second whatever came last.
//!
//! **A table slot is eight bytes:** 32 bits to compare, the score, and depth, bound and a 7-bit tag of the best move,
//! which is enough to find it again among the legal ones. 256 slots fit a board's 2 KB.

use super::{LIMIT, Position, Score, StackSlices, TableKey};

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// The true score is this.
    Exact = 3,
}

/// A finding about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score for the side to move.
    pub score: Score,
    /// How deep it was searched.
    pub depth: i8,
    /// What the score says.
    pub bound: Bound,
    /// The best move's tag.
    pub tag: u8,
}

/// One place of a table.
///
/// ```text
/// bit 15      9 8      3 2    1 0
///     tag       depth+4  bound  in which of two searches in turn it was written
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    lock: u32,
    score: Score,
    /// As drawn above; a bound of 0 marks a slot that is free.
    data: u16,
}

const DEPTH_OFFSET: i8 = 4;
const MAX_STORED: i8 = 63 - DEPTH_OFFSET;

impl Slot {
    #[inline]
    fn new(lock: u32, entry: Entry, parity: u16) -> Slot {
        // Clamp to the field; a smaller depth is safe, as it only claims less.
        let depth = (entry.depth.clamp(-DEPTH_OFFSET, MAX_STORED) + DEPTH_OFFSET) as u16;
        let data = u16::from(entry.tag) << 9 | depth << 3 | (entry.bound as u16) << 1 | parity;
        Slot { lock, score: entry.score, data }
    }

    #[inline]
    fn depth(self) -> i8 {
        (self.data >> 3 & 63) as i8 - DEPTH_OFFSET
    }

    #[inline]
    fn entry(self) -> Option<Entry> {
        let bound = match self.data >> 1 & 3 {
            0 => return None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(Entry { score: self.score, depth: self.depth(), bound, tag: (self.data >> 9) as u8 })
    }
}

/// Slots in the caller's memory, of which the greatest power of two is used. Without any, the table remembers nothing.
#[derive(Debug)]
pub struct TranspositionTable<'m> {
    slots: &'m mut [Slot],
    mask: u32,
    parity: u16,
}

impl<'m> TranspositionTable<'m> {
    /// A table in these slots, with what they hold: the findings of earlier searches may still be used, but give way to
    /// those of this one, which has another number than the last.
    pub fn new(slots: &'m mut [Slot], search_number: u32) -> TranspositionTable<'m> {
        let n_slots = u32::try_from(slots.len()).unwrap_or(u32::MAX);
        let mask = n_slots.checked_ilog2().map_or(0, |log| (1u32 << log) - 1);
        TranspositionTable { slots, mask, parity: search_number as u16 & 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    #[inline]
    fn places(&self, key: TableKey) -> (usize, usize) {
        let first = (key.index & self.mask & !1) as usize;
        // With a single slot both places are the same.
        (first, first | (self.mask & 1) as usize)
    }

    /// The entry of a position that lies `ply` moves from the root.
    #[inline]
    pub fn get(&self, key: TableKey, ply: usize) -> Option<Entry> {
        let (first, second) = self.places(key);
        let fits = |slot: &&Slot| slot.lock == key.lock;
        let slot = self.slots.get(first).filter(fits).or_else(|| self.slots.get(second).filter(fits))?;
        let entry = slot.entry()?;
        // Mate-style scores are stored relative to this position, so adjust by ply.
        let ply = ply as Score;
        let score = match entry.score {
            score if score > LIMIT => score - ply,
            score if score < -LIMIT => score + ply,
            score => score,
        };
        Some(Entry { score, ..entry })
    }

    /// Stores the entry of a position that lies `ply` moves from the root.
    #[inline]
    pub fn put(&mut self, key: TableKey, ply: usize, entry: Entry) {
        let ply = ply as Score;
        let score = match entry.score {
            score if score > LIMIT => score + ply,
            score if score < -LIMIT => score - ply,
            score => score,
        };
        let slot = Slot::new(key.lock, Entry { score, ..entry }, self.parity);
        let (first, second) = self.places(key);
        let Some(held) = self.slots.get(first) else { return };
        let is_stale = held.data & 1 != self.parity || held.entry().is_none();
        let goes_first = held.lock == key.lock || is_stale || entry.depth >= held.depth();
        if let Some(place) = self.slots.get_mut(if goes_first { first } else { second }) {
            *place = slot;
        }
    }

    /// Writes the principal variation that begins with a move, as far as the table still holds it, and returns its
    /// length.
    pub fn principal_variation<P: Position>(
        &self,
        position: &P,
        best: P::Move,
        stack: StackSlices<'_, P>,
        line: &mut [P::Move],
    ) -> usize {
        let mut position = *position;
        let mut chosen = best;
        let mut n_moves = 0;
        for place in line.iter_mut() {
            *place = chosen;
            n_moves += 1;
            position = position.after(chosen);
            let Some(entry) =
                self.get(position.table_key(position.hash()), 0).filter(|entry| entry.bound == Bound::Exact)
            else {
                break;
            };
            let n_legal = position.moves(stack.moves).unwrap_or(0);
            match stack.moves.iter().take(n_legal).find(|&&legal| P::tag(legal) == entry.tag) {
                Some(&next) if !position.is_drawn() => chosen = next,
                _ => break,
            }
        }
        n_moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::WIN;

    const fn entry(score: Score, depth: i8) -> Entry {
        Entry { score, depth, bound: Bound::Exact, tag: 101 }
    }

    #[test]
    fn a_slot_takes_eight_bytes() {
        assert_eq!(size_of::<Slot>(), 8);
    }

    #[test]
    fn what_is_put_is_found_by_its_lock() {
        let mut slots = [Slot::default(); 256];
        let mut table = TranspositionTable::new(&mut slots, 0);
        let key = TableKey { index: 77, lock: 5 };
        for depth in [-4, 0, 7, 59] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let entry = Entry { score: -321, depth, bound, tag: 127 };
                table.clear();
                table.put(key, 3, entry);
                assert_eq!(table.get(key, 9), Some(entry));
            }
        }
        assert_eq!(table.get(TableKey { index: 77, lock: 6 }, 0), None);
        table.clear();
        assert_eq!(table.get(key, 0), None);
    }

    #[test]
    fn a_depth_beyond_the_field_is_kept_as_the_greatest_or_least_and_changes_nothing_else() {
        let mut slots = [Slot::default(); 2];
        let mut table = TranspositionTable::new(&mut slots, 0);
        let key = TableKey { index: 0, lock: 1 };
        // Six bits, of which four depths are below 0.
        for (depth, kept) in [(100, 59), (60, 59), (59, 59), (-4, -4), (-100, -4)] {
            table.put(key, 0, entry(7, depth));
            assert_eq!(table.get(key, 0), Some(entry(7, kept)));
        }
    }

    #[test]
    fn a_free_slot_answers_no_key_even_with_its_own_lock() {
        let mut slots = [Slot::default(); 2];
        assert_eq!(TranspositionTable::new(&mut slots, 0).get(TableKey { index: 0, lock: 0 }, 0), None);
    }

    #[test]
    fn a_win_is_as_far_away_as_it_is_from_where_it_is_seen() {
        let mut slots = [Slot::default(); 2];
        let mut table = TranspositionTable::new(&mut slots, 0);
        let key = TableKey { index: 0, lock: 1 };
        table.put(key, 4, entry(WIN - 10, 2));
        assert_eq!(table.get(key, 6).map(|entry| entry.score), Some(WIN - 12));
        table.put(key, 4, entry(10 - WIN, 2));
        assert_eq!(table.get(key, 6).map(|entry| entry.score), Some(12 - WIN));
    }

    #[test]
    fn the_greatest_estimate_is_no_win_and_is_the_same_from_everywhere() {
        let mut slots = [Slot::default(); 2];
        let mut table = TranspositionTable::new(&mut slots, 0);
        let key = TableKey { index: 0, lock: 1 };
        for score in [LIMIT, -LIMIT] {
            table.put(key, 4, entry(score, 2));
            assert_eq!(table.get(key, 9).map(|entry| entry.score), Some(score));
        }
    }

    #[test]
    fn the_deeper_finding_of_a_search_stays_and_the_last_one_too() {
        let mut slots = [Slot::default(); 2];
        let mut table = TranspositionTable::new(&mut slots, 0);
        let [deep, shallow, last] = [1, 2, 3].map(|lock| TableKey { index: 0, lock });
        table.put(deep, 0, entry(1, 9));
        table.put(shallow, 0, entry(2, 3));
        table.put(last, 0, entry(3, 2));
        assert_eq!([deep, shallow, last].map(|key| table.get(key, 0).is_some()), [true, false, true]);
        let mut table = TranspositionTable::new(&mut slots, 1);
        table.put(shallow, 0, entry(2, 3));
        assert_eq!([deep, shallow, last].map(|key| table.get(key, 0).is_some()), [false, true, true]);
    }

    #[test]
    fn any_number_of_slots_will_do() {
        let mut slots = [Slot::default(); 7];
        for n_slots in 0..=7 {
            let mut table = TranspositionTable::new(&mut slots[..n_slots], 0);
            table.clear();
            let key = TableKey { index: u32::MAX, lock: 8 };
            table.put(key, 0, entry(1, 1));
            assert_eq!(table.get(key, 0).is_some(), n_slots > 0);
        }
    }
}
