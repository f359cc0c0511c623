//! What the structure mends of what was decided.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{ANCESTORS, BEFORE, RUNS, Sums, in_figure};
use crate::metadata::{Metadata, leads_away};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::Reason;
use crate::select::blocks::Block;
use crate::select::evidence::Evidence;

/// Mends what was decided.
pub(in crate::select) fn mend(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    between(page, evidence);
    lead_media(page, metadata, evidence);
    breadcrumbs(page, metadata, evidence);
    small_print(page, metadata, evidence);
    menu_lines(page, evidence);
    addresses(page, evidence);
    tail(page, evidence);
    duplicates(page, evidence);
}

/// Links in kept headings that are no part of what these say: `[edit]`, an anchor's sign. Blocks
/// go as a whole, and such a link is too little for one of its own.
pub(in crate::select) fn heading_controls(page: &Page, evidence: &Evidence) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let kept = evidence.blocks.iter().zip(&evidence.decisions);
    for (block, _) in kept.filter(|(_, decision)| decision.is_none()) {
        if page.tag(block.container).heading_level().is_none() {
            continue;
        }
        for id in page.descendants(block.container) {
            let inside = found.last().is_some_and(|&last| page.contains(last, id));
            if !inside && is_heading_control(page, id) {
                found.push(id);
            }
        }
    }
    found
}

/// Whether an element of a heading says only what can be done there, and leads to it.
fn is_heading_control(page: &Page, id: NodeId) -> bool {
    if !matches!(page.tag(id), Tag::A | Tag::Span | Tag::Small | Tag::Sup) {
        return false;
    }
    let text = page.raw_text(id);
    let text = text.trim();
    // `[1]` is a note.
    let bracketed = text.starts_with('[')
        && text.ends_with(']')
        && text.contains(char::is_alphabetic)
        && text.chars().count() <= 24;
    let mut chars = text.chars();
    let sign = matches!(
        (chars.next(), chars.next()),
        (Some('#' | '¶' | '§' | '🔗'), None)
    );
    (bracketed || sign)
        && page
            .subtree(id)
            .any(|n| page.tag(n) == Tag::A && page.attr(n, Attr::Href).is_some())
}

/// Takes out the way to the page, "Home > News >", where it stands above the title.
fn breadcrumbs(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    let Some(title) = metadata.title_node else {
        return;
    };
    let head = evidence.blocks.partition_point(|b| b.leaves[0] < title);
    for i in 0..head {
        let block = &evidence.blocks[i];
        let parts = evidence.texts[i].split(['>', '›', '»', '→']);
        let is_path = block.links >= 1
            && block.length <= 160.0
            && parts.clone().filter(|p| !p.trim().is_empty()).count() >= 3
            && page.tag(block.container).heading_level().is_none();
        if is_path && evidence.decisions[i].is_none() {
            evidence.decisions[i] = Some(Reason::Navigation);
        }
    }
}

/// The type, as a share of the article's, up to which a column beside it is small print.
const SMALL_PRINT: f32 = 0.75;

/// Takes out what stands beside the title's column in much smaller type.
fn small_print(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    let Some(column) = metadata.title_node.and_then(|title| page.rect(title)) else {
        return;
    };
    let beside = |node: NodeId| {
        page.rect(node)
            .is_some_and(|r| r.width > 0.0 && column.horizontal_overlap(r) <= 0.0)
    };
    let (mut length, mut font) = (0.0, 0.0);
    for (i, block) in evidence.blocks.iter().enumerate() {
        if is_kept_text(evidence, i) && !beside(block.container) {
            length += block.length;
            font += block.length * page.style(block.leaves[0]).font_size;
        }
    }
    if length < BEFORE {
        return;
    }
    font /= length;
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if evidence.decisions[i].is_none()
            && block.chars > 0
            && beside(block.container)
            && page.style(block.leaves[0]).font_size <= SMALL_PRINT * font
            && !in_figure(page, block)
        {
            evidence.decisions[i] = Some(Reason::OtherColumn);
        }
    }
}

