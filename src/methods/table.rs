//! The table of methods: one row each, with its names and the function that runs it.

use super::{Findings, Known, NotApplicable, Threshold, cetd, far_sw, fsp, qread, tsrec};
use crate::methods::Scores;
use crate::page::Page;

/// A method of finding the content of a page.
///
/// ```
/// use pith::Method;
///
/// assert_eq!(Method::from_name("far-sw"), Some(Method::FarSw));
/// assert_eq!(Method::FarSw.title(), "FAR-SW");
/// assert_eq!(Method::default().name(), "hybrid");
/// assert!(Method::ALL.contains(&Method::Hybrid));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Parts of a page that no other page of its template has.
    Tsrec,
    /// All of them combined, as one click on the extension's button does.
    #[default]
    Hybrid,
}

/// Runs a method on a page.
type Find = fn(&Page, &Known<'_>) -> Result<Findings, NotApplicable>;

/// A row of the table.
struct Entry {
    method: Method,
    name: &'static str,
    title: &'static str,
    source: &'static str,
    meaning: &'static str,
    find: Find,
}

/// Song, Sun and Liao's paper describes four variants.
const CETD: &str = "Song, Sun, Liao 2013";

/// Every method, in the order of [`Method`].
const TABLE: [Entry; 9] = [
    Entry {
        method: Method::CetdDs,
        name: "cetd-ds",
        title: "CETD-DS",
        source: CETD,
        meaning: "Text density: characters per tag.",
        find: |page, _| Ok(find_cetd(page, cetd::Variant::Ds)),
    },
    Entry {
        method: Method::CectdDs,
        name: "cectd-ds",
        title: "CECTD-DS",
        source: CETD,
        meaning: "Text density, lowered by the characters and tags of links.",
        find: |page, _| Ok(find_cetd(page, cetd::Variant::CompositeDs)),
    },
    Entry {
        method: Method::CectdS,
        name: "cectd-s",
        title: "CECTD-S",
        source: CETD,
        meaning: "Text density, lowered by links, averaged with the neighbors before and after.",
        find: |page, _| Ok(find_cetd(page, cetd::Variant::CompositeSmoothed)),
    },
    Entry {
        method: Method::CehtdDs,
        name: "cehtd-ds",
        title: "CEHTD-DS",
        source: CETD,
        meaning: "Text density, lowered by links and weighted by how much of the page's middle \
                  the text covers.",
        find: |page, _| Ok(find_cetd(page, cetd::Variant::HybridDs)),
    },
    Entry {
        method: Method::Qread,
        name: "qread",
        title: "qRead",
        source: "Wang, Wang 2015",
        meaning: "Words per line of the segment that the text stands in.",
        find: |page, known| Ok(find_qread(page, known.title)),
    },
    Entry {
        method: Method::FarSw,
        name: "far-sw",
        title: "FAR-SW",
        source: "Bu, Zhang, Xia, Wang 2014",
        meaning: "How well the block of lines around the text obeys the fuzzy rules trained on \
                  articles, at most 3.",
        find: |page, known| Ok(find_far_sw(page, known.far_sw())),
    },
    Entry {
        method: Method::Fsp,
        name: "fsp",
        title: "FSP",
        source: "Huang, Huang, Liu, Yan",
        meaning: "How far the trained classifier takes the text's segment for the article, above 0, \
                  or for anything else, below.",
        find: |page, known| Ok(find_fsp(page, known.title, known.fsp())),
    },
    Entry {
        method: Method::Tsrec,
        name: "tsrec",
        title: "TSReC",
        source: "Li, Meng, Li, Wang 2006",
        meaning: "The share of the text that pages seen before do not have, neither its words nor \
                  its form.",
        find: find_tsrec,
    },
    Entry {
        method: Method::Hybrid,
        name: "hybrid",
        title: "Pith (share of text kept)",
        source: "this program",
        meaning: "The share of the text that is kept, all methods weighed.",
        find: |_, _| Err(NotApplicable::WeighsOthers),
    },
];

impl Method {
    /// Every method, the papers' first.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Hybrid; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].method;
            at += 1;
        }
        all
    };

    /// Returns the method with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Returns the paper's name in lower case, `cetd-ds` to `tsrec`, or `hybrid`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the paper's usual name for it.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Returns its authors, and the year if known.
    pub fn source(self) -> &'static str {
        self.entry().source
    }

    /// Returns the meaning of its scores in one sentence.
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }
}

/// Runs a method on a page.
///
/// ```
/// use pith::methods::{self, Known, Method, NotApplicable};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let found = methods::run(Method::CetdDs, &page, &Known::default())?;
/// assert_eq!(found.scores.values().len(), page.len());
/// assert!(found.kept.iter().any(|leaf| page.text(leaf).contains("polishing")));
///
/// let hybrid = methods::run(Method::Hybrid, &page, &Known::default());
/// assert_eq!(hybrid, Err(NotApplicable::WeighsOthers));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotApplicable`] for [`Method::Tsrec`] if there is nothing to compare the page with or the
/// comparison has no result, and always for [`Method::Hybrid`]: combining methods is the task of
/// the selection ([`extract`](crate::extract::extract)).
pub fn run(method: Method, page: &Page, known: &Known<'_>) -> Result<Findings, NotApplicable> {
    (method.entry().find)(page, known)
}

fn find_cetd(page: &Page, variant: cetd::Variant) -> Findings {
    let special = match variant {
        cetd::Variant::CompositeSmoothed => "densest element",
        _ => "greatest DensitySum",
    };
    let scores = cetd::scores(page, variant);
    Findings {
        kept: cetd::content_of(page, &cetd::Counts::new(page), &scores, variant),
        threshold: cetd::threshold_of(page, variant).map(|(score, node)| Threshold {
            name: "threshold",
            score,
            maximum: Some((node, special)),
        }),
        scores,
    }
}

fn find_qread(page: &Page, title: &str) -> Findings {
    let params = qread::Params::default();
    let partition = qread::segments(page, title, &params);
    Findings {
        scores: qread::scores_of(page, &partition),
        kept: qread::content_of(page, &partition, &params),
        threshold: Some(Threshold {
            name: "high density",
            score: params.high_density * partition.density,
            maximum: None,
        }),
    }
}

fn find_far_sw(page: &Page, model: &far_sw::Model) -> Findings {
    Findings {
        scores: far_sw::scores(page, model),
        kept: far_sw::content(page, model),
        threshold: Some(Threshold {
            name: "cutoff",
            score: model.cutoff as f32,
            maximum: None,
        }),
    }
}

fn find_fsp(page: &Page, title: &str, rules: &fsp::Rules) -> Findings {
    Findings {
        scores: fsp::scores(page, title, rules),
        kept: fsp::content(page, title, rules),
        threshold: None,
    }
}

fn find_tsrec(page: &Page, known: &Known<'_>) -> Result<Findings, NotApplicable> {
    let template = known.template.ok_or(NotApplicable::NoTemplate)?;
    let kept = tsrec::content(page, template)?;
    Ok(Findings {
        scores: Scores::shares(page, &kept),
        kept,
        threshold: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_the_order_of_the_methods() {
        for (at, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.method as usize, at, "{}", entry.name);
        }
    }

    #[test]
    fn method_names_round_trip_and_unknown_names_are_rejected() {
        for method in Method::ALL {
            assert_eq!(Method::from_name(method.name()), Some(method));
        }
        assert_eq!(Method::from_name("CETD-DS"), None);
        assert_eq!(Method::from_name(""), None);
    }
}
