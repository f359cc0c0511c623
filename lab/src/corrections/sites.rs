//! Sites with several labeled pages.

use std::collections::BTreeMap;

use pith::page::{Attr, Page, Tag};

use crate::corpus::Corpus;
use crate::rows::Truth;
use crate::sets::Set;

/// Minimum labeled pages of a site.
pub(super) const ENOUGH: usize = 3;

/// Domains on which every subdomain is a separate site.
const HOSTING_DOMAINS: [&str; 9] = [
    "blogspot.com",
    "github.io",
    "livejournal.com",
    "medium.com",
    "substack.com",
    "tumblr.com",
    "typepad.com",
    "wikipedia.org",
    "wordpress.com",
];

/// Hosts to which pages of many sites link most: ads, counters, networks.
const WIDELY_LINKED_HOSTS: [&str; 14] = [
    "2o7.net",
    "addthis.com",
    "adbrite.com",
    "atdmt.com",
    "delicious.com",
    "del.icio.us",
    "digg.com",
    "doubleclick.net",
    "facebook.com",
    "google.com",
    "reddit.com",
    "stumbleupon.com",
    "twitter.com",
    "yahoo.com",
];

/// Kinds of pages with rough labels.
const ROUGH_PAGE_TYPES: [&str; 4] = ["product", "listing", "collection", "forum"];

/// Sets whose truth is the reviewed output of an extractor.
const BIASED_SETS: [&str; 3] = ["mozilla_readability", "newspaper4k_tests", "omnivore_pages"];

/// A site and its pages in a set.
pub(super) struct Site {
    /// Its name, prefixed with that of the set.
    pub(super) name: String,
    /// Index of its set in the corpus.
    pub(super) set: usize,
    /// Indexes of its pages in the set.
    pub(super) pages: Vec<usize>,
    rough: usize,
}

impl Site {
    /// Returns whether enough of its pages have reliable labels.
    pub(super) fn is_clean(&self) -> bool {
        self.rough == 0
    }
}

/// Returns the sites of every set that have enough labeled pages. A site's pages with rough labels
/// are skipped if enough others are left.
pub(super) fn sites(corpus: &Corpus) -> Vec<Site> {
    let guessed = corpus.map("pages whose site is to be guessed", |set, row, page| {
        Some((row.id.clone(), guessed(set, row, page)))
    });
    let mut sites = Vec::new();
    for (place, (set, guessed)) in corpus.sets.iter().zip(guessed).enumerate() {
        if BIASED_SETS.contains(&set.name.as_str()) {
            continue;
        }
        let guessed: BTreeMap<String, Option<String>> = guessed.into_iter().collect();
        let mut pages: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (k, row) in set.rows.iter().enumerate() {
            let site = guessed.get(&row.id).and_then(|site| site.as_deref());
            if let Some(site) = site.filter(|_| row.text.as_deref().is_some_and(|t| !t.is_empty()))
            {
                pages.entry(site).or_default().push(k);
            }
        }
        for (site, pages) in pages {
            let is_rough = |&k: &usize| {
                let kind = set.rows[k].page_type.as_deref();
                kind.is_some_and(|kind| ROUGH_PAGE_TYPES.contains(&kind))
            };
            let (rough, clean): (Vec<usize>, Vec<usize>) = pages.iter().partition(|k| is_rough(k));
            let (pages, rough) = if clean.len() >= ENOUGH {
                (clean, 0)
            } else {
                (pages.clone(), rough.len())
            };
            if pages.len() >= ENOUGH {
                sites.push(Site {
                    name: format!("{}/{site}", set.name),
                    set: place,
                    pages,
                    rough,
                });
            }
        }
    }
    sites
}

/// Returns the site of a page: the one that its set declares, or its host on domains of many sites.
/// In a set without sites, returns the site to which the page links most.
fn guessed(set: &Set, row: &Truth, page: &Page) -> Option<String> {
    let named = row.site.as_deref().filter(|site| !site.is_empty());
    match named {
        Some(site) if HOSTING_DOMAINS.contains(&site) => host(&set.url(row)).map(str::to_owned),
        Some(site) => Some(site.to_owned()),
        None if set.rows.iter().all(|row| row.site.is_none()) => most_linked(page),
        None => None,
    }
}

fn most_linked(page: &Page) -> Option<String> {
    let mut hosts: BTreeMap<String, usize> = BTreeMap::new();
    for id in page.nodes().filter(|&id| page.tag(id) == Tag::A) {
        let name = page
            .attr(id, Attr::Href)
            .and_then(host)
            .map(registered_domain);
        if let Some(name) = name.filter(|name| !WIDELY_LINKED_HOSTS.contains(&name.as_str())) {
            *hosts.entry(name).or_default() += 1;
        }
    }
    let most = hosts.into_iter().max_by_key(|(_, count)| *count)?;
    let is_shared = HOSTING_DOMAINS.contains(&most.0.as_str());
    (most.1 >= ENOUGH && !is_shared).then_some(most.0)
}

fn host(url: &str) -> Option<&str> {
    let after = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))?;
    after
        .split(['/', '?', '#', ':'])
        .next()
        .filter(|host| host.contains('.'))
}

/// Returns the registered domain of a host: the last two labels, or three below a country's second
/// level.
fn registered_domain(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    let names: Vec<&str> = host.split('.').collect();
    let country =
        names.len() > 2 && names[names.len() - 1].len() == 2 && names[names.len() - 2].len() <= 3;
    names[names.len().saturating_sub(if country { 3 } else { 2 })..].join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_is_the_registrable_domain_of_the_url() {
        for (url, name) in [
            ("http://news.bbc.co.uk/1", "bbc.co.uk"),
            ("https://www.example.org?a", "example.org"),
            ("https://example.org:80/", "example.org"),
        ] {
            assert_eq!(host(url).map(registered_domain).as_deref(), Some(name));
        }
        assert_eq!(host("ftp://example.org/"), None);
    }
}
