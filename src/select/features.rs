//! The evidence as numbers: one row per block for the model.
//!
//! Nothing here names a site or a language. What is not known (layout, a heading above) is
//! NaN, and the model has its own way at every such value.

use std::collections::BTreeMap;

use super::blocks::Block;
use super::evidence::Evidence;
use super::{Grounds, Reason};
use crate::geometry::Rect;
use crate::metadata::{Metadata, leads_away, leads_inside};
use crate::methods::tsrec::Part;
use crate::methods::{Scores, cetd, far_sw, fsp, qread};
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
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

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) grounds: Grounds,
}

/// Collects rows; names are given along so that order and meaning cannot drift apart.
#[derive(Debug)]
struct Row {
    grounds: Grounds,
    values: Vec<f32>,
    columns: Vec<Column>,
    /// Whether the columns are known from a row before.
    known: bool,
}

impl Row {
    fn add(&mut self, name: &'static str, value: f32) {
        if !self.known {
            let grounds = self.grounds;
            self.columns.push(Column { name, grounds });
        }
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

/// The evidence of every block.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// The columns; none where there is no block.
    pub(crate) columns: Vec<Column>,
    /// The rows one after the other, in the order of the blocks.
    pub(crate) values: Vec<f32>,
}

/// Writes the columns of one kind of evidence about a block.
type Write<'a> = fn(&Context<'a>, usize, &mut Row);

