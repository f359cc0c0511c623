//! qRead: the densest segment of lines, and those that resemble the title.
//!
//! Wang, Wang: *qRead: A Fast and Accurate Article Extraction Method from Web Pages using Partition
//! Features Optimizations*, KDIR 2015, doi:10.5220/0005613603640371. Junk has short lines, an
//! article long ones.
//!
//! 1. [`filtered`]: menus are removed (a page's body never contains scripts, styles, comments or
//!    the head).
//! 2. [`Lines`]: tags become line breaks and empty lines.
//! 3. [`Partition`]: segments are separated by at least `lambda` empty lines; words `w(S)`
//!    (Eq. 1), non-empty lines `l(S)`, density `d(S) = w(S) / l(S)` (Eq. 2), similarity with the
//!    title by cosine.
//! 4. [`Partition::chosen`]: the densest segment, and every other whose similarity and density
//!    are high.
//!
//! [`title_similarity`] gives the similarity of every node besides that of the segments.
//!
//! Cost: linear in nodes and text, times the logarithm of the number of terms.
//!
//! # Deviations from the paper
//!
//! - *Lines are not lines of source*, which a live DOM does not have: [`crate::methods::lines`]
//!   defines lines and empty lines from blocks and tags.
//! - *Hidden text is skipped.* The paper's program could not detect it.
//! - *`nav` elements are removed* like `div`s of class `nav`, which they have replaced. `menu` or
//!   `nav` has to be one of the element's classes; a part of a class is not enough.
//! - *High density* is not defined in the paper. A segment's is high if it is at least that of the
//!   whole text, all words over all lines, which is the paper's standard for similarity (Sect. 3.2,
//!   "similarity between the entire text and the title"); see [`Params::high_density`].
//! - *Words* of scripts without spaces between them are single characters ([`crate::text`]); the
//!   paper does not describe how it segments Chinese.

mod similarity;

use std::ops::Range;

// Hidden: for tests of the paper's figures.
#[doc(hidden)]
pub use similarity::title_similarity;

use super::{Scores, is_leaf};
use crate::methods::lines::Lines;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text::TermVector;

/// Parameters of the method.
///
/// ```
/// use pith::methods::qread::Params;
///
/// assert_eq!(Params::default().lambda, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Number of empty lines that separate two segments, at least 1. The paper finds 3 best, for
    /// English and for Chinese (Sect. 4.3).
    pub lambda: u32,
    /// Minimum ratio of a segment's density to the whole text's for it to be high; ours, 1.
    pub high_density: f32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            lambda: 3,
            high_density: 1.0,
        }
    }
}

/// A run of lines with fewer than `lambda` empty lines between any two neighbors.
///
/// ```
/// use pith::methods::qread::{self, Params};
/// use pith::{Limits, source};
///
/// let html = "<div><div>Home</div></div>
///     <div><div><p>He watched the ferry go by from the gallery, and waved once.</div></div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let partition = qread::segments(&page, "The ferry", &Params::default());
/// let segment = &partition.segments[1];
/// assert_eq!((segment.lines.clone(), segment.words), (1..2, 12));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its lines, as indices into the page's [`Lines`]; never empty.
    pub lines: Range<usize>,
    /// The first text node in it.
    pub first: NodeId,
    /// The last text node in it.
    pub last: NodeId,
    /// `w(S)`: tokens.
    pub words: u32,
    /// `d(S)`: tokens per line.
    pub density: f32,
    /// Cosine with the title, 0 to 1.
    pub similarity: f32,
}

/// A page divided into segments.
///
/// ```
/// use pith::methods::qread::{self, Params};
/// use pith::{Limits, source};
///
/// let html = "<div><div>Home</div></div>
///     <div><div><p>He watched the ferry go by from the gallery, and waved once.</div></div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let partition = qread::segments(&page, "The ferry", &Params::default());
/// assert_eq!(partition.segments.len(), 2);
/// assert_eq!(partition.density, 6.5);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Partition {
    /// The segments in document order.
    pub segments: Vec<Segment>,
    /// Tokens per line of the whole text; 0 if there is none.
    pub density: f32,
    /// Cosine of the whole text with the title, 0 to 1.
    pub similarity: f32,
}

