//! Parsers of article content, for fuzzing.

use super::{Article, image_file, notes, parser, sentence_ends, svg};
use crate::fuzzing::{Target, halves, lossy, of_html};
use crate::page::{NodeSet, Page};

pub(crate) const TARGETS: &[Target] = &[
    ("article-html", |bytes| {
        parser::read(&lossy(bytes));
    }),
    ("article-urls", |bytes| {
        let url = lossy(bytes);
        let base = "https://example.org/a";
        super::address::link(&url, base);
        super::address::resource(&url, base);
        super::address::image(&url, base);
    }),
    ("image-urls", |bytes| {
        let (one, other) = halves(bytes);
        image_file::names_image(&one);
        image_file::best(&one);
        image_file::is_placeholder(&one);
        image_file::is_preview(&one);
        image_file::is_better(&one, &other);
        let is_same = image_file::is_same(&one, &other);
        assert_eq!(image_file::is_same(&other, &one), is_same);
    }),
    ("inline-svg", |bytes| {
        let page = of_html(&format!("<svg width=80 height=80>{}", lossy(bytes)));
        whole(&page).html();
    }),
    ("markdown", |bytes| {
        let text = lossy(bytes).replace('&', "&amp;").replace('<', "&lt;");
        let page = of_html(&format!(
            "<h2>{text}</h2><p>{text}<ul><li>{text}</ul><table><tr><td>{text}<td>1</table>"
        ));
        whole(&page).markdown();
    }),
    ("note-labels", |bytes| {
        notes::read_label(&lossy(bytes));
    }),
    ("notes", |bytes| {
        let page = of_html(&format!("<article><p>Text {}</article>", lossy(bytes)));
        whole(&page).markdown();
    }),
    ("sentences", |bytes| {
        let text = lossy(bytes);
        for lang in ["", "en", "de", "ja"] {
            let ends = sentence_ends(&text, &[], lang);
            assert!(ends.is_sorted());
        }
    }),
    ("start-tags", |bytes| {
        let text = lossy(bytes);
        let mut rest = &*text;
        while let Some((_, after)) = svg::start_tag(rest) {
            assert!(after.len() < rest.len());
            rest = after;
        }
    }),
];

/// Returns an article of everything that a page shows.
pub(super) fn whole(page: &Page) -> Article {
    let shown = page.shown();
    let mut leaves = NodeSet::new(page);
    for id in page.nodes() {
        if shown.contains(id) && (page.is_text(id) || page.tag(id).is_replaced()) {
            leaves.insert(id);
        }
    }
    Article::new(page, &leaves)
}
