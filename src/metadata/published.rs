//! The dates of publication and of the last change.
//!
//! Sources in order of trust: JSON-LD, named values in the head, microdata and `time` elements near
//! the title, the URL, visible text near the title, `time` elements anywhere. If the first two give
//! an instant in UTC, the day is that of the others beside it.

mod elements;
mod lines;

use super::date::Date;
use super::path_date::path_date;
use super::rule::{Fact, Log, Rule, Trust, Verdict, decide};
use super::sources::Sources;
use crate::page::{NodeId, Tag};
use crate::vocabulary::List;
use elements::{Mark, Marked, marked};
use lines::{DatesNearTitle, beside, in_next_cell, labeled, lone};

/// Maximum nodes between the title and the article's date; above the title half of that: with
/// fewer, one below a large image is missed; with more, those of other articles count.
const NEAR: u32 = 400;

/// Factor for the distance of a date above the title, compared with one below it: text after a
/// title has its date more often than text above.
const ABOVE: u32 = 2;

/// A way to find a date.
type Find = fn(&Candidates<'_>) -> Option<Date>;

const PUBLISHED: &[Rule<Find>] = &[
    Rule::new("json-ld", Trust::Declared, |s| {
        s.read(s.sources.work.published.as_deref()?)
    }),
    Rule::new("named-value", Trust::Templated, |s| {
        s.named(List::NamedPublished)
    }),
    Rule::new("marked", Trust::Shown, |s| s.first(Mark::Published)),
    Rule::new("url", Trust::Shown, |s| s.in_url),
    Rule::new("said-near-title", Trust::Shown, |s| s.near_title.published),
    Rule::new("plain-near-title", Trust::Shown, |s| s.plain),
    Rule::new("marked-plain", Trust::Guessed, |s| s.first(Mark::Plain)),
    Rule::new("labelled", Trust::Guessed, |s| {
        labeled(s.sources, List::PublishedLabel)
    }),
    Rule::new("next-cell", Trust::Guessed, |s| in_next_cell(s.sources)),
    Rule::new("lone-line", Trust::Guessed, |s| lone(s.sources)),
    Rule::new("marked-in-chrome", Trust::Guessed, in_chrome),
    Rule::new("beside-title", Trust::Guessed, |s| beside(s.sources)),
];

const MODIFIED: &[Rule<Find>] = &[
    Rule::new("json-ld", Trust::Declared, |s| {
        s.read(s.sources.work.modified.as_deref()?)
    }),
    Rule::new("named-value", Trust::Templated, |s| {
        s.named(List::NamedModified)
    }),
    Rule::new("marked", Trust::Shown, |s| s.first(Mark::Modified)),
    Rule::new("said-near-title", Trust::Shown, |s| s.near_title.modified),
    Rule::new("labelled", Trust::Guessed, |s| {
        labeled(s.sources, List::ModifiedLabel)
    }),
];

/// The dates of a page.
#[derive(Debug, Default)]
pub(super) struct Dates {
    pub(super) published: Option<Date>,
    pub(super) modified: Option<Date>,
}

/// Finds the dates.
pub(super) fn dates<L: Log>(sources: &Sources<'_>, log: &mut L) -> Dates {
    let candidates = Candidates::gather(sources);
    let published = decide(Fact::Published, PUBLISHED, |find| find(&candidates), log);
    let published = published.map(|(date, trust)| candidates.put_right(date, trust));
    let modified = decide(Fact::Modified, MODIFIED, |find| find(&candidates), log);
    let modified = modified.map(|(date, _)| date);
    // A change before the publication is a slip of the template.
    let follows = |m: &Date| published.is_none_or(|p| m.day() >= p.day());
    if modified.is_some_and(|m| !follows(&m)) {
        log.reject(Fact::Modified, Verdict::BeforePublication);
    }
    Dates {
        published,
        modified: modified.filter(follows),
    }
}

/// Candidates for the dates.
struct Candidates<'a> {
    sources: &'a Sources<'a>,
    marked: Vec<Marked>,
    in_url: Option<Date>,
    near_title: DatesNearTitle,
    /// A date near the title, of an unknown kind.
    plain: Option<Date>,
}

impl<'a> Candidates<'a> {
    fn gather(sources: &'a Sources<'a>) -> Self {
        let marked = marked(sources, false);
        let near_title = DatesNearTitle::read(sources);
        Self {
            plain: nearest(&marked, Mark::Plain, sources.title).or(near_title.plain),
            in_url: path_date(sources.page.url()).and_then(|(y, m, d)| Date::new(y, m, d)),
            sources,
            marked,
            near_title,
        }
    }

    /// Reads a value of the head. Templates write days and months in the order of another country
    /// than the page's: if both are possible, the visible day counts.
    fn read(&self, value: &str) -> Option<Date> {
        let order = self.sources.order;
        let date = Date::from_value(value, order)?;
        let other = Date::from_value(value, order.other())?;
        if date.day() == other.day() {
            return Some(date);
        }
        let is_shown = |date: &Date| self.shown().any(|shown| shown.day() == date.day());
        Some(match !is_shown(&date) && is_shown(&other) {
            true => other,
            false => date,
        })
    }

