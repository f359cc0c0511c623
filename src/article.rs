//! The kept parts of a page as clean HTML, plain text, and Markdown.
//!
//! Steps:
//!
//! 1. `survey`: one pass over the page that collects facts about subtrees (kept leaves, contents of
//!    tables, targets of internal links, formulas that the page contains twice).
//! 2. `order`: the reading order, if a style sheet changes it.
//! 3. `walk`, `element_map`, and `build`: one pass that converts kept leaves to a clean tree. An
//!    allow-list of names and attributes decides what an element may become. The builder keeps the
//!    tree valid, because it opens elements only where they are allowed.
//! 4. `tidy`: sets internal links, and removes unneeded paragraphs and rules that separate nothing.
//! 5. `notes`: footnote references in the text link to the items of one list.
//! 6. `marks`: facts about blocks for style sheets: standfirst, opening image, icons, blocks with
//!    another direction, blocks that can be justified.
//! 7. `html`, `text`, `markdown`: three writers for the same tree. `part` extracts a part of it
//!    first, `spoken` describes how it's read aloud.
//!
//! Safe by construction: no attribute runs code, URLs have allowed schemes, all text is escaped,
//! and nesting is limited to what a parser accepts.
//!
//! Cost: O(nodes + text), without recursion over the depth of the page.

pub(crate) mod address;
mod apart;
mod build;
mod callouts;
mod code;
mod constants;
mod count;
pub(crate) mod direction;
mod element_map;
pub(crate) mod embed;
mod emoji;
mod equations;
mod escape;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) mod fuzzing;
mod grid;
mod html;
pub(crate) mod image;
mod image_file;
mod length;
mod markdown;
mod marks;
mod math;
mod next_page;
mod notes;
mod order;
mod page_break;
mod parser;
mod part;
mod policy;
pub(crate) mod posts;
pub(crate) mod reading;
mod sidenotes;
mod spoken;
mod survey;
mod svg;
mod tasks;
#[cfg(test)]
mod tests;
mod text;
mod tidy;
mod tree;
mod verse;
mod walk;
pub(crate) mod writing;
pub(crate) mod xhtml;

use std::collections::BTreeSet;

use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text::Length;
use constants::{ID_PREFIX, IS_STYLED};
pub(crate) use escape::escaped;
use html::Styling;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) use math::fuzzing as math_fuzzing;
use posts::{Head, Post, Quote};
// Hidden: for the extension's file-writing core.
#[doc(hidden)]
pub use spoken::{SpokenElement, SpokenKind, sentence_ends};
use tree::{Fate, Tree};
pub(crate) use walk::is_rtl;

/// The article of a page.
///
/// ```
/// use pith::page::NodeSet;
/// use pith::{Article, Limits, source};
///
/// let html = "<div onclick=go()><p>A <b>bold</b> word.<ul><li>One<li>Two</ul></div>";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let mut kept = NodeSet::new(&page);
/// kept.insert_subtree(&page, page.body());
/// let article = Article::new(&page, &kept);
/// assert_eq!(
///     article.html(),
///     "<p>A <b>bold</b> word.</p>\n<ul><li>One</li>\n<li>Two</li>\n</ul>\n"
/// );
/// assert_eq!(article.markdown(), "A **bold** word.\n\n- One\n- Two\n");
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Article {
    tree: Tree,
    /// Leaves of captions that aren't part of the text.
    captions: NodeSet,
    rtl: bool,
    justified: bool,
    /// True if lines are vertical, as is possible in Chinese and Japanese.
    runs_down: bool,
}

