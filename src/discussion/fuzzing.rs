//! Parsers of comments, for fuzzing.

use super::time;
use crate::fuzzing::{Target, halves, lossy, of_html};

pub(crate) const TARGETS: &[Target] = &[("comment-times", |bytes| {
    time::read_time(&lossy(bytes));
    let (text, value) = halves(bytes);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let value = value.replace('&', "&amp;").replace('"', "&quot;");
    let page = of_html(&format!(
        "<p><b>{text}</b> <time title=\"{value}\">{text}</time>"
    ));
    for node in page.nodes() {
        time::time(&page, node, false);
        time::is_edit(&page, node);
        time::with_day(&page, node, String::new());
    }
})];
