//! Features of a segment: the paper's three, and those suggested in its conclusion.
//!
//! The paper describes a segment only by `f_p`, `m_p` and `t_p` and finds titles at 70 % F1, "which
//! can surely be improved by considering more pattern features such as the text-hyperlink ratios"
//! (Sect. 4.2). [`WIDTH`] features follow that up: links and their lengths, lists of links of one
//! kind, headings, similarity to the page's title, place on the page.
//!
//! Cost: linear in nodes and text.

use std::collections::BTreeMap;
use std::ops::Range;

use super::mine::MAX_FACTOR;
use super::patterns::{Patterns, larger_half_mean};
use super::segments::{segments_of, wrapped};
use crate::methods::lines::Lines;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::{self, TermVector};
use crate::vocabulary::{self, Hints, Purpose};

/// Features of a segment; [`NAMES`] describes each.
pub const WIDTH: usize = 22;

/// Features as input of a classifier, each about 0 to 1 or the logarithm of a count.
pub type Features = [f32; WIDTH];

/// The names of the features; the first three are the paper's.
pub const NAMES: [&str; WIDTH] = [
    "factor",
    "size",
    "length",
    "tokens",
    "density",
    "sentences",
    "link-share",
    "link-length",
    "list-link-length",
    "list-links",
    "fragment-links",
    "index-links",
    "repeated-links",
    "heading",
    "first-heading",
    "title-likeness",
    "place",
    "from-core",
    "frame",
    "aside",
    "announced-related",
    "announced-other",
];

/// Returns a hash of the features' names and their word lists, in eight hexadecimal digits. It is
/// in the header of a classifier that was trained on them.
pub fn evidence_digest() -> String {
    let names = NAMES.iter().fold(vocabulary::digest(), |digest, name| {
        digest.bytes(name.as_bytes()).bytes(b"\n")
    });
    format!("{:08x}", names.value())
}

/// The link that a line mainly consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineLink {
    /// The `a` element.
    pub node: NodeId,
    /// Its text on this line.
    pub text: String,
    /// The nearest list of links around it: an element in which two consecutive children with a
    /// link have the same tag.
    pub list: Option<NodeId>,
    /// True if the line is a heading.
    pub heading: bool,
    /// True if the URL is a place on this page or doesn't lead to a page.
    pub fragment: bool,
}

/// The segments of a page and their features.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The page's lines.
    pub lines: Lines,
    /// Its segments, as ranges of lines.
    pub segments: Vec<Range<usize>>,
    /// Per line: its main link.
    pub links: Vec<Option<LineLink>>,
    /// Per segment.
    pub features: Vec<Features>,
}

impl Evidence {
    /// Computes the features of a page's segments. `title` is the article's title; empty if
    /// unknown. The fuzzy factor of a segment is that of the least fuzzy of `patterns` that matches
    /// it, or one more than the maximum if none does.
    pub fn new(page: &Page, title: &str, patterns: &Patterns) -> Self {
        let lines = Lines::new(page);
        let wrapped = wrapped(&lines);
        let segments = segments_of(page, &lines, &wrapped);
        let nodes = Nodes::new(page, &vocabulary::hints_of_all(page));
        let measures: Vec<Measure> = (0..lines.len())
            .map(|i| Measure::new(page, &lines, i, &nodes, wrapped[i]))
            .collect();
        let mut whole = Whole::new(&measures);
        whole.find_core(&segments, &measures);
        let title = TermVector::new(title);
        let mut announced = (0, None);
        let features = segments.iter().enumerate().map(|(i, range)| {
            let text = lines.text(range.clone());
            let tokens = tokens(&lines, range);
            let factor = patterns
                .factor_of(&tokens)
                .unwrap_or((MAX_FACTOR + 1) as f32);
            let measures = &measures[range.clone()];
            let is_heading = measures.iter().all(|m| m.heading.is_some());
            let own = vocabulary::announcement(text);
            if is_heading || (own.is_some() && tokens.len() == 1) {
                announced = (i, own);
            }
            let announced = announced.1.filter(|_| i - announced.0 <= MAX_DISTANCE);
            segment_features(&SegmentEvidence {
                factor,
                tokens: &tokens,
                measures,
                announced,
                similarity: title.cosine_with(text),
                place: range.start as f32 / lines.len() as f32,
                from_core: whole.core_distance(i),
                whole: &whole,
            })
        });
        let features = features.collect();
        let links = measures.into_iter().map(|measure| measure.link).collect();
        Self {
            lines,
            segments,
            links,
            features,
        }
    }
}

