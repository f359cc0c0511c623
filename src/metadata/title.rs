//! The title: values of the page's head, checked against visible headings.
//!
//! 1. Titles are collected from JSON-LD, Open Graph, Twitter, Dublin Core and similar values, and
//!    from `<title>`; the site's name is removed from either end.
//! 2. Visible headings are rated by how well those titles support them, by level and by position. A
//!    supported heading wins: it is the title as readers see it, without a site name.
//! 3. The page's only `h1` needs just one word in common with a title, which may be written for
//!    search engines, and wins over sections below it that only resemble one. A heading that is
//!    last in the document's title is a book's or a site's if a heading below it contains the rest.
//! 4. Otherwise the titles in order of trust; of a title with several parts, those that are the
//!    whole text of a block of the page. An editor's placeholder isn't a title.
//! 5. Otherwise a typographically prominent line above the text.
//!
//! Shares, ratings and lengths without a cited source were set by hand on the development sets.

mod block;
mod declared;
mod heading;
mod value;
mod worded;

use super::clean::compact;
use super::rule::{Fact, Log, Rule, Trust, Verdict, decide};
use super::sources::Sources;
use crate::vocabulary::List;
use block::{announced, declared_part, of_plain_text, stating_block};
use declared::{DeclaredTitle, is_default, lower_tokens, parts, shared, shares_word};
use heading::{DECLARED, Heading, headings, rate};
pub(super) use value::{MAX_CHARS, Title};
use worded::{named_slogan, worded};

/// Minimum support of a heading that contains a title: if lower, a section that shares a few words
/// with the title wins over it; if higher, a title written for search engines does.
const SUPPORTED: f32 = 0.6;

/// Minimum share of words for a heading and a part of a title to be the same except for an error:
/// if lower, a section of a book is taken for its chapter.
const SAME: f32 = 0.8;

/// Rating bonus for the page's only `h1`, and penalty for a section below it with about the same
/// text as the title: if lower, such a section wins; if higher, a slogan does.
const LONE: f32 = 0.3;

/// A method of finding titles in the head.
type FindDeclared = fn(&Sources<'_>) -> Vec<String>;

const DECLARED_TITLES: &[Rule<FindDeclared>] = &[
    Rule::new("json-ld-headline", Trust::Declared, |s| {
        s.work
            .title
            .clone()
            .filter(|_| s.work.is_article)
            .into_iter()
            .collect()
    }),
    Rule::new("named-value", Trust::Templated, |s| {
        let names = List::NamedTitle.words();
        names.filter_map(|name| s.tags.first(&[name])).collect()
    }),
];

/// The text of `<title>`.
const DOCUMENT: Rule<FindDeclared> = Rule::new("document-title", Trust::Templated, |s| {
    s.tags.title.clone().into_iter().collect()
});

/// A method of choosing the title.
type Find = fn(&Titles<'_>) -> Option<Title>;

const TITLES: &[Rule<Find>] = &[
    Rule::new("supported-heading", Trust::Declared, supported_heading),
    Rule::new("part-on-page", Trust::Declared, |t| {
        declared_part(t.sources, &t.named()?.bare)
    }),
    Rule::new("declared-title", Trust::Templated, |t| {
        let declared = t.named().or(t.heads.first())?;
        Some(t.with_block(declared.bare.clone()))
    }),
    Rule::new("first-heading", Trust::Shown, |t| {
        let first = t.headings.iter().find(|h| !h.chrome && !h.site)?;
        Some(t.with_block(first.text.clone()))
    }),
    Rule::new("line-above-text", Trust::Guessed, |t| announced(t.sources)),
    Rule::new("plain-text", Trust::Guessed, |t| {
        let text = of_plain_text(t.sources.page)?;
        Some(Title { text, node: None })
    }),
];

/// Returns the owner of the account in a title: "Ada Park" for "Ada Park (@ada@harbour.example)".
pub(super) fn account_in_title(title: &str) -> Option<&str> {
    let (name, handle) = title.split_once(" (@")?;
    let (_, rest) = handle.split_once(')')?;
    (rest.len() <= AFTER_HANDLE).then_some(name.trim())
}

/// Maximum bytes after the handle in such a title: " on X", " • Instagram photos and videos".
const AFTER_HANDLE: usize = 40;

/// Finds the title.
pub(super) fn title<L: Log>(sources: &Sources<'_>, log: &mut L) -> Option<Title> {
    let titles = Titles::read(sources, log);
    let (mut title, _) = decide(Fact::Title, TITLES, |find| find(&titles), log)?;
    // Direction marks affect the words between them; at the ends they are useless.
    let is_mark = |c| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | ' ');
    title.text = title.text.trim_matches(is_mark).to_owned();
    Some(title)
}

/// Sources of the title.
struct Titles<'a> {
    sources: &'a Sources<'a>,
    /// The titles in the head in order of trust, the document's last.
    heads: Vec<DeclaredTitle>,
    headings: Vec<Heading>,
    /// The index of the only `h1` with the title, if there is one.
    lone: Option<usize>,
}

