//! The discussion of a page: who says what, when, and in answer to whom.
//!
//! 1. `signs`: one pass over the page that says of every element what it may be in a discussion, by
//!    microdata, by its names, and by where its links lead; and which elements are of one make.
//! 2. `groups`: elements of one make that each hold somebody who writes and what is said are
//!    contributions; a term of a list (`dt`) is one with what follows it. Cards that lead to articles are
//!    not.
//! 3. `parts` and `content`: who writes, when, and what is said, as an article of its own.
//! 4. `quotes`: what of it was said before, which is folded, and the lines that say who said it.
//! 5. How deep a contribution stands: by what it stands in, else by levels of the markup, else by
//!    left edges, else by the width of a picture before it. What stands in the one that leads answers
//!    nothing, unless others of its make stand in answers, as comments do.
//! 6. `partial`: whether the page draws its list piece by piece; `gathering`: what has come since; `pages`: the
//!    further pages of a discussion.
//!
//! Turns of a chat with a model have no time, and often no name: `chat` finds them by what they are made
//! of. What is said in them, or where no article is found in contributions that are most of what the page
//! says, is the article then.
//!
//! Cost: O(nodes + text); groups are looked at, the largest first, until a multiple of that is spent.

mod chat;
mod content;
mod gathering;
mod glance;
mod groups;
mod pages;
mod partial;
mod parts;
mod plain;
mod quotes;
mod signs;
mod stated;
#[cfg(all(test, feature = "html"))]
mod tests;
mod thread;
mod threads;

use std::cell::LazyCell;
use std::collections::BTreeSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::article::Article;
use crate::compact::decimal;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::pagination::Pager;
use chat::Turn;
use groups::Member;
use pages::Pages;
use parts::Parts;
use plain::Plain;
use quotes::Earlier;
use signs::Signs;

#[doc(hidden)]
pub use glance::may_be_thread;
pub use threads::{Thread, Threads};

/// The deepest that a contribution is said to stand. Deeper ones stand there: nobody can tell them
/// apart on a screen.
const DEEPEST: u32 = 32;

/// CSS px by which left edges differ at least where one contribution answers another.
const INDENT: f32 = 4.0;

/// The elements of a contribution whose classes may say how deep it stands.
const STATED: usize = 4;

/// The contributions from which on a page of which no article is found is a discussion: fewer are found by
/// chance.
const FEWEST_ALONE: usize = 3;

/// What the ids of the first contribution are numbered by: further pages of the article have lower
/// numbers.
const FIRST_NUMBER: u32 = 100_000;

/// What people say to each other on a page, in its order.
///
/// ```
/// use pith::discussion::Discussion;
/// use pith::page::NodeSet;
/// use pith::{Limits, front};
///
/// let html = "<ol><li class=comment id=comment-1><a class=author href=/u/ann>Ann</a>
///     <time datetime=2026-03-14>Saturday</time><p>The ferry sails again.</p>
///     <ul><li class=comment id=comment-2><a class=author href=/u/ben>Ben</a>
///     <time datetime=2026-03-15>Sunday</time><p>At noon?</p></ul></ol>";
/// let page = front::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let discussion = Discussion::new(&page, Some("Ben"), &NodeSet::new(&page));
/// let [first, second] = &discussion.contributions[..] else { panic!("two contributions") };
/// assert_eq!((first.author.as_deref(), first.depth), (Some("Ann"), 0));
/// assert_eq!((second.time.as_deref(), second.depth), (Some("2026-03-15"), 1));
/// assert_eq!(second.text, "At noon?");
/// assert_eq!(second.link.as_deref(), Some("https://example.org/ferry#comment-2"));
/// assert!(second.by_author && !first.by_author);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Discussion {
    /// The contributions, in the order of the page; empty where there is no discussion.
    pub contributions: Vec<Contribution>,
    /// The whole as an article, where the page is a discussion: the first contribution leads, and the others
    /// stand below it. `None` where the page is an article, with comments or without. As JSON, whether it is
    /// there.
    #[serde(rename = "isThread", serialize_with = "is_there")]
    pub thread: Option<Article>,
    /// True where the page draws its list piece by piece, so that contributions are missing.
    pub is_partial: bool,
    /// The further pages of a discussion that its site divides; `None` where there are none, or the page is an
    /// article.
    pub pager: Option<Pager>,
}

