//! The evidence as numbers: one row per block for the model.
//!
//! Nothing here names a site or a language. What is not known (layout, a heading above) is
//! NaN, and the model has its own way at every such value.

use std::collections::BTreeMap;

use super::Reason;
use super::blocks::Block;
use super::evidence::Evidence;
use super::vocabulary::announcement;
use crate::metadata::Metadata;
use crate::methods::{Scores, cetd};
use crate::page::{NodeId, Page, Tag};
use crate::text::TermVector;

/// Reasons that names and announcements can hint at, in the order of their feature columns.
const HINTED: [Reason; 10] = [
    Reason::Comments,
    Reason::Sharing,
    Reason::Related,
    Reason::Advert,
    Reason::Navigation,
    Reason::Byline,
    Reason::Overlay,
    Reason::Frame,
    Reason::OtherColumn,
    Reason::Form,
];

/// Collects one row; names are given along so that order and meaning cannot drift apart.
#[derive(Debug, Default)]
struct Row {
    values: Vec<f32>,
    names: Vec<&'static str>,
}

impl Row {
    fn add(&mut self, name: &'static str, value: f32) {
        self.names.push(name);
        self.values.push(value);
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        self.add(name, f32::from(u8::from(value)));
    }
}

fn log(x: f32) -> f32 {
    libm::logf(1.0 + x.max(0.0))
}

/// What many blocks share: those with the same tag path, or the same text.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: f32,
    length: f32,
    link: f32,
    gain: f32,
}

/// Rows and column names; rows in the order of `evidence.blocks`.
pub(crate) fn rows(
    page: &Page,
    metadata: &Metadata,
    evidence: &Evidence,
) -> (Vec<Vec<f32>>, Vec<&'static str>) {
    let context = Context::new(page, metadata, evidence);
    let mut names = Vec::new();
    let rows = (0..evidence.blocks.len())
        .map(|i| {
            let mut row = Row::default();
            context.own(i, &mut row);
            context.path(i, &mut row);
            context.place(i, &mut row);
            context.around(i, &mut row);
            context.groups(i, &mut row);
            context.neighbours(i, &mut row);
            context.layout(i, &mut row);
            names = row.names;
            row.values
        })
        .collect();
    (rows, names)
}

struct Context<'a> {
    page: &'a Page,
    metadata: &'a Metadata,
    evidence: &'a Evidence,
    total: f32,
    total_links: f32,
    /// Per node: length and link characters of the blocks in the subtree, and their number.
    length: Vec<f32>,
    link: Vec<f32>,
    count: Vec<f32>,
    text_density: Scores,
    composite: Scores,
    density_rank: Vec<f32>,
    title_terms: TermVector,
    title_block: Option<usize>,
    page_similarity: f32,
    texts: Vec<String>,
    announced: Vec<Option<Reason>>,
    path_groups: Vec<Group>,
    class_groups: Vec<Group>,
    text_groups: Vec<f32>,
    before: Vec<f32>,
    body_font: f32,
    cjk: f32,
}

