//! The authors.
//!
//! 1. Sources in order of trust: JSON-LD, named values in the head, `rel=author` and microdata,
//!    elements whose class names an author, visible lines near the title ("By …", "Von …",
//!    "作者：…"), credits further down, a person beside the date, a member's name at the top of a
//!    discussion.
//! 2. Every source is read into names: prefixes, dates, roles, addresses and placeholders go.
//! 3. The first source with names wins, but for a value of the head that nothing else confirms
//!    where two sources agree on another; the site's own name wins only where there is no other.

use super::clean::compact;
use super::date::{self, Order};
use super::line::VisibleLine;
use super::meta_tags::MetaTags;
use super::name::{AND, is_account, is_name, is_person, names, without_prefix};
use super::regions::{Regions, ends_with, words};
use super::site::SiteNames;
use super::word_list;
use crate::fnv::Fnv64;
use crate::lower_case;
use crate::numbering::Numbered;
use crate::page::{Attr, NodeId, Page, Tag};

/// Nodes below an element that names an author; more are a part of the page, or hostile.
const MAX_MARKED: usize = 300;

/// More authors than this are joined no further.
const MAX_NAMES: usize = 40;

/// Named values that hold authors, by trust.
const NAMES: &[&str] = &[
    "citation_author",
    "parsely-author",
    "sailthru.author",
    "author",
    "article:author_name",
    "article:author",
    "og:article:author",
    "book:author",
    "byl",
    "dc.creator",
    "dcterms.creator",
    "dc.creator.author",
    "dcsext.author",
    "authors",
    "itemprop:author",
];

/// The authors, as the page states them.
#[derive(Debug, Default)]
pub(super) struct Byline {
    pub(super) names: Vec<String>,
}

/// Finds the authors. `lines` are the visible lines, `title` the heading.
pub(super) fn byline(
    page: &Page,
    regions: &Regions,
    tags: &MetaTags<'_>,
    json_ld: &[String],
    sites: &SiteNames,
    lines: &[VisibleLine],
    title: Option<NodeId>,
) -> Byline {
    let mut sources: Vec<Vec<String>> = Vec::new();
    sources.push(json_ld.iter().flat_map(|n| names(n, false)).collect());
    for &name in NAMES {
        sources.push(tags.all(name).flat_map(|n| names(n, false)).collect());
    }
    sources.extend(marked_up(page, regions));
    sources.push(said(page, lines, regions, title));
    // A widespread plugin describes the article in pairs of a label and a value.
    let label = tags.first(&["twitter:label1"]).map(|l| lower_case::of(&l));
    if label.is_some_and(|l| word_list::any_in(AUTHOR_LABELS, &l)) {
        sources.push(
            tags.all("twitter:data1")
                .flat_map(|n| names(n, false))
                .collect(),
        );
    }
    if let Some(twitter) = tags.first(&["twitter:creator"]) {
        sources.push(names(&twitter, false));
    }
    sources.push(credited(lines, regions));
    sources.push(dated(page, lines, regions, title));
    sources.push(beside(page, regions, title));
    sources.push(poster(page, regions, title));
    for source in &mut sources {
        distinct(source);
    }
    let is_site = |name: &str| {
        // A site may be named after the person who writes it.
        sites.is_given(name) || (sites.is_site(name) && !is_person(name))
    };
    for source in &mut sources {
        if source.iter().any(|n| !is_site(n)) {
            source.retain(|n| !is_site(n));
        }
    }
    let said = |names: &[String]| {
        let same = |other: &&Vec<String>| {
            other.first().map(|n| compact(n)) == names.first().map(|n| compact(n))
        };
        sources.iter().filter(same).count()
    };
    let first = |least: usize| {
        sources
            .iter()
            .position(|s| s.first().is_some_and(|n| !is_site(n)) && said(s) >= least)
    };
    // Templates name a publisher for every author in one value of the head; the person stands in
    // others. JSON-LD is written with more care.
    let best = match (first(1), first(2)) {
        (Some(one), Some(two)) if one < two && (1..=NAMES.len()).contains(&one) => Some(two),
        (one, _) => one.or_else(|| sources.iter().position(|s| !s.is_empty())),
    };
    let mut names = best.map_or_else(Vec::new, |at| std::mem::take(&mut sources[at]));
    // An account's name gives way to the person's, where the page shows it.
    if let [one] = names.as_slice()
        && is_account(one)
    {
        let person = sources
            .iter()
            .find(|s| s.len() == 1 && is_person(&s[0]) && !is_site(&s[0]));
        if let Some(person) = person {
            names.clone_from(person);
        }
    }
    names.truncate(MAX_NAMES);
    Byline { names }
}

