//! Authors in elements with an author's class, `rel`, or microdata.

use super::text::{is_visible_text, names_of, texts_of};
use crate::metadata::clean::compact;
use crate::metadata::foreign::PARAGRAPH;
use crate::metadata::name::{is_control, is_job, is_person, labels_other_work, names};
use crate::metadata::regions::Regions;
use crate::metadata::sources::Sources;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::{ByClass, List, MAX_NAMES, discussion_names, ends_with, words_of_name};

/// Maximum nodes below an element that names an author, and maximum bytes of its text. Larger
/// elements are parts of the page, or hostile.
const MAX_NODES: usize = 300;
const MAX_BYTES: usize = 400;

/// Maximum nodes from one author of an article to the next: with fewer, images divide them; with
/// more, the authors of a list of articles are taken for this article's.
const NEXT_AUTHOR: u32 = 40;

/// Maximum bytes of text between the title and an author named above the text: with more, the name
/// is below a text.
const ABOVE_TEXT: usize = 300;

/// Bytes of text between two authors that make them those of two texts: with fewer, roles and
/// places divide the authors of one.
const BETWEEN_AUTHORS: usize = 100;

/// Markings of an element as an author's, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AuthorMark {
    Rel,
    Microdata,
    Class,
    Loose,
}

/// The names in marked elements, indexed by [`AuthorMark`].
#[derive(Debug, Default)]
pub(super) struct Marked([Vec<(NodeId, Vec<String>)>; 4]);

impl Marked {
    /// Reads the marked elements of a page outside menus, sidebars, and other foreign parts.
    pub(super) fn read(page: &Page, regions: &Regions) -> Self {
        let mut found = Self::default();
        let mut skip_to = NodeId(0);
        let mut classes = ByClass::new();
        for id in page.subtree(page.body()) {
            if id < skip_to || !page.is_element(id) || page.is_hidden(id) || regions.is_others(id) {
                continue;
            }
            let mut mark_of = |id| mark(page, id, |class| classes.get_or(class, class_mark));
            let Some(mark) = mark_of(id) else {
                continue;
            };
            let names = marked_names(page, id, mark, mark_of);
            if !names.is_empty() {
                found.0[mark as usize].push((id, names));
                skip_to = page.end(id);
            }
        }
        found
    }

    /// Returns the names that are marked in this way. Authors of one article are close together; a
    /// list of articles has others far below, and a discussion has one per comment.
    pub(super) fn of(&self, sources: &Sources<'_>, mark: AuthorMark) -> Vec<String> {
        let page = sources.page;
        let marked = &self.0[mark as usize];
        let Some(&(first, _)) = marked.first() else {
            return Vec::new();
        };
        let top = sources
            .title
            .map_or(page.body(), |title| NodeId(page.end(title).0));
        let is_above = first < top || text_between(page, top, first) <= ABOVE_TEXT;
        let mut all = Vec::new();
        let mut last = first;
        for (id, names) in marked {
            let is_other = id.0 > last.0 + NEXT_AUTHOR
                || (*id > first && is_other_work(page, page.end(last), *id))
                || (*id > first
                    && (is_contribution(page, last, *id)
                        || is_above && text_between(page, page.end(last), *id) > BETWEEN_AUTHORS));
            if is_other {
                break;
            }
            last = *id;
            all.extend_from_slice(names);
        }
        all
    }
}

/// Returns the bytes of visible text between two nodes; stops counting above [`ABOVE_TEXT`].
fn text_between(page: &Page, from: NodeId, to: NodeId) -> usize {
    let mut bytes = 0;
    for id in (from.0..to.0).map(NodeId) {
        if is_visible_text(page, id) {
            bytes += page.text(id).trim().len();
        }
        if bytes > ABOVE_TEXT {
            break;
        }
    }
    bytes
}

/// Returns whether the text between two authors labels the second's work as something other than
/// writing: "Edited by", "Contributions from".
fn is_other_work(page: &Page, from: NodeId, to: NodeId) -> bool {
    let label = (from.0..to.0)
        .rev()
        .map(NodeId)
        .filter(|&n| is_visible_text(page, n))
        .map(|n| page.text(n).trim())
        .find(|text| !text.is_empty());
    label.is_some_and(labels_other_work)
}

