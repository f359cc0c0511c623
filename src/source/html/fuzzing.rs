//! Parsers of bytes and text that run before the HTML parser, for fuzzing.

use super::address::Base;
use super::{attributes, encoding};
use crate::fuzzing::{Target, halves, lossy, of_html};

pub(crate) const TARGETS: &[Target] = &[
    ("base-urls", |bytes| {
        let (base, url) = halves(bytes);
        if let Some(base) = Base::of("https://example.org/a", Some(&base)) {
            base.resolved(&url);
        }
    }),
    ("encodings", |bytes| {
        encoding::binary(bytes);
        encoding::decode(bytes, None, "example.org");
        encoding::unguessed(bytes, None);
        encoding::for_label(&lossy(bytes));
    }),
    ("page-style-sheets", |bytes| {
        let (css, value) = halves(bytes);
        let css = css.replace('<', " ");
        let value = value.replace('&', "&amp;").replace('"', "&quot;");
        of_html(&format!(
            "<style>{css}</style><p class=\"{value}\">Text<svg width=80 height=80 class=\"{value}\" style=\"{value}\"></svg>"
        ));
    }),
    ("styles", |bytes| {
        let style = lossy(bytes).replace('&', "&amp;").replace('"', "&quot;");
        of_html(&format!("<p style=\"{style}\">Text"));
    }),
    ("tags", |bytes| {
        attributes::bounded(&lossy(bytes));
    }),
];