impl<'a> Context<'a> {
    fn new(page: &'a Page, metadata: &'a Metadata, evidence: &'a Evidence) -> Self {
        let blocks = &evidence.blocks;
        let mut length = vec![0.0; page.len()];
        let mut link = vec![0.0; page.len()];
        let mut count = vec![0.0; page.len()];
        let mut before = Vec::with_capacity(blocks.len());
        let mut total = 0.0;
        for block in blocks {
            let i = block.container.index();
            length[i] += block.length;
            link[i] += block.length * block.link_density();
            count[i] += 1.0;
            before.push(total);
            total += block.length;
        }
        let (length, link, count) = (
            page.subtree_sums(&length),
            page.subtree_sums(&link),
            page.subtree_sums(&count),
        );
        let texts: Vec<String> = blocks.iter().map(|b| b.text(page)).collect();
        let title = metadata.title.as_deref().unwrap_or_default();
        let title_terms = TermVector::new(title);
        let counts = cetd::Counts::new(page);
        let composite = cetd::composite_text_density(page, &counts);
        let density_sum = cetd::density_sum(page, &composite);
        let mut sorted: Vec<f32> = density_sum.values().to_vec();
        sorted.sort_by(f32::total_cmp);
        let most = sorted.last().copied().unwrap_or(0.0).max(1e-6);
        let density_rank = density_sum.values().iter().map(|v| v / most).collect();
        let title_block = metadata.title_node.and_then(|t| {
            blocks
                .iter()
                .position(|b| page.contains(t, b.leaves[0]) || b.container == t)
        });
        let mut fonts: BTreeMap<u32, f32> = BTreeMap::new();
        let mut cjk = 0.0;
        for block in blocks {
            *fonts
                .entry(page.style(block.leaves[0]).font_size.to_bits())
                .or_default() += block.length * (1.0 - block.link_density());
            cjk += block.length - block.chars as f32;
        }
        let body_font = fonts
            .iter()
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map_or(16.0, |(&bits, _)| f32::from_bits(bits));
        Self {
            page,
            metadata,
            evidence,
            total: total.max(1.0),
            total_links: link[page.body().index()],
            page_similarity: title_terms.cosine(&TermVector::new(&texts.join(" "))),
            announced: blocks
                .iter()
                .zip(&texts)
                .map(|(b, t)| {
                    if b.length <= 160.0 {
                        announcement(t)
                    } else {
                        None
                    }
                })
                .collect(),
            path_groups: groups(blocks, &evidence.gains, |b| path_key(page, b, false)),
            class_groups: groups(blocks, &evidence.gains, |b| path_key(page, b, true)),
            text_groups: repeats(&texts),
            text_density: cetd::text_density(page, &counts),
            composite,
            density_rank,
            title_terms,
            title_block,
            texts,
            before,
            length,
            link,
            count,
            body_font,
            cjk: cjk / total.max(1.0),
        }
    }

    fn block(&self, i: usize) -> &Block {
        &self.evidence.blocks[i]
    }

    /// The block by itself.
    fn own(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        let page = self.page;
        let tag = page.tag(b.container);
        let text = &self.texts[i];
        let chars = (b.chars as f32).max(1.0);
        row.add("length", log(b.length));
        row.add("tokens", log(b.tokens as f32));
        row.add("link_density", b.link_density());
        row.add("links", log(b.links as f32));
        row.add("punctuation", 100.0 * b.punctuation as f32 / chars);
        row.flag("ends_sentence", b.ends_sentence);
        row.add("media", b.media as f32);
        row.add("token_length", chars / (b.tokens as f32).max(1.0));
        let count = |f: fn(&char) -> bool| text.chars().filter(f).count() as f32 / chars;
        row.add("digits", count(|c| c.is_numeric()));
        row.add("capitals", count(|c| c.is_uppercase()));
        row.flag("bar", text.contains(['|', '·', '•', '»', '›', '/']));
        row.flag("copyright", text.contains(['©', '®']));
        row.flag("colon", text.trim_end().ends_with([':', '：']));
        row.flag("at", text.contains('@'));
        row.flag("quote", text.contains(['"', '“', '”', '„', '«', '「']));
        row.add("heading", f32::from(tag.heading_level().unwrap_or(0)));
        row.flag("p", tag == Tag::P);
        row.flag("li", tag == Tag::Li);
        row.flag("cell", matches!(tag, Tag::Td | Tag::Th));
        row.flag("definition", matches!(tag, Tag::Dt | Tag::Dd));
        row.flag(
            "div",
            matches!(tag, Tag::Div | Tag::Section | Tag::Article | Tag::Other),
        );
        row.flag("caption", matches!(tag, Tag::Figcaption | Tag::Caption));
        row.flag("pre", page.style(b.container).preformatted);
        let first = page.style(b.leaves[0]);
        row.flag("bold", first.font_weight >= 600);
        row.add(
            "similarity",
            self.title_terms.cosine(&TermVector::new(text)),
        );
        row.add("gain", self.evidence.gains[i]);
        row.add("repeats", self.text_groups[i]);
        for (k, name) in [
            "says_comments",
            "says_sharing",
            "says_related",
            "says_advert",
            "says_navigation",
            "says_byline",
            "says_overlay",
            "says_frame",
            "says_column",
            "says_form",
        ]
        .into_iter()
        .enumerate()
        {
            row.flag(name, self.announced[i] == Some(HINTED[k]));
        }
    }