fn is_kept_text(evidence: &Evidence, i: usize) -> bool {
    let block = &evidence.blocks[i];
    evidence.decisions[i].is_none() && block.length >= 60.0 && block.link_density() < 0.5
}

/// Keeps what stands among the kept paragraphs of one element and is no box of its own: headings
/// right above a paragraph, quotations, tables that hold more than links, and lists and tables of
/// links to other sites. Names alone do not cut there.
fn between(page: &Page, evidence: &mut Evidence) {
    let kept = Sums::new(evidence, |i| {
        if is_kept_text(evidence, i) {
            evidence.blocks[i].length
        } else {
            0.0
        }
    });
    let all = kept.of(&(0..evidence.blocks.len()));
    for parent in page.subtree(page.body()) {
        if kept.of(&evidence.blocks_in(page, parent)) < (0.3 * all).max(RUNS) {
            continue;
        }
        let parts: Vec<(NodeId, Range<usize>)> = page
            .children(parent)
            .filter(|&c| page.is_element(c))
            .map(|c| (c, evidence.blocks_in(page, c)))
            .filter(|(_, range)| !range.is_empty())
            .collect();
        let text: Vec<f32> = parts.iter().map(|(_, range)| kept.of(range)).collect();
        let Some(first) = text.iter().position(|&t| t > 0.0) else {
            continue;
        };
        // What ends the text may be short.
        let says = |i: usize| {
            let block = &evidence.blocks[i];
            evidence.decisions[i].is_none() && block.ends_sentence && block.link_density() < 0.5
        };
        let last = (first + 1..parts.len())
            .rev()
            .find(|&k| text[k] > 0.0 || parts[k].1.clone().any(says));
        for k in first + 1..last.unwrap_or_default() {
            let (node, range) = &parts[k];
            let tag = page.tag(*node);
            let belongs = if tag.heading_level().is_some() {
                text[k + 1] > 0.0 && is_plain(evidence, range)
            } else if tag == Tag::Blockquote {
                is_plain(evidence, range)
            } else {
                is_table(page, evidence, *node) || leads_out(page, evidence, *node)
            };
            let foreign = |i: usize| {
                evidence.certain[i]
                    || matches!(evidence.decisions[i], Some(Reason::Title | Reason::Byline))
                    || evidence.announced[i].is_some()
                    || page.is_overlay(evidence.blocks[i].container)
            };
            let belongs = belongs && !range.clone().any(foreign);
            if belongs {
                for i in range.clone() {
                    evidence.decisions[i] = None;
                }
            }
        }
    }
}

fn is_plain(evidence: &Evidence, range: &Range<usize>) -> bool {
    let blocks = &evidence.blocks[range.clone()];
    blocks.len() <= 20 && blocks.iter().all(|b| b.link_density() < 0.5)
}

/// The list or table that an element is, or holds alone.
fn sole(page: &Page, evidence: &Evidence, mut node: NodeId) -> Option<NodeId> {
    while !matches!(page.tag(node), Tag::Ul | Tag::Ol | Tag::Table) {
        let whole = evidence.blocks_in(page, node);
        node = page
            .children(node)
            .find(|&c| page.is_element(c) && evidence.blocks_in(page, c) == whole)?;
    }
    Some(node)
}

/// Whether an element is a table of at least two rows and two columns with more in its cells than
/// links.
fn is_table(page: &Page, evidence: &Evidence, node: NodeId) -> bool {
    let Some(table) = sole(page, evidence, node).filter(|&id| page.tag(id) == Tag::Table) else {
        return false;
    };
    let wide = page
        .descendants(table)
        .filter(|&id| page.tag(id) == Tag::Tr && evidence.blocks_in(page, id).len() >= 2)
        .count();
    let blocks = &evidence.blocks[evidence.blocks_in(page, table)];
    let cells = blocks.iter().filter(|b| b.link_density() < 0.5).count();
    wide >= 2 && 2 * cells >= blocks.len() && blocks.iter().all(|b| b.media == 0)
}

