//! Fast lookup of words by their first bytes.

/// The first bytes of a text, which distinguish nearly all texts from the words of a list; 0 beyond
/// the end of the text.
pub(super) type Start = [u8; 4];

pub(super) fn start_of(text: &[u8]) -> Start {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    [byte(0), byte(1), byte(2), byte(3)]
}

/// Words or beginnings indexed by their first two bytes, in the order of the list.
pub(super) struct Index<T> {
    /// The words, grouped by slot.
    entries: Vec<Entry<T>>,
    /// For each slot, and after the last one: the number of words before it.
    before: Vec<u16>,
}

/// A word of an index, and its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<T> {
    start: u32,
    /// The bits of a [`Start`] that the word determines.
    mask: u32,
    pub(super) word: &'static str,
    pub(super) value: T,
}

/// Classes of second bytes that distinguish words with the same first byte.
const SECONDS: usize = 16;

fn place(first: u8, second: usize) -> usize {
    usize::from(first) * SECONDS + second % SECONDS
}

impl<T: Copy> Index<T> {
    pub(super) fn new(words: impl Iterator<Item = (T, &'static str)>) -> Self {
        // A one-byte word is in every slot of its byte.
        let mut placed: Vec<(usize, Entry<T>)> = Vec::new();
        for (value, word) in words {
            let start = start_of(word.as_bytes());
            let entry = Entry {
                start: u32::from_le_bytes(start),
                mask: u32::from_le_bytes(start.map(|byte| if byte == 0 { 0 } else { u8::MAX })),
                word,
                value,
            };
            if start[1] == 0 {
                placed.extend((0..SECONDS).map(|second| (place(start[0], second), entry)));
            } else {
                placed.push((place(start[0], start[1].into()), entry));
            }
        }
        let mut before = vec![0_u16; place(u8::MAX, SECONDS - 1) + 2];
        for &(place, _) in &placed {
            before[place + 1] += 1;
        }
        for place in 1..before.len() {
            before[place] += before[place - 1];
        }
        // A counting sort, because lists have thousands of words, and every click builds their
        // indexes.
        let mut next = before.clone();
        let mut entries: Vec<_> = placed.iter().map(|&(_, entry)| entry).collect();
        for (place, entry) in placed {
            entries[usize::from(next[place])] = entry;
            next[place] += 1;
        }
        Self { entries, before }
    }

    /// Returns the words with which a text may begin, judged by its first bytes.
    pub(super) fn candidates(&self, start: Start) -> impl Iterator<Item = &Entry<T>> {
        let place = place(start[0], start[1].into());
        let range = self.before[place].into()..self.before[place + 1].into();
        let start = u32::from_le_bytes(start);
        let words = self.entries[range].iter();
        words.filter(move |entry| start & entry.mask == entry.start)
    }
}
