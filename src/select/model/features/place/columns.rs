//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// The position of the block in the page.
pub(in super::super) const COLUMNS: &[(&str, Value)] = columns![
    ("rank", |c, i| {
        Some(i as f32 / c.signals.blocks.len() as f32)
    }),
    ("before", |c, i| Some(c.before[i] / c.total)),
    ("page_blocks", |c, _| {
        Some(log(c.signals.blocks.len() as f32))
    }),
    ("page_length", |c, _| Some(log(c.total))),
    ("page_links", |c, _| {
        Some(c.link[c.page.body().index()] / c.total)
    }),
    ("page_similarity", |c, _| Some(c.place.page_similarity)),
    ("cjk", |c, _| Some(c.place.cjk)),
    ("from_title", |c, i| {
        Some(signed_log(i as f32 - c.place.title_block? as f32))
    }),
    ("from_title_length", |c, i| {
        Some((c.before[i] - c.before[c.place.title_block?]) / c.total)
    }),
    ("in_root", |c, i| {
        flag(c.page.contains(c.signals.root, c.block(i).leaves[0]))
    }),
    ("root_up", |c, i| {
        let level = c.page.level(c.place.with_root[i]);
        Some((c.page.level(c.signals.root) - level) as f32)
    }),
    ("root_down", |c, i| {
        let level = c.page.level(c.place.with_root[i]);
        Some(c.page.level(c.block(i).container) as f32 - level as f32)
    }),
    ("from_root", |c, i| {
        Some(signed_log(from_root(&c.place.root, i)))
    }),
    ("root_share", |c, _| {
        Some(c.length[c.signals.root.index()] / c.total)
    }),
    ("root_gain", |c, _| {
        Some(log(c.signals.sums[c.signals.root.index()].max(0.0)))
    }),
    ("in_root_rank", |c, i| {
        let root = &c.place.root;
        Some((i as f32 - root.start as f32) / (root.len() as f32).max(1.0))
    }),
    ("rule_kept", |c, i| flag(c.ruled[i].is_none())),
    ("title_node", |c, i| flag(c.ruled[i] == Some(Reason::Title))),
    ("byline_node", |c, i| {
        let mut nodes = c.metadata.byline_nodes.iter();
        flag(nodes.any(|&n| c.page.contains(n, c.block(i).leaves[0])))
    }),
    ("title_up", |c, i| {
        let level = c.page.level(c.place.with_title[i]?);
        Some((c.page.level(c.metadata.title_node?) - level) as f32)
    }),
    ("title_down", |c, i| {
        let level = c.page.level(c.place.with_title[i]?);
        Some((c.page.level(c.block(i).container) - level) as f32)
    }),
    ("title_share", |c, i| {
        Some(c.length[c.place.with_title[i]?.index()] / c.total)
    }),
    ("title_article", |c, i| {
        c.metadata.title_node?;
        let around = c.place.title_article;
        flag(around.is_some_and(|a| c.page.contains(a, c.block(i).leaves[0])))
    }),
    ("first_headings", |c, _| Some(c.place.first_headings)),
    ("since_said", |c, i| Some(f32::from(
        c.place.since_announced[i]?
    ))),
    ("said", |c, i| {
        let reason = c.announced[i - usize::from(c.place.since_announced[i]?)]?;
        Some(ANNOUNCED.iter().find(|row| row.0 == reason)?.1)
    }),
    ("since_heading", |c, i| Some(f32::from(c.place.heading[i]?))),
    ("heading_link", |c, i| {
        Some(c.block(i - usize::from(c.place.heading[i]?)).link_density())
    }),
    ("heading_said", |c, i| {
        let heading = c.place.heading[i];
        flag(heading.is_some_and(|back| c.announced[i - usize::from(back)].is_some()))
    }),
];
