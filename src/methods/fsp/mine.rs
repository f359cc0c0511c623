//! Mining: frequent fuzzy sequential items, and their patterns (Sect. 3, Algorithm 1).
//!
//! 1. The segments of every sample page, as numbers of tokens per line, become exact items.
//! 2. An item is *frequent* if an overlapping one is on enough pages, a whole segment if enough
//!    pages have a run of lines identical with it. An infrequent item makes every sequence with it
//!    infrequent (Apriori), so only segments of frequent items are looked for.
//! 3. Every segment identical with a frequent whole segment is removed; the frequent one is a
//!    pattern (Algorithm 1, lines 6 to 9).
//! 4. Of the segments left, items that no frequent sequence matches are widened by the current
//!    fuzzy factor; matched ones keep their range (lines 1, 2, 10 to 12).
//! 5. The factor grows by one, a tenth of each line's length, up to [`MAX_FACTOR`].
//!
//! Cost: per round the number of distinct segments times the lines of all pages, times the length
//! of the common parts of runs.
//!
//! # Deviations from the paper
//!
//! - *Longer partial matches are not enumerated.* Only two kinds of frequent sequential items take
//!   part in Algorithm 1: those identical with a whole segment, and those that match an item in a
//!   part of one. As every single item of a frequent sequence is frequent, the items matched in
//!   part are just the frequent single items. The result is the same; a test compares it with the
//!   plain level-by-level search.
//! - *Ranges are widened by tenths*: the paper scales by "the current fuzzy factor" and gives no
//!   unit. At [`MAX_FACTOR`], [0, twice the length], any two lines overlap.
//! - *A segment all of whose items are frequent, though nowhere together, is widened as a whole*:
//!   by the letter of Algorithm 1 it would never change.
//! - Segments that are identical with a pattern of the same round don't add a second one.

use std::collections::BTreeMap;

use super::patterns::{Item, Pattern, Patterns, fuzzy_identical};

/// The last fuzzy factor. A segment that still matches nothing has no pattern.
pub(crate) const MAX_FACTOR: u32 = 10;

/// Minimum share of the sample pages that a frequent item is on (`minSup`, Sect. 4.1: 80 %).
pub(crate) const MIN_SUPPORT: f32 = 0.8;

/// Number of a site's sample pages that patterns are mined from (Sect. 4.1).
pub const SAMPLE_PAGES: usize = 5;

/// The segments of a page: the number of tokens on each of their lines.
///
/// ```
/// use pith::methods::fsp::{Sample, mine};
///
/// let page: Sample = vec![vec![1, 3]];
/// assert_eq!(mine(&[page.clone(), page]).to_string(), "1 3\n");
/// ```
pub type Sample = Vec<Vec<u32>>;

/// Returns the patterns of a site, mined from sample pages. Pages without text don't count.
///
/// ```
/// use pith::methods::fsp::{mine, sample};
/// use pith::{Limits, source};
///
/// let page = |name: &str| {
///     let html = format!("<h1>{name}</h1><ul><li>Start here<li>News today</ul>");
///     source::html::read(&html, "", Limits::default())
/// };
/// let pages = [sample(&page("The ferry")?), sample(&page("A mill")?)];
/// // The menu has the same tokens on every page.
/// let patterns = mine(&pages).to_string();
/// assert!(patterns.lines().any(|pattern| pattern == "2 2"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn mine(pages: &[Sample]) -> Patterns {
    let pages: Vec<&Sample> = pages.iter().filter(|page| !page.is_empty()).collect();
    let support = (pages.len() as f32 * MIN_SUPPORT).ceil() as usize;
    let mut patterns = Vec::new();
    if pages.len() < 2 {
        return Patterns(patterns);
    }
    let exact = |page: &&Sample| {
        page.iter()
            .map(|lines| UnmatchedSegment::exact(lines))
            .collect()
    };
    let mut pages: Vec<Vec<UnmatchedSegment>> = pages.iter().map(exact).collect();
    for factor in 0..=MAX_FACTOR {
        let frequent = Frequent::new(&pages, support);
        let new = patterns.len();
        for items in &frequent.whole {
            let known = |p: &Pattern| fuzzy_identical(&p.items, items);
            if !patterns[new..].iter().any(known) {
                let items = items.clone();
                patterns.push(Pattern { items });
            }
        }
        for page in &mut pages {
            page.retain(|segment| !frequent.identical(&segment.items));
            for segment in page {
                segment.widen(factor + 1, &frequent);
            }
        }
    }
    Patterns(patterns)
}