impl<'a> Titles<'a> {
    fn read<L: Log>(sources: &'a Sources<'a>, log: &mut L) -> Self {
        let (mut heads, is_stated) = heads(sources, log);
        let mut headings = headings(sources.page, &sources.regions, &sources.sites, &heads);
        for logo in headings.iter().filter(|h| h.home) {
            for head in &mut heads {
                head.cut_logo(&logo.tokens, &sources.sites);
            }
        }
        for heading in &mut headings {
            rate(heading, &heads);
        }
        // One that shares no word with a title declared for this page is a slogan or a section.
        let lone = lone(&headings).filter(|&at| {
            let words = &headings[at].tokens;
            (!is_stated || heads.iter().any(|h| shares_word(words, h)))
                && !is_book(&headings, at, &heads)
                && !names_section(&headings[at], &heads)
                && !is_later_part(sources, &headings[at], &heads)
                && !is_above_title(sources, &headings[at], &heads)
                && !names_brand(&headings[at], &heads)
        });
        if let Some(lone) = lone {
            headings[lone].rating += LONE;
            for section in &mut headings[lone + 1..] {
                if section.support < DECLARED {
                    section.rating -= LONE;
                }
            }
        }
        Self {
            sources,
            heads,
            headings,
            lone,
        }
    }

    /// Returns the most trusted title in the head that is more than the site's name.
    fn named(&self) -> Option<&DeclaredTitle> {
        let sites = &self.sources.sites;
        self.heads.iter().find(|h| !sites.is_name(&h.bare))
    }

    /// Returns a title with the block that shows it, if there is one.
    fn with_block(&self, text: String) -> Title {
        let node = stating_block(self.sources.page, &text);
        Title { text, node }
    }
}

/// Returns the valid titles in the head in order of trust, and whether there are any besides the
/// document's.
fn heads<L: Log>(sources: &Sources<'_>, log: &mut L) -> (Vec<DeclaredTitle>, bool) {
    let mut heads = Vec::new();
    let mut read = |rule: &Rule<FindDeclared>, is_document| {
        let mut is_stated = false;
        for text in (rule.find)(sources) {
            let unfit = unfit(&text, is_document, sources);
            log.note(|| rule.gave(Fact::Title, &text, unfit.unwrap_or(Verdict::Support)));
            if unfit.is_none() {
                is_stated = true;
                heads.push(DeclaredTitle::new(text, &sources.sites, is_document));
            }
        }
        is_stated
    };
    let is_stated = DECLARED_TITLES
        .iter()
        .fold(false, |is_stated, rule| read(rule, false) | is_stated);
    read(&DOCUMENT, true);
    (heads, is_stated)
}

/// Returns why a title in the head isn't valid; `None` if it is. The document's title may be the
/// site's name.
fn unfit(text: &str, is_document: bool, sources: &Sources<'_>) -> Option<Verdict> {
    if text.chars().count() > MAX_CHARS {
        Some(Verdict::TooLong)
    } else if !is_document && (sources.sites.is_name(text) || is_brand(text, sources)) {
        Some(Verdict::SiteName)
    } else if !is_document && account_in_title(text).is_some() {
        Some(Verdict::Account)
    } else {
        is_default(text).then_some(Verdict::Placeholder)
    }
}

/// Returns the heading best supported by the titles in the head, or the only `h1`.
fn supported_heading(titles: &Titles<'_>) -> Option<Title> {
    let Titles {
        sources,
        heads,
        headings,
        lone,
    } = titles;
    let best = (0..headings.len())
        .filter(|&at| !headings[at].site)
        .filter(|&at| headings[at].support >= SUPPORTED || *lone == Some(at))
        .filter(|&at| !is_book(headings, at, heads))
        .map(|at| &headings[at])
        .filter(|heading| !is_later_part(sources, heading, heads))
        .reduce(|best, h| if h.rating > best.rating { h } else { best })?;
    let text = named_slogan(best, heads, &sources.sites);
    Some(Title {
        text: text.unwrap_or_else(|| worded(sources.page, best, heads)),
        node: Some(best.node),
    })
}

/// Returns the only `h1` with the page's title. It may be repeated for wide and for narrow screens.
/// Several different ones are sections, unless a class marks one as the title; one in a menu or
/// linked to the site's front page is its logo.
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

/// Returns whether a heading is the title of a book or a site and a heading below it that of the
/// chapter or page: a title in the head consists of the two with a separator in between.
fn is_book(headings: &[Heading], at: usize, heads: &[DeclaredTitle]) -> bool {
    let book = &headings[at].tokens;
    let below = &headings[at + 1..];
    // A value declared for this page isn't a book's.
    let is_stated = |head: &DeclaredTitle| !head.is_document && head.bare_tokens == *book;
    if heads.iter().any(is_stated) {
        return false;
    }
    heads.iter().any(|head| {
        head.beside_part(book).any(|chapter| {
            below
                .iter()
                .any(|h| !h.chrome && shared(&h.tokens, chapter) >= SAME)
        })
    })
}