    /// The elements around the block.
    fn path(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let mut tags = [0.0f32; 18];
        let mut hints = [0.0f32; 11];
        let mut steps = 0.0;
        for id in std::iter::once(b.container).chain(page.ancestors(b.container)) {
            steps += 1.0;
            let near = 1.0 / steps;
            let k = match page.tag(id) {
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
                _ => 18,
            };
            if k < 18 && tags[k] == 0.0 {
                tags[k] = near;
            }
            let hint = self.evidence.hints[id.index()];
            if let Some(reason) = hint.reason
                && let Some(k) = HINTED.iter().position(|&r| r == reason)
                && hints[k] == 0.0
            {
                hints[k] = near;
            }
            if hint.article && hints[10] == 0.0 {
                hints[10] = near;
            }
            if steps >= 24.0 {
                break;
            }
        }
        for (value, name) in tags.into_iter().zip([
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
        ]) {
            row.add(name, value);
        }
        for (value, name) in hints.into_iter().zip([
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
        ]) {
            row.add(name, value);
        }
        row.add("level", page.level(b.container) as f32);
        row.flag("overlay", page.is_overlay(b.container));
        row.flag(
            "excluded",
            self.evidence.excluded[b.container.index()].is_some(),
        );
    }

    /// Where the block stands in the page.
    fn place(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let len = self.evidence.blocks.len() as f32;
        row.add("rank", i as f32 / len);
        row.add("before", self.before[i] / self.total);
        row.add("page_blocks", log(len));
        row.add("page_length", log(self.total));
        row.add("page_links", self.total_links / self.total);
        row.add("page_similarity", self.page_similarity);
        row.add("cjk", self.cjk);
        match self.title_block {
            Some(t) => {
                let d = i as f32 - t as f32;
                row.add("from_title", d.signum() * log(d.abs()));
                row.add(
                    "from_title_length",
                    (self.before[i] - self.before[t]) / self.total,
                );
            }
            None => {
                row.add("from_title", f32::NAN);
                row.add("from_title_length", f32::NAN);
            }
        }
        let root = self.evidence.root;
        row.flag("in_root", page.contains(root, b.leaves[0]));
        let lca = std::iter::once(root)
            .chain(page.ancestors(root))
            .find(|&a| page.contains(a, b.leaves[0]))
            .unwrap_or(page.root());
        row.add("root_up", (page.level(root) - page.level(lca)) as f32);
        row.add(
            "root_down",
            page.level(b.container) as f32 - page.level(lca) as f32,
        );
        let range = self.evidence.blocks_in(page, root);
        let distance = if i < range.start {
            i as f32 - range.start as f32
        } else if i >= range.end {
            (i - range.end) as f32 + 1.0
        } else {
            0.0
        };
        row.add("from_root", distance.signum() * log(distance.abs()));
        row.add("root_share", self.length[root.index()] / self.total);
        row.add("root_gain", log(self.evidence.sums[root.index()].max(0.0)));
        let within = (i as f32 - range.start as f32) / (range.len() as f32).max(1.0);
        row.add("in_root_rank", within);
        let kept = self.evidence.decisions[i];
        row.flag("rule_kept", kept.is_none());
        row.flag("title_node", kept == Some(Reason::Title));
        row.flag(
            "byline_node",
            self.metadata
                .byline_nodes
                .iter()
                .any(|&n| page.contains(n, b.leaves[0])),
        );
        // The announcement that the block may stand under.
        let mut said = None;
        let mut heading = None;
        for j in (i.saturating_sub(30)..i).rev() {
            if said.is_none() && self.announced[j].is_some() {
                said = Some(j);
            }
            if heading.is_none() && page.tag(self.block(j).container).heading_level().is_some() {
                heading = Some(j);
            }
        }
        row.add("since_said", said.map_or(f32::NAN, |j| (i - j) as f32));
        row.add(
            "said",
            said.and_then(|j| self.announced[j])
                .and_then(|r| HINTED.iter().position(|&h| h == r))
                .map_or(f32::NAN, |k| k as f32),
        );
        row.add(
            "since_heading",
            heading.map_or(f32::NAN, |j| (i - j) as f32),
        );
        row.add(
            "heading_link",
            heading.map_or(f32::NAN, |j| self.block(j).link_density()),
        );
        row.flag(
            "heading_said",
            heading.is_some_and(|j| self.announced[j].is_some()),
        );
    }

