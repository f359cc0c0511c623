//! Dates in lines of visible text.

use crate::compact::lower_case;
use crate::metadata::date::{self, Date, Order};
use crate::metadata::line::VisibleLine;
use crate::metadata::sources::Sources;
use crate::page::{NodeId, Tag};
use crate::vocabulary::List;

/// Lines before and after the title that may contain dates: with fewer, a date below a standfirst
/// is missed; with more, dates of other articles are included.
const BEFORE: usize = 8;
const AFTER: usize = 16;

/// Maximum characters of a line with dates of the article: longer ones are paragraphs, with dates
/// of the story.
const MAX_LINE_CHARS: usize = 200;

/// Maximum bytes before the date at the beginning of a paragraph.
const DATELINE: usize = 24;

/// Maximum bytes besides a date without a label: longer lines are sentences.
const BESIDE_PLAIN: usize = 100;

/// Maximum bytes of a line with a label anywhere on the page: longer lines are sentences that
/// contain the word.
const MAX_LABELED_BYTES: usize = 120;

/// Maximum bytes of a line that is only a date, and of other text in it: a weekday, a time, "on".
const MAX_LONE_BYTES: usize = 60;
const BESIDE_LONE: usize = 16;

/// Dates in visible lines near the title.
#[derive(Debug, Default)]
pub(super) struct DatesNearTitle {
    /// The day that a line labels as that of the publication.
    pub(super) published: Option<Date>,
    /// The day that a line labels as that of a change.
    pub(super) modified: Option<Date>,
    /// The day of an unlabeled line, preferably below the title.
    pub(super) plain: Option<Date>,
}

impl DatesNearTitle {
    /// Reads the lines near the title.
    pub(super) fn read(sources: &Sources<'_>) -> Self {
        let mut dates = Self::default();
        let title = sources.title.unwrap_or(NodeId(0));
        let mut above = None;
        let mut last: Option<&VisibleLine<'_>> = None;
        for line in sources.near_title(BEFORE, AFTER) {
            if sources.is_others(line) {
                continue;
            }
            let above_line = last.replace(line);
            if above_line.is_some_and(|term| is_other_term(sources, term)) {
                continue;
            }
            let label = above_line.filter(|l| is_label(sources, l));
            if line.text.chars().count() > MAX_LINE_CHARS {
                // A paragraph may begin with its date: "29.11.2022 – The ferry …".
                if line.first > title && dates.plain.is_none() {
                    let found = date::first_in(&line.text, sources.order);
                    dates.plain = found.filter(|f| f.start <= DATELINE).map(|f| f.date);
                }
                continue;
            }
            let label = label.map_or("", |label| &*label.text);
            dates.add(line, label, line.first < title, sources.order, &mut above);
        }
        dates.plain = dates.plain.or(above);
        dates
    }

    /// Adds the dates of a line; the label of the first may be on the line above. The last line
    /// above the title and the first below it take precedence.
    fn add(
        &mut self,
        line: &VisibleLine<'_>,
        label: &str,
        is_above: bool,
        order: Order,
        above: &mut Option<Date>,
    ) {
        let mut from = 0;
        for found in date::all_in(&line.text, order) {
            let mut lead = lower_case::of(&line.text[from..found.start]);
            if List::OthersLabel.any_in(&lead) {
                from = found.end;
                continue;
            }
            if from == 0 && !lead.chars().any(char::is_alphabetic) {
                // In some lists only a colon follows the label.
                lead = format!("{}:", lower_case::of(label));
            }
            from = found.end;
            let slot = if List::ModifiedLabel.begins_word_in(&lead) {
                &mut self.modified
            } else if List::PublishedLabel.begins_word_in(&lead) {
                &mut self.published
            } else if is_above {
                &mut *above
            } else if line.text.len() - (found.end - found.start) <= BESIDE_PLAIN {
                &mut self.plain
            } else {
                continue;
            };
            if slot.is_none() || is_above {
                *slot = Some(found.date);
            }
        }
    }
}

/// Returns whether a line may be the label of a date on the next line: short, without a date, and
/// neither the title nor another heading.
pub(super) fn is_label(sources: &Sources<'_>, line: &VisibleLine<'_>) -> bool {
    let page = sources.page;
    line.text.chars().count() <= MAX_LABEL_CHARS
        && page.tag(line.block).heading_level().is_none()
        && sources
            .title
            .is_none_or(|title| !page.contains(title, line.first))
        && date::first_in(&line.text, sources.order).is_none()
}

