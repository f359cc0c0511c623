//! The title: what the page's heads say, checked against the heading a reader sees.
//!
//! 1. Titles are gathered from JSON-LD, Open Graph, Twitter, Dublin Core and the like and from
//!    `<title>`; the site's name is taken off either end.
//! 2. Visible headings are rated by how well those titles support them, by level and by place.
//!    A supported heading wins: it is the title as the reader sees it, without a site name.
//! 3. The page's only `h1` needs no more than a word in common with a title, which may be written
//!    for search engines, and wins over sections below it that only resemble one. A heading that
//!    stands last in the document's title is a book's or a site's, where one below it states
//!    the rest.
//! 4. Without any, the titles in order of trust; of several parts those that a block of the page
//!    says. What an editor writes where nobody gave a title is none.
//! 5. Without these, the line above the text that stands out by its type.

use super::clean::without_invisible;
use super::line::Line;
use super::regions::{Regions, words};
use super::url;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::{collapse, tokens};

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Title {
    pub(super) text: Option<String>,
    /// The heading that states it.
    pub(super) node: Option<NodeId>,
}

/// A title longer than this (in characters) is a sentence of the text.
const MAX_CHARS: usize = 400;

/// Nodes below a heading; more are a part of the page, or hostile.
const MAX_NODES: usize = 300;

/// Headings rated; pages have dozens.
const MAX_HEADINGS: usize = 2_000;

/// Words of a title from which it is taken to be cut off where a heading begins with it.
const CUT_OFF: usize = 4;

/// Support from which a heading counts as stating a title.
const SUPPORTED: f32 = 0.6;

/// Support from which a heading says the same as a title, word for word.
const STATED: f32 = 0.96;

/// Share of words from which a heading and a part of a title are the same but for a slip.
const SAME: f32 = 0.8;

/// What being the page's only `h1` adds to a heading's rating, and what standing below it takes
/// from that of a section which says about the same as the title.
const LONE: f32 = 0.3;

/// Names the page's site is known by.
#[derive(Debug, Default)]
pub(super) struct SiteNames {
    /// Compact forms (letters and digits in lower case) of given names.
    names: Vec<String>,
    /// The registered name of the host.
    label: String,
    /// Whether the page is the site's front page, whose title is the site's name and what it
    /// says of itself.
    front: bool,
}

impl SiteNames {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>, page_url: &str) -> Self {
        let host = url::host(page_url).unwrap_or_default();
        let mut all: Vec<String> = names.map(compact).filter(|n| !n.is_empty()).collect();
        if !host.is_empty() {
            all.push(compact(host));
        }
        Self {
            names: all,
            label: compact(url::site_label(host)),
            front: !host.is_empty() && url::path(page_url) == "/" && !page_url.contains('?'),
        }
    }

    /// Whether the text is a name that the site gives itself.
    pub(super) fn is_given(&self, text: &str) -> bool {
        self.names.contains(&compact(text))
    }

    /// Whether the text is the site's name: one that it gives itself, its host, what it was
    /// registered as or the initials of that.
    fn is_name(&self, text: &str) -> bool {
        let text = text.trim();
        let bare = compact(text);
        if bare.is_empty() {
            return true;
        }
        if self.names.contains(&bare) {
            return true;
        }
        let without_the = bare.strip_prefix("the").unwrap_or(&bare);
        if self
            .names
            .iter()
            .any(|n| n.strip_prefix("the").unwrap_or(n) == without_the)
        {
            return true;
        }
        if self.label.len() >= 3 {
            if bare == self.label || without_the == self.label {
                return true;
            }
            let initials: String = text
                .split_whitespace()
                .filter_map(|w| w.chars().next())
                .flat_map(char::to_lowercase)
                .filter(|c| c.is_alphanumeric())
                .collect();
            if initials.chars().count() >= 3 && initials == self.label {
                return true;
            }
        }
        false
    }

    /// Whether the text, where a site's name is to be expected, names the site: by its name, or
    /// by a few words around it or a good part of it.
    pub(super) fn is_site(&self, text: &str) -> bool {
        if self.is_name(text) {
            return true;
        }
        let bare = compact(text);
        self.label.len() >= 3
            && tokens(text).count() <= 5
            && ((self.label.len() >= 4 && bare.contains(&self.label))
                || (bare.len() >= 4
                    && self.label.contains(bare.as_str())
                    && bare.len() * 2 >= self.label.len()))
    }
}