    /// Densities of what is around the block, level by level.
    fn around(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let c = b.container.index();
        row.add("text_density", log(self.text_density.values()[c]));
        row.add("composite", log(self.composite.values()[c]));
        row.add("density_rank", self.density_rank[c]);
        let mut up = Some(b.container);
        // The nearest elements that hold more than the one below.
        let mut size = self.count[c];
        for names in [
            [
                "up1_length",
                "up1_link",
                "up1_count",
                "up1_gain",
                "up1_share",
                "up1_density",
            ],
            [
                "up2_length",
                "up2_link",
                "up2_count",
                "up2_gain",
                "up2_share",
                "up2_density",
            ],
            [
                "up3_length",
                "up3_link",
                "up3_count",
                "up3_gain",
                "up3_share",
                "up3_density",
            ],
            [
                "up4_length",
                "up4_link",
                "up4_count",
                "up4_gain",
                "up4_share",
                "up4_density",
            ],
        ] {
            while let Some(a) = up {
                if self.count[a.index()] > size {
                    break;
                }
                up = page.parent(a);
            }
            let Some(a) = up else {
                for name in names {
                    row.add(name, f32::NAN);
                }
                continue;
            };
            let k = a.index();
            size = self.count[k];
            row.add(names[0], log(self.length[k] / self.count[k].max(1.0)));
            row.add(names[1], self.link[k] / self.length[k].max(1.0));
            row.add(names[2], log(self.count[k]));
            let sum = self.evidence.sums[k];
            row.add(names[3], sum.signum() * log(sum.abs()));
            row.add(names[4], self.length[k] / self.total);
            row.add(names[5], self.density_rank[k]);
        }
    }

