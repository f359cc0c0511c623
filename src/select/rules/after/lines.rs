//! Removes lines whose first words exclude them from the text: links to other articles, labels of
//! ads, topics, breadcrumbs, links of a mailing list archive, and labels whose content was removed.

use std::ops::Range;

use crate::metadata::leads_on;
use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, kept_text};
use crate::select::signals::Signals;
use crate::vocabulary::{self, Remark, Remarks, controls};

pub(in crate::select) const ID: RuleId = RuleId::new("lines");

/// Maximum length of these lines, in characters; set by hand. With more, sentences that begin with
/// the same words are removed.
const MAX_LINE_CHARS: f32 = 200.0;

/// Maximum length of a line which says that the text continues, in characters. Longer ones are
/// sentences about ads.
const MAX_INTERRUPTION_CHARS: f32 = 70.0;

/// Maximum words of such a line that ends like a sentence.
const MAX_INTERRUPTION_WORDS: usize = 5;

/// Maximum length of a label, in characters.
const MAX_LABEL_CHARS: f32 = 60.0;

/// Symbols before a link to another story.
const ARROWS: [char; 6] = ['→', '►', '▶', '➡', '➤', '👉'];

/// Minimum share of links in the text after a label, 0 to 1. With less, sentences with a link are
/// removed.
const MIN_LINK_SHARE: f32 = 0.75;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let signals = case.signals;
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    // A long line of topics counts as text.
    let is_topics = |i: usize| {
        let style = case.page.style(signals.blocks[i].container);
        !style.preformatted && labels_topics(signals, i)
    };
    let is_text = |i: &usize| !decisions.keeps(*i) || !is_topics(*i);
    let last = (first..=last).rev().find(is_text).unwrap_or(last);
    let text = (first, last);
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.tokens == 0 || block.length > MAX_LINE_CHARS {
            continue;
        }
        let remarks = signals.remarks(i);
        let Some((range, reason)) = line(case, remarks, text, i) else {
            continue;
        };
        for j in range {
            decisions.remove_kept(j, reason, ID);
        }
    }
    for i in 0..signals.len() {
        if let Some(reason) = orphaned_label(case, decisions, i) {
            decisions.set(i, Some(reason), ID);
        }
    }
}

/// Returns the blocks that are removed with a line, and the reason; `None` if the line is text.
/// `text` is the first and the last block of the text.
fn line(
    case: &Case<'_>,
    remarks: Remarks,
    text: (usize, usize),
    i: usize,
) -> Option<(Range<usize>, Reason)> {
    let &Case { page, signals, .. } = case;
    let block = &signals.blocks[i];
    let is_heading = block.heading_level(page).is_some();
    let announces = if is_heading {
        remarks.is(Remark::Related) && links_after(signals, i) > 0
    } else {
        announces_story(page, signals, remarks, i)
    };
    if announces {
        return Some((i..i + 1 + links_after(signals, i), Reason::Related));
    }
    let is_interrupted = || {
        remarks.has(Remark::Interruption)
            && remarks.has(Remark::Onward)
            && block.length <= MAX_INTERRUPTION_CHARS
            && block.links == 0
            && !is_heading
            && (!ends_sentence(&signals.texts[i])
                || signals.texts[i].split_whitespace().count() <= MAX_INTERRUPTION_WORDS)
    };
    if (remarks.is(Remark::Advert) || is_interrupted()) && !is_cell(page, block) {
        return Some((i..i + 1, Reason::Advert));
    }
    if i > text.1 && !is_heading && is_tool(page, signals, i) {
        return Some((i..i + 1, Reason::Navigation));
    }
    let has_link = |i: usize| signals.blocks.get(i).is_some_and(|block| block.links > 0);
    if remarks.begins(Remark::Archive) && (has_link(i) || has_link(i + 1)) {
        return Some((item_around(page, signals, i), Reason::Navigation));
    }
    let is_label = || names_label(&signals.texts[i], remarks);
    let is_topics = labels_topics(signals, i) && (!is_heading || remarks.is(Remark::Tags));
    if i > text.1 && (is_topics || is_hashtags(&signals.texts[i])) {
        return Some((i..i + 1 + links_after(signals, i), Reason::Navigation));
    }
    if i < text.0 && remarks.begins(Remark::Path) && (is_label() || block.links > 0) {
        return Some((i..i + 1 + links_after(signals, i), Reason::Navigation));
    }
    None
}

/// Returns whether a text ends with final punctuation.
fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', '。'])
}

