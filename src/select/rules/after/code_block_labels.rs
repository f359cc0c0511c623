//! Removes labels around the lines of a code block: the name of its language, tabs for several code
//! blocks, and buttons.

use super::code_blocks::code_blocks;
use crate::page::{Page, Tag, language_named};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::ANCESTORS;
use crate::vocabulary::is_code_action;

pub(in crate::select) const ID: RuleId = RuleId::new("code-block-labels");

/// Maximum levels of boxes around a code block that are checked; set by hand. Tabs are at the
/// fourth level. With fewer, they are kept; with more, a page that consists mostly of a code block
/// loses its short lines.
const MAX_LEVELS: usize = 4;

/// Maximum blocks around a code block; set by hand. With fewer, labels of several tabs are kept. A
/// limit keeps the work linear if one box contains many code blocks.
const MAX_BLOCKS: usize = 16;

/// Maximum length of a label, in characters; set by hand. With less, tabs are kept; with more,
/// boxes that also contain a short sentence are no longer recognized.
const MAX_LABEL_CHARS: f32 = 40.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for code_block in code_blocks(page) {
        let lines = signals.blocks_in(page, code_block);
        let is_short = |i: usize| {
            let block = &signals.blocks[i];
            lines.contains(&i)
                || block.length <= MAX_LABEL_CHARS && block.heading_level(page).is_none()
        };
        let boxes = page.ancestors(code_block).take(MAX_LEVELS);
        let ranges = boxes.map(|around| signals.blocks_in(page, around));
        let around = ranges.take_while(|range| {
            range.len() <= lines.len() + MAX_BLOCKS && range.clone().all(is_short)
        });
        let around = around.last().unwrap_or(lines.clone());
        if around.len() == 1 || !lines.clone().any(|i| decisions.keeps(i)) {
            continue;
        }
        let language = page.code_language(code_block);
        let holds_code = page
            .descendants(code_block)
            .any(|n| page.tag(n) == Tag::Code);
        for i in around {
            let block = &signals.blocks[i];
            if lines.contains(&i) && !(holds_code && is_outside_code(page, block)) {
                continue;
            }
            let text = &signals.texts[i];
            let is_label = !is_text(page.tag(block.container));
            let is_name = |language: &String| {
                text.eq_ignore_ascii_case(language) || language_named(text) == Some(language)
            };
            if is_label && (language.as_ref().is_some_and(is_name) || are_labels(page, block)) {
                decisions.remove_kept(i, Reason::Navigation, ID);
            } else if is_control(page, block) || is_label && is_code_action(text) {
                decisions.remove_kept(i, Reason::Form, ID);
            }
        }
    }
}

/// Returns whether a block consists only of the name of a language and a button beside it.
fn are_labels(page: &Page, block: &Block) -> bool {
    let texts = block.leaves.iter().map(|&leaf| page.text(leaf).trim());
    let mut texts = texts.filter(|text| !text.is_empty());
    let is_named = texts
        .next()
        .is_some_and(|text| language_named(text).is_some());
    is_named && texts.next().is_some_and(is_code_action) && texts.next().is_none()
}

/// Returns whether a block in a code block is outside the `code` elements with its lines.
fn is_outside_code(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.leaves[0])
        .take(ANCESTORS)
        .find(|&n| matches!(page.tag(n), Tag::Code | Tag::Pre))
        .is_some_and(|n| page.tag(n) == Tag::Pre)
}

/// Returns whether elements with this tag contain written text, so that a single word in one is
/// content.
fn is_text(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::P | Tag::Li | Tag::Dt | Tag::Dd | Tag::Td | Tag::Th
    )
}

/// Returns whether a block consists only of buttons, or only of field labels.
fn is_control(page: &Page, block: &Block) -> bool {
    let all = |tag: Tag| {
        block.leaves.iter().all(|&leaf| {
            page.ancestors(leaf)
                .take(MAX_LEVELS)
                .any(|n| page.tag(n) == tag)
        })
    };
    all(Tag::Button) || block.leaves.len() > 1 && all(Tag::Label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    fn left(code_block: &str) -> Vec<String> {
        let kept = kept_texts(decide, &format!("{LONG}{code_block}{LONG}"), &[]);
        // Without the title and the text around it.
        kept[2..kept.len() - 1].to_vec()
    }

    #[test]
    fn the_language_label_of_a_code_block_is_removed() {
        let code_block = "<pre><code>tide --today</code></pre>";
        let named =
            |label: &str| left(&format!("<div class=language-sh>{label}{code_block}</div>"));
        assert_eq!(named("<span>sh</span>"), ["tide --today"]);
        assert_eq!(named("<div>SH</div>"), ["tide --today"]);
        assert_eq!(
            named("<div><b>JavaScript</b><b>Copy</b></div>"),
            ["tide --today"]
        );
        // The name of a file, and words that are text.
        assert_eq!(named("<span>tide.sh</span>"), ["tide.sh", "tide --today"]);
        assert_eq!(named("<p>sh</p>"), ["sh", "tide --today"]);
        assert_eq!(named("<h2>sh</h2>"), ["sh", "tide --today"]);
        let inside = "<pre class=language-sh><div>sh</div><code>tide --today</code></pre>";
        assert_eq!(left(inside), ["tide --today"]);
        let line = "<pre class=language-sh><div>sh</div><div>tide --today</div></pre>";
        assert_eq!(left(line), ["sh", "tide --today"]);
    }

    #[test]
    fn tabs_and_copy_buttons_are_removed() {
        let tabs = "<div><div><label>npm</label><label>pnpm</label></div>\
            <div><div><pre>npm add tide</pre></div></div></div>";
        assert_eq!(left(tabs), ["npm add tide"]);
        let copies = "<pre><div><button>Copy code</button></div><code>npm add tide</code></pre>";
        assert_eq!(left(copies), ["npm add tide"]);
        let left_with = |tag: &str| {
            left(&format!(
                "<div><{tag}>Copy</{tag}><pre>npm add tide</pre></div>"
            ))
        };
        assert_eq!(left_with("div"), ["npm add tide"]);
        assert_eq!(left_with("p"), ["Copy", "npm add tide"]);
    }

    #[test]
    fn short_lines_beside_text_are_kept() {
        let page = format!("<div>sh{LONG}<pre class=language-sh>tide --today</pre></div>");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 4);
    }
}
