//! The dates of publication and of the last change.
//!
//! Sources in order of trust: JSON-LD, named values in the head, microdata and `time` elements near
//! the title, the URL, visible text near the title, `time` elements anywhere. If one of the first
//! two gives an instant in UTC, the other sources determine the day.

mod elements;
mod lines;

use super::date::Date;
use super::path_date::path_date;
use super::rule::{Fact, Log, Rule, Trust, Verdict, decide};
use super::sources::Sources;
use crate::page::{NodeId, Tag};
use crate::vocabulary::List;
use elements::{Mark, Marked, marked, of_account};
use lines::{DatesNearTitle, beside, in_next_cell, labeled, lone};

/// Maximum nodes between the title and the article's date, half of that above the title: with
/// fewer, a date below a large image is missed; with more, dates of other articles are included.
const NEAR: u32 = 400;

/// Weight of the distance of a date above the title, relative to one below: the date is more often
/// below the title.
const ABOVE: u32 = 2;

/// A method of finding a date.
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
    Rule::new("introduced-near-title", Trust::Shown, |s| {
        s.near_title.published
    }),
    Rule::new("plain-near-title", Trust::Shown, |s| s.plain),
    Rule::new("marked-plain", Trust::Guessed, |s| s.first(Mark::Plain)),
    Rule::new("labeled", Trust::Guessed, |s| {
        labeled(s.sources, List::PublishedLabel)
    }),
    Rule::new("next-cell", Trust::Guessed, |s| in_next_cell(s.sources)),
    Rule::new("lone-line", Trust::Guessed, |s| lone(s.sources)),
    Rule::new("marked-in-chrome", Trust::Guessed, in_chrome),
    Rule::new("beside-title", Trust::Guessed, |s| beside(s.sources)),
    Rule::new("account-post", Trust::Guessed, |s| of_account(s.sources)),
];

const MODIFIED: &[Rule<Find>] = &[
    Rule::new("json-ld", Trust::Declared, |s| {
        s.read(s.sources.work.modified.as_deref()?)
    }),
    Rule::new("named-value", Trust::Templated, |s| {
        s.named(List::NamedModified)
    }),
    Rule::new("marked", Trust::Shown, |s| s.first(Mark::Modified)),
    Rule::new("introduced-near-title", Trust::Shown, |s| {
        s.near_title.modified
    }),
    Rule::new("labeled", Trust::Guessed, |s| {
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
    let published = published.map(|(date, trust)| candidates.corrected(date, trust));
    let modified = decide(Fact::Modified, MODIFIED, |find| find(&candidates), log);
    let modified = modified.map(|(date, _)| date);
    // A change before the publication is a mistake in the template.
    let follows = |m: &Date| published.is_none_or(|p| m.day() >= p.day());
    if modified.is_some_and(|m| !follows(&m)) {
        log.reject(Fact::Modified, Verdict::BeforePublication);
    }
    Dates {
        published,
        modified: modified.filter(follows),
    }
}

/// Sources of dates.
struct Candidates<'a> {
    sources: &'a Sources<'a>,
    marked: Vec<Marked>,
    in_url: Option<Date>,
    near_title: DatesNearTitle,
    /// A date of unknown kind near the title.
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

    /// Reads a value of the head. Templates may write day and month in the order of a country other
    /// than the page's: if both orders are possible, the visible date decides.
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

    /// Returns the visible days that are, or may be, those of the publication.
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

    /// Returns the first valid date among the named values of a list.
    fn named(&self, names: List) -> Option<Date> {
        let mut values = self.sources.tags.any(names.words());
        values.find_map(|value| self.read(value))
    }

    /// Returns the unlabeled day shown near the title, alone or in an element for dates. It has to
    /// differ from the head's day, in either order of day and month, and from the day of a change,
    /// and the head's day must not be shown anywhere on the page.
    fn replacement(&self, date: &Date) -> Option<Date> {
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
        // A line with more text may refer to another day.
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

    /// Returns a date of publication as shown on the page, with the time if known.
    fn corrected(&self, date: Date, trust: Trust) -> Date {
        let mut date = date;
        // In UTC an instant may be on another day than the one shown.
        if trust <= Trust::Templated {
            let shown = [self.in_url, self.near_title.published, self.plain];
            let mut shown = shown.into_iter().flatten();
            date = shown
                .find(|shown| date.falls_on(shown))
                // An instant in the site's time zone in JSON-LD is exact.
                .or_else(
                    || match trust == Trust::Declared && date.is_local_instant() {
                        true => None,
                        false => self.replacement(&date),
                    },
                )
                .unwrap_or(date);
        }
        // Another source may have the time of the same day.
        if date.has_time() {
            return date;
        }
        self.of(Mark::Plain)
            .find(|d| d.has_time() && d.day() == date.day())
            .unwrap_or(date)
    }
}

/// Returns the marked date nearest to the title, if within reach.
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

/// Returns a date in a part that is named as a menu or the like: a template may name the line below
/// the title a footer.
fn in_chrome(candidates: &Candidates<'_>) -> Option<Date> {
    let sources = candidates.sources;
    let chrome = marked(sources, true);
    nearest(&chrome, Mark::Published, sources.title).or_else(|| only_time(sources, &chrome))
}

/// Returns the date of the `time` elements of the title's `article` in parts named as sidebars or
/// the like, if they have the same day. A post without a title is in the page's only `article`.
fn only_time(sources: &Sources<'_>, chrome: &[Marked]) -> Option<Date> {
    let page = sources.page;
    let is_article = |n: &NodeId| page.tag(*n) == Tag::Article;
    let article = match sources.title {
        Some(title) => page.ancestors(title).find(is_article)?,
        None => {
            let mut articles = page.subtree(page.body()).filter(is_article);
            articles.next().filter(|_| articles.next().is_none())?
        }
    };
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
