//! CETD: content extraction by text density and visual importance of DOM nodes.
//!
//! Song, Sun, Liao: *A hybrid approach for content extraction with text density and visual
//! importance of DOM nodes*, Knowledge and Information Systems 42 (2015),
//! doi:10.1007/s10115-013-0687-x. Content is long and simply formatted, noise short and full of
//! tags and links: characters per tag distinguish them.
//!
//! 1. [`Counts`]: characters, tags, link characters and link tags below every node.
//! 2. A density per node: [`text_density`] (Eq. 1), [`composite_text_density`] (Eq. 2) or
//!    [`hybrid_text_density`] (Eq. 4, over [`visual_importance`], Eq. 3).
//! 3. [`density_sum()`] (Eq. 5): the sum over a node's children peaks at the block with the
//!    content.
//! 4. [`threshold`]: the smallest density on the path from that node up to `body`.
//! 5. [`extract`] (Algorithm 2): walk down from `body` through the nodes at or above the
//!    threshold, and below each mark the node with the greatest DensitySum as content.
//!
//! [`Variant::CompositeSmoothed`] has [`smooth`] and [`extract_smoothed`] in place of 3 to 5.
//!
//! Cost: linear in nodes and text; every step is one sweep over the flat page.
//!
//! # Deviations from the paper
//!
//! - *Invisible text is not counted*, nor are the tags of hidden elements. The paper removes only
//!   scripts, styles and comments and names hidden disclaimers as a cause of its errors.
//! - *Media and inline SVG count as one tag*: neither their fallback text nor the shapes of an
//!   inline `svg` are content or formatting. `math` counts as one tag with its characters; the
//!   forty tags of a formula would make a scientific text look like a menu.
//! - *A text node has a density*, that of a tag with only this text below it, and counts in its
//!   parent's DensitySum. Eq. 5 sums only over child tags and so gives 0 to text between `br`s, and
//!   to a paragraph without inline tags; the authors' program does as we do.
//! - *No links, no infinity.* Without a link character on the page the base of Eq. 2 is 1 and every
//!   density infinite; "we would classify such a page as not containing noise". The rule that a
//!   zero denominator becomes 1 is applied to the logarithm of the base as well, which keeps scores
//!   finite; the content of such a page is all of it, as in the paper.
//! - *No density below 0.* Eq. 4 falls below 0 if a leaf's visual importance squared times its
//!   characters is below 1, or if links outweigh its hybrid characters. Its adaption of `T_i` is
//!   there "to avoid the Hybrid Text Density being negative": so negative becomes 0.
//! - *The widest node is cut to the page's width*, see [`visual_importance`]. Without layout
//!   importance is 1 and Eq. 4 is Eq. 2.
//! - *CECTD-S* is described in one clause ("simply weighted averaging with sibling nodes");
//!   weights, threshold and marking are ours, see [`smooth`] and [`extract_smoothed`].

mod counts;
mod density;
mod density_sum;
mod smoothing;
mod visual;

pub(crate) use density::HybridDensities;
use smoothing::{densest_element, extract_smoothed, smooth};

// Steps of the method, for the laboratory and the tests.
// Hidden: for the laboratory.
#[doc(hidden)]
pub use counts::Counts;
// Hidden: for tests of the paper's figures.
#[doc(hidden)]
pub use density::{composite_text_density, hybrid_text_density, text_density};
// Hidden: for tests of the paper's figures.
#[doc(hidden)]
pub use density_sum::{density_sum, extract, max_density_sum_nodes, threshold};
// Hidden: for the laboratory.
#[doc(hidden)]
pub use visual::{Normal, distribution, visual_importance};

use super::{Scores, leaves};
use crate::page::{NodeId, NodeSet, Page};

