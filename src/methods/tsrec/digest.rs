//! The common parts of a site's pages as hashes: a few kilobytes for any number of pages.
//!
//! An entry is a 32-bit hash and the number of pages with it. There are three kinds, which differ
//! in the input of the hash:
//!
//! - *content*: the path, name and content of an element; if on two pages, it's the common part,
//! - *pattern*: the path and pattern of an element without long running text; the regular part,
//! - *long*: the same of an element with long running text, which is never regular.
//!
//! If there are more than [`MAX_ENTRIES`] entries, those seen on most pages are kept, and of those
//! seen equally often a sample that differs for every page, so that no part of the template is lost
//! permanently. After [`MAX_PAGES`] pages all counts are halved, so that entries a site no longer
//! shows disappear.

use std::error::Error;
use std::fmt;

use super::grouping;
use super::sequence::Sequence;
use super::{Params, is_long};
use crate::compact::hash::Hash32;
use crate::page::Page;

/// Maximum entries that are kept; 5 bytes each.
pub(crate) const MAX_ENTRIES: usize = 2048;

/// Number of pages after which counts are halved, and maximum number of pages that are stored
/// individually so that none is counted twice.
pub(crate) const MAX_PAGES: usize = 64;

/// The first bytes of a digest: its name and the version of its format.
const MAGIC: [u8; 4] = *b"PTD\x01";

/// Hashes of the elements of a site's pages, with the number of pages that have each.
///
/// ```
/// use pith::methods::tsrec::Digest;
/// use pith::{Limits, source};
///
/// let page = |html, url| source::html::read(html, url, Limits::default());
/// let mut digest = Digest::new(&page("<ul><li>Home</ul><p>The ferry.", "https://example.org/1")?);
/// digest.merge(&Digest::new(&page("<ul><li>Home</ul><p>The mill.", "https://example.org/2")?));
/// assert_eq!(digest.page_count(), 2);
/// assert_eq!(Digest::from_bytes(&digest.to_bytes())?, digest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// Number of included pages, halved with the counts.
    count: u16,
    /// Hashes of the pages included last, oldest first.
    pages: Vec<u32>,
    /// Hashes with the number of pages that had each, sorted by hash.
    entries: Vec<(u32, u8)>,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Content,
    Pattern,
    Long,
}

impl Kind {
    /// Returns the hash of an entry.
    fn hash(self, path: u32, of: u32) -> u32 {
        let kind = match self {
            Self::Content => 1,
            Self::Pattern => 2,
            Self::Long => 3,
        };
        Hash32::EMPTY.bytes(&[kind]).number(path).number(of).value()
    }
}

/// Returns the hash of an element's content.
pub(super) fn content_hash(sequence: &Sequence, k: usize) -> u32 {
    let content = sequence.content(&sequence.elements()[k]);
    Hash32::EMPTY.bytes(content.as_bytes()).value()
}

impl Digest {
    /// Returns the digest of one page.
    pub fn new(page: &Page) -> Self {
        let sequence = Sequence::new(page);
        let patterns = grouping::patterns(page, &sequence);
        let params = Params::default();
        let mut entries = Vec::new();
        for (k, element) in sequence.elements().iter().enumerate() {
            let content = content_hash(&sequence, k);
            entries.push((Kind::Content.hash(element.path, content), 1));
            let kind = if is_long(element, &params) {
                Kind::Long
            } else {
                Kind::Pattern
            };
            entries.push((kind.hash(element.path, patterns[k]), 1));
        }
        entries.sort_unstable();
        entries.dedup();
        let mut digest = Self {
            count: 1,
            pages: vec![page_hash(page)],
            entries,
        };
        digest.cut();
        digest
    }

