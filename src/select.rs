//! The one place that weighs methods against each other.
//!
//! For every block: kept, or removed and why; and how sure of it.

pub(crate) mod blocks;
mod evidence;
pub mod model;
mod prune;
mod removed;
mod root;
mod structure;
mod teasers;

use serde::Serialize;

use crate::metadata::Metadata;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::vocabulary::Purpose;
use evidence::Evidence;
use model::Model;
use model::features::{COLUMNS, Features};
pub use model::forest::{Forest, Malformed};
use model::hashed::{self, Bucket, Names};
use model::second_pass::Asked;
use model::verdict;
pub use removed::Removed;

/// Why a block is not part of the article. The list is closed: views translate each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The article's own title; shown apart.
    Title,
    /// Author, date and the like; shown apart.
    Byline,
    /// Menus, breadcrumbs, pagers, tables of contents of a site.
    Navigation,
    /// Nearly all of it is links.
    Links,
    /// Fixed over the page: cookie dialogs, banners, sticky bars.
    Overlay,
    /// Advertising and promotion of the site itself: newsletters, subscriptions, apps.
    Advert,
    /// Links to other articles.
    Related,
    /// What readers wrote below the article.
    Comments,
    /// Buttons and links to share, print, follow.
    Sharing,
    /// Input fields and their labels.
    Form,
    /// The page's head or foot: site name, copyright, legal notices.
    Frame,
    /// Stands beside the column that holds the article.
    OtherColumn,
    /// The same text stands in the article already.
    Duplicate,
    /// Too little text, or too thinly spread, to be told from the rest of the page.
    BelowThreshold,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 14] = [
        Self::Title,
        Self::Byline,
        Self::Navigation,
        Self::Links,
        Self::Overlay,
        Self::Advert,
        Self::Related,
        Self::Comments,
        Self::Sharing,
        Self::Form,
        Self::Frame,
        Self::OtherColumn,
        Self::Duplicate,
        Self::BelowThreshold,
    ];
}

impl From<Purpose> for Reason {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Comments => Self::Comments,
            Purpose::Sharing => Self::Sharing,
            Purpose::Related => Self::Related,
            Purpose::Advert => Self::Advert,
            Purpose::Navigation => Self::Navigation,
            Purpose::Byline => Self::Byline,
            Purpose::Overlay => Self::Overlay,
            Purpose::Frame => Self::Frame,
            Purpose::OtherColumn => Self::OtherColumn,
            Purpose::Form => Self::Form,
        }
    }
}

/// How sure the selection is that the page holds an article and that this is it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// No article was found.
    None,
    /// Something was found, but it is short or hardly stands out from the rest.
    Weak,
    /// An article was found.
    Strong,
}

/// Kinds of evidence about a block. The list is closed: views translate each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// Its own text: length, marks, digits, likeness to the title.
    Text,
    /// Its links.
    Links,
    /// What it says: words that announce something foreign.
    Words,
    /// The elements around it.
    Structure,
    /// What class names, ids and roles around it hint at.
    Names,
    /// Where in the page it stands: before or after the title, the body, a heading.
    Place,
    /// Text density around it (CETD).
    Density,
    /// Other blocks made alike.
    Repetition,
    /// The blocks before and after it.
    Surroundings,
    /// Where on the screen it stands, and in what type.
    Layout,
    /// What the page's own data says.
    Stated,
}

impl Grounds {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Links,
        Self::Words,
        Self::Structure,
        Self::Names,
        Self::Place,
        Self::Density,
        Self::Repetition,
        Self::Surroundings,
        Self::Layout,
        Self::Stated,
    ];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Links => "links",
            Self::Words => "words",
            Self::Structure => "structure",
            Self::Names => "names",
            Self::Place => "place",
            Self::Density => "density",
            Self::Repetition => "repetition",
            Self::Surroundings => "surroundings",
            Self::Layout => "layout",
            Self::Stated => "stated",
        }
    }
}

/// What is kept of a page, what is removed and why, and how sure that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The leaves that are kept: text nodes and replaced elements (pictures, media, rules,
    /// `math` …). An element is part of the article where one of its leaves is.
    pub kept: NodeSet,
    /// Those of `kept` that are shown for their picture alone: captions that are unlikely to be
    /// part of the text, and are left out of [`Article::text`](crate::article::Article::text).
    pub captions: NodeSet,
    /// What is removed, in document order. Together with `kept` it covers all visible text.
    pub removed: Vec<Removed>,
    /// How sure.
    pub confidence: Confidence,
}

/// Decides for every block of a page whether it belongs to the article.
///
/// 1. [`blocks`] divides what is painted into runs between block breaks.
/// 2. [`evidence`] gives every block a gain: positive where it reads like running text,
///    negative where it looks like a menu. Hybrid text density (Song, Sun and Liao, Eq. 4) and
///    the similarity with the title (qRead, Sect. 3.2) weigh it.
/// 3. [`root`] takes the subtree with the largest sum of gains, which is DensitySum (Eq. 5)
///    with signed densities, and whatever else stands in the same column and reads alike.
/// 4. [`prune`] leaves out, inside the root, only what shows a reason.
/// 5. [`structure`] finds what is foreign for certain, and mends what the forest decided of the
///    rest.
///
/// Linear in nodes but for sorting; ties go to the node that comes first.
pub fn select(page: &Page, metadata: &Metadata) -> Selection {
    select_with(page, metadata, Model::shipped())
}