impl Article {
    /// Creates the article from kept leaves. `kept` contains text nodes and replaced elements. An
    /// element is part of the article if one of its leaves is; line breaks and white space between
    /// kept leaves are kept as well.
    ///
    /// ```
    /// use pith::page::{NodeSet, Tag};
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>One<p>Two", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// let first = page.nodes().find(|&id| page.is_text(id)).unwrap_or(page.root());
    /// kept.insert(first);
    /// assert_eq!(Article::new(&page, &kept).html(), "<p>One</p>\n");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn new(page: &Page, kept: &NodeSet) -> Self {
        let (tree, rtl) = walk::clean_tree(page, kept);
        let mut tree = notes::with_linked_notes(tidy::tidy(tree, page.url()), page);
        let justified = marks::set(&mut tree, page, rtl);
        Self {
            tree,
            captions: NodeSet::default(),
            rtl,
            justified,
            // Computed only for justified articles, because vertical text is CJK.
            runs_down: IS_STYLED && justified && writing::of(page, kept).is_vertical(),
        }
    }

    /// Returns the article with some of its leaves excluded from [`Article::text`]: captions that
    /// belong to an image and not to the text.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let html = "<figure><img src=/f.jpg><figcaption>The ferry</figcaption></figure><p>It sails.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let mut captions = NodeSet::new(&page);
    /// for leaf in kept.iter().filter(|&id| page.text(id) == "The ferry") {
    ///     captions.insert(leaf);
    /// }
    /// let article = Article::new(&page, &kept).with_captions(captions);
    /// assert_eq!(article.text(), "It sails.");
    /// assert!(article.html().contains("<figcaption>The ferry</figcaption>"));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    #[must_use]
    pub fn with_captions(mut self, captions: NodeSet) -> Self {
        self.captions = captions;
        self
    }

    /// Returns the article without the collapsed remarks below the posts of a question page, which
    /// supplement questions and answers.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// assert_eq!(article.clone().without_remarks(), article);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn without_remarks(mut self) -> Self {
        self.tree = posts::without_remarks(self.tree);
        self
    }

    /// Returns the article with its title as a heading before it; unchanged if its text begins with
    /// the title.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>It sails.", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert_eq!(article.with_title("The ferry").markdown(), "# The ferry\n\nIt sails.\n");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Self {
        if !title.is_empty() && !self.text().starts_with(title) {
            self.tree = self.tree.titled(title);
        }
        self
    }

    /// Removes the title from the beginning of preformatted text, because text files contain it and
    /// views show it separately.
    pub(crate) fn without_line(mut self, title: &str) -> Self {
        self.tree.remove_line(title);
        self
    }

    /// Writes clean HTML, valid inside any element that allows blocks. Blocks have a `dir` if it
    /// differs from [`Article::is_rtl`], and a language if it differs from the page's root. In a
    /// Chinese or Japanese article with vertical lines, upright numbers are
    /// `<span class="pith-upright">`, except for the npm package.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p onclick=go()>1 &lt; 2<script>go()</script>", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert_eq!(article.html(), "<p>1 &lt; 2</p>\n");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn html(&self) -> String {
        html::write(&self.tree, Styling::None)
    }

    /// Writes the output of [`Article::html`] with the classes for the style sheets of Reader and
    /// of files.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let html = "<ul><li><img src=/f.jpg width=640><li><img src=/g.jpg width=640></ul>";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert!(article.html().starts_with("<ul>"));
    /// assert!(article.styled_html().starts_with("<ul class=\"pith-gallery\">"));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn styled_html(&self) -> String {
        let styling = match IS_STYLED && self.runs_down {
            true => Styling::Vertical,
            false => Styling::Classes,
        };
        html::write(&self.tree, styling)
    }

    /// Writes plain text: paragraphs separated by a blank line, items and rows by a line feed,
    /// cells by a tab. Captions are included only if they are likely to be part of the text
    /// ([`Selection::captions`](crate::select::Selection)).
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>Boats<table><tr><td>Gull<td>1901</table>", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert_eq!(article.text(), "Boats\n\nGull\t1901");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn text(&self) -> String {
        text::write(&self.tree, &self.captions)
    }

    /// Writes Markdown: CommonMark with the tables and strikethrough of GFM, formulas between `$`,
    /// and HTML where Markdown has no syntax.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<h2>Boats</h2><p>Two <em>old</em> ones", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert_eq!(article.markdown(), "## Boats\n\nTwo *old* ones\n");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn markdown(&self) -> String {
        markdown::write(&self.tree)
    }

    /// Parses the output of [`Article::html`], to write it in another format; `None` for any other
    /// text. The output doesn't contain which captions belong to the text, so [`Article::text`]
    /// then includes all of them.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<p>It <b>sails</b>.</p>\n", false);
    /// assert_eq!(article.map(|a| a.markdown()).as_deref(), Some("It **sails**.\n"));
    /// assert_eq!(Article::from_html("<p onclick=\"go()\">It sails.</p>\n", false), None);
    /// ```
    pub fn from_html(html: &str, rtl: bool) -> Option<Self> {
        Some(Self {
            tree: math::completed(parser::read(html)?),
            captions: NodeSet::default(),
            rtl,
            justified: false,
            runs_down: false,
        })
    }

    /// Returns whether the article contains an earlier article of the same page, and more.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let html = "<p>The ferry left the harbour at noon with most of the islanders aboard.</p>\n";
    /// let earlier = Article::from_html(html, false);
    /// let now = Article::from_html(&format!("{html}{}", html.replace("noon", "night")), false);
    /// let (earlier, now) = earlier.zip(now).ok_or("not ours")?;
    /// assert!(now.continues(&earlier) && !earlier.continues(&now));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn continues(&self, earlier: &Self) -> bool {
        next_page::continues(&self.tree, &earlier.tree)
    }

    /// Returns it as page `number` of an article whose previous pages are `earlier`: without the
    /// title, standfirst, and images that these already have, and with unique ids. It's empty if
    /// nothing is new.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let first = Article::from_html("<p>By a sailor.</p>\n<p>It sails.</p>\n", false);
    /// let next = Article::from_html("<p>By a sailor.</p>\n<p>It lands.</p>\n", false);
    /// let (first, next) = first.zip(next).ok_or("not ours")?;
    /// assert_eq!(next.next_page(&[first], "The ferry", 2).html(), "<p>It lands.</p>\n");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn next_page(self, earlier: &[Self], title: &str, number: u32) -> Self {
        let earlier: Vec<&Tree> = earlier.iter().map(|article| &article.tree).collect();
        let tree = next_page::next_page(self.tree, &earlier, title, number);
        Self { tree, ..self }
    }

    /// Returns the selected part. `quote` is its text, and `before` the text before it, for text
    /// that occurs more than once. A selection with more text than the article is found by its
    /// ends. `None` if it isn't in the article.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<p>It <b>sails</b> at noon.</p>\n", false).ok_or("not ours")?;
    /// let part = article.part("sails at", "").ok_or("not there")?;
    /// assert_eq!(part.markdown(), "**sails** at\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn part(&self, quote: &str, before: &str) -> Option<Self> {
        let tree = part::quoted(&self.tree, quote, before)?;
        Some(Self {
            tree,
            ..self.clone()
        })
    }

    /// Returns its headings, each with its level from 1 to 6.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<h2>Pier</h2>\n<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// assert_eq!(article.sections(), [(2, "Pier".to_owned())]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn sections(&self) -> Vec<(u8, String)> {
        part::sections(&self.tree)
    }

    /// Returns the section below a heading, by its index in [`Self::sections`]: up to the next
    /// heading of the same or a higher level. `None` if there's no such heading.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let html = "<h2>Pier</h2>\n<p>It sails.</p>\n<h2>Mill</h2>\n<p>It turns.</p>\n";
    /// let article = Article::from_html(html, false).ok_or("not ours")?;
    /// let mill = article.section(1).ok_or("no such section")?;
    /// assert_eq!(mill.markdown(), "## Mill\n\nIt turns.\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn section(&self, number: usize) -> Option<Self> {
        let tree = part::section(&self.tree, number)?;
        Some(Self {
            tree,
            ..self.clone()
        })
    }

    /// Returns the roles of its elements for reading aloud, in order.
    // Hidden: for the extension's file-writing core.
    #[doc(hidden)]
    pub fn spoken(&self) -> Vec<SpokenElement> {
        spoken::spoken_elements(&self.tree)
    }

    /// Returns the article as a post.
    pub(crate) fn post<'a>(&'a self, head: Head<'a>) -> Post<'a> {
        Post {
            head,
            tree: &self.tree,
        }
    }

    /// Returns posts as one article, in order.
    pub(crate) fn of_posts(posts: &[Post<'_>], rtl: bool) -> Self {
        Self {
            tree: posts::tree(posts),
            rtl,
            ..Self::default()
        }
    }

    /// Returns the article with quotations of earlier messages collapsed.
    pub(crate) fn with_quotes_folded(self, quotes: &[Quote]) -> Self {
        let tree = posts::folded(&self.tree, quotes);
        Self { tree, ..self }
    }

    /// Returns the HTML of each item of the first list, with the classes for style sheets.
    pub(crate) fn items(&self) -> Vec<String> {
        html::items(&self.tree)
    }

    /// Returns the first leaf of each quotation, in order.
    pub(crate) fn quotations(&self) -> Vec<NodeId> {
        let is_quotation = |&node: &usize| self.tree.tag(node) == Tag::Blockquote;
        let all = self.tree.descendants(0).filter(is_quotation);
        all.map(|node| self.tree.origin(node)).collect()
    }

    /// Returns the article with the source leaves replaced.
    pub(crate) fn with_origins(mut self, of: impl Fn(NodeId) -> NodeId) -> Self {
        for node in self.tree.descendants(0) {
            let node = self.tree.node_mut(node);
            node.origin = of(node.origin);
        }
        self
    }

    /// Returns the article with ids that are unique among the articles of one file.
    pub(crate) fn with_own_ids(self, number: u32) -> Self {
        let tree = next_page::with_own_ids(self.tree, number);
        Self { tree, ..self }
    }

    /// Returns the URLs of the images, without duplicates, in order.
    ///
    /// ```
    /// use pith::Article;
    ///
    /// let html = "<p><img src=\"https://example.org/f.jpg\" alt=\"\"></p>\n";
    /// let article = Article::from_html(html, false).ok_or("not ours")?;
    /// assert_eq!(article.images(), ["https://example.org/f.jpg"]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn images(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let images = self
            .tree
            .descendants(0)
            .filter(|&n| self.tree.tag(n) == Tag::Img);
        let sources = images.filter_map(|n| self.tree.attr(n, Attr::Src));
        sources.filter(|src| seen.insert(*src)).collect()
    }

    /// Replaces the URLs of images for which there's a replacement.
    pub(crate) fn with_sources(mut self, source: &dyn Fn(&str) -> Option<String>) -> Self {
        for node in self.tree.descendants(0) {
            if self.tree.tag(node) != Tag::Img {
                continue;
            }
            let attrs = &mut self.tree.node_mut(node).attrs;
            let src = attrs.iter_mut().find(|(name, _)| *name == Attr::Src);
            if let Some((_, src)) = src
                && let Some(other) = source(src)
            {
                *src = other;
            }
        }
        self
    }

    /// Does the same, and removes everything that the file then lacks: images without a
    /// replacement, videos and audio, and links with relative targets. Also returns the URLs of the
    /// removed images, videos, and audio, without duplicates.
    pub(crate) fn with_sources_only(
        self,
        source: &dyn Fn(&str) -> Option<String>,
    ) -> (Self, Vec<String>) {
        let mut missing: Vec<String> = Vec::new();
        let mut fates = vec![Fate::Stay; self.tree.len()];
        for node in self.tree.descendants(0) {
            let tag = self.tree.tag(node);
            if let Some(href) = self.tree.attr(node, Attr::Href)
                && !href.starts_with('#')
                && crate::url::scheme(href).is_none()
            {
                fates[node] = Fate::Unwrap;
            }
            if !matches!(tag, Tag::Img | Tag::Video | Tag::Audio | Tag::Source) {
                continue;
            }
            let src = self.tree.attr(node, Attr::Src).unwrap_or_default();
            let is_held = tag == Tag::Img && (src.starts_with("data:") || source(src).is_some());
            if !is_held {
                fates[node] = Fate::Drop;
                if !src.is_empty() && !missing.iter().any(|other| other == src) {
                    missing.push(src.to_owned());
                }
            }
        }
        let tree = self.tree.settle(&fates);
        (Self { tree, ..self }.with_sources(source), missing)
    }

    /// Sets an id on every heading. Also returns the ids with the texts of the headings.
    pub(crate) fn with_headings_named(mut self) -> (Self, Vec<(String, String)>) {
        let mut named = Vec::new();
        for node in self.tree.descendants(0) {
            let text = self.tree.all_text(node);
            if !tree::is_heading(self.tree.tag(node)) || text.trim().is_empty() {
                continue;
            }
            let id = self.id_of(node, "heading", named.len() + 1);
            named.push((id, text.trim().to_owned()));
        }
        (self, named)
    }

    /// Sets an id on every page mark. Also returns the ids with the names of the pages. The id is
    /// `None` for the first page of an article that's split into several, because no mark precedes
    /// it.
    pub(crate) fn with_pages_named(mut self) -> (Self, Vec<(Option<String>, String)>) {
        let mut named = Vec::new();
        for node in self.tree.descendants(0) {
            let is_mark = self.tree.attr(node, Attr::Role) == Some(page_break::ROLE);
            let Some(name) = self.tree.attr(node, Attr::Title).filter(|_| is_mark) else {
                continue;
            };
            let name = name.to_owned();
            if named.is_empty() && self.tree.tag(node) == Tag::Hr {
                let second = name.parse::<u32>().ok();
                let first = second.and_then(|number| number.checked_sub(1));
                named.extend(first.map(|number| (None, number.to_string())));
            }
            let id = self.id_of(node, "page-break", named.len() + 1);
            named.push((Some(id), name));
        }
        (self, named)
    }

    /// Returns the id of a node, after setting one from a name and a number if it has none.
    fn id_of(&mut self, node: usize, name: &str, number: usize) -> String {
        if let Some(id) = self.tree.attr(node, Attr::Id) {
            return id.to_owned();
        }
        let id = format!("{ID_PREFIX}{name}-{number}");
        let attrs = &mut self.tree.node_mut(node).attrs;
        attrs.push((Attr::Id, id.clone()));
        id
    }

    /// Writes the output of [`Article::styled_html`] as XML.
    pub(crate) fn xhtml(&self) -> String {
        xhtml::write(&self.tree)
    }

    /// Returns the number of words, and of characters in scripts without visible word boundaries.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>It sails 渡船", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// let length = article.length();
    /// assert_eq!((length.words, length.cjk), (2, 2));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn length(&self) -> Length {
        Length::of(&self.text())
    }

    /// Returns [`Length::tokens`] of [`Article::length`].
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>It sails at noon.", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert_eq!(article.word_count(), 4);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn word_count(&self) -> u32 {
        self.length().tokens()
    }

    /// Returns, for every element of [`Article::html`], in order, its first leaf in the page.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>It <b>sails</b>.", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// let texts = article.origins().into_iter().map(|leaf| page.text(leaf));
    /// // Those of `p` and `b`.
    /// assert_eq!(texts.collect::<Vec<_>>(), ["It ", "sails"]);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn origins(&self) -> Vec<NodeId> {
        self.tree.origins()
    }

    /// Returns whether the article is empty, without even an image.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p> </p>", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert!(article.is_empty());
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.tree.len() <= 1
    }

    /// Returns whether most blocks can be justified, because they are mostly CJK and contain no
    /// code. Blocks that differ are marked in [`Article::html`].
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p>渡船離開港口。", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert!(article.is_justified());
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn is_justified(&self) -> bool {
        self.justified
    }

    /// Returns whether most of the text runs from right to left.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::{Article, Limits, source};
    ///
    /// let page = source::html::read("<p dir=rtl>غادرت العبارة", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// kept.insert_subtree(&page, page.body());
    /// let article = Article::new(&page, &kept);
    /// assert!(article.is_rtl());
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn is_rtl(&self) -> bool {
        self.rtl
    }
}

/// Facts about kept leaves for views of the page itself: the reading order, and tables for layout.
#[derive(Debug)]
pub(crate) struct Arrangement(survey::Survey);

impl Arrangement {
    /// Surveys a page with its kept leaves.
    pub(crate) fn new(page: &Page, kept: &NodeSet) -> Self {
        Self(survey::Survey::new(page, kept))
    }

    /// Returns the elements with kept content whose children aren't read in document order, and all
    /// their children in reading order. The elements are in document order.
    pub(crate) fn reordered(&self, page: &Page) -> Vec<(NodeId, Vec<NodeId>)> {
        order::moved(page, &self.0)
    }

    /// Returns all nodes of the page in reading order; `None` if that's document order.
    pub(crate) fn reading_order(&self, page: &Page) -> Option<Vec<NodeId>> {
        order::reading_order(page, &self.0)
    }

    /// Returns the tables with kept content that are for layout instead of data, in document order.
    pub(crate) fn layout_tables(&self) -> impl Iterator<Item = NodeId> {
        self.0.layout_tables()
    }
}