    /// Adds the entries of other pages. A page that is already included isn't counted again as long
    /// as its hash is still stored.
    pub fn merge(&mut self, other: &Self) {
        if other.count <= 1 && other.pages.iter().all(|page| self.pages.contains(page)) {
            return;
        }
        self.count = self.count.saturating_add(other.count);
        for &page in &other.pages {
            if !self.pages.contains(&page) {
                self.pages.push(page);
            }
        }
        let excess = self.pages.len().saturating_sub(MAX_PAGES);
        self.pages.drain(..excess);
        self.entries.extend_from_slice(&other.entries);
        self.entries.sort_unstable();
        self.entries.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(next.1);
            }
            same
        });
        if usize::from(self.count) > MAX_PAGES {
            self.count /= 2;
            self.entries.retain_mut(|entry| {
                entry.1 /= 2;
                entry.1 > 0
            });
        }
        self.cut();
    }

    /// Returns the number of included pages; lower after halving.
    pub fn page_count(&self) -> u16 {
        self.count
    }

    /// Returns whether it includes no page.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns a view of the digest for `page`, which ignores the page's own entries if it is
    /// included.
    pub(super) fn view(&self, page: &Page) -> View<'_> {
        View {
            digest: self,
            own: u8::from(self.pages.contains(&page_hash(page))),
        }
    }

    fn cut(&mut self) {
        if self.entries.len() > MAX_ENTRIES {
            let last = self.pages.last().copied().unwrap_or_default();
            let order = |hash| Hash32::EMPTY.number(last).number(hash).value();
            self.entries
                .sort_unstable_by_key(|&(hash, count)| (u8::MAX - count, order(hash), hash));
            self.entries.truncate(MAX_ENTRIES);
            self.entries.sort_unstable();
        }
    }

    /// Returns the digest as bytes: [`MAGIC`], then in little-endian order the number of pages (2
    /// bytes), the number of stored page hashes (1) and these (4 each), the number of entries (2),
    /// and each entry's hash (4) and count (1).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.count.to_le_bytes());
        bytes.push(u8::try_from(self.pages.len()).unwrap_or(u8::MAX));
        for page in &self.pages {
            bytes.extend(page.to_le_bytes());
        }
        let len = u16::try_from(self.entries.len()).unwrap_or(u16::MAX);
        bytes.extend(len.to_le_bytes());
        for (hash, count) in &self.entries {
            bytes.extend(hash.to_le_bytes());
            bytes.push(*count);
        }
        bytes
    }

    /// Reads a digest written by [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`DigestError`] if the bytes are not a digest.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DigestError> {
        let mut rest = Reader(bytes);
        let magic: [u8; 4] = rest.take()?;
        if magic[..3] != MAGIC[..3] {
            return Err(DigestError::NoDigest);
        }
        if magic[3] != MAGIC[3] {
            return Err(DigestError::Version { found: magic[3] });
        }
        let count = u16::from_le_bytes(rest.take()?);
        let [len] = rest.take()?;
        let pages: Vec<_> = (0..len)
            .map(|_| rest.take().map(u32::from_le_bytes))
            .collect::<Result<_, _>>()?;
        let len = u16::from_le_bytes(rest.take()?);
        let entries: Vec<_> = (0..len)
            .map(|_| {
                let hash = u32::from_le_bytes(rest.take()?);
                let [count] = rest.take()?;
                Ok((hash, count))
            })
            .collect::<Result<_, DigestError>>()?;
        let ordered = entries.windows(2).all(|w| w[0].0 < w[1].0);
        let counted = pages.len() <= usize::from(count).min(MAX_PAGES)
            && pages.is_empty() == (count == 0)
            && entries.iter().all(|&(_, count)| count > 0);
        if !rest.0.is_empty() || !ordered || !counted || entries.len() > MAX_ENTRIES {
            return Err(DigestError::Damaged);
        }
        Ok(Self {
            count,
            pages,
            entries,
        })
    }
}

/// Takes bytes from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], DigestError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(DigestError::Truncated)?;
        self.0 = rest;
        Ok(*first)
    }
}

/// A digest without the page's own entries.
pub(super) struct View<'a> {
    digest: &'a Digest,
    /// Number of times that the page itself was counted, 0 or 1.
    own: u8,
}

impl View<'_> {
    /// Returns whether an entry was seen on another page; with more than eight others, on at least
    /// one in eight.
    pub(super) fn has_seen(&self, kind: Kind, path: u32, of: u32) -> bool {
        let entries = &self.digest.entries;
        let others = self.digest.count.saturating_sub(u16::from(self.own));
        let needed = others.div_ceil(8).clamp(1, u16::from(u8::MAX));
        entries
            .binary_search_by_key(&kind.hash(path, of), |&(hash, _)| hash)
            .is_ok_and(|at| {
                let seen = entries[at].1;
                u16::from(seen.saturating_sub(self.own)) >= needed
            })
    }
}

/// Returns the identity of a page: its URL without the fragment; if it has none, its text.
fn page_hash(page: &Page) -> u32 {
    let url = page.url().split('#').next().unwrap_or_default();
    if url.is_empty() {
        Hash32::EMPTY.bytes(page.raw_text(page.body()).as_bytes())
    } else {
        Hash32::EMPTY.bytes(url.as_bytes())
    }
    .value()
}

/// The reason why bytes can't be read as a digest.
///
/// ```
/// use pith::methods::tsrec::{Digest, DigestError};
///
/// assert_eq!(Digest::from_bytes(b"<html>"), Err(DigestError::NoDigest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DigestError {
    /// They don't begin with the name of the format.
    NoDigest,
    /// The digest has a format that this version doesn't know.
    Version {
        /// Its version of the format.
        found: u8,
    },
    /// They end too early.
    Truncated,
    /// They contradict themselves, or continue after the end.
    Damaged,
}

impl fmt::Display for DigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDigest => f.write_str("this is not a digest of a site's pages"),
            Self::Version { found } => write!(
                f,
                "the digest has version {found}, but only version {} is supported",
                MAGIC[3]
            ),
            Self::Truncated => f.write_str("the digest ends before it is complete"),
            Self::Damaged => f.write_str("the digest is damaged"),
        }
    }
}

impl Error for DigestError {}
