//! Pages for tests of the rules.

use super::*;
use crate::metadata::{Metadata, metadata};
use crate::page::geometry::Rect;
use crate::page::{Limits, Page, PageBuilder, PageInfo, Style, Tag};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::source::html;

pub(super) const LONG: &str = "<p>The ferry sails again, says the harbour master, who has \
    waited for it since March and has painted the railings twice, for want of anything \
    better to do.";

/// A page with the decisions of the rules before the model.
pub(super) struct Ruled {
    pub(super) page: Page,
    pub(super) metadata: Metadata,
    pub(super) signals: Signals,
    pub(super) decisions: Decisions,
}

/// Parses a page with this body and runs the rules before the model.
pub(super) fn ruled(body: &str) -> Ruled {
    let html = format!("<body>{body}");
    Ruled::new(html::read(&html, "https://example.org/ferry", Limits::default()).unwrap())
}

/// A paragraph, heading, or image with its layout: tag, rectangle, font size in CSS px, and text.
pub(super) type BoxOnScreen<'a> = (Tag, Rect, f32, &'a str);

/// Builds a page with layout and runs the rules before the model. Every group of boxes is in a
/// separate element.
pub(super) fn on_screen(groups: &[&[BoxOnScreen<'_>]]) -> Ruled {
    let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
    let html = Style::of_tag(Tag::Html, &Style::default());
    let screen = Rect::new(0.0, 0.0, 1200.0, 1000.0);
    builder.open(Tag::Html, html, Some(screen)).unwrap();
    builder.open_tag(Tag::Body).unwrap();
    for group in groups {
        builder.open_tag(Tag::Div).unwrap();
        for &(tag, rect, font_size, text) in *group {
            let style = Style {
                font_size,
                ..Style::of_tag(tag, &builder.style())
            };
            builder.open(tag, style, Some(rect)).unwrap();
            builder.text(text).unwrap();
            builder.close();
        }
        builder.close();
    }
    Ruled::new(builder.finish().unwrap())
}

impl Ruled {
    fn new(page: Page) -> Self {
        let metadata = metadata(&page);
        let signals = Signals::new(&page, &metadata);
        let mut decisions = Decisions::new(signals.len());
        let case = Case {
            page: &page,
            metadata: &metadata,
            signals: &signals,
        };
        run(BEFORE, &case, &mut decisions);
        Self {
            page,
            metadata,
            signals,
            decisions,
        }
    }

    pub(super) fn case(&self) -> Case<'_> {
        Case {
            page: &self.page,
            metadata: &self.metadata,
            signals: &self.signals,
        }
    }

    /// Runs a rule that is in the table of those after the model.
    pub(super) fn run(&self, rule: Rule, decisions: &mut Decisions) {
        let in_table = |&(_, other): &(RuleId, Rule)| std::ptr::fn_addr_eq(other, rule);
        assert!(
            AFTER.iter().any(in_table),
            "no row of the table has this rule"
        );
        rule(&self.case(), decisions);
    }
}

/// Returns the certain decisions of the rules below a title, each with the beginning of the block.
pub(super) fn certain(body: &str) -> Vec<(String, Reason)> {
    let of = ruled(&format!("<h1>The ferry sails again</h1>{body}"));
    (0..of.signals.len())
        .filter(|&i| of.decisions.is_certain(i))
        .filter_map(|i| {
            let text = &of.signals.texts[i];
            Some((text.chars().take(8).collect(), of.decisions.get(i)?))
        })
        .collect()
}

/// Returns the beginnings of the blocks below a title that a rule keeps, if initially all blocks
/// are kept except those with the texts in `out`.
pub(super) fn kept_texts(rule: Rule, body: &str, out: &[&str]) -> Vec<String> {
    kept_texts_without(rule, body, out, Reason::Links)
}

/// Does the same as [`kept_texts`], with another reason for the removed blocks.
pub(super) fn kept_texts_without(
    rule: Rule,
    body: &str,
    out: &[&str],
    reason: Reason,
) -> Vec<String> {
    let of = ruled(&format!("<h1>The ferry sails again</h1>{body}"));
    let mut decisions = Decisions::new(of.signals.len());
    for (i, text) in of.signals.texts.iter().enumerate() {
        if out.contains(&text) {
            decisions.set(i, Some(reason), RuleId::new("test"));
        }
    }
    of.run(rule, &mut decisions);
    let kept = of.signals.texts.iter().enumerate();
    kept.filter(|&(i, _)| decisions.keeps(i))
        .map(|(_, text)| text.chars().take(12).collect())
        .collect()
}