/// Whether an element is a list or table of links without pictures, most of them to other sites:
/// what a site recommends of its own leads to itself, and what it is paid for has pictures.
fn leads_out(page: &Page, evidence: &Evidence, node: NodeId) -> bool {
    let Some(list) = sole(page, evidence, node) else {
        return false;
    };
    let blocks = &evidence.blocks[evidence.blocks_in(page, list)];
    let links: Vec<&str> = blocks
        .iter()
        .filter_map(|b| b.targets(page).next())
        .collect();
    let away = links.iter().filter(|link| leads_away(page.url(), link));
    links.len() >= 3
        && 2 * away.count() > links.len()
        && blocks
            .iter()
            .all(|b| b.media == 0 && b.link_density() > 0.5)
}

/// Keeps the picture with a caption, or the film, that stands right above the title.
fn lead_media(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    let (Some(title), true) = (
        metadata.title_node,
        (0..evidence.blocks.len()).any(|i| is_kept_text(evidence, i)),
    ) else {
        return;
    };
    let head = evidence.blocks.partition_point(|b| b.leaves[0] < title);
    for i in (0..head).rev() {
        let block = &evidence.blocks[i];
        if block.media > 0 && block.tokens == 0 {
            let figure = page
                .ancestors(block.leaves[0])
                .find(|&a| page.tag(a) == Tag::Figure)
                .map(|figure| evidence.blocks_in(page, figure))
                .filter(|range| range.clone().any(|j| evidence.blocks[j].tokens > 0));
            let film = block
                .leaves
                .iter()
                .any(|&leaf| page.tag(leaf) == Tag::Video);
            let framed = page.inclusive_ancestors(block.container).any(|a| {
                matches!(
                    page.tag(a),
                    Tag::Nav | Tag::Aside | Tag::Footer | Tag::Form | Tag::A
                ) || page.is_overlay(a)
            });
            if (figure.is_some() || film) && !framed {
                for j in figure.unwrap_or(i..i + 1) {
                    evidence.decisions[j] = None;
                }
            }
            return;
        }
        // Only the caption, the section's name and the byline come between.
        if block.length > 200.0 || block.links > 2 {
            return;
        }
    }
}

/// Links from which a line of nothing else is a menu.
const MENU: u32 = 3;

/// Takes out lines of links, "Home | News | About", above the first text and below the last.
fn menu_lines(page: &Page, evidence: &mut Evidence) {
    let kept = |i: &usize| is_kept_text(evidence, *i);
    let all = 0..evidence.blocks.len();
    let (Some(first), Some(last)) = (all.clone().find(kept), all.clone().rfind(kept)) else {
        return;
    };
    for i in (0..first).chain(last + 1..all.end) {
        if evidence.decisions[i].is_none() && is_menu_line(page, &evidence.blocks[i]) {
            evidence.decisions[i] = Some(Reason::Navigation);
        }
    }
}

/// Whether a block is several links with a mark between any two, and nothing else.
fn is_menu_line(page: &Page, block: &Block) -> bool {
    let linked = |leaf: NodeId| {
        page.inclusive_ancestors(leaf)
            .take_while(|&id| id != block.container)
            .any(|id| page.tag(id).is_link())
    };
    let marks = |leaf: &NodeId| {
        let mut rest = page.text(*leaf).chars().filter(|c| !c.is_whitespace());
        rest.all(|c| matches!(c, '|' | '·' | '•' | '/' | '[' | ']' | '‹' | '›' | '«' | '»'))
    };
    block.links >= MENU
        && block.chars > block.link_chars
        && block.media == 0
        && block.leaves.iter().all(|leaf| linked(*leaf) || marks(leaf))
}

