//! Who says something, when, and where it stands.

use super::signs::Signs;
use crate::article::address;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::vocabulary::names_edit;

/// The longest name, and the longest time, in characters: with more, sentences are taken for either.
const LONGEST: usize = 60;

/// What is said of a contribution beside what it says.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) author: Option<(NodeId, String)>,
    pub(super) time: Option<(NodeId, String)>,
    pub(super) votes: Option<i32>,
    pub(super) link: Option<String>,
    /// True where the names say that the author of the article writes.
    pub(super) is_owner: bool,
    /// True where a heading leads to another page: a card does.
    pub(super) is_card: bool,
    /// True where the first link with words leads to another page, and to nobody: that of a teaser does.
    pub(super) leads_away: bool,
    /// Nodes that were looked at.
    pub(super) cost: usize,
}

/// Finds the parts of the contribution that begins with `member` and reaches to `end`. What `is_other` says
/// of is another one's.
pub(super) fn parts(
    page: &Page,
    signs: &Signs,
    (member, end): (NodeId, NodeId),
    is_other: impl Fn(NodeId) -> bool,
) -> Parts {
    let mut found = Parts {
        is_owner: signs.of(member).names.owner,
        ..Parts::default()
    };
    let mut best = 0;
    let mut heading = None;
    let mut own_link = None;
    let mut has_link = false;
    let mut plain_time = None;
    let mut is_edited = false;
    let mut next = member.0 + 1;
    while next < end.0 {
        let node = NodeId(next);
        found.cost += 1;
        next += 1;
        if is_other(node) || matches!(page.tag(node), Tag::Blockquote | Tag::Script | Tag::Style) {
            next = end_of(page, node).0;
            continue;
        }
        if page.is_text(node) {
            if plain_time.is_none() && found.time.is_none() && !page.is_hidden(node) {
                let time = read_time(page.text(node));
                plain_time = time.map(|time| (node, with_day(page, node, time)));
            }
            continue;
        }
        let sign = signs.of(node);
        found.is_owner |= sign.names.owner;
        let is_author = sign.names.author || sign.is_person || page.tag(node) == Tag::Cite;
        let rank = if sign.is_creator {
            2
        } else {
            usize::from(is_author && !sign.names.around)
        };
        if best < rank
            && let Some(author) = name(page, signs, node)
        {
            best = rank;
            found.author = Some(author);
        }
        // When something was changed is said before when it was said.
        let is_open = match found.time {
            Some((time, _)) => is_edited && !page.contains(time, node),
            None => true,
        };
        if is_open
            && sign.says_time()
            && let Some(time) = time(page, node, sign.is_time)
            && (found.time.is_none() || !says_edited(page, node))
        {
            found.time = Some((node, time));
            is_edited = says_edited(page, node);
        }
        if found.votes.is_none() && sign.names.votes {
            found.votes = count(page, node);
        }
        match page.tag(node) {
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 if heading.is_none() => heading = Some(node),
            Tag::A => {
                let href = page.attr(node, Attr::Href).unwrap_or_default();
                let id = page.attr(member, Attr::Id).filter(|id| !id.is_empty());
                let is_own = href
                    .split_once('#')
                    .is_some_and(|(_, fragment)| Some(fragment) == id);
                let holds_time = found
                    .time
                    .as_ref()
                    .is_some_and(|&(time, _)| page.contains(time, node));
                let is_time = |inner: NodeId| signs.of(inner).says_time();
                let is_dated = holds_time || page.descendants(node).take(4).any(is_time);
                if own_link.is_none() && (is_own || is_dated) {
                    own_link = Some(href).filter(|href| !href.is_empty());
                }
                let author = found.author.as_ref().map(|&(author, _)| author);
                let is_author =
                    sign.is_person || author.is_some_and(|author| page.contains(author, node));
                let is_away = !is_author && !href.is_empty() && !href.contains('#');
                if !has_link && page.raw_text(node).contains(char::is_alphabetic) {
                    has_link = true;
                    found.leads_away = is_away && !is_dated;
                }
                let in_heading = heading.is_some_and(|heading| page.contains(heading, node));
                found.is_card |= in_heading && is_away;
            }
            _ => {}
        }
    }
    found.time = found.time.or(plain_time);
    if found.author.is_none() && page.tag(member) == Tag::Dt {
        // The head of a contribution without names: 1 **Ann**, 2026-03-14 09:26. Without its number it may
        // be of an event.
        let mut leaves = page.descendants(member);
        let first = leaves.find(|&leaf| !page.text(leaf).trim().is_empty());
        let is_numbered = first.is_some_and(|first| {
            page.text(first)
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit())
        });
        let mut marked = page
            .descendants(member)
            .filter(|&node| is_numbered && page.tag(node) == Tag::B);
        found.author = marked.find_map(|node| name(page, signs, node));
    }
    let id = page
        .attr(member, Attr::Id)
        .filter(|id| id.bytes().any(|byte| byte.is_ascii_digit()));
    found.link = own_link.and_then(|href| match href.strip_prefix('#') {
        Some(fragment) => Some(addressed(page, fragment)),
        None => address::link(href, page.url()),
    });
    found.link = found.link.or_else(|| id.map(|id| addressed(page, id)));
    found
}

