//! Elements that are contributions, because others are made as they are.

use std::cmp::Reverse;

use super::parts::{Parts, parts};
use super::signs::Signs;
use crate::page::{Attr, NodeId, NodeSet, Page};

/// Nodes that are looked at, as a multiple of those of the page: pages nest groups in groups, and a
/// hostile page any number.
const MOST_LOOKS: usize = 24;

/// The members from which on a group is one of contributions that nothing says to be such.
const UNNAMED: usize = 3;

/// An element that is a contribution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) node: NodeId,
    /// The element that names who writes, or the time; else the member itself.
    pub(super) said: NodeId,
    /// The element of the time.
    time: Option<NodeId>,
    pub(super) group: usize,
}

/// A group that may be one of contributions.
struct Group {
    members: Vec<Member>,
    good: usize,
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
    let mut left = MOST_LOOKS * page.len();
    let mut groups = Vec::new();
    for group in alike {
        if left == 0 {
            break;
        }
        groups.extend(look(page, signs, group, &people, &mut left));
    }
    groups.sort_by_key(|group: &Group| {
        (
            Reverse(group.good),
            page.level(group.members[0].node),
            group.members[0].node,
        )
    });
    // What is around a contribution, or is a part of it, names the same person.
    let mut taken = NodeSet::new(page);
    let mut all = Vec::new();
    for (number, group) in groups.into_iter().enumerate() {
        for member in group.members {
            let named = [Some(member.said), member.time];
            if !named.into_iter().flatten().any(|node| taken.contains(node)) {
                named
                    .into_iter()
                    .flatten()
                    .for_each(|node| taken.insert(node));
                all.push(Member {
                    group: number,
                    ..member
                });
            }
        }
    }
    all.sort_by_key(|member| member.node);
    all
}

/// Returns per node how many signs of somebody, or of a time, stand before it and in it.
fn people(page: &Page, signs: &Signs) -> Vec<u32> {
    let mut sum = 0;
    let is_one = |node: NodeId| {
        let sign = signs.of(node);
        sign.is_creator || sign.is_person || sign.names.author || sign.says_time()
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
    let holds =
        |&&(_, node): &&(u64, NodeId)| people[page.end(node).index() - 1] > people[node.index()];
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
    let mut last = first;
    for &(_, node) in group.iter().filter(holds) {
        let found = parts(page, signs, node, is_other);
        *left = left.saturating_sub(found.cost);
        if *left == 0 {
            return None;
        }
        nested += usize::from(node != first && page.contains(last, node));
        last = node;
        let id = page.attr(node, Attr::Id).unwrap_or_default();
        numbered += usize::from(id.bytes().any(|byte| byte.is_ascii_digit()));
        cards += usize::from(found.is_card);
        if let Some(said) = said(&found, is_stated, is_named) {
            let time = found.time.as_ref().map(|&(node, _)| node);
            members.push(Member {
                node,
                said,
                time,
                group: 0,
            });
        }
    }
    let good = members.len();
    let is_one = is_stated
        || (is_named || nested > 0 || 2 * numbered > likely || good >= UNNAMED)
            && 2 * cards < likely
            && (is_named && 2 * good > likely || good >= 2 && 4 * good >= 3 * likely);
    (is_one && good > 0).then_some(Group { members, good })
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