/// Lines at the end of which one may be such.
const LAST: usize = 3;

/// Takes out short lines with somebody's mail address at the end of the text: who wrote it.
fn addresses(page: &Page, evidence: &mut Evidence) {
    let kept = |i: &usize| evidence.decisions[*i].is_none() && evidence.blocks[*i].tokens > 0;
    let last: Vec<usize> = (0..evidence.blocks.len())
        .rev()
        .filter(kept)
        .take(LAST)
        .take_while(|&i| !is_kept_text(evidence, i))
        .collect();
    for i in last {
        let block = &evidence.blocks[i];
        let has_address = block.targets(page).any(|link| link.starts_with("mailto:"))
            || evidence.texts[i].split_whitespace().any(is_mail_address);
        if has_address {
            evidence.decisions[i] = Some(Reason::Byline);
        }
    }
}

fn is_mail_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'))
}

/// Takes out a line or two after the article, outside the element that holds all the rest and
/// unlike it: what the site says of itself.
fn tail(page: &Page, evidence: &mut Evidence) {
    let kept: Vec<usize> = (0..evidence.blocks.len())
        .filter(|&i| evidence.decisions[i].is_none() && evidence.blocks[i].chars > 0)
        .collect();
    let length = |range: &[usize]| {
        range
            .iter()
            .map(|&i| evidence.blocks[i].length)
            .sum::<f32>()
    };
    let all = length(&kept);
    let mut from = kept.len();
    while from > 0 && length(&kept[from - 1..]) <= (0.1 * all).min(150.0) {
        from -= 1;
    }
    let (body, rest) = kept.split_at(from);
    let longest = body.iter().max_by(|&&a, &&b| {
        evidence.blocks[a]
            .length
            .total_cmp(&evidence.blocks[b].length)
    });
    let sums = Sums::new(evidence, |i| {
        if body.binary_search(&i).is_ok() {
            evidence.blocks[i].length
        } else {
            0.0
        }
    });
    let inside = |node: NodeId| sums.of(&evidence.blocks_in(page, node));
    let Some(around) = longest.and_then(|&i| {
        page.inclusive_ancestors(evidence.blocks[i].container)
            .find(|&node| inside(node) >= 0.9 * all)
    }) else {
        return;
    };
    let outside: Vec<usize> = rest
        .iter()
        .copied()
        .filter(|&i| !page.contains(around, evidence.blocks[i].leaves[0]))
        .collect();
    let made: Vec<&str> = body
        .iter()
        .filter(|&&i| is_kept_text(evidence, i))
        .map(|&i| evidence.makes[i].as_str())
        .collect();
    for i in outside {
        if !made.contains(&evidence.makes[i].as_str()) {
            evidence.decisions[i] = Some(Reason::Frame);
        }
    }
}

/// Blocks between which a sentence may be repeated in larger type.
const NEAR: usize = 6;

