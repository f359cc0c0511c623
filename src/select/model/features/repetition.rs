//! Blocks made alike, wherever they stand, and the run of siblings that the block stands in.

use std::collections::BTreeMap;

use super::{Value, log};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::signals::Signals;

/// What the columns of repetition share: per block, the group of blocks made like it.
pub(super) struct Repetition {
    /// Those with the same tag path.
    paths: Vec<Group>,
    /// Those of the same tags and classes.
    classes: Vec<Group>,
    /// The run of siblings that each block stands in.
    items: Vec<Item>,
}

impl Repetition {
    /// `length` and `link` are per node the length and the link characters in the subtree.
    pub(super) fn new(page: &Page, signals: &Signals, length: &[f32], link: &[f32]) -> Self {
        let Signals {
            blocks,
            gains,
            patterns,
            ..
        } = signals;
        let paths: Vec<String> = blocks.iter().map(|b| tag_path(page, b)).collect();
        let runs = runs(page, length, link);
        Self {
            items: blocks.iter().map(|b| item(page, &runs, b)).collect(),
            paths: groups(blocks, gains, &paths),
            classes: groups(blocks, gains, patterns),
        }
    }
}

/// What blocks made alike have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: f32,
    length: f32,
    link: f32,
    gain: f32,
}

impl Group {
    fn link_share(&self) -> f32 {
        self.link / self.length.max(1.0)
    }

    fn mean_length(&self) -> f32 {
        self.length / self.count.max(1.0)
    }
}

/// What blocks made alike are like.
pub(super) const COLUMNS: &[(&str, Value)] = &[
    ("path_count", |c, i| Some(log(c.repetition.paths[i].count))),
    ("path_length", |c, i| {
        Some(c.repetition.paths[i].length / c.total)
    }),
    ("path_link", |c, i| Some(c.repetition.paths[i].link_share())),
    ("path_mean", |c, i| {
        Some(log(c.repetition.paths[i].mean_length()))
    }),
    ("path_gain", |c, i| Some(log(c.repetition.paths[i].gain))),
    ("class_count", |c, i| {
        Some(log(c.repetition.classes[i].count))
    }),
    ("class_length", |c, i| {
        Some(c.repetition.classes[i].length / c.total)
    }),
    ("class_link", |c, i| {
        Some(c.repetition.classes[i].link_share())
    }),
    ("class_mean", |c, i| {
        Some(log(c.repetition.classes[i].mean_length()))
    }),
    ("class_gain", |c, i| Some(log(c.repetition.classes[i].gain))),
    ("item_count", |c, i| Some(log(c.repetition.items[i].count))),
    ("item_text", |c, i| Some(log(c.repetition.items[i].length))),
    ("item_link", |c, i| Some(c.repetition.items[i].link)),
    ("item_level", |c, i| Some(c.repetition.items[i].up)),
];

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

/// Siblings alike in tag and class, by parent, tag and class: their number, the length and the
/// link characters in them.
type Runs<'a> = BTreeMap<(NodeId, Tag, &'a str), [f32; 3]>;

/// Finds all siblings that are alike; `length` and `link` are per node the length and the link
/// characters in the subtree.
fn runs<'a>(page: &'a Page, length: &[f32], link: &[f32]) -> Runs<'a> {
    let mut runs = Runs::new();
    for id in page.descendants(page.body()) {
        if length[id.index()] > 0.0
            && let Some(key) = key(page, id)
        {
            let run = runs.entry(key).or_default();
            run[0] += 1.0;
            run[1] += length[id.index()];
            run[2] += link[id.index()];
        }
    }
    runs
}

fn key(page: &Page, id: NodeId) -> Option<(NodeId, Tag, &str)> {
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

/// The innermost run of siblings that a block stands in; zeros where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    /// How many siblings there are.
    count: f32,
    /// Their mean length.
    length: f32,
    /// The share of their length in links.
    link: f32,
    /// How many elements up from the block's container they stand.
    up: f32,
}

/// The least number of siblings that make a run.
const RUN: f32 = 3.0;

/// The innermost run of siblings around a block.
fn item(page: &Page, runs: &Runs<'_>, block: &Block) -> Item {
    let around = page.inclusive_ancestors(block.container);
    for (up, id) in around.enumerate() {
        let Some(found) = key(page, id).and_then(|key| runs.get(&key)) else {
            continue;
        };
        let [count, length, link] = *found;
        if count >= RUN {
            return Item {
                count,
                length: length / count,
                link: link / length,
                up: up as f32,
            };
        }
    }
    Item::default()
}
