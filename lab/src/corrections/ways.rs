//! Methods to find the article, with the data that each learns from pages of the site.

use anyhow::Result;
use pith::extract::{Options, extract};
use pith::methods::fsp::{self, SAMPLE_PAGES, Sample};
use pith::methods::tsrec::{Digest, Template};
use pith::methods::{Method, Trained, far_sw};
use pith::page::Page;
use pith::select::Selection;

use crate::rows::Truth;
use crate::training::far_sw::sample;

/// Maximum pages in a digest: about as many as a user may have visited on a site.
const MAX_DIGEST_PAGES: usize = 8;

/// A method to find the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// The one-click path.
    OneClick,
    /// CETD-DS, which stands in for an extractor that wasn't tuned on the pages.
    CetdDs,
    /// FAR-SW with rules of the corrected page.
    FarSw,
    /// FSP with the patterns of the site.
    Fsp,
    /// TSReC with a digest of the site's other pages.
    Tsrec,
}

impl Way {
    const ALL: [Self; 5] = [
        Self::OneClick,
        Self::CetdDs,
        Self::FarSw,
        Self::Fsp,
        Self::Tsrec,
    ];

    fn method(self) -> Method {
        match self {
            Self::OneClick => Method::Hybrid,
            Self::CetdDs => Method::CetdDs,
            Self::FarSw => Method::FarSw,
            Self::Fsp => Method::Fsp,
            Self::Tsrec => Method::Tsrec,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OneClick => "one-click",
            way => way.method().name(),
        }
    }

    /// Returns the method with that name.
    pub(super) fn from_name(name: &str) -> Result<Self, String> {
        let way = Self::ALL.into_iter().find(|way| way.name() == name);
        way.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|way| way.name()).collect();
            format!("the ways are {}", names.join(", "))
        })
    }

    /// Returns whether it depends on the corrected page.
    pub(super) fn learns_from_truth(self) -> bool {
        self == Self::FarSw
    }

    /// Finds the article on every page of a site; `right` is the corrected page. If a comparison
    /// has no result, the one-click path is used.
    pub(super) fn select(
        self,
        pages: &[Page],
        rows: &[&Truth],
        right: usize,
    ) -> Result<Vec<Selection>> {
        let trained = self.trained(pages, rows, right);
        let digests: Vec<Digest> = match self {
            Self::Tsrec => pages.iter().map(Digest::new).collect(),
            _ => Vec::new(),
        };
        let select = |(k, page): (usize, &Page)| {
            let mut others = digests.iter().enumerate().filter(|&(other, _)| other != k);
            let digest = others.next().map(|(_, first)| {
                let mut all = first.clone();
                others
                    .take(MAX_DIGEST_PAGES - 1)
                    .for_each(|(_, other)| all.merge(other));
                all
            });
            let options = Options {
                method: self.method(),
                trained: Some(&trained),
                template: digest.as_ref().map(Template::Digest),
                ..Options::default()
            };
            let found = extract(page, &options).or_else(|_| extract(page, &Options::default()));
            Ok(found?.selection)
        };
        pages.iter().enumerate().map(select).collect()
    }

    fn trained(self, pages: &[Page], rows: &[&Truth], right: usize) -> Trained {
        let mut trained = Trained::default();
        match self {
            Self::FarSw => {
                let params = far_sw::Params::new(far_sw::Scope::IntraSite);
                let sample = sample(rows[right], &pages[right]);
                trained.far_sw = sample.map(|sample| far_sw::train(&[sample], &params));
            }
            Self::Fsp => {
                let samples: Vec<Sample> =
                    pages.iter().take(SAMPLE_PAGES).map(fsp::sample).collect();
                trained.fsp = Some(fsp::Rules::of_site(fsp::mine(&samples)));
            }
            _ => {}
        }
        trained
    }
}