/// Number of segments after an introducing heading that it applies to: a short list with its dates.
const MAX_DISTANCE: usize = 24;

/// Returns the number of tokens on each line of a segment.
pub(super) fn tokens(lines: &Lines, range: &Range<usize>) -> Vec<u32> {
    let lines = lines.get(range.clone()).iter();
    lines.map(|line| line.words).collect()
}

/// Facts about a node that follow from its ancestors.
struct Nodes {
    /// The `a` element with a URL around it.
    link: Vec<Option<NodeId>>,
    /// The heading around it, and its level.
    heading: Vec<Option<u8>>,
    /// In a `nav`, `header` or `footer`, or an element named as one.
    frame: Vec<bool>,
    /// In an `aside`, or an element named as one.
    aside: Vec<bool>,
    /// The purpose that the nearest name around it hints at.
    hint: Vec<Option<Purpose>>,
    /// The nearest list around it; see [`lists`].
    list: Vec<Option<NodeId>>,
    /// Characters of a text node that are not white space.
    chars: Vec<u32>,
    /// The nodes that are shown.
    shown: crate::page::NodeSet,
}

impl Nodes {
    fn new(page: &Page, named: &[Hints]) -> Self {
        let n = page.len();
        let mut nodes = Self {
            link: vec![None; n],
            heading: vec![None; n],
            frame: vec![false; n],
            aside: vec![false; n],
            hint: vec![None; n],
            list: vec![None; n],
            chars: vec![0; n],
            shown: page.shown(),
        };
        let lists = lists(page);
        for id in page.nodes() {
            let i = id.index();
            if let Some(p) = page.parent(id).map(NodeId::index) {
                nodes.link[i] = nodes.link[p];
                nodes.heading[i] = nodes.heading[p];
                nodes.frame[i] = nodes.frame[p];
                nodes.aside[i] = nodes.aside[p];
                nodes.hint[i] = nodes.hint[p];
                nodes.list[i] = nodes.list[p];
            }
            if page.is_text(id) {
                nodes.chars[i] = text::char_count(page.text(id));
                continue;
            }
            let tag = page.tag(id);
            if tag == Tag::A && page.attr(id, Attr::Href).is_some() {
                nodes.link[i] = Some(id);
            }
            nodes.heading[i] = tag.heading_level().or(nodes.heading[i]);
            let article = matches!(tag, Tag::Article | Tag::Main);
            nodes.frame[i] &= !article;
            nodes.frame[i] |= matches!(tag, Tag::Nav | Tag::Header | Tag::Footer);
            nodes.aside[i] |= tag == Tag::Aside;
            if lists[i] {
                nodes.list[i] = Some(id);
            }
            if page.is_block(id) && tag != Tag::Body && tag != Tag::Html {
                let hints = named[i];
                if names_related(page, id) {
                    nodes.hint[i] = Some(Purpose::Related);
                } else if hints.purpose.is_some() || hints.article {
                    nodes.hint[i] = hints.purpose;
                }
                nodes.frame[i] |= matches!(hints.purpose, Some(Purpose::Frame));
                nodes.aside[i] |= matches!(hints.purpose, Some(Purpose::OtherColumn));
            }
        }
        nodes
    }
}

