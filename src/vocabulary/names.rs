//! Hints in class names, ids, roles and labels.

use std::sync::LazyLock;

use super::announcements::announcement;
use super::{ByClass, Index, Purpose, start_of, words};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page};

/// Hints in the attributes of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints {
    /// The likely purpose of the element.
    pub(crate) purpose: Option<Purpose>,
    /// True if the element may contain the article.
    pub(crate) article: bool,
}

/// Words of class names and ids, by purpose.
pub(super) const NAMES: &str = uncommented!("names.txt");

/// Words of class names and ids that hint at the article.
pub(super) const ARTICLE_NAMES: &str = uncommented!("article_names.txt");

/// A word of a list, and whether it is a prefix (with a star in the list).
#[derive(Clone, Copy)]
struct Word<T> {
    goes_on: bool,
    value: T,
}

fn index<T: Copy>(words: impl Iterator<Item = (T, &'static str)>) -> Index<Word<T>> {
    Index::new(words.map(|(value, word)| {
        let beginning = word.strip_suffix('*');
        let goes_on = beginning.is_some();
        (Word { goes_on, value }, beginning.unwrap_or(word))
    }))
}

/// Every word with the rank of its purpose, the first being the strongest.
static NAMES_INDEX: LazyLock<Index<Word<(usize, Purpose)>>> = LazyLock::new(|| {
    let mut rank = 0;
    let mut last = None;
    index(words(NAMES).filter_map(move |(purpose, word)| {
        rank += usize::from(last.is_some_and(|last| last != purpose));
        last = Some(purpose);
        Some(((rank, purpose?), word))
    }))
});

static ARTICLE_INDEX: LazyLock<Index<Word<()>>> =
    LazyLock::new(|| index(words(ARTICLE_NAMES).map(|(_, word)| ((), word))));

/// Returns the value of the first word of a list that matches a part of a name.
fn stands_for<T: Copy>(index: &Index<Word<T>>, part: &str) -> Option<T> {
    let mut candidates = index.candidates(start_of(part.as_bytes()));
    let found = candidates.find(|entry| {
        part.starts_with(entry.word) && (entry.value.goes_on || part.len() == entry.word.len())
    });
    found.map(|entry| entry.value.value)
}

/// Calls `emit` with the parts of a class name or id in lower case: split at everything except
/// letters and digits, and at inner capitals (`relatedPosts` has the parts `related` and `posts`).
fn name_parts(name: &str, mut emit: impl FnMut(&str)) {
    let mut part = String::with_capacity(name.len());
    let mut lower = false;
    for c in name.chars() {
        let cut = !c.is_alphanumeric() || (c.is_uppercase() && lower);
        if cut && !part.is_empty() {
            emit(&part);
            part.clear();
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        if c.is_ascii_alphanumeric() {
            part.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            part.extend(lower_case::each(c));
        }
    }
    if !part.is_empty() {
        emit(&part);
    }
}

/// Returns the hints of one class name or id.
fn hints_of_name(name: &str) -> Hints {
    let mut article = false;
    let mut strongest: Option<(usize, Purpose)> = None;
    let mut read = |part: &str| {
        article |= stands_for(&ARTICLE_INDEX, part).is_some();
        if let Some(found) = stands_for(&NAMES_INDEX, part)
            && strongest.is_none_or(|strongest| found.0 < strongest.0)
        {
            strongest = Some(found);
        }
    };
    name_parts(name, &mut read);
    read(&lower_case::of(name));
    Hints {
        purpose: strongest.map(|(_, purpose)| purpose),
        article,
    }
}

/// Returns the hints of every node's attributes; equal names are processed once.
pub(crate) fn hints_of_all(page: &Page) -> Vec<Hints> {
    let mut seen = Interned::new();
    let mut names = ByClass::new();
    page.nodes()
        .map(|id| {
            if page.is_text(id) {
                return Hints::default();
            }
            let named = [
                Attr::Class,
                Attr::Id,
                Attr::Role,
                Attr::Itemprop,
                Attr::AriaLabel,
            ];
            let mut key = Hash64::EMPTY;
            for (number, attr) in (0u8..).zip(named) {
                if let Some(value) = page.attr(id, attr) {
                    // No byte of UTF-8 text is this large.
                    key = key.byte(u8::MAX - number).text(value);
                }
            }
            if key == Hash64::EMPTY {
                return Hints::default();
            }
            *seen.get_or(key.value(), || hints(page, id, &mut names))
        })
        .collect()
}

/// Returns the hints of an element's `class`, `id`, `role`, `itemprop` and `aria-label`; `names`
/// caches the hints of names.
fn hints(page: &Page, id: NodeId, names: &mut ByClass<Hints>) -> Hints {
    let mut hints = Hints::default();
    for (attr, value) in page.attrs(id) {
        match attr {
            Attr::AriaLabel if hints.purpose.is_none() => {
                hints.purpose = announcement(value).filter(|purpose| {
                    matches!(
                        purpose,
                        Purpose::Advert | Purpose::Related | Purpose::Comments | Purpose::Sharing
                    )
                });
            }
            Attr::Itemprop => hints.article |= value.contains("articleBody"),
            Attr::Role => match value.trim() {
                "navigation" | "menu" | "menubar" | "directory" | "toolbar" | "tablist" => {
                    hints.purpose = Some(Purpose::Navigation);
                }
                "banner" | "contentinfo" => hints.purpose = Some(Purpose::Frame),
                "complementary" => hints.purpose = Some(Purpose::OtherColumn),
                "search" | "form" => hints.purpose = Some(Purpose::Form),
                "dialog" | "alertdialog" | "alert" | "tooltip" | "status" => {
                    hints.purpose = Some(Purpose::Overlay);
                }
                "main" | "article" => hints.article = true,
                _ => {}
            },
            Attr::Class | Attr::Id => {
                for name in value.split_ascii_whitespace() {
                    let name = names.get_or(name, hints_of_name);
                    hints.article |= name.article;
                    hints.purpose = hints.purpose.or(name.purpose);
                }
            }
            _ => {}
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_split_at_punctuation_and_capitals() {
        let parts = |name: &str| {
            let mut parts = Vec::new();
            name_parts(name, |part| parts.push(part.to_owned()));
            parts
        };
        assert_eq!(
            parts("relatedPosts-list_2"),
            ["related", "posts", "list", "2"]
        );
        assert_eq!(parts("AD"), ["ad"]);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn aria_label_gives_a_purpose_hint() {
        use crate::page::{Limits, Tag};

        let purpose = |attrs: &str| {
            let html = format!("<section {attrs}>text</section>");
            let page =
                crate::source::html::read(&html, "https://example.org/", Limits::default()).ok()?;
            let section = page.nodes().find(|&n| page.tag(n) == Tag::Section)?;
            hints(&page, section, &mut ByClass::new()).purpose
        };
        assert_eq!(purpose("aria-label='Advertisement'"), Some(Purpose::Advert));
        assert_eq!(
            purpose("aria-label='Related stories'"),
            Some(Purpose::Related)
        );
        assert_eq!(purpose("aria-label='Tags'"), None);
        assert_eq!(
            purpose("aria-label='Advertisement' role=navigation"),
            Some(Purpose::Navigation)
        );
    }
}