/// Takes out sentences that stand word for word in a longer block nearby: they are shown twice to
/// catch the eye.
fn duplicates(page: &Page, evidence: &mut Evidence) {
    let len = evidence.blocks.len();
    let plain = |i: usize| {
        let container = evidence.blocks[i].container;
        evidence.decisions[i].is_none()
            && !page.style(container).preformatted
            && page.tag(container).heading_level().is_none()
            && !page
                .inclusive_ancestors(container)
                .take(ANCESTORS)
                .any(|a| {
                    matches!(
                        page.tag(a),
                        Tag::Li | Tag::Table | Tag::Dl | Tag::Figcaption | Tag::Pre
                    )
                })
    };
    let short = |i: usize| evidence.blocks[i].tokens >= 5 && evidence.blocks[i].length <= 200.0;
    let near = |i: usize| i.saturating_sub(NEAR)..(i + NEAR + 1).min(len);
    // Most texts are far from any that could be found in them.
    let mut compared = vec![false; len];
    for i in (0..len).filter(|&i| short(i) && plain(i)) {
        compared[near(i)].fill(true);
    }
    let texts: Vec<Option<String>> = (0..len)
        .map(|i| (compared[i] && plain(i)).then(|| words(&evidence.texts[i])))
        .collect();
    // A block that holds several others word for word is itself the copy.
    let mut inside: Vec<(usize, usize)> = Vec::new();
    for i in 0..len {
        let Some(own) = texts[i].as_deref().filter(|own| own.len() >= 25) else {
            continue;
        };
        if !short(i) {
            continue;
        }
        let again = near(i).find(|&j| {
            texts[j]
                .as_deref()
                .is_some_and(|other| other.len() >= own.len() + 25 && other.contains(own))
        });
        inside.extend(again.map(|j| (i, j)));
    }
    let mut held: BTreeMap<usize, usize> = BTreeMap::new();
    for &(_, j) in &inside {
        *held.entry(j).or_default() += 1;
    }
    for (i, j) in inside {
        if held.get(&j) == Some(&1) {
            evidence.decisions[i] = Some(Reason::Duplicate);
        }
    }
}

