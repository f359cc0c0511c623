//! Authors in elements that are marked as theirs.

use crate::compact::hash::Fnv64;
use crate::compact::interner::Numbered;
use crate::metadata::name::{AND, is_person, names};
use crate::metadata::regions::{Regions, ends_with, words};
use crate::metadata::word_list;
use crate::page::{Attr, NodeId, Page, Tag};

/// Nodes below an element that names an author; more are a part of the page, or hostile.
const MAX_MARKED: usize = 300;

/// Ways in which an element is marked as an author's, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AuthorMark {
    Rel,
    Microdata,
    Class,
    Loose,
}

/// Returns the names in marked elements, by the way in which they are marked: `rel=author`,
/// `itemprop=author`, class words.
pub(super) fn marked_up(page: &Page, regions: &Regions) -> Vec<Vec<String>> {
    let mut found: [Vec<(NodeId, Vec<String>)>; 4] = [const { Vec::new() }; 4];
    let mut skip_to = NodeId(0);
    let mut named = Numbered::new();
    for id in page.subtree(page.body()) {
        if id < skip_to || !page.is_element(id) || page.is_hidden(id) || regions.is_chrome(id) {
            continue;
        }
        // Most elements share their classes with others.
        let of_class = |class: &str| {
            let key = Fnv64::EMPTY.text(class).value();
            *named.get_or(key, || class_mark(class))
        };
        let Some(mark) = mark(page, id, of_class) else {
            continue;
        };
        let names = marked_names(page, id);
        if names.is_empty() {
            continue;
        }
        found[mark as usize].push((id, names));
        skip_to = page.end(id);
    }
    found
        .into_iter()
        .map(|list| {
            let Some((first, _)) = list.first() else {
                return Vec::new();
            };
            // Authors of one article stand together; a list of articles has others far below.
            let first = *first;
            let mut last = first;
            let mut all = Vec::new();
            for (id, names) in list {
                if id.0 > last.0 + 40 {
                    break;
                }
                last = id;
                all.extend(names);
            }
            all
        })
        .collect()
}

/// Returns the names in an element that may be marked as an author's as a whole.
#[inline(never)]
fn marked_names(page: &Page, id: NodeId) -> Vec<String> {
    if page.raw_text(id).len() > 400 || page.subtree(id).len() > MAX_MARKED {
        return Vec::new();
    }
    let inner = page
        .descendants(id)
        .find(|&n| has_word(page, n, Attr::Itemprop, "name"))
        .or_else(|| {
            page.descendants(id)
                .find(|&n| has_word(page, n, Attr::Rel, "author"))
        });
    let inner = inner.unwrap_or(id);
    // Microdata states a value that is not shown in a `meta`.
    match page.attr(inner, Attr::Content) {
        Some(name) if page.tag(inner) == Tag::Meta => names(name, false),
        _ => names_below(page, inner),
    }
}

/// Returns the names that an element marked as an author's states. Labels, names, roles and
/// biographies stand in elements of their own, often without white space between them, so the
/// first text node with a person's name counts, and further ones where only "and" or a comma
/// stands between; the whole text where no node names a person.
fn names_below(page: &Page, id: NodeId) -> Vec<String> {
    let texts: Vec<&str> = page
        .subtree(id)
        .filter(|&n| page.is_text(n) && !page.is_hidden(n))
        .map(|n| page.text(n).trim())
        .filter(|t| !t.is_empty())
        .collect();
    let mut people: Vec<String> = Vec::new();
    for text in &texts {
        let connects = text.len() <= 5;
        let found = names(text, true);
        if !found.is_empty() && found.iter().all(|n| is_person(n)) {
            people.extend(found);
        } else if !people.is_empty() && !connects {
            break;
        }
        // Two names in a row without anything between are a name and its repetition or role.
        if people.len() == 1 && texts.len() > 1 && !joins(&texts) {
            break;
        }
    }
    if people.is_empty() {
        return names(&texts.join(" "), true);
    }
    people
}

/// Returns whether some text node is only a word or sign that joins names.
fn joins(texts: &[&str]) -> bool {
    texts.iter().any(|t| {
        matches!(*t, "," | "&" | "|" | "/" | "·" | ";")
            || AND
                .iter()
                .any(|and| and.trim() == *t || t.trim_start_matches(',').trim() == and.trim())
    })
}

/// Returns the names in a marked element that holds the first words below the title, whatever its
/// part of the page is called.
pub(super) fn beside(page: &Page, regions: &Regions, title: Option<NodeId>) -> Vec<String> {
    let Some(first) = title.and_then(|title| {
        page.nodes()
            .skip(page.end(title).index())
            .find(|&n| page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty())
    }) else {
        return Vec::new();
    };
    page.ancestors(first)
        .take(4)
        .filter(|&n| regions.is_chrome(n) && page.raw_text(n).len() <= 100)
        .filter(|&n| mark(page, n, class_mark).is_some_and(|m| m <= AuthorMark::Class))
        .map(|n| names_below(page, n))
        .find(|names| !names.is_empty() && names.iter().all(|n| is_person(n)))
        .unwrap_or_default()
}

/// Nodes below the title within which a member's name is that of who began the discussion.
const POSTER: u32 = 400;