/// What one person says at once.
///
/// ```
/// use pith::discussion::Contribution;
///
/// let contribution = Contribution { text: "At noon?".to_owned(), ..Contribution::default() };
/// assert_eq!((contribution.author, contribution.depth), (None, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contribution {
    /// Who says it; `None` where the page names nobody.
    pub author: Option<String>,
    /// When, as the page has it: for programs where it says so, else as it is shown.
    pub time: Option<String>,
    /// How many contributions it answers, one in another: 0 to 32, and at most one more than that of
    /// the contribution before it.
    pub depth: u32,
    /// What is said, as an article; in JSON its HTML. Quotations of what was said earlier are folded.
    #[serde(
        rename = "html",
        serialize_with = "as_html",
        deserialize_with = "from_html"
    )]
    pub article: Article,
    /// The same as plain text, without these quotations.
    pub text: String,
    /// Its own address, of the web or of mail; a fragment alone on a page whose address is unknown.
    pub link: Option<String>,
    /// True where the author of the article says it.
    pub by_author: bool,
    /// Votes for it, those against taken off; `None` where the page does not count them plainly.
    pub votes: Option<i32>,
    /// True where it is marked as the answer that was accepted.
    pub accepted: bool,
    /// True where it is part of the article, as the posts of a thread are.
    pub in_article: bool,
}

fn is_there<S: Serializer>(thread: &Option<Article>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bool(thread.is_some())
}

fn as_html<S: Serializer>(article: &Article, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&article.html())
}

fn from_html<'de, D: Deserializer<'de>>(from: D) -> Result<Article, D::Error> {
    let html = String::deserialize(from)?;
    Article::from_html(&html, false).ok_or_else(|| D::Error::custom("no article"))
}

impl Discussion {
    /// Finds the discussion of a page. `byline` names the authors of its article, and `kept` holds the
    /// article's leaves; where it holds none, a page that says little else than people do is a discussion.
    pub fn new(page: &Page, byline: Option<&str>, kept: &NodeSet) -> Self {
        Self::corrected(page, byline, kept, &Corrected::none(page))
    }

    /// Finds the discussion of a page whose article a person has corrected.
    pub(crate) fn corrected(
        page: &Page,
        byline: Option<&str>,
        kept: &NodeSet,
        corrected: &Corrected,
    ) -> Self {
        let signs = Signs::new(page);
        let plain = LazyCell::new(|| Plain::of_main(page));
        let members = groups::members(page, &signs);
        let is_timeless = members.iter().all(|member| member.time.is_none());
        let turns = is_timeless.then(|| chat::turns(page, &plain, kept));
        let turns = turns.unwrap_or_default();
        let is_chat = !turns.is_empty();
        let found = if is_chat {
            turns.into_iter().map(of_turn).collect()
        } else {
            of_members(page, &signs, members)
        };
        let (mut contributions, places) = contributions(page, &signs, found, byline, corrected);
        let is_alone = is_chat || kept.is_empty() && say_most(page, &plain, &places);
        let said = is_alone.then(|| said(page, &places));
        let kept = said.as_ref().unwrap_or(kept);
        for (contribution, place) in contributions.iter_mut().zip(&places) {
            let shown = place.leaves.iter().filter(|&&leaf| kept.contains(leaf));
            contribution.in_article = 2 * shown.count() > place.leaves.len();
        }
        let pages = LazyCell::new(|| Pages::new(page, &places));
        let is_later = || pages.is_later;
        let thread = thread::thread(page, kept, corrected, &mut contributions, &places, is_later);
        let pages = thread.is_some().then(|| &*pages);
        let is_divided = pages.is_some_and(Pages::are_several);
        Self {
            is_partial: !is_divided && partial::is_partial(page, &places),
            pager: pages.and_then(|pages| pages.pager.clone()),
            contributions,
            thread,
        }
    }
}

/// Has an answer to what is not there answer what stands before it.
fn limit_depths(contributions: &mut [Contribution]) {
    let mut most = 0;
    for contribution in contributions {
        contribution.depth = contribution.depth.min(most);
        most = contribution.depth + 1;
    }
}

/// Returns whether a page may be a discussion by what is seen at a glance, says that it is one, or has no article.
pub(crate) fn seems_discussed(page: &Page, kept: &NodeSet) -> bool {
    kept.is_empty() || may_be_thread(page, kept) || stated::is_discussion(page)
}

/// What is in the article, or is not, because a person has said so.
pub(crate) struct Corrected {
    /// Leaves that were brought back.
    pub(crate) kept: NodeSet,
    /// Leaves that were taken out.
    pub(crate) dropped: NodeSet,
}

