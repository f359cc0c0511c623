//! Elements that are contributions, because others are made as they are.
//!
//! 1. Of elements of one make, the parts of each are found. They are contributions where names or microdata
//!    say so, or where enough of them name somebody and a time. Where a site's own elements lead to other
//!    pages first, they are teasers.
//! 2. What is said in them is the make of element that holds the most of their text; of boxes in boxes the
//!    innermost, which leaves out titles.
//! 3. Groups that are parts of others go, and nobody is taken twice.
//!
//! A term of a list reaches to the next term.

use std::cmp::Reverse;

use super::parts::{Parts, end_of, parts, read_time};
use super::plain::Plain;
use super::signs::Signs;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

/// Nodes that are looked at, as a multiple of those of the page: pages nest groups in groups, and a
/// hostile page any number.
const MOST_LOOKS: usize = 24;

/// The members from which on a group is one of contributions that nothing says to be such.
const UNNAMED: usize = 3;

/// The text of its members, on average and without links, from which a group that nothing says to be one
/// of contributions is one, in bytes: with less, rows of a table of topics are.
const SHORTEST_SAID: u32 = 40;

/// An element that is a contribution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) node: NodeId,
    /// The node after it. A term of a list (`dt`) reaches to the next one.
    pub(super) end: NodeId,
    /// The element that names who writes, or the time; else the member itself.
    pub(super) said: NodeId,
    /// The element of the time.
    pub(super) time: Option<NodeId>,
    /// The element of what is said, where the group has one.
    pub(super) body: Option<NodeId>,
    pub(super) group: usize,
}

impl Member {
    /// Returns whether a node is in it.
    pub(super) fn holds(&self, node: NodeId) -> bool {
        (self.node..self.end).contains(&node)
    }
}

/// A group that may be one of contributions.
struct Group {
    members: Vec<Member>,
    /// Bytes of what is said in all of them.
    text: u32,
    /// True where names or microdata say that they are contributions.
    is_told: bool,
    /// True where microdata do.
    is_stated: bool,
}

/// Returns the contributions in document order.
pub(super) fn members(page: &Page, signs: &Signs) -> Vec<Member> {
    let mut made: Vec<(u64, NodeId)> = page
        .descendants(page.body())
        .filter_map(|node| Some((Some(signs.make(node)).filter(|&make| make != 0)?, node)))
        .collect();
    made.sort_unstable();
    let mut alike: Vec<&[(u64, NodeId)]> = made.chunk_by(|a, b| a.0 == b.0).collect();
    alike.sort_by_key(|group| (Reverse(group.len()), group[0].1));
    let people = people(page, signs);
    let plain = Plain::new(page, |_| false);
    let mut left = MOST_LOOKS * page.len();
    let mut groups: Vec<Group> = Vec::new();
    for group in alike {
        if left == 0 {
            break;
        }
        let found = look(page, signs, group, &people, &mut left);
        groups.extend(found.and_then(|group| with_bodies(page, signs, &plain, group)));
    }
    groups.sort_by_key(|group: &Group| {
        (
            Reverse(group.text),
            page.level(group.members[0].node),
            group.members[0].node,
        )
    });
    let is_part: Vec<bool> = groups
        .iter()
        .map(|group| groups.iter().any(|around| is_part(group, around)))
        .collect();
    // What is around a contribution, or is a part of it, names the same person. What stands in what is said
    // is a mention, and what stands beside it and has no time says who likes it.
    let mut taken = NodeSet::new(page);
    let mut inside = NodeSet::new(page);
    let mut all = Vec::new();
    for (number, group) in groups.into_iter().enumerate() {
        if is_part[number] {
            continue;
        }
        let is_free = |member: &Member| {
            let named = [Some(member.said), member.time, Some(member.node)];
            let is_taken = named.into_iter().flatten().any(|node| taken.contains(node));
            !is_taken && (member.time.is_some() || !inside.contains(member.node))
        };
        let free: Vec<Member> = group.members.into_iter().filter(is_free).collect();
        for member in free {
            taken.insert(member.said);
            member.time.into_iter().for_each(|time| taken.insert(time));
            member
                .body
                .into_iter()
                .for_each(|body| taken.insert_subtree(page, body));
            (member.node.0..member.end.0).for_each(|node| inside.insert(NodeId(node)));
            all.push(Member {
                group: number,
                ..member
            });
        }
    }
    all.sort_by_key(|member| member.node);
    all
}