/// Letters and digits in lower case, nothing else.
pub(super) fn compact(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A title that the page's head states.
#[derive(Debug)]
struct Stated {
    full: String,
    /// Without the site's name.
    bare: String,
    tokens: Vec<String>,
    bare_tokens: Vec<String>,
    /// Token positions of `tokens` at which a part of it begins.
    cuts: Vec<usize>,
}

impl Stated {
    fn new(full: String, sites: &SiteNames, is_document: bool) -> Self {
        let bare = without_site(&full, sites, is_document);
        let mut cuts = vec![0];
        let mut count = 0;
        for part in parts(&full) {
            count += tokens(part.text).count();
            cuts.push(count);
        }
        Self {
            tokens: lower_tokens(&full),
            bare_tokens: lower_tokens(&bare),
            bare,
            cuts,
            full,
        }
    }
}

impl Stated {
    /// Whether the last of several parts, site's name included, is these words.
    fn ends_with_part(&self, words: &[String]) -> bool {
        let at = self.tokens.len().saturating_sub(words.len());
        at > 0 && self.tokens.ends_with(words) && self.cuts.contains(&at)
    }
}

fn lower_tokens(text: &str) -> Vec<String> {
    tokens(text).map(str::to_lowercase).collect()
}

/// A part of a title between separators, and the separator before it.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    text: &'a str,
    separator: &'a str,
    start: usize,
    end: usize,
}

/// Splits a title at what sites put between an article's title and their name.
fn parts(title: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut separator) = (0, "");
    let mut push = |start: usize, end: usize, separator| {
        let text = &title[start..end];
        let trimmed = text.trim();
        if !trimmed.is_empty() {
            let lead = text.len() - text.trim_start().len();
            parts.push(Part {
                text: trimmed,
                separator,
                start: start + lead,
                end: start + lead + trimmed.len(),
            });
        }
    };
    let spaced = |at: usize, len: usize| {
        title[..at].ends_with(char::is_whitespace)
            && title[at + len..].starts_with(char::is_whitespace)
    };
    for (at, c) in title.char_indices() {
        let len = c.len_utf8();
        let splits = match c {
            '|' | '｜' | '·' | '•' | '»' | '«' | '›' | '‹' | '→' | '←' | '⋆' | '∙' =>
            {
                // Quotation marks in French and Russian touch their words.
                !matches!(c, '»' | '«' | '›' | '‹') || spaced(at, len)
            }
            '-' | '–' | '—' | '−' | '―' | '/' | '\\' | '~' | '<' | '>' => spaced(at, len),
            ':' => title[at + len..].starts_with(char::is_whitespace),
            // Chinese sites write their name after an underscore or a dash without spaces.
            '_' => {
                let before = title[..at].chars().next_back();
                let after = title[at + len..].chars().next();
                spaced(at, len)
                    || before.is_some_and(crate::text::is_cjk)
                    || after.is_some_and(crate::text::is_cjk)
            }
            _ => false,
        };
        if splits && at >= start {
            push(start, at, separator);
            start = at + len;
            separator = &title[at..at + len];
        }
    }
    push(start, title.len(), separator);
    parts
}

/// The title without the site's name at either end. Where no part is known to be the site's
/// name, the last short one after a bar or dash is taken for it in the document's own title.
fn without_site(full: &str, sites: &SiteNames, is_document: bool) -> String {
    let parts = parts(full);
    let (mut first, mut last) = (0, parts.len());
    while last - first > 1
        && sites.is_site(parts[last - 1].text)
        && parts[last - 1].separator != ":"
    {
        last -= 1;
    }
    let known = last < parts.len();
    if last - first > 1 && !sites.front && sites.is_site(parts[first].text) {
        first += 1;
    }
    let slice = |first: usize, last: usize| {
        let (Some(a), Some(b)) = (parts.get(first), parts.get(last.wrapping_sub(1))) else {
            return full.trim().to_owned();
        };
        full[a.start..b.end].to_owned()
    };
    if !known && first == 0 && is_document && last > 1 {
        let tail = &parts[last - 1];
        let tail_words = tokens(tail.text).count();
        let head = slice(0, last - 1);
        let head_words = tokens(&head).count();
        let cut = match tail.separator {
            "|" | "｜" => tail_words <= 6,
            "»" | "·" | "•" | "_" => tail_words <= 6 && head_words >= 2,
            "-" | "–" | "—" => tail_words <= 4 && head_words >= 3,
            _ => false,
        };
        // Generators of documentation write "Page — Project 1.2 documentation".
        let of_documentation = matches!(tail.separator, "-" | "–" | "—" | "|")
            && tokens(tail.text)
                .last()
                .is_some_and(|w| DOCUMENTATION.contains(&w.to_lowercase().as_str()));
        if cut || of_documentation {
            return head;
        }
    }
    slice(first, last)
}