/// Returns the member of a forum who wrote the first post: the first name below the title in an
/// element that is called a user's name.
pub(super) fn poster(page: &Page, regions: &Regions, title: Option<NodeId>) -> Vec<String> {
    let Some(title) = title else {
        return Vec::new();
    };
    page.nodes()
        .skip(page.end(title).index())
        .take_while(|n| n.0 <= title.0 + POSTER)
        .filter(|&n| page.is_element(n) && !page.is_hidden(n) && !regions.is_chrome(n))
        .filter(|&n| is_called_user(page, n) && page.raw_text(n).len() <= 60)
        .map(|n| names(&page.visible_text(n), false))
        .find(|names| names.len() == 1)
        .unwrap_or_default()
}

/// Returns whether class words call the element a user's name: `username`, `user-name`,
/// `bigusername`.
fn is_called_user(page: &Page, id: NodeId) -> bool {
    page.attr(id, Attr::Class).is_some_and(|class| {
        let mut names = class.split_ascii_whitespace().take(8);
        names.any(|name| {
            if !ends_with(name, &["name"]) {
                return false;
            }
            let words: Vec<_> = words(name).collect();
            let last = words.last().map_or("", |word| word);
            last.ends_with("username")
                || (last == "name" && words.iter().rev().nth(1).is_some_and(|w| w == "user"))
        })
    })
}

fn has_word(page: &Page, id: NodeId, attr: Attr, word: &str) -> bool {
    page.attr(id, attr).is_some_and(|v| {
        v.split_ascii_whitespace()
            .any(|w| w.eq_ignore_ascii_case(word))
    })
}

/// Parts of addresses of pages about an author.
const AUTHOR_PATHS: &[&str] = &[
    "/author/",
    "/authors/",
    "/autor/",
    "/auteur/",
    "/auteurs/",
    "/autores/",
    "/autori/",
    "/journalist/",
    "/journaliste/",
    "/newsteam/",
    "/autoren/",
    "/autore/",
];

/// Words of class names that say that the element names an author.
const AUTHOR_WORDS: &[&str] = &[
    "author",
    "authors",
    "byline",
    "autor",
    "auteur",
    "autore",
    "writer",
    "bylines",
    "authorname",
    "postauthor",
];

/// Words of class names that say that it holds something else of theirs.
const OTHER_WORDS: &[&str] = &[
    "bio",
    "box",
    "avatar",
    "image",
    "img",
    "photo",
    "thumbnail",
    "description",
    "about",
    "social",
    "desc",
    "pic",
    "picture",
    "role",
    "title",
    "job",
    "position",
    "icon",
    "links",
    "more",
    "posts",
    "count",
    "label",
    "date",
    "time",
    "follow",
];

/// Words of class names that may stand beside those of authors.
const NEUTRAL_WORDS: &[&str] = &[
    "name", "link", "post", "entry", "article", "meta", "p", "fn", "vcard", "by", "url", "story",
    "content",
];

/// Returns whether an address is that of a page about an author.
fn is_authors(path: &str) -> bool {
    let path = path.as_bytes();
    (0..path.len()).any(|at| {
        let rest = &path[at..];
        may_be_authors(rest) && AUTHOR_PATHS.iter().any(|p| rest.starts_with(p.as_bytes()))
    })
}

/// Returns whether bytes begin as one of [`AUTHOR_PATHS`] may.
const fn may_be_authors(path: &[u8]) -> bool {
    matches!(path, [b'/', b'a' | b'j' | b'n', ..])
}

const _: () = {
    let mut at = 0;
    while at < AUTHOR_PATHS.len() {
        assert!(may_be_authors(AUTHOR_PATHS[at].as_bytes()));
        at += 1;
    }
};

/// Returns how an element is marked as an author's; `of_class` tells what its classes say.
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
            .is_some_and(|href| is_authors(crate::url::path(href)))
    {
        return Some(AuthorMark::Class);
    }
    if has_word(page, id, Attr::Itemprop, "author") || has_word(page, id, Attr::Itemprop, "creator")
    {
        return Some(AuthorMark::Microdata);
    }
    page.attr(id, Attr::Class).and_then(of_class)
}

/// Returns how class names mark an element as an author's.
fn class_mark(class: &str) -> Option<AuthorMark> {
    let mut mark = None::<AuthorMark>;
    for name in class.split_ascii_whitespace().take(8) {
        let mut author = false;
        let mut exact = true;
        let mut count = 0;
        let all: Vec<_> = words(name).collect();
        // "author-box__name" is a name, whatever it stands in.
        let is_name = all.last().is_some_and(|w| w == "name");
        for word in &all {
            count += 1;
            if word_list::has(AUTHOR_WORDS, word) {
                author = true;
            } else if !is_name && word_list::has(OTHER_WORDS, word) {
                author = false;
                exact = false;
                count = 99;
                break;
            } else if !word_list::has(NEUTRAL_WORDS, word) {
                exact = false;
            }
        }
        if author && count < 99 {
            let this = if exact {
                AuthorMark::Class
            } else {
                AuthorMark::Loose
            };
            mark = Some(mark.map_or(this, |m| m.min(this)));
        }
    }
    mark
}