impl Partition {
    /// Divides `lines` into segments and measures them.
    pub fn new(lines: &Lines, title: &str, params: &Params) -> Self {
        let title = TermVector::new(title);
        let measure = |range: Range<usize>| {
            let words: u32 = lines.get(range.clone()).iter().map(|l| l.words).sum();
            (words, words as f32 / range.len().max(1) as f32)
        };
        let breaks = lines
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, line)| line.empty_before >= params.lambda)
            .map(|(i, _)| i)
            .chain((!lines.is_empty()).then_some(lines.len()));
        let mut start = 0;
        let mut segments = Vec::new();
        for end in breaks {
            let range = start..end;
            start = end;
            let [first, ..] = lines.get(range.clone()) else {
                continue;
            };
            let (words, density) = measure(range.clone());
            segments.push(Segment {
                first: first.first,
                last: lines.get(range.clone())[range.len() - 1].last,
                lines: range,
                words,
                density,
                similarity: 0.0,
            });
        }
        let texts = segments
            .iter()
            .map(|s: &Segment| lines.text(s.lines.clone()));
        let (similarities, similarity) = title.cosines(texts);
        for (segment, own) in segments.iter_mut().zip(similarities) {
            segment.similarity = own;
        }
        Self {
            segments,
            density: measure(0..lines.len()).1,
            similarity,
        }
    }

    /// Returns the segment with the most words per line, the first if several are equal; `None` if
    /// there are no words.
    pub(crate) fn densest(&self) -> Option<&Segment> {
        self.segments
            .iter()
            .rev()
            .max_by(|a, b| a.density.total_cmp(&b.density))
            .filter(|segment| segment.words > 0)
    }

    /// Returns the segments that are content, in document order: the densest, and every other of
    /// high density that is more similar to the title than the whole text is.
    pub fn chosen(&self, params: &Params) -> impl Iterator<Item = &Segment> {
        let densest = self.densest();
        let high_density = params.high_density * self.density;
        self.segments.iter().filter(move |&segment| {
            densest.is_some_and(|densest| {
                std::ptr::eq(segment, densest)
                    || (segment.similarity > self.similarity && segment.density >= high_density)
            })
        })
    }
}

/// Returns the nodes removed in advance: `div`s of class `menu` or `nav`, and `nav` elements, with
/// everything below them.
///
/// ```
/// use pith::methods::qread;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<nav>Home</nav><p>The ferry", "", Limits::default())?;
/// let dropped = qread::filtered(&page);
/// assert!(dropped.iter().any(|id| page.text(id) == "Home"));
/// assert!(dropped.iter().all(|id| page.text(id) != "The ferry"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn filtered(page: &Page) -> NodeSet {
    let mut removed = NodeSet::new(page);
    let end = page.end(page.body());
    let mut next = page.body();
    while next < end {
        let id = next;
        if is_menu(page, id) {
            removed.insert_subtree(page, id);
            next = page.end(id);
        } else {
            next = NodeId(id.0 + 1);
        }
    }
    removed
}

fn is_menu(page: &Page, id: NodeId) -> bool {
    match page.tag(id) {
        Tag::Nav => true,
        Tag::Div => page.attr(id, Attr::Class).is_some_and(|class| {
            class
                .split_whitespace()
                .any(|c| c.eq_ignore_ascii_case("menu") || c.eq_ignore_ascii_case("nav"))
        }),
        _ => false,
    }
}

/// Returns the segments of a page without its menus.
///
/// ```
/// use pith::methods::qread::{self, Params};
/// use pith::{Limits, source};
///
/// let html = "<div><div>Home</div></div>
///     <div><div><p>He watched the ferry go by from the gallery, and waved once.</div></div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let partition = qread::segments(&page, "The ferry", &Params::default());
/// assert!(partition.segments[1].similarity > partition.segments[0].similarity);
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn segments(page: &Page, title: &str, params: &Params) -> Partition {
    Partition::new(&Lines::without(page, &filtered(page)), title, params)
}

/// Returns every node's score, in tokens per line: a leaf has the density of its segment, or 0 if
/// it is in none; an element has the greatest score below it.
///
/// ```
/// use pith::methods::qread::{self, Params};
/// use pith::{Limits, source};
///
/// let html = "<div><div>Home</div></div>
///     <div><div><p>He watched the ferry go by from the gallery, and waved once.</div></div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let scores = qread::scores(&page, "The ferry", &Params::default());
/// let leaf = |text: &str| page.nodes().find(|&id| page.text(id).starts_with(text));
/// let (menu, text) = (leaf("Home").unwrap(), leaf("He").unwrap());
/// assert!(scores.get(text) > scores.get(menu));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn scores(page: &Page, title: &str, params: &Params) -> Scores {
    scores_of(page, &segments(page, title, params))
}

/// Returns the [`scores`] of a page, given its segments.
pub(crate) fn scores_of(page: &Page, partition: &Partition) -> Scores {
    let mut values = vec![0.0_f32; page.len()];
    for (id, segment) in leaves_of(page, &partition.segments) {
        values[id.index()] = values[id.index()].max(segment.density);
    }
    Scores::lifted(page, values)
}

