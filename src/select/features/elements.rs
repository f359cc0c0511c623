//! The elements around the block: what they are, and what their names hint at.

use super::{Context, HINTED, Row};
use crate::page::Tag;

/// Columns of [`Context::tags`].
const TAGS: [&str; 18] = [
    "in_nav",
    "in_header",
    "in_footer",
    "in_aside",
    "in_article",
    "in_main",
    "in_form",
    "in_ul",
    "in_ol",
    "in_table",
    "in_figure",
    "in_blockquote",
    "in_control",
    "in_section",
    "in_dl",
    "in_details",
    "in_li",
    "in_a",
];

fn tag_column(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::Nav | Tag::Menu => 0,
        Tag::Header => 1,
        Tag::Footer => 2,
        Tag::Aside => 3,
        Tag::Article => 4,
        Tag::Main => 5,
        Tag::Form => 6,
        Tag::Ul => 7,
        Tag::Ol => 8,
        Tag::Table => 9,
        Tag::Figure => 10,
        Tag::Blockquote => 11,
        Tag::Button | Tag::Label | Tag::Select | Tag::Fieldset => 12,
        Tag::Section => 13,
        Tag::Dl => 14,
        Tag::Details => 15,
        Tag::Li => 16,
        Tag::A => 17,
        _ => return None,
    })
}

/// Columns of [`Context::names`].
const HINTS: [&str; 11] = [
    "hint_comments",
    "hint_sharing",
    "hint_related",
    "hint_advert",
    "hint_navigation",
    "hint_byline",
    "hint_overlay",
    "hint_frame",
    "hint_column",
    "hint_form",
    "hint_article",
];

impl Context<'_> {
    /// The elements around the block: one over the steps up to each.
    pub(super) fn tags(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let mut tags = [0.0f32; TAGS.len()];
        for (step, id) in (1u8..=24).zip(page.inclusive_ancestors(b.container)) {
            if let Some(k) = tag_column(page.tag(id))
                && tags[k] == 0.0
            {
                tags[k] = 1.0 / f32::from(step);
            }
        }
        for (name, value) in TAGS.into_iter().zip(tags) {
            row.add(name, value);
        }
        row.add("level", page.level(b.container) as f32);
    }

    /// What the names of the elements around it hint at.
    pub(super) fn names(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let mut hints = [0.0f32; HINTS.len()];
        for (step, id) in (1u8..=24).zip(page.inclusive_ancestors(b.container)) {
            let near = 1.0 / f32::from(step);
            let hint = self.evidence.hints[id.index()];
            let reason = hint
                .reason
                .and_then(|reason| HINTED.iter().position(|&r| r == reason));
            for k in reason
                .into_iter()
                .chain(hint.article.then_some(HINTED.len()))
            {
                if hints[k] == 0.0 {
                    hints[k] = near;
                }
            }
        }
        for (name, value) in HINTS.into_iter().zip(hints) {
            row.add(name, value);
        }
        row.flag("overlay", page.is_overlay(b.container));
        row.flag(
            "excluded",
            self.evidence.excluded[b.container.index()].is_some(),
        );
    }
}