/// Drops names that stand twice, and the site's beside a person's.
fn distinct(names: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    names.truncate(MAX_NAMES * 2);
    names.retain(|n| {
        let key = compact(n);
        let new = !seen.contains(&key);
        if new {
            seen.push(key);
        }
        new
    });
}

/// Parts of labels that announce an author.
const AUTHOR_LABELS: &[&str] = &[
    "written by",
    "author",
    "verfasst",
    "geschrieben",
    "écrit",
    "escrito",
    "scritto",
    "作者",
];

/// Ways in which an element is marked as an author's, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AuthorMark {
    Rel,
    Microdata,
    Class,
    Loose,
}

/// Sources from marked elements: `rel=author`, `itemprop=author`, class words.
fn marked_up(page: &Page, regions: &Regions) -> Vec<Vec<String>> {
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

/// Names from a marked element that holds the first words below the title, whatever its part of
/// the page is called.
fn beside(page: &Page, regions: &Regions, title: Option<NodeId>) -> Vec<String> {
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
fn poster(page: &Page, regions: &Regions, title: Option<NodeId>) -> Vec<String> {
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

/// Labels that stand inside a line, in scripts without spaces.
const INNER_LABELS: &[&str] = &[
    "原作者：",
    "作者：",
    "作者:",
    "撰文：",
    "记者：",
    "文/",
    "文／",
    "文：",
    "著者：",
];

/// Names from visible lines near the title that begin as bylines do.
fn said(
    page: &Page,
    lines: &[VisibleLine],
    regions: &Regions,
    title: Option<NodeId>,
) -> Vec<String> {
    let lines = near(lines, title, 6, 14);
    for (i, line) in lines.iter().enumerate() {
        let text = &*line.text;
        if text.chars().count() > 160 || regions.is_chrome(line.block) {
            continue;
        }
        let labelled = INNER_LABELS.iter().find_map(|label| {
            let after = text[text.find(label)? + label.len()..].trim_start();
            let end = after
                .find(|c: char| "（(｜|：:".contains(c) || c.is_ascii_digit())
                .unwrap_or(after.len());
            // Two names have a space between them, two statements as well: the first, and a
            // second that is as short as a name.
            let mut words = after[..end].split_whitespace();
            let first = words.next()?;
            let second = words
                .next()
                .filter(|w| (2..=3).contains(&w.chars().count()) && words.next().is_none());
            Some(match second {
                Some(second) => vec![first.to_owned(), second.to_owned()],
                None => names(first, true),
            })
        });
        if let Some(names) = labelled.filter(|n| !n.is_empty() && n.iter().all(|n| is_name(n))) {
            return names;
        }
        let rest = without_prefix(text, true);
        // A label may stand in an element of its own, a margin between it and the name.
        let label = page.text(line.first).trim();
        let after_label = text
            .strip_prefix(label)
            .map(|after| after.trim_start_matches([':', ' ']))
            .filter(|after| !after.is_empty() && is_label(label));
        let names = if let Some(after) = after_label {
            names(after, true)
        } else if rest.len() < text.len() {
            names(text, true)
        } else if is_label(text) {
            lines
                .get(i + 1)
                .map_or_else(Vec::new, |next| names(&next.text, true))
        } else {
            continue;
        };
        // Many sentences begin with such words; names are known by their form, or by being all
        // that stands on a line just below the title.
        let below = title.is_some_and(|t| line.first > t) && line.text.len() <= MAX_ALIAS;
        if !names.is_empty() && names.iter().all(|n| is_person(n)) {
            return names;
        }
        if let [alias] = names.as_slice()
            && below
            && is_alias(&line.text, alias)
        {
            return names;
        }
    }
    Vec::new()
}

/// Dividers between the statements of a line.
const DIVIDERS: &[&str] = &[
    " · ", " | ", " • ", " — ", " – ", " - ", " / ", " // ", "\u{3000}",
];

/// Words for pictures: who stands beside them took those.
const PICTURES: &[&str] = &[
    "photo", "foto", "image", "bild", "picture", "©", "фото", "credit",
];

/// Names beside a date in a line just above or below the title: a person after a word such as
/// "by", or one that a divider stands between. A link there names a section as often.
fn dated(
    page: &Page,
    lines: &[VisibleLine],
    regions: &Regions,
    title: Option<NodeId>,
) -> Vec<String> {
    let Some(title) = title else {
        return Vec::new();
    };
    for line in near(lines, Some(title), 1, 6) {
        if page.contains(title, line.first)
            || line.text.chars().count() > 160
            || regions.is_chrome(line.block)
        {
            continue;
        }
        let dates = date::all_in(&line.text, Order::DayFirst);
        let lower = lower_case::of(&line.text);
        if dates.is_empty() || word_list::any_in(PICTURES, &lower) {
            continue;
        }
        let mut from = 0;
        let mut beside: Vec<&str> = Vec::new();
        for found in &dates {
            beside.push(&line.text[from..found.start]);
            from = found.end;
        }
        beside.push(&line.text[from..]);
        for part in beside {
            let mut pieces = vec![part];
            for divider in DIVIDERS {
                pieces = pieces.into_iter().flat_map(|p| p.split(divider)).collect();
            }
            let divided = pieces.len() > 1;
            for piece in pieces.iter().map(|p| p.trim_matches([' ', ',', '.', ':'])) {
                let announced = without_prefix(piece, true).len() < piece.len();
                let names = names(piece, true);
                let people = !names.is_empty() && names.iter().all(|n| is_person(n));
                // What has no spaces between its words shows no form of a name.
                let whole = || {
                    divided
                        && names.join(" ").len() == piece.len()
                        && !piece.contains(|c: char| c == ',' || crate::text::is_cjk(c))
                };
                if people && (announced || (whole() && !is_linked(page, line, piece))) {
                    return names;
                }
            }
        }
    }
    Vec::new()
}

/// Returns whether a link in the line says just this.
fn is_linked(page: &Page, line: &VisibleLine, text: &str) -> bool {
    (line.first.0..=line.last.0).map(NodeId).any(|n| {
        page.is_text(n)
            && page.text(n).trim() == text
            && page.ancestors(n).take(4).any(|a| page.tag(a) == Tag::A)
    })
}

/// Bytes of a line that is an author's alias after a word such as "by".
const MAX_ALIAS: usize = 40;

/// Returns whether a line is "by", or a word like it, and a name of one word or with digits in it.
fn is_alias(line: &str, name: &str) -> bool {
    let by = line
        .strip_suffix(name)
        .map(|by| lower_case::of(by.trim().trim_end_matches(':')));
    by.is_some_and(|by| word_list::has(LABELS, &by))
        && (!name.contains(' ') || name.contains(|c: char| c.is_ascii_digit()))
        && name.split(' ').count() <= 3
}

/// Beginnings of lines that name an author wherever they stand.
const CREDITS: &[&str] = &[
    "written by ",
    "article by ",
    "words by ",
    "authored by ",
    "author: ",
    "autor: ",
    "autorin: ",
    "redaktion: ",
    "verfasst von ",
    "geschrieben von ",
    "écrit par ",
    "escrito por ",
];

/// Names from a credit at the end of the text or beside it.
fn credited(lines: &[VisibleLine], regions: &Regions) -> Vec<String> {
    lines
        .iter()
        .filter(|l| l.text.len() <= 160 && !regions.is_chrome(l.block))
        .find_map(|line| {
            let lower = lower_case::of(&line.text);
            CREDITS.iter().find(|c| lower.starts_with(*c))?;
            // A role or a biography may follow.
            let whole = names(&line.text, true);
            let names = if whole.iter().all(|n| is_person(n)) {
                whole
            } else {
                names(line.text.split([',', '|', '(']).next()?, true)
            };
            (!names.is_empty() && names.iter().all(|n| is_person(n))).then_some(names)
        })
        .unwrap_or_default()
}

/// Lines that announce the name on the next one.
const LABELS: &[&str] = &[
    "by",
    "written by",
    "article by",
    "author",
    "posted by",
    "words by",
    "story by",
    "von",
    "autor",
    "par",
    "por",
    "作者",
];

fn is_label(text: &str) -> bool {
    word_list::has(LABELS, &lower_case::of(text.trim_end_matches(':')))
}

/// Returns the lines around the title: `before` and `after` it; the first ones where there is none.
pub(super) fn near<'l, 'a>(
    lines: &'l [VisibleLine<'a>],
    title: Option<NodeId>,
    before: usize,
    after: usize,
) -> &'l [VisibleLine<'a>] {
    let at = title.map_or(0, |t| lines.partition_point(|l| l.first < t));
    let end = (at + after + 1).min(lines.len());
    &lines[at.saturating_sub(before).min(end)..end]
}
