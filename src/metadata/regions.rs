//! Parts of the page that speak of something other than the article.

use std::borrow::Cow;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::vocabulary::{ByClass, List};

/// Nodes in menus, sidebars, footers, comments or lists of other articles, as far as element names,
/// roles and class words tell. A title, author or date there is another's.
#[derive(Debug)]
pub(super) struct Regions {
    chrome: Vec<bool>,
}

/// Names of a class list that are read: long ones are utility classes and states, not names.
pub(super) const MOST_NAMES: usize = 8;

/// Words of the longest name that names such a part: longer ones say where an element stands.
const MOST_WORDS: usize = 4;

/// Ancestors of a footer among which its article is looked for: with fewer, a wrapper hides it;
/// with more, the footer of a page in one `article` is the article's.
const ARTICLE_LEVELS: usize = 3;

impl Regions {
    /// Finds them. What holds `title`, the article's heading, is none of them, whatever it is
    /// called; what holds the page's `main` or its only `h1` is none for its class or id, which
    /// may speak of a column beside it.
    pub(super) fn read(page: &Page, title: Option<NodeId>) -> Self {
        let mut chrome = vec![false; page.len()];
        let centres: Vec<NodeId> = [
            page.nodes().find(|&n| page.tag(n) == Tag::Main),
            only_h1(page),
        ]
        .into_iter()
        .flatten()
        .collect();
        let mut named = ByClass::new();
        for id in page.nodes() {
            chrome[id.index()] = page.parent(id).is_some_and(|p| chrome[p.index()])
                || (page.is_element(id)
                    && title.is_none_or(|t| !page.contains(id, t))
                    && (is_chrome_element(page, id)
                        || (centres.iter().all(|&c| !page.contains(id, c))
                            && is_called_chrome(page, id, &mut named))));
        }
        Self { chrome }
    }

    /// Returns whether the node lies in such a part.
    pub(super) fn is_chrome(&self, id: NodeId) -> bool {
        self.chrome[id.index()]
    }
}

/// Returns the page's only `h1` with text, where it is no link.
#[inline(never)]
fn only_h1(page: &Page) -> Option<NodeId> {
    let mut firsts = page.nodes().filter(|&n| {
        page.tag(n) == Tag::H1 && !page.is_hidden(n) && !page.raw_text(n).trim().is_empty()
    });
    let first = firsts.next()?;
    let linked = page.descendants(first).any(|n| page.tag(n) == Tag::A);
    (firsts.next().is_none() && !linked).then_some(first)
}

/// Returns whether element name or role make the element such a part.
#[inline(never)]
fn is_chrome_element(page: &Page, id: NodeId) -> bool {
    if matches!(
        page.tag(id),
        Tag::Nav | Tag::Footer | Tag::Aside | Tag::Dialog | Tag::Template
    ) {
        return !below_article(page, id);
    }
    !holds_article(page, id)
        && page.attr(id, Attr::Role).is_some_and(|r| {
            matches!(
                r,
                "navigation" | "complementary" | "contentinfo" | "dialog" | "search"
            )
        })
}

/// Returns whether an element holds the article on some pages, whatever its classes say.
fn holds_article(page: &Page, id: NodeId) -> bool {
    matches!(
        page.tag(id),
        Tag::Html | Tag::Body | Tag::Main | Tag::Article | Tag::H1 | Tag::Time
    )
}

/// Returns whether class or id name such a part; `named` has what those say that were read before.
#[inline(never)]
fn is_called_chrome(page: &Page, id: NodeId, named: &mut ByClass<bool>) -> bool {
    let names = [Attr::Class, Attr::Id].map(|attr| page.attr(id, attr));
    !holds_article(page, id)
        && names
            .into_iter()
            .flatten()
            .any(|names| named.get_or(names, name_chrome))
}

/// Returns whether one of several class names or ids names such a part.
#[inline(never)]
fn name_chrome(names: &str) -> bool {
    let mut names = names.split_ascii_whitespace().take(MOST_NAMES);
    names.any(|name| !name.contains("has-") && !name.contains("with-") && is_chrome_name(name))
}

/// Returns whether a class or id names such a part. A post's own footer states its author.
fn is_chrome_name(name: &str) -> bool {
    let words: Vec<Cow<'_, str>> = words(name).collect();
    let own = words.first().is_some_and(|w| List::Own.has(w));
    words.len() <= MOST_WORDS
        && words
            .iter()
            .any(|w| List::Chrome.has(w) && !(own && matches!(&**w, "footer" | "widget")))
}

/// Returns whether an element is a footer directly inside an article: it states the article's author
/// and date as often as not.
fn below_article(page: &Page, id: NodeId) -> bool {
    page.tag(id) == Tag::Footer
        && page
            .ancestors(id)
            .take(ARTICLE_LEVELS)
            .any(|a| page.tag(a) == Tag::Article)
}

/// Returns the words of a class name in lower case: `post-Author__name` and `postAuthorName` alike.
pub(super) fn words(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let mut lower_before = false;
        let breaks = |byte: u8| {
            let inner = byte.is_ascii_uppercase() && lower_before;
            lower_before = byte.is_ascii_lowercase();
            inner || !byte.is_ascii_alphanumeric()
        };
        let end = rest.bytes().position(breaks).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then(|| match word.bytes().any(|b| b.is_ascii_uppercase()) {
            true => Cow::Owned(word.to_ascii_lowercase()),
            false => Cow::Borrowed(word),
        })
    })
}

/// Returns whether the last of the [`words`] of a class name ends with one of some words in lower
/// case: quickly, since the name is not divided.
pub(super) fn ends_with(name: &str, words: &[&str]) -> bool {
    let name = name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    words.iter().any(|word| {
        let start = name.len().checked_sub(word.len());
        let end = start.and_then(|start| name.as_bytes().get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_class_names() {
        let all = |name| words(name).collect::<Vec<_>>();
        assert_eq!(all("post-Author__name"), ["post", "author", "name"]);
        assert_eq!(all("postAuthorName"), ["post", "author", "name"]);
        assert_eq!(all("--"), [""; 0]);
    }
}
