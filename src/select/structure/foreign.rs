//! What is foreign for certain: found before anything is weighed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{ANCESTORS, BEFORE, RUNS, Sums, in_figure};
use crate::metadata::{Metadata, leads_on};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::Reason;
use crate::select::evidence::Evidence;
use crate::vocabulary::counts_comments;

/// How many times as much as the text before them contributions say where they are what the page
/// is about, as answers are to a question.
const DISCUSSION: f32 = 4.0;

/// Decides for what is foreign for certain.
pub(in crate::select) fn certain(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    linked_stories(page, evidence);
    announced_teasers(page, metadata, evidence);
    comments(page, metadata, evidence);
    beside_in_row(page, evidence);
    beside_on_screen(page, evidence);
}

fn decide(evidence: &mut Evidence, range: Range<usize>, reason: Reason) {
    for i in range {
        if !matches!(evidence.decisions[i], Some(Reason::Title | Reason::Byline)) {
            evidence.decisions[i] = Some(reason);
            evidence.certain[i] = true;
        }
    }
}

/// Links to other stories that say so, and those that stand alone with a picture beside running
/// text: a picture of the article has a caption, and a link of the text stands in a sentence.
fn linked_stories(page: &Page, evidence: &mut Evidence) {
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if block.link_density() <= 0.5 || block.length > 200.0 {
            continue;
        }
        let says_so = evidence.announced[i] == Some(Reason::Related);
        let alone = || {
            block.media > 0
                && block.links == 1
                && block.link_density() > 0.95
                && block.length >= 25.0
                && matches!(
                    page.tag(block.container),
                    Tag::Div | Tag::Section | Tag::Article | Tag::Aside
                )
                && block
                    .targets(page)
                    .next()
                    .is_some_and(|link| leads_on(page.url(), link))
                && neighbours(page, evidence, i)
        };
        if says_so || alone() {
            decide(evidence, i..i + 1, Reason::Related);
        }
    }
}

/// Whether running text stands both before and after a block among its siblings.
fn neighbours(page: &Page, evidence: &Evidence, i: usize) -> bool {
    let parent = page.parent(evidence.blocks[i].container);
    let runs = |j: Option<usize>| {
        j.and_then(|j| evidence.blocks.get(j).map(|b| (j, b)))
            .is_some_and(|(j, b)| evidence.gains[j] >= RUNS && page.parent(b.container) == parent)
    };
    runs(i.checked_sub(1)) && runs(Some(i + 1))
}

/// The running text that is kept between the title and a block.
fn text_before(page: &Page, metadata: &Metadata, evidence: &Evidence, i: usize) -> f32 {
    let from = metadata.title_node.map_or(0, |t| {
        evidence
            .blocks
            .partition_point(|b| b.leaves[0] < page.end(t))
    });
    (from..i)
        .filter(|&j| evidence.decisions[j].is_none())
        .map(|j| evidence.gains[j].max(0.0))
        .sum()
}

/// Teasers under a heading that announces them, below running text.
fn announced_teasers(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if block.length > 80.0
            || block.link_density() > 0.5
            || evidence.announced[i] != Some(Reason::Related)
        {
            continue;
        }
        let mut end = i + 1;
        let mut count = 0;
        for teaser in evidence.teasers.iter().skip_while(|t| t.end <= i + 1) {
            if teaser.start > end {
                break;
            }
            end = teaser.end;
            count += 1;
        }
        if count >= 2 && text_before(page, metadata, evidence, i) >= BEFORE {
            decide(evidence, i..end, Reason::Related);
        }
    }
}