/// Last words of a title's part that names a body of documentation.
const DOCUMENTATION: &[&str] = &["documentation", "docs", "manual", "handbook"];

/// A heading on the page.
#[derive(Debug)]
struct Heading {
    node: NodeId,
    text: String,
    tokens: Vec<String>,
    /// 1 to 6; 0 for an element that only its class or `itemprop` makes a heading.
    level: u8,
    rating: f32,
    support: f32,
    /// Whether class or `itemprop` call it the title.
    titled: bool,
    chrome: bool,
    home: bool,
    site: bool,
}

/// Finds the title. `stated` are the titles of the page's head in order of trust, `document`
/// is the text of `<title>`.
pub(super) fn title(
    page: &Page,
    regions: &Regions,
    stated: &[String],
    document: Option<&str>,
    sites: &SiteNames,
) -> Title {
    let mut heads: Vec<Stated> = stated
        .iter()
        .filter(|t| t.chars().count() <= MAX_CHARS && !sites.is_name(t) && !is_default(t))
        .map(|t| Stated::new(t.clone(), sites, false))
        .collect();
    let document = document
        .filter(|t| t.chars().count() <= MAX_CHARS && !is_default(t))
        .map(|t| Stated::new(t.to_owned(), sites, true));
    heads.extend(document);
    let mut headings = headings(page, regions, sites);
    for heading in &mut headings {
        rate(heading, &heads);
    }
    let lone = lone(&headings);
    // One that shares no word with a title stated for this very page is a slogan or a section.
    let lone = lone.filter(|&at| {
        let words = &headings[at].tokens;
        (stated.is_empty() || heads.iter().any(|h| shares_word(words, h)))
            && !heads
                .iter()
                .any(|h| is_book(&headings[at], h, &headings[at + 1..]))
    });
    if let Some(lone) = lone {
        headings[lone].rating += LONE;
        for section in &mut headings[lone + 1..] {
            if section.support < STATED {
                section.rating -= LONE;
            }
        }
    }
    let best = headings
        .iter()
        .enumerate()
        .filter(|&(i, h)| !h.site && (h.support >= SUPPORTED || lone == Some(i)))
        .filter(|&(i, h)| {
            !heads
                .iter()
                .any(|head| is_book(h, head, &headings[i + 1..]))
        })
        .map(|(_, h)| h)
        .reduce(|best, h| if h.rating > best.rating { h } else { best });
    if let Some(best) = best {
        return Title {
            text: Some(match named_slogan(best, &heads, sites) {
                Some(title) => title,
                None => worded(page, best, &heads),
            }),
            node: Some(best.node),
        };
    }
    let named = heads.iter().find(|h| !sites.is_name(&h.bare));
    if let Some((text, node)) = named.and_then(|h| stated_part(page, regions, &h.bare)) {
        return Title {
            text: Some(text),
            node: Some(node),
        };
    }
    let text = named.or(heads.first()).map(|h| h.bare.clone()).or_else(|| {
        let any = headings.iter().find(|h| !h.chrome && !h.site)?;
        Some(any.text.clone())
    });
    Title { text, node: None }
}

/// A page has one `h1` that states its title, though it may be there several times, for wide
/// and for narrow screens. Different ones are sections, unless a class calls one the title; one
/// in a menu or linked to the site's front is its logo.
fn lone(headings: &[Heading]) -> Option<usize> {
    let firsts = || {
        headings.iter().enumerate().filter(|(_, h)| {
            h.level == 1 && !h.chrome && !h.home && !h.site && !h.tokens.is_empty()
        })
    };
    let only = |titled: bool| {
        let mut firsts = firsts().filter(|(_, h)| h.titled || !titled);
        let (at, first) = firsts.next()?;
        firsts.all(|(_, h)| h.tokens == first.tokens).then_some(at)
    };
    only(false).or_else(|| only(true))
}