/// Gathers the evidence of every block.
pub(crate) fn features(page: &Page, metadata: &Metadata, evidence: &Evidence) -> Features {
    let context = Context::new(page, metadata, evidence);
    let mut row = Row {
        grounds: Grounds::Text,
        values: Vec::new(),
        columns: Vec::new(),
        known: false,
    };
    for i in 0..evidence.blocks.len() {
        let parts: [(Grounds, Write<'_>); 12] = [
            (Grounds::Text, Context::own),
            (Grounds::Links, Context::links),
            (Grounds::Words, Context::words),
            (Grounds::Structure, Context::tags),
            (Grounds::Names, Context::names),
            (Grounds::Place, Context::place),
            (Grounds::Density, Context::around),
            (Grounds::Repetition, Context::groups),
            (Grounds::Surroundings, Context::neighbours),
            (Grounds::Layout, Context::layout),
            (Grounds::Methods, Context::methods),
            (Grounds::Stated, Context::stated),
        ];
        for (grounds, part) in parts {
            row.grounds = grounds;
            part(&context, i, &mut row);
        }
        row.known = true;
    }
    Features {
        columns: row.columns,
        values: row.values,
    }
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
    title_block: Option<usize>,
    page_similarity: f32,
    announced: Vec<Option<Reason>>,
    addresses: Vec<Addresses>,
    /// The `article` or `main` around the title.
    title_article: Option<NodeId>,
    /// Blocks that are headings of the first level.
    first_headings: f32,
    path_groups: Vec<Group>,
    class_groups: Vec<Group>,
    text_groups: Vec<f32>,
    before: Vec<f32>,
    body_font: f32,
    cjk: f32,
    hybrid_rank: Vec<f32>,
    qread: Scores,
    qread_kept: NodeSet,
    cetd_kept: NodeSet,
    far_sw: Scores,
    fsp: Scores,
    items: Vec<[f32; 4]>,
    column: Option<Rect>,
    summary: Vec<f32>,
    most_summary: (f32, usize),
    stated_text: Option<String>,
}

/// Letters and digits alone, in lower case.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
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
        let texts = &evidence.texts;
        let title = metadata.title.as_deref().unwrap_or_default();
        let counts = &evidence.counts;
        let composite = cetd::composite_text_density(page, counts);
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
        let makes = makes(page, &length, &link);
        let items = blocks.iter().map(|b| item(page, &makes, b)).collect();
        let tag_paths: Vec<String> = blocks.iter().map(|b| tag_path(page, b)).collect();
        let params = qread::Params::default();
        let segments = qread::segments(page, title, &params);
        let summary_terms = TermVector::new(metadata.excerpt.as_deref().unwrap_or_default());
        let summary: Vec<f32> = evidence
            .terms
            .iter()
            .map(|terms| summary_terms.cosine(terms))
            .collect();
        let most_summary =
            (0..).zip(&summary).fold(
                (0.0, 0),
                |best, (i, &s)| {
                    if s > best.0 { (s, i) } else { best }
                },
            );
        Self {
            summary,
            most_summary,
            stated_text: metadata
                .stated_text
                .as_deref()
                .map(bare)
                .filter(|t| t.len() >= 100),
            hybrid_rank: ranks(page, &evidence.hybrid),
            density_rank: ranks(page, &composite),
            qread: qread::scores_of(page, &segments),
            qread_kept: qread::content_of(page, &segments, &params),
            cetd_kept: cetd::content(page, cetd::Variant::HybridDs),
            far_sw: far_sw::scores(page, far_sw::Model::inter_site()),
            fsp: fsp::scores(page, title, fsp::Rules::generic()),
            items,
            column: evidence.column(page),
            page,
            metadata,
            evidence,
            total: total.max(1.0),
            total_links: link[page.body().index()],
            page_similarity: evidence
                .title_terms
                .cosine(&TermVector::sum(&evidence.terms)),
            announced: blocks
                .iter()
                .zip(&evidence.announced)
                .map(|(b, announced)| announced.filter(|_| b.length <= 160.0))
                .collect(),
            addresses: blocks.iter().map(|b| Addresses::new(page, b)).collect(),
            title_article: metadata.title_node.and_then(|title| {
                page.inclusive_ancestors(title)
                    .find(|&id| matches!(page.tag(id), Tag::Article | Tag::Main))
            }),
            first_headings: blocks
                .iter()
                .filter(|b| page.tag(b.container) == Tag::H1)
                .count() as f32,
            path_groups: groups(blocks, &evidence.gains, &tag_paths),
            class_groups: groups(blocks, &evidence.gains, &evidence.makes),
            text_groups: repeats(texts),
            text_density: cetd::text_density(page, counts),
            composite,
            title_block,
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
        let text = &self.evidence.texts[i];
        let chars = (b.chars as f32).max(1.0);
        row.add("length", log(b.length));
        row.add("tokens", log(b.tokens as f32));
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
        row.add("repeats", self.text_groups[i]);
        row.add(
            "similarity",
            self.evidence.title_terms.cosine(&self.evidence.terms[i]),
        );
        row.add("gain", self.evidence.gains[i]);
    }

    /// Its links.
    fn links(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        row.add("link_density", b.link_density());
        row.add("links", log(b.links as f32));
        let Addresses { all, away, inside } = self.addresses[i];
        let share = |part: f32| if all > 0.0 { part / all } else { f32::NAN };
        row.add("links_away", share(away));
        row.add("links_inside", share(inside));
    }

    /// What it says.
    fn words(&self, i: usize, row: &mut Row) {
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
    /// The elements around the block: one over the steps up to each.
    fn tags(&self, i: usize, row: &mut Row) {
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
    fn names(&self, i: usize, row: &mut Row) {
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
        let lca = nearest_of_both(page, root, b.leaves[0]);
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
        // How far it is from the title in the tree, and how much of the page they share.
        match self.metadata.title_node {
            Some(title) => {
                let lca = nearest_of_both(page, title, b.container);
                let down = page.level(b.container) - page.level(lca);
                row.add("title_up", (page.level(title) - page.level(lca)) as f32);
                row.add("title_down", down as f32);
                row.add("title_share", self.length[lca.index()] / self.total);
                row.flag(
                    "title_article",
                    self.title_article
                        .is_some_and(|a| page.contains(a, b.leaves[0])),
                );
            }
            None => {
                for name in ["title_up", "title_down", "title_share", "title_article"] {
                    row.add(name, f32::NAN);
                }
            }
        }
        row.add("first_headings", self.first_headings);
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
        // How many steps it is to the neighbours in the tree.
        for (step, name) in [(-1, "prev_up"), (1, "next_up")] {
            let other = i
                .checked_add_signed(step)
                .and_then(|j| self.evidence.blocks.get(j));
            let own = self.block(i).container;
            let up = other.map_or(f32::NAN, |other| {
                let lca = nearest_of_both(self.page, own, other.container);
                let level = |id| self.page.level(id);
                (level(own) + level(other.container) - 2 * level(lca)) as f32
            });
            row.add(name, up);
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

    /// What the page says of itself.
    fn stated(&self, i: usize, row: &mut Row) {
        let about = self.metadata.about;
        row.flag("about_article", about.article);
        row.flag("about_product", about.product);
        row.flag("about_discussion", about.discussion);
        row.flag("about_list", about.list);
        row.flag("about_site", about.site);
        let path = self.page.url().splitn(4, '/').nth(3).unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let last = path
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or_default();
        row.add(
            "url_depth",
            path.split('/').filter(|s| !s.is_empty()).count() as f32,
        );
        row.add("url_last", log(last.len() as f32));
        row.add("url_words", last.split(['-', '_']).count() as f32);
        row.add(
            "url_digits",
            last.bytes().filter(u8::is_ascii_digit).count() as f32,
        );
        row.add("summary_similarity", self.summary[i]);
        row.add("summary_most", self.most_summary.0);
        row.add(
            "from_summary",
            if self.most_summary.0 > 0.3 {
                let d = i as f32 - self.most_summary.1 as f32;
                d.signum() * log(d.abs())
            } else {
                f32::NAN
            },
        );
        row.add(
            "stated",
            self.stated_text.as_ref().map_or(f32::NAN, |stated| {
                let own = bare(&self.evidence.texts[i]);
                f32::from(u8::from(own.len() >= 12 && stated.contains(&own)))
            }),
        );
        row.flag(
            "price",
            self.evidence.texts[i].contains(['$', '€', '£', '¥', '₹', '￥']),
        );
    }

    /// What the papers' methods say.
    fn methods(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        let leaf = b.leaves[0];
        row.add("hybrid_rank", self.hybrid_rank[b.container.index()]);
        row.flag("cetd_kept", self.cetd_kept.contains(leaf));
        row.add("qread_density", log(self.qread.get(leaf)));
        row.flag("qread_kept", self.qread_kept.contains(leaf));
        row.add("far_sw", self.far_sw.get(leaf));
        row.add("fsp", self.fsp.get(leaf));
        let of_part = |part: Part| {
            let Some(parts) = &self.evidence.parts else {
                return f32::NAN;
            };
            let of = |leaf: &&NodeId| parts.part(self.page, **leaf) == Some(part);
            b.leaves.iter().filter(of).count() as f32 / b.leaves.len() as f32
        };
        row.add("tsrec_common", of_part(Part::Common));
        row.add("tsrec_regular", of_part(Part::Regular));
        let [count, text, link, level] = self.items[i];
        row.add("item_count", log(count));
        row.add("item_text", log(text));
        row.add("item_link", link);
        row.add("item_level", level);
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
            "root_overlap",
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
        let column = self.column.unwrap_or(root);
        let style = page.style(b.leaves[0]);
        let values = [
            (rect.x + rect.width / 2.0 - width / 2.0).abs() / width,
            rect.width / width,
            rect.y / all.height.max(1.0),
            rect.height,
            column.horizontal_overlap(rect) / rect.width.max(1.0),
            rect.width / column.width.max(1.0),
            style.font_size / self.body_font.max(1.0),
            f32::from(style.font_weight),
            self.evidence.visual.get(b.container),
            f32::from(u8::from(page.style(b.container).float)),
            (rect.x - column.x) / width,
            root.horizontal_overlap(rect) / rect.width.max(1.0),
        ];
        for (name, value) in names.into_iter().zip(values) {
            row.add(name, value);
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

/// The nearest element that holds both.
fn nearest_of_both(page: &Page, a: NodeId, b: NodeId) -> NodeId {
    page.inclusive_ancestors(a)
        .find(|&id| page.contains(id, b))
        .unwrap_or(page.root())
}

/// Where the links of a block lead.
#[derive(Clone, Copy, Debug, Default)]
struct Addresses {
    all: f32,
    /// To other sites.
    away: f32,
    /// To places on the page.
    inside: f32,
}

impl Addresses {
    fn new(page: &Page, block: &Block) -> Self {
        let mut addresses = Self::default();
        for link in block.targets(page) {
            addresses.all += 1.0;
            if leads_inside(page.url(), link) {
                addresses.inside += 1.0;
            } else if leads_away(page.url(), link) {
                addresses.away += 1.0;
            }
        }
        addresses
    }
}

/// DensitySum of every node, as a share of the largest.
fn ranks(page: &Page, density: &Scores) -> Vec<f32> {
    let sums = cetd::density_sum(page, density);
    let most = sums.values().iter().fold(1e-6f32, |a, &b| a.max(b));
    sums.values().iter().map(|v| v / most).collect()
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

/// Siblings of one make: their number, the length and the link characters in them.
type Makes<'a> = BTreeMap<(NodeId, Tag, &'a str), [f32; 3]>;

fn makes<'a>(page: &'a Page, length: &[f32], link: &[f32]) -> Makes<'a> {
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
fn item(page: &Page, makes: &Makes<'_>, block: &Block) -> [f32; 4] {
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

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::metadata::metadata;
    use crate::page::Limits;
    use crate::select::Forest;

    fn table(html: &str) -> (Features, usize) {
        let page =
            html::read(html, "https://example.org/a/ferry-sails", Limits::default()).unwrap();
        let metadata = metadata(&page);
        let evidence = Evidence::ruled(&page, &metadata, None);
        let count = evidence.blocks.len();
        (features(&page, &metadata, &evidence), count)
    }

    #[test]
    fn every_row_has_every_column_and_names_are_told_apart() {
        let (features, count) = table(
            "<nav><a href=/>Home</a></nav><main><h1>Ferry sails</h1><p>It sails again, the harbour says.<p>—</main>",
        );
        assert_eq!(features.values.len(), features.columns.len() * count);
        let mut names: Vec<&str> = features.columns.iter().map(|c| c.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), features.columns.len());
        assert!(
            Grounds::ALL
                .iter()
                .all(|&kind| features.columns.iter().any(|c| c.grounds == kind))
        );
        assert!(features.values.iter().all(|v| !v.is_infinite()));
    }

    #[test]
    fn the_shipped_forest_asks_only_what_is_there() {
        let (features, _) = table("<p>One.");
        for name in Forest::shipped().columns() {
            assert!(features.columns.iter().any(|c| c.name == name), "{name}");
        }
    }

    #[test]
    fn without_layout_its_columns_are_unknown() {
        let (features, _) = table("<p>One sentence that is long enough to be read as text.");
        for (column, value) in features.columns.iter().zip(&features.values) {
            let layout = column.grounds == Grounds::Layout;
            assert!(!layout || value.is_nan(), "{}", column.name);
        }
    }
}
