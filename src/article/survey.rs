//! Facts about every subtree, collected in one pass over the page before the article is built, so
//! that each query costs O(1).

use super::math::mathjax_html::is_rendered;
use super::notes::is_label;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::url;

/// Facts that distinguish a data table from one for layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableFacts {
    /// True if it has a caption, a `thead`, or a header cell.
    pub(super) header: bool,
    /// True if `role` declares that it isn't a table.
    pub(super) presentation: bool,
    /// True if one of its cells contains another table.
    pub(super) nested: bool,
    /// Rows with kept content.
    pub(super) rows: u32,
    /// Cells with kept content.
    pub(super) cells: u32,
    /// Maximum cells with kept content in one row.
    pub(super) most_cells: u32,
    /// Headings, paragraphs, lists, and other blocks in its cells.
    pub(super) blocks: u32,
    /// The code blocks among them. In a row with a few words beside it, a code block is described
    /// by the words.
    pub(super) code_blocks: u32,
    in_row: u32,
}

impl TableFacts {
    /// Returns the facts declared by a table's attributes.
    #[inline(never)]
    fn of(page: &Page, table: NodeId) -> Self {
        let role = page.attr(table, Attr::Role).map(str::trim);
        Self {
            presentation: matches!(role, Some("presentation" | "none")),
            ..Self::default()
        }
    }

    /// Adds an element with kept content.
    #[inline(never)]
    fn add(&mut self, tag: Tag) {
        match tag {
            Tag::Tr => {
                self.rows += 1;
                self.in_row = 0;
            }
            Tag::Td | Tag::Th => {
                self.header |= tag == Tag::Th;
                self.cells += 1;
                self.in_row += 1;
                self.most_cells = self.most_cells.max(self.in_row);
            }
            Tag::Caption | Tag::Thead => self.header = true,
            Tag::Table => self.nested = true,
            tag if is_prose(tag) || matches!(tag, Tag::Ul | Tag::Ol | Tag::Pre) => {
                self.blocks += 1;
                self.code_blocks += u32::from(tag == Tag::Pre);
            }
            _ => {}
        }
    }

    /// Returns whether the table is for layout, so that its cells become separate blocks.
    pub(super) fn is_layout(&self) -> bool {
        if self.presentation {
            return true;
        }
        if self.header {
            return self.nested && self.most_cells <= 1;
        }
        self.most_cells <= 1
            || self.nested
            || (self.rows == 1 && self.blocks > self.code_blocks)
            || self.blocks > 3 * self.cells
    }
}

/// Running sums up to each node, in document order; the sum of a subtree is a difference.
#[derive(Debug, Default)]
struct Sums {
    kept: Vec<u32>,
    chars: Vec<u32>,
    code: Vec<u32>,
    prose: Vec<u32>,
    blocks: Vec<u32>,
    leaves: Vec<u32>,
    numeric: Vec<u32>,
}

/// See the [module](self). Only kept characters, blocks, and leaves are counted.
#[derive(Debug)]
pub(super) struct Survey {
    sums: Sums,
    /// In document order.
    tables: Vec<(NodeId, TableFacts)>,
    /// Hashes of the ids that are targets of links in the article.
    targets: Interner,
    /// Links whose text is the label of a note on this page but whose URL is that of the original
    /// of a saved copy, in document order.
    elsewhere: Vec<NodeId>,
    /// Formulas that the page contains twice, rendered and as MathML: the element around both and
    /// the `math`, in document order.
    formulas: Vec<(NodeId, NodeId)>,
    /// Renderings of formulas with a LaTeX source: the rendering and the element with the source,
    /// in document order.
    sources: Vec<(NodeId, NodeId)>,
}

impl Survey {
    pub(super) fn new(page: &Page, kept: &NodeSet) -> Self {
        let mut survey = Self {
            sums: sums(page, kept),
            tables: Vec::new(),
            targets: Interner::new(),
            elsewhere: Vec::new(),
            formulas: Vec::new(),
            sources: Vec::new(),
        };
        survey.collect_tables(page);
        survey.collect_targets(page);
        survey.collect_formulas(page);
        survey.collect_sources(page);
        survey
    }