/// Whether a heading names a book or a site whose chapter or page a heading below it names:
/// the title is the one, a separator and the other.
fn is_book(heading: &Heading, head: &Stated, below: &[Heading]) -> bool {
    head.ends_with_part(&heading.tokens) && {
        let chapter = &head.tokens[..head.tokens.len() - heading.tokens.len()];
        below
            .iter()
            .any(|h| !h.chrome && shared(&h.tokens, chapter) >= SAME)
    }
}

/// The stated title of a front page where the heading is only what stands after the name.
fn named_slogan(heading: &Heading, heads: &[Stated], sites: &SiteNames) -> Option<String> {
    let named = |h: &&Stated| {
        h.bare_tokens.len() > heading.tokens.len()
            && h.bare_tokens.ends_with(&heading.tokens)
            && parts(&h.bare)
                .first()
                .is_some_and(|first| sites.is_site(first.text))
    };
    let found = heads.iter().filter(|_| sites.front).find(named)?;
    Some(found.bare.clone())
}

/// The heading's words; where it holds more than the title (a kicker, a date) in elements of
/// their own, the title's. What a stated title says in the same way belongs to it.
fn worded(page: &Page, heading: &Heading, heads: &[Stated]) -> String {
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    let text = squeezed(&heading.text);
    let whole = heads
        .iter()
        .any(|h| squeezed(&h.bare) == text || squeezed(&h.full) == text);
    if !whole {
        let runs: Vec<Vec<String>> = page
            .descendants(heading.node)
            .filter(|&n| page.is_text(n) && !page.is_hidden(n))
            .map(|n| lower_tokens(&without_invisible(page.text(n).to_owned())))
            .filter(|t| !t.is_empty())
            .collect();
        let inner = heads.iter().find(|h| {
            (3..heading.tokens.len()).contains(&h.bare_tokens.len())
                && (0..runs.len()).any(|from| begins_with(&runs[from..], &h.bare_tokens))
        });
        if let Some(inner) = inner {
            return inner.bare.clone();
        }
        let below = kicker(page, heading.node)
            .map(|kicker| heading_text(page, heading.node, Some(kicker)))
            .filter(|text| !text.is_empty());
        if let Some(below) = below {
            return below;
        }
    }
    kicker_and_title(heading, heads).unwrap_or_else(|| heading.text.clone())
}

/// A heading without the site's own name at its end, where templates put the document's title
/// into the heading.
fn without_site_at_end<'a>(text: &'a str, sites: &SiteNames) -> &'a str {
    let parts = parts(text);
    match parts.as_slice() {
        [.., before, last] if last.separator != ":" && sites.is_name(last.text) => {
            &text[..before.end]
        }
        _ => text,
    }
}

/// Whether the first few of `runs` together are exactly `words`.
fn begins_with(runs: &[Vec<String>], words: &[String]) -> bool {
    let mut rest = words;
    for run in runs {
        match rest.strip_prefix(run.as_slice()) {
            Some(after) => rest = after,
            None => return false,
        }
        if rest.is_empty() {
            return true;
        }
    }
    false
}

/// The stated title where it is a kicker, a colon and the heading, and two of the heads say so:
/// the kicker stands on the page then, only not inside the heading.
fn kicker_and_title(heading: &Heading, heads: &[Stated]) -> Option<String> {
    let longer = |h: &&Stated| {
        h.bare_tokens.len() > heading.tokens.len()
            && h.bare_tokens.ends_with(&heading.tokens)
            && h.bare.contains(": ")
    };
    let first = heads.iter().find(longer)?;
    let agreeing = heads
        .iter()
        .filter(|h| h.bare_tokens == first.bare_tokens)
        .count();
    (agreeing >= 2 && heading.tokens.len() >= 2).then(|| first.bare.clone())
}

