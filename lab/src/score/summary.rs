//! The scores of one page, and their means over many.

use pith::extract::Extraction;

use super::snippet::Snippets;
use super::text::TextScore;
use super::{metadata, token::tokens};

/// The truth about a page; empty strings count as missing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Expected<'a> {
    /// Its text.
    pub(crate) text: Option<&'a str>,
    /// Its title.
    pub(crate) title: Option<&'a str>,
    /// Its author or authors.
    pub(crate) author: Option<&'a str>,
    /// Date of publication.
    pub(crate) date: Option<&'a str>,
    /// Snippets that must be in the text.
    pub(crate) with: &'a [String],
    /// Snippets that must not be in the text.
    pub(crate) without: &'a [String],
}

/// The output of a method for a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    /// The kept text.
    pub(crate) text: String,
    /// The title.
    pub(crate) title: Option<String>,
    /// The byline.
    pub(crate) author: Option<String>,
    /// The day of publication.
    pub(crate) date: Option<String>,
}

impl From<Extraction> for Output {
    fn from(extraction: Extraction) -> Self {
        Self {
            text: extraction.article.text(),
            title: extraction.metadata.title,
            author: extraction.metadata.byline,
            date: extraction.metadata.published,
        }
    }
}

/// The scores of one page; each is `None` if the truth lacks the value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PageScore {
    /// Scores of the text.
    pub(crate) text: Option<TextScore>,
    /// True if the output has no words; only for pages with a text.
    pub(crate) empty: Option<bool>,
    /// True if the title is equal.
    pub(crate) title: Option<bool>,
    /// F1 of the title's words.
    pub(crate) title_f1: Option<f64>,
    /// True if the authors are equal.
    pub(crate) author: Option<bool>,
    /// True if the day is equal.
    pub(crate) date: Option<bool>,
    /// Snippets found.
    pub(crate) snippets: Snippets,
}

impl PageScore {
    /// Compares an output with the truth.
    pub(crate) fn new(expected: &Expected, output: &Output) -> Self {
        let is_filled = |value: Option<&'_ str>| value.is_some_and(|value| !value.is_empty());
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut score = Self {
            snippets: Snippets::new(expected.with, expected.without, &output.text),
            ..Self::default()
        };
        if let Some(truth) = expected.text.filter(|text| !text.is_empty()) {
            let words = tokens(&output.text);
            score.text = Some(TextScore::new(&tokens(truth), &words));
            score.empty = Some(words.is_empty());
        }
        if let Some(truth) = expected.title.filter(|&title| is_filled(Some(title))) {
            score.title = Some(metadata::same_title(truth, &text(&output.title)));
            score.title_f1 = Some(metadata::words_f1(truth, &text(&output.title)));
        }
        if let Some(truth) = expected.author.filter(|&author| is_filled(Some(author))) {
            score.author = Some(metadata::same_author(truth, &text(&output.author)));
        }
        if let Some(truth) = expected.date.filter(|&date| is_filled(Some(date))) {
            score.date = Some(metadata::same_day(truth, &text(&output.date)));
        }
        score
    }
}

/// Means over the pages of a set, with equal weight per page; `None` if no page has a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SetSummary {
    /// Number of all pages.
    pub(crate) pages: usize,
    /// Word-LCS precision.
    pub(crate) precision: Option<f64>,
    /// Word-LCS recall.
    pub(crate) recall: Option<f64>,
    /// Word-LCS F1: the mean of the pages' F1, not that of the mean precision and recall.
    pub(crate) f1: Option<f64>,
    /// Its median.
    pub(crate) median: Option<f64>,
    /// Score.
    pub(crate) score: Option<f64>,
    /// F1 of words as a bag.
    pub(crate) bag_f1: Option<f64>,
    /// Share of pages with an F1 below 0.5.
    pub(crate) low: Option<f64>,
    /// Share of pages with an F1 above 0.95.
    pub(crate) high: Option<f64>,
    /// Share of pages without a word.
    pub(crate) empty: Option<f64>,
    /// Share of equal titles.
    pub(crate) title: Option<f64>,
    /// F1 of the titles' words.
    pub(crate) title_f1: Option<f64>,
    /// Share of equal authors.
    pub(crate) author: Option<f64>,
    /// Share of equal days.
    pub(crate) date: Option<f64>,
    /// F1 of the snippets over the whole set.
    pub(crate) snippets: Option<f64>,
}

impl SetSummary {
    /// Averages the scores of pages.
    pub(crate) fn new<'a>(scores: impl Iterator<Item = &'a PageScore> + Clone) -> Self {
        let texts: Vec<TextScore> = scores.clone().filter_map(|page| page.text).collect();
        let text = |value: fn(&TextScore) -> f64| mean(texts.iter().map(value));
        let share = |value: fn(&PageScore) -> Option<bool>| {
            mean(
                scores
                    .clone()
                    .filter_map(value)
                    .map(|is| if is { 1.0 } else { 0.0 }),
            )
        };
        let snippets = scores
            .clone()
            .fold(Snippets::default(), |sum, page| sum.plus(page.snippets));
        Self {
            pages: scores.clone().count(),
            precision: text(|page| page.precision),
            recall: text(|page| page.recall),
            f1: text(|page| page.f1),
            median: median(texts.iter().map(|page| page.f1).collect()),
            score: text(|page| page.score),
            bag_f1: text(|page| page.bag_f1),
            low: share(|page| page.text.map(|text| text.f1 < 0.5)),
            high: share(|page| page.text.map(|text| text.f1 > 0.95)),
            empty: share(|page| page.empty),
            title: share(|page| page.title),
            title_f1: mean(scores.clone().filter_map(|page| page.title_f1)),
            author: share(|page| page.author),
            date: share(|page| page.date),
            snippets: (!snippets.is_empty()).then(|| snippets.f1()),
        }
    }

    /// Returns the columns of a table, each as a short name and a value.
    pub(crate) fn columns(&self) -> [(&'static str, Option<f64>); 14] {
        [
            ("P", self.precision),
            ("R", self.recall),
            ("F1", self.f1),
            ("median", self.median),
            ("Score", self.score),
            ("bag F1", self.bag_f1),
            ("<0.5", self.low),
            (">0.95", self.high),
            ("empty", self.empty),
            ("title", self.title),
            ("title F1", self.title_f1),
            ("author", self.author),
            ("date", self.date),
            ("snippets", self.snippets),
        ]
    }
}

/// Returns the mean; `None` if there are no values.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| {
        (sum + value, count + 1)
    });
    (count > 0).then(|| sum / count as f64)
}

/// Returns the median: the middle value, or the mean of the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}