/// The four algorithms of Sect. 4.1.3.
///
/// ```
/// use pith::methods::cetd::{self, Variant};
/// use pith::{Limits, source};
///
/// let html = "<ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to his lens.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let scores = |variant| cetd::scores(&page, variant);
/// // Without layout all parts of a page are as important.
/// assert_eq!(scores(Variant::HybridDs), scores(Variant::CompositeDs));
/// assert_ne!(scores(Variant::CompositeDs), scores(Variant::Ds));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// CETD-DS: Eq. 1 with DensitySum.
    Ds,
    /// CECTD-DS: Eq. 2 with DensitySum.
    CompositeDs,
    /// CECTD-S: Eq. 2 with data smoothing.
    CompositeSmoothed,
    /// CEHTD-DS: Eq. 4 with DensitySum.
    HybridDs,
}

/// Returns every node's density under a variant, never negative and always finite; smoothed for
/// [`Variant::CompositeSmoothed`]. Nodes outside `body` and hidden text have 0; a text node has
/// the density of a tag with only that text below it.
///
/// ```
/// use pith::methods::cetd::{self, Variant};
/// use pith::{Limits, source};
///
/// let html = "<ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to his lens.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let scores = cetd::scores(&page, Variant::HybridDs);
/// let parts: Vec<_> = page.children(page.body()).filter(|&id| page.is_element(id)).collect();
/// assert!(scores.get(parts[1]) > scores.get(parts[0]), "text is denser than a menu");
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn scores(page: &Page, variant: Variant) -> Scores {
    densities(page, &Counts::new(page), variant)
}

/// Returns the leaves a variant keeps; none if nothing on the page has a density.
///
/// ```
/// use pith::methods::cetd::{self, Variant};
/// use pith::{Limits, source};
///
/// let html = "<div><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul></div>
///     <div><p>He watched the ferry go by from the gallery, waved once, and went back to his lens.
///     <p>Nobody had thought to tell him of it, and nobody on board had seen him there.</div>";
/// let page = source::html::read(html, "", Limits::default())?;
/// let kept = cetd::content(&page, Variant::HybridDs);
/// let texts: Vec<&str> = kept.iter().map(|leaf| page.text(leaf)).collect();
/// assert!(texts.concat().contains("He watched the ferry"));
/// assert!(!texts.concat().contains("Sport"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn content(page: &Page, variant: Variant) -> NodeSet {
    let counts = Counts::new(page);
    let densities = densities(page, &counts, variant);
    content_of(page, &counts, &densities, variant)
}

/// Returns the [`content`] of a page, given its densities under the variant.
pub(crate) fn content_of(
    page: &Page,
    counts: &Counts,
    densities: &Scores,
    variant: Variant,
) -> NodeSet {
    let region = if is_all_content(page, counts, variant) {
        let mut whole = NodeSet::new(page);
        whole.insert_subtree(page, page.body());
        whole
    } else if variant == Variant::CompositeSmoothed {
        extract_smoothed(page, densities)
    } else {
        extract(page, densities, &density_sum(page, densities))
    };
    leaves(page, &region)
}

/// Returns whether the page has no links, and so no noise that a variant could detect.
fn is_all_content(page: &Page, counts: &Counts, variant: Variant) -> bool {
    variant != Variant::Ds && counts.link_chars[page.body().index()] == 0
}

/// Returns the threshold and the node that determines it: the one with the greatest DensitySum, or
/// the densest for [`Variant::CompositeSmoothed`]. `None` if the whole page is content, or nothing
/// on it has a density.
///
/// ```
/// use pith::methods::cetd::{self, Variant};
/// use pith::{Limits, source};
///
/// let html = "<ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to his lens.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let (least, node) = cetd::threshold_of(&page, Variant::HybridDs).expect("there are links");
/// assert!(least > 0.0 && page.contains(page.body(), node));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn threshold_of(page: &Page, variant: Variant) -> Option<(f32, NodeId)> {
    let counts = Counts::new(page);
    if is_all_content(page, &counts, variant) {
        return None;
    }
    let densities = densities(page, &counts, variant);
    let (node, maximum) = if variant == Variant::CompositeSmoothed {
        let densest = densest_element(page, &densities);
        (densest, densities.get(densest))
    } else {
        let sums = density_sum(page, &densities);
        let node = max_density_sum_nodes(page, &sums)[page.body().index()];
        (node, sums.get(node))
    };
    (maximum > 0.0).then(|| (threshold(page, &densities, node), node))
}

