//! TSReC: shared content of two pages of one template isn't the article.
//!
//! Li, Meng, Li, Wang: *Hybrid Method for Automated News Content Extraction from the Web*, WISE
//! 2006, LNCS 4255. A template consists of a *common part*, the same on
//! every page, a *regular part*, where only the text in a rigid structure differs, and the
//! *content part*.
//!
//! 1. [`Sequence`]: the page as a sequence of elements that break the flow of text, with region
//!    codes (Fig. 3).
//! 2. [`matching`]: elements with the same name and content, in order, are the common part
//!    (Fig. 5).
//! 3. [`grouping`]: the remaining siblings form groups (Fig. 8), whose repeated neighbors are
//!    folded (Fig. 10).
//! 4. Groups with the same pattern in both pages, in order, are the regular part (Fig. 9). The rest
//!    is the content.
//!
//! A [`Digest`] can replace the second page. It contains hashes of any number of pages.
//!
//! Cost: linear in nodes and text apart from sorting, except for steps 2 and 4, in which elements
//! that occur in both pages are matched 32 at a time; see [`matching`].
//!
//! # Deviations from the paper
//!
//! - *Long running text is never regular, and invisible text is skipped*: the two rules with which
//!   the paper repairs its failures F1 and F2. The paper doesn't define "long"; see
//!   [`Params::long`]. If either page has long text, nothing with the same path and pattern is
//!   regular, and headings, lists and the like between such text belong to it.
//! - *A replacement isn't a separate step.* The paper's table counts one as a single edit, and so
//!   may prefer it to keeping a common element. Here the common part is maximal.
//! - *The flow of text is broken* by elements that begin a new line in the layout. The paper names
//!   tables as an example and shows them as content in Fig. 6.
//! - *Images* are part of the content, as a hash of their URL: by tags and text only, all figures
//!   would be equal.
//! - *A group is the whole subtrees of siblings* with the same parent. The region of the paper's
//!   groups implies that, while Fig. 8 as printed begins a new group at every change of level. A
//!   subtree with long running text in it is divided instead.
//! - *Groups match by the path to them and their pattern*; the paper does not define `groupMatch`.
//!   They are also matched by a longest common subsequence, not one by one as in Fig. 9, in which a
//!   group that matches far ahead leaves none for those in between.

mod digest;
mod grouping;
mod matching;
mod params;
mod sequence;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

pub use digest::{Digest, DigestError};
pub use params::Params;
// Hidden: for the laboratory, which repeats the paper's experiments.
#[doc(hidden)]
pub use sequence::{Element, Sequence};

use super::Scores;
use crate::page::{NodeId, NodeSet, Page};
use digest::Kind;
use grouping::Group;
use params::is_long;

/// The other pages that a page is compared with.
///
/// ```
/// use pith::extract::{Options, extract};
/// use pith::methods::tsrec::Template;
/// use pith::{Limits, Method, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let options = Options {
///     method: Method::Tsrec,
///     template: Some(Template::Page(&mill)),
///     ..Options::default()
/// };
/// let text = extract(&ferry, &options)?.article.text();
/// assert!(text.starts_with("The ferry left") && !text.contains("Home"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Template<'a> {
    /// Another page of the same template.
    Page(&'a Page),
    /// A digest of pages of the same site.
    Digest(&'a Digest),
}

/// The part of the template that an element is in (Sect. 3).
///
/// ```
/// use pith::methods::tsrec::{self, Params, Part, Template};
/// use pith::{Limits, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let parts = tsrec::parts(&ferry, Template::Page(&mill), &Params::default());
/// let part = |text: &str| {
///     let leaf = ferry.nodes().find(|&id| ferry.text(id).starts_with(text));
///     parts.part(&ferry, leaf?)
/// };
/// assert_eq!(part("Home"), Some(Part::Common));
/// assert_eq!(part("The ferry"), Some(Part::Content));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The same on the other page.
    Common,
    /// Differs from the other page only in text, in a structure that both have.
    Regular,
    /// The rest.
    Content,
}

/// Reason why a comparison has no result.
///
/// ```
/// use pith::methods::tsrec::{self, NoContent, Template};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>The ferry left the harbour.", "", Limits::default())?;
/// assert_eq!(tsrec::content(&page, Template::Page(&page)), Err(NoContent::SameText));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoContent {
    /// The pages contain the same text, so all of it is common.
    SameText,
    /// The pages share next to nothing, so they don't have the same template.
    OtherTemplate,
}

impl fmt::Display for NoContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SameText => {
                "the two pages have the same text, so the article cannot be told from the rest"
            }
            Self::OtherTemplate => {
                "the two pages have next to nothing in common; use two articles of one site"
            }
        })
    }
}

impl Error for NoContent {}