/// Returns whether a node is, by class names, in a comment of a discussion that doesn't contain the
/// node `other`.
fn is_contribution(page: &Page, other: NodeId, id: NodeId) -> bool {
    page.ancestors(id)
        .take_while(|&a| !page.contains(a, other))
        .any(|a| {
            let class = page.attr(a, Attr::Class).unwrap_or_default();
            let names = discussion_names(class);
            names.never_article || (names.comment && !names.author)
        })
}

/// Returns the names in an element marked as an author's: those in an inner element marked as the
/// name or as a member's, or else those in the whole element, or in inner marked elements if these
/// have other names.
#[inline(never)]
fn marked_names(
    page: &Page,
    id: NodeId,
    outer: AuthorMark,
    mut mark_of: impl FnMut(NodeId) -> Option<AuthorMark>,
) -> Vec<String> {
    if page.raw_text(id).len() > MAX_BYTES || page.subtree(id).len() > MAX_NODES {
        return Vec::new();
    }
    let inner = page
        .descendants(id)
        .find(|&n| has_word(page, n, Attr::Itemprop, "name") && !belongs_to_other(page, n, id))
        .or_else(|| {
            page.descendants(id)
                .find(|&n| has_word(page, n, Attr::Rel, "author"))
        })
        .or_else(|| {
            let is_member = |&n: &NodeId| has_user_name_class(page, n) || links_member(page, n);
            page.descendants(id).find(is_member)
        });
    if inner.is_none() {
        let names = names_below(page, id);
        let within = names_within(page, id, |n| mark_of(n).is_some_and(|mark| mark <= outer));
        let is_more = within.iter().all(|name| names.contains(name));
        return if is_more { names } else { within };
    }
    let inner = inner.unwrap_or(id);
    // Microdata can declare a value in a `meta`, which isn't shown.
    match page.attr(inner, Attr::Content) {
        Some(name) if page.tag(inner) == Tag::Meta => names(name, false),
        _ => names_below(page, inner),
    }
}

/// Returns whether microdata between an element and one around it assign the name to something
/// else: the publisher, a section.
fn belongs_to_other(page: &Page, name: NodeId, around: NodeId) -> bool {
    let mut between = page.ancestors(name).take_while(|&a| a != around);
    between.any(|a| {
        page.attr(a, Attr::Itemprop).is_some()
            && !has_word(page, a, Attr::Itemprop, "author")
            && !has_word(page, a, Attr::Itemprop, "creator")
    })
}

/// Returns the names in an element marked as an author's, without those of other things in it.
fn names_below(page: &Page, id: NodeId) -> Vec<String> {
    let mut skip_to = id;
    let listed = names_listed(page, id);
    if listed.len() > 1 {
        return listed;
    }
    let own = page.subtree(id).filter(|&n| {
        if n >= skip_to && n != id && page.attr(n, Attr::Itemprop).is_some_and(is_other_property) {
            skip_to = page.end(n);
        }
        n >= skip_to
    });
    names_of(&texts_of(page, own))
}

/// Returns the people in the items of a list, if each item names one.
fn names_listed(page: &Page, id: NodeId) -> Vec<String> {
    let items = page.descendants(id).filter(|&n| page.tag(n) == Tag::Li);
    let of_items = items.map(|item| names_of(&texts_of(page, page.subtree(item))));
    let all: Vec<Vec<String>> = of_items.collect();
    let are_people = |names: &Vec<String>| !names.is_empty() && names.iter().all(|n| is_person(n));
    match all.iter().all(are_people) {
        true => all.concat(),
        false => Vec::new(),
    }
}

/// Returns whether a microdata property belongs to something other than an author.
fn is_other_property(names: &str) -> bool {
    let mut names = names.split_ascii_whitespace();
    names.any(|name| matches!(name, "publisher" | "itemListElement" | "jobTitle"))
}

/// Returns the names in inner elements that are also marked as an author's.
fn names_within(page: &Page, id: NodeId, mut is_marked: impl FnMut(NodeId) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut skip_to = id;
    for n in page.descendants(id) {
        if n >= skip_to && page.is_element(n) && !page.is_hidden(n) && is_marked(n) {
            if !found.is_empty() && is_other_work(page, skip_to, n) {
                break;
            }
            found.extend(names_below(page, n));
            skip_to = page.end(n);
        }
    }
    found
}

