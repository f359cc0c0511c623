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

mod heading;
mod stated;

use super::clean::{compact, without_invisible};
use super::line::VisibleLine;
use super::regions::Regions;
use super::site::SiteNames;
use crate::compact::argsort;
use crate::page::{NodeId, Page, Tag};
use crate::text::{collapse, tokens};
use heading::{Heading, heading_text, headings, kicker};
use stated::{Stated, is_default, lower_tokens, parts, shared, shares_word, similarity};

/// The title of a page.
#[derive(Debug, Default)]
pub(super) struct Title {
    pub(super) text: Option<String>,
    /// The heading that states it.
    pub(super) node: Option<NodeId>,
}

/// A title longer than this (in characters) is a sentence of the text.
const MAX_CHARS: usize = 400;

/// Returns the first line of a page that is nothing but preformatted text, as browsers show files of
/// plain text.
pub(super) fn of_plain_text(page: &Page) -> Option<String> {
    let mut elements = page.children(page.body()).filter(|&n| page.is_element(n));
    let (pre, None) = (elements.next()?, elements.next()) else {
        return None;
    };
    let line = page
        .raw_text(pre)
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    let fits = page.tag(pre) == Tag::Pre && line.chars().count() <= MAX_CHARS;
    fits.then(|| collapse(line))
}

/// Support from which a heading counts as stating a title.
const SUPPORTED: f32 = 0.6;

/// Support from which a heading says the same as a title, word for word.
const STATED: f32 = 0.96;

/// Share of words from which a heading and a part of a title are the same but for a slip.
const SAME: f32 = 0.8;

/// Bonus in a heading's rating for being the page's only `h1`, and loss of a section below it which
/// says about the same as the title.
const LONE: f32 = 0.3;

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
    for logo in headings.iter().filter(|h| h.home) {
        for head in &mut heads {
            head.cut_logo(&logo.tokens, sites);
        }
    }
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

/// Returns the one `h1` that states the page's title. It may be there several times, for wide and
/// for narrow screens. Different ones are sections, unless a class calls one the title;
/// one in a menu or linked to the site's front is its logo.
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

/// Returns whether a heading names a book or a site whose chapter or page a heading below it names:
/// the title is the one, a separator and the other.
fn is_book(heading: &Heading, head: &Stated, below: &[Heading]) -> bool {
    head.ends_with_part(&heading.tokens) && {
        let chapter = &head.tokens[..head.tokens.len() - heading.tokens.len()];
        below
            .iter()
            .any(|h| !h.chrome && shared(&h.tokens, chapter) >= SAME)
    }
}

/// Returns the stated title of a front page where the heading is only what stands after the name.
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

