//! Pages that hide their own text until a script shows it, and collapsed callouts.
//!
//! Themes with fade-in effects set `visibility: hidden` on the article. Streaming frameworks send
//! it in a `hidden` element and move it with a script. If that script hasn't run, the whole article
//! is in the page but isn't painted.

use super::{Attr, Display, NodeId, Page, Tag, Visibility};
use crate::compact::words;

/// Minimum characters of a page's text for revealing a part.
const MIN_CHARS: u32 = 500;

/// Treats the subtree with most of a page's text as shown although styles hide it, if it looks like
/// the article: it contains, or is in, an `article`, a `main` or an `h1`.
///
/// Without layout, "most" means three fifths of all text, regardless of how it is hidden. With
/// layout, only `visibility: hidden` counts, and all painted text must be less than a quarter of
/// the hidden text, because text that a page hides behind something else (a paywall's offer, a
/// dialog) must stay hidden.
pub(super) fn reveal(page: &mut Page) {
    let len = page.tags.len();
    let body = page.body as usize;
    let mut dead = vec![false; len];
    let mut in_article = vec![false; len];
    let mut own = vec![0u32; len];
    let mut shown = 0u32;
    for i in 1..len {
        let parent = page.parents[i] as usize;
        let tag = page.tags[i];
        dead[i] = dead[parent] || tag.is_never_rendered() || tag == Tag::Noscript;
        in_article[i] = in_article[parent] || is_article(tag);
        if tag == Tag::Text && !dead[i] && i > body {
            own[i] = page.counts[i].chars;
            shown += if page.hidden[i] { 0 } else { own[i] };
        }
    }
    let sums = page.subtree_sums(&own);
    let total = sums[body];
    if total < MIN_CHARS || shown > total / 2 {
        return;
    }
    let layout = page.has_layout();
    let found = (body..len).find(|&i| {
        let visibility = page.styles[i].visibility;
        let covered = i > 0 && page.hidden[page.parents[i] as usize];
        if page.tags[i] == Tag::Text || dead[i] || covered || visibility == Visibility::Visible {
            return false;
        }
        let most = if layout {
            visibility == Visibility::OwnHidden && shown < sums[i] / 4
        } else {
            f64::from(sums[i]) >= 0.6 * f64::from(total)
        };
        most && (in_article[i]
            || page.tags[i..page.ends[i] as usize]
                .iter()
                .any(|&tag| is_article(tag)))
    });
    let Some(root) = found else {
        return;
    };
    if layout {
        let title = title_above(page, root);
        title.into_iter().for_each(|title| show(page, title));
    }
    show(page, root);
}

/// Treats the text of collapsed callouts as shown: users can open them, like `details`.
pub(super) fn unfold(page: &mut Page) {
    let folded: Vec<usize> = (0..page.tags.len())
        .filter(|&i| {
            let parent = page.parents[i] as usize;
            page.styles[i].visibility == Visibility::Hidden
                && i > 0
                && page.tags[i] != Tag::Text
                && !page.hidden[parent]
                && is_callout(page, NodeId(page.parents[i]))
                && class_has(page, i, &["content", "body", "collapse"])
        })
        .collect();
    for node in folded {
        page.styles[node].display = Display::of_tag(page.tags[node]);
        show(page, node);
    }
}

/// Class names of elements that scripts hide until the user scrolls to them: of WOW.js, Elementor,
/// and smaller libraries.
const FADING: &str = "wow elementor-invisible reveal-on-scroll scroll-reveal js-scroll-reveal \
    animate-on-scroll";

/// Treats elements as shown that appear when the user scrolls to them.
pub(super) fn show_fading(page: &mut Page) {
    let layout = page.has_layout();
    // Without layout, what hides an element isn't known.
    let is_hidden = |own| own == Visibility::OwnHidden || own == Visibility::Hidden && !layout;
    let is_fading = |i: &usize| {
        let names = page.attr(NodeId::at(*i), Attr::Class).unwrap_or_default();
        is_hidden(page.styles[*i].visibility)
            && page.tags[*i] != Tag::Text
            && !page.hidden[page.parents[*i] as usize]
            && names
                .split_ascii_whitespace()
                .any(|name| words::holds(FADING, name))
    };
    let body = page.body as usize;
    let found: Vec<usize> = (body + 1..page.tags.len()).filter(is_fading).collect();
    for node in found {
        show(page, node);
    }
}

fn is_callout(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::DataCallout).is_some()
        || class_has(page, node.index(), &["callout", "admonition"])
}

/// Returns whether the class of an element contains one of `words`, even within other words.
fn class_has(page: &Page, node: usize, words: &[&str]) -> bool {
    let class = page.attr(NodeId::at(node), Attr::Class).unwrap_or_default();
    words.iter().any(|word| class.contains(word))
}