    /// Returns the number of kept leaves.
    pub(super) fn kept(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.kept, page, node)
    }

    /// Returns the number of characters, without white space.
    pub(super) fn chars(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.chars, page, node)
    }

    /// Returns the number of characters in an element after a node in it.
    pub(super) fn chars_from(&self, page: &Page, from: NodeId, within: NodeId) -> u32 {
        let last = page.end(within).index() - 1;
        self.sums.chars[last] - self.sums.chars[page.end(from).index() - 1]
    }

    /// Returns the number of characters of fixed-width text with preserved white space.
    pub(super) fn code_chars(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.code, page, node)
    }

    /// Returns the number of elements that contain prose instead of code.
    pub(super) fn prose(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.prose, page, node)
    }

    /// Returns the number of blocks, including the node itself.
    pub(super) fn blocks(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.blocks, page, node)
    }

    /// Returns the number of text nodes that aren't blank.
    pub(super) fn leaves(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.leaves, page, node)
    }

    /// Returns the number of text nodes that contain only integers.
    pub(super) fn numeric(&self, page: &Page, node: NodeId) -> u32 {
        difference(&self.sums.numeric, page, node)
    }

    pub(super) fn table(&self, node: NodeId) -> Option<&TableFacts> {
        let at = self.tables.binary_search_by_key(&node, |t| t.0).ok()?;
        Some(&self.tables[at].1)
    }

    /// Returns the tables with kept content that are for layout.
    pub(super) fn layout_tables(&self) -> impl Iterator<Item = NodeId> {
        let layout = self.tables.iter().filter(|(_, table)| table.is_layout());
        layout.map(|(node, _)| *node)
    }

    /// Returns whether a link in the article has this id as its target.
    pub(super) fn is_target(&self, id: &str) -> bool {
        self.targets.get(Hash64::of(id)).is_some()
    }

    pub(super) fn has_targets(&self) -> bool {
        self.targets.len() > 0
    }

    /// Returns the `math`, or the element with the LaTeX source, of the formula that an element
    /// renders.
    pub(super) fn formula(&self, node: NodeId) -> Option<NodeId> {
        let find = |list: &[(NodeId, NodeId)]| {
            let at = list.binary_search_by_key(&node, |f| f.0).ok()?;
            Some(list[at].1)
        };
        find(&self.formulas).or_else(|| find(&self.sources))
    }

    #[inline(never)]
    fn collect_tables(&mut self, page: &Page) {
        let mut open: Vec<usize> = Vec::new();
        for node in page.nodes() {
            while open
                .pop_if(|&mut at| page.end(self.tables[at].0) <= node)
                .is_some()
            {}
            let tag = page.tag(node);
            let kept = page.is_element(node) && self.kept(page, node) > 0;
            if !kept {
                continue;
            }
            if let Some(&at) = open.last() {
                self.tables[at].1.add(tag);
            }
            if tag == Tag::Table {
                open.push(self.tables.len());
                self.tables.push((node, TableFacts::of(page, node)));
            }
        }
    }

    fn collect_targets(&mut self, page: &Page) {
        let links = || {
            page.nodes()
                .filter(|&n| page.tag(n) == Tag::A && self.kept(page, n) > 0)
        };
        let is_far = |&n: &NodeId| {
            let words = page.raw_text(n);
            let is_short = words.len() <= MAX_LABEL_BYTES && (is_label(words) || is_arrow(words));
            is_short && fragment(page, n).is_none() && any_fragment(page, n).is_some()
        };
        let far: Vec<NodeId> = links().filter(is_far).collect();
        let mut targets = Interner::new();
        for fragment in links().filter_map(|n| fragment(page, n)) {
            targets.insert(Hash64::of(&url::decoded(fragment)));
        }
        if !far.is_empty() {
            // Targets that were removed exist only at the original URL.
            let is_kept = |n: NodeId| {
                let parent = page.parent(n).unwrap_or(n);
                self.kept(page, n) > 0 || self.kept(page, parent) > 0
            };
            let mut ids = Interner::new();
            for node in page.nodes() {
                if let Some(id) = page.attr(node, Attr::Id).filter(|_| is_kept(node)) {
                    ids.insert(Hash64::of(id));
                }
            }
            for link in far {
                let hash = any_fragment(page, link).map(|f| Hash64::of(&url::decoded(f)));
                if let Some(hash) = hash.filter(|&hash| ids.get(hash).is_some()) {
                    targets.insert(hash);
                    self.elsewhere.push(link);
                }
            }
        }
        self.targets = targets;
    }

    /// Returns the fragment of a link to this page, or to the original of a saved copy.
    pub(super) fn fragment<'p>(&self, page: &'p Page, link: NodeId) -> Option<&'p str> {
        match self.elsewhere.binary_search(&link) {
            Ok(_) => any_fragment(page, link),
            Err(_) => fragment(page, link),
        }
    }

    fn collect_sources(&mut self, page: &Page) {
        for &id in page.formulas() {
            let around = match page.is_formula_script(id) {
                true => page
                    .element_before(id)
                    .filter(|&n| page.is_rendered_formula(n)),
                false => Some(id).filter(|&n| page.formula_source(n).is_some()),
            };
            let last = self.sources.last().map(|&(around, _)| page.end(around));
            let Some(around) = around.filter(|&n| last.is_none_or(|last| n >= last)) else {
                continue;
            };
            let is_whole = self.kept(page, around) > 0
                && self.prose(page, around) == 0
                && !matches!(page.tag(around), Tag::Math | Tag::Img);
            if is_whole {
                let mut inside = page.descendants(around).take(4096);
                let math = inside.find(|&n| page.tag(n) == Tag::Math);
                self.sources.push((around, math.unwrap_or(id)));
            }
        }
    }

    fn collect_formulas(&mut self, page: &Page) {
        let mut last = None;
        // A rendering contains less information than the MathML beside it.
        let is_math = |&n: &NodeId| page.tag(n) == Tag::Math && !is_rendered(page, n);
        for math in page.nodes().filter(is_math) {
            let around = page
                .ancestors(math)
                .take(5)
                .take_while(|&n| matches!(page.tag(n), Tag::Span | Tag::Div | Tag::Other))
                .filter(|&n| is_formula_class(page.attr(n, Attr::Class)))
                // If an element contains a second formula, it isn't the container of one formula.
                .take_while(|&n| last.is_none_or(|l| n > l))
                .last();
            last = Some(math);
            let Some(around) = around else { continue };
            if self.kept(page, around) == 0 {
                continue;
            }
            // The same applies to another `math` later in the element.
            let more = (page.end(math).0..page.end(around).0)
                .take(4096)
                .any(|n| is_math(&NodeId(n)));
            if !more && self.prose(page, around) == 0 {
                self.formulas.push((around, math));
            }
        }
    }
}

