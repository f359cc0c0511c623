//! Removes lines of control labels: tools of the page, buttons and counters of a gallery, players
//! with their texts, and letters beside an image that are rendered as icons.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::after::captions::is_caption;
use crate::select::rules::class_begins;
use crate::select::signals::Signals;
use crate::vocabulary::{Controls, Remark, Remarks, controls, remarks};

pub(in crate::select) const ID: RuleId = RuleId::new("controls");

/// Maximum length of a line of labels, and of a player's texts, in characters; set by hand. With
/// less, bars with many tools are kept; with more, paragraphs about players are removed.
const MAX_LINE_CHARS: f32 = 120.0;
const MAX_MESSAGE_CHARS: f32 = 160.0;

/// Maximum ancestors of a line that may be the box of its controls, and maximum blocks in such a
/// box. With more, a short page is mistaken for a player.
const MAX_LEVELS: usize = 4;
const MAX_BLOCKS: usize = 16;

/// Maximum length of a label that names an image and an action on it, in characters. With more,
/// captions are mistaken for it.
const MAX_ACTION_CHARS: usize = 40;

/// Minimum labels of controls in a box with a video for its other short lines to be the player's.
const MIN_PLAYER_LABELS: usize = 2;

/// Maximum length of a counter beside an image, in characters.
const MAX_COUNTER_CHARS: f32 = 20.0;

/// Maximum digits of a number that counts images or seconds.
const MAX_DIGITS: usize = 4;

/// Maximum elements between a caption and its figure.
const CAPTION_LEVELS: usize = 5;

/// Parts of class names of players.
const PLAYERS: [&str; 7] = ["player", "video", "audio", "jw-", "vjs", "plyr", "mejs"];

/// Beginnings of class names that player libraries give to the parts of a player: Video.js,
/// MediaElement, JW Player, Plyr, Shaka, Flowplayer.
const PLAYER_PARTS: [&str; 6] = ["vjs-", "mejs-", "jw-", "plyr__", "shaka-", "fp-"];

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let mut found = Vec::new();
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.tokens == 0 || block.length > MAX_MESSAGE_CHARS {
            continue;
        }
        // In the line of an image, only the labels are removed.
        let is_one =
            block.media == 0 && block.length <= MAX_LINE_CHARS && is_controls(page, signals, i)
                || block.heading_level(page).is_none()
                    && signals.remarks(i).has(Remark::Player)
                    && is_in_player(page, block.container)
                || block.media == 0 && is_player_part(page, block.container)
                || is_stray(page, signals, i)
                || is_status(page, signals, i)
                || is_image_action(page, signals, i);
        if is_one {
            found.push(i);
        }
    }
    for i in 0..signals.len() {
        if decisions.keeps(i) && signals.blocks[i].leaves.len() > 1 && !found.contains(&i) {
            for node in inside(page, &signals.blocks[i]) {
                decisions.remove_element(node, Reason::Navigation, ID);
            }
        }
    }
    for &i in &found {
        decisions.remove_kept(i, Reason::Navigation, ID);
    }
    for &i in &found {
        let around = around(page, signals, i);
        let is_label = |j: &usize| {
            let found = labels(page, &signals.blocks[*j]);
            found.is_some_and(|found| found.labels + found.numbers > 0)
        };
        let labels_in_box = around.clone().filter(is_label).count();
        let is_player = labels_in_box >= MIN_PLAYER_LABELS
            && signals.blocks[around.clone()]
                .iter()
                .any(|block| plays(page, block));
        for j in around {
            let block = &signals.blocks[j];
            let counts = || {
                let text = &signals.texts[j];
                labels(page, block).is_some_and(|found| found.labels == 0) && is_count(text)
            };
            let is_player_text = || {
                !is_caption(page, block)
                    && (is_player
                        && (!block.ends_sentence || signals.remarks(j).has(Remark::Player))
                        || is_in_player(page, block.container))
            };
            if block.tokens > 0
                && block.heading_level(page).is_none()
                && (counts() || is_player_text())
            {
                decisions.remove_kept(j, Reason::Navigation, ID);
            }
        }
    }
}

