//! The papers' methods: pure functions from `&Page` to a score per node.
//!
//! | [`Method`] | paper | module |
//! | --- | --- | --- |
//! | `cetd-ds`, `cectd-ds`, `cectd-s`, `cehtd-ds` | Song, Sun, Liao 2013 | [`cetd`] |
//! | `qread` | Wang, Wang 2015 | [`qread`] |
//! | `far-sw` | Bu, Zhang, Xia, Wang 2014 | [`far_sw`] |
//! | `fsp` | Huang, Huang, Liu, Yan | [`fsp`] |
//! | `tsrec` | Li, Meng, Li, Wang 2006 | [`tsrec`] |
//! | `hybrid` | ours: what [`select`](mod@crate::select) makes of them together | – |
//!
//! A method gives all scores, never only the winner, so that it can be shown why. [`scores`] and
//! [`content`] answer for the papers' methods and give `None` for [`Method::Hybrid`]: weighing
//! methods against each other is the selection's business, and a caller goes there next. They
//! give `None` for [`Method::Tsrec`] as well, which needs a second page: see [`tsrec::scores`].

pub mod cetd;
pub mod far_sw;
pub mod fsp;
pub mod qread;
pub mod tsrec;

use crate::page::{NodeId, NodeSet, Page};
use crate::text;

/// A way to find the content of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Text density with DensitySum.
    CetdDs,
    /// Composite text density with DensitySum.
    CectdDs,
    /// Composite text density smoothed over siblings.
    CectdS,
    /// Hybrid text density (visual importance) with DensitySum.
    CehtdDs,
    /// Segment densities and similarity with the title.
    Qread,
    /// Fuzzy association rules of lines and a sliding window.
    FarSw,
    /// Fuzzy sequential patterns of line lengths.
    Fsp,
    /// What a page does not share with another of its template.
    Tsrec,
    /// All together, as the one-click path has it.
    Hybrid,
}

impl Method {
    /// Every method, the papers' first.
    pub const ALL: [Self; 9] = [
        Self::CetdDs,
        Self::CectdDs,
        Self::CectdS,
        Self::CehtdDs,
        Self::Qread,
        Self::FarSw,
        Self::Fsp,
        Self::Tsrec,
        Self::Hybrid,
    ];

    /// The method of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// What people call it: the paper's name.
    pub fn title(self) -> &'static str {
        match self {
            Self::CetdDs => "CETD-DS",
            Self::CectdDs => "CECTD-DS",
            Self::CectdS => "CECTD-S",
            Self::CehtdDs => "CEHTD-DS",
            Self::Qread => "qRead",
            Self::FarSw => "FAR-SW",
            Self::Fsp => "FSP",
            Self::Tsrec => "TSReC",
            Self::Hybrid => "Pith",
        }
    }

    /// Who described it, and when where that is known.
    pub fn source(self) -> &'static str {
        match self {
            Self::CetdDs | Self::CectdDs | Self::CectdS | Self::CehtdDs => "Song, Sun, Liao 2013",
            Self::Qread => "Wang, Wang 2015",
            Self::FarSw => "Bu, Zhang, Xia, Wang 2014",
            Self::Fsp => "Huang, Huang, Liu, Yan",
            Self::Tsrec => "Li, Meng, Li, Wang 2006",
            Self::Hybrid => "this program",
        }
    }

    /// What its score of a node says, as one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::CetdDs => "Text density: characters per tag.",
            Self::CectdDs => "Text density, lowered by the characters and tags of links.",
            Self::CectdS => {
                "Text density, lowered by links, averaged with the neighbours before and after."
            }
            Self::CehtdDs => {
                "Text density, lowered by links and weighted by how much of the page's middle \
                 the text covers."
            }
            Self::Qread => "Words per line of the segment that the text stands in.",
            Self::FarSw => {
                "How well the block of lines around the text obeys the fuzzy rules learnt from \
                 articles, at most 3."
            }
            Self::Fsp => {
                "How far the trained machine takes the text's segment for the article, above 0, \
                 or for anything else, below."
            }
            Self::Tsrec => {
                "The share of the text that pages seen before do not have, neither its words nor \
                 its form."
            }
            Self::Hybrid => "The share of the text that is kept, all methods weighed.",
        }
    }

    /// The papers' names in lower case, `cetd-ds` to `tsrec`, and `hybrid`.
    pub fn name(self) -> &'static str {
        match self {
            Self::CetdDs => "cetd-ds",
            Self::CectdDs => "cectd-ds",
            Self::CectdS => "cectd-s",
            Self::CehtdDs => "cehtd-ds",
            Self::Qread => "qread",
            Self::FarSw => "far-sw",
            Self::Fsp => "fsp",
            Self::Tsrec => "tsrec",
            Self::Hybrid => "hybrid",
        }
    }
}