fn headings(page: &Page, regions: &Regions, sites: &SiteNames) -> Vec<Heading> {
    let mut headings = Vec::new();
    for id in page.subtree(page.body()) {
        if headings.len() >= MAX_HEADINGS {
            break;
        }
        if !page.is_element(id) {
            continue;
        }
        let level = match page.tag(id).heading_level() {
            Some(level @ 1..=3) => level,
            _ if is_titled(page, id) => 0,
            _ => continue,
        };
        if page.is_hidden(id)
            || page.raw_text(id).len() > MAX_CHARS * 4
            || page.subtree(id).len() > MAX_NODES
        {
            continue;
        }
        let text = heading_text(page, id, None);
        let text = without_site_at_end(without_anchor_sign(&text), sites);
        if text.is_empty() {
            continue;
        }
        if text.chars().count() > MAX_CHARS {
            continue;
        }
        headings.push(Heading {
            node: id,
            tokens: lower_tokens(text),
            level,
            rating: 0.0,
            support: 0.0,
            titled: is_called_title(page, id),
            chrome: regions.is_chrome(id),
            home: links_home(page, id),
            site: sites.is_name(text),
            text: text.to_owned(),
        });
    }
    headings
}

/// What a heading says: its visible text without that of buttons in it and without reading
/// aids, which stand beside the word they repeat. `without` is left out as well.
fn heading_text(page: &Page, id: NodeId, without: Option<NodeId>) -> String {
    let apart: Vec<NodeId> = page
        .descendants(id)
        .filter(|&n| matches!(page.tag(n), Tag::Button | Tag::Rt | Tag::Rp))
        .chain(without)
        .collect();
    if apart.is_empty() {
        return without_invisible(page.visible_text(id));
    }
    let mut said = String::new();
    for n in page.descendants(id) {
        if page.is_block(n) || page.tag(n) == Tag::Br {
            said.push(' ');
        }
        if page.is_text(n) && !page.is_hidden(n) && !apart.iter().any(|&a| page.contains(a, n)) {
            said.push_str(page.text(n));
        }
    }
    without_invisible(collapse(&said))
}

/// Class words for the line above a title: its subject, its series.
const KICKERS: &[&str] = &[
    "kicker",
    "overline",
    "eyebrow",
    "topline",
    "dachzeile",
    "spitzmarke",
    "oberzeile",
    "surtitre",
    "antetitulo",
    "volanta",
    "cintillo",
    "occhiello",
];

/// The element that a heading begins with, where its class calls it the line above the title.
fn kicker(page: &Page, heading: NodeId) -> Option<NodeId> {
    let first = page
        .descendants(heading)
        .find(|&n| page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty())?;
    page.ancestors(first)
        .take_while(|&a| a != heading)
        .find(|&a| {
            page.attr(a, Attr::Class).is_some_and(|class| {
                class
                    .split_ascii_whitespace()
                    .any(|name| words(name).any(|w| KICKERS.contains(&w.as_str())))
            })
        })
}

/// Documentation generators put a link with a paragraph sign or a hash after each heading.
fn without_anchor_sign(text: &str) -> &str {
    text.trim_end_matches(['¶', '#', '§', '\u{f0c1}'])
        .trim_end()
}

/// Whether an element that is no heading is called the article's title.
fn is_titled(page: &Page, id: NodeId) -> bool {
    if !matches!(
        page.tag(id),
        Tag::Div
            | Tag::P
            | Tag::Span
            | Tag::H4
            | Tag::H5
            | Tag::Td
            | Tag::B
            | Tag::Strong
            | Tag::Font
            | Tag::A
            | Tag::Header
            | Tag::Section
            | Tag::Other
    ) {
        return false;
    }
    is_called_title(page, id)
}

/// Whether class or `itemprop` call an element the article's title, whatever it is.
fn is_called_title(page: &Page, id: NodeId) -> bool {
    if page
        .attr(id, Attr::Itemprop)
        .is_some_and(|p| p.split_whitespace().any(|p| p == "headline"))
    {
        return true;
    }
    let Some(class) = page.attr(id, Attr::Class) else {
        return false;
    };
    class.split_ascii_whitespace().any(|name| {
        let words: Vec<String> = words(name).collect();
        match words
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            ["title" | "headline"] | ["p", "name"] => true,
            [kind, "title" | "headline"] => matches!(
                *kind,
                "entry"
                    | "post"
                    | "article"
                    | "page"
                    | "story"
                    | "topic"
                    | "thread"
                    | "content"
                    | "news"
                    | "doc"
                    | "blog"
            ),
            _ => false,
        }
    })
}