/// Returns whether an element's name marks it as a list of other articles, regardless of other
/// hints of its name: plug-ins that insert such lists often have a prefix (`jp-relatedposts`).
fn names_related(page: &Page, id: NodeId) -> bool {
    let names = [Attr::Class, Attr::Id].map(|attr| page.attr(id, attr).unwrap_or_default());
    names.iter().any(|names| {
        let mut parts = names.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| {
            RELATED_PARTS.iter().any(|related| {
                let start = part.get(..related.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(related))
            })
        })
    })
}

/// Beginnings of parts of these names.
const RELATED_PARTS: &[&str] = &["related", "recommend", "popularposts", "recentposts"];

/// Returns per node whether it is a list: a block-level element with two consecutive children of
/// the same tag among its children with a link.
fn lists(page: &Page) -> Vec<bool> {
    let mut has_link = vec![false; page.len()];
    let mut lists = vec![false; page.len()];
    // Per parent: the last child with a link, seen from the end.
    let mut child: Vec<Option<Tag>> = vec![None; page.len()];
    for id in page.nodes().rev() {
        let i = id.index();
        has_link[i] |= page.tag(id) == Tag::A && page.attr(id, Attr::Href).is_some();
        if let Some(p) = page.parent(id).map(NodeId::index).filter(|_| has_link[i]) {
            has_link[p] = true;
            lists[p] |= page.is_block(id) && child[p] == Some(page.tag(id));
            child[p] = Some(page.tag(id));
        }
    }
    lists
}

/// Measures of a line.
struct Measure {
    tokens: u32,
    chars: u32,
    link_chars: u32,
    link: Option<LineLink>,
    link_tokens: u32,
    /// True if the URL is that of a list of pages: a tag, a category, an author, an archive.
    index: bool,
    heading: Option<u8>,
    frame: bool,
    aside: bool,
    hint: Option<Purpose>,
    sentence: bool,
    /// Number of tokens on its wrapped lines, and of these lines, for its text density.
    wrapped: (u32, u32),
}

impl LineLink {
    /// Sets the link with most of a line; `first` is the line's first node, by its place.
    fn new(page: &Page, nodes: &Nodes, first: usize, node: NodeId, text: String) -> Self {
        let href = page.attr(node, Attr::Href).unwrap_or_default();
        Self {
            node,
            text,
            list: nodes.list[first],
            heading: nodes.heading[first].is_some(),
            fragment: is_fragment(href, page.url()),
        }
    }
}

impl Measure {
    fn new(page: &Page, lines: &Lines, i: usize, nodes: &Nodes, wrapped: (u32, u32)) -> Self {
        let line = lines.get(i..i + 1)[0];
        let line_text = lines.text(i..i + 1);
        let first = line.first.index();
        let ids = || (line.first.0..=line.last.0).map(NodeId);
        let is_text = |&id: &NodeId| page.is_text(id) && nodes.shown.contains(id);
        let (mut chars, mut link_chars) = (0, 0);
        // The link with the most characters on the line, the first if several are equal.
        let mut main: Option<(NodeId, u32)> = None;
        let mut run: Option<(NodeId, u32)> = None;
        for id in ids().filter(is_text) {
            // Preformatted text can be on many lines, so only this line's part is counted.
            let own = if line.first == line.last && page.style(id).preformatted {
                text::char_count(line_text)
            } else {
                nodes.chars[id.index()]
            };
            chars += own;
            let Some(link) = nodes.link[id.index()] else {
                continue;
            };
            link_chars += own;
            let so_far = run.filter(|run| run.0 == link).map_or(0, |run| run.1);
            run = Some((link, so_far + own));
            if main.is_none_or(|main| so_far + own > main.1) {
                main = run;
            }
        }
        let link = main
            .filter(|main| main.1 * 2 >= chars && main.1 > 0)
            .map(|(node, _)| {
                let of_link = |id: &NodeId| nodes.link[id.index()] == Some(node);
                let text = if line.first == line.last {
                    line_text.to_owned()
                } else {
                    let texts = ids().filter(is_text).filter(of_link);
                    text::collapse(&texts.map(|id| page.text(id)).collect::<String>())
                };
                LineLink::new(page, nodes, first, node, text)
            });
        let href = link.as_ref().and_then(|l| page.attr(l.node, Attr::Href));
        Self {
            tokens: line.words,
            chars,
            link_chars,
            link_tokens: match &link {
                Some(_) if line.first == line.last => line.words,
                Some(link) => text::token_count(&link.text),
                None => 0,
            },
            index: href.is_some_and(is_index),
            link,
            heading: nodes.heading[first],
            frame: nodes.frame[first],
            aside: nodes.aside[first],
            hint: nodes.hint[first],
            sentence: line.words >= 8 && ends_sentence(line_text),
            wrapped,
        }
    }
}

