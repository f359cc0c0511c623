//! `<meta>` and `<link>` elements and the like: names and values, in document order.

use super::clean::clean;
use crate::page::{Attr, NodeId, Page, Tag};

/// The page's named values: `meta` by `property` or `name` in lower case, or by `itemprop` or
/// `http-equiv` with these as a prefix (`itemprop:`); `link` by each token of its `rel`, prefixed
/// with `link:`.
#[derive(Debug, Default)]
pub(super) struct MetaTags<'a> {
    values: Vec<(String, &'a str, NodeId)>,
    /// The text of the document's `title` element.
    pub(super) title: Option<String>,
    /// The contents of JSON-LD scripts.
    pub(super) json_ld: Vec<&'a str>,
}

impl<'a> MetaTags<'a> {
    #[inline(never)]
    pub(super) fn read(page: &'a Page) -> Self {
        let mut tags = Self::default();
        let mut svg = None::<NodeId>;
        for id in page.nodes() {
            match page.tag(id) {
                Tag::Meta => tags.add_meta(page, id),
                Tag::Link => tags.add_link(page, id),
                Tag::Script if page.end(id).0 > id.0 + 1 => tags.json_ld.push(page.raw_text(id)),
                Tag::Svg if svg.is_none_or(|svg| !page.contains(svg, id)) => {
                    svg = Some(id);
                }
                // The title of an inline SVG isn't the document's.
                Tag::Title
                    if tags.title.is_none() && svg.is_none_or(|svg| !page.contains(svg, id)) =>
                {
                    tags.title = clean(page.raw_text(id));
                }
                _ => {}
            }
        }
        tags
    }

    #[inline(never)]
    fn add_meta(&mut self, page: &'a Page, id: NodeId) {
        // Some templates and serializers write `value` instead of `content`.
        let content = page
            .attr(id, Attr::Content)
            .or_else(|| page.attr(id, Attr::Value));
        let Some(content) = content else {
            return;
        };
        let content = content.trim();
        if content.is_empty() {
            return;
        }
        for (attr, prefix) in [
            (Attr::Property, ""),
            (Attr::Name, ""),
            (Attr::Itemprop, "itemprop:"),
            (Attr::HttpEquiv, "http-equiv:"),
        ] {
            // In RDFa one element can name several properties.
            for name in page.attr(id, attr).unwrap_or_default().split_whitespace() {
                let name = format!("{prefix}{}", name.to_ascii_lowercase());
                self.values.push((name, content, id));
            }
        }
    }

    #[inline(never)]
    fn add_link(&mut self, page: &'a Page, id: NodeId) {
        let rel = page.attr(id, Attr::Rel).unwrap_or_default();
        let Some(href) = page.attr(id, Attr::Href) else {
            return;
        };
        for token in rel.split_ascii_whitespace() {
            let name = format!("link:{}", token.to_ascii_lowercase());
            self.values.push((name, href.trim(), id));
        }
    }

    /// Keeps only the values of elements for which `is_own` is true.
    pub(super) fn retain(&mut self, is_own: impl Fn(NodeId) -> bool) {
        self.values.retain(|&(_, _, id)| is_own(id));
    }

    /// Returns the values of a name, in document order.
    pub(super) fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'a str> + 's {
        self.values
            .iter()
            .filter(move |(n, ..)| n == name)
            .map(|&(_, value, _)| value)
    }

    /// Returns the values of several names, those of the first name first.
    pub(super) fn any<'s, 'n: 's, N: Iterator<Item = &'n str>>(
        &'s self,
        names: N,
    ) -> impl Iterator<Item = &'a str> + use<'s, 'a, 'n, N> {
        names.flat_map(|name| self.all(name))
    }

    /// Returns the first value of the first of `names` that has one, cleaned for display.
    pub(super) fn first(&self, names: &[&str]) -> Option<String> {
        self.any(names.iter().copied()).find_map(clean)
    }
}
