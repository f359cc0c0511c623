//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// Tags of the elements around the block.
pub(in super::super) const TAGS: &[(&str, Value)] = columns![
    ("in_nav", |c, i| c.elements.inside(i, Sort::Nav)),
    ("in_header", |c, i| c.elements.inside(i, Sort::Header)),
    ("in_footer", |c, i| c.elements.inside(i, Sort::Footer)),
    ("in_aside", |c, i| c.elements.inside(i, Sort::Aside)),
    ("in_article", |c, i| c.elements.inside(i, Sort::Article)),
    ("in_main", |c, i| c.elements.inside(i, Sort::Main)),
    ("in_form", |c, i| c.elements.inside(i, Sort::Form)),
    ("in_ul", |c, i| c.elements.inside(i, Sort::Ul)),
    ("in_ol", |c, i| c.elements.inside(i, Sort::Ol)),
    ("in_table", |c, i| c.elements.inside(i, Sort::Table)),
    ("in_figure", |c, i| c.elements.inside(i, Sort::Figure)),
    ("in_blockquote", |c, i| c
        .elements
        .inside(i, Sort::Blockquote)),
    ("in_control", |c, i| c.elements.inside(i, Sort::Control)),
    ("in_section", |c, i| c.elements.inside(i, Sort::Section)),
    ("in_dl", |c, i| c.elements.inside(i, Sort::Dl)),
    ("in_details", |c, i| c.elements.inside(i, Sort::Details)),
    ("in_li", |c, i| c.elements.inside(i, Sort::Li)),
    ("in_a", |c, i| c.elements.inside(i, Sort::A)),
    ("level", |c, i| {
        Some(c.page.level(c.block(i).container) as f32)
    }),
];

/// Purposes hinted at by the names of the elements around the block.
pub(in super::super) const NAMES: &[(&str, Value)] = columns![
    ("hint_comments", |c, i| c.elements.hint(i, Reason::Comments)),
    ("hint_sharing", |c, i| c.elements.hint(i, Reason::Sharing)),
    ("hint_related", |c, i| c.elements.hint(i, Reason::Related)),
    ("hint_advert", |c, i| c.elements.hint(i, Reason::Advert)),
    ("hint_navigation", |c, i| c
        .elements
        .hint(i, Reason::Navigation)),
    ("hint_byline", |c, i| c.elements.hint(i, Reason::Byline)),
    ("hint_overlay", |c, i| c.elements.hint(i, Reason::Overlay)),
    ("hint_frame", |c, i| c.elements.hint(i, Reason::Frame)),
    ("hint_column", |c, i| c
        .elements
        .hint(i, Reason::OtherColumn)),
    ("hint_form", |c, i| c.elements.hint(i, Reason::Form)),
    ("hint_article", |c, i| near(c.elements.article[i])),
    ("overlay", |c, i| {
        flag(c.page.is_overlay(c.block(i).container))
    }),
    ("excluded", |c, i| {
        flag(c.signals.excluded[c.block(i).container.index()].is_some())
    }),
];