/// Comments: a heading that names or counts them and, in the element that it begins, at least
/// three parts of one make, each a short line and then more text. Where they say far more than
/// what they are about, nothing is certain: the discussion may be the page.
fn comments(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    if metadata.about.discussion {
        return;
    }
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if evidence.certain[i] || block.length > 80.0 {
            continue;
        }
        let text = &evidence.texts[i];
        if evidence.announced[i] != Some(Reason::Comments) && !counts_comments(text) {
            continue;
        }
        let begins = |&node: &NodeId| evidence.blocks_in(page, node).start == i;
        let Some(around) = page
            .inclusive_ancestors(block.container)
            .take_while(|&node| node > page.body())
            .take_while(begins)
            .find(|&node| evidence.blocks_in(page, node).len() > 1)
        else {
            continue;
        };
        let is_contribution = |node: NodeId| {
            let range = evidence.blocks_in(page, node);
            range.len() >= 2
                && evidence.blocks[range.start].length <= 80.0
                && evidence.positive[node.index()] > 0.0
        };
        let make = |node: NodeId| (page.tag(node), first_name(page, node));
        let most = |parent: NodeId| {
            let mut alike: BTreeMap<(Tag, &str), usize> = BTreeMap::new();
            for part in page.children(parent).filter(|&c| is_contribution(c)) {
                *alike.entry(make(part)).or_default() += 1;
            }
            alike.into_values().max().unwrap_or(0)
        };
        let contributions = page
            .children(around)
            .map(most)
            .chain(std::iter::once(most(around)))
            .max();
        let before = text_before(page, metadata, evidence, i);
        let said = evidence.positive[around.index()];
        if contributions >= Some(3) && before >= BEFORE && said <= DISCUSSION * before {
            decide(evidence, evidence.blocks_in(page, around), Reason::Comments);
        }
    }
}

fn first_name(page: &Page, node: NodeId) -> &str {
    page.attr(node, Attr::Class)
        .and_then(|class| class.split_ascii_whitespace().next())
        .unwrap_or_default()
}

/// In a table row of which one cell holds the article, the other cells stand beside it.
fn beside_in_row(page: &Page, evidence: &mut Evidence) {
    let all = evidence.positive[page.body().index()];
    let running = Sums::new(evidence, |i| f32::from(u8::from(evidence.gains[i] >= RUNS)));
    for row in page.subtree(page.body()) {
        if page.tag(row) != Tag::Tr || evidence.positive[row.index()] < 0.6 * all.max(BEFORE) {
            continue;
        }
        let cells: Vec<NodeId> = page
            .children(row)
            .filter(|&c| matches!(page.tag(c), Tag::Td | Tag::Th))
            .collect();
        let positive = |cell: NodeId| evidence.positive[cell.index()];
        let Some(&main) = cells
            .iter()
            .max_by(|&&a, &&b| positive(a).total_cmp(&positive(b)))
        else {
            continue;
        };
        let paragraphs = running.of(&evidence.blocks_in(page, main));
        if paragraphs < 3.0
            || positive(main) < 0.6 * all
            || cells.iter().any(|&c| page.tag(c) == Tag::Th)
        {
            continue;
        }
        for cell in cells {
            if cell != main {
                decide(
                    evidence,
                    evidence.blocks_in(page, cell),
                    Reason::OtherColumn,
                );
            }
        }
    }
}

