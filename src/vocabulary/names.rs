//! Hints in class names, ids, roles and labels.

use std::sync::LazyLock;

use super::announcements::announcement;
use super::{Index, Purpose, words};
use crate::fnv::Fnv64;
use crate::numbering::Numbered;
use crate::page::{Attr, NodeId, Page};

/// Hints in the attributes of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints {
    /// The purpose that the element may have.
    pub(crate) purpose: Option<Purpose>,
    /// The element may hold the article.
    pub(crate) article: bool,
}

/// Words of class names and ids, by purpose.
pub(super) const NAMES: &str = include_str!("names.txt");

/// Words of class names and ids that hint at the article.
pub(super) const ARTICLE_NAMES: &str = include_str!("article_names.txt");

/// Every word with the rank of its purpose, the first being the strongest.
static NAMES_INDEX: LazyLock<Index<(usize, Purpose)>> = LazyLock::new(|| {
    let mut rank = 0;
    let mut last = None;
    Index::new(words(NAMES).filter_map(move |(purpose, word)| {
        rank += usize::from(last.is_some_and(|last| last != purpose));
        last = Some(purpose);
        Some(((rank, purpose?), word))
    }))
});

static ARTICLE_INDEX: LazyLock<Index<()>> =
    LazyLock::new(|| Index::new(words(ARTICLE_NAMES).map(|(_, word)| ((), word))));

/// Returns what the first word of a list that stands for a part of a name has with it.
fn stands_for<T: Copy>(index: &Index<T>, part: &str) -> Option<T> {
    let mut alike = index.alike(part).iter();
    let found = alike.find(|(word, _)| match word.strip_suffix('*') {
        Some(beginning) => part.starts_with(beginning),
        None => part == *word,
    });
    found.map(|&(_, value)| value)
}

/// Parts of a class name or id in lower case: split at everything that is no letter or digit
/// and at inner capitals (`relatedPosts` gives `related`, `posts`).
fn name_parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut lower = false;
    for c in name.chars() {
        let cut = !c.is_alphanumeric() || (c.is_uppercase() && lower);
        if cut && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// Returns what every node's attributes hint at; elements with equal names are looked at once.
pub(crate) fn hints_of_all(page: &Page) -> Vec<Hints> {
    let mut seen = Numbered::new();
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
            let mut key = Fnv64::EMPTY;
            for (number, attr) in (0u8..).zip(named) {
                if let Some(value) = page.attr(id, attr) {
                    // No byte of a text is as large.
                    key = key.byte(u8::MAX - number).bytes(value.as_bytes());
                }
            }
            if key == Fnv64::EMPTY {
                return Hints::default();
            }
            *seen.get_or(key.value(), || hints(page, id))
        })
        .collect()
}

/// Returns what an element's `class`, `id`, `role`, `itemprop` and `aria-label` hint at.
fn hints(page: &Page, id: NodeId) -> Hints {
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
                    let mut parts = name_parts(name);
                    parts.push(name.to_lowercase());
                    hints.article |= parts
                        .iter()
                        .any(|part| stands_for(&ARTICLE_INDEX, part).is_some());
                    if hints.purpose.is_none() {
                        hints.purpose = parts
                            .iter()
                            .filter_map(|part| stands_for(&NAMES_INDEX, part))
                            .min_by_key(|&(rank, _)| rank)
                            .map(|(_, purpose)| purpose);
                    }
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
    fn names_split_at_marks_and_capitals() {
        assert_eq!(
            name_parts("relatedPosts-list_2"),
            ["related", "posts", "list", "2"]
        );
        assert_eq!(name_parts("AD"), ["ad"]);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_label_that_announces_something_foreign_is_a_hint() {
        use crate::page::{Limits, Tag};

        let purpose = |attrs: &str| {
            let html = format!("<section {attrs}>text</section>");
            let page =
                crate::front::html::read(&html, "https://example.org/", Limits::default()).ok()?;
            let section = page.nodes().find(|&n| page.tag(n) == Tag::Section)?;
            hints(&page, section).purpose
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