/// [`select`] with another model.
pub fn select_with(page: &Page, metadata: &Metadata, model: &Model) -> Selection {
    let mut evidence = Evidence::ruled(page, metadata);
    let features = Features::new(page, metadata, &evidence);
    let verdict = verdict::decide(page, metadata, &mut evidence, &features, model);
    let mut kept = NodeSet::new(page);
    let mut captions = NodeSet::new(page);
    for (i, block) in evidence.blocks.iter().enumerate() {
        if evidence.decisions[i].is_none() {
            for &leaf in &block.leaves {
                kept.insert(leaf);
                if evidence.captions[i] {
                    captions.insert(leaf);
                }
            }
        }
    }
    // A rule is no block: it is kept where it parts what is kept.
    let pairs = evidence.blocks.iter().zip(&evidence.decisions);
    for ((above, _), (below, _)) in pairs
        .clone()
        .zip(pairs.skip(1))
        .filter(|((_, above), (_, below))| above.is_none() && below.is_none())
    {
        if let (Some(&last), Some(&first)) = (above.leaves.last(), below.leaves.first()) {
            for id in (last.0..first.0).map(NodeId) {
                if page.tag(id) == Tag::Hr && !page.is_hidden(id) {
                    kept.insert(id);
                }
            }
        }
    }
    let mut removed = removed::removed(page, &evidence.blocks, &evidence.decisions, |i| {
        verdict.grounds(i)
    });
    for node in structure::heading_controls(page, &evidence) {
        kept.remove_subtree(page, node);
        removed.push(Removed {
            node,
            end: page.end(node),
            reason: Reason::Navigation,
            grounds: None,
        });
    }
    removed.sort_by_key(|r| r.node);
    Selection {
        removed,
        confidence: evidence::confidence(&evidence.teasers, &evidence.blocks, &evidence.decisions),
        kept,
        captions,
    }
}

/// Returns a hash of what the columns of a [`Table`] mean, in eight hexadecimal digits. It stands
/// in the head of a learnt file: one that was trained on other columns, or with other word lists,
/// is out of date.
pub fn evidence_digest() -> String {
    format!("{:08x}", model::features::digest().value())
}

/// The evidence of a page as numbers, for training.
#[derive(Clone, Debug)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// What kind of evidence each column is.
    pub grounds: Vec<Grounds>,
    /// The rows one after the other, one per block in document order, each as long as `columns`.
    pub values: Vec<f32>,
    /// What each block is, in the same order.
    pub blocks: Vec<Row>,
}

/// A block of a [`Table`].
#[derive(Clone, Debug)]
pub struct Row {
    /// The block as the passes see it.
    pub block: Asked,
    /// The buckets of the names around it.
    pub names: Vec<Bucket>,
    /// The buckets of its words.
    pub words: Vec<Bucket>,
    /// Its text on one line.
    pub text: String,
    /// Whether the forest is asked about it: title and byline are shown apart, and pictures go
    /// with the text around them.
    pub asked: bool,
    /// What is decided about it without the forest.
    pub ruled_out: bool,
}

/// The evidence of a page as numbers.
pub fn table(page: &Page, metadata: &Metadata) -> Table {
    let evidence = Evidence::ruled(page, metadata);
    let features = Features::new(page, metadata, &evidence);
    let numbers = model::opinion::blocks(page, &evidence);
    let mut names = Names::new(page);
    let row = |i: usize| Row {
        block: numbers[i],
        names: names.around(page, evidence.blocks[i].container),
        words: hashed::words(&evidence.texts[i]),
        text: evidence.texts[i].clone(),
        asked: verdict::is_asked(page, metadata, &evidence, i),
        ruled_out: evidence.decisions[i].is_some(),
    };
    Table {
        columns: COLUMNS.iter().map(|c| c.name).collect(),
        grounds: COLUMNS.iter().map(|c| c.grounds).collect(),
        values: features.values,
        blocks: (0..evidence.blocks.len()).map(row).collect(),
    }
}

impl Selection {
    /// The selection of a method that keeps leaves and gives no reasons: every block without a
    /// kept leaf is below its threshold.
    pub fn from_kept(page: &Page, kept: NodeSet) -> Self {
        let blocks = blocks::blocks(page);
        let decisions: Vec<_> = blocks
            .iter()
            .map(|b| {
                let any = b.leaves.iter().any(|&leaf| kept.contains(leaf));
                (!any).then_some(Reason::BelowThreshold)
            })
            .collect();
        Self {
            removed: removed::removed(page, &blocks, &decisions, |_| None),
            confidence: evidence::confidence(&teasers::teasers(page, &blocks), &blocks, &decisions),
            captions: NodeSet::new(page),
            kept,
        }
    }
}