/// Returns the node after a contribution that begins at `node`: a term of a list goes on to the next term.
pub(super) fn end_of(page: &Page, node: NodeId) -> NodeId {
    let own = page.end(node);
    if page.tag(node) != Tag::Dt {
        return own;
    }
    let all = page.parent(node).map_or(own, |list| page.end(list));
    let mut next = own;
    while next < all && page.tag(next) != Tag::Dt {
        next = page.end(next);
    }
    next
}

fn addressed(page: &Page, id: &str) -> String {
    format!("{}#{id}", crate::url::without_fragment(page.url()))
}

/// Returns the name that an element holds, with its innermost element.
fn name(page: &Page, signs: &Signs, node: NodeId) -> Option<(NodeId, String)> {
    let shown = |node: NodeId| {
        let text = page.visible_text(node);
        let text = text
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '·' | '|' | '»'));
        // A name, and then an address.
        let text = text
            .split_once(" @")
            .map_or(text, |(name, _)| name.trim_end());
        // What is said of somebody stands in brackets behind the name.
        let text = match text.split_once(" (") {
            Some((name, rest)) if rest.ends_with(')') && !is_of_name(page, node, rest) => {
                name.trim_end()
            }
            _ => text,
        };
        let is_name = text.chars().any(char::is_alphanumeric)
            && text.chars().count() <= LONGEST
            && read_time(text).is_none_or(|time| time != text);
        is_name.then(|| (node, text.to_owned()))
    };
    // Boxes around a name hold ranks and pictures too.
    if page.raw_text(node).len() > 40 * LONGEST {
        return None;
    }
    let is_time = |node: NodeId| signs.of(node).says_time();
    let is_flagged = |node: NodeId| {
        let sign = signs.of(node);
        let says_author = sign.is_person && page.raw_text(node).contains(char::is_alphanumeric);
        (sign.names.author || says_author) && !sign.names.around
    };
    let holds_time = |inner: NodeId| page.descendants(inner).any(is_time);
    let is_name = |&inner: &NodeId| {
        page.attr(inner, Attr::Itemprop) == Some("name")
            || page.tag(inner) == Tag::A && !holds_time(inner)
    };
    // Of boxes in boxes the innermost.
    let is_innermost =
        |&inner: &NodeId| is_flagged(inner) && !page.descendants(inner).any(is_flagged);
    let inner = || {
        let all = page.descendants(node);
        all.filter(|&inner| page.is_element(inner) && !is_time(inner))
    };
    let named = inner().filter(is_innermost).find_map(shown);
    let named = named.or_else(|| inner().filter(is_name).find_map(shown));
    named.or_else(|| shown(node).filter(|_| !is_time(node) && !holds_time(node)))
}

/// Returns whether what stands in brackets is part of a name: a name of its own, in one text with it.
fn is_of_name(page: &Page, node: NodeId, inner: &str) -> bool {
    let is_capital = |c: char| c.is_uppercase();
    let is_own = inner.starts_with(is_capital) && inner.contains(char::is_lowercase);
    let mut leaves = page.subtree(node).filter(|&leaf| page.is_text(leaf));
    is_own && leaves.any(|leaf| page.text(leaf).contains(inner) && page.text(leaf).contains(" ("))
}