fn ends_sentence(line: &str) -> bool {
    let end = line.trim_end_matches(['"', '”', '’', '\'', ')', '»', '」', '』', ']']);
    end.ends_with(['.', '!', '?', '…', '。', '！', '？', '؟', '۔', '।', ':'])
}

/// Returns whether a URL is on the page itself, or doesn't lead to a page.
fn is_fragment(href: &str, url: &str) -> bool {
    let scheme = |name: &str| href.get(..name.len()) == Some(name);
    let page = url.split('#').next().unwrap_or_default();
    href.starts_with('#')
        || href.contains("#comment")
        || href.contains("#respond")
        || scheme("javascript:")
        || scheme("mailto:")
        || (!page.is_empty() && href.split('#').next() == Some(page))
}

/// Parts of URLs of pages that list others.
const INDEX_PARTS: &[&str] = &[
    "tag",
    "tags",
    "category",
    "categories",
    "author",
    "authors",
    "archive",
    "archives",
    "page",
    "topic",
    "topics",
    "section",
    "sections",
    "user",
    "users",
    "wp-admin",
    "login",
    "feed",
];

fn is_index(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    path.split('/').any(|part| {
        INDEX_PARTS
            .iter()
            .any(|index| part.eq_ignore_ascii_case(index))
    })
}

/// Counts over the whole page.
struct Whole<'a> {
    /// Per list: links that are a line, and tokens in them.
    lists: BTreeMap<NodeId, (u32, u32)>,
    /// Number of lines that link with each text.
    texts: BTreeMap<&'a str, u32>,
    /// The first and the last segment of the densest stretch of text.
    core: Range<usize>,
    segments: usize,
}

impl<'a> Whole<'a> {
    fn new(measures: &'a [Measure]) -> Self {
        let mut lists = BTreeMap::new();
        let mut texts = BTreeMap::new();
        for measure in measures {
            let Some(link) = &measure.link else { continue };
            if let Some(list) = link.list {
                let (links, tokens): &mut (u32, u32) = lists.entry(list).or_default();
                *links += 1;
                *tokens = tokens.saturating_add(measure.link_tokens);
            }
            *texts.entry(link.text.as_str()).or_default() += 1;
        }
        Self {
            lists,
            texts,
            core: 0..0,
            segments: 0,
        }
    }

    /// Finds the run of segments with the most text outside links (maximum subarray, by Kadane):
    /// tokens outside links add to the sum, and each segment subtracts a few.
    fn find_core(&mut self, segments: &[Range<usize>], measures: &[Measure]) {
        const COST: f32 = 12.0;
        let (mut best, mut sum, mut start) = (0.0, 0.0, 0);
        for (i, range) in segments.iter().enumerate() {
            let measures = &measures[range.clone()];
            let chars: f32 = measures.iter().map(|m| m.chars as f32).sum();
            let links: f32 = measures.iter().map(|m| m.link_chars as f32).sum();
            let words: f32 = measures.iter().map(|m| m.tokens as f32).sum();
            let plain = words * (1.0 - 2.0 * links / chars.max(1.0));
            if sum <= 0.0 {
                (sum, start) = (0.0, i);
            }
            sum += plain - COST;
            if sum > best {
                best = sum;
                self.core = start..i + 1;
            }
        }
        self.segments = segments.len();
    }