/// A page divided into the parts of its template.
///
/// ```
/// use pith::methods::tsrec::{self, Params, Template};
/// use pith::{Limits, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let parts = tsrec::parts(&ferry, Template::Page(&mill), &Params::default());
/// assert_eq!(parts.no_content, None);
/// assert_eq!(parts.part(&ferry, ferry.root()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    sequence: Sequence,
    parts: Vec<Part>,
    /// The reason why the division has no result; `None` if it has one.
    pub no_content: Option<NoContent>,
}

impl Parts {
    /// Returns the part that a node is in; `None` outside `body`.
    pub fn part(&self, page: &Page, id: NodeId) -> Option<Part> {
        page.contains(page.body(), id)
            .then(|| self.parts[self.sequence.element_of(id)])
    }

    /// Returns the page's sequence.
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }
}

/// Divides a page into the parts of its template.
///
/// ```
/// use pith::methods::tsrec::{self, NoContent, Params, Template};
/// use pith::{Limits, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let beside = |other| tsrec::parts(&ferry, Template::Page(other), &Params::default());
/// assert_eq!(beside(&mill).no_content, None);
/// assert_eq!(beside(&ferry).no_content, Some(NoContent::SameText));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parts(page: &Page, template: Template<'_>, params: &Params) -> Parts {
    let sequence = Sequence::new(page);
    let patterns = grouping::patterns(page, &sequence);
    let parts = match template {
        Template::Page(other) => compared_with_page(page, &sequence, &patterns, other, params),
        Template::Digest(digest) => {
            compared_with_digest(page, &sequence, &patterns, digest, params)
        }
    };
    Parts {
        no_content: no_content(&sequence, &parts, params),
        sequence,
        parts,
    }
}

/// Returns the [`parts`] of a page if the comparison has a result.
///
/// # Errors
/// [`NoContent`] if it has none.
pub(crate) fn telling_parts(page: &Page, template: Template<'_>) -> Result<Parts, NoContent> {
    let parts = parts(page, template, &Params::default());
    match parts.no_content {
        Some(reason) => Err(reason),
        None => Ok(parts),
    }
}

/// Returns the share of content in every node's text, 0 to 1, by characters except white space; a
/// leaf without text has 1 if it is content, otherwise 0.
///
/// ```
/// use pith::methods::tsrec::{self, Template};
/// use pith::{Limits, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let scores = tsrec::scores(&ferry, Template::Page(&mill))?;
/// let leaf = |text: &str| ferry.nodes().find(|&id| ferry.text(id).starts_with(text));
/// let (menu, story) = (leaf("Home").unwrap(), leaf("The ferry").unwrap());
/// assert_eq!((scores.get(menu), scores.get(story)), (0.0, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoContent`] if the comparison has no result.
pub fn scores(page: &Page, template: Template<'_>) -> Result<Scores, NoContent> {
    Ok(Scores::shares(page, &content(page, template)?))
}

/// Returns the leaves of the content part.
///
/// ```
/// use pith::methods::tsrec::{self, Template};
/// use pith::{Limits, source};
///
/// let page = |story: &str| {
///     let html = format!("<ul><li>Home<li>Sport<li>Mail</ul><p>{story}<p>All rights reserved.");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let ferry = page("The ferry left the harbour at noon with most of the islanders aboard, and
///     nobody had thought to tell the keeper of the lighthouse that it would.")?;
/// let mill = page("The mill has stood still since the river changed its bed, and whoever wants
///     flour goes to the next valley for it, or does without for the winter.")?;
/// let kept = tsrec::content(&ferry, Template::Page(&mill))?;
/// let texts: Vec<&str> = kept.iter().map(|leaf| ferry.text(leaf)).collect();
/// assert!(texts.concat().trim().starts_with("The ferry left"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoContent`] if the comparison has no result.
pub fn content(page: &Page, template: Template<'_>) -> Result<NodeSet, NoContent> {
    let parts = telling_parts(page, template)?;
    let mut region = NodeSet::new(page);
    for id in page.subtree(page.body()) {
        if parts.part(page, id) == Some(Part::Content) {
            region.insert(id);
        }
    }
    Ok(super::leaves(page, &region))
}

