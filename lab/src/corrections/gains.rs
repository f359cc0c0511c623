//! Gains of one page's corrections on the other pages of its site.

use std::time::Duration;

/// The page that is corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Corrected {
    /// The page with the lowest F1.
    Worst,
    /// Every page in turn, averaged.
    Any,
}

/// The means of correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Means {
    /// Rules made from picked elements.
    Rules,
    /// The site's setting for bylines and dates.
    Bylines,
    /// The setting, and then rules.
    Both,
}

impl Corrected {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Any => "any",
        }
    }
}

impl Means {
    pub(super) const ALL: [Self; 3] = [Self::Rules, Self::Bylines, Self::Both];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Bylines => "bylines",
            Self::Both => "both",
        }
    }
}

/// The F1 of one page before and after.
pub(super) struct PageGain {
    pub(super) page: String,
    pub(super) before: f64,
    pub(super) after: f64,
}

/// The gains of a site's other pages.
pub(super) struct Gains {
    pub(super) site: String,
    pub(super) is_clean: bool,
    pub(super) held_back: bool,
    /// Size of each rule in bytes.
    pub(super) rules: Vec<usize>,
    pub(super) pages: Vec<PageGain>,
    /// Time to apply the rules to these pages, and to find the article on all pages of the site.
    pub(super) applying: Duration,
    pub(super) detection: Duration,
    /// The corrections, one line each.
    pub(super) corrections: Vec<String>,
}

impl Gains {
    fn mean(&self, value: impl Fn(&PageGain) -> f64) -> f64 {
        self.pages.iter().map(value).sum::<f64>() / self.pages.len().max(1) as f64
    }

    /// Returns the mean gain, and the mean loss before the corrections (1 - F1).
    pub(super) fn gain_and_loss(&self) -> (f64, f64) {
        (
            self.mean(|page| page.after - page.before),
            self.mean(|page| 1.0 - page.before),
        )
    }
}
