//! Blocks made alike, wherever they stand, and the run of siblings that the block is one of.

use std::collections::BTreeMap;

use super::{Context, Row, log};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::evidence::Evidence;

/// Per block: what those made like it have in common.
pub(super) struct Repetition {
    /// Those with the same tag path.
    paths: Vec<Group>,
    /// Those of the same tags and classes.
    classes: Vec<Group>,
}

impl Repetition {
    pub(super) fn new(page: &Page, evidence: &Evidence) -> Self {
        let Evidence {
            blocks,
            gains,
            makes,
            ..
        } = evidence;
        let paths: Vec<String> = blocks.iter().map(|b| tag_path(page, b)).collect();
        Self {
            paths: groups(blocks, gains, &paths),
            classes: groups(blocks, gains, makes),
        }
    }
}

/// What many blocks share: those with the same tag path, or the same text.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: f32,
    length: f32,
    link: f32,
    gain: f32,
}

impl Context<'_> {
    /// What blocks of the same make are like.
    pub(super) fn groups(&self, i: usize, row: &mut Row) {
        for (group, names) in [
            (
                self.repetition.paths[i],
                [
                    "path_count",
                    "path_length",
                    "path_link",
                    "path_mean",
                    "path_gain",
                ],
            ),
            (
                self.repetition.classes[i],
                [
                    "class_count",
                    "class_length",
                    "class_link",
                    "class_mean",
                    "class_gain",
                ],
            ),
        ] {
            row.add(names[0], log(group.count));
            row.add(names[1], group.length / self.total);
            row.add(names[2], group.link / group.length.max(1.0));
            row.add(names[3], log(group.length / group.count.max(1.0)));
            row.add(names[4], log(group.gain));
        }
    }
}

/// The tag path of a block's container, the innermost seven elements.
fn tag_path(page: &Page, block: &Block) -> String {
    let mut path = String::new();
    for id in page.inclusive_ancestors(block.container).take(7) {
        path.push_str(page.tag(id).name());
        path.push('>');
    }
    path
}

fn groups(blocks: &[Block], gains: &[f32], keys: &[String]) -> Vec<Group> {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    for ((key, block), gain) in keys.iter().zip(blocks).zip(gains) {
        let group = groups.entry(key).or_default();
        group.count += 1.0;
        group.length += block.length;
        group.link += block.length * block.link_density();
        group.gain += gain.max(0.0);
    }
    keys.iter()
        .map(|k| groups.get(k.as_str()).copied().unwrap_or_default())
        .collect()
}

/// Siblings of one make: their number, the length and the link characters in them.
pub(super) type Makes<'a> = BTreeMap<(NodeId, Tag, &'a str), [f32; 3]>;

pub(super) fn makes<'a>(page: &'a Page, length: &[f32], link: &[f32]) -> Makes<'a> {
    let mut makes = Makes::new();
    for id in page.descendants(page.body()) {
        if length[id.index()] > 0.0
            && let Some(key) = make(page, id)
        {
            let make = makes.entry(key).or_default();
            make[0] += 1.0;
            make[1] += length[id.index()];
            make[2] += link[id.index()];
        }
    }
    makes
}

fn make(page: &Page, id: NodeId) -> Option<(NodeId, Tag, &str)> {
    let inside = matches!(
        page.tag(id),
        Tag::P | Tag::Pre | Tag::Blockquote | Tag::Figure
    ) || page.tag(id).heading_level().is_some();
    if inside || !page.is_element(id) || !page.is_block(id) {
        return None;
    }
    let class = page.attr(id, Attr::Class).unwrap_or_default();
    Some((page.parent(id)?, page.tag(id), class))
}

/// The block's place in a run of like siblings: of the innermost such element around it, their
/// number, mean length, share of links, and how far up it stands. Zeros where there is none.
pub(super) fn item(page: &Page, makes: &Makes<'_>, block: &Block) -> [f32; 4] {
    let around = page.inclusive_ancestors(block.container);
    for (up, id) in around.enumerate() {
        let Some(found) = make(page, id).and_then(|key| makes.get(&key)) else {
            continue;
        };
        let [count, length, link] = *found;
        if count >= 3.0 {
            return [count, length / count, link / length, up as f32];
        }
    }
    [0.0; 4]
}