impl Corrected {
    /// Returns the corrections of somebody who has said nothing.
    pub(crate) fn none(page: &Page) -> Self {
        Self {
            kept: NodeSet::new(page),
            dropped: NodeSet::new(page),
        }
    }
}

/// What is found of a contribution before its content is made.
struct Found {
    member: Member,
    depth: u32,
    parts: Parts,
}

/// Returns what is found of the members of groups.
fn of_members(page: &Page, signs: &Signs, members: Vec<Member>) -> Vec<Found> {
    let begins = begins(page, members.iter());
    let depths = depths(page, &members);
    let all = members.into_iter().zip(depths);
    all.map(|(member, depth)| Found {
        depth,
        parts: parts::parts(page, signs, (member.node, member.end), |node| {
            begins.contains(node)
        }),
        member,
    })
    .collect()
}

/// Returns what is found of a turn. It answers nothing: a chat has no branches.
fn of_turn(turn: Turn) -> Found {
    let said = turn.label.unwrap_or(turn.node);
    let parts = Parts {
        author: turn.author.map(|author| (said, author)),
        ..Parts::default()
    };
    let member = Member {
        node: turn.node,
        end: turn.end,
        said,
        time: None,
        body: turn.body,
        group: 0,
    };
    Found {
        member,
        depth: 0,
        parts,
    }
}

/// Returns the elements with which contributions begin.
fn begins<'a>(page: &Page, members: impl Iterator<Item = &'a Member>) -> NodeSet {
    let mut begins = NodeSet::new(page);
    members.for_each(|member| begins.insert(member.node));
    begins
}

/// Makes the contributions, without those that say nothing. None is in the article yet.
fn contributions(
    page: &Page,
    signs: &Signs,
    found: Vec<Found>,
    byline: Option<&str>,
    corrected: &Corrected,
) -> (Vec<Contribution>, Vec<Place>) {
    let begins = begins(page, found.iter().map(|found| &found.member));
    let is_other = |node| begins.contains(node) || corrected.dropped.contains(node);
    let is_same = |name: &str| {
        let mut names = byline.into_iter().flat_map(|byline| byline.split(", "));
        names.any(|one| one.trim().to_lowercase() == name.to_lowercase())
    };
    // Blanks between elements are nobody's words.
    let is_said = |&leaf: &NodeId| !page.is_text(leaf) || !page.text(leaf).trim().is_empty();
    let mut earlier = Earlier::new();
    let all = found.into_iter().zip(FIRST_NUMBER..);
    let all = all.filter_map(|(found, number)| {
        let Found {
            member,
            depth,
            parts,
        } = found;
        let content = content::content(page, signs, &parts, is_other, &member, &mut earlier);
        if content.article.is_empty() {
            return None;
        }
        let author = parts.author.map(|(_, name)| name);
        let contribution = Contribution {
            by_author: parts.is_owner || author.as_deref().is_some_and(is_same),
            author,
            time: parts.time.map(|(_, time)| time),
            depth,
            article: content.article.with_own_ids(number),
            text: content.text,
            link: parts.link,
            votes: parts.votes,
            accepted: signs.of(member.node).names.accepted,
            in_article: false,
        };
        let place = Place {
            node: member.node,
            group: member.group,
            end: member.end,
            leaves: content.leaves.into_iter().filter(is_said).collect(),
        };
        Some((contribution, place))
    });
    let (mut contributions, places): (Vec<_>, Vec<_>) = all.unzip();
    limit_depths(&mut contributions);
    (contributions, places)
}

/// Returns whether some contributions say most of what a page says.
fn say_most(page: &Page, plain: &Plain, places: &[Place]) -> bool {
    let leaves = places.iter().flat_map(|place| &place.leaves);
    let said: u32 = leaves.map(|&leaf| plain.of(page, leaf)).sum();
    places.len() >= FEWEST_ALONE && 2 * said > plain.of(page, page.body())
}

/// Returns the leaves of what is said.
fn said(page: &Page, places: &[Place]) -> NodeSet {
    let mut leaves = NodeSet::new(page);
    let all = places.iter().flat_map(|place| &place.leaves);
    all.for_each(|&leaf| leaves.insert(leaf));
    leaves
}

/// Where a contribution stands.
struct Place {
    node: NodeId,
    /// The number of its group.
    group: usize,
    /// The node after it.
    end: NodeId,
    /// The leaves of what is said.
    leaves: Vec<NodeId>,
}