/// A segment that has no pattern yet.
struct UnmatchedSegment {
    tokens: Vec<u32>,
    items: Vec<Item>,
}

impl UnmatchedSegment {
    fn exact(tokens: &[u32]) -> Self {
        Self {
            tokens: tokens.to_vec(),
            items: tokens.iter().map(|&n| Item::exact(n)).collect(),
        }
    }

    fn widen(&mut self, factor: u32, frequent: &Frequent) {
        let matched: Vec<bool> = self.items.iter().map(|&i| frequent.item(i)).collect();
        let stuck = matched.iter().all(|&m| m);
        for ((item, &tokens), matched) in self.items.iter_mut().zip(&self.tokens).zip(matched) {
            if stuck || !matched {
                *item = Item::scaled(tokens, factor);
            }
        }
    }
}

/// The items and segments that are frequent in a round.
struct Frequent {
    /// The items of each page, indexed for overlaps.
    items: Vec<Overlaps>,
    support: usize,
    /// Distinct whole segments, in order.
    whole: Vec<Vec<Item>>,
    /// The indices into `whole` of the segments of each length.
    by_size: BTreeMap<usize, Vec<usize>>,
}

impl Frequent {
    fn new(pages: &[Vec<UnmatchedSegment>], support: usize) -> Self {
        // Distinct segments, each with the pages it is on.
        let mut distinct: BTreeMap<&[Item], Vec<bool>> = BTreeMap::new();
        for (i, page) in pages.iter().enumerate() {
            for segment in page {
                let on = distinct
                    .entry(&segment.items)
                    .or_insert_with(|| vec![false; pages.len()]);
                on[i] = true;
            }
        }
        let mut frequent = Self {
            items: pages.iter().map(|page| Overlaps::new(page)).collect(),
            support,
            whole: Vec::new(),
            by_size: BTreeMap::new(),
        };
        for (candidate, on) in &distinct {
            if !candidate.iter().all(|&item| frequent.item(item)) {
                continue;
            }
            let mut found = on.clone();
            for (segment, on) in &distinct {
                let news = found.iter().zip(on).any(|(&found, &on)| on && !found);
                if news && has_run(segment, candidate) {
                    for (found, &on) in found.iter_mut().zip(on) {
                        *found |= on;
                    }
                }
            }
            if found.iter().filter(|&&f| f).count() >= support {
                let size = frequent.by_size.entry(candidate.len()).or_default();
                size.push(frequent.whole.len());
                frequent.whole.push(candidate.to_vec());
            }
        }
        frequent
    }

    /// Returns whether a single item is on enough pages.
    fn item(&self, item: Item) -> bool {
        let on = self.items.iter().filter(|page| page.contains(item));
        on.count() >= self.support
    }

    /// Returns whether a whole segment is identical to a frequent one.
    fn identical(&self, items: &[Item]) -> bool {
        let same_size = self.by_size.get(&items.len());
        same_size.is_some_and(|same_size| {
            let mut same_size = same_size.iter();
            same_size.any(|&i| fuzzy_identical(&self.whole[i], items))
        })
    }
}

/// Returns whether a run of the segment's lines is identical to the candidate.
fn has_run(segment: &[Item], candidate: &[Item]) -> bool {
    let mut runs = segment.windows(candidate.len().max(1));
    runs.any(|run| fuzzy_identical(run, candidate))
}

/// The ranges of a page sorted by their minimum, each with the greatest maximum so far.
struct Overlaps(Vec<(u32, u32)>);