/// Returns whether a block consists of control labels.
fn is_controls(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    if block.heading_level(page).is_some() || page.style(block.container).monospace {
        return false;
    }
    let Some(found) = labels(page, block).filter(|found| found.labels > 0) else {
        return false;
    };
    // Single words in a paragraph, a list, or a cell are content.
    let mut around = page.inclusive_ancestors(block.container).take(3);
    let paragraph = around.find(|&n| {
        matches!(
            page.tag(n),
            Tag::P | Tag::Li | Tag::Td | Tag::Th | Tag::Dt | Tag::Dd | Tag::Pre | Tag::Summary
        )
    });
    let Some(paragraph) = paragraph else {
        return true;
    };
    let are_many = if page.tag(paragraph) == Tag::P {
        // "Loading …"
        found.labels > 1 || found.numbers > 0 || is_unfinished(&signals.texts[i])
    } else {
        found.labels > 2 && block.links > 0
    };
    are_many || has_only_controls(page, block)
}

fn is_unfinished(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with('…') || text.ends_with("...")
}

/// Maximum elements between the text of a live region and the region.
const LIVE_LEVELS: usize = 3;

/// Returns whether a line is the state of something that loads: unfinished, in a live region.
fn is_status(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    let is_live = |n: NodeId| {
        matches!(page.attr(n, Attr::AriaLive), Some("polite" | "assertive"))
            || matches!(page.attr(n, Attr::Role), Some("status" | "alert"))
    };
    let mut around = page.inclusive_ancestors(block.container).take(LIVE_LEVELS);
    block.links == 0 && is_unfinished(&signals.texts[i]) && around.any(is_live)
}

fn is_in_figure(page: &Page, block: &Block) -> bool {
    let mut around = page
        .inclusive_ancestors(block.container)
        .take(CAPTION_LEVELS);
    around.any(|n| page.tag(n) == Tag::Figure)
}

/// Returns whether a block contains a video or an audio.
fn plays(page: &Page, block: &Block) -> bool {
    let mut leaves = block.leaves.iter();
    leaves.any(|&leaf| matches!(page.tag(leaf), Tag::Video | Tag::Audio))
}

/// Returns whether a text names an image and an action on it, such as `Open image in gallery`.
fn names_image_action(text: &str, remarks: Remarks) -> bool {
    text.chars().count() <= MAX_ACTION_CHARS
        && !text.contains([',', ':', '.', '：', '，', '。'])
        && remarks.acts_on_image()
}

/// Returns whether a block names an image beside it, or around it, and an action on it.
fn is_image_action(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    let shows = |j: usize| {
        let block = signals.blocks.get(j);
        block.is_some_and(|block| block.media > 0 && block.tokens == 0)
    };
    block.media == 0
        && block.heading_level(page).is_none()
        && page.tag(block.container) != Tag::Figcaption
        && (is_in_figure(page, block) || i.checked_sub(1).is_some_and(shows) || shows(i + 1))
        && names_image_action(&signals.texts[i], signals.remarks(i))
}

/// Returns the buttons in a line of text, and all action labels in a caption.
fn inside(page: &Page, block: &Block) -> Vec<NodeId> {
    let mut found = Vec::new();
    if block.heading_level(page).is_some() || page.style(block.container).monospace {
        return found;
    }
    let in_figure = is_in_figure(page, block);
    let first = page.inclusive_ancestors(block.first());
    let first = first.take_while(|&n| n != block.container).last();
    let mut next = first.unwrap_or(block.first());
    while next <= block.last() {
        let node = next;
        next.0 += 1;
        let is_button = page.tag(node) == Tag::Button;
        let may_be =
            is_button || in_figure && matches!(page.tag(node), Tag::B | Tag::Span | Tag::A);
        let is_inside = page.contains(block.container, node)
            && !page.is_block(node)
            && !page.subtree(node).any(|n| page.tag(n).is_replaced());
        if !may_be || !is_inside || page.is_hidden(node) {
            continue;
        }
        let text = page.raw_text(node).trim();
        let is_label = controls(text).is_some_and(|found| found.labels > 0)
            || in_figure && names_image_action(text, remarks(text));
        if is_label && (is_button || block.media > 0 || text.contains(' ')) {
            found.push(node);
            next = page.end(node);
        }
    }
    found
}

