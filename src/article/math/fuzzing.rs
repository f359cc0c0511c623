//! Parsers of formulas, for fuzzing.

use super::super::fuzzing::whole;
use super::{mathjax_svg, reader, source, stub};
use crate::fuzzing::{Target, lossy, of_html};

pub(crate) const TARGETS: &[Target] = &[
    ("formulas-in-text", |bytes| {
        let text = lossy(bytes);
        source::may_be_in(&text);
        for rendered in [false, true] {
            source::in_text(&text, rendered);
        }
    }),
    ("katex-html", |bytes| {
        let page = of_html(&format!(
            "<p><span class=katex><span class=katex-html aria-hidden=true>{}",
            lossy(bytes)
        ));
        whole(&page).markdown();
    }),
    ("mathml", |bytes| {
        let page = of_html(&format!("<p><math>{}", lossy(bytes)));
        let article = whole(&page);
        article.markdown();
        article.html();
    }),
    ("mathjax-html", |bytes| {
        let page = of_html(&format!("<p><mjx-container><mjx-math>{}", lossy(bytes)));
        whole(&page).markdown();
    }),
    ("mathjax-svg", |bytes| {
        mathjax_svg::read(&lossy(bytes));
    }),
    ("tex", |bytes| {
        let tex = lossy(bytes);
        for display in [false, true] {
            reader::read(&tex, display);
        }
        stub::is_readable(&tex);
    }),
];