/// Returns whether a time is that of a change: its text, or the one before it, says so.
fn says_edited(page: &Page, node: NodeId) -> bool {
    let before = node.0.checked_sub(1).map(NodeId);
    let before = before.filter(|&before| page.is_text(before));
    let before = before.map(|before| page.text(before).trim().to_owned());
    before.is_some_and(|text| names_edit(text.split_ascii_whitespace().rev()))
        || names_edit(page.visible_text(node).split_ascii_whitespace())
}

/// Returns the time that an element says: for programs where it does, else as it is shown.
fn time(page: &Page, node: NodeId, is_sure: bool) -> Option<String> {
    let is_dated = |value: &str| {
        let digits = value.bytes().take(4).filter(u8::is_ascii_digit).count();
        digits == 4 && value.as_bytes().get(4) == Some(&b'-')
    };
    let inner = page
        .subtree(node)
        .take(8)
        .filter(|&inner| page.is_element(inner));
    let stated = inner.into_iter().find_map(|inner| {
        let all = [Attr::Datetime, Attr::Content, Attr::Title];
        let mut values = all.into_iter().filter_map(|attr| page.attr(inner, attr));
        values.find(|value| is_dated(value))
    });
    if let Some(stated) = stated {
        // Stack Exchange puts a licence behind it, and Hacker News seconds.
        let stated = match stated.split_once(", ") {
            Some((time, rest)) if rest.starts_with(char::is_alphabetic) => time,
            _ => stated,
        };
        let mut words = stated.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let whole = if first.contains('T') { first } else { stated };
        return Some(whole.to_owned());
    }
    let text = page.visible_text(node);
    let is_short = !text.is_empty() && text.chars().count() <= LONGEST;
    (is_short && (is_sure || text.chars().any(char::is_numeric))).then_some(text)
}

/// Returns a text without signs around it, where it reads like a time: hours and minutes, or a year
/// with another number.
pub(super) fn read_time(text: &str) -> Option<String> {
    // What has a label of its own, as the id of who writes, is no time.
    let is_labelled = |word: &str| {
        let label = word.split_once(':').map_or("", |(label, _)| label);
        !label.is_empty() && label.chars().all(char::is_alphabetic)
    };
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.chars().count() > 2 * LONGEST {
        return None;
    }
    let mut ends = text.match_indices(' ').map(|(end, _)| end);
    let end = ends.find(|&end| {
        text[end..]
            .split_ascii_whitespace()
            .next()
            .is_some_and(is_labelled)
    });
    let text = &text[..end.unwrap_or(text.len())];
    if text.is_empty() || text.chars().count() > LONGEST {
        return None;
    }
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty())
        .collect();
    let is_year = |n: &&str| n.len() == 4 && (n.starts_with("19") || n.starts_with("20"));
    let is_time = text.split_ascii_whitespace().any(|word| {
        word.split_once(':').is_some_and(|(hours, minutes)| {
            let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
            (1..=2).contains(&hours.len()) && digits(hours) == hours.len() && digits(minutes) == 2
        })
    });
    let is_date = numbers.len() > 1 && numbers.iter().any(is_year);
    (is_date || is_time && numbers.len() > 2).then(|| text.to_owned())
}

/// Returns a time with the day before it that an element of its own names: **Yesterday** at 9:15.
fn with_day(page: &Page, node: NodeId, time: String) -> String {
    let before = (1..=2).filter_map(|back| node.0.checked_sub(back).map(NodeId));
    let mut words =
        before.filter(|&leaf| page.is_text(leaf) && page.parent(leaf) != page.parent(node));
    let day = words.next().map(|leaf| page.text(leaf).trim());
    let goes_on = page.text(node).trim_start().starts_with(char::is_lowercase);
    match day {
        Some(day)
            if goes_on
                && !day.is_empty()
                && day.chars().all(char::is_alphabetic)
                && day.len() < 16 =>
        {
            format!("{day} {time}")
        }
        _ => time,
    }
}

/// Returns the whole number with which an element's text begins.
fn count(page: &Page, node: NodeId) -> Option<i32> {
    if page.raw_text(node).len() > LONGEST {
        return None;
    }
    let text = page.visible_text(node).replace('\u{2212}', "-");
    let word = text.split_ascii_whitespace().next()?;
    word.replace(',', "").parse().ok()
}