/// Maximum ancestors of the first words below the title that are checked for an author's mark:
/// higher ones contain the article.
const BESIDE_LEVELS: usize = 4;

/// Maximum bytes of a marked element beside the title: longer ones contain biographies.
const MAX_BESIDE_BYTES: usize = 100;

/// Returns the names in a marked element with the first words below the title, even in a part of
/// the page that is named as a menu or sidebar.
pub(super) fn beside(sources: &Sources<'_>) -> Vec<String> {
    let page = sources.page;
    let Some(first) = sources.title.and_then(|title| {
        page.nodes()
            .skip(page.end(title).index())
            .find(|&n| page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty())
    }) else {
        return Vec::new();
    };
    page.ancestors(first)
        .take(BESIDE_LEVELS)
        .filter(|&n| sources.regions.is_chrome(n) && !sources.regions.is_foreign(n))
        .filter(|&n| page.raw_text(n).len() <= MAX_BESIDE_BYTES)
        .filter(|&n| mark(page, n, class_mark).is_some_and(|m| m <= AuthorMark::Class))
        .map(|n| names_below(page, n))
        .find(|names| !names.is_empty() && names.iter().all(|n| is_person(n)))
        .unwrap_or_default()
}

/// Maximum nodes below the title for the name of the member who began the discussion: further below
/// it's the author of a reply.
const POSTER: u32 = 400;

/// Maximum bytes of an element with a member's name.
const MAX_POSTER_BYTES: usize = 60;

/// Returns the forum member who wrote the first post: the first name below the title in an element
/// with a user name's class.
pub(super) fn poster(sources: &Sources<'_>) -> Vec<String> {
    first_member(sources, 0, has_user_name_class)
}

/// Nodes above the title that may link the member: more include menus with the reader's account.
const LINK_ABOVE: u32 = 30;

/// Returns the member whose page the first link near the title leads to.
pub(super) fn member(sources: &Sources<'_>) -> Vec<String> {
    first_member(sources, LINK_ABOVE, links_member)
}

/// Returns the first member named in an element of some kind, from `above` nodes above the title.
fn first_member(
    sources: &Sources<'_>,
    above: u32,
    is_members: fn(&Page, NodeId) -> bool,
) -> Vec<String> {
    let (page, Some(title)) = (sources.page, sources.title) else {
        return Vec::new();
    };
    page.nodes()
        .skip(title.0.saturating_sub(above) as usize)
        .take_while(|n| n.0 <= title.0 + POSTER)
        .filter(|&n| page.is_element(n) && !page.is_hidden(n) && !page.contains(title, n))
        .filter(|&n| page.raw_text(n).len() <= MAX_POSTER_BYTES && is_members(page, n))
        .filter(|&n| !sources.regions.is_others(n) || is_beside_post(sources, n))
        .map(|n| page.visible_text(n))
        .filter(|name| !is_control(name) && !is_job(name))
        .map(|name| names(&name, false))
        .find(|names| names.len() == 1)
        .unwrap_or_default()
}

/// Returns whether an element is a link to the page of the member whose name it has: the URL of
/// such a page ends in the name.
fn links_member(page: &Page, id: NodeId) -> bool {
    let name = compact(page.raw_text(id));
    let is_page = |href: &str| {
        let path = url::decoded(url::path(href));
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let is_member = |part: &str| part.starts_with('@') || List::MemberPath.has(part);
        // Some forums put a number before or after the name.
        let is_digit = |c: char| c.is_ascii_digit();
        let last = compact(parts.clone().next_back().unwrap_or_default());
        parts.any(is_member) && (last == name || last.trim_matches(is_digit) == name)
    };
    let is_numbered = |href: &str| NUMBERED_MEMBERS.iter().any(|part| href.contains(part));
    // Older forums have only numbers in the URL; the tooltip says whose profile it is.
    let is_profile = |href: &str| {
        let query = href.split_once('?').map_or("", |(_, query)| query);
        let tooltip = page.attr(id, Attr::Title).unwrap_or_default();
        query.contains("profile") && compact(tooltip).contains(&name)
    };
    page.tag(id) == Tag::A
        && !name.is_empty()
        && page
            .attr(id, Attr::Href)
            .is_some_and(|href| is_page(href) || is_numbered(href) || is_profile(href))
}