    /// Returns how far a segment is from the core, as a share of all segments: below 0 before it, 0
    /// in it, above 0 after it.
    fn core_distance(&self, segment: usize) -> f32 {
        let distance = if segment < self.core.start {
            -((self.core.start - segment) as f32)
        } else if segment >= self.core.end {
            (segment + 1 - self.core.end) as f32
        } else {
            return 0.0;
        };
        let near = libm::log1pf(distance.abs()) / libm::log1pf(self.segments as f32);
        near.copysign(distance)
    }
}

/// Input for computing the features of a segment.
struct SegmentEvidence<'a> {
    factor: f32,
    tokens: &'a [u32],
    measures: &'a [Measure],
    announced: Option<Purpose>,
    similarity: f32,
    place: f32,
    from_core: f32,
    whole: &'a Whole<'a>,
}

fn segment_features(segment: &SegmentEvidence<'_>) -> Features {
    let measures = segment.measures;
    let sum = |of: fn(&Measure) -> u32| -> f32 { measures.iter().map(|m| of(m) as f32).sum() };
    let share = |of: fn(&Measure) -> bool| -> f32 {
        let count = measures.iter().filter(|m| of(m)).count();
        count as f32 / measures.len().max(1) as f32
    };
    let log = |value: f32| libm::log1pf(value) / 5.0;
    let linked = measures.iter().filter(|m| m.link.is_some()).count().max(1) as f32;
    let lists: Vec<(u32, u32)> = measures
        .iter()
        .filter_map(|m| segment.whole.lists.get(&m.link.as_ref()?.list?).copied())
        .collect();
    let (links, link_tokens) = lists.first().copied().unwrap_or_default();
    let is_repeated = |m: &&Measure| {
        let link = m.link.as_ref();
        link.is_some_and(|l| {
            segment
                .whole
                .texts
                .get(l.text.as_str())
                .is_some_and(|&n| n > 1)
        })
    };
    let hint = measures.first().and_then(|m| m.hint);
    let related = [hint, segment.announced].contains(&Some(Purpose::Related));
    let other = |purpose: Option<Purpose>| {
        use Purpose::{Advert, Byline, Comments, Form, Navigation, Sharing};
        matches!(
            purpose,
            Some(Advert | Byline | Comments | Form | Navigation | Sharing)
        )
    };
    let first_heading = measures.iter().any(|m| m.heading == Some(1));
    let tokens: f32 = sum(|m| m.tokens);
    [
        segment.factor / 10.0,
        log(segment.tokens.len() as f32),
        log(larger_half_mean(segment.tokens.iter().copied())),
        log(tokens),
        sum(|m| m.wrapped.0) / sum(|m| m.wrapped.1).max(1.0) / 16.0,
        share(|m| m.sentence),
        sum(|m| m.link_chars) / sum(|m| m.chars).max(1.0),
        log(sum(|m| m.link_tokens) / linked),
        log(link_tokens as f32 / links.max(1) as f32),
        log(links as f32),
        share(|m| m.link.as_ref().is_some_and(|link| link.fragment)),
        share(|m| m.index),
        measures.iter().filter(is_repeated).count() as f32 / measures.len().max(1) as f32,
        share(|m| m.heading.is_some()),
        f32::from(u8::from(first_heading)),
        segment.similarity,
        segment.place,
        segment.from_core,
        share(|m| m.frame),
        share(|m| m.aside),
        f32::from(u8::from(related)),
        f32::from(u8::from(other(hint) || other(segment.announced))),
    ]
}
