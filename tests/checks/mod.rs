//! Checks that hold for every page, however it was made. The tests run them on pages of ours, the
//! fuzz targets on whatever they come across.

#![allow(dead_code, reason = "each user asks some of it")]
#![allow(clippy::expect_used, reason = "a check fails by panicking")]

mod markup;

use std::collections::BTreeSet;

use pith::article::Article;
use pith::extract::{Extraction, one_click};
use pith::page::{NodeSet, Page, Tag};
use pith::problem_report::{self, Report};
use pith::source::snapshot;
use pulldown_cmark::Options;

/// Checks all that holds for a page: its snapshot gives it back, and what is made of it, and of
/// the whole of it, is safe.
pub(crate) fn page(page: &Page) {
    snapshot_gives_back(page);
    anonymize_keeps_the_shape(page);
    let Extraction { article, .. } = one_click(page);
    self::article(&article);
    self::article(&whole(page));
}

/// Checks all that holds for a report that could be read: its page, and what it says was shown.
pub(crate) fn report(report: &Report) {
    page(&report.page);
    article(&report.article());
}

/// Checks that an article's HTML holds nothing that is not on the allow-list, and its Markdown
/// nothing that its HTML does not hold.
pub(crate) fn article(article: &Article) {
    for html in [article.html(), article.styled_html()] {
        markup::is_allowed(&html).unwrap_or_else(|error| panic!("{error}\nin {html}"));
    }
    markdown_is_inert(article);
}

/// Returns all that is shown as an article, so that nothing is spared the check.
pub(crate) fn whole(page: &Page) -> Article {
    let shown = page.shown();
    let mut leaves = NodeSet::new(page);
    for id in page.nodes() {
        if shown.contains(id) && (page.is_text(id) || page.tag(id).is_replaced()) {
            leaves.insert(id);
        }
    }
    Article::new(page, &leaves)
}

/// Checks that reading what was written of a page gives the same page.
pub(crate) fn snapshot_gives_back(page: &Page) {
    let back = snapshot::read(&snapshot::write(page)).expect("a snapshot of ours can be read");
    assert!(back == *page, "a snapshot gave another page back");
}

/// Checks that a page whose texts are replaced has the same nodes, and in each as many characters, with
/// white space in the same places.
pub(crate) fn anonymize_keeps_the_shape(page: &Page) {
    let other = problem_report::anonymized(page).expect("texts do not grow");
    assert_eq!(other.len(), page.len());
    for id in page.nodes() {
        assert_eq!(other.tag(id), page.tag(id));
        let is_data = page
            .parent(id)
            .is_some_and(|around| page.tag(around) == Tag::Script);
        let spaces = |page: &Page| {
            page.text(id)
                .chars()
                .map(char::is_whitespace)
                .collect::<Vec<_>>()
        };
        assert!(
            is_data || spaces(&other) == spaces(page),
            "{:?} {:?}",
            page.text(id),
            other.text(id)
        );
    }
    snapshot_gives_back(&other);
}

/// Checks that renderers that let HTML through make nothing of the Markdown that runs, loads or
/// leads anywhere besides what the article's own HTML does.
pub(crate) fn markdown_is_inert(article: &Article) {
    let markdown = article.markdown();
    let html = markup::addresses(&article.html());
    for (renderer, rendered) in rendered(&markdown) {
        let fail = |error: &str| panic!("{renderer}: {error}\nfrom {markdown}\ngave {rendered}");
        if let Err(error) = markup::is_allowed(&rendered) {
            fail(&error);
        }
        let strange: BTreeSet<_> = markup::addresses(&rendered);
        if let Some(strange) = strange.difference(&html).next() {
            fail(&format!("{strange} is no address of the article"));
        }
    }
}

/// Returns what each renderer makes of Markdown with HTML let through.
pub(crate) fn rendered(markdown: &str) -> [(&'static str, String); 4] {
    let gfm = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let formulas = gfm | Options::ENABLE_MATH | Options::ENABLE_HEADING_ATTRIBUTES;
    [
        (
            "pulldown-cmark, CommonMark",
            pulldown(markdown, Options::empty()),
        ),
        ("pulldown-cmark with formulas", pulldown(markdown, formulas)),
        ("comrak, GFM", comrak(markdown, false)),
        ("comrak with formulas", comrak(markdown, true)),
    ]
}

fn pulldown(markdown: &str, options: Options) -> String {
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, pulldown_cmark::Parser::new_ext(markdown, options));
    out
}

fn comrak(markdown: &str, formulas: bool) -> String {
    let mut options = comrak::Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.math_dollars = formulas;
    options.extension.math_code = formulas;
    options.render.r#unsafe = true;
    comrak::markdown_to_html(markdown, &options)
}