/// Returns how deep each member stands.
fn depths(page: &Page, members: &[Member]) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(members.len());
    // Those around the next one, and for those that stand in none the places around theirs.
    let mut around: Vec<usize> = Vec::new();
    let mut outer: Vec<(usize, f32)> = Vec::new();
    let place = place_of(page, members);
    // One that leads may hold the others, which answer it all.
    let last = members.last().map(|member| member.node);
    let leads = |member: &Member| {
        let alike = members.iter().filter(|one| one.group == member.group);
        last.is_some_and(|last| last != member.node && member.holds(last)) && alike.count() == 1
    };
    let is_led = members.first().is_some_and(leads);
    // Groups of which one stands in what is not the first: comments on answers.
    let mut inner: BTreeSet<usize> = BTreeSet::new();
    if is_led {
        let mut end = members[0].node;
        let mut group = members[0].group;
        for member in &members[1..] {
            if member.node < end && member.group != group {
                inner.insert(member.group);
            } else {
                (end, group) = (member.end, member.group);
            }
        }
    }
    for (i, member) in members.iter().enumerate() {
        while around
            .last()
            .is_some_and(|&last| !members[last].holds(member.node))
        {
            around.pop();
        }
        let depth = match around.last() {
            Some(&parent) if parent > 0 || !is_led || inner.contains(&member.group) => {
                depths[parent] + 1
            }
            _ => {
                let at = place(member);
                while outer
                    .last()
                    .is_some_and(|&(group, last)| group != member.group || last > at - INDENT)
                {
                    outer.pop();
                }
                outer.push((member.group, at));
                u32::try_from(outer.len() - 1).unwrap_or(DEEPEST)
            }
        };
        depths.push(depth.min(DEEPEST));
        around.push(i);
    }
    depths
}

/// Returns an id or a class name without its number at the end, and the number; `None` of one without.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((kind, name[kind.len()..].parse().ok()?))
}

/// Returns how deep class names say that something stands, as `indent-2` and `depth-2` do.
fn stated_depth(classes: &str) -> Option<u32> {
    classes.split_ascii_whitespace().find_map(|class| {
        let (name, number) = numbered(class)?;
        let word = name.trim_end_matches(['-', '_']);
        let is_depth = |known: &str| word.ends_with(known);
        ["indent", "depth", "level"]
            .iter()
            .any(|known| is_depth(known))
            .then_some(number)
    })
}

/// Returns what tells how deep a member stands that is in no other: the first of class, level, left edge and
/// width of the picture before it that is not the same everywhere.
fn place_of<'a>(page: &'a Page, members: &'a [Member]) -> impl Fn(&Member) -> f32 + 'a {
    let levels: Vec<u32> = members
        .iter()
        .map(|member| page.level(member.node))
        .collect();
    let first = levels.first().copied().unwrap_or_default();
    let least = levels.iter().skip(1).copied().min().unwrap_or_default();
    // One that leads may stand further out, and is answered by all.
    let level = move |member: &Member| {
        let level = page.level(member.node);
        let is_lead = level == first && first < least;
        (if is_lead { least } else { level }) as f32 * INDENT
    };
    let stated = |member: &Member| {
        let inner = page
            .subtree(member.node)
            .filter(|&node| page.is_element(node))
            .take(STATED);
        let mut classes = inner.filter_map(|node| page.attr(node, Attr::Class));
        classes.find_map(stated_depth).unwrap_or(0) as f32 * INDENT
    };
    let left = |member: &Member| page.rect(member.said).map_or(0.0, |rect| rect.x);
    let width = |member: &Member| {
        let before = page
            .subtree(member.node)
            .take_while(|&node| node <= member.said);
        // A picture that only makes room is low; avatars are not.
        let is_low = |node| {
            page.attr(node, Attr::Height)
                .is_some_and(|height| height == "1")
        };
        let mut images = before.filter(|&node| page.tag(node) == Tag::Img && is_low(node));
        let width = images
            .next()
            .and_then(|image| page.attr(image, Attr::Width));
        width
            .and_then(decimal::number)
            .unwrap_or(0.0)
            .clamp(0.0, 10_000.0)
    };
    let differ = |measure: &dyn Fn(&Member) -> f32| {
        let group = members.first().map(|member| member.group);
        let of_group = members.iter().filter(|member| Some(member.group) == group);
        let mut all = of_group.map(measure);
        let first = all.next().unwrap_or(0.0);
        all.any(|other| (other - first).abs() >= INDENT)
    };
    let by = if differ(&stated) {
        0
    } else if differ(&level) {
        1
    } else if differ(&left) {
        2
    } else {
        3
    };
    move |member| match by {
        0 => stated(member),
        1 => level(member),
        2 => left(member),
        _ => width(member),
    }
}
