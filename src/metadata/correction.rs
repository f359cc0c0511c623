//! Title, byline, and date picked by the user; they override the page's metadata.

use super::date::{self, Date, Order};
use super::{Fact, Metadata, clean, name, title};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;

/// Maximum characters of a byline; longer ones are parts of the text, picked by mistake.
const MAX_BYLINE: usize = 200;

impl Metadata {
    /// Sets a fact from a node's text. Returns false and changes nothing if the text isn't valid
    /// for it, or if the fact can't be picked.
    pub(crate) fn take(&mut self, page: &Page, node: NodeId, fact: Fact) -> bool {
        let Some(text) = clean::clean(&page.visible_text(node)) else {
            return false;
        };
        let chars = text.chars().count();
        match fact {
            Fact::Title if chars <= title::MAX_CHARS => {
                self.title = Some(text);
                self.title_node = Some(node);
            }
            Fact::Byline if chars <= MAX_BYLINE => {
                let names = name::names(&text, true);
                let bare = name::without_prefix(&text, true).to_owned();
                self.byline = Some(if names.is_empty() {
                    bare
                } else {
                    names.join(", ")
                });
                self.add_byline_node(node);
            }
            Fact::Published => {
                let order = Order::of_page(
                    self.lang.as_deref(),
                    url::host(page.url()).unwrap_or_default(),
                );
                let Some(date) = date_at(page, node, &text, order) else {
                    return false;
                };
                self.published = Some(date.to_string());
                // A change before the publication isn't valid.
                self.modified = self.modified.take().filter(|changed| {
                    Date::from_value(changed, order).is_some_and(|m| m.day() >= date.day())
                });
                self.add_byline_node(node);
            }
            _ => return false,
        }
        true
    }

    fn add_byline_node(&mut self, node: NodeId) {
        if let Err(at) = self.byline_nodes.binary_search(&node) {
            self.byline_nodes.insert(at, node);
        }
    }
}

/// Returns the date of a `time` around or in the node, or else the first date in its text.
fn date_at(page: &Page, node: NodeId, text: &str, order: Order) -> Option<Date> {
    let is_time = |&id: &NodeId| page.is_element(id) && page.tag(id) == Tag::Time;
    page.inclusive_ancestors(node)
        .chain(page.subtree(node))
        .filter(is_time)
        .filter_map(|time| page.attr(time, Attr::Datetime))
        .find_map(|value| Date::from_value(value, order))
        .or_else(|| date::first_in(text, order).map(|found| found.date))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::metadata::metadata;
    use crate::page::Limits;
    use crate::source::html;

    fn taken(body: &str, tag: Tag, fact: Fact) -> Option<Metadata> {
        let html = format!("<html lang=en><title>The ferry</title><body>{body}");
        let page = html::read(&html, "https://a.example/1", Limits::default()).unwrap();
        let node = page.nodes().find(|&id| page.tag(id) == tag).unwrap();
        let mut metadata = metadata(&page);
        let before = metadata.clone();
        let is_taken = metadata.take(&page, node, fact);
        assert!(is_taken || metadata == before);
        is_taken.then_some(metadata)
    }

    #[test]
    fn title_is_the_element_text_unless_empty_or_too_long() {
        let taken = |text: &str| taken(&format!("<h3>{text}</h3>"), Tag::H3, Fact::Title);
        let metadata = taken(" A  <b>keeper</b> forgotten").unwrap();
        assert_eq!(metadata.title.as_deref(), Some("A keeper forgotten"));
        assert_eq!(taken(&"word ".repeat(100)), None);
        assert_eq!(taken(" "), None);
    }

    #[test]
    fn byline_is_the_names_or_else_the_element_text() {
        let taken = |text: &str| taken(&format!("<h3>{text}</h3>"), Tag::H3, Fact::Byline);
        let byline = |text: &str| taken(text).unwrap().byline.unwrap();
        assert_eq!(byline("By Ann Berg and Bo Dahl"), "Ann Berg, Bo Dahl");
        assert_eq!(byline("the 2nd harbour desk"), "the 2nd harbour desk");
        assert_eq!(taken(&"word ".repeat(60)), None);
    }

    #[test]
    fn date_is_read_from_outer_or_inner_time_or_text() {
        let day = |body: &str| taken(body, Tag::B, Fact::Published)?.published;
        let may = Some("2024-05-03".to_owned());
        assert_eq!(day("<time datetime=2024-05-03><b>Friday</b></time>"), may);
        assert_eq!(
            day("<b>on <time datetime=2024-05-03>Friday</time></b>"),
            may
        );
        assert_eq!(day("<b>May 3, 2024</b>"), may);
        assert_eq!(day("<b>Friday</b>"), None);
    }

    #[test]
    fn site_cannot_be_picked() {
        assert_eq!(taken("<h3>Harbour</h3>", Tag::H3, Fact::Site), None);
    }
}
