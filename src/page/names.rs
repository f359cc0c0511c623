//! Looks up the index of a name in a list by hash.

/// Slots of a table: a power of two, more than twice the number of names of the longest list.
const SLOTS: usize = 512;

/// A hash table of a list of names, built at compile time.
pub(super) struct Names {
    names: &'static [&'static str],
    /// Open addressing by a hash of the name. Each slot has the index of a name plus one, or 0 if
    /// it's free.
    slots: [u8; SLOTS],
}

impl Names {
    /// Builds the table. There must be fewer than 256 names.
    pub(super) const fn new(names: &'static [&'static str]) -> Self {
        // Checked at compile time.
        assert!(names.len() < 256);
        let mut slots = [0; SLOTS];
        let mut place = 0;
        while place < names.len() {
            let mut slot = slot(names[place].as_bytes());
            while slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            place += 1;
            slots[slot] = place as u8;
        }
        Self { names, slots }
    }

    /// Returns the index of a name in the list.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let mut slot = slot(name.as_bytes());
        loop {
            let place = usize::from(self.slots[slot]).checked_sub(1)?;
            if self.names[place] == name {
                return Some(place);
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Returns the slot at which the search for a name begins.
const fn slot(name: &[u8]) -> usize {
    let mut hash = name.len() as u32;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ hash >> 15) as usize % SLOTS
}
