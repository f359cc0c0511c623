//! Assigns numbers to distinct keys, so that their values can be in a vector.

/// Assigns numbers to 64-bit hashes, from 0 in order of first appearance.
///
/// Keys with the same hash have the same number. The probability that any two of a million distinct
/// keys do is 3 in 100 million.
#[derive(Clone, Debug)]
pub(crate) struct Interner {
    /// Open addressing by the low bits of a hash: the hash and its number plus one, or 0 if the
    /// slot is free. The length is a power of two, and at least half of the slots are free.
    slots: Vec<(u64, u32)>,
    len: u32,
}

/// Initial number of slots.
const SLOTS: usize = 1 << 8;

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    pub(crate) fn new() -> Self {
        Self {
            slots: vec![(0, 0); SLOTS],
            len: 0,
        }
    }

    /// Returns the number of distinct hashes.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the number of a hash, if it has one.
    pub(crate) fn get(&self, hash: u64) -> Option<u32> {
        self.slots[self.slot(hash)].1.checked_sub(1)
    }

    /// Returns the number of a hash; assigns the next one if it has none.
    pub(crate) fn intern(&mut self, hash: u64) -> u32 {
        let slot = self.slot(hash);
        if let Some(number) = self.slots[slot].1.checked_sub(1) {
            return number;
        }
        self.len += 1;
        self.slots[slot] = (hash, self.len);
        if 2 * self.len() > self.slots.len() {
            let wider = vec![(0, 0); 2 * self.slots.len()];
            for entry in std::mem::replace(&mut self.slots, wider) {
                if entry.1 != 0 {
                    let slot = self.slot(entry.0);
                    self.slots[slot] = entry;
                }
            }
        }
        self.len - 1
    }

    /// Assigns a number to a hash; returns whether it is new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let len = self.len;
        self.intern(hash) == len
    }

    /// Returns the slot of a hash, or the free one for it.
    fn slot(&self, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        while self.slots[slot].1 != 0 && self.slots[slot].0 != hash {
            slot = (slot + 1) & last;
        }
        slot
    }
}

/// A value for each hash, in order of first appearance.
///
/// The search is [`Interner`]'s and is shared by values of all types, whereas the standard
/// library's maps are compiled again for every type of key and value.
#[derive(Clone, Debug)]
pub(crate) struct Interned<T> {
    interner: Interner,
    values: Vec<T>,
}

impl<T> Interned<T> {
    pub(crate) fn new() -> Self {
        Self {
            interner: Interner::new(),
            values: Vec::new(),
        }
    }

    /// Returns the value of a hash, if it has one.
    pub(crate) fn get(&self, hash: u64) -> Option<&T> {
        Some(&self.values[self.interner.get(hash)? as usize])
    }

    /// Returns the value of a hash; calls `make` for it if there is none.
    pub(crate) fn get_or(&mut self, hash: u64, make: impl FnOnce() -> T) -> &mut T {
        let number = self.interner.intern(hash) as usize;
        if number == self.values.len() {
            self.values.push(make());
        }
        &mut self.values[number]
    }

    /// Applies a function to each value.
    pub(crate) fn map<U>(self, say: impl FnMut(&T) -> U) -> Interned<U> {
        Interned {
            interner: self.interner,
            values: self.values.iter().map(say).collect(),
        }
    }

    /// Returns the values in order of first appearance.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_numbered_in_order_of_first_use() {
        let mut interner = Interner::new();
        let hash = |n: u64| n.wrapping_mul(SLOTS as u64);
        let numbers: Vec<u32> = (0..1_000).map(|n| interner.intern(hash(n % 600))).collect();
        assert_eq!(numbers, (0..1_000).map(|n| n % 600).collect::<Vec<_>>());
        assert_eq!(interner.len(), 600);
        assert_eq!(interner.get(hash(599)), Some(599));
        assert_eq!(interner.get(hash(600)), None);
        assert!(!interner.insert(hash(599)) && interner.insert(hash(600)));
    }

    #[test]
    fn values_are_created_once_per_hash() {
        let mut counts = Interned::new();
        for hash in [7, 9, 7] {
            *counts.get_or(hash, || 0) += 1;
        }
        assert_eq!(counts.values(), [2, 1]);
        assert_eq!((counts.get(9), counts.get(8)), (Some(&1), None));
    }
}