/// Maximum length of the text of a reference or a back link, in bytes.
const MAX_LABEL_BYTES: usize = 12;

fn is_arrow(words: &str) -> bool {
    !words.trim().is_empty() && !words.contains(char::is_alphanumeric)
}

/// Returns the fragment of a link to any page.
fn any_fragment(page: &Page, link: NodeId) -> Option<&str> {
    let (_, fragment) = page.attr(link, Attr::Href)?.split_once('#')?;
    (!fragment.is_empty()).then_some(fragment)
}

/// Returns the fragment of a link to the same page.
pub(super) fn fragment(page: &Page, link: NodeId) -> Option<&str> {
    let href = page.attr(link, Attr::Href)?;
    let (before, fragment) = href.split_once('#')?;
    let here = before.is_empty() || before == url::without_fragment(page.url());
    (here && !fragment.is_empty()).then_some(fragment)
}

fn is_formula_class(class: Option<&str>) -> bool {
    class.unwrap_or_default().split_ascii_whitespace().any(|t| {
        let t = t.to_ascii_lowercase();
        ["katex", "mathjax", "mjx", "mwe-math"]
            .iter()
            .any(|prefix| t.starts_with(prefix))
    })
}

fn is_prose(tag: Tag) -> bool {
    tag.heading_level().is_some() || matches!(tag, Tag::P | Tag::Blockquote | Tag::Figure | Tag::Dl)
}

fn difference(sums: &[u32], page: &Page, node: NodeId) -> u32 {
    let before = match node.index() {
        0 => 0,
        i => sums[i - 1],
    };
    sums[page.end(node).index() - 1] - before
}

fn sums(page: &Page, kept: &NodeSet) -> Sums {
    let mut sums = Sums::default();
    let mut at = [0u32; 7];
    // Blocks and prose count only if they contain kept content, so the sums of kept leaves are
    // needed first, and this is a second pass.
    for node in page.nodes() {
        let is_kept = kept.contains(node);
        at[0] += u32::from(is_kept);
        if is_kept && page.is_text(node) {
            let text = page.text(node);
            let chars = page.counts(node).chars;
            let style = page.style(node);
            at[1] += chars;
            if style.preformatted && style.monospace {
                at[2] += chars;
            }
            if chars > 0 {
                at[3] += 1;
                let numbers = text
                    .split_whitespace()
                    .all(|t| t.len() <= 9 && t.bytes().all(|b| b.is_ascii_digit()));
                at[4] += u32::from(numbers);
            }
        }
        sums.kept.push(at[0]);
        sums.chars.push(at[1]);
        sums.code.push(at[2]);
        sums.leaves.push(at[3]);
        sums.numeric.push(at[4]);
    }
    for node in page.nodes() {
        if page.is_element(node) && difference(&sums.kept, page, node) > 0 {
            at[5] += u32::from(is_prose(page.tag(node)));
            at[6] += u32::from(page.is_block(node));
        }
        sums.prose.push(at[5]);
        sums.blocks.push(at[6]);
    }
    sums
}