/// Returns whether the members of a group are parts of those of another one, which say far more and name the
/// same people: boxes about who writes.
fn is_part(group: &Group, around: &Group) -> bool {
    if around.text <= 2 * group.text || 2 * around.members.len() < group.members.len() {
        return false;
    }
    let mut outer = around.members.iter().peekable();
    let mut inside = 0;
    for member in &group.members {
        while outer.next_if(|one| one.end <= member.node).is_some() {}
        let is_in = |one: &Member| {
            let is_same = one.said == member.said || one.time.is_some() && one.time == member.time;
            one.node != member.node && one.holds(member.node) && is_same
        };
        inside += usize::from(outer.peek().is_some_and(|&one| is_in(one)));
    }
    2 * inside > group.members.len()
}

/// Finds what is said in the members of a group: by the make of element that most of them have, which
/// holds the most text and neither who writes nor when. Microdata go before names, and names before
/// what nothing tells. Members without it are none then: notes of what happened, adverts, forms.
/// Returns `None` where too little is said for a group that nothing tells.
fn with_bodies(page: &Page, signs: &Signs, plain: &Plain, mut group: Group) -> Option<Group> {
    let mut begins = NodeSet::new(page);
    group
        .members
        .iter()
        .for_each(|member| begins.insert(member.node));
    // Per make and member its first element, by how sure it is.
    let mut all: Vec<(u64, usize, NodeId, u8)> = Vec::new();
    for (place, member) in group.members.iter().enumerate() {
        let heads = [Some(member.said), member.time];
        let mut next = member.node.0 + 1;
        while next < member.end.0 {
            let node = NodeId(next);
            next += 1;
            let sign = signs.of(node);
            if begins.contains(node)
                || sign.names.around
                || matches!(page.tag(node), Tag::Form | Tag::Button | Tag::Nav)
                    && !page
                        .descendants(node)
                        .any(|inner| signs.of(inner).says_text())
            {
                next = end_of(page, node).0;
                continue;
            }
            // Nor does it hold others.
            let after = group.members.partition_point(|one| one.node <= node);
            let holds_other = group
                .members
                .get(after)
                .is_some_and(|one| page.contains(node, one.node));
            let holds_head = holds_other
                || heads
                    .iter()
                    .flatten()
                    .any(|&head| page.contains(node, head));
            let make = signs.make(node);
            if holds_head || make == 0 || !page.is_element(node) {
                continue;
            }
            let rank = match sign {
                sign if sign.is_text => 2,
                sign if sign.names.body => 1,
                _ => 0,
            };
            all.push((make, place, node, rank));
        }
    }
    all.sort_unstable();
    all.dedup_by_key(|&mut (make, place, ..)| (make, place));
    let mut end = 0;
    let mut whole = 0;
    for member in &group.members {
        // One in another is counted with it.
        if member.node.0 >= end {
            end = member.end.0;
            whole += plain.between(member.node, member.end);
        }
    }
    let candidates =
        all.chunk_by(|a, b| a.0 == b.0)
            .filter_map(|alike: &[(u64, usize, NodeId, u8)]| {
                let text: u32 = alike
                    .iter()
                    .map(|&(.., node, _)| plain.of(page, node))
                    .sum();
                let rank = alike.iter().map(|&(.., rank)| rank).min().unwrap_or(0);
                // What is named may hold links alone; of what nothing tells only the most is taken.
                let is_one = 5 * alike.len() >= 3 * group.members.len()
                    && text > 0
                    && (rank > 0 || 2 * text >= whole);
                is_one.then_some((rank, text, alike))
            });
    let candidates: Vec<_> = candidates.collect();
    let best = candidates.iter().map(|&(rank, text, _)| (rank, text)).max();
    // Of boxes in boxes with most of the text, the innermost: what is around it in them is no text.
    let body = best.and_then(|(rank, text)| {
        let is_best = |one: &&(u8, u32, &[_])| (one.0, one.1) == (rank, text);
        let (.., best) = candidates.iter().find(is_best)?;
        let inner = candidates.iter().filter(|(inner_rank, own, alike)| {
            let is_in = |&(.., node, _): &(u64, usize, NodeId, u8)| {
                let mut outer = best.iter();
                outer.any(|&(.., around, _)| page.contains(around, node))
            };
            // What is named leaves out titles, which may be longer than what is said.
            let is_most = if rank > 0 && *inner_rank == rank {
                2 * own >= text
            } else {
                5 * own >= 4 * text
            };
            is_most && alike.first().is_some_and(is_in)
        });
        inner.max_by_key(|(.., alike)| (page.level(alike[0].2), Reverse(alike[0].2)))
    });
    match body {
        None if !group.is_told => return None,
        Some(&(_, text, alike)) => {
            for &(_, place, node, _) in alike {
                group.members[place].body = Some(node);
            }
            group.members.retain(|member| member.body.is_some());
            group.text = text;
        }
        // Something is of the lines around it.
        None => group.text = whole - whole / 8,
    }
    // One alone may be the article.
    if let [one] = group.members[..]
        && !group.is_stated
        && (one.time.is_none() || !signs.of(one.node).names.comment)
    {
        return None;
    }
    let count = group.members.len() as u32;
    (count > 0 && (group.is_told || group.text >= SHORTEST_SAID * count)).then_some(group)
}