/// Returns the first date anywhere that follows one of `labels`.
pub(super) fn labeled(sources: &Sources<'_>, labels: List) -> Option<Date> {
    sources
        .content_lines()
        .filter(|line| line.text.len() <= MAX_LABELED_BYTES)
        .find_map(|line| {
            let found = date::first_in(&line.text, sources.order)?;
            let lead = lower_case::of(&line.text[..found.start]);
            (labels.begins_word_in(&lead) && !List::OthersLabel.any_in(&lead)).then_some(found.date)
        })
}

/// Maximum characters of a date's label, on its line or above: longer texts are sentences.
pub(super) const MAX_LABEL_CHARS: usize = 40;

/// Returns the date on a line with nothing else, if the line before it is only a label of the
/// publication: in two cells of a table, or a term and its description. Outside the article, it has
/// to be the only one, because teasers of other articles have such labels too.
pub(super) fn in_next_cell(sources: &Sources<'_>) -> Option<Date> {
    let found = |line: &[VisibleLine<'_>]| {
        let [label, value] = line else { return None };
        let is_label = label.text.chars().count() <= MAX_LABEL_CHARS
            && List::PublishedLabel.begins_word_in(&format!("{}:", lower_case::of(&label.text)))
            && date::first_in(&label.text, sources.order).is_none();
        let is_foreign = sources.regions.is_foreign(value.first);
        let date = only_date(value, sources.order).filter(|_| is_label && !is_foreign)?;
        Some((value.first, date))
    };
    let mut all = sources.lines.windows(2).filter_map(found);
    let (first, date) = all.next()?;
    let is_alone = !sources.regions.is_others(first) || all.next().is_none();
    is_alone.then_some(date)
}

/// Returns the first line that is only a date, apart from a few letters.
pub(super) fn lone(sources: &Sources<'_>) -> Option<Date> {
    let mut lines = sources.lines.iter().enumerate();
    lines.find_map(|(at, line)| {
        let is_other = sources.is_others(line) || is_below_other(sources, at);
        only_date(line, sources.order).filter(|_| !is_other)
    })
}

/// Returns whether the preceding line is only a label of changes, or of another fact.
fn is_below_other(sources: &Sources<'_>, at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| sources.lines.get(above));
    above.is_some_and(|line| is_other_term(sources, line)) || is_below_change(sources, at)
}

/// Returns whether a line is a term whose description isn't a date of the article: "First
/// registration".
fn is_other_term(sources: &Sources<'_>, line: &VisibleLine<'_>) -> bool {
    let label = lower_case::of(line.text.trim_end_matches([':', ' ']));
    let label = format!("{label}:");
    sources.page.tag(line.block) == Tag::Dt
        && !List::PublishedLabel.begins_word_in(&label)
        && !List::ModifiedLabel.begins_word_in(&label)
}

/// Returns whether the preceding line is only a label of changes.
fn is_below_change(sources: &Sources<'_>, at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| sources.lines.get(above));
    above.is_some_and(|line| {
        is_label(sources, line) && List::ModifiedLabel.begins_word_in(&lower_case::of(&line.text))
    })
}

/// Returns the date of the line just below or above the title, in any part of the page, if it's
/// only a date apart from a few letters.
pub(super) fn beside(sources: &Sources<'_>) -> Option<Date> {
    let (page, lines, title) = (sources.page, &sources.lines, sources.title?);
    let at = lines.partition_point(|l| l.first < title);
    let below = lines[at..].iter().find(|l| !page.contains(title, l.first));
    let above = at
        .checked_sub(1)
        .filter(|&at| !is_below_change(sources, at));
    let above = above.and_then(|above| lines.get(above));
    below
        .into_iter()
        .chain(above)
        .filter(|line| !sources.regions.is_foreign(line.first))
        .find_map(|line| only_date(line, sources.order))
}

/// Returns the date of a line that is only a date, apart from a few letters.
fn only_date(line: &VisibleLine<'_>, order: Order) -> Option<Date> {
    if line.text.len() > MAX_LONE_BYTES {
        return None;
    }
    let found = date::first_in(&line.text, order)?;
    let lead = lower_case::of(&line.text[..found.start]);
    let is_other = List::ModifiedLabel.begins_word_in(&lead) || List::OthersLabel.any_in(&lead);
    let beside = line.text.len() - (found.end - found.start);
    (!is_other && beside <= BESIDE_LONE).then_some(found.date)
}
