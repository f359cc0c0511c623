//! Treats a credit line directly beside an image as its caption, which is shown but isn't part of
//! the text.

use crate::page::{Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;
use crate::select::signals::Signals;
use crate::vocabulary::{Remark, Remarks};

pub(in crate::select) const ID: RuleId = RuleId::new("credits");

/// Maximum length of a credit, in characters; set by hand. With more, sentences that begin with the
/// word for an image are treated as credits.
const MAX_LINE_CHARS: f32 = 100.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let Some((first, _)) = kept_text(signals, decisions) else {
        return;
    };
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        let is_line = decisions.keeps(i)
            && block.tokens > 0
            && block.length <= MAX_LINE_CHARS
            && block.media == 0
            && matches!(
                page.tag(block.container),
                Tag::P | Tag::Div | Tag::Span | Tag::Small | Tag::Em
            )
            && !decisions.is_caption(i);
        let is_owned = signals.texts[i].starts_with('©');
        if !is_line || !is_owned && !is_credit(&signals.texts[i], signals.remarks(i)) {
            continue;
        }
        let is_image = |j: usize| decisions.keeps(j) && shows_image(page, signals, j);
        if i.checked_sub(1).is_some_and(is_image) || i + 1 < signals.len() && is_image(i + 1) {
            decisions.mark_caption(i);
        } else if i < first && !is_owned {
            decisions.set(i, Some(Reason::Byline), ID);
        }
    }
}

fn shows_image(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    let is_image = |&leaf: &_| matches!(page.tag(leaf), Tag::Img | Tag::Picture | Tag::Video);
    block.tokens == 0 && block.leaves.iter().any(is_image)
}

/// Returns whether a line is an image credit: a label and a name, separated by a colon, a symbol,
/// or "by", or both in parentheses.
fn is_credit(text: &str, remarks: Remarks) -> bool {
    if !remarks.begins(Remark::Credit) || remarks.is(Remark::Credit) {
        return false;
    }
    let bracketed =
        text.starts_with(['(', '[', '（', '【']) && text.ends_with([')', ']', '）', '】']);
    let start = text.len()
        - text
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len();
    let rest = text
        .get(start + remarks.label..)
        .unwrap_or_default()
        .trim_start();
    let is_parted = rest.starts_with([':', '：', '/', '|', '©', '–', '—']);
    bracketed || is_parted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn a_credit_beside_an_image_is_its_caption() {
        let is_caption = |line: &str| {
            let of = ruled(&format!("{LONG}<div><img src=f.jpg></div>{line}{LONG}"));
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.is_caption(2)
        };
        assert!(is_caption("<p>(Foto: Ann Oar)</p>"));
        assert!(is_caption("<div>Image credit: Harbour office</div>"));
        assert!(!is_caption("<p>Photos of the ferry hang in the hall.</p>"));
    }

    #[test]
    fn a_credit_above_the_text_is_removed() {
        let of = ruled(&format!("<p>[Bild: Ann Oar]</p>{LONG}"));
        let mut decisions = Decisions::new(of.signals.len());
        of.run(decide, &mut decisions);
        assert_eq!(decisions.get(0), Some(Reason::Byline));
    }
}
