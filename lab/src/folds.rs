//! Cross-validation by group of sites: no group is used both for training and for evaluation.
//!
//! Pages of one site are similar, and so are those of sites of one publisher, or with one theme. A
//! forest trained on one of them knows the class names and the order of parts of the others. So
//! sites with similar pages form a group. A page of an unknown site counts as a site, which may be
//! in a group with others.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pith::page::{Attr, Page};
use sha2::{Digest, Sha256};

/// Minimum Jaccard index of the class names and ids of two similar pages.
const MIN_SIMILARITY: f64 = 0.4;

/// Minimum number of names on a page for this comparison.
const MIN_NAMES: usize = 12;

/// The class names and ids of a page's elements, which identify its template.
pub(crate) struct ClassNames {
    /// The site of the page.
    pub(crate) site: String,
    /// Hashes of the names, sorted and unique.
    names: Vec<u32>,
}

impl ClassNames {
    pub(crate) fn new(page: &Page, site: String) -> Self {
        let named = |id| [Attr::Class, Attr::Id].map(|attr| page.attr(id, attr));
        let mut names: Vec<u32> = page
            .subtree(page.root())
            .flat_map(named)
            .flatten()
            .flat_map(str::split_ascii_whitespace)
            // Names with digits are specific to one page: ids of posts, menu items, versions.
            .filter(|name| !name.bytes().any(|byte| byte.is_ascii_digit()))
            .map(hash)
            .collect();
        names.sort_unstable();
        names.dedup();
        Self { site, names }
    }

    fn is_like(&self, other: &Self) -> bool {
        let (a, b) = (&self.names, &other.names);
        if a.len().min(b.len()) < MIN_NAMES
            || (a.len().min(b.len()) as f64) < MIN_SIMILARITY * a.len().max(b.len()) as f64
        {
            return false;
        }
        let (mut i, mut j, mut shared) = (0, 0, 0);
        while i < a.len() && j < b.len() {
            shared += usize::from(a[i] == b[j]);
            let (x, y) = (a[i], b[j]);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        shared as f64 >= MIN_SIMILARITY * (a.len() + b.len() - shared) as f64
    }
}

/// Hashes a name with 32-bit FNV-1a.
fn hash(name: &str) -> u32 {
    let fold = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    name.bytes().fold(0x811c_9dc5, fold)
}

/// Groups of sites with similar pages: the first site of the group for each site.
pub(crate) struct Groups(BTreeMap<String, String>);

impl Groups {
    pub(crate) fn new<'a>(templates: impl Iterator<Item = &'a ClassNames>) -> Self {
        let templates: Vec<&ClassNames> = templates.collect();
        let mut sites: Vec<&str> = templates.iter().map(|t| t.site.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        let place = |site: &str| sites.partition_point(|&other| other < site);
        let places: Vec<usize> = templates.iter().map(|t| place(&t.site)).collect();
        let mut joined: Vec<usize> = (0..sites.len()).collect();
        for (k, a) in templates.iter().enumerate() {
            for (l, b) in templates.iter().enumerate().take(k) {
                let (x, y) = (root(&joined, places[k]), root(&joined, places[l]));
                if x != y && a.is_like(b) {
                    joined[x.max(y)] = x.min(y);
                }
            }
        }
        let group = |(place, site): (usize, &&str)| {
            ((*site).to_owned(), sites[root(&joined, place)].to_owned())
        };
        Self(sites.iter().enumerate().map(group).collect())
    }

    /// Returns the group of a site.
    pub(crate) fn of(&self, site: &str) -> String {
        self.0.get(site).map_or(site, String::as_str).to_owned()
    }
}

/// Returns the representative of a group (union-find).
fn root(joined: &[usize], mut place: usize) -> usize {
    while joined[place] != place {
        place = joined[place];
    }
    place
}

/// Divides names into folds, 0 to `folds - 1`. They are ordered by a hash, which is the same on
/// every machine and independent of the alphabet. Sizes differ by at most one name.
pub(crate) fn by_site<'a>(
    sites: impl Iterator<Item = &'a str>,
    folds: usize,
) -> BTreeMap<String, usize> {
    let mut hashed: Vec<_> = sites
        .map(|site| (Sha256::digest(site.as_bytes()), site))
        .collect();
    hashed.sort_unstable();
    hashed.dedup();
    hashed
        .into_iter()
        .enumerate()
        .map(|(rank, (_, site))| (site.to_owned(), rank % folds.max(1)))
        .collect()
}

/// Name of the file with the fold of each site, in a folder of models.
const FILE: &str = "folds.json";

/// Writes the fold of each site.
///
/// # Errors
///
/// If the file can't be written.
pub(crate) fn write(folder: &Path, folds: &BTreeMap<&str, &usize>) -> Result<()> {
    let path = folder.join(FILE);
    fs::write(&path, serde_json::to_string_pretty(folds)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the fold of each site.
///
/// # Errors
///
/// If the file can't be read.
pub(crate) fn read(folder: &Path) -> Result<BTreeMap<String, usize>> {
    let path = folder.join(FILE);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is not a valid list of folds", path.display()))
}

#[cfg(test)]
mod tests {
    use pith::page::Limits;
    use pith::source::html;

    use super::*;

    #[test]
    fn folds_are_even_and_stable() {
        let sites: Vec<String> = (0..23).map(|n| format!("site{n}.example")).collect();
        let folds = by_site(sites.iter().chain(&sites[..5]).map(String::as_str), 5);
        assert_eq!(folds.len(), 23);
        let mut sizes = [0; 5];
        for &fold in folds.values() {
            sizes[fold] += 1;
        }
        assert_eq!(sizes, [5, 5, 5, 4, 4]);
        let reversed = by_site(sites.iter().rev().map(String::as_str), 5);
        assert_eq!(folds, reversed);
    }

    #[test]
    fn sites_with_similar_templates_form_one_group() {
        let template = |site: &str, names: std::ops::Range<u8>| {
            let name = |n: u8| format!("<p class='part-{} post-{n}7'>a", char::from(b'a' + n));
            let text: String = names.map(name).collect();
            let page = html::read(&text, "", Limits::default()).expect("a page");
            ClassNames::new(&page, site.to_owned())
        };
        // The second shares 14 of 16 names with the first, the third is similar only to the second,
        // the fourth to none. The fifth has too few names to compare.
        let templates = [
            template("b.example", 0..15),
            template("a.example", 1..16),
            template("c.example", 6..22),
            template("d.example", 16..26),
            template("e.example", 0..3),
            template("e.example", 0..15),
            template("f.example", 0..3),
        ];
        let groups = Groups::new(templates.iter());
        let of: Vec<String> = "abcdef"
            .chars()
            .map(|c| groups.of(&format!("{c}.example")))
            .collect();
        let expected = ["a", "a", "a", "d", "a", "f"].map(|c| format!("{c}.example"));
        assert_eq!(of, expected);
    }
}