/// Returns per node how many signs of somebody, or of a time, stand before it and in it.
fn people(page: &Page, signs: &Signs) -> Vec<u32> {
    let mut sum = 0;
    let is_one = |node: NodeId| {
        let sign = signs.of(node);
        let is_head = |node: NodeId| page.tag(node) == Tag::Dt;
        sign.is_creator
            || sign.is_person
            || sign.names.author
            || sign.says_time()
            || page.parent(node).is_some_and(is_head) && read_time(page.text(node)).is_some()
    };
    let all = page.nodes().map(|node| {
        sum += u32::from(is_one(node));
        sum
    });
    all.collect()
}

fn look(
    page: &Page,
    signs: &Signs,
    group: &[(u64, NodeId)],
    people: &[u32],
    left: &mut usize,
) -> Option<Group> {
    let holds = |&&(_, node): &&(u64, NodeId)| {
        people[end_of(page, node).index() - 1] > people[node.index()]
    };
    let likely = group.iter().filter(holds).count();
    let (make, first) = group[0];
    let stated = group
        .iter()
        .filter(|&&(_, node)| signs.of(node).is_contribution)
        .count();
    let named = group
        .iter()
        .filter(|&&(_, node)| signs.of(node).names.contribution)
        .count();
    let comments = group
        .iter()
        .filter(|&&(_, node)| signs.of(node).names.comment)
        .count();
    // Their titles lead to them.
    let is_comments = 2 * comments > group.len();
    let is_stated = 2 * stated > group.len();
    let is_named = 2 * named > group.len();
    if likely == 0
        || !is_named && !is_stated && 2 * likely < group.len()
        || !(is_stated || is_named || group.len() >= 2)
    {
        return None;
    }
    let is_other = |node: NodeId| signs.make(node) == make;
    let mut members = Vec::new();
    let (mut nested, mut numbered, mut cards) = (0, 0, 0);
    let is_told = is_stated || is_named;
    // Elements of a site's own that nothing names are as often teasers.
    let is_bare = !is_told && page.tag(first) == Tag::Other;
    let mut last = first;
    for &(_, node) in group.iter().filter(holds) {
        let end = end_of(page, node);
        let found = parts(page, signs, (node, end), is_other);
        *left = left.saturating_sub(found.cost);
        if *left == 0 {
            return None;
        }
        nested += usize::from(node != first && page.contains(last, node));
        last = node;
        let id = page.attr(node, Attr::Id).unwrap_or_default();
        numbered += usize::from(id.bytes().any(|byte| byte.is_ascii_digit()));
        cards += usize::from(found.is_card || is_bare && found.leads_away);
        if let Some(said) = said(&found, is_stated, is_named) {
            let time = found.time.as_ref().map(|&(node, _)| node);
            members.push(Member {
                node,
                end,
                said,
                time,
                body: None,
                group: 0,
            });
        }
    }
    let good = members.len();
    let is_one = is_stated
        || (is_named || nested > 0 || 2 * numbered > likely || good >= UNNAMED)
            && (is_comments || 2 * cards < likely)
            && (is_named && 2 * good > likely || good >= 2 && 4 * good >= 3 * likely);
    (is_one && good > 0).then_some(Group {
        members,
        text: 0,
        is_told,
        is_stated,
    })
}

/// Returns what names a contribution: who writes, or the time where it is known to be one.
fn said(found: &Parts, is_stated: bool, is_named: bool) -> Option<NodeId> {
    let author = found.author.as_ref().map(|&(node, _)| node);
    let time = found.time.as_ref().map(|&(node, _)| node);
    match (author, time) {
        (Some(author), Some(_)) => Some(author),
        (Some(author), None) if is_stated || is_named => Some(author),
        (None, Some(time)) if is_stated => Some(time),
        _ => None,
    }
}