/// Returns whether a number counts images or seconds: it has at most four consecutive digits, and
/// is neither a price nor contains commas.
fn is_count(text: &str) -> bool {
    let is_long = |digits: &str| digits.len() > MAX_DIGITS;
    !text.contains(['$', '€', '£', '¥', '₹', ','])
        && !text.split(|c: char| !c.is_ascii_digit()).any(is_long)
}

/// Returns the control labels of a block; `None` if it contains anything else. Adjacent labels may
/// be separated only by a style sheet.
fn labels(page: &Page, block: &Block) -> Option<Controls> {
    let texts = block.leaves.iter().map(|&leaf| page.text(leaf));
    controls(&texts.collect::<Vec<_>>().join(" "))
}

/// Returns whether the whole block consists of links and buttons.
fn has_only_controls(page: &Page, block: &Block) -> bool {
    let has_words = |leaf: &&NodeId| page.text(**leaf).contains(char::is_alphanumeric);
    block.leaves.iter().filter(has_words).all(|&leaf| {
        let mut around = page.ancestors(leaf).take(MAX_LEVELS);
        around.any(|n| page.tag(n).is_link())
    })
}

/// Returns the blocks of the largest box around a block that contains no running text.
fn around(page: &Page, signals: &Signals, i: usize) -> Range<usize> {
    let is_short = |j: usize| signals.blocks[j].length <= MAX_MESSAGE_CHARS;
    let boxes = page.inclusive_ancestors(signals.blocks[i].container);
    let ranges = boxes.take(MAX_LEVELS).map(|n| signals.blocks_in(page, n));
    let ranges =
        ranges.take_while(|range| range.len() <= MAX_BLOCKS && range.clone().all(is_short));
    ranges.last().unwrap_or(i..i + 1)
}

/// Returns whether an element is in a part of a player.
fn is_player_part(page: &Page, container: NodeId) -> bool {
    let mut around = page.inclusive_ancestors(container).take(MAX_LEVELS);
    around.any(|n| class_begins(page, n, &PLAYER_PARTS))
}

/// Returns whether an element belongs to a player, according to class names or a video beside it.
fn is_in_player(page: &Page, container: NodeId) -> bool {
    page.inclusive_ancestors(container)
        .take(MAX_LEVELS)
        .any(|n| {
            let class = page.attr(n, Attr::Class).unwrap_or_default();
            let class = class.to_ascii_lowercase();
            let plays = |n: NodeId| matches!(page.tag(n), Tag::Video | Tag::Audio);
            PLAYERS.iter().any(|name| class.contains(name)) || page.children(n).any(plays)
        })
}