impl Overlaps {
    fn new(segments: &[UnmatchedSegment]) -> Self {
        let items = segments.iter().flat_map(|segment| &segment.items);
        let mut ranges: Vec<_> = items.map(|item| (item.min, item.max)).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let mut most = 0;
        for (_, max) in &mut ranges {
            most = most.max(*max);
            *max = most;
        }
        Self(ranges)
    }

    /// Returns whether a range overlaps the item's. `O(log ranges)`.
    fn contains(&self, item: Item) -> bool {
        let before = self.0.partition_point(|&(min, _)| min <= item.max);
        before > 0 && self.0[before - 1].1 >= item.min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[&[&[u32]]]) -> Vec<Sample> {
        let page = |page: &&[&[u32]]| page.iter().map(|s| s.to_vec()).collect();
        pages.iter().map(page).collect()
    }

    fn mined(pages: &[&[&[u32]]]) -> String {
        mine(&site(pages)).to_string().replace('\n', "; ")
    }

    #[test]
    fn identical_segments_form_a_pattern_without_fuzziness() {
        let pages: [&[&[u32]]; 5] = [&[&[2, 1, 1]]; 5];
        assert_eq!(mined(&pages), "2 1 1; ");
        assert_eq!(mine(&site(&pages)).0[0].factor(), 0.0);
    }

    #[test]
    fn support_requires_four_of_five_distinct_pages() {
        let menu: &[&[u32]] = &[&[2, 1]];
        let other: &[&[u32]] = &[&[30, 40, 50]];
        assert_eq!(mined(&[menu, menu, menu, menu, other]), "2 1; ");
        let twice: &[&[u32]] = &[&[2, 1], &[2, 1]];
        assert!(!mined(&[twice, menu, menu, other, other]).contains("2 1;"));
        // Four of four, but not three of four: 3.2 pages are 4.
        assert_eq!(mined(&[menu; 4]), "2 1; ");
        let unlike: &[&[u32]] = &[&[30], &[40]];
        assert!(!mined(&[menu, menu, menu, unlike]).contains("2 1;"));
        // A single page isn't evidence about a site.
        assert_eq!(mined(&[menu]), "");
        assert_eq!(mined(&[menu, &[]]), "");
    }

    #[test]
    fn run_inside_a_longer_segment_counts_as_support() {
        let menu: &[&[u32]] = &[&[2, 1]];
        let longer: &[&[u32]] = &[&[9, 2, 1, 9]];
        assert!(mined(&[menu, menu, menu, longer, longer]).starts_with("2 1; "));
        let apart: &[&[u32]] = &[&[2, 9, 1]];
        assert!(!mined(&[menu, menu, menu, apart, apart]).contains("2 1;"));
    }

    #[test]
    fn only_unmatched_items_widen_until_they_overlap() {
        // Dates of three tokens; titles of 10 and 14: 10 grows to [7, 13] and 14 to [9, 19] at 3;
        // at 2 it is [8, 12] and [11, 17], which overlap.
        let (a, b): (&[&[u32]], &[&[u32]]) = (&[&[10, 3]], &[&[14, 3]]);
        assert_eq!(mined(&[a, b, a, b, a]), "8..12/2 3; ");
        // The first items overlap at 2 and stay; the second ones, 100 and 160, at 3.
        let (a, b): (&[&[u32]], &[&[u32]]) = (&[&[10, 100]], &[&[14, 160]]);
        assert_eq!(mined(&[a, b, a, b, a]), "8..12/2 70..130/3; ");
    }

    #[test]
    fn segment_of_separately_frequent_items_widens_as_a_whole() {
        let pages: [&[&[u32]]; 5] = [
            &[&[20, 18]],
            &[&[18, 20]],
            &[&[20, 18]],
            &[&[18, 20]],
            &[&[20, 18]],
        ];
        assert_eq!(mined(&pages), "16..20/1 18..22/1; ");
    }

