//! A simulated user who knows the truth, corrects a page, and saves the corrections for the site.

use std::time::Duration;

use anyhow::{Context, Result};
use pith::page::{Attr, NodeId, Page};
use pith::select::{Override, Overrides, Reason, Rule, Selection, SiteRules};
use rustix::time::{ClockId, clock_gettime};

use super::gains::{Corrected, Gains, Means, PageGain};
use super::judged::{Judged, Sums, is_text};
use super::sites::Site;
use super::ways::Way;
use crate::corpus::Corpus;
use crate::rows::Truth;

/// Minimum gain in F1 for which the simulated user makes a correction.
const MIN_GAIN: f64 = 0.01;

/// Minimum share of labeled words in a removed part that the user restores.
const MIN_LABELED_SHARE: f64 = 0.6;

/// The result for a site.
pub(super) struct OfSite {
    pub(super) corrected: Corrected,
    pub(super) means: Means,
    pub(super) gains: Gains,
}

/// The pages of a site and their selections.
struct Found<'a> {
    pages: &'a [Page],
    rows: &'a [&'a Truth],
    selections: Vec<Selection>,
    judged: Vec<Judged>,
}

impl<'a> Found<'a> {
    fn new(way: Way, pages: &'a [Page], rows: &'a [&'a Truth], right: usize) -> Result<Self> {
        let selections = way.select(pages, rows, right)?;
        let judge = |((page, found), row): ((&Page, &Selection), &&Truth)| {
            Judged::new(page, found, row.text.as_deref().unwrap_or_default())
        };
        let judged = pages.iter().zip(&selections).zip(rows).map(judge).collect();
        Ok(Self {
            pages,
            rows,
            selections,
            judged,
        })
    }

    fn f1(&self, page: usize) -> f64 {
        let judged = &self.judged[page];
        judged.f1(judged.sums(&self.selections[page]))
    }

    /// Returns the page with the lowest F1.
    fn worst(&self) -> usize {
        let places = 0..self.pages.len();
        places
            .min_by(|&a, &b| self.f1(a).total_cmp(&self.f1(b)))
            .unwrap_or_default()
    }

    /// Returns the rules made from corrections of a page.
    fn site_rules(&self, page: usize, most: usize, means: Means) -> SiteRules {
        let found = &self.selections[page];
        let mut site = SiteRules::default();
        if means != Means::Rules {
            site.bylines = self.gain_of_bylines(page) >= MIN_GAIN;
        }
        if means == Means::Bylines {
            return site;
        }
        let (base, _) = found.with_site_rules(&self.pages[page], &only_bylines(site.bylines));
        let (corrected, corrections) = self.corrected(page, base, most);
        for (node, keep) in corrections {
            if let Ok(rule) = Rule::new(&self.pages[page], [found, &corrected], node, keep) {
                site.add(rule);
            }
        }
        site
    }

    /// Describes the corrections of a page, one per line.
    fn descriptions(&self, page: usize, site: &SiteRules, most: usize) -> Vec<String> {
        let (read, found) = (&self.pages[page], &self.selections[page]);
        let (base, _) = found.with_site_rules(read, &only_bylines(site.bylines));
        let (corrected, corrections) = self.corrected(page, base, most);
        let describe = |(node, keep): (NodeId, bool)| {
            let rule = Rule::new(read, [found, &corrected], node, keep);
            let what = if keep { "keep" } else { "drop" };
            let name = read.attr(node, Attr::Class).unwrap_or_default();
            let text: String = read.visible_text(node).chars().take(60).collect();
            let tag = read.tag(node).name();
            let refusal = rule.err().map(|reason| format!(" ({reason})"));
            format!(
                "{what} {tag}.{name} {text:?}{}",
                refusal.unwrap_or_default()
            )
        };
        corrections.into_iter().map(describe).collect()
    }

    fn gain_of_bylines(&self, page: usize) -> f64 {
        let judged = &self.judged[page];
        let before = judged.sums(&self.selections[page]);
        let mut after = before;
        for (i, block) in self.selections[page].blocks.iter().enumerate() {
            if block.outcome == Some(Reason::Byline) {
                let (words, in_truth) = judged.words(i);
                after.words += words as i64;
                after.in_truth += in_truth as i64;
            }
        }
        judged.f1(after) - judged.f1(before)
    }

    /// Corrects a page; returns the new selection and the corrections.
    fn corrected(
        &self,
        page: usize,
        found: Selection,
        most: usize,
    ) -> (Selection, Vec<(NodeId, bool)>) {
        let mut corrected = found.clone();
        let mut corrections = Vec::new();
        while corrections.len() < most {
            let Some(next) = self.best(page, &corrected) else {
                break;
            };
            corrections.push(next);
            let overrides = Overrides {
                nodes: corrections
                    .iter()
                    .map(|&(node, keeps)| (node, Override::of(keeps)))
                    .collect(),
                ..Overrides::default()
            };
            match found.overridden(&self.pages[page], &overrides) {
                Ok(overridden) => corrected = overridden,
                Err(_) => break,
            }
        }
        (corrected, corrections)
    }

    /// Returns the element whose removal or restoring gains most, and true if it's to be kept.
    fn best(&self, k: usize, selection: &Selection) -> Option<(NodeId, bool)> {
        let (page, judged) = (&self.pages[k], &self.judged[k]);
        let blocks = &selection.blocks;
        let mut sums = vec![[Sums::default(); 2]];
        for (i, block) in blocks.iter().enumerate() {
            let mut next = sums[i];
            let (words, in_truth) = judged.words(i);
            let of = &mut next[usize::from(is_text(block))];
            of.words += words as i64;
            of.in_truth += in_truth as i64;
            sums.push(next);
        }
        let all = sums[blocks.len()][1];
        let before = judged.f1(all);
        let mut best = None;
        let mut most = MIN_GAIN;
        for id in page
            .descendants(page.body())
            .filter(|&id| page.is_element(id))
        {
            let start = blocks.partition_point(|block| block.leaves[0] < id);
            let end = page.end(id);
            let end = blocks.partition_point(|b| b.leaves.last().is_some_and(|&last| last < end));
            if end <= start {
                continue;
            }
            for (which, sign) in [(1, -1), (0, 1)] {
                let of =
                    |field: fn(&Sums) -> i64| field(&sums[end][which]) - field(&sums[start][which]);
                let (words, in_truth) = (of(|s| s.words), of(|s| s.in_truth));
                let share = in_truth as f64 / words.max(1) as f64;
                let keep = which == 0;
                // An element with most of the article can't become a rule: the user picks its
                // parts.
                let inside = words + sums[end][1].words - sums[start][1].words;
                let is_most = keep && 2 * inside > all.words + words;
                let is_right = if keep {
                    share >= MIN_LABELED_SHARE
                } else {
                    share < 0.5
                };
                if words == 0 || is_most || !is_right {
                    continue;
                }
                let after = judged.f1(Sums {
                    words: all.words + sign * words,
                    in_truth: all.in_truth + sign * in_truth,
                });
                if after - before > most {
                    most = after - before;
                    best = Some((id, keep));
                }
            }
        }
        best
    }

    /// Applies the rules of a page to the others.
    fn gains(&self, right: usize, site: &SiteRules) -> (Vec<PageGain>, Duration) {
        let mut time = Duration::ZERO;
        let mut gains = Vec::new();
        for k in (0..self.pages.len()).filter(|&k| k != right) {
            let before = self.f1(k);
            let start = cpu_time();
            let (after, _) = self.selections[k].with_site_rules(&self.pages[k], site);
            time += cpu_time().saturating_sub(start);
            gains.push(PageGain {
                page: self.rows[k].id.clone(),
                before,
                after: self.judged[k].f1(self.judged[k].sums(&after)),
            });
        }
        (gains, time)
    }
}

/// Returns rules that contain only the setting for bylines and dates.
fn only_bylines(bylines: bool) -> SiteRules {
    SiteRules {
        bylines,
        ..SiteRules::default()
    }
}

/// Returns the gains on a site's other pages from the corrections of one.
pub(super) fn simulate(
    corpus: &Corpus,
    site: &Site,
    way: Way,
    most: usize,
    any_page: bool,
) -> Result<Vec<OfSite>> {
    let set = &corpus.sets[site.set];
    let rows: Vec<&Truth> = site.pages.iter().map(|&k| &set.rows[k]).collect();
    let pages: Result<Vec<Page>> = rows.iter().map(|row| corpus.page(set, row)).collect();
    let pages = pages.context("cannot read a page")?;
    // All methods correct the same page, so that their results can be compared.
    let one_click = Found::new(Way::OneClick, &pages, &rows, 0)?;
    let worst = one_click.worst();
    let start = cpu_time();
    let found = Found::new(way, &pages, &rows, worst)?;
    let detection = cpu_time().saturating_sub(start);
    let worst = if way == Way::CetdDs {
        found.worst()
    } else {
        worst
    };
    let mut results = Vec::new();
    for means in Means::ALL {
        let site_rules = found.site_rules(worst, most, means);
        let (gains, applying) = found.gains(worst, &site_rules);
        let of = |gains, applying| Gains {
            site: site.name.clone(),
            is_clean: site.is_clean(),
            held_back: false,
            rules: site_rules
                .rules
                .iter()
                .map(|rule| rule.bytes().len())
                .collect(),
            pages: gains,
            applying,
            detection,
            corrections: match means {
                Means::Bylines => Vec::new(),
                _ => found.descriptions(worst, &site_rules, most),
            },
        };
        results.push(OfSite {
            corrected: Corrected::Worst,
            means,
            gains: of(gains, applying),
        });
        if !any_page || way.learns_from_truth() {
            continue;
        }
        let mut all = Vec::new();
        for right in 0..pages.len() {
            all.extend(found.gains(right, &found.site_rules(right, most, means)).0);
        }
        results.push(OfSite {
            corrected: Corrected::Any,
            means,
            gains: of(all, Duration::ZERO),
        });
    }
    Ok(results)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}
