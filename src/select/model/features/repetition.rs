//! Similar blocks anywhere on the page, and the run of siblings around the block.

mod columns;

pub(super) use columns::COLUMNS;

use super::log;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::signals::Signals;

/// Values shared by the columns about repetition.
pub(super) struct Repetition {
    /// Groups of blocks with the same tag path.
    paths: Groups,
    /// Groups of blocks with the same pattern ([`Signals::patterns`]).
    patterns: Groups,
    /// The run of siblings around each block.
    items: Vec<Item>,
}

impl Repetition {
    /// Computes the shared values of the columns. `length` and `link` are the length and the number
    /// of link characters in each node's subtree.
    pub(super) fn new(page: &Page, signals: &Signals, length: &[f32], link: &[f32]) -> Self {
        let Signals {
            blocks,
            gains,
            patterns,
            ..
        } = signals;
        let mut interner = Interner::new();
        let path = |block| interner.intern(tag_path(page, block));
        let paths: Vec<u32> = blocks.iter().map(path).collect();
        let runs = Runs::new(page, length, link);
        Self {
            items: blocks.iter().map(|block| item(&runs, block)).collect(),
            paths: Groups::new(blocks, gains, paths),
            patterns: Groups::new(blocks, gains, patterns.clone()),
        }
    }
}

/// Sums over similar blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: f32,
    length: f32,
    link: f32,
    gain: f32,
}

/// Values of a group of similar blocks.
struct Alike {
    count: f32,
    /// Total length of the group.
    length: f32,
    link: f32,
    mean: f32,
    gain: f32,
}

impl Alike {
    fn new(group: &Group) -> Self {
        Self {
            count: log(group.count),
            length: group.length,
            link: group.link / group.length.max(1.0),
            mean: log(group.length / group.count.max(1.0)),
            gain: log(group.gain),
        }
    }
}

/// Number of innermost elements in a tag path. With more, blocks of one template at different
/// depths differ; with fewer, the paths of menus and text are equal.
const PATH_LENGTH: usize = 7;

/// Returns a hash of the tag path of a block's container.
fn tag_path(page: &Page, block: &Block) -> u64 {
    let around = page.inclusive_ancestors(block.container).take(PATH_LENGTH);
    let tags = around.map(|id| page.tag(id) as u8);
    tags.fold(Hash64::EMPTY, Hash64::byte).value()
}

/// Groups of blocks with the same key.
struct Groups {
    groups: Vec<Alike>,
    /// Per block: its group.
    keys: Vec<u32>,
}

impl Groups {
    /// Sums up the blocks of each key. Keys are numbered from 0.
    fn new(blocks: &[Block], gains: &[f32], keys: Vec<u32>) -> Self {
        let count = keys.iter().max().map_or(0, |&last| last as usize + 1);
        let mut groups = vec![Group::default(); count];
        for ((&key, block), gain) in keys.iter().zip(blocks).zip(gains) {
            let group = &mut groups[key as usize];
            group.count += 1.0;
            group.length += block.length;
            group.link += block.length * block.link_density();
            group.gain += gain.max(0.0);
        }
        let groups = groups.iter().map(Alike::new).collect();
        Self { groups, keys }
    }

    /// Returns the group of a block.
    fn of(&self, i: usize) -> &Alike {
        &self.groups[self.keys[i] as usize]
    }
}

/// Runs of siblings with the same tag and class.
struct Runs {
    /// Per node: the innermost run around it, and the number of levels up to the siblings.
    around: Vec<Option<(u32, u32)>>,
    /// Per run: number of siblings with text, and the length and number of link characters in them.
    sums: Vec<[f32; 3]>,
}

impl Runs {
    /// Finds all runs of siblings. `length` and `link` are the length and the number of link
    /// characters in each node's subtree.
    fn new(page: &Page, length: &[f32], link: &[f32]) -> Self {
        let mut interner = Interner::new();
        let mut runs = Self {
            around: vec![None; page.len()],
            sums: Vec::new(),
        };
        for id in page.subtree(page.body()) {
            let Some(key) = key(page, id) else { continue };
            let number = interner.intern(key);
            runs.around[id.index()] = Some((number, 0));
            runs.sums.resize(interner.len(), [0.0; 3]);
            if length[id.index()] > 0.0 && id != page.body() {
                let run = &mut runs.sums[number as usize];
                run[0] += 1.0;
                run[1] += length[id.index()];
                run[2] += link[id.index()];
            }
        }
        // Propagated from parents to children, because a search from every block would take long in
        // deep nesting.
        for id in page.subtree(page.body()) {
            let is_run = |&(number, _): &(u32, u32)| runs.sums[number as usize][0] >= MIN_RUN;
            let own = runs.around[id.index()].filter(is_run);
            let parents = page.parent(id).and_then(|up| runs.around[up.index()]);
            runs.around[id.index()] = own.or(parents.map(|(number, up)| (number, up + 1)));
        }
        runs
    }
}

/// Returns a hash of parent, tag, and class, which is equal for similar siblings; `None` for
/// elements inside text.
fn key(page: &Page, id: NodeId) -> Option<u64> {
    let inside = matches!(
        page.tag(id),
        Tag::P | Tag::Pre | Tag::Blockquote | Tag::Figure
    ) || page.tag(id).heading_level().is_some();
    if inside || !page.is_element(id) || !page.is_block(id) {
        return None;
    }
    let class = page.attr(id, Attr::Class).unwrap_or_default();
    let hash = Hash64::EMPTY
        .bytes(&page.parent(id)?.0.to_le_bytes())
        .byte(page.tag(id) as u8)
        .text(class);
    Some(hash.value())
}

/// The innermost run of siblings around a block; zeros if there's none.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    /// Number of siblings.
    count: f32,
    /// Their mean length.
    length: f32,
    /// The share of their length in links.
    link: f32,
    /// Number of levels from the block's container up to the siblings.
    up: f32,
}

/// Minimum number of siblings in a run.
const MIN_RUN: f32 = 3.0;

/// Returns the innermost run of siblings around a block.
fn item(runs: &Runs, block: &Block) -> Item {
    let Some((number, up)) = runs.around[block.container.index()] else {
        return Item::default();
    };
    let [count, length, link] = runs.sums[number as usize];
    Item {
        count,
        length: length / count,
        link: link / length,
        up: up as f32,
    }
}
