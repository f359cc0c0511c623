//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// The page's declared data.
pub(in super::super) const COLUMNS: &[(&str, Value)] = columns![
    ("about_article", |c, _| flag(c.metadata.about.article)),
    ("about_product", |c, _| flag(c.metadata.about.product)),
    ("about_discussion", |c, _| flag(c.metadata.about.discussion)),
    ("about_list", |c, _| flag(c.metadata.about.list)),
    ("about_site", |c, _| flag(c.metadata.about.site)),
    ("url_depth", |c, _| Some(c.declared.address.depth as f32)),
    ("url_last", |c, _| Some(log(c.declared.address.last as f32))),
    ("url_words", |c, _| Some(c.declared.address.words as f32)),
    ("url_digits", |c, _| Some(c.declared.address.digits as f32)),
    ("summary_similarity", |c, i| {
        Some(c.signals.summary.blocks[i])
    }),
    ("summary_most", |c, _| Some(c.declared.most_summary.0)),
    ("from_summary", |c, i| {
        let (most, at) = c.declared.most_summary;
        (most > SUMMARY).then(|| signed_log(i as f32 - at as f32))
    }),
    ("stated", |c, i| {
        let declared = c.declared.text.as_ref()?;
        let own = compact(&c.signals.texts[i]);
        flag(own.len() >= FOUND && declared.contains(&own))
    }),
    ("price", |c, i| flag(c.block(i).marks.price)),
];