/// Parts of the URLs of members' pages in Discuz!, which contain a number instead of the name.
const NUMBERED_MEMBERS: [&str; 2] = ["space-uid-", "mod=space&uid="];

/// Returns whether an element is in a part named as a sidebar of an `article` with a text: forums
/// show each post's author beside it.
fn is_beside_post(sources: &Sources<'_>, id: NodeId) -> bool {
    let (page, regions) = (sources.page, &sources.regions);
    let is_text =
        |&n: &NodeId| page.is_text(n) && page.text(n).len() >= PARAGRAPH && !regions.is_chrome(n);
    !regions.is_foreign(id)
        && page
            .ancestors(id)
            .find(|&a| page.tag(a) == Tag::Article)
            .is_some_and(|post| page.subtree(post).find(is_text).is_some())
}

/// Returns whether class names mark the element as a user's name: `username`, `user-name`,
/// `bigusername`.
fn has_user_name_class(page: &Page, id: NodeId) -> bool {
    page.attr(id, Attr::Class).is_some_and(|class| {
        let mut names = class.split_ascii_whitespace().take(MAX_NAMES);
        names.any(|name| {
            if !ends_with(name, &["name"]) {
                return false;
            }
            let words: Vec<_> = words_of_name(name).collect();
            let last = words.last().map_or("", |word| word);
            last.ends_with("username")
                || last == "nickname"
                || (last == "name" && words.iter().rev().nth(1).is_some_and(|w| w == "user"))
        })
    })
}

/// Returns whether an attribute contains a word, ignoring case.
fn has_word(page: &Page, id: NodeId, attr: Attr, word: &str) -> bool {
    page.attr(id, attr).is_some_and(|v| {
        v.split_ascii_whitespace()
            .any(|w| w.eq_ignore_ascii_case(word))
    })
}

/// Returns whether a URL's path is that of a page about an author.
pub(super) fn is_authors(path: &str) -> bool {
    // Every word of the list begins with a slash.
    path.match_indices('/')
        .any(|(at, _)| List::AuthorPath.beginnings(&path[at..]).next().is_some())
}

/// Returns how an element is marked as an author's, if it is; `of_class` evaluates its class names.
fn mark(
    page: &Page,
    id: NodeId,
    of_class: impl FnOnce(&str) -> Option<AuthorMark>,
) -> Option<AuthorMark> {
    if matches!(
        page.tag(id),
        Tag::Html | Tag::Body | Tag::Main | Tag::Article | Tag::Form | Tag::Img | Tag::Input
    ) {
        return None;
    }
    if page.tag(id) == Tag::A && has_word(page, id, Attr::Rel, "author") {
        return Some(AuthorMark::Rel);
    }
    if page.tag(id) == Tag::A
        && page
            .attr(id, Attr::Href)
            .is_some_and(|href| is_authors(url::path(href)))
    {
        return Some(AuthorMark::Class);
    }
    if has_word(page, id, Attr::Itemprop, "author") || has_word(page, id, Attr::Itemprop, "creator")
    {
        return Some(AuthorMark::Microdata);
    }
    // HTML 4.3.10: the contact information of the nearest `article`.
    let is_contact =
        page.tag(id) == Tag::Address && page.ancestors(id).any(|a| page.tag(a) == Tag::Article);
    let class = page.attr(id, Attr::Class).and_then(of_class);
    class.or(is_contact.then_some(AuthorMark::Loose))
}

/// Returns how class names mark an element as an author's, if they do.
fn class_mark(class: &str) -> Option<AuthorMark> {
    let names = class.split_ascii_whitespace().take(MAX_NAMES);
    names.filter_map(name_mark).min()
}

/// Returns how one class name marks an element as an author's, if it does.
fn name_mark(name: &str) -> Option<AuthorMark> {
    let all: Vec<_> = words_of_name(name).collect();
    // "author-box__name" is a name although "author-box" isn't.
    let is_name = all.last().is_some_and(|w| w == "name");
    let (mut author, mut exact) = (false, true);
    for word in &all {
        if List::AuthorClass.has(word) {
            author = true;
        } else if !is_name && List::BesideAuthorClass.has(word) {
            return None;
        } else if !List::NeutralClass.has(word) {
            exact = false;
        }
    }
    author.then_some(match exact {
        true => AuthorMark::Class,
        false => AuthorMark::Loose,
    })
}