/// Returns the parts of a page compared with another one.
fn compared_with_page(
    page: &Page,
    sequence: &Sequence,
    patterns: &[u32],
    other_page: &Page,
    params: &Params,
) -> Vec<Part> {
    let other = Sequence::new(other_page);
    let other_patterns = grouping::patterns(other_page, &other);
    let keys = |page: &Page, sequence: &Sequence| -> Vec<_> {
        let key = |e: &Element| (page.tag(e.node), sequence.content(e).to_owned());
        sequence.elements().iter().map(key).collect()
    };
    let (own_symbols, other_symbols) =
        matching::symbols(&keys(page, sequence), &keys(other_page, &other));
    let mut left = vec![true; own_symbols.len()];
    let mut other_left = vec![true; other_symbols.len()];
    for (i, j) in matching::matches(&own_symbols, &other_symbols) {
        left[i] = false;
        other_left[j] = false;
    }
    let long = remaining_long(sequence, &left, params);
    let other_long = remaining_long(&other, &other_left, params);
    let long_places: BTreeSet<_> = places(sequence, patterns, &long)
        .chain(places(&other, &other_patterns, &other_long))
        .collect();
    let groups = |page, sequence: &Sequence, patterns: &[u32], left: &[bool], long: &[bool]| {
        let mut groups = grouping::groups(page, sequence, patterns, left, long);
        groups.retain(|group| {
            let mut all = below(sequence, group);
            !all.any(|k| long_places.contains(&(sequence.elements()[k].path, patterns[k])))
        });
        groups
    };
    let own_groups = groups(page, sequence, patterns, &left, &long);
    let other_groups = groups(
        other_page,
        &other,
        &other_patterns,
        &other_left,
        &other_long,
    );
    let keys =
        |groups: &[Group]| -> Vec<_> { groups.iter().map(|g| (g.path, g.pattern)).collect() };
    let (own_symbols, other_symbols) = matching::symbols(&keys(&own_groups), &keys(&other_groups));
    let mut regular = vec![false; own_groups.len()];
    for (i, _) in matching::matches(&own_symbols, &other_symbols) {
        regular[i] = true;
    }
    mark(sequence, &left, &own_groups, &regular)
}

/// Returns the parts of a page compared with the pages in a digest.
fn compared_with_digest(
    page: &Page,
    sequence: &Sequence,
    patterns: &[u32],
    digest: &Digest,
    params: &Params,
) -> Vec<Part> {
    let elements = sequence.elements();
    let view = digest.view(page);
    let left: Vec<_> = elements
        .iter()
        .enumerate()
        .map(|(k, e)| !view.has_seen(Kind::Content, e.path, digest::content_hash(sequence, k)))
        .collect();
    let long = remaining_long(sequence, &left, params);
    let long_places: BTreeSet<_> = places(sequence, patterns, &long).collect();
    let groups = grouping::groups(page, sequence, patterns, &left, &long);
    let has_seen = |kind, k: usize| view.has_seen(kind, elements[k].path, patterns[k]);
    let regular: Vec<_> = groups
        .iter()
        .map(|group| {
            let is_long = |k: usize| {
                long_places.contains(&(elements[k].path, patterns[k])) || has_seen(Kind::Long, k)
            };
            group.members.iter().all(|&k| has_seen(Kind::Pattern, k))
                && !below(sequence, group).any(is_long)
        })
        .collect();
    mark(sequence, &left, &groups, &regular)
}

/// Returns the remaining elements with long running text.
fn remaining_long(sequence: &Sequence, left: &[bool], params: &Params) -> Vec<bool> {
    let elements = sequence.elements().iter().zip(left);
    elements
        .map(|(element, &left)| left && is_long(element, params))
        .collect()
}

/// Returns the paths and patterns of long running text.
fn places(
    sequence: &Sequence,
    patterns: &[u32],
    long: &[bool],
) -> impl Iterator<Item = (u32, u32)> {
    let elements = sequence.elements().iter().zip(patterns).zip(long);
    elements
        .filter(|&(_, &long)| long)
        .map(|((element, &pattern), _)| (element.path, pattern))
}

/// Returns all elements of a group.
fn below(sequence: &Sequence, group: &Group) -> impl Iterator<Item = usize> {
    let members = group.members.iter();
    members.flat_map(|&k| k..sequence.elements()[k].below)
}

fn mark(sequence: &Sequence, left: &[bool], groups: &[Group], regular: &[bool]) -> Vec<Part> {
    let part = |&left: &bool| if left { Part::Content } else { Part::Common };
    let mut parts: Vec<_> = left.iter().map(part).collect();
    for (group, _) in groups.iter().zip(regular).filter(|&(_, &regular)| regular) {
        for k in below(sequence, group) {
            if left[k] {
                parts[k] = Part::Regular;
            }
        }
    }
    parts
}

/// Returns why the division has no result; `None` if it has one.
fn no_content(sequence: &Sequence, parts: &[Part], params: &Params) -> Option<NoContent> {
    let (mut all, mut shared) = (0_u32, 0_u32);
    let (mut long, mut common_long) = (0_u32, 0_u32);
    let mut any = false;
    for (element, &part) in sequence.elements().iter().zip(parts) {
        if element.kinds == 0 {
            continue;
        }
        any |= part == Part::Content;
        if is_long(element, params) {
            long += element.running;
            if part == Part::Common {
                common_long += element.running;
            }
        } else {
            all += 1;
            shared += u32::from(part != Part::Content);
        }
    }
    if !any || (long > 0 && common_long as f32 >= params.same * long as f32) {
        Some(NoContent::SameText)
    } else if (shared as f32) < params.alike * all as f32 {
        Some(NoContent::OtherTemplate)
    } else {
        None
    }
}