fn densities(page: &Page, counts: &Counts, variant: Variant) -> Scores {
    match variant {
        Variant::Ds => text_density(page, counts),
        Variant::CompositeDs => composite_text_density(page, counts),
        Variant::CompositeSmoothed => smooth(page, counts, &composite_text_density(page, counts)),
        Variant::HybridDs => hybrid_text_density(page, counts, &visual_importance(page)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Limits, PageBuilder, PageInfo, Tag};
    use crate::source::html;

    fn page(html: &str) -> Page {
        html::read(html, "", Limits::default()).unwrap()
    }

    /// Returns the text of the kept leaves.
    fn text(page: &Page, kept: &NodeSet) -> String {
        let words: Vec<_> = kept.iter().map(|id| page.text(id).trim()).collect();
        words.join(" ").trim().to_owned()
    }

    fn check(html: &str, variant: Variant, expected: &str) {
        let page = page(html);
        assert_eq!(
            text(&page, &content(&page, variant)),
            expected,
            "{variant:?}"
        );
    }

    /// Builds Example 3.1, with `main` as the root and therefore as the body. Returns the elements
    /// main, article, story-header, story-body, a.
    fn example() -> (Page, Vec<NodeId>) {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        for _ in 0..3 {
            b.open_tag(Tag::Div).unwrap();
        }
        b.text("\n  Lunch with the FT: Biz Stone").unwrap();
        b.close();
        b.text("\n ").unwrap();
        b.open_tag(Tag::Div).unwrap();
        b.text("\n Though the value of the company was\n ").unwrap();
        b.open_tag(Tag::A).unwrap();
        b.text("recently estimated at $3.7bn").unwrap();
        let page = b.finish().unwrap();
        let elements = page.nodes().filter(|&id| page.is_element(id)).collect();
        (page, elements)
    }

    fn close(found: f32, expected: f32) -> bool {
        (found - expected).abs() < 1e-4
    }

    #[test]
    fn densities_match_example_3_2() {
        let (page, elements) = example();
        let counts = Counts::new(&page);
        let densities = text_density(&page, &counts);
        // Characters, tags (0 counts as 1), density.
        let expected = [
            (91, 4, 22.75),
            (91, 3, 30.3333),
            (28, 1, 28.0),
            (63, 1, 63.0),
            (28, 1, 28.0),
        ];
        for (&id, (chars, tags, density)) in elements.iter().zip(expected) {
            assert_eq!(counts.chars[id.index()], chars);
            assert_eq!(counts.tags[id.index()].max(1), tags);
            assert!(close(densities.get(id), density));
        }
    }

    #[test]
    fn equation_2_matches_example_3_1() {
        let (page, elements) = example();
        let counts = Counts::new(&page);
        let densities = composite_text_density(&page, &counts);
        let expected = [40.2311, 47.6251, 105.1908, 35.1173, 0.0];
        for (&id, expected) in elements.iter().zip(expected) {
            let found = densities.get(id);
            assert!(close(found, expected), "{found} is not {expected}");
        }
    }

    #[test]
    fn without_layout_equation_4_equals_equation_2() {
        let (page, _) = example();
        let counts = Counts::new(&page);
        let hybrid = hybrid_text_density(&page, &counts, &visual_importance(&page));
        assert_eq!(hybrid, composite_text_density(&page, &counts));
    }

    #[test]
    fn equation_5_sums_the_children() {
        let (page, elements) = example();
        let sums = density_sum(&page, &text_density(&page, &Counts::new(&page)));
        let found: Vec<f32> = elements.iter().map(|&id| sums.get(id)).collect();
        // article; header and body; the header's text; text and link; the link's text.
        let expected = [30.3333, 91.0, 28.0, 63.0, 28.0];
        assert!(
            found.iter().zip(expected).all(|(&f, e)| close(f, e)),
            "{found:?}"
        );
        let best = max_density_sum_nodes(&page, &sums);
        assert_eq!(best[0], elements[1]);
    }

    #[test]
    fn first_element_wins_ties() {
        let page = page(&"<div><p>ab</p><p>cd</p><p>ef</p></div>".repeat(2));
        let densities = text_density(&page, &Counts::new(&page));
        let sums = density_sum(&page, &densities);
        let first = page.children(page.body()).next().unwrap();
        let best = max_density_sum_nodes(&page, &sums);
        assert_eq!(best[page.body().index()], first);
        assert_eq!(densest_element(&page, &densities), first);
    }

    #[test]
    fn white_space_around_links_in_content_is_kept() {
        let [before, after] = ["a", "b"].map(|letter| letter.repeat(200));
        let page = page(&format!(
            "<p>{before} <a href=1>the keeper</a> <b>of</b> {after}</p><p><a href=2>About us</a></p>"
        ));
        let kept = content(&page, Variant::CompositeSmoothed);
        let kept: String = kept.iter().map(|id| page.text(id)).collect();
        assert_eq!(kept, format!("{before} the keeper of {after}"));
    }

    #[test]
    fn controls_count_as_links_and_hidden_text_is_ignored() {
        let page = page(
            "<body>ab <button>cd <i>ef</i></button><select><option>gh</select>\
             <a>ij</a><p hidden>no <a>no</a></p><svg><text>no</text></svg>\
             <math><mi>x</mi><mo>+</mo></math>",
        );
        let counts = Counts::new(&page);
        let body = page.body().index();
        assert_eq!(counts.chars[body], 2 + 5 - 1 + 2 + 2 + 2);
        assert_eq!(counts.link_chars[body], 4 + 2 + 2);
        // button, i, select, option, a, svg, math.
        assert_eq!(counts.tags[body], 7);
        assert_eq!(counts.link_tags[body], 3);
        assert_eq!(counts.chars[page.root().index()], 0);
    }

    const NAV: &str = "<ul><li><a href=1>Home</a></li><li><a href=2>News</a></li>\
        <li><a href=3>Sport</a></li><li><a href=4>Weather</a></li></ul>";
    const FIRST: &str = "<div><p>The ferry left the harbour at noon with most of the islanders \
        aboard, and nobody had thought to tell the keeper of the lighthouse.</p><p>He watched it \
        go by from the gallery, waved once, and went back to polishing the great lens.</p></div>";
    const SECOND: &str = "<section><p>By evening the wind had turned, and the radio spoke of \
        nothing else but the storm that was coming up from the south.</p><p>He lit the lamp an \
        hour early, and wrote the reason for it into the book with a steady hand.</p></section>";

    fn plain(html: &str) -> String {
        let page = page(html);
        let leaves: Vec<_> = page.nodes().map(|id| page.text(id).trim()).collect();
        let words: Vec<_> = leaves.into_iter().filter(|t| !t.is_empty()).collect();
        words.join(" ")
    }

    #[test]
    fn one_content_block_is_kept() {
        let link = "A word about this paper and its makers";
        let html = format!("<div>{NAV}</div>{FIRST}<div><a href=5>{link}</a></div>");
        for variant in [
            Variant::CompositeDs,
            Variant::HybridDs,
            Variant::CompositeSmoothed,
        ] {
            check(&html, variant, &plain(FIRST));
        }
        // Eq. 1 ignores links: a long one counts as text.
        check(&html, Variant::Ds, &format!("{} {link}", plain(FIRST)));
    }

    #[test]
    fn two_content_blocks_are_kept() {
        let html = format!("<div>{NAV}</div><div>{FIRST}</div>{NAV}<div>{SECOND}</div>{NAV}");
        let both = format!("{} {}", plain(FIRST), plain(SECOND));
        for variant in [
            Variant::Ds,
            Variant::CompositeDs,
            Variant::HybridDs,
            Variant::CompositeSmoothed,
        ] {
            check(&html, variant, &both);
        }
    }

    #[test]
    fn text_between_line_breaks_is_content() {
        let loose = "<div>The ferry left the harbour at noon with most of the islanders \
            aboard.<br>Nobody had thought to tell the keeper of the lighthouse.<br></div>";
        let html = format!("<div>{NAV}</div>{loose}<div>{NAV}</div>");
        for variant in [
            Variant::Ds,
            Variant::CompositeDs,
            Variant::CompositeSmoothed,
        ] {
            check(&html, variant, &plain(loose));
        }
    }

    #[test]
    fn smoothing_raises_the_density_of_inline_links() {
        let page = page(
            "<p>Nobody had thought to tell <a href=1><b>the keeper</b></a> of the lighthouse, \
             or his dog.<p><a href=2>About us</a>",
        );
        let counts = Counts::new(&page);
        let sharp = composite_text_density(&page, &counts);
        let smoothed = smooth(&page, &counts, &sharp);
        let find = |text: &str| page.nodes().find(|&id| page.text(id) == text).unwrap();
        let (before, link) = (find("Nobody had thought to tell "), find("the keeper"));
        let after = find(" of the lighthouse, or his dog.");
        assert_eq!(sharp.get(link), 0.0);
        // The link between its neighbors: (before + 2 * 0 + after) / 4.
        let expected = (sharp.get(before) + sharp.get(after)) / 4.0;
        assert!(close(smoothed.get(link), expected));
        // At the edge only one neighbor counts.
        assert!(close(smoothed.get(before), sharp.get(before) * 2.0 / 3.0));
        // A link that is the only content of its paragraph can only be raised by the paragraph.
        let alone = find("About us");
        let paragraph = page.parent(page.parent(alone).unwrap()).unwrap();
        assert!(smoothed.get(alone) < smoothed.get(paragraph));
    }

    #[test]
    fn page_without_links_is_entirely_content() {
        let html = format!("{FIRST}<footer>All rights kept</footer>");
        let whole = format!("{} All rights kept", plain(FIRST));
        check(&html, Variant::CompositeDs, &whole);
        check(&html, Variant::HybridDs, &whole);
        check(&html, Variant::CompositeSmoothed, &whole);
        let page = page(&html);
        let scores = scores(&page, Variant::CompositeDs);
        assert!(scores.values().iter().all(|s| s.is_finite()));
        assert!(scores.get(page.body()) > 0.0);
    }

    #[test]
    fn a_page_without_text_or_with_only_links_has_no_content() {
        for html in ["", "<p> </p><img src=a>", "<p hidden>no</p>"] {
            check(html, Variant::Ds, "");
            check(html, Variant::CompositeSmoothed, "");
        }
        let links = "<a href=1>one</a><a href=2>two</a>";
        check(links, Variant::CompositeDs, "");
        check(links, Variant::CompositeSmoothed, "");
        check(links, Variant::HybridDs, "");
    }

    #[test]
    fn images_in_the_content_are_kept() {
        let figure = FIRST.replacen("</p>", "</p><figure><img src=a></figure>", 1);
        for variant in [Variant::CompositeDs, Variant::CompositeSmoothed] {
            let page = page(&format!("{NAV}<img src=logo>{figure}<div>{NAV}</div>"));
            let kept = content(&page, variant);
            let images = kept.iter().filter(|&id| page.tag(id) == Tag::Img).count();
            assert!(images >= 1, "{variant:?}");
            assert!(kept.iter().all(|id| is_leaf_tag(page.tag(id))));
        }
    }

    fn is_leaf_tag(tag: Tag) -> bool {
        tag == Tag::Text || tag.is_replaced()
    }

    #[test]
    fn deep_and_huge_pages_have_content() {
        // As deep as a page gets, with text at every level: quadratic steps would never end.
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Html).unwrap();
        b.open_tag(Tag::Body).unwrap();
        for _ in 0..50_000 {
            b.open_tag(Tag::Div).unwrap();
            b.text("word").unwrap();
        }
        let deep = b.finish().unwrap();
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Html).unwrap();
        b.open_tag(Tag::Body).unwrap();
        for _ in 0..125_000 {
            b.open_tag(Tag::P).unwrap();
            b.text("word").unwrap();
            b.open_tag(Tag::A).unwrap();
            b.text("link").unwrap();
            b.close();
            b.close();
        }
        let huge = b.finish().unwrap();
        for page in [deep, huge] {
            for variant in [
                Variant::Ds,
                Variant::CompositeDs,
                Variant::CompositeSmoothed,
                Variant::HybridDs,
            ] {
                assert!(!content(&page, variant).is_empty());
            }
        }
    }
}