    /// Returns the days that a reader is shown as those of the publication, or as they may be.
    fn shown(&self) -> impl Iterator<Item = Date> {
        let labeled = labeled(self.sources, List::PublishedLabel);
        let shown = [
            self.in_url,
            self.near_title.published,
            self.near_title.plain,
            self.plain,
        ];
        shown
            .into_iter()
            .flatten()
            .chain(self.near_title.modified)
            .chain(labeled)
    }

    /// Returns the date of the first named value of a list that is one.
    fn named(&self, names: List) -> Option<Date> {
        let mut values = self.sources.tags.any(names.words());
        values.find_map(|value| self.read(value))
    }

    /// Returns the day that a reader is shown near the title without a label, alone or in an element
    /// for dates, if it is neither the head's day, in either order of day and month, nor the day of
    /// a change, and the head's day is nowhere on the page.
    fn in_its_place(&self, date: &Date) -> Option<Date> {
        let is_other = |other: &Date| {
            let (year, month, day) = other.day();
            date.day() != other.day() && date.day() != (year, day, month)
        };
        let modified = self.sources.work.modified.as_deref();
        let changes = modified.and_then(|value| self.read(value));
        let changes = changes.into_iter().chain(self.named(List::NamedModified));
        let plain = self.plain.filter(is_other)?;
        let is_change = changes
            .chain(self.of(Mark::Modified))
            .chain(self.near_title.modified)
            .any(|change| change.day() == plain.day() || change.falls_on(&plain));
        let is_shown = self
            .shown()
            .chain(self.marked.iter().map(|marked| marked.date))
            .any(|shown| !is_other(&shown));
        // A line with more text may be about another day.
        let is_alone = self
            .of(Mark::Plain)
            .chain(lone(self.sources))
            .any(|alone| alone.day() == plain.day());
        (!is_change && !is_shown && is_alone).then_some(plain)
    }

    fn of(&self, mark: Mark) -> impl Iterator<Item = Date> {
        let marked = self.marked.iter().filter(move |m| m.mark == mark);
        marked.map(|m| m.date)
    }

    fn first(&self, mark: Mark) -> Option<Date> {
        self.of(mark).next()
    }

    /// Returns a date of publication as it was shown, to the second if that is known.
    fn put_right(&self, date: Date, trust: Trust) -> Date {
        let mut date = date;
        // An instant in UTC may be another day than the one a reader was shown.
        if trust <= Trust::Templated {
            let shown = [self.in_url, self.near_title.published, self.plain];
            let mut shown = shown.into_iter().flatten();
            date = shown
                .find(|shown| date.falls_on(shown))
                // An instant in the site's own zone that JSON-LD states is exact.
                .or_else(
                    || match trust == Trust::Declared && date.is_local_instant() {
                        true => None,
                        false => self.in_its_place(&date),
                    },
                )
                .unwrap_or(date);
        }
        // The same day may be known to the second elsewhere.
        if date.has_time() {
            return date;
        }
        self.of(Mark::Plain)
            .find(|d| d.has_time() && d.day() == date.day())
            .unwrap_or(date)
    }
}

/// Returns the marked date nearest to the title, if it is near.
fn nearest(marked: &[Marked], mark: Mark, title: Option<NodeId>) -> Option<Date> {
    let title = title?;
    let distance = |node: NodeId| {
        if node >= title {
            node.0 - title.0
        } else {
            (title.0 - node.0) * ABOVE
        }
    };
    marked
        .iter()
        .filter(|m| m.mark == mark && distance(m.node) < NEAR)
        .min_by_key(|m| distance(m.node))
        .map(|m| m.date)
}

/// Returns a date in a part that is called a menu or the like: a template may call the line below
/// the title its footer.
fn in_chrome(candidates: &Candidates<'_>) -> Option<Date> {
    let sources = candidates.sources;
    let chrome = marked(sources, true);
    nearest(&chrome, Mark::Published, sources.title).or_else(|| only_time(sources, &chrome))
}

/// Returns the day of every `time` in the title's own article, if all of those are in parts with a
/// sidebar's name or the like.
fn only_time(sources: &Sources<'_>, chrome: &[Marked]) -> Option<Date> {
    let page = sources.page;
    let article = page
        .ancestors(sources.title?)
        .find(|&a| page.tag(a) == Tag::Article)?;
    let mut times = chrome
        .iter()
        .filter(|m| page.tag(m.node) == Tag::Time && page.contains(article, m.node))
        .map(|m| m.date);
    let first = times.next()?;
    times.all(|t| t.day() == first.day()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::rule::assert_in_order;
    use super::*;

    #[test]
    fn rules_are_in_order_of_trust() {
        assert_in_order(PUBLISHED);
        assert_in_order(MODIFIED);
    }
}
