//! The names that a page's site is known by.

use super::clean::compact;
use crate::compact::lower_case;
use crate::text::tokens;
use crate::url;

/// Names the page's site is known by.
#[derive(Debug, Default)]
pub(super) struct SiteNames {
    /// Compact forms (letters and digits in lower case) of given names.
    names: Vec<String>,
    /// The registered name of the host.
    label: String,
    /// True for the site's front page, whose title is the site's name and what it says of itself.
    pub(super) front: bool,
}

impl SiteNames {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>, page_url: &str) -> Self {
        let host = url::host(page_url).unwrap_or_default();
        let mut all: Vec<String> = names.map(compact).filter(|n| !n.is_empty()).collect();
        if !host.is_empty() {
            all.push(compact(host));
        }
        Self {
            names: all,
            label: compact(url::site_label(host)),
            front: !host.is_empty() && url::path(page_url) == "/" && !page_url.contains('?'),
        }
    }

    /// Returns whether the text is a name that the site gives itself.
    pub(super) fn is_given(&self, text: &str) -> bool {
        self.names.contains(&compact(text))
    }

    /// Returns whether the text is the site's name: one that it gives itself, its host, what it was
    /// registered as or the initials of that.
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
        if self.label.len() >= 3 {
            if bare == self.label || without_the == self.label {
                return true;
            }
            let initials: String = text
                .split_whitespace()
                .filter_map(|w| w.chars().next())
                .flat_map(lower_case::each)
                .filter(|c| c.is_alphanumeric())
                .collect();
            if initials.chars().count() >= 3 && initials == self.label {
                return true;
            }
        }
        false
    }

    /// Returns whether the text, where a site's name is to be expected, names the site: by its
    /// name, or by a few words around it or a good part of it.
    pub(super) fn is_site(&self, text: &str) -> bool {
        if self.is_name(text) {
            return true;
        }
        let bare = compact(text);
        self.label.len() >= 3
            && tokens(text).count() <= 5
            && ((self.label.len() >= 4 && bare.contains(&self.label))
                || (bare.len() >= 4
                    && self.label.contains(bare.as_str())
                    && bare.len() * 2 >= self.label.len()))
    }
}