/// Returns whether a line below the text consists only of control labels, with several words or a
/// link.
fn is_tool(page: &Page, signals: &Signals, i: usize) -> bool {
    let text = signals.texts[i].trim();
    let is_one = controls(text).is_some_and(|found| found.labels > 0);
    let is_long = text.contains(char::is_whitespace) || !text.is_ascii();
    let block = &signals.blocks[i];
    is_one && (is_long || block.links > 0) && block.media == 0 && !is_cell(page, block)
}

/// Returns whether a line is a label that announces other stories, or such a label followed by a
/// link.
fn announces_story(page: &Page, signals: &Signals, remarks: Remarks, i: usize) -> bool {
    let block = &signals.blocks[i];
    if is_cell(page, block) {
        return false;
    }
    // The label may be a separate element directly before the link.
    let first = block
        .leaves
        .iter()
        .find(|&&leaf| !page.text(leaf).trim().is_empty());
    let own = first.map(|&leaf| vocabulary::remarks(page.text(leaf)));
    let is_own_label = own.is_some_and(|own| own.is(Remark::Related)) && block.leaves.len() > 1;
    let points = |j: usize| {
        let block = signals.blocks.get(j);
        block.is_some_and(|block| is_pointed(page, block, &signals.texts[j]))
    };
    // Several consecutive ones are a list.
    if points(i) && !points(i + 1) && !i.checked_sub(1).is_some_and(points) {
        return true;
    }
    if !remarks.begins(Remark::Related) && !is_own_label {
        return false;
    }
    let label = if remarks.begins(Remark::Related) {
        remarks.label
    } else {
        0
    };
    let label = label.max(first.map_or(0, |&leaf| {
        if is_own_label {
            page.text(leaf).len()
        } else {
            0
        }
    }));
    let text = &signals.texts[i];
    let label_chars = text
        .get(..label.min(text.len()))
        .map_or(label, |t| t.chars().filter(|c| !c.is_whitespace()).count());
    let rest = (block.chars as f32 - label_chars as f32).max(0.0);
    if remarks.is(Remark::Related) {
        return block.link_chars > 0 || text.ends_with([':', '：']) || links_after(signals, i) > 0;
    }
    if block.link_chars == 0 {
        let is_label = block.length <= MAX_LABEL_CHARS && !ends_sentence(text);
        return is_label && links_after(signals, i) > 0;
    }
    block.link_chars as f32 >= MIN_LINK_SHARE * rest
}

/// Returns whether a line consists of an arrow and a link to another page of the site, in a
/// separate paragraph.
fn is_pointed(page: &Page, block: &Block, text: &str) -> bool {
    text.trim_start().starts_with(ARROWS)
        && page.tag(block.container) == Tag::P
        && block.links == 1
        && block.link_density() > MIN_LINK_SHARE
        && block.targets(page).all(|link| leads_on(page.url(), link))
}

/// Returns how many blocks that consist only of links follow a block without links.
fn links_after(signals: &Signals, i: usize) -> usize {
    if signals.blocks[i].link_chars > 0 {
        return 0;
    }
    let after = signals.blocks[i + 1..].iter();
    after
        .take_while(|block| block.chars > 0 && block.link_density() > MIN_LINK_SHARE)
        .count()
}

/// Returns whether a line consists only of its label, or a colon separates the label from the rest.
fn names_label(text: &str, remarks: Remarks) -> bool {
    let start = text.len()
        - text
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len();
    let rest = text
        .get(start + remarks.label..)
        .unwrap_or_default()
        .trim_start();
    rest.is_empty() || rest.starts_with([':', '：', '|', '»', '>', '›', '→', '＞', '/'])
}

/// Returns whether a line begins with a label of topics, such as `Tags:`.
fn labels_topics(signals: &Signals, i: usize) -> bool {
    let remarks = signals.remarks(i);
    remarks.begins(Remark::Tags) && names_label(&signals.texts[i], remarks)
}

/// Returns whether a line consists only of hashtags, such as `#ferries #harbours`.
fn is_hashtags(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| word.starts_with(['#', '＃']) && word.len() > 1)
}

fn is_cell(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container).take(2).any(|n| {
        matches!(
            page.tag(n),
            Tag::Td | Tag::Th | Tag::Dt | Tag::Dd | Tag::Pre
        )
    })
}