/// A text without the marks that a quotation of it may leave out.
fn words(text: &str) -> String {
    let mut words = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words.trim().to_owned()
}

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::super::ferry::{LONG, ruled};
    use super::*;

    /// The texts that are kept after [`mend`], where at first all but those in `out` were.
    fn mended(body: &str, out: &[&str]) -> Vec<String> {
        let (page, metadata, mut evidence) =
            ruled(&format!("<h1>The ferry sails again</h1>{body}"));
        let texts: Vec<String> = evidence.blocks.iter().map(|b| b.text(&page)).collect();
        for (decision, text) in evidence.decisions.iter_mut().zip(&texts) {
            let goes = out.contains(&text.as_str());
            *decision = goes.then_some(Reason::Links);
        }
        mend(&page, &metadata, &mut evidence);
        let kept = texts.into_iter().zip(&evidence.decisions);
        kept.filter(|(_, decision)| decision.is_none())
            .map(|(text, _)| text.chars().take(12).collect())
            .collect()
    }

    #[test]
    fn what_stands_between_paragraphs_belongs_to_them() {
        let list = "<ul><li><a href=https://a.test/1>One</a><li><a href=https://b.test/2>Two</a>\
            <li><a href=https://c.test/3>Three</a></ul>";
        let out = ["One", "Two", "Three"];
        assert_eq!(mended(&format!("{LONG}{list}{LONG}"), &out).len(), 6);
        let own = list.replace(".test", ".example.org").replace("a.ex", "ex");
        let own = own.replace("b.ex", "ex").replace("c.ex", "ex");
        assert_eq!(mended(&format!("{LONG}{own}{LONG}"), &out).len(), 3);
        assert_eq!(mended(&format!("{LONG}{list}"), &out).len(), 2);
        assert_eq!(
            mended(&format!("{LONG}<h2>Why</h2>{LONG}"), &["Why"]).len(),
            4
        );
    }

    #[test]
    fn a_quotation_before_a_short_end_stays() {
        let quote = "<blockquote><p>One: 3. Two: 1.</p></blockquote>";
        let out = ["One: 3. Two: 1."];
        assert_eq!(
            mended(&format!("{LONG}{quote}<p>So it was."), &out).len(),
            4
        );
        assert_eq!(mended(&format!("{LONG}{quote}<p>Imprint"), &out).len(), 3);
    }

    #[test]
    fn lines_of_links_around_the_text_go() {
        let menu = |marks: &str| {
            let link = |name: &str| format!("<a href=/{name}>{name}</a>");
            format!(
                "<p>{} {marks} {} {marks} {}",
                link("Home"),
                link("Boats"),
                link("Fares")
            )
        };
        let bar = menu("|");
        assert_eq!(
            mended(&format!("{bar}{LONG}{bar}{LONG}{bar}"), &[]).len(),
            4
        );
        // What is said between the links makes it a sentence.
        assert_eq!(mended(&format!("{}{LONG}", menu("and")), &[]).len(), 3);
    }

    #[test]
    fn who_wrote_it_goes_where_it_stands_below_the_text() {
        let left = |line: &str| mended(&format!("{LONG}<div>{line}</div>"), &[]).len();
        assert_eq!(left("Ann Other, ann@example.org"), 2);
        assert_eq!(
            left("<a href=mailto:a@example.org>Write to me</a> of yours."),
            2
        );
        assert_eq!(left("So we met @ noon, at 3.5 knots."), 3);
        let above = format!("<div>Ann Other, ann@example.org</div>{LONG}");
        assert_eq!(mended(&above, &[]).len(), 3);
    }

    #[test]
    fn a_sentence_shown_twice_is_kept_once() {
        let quote = "<div>“who has waited for it since March”</div>";
        assert_eq!(
            mended(&format!("{quote}{LONG}<ul><li>{quote}</ul>"), &[]),
            ["The ferry sa", "The ferry sa", "“who has wai"]
        );
    }

    #[test]
    fn the_way_to_the_page_goes() {
        let before = |line: &str| {
            let (page, metadata, mut evidence) =
                ruled(&format!("<p>{line}<h1>The ferry sails again</h1>{LONG}"));
            evidence.decisions.fill(None);
            mend(&page, &metadata, &mut evidence);
            evidence.decisions[0]
        };
        let path = "<a href=/>Home</a> &gt; <a href=/b>Boats</a> &gt; Ferries";
        assert_eq!(before(path), Some(Reason::Navigation));
        assert_eq!(before("<a href=/>Boats</a> &gt; all"), None);
        assert_eq!(before("If a > b and b > c, then a > c."), None);
    }

    #[test]
    fn what_can_be_done_with_a_heading_is_no_part_of_it() {
        let found = |heading: &str| {
            let (page, _, mut evidence) =
                ruled(&format!("<h1>The ferry</h1>{LONG}<h2>{heading}</h2>{LONG}"));
            evidence.decisions.fill(None);
            let controls = heading_controls(&page, &evidence);
            let texts = controls.iter().map(|&id| page.raw_text(id));
            texts.collect::<Vec<_>>().concat()
        };
        assert_eq!(found("Keel <span>[<a href=/e>edit</a>]</span>"), "[edit]");
        assert_eq!(found("Keel <a href=#keel>¶</a>"), "¶");
        assert_eq!(found("Keel <sup><a href=#n1>[1]</a></sup>"), "");
        assert_eq!(found("<a href=/keel>Keel</a> [sic]"), "");
    }

    #[test]
    fn the_last_line_of_the_site_goes() {
        let text = LONG.repeat(4);
        let last = |page: &str| mended(page, &[]).pop().unwrap();
        assert_eq!(
            last(&format!(
                "<main>{text}</main><div>Printed on Thursdays.</div>"
            )),
            "The ferry sa"
        );
        assert_eq!(
            last(&format!("<main>{text}<p>So it goes.</main>")),
            "So it goes."
        );
    }

    #[test]
    fn the_picture_above_the_title_stays_with_its_caption() {
        let kept = |before: &str| {
            let (page, metadata, mut evidence) = ruled(&format!(
                "{before}<h1>The ferry sails again</h1>{LONG}{LONG}"
            ));
            evidence.decisions[0] = Some(Reason::BelowThreshold);
            mend(&page, &metadata, &mut evidence);
            evidence.decisions[0].is_none()
        };
        assert!(kept(
            "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>"
        ));
        assert!(kept("<video src=a.mp4></video>"));
        assert!(!kept("<img src=logo.png>"));
        assert!(!kept(
            "<nav><figure><img src=a.jpg><figcaption>Us</figcaption></figure></nav>"
        ));
    }
}
