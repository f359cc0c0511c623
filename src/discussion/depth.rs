//! The depth of comments in their threads.
//!
//! Nesting has priority. For comments that aren't nested, the first available evidence counts, in
//! this order: class names, levels of the markup, left edges, and the width of an image before the
//! comment. Comments nested in the first one aren't replies to it, unless others of their group are
//! nested in replies, like comments on answers.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::comment::Comment;
use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page, Tag};

/// Maximum depth. Deeper comments count as this deep, because the difference isn't visible on a
/// screen.
pub(super) const MAX_DEPTH: u32 = 32;

/// Minimum indent of a reply, in CSS px.
const INDENT: f32 = 4.0;

/// Maximum elements of a comment whose class names are searched for its depth.
const MAX_CLASS_VISITS: usize = 4;

/// Maximum width of an image that indents a comment, in CSS px.
const MAX_IMAGE_WIDTH: f32 = 10_000.0;

/// Sets the depth of comments.
pub(super) fn set_depths(page: &Page, comments: &mut [Candidate]) {
    let depths = depths(page, comments);
    for (comment, depth) in comments.iter_mut().zip(depths) {
        comment.depth = depth;
    }
}

/// Limits the depth of replies whose parents are missing.
pub(super) fn limit_depths(comments: &mut [Comment]) {
    let mut max = 0;
    for comment in comments {
        comment.depth = comment.depth.min(max);
        max = comment.depth + 1;
    }
}

fn depths(page: &Page, comments: &[Candidate]) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(comments.len());
    // The comments around the current one; and for those that aren't nested, their groups and
    // edges.
    let mut around: Vec<usize> = Vec::new();
    let mut outer: Vec<(usize, f32)> = Vec::new();
    let edges = Edges::new(page, comments);
    let has_lead = has_lead(comments);
    let nested = if has_lead {
        nested_groups(comments)
    } else {
        BTreeSet::new()
    };
    for (place, comment) in comments.iter().enumerate() {
        while around
            .pop_if(|last| !comments[*last].contains(comment.node))
            .is_some()
        {}
        let parent = around.last().copied();
        let parent = parent.filter(|&parent| {
            let is_lead = parent == 0 && has_lead;
            !is_lead || nested.contains(&comment.group)
        });
        let depth = match parent {
            Some(parent) => depths[parent] + 1,
            None => {
                let edge = edges.of(comment);
                let is_beside = |&mut (group, last): &mut (usize, f32)| {
                    group != comment.group || last > edge - INDENT
                };
                while outer.pop_if(is_beside).is_some() {}
                outer.push((comment.group, edge));
                u32::try_from(outer.len() - 1).unwrap_or(MAX_DEPTH)
            }
        };
        depths.push(depth.min(MAX_DEPTH));
        around.push(place);
    }
    depths
}

/// Returns whether the first comment is the only one of its group and contains the others, like a
/// post that starts a thread.
fn has_lead(comments: &[Candidate]) -> bool {
    let (Some(first), Some(last)) = (comments.first(), comments.last()) else {
        return false;
    };
    let mut others = comments[1..].iter();
    last.node != first.node
        && first.contains(last.node)
        && others.all(|other| other.group != first.group)
}

/// Returns the groups with a comment that is nested in one other than the first.
fn nested_groups(comments: &[Candidate]) -> BTreeSet<usize> {
    let mut nested = BTreeSet::new();
    let Some((first, others)) = comments.split_first() else {
        return nested;
    };
    let (mut end, mut group) = (first.node, first.group);
    for comment in others {
        if comment.node < end && comment.group != group {
            nested.insert(comment.group);
        } else {
            (end, group) = (comment.end, comment.group);
        }
    }
    nested
}

/// Evidence for the depth of comments that aren't nested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Class,
    Level,
    LeftEdge,
    ImageWidth,
}

/// The edges of comments, by the first measure with different values in the first group.
struct Edges<'a> {
    page: &'a Page,
    by: Measure,
    /// The level of the first comment and the lowest level of the others, if that is deeper. The
    /// first comment then counts as being at the lowest level.
    lead: Option<(u32, u32)>,
}

impl<'a> Edges<'a> {
    fn new(page: &'a Page, comments: &[Candidate]) -> Self {
        let mut levels = comments.iter().map(|comment| page.level(comment.node));
        let first = levels.next().unwrap_or_default();
        let least = levels.min().unwrap_or_default();
        let mut edges = Self {
            page,
            by: Measure::ImageWidth,
            lead: (first < least).then_some((first, least)),
        };
        let group = comments.first().map(|comment| comment.group);
        let differs = |edges: &Self| {
            let of_group = comments.iter().filter(|one| Some(one.group) == group);
            let mut all = of_group.map(|comment| edges.of(comment));
            let first = all.next().unwrap_or(0.0);
            all.any(|other| (other - first).abs() >= INDENT)
        };
        for by in [Measure::Class, Measure::Level, Measure::LeftEdge] {
            edges.by = by;
            if differs(&edges) {
                return edges;
            }
        }
        edges.by = Measure::ImageWidth;
        edges
    }

    /// Returns the edge of a comment, in CSS px; levels count as indents.
    fn of(&self, comment: &Candidate) -> f32 {
        match self.by {
            Measure::Class => self.class_depth(comment) as f32 * INDENT,
            Measure::Level => self.level(comment) as f32 * INDENT,
            Measure::LeftEdge => self.page.rect(comment.head).map_or(0.0, |rect| rect.x),
            Measure::ImageWidth => self.image_width(comment),
        }
    }

    fn class_depth(&self, comment: &Candidate) -> u32 {
        let page = self.page;
        let inner = page
            .subtree(comment.node)
            .filter(|&node| page.is_element(node))
            .take(MAX_CLASS_VISITS);
        let mut classes = inner.filter_map(|node| page.attr(node, Attr::Class));
        classes.find_map(declared_depth).unwrap_or(0)
    }

    fn level(&self, comment: &Candidate) -> u32 {
        let level = self.page.level(comment.node);
        match self.lead {
            Some((first, least)) if level == first => least,
            _ => level,
        }
    }

    /// Returns the width of the first image before the head that serves only as an indent. Its
    /// height is 1, unlike that of avatars.
    fn image_width(&self, comment: &Candidate) -> f32 {
        let page = self.page;
        let before = page
            .subtree(comment.node)
            .take_while(|&node| node <= comment.head);
        let is_low = |node: NodeId| page.attr(node, Attr::Height) == Some("1");
        let mut images = before.filter(|&node| page.tag(node) == Tag::Img && is_low(node));
        let width = images
            .next()
            .and_then(|image| page.attr(image, Attr::Width));
        width
            .and_then(decimal::number)
            .unwrap_or(0.0)
            .clamp(0.0, MAX_IMAGE_WIDTH)
    }
}

/// Returns the depth from class names such as `indent-2` and `depth-2`.
fn declared_depth(classes: &str) -> Option<u32> {
    classes.split_ascii_whitespace().find_map(|class| {
        let (name, number) = numbered(class)?;
        let word = name.trim_end_matches(['-', '_']);
        let is_depth = |known: &str| word.ends_with(known);
        let mut known = ["indent", "depth", "level"].into_iter();
        known.any(is_depth).then_some(number)
    })
}

/// Splits an id or a class name into the name and the number at its end.
pub(super) fn numbered(name: &str) -> Option<(&str, u32)> {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((kind, name[kind.len()..].parse().ok()?))
}
