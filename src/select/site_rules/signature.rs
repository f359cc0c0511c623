//! The signature of an element: its tag, classes, and id, without parts that vary between pages.

use super::name::{digest, short};
use crate::compact::hash::{Hash32, Hash64};
use crate::compact::interner::Interned;
use crate::page::{Attr, NodeId, Page, Tag};

/// Maximum classes in a signature; those with the smallest hashes are used.
pub(super) const CLASSES: usize = 8;

/// Maximum ancestors that are searched for a named one, so that the work is linear even on deeply
/// nested pages.
const MAX_ANCESTORS: usize = 32;

/// Minimum Jaccard index of the classes of two elements with the same signature. If higher, a class
/// for the type of page separates elements; if lower, `post` and `post comment` are the same.
const MIN_SIMILARITY: f32 = 0.5;

/// The signature of an element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature {
    /// The hash of the tag's name; 0 for no element.
    pub(super) tag: u16,
    /// The hash of the id; 0 for none.
    pub(super) id: u16,
    /// The hashes of the classes, sorted and unique.
    pub(super) classes: Vec<u16>,
}

/// Returns the hash of a tag's name.
pub(super) fn tag_digest(tag: Tag) -> u16 {
    short(Hash32::EMPTY.bytes(tag.name().as_bytes()).value())
}

impl Signature {
    /// Returns whether the element has a class or an id.
    pub(super) fn is_named(&self) -> bool {
        self.id != 0 || !self.classes.is_empty()
    }

    /// Returns the hash of the signature.
    pub(super) fn digest(&self) -> u32 {
        let numbers = [self.tag, self.id].into_iter();
        let numbers = numbers.chain(self.classes.iter().copied());
        numbers
            .fold(Hash32::EMPTY, |hash, n| hash.number(n.into()))
            .value()
    }

    /// Returns the hash of the signature, folded to 16 bits.
    pub(super) fn short_digest(&self) -> u16 {
        short(self.digest())
    }

    /// Keeps at most `most` classes, those with the smallest hashes.
    pub(super) fn cut(&mut self, most: usize) {
        self.classes.truncate(most);
    }

    /// Returns whether at least half of all classes are in both.
    pub(super) fn shares_classes(&self, other: &Self) -> bool {
        let (a, b) = (&self.classes, &other.classes);
        let shared = a.iter().filter(|class| b.contains(class)).count();
        let all = a.len() + b.len() - shared;
        shared > 0 && shared as f32 >= MIN_SIMILARITY * all as f32
    }

    /// Returns whether both have the same id, a class in common, or no id.
    pub(super) fn shares_name(&self, other: &Self) -> bool {
        self.id == other.id
            || self
                .classes
                .iter()
                .any(|class| other.classes.contains(class))
    }
}

/// The signatures of the elements of a page. Results are cached by class attribute, because most
/// elements share theirs with others.
pub(super) struct Signatures<'a> {
    page: &'a Page,
    classes: Interned<Vec<u16>>,
}

impl<'a> Signatures<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        Self {
            page,
            classes: Interned::new(),
        }
    }

    /// Returns the signature of an element.
    pub(super) fn of(&mut self, id: NodeId) -> Signature {
        let page = self.page;
        let classes = match page.attr(id, Attr::Class) {
            Some(names) => self.classes_of(names),
            None => Vec::new(),
        };
        Signature {
            tag: tag_digest(page.tag(id)),
            id: page
                .attr(id, Attr::Id)
                .map(str::trim)
                .and_then(digest)
                .unwrap_or(0),
            classes,
        }
    }

    fn classes_of(&mut self, names: &str) -> Vec<u16> {
        let key = Hash64::EMPTY.text(names).value();
        let read = || {
            let mut classes: Vec<u16> = Vec::new();
            for class in names.split_ascii_whitespace().filter_map(digest) {
                let at = classes.partition_point(|&other| other < class);
                if classes.get(at) != Some(&class) {
                    classes.insert(at, class);
                    classes.truncate(CLASSES);
                }
            }
            classes
        };
        self.classes.get_or(key, read).clone()
    }

    /// Returns the signature of the nearest named ancestor below `body`; an empty one if there's
    /// none.
    pub(super) fn around(&mut self, id: NodeId) -> Signature {
        let body = self.page.body();
        let around = self.page.ancestors(id).take(MAX_ANCESTORS);
        for ancestor in around.take_while(|&a| a > body) {
            let signature = self.of(ancestor);
            if signature.is_named() {
                return signature;
            }
        }
        Signature::default()
    }
}