/// One score per node of a page. What a score means, and its range, is the method's to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(Vec<f32>);

impl Scores {
    /// From a column with one value per node.
    pub fn new(values: Vec<f32>) -> Self {
        Self(values)
    }

    /// From a column that scores leaves of the body: every element there has the largest score
    /// of what lies below it, and the root, which holds the head as well, has 0.
    fn lifted(page: &Page, mut values: Vec<f32>) -> Self {
        for id in page.descendants(page.body()).rev() {
            if let Some(parent) = page.parent(id) {
                values[parent.index()] = values[parent.index()].max(values[id.index()]);
            }
        }
        if page.body() != page.root() {
            values[page.root().index()] = 0.0;
        }
        Self(values)
    }

    /// The share of every node's shown text that is kept, 0 to 1, by characters; a kept leaf
    /// without text has 1.
    pub fn shares(page: &Page, kept: &NodeSet) -> Self {
        let shown = page.shown();
        let mut all = vec![0; page.len()];
        let mut of_kept = vec![0; page.len()];
        for id in page.subtree(page.body()).filter(|&id| shown.contains(id)) {
            all[id.index()] = text::char_count(page.text(id));
            if kept.contains(id) {
                of_kept[id.index()] = all[id.index()];
            }
        }
        let (all, of_kept) = (page.subtree_sums(&all), page.subtree_sums(&of_kept));
        let share = |id: NodeId| match all[id.index()] {
            0 => f32::from(u8::from(kept.contains(id))),
            all => of_kept[id.index()] as f32 / all as f32,
        };
        Self(page.nodes().map(share).collect())
    }

    /// The node's score.
    pub fn get(&self, id: NodeId) -> f32 {
        self.0[id.index()]
    }

    /// All scores in document order.
    pub fn values(&self) -> &[f32] {
        &self.0
    }
}

/// What was learnt about a page's site beforehand, for the methods that learn; the default is
/// what this program comes with, for any site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learnt {
    /// FAR-SW's rules of the site.
    pub far_sw: Option<far_sw::Model>,
    /// FSP's patterns of the site, with the machine for such; see [`fsp::Rules::of_site`].
    pub fsp: Option<fsp::Rules>,
}

impl Learnt {
    /// FAR-SW's rules: the site's, or those for any.
    pub fn far_sw(&self) -> &far_sw::Model {
        let known = self.far_sw.as_ref();
        known.unwrap_or_else(|| far_sw::Model::inter_site())
    }

    /// FSP's rules: the site's, or those for any.
    pub fn fsp(&self) -> &fsp::Rules {
        self.fsp.as_ref().unwrap_or_else(|| fsp::Rules::generic())
    }
}

/// Every node's score: its (smoothed) density in the CETD family, the density of its segment in
/// qRead, the score of its block in FAR-SW, the decision for its segment in FSP; `None` for
/// [`Method::Hybrid`] and [`Method::Tsrec`]. `title` is the article's, as far as it is known.
/// Nothing is learnt about the page's site.
pub fn scores(method: Method, page: &Page, title: &str) -> Option<Scores> {
    scores_with(method, page, title, &Learnt::default())
}

