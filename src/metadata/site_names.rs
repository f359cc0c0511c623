//! The known names of the page's site.

use super::clean::{clean, compact};
use super::json_ld::Work;
use super::meta_tags::MetaTags;
use crate::compact::lower_case;
use crate::text::tokens;
use crate::url;
use crate::vocabulary::List;

/// Minimum letters of a registered domain name, or of initials, to count as the site's name: two
/// letters occur in many titles.
const MIN_LABEL_LETTERS: usize = 3;

/// Minimum letters of a part of a text to count as the site's name: shorter parts are syllables.
const MIN_PART_LETTERS: usize = 4;

/// Maximum words of a text with the site's name and other words: longer texts are titles about the
/// site.
const MAX_WORDS: usize = 5;

/// Denominator of the minimum share of the registered name that a part has to have: if higher, any
/// syllable of a long host would count.
const LABEL_PART: usize = 2;

/// Names of the page's site.
#[derive(Debug, Default)]
pub(super) struct SiteNames {
    /// Declared names in compact form (letters and digits in lower case).
    names: Vec<String>,
    /// The registered name of the host.
    label: String,
    /// True for the site's front page, whose title is the site's name and description.
    pub(super) front: bool,
}

impl SiteNames {
    /// Collects the names that the head declares for the site of a URL.
    pub(super) fn new(tags: &MetaTags<'_>, work: &Work, page_url: &str) -> Self {
        let host = url::host(page_url).unwrap_or_default();
        let declared = tags.any(List::NamedSite.words()).filter_map(clean);
        let declared = declared
            .chain(work.site.clone())
            .chain(work.publisher.clone());
        let compacted = declared.map(|name| compact(&name));
        let mut all: Vec<String> = compacted.filter(|n| !n.is_empty()).collect();
        if !host.is_empty() {
            all.push(compact(host));
        }
        Self {
            names: all,
            label: compact(url::site_label(host)),
            front: !host.is_empty() && url::path(page_url) == "/" && !page_url.contains('?'),
        }
    }

    /// Returns whether the text is a declared name of the site.
    pub(super) fn is_declared(&self, text: &str) -> bool {
        self.names.contains(&compact(text))
    }

    /// Returns whether the text is the site's name: a declared one, its host, its registered name
    /// or the initials of that.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let text = text.trim();
        let bare = compact(text);
        if bare.is_empty() {
            return true;
        }
        if self.names.contains(&bare) {
            return true;
        }
        let without_the = bare.strip_prefix("the").unwrap_or(&bare);
        if self
            .names
            .iter()
            .any(|n| n.strip_prefix("the").unwrap_or(n) == without_the)
        {
            return true;
        }
        if self.label.len() >= MIN_LABEL_LETTERS {
            if bare == self.label || without_the == self.label {
                return true;
            }
            let initials: String = text
                .split_whitespace()
                .filter_map(|w| w.chars().next())
                .flat_map(lower_case::each)
                .filter(|c| c.is_alphanumeric())
                .collect();
            if initials.chars().count() >= MIN_LABEL_LETTERS && initials == self.label {
                return true;
            }
        }
        false
    }

    /// Returns whether the text begins with the registered name of the site's host.
    pub(super) fn begins(&self, text: &str) -> bool {
        self.label.len() >= MIN_LABEL_LETTERS
            && tokens(text)
                .next()
                .is_some_and(|word| compact(word) == self.label)
    }

    /// Returns whether the text, in the usual position of a site's name, names the site: by its
    /// name, by its name with a few other words, or by a large part of it.
    pub(super) fn is_site(&self, text: &str) -> bool {
        if self.is_name(text) {
            return true;
        }
        let bare = compact(text);
        self.label.len() >= MIN_LABEL_LETTERS
            && tokens(text).count() <= MAX_WORDS
            && ((self.label.len() >= MIN_PART_LETTERS && bare.contains(&self.label))
                || (bare.len() >= MIN_PART_LETTERS
                    && self.label.contains(bare.as_str())
                    && bare.len() * LABEL_PART >= self.label.len()))
    }
}