/// Returns the hidden element above the text that contains its title, because themes fade in parts
/// separately.
fn title_above(page: &Page, root: usize) -> Option<usize> {
    let parent = |i: usize| page.parents[i] as usize;
    let above = std::iter::successors(Some(root), |&i| (i > 0).then(|| parent(i)));
    let article = above
        .skip(1)
        .find(|&i| matches!(page.tags[i], Tag::Article | Tag::Main))?;
    let has_title = |i: usize| page.tags[i..page.ends[i] as usize].contains(&Tag::H1);
    (article + 1..root).find(|&i| {
        page.styles[i].visibility == Visibility::OwnHidden
            && !page.hidden[parent(i)]
            && page.tags[i] != Tag::Text
            && has_title(i)
    })
}

fn is_article(tag: Tag) -> bool {
    matches!(tag, Tag::Article | Tag::Main | Tag::H1)
}

/// Shows a subtree, except for parts that are hidden by their own styles.
pub(super) fn show(page: &mut Page, root: usize) {
    let inherited = page.styles[root].visibility == Visibility::OwnHidden;
    for i in root..page.ends[root] as usize {
        if page.tags[i] == Tag::Text {
            page.styles[i] = page.styles[page.parents[i] as usize];
        }
        let may_show = inherited && !page.tags[i].is_never_rendered();
        let style = &mut page.styles[i];
        if i == root || (may_show && style.visibility == Visibility::OwnHidden) {
            style.visibility = Visibility::Visible;
        }
        let covered = i != root && page.hidden[page.parents[i] as usize];
        let own = page.tags[i] != Tag::Text && style.visibility != Visibility::Visible;
        page.hidden[i] = covered || own;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, PageBuilder, PageInfo, Style};
    use super::*;
    use crate::page::geometry::Rect;
    use crate::source::html;

    #[test]
    fn text_that_fades_in_on_scrolling_is_shown() {
        let shown = |class: &str| {
            let html = format!(
                "<p>It sails.<div class='{class}' style='visibility: hidden'>It lands.</div>"
            );
            let page = html::read(&html, "", Limits::default()).unwrap();
            page.visible_text(page.root()).contains("lands")
        };
        assert!(shown("wow fadeInUp") && shown("block elementor-invisible"));
        assert!(!shown("wowser"));
    }

    /// Returns a page that shows `shown` characters and hides 900 in an `article`.
    fn page(shown: usize, visibility: Visibility, layout: bool) -> String {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let rect = layout.then(|| Rect::new(0.0, 0.0, 800.0, 600.0));
        b.open(Tag::Html, Style::default(), rect).unwrap();
        b.open_tag(Tag::Body).unwrap();
        b.open_tag(Tag::P).unwrap();
        b.text(&"s".repeat(shown)).unwrap();
        b.close();
        let style = Style {
            visibility,
            ..Style::of_tag(Tag::Article, &b.style())
        };
        b.open(Tag::Article, style, None).unwrap();
        b.text(&"h".repeat(900)).unwrap();
        let page = b.finish().unwrap();
        page.visible_text(page.root())
    }

    #[test]
    fn article_hidden_until_a_script_runs_is_shown() {
        assert!(page(100, Visibility::Hidden, false).contains('h'));
        assert!(page(100, Visibility::OwnHidden, true).contains('h'));
    }

    #[test]
    fn title_is_revealed_with_the_text_below_it() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let rect = Some(Rect::new(0.0, 0.0, 800.0, 600.0));
        b.open(Tag::Html, Style::default(), rect).unwrap();
        b.open_tag(Tag::Body).unwrap();
        b.open_tag(Tag::P).unwrap();
        b.text(&"s".repeat(100)).unwrap();
        b.close();
        b.open_tag(Tag::Article).unwrap();
        for (tag, text) in [(Tag::Header, "t"), (Tag::Aside, "a"), (Tag::Div, "h")] {
            let inner = if tag == Tag::Header { Tag::H1 } else { Tag::P };
            for tag in [tag, inner] {
                let style = Style {
                    visibility: Visibility::OwnHidden,
                    ..Style::of_tag(tag, &b.style())
                };
                b.open(tag, style, None).unwrap();
            }
            b.text(&text.repeat(if tag == Tag::Div { 900 } else { 20 }))
                .unwrap();
            b.close();
            b.close();
        }
        let page = b.finish().unwrap();
        let text = page.visible_text(page.root());
        let shown = ["t", "a", "h"].map(|part| text.contains(part));
        assert_eq!(shown, [true, false, true]);
    }

    #[test]
    fn scripts_stay_hidden_beside_a_revealed_article() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        for (tag, text) in [(Tag::Article, "h"), (Tag::Script, "x")] {
            let style = Style {
                visibility: Visibility::OwnHidden,
                ..Style::of_tag(tag, &b.style())
            };
            b.open(tag, style, None).unwrap();
            b.text(&text.repeat(900)).unwrap();
        }
        let page = b.finish().unwrap();
        assert_eq!(page.visible_text(page.root()), "h".repeat(900));
    }

    #[test]
    fn hidden_parts_beside_visible_text_stay_hidden() {
        assert!(!page(800, Visibility::Hidden, false).contains('h'));
        assert!(!page(300, Visibility::OwnHidden, true).contains('h'));
        assert!(!page(100, Visibility::Hidden, true).contains('h'));
    }
}
