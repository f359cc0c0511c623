//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// The text of the block.
pub(in super::super) const OWN: &[(&str, Value)] = columns![
    ("length", |c, i| Some(c.text.lengths[i])),
    ("tokens", |c, i| Some(log(c.block(i).tokens as f32))),
    ("punctuation", |c, i| {
        Some(100.0 * c.block(i).punctuation as f32 / chars(c.block(i)))
    }),
    ("ends_sentence", |c, i| flag(c.block(i).ends_sentence)),
    ("media", |c, i| Some(c.block(i).media as f32)),
    ("token_length", |c, i| {
        Some(chars(c.block(i)) / (c.block(i).tokens as f32).max(1.0))
    }),
    ("digits", |c, i| {
        Some(c.block(i).marks.digits as f32 / chars(c.block(i)))
    }),
    ("capitals", |c, i| {
        Some(c.block(i).marks.capitals as f32 / chars(c.block(i)))
    }),
    ("bar", |c, i| flag(c.block(i).marks.bar)),
    ("copyright", |c, i| flag(c.block(i).marks.copyright)),
    ("colon", |c, i| {
        flag(c.signals.texts[i].trim_end().ends_with([':', '：']))
    }),
    ("at", |c, i| flag(c.block(i).marks.at)),
    ("quote", |c, i| flag(c.block(i).marks.quote)),
    ("heading", |c, i| {
        Some(f32::from(c.tag(i).heading_level().unwrap_or(0)))
    }),
    ("p", |c, i| flag(c.tag(i) == Tag::P)),
    ("li", |c, i| flag(c.tag(i) == Tag::Li)),
    ("cell", |c, i| flag(matches!(c.tag(i), Tag::Td | Tag::Th))),
    ("definition", |c, i| {
        flag(matches!(c.tag(i), Tag::Dt | Tag::Dd))
    }),
    ("div", |c, i| {
        flag(matches!(
            c.tag(i),
            Tag::Div | Tag::Section | Tag::Article | Tag::Other
        ))
    }),
    ("caption", |c, i| {
        flag(matches!(c.tag(i), Tag::Figcaption | Tag::Caption))
    }),
    ("pre", |c, i| {
        flag(c.page.style(c.block(i).container).preformatted)
    }),
    ("bold", |c, i| {
        flag(c.page.style(c.block(i).leaves[0]).font_weight >= BOLD)
    }),
    ("repeats", |c, i| Some(c.text.repeats[i])),
    ("similarity", |c, i| Some(c.signals.title.blocks[i])),
    ("gain", |c, i| Some(c.signals.gains[i])),
];

/// The links of the block.
pub(in super::super) const LINKS: &[(&str, Value)] = columns![
    ("link_density", |c, i| Some(c.block(i).link_density())),
    ("links", |c, i| Some(log(c.block(i).links as f32))),
    ("links_away", |c, i| c.text.addresses[i].share(|a| a.away)),
    ("links_inside", |c, i| {
        c.text.addresses[i].share(|a| a.inside)
    }),
];

/// Evidence of words that announce other content.
pub(in super::super) const WORDS: &[(&str, Value)] = columns![
    ("says_comments", |c, i| flag(
        c.announces(i, Reason::Comments)
    )),
    ("says_sharing", |c, i| flag(c.announces(i, Reason::Sharing))),
    ("says_related", |c, i| flag(c.announces(i, Reason::Related))),
    ("says_advert", |c, i| flag(c.announces(i, Reason::Advert))),
    ("says_navigation", |c, i| flag(
        c.announces(i, Reason::Navigation)
    )),
    ("says_byline", |c, i| flag(c.announces(i, Reason::Byline))),
    ("says_overlay", |c, i| flag(c.announces(i, Reason::Overlay))),
    ("says_frame", |c, i| flag(c.announces(i, Reason::Frame))),
    ("says_column", |c, i| flag(
        c.announces(i, Reason::OtherColumn)
    )),
    ("says_form", |c, i| flag(c.announces(i, Reason::Form))),
];