/// Returns the heading's words; where it holds more than the title (a kicker, a date) in elements
/// of their own, the title's. What a stated title says in the same way belongs to it.
fn worded(page: &Page, heading: &Heading, heads: &[Stated]) -> String {
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    let text = squeezed(&heading.text);
    // The elements of a heading may touch.
    let texts = page.descendants(heading.node);
    let texts = texts.filter(|&n| page.is_text(n) && !page.is_hidden(n));
    let words: Vec<&str> = texts
        .flat_map(|n| page.text(n).split_whitespace())
        .collect();
    let apart = words.join(" ");
    let same = heads
        .iter()
        .flat_map(|h| [&h.bare, &h.full])
        .find(|stated| squeezed(stated) == text);
    if let Some(stated) = same {
        let touches = heading.text.split_whitespace().count() < words.len();
        let are_words = words
            .iter()
            .all(|word| !word.starts_with(['\'', '’', ',', '.', ':', ';']));
        if touches && are_words && apart == *stated {
            return apart;
        }
    } else {
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
        if let Some(stated) = with_colon(page, heading, &apart, heads) {
            return stated;
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

/// Returns the stated title whose words are the heading's, with a colon where the heading has
/// nothing but the end of an element: after the line above the title. `apart` is the heading's
/// text, its elements apart.
fn with_colon(page: &Page, heading: &Heading, apart: &str, heads: &[Stated]) -> Option<String> {
    let colons = |text: &str| text.as_bytes().windows(2).filter(|w| w == b": ").count();
    let words = lower_tokens(apart);
    let stated = heads
        .iter()
        .find(|h| h.bare_tokens == words && colons(&h.bare) == colons(apart) + 1)?;
    let (above, below) = stated.bare.split_once(": ")?;
    let mut elements = page
        .descendants(heading.node)
        .filter(|&n| page.is_element(n));
    elements
        .any(|n| [above, below].contains(&page.visible_text(n).as_str()))
        .then(|| stated.bare.clone())
}

/// Returns whether the first few of `runs` together are exactly `words`.
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

/// Returns the stated title where it is a kicker, a colon and the heading, and two of the heads say
/// so: the kicker stands on the page then, only not inside the heading.
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

/// Words from which a part of a title is looked for on the page.
const PART: usize = 3;

/// Returns the longest run of a title's parts, most of it, that a block of the page says and
/// nothing else: what stands before and after it are sections and pages.
fn stated_part(page: &Page, regions: &Regions, title: &str) -> Option<(String, NodeId)> {
    let parts = parts(title);
    if !(2..=6).contains(&parts.len()) || stating_block(page, title).is_some() {
        return None;
    }
    let letters = compact(title).len();
    let runs: Vec<&str> = (0..parts.len())
        .flat_map(|first| (first..parts.len()).map(move |last| (first, last)))
        .map(|(first, last)| &title[parts[first].start..parts[last].end])
        .filter(|run| tokens(run).count() >= PART && compact(run).len() * 2 > letters)
        .collect();
    let longest_first = argsort::descending(runs.iter().map(|run| run.len() as u32));
    longest_first.into_iter().find_map(|at| {
        let run = runs[at];
        let node = stating_block(page, run)?;
        let linked =
            page.tag(node) == Tag::A || page.ancestors(node).take(3).any(|a| page.tag(a) == Tag::A);
        (!linked && !regions.is_chrome(node)).then(|| (page.visible_text(node), node))
    })
}

/// Bytes from which a line is a paragraph of running text.
const PARAGRAPH: usize = 150;

/// Size, as a multiple of the text's, from which a line stands for a heading.
const LARGER: f32 = 1.15;

/// Returns the title where neither the head nor a heading states one: of the short lines above the
/// first paragraph that are a block of their own and no link, the largest; where none is larger
/// than the paragraph, the first that is all bold.
pub(super) fn announced(page: &Page, regions: &Regions, lines: &[VisibleLine]) -> Title {
    let Some(start) = lines
        .iter()
        .position(|l| l.text.len() >= PARAGRAPH && !regions.is_chrome(l.block))
    else {
        return Title::default();
    };
    let paragraph = page.style(lines[start].first);
    let texts = |line: &VisibleLine| {
        (line.first.0..=line.last.0)
            .map(NodeId)
            .filter(|&n| page.is_text(n) && !page.text(n).trim().is_empty())
            .collect::<Vec<_>>()
    };
    let size = |line: &VisibleLine| {
        let sizes = texts(line).into_iter().map(|n| page.style(n).font_size);
        sizes.reduce(f32::min).unwrap_or(0.0)
    };
    let stands_out = |line: &VisibleLine| {
        texts(line).iter().all(|&n| {
            let style = page.style(n);
            style.font_weight >= 600 && paragraph.font_weight < 600
                || style.font_size >= paragraph.font_size * LARGER
        })
    };
    let is_linked = |line: &VisibleLine| {
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
        text: Some(without_invisible(line.text.to_string())),
        node: Some(line.block),
    })
}

/// Returns the block that states `title` where no heading does: the smallest with just these words.
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