/// Returns the leaves of the segments that are content: their text, and shown content in between.
///
/// ```
/// use pith::methods::qread::{self, Params};
/// use pith::{Limits, source};
///
/// let html = "<div><div>Home</div></div>
///     <div><div><p>He watched the ferry go by from the gallery, and waved once.</div></div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let kept = qread::content(&page, "The ferry", &Params::default());
/// let texts: Vec<&str> = kept.iter().map(|leaf| page.text(leaf)).collect();
/// assert_eq!(texts, ["He watched the ferry go by from the gallery, and waved once."]);
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn content(page: &Page, title: &str, params: &Params) -> NodeSet {
    content_of(page, &segments(page, title, params), params)
}

/// Returns the [`content`] of a page, given its segments.
pub(crate) fn content_of(page: &Page, partition: &Partition, params: &Params) -> NodeSet {
    let mut kept = NodeSet::new(page);
    for (id, _) in leaves_of(page, partition.chosen(params)) {
        kept.insert(id);
    }
    kept
}

/// Returns the shown leaves in segments. A preformatted text node can be in several.
fn leaves_of<'a>(
    page: &Page,
    segments: impl IntoIterator<Item = &'a Segment>,
) -> Vec<(NodeId, &'a Segment)> {
    let shown = page.shown();
    let removed = filtered(page);
    let mut leaves = Vec::new();
    for segment in segments {
        for id in (segment.first.0..=segment.last.0).map(NodeId) {
            if is_leaf(page, id) && shown.contains(id) && !removed.contains(id) {
                leaves.push((id, segment));
            }
        }
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Limits, PageBuilder, PageInfo};
    use crate::source::html;

    fn page(html: &str) -> Page {
        html::read(html, "", Limits::default()).unwrap()
    }

    fn text(page: &Page, kept: &NodeSet) -> String {
        let words: Vec<_> = kept.iter().map(|id| page.text(id).trim()).collect();
        words.join(" ").trim().to_owned()
    }

    fn check(html: &str, title: &str, expected: &str) {
        let page = page(html);
        let kept = content(&page, title, &Params::default());
        assert_eq!(text(&page, &kept), expected);
    }

    #[test]
    fn lambda_empty_lines_separate_segments() {
        let count = |html: &str, lambda| {
            let params = Params {
                lambda,
                ..Params::default()
            };
            segments(&page(html), "", &params).segments.len()
        };
        // Two tags between the lines, then three.
        let (two, three) = (
            "<div>a</div><div>b</div>",
            "<div>a</div><div><div>b</div></div>",
        );
        assert_eq!([2, 3, 4].map(|lambda| count(two, lambda)), [2, 1, 1]);
        assert_eq!([2, 3, 4].map(|lambda| count(three, lambda)), [2, 2, 1]);
    }

    #[test]
    fn segment_density_and_title_similarity_are_computed() {
        let partition = segments(
            &page("<p>one two three<p>four<p>—<div><div><div><p>five six<br>seven"),
            "seven two",
            &Params::default(),
        );
        let found: Vec<_> = partition
            .segments
            .iter()
            .map(|s| (s.words, s.density))
            .collect();
        assert_eq!(found, [(4, 4.0 / 3.0), (3, 1.5)]);
        assert_eq!(partition.density, 7.0 / 5.0);
        // 1 / (2 * sqrt 2), 1 / (sqrt 3 * sqrt 2), 2 / (sqrt 7 * sqrt 2).
        let found = [
            partition.segments[0].similarity,
            partition.segments[1].similarity,
            partition.similarity,
        ];
        for (found, expected) in found.into_iter().zip([0.353_553, 0.408_248, 0.534_522]) {
            assert!((found - expected).abs() < 1e-5);
        }
        assert_eq!(partition.densest(), Some(&partition.segments[1]));
    }

    const ARTICLE: &str = "<div><h1>Ferry forgets keeper</h1><p>The ferry left the harbour at \
        noon with most of the islanders aboard, and nobody had thought to tell the keeper.</p>\
        <p>He watched it go by from the gallery, waved once and went back to the lens.</p></div>";
    const MENU: &str = "<div class='top menu'><p>A menu of many words in one single long line \
        which would be the densest of them all if it were read and not dropped at once.</div>";
    const LIST: &str = "<div><div><div><ul><li>Home<li>News<li>Sport</ul></div></div></div>";

    #[test]
    fn the_densest_segment_is_the_article() {
        let article = "Ferry forgets keeper The ferry left the harbour at noon with most of the \
            islanders aboard, and nobody had thought to tell the keeper. He watched it go by \
            from the gallery, waved once and went back to the lens.";
        for menu in [
            MENU,
            "<nav>A menu of many words in one single long line of text that is no \
            more than a list of places to go to, and is dropped as it should be</nav>",
        ] {
            check(&format!("{menu}{LIST}{ARTICLE}{LIST}"), "", article);
        }
        // A class that only contains the word isn't a menu.
        let kept = page(&MENU.replace("top menu", "menus"));
        assert!(!content(&kept, "", &Params::default()).is_empty());
    }

    const SHORT: &str = "<div><div><div><h2>Ferry forgets keeper</h2><p>The keeper saw the ferry \
        pass and waved at all aboard the ferry as it went by.</p></div></div></div>";
    const NOTICE: &str = "<div><div><div><p>All texts on these pages belong to those who wrote \
        them, and may be printed by anyone who asks for it beforehand and names the source and \
        the day on which it was first read.</div></div></div>";

    #[test]
    fn a_short_article_is_found_by_its_title() {
        let html = format!("{LIST}{SHORT}{LIST}{NOTICE}");
        let notice = "All texts on these pages belong to those who wrote them, and may be \
            printed by anyone who asks for it beforehand and names the source and the day on \
            which it was first read.";
        // Without a title only the densest segment is found.
        check(&html, "", notice);
        let article = "Ferry forgets keeper The keeper saw the ferry pass and waved at all \
            aboard the ferry as it went by.";
        check(
            &html,
            "Ferry forgets keeper",
            &format!("{article} {notice}"),
        );
        // A line with only a copy of the title is similar but not dense.
        let crumb = "<div><div><div>Ferry</div></div></div>";
        check(
            &format!("{html}{crumb}"),
            "Ferry forgets keeper",
            &format!("{article} {notice}"),
        );
    }

    #[test]
    fn chinese_has_a_token_per_character() {
        let html = "<div><div><div><ul><li>首页<li>新闻<li>体育</ul></div></div></div>\
            <div><p>渡轮中午离开港口，船上载着大多数岛民。</p>\
            <p>没有人想到告诉灯塔看守人。</p></div>\
            <div><div><div>版权所有</div></div></div>";
        check(
            html,
            "",
            "渡轮中午离开港口，船上载着大多数岛民。 没有人想到告诉灯塔看守人。",
        );
        let partition = segments(&page(html), "灯塔", &Params::default());
        assert_eq!(partition.segments[1].words, 17 + 12);
        assert!(partition.segments[1].similarity > partition.similarity);
        assert_eq!(partition.segments[0].similarity, 0.0);
    }

    #[test]
    fn images_between_the_lines_are_kept() {
        let html = format!("{LIST}{}", ARTICLE.replacen("</p>", "</p><img src=a>", 1));
        let page = page(&html);
        let kept = content(&page, "", &Params::default());
        assert!(kept.iter().any(|id| page.tag(id) == Tag::Img));
        let scores = scores(&page, "", &Params::default());
        let best = scores.values().iter().copied().fold(0.0, f32::max);
        assert_eq!(scores.get(page.body()), best);
        assert_eq!(scores.get(page.root()), 0.0);
        for id in page.subtree(page.body()).filter(|&id| kept.contains(id)) {
            assert_eq!(scores.get(id), best);
        }
    }

    #[test]
    fn without_words_there_is_no_content() {
        for html in [
            "",
            "<p> <img src=a>",
            "<p>—<p>•",
            "<div class=nav>all of it</div>",
        ] {
            check(html, "title", "");
            let scores = scores(&page(html), "title", &Params::default());
            assert!(scores.values().iter().all(|&s| s == 0.0));
        }
    }

    #[test]
    fn deep_and_huge_pages_have_content() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        for level in 0..50_000 {
            b.open_tag(Tag::Div).unwrap();
            b.attr(Attr::Class, if level < 40_000 { "a" } else { "menu" })
                .unwrap();
            b.text(&format!("word{level}")).unwrap();
        }
        let deep = b.finish().unwrap();
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        b.open_tag(Tag::Pre).unwrap();
        b.text(&"word\n\n\n\n".repeat(50_000)).unwrap();
        b.close();
        for i in 0..225_000 {
            b.open_tag(Tag::P).unwrap();
            b.text(&format!("word{}", i % 1000)).unwrap();
            b.close();
        }
        let huge = b.finish().unwrap();
        for page in [deep, huge] {
            assert!(!content(&page, "word1", &Params::default()).is_empty());
            let similarities = title_similarity(&page, "word1");
            assert!(similarities.get(page.body()) > 0.0);
        }
    }
}