/// [`scores`] with what was learnt about the page's site.
pub fn scores_with(method: Method, page: &Page, title: &str, learnt: &Learnt) -> Option<Scores> {
    match method {
        Method::CetdDs => Some(cetd::scores(page, cetd::Variant::Ds)),
        Method::CectdDs => Some(cetd::scores(page, cetd::Variant::CompositeDs)),
        Method::CectdS => Some(cetd::scores(page, cetd::Variant::CompositeSmoothed)),
        Method::CehtdDs => Some(cetd::scores(page, cetd::Variant::HybridDs)),
        Method::Qread => Some(qread::scores(page, title, &qread::Params::default())),
        Method::FarSw => Some(far_sw::scores(page, learnt.far_sw())),
        Method::Fsp => Some(fsp::scores(page, title, learnt.fsp())),
        Method::Tsrec | Method::Hybrid => None,
    }
}

/// The line a method draws through its scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// What the paper calls it.
    pub name: &'static str,
    /// The score on it, which is content.
    pub score: f32,
    /// The node that decides where it runs, and what is special about that node.
    pub peak: Option<(NodeId, &'static str)>,
}

/// Where a method cuts; `None` where no single score tells what it keeps.
pub fn cut(method: Method, page: &Page, title: &str, learnt: &Learnt) -> Option<Cut> {
    let cetd = |variant| {
        let (score, peak) = cetd::cut(page, variant)?;
        let special = match variant {
            cetd::Variant::CompositeSmoothed => "densest element",
            _ => "greatest DensitySum",
        };
        Some(Cut {
            name: "threshold",
            score,
            peak: Some((peak, special)),
        })
    };
    let line = |name, score| Cut {
        name,
        score,
        peak: None,
    };
    match method {
        Method::CetdDs => cetd(cetd::Variant::Ds),
        Method::CectdDs => cetd(cetd::Variant::CompositeDs),
        Method::CectdS => cetd(cetd::Variant::CompositeSmoothed),
        Method::CehtdDs => cetd(cetd::Variant::HybridDs),
        Method::Qread => {
            let params = qread::Params::default();
            let density = qread::segments(page, title, &params).density;
            Some(line("high density", params.high_density * density))
        }
        Method::FarSw => Some(line("cutoff", learnt.far_sw().cutoff as f32)),
        Method::Fsp | Method::Tsrec | Method::Hybrid => None,
    }
}

/// The leaves a method keeps: visible text nodes and replaced elements; `None` for
/// [`Method::Hybrid`] and [`Method::Tsrec`]. `title` is the article's, as far as it is known.
pub fn content(method: Method, page: &Page, title: &str) -> Option<NodeSet> {
    content_with(method, page, title, &Learnt::default())
}

/// [`content`] with what was learnt about the page's site.
pub fn content_with(method: Method, page: &Page, title: &str, learnt: &Learnt) -> Option<NodeSet> {
    match method {
        Method::CetdDs => Some(cetd::content(page, cetd::Variant::Ds)),
        Method::CectdDs => Some(cetd::content(page, cetd::Variant::CompositeDs)),
        Method::CectdS => Some(cetd::content(page, cetd::Variant::CompositeSmoothed)),
        Method::CehtdDs => Some(cetd::content(page, cetd::Variant::HybridDs)),
        Method::Qread => Some(qread::content(page, title, &qread::Params::default())),
        Method::FarSw => Some(far_sw::content(page, learnt.far_sw())),
        Method::Fsp => Some(fsp::content(page, title, learnt.fsp())),
        Method::Tsrec | Method::Hybrid => None,
    }
}

/// Whether a node is one of those an article is made of: text, or something shown in its place.
fn is_leaf(page: &Page, id: NodeId) -> bool {
    page.is_text(id) || page.tag(id).is_replaced()
}

/// The shown leaves among the nodes of `region`.
fn leaves(page: &Page, region: &NodeSet) -> NodeSet {
    let shown = page.shown();
    let mut kept = NodeSet::new(page);
    for id in region.iter() {
        if is_leaf(page, id) && shown.contains(id) {
            kept.insert(id);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for method in Method::ALL {
            assert_eq!(Method::from_name(method.name()), Some(method));
        }
        assert_eq!(Method::from_name("CETD-DS"), None);
        assert_eq!(Method::from_name(""), None);
    }
}
