//! What the page's own data and its address say.

use super::{Context, Row, log};
use crate::metadata::{Metadata, compact};
use crate::select::evidence::Evidence;
use crate::text::TermVector;

/// What the page's data says, next to its blocks.
pub(super) struct Stated {
    /// Per block: its likeness to the page's summary.
    summary: Vec<f32>,
    /// The greatest of these, and the first block that has it.
    most_summary: (f32, usize),
    /// The article's text as the data gives it, in letters and digits alone.
    text: Option<String>,
}

impl Stated {
    pub(super) fn new(metadata: &Metadata, evidence: &Evidence) -> Self {
        let summary_terms = TermVector::new(metadata.excerpt.as_deref().unwrap_or_default());
        let summary: Vec<f32> = evidence
            .terms
            .iter()
            .map(|terms| summary_terms.cosine(terms))
            .collect();
        let most_summary =
            (0..).zip(&summary).fold(
                (0.0, 0),
                |best, (i, &s)| {
                    if s > best.0 { (s, i) } else { best }
                },
            );
        Self {
            summary,
            most_summary,
            text: metadata
                .stated_text
                .as_deref()
                .map(compact)
                .filter(|t| t.len() >= 100),
        }
    }
}

impl Context<'_> {
    /// What the page says of itself.
    pub(super) fn stated(&self, i: usize, row: &mut Row) {
        let about = self.metadata.about;
        row.flag("about_article", about.article);
        row.flag("about_product", about.product);
        row.flag("about_discussion", about.discussion);
        row.flag("about_list", about.list);
        row.flag("about_site", about.site);
        let path = self.page.url().splitn(4, '/').nth(3).unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let last = path
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or_default();
        row.add(
            "url_depth",
            path.split('/').filter(|s| !s.is_empty()).count() as f32,
        );
        row.add("url_last", log(last.len() as f32));
        row.add("url_words", last.split(['-', '_']).count() as f32);
        row.add(
            "url_digits",
            last.bytes().filter(u8::is_ascii_digit).count() as f32,
        );
        row.add("summary_similarity", self.stated.summary[i]);
        row.add("summary_most", self.stated.most_summary.0);
        row.add(
            "from_summary",
            if self.stated.most_summary.0 > 0.3 {
                let d = i as f32 - self.stated.most_summary.1 as f32;
                d.signum() * log(d.abs())
            } else {
                f32::NAN
            },
        );
        row.add(
            "stated",
            self.stated.text.as_ref().map_or(f32::NAN, |stated| {
                let own = compact(&self.evidence.texts[i]);
                f32::from(u8::from(own.len() >= 12 && stated.contains(&own)))
            }),
        );
        row.flag("price", self.marks(i).price);
    }
}