/// Boxes that lie beside the column on the screen, in smaller type.
fn beside_on_screen(page: &Page, evidence: &mut Evidence) {
    let Some(column) = evidence.column(page) else {
        return;
    };
    let overlaps = |node: NodeId| {
        page.rect(node)
            .is_none_or(|r| r.width == 0.0 || column.horizontal_overlap(r) > 0.1 * r.width)
    };
    let (mut in_column, mut font, mut top, mut bottom) = (0.0, 0.0, f32::MAX, 0.0f32);
    let mut parents: BTreeSet<NodeId> = BTreeSet::new();
    let all = evidence.positive[page.body().index()];
    for (block, &gain) in evidence.blocks.iter().zip(&evidence.gains) {
        if let Some(rect) = page.rect(block.container)
            && gain >= RUNS
            && overlaps(block.container)
        {
            in_column += gain;
            font += gain * page.style(block.leaves[0]).font_size;
            top = top.min(rect.y);
            bottom = bottom.max(rect.bottom());
            parents.extend(page.parent(block.container));
        }
    }
    if in_column < 0.5 * all || in_column < BEFORE {
        return;
    }
    font /= in_column;
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if overlaps(block.container) || page.style(block.leaves[0]).font_size > 0.9 * font {
            continue;
        }
        let Some(beside) = page
            .inclusive_ancestors(block.container)
            .take(ANCESTORS)
            .take_while(|&node| !overlaps(node))
            .last()
        else {
            continue;
        };
        let level = page
            .rect(beside)
            .is_some_and(|r| r.y < bottom && r.bottom() > top);
        // A note in the margin stands among the paragraphs, a caption beside its picture.
        let note =
            page.parent(beside).is_some_and(|p| parents.contains(&p)) || in_figure(page, block);
        if level && !note {
            decide(evidence, i..i + 1, Reason::OtherColumn);
        }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::super::ferry::{LONG, ruled};
    use super::*;

    /// What the rules find for certain, by the beginning of the block.
    fn found(body: &str) -> Vec<(String, Reason)> {
        let (_, _, evidence) = ruled(&format!("<h1>The ferry sails again</h1>{body}"));
        (0..evidence.blocks.len())
            .filter(|&i| evidence.certain[i])
            .filter_map(|i| {
                let text = &evidence.texts[i];
                Some((text.chars().take(8).collect(), evidence.decisions[i]?))
            })
            .collect()
    }

    #[test]
    fn announced_teasers_are_no_text() {
        let teaser = |name: &str| format!("<div><h4><a href=/{name}>{name}</a></h4>{LONG}</div>");
        let list = format!("{}{}", teaser("Mill"), teaser("Weir"));
        let text = LONG.repeat(4);
        let reasons = found(&format!(
            "<main>{text}</main><div><h3>Read also</h3>{list}</div>"
        ));
        assert_eq!(reasons.len(), 5);
        assert!(reasons.iter().all(|(_, reason)| *reason == Reason::Related));
        // Without an announcement they may be the article.
        assert_eq!(
            found(&format!(
                "<main>{text}</main><div><h3>Stations</h3>{list}</div>"
            )),
            []
        );
    }

    #[test]
    fn comments_repeat_a_line_and_a_text() {
        let comment = format!("<div class=x><div>Ann, today</div>{LONG}</div>");
        let page = |heading: &str| {
            let text = LONG.repeat(4);
            let comments = comment.repeat(3);
            found(&format!(
                "<main>{text}</main><div><h2>{heading}</h2>{comments}</div>"
            ))
        };
        let reasons = page("Kommentare (3)");
        assert_eq!(reasons.len(), 7);
        assert!(
            reasons
                .iter()
                .all(|(_, reason)| *reason == Reason::Comments)
        );
        assert_eq!(page("Three harbours"), []);
    }

    #[test]
    fn a_discussion_may_be_the_page() {
        let comment = format!("<div class=x><div>Ann, today</div>{LONG}</div>");
        let page = |count: usize| {
            let (text, comments) = (LONG.repeat(3), comment.repeat(count));
            found(&format!(
                "<main>{text}</main><div><h2>{count} comments</h2>{comments}</div>"
            ))
        };
        assert_eq!(page(11).len(), 23);
        assert_eq!(page(14), []);
    }

    #[test]
    fn cells_beside_the_article_are_another_column() {
        let text = LONG.repeat(4);
        assert_eq!(
            found(&format!("<table><tr><td>Tides<td>{text}</table>")),
            [("Tides".to_owned(), Reason::OtherColumn)]
        );
        assert_eq!(
            found(&format!("<table><tr><th>Tides<td>{text}</table>")),
            []
        );
    }

    #[test]
    fn a_link_alone_with_a_picture_is_another_story() {
        let story = "<img src=/m.jpg><a href=/mill>The mill turns again, and who paid for it</a>";
        assert_eq!(
            found(&format!("{LONG}<div>{story}</div>{LONG}")),
            [("The mill".to_owned(), Reason::Related)]
        );
        assert_eq!(
            found(&format!(
                "{LONG}<figure>{story}</figure>{LONG}<div>{story}</div>"
            )),
            []
        );
    }
}