/// Whether the heading is a link to the site's front page.
fn links_home(page: &Page, id: NodeId) -> bool {
    let link = page
        .descendants(id)
        .take(8)
        .find(|&n| page.tag(n) == Tag::A)
        .or_else(|| page.ancestors(id).take(3).find(|&n| page.tag(n) == Tag::A));
    link.and_then(|a| page.attr(a, Attr::Href))
        .is_some_and(|href| {
            let same = match (url::host(href), url::host(page.url())) {
                (Some(a), Some(b)) => a == b,
                (None, _) => !href.starts_with('#'),
                _ => true,
            };
            same && url::path(page.url()) != "/"
                && matches!(url::path(href), "/" | "/index.html" | "/index.php")
                && !href.contains('?')
                && !href.starts_with('#')
        })
}

fn rate(heading: &mut Heading, heads: &[Stated]) {
    let mut support = 0.0f32;
    for (rank, head) in heads.iter().enumerate() {
        let trust = if rank + 1 == heads.len() { 0.97 } else { 1.0 };
        support = support.max(trust * similarity(&heading.tokens, head));
    }
    heading.support = support;
    let level = match heading.level {
        1 => 0.5,
        2 => 0.2,
        0 => 0.25,
        _ => 0.0,
    };
    // Longer agreement is harder to come by: a section's name is in many titles.
    let length = 0.04 * heading.tokens.len().min(10) as f32;
    heading.rating = 2.0 * support + level + length;
    if heading.chrome {
        heading.rating -= 0.6;
    }
    if heading.home {
        heading.rating -= 0.8;
    }
}

/// Letters that a word and a compound with it have in common.
const STEM: usize = 6;

/// Whether a heading and a stated title have a word in common, were it inside a compound or
/// with another ending.
fn shares_word(heading: &[String], head: &Stated) -> bool {
    let stem = |word: &String| {
        let end = word.char_indices().nth(STEM).map_or(word.len(), |(i, _)| i);
        word[..end].to_owned()
    };
    heading.iter().any(|a| {
        let long = a.chars().count() >= STEM;
        head.tokens.iter().any(|b| {
            a == b
                || (long
                    && b.chars().count() >= STEM
                    && (b.contains(a) || a.contains(b) || stem(a) == stem(b)))
        })
    })
}

/// How well a heading's words agree with a stated title, 0 to 1.
fn similarity(heading: &[String], head: &Stated) -> f32 {
    if heading.is_empty() || head.tokens.is_empty() {
        return 0.0;
    }
    if *heading == head.bare_tokens || *heading == head.tokens {
        return 1.0;
    }
    let (n, m) = (heading.len(), head.bare_tokens.len().max(1));
    if n < head.tokens.len() {
        let at = head.tokens.windows(n).position(|w| w == heading);
        if let Some(at) = at {
            let whole = head.cuts.contains(&at) && head.cuts.contains(&(at + n));
            let share = n as f32 / m as f32;
            // A whole part of the title is nearly as good as the title.
            // What stands last in a title of several parts is most often the site.
            let last = at > 0 && at + n == head.tokens.len();
            return match (whole, last) {
                (true, false) => 0.6 + 0.35 * share.min(1.0),
                (true, true) => 0.5 + 0.2 * share.min(1.0),
                _ => 0.95 * share.min(1.0),
            };
        }
    } else if heading.windows(m).any(|w| *w == head.bare_tokens) {
        // A title may have been cut off at some length.
        let cut_off = m >= CUT_OFF && heading.starts_with(&head.bare_tokens);
        return (0.95 * m as f32 / n as f32).max(if cut_off { 0.7 } else { 0.0 });
    }
    0.9 * shared(heading, &head.bare_tokens)
}

/// Share of words that two texts have in common, whatever their order, 0 to 1.
fn shared(a: &[String], b: &[String]) -> f32 {
    let mut rest: Vec<&String> = b.iter().collect();
    let mut shared = 0usize;
    for token in a {
        if let Some(at) = rest.iter().position(|t| *t == token) {
            rest.swap_remove(at);
            shared += 1;
        }
    }
    2.0 * shared as f32 / (a.len() + b.len()).max(1) as f32
}

/// Titles that editors, templates and generators give what has none, in compact form and without
/// a number at the end.
const DEFAULTS: &[&str] = &[
    "untitled",
    "untitleddocument",
    "untitledpage",
    "notitle",
    "newpage",
    "newdocument",
    "document",
    "welcometoadobegolive",
    "unbenannt",
    "unbenanntesdokument",
    "neueseite",
    "sanstitre",
    "documentsanstitre",
    "nouvellepage",
    "documentosintítulo",
    "páginanueva",
    "senzatitolo",
    "documentosenzatitolo",
    "documentosemtítulo",
    "naamloosdocument",
    "безымянныйдокумент",
    "無題",
    "無題ドキュメント",
    "未命名",
    "无标题文档",
    "無標題文件",
    "제목없음",
    "reactapp",
    "viteapp",
];

