//! Quick look-up of words by their first bytes.

/// The first bytes of a text, by which nearly all texts are told from the words of a list; 0 where
/// there are fewer.
pub(super) type Start = [u8; 4];

pub(super) fn start_of(text: &[u8]) -> Start {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    [byte(0), byte(1), byte(2), byte(3)]
}

/// Words or beginnings by their first byte, in the order of the list, for quick look-up.
pub(super) struct Index<T>(Vec<Vec<Entry<T>>>);

/// A word of an index, and what stands with it.
pub(super) struct Entry<T> {
    start: u32,
    /// The bits of the bytes that the word has of a [`Start`].
    mask: u32,
    pub(super) word: &'static str,
    pub(super) value: T,
}

impl<T> Index<T> {
    pub(super) fn new(words: impl Iterator<Item = (T, &'static str)>) -> Self {
        let mut alike = Vec::new();
        alike.resize_with(256, Vec::new);
        for (value, word) in words {
            let start = start_of(word.as_bytes());
            // No line of a list is empty.
            alike[usize::from(start[0])].push(Entry {
                start: u32::from_le_bytes(start),
                mask: u32::from_le_bytes(start.map(|byte| if byte == 0 { 0 } else { u8::MAX })),
                word,
                value,
            });
        }
        Self(alike)
    }

    /// Returns the words that begin as a text does, as far as its first bytes tell.
    pub(super) fn alike(&self, start: Start) -> impl Iterator<Item = &Entry<T>> {
        let words = self.0[usize::from(start[0])].iter();
        let start = u32::from_le_bytes(start);
        words.filter(move |entry| start & entry.mask == entry.start)
    }
}