/// Returns whether a block is a letter beside an image that doesn't begin the next word, or a
/// counter of images such as `1 / 2`.
fn is_stray(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    let is_image = |j: usize| {
        let block = signals.blocks.get(j);
        block.is_some_and(|block| block.media > 0 && block.tokens == 0)
    };
    let begins_word = || {
        let next = (i + 1 < signals.len()).then(|| signals.texts[i + 1].chars().next());
        next.flatten().is_some_and(char::is_lowercase)
    };
    let counts = || {
        let text = &signals.texts[i];
        let is_share = text.contains(|c: char| c == '/' || c.is_alphabetic());
        is_share && labels(page, block).is_some_and(|found| found.numbers == 2)
    };
    block.media == 0
        && matches!(page.tag(block.container), Tag::P | Tag::Div | Tag::Span)
        && (i.checked_sub(1).is_some_and(is_image) || is_image(i + 1))
        && (block.chars == 1 && !begins_word() || block.length <= MAX_COUNTER_CHARS && counts())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    fn left(among: &str) -> Vec<String> {
        let kept = kept_texts(decide, &format!("{LONG}{among}{LONG}"), &[]);
        // Without the title and the text around it.
        kept[2..kept.len() - 1].to_vec()
    }

    #[test]
    fn page_tools_are_removed() {
        let none: [&str; 0] = [];
        assert_eq!(
            left("<div><a href=#p>Drucken</a> <a href=#m>Per E-Mail teilen</a></div>"),
            none
        );
        assert_eq!(
            left("<div>Taille du texte <span>A-</span> <span>A+</span></div>"),
            none
        );
        assert_eq!(left("<p>Save the last dance</p>"), ["Save the las"]);
        assert_eq!(left("<ul><li>Play<li>Pause</ul>"), ["Play", "Pause"]);
        assert_eq!(left("<h2>Print</h2>"), ["Print"]);
        assert_eq!(left("<p>Listen 6 min</p>"), none);
        assert_eq!(left("<p>Loading …</p>"), none);
        assert_eq!(left("<p>Loading</p>"), ["Loading"]);
        assert_eq!(
            left("<div aria-live=polite><p>Kaloja lasketaan…</p></div>"),
            none
        );
        assert_eq!(left("<p>Kaloja lasketaan…</p>"), ["Kaloja laske"]);
        assert_eq!(left("<p>Save</p><p>Teilen | Drucken</p>"), ["Save"]);
        assert_eq!(
            left("<div><span>Fermer</span><span>Imprimer</span></div>"),
            none
        );
    }

    #[test]
    fn players_and_gallery_controls_are_removed() {
        let player = "<div class=my-player><div>0:00 / 3:10</div><div>Mute</div>\
            <div>Chapters of the film</div></div>";
        assert_eq!(left(player).len(), 0);
        let window = "<div class=vjs-modal-dialog><p>Dit is een modaal venster.</p></div>";
        assert_eq!(left(window).len(), 0);
        let gallery = "<div><button>Vorige</button><p>The quay in May, with the masons at work.</p>\
            <div>2 / 9</div><div>Weiter</div></div>";
        assert_eq!(left(gallery), ["The quay in "]);
        let bar = "<div><div><video src=f.mp4></video></div><div>Chyba 12</div><div>00:00 / 02:15 Mute</div>\
            <div>Play</div><p>The quay was packed.</p></div>";
        assert_eq!(left(bar), ["", "The quay was"]);
    }

    #[test]
    fn icon_letters_and_counters_beside_an_image_are_removed() {
        assert_eq!(left("<div><img src=f.jpg></div><div>i</div>"), [""]);
        assert_eq!(left("<div><img src=f.jpg></div><div>1 von 2</div>"), [""]);
        for action in [
            "Ouvrir la galerie",
            "Bildtext ausblenden",
            "Open photo in a new tab",
        ] {
            assert_eq!(
                left(&format!("<div><img src=f.jpg></div><div>{action}</div>")),
                [""]
            );
        }
        assert_eq!(
            left("<div><img src=f.jpg></div><div>Open boats, photo: Ann</div>").len(),
            2
        );
        assert_eq!(left("<div>Ouvrir la galerie</div>").len(), 1);
        let figure = "<figure><div><span>Ouvrir la galerie</span><img src=f.jpg></div></figure>";
        let of = ruled(figure);
        let mut decisions = Decisions::new(of.signals.len());
        of.run(decide, &mut decisions);
        assert_eq!(decisions.elements().len(), 1);
        assert_eq!(
            left("<div><img src=f.jpg></div><div>T</div><p>he ferry sails.</p>").len(),
            3
        );
    }
}