/// Whether nobody gave this title: an editor put it there.
fn is_default(title: &str) -> bool {
    let bare = compact(title);
    DEFAULTS.contains(&bare.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Words from which a part of a title is looked for on the page.
const PART: usize = 3;

/// The longest run of a title's parts, most of it, that a block of the page says and nothing
/// else: what stands before and after it are sections and pages.
fn stated_part(page: &Page, regions: &Regions, title: &str) -> Option<(String, NodeId)> {
    let parts = parts(title);
    if !(2..=6).contains(&parts.len()) || stating_block(page, title).is_some() {
        return None;
    }
    let letters = compact(title).len();
    let mut runs: Vec<&str> = (0..parts.len())
        .flat_map(|first| (first..parts.len()).map(move |last| (first, last)))
        .map(|(first, last)| &title[parts[first].start..parts[last].end])
        .filter(|run| tokens(run).count() >= PART && compact(run).len() * 2 > letters)
        .collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs.into_iter().find_map(|run| {
        let node = stating_block(page, run)?;
        let linked =
            page.tag(node) == Tag::A || page.ancestors(node).take(3).any(|a| page.tag(a) == Tag::A);
        (!linked && !regions.is_chrome(node)).then(|| (page.visible_text(node), node))
    })
}

/// Bytes from which a line is a paragraph of running text.
const PARAGRAPH: usize = 150;

/// How much larger than the text a line is that stands for a heading.
const LARGER: f32 = 1.15;

/// The title where neither the head nor a heading states one: of the short lines above the first
/// paragraph that are a block of their own and no link, the largest; where none is larger than
/// the paragraph, the first that is all bold.
pub(super) fn announced(page: &Page, regions: &Regions, lines: &[Line]) -> Title {
    let Some(start) = lines
        .iter()
        .position(|l| l.text.len() >= PARAGRAPH && !regions.is_chrome(l.block))
    else {
        return Title::default();
    };
    let paragraph = page.style(lines[start].first);
    let texts = |line: &Line| {
        (line.first.0..=line.last.0)
            .map(NodeId)
            .filter(|&n| page.is_text(n) && !page.text(n).trim().is_empty())
            .collect::<Vec<_>>()
    };
    let size = |line: &Line| {
        let sizes = texts(line).into_iter().map(|n| page.style(n).font_size);
        sizes.reduce(f32::min).unwrap_or(0.0)
    };
    let stands_out = |line: &Line| {
        texts(line).iter().all(|&n| {
            let style = page.style(n);
            style.font_weight >= 600 && paragraph.font_weight < 600
                || style.font_size >= paragraph.font_size * LARGER
        })
    };
    let is_linked = |line: &Line| {
        texts(line)
            .iter()
            .any(|&n| page.ancestors(n).take(5).any(|a| page.tag(a) == Tag::A))
    };
    let best = lines[..start]
        .iter()
        .filter(|l| !regions.is_chrome(l.block) && l.text.len() < PARAGRAPH)
        .filter(|l| tokens(&l.text).count() >= 2 && !is_linked(l) && stands_out(l))
        .filter(|l| collapse(page.raw_text(l.block)) == l.text)
        .reduce(|best, l| if size(l) > size(best) { l } else { best });
    best.map_or_else(Title::default, |line| Title {
        text: Some(without_invisible(line.text.clone())),
        node: Some(line.block),
    })
}

/// The block that states `title` where no heading does: the smallest with just these words.
pub(super) fn stating_block(page: &Page, title: &str) -> Option<NodeId> {
    let wanted = compact(title);
    if wanted.is_empty() {
        return None;
    }
    page.subtree(page.body()).find_map(|id| {
        let fits = page.is_text(id)
            && !page.is_hidden(id)
            && (title.len() / 2..=title.len() * 2).contains(&page.text(id).len())
            && compact(page.text(id)) == wanted;
        let parent = page
            .parent(id)
            .filter(|&p| fits && page.raw_text(p).len() <= title.len() * 2 + 80)?;
        (collapse(page.raw_text(parent)) == collapse(page.text(id))).then_some(parent)
    })
}