    #[test]
    fn more_regular_segments_have_less_fuzziness() {
        let pages: [&[&[u32]]; 5] = [
            &[&[1, 1, 1], &[8, 9, 7], &[60, 12]],
            &[&[1, 1, 1], &[7, 9, 9], &[15, 90]],
            &[&[1, 1, 1], &[9, 8, 8], &[33, 41]],
            &[&[1, 1, 1], &[8, 8, 9], &[80, 20]],
            &[&[1, 1, 1], &[9, 7, 7], &[25, 70]],
        ];
        let patterns = mine(&site(&pages));
        // A segment without similar ones in any round differs from page to page.
        let factor = |s: &[u32]| patterns.factor_of(s).unwrap_or(MAX_FACTOR as f32 + 1.0);
        let (menu, related) = (factor(&[1, 1, 1]), factor(&[8, 9, 7]));
        assert_eq!(menu, 0.0);
        assert!(menu < related && related < factor(&[60, 12]));
    }

    /// Returns all frequent runs of one round, level by level as in Apriori: runs of k items both
    /// of whose runs of k - 1 are frequent.
    fn apriori(pages: &[Sample], support: usize) -> Vec<Vec<u32>> {
        let windows = |page: &Sample, k: usize| -> Vec<Vec<u32>> {
            let runs = page.iter().flat_map(|s| s.windows(k).map(<[u32]>::to_vec));
            runs.collect()
        };
        let mut all: Vec<Vec<u32>> = Vec::new();
        for k in 1.. {
            let mut candidates: Vec<_> = pages.iter().flat_map(|p| windows(p, k)).collect();
            candidates.sort();
            candidates.dedup();
            candidates.retain(|c| {
                let parts = k == 1
                    || (all.contains(&c[1..].to_vec()) && all.contains(&c[..k - 1].to_vec()));
                let on = pages.iter().filter(|p| windows(p, k).contains(c));
                parts && on.count() >= support
            });
            if candidates.is_empty() {
                return all;
            }
            all.extend(candidates);
        }
        all
    }

    #[test]
    fn frequent_runs_agree_with_level_by_level_search() {
        arbtest::arbtest(|u| {
            let mut pages: Vec<Sample> = Vec::new();
            for _ in 0..5 {
                let mut page = Vec::new();
                for _ in 0..u.int_in_range(1..=4)? {
                    let n = u.int_in_range(1..=4)?;
                    let segment: Result<Vec<u32>, _> =
                        (0..n).map(|_| u.int_in_range(1..=3)).collect();
                    page.push(segment?);
                }
                pages.push(page);
            }
            let expected = apriori(&pages, 4);
            let segments: Vec<Vec<UnmatchedSegment>> = pages
                .iter()
                .map(|page| page.iter().map(|s| UnmatchedSegment::exact(s)).collect())
                .collect();
            let frequent = Frequent::new(&segments, 4);
            for segment in segments.iter().flatten() {
                let whole = frequent.identical(&segment.items);
                assert_eq!(whole, expected.contains(&segment.tokens));
                for (item, &n) in segment.items.iter().zip(&segment.tokens) {
                    // Matched by some frequent run exactly if the single item is frequent.
                    let matched = expected.iter().any(|run| run.contains(&n));
                    assert_eq!(frequent.item(*item), matched);
                }
            }
            Ok(())
        });
    }

    #[test]
    fn empty_and_very_long_pages_are_mined() {
        assert_eq!(mine(&[]), Patterns::default());
        assert_eq!(mine(&vec![Vec::new(); 5]), Patterns::default());
        let long: Vec<Sample> = (0..5u32)
            .map(|page| (0..50_000u32).map(|i| vec![i % 7 + page % 2]).collect())
            .collect();
        let patterns = mine(&long);
        assert_eq!(patterns, mine(&long));
        assert!(!patterns.0.is_empty());
        let one: Vec<Sample> = (0..5).map(|i| vec![vec![3; 50_000 + i]]).collect();
        assert_eq!(mine(&one).0.len(), 2);
    }
}
