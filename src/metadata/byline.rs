//! The authors.
//!
//! 1. Sources in order of trust: JSON-LD, named values in the head, `rel=author` and microdata,
//!    elements whose class names an author, visible lines near the title ("By …", "Von …",
//!    "作者：…"), credits further down, a person beside the date, a member's name at the top of a
//!    discussion.
//! 2. Every source is read into names: prefixes, dates, roles, addresses and placeholders go.
//! 3. The first source with names wins, but for a value of the head that nothing else confirms
//!    where two sources agree on another; the site's own name wins only where there is no other.

mod elements;
mod lines;

use self::elements::{beside, marked_up, poster};
use self::lines::{credited, dated, said};
use super::clean::compact;
use super::line::VisibleLine;
use super::meta_tags::MetaTags;
use super::name::{in_reading_order, is_account, is_person, names};
use super::regions::Regions;
use super::site::SiteNames;
use super::word_list;
use crate::compact::lower_case;
use crate::page::{NodeId, Page};

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

/// Those of [`NAMES`] in which the last name may come first.
const LIBRARIES: &[&str] = &["citation_author", "dc.creator", "dcterms.creator"];

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
        let ordered = |n| match LIBRARIES.contains(&name) {
            true => in_reading_order(n),
            false => n.into(),
        };
        let all = tags.all(name).map(ordered);
        sources.push(all.flat_map(|n| names(&n, false)).collect());
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