/// Returns whether a heading consists of the site's name and a section: a longer title in the head
/// begins with one of the heading's parts, of one or a few words, and shares no word with the
/// others.
fn names_section(heading: &Heading, heads: &[DeclaredTitle]) -> bool {
    let own: Vec<_> = parts(&heading.text)
        .iter()
        .map(|part| lower_tokens(part.text))
        .collect();
    let is_of = |head: &DeclaredTitle| {
        let Some((site, _)) = head.beginnings().next() else {
            return false;
        };
        let is_foreign = |part: &Vec<String>| !part.iter().any(|word| head.tokens.contains(word));
        site.len() <= BRAND_WORDS
            && head.tokens.len() > 2 * site.len()
            && own.iter().any(|part| part == site)
            && own.iter().all(|part| part == site || is_foreign(part))
    };
    own.len() > 1 && heads.iter().any(is_of)
}

/// Returns whether a heading is a section's above the title: a block below it has the document's
/// title, which has none of the heading's words.
fn is_above_title(sources: &Sources<'_>, heading: &Heading, heads: &[DeclaredTitle]) -> bool {
    let is_stated = |head: &DeclaredTitle| {
        stating_block(sources.page, &head.bare)
            .is_some_and(|block| block > heading.node && !sources.regions.is_chrome(block))
    };
    let mut documents = heads.iter().filter(|head| head.is_document);
    documents.any(|head| {
        head.bare_tokens.len() > BRAND_WORDS.max(heading.tokens.len())
            && !shares_word(&heading.tokens, head)
            && is_stated(head)
    })
}

/// Returns whether a heading is a section's, a later part of the document's title: a block below it
/// has the first part, which is longer.
fn is_later_part(sources: &Sources<'_>, heading: &Heading, heads: &[DeclaredTitle]) -> bool {
    let own = &heading.tokens;
    let is_of = |head: &DeclaredTitle| {
        let Some((title, text)) = head.beginnings().next() else {
            return false;
        };
        title.len() > own.len()
            && head.has_part(own)
            && stating_block(sources.page, text)
                .is_some_and(|block| block > heading.node && !sources.regions.is_chrome(block))
    };
    heads
        .iter()
        .all(|head| head.is_document || head.bare_tokens != *own)
        && heads.iter().any(|head| head.is_document && is_of(head))
}

/// Returns whether a heading is a brand: the document's title consists of it and another title in
/// the head that has none of its words.
fn names_brand(heading: &Heading, heads: &[DeclaredTitle]) -> bool {
    let brand = &heading.tokens;
    let is_other = |head: &&DeclaredTitle| {
        !head.is_document && !head.bare_tokens.iter().any(|word| brand.contains(word))
    };
    let is_both = |title: &DeclaredTitle| {
        let document = heads.iter().find(|head| head.is_document);
        document.is_some_and(|document| {
            document.says(&title.bare_tokens)
                && document.says(brand)
                && document.tokens.len() == title.bare_tokens.len() + brand.len()
        })
    };
    let mut declared = heads.iter().filter(|head| !head.is_document);
    declared.all(|head| is_other(&head)) && heads.iter().filter(is_other).any(is_both)
}

/// Maximum words of a brand, and minimum words of a document's longer title.
const BRAND_WORDS: usize = 3;
const MIN_DOCUMENT_WORDS: usize = 5;

/// Returns whether a title in the head is a brand that templates insert on every page: the
/// document's title is longer and has none of its words, and no heading contains it except as the
/// author's name.
fn is_brand(text: &str, sources: &Sources<'_>) -> bool {
    let words = lower_tokens(text);
    let document = lower_tokens(sources.tags.title.as_deref().unwrap_or_default());
    let page = sources.page;
    let key = compact(text);
    let is_heading = || {
        let mut nodes = page.subtree(page.body());
        nodes.any(|n| page.tag(n).heading_level().is_some() && compact(page.raw_text(n)) == key)
    };
    let is_author = || {
        let mut authors = sources.tags.any(List::NamedAuthor.words());
        authors.any(|author| compact(author) == key)
    };
    words.len() <= BRAND_WORDS
        && document.len() >= MIN_DOCUMENT_WORDS
        && !words.iter().any(|word| document.contains(word))
        && (is_author() || !is_heading())
}

#[cfg(test)]
mod tests {
    use super::super::rule::assert_in_order;
    use super::*;

    #[test]
    fn rules_are_in_order_of_trust() {
        assert_in_order(DECLARED_TITLES);
        assert_in_order(TITLES);
    }
}
