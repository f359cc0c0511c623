//! Removes the title and the byline, which are shown separately.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::text;

pub(in crate::select) const ID: RuleId = RuleId::new("title-and-byline");

/// Maximum tokens of the title's block, as a multiple of the title's tokens.
const MAX_TITLE_FACTOR: u32 = 2;

/// Additional tokens for a kicker, the name of the site, or a symbol beside the title. A longer
/// block contains more than the title, which would be lost.
const EXTRA_TOKENS: u32 = 12;

/// Maximum tokens of a title, regardless of markup. With more, a page without a title loses its
/// text.
const MAX_TITLE_TOKENS: u32 = 70;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let title = metadata
        .title
        .as_deref()
        .map(text::collapse)
        .unwrap_or_default();
    let most = (MAX_TITLE_FACTOR * text::token_count(&title) + EXTRA_TOKENS).min(MAX_TITLE_TOKENS);
    for i in 0..signals.len() {
        // Only an overlay is more certain than that.
        if decisions.get(i) == Some(Reason::Overlay) {
            continue;
        }
        let block = &signals.blocks[i];
        let in_title = metadata
            .title_node
            .is_some_and(|t| page.contains(t, block.leaves[0]));
        let heading = block.heading_level(page).is_some();
        let says_it =
            heading && !title.is_empty() && signals.texts[i] == title && !heads_section(case, i);
        if (in_title || says_it) && block.tokens <= most {
            decisions.set(i, Some(Reason::Title), ID);
        } else if case.is_byline(i) {
            decisions.set(i, Some(Reason::Byline), ID);
        }
    }
}

/// Returns whether a heading is between running text below the title and more running text, so that
/// it's the heading of a section with the name of the page.
fn heads_section(case: &Case<'_>, i: usize) -> bool {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return false;
    };
    let below = signals.blocks_in(page, title).end;
    let runs = |j: usize| signals.gains[j] > 0.0;
    (below..i).any(runs) && i + 1 < signals.len() && runs(i + 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::metadata::Metadata;
    use crate::page::Tag;
    use crate::select::rules::fixtures::{LONG, ruled};
    use crate::source::html;

    /// Returns the rules' decision about the only heading of a page with this title.
    fn of_heading(title: &str, heading: &str) -> Option<Reason> {
        let text = format!("<body><h1>{heading}</h1><p>It left at noon.");
        let page = html::read(&text, "", Default::default()).unwrap();
        let heading = page
            .descendants(page.body())
            .find(|&id| page.tag(id) == Tag::H1);
        let metadata = Metadata {
            title: Some(title.to_owned()),
            title_node: heading,
            ..Metadata::default()
        };
        crate::select::ruled(&page, &metadata).1.get(0)
    }

    #[test]
    fn headings_much_longer_than_a_title_are_not_titles() {
        let title = "The ferry sails again";
        let long = "The ferry left the harbour at noon with most of the islanders aboard. ";
        assert_eq!(of_heading(title, title), Some(Reason::Title));
        let beside = format!("Harbour news: {title} | The Harbour Post, 3 May");
        assert_eq!(of_heading(title, &beside), Some(Reason::Title));
        let article = format!("{title} {}", long.repeat(6));
        assert_ne!(of_heading(title, &article), Some(Reason::Title));
        assert_ne!(of_heading(article.trim(), &article), Some(Reason::Title));
    }

    #[test]
    fn title_and_byline_are_separate_from_the_text() {
        let text = LONG.repeat(4);
        let of = ruled(&format!(
            "<main><h1>The ferry sails again</h1><p class=byline>By Ann Other</p>{text}</main>"
        ));
        let outcomes: Vec<_> = (0..3).map(|i| of.decisions.get(i)).collect();
        assert_eq!(outcomes, [Some(Reason::Title), Some(Reason::Byline), None]);
        assert_eq!(of.decisions.by(0), Some(ID));
    }

    #[test]
    fn a_title_in_an_overlay_is_an_overlay() {
        let text = LONG.repeat(4);
        let bar = "<div style='position: fixed'><h2>The ferry sails again</h2></div>";
        let of = ruled(&format!(
            "<main><h1>The ferry sails again</h1>{text}</main>{bar}"
        ));
        assert_eq!(of.decisions.get(0), Some(Reason::Title));
        assert_eq!(of.decisions.get(5), Some(Reason::Overlay));
    }

    #[test]
    fn a_section_with_the_title_as_its_heading_keeps_it() {
        let of_second = |body: &str| {
            let of = ruled(&format!("<title>Tides</title><h1>Tides</h1>{body}"));
            let texts: Vec<&str> = of.signals.texts.iter().collect();
            let place = texts.iter().rposition(|&text| text == "Tides");
            of.decisions.get(place.unwrap())
        };
        assert_eq!(of_second(&format!("{LONG}<h2>Tides</h2>{LONG}")), None);
        let title = Some(Reason::Title);
        assert_eq!(of_second(&format!("<h2>Tides</h2>{LONG}{LONG}")), title);
        assert_eq!(of_second(&format!("{LONG}{LONG}<h2>Tides</h2>")), title);
    }
}
