//! Anonymizes pages so that most decisions stay the same.

use super::words::Words;
use super::{address, data};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, Limits, NodeId, Page, PageBuilder, PageError, PageInfo, Tag, map_srcset};
use crate::text;
use crate::vocabulary::List;

/// Maximum characters of an element's text that are compared with its id.
const HEADING: usize = 200;

/// Maximum bytes of a code for a language or a kind of page.
const LANGUAGE: usize = 12;

/// An anonymized page, and its replacements.
pub(super) struct Anonymizer<'a> {
    page: &'a Page,
    words: Words,
    /// Ids that are kept, because they aren't derived from the text of their elements.
    ids: Interner,
}

impl<'a> Anonymizer<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let mut ids = Interner::new();
        for node in page.nodes() {
            if let Some(id) = page.attr(node, Attr::Id)
                && !is_slug(page, node, id)
            {
                ids.insert(Hash64::of(id));
            }
        }
        let words = Words::new();
        Self { page, words, ids }
    }

    /// Returns the anonymized page: the same nodes with the same layout and styles.
    ///
    /// # Errors
    ///
    /// [`PageError::TooMuchText`] if the anonymized page would exceed the size limit.
    pub(super) fn page(&mut self) -> Result<Page, PageError> {
        let page = self.page;
        let info = PageInfo {
            url: address::replaced(page.url(), &mut self.words),
            ..page.info().clone()
        };
        let mut builder = PageBuilder::new(info, Limits::default());
        for node in page.nodes() {
            while builder.depth() > page.level(node) as usize {
                builder.close();
            }
            if page.is_text(node) {
                builder.recorded_text(&self.text(node))?;
                continue;
            }
            builder.open(page.tag(node), *page.style(node), page.rect(node))?;
            for (attr, value) in page.attrs(node) {
                match self.value(node, attr, value) {
                    Some(value) => builder.attr(attr, &value)?,
                    None => builder.attr(attr, value)?,
                }
            }
        }
        builder.finish_recorded()
    }

    /// Anonymizes a text of the page.
    pub(super) fn words(&mut self, text: &str) -> String {
        self.words.text(text)
    }

    fn text(&mut self, node: NodeId) -> String {
        let text = self.page.text(node);
        let is_data =
            self.page.parent(node).map(|parent| self.page.tag(parent)) == Some(Tag::Script);
        if is_data {
            data::replaced(text, &mut self.words)
        } else {
            self.words.text(text)
        }
    }

    /// Anonymizes the value of an attribute; `None` if it's kept.
    fn value(&mut self, node: NodeId, attr: Attr, value: &str) -> Option<String> {
        let words = &mut self.words;
        match attr {
            Attr::Id if self.ids.get(Hash64::of(value)).is_some() => None,
            // A fragment without a kept target may be derived from text.
            Attr::Href
                if value
                    .strip_prefix('#')
                    .is_some_and(|id| self.ids.get(Hash64::of(id)).is_some()) =>
            {
                None
            }
            Attr::Id => Some(words.text(value)),
            // The markup contains text everywhere.
            Attr::Markup => Some(String::new()),
            Attr::DataOther if value.contains('/') && !value.contains(char::is_whitespace) => {
                Some(address::replaced(value, words))
            }
            _ if attr.is_url() => Some(address::replaced(value, words)),
            _ if attr.is_srcset() => {
                let replace = |url: &str| Some(address::replaced(url, words));
                Some(map_srcset(value, replace))
            }
            Attr::Content | Attr::Value if self.page.tag(node) == Tag::Meta => {
                self.meta(node, value)
            }
            Attr::Name if self.page.tag(node) != Tag::Meta => Some(words.text(value)),
            _ if is_for_machines(attr) => None,
            _ => Some(words.text(value)),
        }
    }

    /// Returns the replacement for the value of a `meta` element; `None` if it's a language or a
    /// kind of page.
    fn meta(&mut self, node: NodeId, value: &str) -> Option<String> {
        let names = [Attr::Property, Attr::Name, Attr::Itemprop, Attr::HttpEquiv];
        let mut names = names.iter().filter_map(|&attr| self.page.attr(node, attr));
        let is_language =
            |name: &str| List::NamedLanguage.has(name) || List::TemplateLanguage.has(name);
        let stays = value.len() <= LANGUAGE
            && names.any(|name| {
                let name = name.to_ascii_lowercase();
                name == "og:type" || is_language(&name) || is_language(&format!("itemprop:{name}"))
            });
        let is_address = value.contains("://") && !value.contains(char::is_whitespace);
        match (stays, is_address) {
            (true, _) => None,
            (_, true) => Some(address::replaced(value, &mut self.words)),
            _ => Some(self.words.text(value)),
        }
    }
}

/// Returns whether an id is derived from the text of its element, like those of headings, or of the
/// parent of an element without text.
fn is_slug(page: &Page, node: NodeId, id: &str) -> bool {
    let own = page.raw_text(node);
    let around = || page.parent(node).map_or("", |parent| page.raw_text(parent));
    let content = if own.trim().is_empty() { around() } else { own };
    let end = content
        .char_indices()
        .nth(HEADING)
        .map_or(content.len(), |(at, _)| at);
    let mut known = Interner::new();
    text::terms(&content[..end], |_, hash| {
        known.insert(hash);
    });
    let (mut words, mut all) = (0, true);
    text::terms(id, |_, hash| {
        words += 1;
        all &= known.get(hash).is_some();
    });
    // A single word may be the beginning of many names.
    all && words > usize::from(words != known.len())
}

/// Returns whether an attribute contains no text for readers: classes, roles, types, sizes, the
/// rendering of formulas.
fn is_for_machines(attr: Attr) -> bool {
    !matches!(
        attr,
        Attr::Title
            | Attr::AriaLabel
            | Attr::Content
            | Attr::Datetime
            | Attr::Alt
            | Attr::Label
            | Attr::Download
            | Attr::Srcdoc
            | Attr::Value
            | Attr::Summary
            | Attr::Alttext
            | Attr::Pubdate
            | Attr::Markup
            | Attr::DataOther
            | Attr::Playlabel
            | Attr::Videoid
            | Attr::DataYoutubeId
            | Attr::DataVideoId
            | Attr::DataShortcode
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