    /// What blocks of the same make are like.
    fn groups(&self, i: usize, row: &mut Row) {
        for (group, names) in [
            (
                self.path_groups[i],
                [
                    "path_count",
                    "path_length",
                    "path_link",
                    "path_mean",
                    "path_gain",
                ],
            ),
            (
                self.class_groups[i],
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

    /// The blocks before and after.
    fn neighbours(&self, i: usize, row: &mut Row) {
        for (step, names) in [
            (
                -1,
                [
                    "prev_length",
                    "prev_link",
                    "prev_sentence",
                    "prev_heading",
                    "prev_same",
                    "prev_gain",
                ],
            ),
            (
                1,
                [
                    "next_length",
                    "next_link",
                    "next_sentence",
                    "next_heading",
                    "next_same",
                    "next_gain",
                ],
            ),
            (
                -2,
                [
                    "prev2_length",
                    "prev2_link",
                    "prev2_sentence",
                    "prev2_heading",
                    "prev2_same",
                    "prev2_gain",
                ],
            ),
            (
                2,
                [
                    "next2_length",
                    "next2_link",
                    "next2_sentence",
                    "next2_heading",
                    "next2_same",
                    "next2_gain",
                ],
            ),
        ] {
            let other = i
                .checked_add_signed(step)
                .and_then(|j| self.evidence.blocks.get(j).map(|b| (j, b)));
            let Some((j, b)) = other else {
                for name in names {
                    row.add(name, f32::NAN);
                }
                continue;
            };
            row.add(names[0], log(b.length));
            row.add(names[1], b.link_density());
            row.flag(names[2], b.ends_sentence);
            row.flag(
                names[3],
                self.page.tag(b.container).heading_level().is_some(),
            );
            row.flag(
                names[4],
                self.page.parent(b.container) == self.page.parent(self.block(i).container),
            );
            row.add(names[5], self.evidence.gains[j]);
        }
        // Sums over wider windows.
        for (reach, names) in [
            (5usize, ["win5_gain", "win5_link"]),
            (15, ["win15_gain", "win15_link"]),
        ] {
            let from = i.saturating_sub(reach);
            let to = (i + reach + 1).min(self.evidence.blocks.len());
            let (mut gain, mut length, mut link) = (0.0, 0.0, 0.0);
            for j in from..to {
                let b = self.block(j);
                gain += self.evidence.gains[j];
                length += b.length;
                link += b.length * b.link_density();
            }
            row.add(names[0], gain.signum() * log(gain.abs()));
            row.add(names[1], link / length.max(1.0));
        }
    }

    /// Where the block stands on the screen; NaN without layout.
    fn layout(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let names = [
            "center",
            "width",
            "y",
            "height",
            "column_overlap",
            "column_width",
            "font",
            "weight",
            "visual",
            "float",
            "left_of_column",
        ];
        let (Some(rect), Some(all), Some(root)) = (
            page.rect(b.container),
            page.rect(page.root()),
            page.rect(self.evidence.root),
        ) else {
            for name in names {
                row.add(name, f32::NAN);
            }
            return;
        };
        let width = all.width.max(1.0);
        let style = page.style(b.leaves[0]);
        let values = [
            (rect.x + rect.width / 2.0 - width / 2.0).abs() / width,
            rect.width / width,
            rect.y / all.height.max(1.0),
            rect.height,
            root.horizontal_overlap(rect) / rect.width.max(1.0),
            rect.width / root.width.max(1.0),
            style.font_size / self.body_font.max(1.0),
            f32::from(style.font_weight),
            cetd_visual(page, b.container),
            f32::from(u8::from(page.style(b.container).float)),
            (rect.x - root.x) / width,
        ];
        for (name, value) in names.into_iter().zip(values) {
            row.add(name, value);
        }
    }
}

fn cetd_visual(page: &Page, id: NodeId) -> f32 {
    page.rect(id).map_or(f32::NAN, |r| r.area().sqrt())
}

/// The tag path of a block's container, up to seven elements, with class names where wanted.
fn path_key(page: &Page, block: &Block, classes: bool) -> String {
    let mut key = String::new();
    for (k, id) in std::iter::once(block.container)
        .chain(page.ancestors(block.container))
        .take(if classes { 3 } else { 7 })
        .enumerate()
    {
        key.push_str(page.tag(id).name());
        if classes && k < 3 {
            key.push('.');
            key.push_str(page.attr(id, crate::page::Attr::Class).unwrap_or_default());
        }
        key.push('>');
    }
    key
}

fn groups(blocks: &[Block], gains: &[f32], key: impl Fn(&Block) -> String) -> Vec<Group> {
    let keys: Vec<String> = blocks.iter().map(key).collect();
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

fn repeats(texts: &[String]) -> Vec<f32> {
    let mut counts: BTreeMap<&str, f32> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1.0;
    }
    texts
        .iter()
        .map(|t| counts.get(t.as_str()).copied().unwrap_or(1.0))
        .collect()
}