/// Returns the blocks of the list item that begins with a block.
fn item_around(page: &Page, signals: &Signals, i: usize) -> Range<usize> {
    let mut around = page
        .inclusive_ancestors(signals.blocks[i].container)
        .take(2);
    let item = around.find(|&n: &NodeId| page.tag(n) == Tag::Li);
    let range = item.map(|item| signals.blocks_in(page, item));
    range.filter(|range| range.start == i).unwrap_or(i..i + 1)
}

/// Returns why a label is removed: the reason for which its content, directly after it, was
/// removed.
fn orphaned_label(case: &Case<'_>, decisions: &Decisions, i: usize) -> Option<Reason> {
    let &Case { page, signals, .. } = case;
    let block = &signals.blocks[i];
    let announces =
        || signals.announced[i] == Some(Reason::Related) || signals.remarks(i).is(Remark::Related);
    let ends_like_label =
        || block.heading_level(page).is_none() && signals.texts[i].ends_with([':', '：']);
    let is_label = decisions.keeps(i)
        && block.tokens > 0
        && block.length <= MAX_LABEL_CHARS
        && block.link_density() < LINKED
        && !is_cell(page, block)
        && page.tag(block.container) != Tag::Li
        && (ends_like_label() || announces());
    if !is_label {
        return None;
    }
    // The first story may begin with its image.
    let next = (i + 1..signals.len()).find(|&j| signals.blocks[j].chars > 0)?;
    let reason = decisions.get(next)?;
    let is_gone = matches!(
        reason,
        Reason::Related | Reason::Links | Reason::Advert | Reason::Sharing | Reason::Navigation
    );
    (is_gone && signals.blocks[next].link_chars > 0).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    fn left(among: &str) -> Vec<String> {
        let kept = kept_texts(decide, &format!("{LONG}{among}{LONG}"), &["Gone"]);
        kept[2..kept.len() - 1].to_vec()
    }

    #[test]
    fn links_to_other_stories_are_removed() {
        let none: [&str; 0] = [];
        assert_eq!(
            left("<p><b>Xem thêm:</b> <a href=/x>Another ferry</a></p>"),
            none
        );
        assert_eq!(
            left("<div><span>Lire aussi</span><a href=/x>Un autre bac</a></div>"),
            none
        );
        assert_eq!(
            left("<p>Les også:</p><p><a href=/x>Another ferry</a></p>"),
            none
        );
        assert_eq!(
            left("<div><p>Te recomendamos</p><ul><li><a href=/x>Otro</a></ul></div>"),
            none
        );
        let story =
            "<p>Read more of this in the <a href=/b>book</a> that the harbour master wrote.</p>";
        assert_eq!(left(story), ["Read more of"]);
    }

    #[test]
    fn advert_and_link_labels_are_removed() {
        let none: [&str; 0] = [];
        assert_eq!(left("<p>Annonse</p>"), none);
        assert_eq!(left("<p>Fortsätter efter annonsen</p>"), none);
        assert_eq!(left("<p>Nach der Werbung geht es weiter</p>"), none);
        assert_eq!(left("<p>Nach der Werbung geht es weiter.</p>").len(), 1);
        assert_eq!(left("<p>Fortsätter efter annonsen.</p>"), none);
        assert_eq!(
            left("<p>Zum Weiterlesen:</p><p><a href=/x>Gone</a></p>"),
            none
        );
        assert_eq!(left("<h3>Lire aussi</h3><p><a href=/x>Gone</a></p>"), none);
        assert_eq!(
            left("<h3>Les også</h3><p><a href=/x>Another ferry</a></p>"),
            none
        );
        assert_eq!(
            left("<p>Two things:</p><p>Tar.</p>"),
            ["Two things:", "Tar."]
        );
        let archive =
            "<ul><li>Previous message: <a href=1>Tar</a><li><a href=d>Date Index</a></ul>";
        assert_eq!(left(archive), none);
    }

    #[test]
    fn topics_and_breadcrumbs_at_the_ends_are_removed() {
        let kept = |body: &str| kept_texts(decide, body, &[]).len() - 2;
        assert_eq!(kept(&format!("{LONG}<p>Avainsanat: lautta, satama</p>")), 0);
        let long = "<p>Avainsanat: lautta, satama, kanava, uusi silta, merenkulku, vene, ranta</p>";
        assert_eq!(kept(&format!("{LONG}{long}")), 0);
        assert_eq!(kept(&format!("{LONG}<p>Tags hang from the nets.</p>")), 1);
        assert_eq!(
            kept(&format!(
                "<p>Vous êtes ici :</p><p><a href=/>Bacs</a></p>{LONG}"
            )),
            0
        );
    }
}
